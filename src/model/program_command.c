/* Commands: hash-consed points, ways to build them and to walk them.
 *
 * Besides what the header promises, the constructors keep commands small: assignments x := x are left out,
 * what can only run into `assume false` is that command itself, wherever it stands, and actions with which
 * all branches of a choice begin come before the choice. Tags have no effect, so they make room for them. */
#include "model/program_private.h"

#include <stdlib.h>

/* ---- points ---- */

void cfa_commands_init(struct cfa *cfa) {
    struct cfa_commands *c = cfa->commands = mem_new(struct cfa_commands);
    arena_init(&c->texts);
    vec_push(&c->points, (struct cfa_point){.kind = CFA_END, .chain = HASH_NONE}); /* point 0 */
}

void cfa_commands_fini(struct cfa *cfa) {
    struct cfa_commands *c = cfa->commands;
    vec_free(&c->points);
    vec_free(&c->assignments);
    vec_free(&c->next);
    hash_map_free(&c->by_hash);
    hash_map_free(&c->choices);
    hash_map_free(&c->by_now);
    hash_map_free(&c->reads_of);
    hash_names_free(&c->variables);
    hash_names_free(&c->locations);
    vec_free(&c->reads);
    arena_fini(&c->texts);
    mem_free(c);
}

static bool same_assignments(const struct cfa_assignment *x, const struct cfa_assignment *y, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (x[i].variable != y[i].variable || !term_same(x[i].value, y[i].value)) return false;
    return true;
}

static uint64_t hash_point(const struct cfa_point *p, const struct cfa_assignment *assignments,
                           const cfa_command *next) {
    uint64_t h = hash_mix((uint64_t)p->kind << 40 ^ (uint64_t)p->action << 36 ^ p->operand);
    for (uint32_t i = 0; i < p->size; i++)
        h = hash_mix(h ^ ((uint64_t)assignments[i].variable << 32 | assignments[i].value.id));
    for (uint32_t i = 0; i < p->n; i++) h = hash_mix(h ^ next[i].id);
    return h;
}

/* The point like `p` with these assignments and followers. */
static cfa_command intern(struct cfa *cfa, struct cfa_point p, const struct cfa_assignment *assignments,
                          const cfa_command *next) {
    struct cfa_commands *c = cfa->commands;
    uint64_t hash = hash_point(&p, assignments, next);
    uint32_t first = hash_map_get(&c->by_hash, hash);
    for (uint32_t id = first; id != HASH_NONE; id = c->points.data[id].chain) {
        const struct cfa_point *q = &c->points.data[id];
        if (q->kind == p.kind && q->action == p.action && q->operand == p.operand && q->size == p.size &&
            q->n == p.n && memcmp(&c->next.data[q->next], next, p.n * sizeof *next) == 0 &&
            same_assignments(c->assignments.data + q->assignments, assignments, p.size))
            return (cfa_command){id};
    }
    p.chain = first;
    p.assignments = c->assignments.size;
    p.next = c->next.size;
    vec_append(&c->assignments, assignments, p.size);
    vec_append(&c->next, next, p.n);
    hash_map_put(&c->by_hash, hash, c->points.size);
    vec_push(&c->points, p);
    return (cfa_command){c->points.size - 1};
}

struct cfa_node cfa_node(const struct cfa *cfa, cfa_command command) {
    const struct cfa_commands *c = cfa->commands;
    assert(command.id < c->points.size);
    const struct cfa_point *p = &c->points.data[command.id];
    struct cfa_node node = {.kind = p->kind, .n = p->n, .next = p->n ? c->next.data + p->next : NULL};
    if (p->kind != CFA_STEP) return node;
    node.action.kind = p->action;
    switch (p->action) {
    case CFA_ASSUME: node.action.condition = (term){p->operand}; break;
    case CFA_ASSIGN:
        node.action.n = p->size;
        node.action.assignments = c->assignments.data + p->assignments;
        break;
    case CFA_HAVOC: node.action.site = p->operand; break;
    case CFA_TAG: node.action.edge = p->operand; break;
    }
    return node;
}

bool cfa_is_dead(const struct cfa *cfa, cfa_command command) {
    const struct cfa_point *p = &cfa->commands->points.data[command.id];
    return p->kind == CFA_STEP && p->action == CFA_ASSUME &&
           term_is(cfa->terms, (term){p->operand}, TERM_FALSE);
}

term cfa_selector(struct cfa *cfa, cfa_command choice, uint32_t i) {
    uint64_t key = (uint64_t)choice.id << 32 | i;
    uint32_t found = hash_map_get(&cfa->commands->choices, key);
    if (found != HASH_NONE) return (term){found};
    term selector = term_fresh(cfa->terms, "choice", sort_bool());
    hash_map_put(&cfa->commands->choices, key, selector.id);
    return selector;
}

