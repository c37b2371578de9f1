#include "refine/vocabulary.h"

void vocabulary_init(struct vocabulary *v, struct terms *bank, const term *formulas, uint32_t n) {
    *v = (struct vocabulary){.bank = bank};
    for (uint32_t i = 0; i < n; i++) {
        term_list used = {0};
        term_variables(bank, &formulas[i], 1, &used);
        vec_each (const term, x, &used) {
            if (hash_map_get(&v->first, x->id) == HASH_NONE) hash_map_put(&v->first, x->id, i);
            hash_map_put(&v->last, x->id, i);
        }
        vec_free(&used);
    }
}

void vocabulary_fini(struct vocabulary *v) {
    hash_map_free(&v->first);
    hash_map_free(&v->last);
    hash_map_free(&v->place);
    vec_free(&v->ranges);
}

static struct range anywhere(void) {
    return (struct range){.last = UINT32_MAX, .known = true};
}

static void narrow(struct range *range, struct range by) {
    range->known &= by.known;
    if (by.first > range->first) range->first = by.first;
    if (by.last < range->last) range->last = by.last;
}

/* Its arguments are known. */
static struct range range_of(const struct vocabulary *v, term t) {
    struct range range = anywhere();
    if (term_is(v->bank, t, TERM_VARIABLE)) {
        uint32_t first = hash_map_get(&v->first, t.id);
        return (struct range){first, hash_map_get(&v->last, t.id), first != HASH_NONE};
    }
    for (uint32_t i = 0; i < term_arity(v->bank, t); i++)
        narrow(&range, v->ranges.data[hash_map_get(&v->place, term_arg(v->bank, t, i).id)]);
    return range;
}

static struct range find(struct vocabulary *v, term root) {
    term_list work = {0};
    vec_push(&work, root);
    while (work.size) {
        term top = vec_last(&work);
        uint32_t before = work.size;
        bool is_new = hash_map_get(&v->place, top.id) == HASH_NONE;
        for (uint32_t i = 0; is_new && i < term_arity(v->bank, top); i++)
            if (hash_map_get(&v->place, term_arg(v->bank, top, i).id) == HASH_NONE)
                vec_push(&work, term_arg(v->bank, top, i));
        if (work.size > before) continue;
        (void)vec_pop(&work);
        if (!is_new) continue;
        struct range range = range_of(v, top);
        hash_map_put(&v->place, top.id, v->ranges.size);
        vec_push(&v->ranges, range);
    }
    vec_free(&work);
    return v->ranges.data[hash_map_get(&v->place, root.id)];
}

struct range vocabulary_range(struct vocabulary *v, const term *terms, uint32_t n) {
    struct range range = anywhere();
    for (uint32_t i = 0; i < n; i++) narrow(&range, find(v, terms[i]));
    return range;
}
