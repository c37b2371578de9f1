#include "check/system/by_numbers.h"

#include "check/system/numbers.h"
#include "logic/value.h"
#include "logic/walk.h"
#include "smt/smt.h"

enum { MOST_TERMS = 1 << 16 }; /* what is larger is no matter of linear arithmetic */

struct question {
    struct terms *bank;
    const term_list *facts;
    const term *conjuncts;
    uint32_t n;
    struct numbers numbers;
    struct smt *z3;
};

static void collect_roots(const struct question *q, term_list *roots) {
    vec_append(roots, q->facts->data, q->facts->size);
    vec_append(roots, q->conjuncts, q->n);
}

/* The model's values for the variables of the original formulas; what it says nothing about has a default. */
static void take_values(struct question *q, const term_list *variables, struct evaluation *e) {
    vec_each (const term, v, variables) {
        term number = numbers_of(&q->numbers, *v);
        if (term_is_none(number)) continue;
        term value = smt_value(q->z3, number);
        if (!term_is_none(value)) evaluation_set(e, *v, numbers_value(&q->numbers, *v, value));
    }
}

/* Whether the model refutes the question as it was asked, by evaluation. */
static bool is_counterexample(struct question *q, uint32_t *failing) {
    term_list roots = {0}, variables = {0};
    struct evaluation e;
    evaluation_init(&e, q->bank);
    collect_roots(q, &roots);
    term_variables(q->bank, roots.data, roots.size, &variables);
    take_values(q, &variables, &e);
    bool real = true, refuted = false;
    for (uint32_t i = 0; i < q->facts->size && real; i++)
        real = term_is(q->bank, evaluate(&e, q->facts->data[i]), TERM_TRUE);
    for (uint32_t i = 0; i < q->n && real && !refuted; i++) {
        refuted = term_is(q->bank, evaluate(&e, q->conjuncts[i]), TERM_FALSE);
        if (refuted) *failing = i;
    }
    real = real && !e.by_zero; /* SMT-LIB does not say how numbers are divided by zero */
    evaluation_fini(&e);
    vec_free(&variables);
    vec_free(&roots);
    return real && refuted;
}

static enum check_result ask(struct question *q, uint64_t work, struct limits *limits, uint32_t *failing,
                             bool *hopeless) {
    struct numbers *n = &q->numbers;
    numbers_assume(n, q->facts->data, q->facts->size);
    term_list goals = {0};
    for (uint32_t i = 0; i < q->n; i++) vec_push(&goals, numbers_formula(n, q->conjuncts[i]));
    q->z3 = smt_new(n->to, &(struct smt_settings){.purpose = SMT_JUDGE, .limits = limits});
    smt_work_limit(q->z3, work);
    vec_each (const term, t, &n->facts) smt_assert(q->z3, *t);
    smt_assert(q->z3, term_not(n->to, term_and(n->to, goals.data, goals.size)));
    enum smt_result answer = smt_check(q->z3, NULL, 0);
    vec_free(&goals);
    enum check_result result = answer == SMT_UNSAT ? CHECK_ACCEPTED : CHECK_UNDECIDED;
    if (answer == SMT_SAT) {
        if (is_counterexample(q, failing))
            result = CHECK_REJECTED;
        else
            *hopeless = true;
    }
    smt_free(q->z3);
    return result;
}

enum check_result by_numbers(struct terms *bank, const term_list *facts, const term *conjuncts, uint32_t n,
                             uint64_t work, struct limits *limits, uint32_t *failing, bool *hopeless) {
    struct question q = {.bank = bank, .facts = facts, .conjuncts = conjuncts, .n = n};
    struct text why = {0};
    term_list roots = {0}, all = {0};
    collect_roots(&q, &roots);
    term_collect(bank, roots.data, roots.size, &all);
    *hopeless = all.size > MOST_TERMS || !smt_available(&why);
    enum check_result result = CHECK_UNDECIDED;
    if (!*hopeless) {
        numbers_init(&q.numbers, bank, roots.data, roots.size);
        result = ask(&q, work, limits, failing, hopeless);
        numbers_fini(&q.numbers);
    }
    vec_free(&all);
    vec_free(&roots);
    text_fini(&why);
    return result;
}
