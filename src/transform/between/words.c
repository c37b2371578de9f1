#include "transform/between/words.h"

/* A Boolean that is one bit of a word, or the negation of that. */
struct bit {
    term word;
    uint32_t index;
    bool value; /* the bit when the Boolean is true */
};

static bool match_bit(const struct terms *b, term t, struct bit *out) {
    out->value = true;
    for (; term_is(b, t, TERM_NOT); t = term_arg(b, t, 0)) out->value = !out->value;
    if (!term_is(b, t, TERM_EQ)) return false;
    term extract = term_arg(b, t, 0), constant = term_arg(b, t, 1);
    if (!term_is(b, constant, TERM_BITS)) {
        extract = constant;
        constant = term_arg(b, t, 0);
    }
    if (!term_is(b, constant, TERM_BITS) || !term_is(b, extract, TERM_BV_EXTRACT)) return false;
    if (term_parameter(b, extract, 0) != term_parameter(b, extract, 1)) return false;
    if (!mpz_sgn(term_bits(b, constant))) out->value = !out->value;
    out->word = term_arg(b, extract, 0);
    out->index = term_parameter(b, extract, 0);
    return true;
}

/* What is known about a word, or about the exclusive or of two. */
struct facts {
    term left, right; /* right: TERM_NONE for one word */
    mpz_t mask, value;
    uint32_t count;
    term single; /* the conjunct, while there is one only */
};
struct words {
    struct terms *bank;
    VEC(struct facts) facts;
    struct hash_map position; /* of two words */
    term_list others;
};

static struct facts *facts_about(struct words *w, term left, term right) {
    uint64_t key = (uint64_t)left.id << 32 | right.id;
    uint32_t i = hash_map_get(&w->position, key);
    if (i == HASH_NONE) {
        i = w->facts.size;
        hash_map_put(&w->position, key, i);
        vec_push(&w->facts, (struct facts){.left = left, .right = right});
        mpz_init(w->facts.data[i].mask);
        mpz_init(w->facts.data[i].value);
    }
    return &w->facts.data[i];
}

/* False: the opposite is known, a contradiction that stays as it is. */
static bool add_fact(struct words *w, term left, term right, uint32_t index, bool value, term conjunct) {
    struct facts *f = facts_about(w, left, right);
    if (mpz_tstbit(f->mask, index) && mpz_tstbit(f->value, index) != value) return false;
    mpz_setbit(f->mask, index);
    if (value) mpz_setbit(f->value, index);
    f->single = conjunct;
    f->count++;
    return true;
}

static bool take(struct words *w, term conjunct) {
    struct bit x, y;
    if (match_bit(w->bank, conjunct, &x)) return add_fact(w, x.word, TERM_NONE, x.index, x.value, conjunct);
    bool equal = true;
    term t = conjunct;
    for (; term_is(w->bank, t, TERM_NOT); t = term_arg(w->bank, t, 0)) equal = !equal;
    if (!term_is(w->bank, t, TERM_EQ) || !match_bit(w->bank, term_arg(w->bank, t, 0), &x) ||
        !match_bit(w->bank, term_arg(w->bank, t, 1), &y))
        return false;
    if (x.index != y.index || !sort_same(term_sort(w->bank, x.word), term_sort(w->bank, y.word)))
        return false;
    bool swap = y.word.id < x.word.id;
    /* the exclusive or of the bits is 0 when the Booleans are equal and mean the same value */
    return add_fact(w, swap ? y.word : x.word, swap ? x.word : y.word, x.index, (x.value == y.value) != equal,
                    conjunct);
}

static term say(struct words *w, const struct facts *f) {
    struct terms *b = w->bank;
    if (f->count == 1) return f->single;
    uint32_t width = sort_width(b, term_sort(b, f->left));
    bool all = mpz_popcount(f->mask) == width;
    if (all && !term_is_none(f->right) && !mpz_sgn(f->value)) return term_eq(b, f->left, f->right);
    term subject = term_is_none(f->right) ? f->left : term_bv2(b, TERM_BV_XOR, f->left, f->right);
    if (!all) subject = term_bv2(b, TERM_BV_AND, subject, term_bits_of(b, f->mask, width));
    return term_eq(b, subject, term_bits_of(b, f->value, width));
}

void conjuncts_in_words(struct terms *bank, term_list *conjuncts) {
    struct words w = {.bank = bank};
    vec_each (const term, t, conjuncts)
        if (!take(&w, *t)) vec_push(&w.others, *t);
    vec_clear(conjuncts);
    vec_each (struct facts, f, &w.facts) {
        vec_push(conjuncts, say(&w, f));
        mpz_clear(f->mask);
        mpz_clear(f->value);
    }
    vec_append(conjuncts, w.others.data, w.others.size);
    vec_free(&w.facts);
    vec_free(&w.others);
    hash_map_free(&w.position);
}
