/* A command as a function from states and inputs to states, linear in its points.
 *
 * Forward, every point gets the values of the variables there. Where paths meet, the values become an
 * if-then-else over the choices between the meeting point and its immediate dominator, innermost choice last:
 *
 *     if (b) { x := 1 } else { if (c) { x := 2 } else { y := 3 } }      x: ite(b, 1, ite(c, 2, x))
 *
 * A choice whose branches begin with assumptions that exclude each other is decided by these; any other one,
 * if a value depends on it at all, by Boolean inputs, of which the first that is true selects the branch.
 *
 * Backward, every point gets the condition under which the selected path goes on to its immediate
 * post-dominator; the guard is the conjunction along the post-dominators of the root. So a diamond with b and
 * (not b) in a long sequence adds `b or not b`, which is true, and not the rest of the command twice. */
#include "model/program_private.h"

typedef VEC(program_environment) environment_list;

/* All lists are by position in the walk. */
struct builder {
    struct program *program;
    struct terms *bank;
    struct program_descent walk;
    struct program_environments environments;
    environment_list before, after;
    u32s enters, begins;        /* predecessors of i: enters[begins[i] .. begins[i+1][ */
    u8s meets;                  /* more than one way leads there */
    u32s dominator, depth;      /* tree of immediate dominators, then of post-dominators */
    u8s selected;               /* choices that a value depends on */
    u32s region;                /* scratch: the meeting point that the point was visited for, plus 1 */
    environment_list then;      /* scratch: values at the meeting point when coming from here */
    term_list local;            /* condition of going on to the immediate post-dominator */
    struct hash_map conditions; /* from << 32 | post-dominator -> term */
    u8s decided;                /* choices: how `selectors` came about */
    VEC(term_list) selectors; /* choices: branch j is taken rather than a later one when selectors[j] holds */
};
enum { UNDECIDED, BY_TESTS, BY_INPUTS };

static struct program_node node_at(const struct builder *b, uint32_t i) {
    return program_node(b->program, b->walk.points.data[i]);
}
static uint32_t next_of(const struct builder *b, struct program_node node, uint32_t j) {
    return program_walk_position(&b->walk, node.next[j]);
}

static void builder_init(struct builder *b, struct program *program, program_command root) {
    *b = (struct builder){.program = program, .bank = program->terms};
    program_descent_init(&b->walk, program, root);
    program_environments_init(&b->environments, program->variables.size);
    uint32_t n = b->walk.points.size;
    vec_resize(&b->before, n);
    vec_resize(&b->after, n);
    vec_resize(&b->then, n);
    vec_resize(&b->dominator, n);
    vec_resize(&b->depth, n);
    vec_resize(&b->selected, n);
    vec_resize(&b->region, n);
    vec_resize(&b->local, n);
    vec_resize(&b->decided, n);
    vec_resize(&b->selectors, n);
    vec_resize(&b->begins, n + 2);
    for (uint32_t i = 0; i < n; i++) { /* counting sort of the steps by their target */
        struct program_node node = node_at(b, i);
        for (uint32_t j = 0; j < node.n; j++) b->begins.data[next_of(b, node, j) + 2]++;
    }
    for (uint32_t i = 2; i < n + 2; i++) b->begins.data[i] += b->begins.data[i - 1];
    vec_resize(&b->enters, b->begins.data[n + 1]);
    for (uint32_t i = 0; i < n; i++) {
        struct program_node node = node_at(b, i);
        for (uint32_t j = 0; j < node.n; j++) b->enters.data[b->begins.data[next_of(b, node, j) + 1]++] = i;
    }
    for (uint32_t i = 0; i < n; i++) vec_push(&b->meets, b->begins.data[i + 1] - b->begins.data[i] > 1);
}

static void builder_fini(struct builder *b) {
    program_walk_fini(&b->walk);
    program_environments_fini(&b->environments);
    vec_free(&b->before);
    vec_free(&b->after);
    vec_free(&b->then);
    vec_free(&b->dominator);
    vec_free(&b->depth);
    vec_free(&b->selected);
    vec_free(&b->region);
    vec_free(&b->local);
    vec_free(&b->begins);
    vec_free(&b->meets);
    vec_free(&b->enters);
    hash_map_free(&b->conditions);
    vec_free(&b->decided);
    vec_each (term_list, list, &b->selectors) vec_free(list);
    vec_free(&b->selectors);
}

