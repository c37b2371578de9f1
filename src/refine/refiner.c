/* The refiner: candidates, separation cut by cut, and reduction to what the proof of infeasibility needs.
 *
 * Why going from cut to cut ends with the abstract path gone: before cut i, "cuts before i glued, the rest
 * joined" is unsatisfiable; for i = 0 because the concrete path is. Separating at cut i makes the same true
 * with cut i glued, which is the assumption for i + 1. After the last cut everything is glued. */
#include "refine/refine.h"

#include "refine/strategy.h"

/* As the words of the option, after `auto`. */
static const struct strategy *const strategies[] = {&strategy_pool, &strategy_proof, &strategy_lift,
                                                    &strategy_wp,   &strategy_cores, &strategy_local};

/* What `auto` tries, in order and then from the start again: by theory. */
struct turns {
    const struct strategy *const *order;
    uint32_t size;
};
#define TURNS(array) ((struct turns){array, sizeof array / sizeof *array})

static struct turns turns_for(unsigned theories) {
    static const struct strategy *const numbers[] = {&strategy_pool, &strategy_local, &strategy_proof,
                                                     &strategy_wp};
    static const struct strategy *const bits[] = {&strategy_lift, &strategy_wp, &strategy_cores};
    static const struct strategy *const others[] = {&strategy_cores, &strategy_wp};
    if (theories & (THEORY_ARRAY | THEORY_UF)) return TURNS(others);
    if (theories & THEORY_BV) return TURNS(bits);
    return TURNS(numbers);
}

static void next_strategy(struct refiner *r) {
    struct turns turns = turns_for(r->theories);
    r->strategy = turns.order[++r->switches % turns.size];
    r->stats->strategy_switches++;
}

struct refiner *refiner_new(const struct system *system, const struct options *options, struct stats *stats,
                            struct limits *limits) {
    struct refiner *r = mem_new(struct refiner);
    *r = (struct refiner){
        .system = system, .bank = system->terms, .options = options, .stats = stats, .limits = limits};
    r->theories = system_theories(system);
    r->context = smt_context_new(system->terms, limits);
    r->parts = parts_new(system, stats, limits);
    r->strategy = options->refine ? strategies[options->refine - 1] : turns_for(r->theories).order[0];
    return r;
}

void refiner_free(struct refiner *r) {
    if (!r) return;
    vec_each (struct sample *, s, &r->reached) sample_free(*s);
    vec_each (struct sample *, s, &r->leaves) sample_free(*s);
    vec_free(&r->reached);
    vec_free(&r->leaves);
    parts_free(r->parts);
    lifting_free(r->lifting);
    smt_context_free(r->context);
    divergence_fini(&r->divergence);
    mem_free(r);
}

static bool contains(const term_list *list, term t) {
    vec_each (const term, other, list)
        if (term_same(*other, t)) return true;
    return false;
}

static void add_predicate(struct refiner *r, term atom, term_list *out) {
    bool negated;
    term predicate = term_predicate(r->bank, atom, &negated);
    if (term_is(r->bank, predicate, TERM_TRUE) || term_is(r->bank, predicate, TERM_FALSE)) return;
    if (!contains(out, predicate)) vec_push(out, predicate);
}

void refine_atoms(struct refiner *r, term formula, term_list *out) {
    term_list atoms = {0};
    term_atoms(r->bank, &formula, 1, &atoms);
    vec_each (const term, atom, &atoms) {
        enum sort_kind kind = term_arity(r->bank, *atom)
                                  ? sort_kind(r->bank, term_sort(r->bank, term_arg(r->bank, *atom, 0)))
                                  : SORT_BOOL;
        if (term_is(r->bank, *atom, TERM_EQ) && (kind == SORT_INT || kind == SORT_REAL)) {
            term a = term_arg(r->bank, *atom, 0), b = term_arg(r->bank, *atom, 1);
            add_predicate(r, term_le(r->bank, a, b), out);
            add_predicate(r, term_le(r->bank, b, a), out);
        } else {
            add_predicate(r, *atom, out);
        }
    }
    vec_free(&atoms);
}

