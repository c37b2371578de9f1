/* The solver's interface: making one, adding clauses, setting up a query. */
#include "sat/cdcl/cdcl_internal.h"

#include "base/random.h"

enum {
    TEMPORARY_CAPACITY = 62,
    LEARNT_BASE = 1000,
    LEARNT_SHARE = 4,
    LEARNT_GROWTH = 100,
    RESTART_UNIT = 100,
    COLLECT_MINIMUM = 1 << 14
};

static void *grown(void *old, uint32_t from, uint32_t to, size_t size) {
    if (!from) return mem_zalloc(to * size);
    char *fresh = mem_realloc(old, to * size);
    memset(fresh + from * size, 0, (to - from) * size);
    return fresh;
}

static void scatter_phases(struct cdcl *s, uint32_t from, uint32_t to) {
    struct random random;
    random_init(&random, s->seed + from);
    for (uint32_t i = from; i < to; i++) s->phases[i] = random_below(&random, 2);
}

/* Zero is right for everything: unassigned, outside, last false, never bumped. Fresh memory is thus not
 * touched. */
static void reserve(struct cdcl *s, uint32_t capacity) {
    uint32_t old = s->capacity;
    if (capacity <= old) return;
    s->values = grown(s->values, 2 * old, 2 * capacity, sizeof *s->values);
    s->core = grown(s->core, 2 * old, 2 * capacity, sizeof *s->core);
    s->watches = grown(s->watches, 2 * old, 2 * capacity, sizeof *s->watches);
    s->assignments = grown(s->assignments, old, capacity, sizeof *s->assignments);
    s->phases = grown(s->phases, old, capacity, sizeof *s->phases);
    if (s->seed) scatter_phases(s, old, capacity);
    s->seen = grown(s->seen, old, capacity, sizeof *s->seen);
    s->flags = grown(s->flags, old, capacity, sizeof *s->flags);
    s->activities = grown(s->activities, old, capacity, sizeof *s->activities);
    s->queued = grown(s->queued, old, capacity, sizeof *s->queued);
    if (s->heap_index) s->heap_index = grown(s->heap_index, old, capacity, sizeof *s->heap_index);
    s->trail = grown(s->trail, old, capacity, sizeof *s->trail);
    s->level_stamps = grown(s->level_stamps, old ? old + 2 : 0, capacity + 2, sizeof *s->level_stamps);
    if (s->activation == NO_VARIABLE)
        s->spans = s->own_spans =
            grown(s->own_spans, old ? 2 * old + 1 : 0, 2 * capacity + 1, sizeof *s->spans);
    s->capacity = capacity;
}

static struct cdcl *make(const struct netlist *n, struct limits *limits, struct stats *stats) {
    struct cdcl *s = mem_new(struct cdcl);
    s->netlist = n;
    s->limits = limits;
    s->stats = stats;
    s->activation = NO_VARIABLE;
    s->hidden = NO_LITERAL;
    s->conflict_limit = -1;
    s->increment = 1;
    s->clause_increment = 1;
    s->temporary_capacity = TEMPORARY_CAPACITY;
    s->learnt_base = LEARNT_BASE;
    s->learnt_share = LEARNT_SHARE;
    s->learnt_growth = LEARNT_GROWTH;
    s->restart_unit = RESTART_UNIT;
    s->collect_minimum = COLLECT_MINIMUM;
    vec_resize(&s->arena, TEMPORARY_REF + TEMPORARY_CAPACITY);
    return s;
}

void cdcl_seed(struct cdcl *s, uint64_t seed) {
    s->seed = seed;
    if (seed) scatter_phases(s, 0, s->capacity);
}

struct cdcl *cdcl_new(const struct netlist *n, struct limits *limits, struct stats *stats) {
    struct cdcl *s = make(n, limits, stats);
    const struct implications *implications = netlist_implications(n);
    s->spans = implications->spans;
    s->pool = implications->pool;
    s->restricted = true;
    s->variables = n->variables + 1;
    s->activation = n->variables;
    reserve(s, s->variables);
    s->values[2 * s->activation] = s->values[2 * s->activation + 1] = FREE;
    return s;
}

struct cdcl *cdcl_new_growing(const struct netlist *n, struct limits *limits, struct stats *stats) {
    struct cdcl *s = make(n, limits, stats);
    s->restricted = true;
    cdcl_grow(s);
    return s;
}

