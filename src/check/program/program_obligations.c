#include "check/program/program_paths.h"

/* What is wrong without looking at paths. */

static const char *malformed_formula(struct program_obligations *o, term formula) {
    struct terms *b = o->bank;
    if (formula.id >= terms_size(b)) return "a formula of the invariant is no term of the program's bank";
    if (sort_kind(b, term_sort(b, formula)) != SORT_BOOL) return "a formula of the invariant is not Boolean";
    const char *problem = NULL;
    term_list all = {0};
    term_collect(b, &formula, 1, &all);
    vec_each (const term, t, &all) {
        if (term_is(b, *t, TERM_VARIABLE) && hash_map_get(&o->index, t->id) == HASH_NONE)
            problem = "the invariant uses variables that are none of the program's";
        if (term_is(b, *t, TERM_ELEMENT)) problem = "the invariant names elements of an uninterpreted sort";
    }
    vec_free(&all);
    return problem;
}

static const char *malformed(struct program_obligations *o) {
    if (o->program->initial == o->program->error) return "the program starts at its error location";
    if (o->invariant->at.size != o->program->locations.size)
        return "the invariant does not have an entry for every location";
    vec_each (const term, t, &o->invariant->at) {
        const char *problem = term_is_none(*t) ? NULL : malformed_formula(o, *t);
        if (problem) return problem;
    }
    return NULL;
}

/* Depth first over the locations outside of the set; gives them their places in `order`, the last one first. The
 * location at which a cycle closes is returned, or PROGRAM_NONE. */
struct visit {
    uint32_t location, edge; /* the next edge to look at */
};

static uint32_t order_from(struct program_obligations *o, uint32_t root, u8s *colour, uint32_t *last) {
    enum { UNSEEN, OPEN, DONE };
    VEC(struct visit) stack = {0};
    uint32_t cycle = PROGRAM_NONE;
    vec_push(&stack, (struct visit){root, 0});
    while (stack.size && cycle == PROGRAM_NONE) {
        struct visit *top = &vec_last(&stack);
        uint32_t at = top->location;
        const u32s *edges = &o->outgoing.data[at];
        colour->data[at] = OPEN;
        if (top->edge == edges->size) {
            colour->data[at] = DONE;
            o->order.data[at] = --*last;
            stack.size--;
            continue;
        }
        uint32_t to = o->program->edges.data[edges->data[top->edge++]].to;
        if (program_in_set(o, to)) continue;
        if (colour->data[to] == OPEN) cycle = to;
        if (colour->data[to] == UNSEEN) vec_push(&stack, (struct visit){to, 0});
    }
    vec_free(&stack);
    return cycle;
}

static bool order_locations(struct program_obligations *o, struct text *why) {
    uint32_t n = o->program->locations.size, last = n, cycle = PROGRAM_NONE;
    u8s colour = {0};
    vec_resize(&colour, n);
    vec_resize(&o->order, n);
    for (uint32_t l = 0; l < n && cycle == PROGRAM_NONE; l++) {
        if (!program_in_set(o, l) && l != o->program->initial) continue;
        vec_each (const uint32_t, e, &o->outgoing.data[l]) {
            uint32_t to = o->program->edges.data[*e].to;
            if (cycle == PROGRAM_NONE && !program_in_set(o, to) && !colour.data[to])
                cycle = order_from(o, to, &colour, &last);
        }
    }
    vec_free(&colour);
    if (cycle != PROGRAM_NONE)
        text_format(why, "there is no formula on a cycle through location %s",
                    o->program->locations.data[cycle].name);
    return cycle == PROGRAM_NONE;
}

struct program_obligations *program_obligations_new(const struct program *program,
                                                    const struct program_invariant *invariant,
                                                    struct text *why) {
    struct program_obligations *o = mem_new(struct program_obligations);
    uint32_t locations = program->locations.size;
    o->program = program;
    o->invariant = invariant;
    o->bank = program->terms;
    for (uint32_t v = 0; v < program->variables.size; v++)
        hash_map_put(&o->index, program->variables.data[v].now.id, v);
    vec_resize(&o->outgoing, locations);
    for (uint32_t e = 0; e < program->edges.size; e++)
        vec_push(&o->outgoing.data[program->edges.data[e].from], e);
    vec_resize(&o->taken, program->edges.size);
    vec_resize(&o->seen, locations);
    vec_resize(&o->relevant, locations);
    vec_resize(&o->needed, locations);
    vec_resize(&o->places, locations);
    const char *problem = malformed(o);
    if (problem) text_add(why, problem);
    if (!problem && order_locations(o, why)) return o;
    program_obligations_free(o);
    return NULL;
}

