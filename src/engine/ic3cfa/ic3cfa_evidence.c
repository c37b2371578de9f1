/* Evidence: the run that a chain of obligations describes, and the invariant of a fixed point. */
#include "engine/ic3cfa/ic3cfa.h"

struct replay {
    struct ic3cfa *g;
    struct smt *smt;
    struct program_trace *trace;
    term_list state; /* values by variable */
};

static struct smt *new_solver(struct ic3cfa *g) {
    struct smt_settings settings = {.context = g->context,
                                    .theories = g->theories,
                                    .purpose = SMT_BATCH,
                                    .limits = g->task->limits,
                                    .stats = g->stats,
                                    .seed = (uint32_t)g->options->seed};
    return smt_new(g->bank, &settings);
}

static term cube_term(struct ic3cfa *g, const struct cube *cube) {
    return atoms_cube(&g->atoms, cube->literals, cube->size);
}

/* cube sat? Its model is the state at the start. */
static bool start(struct replay *r, const struct cube *cube) {
    smt_assert(r->smt, cube_term(r->g, cube));
    if (smt_check(r->smt, NULL, 0) != SMT_SAT) return false;
    bool complete = true;
    vec_each (const struct program_variable, v, &r->g->program->variables) {
        vec_push(&r->state, smt_value(r->smt, v->now));
        complete &= !term_is_none(vec_last(&r->state));
    }
    vec_append(&r->trace->initial, r->state.data, r->state.size);
    return complete;
}

/* After SMT_SAT: the state after the step and the inputs of its sites. */
static bool read_step(struct replay *r, const struct step *s) {
    struct program *program = r->g->program;
    bool complete = true;
    u32s sites = {0};
    program_sites(program, s->command, &sites);
    vec_each (const uint32_t, site, &sites) {
        struct program_input_value value = {r->trace->edges.size, *site,
                                            smt_value(r->smt, program->sites.data[*site].input)};
        complete &= !term_is_none(value.value);
        vec_push(&r->trace->inputs, value);
    }
    vec_free(&sites);
    for (uint32_t i = 0; i < program->variables.size; i++) {
        r->state.data[i] = smt_value(r->smt, program->variables.data[i].next);
        complete &= !term_is_none(r->state.data[i]);
    }
    vec_push(&r->trace->edges, s->edge);
    return complete;
}

/* X = state & T & cube' sat?  It is, for every state of an obligation's cube has such a step. */
static bool advance(struct replay *r, const struct step *s, const struct cube *to) {
    struct ic3cfa *g = r->g;
    term_list inputs = {0};
    smt_push(r->smt);
    for (uint32_t i = 0; i < r->state.size; i++)
        smt_assert(r->smt, term_eq(g->bank, g->program->variables.data[i].now, r->state.data[i]));
    smt_assert(r->smt, program_transition(g->program, s->command, NULL, &inputs));
    smt_assert(r->smt, substitution_apply(&g->primed, cube_term(g, to)));
    bool good = smt_check(r->smt, NULL, 0) == SMT_SAT && read_step(r, s);
    smt_pop(r->smt);
    vec_free(&inputs);
    return good;
}

void ic3cfa_refute(struct ic3cfa *g, const struct obligation *o) {
    for (const struct obligation *at = o; at->successor; at = at->successor) {
        const char *unsupported = g->program->edges.data[g->steps.data[at->record].edge].unsupported;
        if (!unsupported) continue;
        ic3cfa_give_up(g, unsupported);
        return;
    }
    struct replay r = {.g = g, .smt = new_solver(g), .trace = program_trace_new()};
    smt_push(r.smt);
    bool good = start(&r, o->cube);
    smt_pop(r.smt);
    for (; good && o->successor; o = o->successor)
        good = advance(&r, &g->steps.data[o->record], o->successor->cube);
    if (good) {
        g->task->found(g->task->client, evidence_of_program_trace(r.trace));
        g->stopped = true;
    } else {
        program_trace_free(r.trace);
        ic3cfa_give_up(g, limits_stopped_slow(g->task->limits) ? NULL : "no run follows the obligations");
    }
    smt_free(r.smt);
    vec_free(&r.state);
}

void ic3cfa_prove(struct ic3cfa *g, uint32_t level) {
    struct program_invariant *invariant = program_invariant_new(g->program);
    ic3cfa_trimmed_invariant(g, level, invariant);
    g->task->found(g->task->client, evidence_of_program_invariant(invariant));
    g->stopped = true;
}
