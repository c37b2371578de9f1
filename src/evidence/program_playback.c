#include "evidence/program_playback.h"

static term any_value(const struct program *program, uint32_t site) {
    return value_default(program->terms, term_sort(program->terms, program->sites.data[site].input));
}

void program_playback_init(struct program_playback *p, struct program *program,
                           const struct program_trace *trace) {
    *p = (struct program_playback){.program = program, .trace = trace};
    vec_append(&p->state, trace->initial.data, trace->initial.size);
    vec_resize(&p->inputs, program->sites.size);
    for (uint32_t s = 0; s < program->sites.size; s++) p->inputs.data[s] = any_value(program, s);
}

void program_playback_fini(struct program_playback *p) {
    vec_free(&p->before);
    vec_free(&p->state);
    vec_free(&p->sites);
    vec_free(&p->inputs);
}

/* The inputs of the next step take the place of those of the step before. */
static void enter(struct program_playback *p) {
    const struct program_trace *t = p->trace;
    for (uint32_t i = p->first; i < p->read; i++)
        p->inputs.data[t->inputs.data[i].site] = any_value(p->program, t->inputs.data[i].site);
    p->first = p->read;
    for (; p->read < t->inputs.size && t->inputs.data[p->read].step == p->step; p->read++)
        p->inputs.data[t->inputs.data[p->read].site] = t->inputs.data[p->read].value;
}

bool program_playback_next(struct program_playback *p) {
    if (p->step == p->trace->edges.size) return false;
    enter(p);
    vec_clear(&p->before);
    vec_append(&p->before, p->state.data, p->state.size);
    vec_clear(&p->sites);
    p->edge = p->trace->edges.data[p->step];
    program_command command = p->program->edges.data[p->edge].command;
    if (!program_execute(p->program, command, p->state.data, p->inputs.data, TERM_NONE, NULL, &p->sites))
        return false;
    p->step++;
    return true;
}

/* Whether a condition on the last edge holds: over the values before, and those that entered. */
static bool holds(const struct program_playback *p, struct evaluation *e, term condition) {
    evaluation_reset(e);
    for (uint32_t v = 0; v < p->before.size; v++)
        evaluation_set(e, p->program->variables.data[v].now, p->before.data[v]);
    vec_each (const uint32_t, s, &p->sites)
        evaluation_set(e, p->program->variables.data[p->program->sites.data[*s].variable].now,
                       p->inputs.data[*s]);
    return term_is(p->program->terms, evaluate(e, condition), TERM_TRUE);
}

const struct program_violation *program_violation(struct program *program,
                                                  const struct program_trace *trace) {
    const struct program_violation *found = NULL;
    struct program_playback p;
    struct evaluation e;
    program_playback_init(&p, program, trace);
    evaluation_init(&e, program->terms);
    while (!found && program_playback_next(&p))
        vec_each (const struct program_violation, v, &program->violations)
            if (!found && v->edge == p.edge && holds(&p, &e, v->condition)) found = v;
    evaluation_fini(&e);
    program_playback_fini(&p);
    return found;
}
