/* CTIGAR: refinement from single counterexamples to induction instead of whole abstract paths.
 *
 * After: Wolff, "Model Checking with IC3" [W14], section 4.3, with the corrections below; the method is
 *        Birgmeier, Bradley & Weissenbacher, "Counterexample to Induction-Guided Abstraction-Refinement
 *        (CTIGAR)", CAV 2014.
 * Paper -> here:  removeCTI of listing 6 -> loop_block() with predecessors();  the abstraction of a state ->
 *                 abstract(); RC, "t-hat has successors outside s-hat" -> pre_lift();
 *                 the consecution scenario -> consecution_refinement();  the lifting scenario -> lift()
 * Invariants:     (1) an obligation is a concrete state s (its record) and a cube s-hat of predicate literals
 *                     that hold in s;
 *                 (2) it is `lifted` when every state of s-hat leads, by some choices, into the successor's
 *                     cube (for a bad one: violates the property);
 *                 (3) a chain of lifted obligations from an initial state is a counterexample.
 * Departures:     - Listing 6 prints the test of line 82 the wrong way round, and RC is right only for a
 *                   deterministic transition (erratum 4): one state may do both, and refinement would never end.
 *                   Here the choices (inputs, and next values that no function gives) are those of the model, next
 *                   states are total functions of states and choices, and t-hat is lifted if  t-hat &
 *                   choices & not (s-hat' & constraints & relation)  is unsatisfiable. Other choices may do
 *                   where those of the model do not: t-hat is lifted also if the literals of a cube of the
 *                   preimage of s-hat around t are all predicates.
 *                 - Both scenarios are there. `ctigar-refine=eager` refines as soon as lifting fails; then
 *                   every obligation is lifted and consecution needs no test, because any predecessor of
 *                   s-hat will do. `lazy` goes on with an obligation that is not lifted: its predecessors
 *                   must lead to s itself; if there are none although s-hat has some, the predicates are
 *                   refined (consecution); when a chain with one reaches the initial states and no concrete
 *                   path follows it, the first of them is refined (lifting).
 *                 - A refinement of lifting separates t from the states that do not lead into s-hat. Of the
 *                   interpolants that do, it takes the weakest condition on t that is a cube: a cube of the
 *                   preimage, by implicant and model-based projection. On two control-flow models
 *                   interpolants by Spacer instead brought fifty predicates per refinement where the preimage
 *                   brings some five or less; and one (of consecution) takes ten to twenty times as long.
 *                 - A refinement of consecution separates s from the successors of F[i-1] & not s-hat. Point by
 *                   point that would enumerate (x <= 20, x <= 20 + 1/7, ...), so s is generalized first: to literals of
 *                   the preimage that s stands for, where these exclude the successors, else with literals of its own.
 *                   Then an interpolant, checked, or else the literals (separate.c).
 *                 - Arrays and uninterpreted functions are refused, by name: a state s is a list of values, and those
 *                   of functions are no values of states, nor can an array's be compared cell by cell.
 *                 - `auto` takes turns, by the count of refinements: eager first and for most of them; a few
 *                   lazy ones in between, because preimages alone may go on for ever (x < 0, x + y < 0,
 *                   2x + y < 0, ...) where an interpolant that looks forward ends it (y >= 0).
 *                 - Counterexamples are simulated in any case: that is where the trace comes from.
 *                 - After a discharged obligation the others go on; the listing abandons them.
 */
#include "engine/system/pre.h"
#include "engine/system/predicates.h"
#include "engine/system/separate.h"
#include "engine/system/system_engines.h"

enum when { WHEN_AUTO, WHEN_LAZY, WHEN_EAGER }; /* as the words of the option */

struct cti {
    point state;
    term_list choices; /* values of pre->choices that lead on; empty for a bad state */
    bool lifted;
};

struct ctigar {
    struct pre pre;
    VEC(struct cti) ctis; /* by obligation->record, one each; 0 is not used */
};

static struct ctigar *of(struct loop *l) {
    return l->data;
}

static struct cti *cti_of(struct loop *l, const struct obligation *o) {
    return &of(l)->ctis.data[o->record];
}

static uint32_t record(struct loop *l, struct cti cti) {
    vec_push(&of(l)->ctis, cti);
    return of(l)->ctis.size - 1;
}

/* The concrete state of a model. False when the solver has no value, which ends the search. */
static bool read_point(struct loop *l, struct smt *smt, point *p) {
    vec_clear(p);
    vec_each (const struct system_state, s, &l->system->states) {
        term value = smt_value(smt, s->now);
        if (term_is_none(value)) {
            loop_give_up(l, "the SMT solver gave no values");
            return false;
        }
        vec_push(p, value);
    }
    return true;
}

