/* Running a command on values, with backtracking over its choices.
 *
 * No point is entered twice with the same state: what failed once fails again. So a sequence of choices costs
 * as much as it has different states, not as it has paths. A command without choices, as those of automata as
 * read are, is run on the state directly: runs may be millions of edges long. */
#include "logic/value.h"
#include "model/program_private.h"
#include "model/program_state.h"

struct frame {
    program_command point;
    program_environment state; /* before the point */
    uint32_t next;             /* the branch to try next; 1 in a step: taken */
};

struct execution {
    struct program *program;
    struct program_environments environments;
    struct evaluation evaluation;
    struct hash_map failed; /* point << 32 | state */
    const term *inputs;
    term post;
    VEC(struct frame) path;
};

static term value_in(struct execution *x, program_environment state, term t) {
    struct program_reads reads = program_reads(x->program, t);
    evaluation_reset(&x->evaluation);
    for (uint32_t i = 0; i < reads.n; i++) {
        uint32_t v = reads.variables[i];
        evaluation_set(&x->evaluation, x->program->variables.data[v].now,
                       program_environment_get(&x->environments, state, v));
    }
    return evaluate(&x->evaluation, t);
}

static bool holds(struct execution *x, program_environment state, term condition) {
    return term_is(x->program->terms, value_in(x, state, condition), TERM_TRUE);
}

static term input_at(const struct program *program, const term *inputs, uint32_t site) {
    if (inputs && !term_is_none(inputs[site])) return inputs[site];
    return value_default(program->terms, term_sort(program->terms, program->sites.data[site].input));
}

/* The action on the state; false when it is an assumption that does not hold. */
static bool act(struct execution *x, const struct program_action *action, program_environment *state) {
    program_environment from = *state;
    switch (action->kind) {
    case PROGRAM_ASSUME: return holds(x, from, action->condition);
    case PROGRAM_TAG: return true;
    case PROGRAM_HAVOC:
        *state =
            program_environment_set(&x->environments, from, x->program->sites.data[action->site].variable,
                                    input_at(x->program, x->inputs, action->site));
        return true;
    case PROGRAM_ASSIGN:
        for (uint32_t i = 0; i < action->n; i++) {
            term value = value_in(x, from, action->assignments[i].value);
            *state =
                program_environment_set(&x->environments, *state, action->assignments[i].variable, value);
        }
        return true;
    }
    return false;
}

/* Depth-first search; the path is left in x->path, END last. */
static bool search(struct execution *x, program_command root, program_environment state) {
    vec_push(&x->path, (struct frame){root, state, 0});
    while (x->path.size) {
        struct frame *top = &vec_last(&x->path);
        struct program_node node = program_node(x->program, top->point);
        if (node.kind == PROGRAM_END && (term_is_none(x->post) || holds(x, top->state, x->post))) return true;
        if (top->next == node.n) {
            hash_map_put(&x->failed, (uint64_t)top->point.id << 32 | top->state.id, 0);
            (void)vec_pop(&x->path);
            continue;
        }
        program_command next = node.next[top->next++];
        state = top->state;
        if (node.kind == PROGRAM_STEP && !act(x, &node.action, &state)) continue;
        if (hash_map_get(&x->failed, (uint64_t)next.id << 32 | state.id) != HASH_NONE) continue;
        vec_push(&x->path, (struct frame){next, state, 0});
    }
    return false;
}

static void report(const struct execution *x, term *state, u32s *tags, u32s *sites) {
    vec_each (const struct frame, f, &x->path) {
        struct program_node node = program_node(x->program, f->point);
        if (node.kind != PROGRAM_STEP) continue;
        if (tags && node.action.kind == PROGRAM_TAG) vec_push(tags, node.action.edge);
        if (sites && node.action.kind == PROGRAM_HAVOC) vec_push(sites, node.action.site);
    }
    for (uint32_t v = 0; v < x->program->variables.size; v++)
        state[v] = program_environment_get(&x->environments, vec_last(&x->path).state, v);
}