void cdcl_grow(struct cdcl *s) {
    uint32_t wanted = s->netlist->variables;
    if (wanted > s->capacity) reserve(s, wanted > 32 ? wanted + wanted / 2 : 64);
    uint32_t first = s->variables;
    s->variables = wanted;
    if (s->restricted) return; /* they are loaded when they enter a domain */
    cdcl_backtrack(s, 0);
    for (uint32_t v = first; v < wanted; v++) {
        s->values[2 * v] = s->values[2 * v + 1] = FREE;
        cdcl_load(s, v);
    }
}

static void free_clauses(struct cdcl *s) {
    vec_each (uint32_t, v, &s->touched) {
        vec_free(&s->watches[2 * *v]);
        vec_free(&s->watches[2 * *v + 1]);
    }
    if (s->activation != NO_VARIABLE) vec_free(&s->watches[2 * s->activation]);
    mem_free(s->watches);
    vec_free(&s->arena);
    vec_free(&s->originals);
    vec_free(&s->learnts);
    vec_free(&s->tainted);
    vec_free(&s->tainted_binaries);
}

void cdcl_free(struct cdcl *s) {
    if (!s) return;
    free_clauses(s);
    cdcl_log_free(s);
    void *arrays[] = {s->values,       s->core,       s->assignments, s->phases,     s->seen,
                      s->flags,        s->activities, s->queued,      s->heap_index, s->trail,
                      s->level_stamps, s->own_spans,  s->islands};
    for (uint32_t i = 0; i < sizeof arrays / sizeof *arrays; i++) mem_free(arrays[i]);
    u32s *lists[] = {&s->levels,        &s->query_part, &s->held_part,     &s->permanent_part, &s->touched,
                     &s->assumed,       &s->heap,       &s->stack,         &s->learnt,         &s->analyzed,
                     &s->core_literals, &s->literals,   &s->minimize_stack};
    for (uint32_t i = 0; i < sizeof lists / sizeof *lists; i++) vec_free(lists[i]);
    for (uint32_t i = 0; i < BUCKETS; i++) vec_free(&s->buckets[i]);
    mem_free(s);
}

static uint32_t *copied(struct cdcl *s, const sat_lit *literals, uint32_t n) {
    vec_clear(&s->learnt);
    for (uint32_t i = 0; i < n; i++) {
        assert(sat_variable_of(literals[i]) < s->netlist->variables);
        vec_push(&s->learnt, literals[i].code);
    }
    return s->learnt.data;
}

/* The cones come in first: loading them may decide literals. */
void cdcl_add_clause(struct cdcl *s, const sat_lit *literals, uint32_t n) {
    if (s->log) {
        cdcl_log_add_clause(s, literals, n);
        return;
    }
    cdcl_backtrack(s, 0);
    uint32_t *copy = copied(s, literals, n), size = cdcl_simplify_literals(s, copy, n);
    if (size == NO_LITERAL || s->inconsistent) return;
    if (!cdcl_join_island(s, copy, size))
        for (uint32_t i = 0; i < size; i++) cdcl_domain_add(s, copy[i] >> 1, IN_PERMANENT);
    cdcl_add_simplified(s, copy, size);
    cdcl_propagate_facts(s);
}

void cdcl_set_conflicts(struct cdcl *s, int64_t limit) {
    s->conflict_limit = limit;
}

/* Back to level 0, without anything that belongs to the last query. */
static void finish_last_query(struct cdcl *s) {
    cdcl_backtrack(s, 0);
    cdcl_retract(s);
    cdcl_domain_leave(s, &s->query_part, IN_QUERY);
    if (s->release_pending) cdcl_domain_leave(s, &s->held_part, IN_HELD);
    s->release_pending = false;
    vec_each (uint32_t, v, &s->assumed) s->flags[*v] &= (uint8_t)~ASSUMED;
    vec_clear(&s->assumed);
    vec_each (uint32_t, l, &s->core_literals) s->core[*l] = 0;
    vec_clear(&s->core_literals);
    s->hidden = NO_LITERAL;
}

static void add_domain(struct cdcl *s, const sat_lit *literals, uint32_t n) {
    if (!s->restricted) return;
    for (uint32_t i = 0; i < n; i++) cdcl_domain_add(s, sat_variable_of(literals[i]), IN_QUERY);
}

