#include "check/system/asking.h"

#include "check/system/bits.h"
#include "check/system/by_numbers.h"
#include "smt/smt.h"

/* By bits: one incremental SAT solver, which takes turns with Z3 over the integers (by_numbers.h) on what it does not
 * decide at once. Either may accept, either may refute: the proof of the one is as good as the other's. The turns grow,
 * so that neither costs more than a constant factor of what the other would have needed; they count work, not time.
 * Conjuncts are shown in groups, each a fact for the next: large enough to save queries, small enough that equalities,
 * shown early, help those that come later. */

enum { GROUP = 64, FIRST_CONFLICTS = 300, FIRST_WORK = 300000, GROWTH = 4 };

struct by_bits {
    struct asking base;
    struct bits bits;
    struct terms *bank;
    struct limits *limits;
    term_list facts; /* everything that was asserted, for by_numbers */
};

static void bits_free(struct asking *a) {
    struct by_bits *s = (struct by_bits *)a;
    bits_fini(&s->bits);
    vec_free(&s->facts);
    mem_free(s);
}

static void bits_fact(struct asking *a, term t) {
    struct by_bits *s = (struct by_bits *)a;
    bits_assert(&s->bits, t);
    vec_push(&s->facts, t);
}

/* The literals of the conjuncts are `all`. */
static enum check_result ask_cadical(struct by_bits *s, sat_lit together, const sat_lits *all,
                                     int64_t conflicts, uint32_t *failing) {
    struct encode *e = &s->bits.encode;
    if (encode_is(e, together, true)) return CHECK_ACCEPTED;
    sat_set_conflicts(e->sat, conflicts);
    enum sat_result answer = sat_solve(e->sat, (sat_lit[]){sat_not(together)}, 1);
    for (uint32_t i = 0; i < all->size && answer == SAT_SATISFIED; i++)
        if (!sat_value(e->sat, all->data[i])) *failing = i;
    return answer == SAT_REFUTED     ? CHECK_ACCEPTED
           : answer == SAT_SATISFIED ? CHECK_REJECTED
                                     : CHECK_UNDECIDED;
}

static bool bits_stopped(const struct by_bits *s) {
    return s->limits && limits_stopped_slow(s->limits);
}

static enum check_result take_turns(struct by_bits *s, const term *conjuncts, const sat_lits *all,
                                    sat_lit together, uint32_t *failing) {
    enum check_result result = CHECK_UNDECIDED;
    int64_t conflicts = FIRST_CONFLICTS;
    uint64_t work = FIRST_WORK;
    bool hopeless = false;
    while (result == CHECK_UNDECIDED && !bits_stopped(s)) {
        result = ask_cadical(s, together, all, hopeless ? -1 : conflicts, failing);
        if (result == CHECK_UNDECIDED && !hopeless && !bits_stopped(s))
            result =
                by_numbers(s->bank, &s->facts, conjuncts, all->size, work, s->limits, failing, &hopeless);
        conflicts *= GROWTH;
        work *= GROWTH;
    }
    return result;
}

static enum check_result group_follows(struct by_bits *s, const term *conjuncts, uint32_t n,
                                       uint32_t *failing) {
    struct encode *e = &s->bits.encode;
    sat_lits all = {0};
    sat_lit together = encode_constant(e, true);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&all, bits_literal(&s->bits, conjuncts[i]));
        together = encode_and(e, together, vec_last(&all));
    }
    enum check_result result = take_turns(s, conjuncts, &all, together, failing);
    vec_free(&all);
    for (uint32_t i = 0; i < n && result == CHECK_ACCEPTED; i++) bits_fact(&s->base, conjuncts[i]);
    return result;
}

static enum check_result bits_follows(struct asking *a, const term *conjuncts, uint32_t n, uint32_t *failing,
                                      struct text *why) {
    struct by_bits *s = (struct by_bits *)a;
    for (uint32_t i = 0; i < n; i += GROUP) {
        enum check_result result = group_follows(s, conjuncts + i, n - i < GROUP ? n - i : GROUP, failing);
        if (result == CHECK_UNDECIDED) text_add(why, "the limits ran out");
        if (result == CHECK_REJECTED) *failing += i;
        if (result != CHECK_ACCEPTED) return result;
    }
    return CHECK_ACCEPTED;
}

struct asking *asking_bits(struct terms *bank, struct limits *limits) {
    static const struct asking_table table = {bits_free, bits_fact, bits_follows};
    struct by_bits *s = mem_new(struct by_bits);
    s->base.table = &table;
    s->bank = bank;
    s->limits = limits;
    bits_init(&s->bits, bank, limits);
    return &s->base;
}

/* By Z3: a fresh context per question. All conjuncts are asked together first; when Z3 does not know, one by one. */

struct by_z3 {
    struct asking base;
    struct terms *bank;
    struct limits *limits;
    term_list facts;
};

static void z3_free(struct asking *a) {
    vec_free(&((struct by_z3 *)a)->facts);
    mem_free(a);
}

static void z3_fact(struct asking *a, term t) {
    vec_push(&((struct by_z3 *)a)->facts, t);
}

static enum check_result z3_ask(struct by_z3 *s, const term *conjuncts, uint32_t n, uint32_t *failing,
                                struct text *why) {
    struct smt *z3 = smt_new(s->bank, &(struct smt_settings){.purpose = SMT_JUDGE, .limits = s->limits});
    vec_each (const term, t, &s->facts) smt_assert(z3, *t);
    smt_assert(z3, term_not(s->bank, term_and(s->bank, conjuncts, n)));
    enum smt_result answer = smt_check(z3, NULL, 0);
    *failing = 0;
    for (uint32_t i = n; i-- > 0 && answer == SMT_SAT;)
        if (term_is(s->bank, smt_value(z3, conjuncts[i]), TERM_FALSE)) *failing = i;
    text_clear(why);
    if (answer == SMT_UNKNOWN) text_format(why, "Z3 gives no answer: %s", smt_reason(z3));
    smt_free(z3);
    return answer == SMT_UNSAT ? CHECK_ACCEPTED : answer == SMT_SAT ? CHECK_REJECTED : CHECK_UNDECIDED;
}

static enum check_result z3_follows(struct asking *a, const term *conjuncts, uint32_t n, uint32_t *failing,
                                    struct text *why) {
    struct by_z3 *s = (struct by_z3 *)a;
    if (!n) return CHECK_ACCEPTED;
    enum check_result result = z3_ask(s, conjuncts, n, failing, why);
    bool stopped = s->limits && limits_stopped_slow(s->limits);
    if (result == CHECK_UNDECIDED && n > 1 && !stopped) {
        result = CHECK_ACCEPTED;
        for (uint32_t i = 0; i < n && result == CHECK_ACCEPTED; i++) {
            result = z3_ask(s, conjuncts + i, 1, failing, why);
            if (result == CHECK_REJECTED) *failing = i;
        }
    }
    if (result == CHECK_ACCEPTED) vec_append(&s->facts, conjuncts, n);
    return result;
}

struct asking *asking_z3(struct terms *bank, struct limits *limits) {
    static const struct asking_table table = {z3_free, z3_fact, z3_follows};
    struct by_z3 *s = mem_new(struct by_z3);
    s->base.table = &table;
    s->bank = bank;
    s->limits = limits;
    return &s->base;
}
