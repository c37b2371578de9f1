/* Interpolants into clauses, one level after the other, cube by cube.
 *
 * At level i the target is H_i of ipdr.c, a formula. While F[i] & not H_i has a state s, F[i] & H_i & s is refuted, and
 * the core of s is a cube d with F[i] & d outside H_i, which the clause of d excludes. In the end F[i] => H_i.
 *
 *   ipdr-frames=cnf   d is shrunk to a minimal such cube: F[i] becomes a conjunction of prime implicates, the paper's
 *                     CNF.
 *   ipdr-frames=ic3   F[i-1] => H_i-1 implies F[i-1] & C & T => F[i]' & H_i', hence d is inductive relative to F[i-1]:
 *                     it is generalized and pushed as the cube of an obligation would be.
 *
 * H_i has all levels below in it and may be large, while J_i is mostly all that matters of it. So ic3 begins with J_i
 * as the target: a cube that is inductive relative to F[i-1] may be excluded whatever the target says. When one is not,
 * because states below G_i-1 lead to it, the target is widened by G_i-1, the next time by G_i-2, and so on. */
#include "engine/bit/ipdr.h"

#include "engine/bit/itp_cones.h"

enum { FRAMES_CNF = 0, FRAMES_IC3 = 1 }; /* values of the option ipdr-frames */

struct clausifier {
    struct ic3 *ic3;
    uint32_t first;              /* the level of the interpolants before the first one */
    struct aig *graph;           /* node 1 + i is latch i */
    const aig_lit *interpolants; /* J_first+1, ... */
    aig_lits lemmas;    /* by level, from `first` on: the conjunction of the lemmas before the call */
    struct cones cones; /* of the graph, with lemmas as clauses */
    sat_lits switches;  /* [0..top + 1]: turns on the lemmas of this level; the last: infinity */
    sat_lits query;
    pdr_lits state, cube;

    /* the level i at hand */
    uint32_t level;
    aig_lit target;  /* J_i or G_widest or ... or G_i-1 */
    uint32_t widest; /* i: none of the G_j */
    aig_lit between; /* the conjunction of the lemmas of levels widest .. i-1 */
    bool *support;   /* by node: in the cone of the target */
};

static aig_lit interpolant(const struct clausifier *c, uint32_t level) {
    return c->interpolants[level - c->first - 1];
}

/* Formulas of the frames. */

static aig_lit clause_of(struct clausifier *c, const struct cube *cube) {
    aig_lits literals = {0};
    for (uint32_t i = 0; i < cube->size; i++)
        vec_push(&literals, aig_make(1 + pdr_index(cube->literals[i]), pdr_sign(cube->literals[i])));
    aig_lit conjunction = aig_and_all(c->graph, literals.data, literals.size);
    vec_free(&literals);
    return aig_not(conjunction);
}

static aig_lit conjunction_of(struct clausifier *c, const lemma_list *list) {
    aig_lits clauses = {0};
    vec_each (const struct lemma_entry, e, list) vec_push(&clauses, clause_of(c, e->lemma->cube));
    aig_lit conjunction = aig_and_all(c->graph, clauses.data, clauses.size);
    vec_free(&clauses);
    return conjunction;
}

static aig_lit initial_states(struct clausifier *c) {
    const struct ic3 *s = c->ic3;
    aig_lits values = {0};
    for (uint32_t i = 0; i < s->circuit->latches.size; i++)
        if (s->reset[i] <= 1) vec_push(&values, aig_make(1 + i, !s->reset[i]));
    aig_lit initial = aig_and_all(c->graph, values.data, values.size);
    vec_free(&values);
    return initial;
}

/* Takes the lemmas as they are before the first one is added; at level 0, the initial states. */
static void copy_lemmas(struct clausifier *c, uint32_t last) {
    vec_resize(&c->lemmas, last + 1);
    for (uint32_t i = c->first; i <= last; i++)
        c->lemmas.data[i] = i ? conjunction_of(c, frames_at(c->ic3->frames, 0, i)) : initial_states(c);
}

/* The solver: lemmas are clauses with a switch per level. */

static sat_lit literal(struct clausifier *c, pdr_lit l) {
    return cones_lit(&c->cones, aig_make(1 + pdr_index(l), pdr_sign(l)));
}

