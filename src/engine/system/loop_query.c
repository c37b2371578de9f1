/* The atoms of the loop, its two solvers, and the queries about frames. */
#include "engine/system/loop.h"

#include "engine/system/unfold.h"
#include "logic/linear.h"

pdr_lit loop_literal(struct loop *l, term formula) {
    bool negated = false;
    term predicate = term_predicate(l->bank, formula, &negated);
    uint32_t index = hash_map_get(&l->atom_of, predicate.id);
    if (index == HASH_NONE) {
        index = l->atoms.size;
        struct atom atom = {.now = predicate,
                            .next = substitution_apply(&l->primed, predicate),
                            .step_now = LABEL_NONE,
                            .step_next = {LABEL_NONE, LABEL_NONE},
                            .state_now = LABEL_NONE};
        vec_push(&l->atoms, atom);
        activities_extend(&l->activities);
        hash_map_put(&l->atom_of, predicate.id, index);
    }
    return pdr_make(index, negated);
}

bool loop_has_literal(const struct loop *l, term formula) {
    bool negated = false;
    return hash_map_get(&l->atom_of, term_predicate(l->bank, formula, &negated).id) != HASH_NONE;
}

term loop_literal_term(const struct loop *l, pdr_lit lit) {
    term atom = l->atoms.data[pdr_index(lit)].now;
    return pdr_sign(lit) ? term_not(l->bank, atom) : atom;
}

term loop_cube_term(const struct loop *l, const pdr_lit *cube, uint32_t n) {
    term_list literals = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&literals, loop_literal_term(l, cube[i]));
    term result = term_and(l->bank, literals.data, literals.size);
    vec_free(&literals);
    return result;
}

void loop_tidy(pdr_lits *cube) {
    bool possible = pdr_tidy(cube);
    assert(possible);
    (void)possible;
}

/* Labels are made on demand; making one asserts its definition, so no temporary clause may be there. */
static smt_lit label(struct loop *l, struct smt *smt, smt_lit *slot, term formula) {
    if (slot->code == LABEL_NONE.code) {
        assert(!l->pushed || smt == l->state);
        *slot = smt_label(smt, formula);
        l->labels++;
    }
    return *slot;
}

static smt_lit signed_label(smt_lit label, pdr_lit lit) {
    return pdr_sign(lit) ? smt_not(label) : label;
}

smt_lit loop_now(struct loop *l, pdr_lit lit) {
    struct atom *a = &l->atoms.data[pdr_index(lit)];
    return signed_label(label(l, l->step, &a->step_now, a->now), lit);
}

smt_lit loop_next(struct loop *l, pdr_lit lit) {
    const struct atom *a = &l->atoms.data[pdr_index(lit)];
    smt_lit *slot = &l->atoms.data[pdr_index(lit)].step_next[pdr_sign(lit)];
    if (slot->code == LABEL_NONE.code) {
        assert(!l->pushed);
        *slot = smt_switch(l->step, l->bank, pdr_sign(lit) ? term_not(l->bank, a->next) : a->next);
        l->labels++;
    }
    return *slot;
}

smt_lit loop_state(struct loop *l, pdr_lit lit) {
    struct atom *a = &l->atoms.data[pdr_index(lit)];
    return signed_label(label(l, l->state, &a->state_now, a->now), lit);
}

void loop_label_predicates(struct loop *l) {
    for (uint32_t i = 0; i < l->atoms.size; i++) {
        (void)loop_now(l, pdr_make(i, false));
        (void)loop_state(l, pdr_make(i, false));
    }
}

/* Asks; a stop by the limits ends the search, a solver that gives up does not by itself. */
static enum smt_result ask(struct loop *l, struct smt *smt) {
    if (limits_stopped(l->task->limits)) {
        l->stopped = true;
        return SMT_UNKNOWN;
    }
    enum smt_result result = smt_check(smt, l->assumptions.data, l->assumptions.size);
    if (result == SMT_UNKNOWN && limits_stopped_slow(l->task->limits)) l->stopped = true;
    return result;
}

/* F[0] is init, F[infinity] is asserted. */
static void assume_frame(struct loop *l, uint32_t level, smt_lit init, const smt_lits *levels) {
    if (!level) vec_push(&l->assumptions, init);
    for (uint32_t i = level ? level : 1; level != FRAMES_INFINITY && i <= l->frames->top; i++)
        vec_push(&l->assumptions, levels->data[i]);
}

enum smt_result loop_consecution(struct loop *l, uint32_t level, const pdr_lit *cube, uint32_t n,
                                 bool strengthen) {
    assert(!l->pushed);
    vec_clear(&l->assumptions);
    vec_clear(&l->clause);
    for (uint32_t i = 0; i < n; i++) vec_push(&l->assumptions, loop_next(l, cube[i]));
    for (uint32_t i = 0; strengthen && i < n; i++) vec_push(&l->clause, smt_not(loop_now(l, cube[i])));
    assume_frame(l, level, l->step_init, &l->step_levels);
    if (strengthen) {
        smt_push(l->step);
        l->pushed = true;
        if (n)
            smt_clause(l->step, l->clause.data, l->clause.size);
        else
            smt_assert(l->step, term_false(l->bank));
    }
    return ask(l, l->step);
}