/* Takes over those predicates that the path does not have yet; how many there were. */
static uint32_t take(struct glued *g, const term_list *proposed) {
    uint32_t before = g->predicates.size;
    vec_each (const term, predicate, proposed)
        if (!contains(&g->predicates, *predicate)) glued_add(g, *predicate);
    return g->predicates.size - before;
}

/* How much work a dear strategy may do for one refinement before the next one takes its place: about a
 * tenth of a second, and more when all have had their turn. */
static uint64_t patience_for(const struct refiner *r) {
    enum { PATIENCE = 1000000, DOUBLINGS = 20 };
    if (!r->strategy->dear || r->options->refine) return UINT64_MAX;
    uint32_t rounds = r->switches / turns_for(r->theories).size;
    return (uint64_t)PATIENCE << (rounds < DOUBLINGS ? rounds : DOUBLINGS);
}

/* glued_check within the patience that is left. */
static enum smt_result check_cut(struct refiner *r, struct glued *g, uint32_t cut) {
    if (r->patience > UINT32_MAX) return glued_check(g, cut); /* not limited, or as good as that */
    if (!r->patience) return SMT_UNKNOWN;
    uint64_t before = smt_work(g->smt);
    smt_work_limit(g->smt, r->patience);
    enum smt_result result = glued_check(g, cut);
    smt_work_limit(g->smt, 0);
    uint64_t work = smt_work(g->smt) - before;
    r->patience -= work < r->patience ? work : r->patience;
    return result;
}

/* Separates at one cut until nothing is left to separate. */
static enum status separate_cut(struct refiner *r, struct glued *g, uint32_t cut) {
    enum { MOST = 200 };
    for (int round = 0; round < MOST; round++) {
        enum smt_result result = check_cut(r, g, cut);
        if (result == SMT_UNSAT) return STATUS_OK;
        if (result == SMT_UNKNOWN) break;
        struct disagreement d = {.glued = g, .cut = cut};
        term_list proposed = {0};
        uint32_t found = 0;
        if (glued_cubes(g, cut, &d.reached, &d.leaves)) {
            r->strategy->separator(r, &d, &proposed);
            found = take(g, &proposed);
            if (!found && r->strategy->separator != separate_by_core) {
                r->stats->separations_by_core++;
                vec_clear(&proposed);
                separate_by_core(r, &d, &proposed);
                found = take(g, &proposed);
            }
        }
        vec_free(&d.reached);
        vec_free(&d.leaves);
        vec_free(&proposed);
        if (!found) break;
    }
    return limits_stopped_slow(r->limits) ? STATUS_STOPPED : STATUS_UNSUPPORTED;
}

static enum status make_infeasible(struct refiner *r, struct glued *g) {
    if (r->strategy->candidates) {
        term_list proposed = {0};
        r->strategy->candidates(r, g->path, &proposed);
        take(g, &proposed);
        vec_free(&proposed);
        if (glued_check(g, g->steps) == SMT_UNSAT) return STATUS_OK;
    }
    for (uint32_t cut = 0; r->strategy->separator && cut < g->steps; cut++) {
        enum status status = separate_cut(r, g, cut);
        if (status != STATUS_OK) return status;
    }
    if (r->strategy->separator) return STATUS_OK;
    return limits_stopped_slow(r->limits) ? STATUS_STOPPED : STATUS_UNSUPPORTED;
}

/* Which of the new predicates (from position `known` on) the infeasibility needs: a core, shrunk by deletion, which may
 * take `work` for each predicate (0: any amount).
 * Older ones stay whatever the core says ([CGMT14] section 5.1, erratum 3). */
static void reduce(const struct options *options, struct glued *g, uint32_t known, uint64_t work,
                   bool *needed) {
    enum { TRIES = 40 };
    uint32_t n = g->predicates.size, tries = 0;
    for (uint32_t p = 0; p < n; p++) needed[p] = true;
    if (!options->reduce_predicates || glued_check_only(g, needed) != SMT_UNSAT) return;
    bool *core = mem_new_array(bool, n);
    glued_core(g, core);
    for (uint32_t p = known; p < n; p++) needed[p] = core[p];
    smt_work_limit(g->smt, work);
    for (uint32_t p = n; p-- > known && tries < TRIES;) {
        if (!needed[p]) continue;
        needed[p] = false;
        tries++;
        if (glued_check_only(g, needed) == SMT_UNSAT) {
            glued_core(g, core);
            for (uint32_t q = known; q < n; q++) needed[q] = needed[q] && core[q];
        } else {
            needed[p] = true;
        }
    }
    smt_work_limit(g->smt, 0);
    mem_free(core);
}

