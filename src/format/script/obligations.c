#include "format/script/obligations.h"

#include "format/script/script.h"
#include "logic/print.h"

static void header(struct script *s, uint32_t property, const struct system_invariant *invariant,
                   const char *what) {
    text_format(s->out, "; %s, written by induct.\n; Every check-sat must answer unsat%s.\n", what,
                " (cvc5 needs --incremental when there are several)");
    script_property(s, property);
    text_format(s->out, "(set-info :induct-depth %u)\n", invariant->depth);
    text_format(s->out, "(set-info :induct-simple-path %s)\n", invariant->simple_path ? "true" : "false");
}

static void definitions(struct script *s, uint32_t property, const struct system_invariant *invariant,
                        uint32_t steps) {
    const struct system *system = s->system;
    struct terms *b = system->terms;
    term whole = term_and(b, invariant->conjuncts.data, invariant->conjuncts.size);
    term formulas[] = {system_init_formula(system), system_trans_formula(system),
                       system_constraint_formula(system), system->properties.data[property].good, whole};
    script_declare(s, formulas, 5, steps);
    script_define_system(s, property);
    script_define(s, "invariant", whole, false);
}

/* The invariant can be false j steps after the start, for some j in [0..k[. */
static void base(struct script *s, const struct system_invariant *invariant) {
    text_format(s->out, "; base: the invariant holds in the first %u states of every path from init\n",
                invariant->depth);
    script_assert(s, "init", 0, false, false);
    text_add(s->out, "(assert (or false\n");
    for (uint32_t j = 0; j < invariant->depth; j++) {
        text_add(s->out, "  (and ");
        for (uint32_t i = 0; i <= j; i++) {
            script_call(s, "constraint", i, false);
            text_byte(s->out, ' ');
            if (i < j) script_call(s, "trans", i, true);
            text_byte(s->out, ' ');
        }
        text_add(s->out, "(not ");
        script_call(s, "invariant", j, false);
        text_add(s->out, "))\n");
    }
    text_add(s->out, "))\n(check-sat)\n");
}

static void differ(struct script *s, const u32s *positions, uint32_t x, uint32_t y, bool unless_initial) {
    text_add(s->out, "(assert (or false");
    vec_each (const uint32_t, i, positions) {
        text_add(s->out, " (not (= ");
        print_term(s->out, s->system->terms, system_state_at(&s->unrolling, *i, x));
        text_byte(s->out, ' ');
        print_term(s->out, s->system->terms, system_state_at(&s->unrolling, *i, y));
        text_add(s->out, "))");
    }
    if (unless_initial) {
        text_byte(s->out, ' ');
        script_call(s, "init", 0, false);
    }
    text_add(s->out, "))\n");
}

static void simple_path(struct script *s, const struct system_invariant *invariant) {
    u32s positions = {0};
    bool by_inputs =
        system_simple_states(s->system, invariant->conjuncts.data, invariant->conjuncts.size, &positions);
    text_add(s->out, "; of paths without a repeated state\n");
    for (uint32_t x = 0; x < invariant->depth; x++)
        for (uint32_t y = x + 1; y <= invariant->depth; y++) differ(s, &positions, x, y, x == 0 && by_inputs);
    vec_free(&positions);
}

static void step(struct script *s, const struct system_invariant *invariant) {
    text_format(s->out, "; step: %u states that satisfy the invariant are followed by one that does\n",
                invariant->depth);
    for (uint32_t i = 0; i < invariant->depth; i++) {
        script_assert(s, "invariant", i, false, false);
        script_assert(s, "constraint", i, false, false);
        script_assert(s, "trans", i, true, false);
    }
    script_assert(s, "constraint", invariant->depth, false, false);
    if (invariant->simple_path) simple_path(s, invariant);
    script_assert(s, "invariant", invariant->depth, false, true);
    text_add(s->out, "(check-sat)\n");
}

static void safety(struct script *s) {
    text_add(s->out, "; safety: the invariant implies the property\n");
    script_assert(s, "invariant", 0, false, false);
    script_assert(s, "constraint", 0, false, false);
    script_assert(s, "good", 0, false, true);
    text_add(s->out, "(check-sat)\n");
}

static void part(struct script *s, const struct system_invariant *invariant, enum obligation which) {
    switch (which) {
    case OBLIGATION_BASE: base(s, invariant); break;
    case OBLIGATION_STEP: step(s, invariant); break;
    case OBLIGATION_SAFETY: safety(s); break;
    }
}

void obligations_write(struct text *out, const struct system *system, uint32_t property,
                       const struct system_invariant *invariant) {
    struct script s;
    script_init(&s, system, out);
    header(&s, property, invariant, "An inductive invariant and its proof obligations");
    definitions(&s, property, invariant, invariant->depth + 1);
    for (int which = OBLIGATION_BASE; which <= OBLIGATION_SAFETY; which++) {
        text_add(out, "(push 1)\n");
        part(&s, invariant, (enum obligation)which);
        text_add(out, "(pop 1)\n");
    }
    script_fini(&s);
}

void obligations_write_part(struct text *out, const struct system *system, uint32_t property,
                            const struct system_invariant *invariant, enum obligation which) {
    uint32_t steps = which == OBLIGATION_BASE   ? invariant->depth
                     : which == OBLIGATION_STEP ? invariant->depth + 1
                                                : 1;
    struct script s;
    script_init(&s, system, out);
    header(&s, property, invariant, "An inductive invariant and one of its proof obligations");
    definitions(&s, property, invariant, steps);
    part(&s, invariant, which);
    script_fini(&s);
}