enum smt_result loop_again(struct loop *l, term more) {
    assert(l->pushed);
    smt_assert(l->step, more);
    return ask(l, l->step);
}

void loop_end(struct loop *l) {
    if (l->pushed) smt_pop(l->step);
    l->pushed = false;
}

void loop_core(struct loop *l, pdr_lits *cube) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (smt_in_core(l->step, i)) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
}

enum smt_result loop_initial(struct loop *l, const pdr_lit *cube, uint32_t n, pdr_lits *core) {
    if (core) vec_clear(core);
    for (uint32_t i = 0; i < n; i++) {
        if (!l->atoms.data[pdr_index(cube[i])].excludes[pdr_sign(cube[i])]) continue;
        if (core) vec_push(core, cube[i]);
        return SMT_UNSAT;
    }
    vec_clear(&l->assumptions);
    for (uint32_t i = 0; i < n; i++) vec_push(&l->assumptions, loop_state(l, cube[i]));
    vec_push(&l->assumptions, l->state_init);
    /* init & C & cube sat? */
    enum smt_result result = ask(l, l->state);
    if (result != SMT_UNSAT) return result;
    uint32_t size = 0, last = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!smt_in_core(l->state, i)) continue;
        if (core) vec_push(core, cube[i]);
        size++;
        last = i;
    }
    if (size == 1) l->atoms.data[pdr_index(cube[last])].excludes[pdr_sign(cube[last])] = true;
    return SMT_UNSAT;
}

void loop_exclude_initial(struct loop *l, pdr_lits *cube, pdr_lits *guard) {
    pdr_lits core = {0};
    if (loop_initial(l, cube->data, cube->size, &core) == SMT_UNSAT) {
        vec_clear(guard);
        vec_append(guard, core.data, core.size);
    } else {
        pdr_merge(cube, guard);
    }
    vec_free(&core);
}

enum smt_result loop_reaches_bad(struct loop *l, uint32_t property, uint32_t level) {
    vec_clear(&l->assumptions);
    vec_push(&l->assumptions, smt_not(l->goods[property].label));
    assume_frame(l, level, l->state_init, &l->state_levels);
    /* F[level] & C & not P sat? */
    return ask(l, l->state);
}

bool loop_shrink_bad(struct loop *l, uint32_t property, pdr_lits *cube) {
    vec_clear(&l->assumptions);
    vec_each (const pdr_lit, lit, cube) vec_push(&l->assumptions, loop_state(l, *lit));
    vec_push(&l->assumptions, l->goods[property].label);
    /* C & cube & P unsat? Then all its states are bad, and those of the core are. */
    if (ask(l, l->state) != SMT_UNSAT) return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (smt_in_core(l->state, i)) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
    return true;
}

void loop_minterm(struct loop *l, bool step, pdr_lits *cube) {
    vec_clear(cube);
    for (uint32_t i = 0; i < l->atoms.size; i++) {
        const struct atom *a = &l->atoms.data[i];
        smt_lit label = step ? a->step_now : a->state_now;
        if (label.code == LABEL_NONE.code) continue;
        vec_push(cube, pdr_make(i, !smt_lit_value(step ? l->step : l->state, label)));
    }
}

static struct smt *new_solver(struct loop *l) {
    struct smt *smt = smt_for_system(l->system, l->task, SMT_INCREMENTAL);
    smt_assert(smt, l->constraint);
    return smt;
}

void loop_build(struct loop *l) {
    assert(!l->pushed);
    smt_free(l->step);
    smt_free(l->state);
    l->step = new_solver(l);
    l->state = new_solver(l);
    smt_assert(l->step, l->step_formula);
    l->step_init = smt_switch(l->step, l->bank, l->init);
    l->state_init = smt_switch(l->state, l->bank, l->init);
    for (uint32_t p = 0; p < l->system->properties.size; p++)
        if (l->goods[p].begun) l->goods[p].label = smt_label(l->state, l->system->properties.data[p].good);
    vec_each (struct atom, a, &l->atoms)
        a->step_now = a->step_next[0] = a->step_next[1] = a->state_now = LABEL_NONE;
    l->dead = l->labels = 0;
    vec_clear(&l->step_levels);
    vec_clear(&l->state_levels);
    for (uint32_t i = 0; i <= l->frames->top; i++) {
        vec_push(&l->step_levels, smt_new_label(l->step));
        vec_push(&l->state_levels, smt_new_label(l->state));
    }
    for (uint32_t i = 1; i <= l->frames->top; i++)
        vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, i))
            loop_add_clause(l, i, e->lemma->cube);
    vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, FRAMES_INFINITY))
        loop_add_clause(l, FRAMES_INFINITY, e->lemma->cube);
    if (l->domain->predicates) loop_label_predicates(l);
    l->live_labels = l->labels;
}

void loop_rebuild(struct loop *l) {
    enum { DEAD_CLAUSES = 1000, DEAD_LABELS = 1000 };
    if (l->dead < DEAD_CLAUSES + 2 * (uint64_t)frames_count(l->frames) &&
        l->labels < DEAD_LABELS + 3 * l->live_labels)
        return;
    l->stats->rebuilds++;
    loop_build(l);
}
