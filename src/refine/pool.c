/* Strategies `pool` and `local`: separating half-spaces over samples that are kept from refinement to
 * refinement.
 *
 * `pool` looks at the whole path and at all that its cubes say; what it finds is likely to hold for loops
 * as a whole, at a price that grows fast with the size of the system. `local` looks at the part of the path
 * that is infeasible, and at a minimal contradiction of two cubes. */
#include "refine/strategy.h"

/* A literal that is no linear comparison and holds on one side while its negation holds on the other. */
static bool separate_by_literal(struct refiner *r, const struct disagreement *d, term_list *out) {
    vec_each (const term, a, &d->reached)
        vec_each (const term, b, &d->leaves) {
            if (!term_same(*a, term_not(r->bank, *b))) continue;
            refine_atoms(r, *a, out);
            return true;
        }
    return false;
}

struct side {
    struct disagreement *d;
    bool reached;
};

/* Does x < y hold in the model? It is over now; the model knows the copies. */
static bool below(void *client, term less) {
    struct side *side = client;
    struct glued *g = side->d->glued;
    struct substitution *copy = side->reached ? &g->right.data[side->d->cut] : &g->left.data[side->d->cut];
    return term_is(g->bank, smt_value(g->smt, substitution_apply(copy, less)), TERM_TRUE);
}

/* Both cubes in one solver: `literals` are those of the first, then those of the second. */
struct pair {
    struct smt *smt;
    smt_lits literals, trial;
    u32s positions; /* of the trial's literals in `literals` */
    u8s gone;       /* by position */
};

/* Is what is left, without the literal at `but`, contradictory? Then only its core is left. */
static bool contradicts_without(struct pair *p, uint32_t but) {
    vec_clear(&p->trial);
    vec_clear(&p->positions);
    for (uint32_t i = 0; i < p->literals.size; i++) {
        if (p->gone.data[i] || i == but) continue;
        vec_push(&p->trial, p->literals.data[i]);
        vec_push(&p->positions, i);
    }
    if (smt_check(p->smt, p->trial.data, p->trial.size) != SMT_UNSAT) return false;
    for (uint32_t i = 0; i < p->trial.size; i++)
        if (!smt_in_core(p->smt, i)) p->gone.data[p->positions.data[i]] = true;
    if (but < p->gone.size) p->gone.data[but] = true;
    return true;
}

static void drop_gone(term_list *cube, const uint8_t *gone) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (!gone[i]) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
}

/* Keeps of two cubes that cannot hold together a set of literals of which all are needed for that. Cubes
 * come from one path and say all about it; what is left says why the two differ, so that few variables and
 * rows go into the search for a half-space, and what it finds is about the difference. */
static void shrink_pair(struct refiner *r, term_list *a, term_list *b) {
    struct pair p = {.smt = smt_new(r->bank, &(struct smt_settings){.context = r->context,
                                                                    .theories = r->theories,
                                                                    .purpose = SMT_INCREMENTAL,
                                                                    .limits = r->limits,
                                                                    .stats = r->stats})};
    vec_each (const term, t, a) vec_push(&p.literals, smt_label(p.smt, *t));
    vec_each (const term, t, b) vec_push(&p.literals, smt_label(p.smt, *t));
    vec_resize(&p.gone, p.literals.size);
    if (contradicts_without(&p, UINT32_MAX)) {
        for (uint32_t i = p.literals.size; i-- > 0;)
            if (!p.gone.data[i]) (void)contradicts_without(&p, i);
        uint32_t first = a->size;
        drop_gone(a, p.gone.data);
        drop_gone(b, p.gone.data + first);
    }
    smt_free(p.smt);
    vec_free(&p.literals);
    vec_free(&p.trial);
    vec_free(&p.positions);
    vec_free(&p.gone);
}

void separate_by_half_space(struct refiner *r, struct disagreement *d, term_list *out) {
    if (separate_by_literal(r, d, out)) return;
    struct sample *a = sample_new(r->bank, &d->reached, below, &(struct side){d, true});
    struct sample *b = sample_new(r->bank, &d->leaves, below, &(struct side){d, false});
    vec_push(&r->reached, a);
    vec_push(&r->leaves, b);
    term predicate = separate(r->bank, a, b, &r->reached, &r->leaves, r->limits, &r->patience);
    if (!term_is_none(predicate)) vec_push(out, predicate);
}

static void separate_locally(struct refiner *r, struct disagreement *d, term_list *out) {
    shrink_pair(r, &d->reached, &d->leaves);
    separate_by_half_space(r, d, out);
}

const struct strategy strategy_pool = {.name = "pool", .separator = separate_by_half_space, .dear = true};
const struct strategy strategy_local = {.name = "local", .separator = separate_locally, .part = true};
