/* IC3CFA: IC3 on the control-flow automaton, with a frame per index and location and exact weakest
 * preconditions.
 *
 * After: Lange, Prinz, Neuhaeusser, Noll & Katoen, "Improving Generalization in Software IC3", SPIN 2018
 *        [LPNNK18].
 * Paper -> here:  Definitions 1 and 2 (commands, automaton) -> model/program.h;  Definition 3 -> cube_subsumes();
 *                 outer loop over k -> run();  blocking phase, obligations by index and location -> block();
 *                 Definition 4, form (1) -> ask_transition();  Definition 7 (WP inductivity), Lemma 4 -> ask_wp()
 *                     and ask_wp_formula(), all three in ic3cfa_query.c;
 *                 Definition 5 and the merge over the incoming edges -> ic3cfa_generalize();
 *                 Definition 6 (split), Theorem 1 -> split() in ic3cfa_split.c;
 *                 weakest preconditions -> program_wp();  of plain steps, Lemmas 3 and 5 -> ic3cfa_wp_literal(),
 *                     ic3cfa_wp();
 *                 Lemma 2, Theorem 2 (predecessor cubes) -> ic3cfa_predecessor_cube();
 *                 Definition 8 (generalization contexts) -> struct context, ic3cfa_remember();
 *                 Theorem 3, Corollary 1 (upper bounds) -> ic3cfa_upper_bound();
 *                 Theorem 4 (lower bounds) -> ic3cfa_lower_bound();
 *                 termination -> ic3cfa_fixpoint().
 * Invariants:     (1) F(i, initial) is true; F(0, l) is false elsewhere; F(i, l) implies F(i+1, l);
 *                 (2) F(i, l) & T_e implies F(i+1, l')' for every edge e from l to l';
 *                 (3) F(i, error) is false for every i up to the depth that was reported;
 *                 (4) every state of an obligation's cube that satisfies the facts of its location has a run
 *                     along the steps of its chain to the error location, for some values of the inputs.
 *                 (1) holds by the form of the frames; with the option check-frames (2) is checked by
 *                 ic3cfa_check_frames() and (4), where it needs no quantifier, by ic3cfa_check_obligation().
 * Departures:     - Inputs. The paper's commands have no `havoc`. The sites' variables are exact in every
 *                   query and eliminated when an obligation is stored (ic3cfa_predecessor.c); a predecessor
 *                   cube is matched by literals without inputs only.
 *                 - Form (2) of Definition 4 is used nowhere (Lemma 1, erratum 1).
 *                 - Theorem 4 is a heuristic (erratum 3), for several minimal generalizations may exist: a result that
 *                   it has shaped is never recorded as minimal.
 *                 - Splitting is bounded by split-limit. An edge that stays whole for that reason is asked about by
 *                   its transition formula, one that stays whole because split is off by its precondition as one
 *                   formula (with wp-inductivity off: the former). It loses predecessor cubes, nothing else: cores
 *                   say which literals of the cube were needed in either form, and an obligation is the precondition
 *                   along one path.
 *                 - Of the predecessor cubes that section 3.3 filters, all of which become obligations there, the first
 *                   will do: blocking it often blocks the others (option predecessors).
 *                 - The paper generalizes along each edge by itself and merges (option each-edge). By default what one
 *                   edge needs is not tried along the next: fewer queries and shorter cubes. But a result that took
 *                   literals for granted is not known to be minimal, so lower bounds come from few contexts only.
 *                 - Predecessor cubes are looked for when an obligation is asked about, which decides how it is
 *                   generalized, not for the queries that drop literals. A precondition that is false by its form needs
 *                   no query, either (option wp-contradictions, not in the paper).
 *                 - Conditions may be any formula: what is no literal counts as one in a query, and the
 *                   model chooses among its cubes when an obligation is made of it.
 *                 - In a cube an equation of numbers is two inequalities, a disequation the one that the model
 *                   chooses (option equalities). Literals are dropped in the order of their activity.
 *                 - Lemmas are propagated as in IC3, of which section 2 says nothing for IC3CFA (option propagate). A
 *                   new one is pushed at once as far as it holds, shrunk to the core that suffices there, and tried
 *                   again only when a frame that it failed by has changed. An obligation that is blocked is not tried
 *                   again one index higher: with infinitely many states that may go on for ever before k grows.
 *                 - Before the search, bounds and equations that are inductive by themselves become lemmas of
 *                   an infinity frame (ic3cfa_facts.c, ic3cfa_spaces.c); in the search, a generalization that
 *                   holds for few steps only may be replaced by a combination of literals (ic3cfa_weaken.c).
 *                   Both know linear arithmetic, and are options; all else is independent of the theory.
 *                 - A question that a solver does not answer within a bound of work goes to a fresh one
 *                   (ic3cfa_ask()); of the frames at the fixpoint only what the proof needs is handed over
 *                   (ic3cfa_trim.c).
 */
