/* The IC3 loop modulo theories: blocking and propagation over literals whose atoms are formulas. The engines
 * ic3-smt, ic3ia and ctigar are this loop with a domain each (loop.h), which says where cubes come from and
 * what a chain of them back to the initial states means.
 *
 * After: Cimatti & Griggio, "Software Model Checking via IC3", CAV 2012 [CG12], section 3, and Cimatti,
 *        Griggio, Mover & Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction", TACAS 2014
 *        [CGMT14], figure 2.
 *
 * Paper -> here:
 *   IC3-prove, IC3+IA          loop_run(), search()
 *   trace, F_i                 l->frames, levels 1..top; F[0] = init
 *   blocking phase, recBlock   loop_block()
 *   RelInd, AbsRelInd          loop_consecution()
 *   generalize                 loop_generalize()
 *   propagation phase          loop_propagate()
 *
 * Invariants (checked by loop_check_frames() under the option check-frames):
 *   (1) every initial state satisfies every lemma;
 *   (2) F[i] => F[i+1]: a lemma of level i belongs to F[1] .. F[i];
 *   (3) F[j] excludes the bad states of a goal for all j < goal.depth;
 *   (4) F[i] & C & T & C' => F[i+1]', and the same from F[infinity] to itself.
 *
 * Departures:
 *   - RelInd and AbsRelInd are one query: literals are labels of formulas over X and X', T is asserted once.
 *     For predicates that include the atoms of init and of the property this is equisatisfiable with [CGMT14]
 *     eq. 3 without the copies X-bar; where they do not (constraints), it is stronger than the abstract query
 *     and still about the concrete system, so every lemma is sound whatever the domain does, and an abstract
 *     counterexample that refinement has excluded cannot come back.
 *   - Before all, states that are functions of others in the same step are inlined
 *     (transform/system/definitions.h), inputs that init, constraints or properties mention become states
 *     (inputs.h), and next states that are functions are found (functional.h).
 *   - Frames never contain a property: one run decides all properties, no undecided or refuted property is
 *     ever assumed, and what one proof leaves behind (in the infinity frame) helps the next, whose evidence
 *     then contains it.
 *   - A bad state needs no successor: bad states are looked for in a solver without T.
 *   - With several properties a hard one is postponed when it has used its budget of queries, and resumed
 *     when only such are left.
 */
#include "engine/system/loop.h"

#include "engine/system/unfold.h"

enum { FIRST_BUDGET = 500 };

/* The step with next states as functions where they are. */
static void make_step(struct loop *l) {
    struct substitution relation; /* next -> update */
    substitution_init(&relation, l->bank);
    substitution_init(&l->primed, l->bank);
    vec_each (const struct system_state, s, &l->system->states) {
        bool function = !term_is_none(s->update);
        substitution_bind(&l->primed, s->now, function ? s->update : s->next);
        if (function) substitution_bind(&relation, s->next, s->update);
    }
    term parts[] = {l->constraint, substitution_apply(&relation, l->system->trans),
                    substitution_apply(&l->primed, l->constraint)};
    l->step_formula = term_and(l->bank, parts, 3);
    substitution_fini(&relation);
}

struct loop *loop_new(struct engine_task *task, const struct domain *domain) {
    struct loop *l = mem_new(struct loop);
    *l = (struct loop){.task = task, .domain = domain, .options = task->options, .stats = task->stats};
    l->system = task->model.system;
    l->bank = l->system->terms;
    system_unrolling_init(&l->primes, l->system, "@");
    l->init = system_init_formula(l->system);
    l->trans = system_trans_formula(l->system);
    l->constraint = system_constraint_formula(l->system);
    make_step(l);
    atoms_init(&l->atoms, l->bank);
    activities_init(&l->activities, 0);
    l->frames = frames_new(1, l->options->subsume);
    vec_push(&l->changed, 0);
    goals_init(&l->goals, l->system->properties.size, FIRST_BUDGET);
    l->goods = mem_new_array(struct good, l->system->properties.size + 1);
    loop_build(l);
    return l;
}