/* ---- building ---- */

/* One action, like that of `p`, before `next`. */
static cfa_command step(struct cfa *cfa, struct cfa_point p, const struct cfa_assignment *assignments,
                        cfa_command next) {
    if (cfa_is_dead(cfa, next)) return next;
    p.kind = CFA_STEP;
    p.n = 1;
    return intern(cfa, p, assignments, &next);
}

cfa_command cfa_skip(struct cfa *cfa) {
    (void)cfa;
    return (cfa_command){0};
}

cfa_command cfa_assume(struct cfa *cfa, term condition) {
    assert(sort_same(term_sort(cfa->terms, condition), sort_bool()));
    if (term_is(cfa->terms, condition, TERM_TRUE)) return cfa_skip(cfa);
    return step(cfa, (struct cfa_point){.action = CFA_ASSUME, .operand = condition.id}, NULL, cfa_skip(cfa));
}

cfa_command cfa_assign(struct cfa *cfa, uint32_t variable, term value) {
    return cfa_assign_all(cfa, &(struct cfa_assignment){variable, value}, 1);
}

static int by_variable(const void *x, const void *y) {
    uint32_t a = ((const struct cfa_assignment *)x)->variable,
             b = ((const struct cfa_assignment *)y)->variable;
    return (a > b) - (a < b);
}

cfa_command cfa_assign_all(struct cfa *cfa, const struct cfa_assignment *assignments, uint32_t n) {
    VEC(struct cfa_assignment) sorted = {0};
    for (uint32_t i = 0; i < n; i++) {
        assert(assignments[i].variable < cfa->variables.size);
        term now = cfa->variables.data[assignments[i].variable].now;
        assert(sort_same(term_sort(cfa->terms, now), term_sort(cfa->terms, assignments[i].value)));
        if (!term_same(now, assignments[i].value)) vec_push(&sorted, assignments[i]);
    }
    if (sorted.size > 1) qsort(sorted.data, sorted.size, sizeof *sorted.data, by_variable);
    for (uint32_t i = 1; i < sorted.size; i++)
        assert(sorted.data[i - 1].variable < sorted.data[i].variable && "a variable is assigned twice");
    cfa_command result = cfa_skip(cfa);
    if (sorted.size)
        result =
            step(cfa, (struct cfa_point){.action = CFA_ASSIGN, .size = sorted.size}, sorted.data, result);
    vec_free(&sorted);
    return result;
}

cfa_command cfa_havoc(struct cfa *cfa, uint32_t site) {
    assert(site < cfa->sites.size);
    return step(cfa, (struct cfa_point){.action = CFA_HAVOC, .operand = site}, NULL, cfa_skip(cfa));
}

cfa_command cfa_tag(struct cfa *cfa, uint32_t edge) {
    return step(cfa, (struct cfa_point){.action = CFA_TAG, .operand = edge}, NULL, cfa_skip(cfa));
}

/* The first point behind tags, which are appended. */
static cfa_command behind_tags(const struct cfa *cfa, cfa_command command, u32s *tags) {
    for (;;) {
        const struct cfa_point *p = &cfa->commands->points.data[command.id];
        if (p->kind != CFA_STEP || p->action != CFA_TAG) return command;
        vec_push(tags, p->operand);
        command = cfa->commands->next.data[p->next];
    }
}

static bool same_action(const struct cfa *cfa, cfa_command x, cfa_command y) {
    const struct cfa_commands *c = cfa->commands;
    const struct cfa_point *p = &c->points.data[x.id], *q = &c->points.data[y.id];
    return p->kind == CFA_STEP && q->kind == CFA_STEP && p->action == q->action && p->operand == q->operand &&
           p->size == q->size &&
           same_assignments(c->assignments.data + p->assignments, c->assignments.data + q->assignments,
                            p->size);
}

/* Takes the actions that all branches begin with away from them and appends them to `common`, as points. */
static void take_common(struct cfa *cfa, cfa_command_list *branches, cfa_command_list *common) {
    u32s *tags = mem_new_array(u32s, branches->size);
    cfa_command_list rest = {0};
    for (;;) {
        vec_clear(&rest);
        for (uint32_t i = 0; i < branches->size; i++)
            vec_push(&rest, behind_tags(cfa, branches->data[i], &tags[i]));
        bool all = true, met = true;
        for (uint32_t i = 0; i < rest.size && all; i++) {
            all = same_action(cfa, rest.data[0], rest.data[i]);
            met = met && rest.data[0].id == rest.data[i].id;
        }
        all = all && !met;
        if (all) vec_push(common, rest.data[0]);
        for (uint32_t i = 0; i < rest.size; i++)
            branches->data[i] = all ? cfa_node(cfa, rest.data[i]).next[0] : rest.data[i];
        if (!all) break;
    }
    for (uint32_t i = 0; i < branches->size; i++) {
        while (tags[i].size)
            branches->data[i] = cfa_then(cfa, cfa_tag(cfa, vec_pop(&tags[i])), branches->data[i]);
        vec_free(&tags[i]);
    }
    vec_free(&rest);
    mem_free(tags);
}

