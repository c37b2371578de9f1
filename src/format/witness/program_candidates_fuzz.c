/* libFuzzer harness: program_claims_read, program_candidates_read and program_candidates. Whatever is claimed, the formulas are
 * Boolean. */
#include "format/witness/program_candidates.h"

#include <stdlib.h>

static const char source[] = "int main(void) {\n    int i = 0, n = 9;\n    while (i < n) i++;\n}\n";

static struct cfa *looping(void) {
    struct cfa *cfa = cfa_new(TERMS_PLAIN);
    struct cfa_position at = {.file = "prog.c", .function = "main", .line = 3, .column = 5};
    static const char *const names[] = {"i", "n", "s.f", "a[3]"};
    for (uint32_t v = 0; v < 4; v++) {
        cfa_add_variable(cfa, names[v], sort_bv(cfa->terms, 8u << v));
        cfa->variables.data[v].source = names[v];
        cfa->variables.data[v].is_signed = v % 2;
    }
    cfa->initial = cfa_add_location(cfa, "start", at);
    cfa->error = cfa_add_location(cfa, "error", at);
    uint32_t loop = cfa_add_location(cfa, "loop", at);
    cfa->locations.data[loop].loop_head = true;
    cfa_add_edge(cfa, 0, cfa_skip(cfa), loop, at);
    cfa_add_edge(cfa, loop, cfa_skip(cfa), loop, at);
    term all[4];
    for (uint32_t v = 0; v < 4; v++)
        all[v] = term_eq(cfa->terms, cfa->variables.data[v].now, term_bits_ui(cfa->terms, 1, 8u << v));
    cfa_add_edge(cfa, loop, cfa_assume(cfa, term_and(cfa->terms, all, 4)), 1, at);
    return cfa;
}

static void try(const struct program_claims *claims) {
    struct program_origin origin = {.file = "prog.c", .bytes = source, .size = sizeof source - 1};
    struct cfa *cfa = looping();
    struct text notes = {0};
    struct cfa_invariant *invariant = program_candidates(cfa, claims, &origin, &notes);
    if (sort_kind(cfa->terms, term_sort(cfa->terms, invariant->at.data[2])) != SORT_BOOL) abort();
    cfa_invariant_free(invariant);
    text_fini(&notes);
    cfa_free(cfa);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct messages messages = {0};
    struct program_claims claims;
    const char *bytes = (const char *)data;
    if (program_candidates_recognise(bytes, size)) {
        program_candidates_read(&claims, bytes, size);
        try(&claims);
        program_claims_fini(&claims);
    } else if (program_claims_read(&claims, bytes, size, "fuzz", &messages) == STATUS_OK) {
        try(&claims);
        program_claims_fini(&claims);
    } else if (!messages.list.size) {
        abort();
    }
    messages_fini(&messages);
    return 0;
}