void program_obligations_free(struct program_obligations *o) {
    if (!o) return;
    vec_each (u32s, list, &o->outgoing) vec_free(list);
    vec_each (u8s, row, &o->needed) vec_free(row);
    vec_each (struct place, p, &o->places) vec_free(&p->values);
    vec_free(&o->outgoing);
    vec_free(&o->order);
    vec_free(&o->taken);
    vec_free(&o->region);
    vec_free(&o->seen);
    vec_free(&o->relevant);
    vec_free(&o->needed);
    vec_free(&o->places);
    hash_map_free(&o->inputs);
    hash_map_free(&o->index);
    mem_free(o);
}

static void clear_claims(struct program_obligation *out) {
    vec_each (struct program_claim, c, &out->claims) vec_free(&c->values);
    vec_clear(&out->claims);
    vec_clear(&out->goals);
    vec_clear(&out->goal_at);
}

void program_obligation_fini(struct program_obligation *out) {
    clear_claims(out);
    vec_free(&out->claims);
    vec_free(&out->goals);
    vec_free(&out->goal_at);
}

/* What the paths claim. */

static void add_goals(struct program_obligations *o, const struct program_claim *claim,
                      struct program_obligation *out) {
    struct terms *b = o->bank;
    term missed = term_not(b, claim->reached);
    term_list conjuncts = {0};
    if (claim->to == o->program->error)
        vec_push(&out->goals, missed);
    else
        term_conjuncts(b, o->invariant->at.data[claim->to], &conjuncts);
    vec_each (const term, c, &conjuncts) {
        term conjunct = program_paths_at(o, *c, &claim->values);
        assert(!term_is_none(conjunct)); /* else: a goal that is too strong */
        vec_push(&out->goals, term_is_none(conjunct) ? missed : term_or2(b, missed, conjunct));
    }
    while (out->goal_at.size < out->goals.size) vec_push(&out->goal_at, claim->to);
    vec_free(&conjuncts);
}

static void add_claim(struct program_obligations *o, uint32_t to, struct program_obligation *out) {
    struct place *p = &o->places.data[to];
    if (!o->seen.data[to] || !program_in_set(o, to) || term_is_none(p->reached)) return;
    struct program_claim claim = {.to = to, .reached = p->reached};
    for (uint32_t v = 0; v < o->program->variables.size && to != o->program->error; v++)
        vec_push(&claim.values, o->needed.data[to].data[v] ? p->values.data[v] : TERM_NONE);
    vec_free(&p->values);
    *p = (struct place){0};
    add_goals(o, &claim, out);
    vec_push(&out->claims, claim);
}

static void follow(struct program_obligations *o, uint32_t start, struct program_obligation *out) {
    program_paths_follow(o, start);
    for (uint32_t l = 0; l < o->program->locations.size; l++)
        if (l != o->program->error) add_claim(o, l, out);
    add_claim(o, o->program->error, out);
}

/* The formula with which the paths from a location start; TERM_NONE: none start there that claim anything. */
static term start_formula(const struct program_obligations *o, uint32_t location) {
    term at = o->invariant->at.data[location];
    if (location == o->program->error) return TERM_NONE;
    if (location == o->program->initial) return term_is_none(at) ? term_true(o->bank) : at;
    return term_is_none(at) || term_is(o->bank, at, TERM_FALSE) ? TERM_NONE : at;
}

static bool next_initial(struct program_obligations *o, struct program_obligation *out) {
    term formula = o->invariant->at.data[o->program->initial];
    o->initial_done = true;
    if (term_is_none(formula)) return false;
    out->initial = true;
    out->from = o->program->initial;
    out->fact = term_true(o->bank);
    term_conjuncts(o->bank, formula, &out->goals);
    while (out->goal_at.size < out->goals.size) vec_push(&out->goal_at, out->from);
    return out->goals.size > 0;
}

bool program_obligations_next(struct program_obligations *o, struct program_obligation *out) {
    clear_claims(out);
    out->initial = false;
    if (!o->initial_done && next_initial(o, out)) return true;
    while (o->next < o->program->locations.size) {
        uint32_t from = o->next++;
        out->fact = start_formula(o, from);
        if (term_is_none(out->fact)) continue;
        out->from = from;
        clear_claims(out);
        follow(o, from, out);
        if (out->goals.size) return true;
    }
    return false;
}