/* The branches that have behaviour, and of those that differ in tags only the first. */
static void add_alive(const struct cfa *cfa, const cfa_command *branches, uint32_t n,
                      cfa_command_list *alive) {
    struct hash_map seen = {0};
    u32s tags = {0};
    for (uint32_t i = 0; i < n; i++) {
        cfa_command behind = behind_tags(cfa, branches[i], &tags);
        if (cfa_is_dead(cfa, branches[i]) || hash_map_get(&seen, behind.id) != HASH_NONE) continue;
        hash_map_put(&seen, behind.id, 0);
        vec_push(alive, branches[i]);
    }
    vec_free(&tags);
    hash_map_free(&seen);
}

static cfa_command with_next(struct cfa *cfa, cfa_command command, const cfa_command *next);

cfa_command cfa_choice(struct cfa *cfa, const cfa_command *branches, uint32_t n) {
    cfa_command_list alive = {0}, rest = {0}, common = {0};
    add_alive(cfa, branches, n, &alive);
    if (alive.size > 1) take_common(cfa, &alive, &common);
    add_alive(cfa, alive.data, alive.size, &rest);
    cfa_command result;
    if (!rest.size)
        result = cfa_assume(cfa, term_false(cfa->terms));
    else if (rest.size == 1)
        result = rest.data[0];
    else
        result = intern(cfa, (struct cfa_point){.kind = CFA_CHOICE, .n = rest.size}, NULL, rest.data);
    while (common.size) result = with_next(cfa, vec_pop(&common), &result);
    vec_free(&alive);
    vec_free(&rest);
    vec_free(&common);
    return result;
}

cfa_command cfa_choice2(struct cfa *cfa, cfa_command x, cfa_command y) {
    return cfa_choice(cfa, (cfa_command[]){x, y}, 2);
}

/* The point with other followers; `next` is not in the pool. */
static cfa_command with_next(struct cfa *cfa, cfa_command command, const cfa_command *next) {
    struct cfa_point p = cfa->commands->points.data[command.id];
    if (p.kind == CFA_CHOICE) return cfa_choice(cfa, next, p.n);
    struct cfa_assignment *assignments = NULL;
    if (p.size)
        assignments = mem_dup(cfa->commands->assignments.data + p.assignments, p.size * sizeof *assignments);
    command = step(cfa, p, assignments, next[0]);
    mem_free(assignments);
    return command;
}

cfa_command cfa_then(struct cfa *cfa, cfa_command first, cfa_command second) {
    if (cfa_is_dead(cfa, first)) return first;
    struct cfa_walk walk;
    cfa_walk_init(&walk, cfa, first);
    cfa_command_list made = {0}, next = {0};
    vec_resize(&made, walk.points.size);
    for (uint32_t i = walk.points.size; i--;) {
        struct cfa_node node = cfa_node(cfa, walk.points.data[i]);
        vec_clear(&next);
        for (uint32_t j = 0; j < node.n; j++)
            vec_push(&next, made.data[cfa_walk_position(&walk, node.next[j])]);
        made.data[i] = node.kind == CFA_END ? second : with_next(cfa, walk.points.data[i], next.data);
    }
    cfa_command result = made.data[0];
    vec_free(&made);
    vec_free(&next);
    cfa_walk_fini(&walk);
    return result;
}

/* ---- walking ---- */

/* Depth first; a point is complete when all that follows it is, so the reverse of the order of completion has
 * every point before its followers. */
void cfa_walk_init(struct cfa_walk *walk, const struct cfa *cfa, cfa_command root) {
    struct frame {
        cfa_command point;
        uint32_t next;
    };
    *walk = (struct cfa_walk){0};
    VEC(struct frame) stack = {0};
    vec_push(&stack, (struct frame){root, 0});
    hash_map_put(&walk->positions, root.id, 0);
    while (stack.size) {
        struct frame *top = &vec_last(&stack);
        struct cfa_node node = cfa_node(cfa, top->point);
        if (top->next == node.n) {
            vec_push(&walk->points, top->point);
            (void)vec_pop(&stack);
            continue;
        }
        cfa_command next =
            node.next[node.n - 1 - top->next++]; /* so the first branch comes first in the end */
        if (hash_map_get(&walk->positions, next.id) != HASH_NONE) continue;
        hash_map_put(&walk->positions, next.id, 0);
        vec_push(&stack, (struct frame){next, 0});
    }
    vec_free(&stack);
    uint32_t n = walk->points.size;
    for (uint32_t i = 0; i < n / 2; i++) {
        cfa_command swap = walk->points.data[i];
        walk->points.data[i] = walk->points.data[n - 1 - i];
        walk->points.data[n - 1 - i] = swap;
    }
    for (uint32_t i = 0; i < n; i++) hash_map_put(&walk->positions, walk->points.data[i].id, i);
}