#include "engine/ic3cfa/ic3cfa.h"

#include "engine/program_engines.h"

void ic3cfa_give_up(struct ic3cfa *g, const char *reason) {
    g->stopped = true;
    if (!g->reason) g->reason = reason;
}

static void oblige(struct ic3cfa *g, uint32_t location, uint32_t level, const pdr_lits *cube,
                   struct obligation *successor, uint32_t step) {
    struct obligation *o =
        obligation_new(location, level, cube_new(cube->data, cube->size), NULL, successor, 0);
    o->record = step;
    g->stats->obligations++;
    if (g->options->check_frames) ic3cfa_check_obligation(g, o);
    obligations_push(&g->queue, o);
}

/* After SMT_SAT for the step: an obligation to block predecessors first. */
static void oblige_before(struct ic3cfa *g, struct obligation *o, const pdr_lits *cube, uint32_t step) {
    pdr_lits before = {0};
    uint32_t taken;
    if (ic3cfa_predecessor(g, step, cube, &before, &taken))
        oblige(g, g->steps.data[step].from, o->level - 1, &before, o, taken);
    else
        ic3cfa_give_up(g, "the SMT solver gave no values");
    vec_free(&before);
}

/* The same along each path of the step that leads to the cube from the frame before ([LPNNK18] section 3.3). */
static void oblige_all_before(struct ic3cfa *g, struct obligation *o, const pdr_lits *cube, uint32_t step) {
    pdr_lits core = {0};
    u32s parts = {0};
    if (!g->steps.data[step].plain) {
        const u32s *all = ic3cfa_parts(g, step);
        vec_append(&parts, all->data, all->size);
    }
    if (!parts.size) oblige_before(g, o, cube, step);
    for (uint32_t i = 0; i < parts.size && !g->stopped; i++)
        if (ic3cfa_ask(g, parts.data[i], o->level - 1, cube, &core) == SMT_SAT)
            oblige_before(g, o, cube, parts.data[i]);
    vec_free(&parts);
    vec_free(&core);
}

/* For the step, along which the cube is not inductive, and for the other open ones behind it. */
static void oblige_from_all(struct ic3cfa *g, struct obligation *o, const pdr_lits *cube, uint32_t step) {
    const u32s *incoming = &g->places[o->location].incoming;
    struct reason why = {0};
    uint32_t i = 0;
    while (incoming->data[i] != step) i++;
    oblige_all_before(g, o, cube, step);
    while (++i < incoming->size && !g->stopped)
        if (ic3cfa_inductive(g, incoming->data[i], o->level - 1, cube, &why) == SMT_SAT)
            oblige_all_before(g, o, cube, incoming->data[i]);
    vec_free(&why.core);
}

/* Looks for a step into the obligation from the frame before. True: there is one, and the obligation to block it first
 * is queued; or the search ends. */
static bool has_predecessor(struct ic3cfa *g, struct obligation *o, const pdr_lits *cube) {
    enum { ONE };
    uint32_t step;
    enum smt_result result = ic3cfa_blocked(g, o->location, o->level - 1, cube, &step);
    if (result == SMT_SAT && g->options->predecessors == ONE)
        oblige_before(g, o, cube, step);
    else if (result == SMT_SAT)
        oblige_from_all(g, o, cube, step);
    return result != SMT_UNSAT;
}

/* Learns lemmas that block the obligation, whose cube (given, too) has no predecessor. */
static void learn(struct ic3cfa *g, const struct obligation *o, pdr_lits *cube) {
    pdr_lits obligation = {0};
    vec_append(&obligation, cube->data, cube->size);
    ic3cfa_generalize(g, o->location, o->level, cube);
    uint32_t level = g->stopped ? 0 : ic3cfa_learn(g, o->location, o->level, cube);
    bool weaken = g->options->weaken && g->options->generalize && level < g->frames->top && !g->stopped;
    if (weaken && ic3cfa_weaken(g, o->location, o->level, level, &obligation, cube) && !g->stopped)
        (void)ic3cfa_learn(g, o->location, o->level, cube);
    vec_free(&obligation);
}