/* The path is infeasible: takes over what is needed of the predicates from position `known` on. */
static void take_needed(const struct options *options, struct stats *stats, struct glued *g, uint32_t known,
                        uint64_t work, term_list *fresh) {
    bool *needed = mem_new_array(bool, g->predicates.size + 1);
    reduce(options, g, known, work, needed);
    for (uint32_t p = known; p < g->predicates.size; p++) {
        if (needed[p])
            vec_push(fresh, g->predicates.data[p]);
        else
            stats->predicates_dropped++;
    }
    mem_free(needed);
}

static enum status refine_once(struct refiner *r, const struct spurious_path *path, const term_list *known,
                               term_list *fresh) {
    struct glued g;
    struct spurious_path part = r->strategy->part ? parts_shortest(r->parts, path) : *path;
    glued_init(&g, r->system, &part, NULL, r->stats, r->limits);
    r->patience = patience_for(r);
    vec_each (const term, predicate, known) glued_add(&g, *predicate);
    enum status status = make_infeasible(r, &g);
    if (status == STATUS_OK) take_needed(r->options, r->stats, &g, known->size, 0, fresh);
    glued_fini(&g);
    return status;
}

/* By the atoms of interpolants. */
static enum status refine_by_interpolants(struct refiner *r, const struct spurious_path *path,
                                          const term_list *known, term_list *fresh) {
    const struct strategy *other = r->strategy;
    r->strategy = &strategy_interpolants;
    enum status status = refine_once(r, path, known, fresh);
    r->strategy = other;
    r->stats->refinements_interpolants += status == STATUS_OK;
    return status;
}

enum status refine(struct refiner *r, const struct spurious_path *path, const term_list *known,
                   term_list *fresh) {
    uint64_t start = clock_us();
    r->stats->refinements++;
    enum { INTERPOLANTS = 1 };
    enum status status = r->options->predicates == INTERPOLANTS
                             ? refine_by_interpolants(r, path, known, fresh)
                             : STATUS_UNSUPPORTED;
    if (status != STATUS_UNSUPPORTED) {
        r->stats->refine_us += clock_us() - start;
        return status;
    }
    status = refine_once(r, path, known, fresh);
    uint32_t turns = r->options->refine ? 1 : turns_for(r->theories).size;
    for (uint32_t turn = 1; status == STATUS_UNSUPPORTED && turn < turns; turn++) {
        next_strategy(r);
        status = refine_once(r, path, known, fresh);
    }
    if (status == STATUS_OK && divergence_note(&r->divergence, r->bank, fresh) && !r->options->refine) {
        next_strategy(r);
        divergence_reset(&r->divergence);
    }
    r->stats->refine_us += clock_us() - start;
    return status;
}

enum status refine_among(const struct system *system, struct smt_context *context,
                         const struct spurious_path *path, const term_list *known, const term_list *proposed,
                         const struct options *options, struct stats *stats, struct limits *limits,
                         term_list *fresh) {
    enum { WORK = 30000 }; /* a few milliseconds: a predicate too many costs little */
    uint64_t start = clock_us();
    struct glued g;
    glued_init(&g, system, path, context, stats, limits);
    vec_each (const term, predicate, known) glued_add(&g, *predicate);
    take(&g, proposed);
    bool done = glued_check(&g, g.steps) == SMT_UNSAT;
    if (done) take_needed(options, stats, &g, known->size, WORK, fresh);
    glued_fini(&g);
    stats->refinements += done;
    stats->refinements_interpolants += done;
    stats->refine_us += clock_us() - start;
    if (done) return STATUS_OK;
    return limits_stopped_slow(limits) ? STATUS_STOPPED : STATUS_UNSUPPORTED;
}
