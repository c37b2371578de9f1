/* Edge-relative inductivity, form (1) of [LPNNK18] Definition 4, by the solver of the source location or without. */
#include "engine/ic3cfa/ic3cfa.h"

void ic3cfa_end_query(struct ic3cfa *g) {
    if (g->pushed) smt_pop(g->pushed);
    g->pushed = NULL;
}

struct smt *ic3cfa_fresh_query(struct ic3cfa *g, uint32_t location) {
    struct smt *smt = ic3cfa_solver(g, location);
    ic3cfa_end_query(g);
    smt_push(smt);
    g->pushed = smt;
    return smt;
}

static enum smt_result ask(struct ic3cfa *g, struct smt *smt) {
    if (limits_stopped(g->task->limits)) {
        ic3cfa_give_up(g, NULL);
        return SMT_UNKNOWN;
    }
    g->stats->inductivity_queries++;
    smt_work_limit(smt, g->work);
    enum smt_result result = smt_check(smt, g->assumptions.data, g->assumptions.size);
    if (result == SMT_UNKNOWN && limits_stopped_slow(g->task->limits)) ic3cfa_give_up(g, NULL);
    return result;
}

static smt_lit now(struct ic3cfa *g, uint32_t location, pdr_lit lit) {
    return frame_solver_now(&g->places[location].solver, lit);
}

/* What is asserted from now on goes with the end of the query. */
static void push(struct ic3cfa *g, uint32_t location) {
    if (g->pushed) return;
    g->pushed = g->places[location].solver.smt;
    smt_push(g->pushed);
}

/* The clause of the trial, if there is one about this location. A query that has pushed it leaves it for
 * ic3cfa_end_query. */
static void push_trial(struct ic3cfa *g, uint32_t location) {
    const pdr_lits *cube = g->trial.cube;
    if (!cube || g->trial.location != location) return;
    vec_clear(&g->clause);
    vec_each (const pdr_lit, lit, cube) vec_push(&g->clause, smt_not(now(g, location, *lit)));
    push(g, location);
    smt_clause(g->pushed, g->clause.data, g->clause.size);
}

static smt_lit next(struct ic3cfa *g, uint32_t location, pdr_lit lit) {
    struct atom *a = &g->notes.data[pdr_index(lit)];
    if (term_is_none(a->next))
        a->next = substitution_apply(&g->primed, g->atoms.formulas.data[pdr_index(lit)]);
    return frame_solver_next(&g->places[location].solver, lit, a->next);
}

static smt_lit transition(struct ic3cfa *g, uint32_t step) {
    struct step *s = &g->steps.data[step];
    if (s->transition.code == LABEL_NONE.code) {
        term_list inputs = {0};
        term formula = program_transition(g->program, s->command, NULL, &inputs);
        vec_free(&inputs);
        s->transition = smt_switch(g->places[s->from].solver.smt, g->bank, formula);
    }
    return s->transition;
}

static void forget_solver(struct ic3cfa *g, uint32_t location) {
    frame_solver_start(&g->places[location].solver, &g->atoms, NULL);
    vec_each (struct step, s, &g->steps)
        if (s->from == location) s->transition = LABEL_NONE;
}

struct smt *ic3cfa_solver(struct ic3cfa *g, uint32_t location) {
    struct frame_solver *solver = &g->places[location].solver;
    if (solver->smt) {
        frame_solver_open(solver, g->frames->top);
        return solver->smt;
    }
    struct smt_settings settings = {.context = g->context,
                                    .theories = g->theories,
                                    .purpose = SMT_INCREMENTAL,
                                    .limits = g->task->limits,
                                    .stats = g->stats,
                                    .seed = (uint32_t)g->options->seed + g->fresh_starts};
    frame_solver_start(solver, &g->atoms, smt_new(g->bank, &settings));
    frame_solver_fill(solver, g->frames, location);
    return solver->smt;
}

void ic3cfa_add_clause(struct ic3cfa *g, uint32_t location, uint32_t level, const struct cube *cube) {
    if (!g->places[location].solver.smt) return; /* it gets its clauses when it is made */
    ic3cfa_end_query(g);
    (void)ic3cfa_solver(g, location);
    frame_solver_add(&g->places[location].solver, level, cube);
}

