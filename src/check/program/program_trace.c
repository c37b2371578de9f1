/* Judges traces of programs: runs them by evaluation, in an executor of the judge's own. */
#include "check/program/check_program.h"

#include "model/program_state.h"

/* A run that was not continued yet. */
struct run {
    uint32_t step; /* which edge, by position in the trace */
    program_command at;
    struct program_state state;
};

struct program_replay {
    const struct program *program;
    const struct program_trace *trace;
    uint64_t by_zero;       /* divisions of numbers by zero */
    struct hash_map inputs; /* step << 32 | site -> value */
    VEC(struct run) open;   /* with choices there are several */
    uint32_t furthest;      /* the step in which a run stopped, and what stopped it */
    term condition;
};

static bool is_value(const struct terms *b, term t, sort s) {
    return t.id > 0 && t.id < terms_size(b) && term_is_value(b, t) && sort_same(term_sort(b, t), s);
}

static sort variable_sort(const struct program *program, uint32_t v) {
    return term_sort(program->terms, program->variables.data[v].now);
}

static const char *malformed_edges(const struct program *program, const u32s *edges, struct text *why) {
    if (!edges->size) return "the trace has no steps";
    uint32_t at = program->initial;
    for (uint32_t i = 0; i < edges->size; i++) {
        if (edges->data[i] >= program->edges.size) return "the program has no such edge";
        const struct program_edge *e = &program->edges.data[edges->data[i]];
        if (i == 0 && e->from != at) return "the trace does not start at the initial location";
        if (e->from != at) {
            text_format(why, "step %u: ", i);
            return "the edge does not start where the one before it ends";
        }
        if (e->unsupported) {
            text_format(why, "step %u: %s: ", i, e->unsupported);
            return "the reader could not express this edge";
        }
        at = e->to;
    }
    return at == program->error ? NULL : "the trace does not end at the error location";
}

/* Checks the inputs and makes them known to the replay. */
static const char *malformed_inputs(struct program_replay *r) {
    const struct program *program = r->program;
    uint32_t step = 0;
    vec_each (const struct program_input_value, i, &r->trace->inputs) {
        if (i->step < step || i->step >= r->trace->edges.size)
            return "the inputs are not in the order of the steps";
        step = i->step;
        if (i->site >= program->sites.size) return "the program has no such site";
        if (!is_value(program->terms, i->value,
                      variable_sort(program, program->sites.data[i->site].variable)))
            return "an input of the trace has no value of its sort";
        uint64_t key = (uint64_t)i->step << 32 | i->site;
        if (hash_map_get(&r->inputs, key) != HASH_NONE) return "an input has two values in one step";
        hash_map_put(&r->inputs, key, i->value.id);
    }
    return NULL;
}

static const char *malformed(struct program_replay *r, struct text *why) {
    const struct program *program = r->program;
    if (r->trace->initial.size != program->variables.size)
        return "the trace does not give every variable a value at the start";
    for (uint32_t v = 0; v < program->variables.size; v++)
        if (!is_value(program->terms, r->trace->initial.data[v], variable_sort(program, v)))
            return "a variable of the trace has no value of its sort";
    const char *problem = malformed_edges(program, &r->trace->edges, why);
    return problem ? problem : malformed_inputs(r);
}

static void enter(struct program_replay *r, struct run *run, uint32_t site) {
    uint32_t v = r->program->sites.data[site].variable;
    uint32_t given = hash_map_get(&r->inputs, (uint64_t)run->step << 32 | site);
    program_state_set(&run->state, v,
                      given != HASH_NONE ? (term){given}
                                         : value_default(r->program->terms, variable_sort(r->program, v)));
}

/* One action; false: the run stops. */
static bool act(struct program_replay *r, struct run *run, const struct program_action *action) {
    switch (action->kind) {
    case PROGRAM_ASSUME:
        if (term_is(r->program->terms, program_state_value(&run->state, action->condition), TERM_TRUE))
            return true;
        if (run->step >= r->furthest || term_is_none(r->condition)) {
            r->furthest = run->step;
            r->condition = action->condition;
        }
        return false;
    case PROGRAM_ASSIGN: program_state_assign(&run->state, action->assignments, action->n); return true;
    case PROGRAM_HAVOC: enter(r, run, action->site); return true;
    case PROGRAM_TAG: return true;
    }
    return true;
}

/* All branches but the first wait. */
static void branch(struct program_replay *r, struct run *run, const struct program_node *node) {
    for (uint32_t i = node->n; i-- > 1;) {
        struct run other = {.step = run->step, .at = node->next[i]};
        program_state_copy(&other.state, &run->state);
        vec_push(&r->open, other);
    }
}

static bool out_of_limits(struct limits *limits) {
    return limits && limits_stopped(limits);
}

/* Continues a run until it gets to the error location (true), stops, or the limits run out. */
static bool get_there(struct program_replay *r, struct run *run, struct limits *limits) {
    const u32s *edges = &r->trace->edges;
    while (!out_of_limits(limits)) {
        struct program_node node = program_node(r->program, run->at);
        if (node.kind == PROGRAM_END) {
            if (++run->step == edges->size) return true;
            run->at = r->program->edges.data[edges->data[run->step]].command;
            continue;
        }
        if (node.kind == PROGRAM_STEP && !act(r, run, &node.action)) return false;
        if (!node.n) return false;
        branch(r, run, &node);
        run->at = node.next[0];
    }
    return false;
}

static bool some_run_gets_there(struct program_replay *r, struct limits *limits) {
    struct run first = {.at = r->program->edges.data[r->trace->edges.data[0]].command};
    program_state_init(&first.state, r->program, r->trace->initial.data);
    vec_push(&r->open, first);
    bool reached = false;
    while (r->open.size && !reached && !out_of_limits(limits)) {
        struct run run = vec_pop(&r->open);
        reached = get_there(r, &run, limits);
        r->by_zero += run.state.by_zero;
        program_state_fini(&run.state);
    }
    return reached;
}

static void explain(const struct program_replay *r, struct text *why) {
    const struct program_edge *e = &r->program->edges.data[r->trace->edges.data[r->furthest]];
    text_format(why, "step %u", r->furthest);
    if (e->position.line) text_format(why, " (line %u)", e->position.line);
    text_format(why, " from location %s: a condition does not hold",
                r->program->locations.data[e->from].name);
}

static enum check_result replay(struct program_replay *r, struct limits *limits, struct text *why) {
    if (some_run_gets_there(r, limits)) return CHECK_ACCEPTED;
    if (limits && limits_reason(limits) != STOP_NONE) {
        text_add(why, "the limits ran out");
        return CHECK_UNDECIDED;
    }
    explain(r, why);
    if (!r->by_zero && !functions_size(r->program->terms)) return CHECK_REJECTED;
    text_add(why, ", where other results of a division by zero or a function might make it hold");
    return CHECK_UNDECIDED;
}

enum check_result check_program_trace(const struct program *program, const struct program_trace *trace,
                                      struct limits *limits, struct text *why) {
    struct program_replay r = {.program = program, .trace = trace};
    const char *problem = malformed(&r, why);
    if (problem) text_add(why, problem);
    enum check_result result = problem ? CHECK_REJECTED : replay(&r, limits, why);
    hash_map_free(&r.inputs);
    vec_each (struct run, left, &r.open) program_state_fini(&left->state);
    vec_free(&r.open);
    return result;
}