/* The abstraction of a state: the truth values of all predicates. */
static void abstract(struct loop *l, const point *p, pdr_lits *cube) {
    struct evaluation e;
    evaluation_init(&e, l->bank);
    for (uint32_t i = 0; i < p->size; i++) evaluation_set(&e, l->system->states.data[i].now, p->data[i]);
    vec_clear(cube);
    for (uint32_t i = 0; i < l->notes.size; i++) {
        bool holds = term_is(l->bank, evaluate(&e, l->atoms.formulas.data[i]), TERM_TRUE);
        vec_push(cube, pdr_make(i, !holds));
    }
    evaluation_fini(&e);
}

/* Literals of the state that make for a step into the target, by some choices: of the preimage, else all. */
static void lifting_literals(struct loop *l, const struct cti *cti, const struct cube *target,
                             term_list *literals) {
    term goal = atoms_cube(&l->atoms, target->literals, target->size);
    if (!pre_image_around(&of(l)->pre, point_formula(l, &cti->state), &cti->choices, goal, literals))
        point_literals(l, &cti->state, literals);
}

/* Adds predicates that tell the obligation's state, and what leads like it into the successor, from the others; false
 * when the search ends. */
static bool refine_point(struct loop *l, const struct obligation *o, term others) {
    const struct cti *cti = cti_of(l, o);
    term_list fresh = {0}, known = {0};
    l->stats->refinements++;
    l->stats->refinements_consecution++;
    if (o->successor) lifting_literals(l, cti, o->successor->cube, &known);
    bool done = !l->stopped && separate_point(l, &cti->state, &known, others, &fresh);
    if (done)
        (void)predicates_add(l, fresh.data, fresh.size);
    else
        loop_give_up(l, loop_excuse(l) ? "no refinement found" : NULL);
    vec_free(&fresh);
    vec_free(&known);
    return done;
}

/* `cube` abstracts the state, whose choices lead into the target: makes it a cube that is lifted, if there is
 * one over the predicates or new ones may be made. */
static void lift(struct loop *l, struct cti *cti, const struct cube *target, pdr_lits *cube, bool refine) {
    cti->lifted = pre_lift(&of(l)->pre, &cti->choices, target, cube);
    if (cti->lifted || l->stopped) return;
    term_list literals = {0};
    lifting_literals(l, cti, target, &literals);
    bool known = true;
    vec_each (const term, t, &literals) known &= atoms_know(&l->atoms, *t);
    if (known || refine) {
        vec_clear(cube);
        vec_each (const term, t, &literals) vec_push(cube, loop_literal(l, *t));
        loop_tidy(cube);
        cti->lifted = true;
    }
    vec_free(&literals);
    if (known || !refine) return;
    l->stats->refinements++;
    l->stats->refinements_lifting++;
    predicates_added(l);
}

/* The states that F[level] reaches in one step from outside the cube, over X: the variables of the step are
 * renamed away. */
static term image(struct loop *l, uint32_t level, const struct cube *cube) {
    term_list parts = {0};
    vec_push(&parts, level ? l->constraint : term_and2(l->bank, l->init, l->constraint));
    for (uint32_t i = level ? level : 1; i <= l->frames->top; i++)
        vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, i))
            vec_push(&parts, term_not(l->bank,
                                      atoms_cube(&l->atoms, e->lemma->cube->literals, e->lemma->cube->size)));
    vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, FRAMES_INFINITY))
        vec_push(&parts,
                 term_not(l->bank, atoms_cube(&l->atoms, e->lemma->cube->literals, e->lemma->cube->size)));
    vec_push(&parts, term_not(l->bank, atoms_cube(&l->atoms, cube->literals, cube->size)));
    vec_push(&parts, l->trans);
    vec_push(&parts, system_primed(&l->primes, l->constraint));
    struct substitution rename; /* now -> a fresh variable, next -> now */
    substitution_init(&rename, l->bank);
    vec_each (const struct system_state, s, &l->system->states) {
        substitution_bind(&rename, s->now,
                          system_state_at(&l->primes, (uint32_t)(s - l->system->states.data), 0));
        substitution_bind(&rename, s->next, s->now);
    }
    term result = substitution_apply(&rename, term_and(l->bank, parts.data, parts.size));
    substitution_fini(&rename);
    vec_free(&parts);
    return result;
}

/* The state s has no predecessor, its abstraction has: refines, and puts an obligation with a finer
 * abstraction in its place. The record is new: the old obligation may be the successor of others, and is not
 * lifted. */
