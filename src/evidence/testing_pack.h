/* For tests and fuzzing of packed evidence: one model of each level with something of everything in it, and the judge
 * of that level with a bound on his time. */
#ifndef INDUCT_EVIDENCE_TESTING_PACK_H
#define INDUCT_EVIDENCE_TESTING_PACK_H

#include "check/circuit/check_circuit.h"
#include "check/program/check_program.h"
#include "check/program/program_induction.h"
#include "check/program/program_run.h"
#include "evidence/pack.h"
#include "evidence/slice.h"

/* A counter with a latch that is free at the start. */
static inline struct model testing_pack_circuit(void) {
    struct circuit *c = circuit_new();
    aig_lit go = circuit_add_input(c, "go");
    circuit_add_input(c, "stop");
    aig_lit low = circuit_add_latch(c, "low"), high = circuit_add_latch(c, "high"),
            any = circuit_add_latch(c, NULL);
    c->latches.data[0].next = aig_xor(c->graph, low, go);
    c->latches.data[1].next = aig_xor(c->graph, high, aig_and(c->graph, low, go));
    c->latches.data[2].reset = any;
    circuit_add_property(c, aig_and(c->graph, low, high), "overflow", 0);
    circuit_add_property(c, aig_and(c->graph, low, aig_not(low)), NULL, 1);
    c->bad_section = true;
    return model_of_circuit(c);
}

/* A state of each kind of sort, a function, and divisions. */
static inline struct model testing_pack_system(void) {
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    sort u = sort_uninterpreted(b, "U"), word = sort_bv(b, 4), memory = sort_array(b, sort_bv(b, 2), word);
    uint32_t f = function_declare(b, "f", (sort[]){u, sort_int()}, 2, sort_int());
    static const char *const names[] = {"p", "n", "r", "w", "m", "e"};
    sort sorts[] = {sort_bool(), sort_int(), sort_real(), word, memory, u};
    for (uint32_t i = 0; i < 6; i++) system_add_state(system, names[i], sorts[i], NULL);
    term x = system_add_input(system, "x", word)->now;
    struct system_state *s = system->states.data;
    for (uint32_t i = 0; i < 5; i++) s[i].first = value_default(b, sorts[i]);
    term one = term_integer(b, 1), more = term_add2(b, s[1].now, one);
    s[0].update = term_not(b, s[0].now);
    s[1].update = term_ite(b, s[0].now, term_apply(b, f, (term[]){s[5].now, more}),
                           term_make(b, TERM_DIV, (term[]){more, s[1].now}, 2, 0, 0));
    s[2].update = s[2].now;
    s[3].update = term_bv2(b, TERM_BV_ADD, s[3].now, x);
    s[4].update = term_store(b, s[4].now, term_extract(b, x, 1, 0), s[3].now);
    s[5].update = s[5].now;
    system_add_property(system, term_not(b, term_eq(b, s[3].now, term_bits_ui(b, 3, 4))), NULL, 0);
    system_add_property(system, term_le(b, s[2].now, value_default(b, sort_real())), NULL, 1);
    return model_of_system(system);
}

/* x := any; while (any) x := x + 2, until x is odd. */
static inline struct model testing_pack_program(void) {
    struct program *program = program_new(TERMS_PLAIN);
    struct program_position nowhere = {0};
    struct terms *b = program->terms;
    uint32_t x = program_add_variable(program, "x", sort_bv(b, 4));
    uint32_t p = program_add_variable(program, "p", sort_bool());
    program->initial = program_add_location(program, "initial", nowhere);
    program->error = program_add_location(program, "error", nowhere);
    uint32_t loop = program_add_location(program, "loop", nowhere);
    uint32_t any = program_add_site(program, PROGRAM_INPUT, x, "f", nowhere);
    uint32_t again = program_add_site(program, PROGRAM_INPUT, p, "g", nowhere);
    term now = program->variables.data[x].now;
    term odd = term_eq(b, term_extract(b, now, 0, 0), term_bits_ui(b, 1, 1));
    term two = term_bv2(b, TERM_BV_ADD, now, term_bits_ui(b, 2, 4));
    program_command body = program_then(program, program_havoc(program, again),
                                        program_assume(program, program->variables.data[p].now));
    program_add_edge(program, program->initial, program_havoc(program, any), loop, nowhere);
    program_add_edge(program, loop, program_then(program, body, program_assign(program, x, two)), loop,
                     nowhere);
    program_add_edge(program, loop, program_assume(program, odd), program->error, nowhere);
    program_index(program);
    return model_of_program(program);
}

static inline struct model testing_pack_model(enum level level) {
    return level == LEVEL_CIRCUIT  ? testing_pack_circuit()
           : level == LEVEL_SYSTEM ? testing_pack_system()
                                   : testing_pack_program();
}

/* As check/judge asks: also for the part of an invariant that is about its property. */
static inline enum check_result testing_pack_judge(const struct evidence *e, struct model m, double seconds) {
    struct limits limits;
    struct text why = {0};
    enum check_result result = CHECK_UNDECIDED;
    limits_init(&limits, seconds);
    if (e->level == LEVEL_CIRCUIT && e->refutes) {
        result = check_trace(m.circuit, e->property, e->trace, &why);
    } else if (e->level == LEVEL_CIRCUIT) {
        invariant_free(invariant_slice(e->invariant, m.circuit, e->property));
        result = check_invariant(m.circuit, e->property, e->invariant, &limits, &why);
    } else if (e->level == LEVEL_SYSTEM) {
        result = e->refutes ? check_system_trace(m.system, e->property, e->system_trace, &limits, &why)
                            : check_system_invariant(m.system, e->property, e->system_invariant,
                                                     CHECK_BY_DEFAULT, &limits, &why);
    } else if (e->refutes) {
        result = check_program_trace(m.program, e->program_trace, &limits, &why);
    } else if (e->program_invariant->only_run) {
        result = check_program_run(m.program, &limits, &why);
    } else {
        result = (e->program_invariant->depth == 1 ? check_program_invariant : check_program_induction)(
            m.program, e->program_invariant, CHECK_BY_DEFAULT, &limits, &why);
    }
    text_fini(&why);
    return result;
}

#endif