void ic3cfa_rebuild(struct ic3cfa *g) {
    enum { DEAD_CLAUSES = 500, DEAD_LABELS = 1500 };
    ic3cfa_end_query(g);
    for (uint32_t l = 0; l < g->program->locations.size; l++) {
        const struct frame_solver *s = &g->places[l].solver;
        uint32_t lemmas = 0;
        if (!s->smt) continue;
        for (uint32_t i = 1; i <= g->frames->top; i++) lemmas += frames_at(g->frames, l, i)->size;
        if (s->dead < DEAD_CLAUSES + 2 * lemmas && s->labels < DEAD_LABELS + 4 * lemmas) continue;
        g->stats->rebuilds++;
        forget_solver(g, l);
    }
}

/* F(level, location) as assumptions. */
static void assume_frame(struct ic3cfa *g, uint32_t location, uint32_t level) {
    frame_solver_assume(&g->places[location].solver, g->frames, location, level, &g->assumptions);
}

/* The literals of the cube whose assumptions are in the solver's core. */
static void read_core(struct ic3cfa *g, struct smt *smt, const pdr_lits *cube, pdr_lits *core) {
    vec_clear(core);
    for (uint32_t i = 0; i < g->owners.size; i++)
        if (g->owners.data[i] < cube->size && smt_in_core(smt, i))
            vec_push(core, cube->data[g->owners.data[i]]);
}

/* F(level, location) & formula & the assumptions so far, whose owners are known, sat? */
static enum smt_result ask_frame(struct ic3cfa *g, uint32_t location, uint32_t level, term formula,
                                 const pdr_lits *cube, pdr_lits *core) {
    struct smt *smt = g->places[location].solver.smt;
    assume_frame(g, location, level);
    push_trial(g, location);
    if (!term_is(g->bank, formula, TERM_TRUE)) {
        push(g, location);
        smt_assert(smt, formula);
    }
    enum smt_result result = ask(g, smt);
    if (result == SMT_UNSAT) read_core(g, smt, cube, core);
    return result;
}

/* F(level, from) & wp(C, cube) sat?  [LPNNK18] Definition 7 */
static enum smt_result ask_wp(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                              pdr_lits *core) {
    uint32_t from = g->steps.data[step].from;
    if (!ic3cfa_wp(g, step, cube, core)) {
        /* No solver needs to be asked about `false`; it counts as a question when its form was not to be looked at. */
        uint64_t *count = &g->stats->inductivity_queries;
        if (g->options->wp_contradictions) count = &g->stats->wp_contradictions;
        ++*count;
        return SMT_UNSAT;
    }
    (void)ic3cfa_solver(g, from);
    vec_clear(&g->assumptions);
    vec_each (const pdr_lit, lit, &g->wp) vec_push(&g->assumptions, now(g, from, *lit));
    return ask_frame(g, from, level, term_true(g->bank), cube, core);
}

/* The conjunction of (selector_i => literal_i); the selectors, which no command changes, become the assumptions. */
static term selected(struct ic3cfa *g, struct smt *smt, const pdr_lits *cube) {
    term_list literals = {0};
    vec_clear(&g->assumptions);
    vec_clear(&g->owners);
    for (uint32_t i = 0; i < cube->size; i++) {
        if (i == g->selectors.size) vec_push(&g->selectors, term_fresh(g->bank, "selects", sort_bool()));
        term selector = g->selectors.data[i];
        vec_push(&literals, term_implies(g->bank, selector, atoms_term(&g->atoms, cube->data[i])));
        vec_push(&g->assumptions, smt_label(smt, selector));
        vec_push(&g->owners, i);
    }
    term formula = term_and(g->bank, literals.data, literals.size);
    vec_free(&literals);
    return formula;
}

/* The same for a command with choices, whose precondition does not distribute over the literals. */
static enum smt_result ask_wp_formula(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                                      pdr_lits *core) {
    uint32_t from = g->steps.data[step].from;
    term target = selected(g, ic3cfa_solver(g, from), cube);
    term before = program_wp(g->program, g->steps.data[step].command, target);
    return ask_frame(g, from, level, before, cube, core);
}

/* F(level, from) & T & cube' sat?  [LPNNK18] Definition 4, form (1) */
static enum smt_result ask_transition(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                                      pdr_lits *core) {
    uint32_t from = g->steps.data[step].from;
    (void)ic3cfa_solver(g, from);
    vec_clear(&g->assumptions);
    vec_clear(&g->owners);
    for (uint32_t i = 0; i < cube->size; i++) {
        vec_push(&g->assumptions, next(g, from, cube->data[i]));
        vec_push(&g->owners, i);
    }
    vec_push(&g->assumptions, transition(g, step));
    return ask_frame(g, from, level, term_true(g->bank), cube, core);
}

