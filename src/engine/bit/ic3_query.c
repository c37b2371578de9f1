/* The SAT queries of ic3, and what is read off their answers. */
#include "engine/bit/ic3_internal.h"

#include <stdlib.h>

struct cdcl *ic3_new_solver(struct ic3 *s) {
    struct cdcl *solver = cdcl_new(s->encoding.netlist, s->task->limits, s->stats);
    cdcl_restrict(solver, s->options->domain);
    cdcl_allow_islands(
        solver); /* the initial states satisfy all that is added but constraints, which are no islands */
    return solver;
}

/* Under a bound on work, no single query may use up much more than what is left: a conflict comes with some
 * hundred propagations. */
static enum sat_result solve(struct ic3 *s, struct cdcl *solver) {
    enum { PROPAGATIONS_PER_CONFLICT = 500 };
    if (s->last_propagation != UINT64_MAX) {
        uint64_t used = s->stats->propagations,
                 left = used < s->last_propagation ? s->last_propagation - used : 0;
        cdcl_set_conflicts(solver, 1 + (int64_t)(left / PROPAGATIONS_PER_CONFLICT));
    }
    return cdcl_solve(solver, s->assumptions.data, s->assumptions.size, s->temporary.data, s->temporary.size);
}

static bool interpret(struct ic3 *s, enum sat_result result, enum sat_result wanted) {
    if (result == SAT_UNKNOWN || s->stats->propagations > s->last_propagation) s->stopped = true;
    return result == wanted;
}

/* Doubles are compared through their bits, which order like the values since activities are not negative. */
static uint64_t activity_key(const struct ic3 *s, pdr_lit l) {
    float activity = (float)s->activities.of.data[pdr_index(l)];
    uint32_t bits;
    memcpy(&bits, &activity, sizeof bits);
    return (uint64_t)bits << 32 | l.code;
}

void ic3_sort(struct ic3 *s, pdr_lit *cube, uint32_t n, bool ascending) {
    if (!s->options->activity) return;
    vec_clear(&s->order);
    for (uint32_t i = 0; i < n; i++) vec_push(&s->order, activity_key(s, cube[i]));
    uint64_t *keys = s->order.data;
    for (uint32_t gap = n > 12 ? n / 3 : 1; gap;
         gap = gap == 1 ? 0 : (gap + 1) / 3) { /* shell sort: n is small */
        for (uint32_t i = gap; i < n; i++) {
            uint64_t key = keys[i];
            uint32_t j = i;
            for (; j >= gap && (ascending ? keys[j - gap] > key : keys[j - gap] < key); j -= gap)
                keys[j] = keys[j - gap];
            keys[j] = key;
        }
    }
    for (uint32_t i = 0; i < n; i++) cube[i].code = (uint32_t)keys[i];
}

bool ic3_inductive(struct ic3 *s, struct cdcl *solver, const pdr_lit *cube, uint32_t n, bool strengthen) {
    vec_clear(&s->assumptions);
    vec_clear(&s->temporary);
    for (uint32_t i = n; i-- > 0;) vec_push(&s->assumptions, ic3_next(s, cube[i]));
    for (uint32_t i = 0; strengthen && i < n; i++) vec_push(&s->temporary, sat_not(ic3_current(s, cube[i])));
    /* F[i] & C & not c & T & c' unsatisfiable?  [W14 listing 3, lines 22, 25 and 31] */
    return interpret(s, solve(s, solver), SAT_REFUTED);
}

void ic3_core(struct ic3 *s, struct cdcl *solver, pdr_lits *cube) {
    bool excludes = false;
    uint32_t reserve = UINT32_MAX; /* position of the last literal that excludes the initial states */
    for (uint32_t i = 0; i < cube->size; i++) {
        if (!ic3_excludes_reset(s, cube->data[i])) continue;
        reserve = i;
        excludes |= cdcl_failed(solver, ic3_next(s, cube->data[i]));
    }
    assert(reserve != UINT32_MAX);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (cdcl_failed(solver, ic3_next(s, cube->data[i])) || (!excludes && i == reserve))
            cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
}

bool ic3_reaches_bad(struct ic3 *s, struct cdcl *solver, uint32_t property) {
    vec_clear(&s->assumptions);
    vec_clear(&s->temporary);
    vec_push(&s->assumptions, encoding_lit(&s->encoding, s->circuit->properties.data[property].bad));
    /* F[i] & C & bad satisfiable? */
    return interpret(s, solve(s, solver), SAT_SATISFIED);
}

/* The negation of what a predecessor must force: not (target' & C), or not (bad & C). */
static void lifting_clause(struct ic3 *s, const pdr_lit *target, uint32_t n, uint32_t property) {
    vec_clear(&s->temporary);
    if (target) {
        for (uint32_t i = 0; i < n; i++) vec_push(&s->temporary, sat_not(ic3_next(s, target[i])));
    } else {
        aig_lit bad = s->circuit->properties.data[property].bad;
        vec_push(&s->temporary, sat_not(encoding_lit(&s->encoding, bad)));
    }
    vec_each (const struct signal, c, &s->circuit->constraints)
        vec_push(&s->temporary, sat_not(encoding_lit(&s->encoding, c->lit)));
}

