#include "check/program/program_paths.h"

#include <stdlib.h>

/* Formulas, without the noise that a bank which simplifies nothing would keep. */

static term both(const struct program_obligations *o, term a, term b) {
    if (term_is(o->bank, a, TERM_TRUE) || term_same(a, b)) return b;
    return term_is(o->bank, b, TERM_TRUE) ? a : term_and2(o->bank, a, b);
}

/* The term with values for the variables; TERM_NONE when one of them has none. */
term program_paths_at(const struct program_obligations *o, term t, const term_list *values) {
    struct substitution s;
    term_list used = {0};
    bool known = true;
    substitution_init(&s, o->bank);
    term_variables(o->bank, &t, 1, &used);
    vec_each (const term, v, &used) {
        term value = values->data[hash_map_get(&o->index, v->id)];
        known = known && !term_is_none(value);
        if (known) substitution_bind(&s, *v, value);
    }
    term result = known ? substitution_apply(&s, t) : TERM_NONE;
    substitution_fini(&s);
    vec_free(&used);
    return result;
}

/* Which locations the paths from `start` pass, and which of these matter. */

static int by_order(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void sort_region(struct program_obligations *o) {
    u64s keys = {0};
    for (uint32_t i = 1; i < o->region.size; i++) {
        uint32_t l = o->region.data[i];
        vec_push(&keys, (uint64_t)o->order.data[l] << 32 | l);
    }
    if (keys.size) qsort(keys.data, keys.size, sizeof *keys.data, by_order);
    for (uint32_t i = 0; i < keys.size; i++) o->region.data[i + 1] = (uint32_t)keys.data[i];
    vec_free(&keys);
}

static void collect_region(struct program_obligations *o, uint32_t start) {
    memset(o->seen.data, 0, o->seen.size);
    vec_clear(&o->region);
    vec_push(&o->region, start);
    for (uint32_t i = 0; i < o->region.size; i++) {
        vec_each (const uint32_t, e, &o->outgoing.data[o->region.data[i]]) {
            uint32_t to = o->program->edges.data[*e].to;
            if (!o->seen.data[to] && !program_in_set(o, to) && to != start) vec_push(&o->region, to);
            o->seen.data[to] = 1;
        }
    }
    sort_region(o);
}

/* Whether a path that ends with the edge is one that matters; asked when the region's locations behind it are marked. A
 * location of the set is marked when its formula is not `true`. */
static bool edge_matters(const struct program_obligations *o, uint32_t e) {
    const struct program_edge *edge = &o->program->edges.data[e];
    return edge->unsupported || o->relevant.data[edge->to];
}

static void mark_relevant(struct program_obligations *o) {
    memset(o->relevant.data, 0, o->relevant.size);
    for (uint32_t l = 0; l < o->program->locations.size; l++)
        if (program_in_set(o, l))
            o->relevant.data[l] =
                l == o->program->error || !term_is(o->bank, o->invariant->at.data[l], TERM_TRUE);
    for (uint32_t i = o->region.size; i-- > 1;)
        vec_each (const uint32_t, e, &o->outgoing.data[o->region.data[i]])
            if (edge_matters(o, *e)) o->relevant.data[o->region.data[i]] = 1;
}

/* Which values are asked for. */

static void need_variables(const struct program_obligations *o, term t, u8s *needed) {
    term_list used = {0};
    term_variables(o->bank, &t, 1, &used);
    vec_each (const term, v, &used) needed->data[hash_map_get(&o->index, v->id)] = 1;
    vec_free(&used);
}

/* From what is needed after an action to what is needed before it. */
static void need_before(const struct program_obligations *o, const struct program_action *action,
                        u8s *needed) {
    if (action->kind == PROGRAM_HAVOC) needed->data[o->program->sites.data[action->site].variable] = 0;
    if (action->kind == PROGRAM_ASSUME) need_variables(o, action->condition, needed);
    if (action->kind != PROGRAM_ASSIGN) return;
    u32s values = {0};
    for (uint32_t i = 0; i < action->n; i++) {
        uint32_t v = action->assignments[i].variable;
        if (needed->data[v]) vec_push(&values, i);
        needed->data[v] = 0;
    }
    vec_each (const uint32_t, i, &values) need_variables(o, action->assignments[*i].value, needed);
    vec_free(&values);
}

static void need_either(u8s *needed, const u8s *other) {
    for (uint32_t v = 0; v < needed->size; v++) needed->data[v] |= other->data[v];
}

/* The same for a command: from its end to its root, which is added to `before`. */
static void need_command(struct program_obligations *o, program_command command, const u8s *after,
                         u8s *before) {
    program_command_list points = {0};
    VEC(u8s) rows = {0};
    struct hash_map row_of = {0};
    program_points(o->program, command, &points);
    vec_resize(&rows, points.size);
    for (uint32_t i = points.size; i-- > 0;) {
        struct program_node node = program_node(o->program, points.data[i]);
        u8s *row = &rows.data[i];
        vec_resize(row, o->program->variables.size);
        hash_map_put(&row_of, points.data[i].id, i);
        if (node.kind == PROGRAM_END) need_either(row, after);
        for (uint32_t k = 0; k < node.n; k++)
            need_either(row, &rows.data[hash_map_get(&row_of, node.next[k].id)]);
        if (node.kind == PROGRAM_STEP) need_before(o, &node.action, row);
    }
    if (points.size) need_either(before, &rows.data[0]);
    vec_each (u8s, row, &rows) vec_free(row);
    vec_free(&rows);
    vec_free(&points);
    hash_map_free(&row_of);
}

static u8s *fresh_needs(struct program_obligations *o, uint32_t location) {
    u8s *row = &o->needed.data[location];
    vec_clear(row);
    vec_resize(row, o->program->variables.size);
    return row;
}

static void mark_needed(struct program_obligations *o) {
    u8s none = {0};
    vec_resize(&none, o->program->variables.size);
    for (uint32_t l = 0; l < o->program->locations.size; l++)
        if (o->seen.data[l] && o->relevant.data[l]) fresh_needs(o, l);
    for (uint32_t l = 0; l < o->program->locations.size; l++)
        if (o->seen.data[l] && o->relevant.data[l] && program_in_set(o, l) && l != o->program->error)
            need_variables(o, o->invariant->at.data[l], &o->needed.data[l]);
    for (uint32_t i = o->region.size; i-- > 1;) {
        uint32_t l = o->region.data[i];
        vec_each (const uint32_t, e, &o->outgoing.data[l]) {
            const struct program_edge *edge = &o->program->edges.data[*e];
            if (!edge_matters(o, *e)) continue;
            const u8s *after = edge->unsupported ? &none : &o->needed.data[edge->to];
            need_command(o, edge->command, after, &o->needed.data[l]);
        }
    }
    vec_free(&none);
}

/* The walk along the paths. */

static void meet(const struct program_obligations *o, struct place *p, struct place *other,
                 const u8s *needed) {
    for (uint32_t v = 0; v < o->program->variables.size; v++) {
        term *a = &p->values.data[v], b = other->values.data[v];
        if (needed && !needed->data[v])
            *a = TERM_NONE;
        else if (!term_is_none(*a) && !term_same(*a, b))
            *a = term_is_none(b) ? TERM_NONE : term_ite(o->bank, other->reached, b, *a);
    }
    p->reached = term_or2(o->bank, p->reached, other->reached);
    vec_free(&other->values);
}

/* Takes `other` over. */
static void arrive(const struct program_obligations *o, struct place *p, struct place *other,
                   const u8s *needed) {
    if (term_is_none(p->reached)) {
        vec_free(&p->values);
        *p = *other;
    } else {
        meet(o, p, other, needed);
    }
    *other = (struct place){0};
}

static struct place copy_place(const struct place *p) {
    struct place copy = {.reached = p->reached};
    vec_append(&copy.values, p->values.data, p->values.size);
    return copy;
}

static term input_variable(struct program_obligations *o, uint32_t edge, uint32_t site) {
    uint64_t key = (uint64_t)edge << 32 | site;
    uint32_t known = hash_map_get(&o->inputs, key);
    if (known != HASH_NONE) return (term){known};
    const struct program_site *s = &o->program->sites.data[site];
    term fresh =
        term_fresh(o->bank, "input", term_sort(o->bank, o->program->variables.data[s->variable].now));
    hash_map_put(&o->inputs, key, fresh.id);
    return fresh;
}

/* An assumption is never about values that nobody asks for; if it were, leaving it out would only make more paths. */
static void act(struct program_obligations *o, uint32_t edge, const struct program_action *action,
                struct place *p) {
    term_list values = {0};
    term condition;
    switch (action->kind) {
    case PROGRAM_ASSUME:
        condition = program_paths_at(o, action->condition, &p->values);
        assert(!term_is_none(condition));
        if (!term_is_none(condition)) p->reached = both(o, p->reached, condition);
        break;
    case PROGRAM_HAVOC:
        p->values.data[o->program->sites.data[action->site].variable] = input_variable(o, edge, action->site);
        break;
    case PROGRAM_ASSIGN:
        for (uint32_t i = 0; i < action->n; i++)
            vec_push(&values, program_paths_at(o, action->assignments[i].value, &p->values));
        for (uint32_t i = 0; i < action->n; i++)
            p->values.data[action->assignments[i].variable] = values.data[i];
        break;
    case PROGRAM_TAG: break;
    }
    vec_free(&values);
}

/* What follows the edge when the path was at `p`, taken over. */
static struct place run_command(struct program_obligations *o, uint32_t edge, struct place *p) {
    program_command_list points = {0};
    place_list places = {0};
    struct hash_map position = {0};
    struct place end = {0};
    program_points(o->program, o->program->edges.data[edge].command, &points);
    vec_resize(&places, points.size);
    for (uint32_t i = 0; i < points.size; i++) hash_map_put(&position, points.data[i].id, i);
    arrive(o, &places.data[0], p, NULL);
    for (uint32_t i = 0; i < points.size; i++) {
        struct program_node node = program_node(o->program, points.data[i]);
        struct place *here = &places.data[i];
        term rest = term_true(o->bank); /* none of the branches before was chosen */
        if (node.kind == PROGRAM_END) arrive(o, &end, here, NULL);
        if (node.kind == PROGRAM_STEP) act(o, edge, &node.action, here);
        for (uint32_t k = 0; k < node.n; k++) {
            struct place *next = &places.data[hash_map_get(&position, node.next[k].id)];
            struct place branch = k + 1 < node.n ? copy_place(here) : *here;
            if (k + 1 < node.n) {
                term chosen = term_fresh(o->bank, "branch", sort_bool());
                branch.reached = both(o, branch.reached, both(o, rest, chosen));
                rest = both(o, rest, term_not(o->bank, chosen));
            } else {
                branch.reached = both(o, branch.reached, rest);
                *here = (struct place){0};
            }
            arrive(o, next, &branch, NULL);
        }
    }
    vec_each (struct place, left, &places) vec_free(&left->values);
    vec_free(&places);
    vec_free(&points);
    hash_map_free(&position);
    return end;
}

/* The condition with which the command begins; TERM_NONE: it begins with something else. */
static term first_condition(const struct program_obligations *o, uint32_t edge) {
    struct program_node node = program_node(o->program, o->program->edges.data[edge].command);
    bool assumes = node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_ASSUME;
    return assumes ? node.action.condition : TERM_NONE;
}

static bool is_negation(const struct terms *b, term t, term of) {
    return term_is(b, t, TERM_NOT) && term_same(term_arg(b, t, 0), of);
}

/* Two edges that start with a condition and its negation need no Boolean to choose. */
static bool exclude_each_other(const struct program_obligations *o, const u32s *edges) {
    if (edges->size != 2) return false;
    term a = first_condition(o, edges->data[0]), b = first_condition(o, edges->data[1]);
    if (term_is_none(a) || term_is_none(b)) return false;
    return is_negation(o->bank, a, b) || is_negation(o->bank, b, a);
}

static term taken(struct program_obligations *o, uint32_t edge) {
    if (!o->taken.data[edge]) o->taken.data[edge] = term_fresh(o->bank, "edge", sort_bool()).id;
    return (term){o->taken.data[edge]};
}

static void leave(struct program_obligations *o, uint32_t location) {
    struct place here = o->places.data[location];
    o->places.data[location] = (struct place){0};
    u32s edges = {0};
    vec_each (const uint32_t, e, &o->outgoing.data[location])
        if (edge_matters(o, *e)) vec_push(&edges, *e);
    bool chosen = edges.size < 2 || exclude_each_other(o, &edges);
    term rest = term_true(o->bank);
    for (uint32_t i = 0; i < edges.size && !term_is_none(here.reached); i++) {
        const struct program_edge *edge = &o->program->edges.data[edges.data[i]];
        struct place p = copy_place(&here);
        if (!chosen) p.reached = both(o, p.reached, rest);
        if (!chosen && i + 1 < edges.size) {
            term this = taken(o, edges.data[i]);
            p.reached = both(o, p.reached, this);
            rest = both(o, rest, term_not(o->bank, this));
        }
        struct place after = run_command(o, edges.data[i], &p);
        uint32_t to = edge->unsupported ? o->program->error : edge->to;
        if (to == o->program->error) o->seen.data[to] = 1; /* also when only such an edge gets there */
        if (!term_is_none(after.reached))
            arrive(o, &o->places.data[to], &after, to == o->program->error ? NULL : &o->needed.data[to]);
        vec_free(&after.values);
    }
    vec_free(&edges);
    vec_free(&here.values);
}

void program_paths_follow(struct program_obligations *o, uint32_t start) {
    collect_region(o, start);
    mark_relevant(o);
    mark_needed(o);
    struct place first = {.reached = term_true(o->bank)};
    vec_each (const struct program_variable, v, &o->program->variables) vec_push(&first.values, v->now);
    /* leave() takes this away before anything arrives: what a loop leads back here is a claim about the start. */
    o->places.data[start] = first;
    for (uint32_t i = 0; i < o->region.size; i++) leave(o, o->region.data[i]);
}
