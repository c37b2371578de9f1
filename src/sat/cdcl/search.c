/* The search: assumptions, then decisions, learning and restarts until the domain is assigned or refuted. */
#include "sat/cdcl/cdcl_internal.h"

enum { HEAP_AFTER_RESTARTS = 10, POLL_INTERVAL = 20000, PROPAGATIONS_PER_US = 4 };

void cdcl_charge(struct cdcl *s) {
    uint64_t us = (s->propagations - s->charged_propagations) / PROPAGATIONS_PER_US;
    s->charged_propagations += us * PROPAGATIONS_PER_US;
    limits_spend(s->limits, us + 1);
}

bool cdcl_stopped(struct cdcl *s) {
    if (!s->limits) return false;
    if (s->propagations < s->next_poll) return limits_reason(s->limits) != STOP_NONE;
    s->next_poll = s->propagations + POLL_INTERVAL;
    cdcl_charge(s);
    return limits_stopped_slow(s->limits);
}

/* The Luby sequence 1 1 2 1 1 2 4 ..., from index 0. */
static uint64_t luby(uint64_t index) {
    uint64_t size = 1, power = 0;
    while (size < index + 1) {
        size = 2 * size + 1;
        power++;
    }
    while (size - 1 != index) {
        size /= 2;
        power--;
        index %= size;
    }
    return UINT64_C(1) << power;
}

static enum sat_result refute_by(struct cdcl *s, uint32_t conflict) {
    if (s->log) cdcl_log_refuted_by_conflict(s, conflict);
    cdcl_core_of_conflict(s, conflict);
    return SAT_REFUTED;
}

/* Opens level 1. SAT_UNKNOWN: nothing refuted yet. */
static enum sat_result assume(struct cdcl *s) {
    assert(!cdcl_level(s));
    if (s->hidden != NO_LITERAL && s->values[s->hidden] == FALSE) return SAT_REFUTED;
    vec_push(&s->levels, s->trail_size);
    if (s->hidden != NO_LITERAL && s->values[s->hidden] == FREE) cdcl_assign(s, s->hidden, NO_REASON);
    for (uint32_t i = 0;; i++) {
        uint32_t conflict = cdcl_propagate(s);
        if (conflict) return refute_by(s, conflict);
        while (i < s->assumption_count && s->values[s->assumptions[i].code] == TRUE) i++;
        if (i == s->assumption_count) return SAT_UNKNOWN;
        uint32_t literal = s->assumptions[i].code;
        if (s->values[literal] == FALSE) {
            if (s->log) cdcl_log_refuted_by_assumption(s, literal);
            cdcl_core_of_assumption(s, literal);
            return SAT_REFUTED;
        }
        cdcl_assign(s, literal, NO_REASON);
    }
}

/* A fact; or the activation literal, which then ends the query: the temporary clause cannot be satisfied. */
static enum sat_result learn_unit(struct cdcl *s, uint32_t literal) {
    cdcl_backtrack(s, 0);
    if (s->log) cdcl_log_name_unit(s, literal);
    cdcl_assign(s, literal, NO_REASON);
    return cdcl_propagate_facts(s) ? assume(s) : SAT_REFUTED;
}

static bool depends_on_temporary(const struct cdcl *s) {
    if (s->temporary_size)
        for (uint32_t i = 0; i < s->learnt.size; i++)
            if (s->learnt.data[i] >> 1 == s->activation) return true;
    return false;
}

static void add_learnt(struct cdcl *s, uint32_t glue) {
    uint32_t *c = s->learnt.data, size = s->learnt.size;
    bool tainted = depends_on_temporary(s);
    if (size == 2) {
        cdcl_attach_binary(s, c[0], c[1]);
        if (s->log) cdcl_log_name_binary(s, c[0], c[1]);
        if (tainted) vec_push(&s->tainted_binaries, c[0]); /* the asserting literal is not of level 1 */
        cdcl_assign(s, c[0], reason_binary(c[1]));
        return;
    }
    uint32_t ref = cdcl_new_clause(s, c, size, CLAUSE_LEARNT | (tainted ? CLAUSE_TAINTED : 0), glue);
    if (s->log) cdcl_log_name_clause(s, ref);
    vec_push(tainted ? &s->tainted : &s->learnts, ref);
    cdcl_attach(s, ref);
    cdcl_assign(s, c[0], reason_clause(ref));
}

static enum sat_result learn(struct cdcl *s, uint32_t conflict) {
    uint32_t glue, level = cdcl_analyze(s, conflict, &glue);
    if (s->log) cdcl_log_learnt(s, conflict);
    s->conflicts++;
    cdcl_decay(s);
    s->clause_increment *= 1 / 0.999f;
    if (s->learnt.size == 1) return learn_unit(s, s->learnt.data[0]);
    cdcl_backtrack(s, level);
    add_learnt(s, glue);
    if (cdcl_reduce_due(s)) {
        cdcl_reduce(s);
        cdcl_collect_if_due(s);
    }
    return SAT_UNKNOWN;
}

static void restart(struct cdcl *s, uint64_t restarts) {
    cdcl_backtrack(s, 1);
    if (restarts == HEAP_AFTER_RESTARTS) cdcl_queue_use_heap(s);
}

static void decide(struct cdcl *s, uint32_t variable) {
    s->decisions++;
    vec_push(&s->levels, s->trail_size);
    cdcl_assign(s, 2 * variable + !s->phases[variable], NO_REASON);
}

static enum sat_result decide_and_learn(struct cdcl *s) {
    uint64_t begin = s->conflicts, restarts = 0, next_restart = begin + s->restart_unit * luby(0);
    for (;;) {
        uint32_t conflict = cdcl_propagate(s);
        if (conflict) {
            if (cdcl_level(s) == 1) return refute_by(s, conflict);
            if (s->conflict_limit >= 0 && s->conflicts - begin >= (uint64_t)s->conflict_limit)
                return SAT_UNKNOWN;
            if (learn(s, conflict) == SAT_REFUTED) return SAT_REFUTED;
            if (s->conflicts < next_restart) continue;
            next_restart = s->conflicts + s->restart_unit * luby(++restarts);
            restart(s, restarts);
        } else {
            if (s->propagations >= s->next_poll && cdcl_stopped(s)) return SAT_UNKNOWN;
            uint32_t variable = cdcl_queue_pop(s);
            if (variable == NO_VARIABLE) return SAT_SATISFIED;
            decide(s, variable);
        }
    }
}

enum sat_result cdcl_search(struct cdcl *s) {
    if (assume(s) == SAT_REFUTED) return SAT_REFUTED;
    cdcl_queue_start(s);
    enum sat_result result = decide_and_learn(s);
    cdcl_queue_stop(s);
    return result;
}
