/* Logging: what the search found, as steps of a proof (proof.h).
 *
 * A learnt clause follows from the conflict by resolving away every literal that is neither in the clause nor false at
 * level 0, each with the reason of its variable, and then the literals of level 0 with their facts. Resolving a
 * variable is possible once every clause that brings it in has been resolved: users before what they use, a topological
 * order of the implication graph. So after each analysis, which decides what stays in the clause, the graph is walked
 * once more from the conflict down to the literals of the clause, and the reverse of the order in which the walk leaves
 * the variables is the chain.
 *
 * Facts get their steps as soon as they are propagated, so that no reason of level 0 is ever needed later.
 *
 * Steps of clauses: by reference for long clauses (an array beside the arena), by pair of literals for binary ones (a
 * table: they have no place of their own). The solver pays for all this with one test per learnt clause when nothing
 * is logged. In logging mode it is not restricted to domains, and there are neither gates nor temporary clauses. */
#include "sat/cdcl/cdcl_internal.h"

#include "base/hash.h"
#include "sat/cdcl/proof.h"

struct log {
    struct proof *proof;
    u32s ids;                 /* by clause reference: its step; PROOF_NONE between references */
    struct hash_map binaries; /* pair of literals -> step */
    u32s facts;               /* by variable: the step of its unit clause, or PROOF_NONE */
    uint32_t done;            /* literals of the trail whose facts have steps */
    uint32_t last;            /* the step derived last */
    uint32_t empty;           /* the step of the empty clause, or PROOF_NONE */
    uint32_t trim_from;       /* antecedents in the log */

    /* scratch of one derivation */
    u8s marks; /* by variable */
    u32s marked;
    u32s stack; /* pairs of a variable and a position in its reason */
    u32s order; /* variables, as the walk leaves them */
    u32s units; /* variables of level 0 that were met */
    u32s chain;
    sat_lits clause;
};

enum { LEAST_TRIMMED = 1 << 22 }; /* antecedents */

void cdcl_log_start(struct cdcl *s, struct proof *proof) {
    assert(!s->restricted && s->activation == NO_VARIABLE && !s->netlist->clauses.size && !s->trail_size);
    s->log = mem_new(struct log);
    s->log->proof = proof;
    s->log->last = s->log->empty = PROOF_NONE;
    s->log->trim_from = LEAST_TRIMMED;
}

void cdcl_log_free(struct cdcl *s) {
    struct log *log = s->log;
    if (!log) return;
    hash_map_free(&log->binaries);
    u32s *lists[] = {&log->ids,   &log->facts, &log->marked, &log->stack,
                     &log->order, &log->units, &log->chain};
    for (uint32_t i = 0; i < sizeof lists / sizeof *lists; i++) vec_free(lists[i]);
    vec_free(&log->marks);
    vec_free(&log->clause);
    mem_free(log);
}

static void reserve_variables(struct cdcl *s) {
    while (s->log->facts.size < s->variables) vec_push(&s->log->facts, PROOF_NONE);
    while (s->log->marks.size < s->variables) vec_push(&s->log->marks, 0);
}

/* Steps of clauses. */

