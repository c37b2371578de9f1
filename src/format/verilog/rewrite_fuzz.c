#define _GNU_SOURCE /* memmem */
/* Fuzzing of the preprocessor and of what rewrites assertions: any bytes are rewritten, or refused with one error; what
 * is rewritten mentions files and rewritten pieces that there are. Files are not included: a harness has none. */
#include "format/verilog/testing_verilog.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check_places(const struct testing_verilog *t) {
    for (const char *p = t->rewriting.out.text.data; (p = strstr(p, "\n`line ")); p++) {
        char place;
        unsigned line, number;
        if (sscanf(p, "\n`line %u \"%c%u\" 0\n", &line, &place, &number) != 3)
            continue; /* of the input, in a text */
        require(place == 'f' ? number < t->source.files.size : number < t->rewriting.list.size,
                "a place that there is not");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct testing_verilog t;
    if (size && memmem(data, size, "include", 7)) return 0;
    testing_rewrite(&t, (const char *)data, size);
    if (t.status == STATUS_OK)
        check_places(&t);
    else
        require((t.status == STATUS_MALFORMED || t.status == STATUS_UNSUPPORTED) && t.messages.list.size == 1,
                "refused without one error");
    testing_rewrite_fini(&t);
    return 0;
}