static enum smt_result ask_once(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                                pdr_lits *core) {
    const struct step *s = &g->steps.data[step];
    ic3cfa_end_query(g);
    vec_clear(core);
    if (!level && s->from != g->program->initial) return SMT_UNSAT; /* F(0, l) is false */
    if (!g->options->wp_inductivity) return ask_transition(g, step, level, cube, core);
    if (s->plain) return ask_wp(g, step, level, cube, core);
    if (s->paths <= (uint64_t)g->options->split_limit) return ask_wp_formula(g, step, level, cube, core);
    return ask_transition(g, step, level, cube, core);
}

/* How long a solver takes for a question hangs on what it was asked before, and now and then it takes for ever. So the
 * work on a question is bounded; after that a new solver gets it, with another seed and a higher bound. */
enum smt_result ic3cfa_ask(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                           pdr_lits *core) {
    enum { FIRST_WORK = 3000000, MORE_WORK = 3, FRESH_STARTS = 6 };
    enum smt_result result = SMT_UNKNOWN;
    g->work = FIRST_WORK;
    for (uint32_t tries = 0; tries <= FRESH_STARTS; tries++, g->work *= MORE_WORK) {
        result = ask_once(g, step, level, cube, core);
        if (result != SMT_UNKNOWN || g->stopped) return result;
        ic3cfa_end_query(g);
        forget_solver(g, g->steps.data[step].from);
        g->fresh_starts++;
        g->stats->fresh_starts++;
    }
    ic3cfa_give_up(g, "the SMT solver gave up");
    return result;
}

bool ic3cfa_excludes(struct ic3cfa *g, uint32_t location, uint32_t level, const struct cube *cube) {
    pdr_lits core = {0}, none = {0};
    ic3cfa_end_query(g);
    (void)ic3cfa_solver(g, location);
    vec_clear(&g->assumptions);
    vec_clear(&g->owners);
    for (uint32_t i = 0; i < cube->size; i++) vec_push(&g->assumptions, now(g, location, cube->literals[i]));
    enum smt_result result = ask_frame(g, location, level, term_true(g->bank), &none, &core);
    vec_free(&core);
    return result == SMT_UNSAT;
}

/* Contexts first, then predecessor cubes ([LPNNK18] end of section 3.2). */
static bool inductive_by_form(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                              struct reason *why) {
    const struct step *s = &g->steps.data[step];
    vec_clear(&why->core);
    why->effort = CONTEXT_MINIMAL;
    if (!level && s->from != g->program->initial) return true; /* F(0, l) is false */
    const struct context *context = ic3cfa_upper_bound(g, step, level, cube);
    if (context) {
        vec_append(&why->core, context->general->literals, context->general->size);
        why->effort = context->effort;
        g->stats->upper_hits++;
        g->stats->upper_dropped += cube->size - why->core.size;
        return true;
    }
    if (!s->plain || !(g->options->pre_cubes || g->options->wp_contradictions)) return false;
    if (!ic3cfa_wp(g, step, cube, &why->core)) {
        g->stats->wp_contradictions += g->options->wp_contradictions;
        return g->options->wp_contradictions;
    }
    if (!g->options->pre_cubes || !ic3cfa_predecessor_cube(g, step, level, cube, &why->core)) return false;
    g->stats->pre_cube_hits++;
    return true;
}

enum smt_result ic3cfa_inductive(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                                 struct reason *why) {
    if (inductive_by_form(g, step, level, cube, why)) return SMT_UNSAT;
    why->effort = CONTEXT_CORE;
    enum smt_result result = ic3cfa_ask(g, step, level, cube, &why->core);
    if (result == SMT_UNSAT) ic3cfa_remember(g, step, level, cube, &why->core, CONTEXT_CORE);
    return result;
}

enum smt_result ic3cfa_blocked(struct ic3cfa *g, uint32_t location, uint32_t level, const pdr_lits *cube,
                               uint32_t *open) {
    const u32s *incoming = &g->places[location].incoming;
    for (uint32_t i = 0; i < incoming->size; i++) {
        *open = incoming->data[i];
        if (i == g->reasons.size) vec_push(&g->reasons, (struct reason){0});
        enum smt_result result = ic3cfa_inductive(g, *open, level, cube, &g->reasons.data[i]);
        if (result != SMT_UNSAT) return result;
    }
    return SMT_UNSAT;
}