/* A temporary unit needs no activation: it is one more thing that level 1 assumes. False: the clause is
 * empty. */
static bool set_temporary(struct cdcl *s, const sat_lit *literals, uint32_t n) {
    if (!n) return true;
    assert(s->activation != NO_VARIABLE);
    uint32_t size = cdcl_simplify_literals(s, copied(s, literals, n), n);
    if (size == NO_LITERAL) return true;
    if (size == 0) return false;
    if (size == 1) {
        s->hidden = s->learnt.data[0];
        return true;
    }
    if (size + 1 > s->temporary_capacity) cdcl_collect(s, 2 * (size + 1));
    uint32_t *clause = clause_literals(s, TEMPORARY_REF);
    memcpy(clause, s->learnt.data, size * sizeof *clause);
    clause[size] = 2 * s->activation;
    clause[-1] = (size + 1) << CLAUSE_SIZE_SHIFT | CLAUSE_TAINTED;
    cdcl_attach(s, TEMPORARY_REF);
    s->temporary_size = size + 1;
    s->hidden = 2 * s->activation + 1;
    return true;
}

static void set_assumptions(struct cdcl *s, const sat_lit *assumptions, uint32_t n) {
    s->assumptions = assumptions;
    s->assumption_count = n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = sat_variable_of(assumptions[i]);
        assert(v < s->netlist->variables);
        s->flags[v] |= ASSUMED;
        vec_push(&s->assumed, v);
    }
}

static void flush_statistics(struct cdcl *s, enum sat_result result) {
    if (s->stats) {
        s->stats->queries++;
        s->stats->queries_sat += result == SAT_SATISFIED;
        s->stats->conflicts += s->conflicts - s->flushed_conflicts;
        s->stats->decisions += s->decisions - s->flushed_decisions;
        s->stats->propagations += s->propagations - s->flushed_propagations;
        if (s->restricted)
            s->stats->domain_variables += s->query_part.size + s->held_part.size + s->permanent_part.size;
    }
    s->flushed_conflicts = s->conflicts;
    s->flushed_decisions = s->decisions;
    s->flushed_propagations = s->propagations;
}

static enum sat_result query(struct cdcl *s, const sat_lit *assumptions, uint32_t n, const sat_lit *temporary,
                             uint32_t m) {
    finish_last_query(s);
    if (s->inconsistent) return SAT_REFUTED;
    if (cdcl_stopped(s)) return SAT_UNKNOWN;
    add_domain(s, assumptions, n);
    add_domain(s, temporary, m);
    if (!cdcl_propagate_facts(s)) return SAT_REFUTED;
    cdcl_simplify(s);
    if (cdcl_reduce_due(s)) cdcl_reduce(s);
    cdcl_collect_if_due(s);
    set_assumptions(s, assumptions, n);
    if (!set_temporary(s, temporary, m)) return SAT_REFUTED;
    return cdcl_search(s);
}

enum sat_result cdcl_solve(struct cdcl *s, const sat_lit *assumptions, uint32_t n, const sat_lit *temporary,
                           uint32_t m) {
    enum sat_result result = query(s, assumptions, n, temporary, m);
    if (s->log && s->inconsistent) cdcl_log_inconsistent(s);
    s->satisfied = result == SAT_SATISFIED;
    s->conflict_limit = -1;
    s->assumptions = NULL;
    s->assumption_count = 0;
    flush_statistics(s, result);
    if (limits_count_work(s->limits)) cdcl_charge(s);
    return result;
}

bool cdcl_known(const struct cdcl *s, uint32_t variable) {
    assert(s->satisfied);
    return cdcl_assigned(s, variable);
}

uint32_t cdcl_trail_size(const struct cdcl *s) {
    assert(s->satisfied);
    return s->trail_size;
}

uint32_t cdcl_trail_variable(const struct cdcl *s, uint32_t position) {
    return s->trail[position] >> 1;
}

bool cdcl_value(const struct cdcl *s, sat_lit l) {
    assert(s->satisfied);
    return s->values[l.code] == TRUE;
}

bool cdcl_failed(const struct cdcl *s, sat_lit l) {
    return s->core[l.code];
}