void cfa_walk_fini(struct cfa_walk *walk) {
    vec_free(&walk->points);
    hash_map_free(&walk->positions);
}

uint32_t cfa_walk_position(const struct cfa_walk *walk, cfa_command command) {
    return hash_map_get(&walk->positions, command.id);
}

void cfa_points(const struct cfa *cfa, cfa_command command, cfa_command_list *out) {
    struct cfa_walk walk;
    cfa_walk_init(&walk, cfa, command);
    vec_append(out, walk.points.data, walk.points.size);
    cfa_walk_fini(&walk);
}

static int by_number(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

void cfa_sites(const struct cfa *cfa, cfa_command command, u32s *out) {
    cfa_command_list points = {0};
    cfa_points(cfa, command, &points);
    u32s sites = {0};
    vec_each (const cfa_command, c, &points) {
        struct cfa_node node = cfa_node(cfa, *c);
        if (node.kind == CFA_STEP && node.action.kind == CFA_HAVOC) vec_push(&sites, node.action.site);
    }
    if (sites.size) qsort(sites.data, sites.size, sizeof *sites.data, by_number);
    for (uint32_t i = 0; i < sites.size; i++)
        if (!i || sites.data[i] != sites.data[i - 1]) vec_push(out, sites.data[i]);
    vec_free(&sites);
    vec_free(&points);
}

struct cfa_reads cfa_reads(const struct cfa *cfa, term t) {
    struct cfa_commands *c = cfa->commands;
    uint32_t begin = hash_map_get(&c->reads_of, t.id);
    if (begin == HASH_NONE) {
        term_list variables = {0};
        term_variables(cfa->terms, &t, 1, &variables);
        begin = c->reads.size;
        vec_push(&c->reads, 0);
        vec_each (const term, x, &variables) {
            uint32_t v = cfa_find_variable(cfa, *x);
            if (v != CFA_NONE) vec_push(&c->reads, v);
        }
        uint32_t n = c->reads.data[begin] = c->reads.size - begin - 1;
        if (n) qsort(c->reads.data + begin + 1, n, sizeof *c->reads.data, by_number);
        vec_free(&variables);
        hash_map_put(&c->reads_of, t.id, begin);
    }
    return (struct cfa_reads){c->reads.data + begin + 1, c->reads.data[begin]};
}

static void mark_reads(const struct cfa *cfa, term t, u8s *marks) {
    struct cfa_reads reads = cfa_reads(cfa, t);
    for (uint32_t i = 0; i < reads.n; i++) marks->data[reads.variables[i]] = 1;
}

void cfa_uses(const struct cfa *cfa, cfa_command command, u8s *reads, u8s *writes) {
    if (reads->size < cfa->variables.size) vec_resize(reads, cfa->variables.size);
    if (writes->size < cfa->variables.size) vec_resize(writes, cfa->variables.size);
    cfa_command_list points = {0};
    cfa_points(cfa, command, &points);
    vec_each (const cfa_command, c, &points) {
        struct cfa_node node = cfa_node(cfa, *c);
        if (node.kind != CFA_STEP) continue;
        if (node.action.kind == CFA_ASSUME) mark_reads(cfa, node.action.condition, reads);
        if (node.action.kind == CFA_HAVOC) writes->data[cfa->sites.data[node.action.site].variable] = 1;
        if (node.action.kind == CFA_ASSIGN)
            for (uint32_t i = 0; i < node.action.n; i++) {
                writes->data[node.action.assignments[i].variable] = 1;
                mark_reads(cfa, node.action.assignments[i].value, reads);
            }
    }
    vec_free(&points);
}

uint64_t cfa_paths(const struct cfa *cfa, cfa_command command) {
    struct cfa_walk walk;
    cfa_walk_init(&walk, cfa, command);
    u64s paths = {0};
    vec_resize(&paths, walk.points.size);
    for (uint32_t i = walk.points.size; i--;) {
        struct cfa_node node = cfa_node(cfa, walk.points.data[i]);
        uint64_t sum = node.kind == CFA_END;
        for (uint32_t j = 0; j < node.n; j++) {
            uint64_t more = paths.data[cfa_walk_position(&walk, node.next[j])];
            sum = sum > UINT64_MAX - more ? UINT64_MAX : sum + more;
        }
        paths.data[i] = sum;
    }
    uint64_t result = paths.data[0];
    vec_free(&paths);
    cfa_walk_fini(&walk);
    return result;
}
