/* The atoms of the loop, its two solvers, and the queries about frames. */
#include "engine/system/loop.h"

#include "engine/system/unfold.h"
#include "logic/linear.h"

pdr_lit loop_literal(struct loop *l, term formula) {
    pdr_lit lit = atoms_literal(&l->atoms, formula);
    if (pdr_index(lit) == l->notes.size) {
        term atom = l->atoms.formulas.data[pdr_index(lit)];
        vec_push(&l->notes, (struct atom){.next = substitution_apply(&l->primed, atom)});
        activities_extend(&l->activities);
    }
    return lit;
}

void loop_tidy(pdr_lits *cube) {
    bool possible = pdr_tidy(cube);
    assert(possible);
    (void)possible;
}

static smt_lit next(struct loop *l, pdr_lit lit) {
    return frame_solver_next(&l->step, lit, l->notes.data[pdr_index(lit)].next);
}

void loop_label_predicates(struct loop *l) {
    for (uint32_t i = 0; i < l->notes.size; i++) {
        (void)frame_solver_now(&l->step, pdr_make(i, false));
        (void)frame_solver_now(&l->state, pdr_make(i, false));
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

/* F[0] is init. Levels without lemmas are assumed, too: which way Z3 goes depends on it. */
static void assume_frame(struct loop *l, const struct frame_solver *solver, uint32_t level, smt_lit init) {
    if (!level) vec_push(&l->assumptions, init);
    for (uint32_t i = level ? level : 1; level != FRAMES_INFINITY && i <= l->frames->top; i++)
        vec_push(&l->assumptions, solver->levels.data[i]);
}

enum smt_result loop_consecution(struct loop *l, uint32_t level, const pdr_lit *cube, uint32_t n,
                                 bool strengthen) {
    assert(!l->pushed);
    vec_clear(&l->assumptions);
    vec_clear(&l->clause);
    for (uint32_t i = 0; i < n; i++) vec_push(&l->assumptions, next(l, cube[i]));
    for (uint32_t i = 0; strengthen && i < n; i++)
        vec_push(&l->clause, smt_not(frame_solver_now(&l->step, cube[i])));
    assume_frame(l, &l->step, level, l->step_init);
    if (strengthen) {
        smt_push(l->step.smt);
        l->pushed = true;
        if (n)
            smt_clause(l->step.smt, l->clause.data, l->clause.size);
        else
            smt_assert(l->step.smt, term_false(l->bank));
    }
    return ask(l, l->step.smt);
}

enum smt_result loop_again(struct loop *l, term more) {
    assert(l->pushed);
    smt_assert(l->step.smt, more);
    return ask(l, l->step.smt);
}

void loop_end(struct loop *l) {
    if (l->pushed) smt_pop(l->step.smt);
    l->pushed = false;
}

void loop_core(struct loop *l, pdr_lits *cube) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (smt_in_core(l->step.smt, i)) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
}

enum smt_result loop_initial(struct loop *l, const pdr_lit *cube, uint32_t n, pdr_lits *core) {
    if (core) vec_clear(core);
    for (uint32_t i = 0; i < n; i++) {
        if (!l->notes.data[pdr_index(cube[i])].excludes[pdr_sign(cube[i])]) continue;
        if (core) vec_push(core, cube[i]);
        return SMT_UNSAT;
    }
    vec_clear(&l->assumptions);
    for (uint32_t i = 0; i < n; i++) vec_push(&l->assumptions, frame_solver_now(&l->state, cube[i]));
    vec_push(&l->assumptions, l->state_init);
    /* init & C & cube sat? */
    enum smt_result result = ask(l, l->state.smt);
    if (result != SMT_UNSAT) return result;
    uint32_t size = 0, last = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!smt_in_core(l->state.smt, i)) continue;
        if (core) vec_push(core, cube[i]);
        size++;
        last = i;
    }
    if (size == 1) l->notes.data[pdr_index(cube[last])].excludes[pdr_sign(cube[last])] = true;
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
    assume_frame(l, &l->state, level, l->state_init);
    /* F[level] & C & not P sat? */
    return ask(l, l->state.smt);
}

bool loop_shrink_bad(struct loop *l, uint32_t property, pdr_lits *cube) {
    vec_clear(&l->assumptions);
    vec_each (const pdr_lit, lit, cube) vec_push(&l->assumptions, frame_solver_now(&l->state, *lit));
    vec_push(&l->assumptions, l->goods[property].label);
    /* C & cube & P unsat? Then all its states are bad, and those of the core are. */
    if (ask(l, l->state.smt) != SMT_UNSAT) return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (smt_in_core(l->state.smt, i)) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
    return true;
}

void loop_minterm(struct loop *l, bool step, pdr_lits *cube) {
    const struct frame_solver *solver = step ? &l->step : &l->state;
    vec_clear(cube);
    for (uint32_t i = 0; i < solver->now.size; i++) {
        smt_lit label = solver->now.data[i];
        if (label.code != LABEL_NONE.code) vec_push(cube, pdr_make(i, !smt_lit_value(solver->smt, label)));
    }
}

static struct smt *new_solver(struct loop *l) {
    struct smt *smt = smt_for_system(l->system, l->task, SMT_INCREMENTAL);
    smt_assert(smt, l->constraint);
    return smt;
}

static uint64_t labels(const struct loop *l) {
    return l->step.labels + l->state.labels;
}

void loop_build(struct loop *l) {
    assert(!l->pushed);
    frame_solver_start(&l->step, &l->atoms, new_solver(l));
    frame_solver_start(&l->state, &l->atoms, new_solver(l));
    smt_assert(l->step.smt, l->step_formula);
    l->step_init = smt_switch(l->step.smt, l->bank, l->init);
    l->state_init = smt_switch(l->state.smt, l->bank, l->init);
    for (uint32_t p = 0; p < l->system->properties.size; p++)
        if (l->goods[p].begun)
            l->goods[p].label = smt_label(l->state.smt, l->system->properties.data[p].good);
    frame_solver_fill(&l->step, l->frames, 0);
    frame_solver_fill(&l->state, l->frames, 0);
    if (l->domain->predicates) loop_label_predicates(l);
    l->live_labels = labels(l);
}

void loop_rebuild(struct loop *l) {
    enum { DEAD_CLAUSES = 1000, DEAD_LABELS = 1000 };
    if (l->step.dead < DEAD_CLAUSES + 2 * (uint64_t)frames_count(l->frames) &&
        labels(l) < DEAD_LABELS + 3 * l->live_labels)
        return;
    l->stats->rebuilds++;
    loop_build(l);
}