static bool search_and_report(struct program_state *s, program_command command, const term *inputs, term post,
                              u32s *tags, u32s *sites) {
    struct program *program = (struct program *)s->program;
    struct execution x = {.program = program, .inputs = inputs, .post = post};
    term_list before = {0}, after = {0};
    for (uint32_t v = 0; v < program->variables.size; v++) vec_push(&before, program_state_get(s, v));
    vec_append(&after, before.data, before.size);
    program_environments_init(&x.environments, program->variables.size);
    evaluation_init(&x.evaluation, program->terms);
    bool reached = search(&x, command, program_environment_of(&x.environments, before.data));
    if (reached) report(&x, after.data, tags, sites);
    for (uint32_t v = 0; v < after.size; v++)
        if (!term_same(before.data[v], after.data[v])) program_state_set(s, v, after.data[v]);
    vec_free(&x.path);
    hash_map_free(&x.failed);
    evaluation_fini(&x.evaluation);
    program_environments_fini(&x.environments);
    vec_free(&before);
    vec_free(&after);
    return reached;
}

/* ---- commands without choices ---- */

static bool has_choice(const struct program *program, program_command at) {
    for (;;) {
        struct program_node node = program_node(program, at);
        if (node.kind != PROGRAM_STEP) return node.kind == PROGRAM_CHOICE;
        at = node.next[0];
    }
}

static bool act_on(struct program_state *s, const struct program_action *action, const term *inputs) {
    switch (action->kind) {
    case PROGRAM_ASSUME:
        return term_is(s->program->terms, program_state_value(s, action->condition), TERM_TRUE);
    case PROGRAM_TAG: return true;
    case PROGRAM_HAVOC:
        program_state_set(s, s->program->sites.data[action->site].variable,
                          input_at(s->program, inputs, action->site));
        return true;
    case PROGRAM_ASSIGN: program_state_assign(s, action->assignments, action->n); return true;
    }
    return false;
}

static bool run_straight(struct program_state *s, program_command at, const term *inputs, term post,
                         u32s *tags, u32s *sites) {
    for (struct program_node node = program_node(s->program, at); node.kind == PROGRAM_STEP;
         node = program_node(s->program, at)) {
        at = node.next[0];
        if (!act_on(s, &node.action, inputs)) return false;
        if (tags && node.action.kind == PROGRAM_TAG) vec_push(tags, node.action.edge);
        if (sites && node.action.kind == PROGRAM_HAVOC) vec_push(sites, node.action.site);
    }
    return term_is_none(post) || term_is(s->program->terms, program_state_value(s, post), TERM_TRUE);
}

bool program_run(struct program_state *s, program_command command, const term *inputs, term post, u32s *tags,
                 u32s *sites) {
    if (has_choice(s->program, command)) return search_and_report(s, command, inputs, post, tags, sites);
    uint32_t old_tags = tags ? tags->size : 0, old_sites = sites ? sites->size : 0;
    bool reached = run_straight(s, command, inputs, post, tags, sites);
    if (!reached) program_state_return(s);
    if (!reached && tags) vec_shrink(tags, old_tags);
    if (!reached && sites) vec_shrink(sites, old_sites);
    return reached;
}

bool program_execute(struct program *program, program_command command, term *state, const term *inputs,
                     term post, u32s *tags, u32s *sites) {
    struct program_state s;
    program_state_init(&s, program, state);
    program_state_keep(&s);
    bool reached = program_run(&s, command, inputs, post, tags, sites);
    for (uint32_t i = 0; i < s.changes.size; i++) {
        uint32_t v = s.changes.data[i].variable;
        if (!i || s.changes.data[i - 1].variable != v) state[v] = program_state_get(&s, v);
    }
    program_state_fini(&s);
    return reached;
}
