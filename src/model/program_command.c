/* Commands: hash-consed points, ways to build them and to walk them.
 *
 * Besides what the header promises, the constructors keep commands small: assignments x := x are left out,
 * what can only run into `assume false` is that command itself, wherever it stands, and actions with which
 * all branches of a choice begin come before the choice. Tags have no effect, so they make room for them. */
#include "model/program_private.h"

#include <stdlib.h>

/* ---- points ---- */

void program_commands_init(struct program *program) {
    struct program_commands *c = program->commands = mem_new(struct program_commands);
    arena_init(&c->texts);
    vec_push(&c->points, (struct program_point){.kind = PROGRAM_END, .chain = HASH_NONE}); /* point 0 */
}

void program_commands_fini(struct program *program) {
    struct program_commands *c = program->commands;
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

static bool same_assignments(const struct program_assignment *x, const struct program_assignment *y,
                             uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (x[i].variable != y[i].variable || !term_same(x[i].value, y[i].value)) return false;
    return true;
}

static uint64_t hash_point(const struct program_point *p, const struct program_assignment *assignments,
                           const program_command *next) {
    uint64_t h = hash_mix((uint64_t)p->kind << 40 ^ (uint64_t)p->action << 36 ^ p->operand);
    for (uint32_t i = 0; i < p->size; i++)
        h = hash_mix(h ^ ((uint64_t)assignments[i].variable << 32 | assignments[i].value.id));
    for (uint32_t i = 0; i < p->n; i++) h = hash_mix(h ^ next[i].id);
    return h;
}

/* The point like `p` with these assignments and followers. */
static program_command intern(struct program *program, struct program_point p,
                              const struct program_assignment *assignments, const program_command *next) {
    struct program_commands *c = program->commands;
    uint64_t hash = hash_point(&p, assignments, next);
    uint32_t first = hash_map_get(&c->by_hash, hash);
    for (uint32_t id = first; id != HASH_NONE; id = c->points.data[id].chain) {
        const struct program_point *q = &c->points.data[id];
        if (q->kind == p.kind && q->action == p.action && q->operand == p.operand && q->size == p.size &&
            q->n == p.n && memcmp(&c->next.data[q->next], next, p.n * sizeof *next) == 0 &&
            same_assignments(c->assignments.data + q->assignments, assignments, p.size))
            return (program_command){id};
    }
    p.chain = first;
    p.assignments = c->assignments.size;
    p.next = c->next.size;
    vec_append(&c->assignments, assignments, p.size);
    vec_append(&c->next, next, p.n);
    hash_map_put(&c->by_hash, hash, c->points.size);
    vec_push(&c->points, p);
    return (program_command){c->points.size - 1};
}

struct program_node program_node(const struct program *program, program_command command) {
    const struct program_commands *c = program->commands;
    assert(command.id < c->points.size);
    const struct program_point *p = &c->points.data[command.id];
    struct program_node node = {.kind = p->kind, .n = p->n, .next = p->n ? c->next.data + p->next : NULL};
    if (p->kind != PROGRAM_STEP) return node;
    node.action.kind = p->action;
    switch (p->action) {
    case PROGRAM_ASSUME: node.action.condition = (term){p->operand}; break;
    case PROGRAM_ASSIGN:
        node.action.n = p->size;
        node.action.assignments = c->assignments.data + p->assignments;
        break;
    case PROGRAM_HAVOC: node.action.site = p->operand; break;
    case PROGRAM_TAG: node.action.edge = p->operand; break;
    }
    return node;
}

bool program_is_dead(const struct program *program, program_command command) {
    const struct program_point *p = &program->commands->points.data[command.id];
    return p->kind == PROGRAM_STEP && p->action == PROGRAM_ASSUME &&
           term_is(program->terms, (term){p->operand}, TERM_FALSE);
}

term program_selector(struct program *program, program_command choice, uint32_t i) {
    uint64_t key = (uint64_t)choice.id << 32 | i;
    uint32_t found = hash_map_get(&program->commands->choices, key);
    if (found != HASH_NONE) return (term){found};
    term selector = term_fresh(program->terms, "choice", sort_bool());
    hash_map_put(&program->commands->choices, key, selector.id);
    return selector;
}

/* ---- building ---- */

/* One action, like that of `p`, before `next`. */
static program_command step(struct program *program, struct program_point p,
                            const struct program_assignment *assignments, program_command next) {
    if (program_is_dead(program, next)) return next;
    p.kind = PROGRAM_STEP;
    p.n = 1;
    return intern(program, p, assignments, &next);
}

program_command program_skip(struct program *program) {
    (void)program;
    return (program_command){0};
}

program_command program_assume(struct program *program, term condition) {
    assert(sort_same(term_sort(program->terms, condition), sort_bool()));
    if (term_is(program->terms, condition, TERM_TRUE)) return program_skip(program);
    return step(program, (struct program_point){.action = PROGRAM_ASSUME, .operand = condition.id}, NULL,
                program_skip(program));
}

program_command program_assign(struct program *program, uint32_t variable, term value) {
    return program_assign_all(program, &(struct program_assignment){variable, value}, 1);
}

static int by_variable(const void *x, const void *y) {
    uint32_t a = ((const struct program_assignment *)x)->variable,
             b = ((const struct program_assignment *)y)->variable;
    return (a > b) - (a < b);
}

program_command program_assign_all(struct program *program, const struct program_assignment *assignments,
                                   uint32_t n) {
    VEC(struct program_assignment) sorted = {0};
    for (uint32_t i = 0; i < n; i++) {
        assert(assignments[i].variable < program->variables.size);
        term now = program->variables.data[assignments[i].variable].now;
        assert(sort_same(term_sort(program->terms, now), term_sort(program->terms, assignments[i].value)));
        if (!term_same(now, assignments[i].value)) vec_push(&sorted, assignments[i]);
    }
    if (sorted.size > 1) qsort(sorted.data, sorted.size, sizeof *sorted.data, by_variable);
    for (uint32_t i = 1; i < sorted.size; i++)
        assert(sorted.data[i - 1].variable < sorted.data[i].variable && "a variable is assigned twice");
    program_command result = program_skip(program);
    if (sorted.size)
        result = step(program, (struct program_point){.action = PROGRAM_ASSIGN, .size = sorted.size},
                      sorted.data, result);
    vec_free(&sorted);
    return result;
}

program_command program_havoc(struct program *program, uint32_t site) {
    assert(site < program->sites.size);
    return step(program, (struct program_point){.action = PROGRAM_HAVOC, .operand = site}, NULL,
                program_skip(program));
}

program_command program_tag(struct program *program, uint32_t edge) {
    return step(program, (struct program_point){.action = PROGRAM_TAG, .operand = edge}, NULL,
                program_skip(program));
}

/* The first point behind tags, which are appended. */
static program_command behind_tags(const struct program *program, program_command command, u32s *tags) {
    for (;;) {
        const struct program_point *p = &program->commands->points.data[command.id];
        if (p->kind != PROGRAM_STEP || p->action != PROGRAM_TAG) return command;
        vec_push(tags, p->operand);
        command = program->commands->next.data[p->next];
    }
}

static bool same_action(const struct program *program, program_command x, program_command y) {
    const struct program_commands *c = program->commands;
    const struct program_point *p = &c->points.data[x.id], *q = &c->points.data[y.id];
    return p->kind == PROGRAM_STEP && q->kind == PROGRAM_STEP && p->action == q->action &&
           p->operand == q->operand && p->size == q->size &&
           same_assignments(c->assignments.data + p->assignments, c->assignments.data + q->assignments,
                            p->size);
}

/* Takes the actions that all branches begin with away from them and appends them to `common`, as points. */
static void take_common(struct program *program, program_command_list *branches,
                        program_command_list *common) {
    u32s *tags = mem_new_array(u32s, branches->size);
    program_command_list rest = {0};
    for (;;) {
        vec_clear(&rest);
        for (uint32_t i = 0; i < branches->size; i++)
            vec_push(&rest, behind_tags(program, branches->data[i], &tags[i]));
        bool all = true, met = true;
        for (uint32_t i = 0; i < rest.size && all; i++) {
            all = same_action(program, rest.data[0], rest.data[i]);
            met = met && rest.data[0].id == rest.data[i].id;
        }
        all = all && !met;
        if (all) vec_push(common, rest.data[0]);
        for (uint32_t i = 0; i < rest.size; i++)
            branches->data[i] = all ? program_node(program, rest.data[i]).next[0] : rest.data[i];
        if (!all) break;
    }
    for (uint32_t i = 0; i < branches->size; i++) {
        while (tags[i].size)
            branches->data[i] =
                program_then(program, program_tag(program, vec_pop(&tags[i])), branches->data[i]);
        vec_free(&tags[i]);
    }
    vec_free(&rest);
    mem_free(tags);
}

/* The branches that have behaviour, and of those that differ in tags only the first. */
static void add_alive(const struct program *program, const program_command *branches, uint32_t n,
                      program_command_list *alive) {
    struct hash_map seen = {0};
    u32s tags = {0};
    for (uint32_t i = 0; i < n; i++) {
        program_command behind = behind_tags(program, branches[i], &tags);
        if (program_is_dead(program, branches[i]) || hash_map_get(&seen, behind.id) != HASH_NONE) continue;
        hash_map_put(&seen, behind.id, 0);
        vec_push(alive, branches[i]);
    }
    vec_free(&tags);
    hash_map_free(&seen);
}

static program_command with_next(struct program *program, program_command command,
                                 const program_command *next);

program_command program_choice(struct program *program, const program_command *branches, uint32_t n) {
    program_command_list alive = {0}, rest = {0}, common = {0};
    add_alive(program, branches, n, &alive);
    if (alive.size > 1) take_common(program, &alive, &common);
    add_alive(program, alive.data, alive.size, &rest);
    program_command result;
    if (!rest.size)
        result = program_assume(program, term_false(program->terms));
    else if (rest.size == 1)
        result = rest.data[0];
    else
        result =
            intern(program, (struct program_point){.kind = PROGRAM_CHOICE, .n = rest.size}, NULL, rest.data);
    while (common.size) result = with_next(program, vec_pop(&common), &result);
    vec_free(&alive);
    vec_free(&rest);
    vec_free(&common);
    return result;
}

program_command program_choice2(struct program *program, program_command x, program_command y) {
    return program_choice(program, (program_command[]){x, y}, 2);
}

/* The point with other followers; `next` is not in the pool. */
static program_command with_next(struct program *program, program_command command,
                                 const program_command *next) {
    struct program_point p = program->commands->points.data[command.id];
    if (p.kind == PROGRAM_CHOICE) return program_choice(program, next, p.n);
    struct program_assignment *assignments = NULL;
    if (p.size)
        assignments =
            mem_dup(program->commands->assignments.data + p.assignments, p.size * sizeof *assignments);
    command = step(program, p, assignments, next[0]);
    mem_free(assignments);
    return command;
}

program_command program_then(struct program *program, program_command first, program_command second) {
    if (program_is_dead(program, first)) return first;
    struct program_descent walk;
    program_descent_init(&walk, program, first);
    program_command_list made = {0}, next = {0};
    vec_resize(&made, walk.points.size);
    for (uint32_t i = walk.points.size; i--;) {
        struct program_node node = program_node(program, walk.points.data[i]);
        vec_clear(&next);
        for (uint32_t j = 0; j < node.n; j++)
            vec_push(&next, made.data[program_walk_position(&walk, node.next[j])]);
        made.data[i] = node.kind == PROGRAM_END ? second : with_next(program, walk.points.data[i], next.data);
    }
    program_command result = made.data[0];
    vec_free(&made);
    vec_free(&next);
    program_walk_fini(&walk);
    return result;
}

/* ---- walking ---- */

/* Depth first; a point is complete when all that follows it is, so the reverse of the order of completion has
 * every point before its followers. */
void program_descent_init(struct program_descent *walk, const struct program *program, program_command root) {
    struct frame {
        program_command point;
        uint32_t next;
    };
    *walk = (struct program_descent){0};
    VEC(struct frame) stack = {0};
    vec_push(&stack, (struct frame){root, 0});
    hash_map_put(&walk->positions, root.id, 0);
    while (stack.size) {
        struct frame *top = &vec_last(&stack);
        struct program_node node = program_node(program, top->point);
        if (top->next == node.n) {
            vec_push(&walk->points, top->point);
            (void)vec_pop(&stack);
            continue;
        }
        program_command next =
            node.next[node.n - 1 - top->next++]; /* so the first branch comes first in the end */
        if (hash_map_get(&walk->positions, next.id) != HASH_NONE) continue;
        hash_map_put(&walk->positions, next.id, 0);
        vec_push(&stack, (struct frame){next, 0});
    }
    vec_free(&stack);
    uint32_t n = walk->points.size;
    for (uint32_t i = 0; i < n / 2; i++) {
        program_command swap = walk->points.data[i];
        walk->points.data[i] = walk->points.data[n - 1 - i];
        walk->points.data[n - 1 - i] = swap;
    }
    for (uint32_t i = 0; i < n; i++) hash_map_put(&walk->positions, walk->points.data[i].id, i);
}

void program_walk_fini(struct program_descent *walk) {
    vec_free(&walk->points);
    hash_map_free(&walk->positions);
}

uint32_t program_walk_position(const struct program_descent *walk, program_command command) {
    return hash_map_get(&walk->positions, command.id);
}

void program_points(const struct program *program, program_command command, program_command_list *out) {
    struct program_descent walk;
    program_descent_init(&walk, program, command);
    vec_append(out, walk.points.data, walk.points.size);
    program_walk_fini(&walk);
}

static int by_number(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

void program_sites(const struct program *program, program_command command, u32s *out) {
    program_command_list points = {0};
    program_points(program, command, &points);
    u32s sites = {0};
    vec_each (const program_command, c, &points) {
        struct program_node node = program_node(program, *c);
        if (node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_HAVOC)
            vec_push(&sites, node.action.site);
    }
    if (sites.size) qsort(sites.data, sites.size, sizeof *sites.data, by_number);
    for (uint32_t i = 0; i < sites.size; i++)
        if (!i || sites.data[i] != sites.data[i - 1]) vec_push(out, sites.data[i]);
    vec_free(&sites);
    vec_free(&points);
}

struct program_reads program_reads(const struct program *program, term t) {
    struct program_commands *c = program->commands;
    uint32_t begin = hash_map_get(&c->reads_of, t.id);
    if (begin == HASH_NONE) {
        term_list variables = {0};
        term_variables(program->terms, &t, 1, &variables);
        begin = c->reads.size;
        vec_push(&c->reads, 0);
        vec_each (const term, x, &variables) {
            uint32_t v = program_find_variable(program, *x);
            if (v != PROGRAM_NONE) vec_push(&c->reads, v);
        }
        uint32_t n = c->reads.data[begin] = c->reads.size - begin - 1;
        if (n) qsort(c->reads.data + begin + 1, n, sizeof *c->reads.data, by_number);
        vec_free(&variables);
        hash_map_put(&c->reads_of, t.id, begin);
    }
    return (struct program_reads){c->reads.data + begin + 1, c->reads.data[begin]};
}

static void mark_reads(const struct program *program, term t, u8s *marks) {
    struct program_reads reads = program_reads(program, t);
    for (uint32_t i = 0; i < reads.n; i++) marks->data[reads.variables[i]] = 1;
}

void program_uses(const struct program *program, program_command command, u8s *reads, u8s *writes) {
    if (reads->size < program->variables.size) vec_resize(reads, program->variables.size);
    if (writes->size < program->variables.size) vec_resize(writes, program->variables.size);
    program_command_list points = {0};
    program_points(program, command, &points);
    vec_each (const program_command, c, &points) {
        struct program_node node = program_node(program, *c);
        if (node.kind != PROGRAM_STEP) continue;
        if (node.action.kind == PROGRAM_ASSUME) mark_reads(program, node.action.condition, reads);
        if (node.action.kind == PROGRAM_HAVOC)
            writes->data[program->sites.data[node.action.site].variable] = 1;
        if (node.action.kind == PROGRAM_ASSIGN)
            for (uint32_t i = 0; i < node.action.n; i++) {
                writes->data[node.action.assignments[i].variable] = 1;
                mark_reads(program, node.action.assignments[i].value, reads);
            }
    }
    vec_free(&points);
}

uint64_t program_paths(const struct program *program, program_command command) {
    struct program_descent walk;
    program_descent_init(&walk, program, command);
    u64s paths = {0};
    vec_resize(&paths, walk.points.size);
    for (uint32_t i = walk.points.size; i--;) {
        struct program_node node = program_node(program, walk.points.data[i]);
        uint64_t sum = node.kind == PROGRAM_END;
        for (uint32_t j = 0; j < node.n; j++) {
            uint64_t more = paths.data[program_walk_position(&walk, node.next[j])];
            sum = sum > UINT64_MAX - more ? UINT64_MAX : sum + more;
        }
        paths.data[i] = sum;
    }
    uint64_t result = paths.data[0];
    vec_free(&paths);
    program_walk_fini(&walk);
    return result;
}
