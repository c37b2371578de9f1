#include "engine/bit/known.h"

enum {
    LONGEST = 24,         /* literals of a clause worth having */
    MOST = 2000,          /* clauses */
    CONFLICTS = 20000,    /* of a question about candidates */
    MOST_CANDIDATES = 500 /* at a time */
};

/* The solver holds S_0 & C_0 & T & C_1. */
struct prover {
    struct sat *sat;
    struct unroll *unroll;
    u32s clause; /* scratch */
};

void known_init(struct known *k, struct pending *pending) {
    *k = (struct known){.pending = pending};
}

void known_fini(struct known *k) {
    vec_each (u32s, clause, &k->clauses) vec_free(clause);
    vec_free(&k->clauses);
    if (!k->prover) return;
    unroll_free(k->prover->unroll);
    sat_free(k->prover->sat);
    vec_free(&k->prover->clause);
    mem_free(k->prover);
}

static const struct circuit *circuit_of(const struct known *k) {
    return k->pending->task->model.circuit;
}

static void open_prover(struct known *k) {
    struct prover *p = k->prover = mem_new(struct prover);
    p->sat = sat_cadical(k->pending->task->limits);
    p->unroll = unroll_new(circuit_of(k), p->sat, UNROLL_ANY);
    unroll_assert_constraints(p->unroll, 0);
    unroll_assert_constraints(p->unroll, 1);
}

static sat_lit literal_at(const struct circuit *c, struct unroll *u, uint32_t code, uint32_t step) {
    aig_lit l = unroll_at(u, c->latches.data[code / 2].lit, step);
    return sat_not_if(unroll_encode(u, l), code & 1);
}

void known_assert(const struct known *k, uint32_t from, uint32_t n, const struct circuit *c, struct sat *sat,
                  struct unroll *u, uint32_t step, const sat_lit *condition) {
    sat_lits clause = {0};
    for (uint32_t i = from; i < from + n; i++) {
        vec_clear(&clause);
        if (condition) vec_push(&clause, sat_not(*condition));
        vec_each (const uint32_t, code, &k->clauses.data[i]) vec_push(&clause, literal_at(c, u, *code, step));
        sat_add(sat, clause.data, clause.size);
    }
    vec_free(&clause);
}

uint32_t known_worth(const struct known *k, uint32_t told, uint32_t steps) {
    enum { MOST_TOLD = 300000 }; /* in all steps together */
    uint32_t most = MOST_TOLD / (steps + 1), known = k ? k->clauses.size : 0;
    if (known > most) known = most;
    return known > told ? known : told;
}

/* ---- candidates ---- */

struct candidate {
    u32s clause;
    sat_lit holds;  /* => the clause, in step 0 */
    sat_lit broken; /* => its negation, in step 1 */
    sat_lits next;  /* the clause in step 1 */
};
typedef VEC(struct candidate) candidates;

static bool holds_at_reset(const struct circuit *c, const u32s *clause) {
    vec_each (const uint32_t, code, clause) {
        const struct latch *l = &c->latches.data[*code / 2];
        if (!latch_is_free(l) && aig_same(l->reset, AIG_TRUE) != (*code & 1)) return true;
    }
    return false;
}

static bool is_known(const struct known *k, const u32s *clause) {
    vec_each (const u32s, c, &k->clauses)
        if (c->size == clause->size && !memcmp(c->data, clause->data, c->size * sizeof *c->data)) return true;
    return false;
}

static struct candidate make_candidate(const struct known *k, const u32s *clause) {
    struct prover *p = k->prover;
    struct candidate made = {.holds = sat_make(sat_variable(p->sat), false),
                             .broken = sat_make(sat_variable(p->sat), false)};
    sat_lits now = {0};
    vec_push(&now, sat_not(made.holds));
    vec_each (const uint32_t, code, clause) {
        vec_push(&made.clause, *code);
        vec_push(&now, literal_at(circuit_of(k), p->unroll, *code, 0));
        vec_push(&made.next, literal_at(circuit_of(k), p->unroll, *code, 1));
        sat_add2(p->sat, sat_not(made.broken), sat_not(vec_last(&made.next)));
    }
    sat_add(p->sat, now.data, now.size);
    vec_free(&now);
    return made;
}

