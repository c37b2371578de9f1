/* libFuzzer harness: witness_read_aiger on a small circuit. What is read must be written and read back as the
 * same. */
#include "format/aiger/witness.h"

#include <stdlib.h>

static struct circuit *model(void) {
    struct circuit *c = circuit_new();
    aig_lit go = circuit_add_input(c, "go");
    circuit_add_input(c, "stop");
    aig_lit low = circuit_add_latch(c, "low"), high = circuit_add_latch(c, "high"),
            any = circuit_add_latch(c, NULL);
    c->latches.data[0].next = aig_xor(c->graph, low, go);
    c->latches.data[1].next = aig_xor(c->graph, high, aig_and(c->graph, low, go));
    c->latches.data[2].reset = any;
    circuit_add_property(c, aig_and(c->graph, low, high), "overflow", 0);
    circuit_add_property(c, any, NULL, 1);
    c->bad_section = true;
    return c;
}

static void show(const struct circuit *c, const struct trace *t) {
    struct text text = {0}, again = {0};
    struct trace *same;
    struct messages messages = {0};
    witness_write_aiger(&text, c, t);
    if (witness_read_aiger(&same, c, text.data, text.size, "again", &messages)) abort();
    witness_write_aiger(&again, c, same);
    if (text.size != again.size || memcmp(text.data, again.data, text.size)) abort();
    witness_write_text(&again, c, t);
    trace_free(same);
    text_fini(&text);
    text_fini(&again);
    messages_fini(&messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct circuit *c;
    if (!c) c = model();
    struct messages messages = {0};
    struct trace *t;
    enum status status = witness_read_aiger(&t, c, (const char *)data, size, "fuzz", &messages);
    if ((status == STATUS_OK) != (t != NULL) || (status == STATUS_OK) != (messages.list.size == 0)) abort();
    if (t && t->property == WITNESS_ANY) t->property = 0;
    if (t) show(c, t);
    trace_free(t);
    messages_fini(&messages);
    return 0;
}
