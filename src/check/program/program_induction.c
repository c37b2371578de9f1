#include "check/program/program_induction.h"

#include "check/program/cutpoints.h"
#include "format/script/obligations.h"
#include "check/program/program_script.h"

enum check_result check_program_induction(const struct program *program,
                                          const struct program_invariant *invariant, enum check_judge judge,
                                          struct limits *limits, struct text *why) {
    struct cutpoints *c = cutpoints_new(program, invariant, why);
    if (!c) return CHECK_REJECTED;
    c->invariant->depth = invariant->depth;
    enum check_result result = check_system_invariant(c->system, 0, c->invariant, judge, limits, why);
    cutpoints_free(c);
    return result;
}

void program_induction_script(struct text *out, const struct program *program,
                              const struct program_invariant *invariant) {
    struct text why = {0};
    struct cutpoints *c = cutpoints_new(program, invariant, &why);
    assert(c);
    c->invariant->depth = invariant->depth;
    obligations_write(out, c->system, 0, c->invariant);
    text_add(out, "; The formulas of which the invariant is made, location by location.\n");
    program_script_definitions(out, program, invariant);
    cutpoints_free(c);
    text_fini(&why);
}