static void note_lemma(struct clausifier *c, uint32_t level, const pdr_lit *cube, uint32_t n) {
    uint32_t last = c->ic3->frames->top + 1;
    vec_clear(&c->query);
    vec_push(&c->query, sat_not(c->switches.data[level == FRAMES_INFINITY ? last : level]));
    for (uint32_t i = 0; i < n; i++) vec_push(&c->query, sat_not(literal(c, cube[i])));
    cones_add_clause(&c->cones, c->query.data, c->query.size);
}

static void note_lemmas(struct clausifier *c, uint32_t level) {
    vec_each (const struct lemma_entry, e, frames_at(c->ic3->frames, 0, level))
        note_lemma(c, level, e->lemma->cube->literals, e->lemma->cube->size);
}

static enum sat_result solve(struct clausifier *c) {
    enum sat_result result = cones_solve(&c->cones, c->query.data, c->query.size);
    if (result == SAT_UNKNOWN) c->ic3->stopped = true;
    return result;
}

static void clausifier_init(struct clausifier *c, struct ic3 *s, uint32_t first, uint32_t level,
                            struct aig *graph, const aig_lit *interpolants) {
    *c = (struct clausifier){.ic3 = s, .first = first, .graph = graph, .interpolants = interpolants};
    copy_lemmas(c, level);
    cones_init(&c->cones, graph, s->task->limits, s->stats);
    for (uint32_t i = 0; i <= s->frames->top + 1; i++) vec_push(&c->switches, cones_free_lit(&c->cones));
    for (uint32_t i = first + 1; i <= s->frames->top; i++) note_lemmas(c, i);
    note_lemmas(c, FRAMES_INFINITY);
}

static void clausifier_fini(struct clausifier *c) {
    cones_fini(&c->cones);
    vec_free(&c->lemmas);
    vec_free(&c->switches);
    vec_free(&c->query);
    vec_free(&c->state);
    vec_free(&c->cube);
    mem_free(c->support);
}

static void mark_support(struct clausifier *c) {
    mem_free(c->support);
    c->support = mem_new_array(bool, aig_size(c->graph));
    aig_mark_cone(c->graph, c->target, c->support);
}

static void set_target(struct clausifier *c, uint32_t level) {
    c->level = c->widest = level;
    c->target = interpolant(c, level);
    c->between = AIG_TRUE;
    mark_support(c);
}

/* The target gets one more G_j. Within F[i], which queries assume, F_j is the lemmas of levels j .. i-1. False: it is
 * H_i already. */
static bool widen_target(struct clausifier *c) {
    if (c->widest == c->first) return false;
    uint32_t j = --c->widest;
    c->between = aig_and(c->graph, c->between, c->lemmas.data[j]);
    aig_lit strengthened = j == c->first ? c->between : aig_and(c->graph, c->between, interpolant(c, j));
    c->target = aig_or(c->graph, c->target, strengthened);
    mark_support(c);
    return true;
}

static void push_frame(struct clausifier *c) {
    for (uint32_t i = c->level; i <= c->ic3->frames->top + 1; i++) vec_push(&c->query, c->switches.data[i]);
}

/* F[i] & not target satisfiable, by the lemmas that the solver knows of? The state is over the latches of that
 * query. */
static bool find_state(struct clausifier *c) {
    struct ic3 *s = c->ic3;
    vec_clear(&c->query);
    vec_push(&c->query, sat_not(cones_lit(&c->cones, c->target)));
    push_frame(c);
    if (solve(c) != SAT_SATISFIED) return false;
    vec_clear(&c->state);
    for (uint32_t i = 0; i < s->circuit->latches.size; i++)
        if (cones_known(&c->cones, 1 + i)) vec_push(&c->state, pdr_make(i, !cones_value(&c->cones, 1 + i)));
    return true;
}

/* F[i] & target & cube unsatisfiable? Then the cube becomes its core; as in ic3_query.c, literals at the back stay
 * rather. */
static bool outside_target(struct clausifier *c, pdr_lits *cube) {
    vec_clear(&c->query);
    push_frame(c);
    vec_push(&c->query, cones_lit(&c->cones, c->target));
    for (uint32_t i = cube->size; i-- > 0;) vec_push(&c->query, literal(c, cube->data[i]));
    if (solve(c) != SAT_REFUTED) return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (cdcl_failed(c->cones.solver, literal(c, cube->data[i]))) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
    return true;
}

