/* When to give up on a strategy.
 *
 * A refinement that diverges finds x <= 0, then x <= 1, x <= 2, ...: predicates of a shape that was there
 * before, with another constant. The shape of a linear predicate is its form without the constant; of any
 * other predicate, a hash of its operators and variables with every constant left out. A refinement is
 * *stale* when each of its predicates has a shape that at least OFTEN earlier refinements added already;
 * STREAK stale refinements in a row are a divergence. */
#include "refine/strategy.h"

enum { OFTEN = 3, STREAK = 3 };

/* Like hashing the term, except that all constants are alike. */
static uint64_t shape_hash(struct refiner *r, term predicate) {
    term_list parts = {0};
    struct hash_map index = {0};
    VEC(uint64_t) hashes = {0};
    term_collect(r->bank, &predicate, 1, &parts);
    vec_each (const term, t, &parts) {
        enum term_op op = term_op(r->bank, *t);
        bool constant = op == TERM_NUMBER || op == TERM_BITS;
        uint64_t h = hash_mix((uint64_t)op + 1);
        if (op == TERM_VARIABLE) h = hash_mix(h ^ t->id);
        if (!constant)
            for (uint32_t i = 0; i < term_arity(r->bank, *t); i++)
                h = hash_mix(h * 31 + hashes.data[hash_map_get(&index, term_arg(r->bank, *t, i).id)]);
        hash_map_put(&index, t->id, hashes.size);
        vec_push(&hashes, h);
    }
    uint64_t result = vec_last(&hashes);
    vec_free(&hashes);
    hash_map_free(&index);
    vec_free(&parts);
    return result;
}

static uint64_t shape_of(struct refiner *r, term predicate) {
    struct linear form;
    enum linear_relation relation;
    linear_init(&form, sort_real());
    uint64_t h;
    if (linear_atom(r->bank, predicate, &form, &relation)) {
        mpq_set_ui(form.constant, 0, 1);
        h = hash_mix(linear_term(r->bank, &form).id);
    } else {
        h = shape_hash(r, predicate);
    }
    linear_fini(&form);
    return h;
}

static uint32_t seen(const struct refiner *r, uint64_t shape) {
    uint32_t count = hash_map_get(&r->divergence.shapes, shape);
    return count == HASH_NONE ? 0 : count;
}

bool divergence_note(struct refiner *r, const term_list *fresh) {
    VEC(uint64_t) shapes = {0};
    bool stale = fresh->size > 0;
    vec_each (const term, predicate, fresh) {
        uint64_t shape = shape_of(r, *predicate);
        if (seen(r, shape) < OFTEN) stale = false;
        bool again = false;
        vec_each (const uint64_t, other, &shapes) again |= *other == shape;
        if (!again) vec_push(&shapes, shape);
    }
    vec_each (const uint64_t, shape, &shapes)
        hash_map_put(&r->divergence.shapes, *shape, seen(r, *shape) + 1);
    vec_free(&shapes);
    r->divergence.streak = stale ? r->divergence.streak + 1 : 0;
    return r->divergence.streak >= STREAK;
}

void divergence_reset(struct refiner *r) {
    hash_map_clear(&r->divergence.shapes);
    r->divergence.streak = 0;
}
