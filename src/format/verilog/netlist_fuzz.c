/* Fuzzing of what reads Yosys' JSON: any bytes are read, or refused with one error. */
#include "format/verilog/netlist.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct netlist netlist;
    struct messages messages = {0};
    enum status status = netlist_read(&netlist, (const char *)data, size, "f", &messages);
    if (status == STATUS_OK) {
        require(netlist.top && !messages.list.size, "read without a top, or with a message");
        vec_each (const struct netlist_formal, f, &netlist.formals) require(f->name && f->source, "no name");
        vec_each (const struct netlist_clock, c, &netlist.clocks)
            require(c->name && (c->rising || c->falling), "a clock without name or edge");
    } else {
        require(status == STATUS_MALFORMED && messages.list.size == 1, "refused without one error");
    }
    netlist_fini(&netlist);
    messages_fini(&messages);
    return 0;
}
