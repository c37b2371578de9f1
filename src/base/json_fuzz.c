/* libFuzzer harness: json_read. Bytes are refused with one error, or are a value whose parts can be asked for. */
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const json_t *);

static void ask_members(const json_t *object) {
    const char *key;
    const json_t *value;
    for (json_each(object, key, value)) {
        if (json_member(object, key) != value) abort();
        ask(value);
    }
}

/* Nested no deeper than JSON_DEPTH. */
static void ask(const json_t *value) {
    uint64_t number;
    bool natural = json_natural(value, INT64_MAX, &number);
    const char *text = json_text(value);
    if (natural && text) abort();
    if (text && strlen(text) > 0 && json_count(value)) abort();
    for (size_t i = 0; i < json_count(value); i++) ask(json_element(value, i));
    if (json_element(value, json_count(value))) abort();
    ask_members(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    json_t *document;
    struct messages messages = {0};
    enum status status = json_read(&document, (const char *)data, size, "fuzz", &messages);
    if ((status == STATUS_OK) != (messages.list.size == 0) || messages.list.size > 1) abort();
    if ((status == STATUS_OK) != (document != NULL)) abort();
    ask(document);
    json_free(document);
    messages_fini(&messages);
    return 0;
}
