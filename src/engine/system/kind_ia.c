/* k-induction with implicit predicate abstraction: both cases are about paths of disconnected steps whose ends
 * agree on the predicates, and the abstraction that they stand for is never computed.
 *
 * After: Tonetta, "Abstract Model Checking without Computing the Abstraction", FM 2009, as [CGMT14] presents it
 *        (Cimatti, Griggio, Mover & Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction", TACAS
 *        2014, section 2.3), with the refinement of [CGMT14] section 3.3 around it.
 * Paper -> here:  EQ_P, Path_k,P -> struct glued (refine/glued.h);  BMC_k,P -> base();  the step over abstract
 *                 simple paths -> step();  simulation, refine -> cegar_counterexample()
 * Invariants:     (1) before the step is tried at depth k, the abstraction has no violation in steps 0..k-1 of any
 *                     open property, so traces are shortest;
 *                 (2) the atoms of init and of a property are predicates before work on it begins, so its abstract
 *                     paths begin in initial states and end in violations;
 *                 (3) predicates are never removed, so (1) stays true when some are added.
 * Departures:     - A step that needs no simple paths is a k-induction of the system itself, and its evidence. One over
 *                   paths whose states differ in some predicate is not: concrete states that differ may agree on the
 *                   predicates. There IC3 finds the inductive invariant over the same predicates that exists because
 *                   the abstraction is safe (cegar_certify()). Its queries are counted with all others.
 *                 - Simple paths are always asked for, whatever simple-path says: without, the abstraction proves
 *                   nothing that k-induction on the system does not prove at the same depth. Pairs of states are told
 *                   apart when a model has them equal.
 *                 - What was proved is not assumed for other properties.
 */
#include "engine/system/cegar.h"
#include "engine/system/system_engines.h"
#include "refine/glued.h"

struct search {
    struct engine_task *task;
    struct pending pending;
    struct cegar cegar;
    uint32_t depth;
};

static void path_init(struct search *s, struct glued *g, const struct spurious_path *path) {
    glued_init(g, s->cegar.system, path, NULL, s->task->stats, s->task->limits);
}

/* Adds the predicates that the path does not have yet, and asks for it. */
static enum smt_result ask(struct search *s, struct glued *g) {
    const term_list *predicates = &s->cegar.predicates.formulas;
    while (g->predicates.size < predicates->size) glued_add(g, predicates->data[g->predicates.size]);
    enum smt_result result = limits_stopped_slow(s->task->limits) ? SMT_UNKNOWN : glued_check(g, g->steps);
    if (result == SMT_UNKNOWN) s->pending.reason = smt_excuse(s->task);
    return result;
}

static bool holds(struct glued *g, uint32_t predicate, uint32_t step) {
    return smt_lit_value(g->smt, g->truth.data[predicate * g->steps + step]);
}

/* The abstract path of the model, as a counterexample. */
static enum cegar_result follow(struct search *s, struct glued *g) {
    term_list *cubes = mem_new_array(term_list, g->steps);
    for (uint32_t i = 0; i < g->steps; i++)
        for (uint32_t p = 0; p < g->predicates.size; p++) {
            term literal = g->predicates.data[p];
            vec_push(&cubes[i], holds(g, p, i) ? literal : term_not(g->bank, literal));
        }
    enum cegar_result result = cegar_counterexample(&s->cegar, g->path->property, cubes, g->steps);
    for (uint32_t i = 0; i < g->steps; i++) vec_free(&cubes[i]);
    mem_free(cubes);
    return result;
}

/* False: stopped. */
static bool base(struct search *s, uint32_t property) {
    struct spurious_path path = {.property = property, .steps = s->depth + 1};
    struct glued g;
    path_init(s, &g, &path);
    enum cegar_result result = CEGAR_REFINED;
    enum smt_result answer = SMT_SAT;
    /* init(R_0) & EQ(R_0, L_0) & T(L_0, R_1) & ... & EQ(R_k, L_k) & not P(L_k), with constraints: sat? */
    while (result == CEGAR_REFINED && (answer = ask(s, &g)) == SMT_SAT) result = follow(s, &g);
    glued_fini(&g);
    return answer != SMT_UNKNOWN && result != CEGAR_STOPPED;
}