static void consecution_refinement(struct loop *l, struct obligation *o) {
    const struct cti *old = cti_of(l, o);
    if (!refine_point(l, o, image(l, o->level - 1, o->cube))) return;
    struct cti cti = {0};
    pdr_lits cube = {0};
    vec_append(&cti.state, old->state.data, old->state.size);
    vec_append(&cti.choices, old->choices.data, old->choices.size);
    abstract(l, &cti.state, &cube);
    if (o->successor) lift(l, &cti, o->successor->cube, &cube, false);
    uint32_t number = record(l, cti); /* owns the lists of cti */
    if (!l->stopped) (void)loop_oblige(l, o->level, &cube, o->successor, o->goal, number);
    vec_free(&cube);
}

static void bad(struct loop *l, uint32_t property, uint32_t level) {
    struct cti cti = {0};
    pdr_lits cube = {0};
    bool read = read_point(l, l->state.smt, &cti.state);
    if (read) {
        loop_minterm(l, false, &cube);
        cti.lifted = loop_shrink_bad(l, property, &cube);
    }
    uint32_t number = record(l, cti); /* owns the lists of cti */
    if (read && !l->stopped) (void)loop_oblige(l, level, &cube, NULL, property, number);
    vec_free(&cube);
}

static bool is_eager(const struct loop *l) {
    enum { TURN = 32, EAGER_TURN = 24 };
    if (l->options->ctigar_refine != WHEN_AUTO) return l->options->ctigar_refine == WHEN_EAGER;
    return l->stats->refinements % TURN < EAGER_TURN;
}

static bool predecessors(struct loop *l, struct obligation *o) {
    if (!cti_of(l, o)->lifted) {
        term here = substitution_apply(&l->primed, point_formula(l, &cti_of(l, o)->state));
        /* F[level-1] & not s-hat & T & s' sat? */
        enum smt_result result = loop_again(l, here);
        if (result != SMT_SAT) {
            loop_end(l);
            if (result == SMT_UNSAT)
                consecution_refinement(l, o);
            else
                loop_give_up(l, loop_excuse(l));
            return false;
        }
    }
    struct cti cti = {0};
    pdr_lits cube = {0};
    loop_minterm(l, true, &cube);
    bool read = read_point(l, l->step.smt, &cti.state) && pre_choices(&of(l)->pre, &cti.choices);
    loop_end(l);
    if (read)
        lift(l, &cti, o->cube, &cube, is_eager(l));
    else
        loop_give_up(l, "the SMT solver gave no values");
    uint32_t number = record(l, cti); /* owns the lists of cti */
    bool going = !l->stopped && loop_oblige(l, o->level - 1, &cube, o, o->goal, number);
    vec_free(&cube);
    return going;
}

/* No concrete path follows the chain: the first obligation that is not lifted is to blame. */
static void refine_chain(struct loop *l, const struct obligation *first) {
    const struct obligation *o = first;
    while (o && cti_of(l, o)->lifted) o = o->successor;
    if (!o) {
        loop_give_up(l, "a lifted chain has no concrete path"); /* invariant (2) or (3) broken */
        return;
    }
    if (!o->successor) { /* the predicates say that it is bad, which the solver could not confirm */
        loop_give_up(l, loop_excuse(l));
        return;
    }
    pdr_lits cube = {0};
    abstract(l, &cti_of(l, o)->state, &cube);
    lift(l, cti_of(l, o), o->successor->cube, &cube, true);
    obligations_drop_goal(&l->obligations, first->goal);
    vec_free(&cube);
}

static const struct domain domain = {.predicates = true,
                                     .begin = predicates_begin,
                                     .bad = bad,
                                     .predecessors = predecessors,
                                     .spurious = refine_chain};

static const char *run(struct engine_task *task) {
    if (system_theories(task->model.system) & (THEORY_ARRAY | THEORY_UF))
        return "unsupported: arrays and uninterpreted functions in ctigar";
    struct loop *l = loop_new(task, &domain);
    struct ctigar ctigar = {0};
    pre_init(&ctigar.pre, l);
    vec_push(&ctigar.ctis, (struct cti){0});
    l->data = &ctigar;
    const char *reason = loop_run(l);
    vec_each (struct cti, cti, &ctigar.ctis) {
        vec_free(&cti->state);
        vec_free(&cti->choices);
    }
    vec_free(&ctigar.ctis);
    pre_fini(&ctigar.pre);
    loop_free(l);
    return reason;
}

const struct engine engine_ctigar = {
    .name = "ctigar",
    .level = LEVEL_SYSTEM,
    .over_states = true,
    .paper = "[W14] section 4.3",
    .summary = "refinement from single abstract counterexamples to induction, lazy or eager",
    .groups = "frames pdr ctg predicates ctigar",
    .run = run,
};
