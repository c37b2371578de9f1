/* IC3 with implicit predicate abstraction: cubes are minterms over predicates, theories stay inside the
 * solver.
 *
 * After: Cimatti, Griggio, Mover & Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction", TACAS
 *        2014 [CGMT14].
 * Paper -> here:  IC3+IA -> loop_run() of loop.c;  AbsRelInd -> loop_consecution();  the predicates P ->
 *                 l->atoms; P-cube of a model -> loop_minterm();  simulation -> loop_counterexample();  refine ->
 *                 predicates_refine(); reduction of predicates (section 5.1) -> refine/, option
 *                 reduce-predicates
 * Invariants:     (1) init and every property that was begun are Boolean combinations of predicates;
 *                 (2) predicates are never removed, and lemmas are kept after a refinement: they are about
 *                     the concrete transition (see loop.c);
 *                 (3) after a refinement the chain that caused it has no abstract counterpart, so it does not
 *                     come again.
 * Departures:     - The one-step query needs no copies X-bar of the states (loop.c says why).
 *                 - Constraints and inputs in properties: transform/system/inputs.h; constraints are part of
 *                   every step.
 *                 - An abstract predecessor is reduced where the concrete states allow it: with the model's
 *                   choices fixed, the literals that force the step (pre_lift) are the cube; the states of
 *                   such a cube all lead on, so it is a cube of the abstract preimage, too. Else the whole
 *                   minterm is used.
 *                 - A bounded search for counterexamples goes along with a share of the work (probe.h).
 *                 - Equalities of numbers are two predicates. All Boolean states are predicates unless
 *                   ia-booleans is off.
 */
#include "engine/system/pre.h"
#include "engine/system/predicates.h"
#include "engine/system/probe.h"
#include "engine/system/system_engines.h"

struct abstraction {
    struct pre pre;
    uint64_t lifts_asked, lifts_tried, lifts_done;
    struct probe probe;
    struct refiner *refiner;
};

static struct abstraction *of(struct loop *l) {
    return l->data;
}

static void bad(struct loop *l, uint32_t property, uint32_t level) {
    pdr_lits cube = {0};
    loop_minterm(l, false, &cube);
    (void)loop_shrink_bad(l, property, &cube);
    if (!l->stopped) probe_run(&of(l)->probe);
    if (!l->stopped && !l->goals.list[property].decided)
        (void)loop_oblige(l, level, &cube, NULL, property, 0);
    vec_free(&cube);
}

/* Where minterms seldom force the step (inputs that are states, coarse predicates), only every 16th is tried. */
static bool is_worth_lifting(struct loop *l) {
    enum { FIRST = 32, SAMPLE = 16 };
    struct abstraction *a = of(l);
    if (!l->options->lift) return false;
    a->lifts_asked++;
    return a->lifts_tried < FIRST || a->lifts_done * SAMPLE >= a->lifts_tried || a->lifts_asked % SAMPLE == 0;
}

static bool predecessors(struct loop *l, struct obligation *o) {
    struct pre *pre = &of(l)->pre;
    pdr_lits cube = {0};
    term_list values = {0};
    loop_minterm(l, true, &cube);
    bool lift = is_worth_lifting(l) && pre_choices(pre, &values);
    loop_end(l);
    if (lift) {
        of(l)->lifts_tried++;
        of(l)->lifts_done += pre_lift(pre, &values, o->cube, &cube);
    }
    bool going = loop_oblige(l, o->level - 1, &cube, o, o->goal, 0);
    vec_free(&values);
    vec_free(&cube);
    return going;
}

static void spurious(struct loop *l, const struct obligation *o) {
    probe_run(&of(l)->probe);
    if (!l->goals.list[o->goal].decided) predicates_refine(l, of(l)->refiner, o);
}

static const struct domain domain = {.predicates = true,
                                     .begin = predicates_begin,
                                     .bad = bad,
                                     .predecessors = predecessors,
                                     .spurious = spurious};

static const char *run(struct engine_task *task) {
    struct loop *l = loop_new(task, &domain);
    struct abstraction abstraction = {.probe.loop = l};
    pre_init(&abstraction.pre, l);
    abstraction.refiner = refiner_new(l->system, task->options, task->stats, task->limits);
    l->data = &abstraction;
    const char *reason = loop_run(l);
    refiner_free(abstraction.refiner);
    pre_fini(&abstraction.pre);
    probe_fini(&abstraction.probe);
    loop_free(l);
    return reason;
}

const struct engine engine_ic3ia = {
    .name = "ic3ia",
    .level = LEVEL_SYSTEM,
    .over_states = true,
    .paper = "[CGMT14]",
    .summary = "IC3 with implicit predicate abstraction and refinement",
    .groups = "frames pdr lifting ctg predicates ic3ia refine",
    .run = run,
};