/* A lemma that the solver has not heard of (of a counterexample to generalization, say) may exclude the state. */
static bool excluded_already(struct clausifier *c) {
    struct cube *state = cube_new(c->state.data, c->state.size);
    const struct lemma *known = frames_blocking(c->ic3->frames, 0, c->level, state);
    if (known) note_lemma(c, known->level, known->cube->literals, known->cube->size);
    cube_free(state);
    return known;
}

/* A cube whose states in F[i], of which there are some, are outside the target. False when there is none left. */
static bool find_cube(struct clausifier *c) {
    struct ic3 *s = c->ic3;
    do {
        if (!find_state(c)) return false;
    } while (excluded_already(c));
    vec_clear(&c->cube);
    vec_each (const pdr_lit, l, &c->state)
        if (c->support[1 + pdr_index(*l)]) vec_push(&c->cube, *l);
    ic3_sort(s, c->cube.data, c->cube.size, true);
    bool outside = outside_target(c, &c->cube);
    if (!outside && !s->stopped) s->broken = "a state is both inside and outside the strengthened frame";
    return outside;
}

/* Drops literals while the cube stays outside the target: its clause becomes a prime implicate. */
static void minimize(struct clausifier *c, pdr_lits *cube) {
    pdr_lits trial = {0};
    for (uint32_t i = cube->size; i-- > 0 && !c->ic3->stopped;) {
        if (i >= cube->size) continue; /* a core took more than one */
        vec_clear(&trial);
        vec_append(&trial, cube->data, i);
        vec_append(&trial, cube->data + i + 1, cube->size - i - 1);
        if (!outside_target(c, &trial)) continue;
        vec_clear(cube);
        vec_append(cube, trial.data, trial.size);
    }
    vec_free(&trial);
}

/* As for an obligation: *level becomes that of the lemma. False when the cube is not inductive, or stopped. */
static bool generalize(struct clausifier *c, pdr_lits *cube, uint32_t *level) {
    struct ic3 *s = c->ic3;
    struct cdcl *solver = s->solvers.data[*level - 1];
    if (ic3_initial(s, cube->data, cube->size)) return false;
    /* F[i-1] & C & not d & T & d' unsatisfiable? */
    if (!ic3_inductive(s, solver, cube->data, cube->size, true)) return false;
    ic3_core(s, solver, cube);
    ic3_generalize(s, *level, cube, effort_for(s->options, s->stats, NULL, 1));
    if (!s->stopped) *level = ic3_push_cube(s, *level, cube);
    return !s->stopped;
}

static void exclude(struct clausifier *c, pdr_lits *cube) {
    struct ic3 *s = c->ic3;
    uint32_t level = c->level;
    if (s->options->ipdr_frames == FRAMES_CNF) {
        minimize(c, cube);
    } else if (!generalize(c, cube, &level)) {
        if (!s->stopped && !widen_target(c))
            s->broken = "a cube outside the strengthened frame can be reached";
        return;
    }
    if (s->stopped) return;
    ic3_add_lemma(s, level, cube->data, cube->size);
    note_lemma(c, level, cube->data, cube->size);
}

static void clausify(struct clausifier *c, uint32_t level) {
    struct ic3 *s = c->ic3;
    set_target(c, level);
    while (s->options->ipdr_frames == FRAMES_CNF && widen_target(c)) continue;
    while (!s->stopped && !s->broken && find_cube(c)) {
        s->stats->ipdr_cubes++;
        exclude(c, &c->cube);
        if (limits_stopped(s->task->limits)) s->stopped = true;
    }
}

void ipdr_strengthen(struct ic3 *s, uint32_t first, uint32_t level, uint32_t property, struct aig *graph,
                     const aig_lit *interpolants) {
    struct clausifier c;
    clausifier_init(&c, s, first, level, graph, interpolants);
    for (uint32_t i = first + 1; i <= level && !s->stopped && !s->broken; i++) {
        clausify(&c, i);
        if (s->stopped || s->broken || !ic3_reaches_bad(s, s->solvers.data[level], property)) break;
    }
    clausifier_fini(&c);
}