void loop_free(struct loop *l) {
    if (!l) return;
    obligations_fini(&l->obligations);
    frames_free(l->frames);
    frame_solver_fini(&l->step);
    frame_solver_fini(&l->state);
    unfold_free(l->simulation);
    loop_share_free(l);
    atoms_fini(&l->atoms);
    vec_free(&l->notes);
    vec_free(&l->changed);
    vec_free(&l->assumptions);
    vec_free(&l->clause);
    vec_free(&l->work);
    activities_fini(&l->activities);
    goals_fini(&l->goals);
    mem_free(l->goods);
    substitution_fini(&l->primed);
    system_unrolling_fini(&l->primes);
    mem_free(l);
}

void loop_give_up(struct loop *l, const char *reason) {
    l->stopped = true;
    if (!l->reason) l->reason = reason;
}

const char *loop_excuse(const struct loop *l) {
    return smt_excuse(l->task);
}

static void decide(struct loop *l, uint32_t property) {
    goals_decide(&l->goals, property);
    obligations_drop_goal(&l->obligations, property);
}

void loop_refute(struct loop *l, uint32_t property, struct system_trace *trace) {
    decide(l, property);
    l->task->found(l->task->client, evidence_of_system_trace(trace));
}

/* The lemmas of levels >= level and of infinity form an inductive set that excludes the bad states. */
static void prove(void *engine, uint32_t property, uint32_t level) {
    struct loop *l = engine;
    decide(l, property);
    l->task->found(l->task->client, evidence_of_system_invariant(property, loop_invariant(l, level)));
}

static void raise_to_infinity(void *engine, uint32_t level) {
    loop_raise_to_infinity(engine, level);
}

static bool excluded_at_infinity(void *engine, uint32_t property) {
    struct loop *l = engine;
    /* F[infinity] & C & not P unsat? */
    return !l->stopped && l->goods[property].begun &&
           loop_reaches_bad(l, property, FRAMES_INFINITY) == SMT_UNSAT;
}

static const struct goals_conclusion conclusion = {prove, raise_to_infinity, excluded_at_infinity};

static void begin(struct loop *l, uint32_t property) {
    struct good *good = &l->goods[property];
    good->begun = true;
    good->label = smt_label(l->state.smt, l->system->properties.data[property].good);
    if (l->domain->begin) l->domain->begin(l, property);
}

/* Works on a goal until its frames are done up to the top. */
static void advance(struct loop *l, uint32_t property) {
    if (!l->goods[property].begun) begin(l, property);
    while (goals_waits(&l->goals, property, l->frames->top) && !l->stopped)
        goals_note(&l->goals, property, loop_block(l, l->goals.list[property].depth, property),
                   l->task->events);
}

static void search(struct loop *l) {
    while (l->goals.open && !l->stopped) {
        for (uint32_t p = 0; p < l->goals.count && !l->stopped; p++)
            if (!l->goals.list[p].decided) advance(l, p);
        if (!l->goals.open || l->stopped) break;
        if (goals_resume(&l->goals)) continue;
        loop_open_frame(l);
        loop_propagate(l);
        if (!l->stopped) loop_share(l, true);
        if (l->stopped) break;
        if (l->options->check_frames) loop_check_frames(l);
        if (!l->stopped) goals_at_fixpoints(&l->goals, l->frames, l->options, &conclusion, l);
        if (!l->stopped) goals_at_infinity(&l->goals, l->frames, l->options, l->stats, &conclusion, l);
        loop_rebuild(l);
    }
}

/* Properties that are the constant true, by themselves or because of the facts that were inlined, need no
 * search. */
static void prove_constants(struct loop *l) {
    for (uint32_t p = 0; p < l->system->properties.size; p++)
        if (term_is(l->bank, l->system->properties.data[p].good, TERM_TRUE)) prove(l, p, FRAMES_INFINITY);
}

/* What others begin with has to wait until what is ours is decided, or hard. */
static void begin_with_ours(struct loop *l) {
    const struct port *port = l->task->port;
    for (uint32_t p = 0; port && p < l->goals.count && l->goals.count > 1; p++)
        l->goals.list[p].postponed = !port->mine(port->client, p);
}

const char *loop_run(struct loop *l) {
    begin_with_ours(l);
    prove_constants(l);
    search(l);
    return l->goals.open ? l->reason : NULL;
}