/* Blocks one obligation, or queues what has to be blocked before it; takes the reference. */
static void work_on(struct ic3cfa *g, struct obligation *o) {
    if (frames_blocking(g->frames, o->location, o->level, o->cube)) {
        obligation_unref(o);
        return;
    }
    pdr_lits cube = {0};
    vec_append(&cube, o->cube->literals, o->cube->size);
    if (has_predecessor(g, o, &cube)) {
        obligations_push(&g->queue, o);
    } else {
        learn(g, o, &cube);
        obligation_unref(o);
    }
    vec_free(&cube);
}

/* The blocking phase: makes F(top, error) false, or finds that an obligation has come to the start. */
static void block(struct ic3cfa *g) {
    pdr_lits none = {0};
    oblige(g, g->program->error, g->frames->top, &none, NULL, 0);
    struct obligation *o;
    while (!g->stopped && (o = obligations_pop(&g->queue, g->frames->top))) {
        g->stats->obligations_open = obligations_size(&g->queue);
        if (o->location == g->program->initial) {
            ic3cfa_refute(g, o);
            obligation_unref(o);
        } else {
            work_on(g, o);
        }
        if (g->task->meanwhile && !g->stopped) g->stopped = g->task->meanwhile(g->task->client);
        if (!g->stopped) ic3cfa_share(g);
        ic3cfa_rebuild(g);
    }
}

void ic3cfa_init(struct ic3cfa *g, struct engine_task *task) {
    struct program *program = task->model.program;
    *g = (struct ic3cfa){.task = task,
                         .options = task->options,
                         .stats = task->stats,
                         .program = program,
                         .bank = program->terms,
                         .context = smt_context_new(program->terms, task->limits),
                         .theories = program_theories(program),
                         .places = mem_new_array(struct place, program->locations.size),
                         .frames = frames_new(program->locations.size, task->options->subsume)};
    vec_each (const struct program_site, s, &program->sites) hash_map_put(&g->inputs, s->input.id, 1);
    atoms_init(&g->atoms, g->bank);
    activities_init(&g->activities, 0);
    substitution_init(&g->primed, g->bank);
    vec_each (const struct program_variable, v, &program->variables)
        substitution_bind(&g->primed, v->now, v->next);
    ic3cfa_make_steps(g);
    ic3cfa_share_begin(g);
}

void ic3cfa_fini(struct ic3cfa *g) {
    ic3cfa_share_end(g);
    for (uint32_t l = 0; l < g->program->locations.size; l++) {
        struct place *p = &g->places[l];
        frame_solver_fini(&p->solver);
        vec_free(&p->changed);
        vec_free(&p->incoming);
    }
    mem_free(g->places);
    smt_context_free(g->context);
    vec_each (struct step, s, &g->steps) ic3cfa_step_fini(s);
    vec_free(&g->steps);
    vec_each (struct atom, a, &g->notes) {
        if (a->form) linear_fini(a->form);
        mem_free(a->form);
    }
    atoms_fini(&g->atoms);
    vec_free(&g->notes);
    activities_fini(&g->activities);
    hash_map_free(&g->inputs);
    substitution_fini(&g->primed);
    obligations_fini(&g->queue);
    frames_free(g->frames);
    vec_free(&g->arrivals);
    vec_free(&g->assumptions);
    vec_free(&g->clause);
    vec_free(&g->selectors);
    vec_free(&g->owners);
    vec_free(&g->owner_of);
    vec_free(&g->wp);
    vec_each (struct reason, r, &g->reasons) vec_free(&r->core);
    vec_free(&g->reasons);
}

/* The search for facts with conditions begins with this frame. */
enum { CASES_FRAME = 6 };

static const char *run(struct engine_task *task) {
    struct ic3cfa g;
    if (!smt_available(NULL)) return "no SMT solver";
    ic3cfa_init(&g, task);
    if (task->options->facts) ic3cfa_find_facts(&g);
    ic3cfa_open_frame(&g);
    while (!g.stopped) {
        block(&g);
        if (g.stopped) break;
        events_send(task->events, (struct event){.kind = EVENT_DEPTH, .number = g.frames->top});
        ic3cfa_open_frame(&g);
        if (task->options->cases && g.frames->top == CASES_FRAME) ic3cfa_find_cases(&g);
        if (task->options->propagate) ic3cfa_propagate(&g);
        if (task->options->check_frames && !g.stopped) ic3cfa_check_frames(&g);
        uint32_t level = ic3cfa_fixpoint(&g);
        if (level) ic3cfa_prove(&g, level);
    }
    ic3cfa_fini(&g);
    return g.reason;
}

const struct engine engine_ic3cfa = {
    .name = "ic3cfa",
    .level = LEVEL_PROGRAM,
    .paper = "[LPNNK18]",
    .summary = "IC3 on the control-flow automaton: frames per location, exact weakest preconditions",
    .groups = "ic3cfa frames",
    .run = run,
};