static void take(struct known *k, const struct invariant *lemmas, candidates *list) {
    struct stats *stats = k->pending->task->stats;
    u32s *clause = &k->prover->clause;
    vec_each (const aig_lit, l, &lemmas->conjuncts) {
        if (!invariant_clause(lemmas, *l, clause) || !clause->size || clause->size > LONGEST) continue;
        if (list->size == MOST_CANDIDATES || k->clauses.size + list->size >= MOST) return;
        if (is_known(k, clause))
            stats->lemmas_duplicate++;
        else if (!holds_at_reset(circuit_of(k), clause))
            stats->lemmas_rejected++;
        else
            vec_push(list, make_candidate(k, clause));
    }
}

/* ---- proofs ---- */

static bool is_broken(const struct known *k, const struct candidate *c) {
    vec_each (const sat_lit, l, &c->next)
        if (sat_value(k->prover->sat, *l)) return false;
    return true;
}

static void drop(struct known *k, candidates *list, uint32_t i) {
    sat_add1(k->prover->sat, sat_not(list->data[i].holds));
    sat_add1(k->prover->sat, sat_not(list->data[i].broken));
    vec_free(&list->data[i].clause);
    vec_free(&list->data[i].next);
    list->data[i] = vec_pop(list);
    k->pending->task->stats->lemmas_rejected++;
}

/* Is some candidate broken by a step from where S and all of them hold? */
static enum sat_result ask(struct known *k, const candidates *list) {
    struct prover *p = k->prover;
    sat_lit some = sat_make(sat_variable(p->sat), false);
    sat_lits clause = {0}, assumptions = {0};
    vec_push(&clause, sat_not(some));
    vec_push(&assumptions, some);
    vec_each (const struct candidate, c, list) {
        vec_push(&clause, c->broken);
        vec_push(&assumptions, c->holds);
    }
    sat_add(p->sat, clause.data, clause.size);
    sat_set_conflicts(p->sat, CONFLICTS);
    /* S_0 & C_0 & T & C_1 & all candidates_0 & not (all candidates_1) satisfiable? */
    enum sat_result result = sat_solve(p->sat, assumptions.data, assumptions.size);
    k->pending->task->stats->queries++;
    k->pending->task->stats->queries_sat += result == SAT_SATISFIED;
    if (result == SAT_REFUTED) sat_add1(p->sat, sat_not(some));
    vec_free(&clause);
    vec_free(&assumptions);
    return result;
}

/* Leaves the greatest set of them that is inductive with S. */
static void prove(struct known *k, candidates *list) {
    enum sat_result result = SAT_SATISFIED;
    while (list->size && (result = ask(k, list)) == SAT_SATISFIED) {
        bool *broken = mem_new_array(bool, list->size);
        for (uint32_t i = 0; i < list->size; i++) broken[i] = is_broken(k, &list->data[i]);
        for (uint32_t i = list->size; i-- > 0;) /* from behind: what takes the place has been looked at */
            if (broken[i]) drop(k, list, i);
        mem_free(broken);
    }
    while (result != SAT_REFUTED && list->size) drop(k, list, list->size - 1);
}

static void accept(struct known *k, candidates *list) {
    uint32_t from = k->clauses.size;
    vec_each (struct candidate, c, list) {
        vec_push(&k->clauses, c->clause);
        vec_free(&c->next);
    }
    known_assert(k, from, list->size, circuit_of(k), k->prover->sat, k->prover->unroll, 0, NULL);
    k->pending->task->stats->lemmas_accepted += list->size;
}

void known_listen(struct known *k) {
    const struct engine_task *task = k->pending->task;
    const struct port *port = task->port;
    struct evidence lemmas;
    uint32_t level;
    candidates list = {0};
    if (!port_is_due(port)) return;
    pending_settle(k->pending);
    if (!k->prover) open_prover(k);
    while (port->receive(port->client, &lemmas, &level)) {
        if (level == PORT_ALWAYS) take(k, lemmas.invariant, &list);
        evidence_free(&lemmas);
    }
    prove(k, &list);
    accept(k, &list);
    vec_free(&list);
    port->done(port->client);
}
