#include "logic/unpack_cost.h"

#include "logic/simplify.h"
#include "logic/value.h"

enum { MOST_BULK = 1 << 30 };

static uint64_t limbs_of(const struct terms *b, term t) {
    switch (bank_op(b, t)) {
    case TERM_NUMBER:
        return mpz_size(mpq_numref(term_number(b, t))) + mpz_size(mpq_denref(term_number(b, t)));
    case TERM_BITS: return mpz_size(term_bits(b, t));
    default: return 0;
    }
}

uint64_t term_cost_kept(const struct terms *b, term t) {
    return limbs_of(b, t);
}

/* Terms that simplification may have changed: an operator that is asked for counts, whatever became of it. */
struct term_cost term_cost_of(const struct terms *b, term t, const struct term_cost *args, uint32_t n) {
    struct term_cost cost = {.chain = 1, .bulk = 1 + limbs_of(b, t)};
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].chain >= cost.chain) cost.chain = args[i].chain + (args[i].chain < MOST_BULK);
        cost.bulk += args[i].bulk;
    }
    if (sort_kind(b, bank_sort(b, t)) != SORT_BV) cost.chain = 1;
    if (cost.bulk > MOST_BULK) cost.bulk = MOST_BULK;
    return cost;
}

/* Numbers. */

struct numbers {
    uint64_t monomials, numbers; /* how many; with a number */
    uint64_t limbs, fractions;   /* of the numbers; of those with a denominator */
};

static void add_monomial(const struct terms *b, term t, struct numbers *sum) {
    term number = bank_op(b, t) == TERM_MUL ? bank_arg(b, t, 0) : t;
    sum->monomials++;
    if (bank_op(b, number) != TERM_NUMBER) return;
    sum->numbers++;
    sum->limbs += limbs_of(b, number);
    if (mpz_cmp_ui(mpq_denref(term_number(b, number)), 1) != 0) sum->fractions += limbs_of(b, number);
}

/* What the constructors see of sums and multiples. Small numbers cost no more than other terms. */
static uint64_t cost_of_numbers(const struct terms *b, enum term_op op, const term *args, uint32_t n) {
    enum { SMALL = 4 /* limbs, on average */, FACTOR = 64 };
    struct numbers sum = {0};
    for (uint32_t i = 0; i < n; i++) {
        bool flat = bank_op(b, args[i]) == TERM_ADD && bank_node(b, args[i])->arity <= SIMPLIFY_FLAT;
        if (!flat) add_monomial(b, args[i], &sum);
        for (uint32_t k = 0; flat && k < bank_node(b, args[i])->arity; k++)
            add_monomial(b, bank_arg(b, args[i], k), &sum);
    }
    uint64_t cost = sum.limbs > SMALL * sum.monomials ? FACTOR * sum.limbs : 0;
    if (op == TERM_MUL || op == TERM_DIVIDE) cost += sum.numbers * sum.limbs; /* they are multiplied */
    return cost + sum.monomials * sum.fractions;                              /* one denominator for all */
}

/* Array values. */

/* Stores of values that are not one more at the top of an array over many indices: everything is sorted and rebuilt. */
static uint64_t cost_of_store(const struct terms *b, const term *args, const struct term_cost *costs) {
    enum { SORTING = 8, NARROW = 32 };
    if (!bank_is_value(b, args[1]) || !bank_is_value(b, args[2])) return 1;
    uint64_t all = SORTING * (costs[0].bulk + costs[1].bulk + costs[2].bulk);
    if (!bank_is_value(b, args[0])) { /* what is overwritten may have been the only thing that is no value */
        bool over = bank_op(b, args[0]) == TERM_STORE && term_same(bank_arg(b, args[0], 1), args[1]);
        return over && bank_is_value(b, bank_arg(b, args[0], 0)) ? all : 1;
    }
    const struct sort_node *index = bank_sort_node(b, bank_sort(b, args[1]));
    uint64_t stores = (uint64_t)bank_array_stores(b, args[0]) + 1;
    bool wide = index->kind == SORT_INT || index->kind == SORT_REAL || index->kind == SORT_UNINTERPRETED ||
                (index->kind == SORT_BV && (index->a >= NARROW || UINT64_C(1) << index->a > 2 * stores));
    bool above = bank_op(b, args[0]) == TERM_CONST_ARRAY ||
                 (wide && value_compare(b, bank_arg(b, args[0], 1), args[1]) < 0);
    return wide && above ? costs[1].bulk : all;
}

/* Bit vectors. */

static uint64_t cost_of_bits(const struct terms *b, enum term_op op, const term *args,
                             const struct term_cost *costs, uint32_t n) {
    uint64_t cost = 0;
    for (uint32_t i = 0; i < n; i++) cost += bank_width(b, args[i]) / 64;
    if (op == TERM_BV_EXTRACT) cost += costs[0].chain;
    if (op == TERM_EQ) { /* a constant on one side is taken through the other */
        uint64_t chain = costs[0].chain > costs[1].chain ? costs[0].chain : costs[1].chain;
        cost += chain + chain * cost;
    }
    return cost;
}

uint64_t term_cost_make(const struct terms *b, enum term_op op, const term *args,
                        const struct term_cost *costs, uint32_t n) {
    uint64_t cost = 1 + n;
    if (op == TERM_STORE) return cost + cost_of_store(b, args, costs);
    if (b->mode == TERMS_PLAIN || !n) return cost;
    switch (sort_kind(b, bank_sort(b, args[0]))) {
    case SORT_INT:
    case SORT_REAL: return cost + cost_of_numbers(b, op, args, n);
    case SORT_BV: return cost + (op == TERM_APPLY ? 0 : cost_of_bits(b, op, args, costs, n));
    case SORT_ARRAY:
        if (op == TERM_SELECT && bank_is_value(b, args[0])) cost += bank_array_stores(b, args[0]);
        return cost;
    default: return cost;
    }
}
