/* libFuzzer harness: program_claims_read, program_candidates_read and program_candidates. Whatever is claimed, the
 * formulas are Boolean. */
#include "format/witness/program_candidates.h"

#include <stdlib.h>

static const char source[] = "int main(void) {\n    int i = 0, n = 9;\n    while (i < n) i++;\n}\n";

static struct program *looping(void) {
    struct program *program = program_new(TERMS_PLAIN);
    struct program_position at = {.file = "prog.c", .function = "main", .line = 3, .column = 5};
    static const char *const names[] = {"i", "n", "s.f", "a[3]"};
    for (uint32_t v = 0; v < 4; v++) {
        program_add_variable(program, names[v], sort_bv(program->terms, 8u << v));
        program->variables.data[v].source = names[v];
        program->variables.data[v].is_signed = v % 2;
    }
    program->initial = program_add_location(program, "start", at);
    program->error = program_add_location(program, "error", at);
    uint32_t loop = program_add_location(program, "loop", at);
    program->locations.data[loop].loop_head = true;
    program_add_edge(program, 0, program_skip(program), loop, at);
    program_add_edge(program, loop, program_skip(program), loop, at);
    term all[4];
    for (uint32_t v = 0; v < 4; v++)
        all[v] =
            term_eq(program->terms, program->variables.data[v].now, term_bits_ui(program->terms, 1, 8u << v));
    program_add_edge(program, loop, program_assume(program, term_and(program->terms, all, 4)), 1, at);
    return program;
}

static void try(const struct program_claims *claims) {
    struct program_origin origin = {.file = "prog.c", .bytes = source, .size = sizeof source - 1};
    struct program *program = looping();
    struct text notes = {0};
    struct program_invariant *invariant = program_candidates(program, claims, &origin, &notes);
    if (sort_kind(program->terms, term_sort(program->terms, invariant->at.data[2])) != SORT_BOOL) abort();
    program_invariant_free(invariant);
    text_fini(&notes);
    program_free(program);
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