static uint64_t pair_key(uint32_t a, uint32_t b) {
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static uint32_t step_of_pair(const struct log *log, uint32_t a, uint32_t b) {
    uint32_t id = hash_map_get(&log->binaries, pair_key(a, b));
    assert(id != HASH_NONE);
    return id;
}

static uint32_t step_of_reason(const struct cdcl *s, uint32_t literal) {
    uint32_t reason = s->assignments[literal >> 1].reason;
    assert(reason != NO_REASON && reason_kind(reason) != REF_TERNARY);
    if (reason_kind(reason) == REF_BINARY) return step_of_pair(s->log, literal, reason >> 2);
    return s->log->ids.data[reason >> 2];
}

static uint32_t step_of_conflict(const struct cdcl *s, uint32_t conflict) {
    if (reason_kind(conflict) == REF_BINARY)
        return step_of_pair(s->log, s->conflict_literals[0], s->conflict_literals[1]);
    return s->log->ids.data[conflict >> 2];
}

static void name_pair(struct log *log, uint32_t a, uint32_t b, uint32_t id) {
    if (hash_map_get(&log->binaries, pair_key(a, b)) == HASH_NONE)
        hash_map_put(&log->binaries, pair_key(a, b), id);
}

static void name_clause(struct log *log, uint32_t ref, uint32_t id) {
    while (log->ids.size <= ref) vec_push(&log->ids, PROOF_NONE);
    log->ids.data[ref] = id;
}

void cdcl_log_name_unit(struct cdcl *s, uint32_t literal) {
    reserve_variables(s);
    s->log->facts.data[literal >> 1] = s->log->last;
}

void cdcl_log_name_binary(struct cdcl *s, uint32_t a, uint32_t b) {
    name_pair(s->log, a, b, s->log->last);
}

void cdcl_log_name_clause(struct cdcl *s, uint32_t ref) {
    name_clause(s->log, ref, s->log->last);
}

/* `from` has the new reference of each surviving clause in the place of its first literal. */
void cdcl_log_moved(struct cdcl *s, const u32s *from) {
    u32s old = s->log->ids;
    s->log->ids = (u32s){0};
    for (uint32_t ref = 0; ref < old.size; ref++)
        if (old.data[ref] != PROOF_NONE && !(from->data[ref - 1] & CLAUSE_REMOVED))
            name_clause(s->log, from->data[ref], old.data[ref]);
    vec_free(&old);
}

/* Trimming: every step number that the solver holds is live. */

/* The steps of clauses, deleted ones forgotten. */
static void live_clauses(struct cdcl *s, u32s *live) {
    struct log *log = s->log;
    for (uint32_t ref = 0; ref < log->ids.size; ref++) {
        if (log->ids.data[ref] == PROOF_NONE) continue;
        if (clause_flags(s, ref) & CLAUSE_REMOVED)
            log->ids.data[ref] = PROOF_NONE;
        else
            vec_push(live, log->ids.data[ref]);
    }
}

static void renumber(uint32_t *ids, uint32_t n, const u32s *renumbered) {
    for (uint32_t i = 0; i < n; i++)
        if (ids[i] != PROOF_NONE) ids[i] = renumbered->data[ids[i]];
}

void cdcl_log_trim_if_due(struct cdcl *s) {
    struct log *log = s->log;
    if (log->proof->antecedents.size < log->trim_from) return;
    u32s live = {0}, renumbered = {0};
    live_clauses(s, &live);
    for (uint32_t i = 0; i < log->binaries.capacity; i++) /* HASH_NONE is PROOF_NONE */
        if (log->binaries.values[i] != HASH_NONE) vec_push(&live, log->binaries.values[i]);
    vec_each (uint32_t, fact, &log->facts)
        if (*fact != PROOF_NONE) vec_push(&live, *fact);
    if (log->last != PROOF_NONE) vec_push(&live, log->last);
    if (log->empty != PROOF_NONE) vec_push(&live, log->empty);
    proof_trim(log->proof, &live, &renumbered);
    renumber(log->ids.data, log->ids.size, &renumbered);
    renumber(log->binaries.values, log->binaries.capacity, &renumbered);
    renumber(log->facts.data, log->facts.size, &renumbered);
    renumber(&log->last, 1, &renumbered);
    renumber(&log->empty, 1, &renumbered);
    uint32_t doubled =
        log->proof->antecedents.size < UINT32_MAX / 2 ? 2 * log->proof->antecedents.size : UINT32_MAX;
    if (doubled > log->trim_from) log->trim_from = doubled;
    vec_free(&live);
    vec_free(&renumbered);
}

void cdcl_log_trim_from(struct cdcl *s, uint32_t antecedents) {
    s->log->trim_from = antecedents;
}

/* The walk. */

static void mark(struct log *log, uint32_t variable) {
    log->marks.data[variable] = 1;
    vec_push(&log->marked, variable);
}

/* Marks the variable of a false literal; true when its reason is to be resolved in. What has no reason stays. */
static bool reach(struct cdcl *s, uint32_t literal) {
    struct log *log = s->log;
    uint32_t v = literal >> 1;
    mark(log, v);
    if (!s->assignments[v].level) {
        vec_push(&log->units, v);
        return false;
    }
    if (s->assignments[v].reason != NO_REASON) return true;
    vec_push(&log->clause, ((sat_lit){literal}));
    return false;
}

/* A literal of the variable's reason other than the implied one, by position; NO_LITERAL at the end. */
static uint32_t reason_literal(const struct cdcl *s, uint32_t variable, uint32_t *position) {
    uint32_t reason = s->assignments[variable].reason, ref = reason >> 2;
    if (reason_kind(reason)) return (*position)++ ? NO_LITERAL : ref;
    while (*position < clause_size(s, ref)) {
        uint32_t l = clause_literals(s, ref)[(*position)++];
        if (l >> 1 != variable) return l;
    }
    return NO_LITERAL;
}

static void walk(struct cdcl *s, uint32_t literal) {
    struct log *log = s->log;
    if (log->marks.data[literal >> 1] || !reach(s, literal)) return;
    vec_push(&log->stack, literal >> 1);
    vec_push(&log->stack, 0);
    while (log->stack.size) {
        uint32_t v = log->stack.data[log->stack.size - 2];
        uint32_t l = reason_literal(s, v, &log->stack.data[log->stack.size - 1]);
        if (l == NO_LITERAL) {
            vec_push(&log->order, v);
            vec_shrink(&log->stack, log->stack.size - 2);
        } else if (!log->marks.data[l >> 1] && reach(s, l)) {
            vec_push(&log->stack, l >> 1);
            vec_push(&log->stack, 0);
        }
    }
}

static void walk_conflict(struct cdcl *s, uint32_t conflict) {
    vec_push(&s->log->chain, step_of_conflict(s, conflict));
    if (reason_kind(conflict)) {
        for (uint32_t i = 0; i < 2; i++) walk(s, s->conflict_literals[i]);
        return;
    }
    for (uint32_t i = 0; i < clause_size(s, conflict >> 2); i++)
        walk(s, clause_literals(s, conflict >> 2)[i]);
}

static void begin(struct cdcl *s) {
    reserve_variables(s);
    vec_clear(&s->log->order);
    vec_clear(&s->log->units);
    vec_clear(&s->log->chain);
    vec_clear(&s->log->clause);
}

static uint32_t true_literal(const struct cdcl *s, uint32_t variable) {
    return 2 * variable + (s->values[2 * variable] == FALSE);
}

/* Completes the chain by the order of the walk and writes the step. A chain of one clause is that clause. */
static uint32_t finish(struct cdcl *s) {
    struct log *log = s->log;
    for (uint32_t i = log->order.size; i-- > 0;)
        vec_push(&log->chain, step_of_reason(s, true_literal(s, log->order.data[i])));
    vec_each (uint32_t, v, &log->units) {
        assert(log->facts.data[*v] != PROOF_NONE);
        vec_push(&log->chain, log->facts.data[*v]);
    }
    vec_each (uint32_t, v, &log->marked) log->marks.data[*v] = 0;
    vec_clear(&log->marked);
    if (log->chain.size == 1) return log->chain.data[0];
    return proof_add_derived(log->proof, log->clause.data, log->clause.size, log->chain.data,
                             log->chain.size);
}

void cdcl_log_learnt(struct cdcl *s, uint32_t conflict) {
    begin(s);
    vec_each (uint32_t, l, &s->learnt) {
        mark(s->log, *l >> 1);
        vec_push(&s->log->clause, ((sat_lit){*l}));
    }
    walk_conflict(s, conflict);
    assert(s->log->clause.size == s->learnt.size);
    s->log->last = finish(s);
}

/* Refutations. */

void cdcl_log_refuted_by_conflict(struct cdcl *s, uint32_t conflict) {
    begin(s);
    walk_conflict(s, conflict);
    s->log->proof->refutation = finish(s);
}

void cdcl_log_refuted_by_assumption(struct cdcl *s, uint32_t literal) {
    uint32_t v = literal >> 1, opposite = literal ^ 1, position = 0, l;
    struct log *log = s->log;
    begin(s);
    if (!s->assignments[v].level) {
        log->proof->refutation = log->facts.data[v];
    } else if (s->assignments[v].reason == NO_REASON) {
        log->proof->refutation = PROOF_NONE;
    } else {
        mark(log, v);
        vec_push(&log->clause, ((sat_lit){opposite}));
        vec_push(&log->chain, step_of_reason(s, opposite));
        while ((l = reason_literal(s, v, &position)) != NO_LITERAL) walk(s, l);
        log->proof->refutation = finish(s);
    }
}

/* Level 0. */

void cdcl_log_facts(struct cdcl *s, uint32_t conflict) {
    struct log *log = s->log;
    assert(!cdcl_level(s));
    for (; log->done < s->trail_size; log->done++) {
        uint32_t literal = s->trail[log->done], v = literal >> 1, position = 0, l;
        if (s->assignments[v].reason == NO_REASON) continue; /* it came as a unit clause */
        begin(s);
        vec_push(&log->clause, ((sat_lit){literal}));
        vec_push(&log->chain, step_of_reason(s, literal));
        while ((l = reason_literal(s, v, &position)) != NO_LITERAL) walk(s, l);
        log->facts.data[v] = finish(s);
        s->assignments[v].reason = NO_REASON;
    }
    if (!conflict) return;
    begin(s);
    walk_conflict(s, conflict);
    log->empty = finish(s);
}

void cdcl_log_inconsistent(struct cdcl *s) {
    assert(s->log->empty != PROOF_NONE);
    s->log->proof->refutation = s->log->empty;
}

/* Adding a clause: an original step, and a derived one when facts have falsified some of its literals. */

static void strengthen(struct cdcl *s, const sat_lit *literals, uint32_t n, const uint32_t *kept,
                       uint32_t size) {
    struct log *log = s->log;
    begin(s);
    vec_push(&log->chain, log->last);
    for (uint32_t i = 0; i < n; i++)
        if (s->values[literals[i].code] == FALSE && !log->marks.data[sat_variable_of(literals[i])])
            (void)reach(s, literals[i].code);
    for (uint32_t i = 0; i < size; i++) vec_push(&log->clause, ((sat_lit){kept[i]}));
    log->last = finish(s);
}

void cdcl_log_add_clause(struct cdcl *s, const sat_lit *literals, uint32_t n) {
    cdcl_backtrack(s, 0);
    vec_clear(&s->learnt);
    for (uint32_t i = 0; i < n; i++) vec_push(&s->learnt, literals[i].code);
    uint32_t *kept = s->learnt.data, size = cdcl_simplify_literals(s, kept, n);
    s->log->last = proof_add_original(s->log->proof, literals, n);
    if (size == NO_LITERAL || s->inconsistent) return;
    strengthen(s, literals, n, kept, size);
    for (uint32_t i = 0; i < size; i++) cdcl_domain_add(s, kept[i] >> 1, IN_PERMANENT);
    uint32_t ref = cdcl_add_simplified(s, kept, size);
    if (size == 0)
        s->log->empty = s->log->last;
    else if (size == 1)
        cdcl_log_name_unit(s, kept[0]);
    else if (size == 2)
        cdcl_log_name_binary(s, kept[0], kept[1]);
    else
        cdcl_log_name_clause(s, ref);
    cdcl_propagate_facts(s);
}
