#include "evidence/evidence.h"

struct evidence evidence_of_trace(struct trace *t) {
    return (struct evidence){.level = LEVEL_CIRCUIT, .refutes = true, .property = t->property, .trace = t};
}

struct evidence evidence_of_invariant(uint32_t property, struct invariant *i) {
    return (struct evidence){.level = LEVEL_CIRCUIT, .property = property, .invariant = i};
}

struct evidence evidence_of_system_trace(struct system_trace *t) {
    return (struct evidence){
        .level = LEVEL_SYSTEM, .refutes = true, .property = t->property, .system_trace = t};
}

struct evidence evidence_of_system_invariant(uint32_t property, struct system_invariant *i) {
    return (struct evidence){.level = LEVEL_SYSTEM, .property = property, .system_invariant = i};
}

struct evidence evidence_of_program_trace(struct program_trace *t) {
    return (struct evidence){.level = LEVEL_PROGRAM, .refutes = true, .program_trace = t};
}

struct evidence evidence_of_program_invariant(struct program_invariant *i) {
    return (struct evidence){.level = LEVEL_PROGRAM, .program_invariant = i};
}

struct evidence evidence_of_nothing(struct model model) {
    switch (model.level) {
    case LEVEL_CIRCUIT: return evidence_of_invariant(0, invariant_new(model.circuit));
    case LEVEL_SYSTEM: return evidence_of_system_invariant(0, system_invariant_new());
    default: return evidence_of_program_invariant(program_invariant_new(model.program));
    }
}

void evidence_free(struct evidence *e) {
    switch (e->level) {
    case LEVEL_CIRCUIT: e->refutes ? trace_free(e->trace) : invariant_free(e->invariant); break;
    case LEVEL_SYSTEM:
        e->refutes ? system_trace_free(e->system_trace) : system_invariant_free(e->system_invariant);
        break;
    default: e->refutes ? program_trace_free(e->program_trace) : program_invariant_free(e->program_invariant);
    }
    *e = (struct evidence){0};
}

uint32_t evidence_steps(const struct evidence *e) {
    switch (e->level) {
    case LEVEL_CIRCUIT: return e->trace->steps;
    case LEVEL_SYSTEM: return e->system_trace->steps;
    default: return e->program_trace->edges.size + 1;
    }
}

static uint32_t conjuncts_at_locations(struct program *program, const struct program_invariant *invariant) {
    term_list conjuncts = {0};
    uint32_t n = 0;
    vec_each (const term, t, &invariant->at) {
        if (term_is_none(*t)) continue;
        vec_clear(&conjuncts);
        term_conjuncts(program->terms, *t, &conjuncts);
        n += conjuncts.size;
    }
    vec_free(&conjuncts);
    return n;
}

uint32_t evidence_conjuncts(const struct evidence *e, struct model model) {
    switch (e->level) {
    case LEVEL_CIRCUIT: return e->invariant->conjuncts.size;
    case LEVEL_SYSTEM: return e->system_invariant->conjuncts.size;
    default: return conjuncts_at_locations(model.program, e->program_invariant);
    }
}

uint32_t evidence_depth(const struct evidence *e) {
    switch (e->level) {
    case LEVEL_CIRCUIT: return e->invariant->depth;
    case LEVEL_SYSTEM: return e->system_invariant->depth;
    default: return e->program_invariant->depth;
    }
}

bool evidence_needs_simple_paths(const struct evidence *e) {
    return e->level == LEVEL_CIRCUIT  ? e->invariant->simple_path
           : e->level == LEVEL_SYSTEM ? e->system_invariant->simple_path
                                      : false;
}

void evidence_reread(struct evidence *e, const struct system *from, const struct system *to) {
    struct evidence copy =
        e->refutes
            ? evidence_of_system_trace(system_trace_copy(e->system_trace, from, to))
            : evidence_of_system_invariant(e->property, system_invariant_copy(e->system_invariant, from, to));
    evidence_free(e);
    *e = copy;
}
