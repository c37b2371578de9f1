/* Fuzzing of the AIGER reader and writer: what is read must be a valid circuit, and must be the same circuit
 * after writing and reading it again, in ASCII and in binary; what is refused must leave one message. */
#include "format/aiger/aiger.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static struct circuit *read_again(const struct text *file) {
    struct messages messages = {0};
    struct circuit *c;
    enum status status = aiger_read(&c, file->data, file->size, "written", &messages);
    require(status == STATUS_OK, messages_first_error(&messages));
    messages_fini(&messages);
    return c;
}

static void require_same(const struct circuit *c, bool binary, const struct text *expected) {
    struct text again = {0};
    aiger_write(&again, c, binary);
    require(again.size == expected->size && !memcmp(again.data, expected->data, again.size),
            "the circuit changed by writing and reading it");
    text_fini(&again);
}

static void check_circuit(const struct circuit *c) {
    const char *problem = circuit_check(c);
    require(!problem, problem);
    struct text ascii = {0}, binary = {0};
    aiger_write(&ascii, c, false);
    aiger_write(&binary, c, true);
    struct circuit *from_ascii = read_again(&ascii), *from_binary = read_again(&binary);
    require_same(from_ascii, false, &ascii);
    require_same(from_ascii, true, &binary);
    require_same(from_binary, true, &binary);
    circuit_free(from_ascii);
    circuit_free(from_binary);
    text_fini(&ascii);
    text_fini(&binary);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct messages messages = {0};
    struct circuit *c;
    enum status status = aiger_read(&c, (const char *)data, size, "input", &messages);
    if (status == STATUS_OK)
        check_circuit(c);
    else
        require(status == STATUS_MALFORMED && !c && messages.list.size == 1, "refused without one message");
    circuit_free(c);
    messages_fini(&messages);
    return 0;
}