/* One lifting query: shrinks the state to the core. False when nothing was gained. */
static bool lift_once(struct ic3 *s, pdr_lits *state, const pdr_lits *inputs) {
    vec_clear(&s->assumptions);
    vec_each (const pdr_lit, l, inputs) {
        sat_lit input = encoding_lit(&s->encoding, s->circuit->inputs.data[pdr_index(*l)].lit);
        vec_push(&s->assumptions, sat_not_if(input, pdr_sign(*l)));
    }
    for (uint32_t i = state->size; i-- > 0;) vec_push(&s->assumptions, ic3_current(s, state->data[i]));
    /* state & inputs & T & not (target' & C) is unsatisfiable by construction; its core is the lifted state
     */
    if (!interpret(s, solve(s, s->lifting), SAT_REFUTED)) {
        assert(s->stopped);
        return false;
    }
    uint32_t kept = 0;
    vec_each (const pdr_lit, l, state)
        if (cdcl_failed(s->lifting, ic3_current(s, *l))) state->data[kept++] = *l;
    bool gained = kept < state->size;
    s->stats->lifted += state->size - kept;
    vec_shrink(state, kept);
    return gained;
}

static void reverse(pdr_lits *v) {
    for (uint32_t i = 0; i < v->size / 2; i++) {
        pdr_lit t = v->data[i];
        v->data[i] = v->data[v->size - 1 - i];
        v->data[v->size - 1 - i] = t;
    }
}

static int by_code(const void *a, const void *b) {
    uint32_t x = ((const pdr_lit *)a)->code, y = ((const pdr_lit *)b)->code;
    return (x > y) - (x < y);
}

static void sort_by_code(pdr_lits *list) {
    if (list->size) qsort(list->data, list->size, sizeof *list->data, by_code);
}

/* Whether it is worth while to go through what the solver knows, not through what there is. */
bool ic3_knows_little(const struct ic3 *s, const struct cdcl *solver) {
    enum { MUCH = 8 };
    return cdcl_trail_size(solver) < (s->circuit->latches.size + s->circuit->inputs.size) / MUCH;
}

/* The latches and the inputs (NULL: not wanted) whose values are known, each list in the order of the circuit. */
static void known_leaves(struct ic3 *s, const struct cdcl *solver, pdr_lits *state, pdr_lits *inputs) {
    vec_clear(state);
    if (inputs) vec_clear(inputs);
    if (!ic3_knows_little(s, solver)) {
        for (uint32_t i = 0; inputs && i < s->circuit->inputs.size; i++) {
            sat_lit input = encoding_lit(&s->encoding, s->circuit->inputs.data[i].lit);
            if (cdcl_known(solver, sat_variable_of(input)))
                vec_push(inputs, pdr_make(i, !cdcl_value(solver, input)));
        }
        for (uint32_t i = 0; i < s->circuit->latches.size; i++)
            if (cdcl_known(solver, sat_variable_of(s->current[i])))
                vec_push(state, pdr_make(i, !cdcl_value(solver, s->current[i])));
        return;
    }
    for (uint32_t i = 0; i < cdcl_trail_size(solver); i++) {
        uint32_t v = cdcl_trail_variable(solver, i);
        struct leaf leaf = v < s->encoding.netlist->variables ? s->leaf_of[v] : (struct leaf){LEAF_NONE, 0};
        pdr_lits *list = leaf.kind == LEAF_LATCH ? state : leaf.kind == LEAF_INPUT ? inputs : NULL;
        if (list && cdcl_known(solver, v))
            vec_push(list, pdr_make(leaf.index, !cdcl_value(solver, sat_make(v, false))));
    }
    sort_by_code(state);
    if (inputs) sort_by_code(inputs);
}

void ic3_predecessor(struct ic3 *s, struct cdcl *solver, const pdr_lit *target, uint32_t n, uint32_t property,
                     pdr_lits *state, pdr_lits *inputs) {
    known_leaves(s, solver, state, inputs);
    ic3_sort(s, state->data, state->size, true);
    if (s->options->flip) {
        uint32_t kept = 0;
        vec_each (const pdr_lit, l, state) {
            if (cdcl_flip(solver, sat_variable_of(s->current[pdr_index(*l)])))
                s->stats->flipped++;
            else
                state->data[kept++] = *l;
        }
        vec_shrink(state, kept);
    }
    if (!s->options->lift) return;
    lifting_clause(s, target, n, property);
    for (int64_t round = 0; round < s->options->lift_rounds; round++) {
        if (!lift_once(s, state, inputs)) break;
        if (state->size <= 1) break;
        reverse(state);
    }
}

struct cube *ic3_model_state(struct ic3 *s, struct cdcl *solver) {
    pdr_lits state = {0};
    known_leaves(s, solver, &state, NULL);
    struct cube *cube = cube_new(state.data, state.size);
    vec_free(&state);
    return cube;
}
