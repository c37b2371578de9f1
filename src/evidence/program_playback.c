#include "evidence/program_playback.h"

static term any_value(const struct program *program, uint32_t site) {
    return value_default(program->terms, term_sort(program->terms, program->sites.data[site].input));
}

void program_playback_init(struct program_playback *p, struct program *program,
                           const struct program_trace *trace) {
    *p = (struct program_playback){.program = program, .trace = trace};
    program_state_init(&p->state, program, trace->initial.data);
    vec_resize(&p->inputs, program->sites.size);
    for (uint32_t s = 0; s < program->sites.size; s++) p->inputs.data[s] = any_value(program, s);
}

void program_playback_fini(struct program_playback *p) {
    program_state_fini(&p->state);
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

static bool take(struct program_playback *p, u32s *sites) {
    program_command command = p->program->edges.data[p->edge].command;
    return program_run(&p->state, command, p->inputs.data, TERM_NONE, NULL, sites);
}

bool program_playback_next(struct program_playback *p) {
    if (p->step == p->trace->edges.size) return false;
    enter(p);
    vec_clear(&p->sites);
    p->edge = p->trace->edges.data[p->step];
    program_state_keep(&p->state);
    if (!take(p, &p->sites)) return false;
    p->step++;
    return true;
}

/* The rule that the last edge breaks: over the values before it, and those that entered on it. */
static const struct program_violation *broken(struct program_playback *p) {
    const struct program_violation *found = NULL;
    program_state_return(&p->state);
    vec_each (const uint32_t, s, &p->sites)
        program_state_set(&p->state, p->program->sites.data[*s].variable, p->inputs.data[*s]);
    vec_each (const struct program_violation, v, &p->program->violations)
        if (!found && v->edge == p->edge &&
            term_is(p->program->terms, program_state_value(&p->state, v->condition), TERM_TRUE))
            found = v;
    program_state_return(&p->state);
    return found;
}

const struct program_violation *program_violation(struct program *program,
                                                  const struct program_trace *trace) {
    const struct program_violation *found = NULL;
    u8s has = {0}; /* by edge, and by end */
    struct program_playback p;
    program_playback_init(&p, program, trace);
    vec_resize(&has, program->edges.size + program->ends.size);
    vec_each (const struct program_violation, v, &program->violations) has.data[v->edge] = true;
    while (!found && program_playback_next(&p))
        if (has.data[p.edge]) {
            found = broken(&p);
            (void)take(&p, NULL);
        }
    vec_free(&has);
    program_playback_fini(&p);
    return found;
}
