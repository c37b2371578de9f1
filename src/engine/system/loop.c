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
 *     (system_inputs.h), and next states that are functions are found (functional.h).
 *   - Frames never contain a property: one run decides all properties, no undecided or refuted property is
 *     ever assumed, and what one proof leaves behind (in the infinity frame) helps the next, whose evidence
 *     then contains it.
 *   - A bad state needs no successor: bad states are looked for in a solver without T.
 *   - With several properties a hard one is postponed when it has used its budget of queries, and resumed
 *     when only such are left.
 */
#include "engine/system/loop.h"

#include "engine/system/unfold.h"
#include "transform/system/functional.h"

enum { FIRST_BUDGET = 500, BUDGET_GROWTH = 4 };

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

struct loop *loop_new(struct system_task *task, const struct domain *domain) {
    struct loop *l = mem_new(struct loop);
    *l = (struct loop){.task = task, .domain = domain, .options = task->options, .stats = task->stats};
    l->inlined = system_inline_definitions(task->system);
    l->lifted = system_lift_inputs(l->inlined->to);
    system_make_functional(l->lifted->to);
    l->system = l->lifted->to;
    l->bank = l->system->terms;
    system_unrolling_init(&l->primes, l->system, "@");
    l->init = system_init_formula(l->system);
    l->trans = system_trans_formula(l->system);
    l->constraint = system_constraint_formula(l->system);
    make_step(l);
    l->activity_step = 1;
    l->frames = frames_new(1, l->options->subsume);
    vec_push(&l->changed, 0);
    l->goals = mem_new_array(struct goal, l->system->properties.size + 1);
    l->open = l->system->properties.size;
    l->budget = FIRST_BUDGET;
    loop_build(l);
    return l;
}

void loop_free(struct loop *l) {
    if (!l) return;
    obligations_fini(&l->obligations);
    frames_free(l->frames);
    smt_free(l->step);
    smt_free(l->state);
    vec_free(&l->step_levels);
    vec_free(&l->state_levels);
    vec_free(&l->atoms);
    hash_map_free(&l->atom_of);
    vec_free(&l->changed);
    vec_free(&l->assumptions);
    vec_free(&l->clause);
    mem_free(l->goals);
    substitution_fini(&l->primed);
    system_unrolling_fini(&l->primes);
    system_lifted_free(l->lifted);
    system_inlined_free(l->inlined);
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
    assert(!l->goals[property].decided);
    l->goals[property].decided = true;
    l->open--;
    obligations_drop_goal(&l->obligations, property);
}

void loop_refute(struct loop *l, uint32_t property, struct system_trace *trace) {
    decide(l, property);
    trace = system_inlined_trace(l->inlined, system_lifted_trace(l->lifted, trace));
    l->task->refuted(l->task->client, property, trace);
}

/* The lemmas of levels >= level and of infinity form an inductive set that excludes the bad states. */
static void prove(struct loop *l, uint32_t property, uint32_t level) {
    decide(l, property);
    l->task->proved(l->task->client, property, loop_invariant(l, property, level));
}

/* A level i below the top without lemmas means F[i] = F[i+1]: it is inductive. */
static void conclude_at_fixpoints(struct loop *l) {
    for (uint32_t i = 1; i < l->frames->top && l->open; i++) {
        if (frames_at(l->frames, 0, i)->size) continue;
        bool proved = false;
        for (uint32_t p = 0; p < l->system->properties.size; p++) {
            if (l->goals[p].decided || l->goals[p].depth <= i) continue;
            prove(l, p, i);
            proved = true;
        }
        if (proved && l->open && l->options->share) loop_raise_to_infinity(l, i + 1);
    }
}

/* The infinity frame may exclude the bad states of a goal by itself. */
static void conclude_at_infinity(struct loop *l) {
    if (!l->options->infinity || !frames_at(l->frames, 0, FRAMES_INFINITY)->size) return;
    for (uint32_t p = 0; p < l->system->properties.size && !l->stopped; p++) {
        if (l->goals[p].decided || !l->goals[p].begun) continue;
        bool first = l->open == l->system->properties.size;
        if (!first && !l->options->share) continue;
        if (loop_reaches_bad(l, p, FRAMES_INFINITY) != SMT_UNSAT) continue;
        l->stats->shared_proofs += !first;
        prove(l, p, FRAMES_INFINITY);
    }
}

static void begin(struct loop *l, uint32_t property) {
    struct goal *goal = &l->goals[property];
    goal->begun = true;
    goal->good = smt_label(l->state, l->system->properties.data[property].good);
    l->domain->begin(l, property);
}

/* Works on a goal until its frames are done up to the top. */
static void advance(struct loop *l, uint32_t property) {
    struct goal *goal = &l->goals[property];
    if (!goal->begun) begin(l, property);
    while (!goal->decided && !goal->postponed && !l->stopped && goal->depth <= l->frames->top) {
        switch (loop_block(l, goal->depth, property)) {
        case BLOCK_DONE:
            events_send(l->task->events,
                        (struct event){.kind = EVENT_DEPTH, .property = property, .number = goal->depth});
            goal->depth++;
            break;
        case BLOCK_POSTPONED: goal->postponed = true; break;
        case BLOCK_STOPPED:
        case BLOCK_DECIDED: break;
        }
    }
}

/* When every open goal has used up its budget, all get a larger one and go on at this level. */
static bool all_postponed(struct loop *l) {
    for (uint32_t p = 0; p < l->system->properties.size; p++)
        if (!l->goals[p].decided && !l->goals[p].postponed) return false;
    for (uint32_t p = 0; p < l->system->properties.size; p++) l->goals[p].postponed = false;
    l->budget *= BUDGET_GROWTH;
    return l->open > 0;
}

static void search(struct loop *l) {
    while (l->open && !l->stopped) {
        for (uint32_t p = 0; p < l->system->properties.size && !l->stopped; p++)
            if (!l->goals[p].decided) advance(l, p);
        if (!l->open || l->stopped) break;
        if (all_postponed(l)) continue;
        loop_open_frame(l);
        loop_propagate(l);
        if (l->stopped) break;
        if (l->options->check_frames) loop_check_frames(l);
        if (!l->stopped) conclude_at_fixpoints(l);
        if (!l->stopped) conclude_at_infinity(l);
        loop_rebuild(l);
    }
}

/* Properties that are the constant true, by themselves or because of the facts that were inlined, need no
 * search. */
static void prove_constants(struct loop *l) {
    for (uint32_t p = 0; p < l->system->properties.size; p++)
        if (term_is(l->bank, l->system->properties.data[p].good, TERM_TRUE)) prove(l, p, FRAMES_INFINITY);
}

const char *loop_run(struct loop *l) {
    prove_constants(l);
    search(l);
    return l->open ? l->reason : NULL;
}