/* The lowest common ancestor in the tree. */
static uint32_t ancestor(const struct builder *b, uint32_t x, uint32_t y) {
    while (x != y) {
        if (b->depth.data[x] < b->depth.data[y])
            y = b->dominator.data[y];
        else
            x = b->dominator.data[x];
    }
    return x;
}

static void hang_below(struct builder *b, uint32_t i, uint32_t parent) {
    b->dominator.data[i] = parent;
    b->depth.data[i] = b->depth.data[parent] + 1;
}

/* ---- choices ---- */

/* What program_tests finds as terms over the state at the beginning of the command, or inputs where it finds
 * nothing. */
static const term *selectors_of(struct builder *b, uint32_t i) {
    term_list *list = &b->selectors.data[i];
    if (b->decided.data[i] != UNDECIDED) return list->data;
    struct program_node choice = node_at(b, i);
    if (program_tests(b->program, &b->walk, &b->meets, i, list)) {
        b->decided.data[i] = BY_TESTS;
        vec_each (term, t, list)
            *t = program_environment_apply(&b->environments, b->program, b->before.data[i], *t);
        return list->data;
    }
    b->decided.data[i] = BY_INPUTS;
    vec_clear(list);
    for (uint32_t j = 0; j + 1 < choice.n; j++)
        vec_push(list, program_selector(b->program, b->walk.points.data[i], j));
    return list->data;
}

/* ---- values, forward ---- */

static program_environment act(struct builder *b, program_environment from,
                               const struct program_action *action) {
    struct program *program = b->program;
    program_environment to = from;
    if (action->kind == PROGRAM_HAVOC) {
        const struct program_site *site = &program->sites.data[action->site];
        to = program_environment_set(&b->environments, from, site->variable, site->input);
    }
    if (action->kind == PROGRAM_ASSIGN)
        for (uint32_t i = 0; i < action->n; i++) {
            const struct program_assignment *a = &action->assignments[i];
            term value = program_environment_apply(&b->environments, program, from, a->value);
            to = program_environment_set(&b->environments, to, a->variable, value);
        }
    return to;
}

/* Marks the points between a meeting point and its dominator. */
static void visit_region(struct builder *b, uint32_t meeting, uint32_t top) {
    u32s stack = {0};
    vec_push(&stack, meeting);
    while (stack.size) {
        uint32_t i = vec_pop(&stack);
        for (uint32_t k = b->begins.data[i]; k < b->begins.data[i + 1]; k++) {
            uint32_t from = b->enters.data[k];
            if (b->region.data[from] == meeting + 1) continue;
            b->region.data[from] = meeting + 1;
            if (from != top) vec_push(&stack, from);
        }
    }
    vec_free(&stack);
}

/* The values at the meeting point when a path takes the choice at i; fills in then[i]. */
static void meet_choice(struct builder *b, uint32_t i, uint32_t meeting) {
    struct program_node choice = node_at(b, i);
    bool found = false;
    program_environment result = {0};
    for (uint32_t j = choice.n; j--;) {
        uint32_t next = next_of(b, choice, j);
        if (next != meeting && b->region.data[next] != meeting + 1) continue; /* goes elsewhere */
        program_environment taken = next == meeting ? b->after.data[i] : b->then.data[next];
        if (found && taken.id != result.id) {
            b->selected.data[i] = 1;
            result = program_environment_ite(&b->environments, b->bank, selectors_of(b, i)[j], taken, result);
        } else
            result = taken;
        found = true;
    }
    b->then.data[i] = result;
}

static program_environment meet(struct builder *b, uint32_t meeting) {
    uint32_t top = b->dominator.data[meeting];
    visit_region(b, meeting, top);
    for (uint32_t i = meeting; i-- > top;) {
        if (b->region.data[i] != meeting + 1) continue;
        struct program_node node = node_at(b, i);
        if (node.kind == PROGRAM_CHOICE) {
            meet_choice(b, i, meeting);
            continue;
        }
        uint32_t next = next_of(b, node, 0);
        b->then.data[i] = next == meeting ? b->after.data[i] : b->then.data[next];
    }
    return b->then.data[top];
}

static void values_forward(struct builder *b) {
    term_list now = {0};
    vec_each (const struct program_variable, v, &b->program->variables) vec_push(&now, v->now);
    for (uint32_t i = 0; i < b->walk.points.size; i++) {
        const uint32_t *from = b->enters.data + b->begins.data[i];
        uint32_t n = b->begins.data[i + 1] - b->begins.data[i];
        if (!n) {
            b->before.data[i] = program_environment_of(&b->environments, now.data);
        } else {
            uint32_t top = from[0];
            bool same = true;
            for (uint32_t k = 1; k < n; k++) {
                top = ancestor(b, top, from[k]);
                same = same && b->after.data[from[k]].id == b->after.data[from[0]].id;
            }
            hang_below(b, i, top);
            b->before.data[i] = same ? b->after.data[from[0]] : meet(b, i);
        }
        struct program_node node = node_at(b, i);
        b->after.data[i] = b->before.data[i];
        if (node.kind == PROGRAM_STEP) b->after.data[i] = act(b, b->before.data[i], &node.action);
    }
    vec_free(&now);
}

