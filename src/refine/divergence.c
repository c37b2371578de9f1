#include "refine/divergence.h"

#include "logic/linear.h"
#include "logic/walk.h"

enum { OFTEN = 3, STREAK = 3 };

/* Like hashing the term, except that all constants are alike. */
static uint64_t shape_hash(struct terms *bank, term predicate) {
    term_list parts = {0};
    struct hash_map index = {0};
    VEC(uint64_t) hashes = {0};
    term_collect(bank, &predicate, 1, &parts);
    vec_each (const term, t, &parts) {
        enum term_op op = term_op(bank, *t);
        bool constant = op == TERM_NUMBER || op == TERM_BITS;
        uint64_t h = hash_mix((uint64_t)op + 1);
        if (op == TERM_VARIABLE) h = hash_mix(h ^ t->id);
        if (!constant)
            for (uint32_t i = 0; i < term_arity(bank, *t); i++)
                h = hash_mix(h * 31 + hashes.data[hash_map_get(&index, term_arg(bank, *t, i).id)]);
        hash_map_put(&index, t->id, hashes.size);
        vec_push(&hashes, h);
    }
    uint64_t result = vec_last(&hashes);
    vec_free(&hashes);
    hash_map_free(&index);
    vec_free(&parts);
    return result;
}

static uint64_t shape_of(struct terms *bank, term predicate) {
    struct linear form;
    enum linear_relation relation;
    linear_init(&form, sort_real());
    uint64_t h;
    if (linear_atom(bank, predicate, &form, &relation)) {
        mpq_set_ui(form.constant, 0, 1);
        h = hash_mix(linear_term(bank, &form).id);
    } else {
        h = shape_hash(bank, predicate);
    }
    linear_fini(&form);
    return h;
}

static uint32_t seen(const struct divergence *d, uint64_t shape) {
    uint32_t count = hash_map_get(&d->shapes, shape);
    return count == HASH_NONE ? 0 : count;
}

bool divergence_note(struct divergence *d, struct terms *bank, const term_list *fresh) {
    VEC(uint64_t) shapes = {0};
    bool stale = fresh->size > 0;
    vec_each (const term, predicate, fresh) {
        uint64_t shape = shape_of(bank, *predicate);
        if (seen(d, shape) < OFTEN) stale = false;
        bool again = false;
        vec_each (const uint64_t, other, &shapes) again |= *other == shape;
        if (!again) vec_push(&shapes, shape);
    }
    vec_each (const uint64_t, shape, &shapes) hash_map_put(&d->shapes, *shape, seen(d, *shape) + 1);
    vec_free(&shapes);
    d->streak = stale ? d->streak + 1 : 0;
    return d->streak >= STREAK;
}

void divergence_reset(struct divergence *d) {
    hash_map_clear(&d->shapes);
    d->streak = 0;
}

void divergence_fini(struct divergence *d) {
    hash_map_free(&d->shapes);
}
