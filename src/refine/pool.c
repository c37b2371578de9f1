/* Strategy `pool`: separating half-spaces over samples that are kept from refinement to refinement. */
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

/* Which side of `left != right` the model is on. The equality is over now; the model knows the copies. */
static bool below(void *client, term equality) {
    struct side *side = client;
    struct glued *g = side->d->glued;
    struct substitution *copy = side->reached ? &g->right.data[side->d->cut] : &g->left.data[side->d->cut];
    term less = term_lt(g->bank, term_arg(g->bank, equality, 0), term_arg(g->bank, equality, 1));
    return term_is(g->bank, smt_value(g->smt, substitution_apply(copy, less)), TERM_TRUE);
}

void separate_by_half_space(struct refiner *r, struct disagreement *d, term_list *out) {
    if (separate_by_literal(r, d, out)) return;
    struct sample *a = sample_new(r->bank, &d->reached, below, &(struct side){d, true});
    struct sample *b = sample_new(r->bank, &d->leaves, below, &(struct side){d, false});
    vec_push(&r->reached, a);
    vec_push(&r->leaves, b);
    term predicate = separate(r->bank, a, b, &r->reached, &r->leaves, r->limits);
    if (!term_is_none(predicate)) vec_push(out, predicate);
}

const struct strategy strategy_pool = {.name = "pool", .separator = separate_by_half_space};