/* ---- guard, backward ---- */

/* The conjunction of the conditions from `from` to its post-dominator `to`. */
static term condition_to(struct builder *b, uint32_t from, uint32_t to) {
    term_list all = {0};
    for (uint32_t i = from; i != to; i = b->dominator.data[i]) {
        uint32_t known = hash_map_get(&b->conditions, (uint64_t)i << 32 | to);
        term t = known != HASH_NONE ? (term){known} : b->local.data[i];
        if (!term_is(b->bank, t, TERM_TRUE)) vec_push(&all, t);
        if (known != HASH_NONE) break;
    }
    term t = term_and(b->bank, all.data, all.size);
    if (from != to) hash_map_put(&b->conditions, (uint64_t)from << 32 | to, t.id);
    vec_free(&all);
    return t;
}

/* Where tests decide, the branches assume them. */
static term choice_condition(struct builder *b, uint32_t i, uint32_t end) {
    struct program_node choice = node_at(b, i);
    term_list branches = {0};
    for (uint32_t j = 0; j < choice.n; j++) vec_push(&branches, condition_to(b, next_of(b, choice, j), end));
    term t;
    if (!b->selected.data[i] || b->decided.data[i] == BY_TESTS) {
        t = term_or(b->bank, branches.data, branches.size);
    } else {
        const term *selectors = selectors_of(b, i);
        t = vec_last(&branches);
        for (uint32_t j = choice.n - 1; j--;)
            if (!term_same(branches.data[j], t)) t = term_ite(b->bank, selectors[j], branches.data[j], t);
    }
    vec_free(&branches);
    return t;
}

static term guard_backward(struct builder *b) {
    uint32_t end =
        program_walk_position(&b->walk, program_skip(b->program)); /* the only point without followers */
    b->depth.data[end] = 0;
    for (uint32_t i = b->walk.points.size; i--;) {
        if (i == end) continue;
        struct program_node node = node_at(b, i);
        uint32_t top = next_of(b, node, 0);
        for (uint32_t j = 1; j < node.n; j++) top = ancestor(b, top, next_of(b, node, j));
        hang_below(b, i, top);
        term t = term_true(b->bank);
        if (node.kind == PROGRAM_CHOICE) t = choice_condition(b, i, top);
        if (node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_ASSUME)
            t = program_environment_apply(&b->environments, b->program, b->before.data[i],
                                          node.action.condition);
        b->local.data[i] = t;
    }
    return condition_to(b, 0, end);
}

/* ---- the whole ---- */

static void list_inputs(struct builder *b, term_list *inputs) {
    if (!inputs) return;
    struct hash_map seen = {0};
    term_list more = {0};
    vec_each (const term, t, inputs) hash_map_put(&seen, t->id, 0);
    for (uint32_t i = 0; i < b->walk.points.size; i++) {
        struct program_node node = node_at(b, i);
        if (node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_HAVOC)
            vec_push(&more, b->program->sites.data[node.action.site].input);
        if (b->decided.data[i] == BY_INPUTS)
            vec_append(&more, b->selectors.data[i].data, b->selectors.data[i].size);
    }
    vec_each (const term, t, &more) {
        if (hash_map_get(&seen, t->id) != HASH_NONE) continue;
        hash_map_put(&seen, t->id, 0);
        vec_push(inputs, *t);
    }
    vec_free(&more);
    hash_map_free(&seen);
}

void program_effect(struct program *program, program_command command, struct program_effect *out,
                    term_list *inputs) {
    struct builder b;
    builder_init(&b, program, command);
    values_forward(&b);
    uint32_t end = program_walk_position(&b.walk, program_skip(program));
    vec_clear(&out->values);
    for (uint32_t v = 0; v < program->variables.size; v++)
        vec_push(&out->values, program_environment_get(&b.environments, b.before.data[end], v));
    out->guard = guard_backward(&b);
    list_inputs(&b, inputs);
    builder_fini(&b);
}

void program_effect_fini(struct program_effect *effect) {
    vec_free(&effect->values);
}
