/* The batch solver: CaDiCaL through its C interface. Variable v is CaDiCaL's v + 1. */
#include "sat/sat.h"

#include <ccadical.h>
#include <limits.h>

struct cadical {
    struct sat base;
    CCaDiCaL *solver;
    struct limits *limits;
    uint32_t variables;
    int64_t conflict_limit; /* for the next solve; < 0: none */
    uint64_t learnt;
};

static int external(sat_lit l) {
    int v = (int)sat_variable_of(l) + 1;
    return sat_sign(l) ? -v : v;
}

static struct cadical *self(struct sat *s) {
    return (struct cadical *)s;
}

/* What counts as work (limits_spend): about a microsecond each. */
enum { CLAUSE_LEARNT_WORK = 100, ASKED_WORK = 20, SOLVE_WORK = 20 };

/* CaDiCaL asks rarely enough, and some of what it does between two questions takes long. */
static int stopped(void *limits) {
    limits_spend(limits, ASKED_WORK);
    return limits_stopped_slow(limits);
}

static void count_learnt(void *solver, int *clause) {
    (void)clause;
    ((struct cadical *)solver)->learnt++;
    limits_spend(((struct cadical *)solver)->limits, CLAUSE_LEARNT_WORK);
}

static void cadical_free(struct sat *s) {
    ccadical_release(self(s)->solver);
    mem_free(s);
}

static uint32_t cadical_variable(struct sat *s) {
    return self(s)->variables++;
}

static void cadical_add(struct sat *s, const sat_lit *literals, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        assert(sat_variable_of(literals[i]) < self(s)->variables);
        ccadical_add(self(s)->solver, external(literals[i]));
    }
    ccadical_add(self(s)->solver, 0);
}

static enum sat_result cadical_solve(struct sat *s, const sat_lit *assumptions, uint32_t n) {
    struct cadical *c = self(s);
    for (uint32_t i = 0; i < n; i++) {
        assert(sat_variable_of(assumptions[i]) < c->variables);
        ccadical_assume(c->solver, external(assumptions[i]));
    }
    if (c->conflict_limit >= 0)
        ccadical_limit(c->solver, "conflicts",
                       c->conflict_limit > INT32_MAX ? INT32_MAX : (int)c->conflict_limit);
    c->conflict_limit = -1;
    limits_spend(c->limits, SOLVE_WORK);
    if (c->limits && limits_stopped_slow(c->limits)) return SAT_UNKNOWN;
    return (enum sat_result)ccadical_solve(c->solver);
}

static bool cadical_value(struct sat *s, sat_lit l) {
    int v = external(sat_make(sat_variable_of(l), false));
    return (ccadical_val(self(s)->solver, v) > 0) != sat_sign(l);
}

static bool cadical_failed(struct sat *s, sat_lit l) {
    return ccadical_failed(self(s)->solver, external(l));
}

static void cadical_set_conflicts(struct sat *s, int64_t limit) {
    self(s)->conflict_limit = limit;
}

/* The C interface of CaDiCaL 1.5 does not export its conflict counter. It hands out each learnt clause; but for
 * those of inprocessing, there is one per conflict. */
static uint64_t cadical_conflicts(const struct sat *s) {
    return ((const struct cadical *)s)->learnt;
}

/* What CaDiCaL does with its seed matters to few of its moves; that variables are first tried as false matters more. */
static void cadical_seed(struct sat *s, uint64_t seed) {
    if (!seed) return;
    ccadical_set_option(self(s)->solver, "seed", (int)(seed & INT_MAX));
    ccadical_set_option(self(s)->solver, "phase", (int)(seed + 1) & 1);
}

static const struct sat_table table = {
    "cadical",     cadical_free,   cadical_variable,      cadical_add,       cadical_solve,
    cadical_value, cadical_failed, cadical_set_conflicts, cadical_conflicts, cadical_seed};

struct sat *sat_cadical(struct limits *limits) {
    struct cadical *c = mem_new(struct cadical);
    c->base.table = &table;
    c->solver = ccadical_init();
    ccadical_set_option(c->solver, "quiet", 1); /* it would print a line for an empty clause */
    c->limits = limits;
    c->conflict_limit = -1;
    ccadical_set_learn(c->solver, c, INT_MAX, count_learnt);
    if (limits) ccadical_set_terminate(c->solver, limits, stopped);
    return &c->base;
}

void sat_add1(struct sat *s, sat_lit a) {
    sat_add(s, &a, 1);
}

void sat_add2(struct sat *s, sat_lit a, sat_lit b) {
    sat_add(s, (sat_lit[]){a, b}, 2);
}

void sat_add3(struct sat *s, sat_lit a, sat_lit b, sat_lit c) {
    sat_add(s, (sat_lit[]){a, b, c}, 3);
}