static bool agree(struct glued *g, uint32_t i, uint32_t j) {
    for (uint32_t p = 0; p < g->predicates.size; p++)
        if (holds(g, p, i) != holds(g, p, j)) return false;
    return true;
}

static term differ(struct glued *g, uint32_t i, uint32_t j) {
    term_list same = {0};
    vec_each (const term, p, &g->predicates)
        vec_push(&same, term_eq(g->bank, glued_at(g, *p, i), glued_at(g, *p, j)));
    term result = term_not(g->bank, term_and(g->bank, same.data, same.size));
    vec_free(&same);
    return result;
}

/* Tells each step apart from the last one before it that agrees with it. False: the path is simple. */
static bool tell_apart(struct glued *g) {
    term_list differences = {0};
    for (uint32_t j = 1; j < g->steps; j++)
        for (uint32_t i = j; i-- > 0;) {
            if (!agree(g, i, j)) continue;
            vec_push(&differences, differ(g, i, j));
            break;
        }
    bool found = differences.size > 0;
    vec_each (const term, d, &differences) smt_assert(g->smt, *d);
    vec_free(&differences);
    return found;
}

static bool prove(struct search *s, uint32_t property, bool simple) {
    struct system_invariant *invariant = simple ? cegar_certify(&s->cegar, property) : system_invariant_new();
    if (!invariant) return false;
    if (!simple) {
        vec_push(&invariant->conjuncts, s->cegar.system->properties.data[property].good);
        invariant->depth = s->depth;
    }
    pending_decide(&s->pending, evidence_of_system_invariant(property, invariant));
    return true;
}

/* False: stopped. */
static bool step(struct search *s, uint32_t property) {
    struct spurious_path path = {.property = property, .steps = s->depth + 1, .inner_start = true};
    struct glued g;
    path_init(s, &g, &path);
    for (uint32_t i = 0; i < s->depth; i++)
        smt_assert(g.smt, glued_at(&g, s->cegar.system->properties.data[property].good, i));
    /* P(L_0) & T(L_0, R_1) & EQ(R_1, L_1) & P(L_1) & ... & EQ(R_k, L_k) & not P(L_k), with constraints, and L_0 .. L_k
     * differ in predicates: sat? */
    bool simple = false;
    enum smt_result result;
    while ((result = ask(s, &g)) == SMT_SAT && tell_apart(&g)) simple = true;
    glued_fini(&g);
    return result == SMT_UNSAT ? prove(s, property, simple) : result == SMT_SAT;
}

static bool each_open(struct search *s, bool (*work)(struct search *, uint32_t)) {
    for (uint32_t p = 0; p < s->cegar.system->properties.size; p++)
        if (s->pending.open[p] && !work(s, p)) return false;
    return true;
}

static void deepen(struct search *s) {
    for (uint32_t p = 0; p < s->cegar.system->properties.size; p++)
        if (s->pending.open[p]) cegar_begin(&s->cegar, p);
    while (s->pending.count) {
        if (s->depth >= s->task->options->kind_bound) {
            s->pending.reason = "bound reached";
            return;
        }
        pending_settle(&s->pending);
        if (!each_open(s, base)) return;
        pending_clear(&s->pending, s->depth);
        s->task->stats->frames = ++s->depth;
        if (!each_open(s, step)) return;
    }
}

static const char *run(struct engine_task *task) {
    struct search s = {.task = task};
    pending_init(&s.pending, task);
    cegar_init(&s.cegar, &s.pending);
    deepen(&s);
    cegar_fini(&s.cegar);
    pending_fini(&s.pending);
    return s.pending.reason;
}

const struct engine engine_kind_ia = {
    .name = "kind-ia",
    .level = LEVEL_SYSTEM,
    .over_states = true,
    .paper = "[CGMT14] 2.3",
    .summary = "k-induction with implicit predicate abstraction and refinement",
    .groups = "kind frames pdr ctg predicates refine",
    .run = run,
};
