/* libFuzzer harness: json_read. What is read is a tree whose counts agree with its links. */
#include "base/json.h"

#include <stdint.h>
#include <stdlib.h>

static uint32_t count(const struct json *j) {
    uint32_t seen = 1;
    for (uint32_t n = 0; n < j->nodes.size; n++) {
        uint32_t children = 0;
        json_each(j, child, n) {
            if (child <= n) abort();
            children++;
        }
        if (children != j->nodes.data[n].count) abort();
        seen += children;
    }
    return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct json j;
    struct messages messages = {0};
    enum status status = json_read(&j, (const char *)data, size, "fuzz", &messages);
    if ((status == STATUS_OK) != (messages.list.size == 0)) abort();
    if (status == STATUS_OK) {
        if (count(&j) != j.nodes.size) abort();
        json_free(&j);
    }
    messages_fini(&messages);
    return 0;
}
