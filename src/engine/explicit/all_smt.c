#include "engine/explicit/all_smt.h"

static void take_row(struct all_smt *a, bool *values, smt_lits *clause) {
    vec_clear(clause);
    for (uint32_t i = 0; i < a->n; i++) {
        values[i] = smt_lit_value(a->smt, a->labels[i]);
        vec_push(clause, values[i] ? smt_not(a->labels[i]) : a->labels[i]);
    }
    a->row(a->client, values);
    if (a->n) smt_clause(a->smt, clause->data, clause->size);
}

/* What was done since `before`, from time to time: to ask is not free. */
static bool charge(struct all_smt *a, uint64_t *before) {
    uint64_t now = smt_work(a->smt), done = now - *before;
    *before = now;
    a->work -= done < a->work ? done : a->work;
    return a->work > 0;
}

enum all_smt_result all_smt(struct all_smt *a) {
    enum { SELDOM = 16 };
    bool *values = mem_new_array(bool, a->n + 1);
    smt_lits clause = {0};
    uint64_t before = smt_work(a->smt);
    enum all_smt_result result = ALL_SMT_SPENT;
    for (uint32_t rows = 0; a->work; rows++) {
        if (rows % SELDOM == SELDOM - 1 && !charge(a, &before)) break;
        smt_work_limit(a->smt, a->work);
        enum smt_result answer = limits_stopped(a->limits) ? SMT_UNKNOWN : smt_check(a->smt, NULL, 0);
        if (answer == SMT_SAT) {
            take_row(a, values, &clause);
            if (a->n) continue;
            answer = SMT_UNSAT; /* the only row */
        }
        if (answer == SMT_UNSAT)
            result = ALL_SMT_DONE;
        else if (limits_stopped_slow(a->limits) || charge(a, &before))
            result = ALL_SMT_STOPPED;
        break;
    }
    if (result == ALL_SMT_DONE) (void)charge(a, &before);
    smt_work_limit(a->smt, 0);
    vec_free(&clause);
    mem_free(values);
    return result;
}
