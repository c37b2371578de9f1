/* The solver as an instance of the common interface: a netlist of free variables that grows, without domains.
 */
#include "sat/cdcl/cdcl_internal.h"

#include "sat/cdcl/proof.h"

struct adaptor {
    struct sat base;
    struct netlist *netlist;
    struct cdcl *solver;
};

static struct adaptor *self(struct sat *s) {
    return (struct adaptor *)s;
}

static void adaptor_free(struct sat *s) {
    cdcl_free(self(s)->solver);
    netlist_free(self(s)->netlist);
    mem_free(s);
}

static uint32_t adaptor_variable(struct sat *s) {
    uint32_t v = netlist_variable(self(s)->netlist);
    cdcl_grow(self(s)->solver);
    return v;
}

static void adaptor_add(struct sat *s, const sat_lit *literals, uint32_t n) {
    cdcl_add_clause(self(s)->solver, literals, n);
}

static enum sat_result adaptor_solve(struct sat *s, const sat_lit *assumptions, uint32_t n) {
    return cdcl_solve(self(s)->solver, assumptions, n, NULL, 0);
}

static bool adaptor_value(struct sat *s, sat_lit l) {
    return cdcl_value(self(s)->solver, l);
}

static bool adaptor_failed(struct sat *s, sat_lit l) {
    return cdcl_failed(self(s)->solver, l);
}

static void adaptor_set_conflicts(struct sat *s, int64_t limit) {
    cdcl_set_conflicts(self(s)->solver, limit);
}

static uint64_t adaptor_conflicts(const struct sat *s) {
    return ((const struct adaptor *)s)->solver->conflicts;
}

static void adaptor_seed(struct sat *s, uint64_t seed) {
    cdcl_seed(((struct adaptor *)s)->solver, seed);
}

static const struct sat_table table = {
    "cdcl",        adaptor_free,   adaptor_variable,      adaptor_add,       adaptor_solve,
    adaptor_value, adaptor_failed, adaptor_set_conflicts, adaptor_conflicts, adaptor_seed};

static struct adaptor *make(struct limits *limits, struct stats *stats) {
    struct adaptor *a = mem_new(struct adaptor);
    a->base.table = &table;
    a->netlist = netlist_new();
    a->solver = cdcl_new_growing(a->netlist, limits, stats);
    cdcl_restrict(a->solver, false);
    return a;
}

struct sat *sat_cdcl(struct limits *limits) {
    return &make(limits, NULL)->base;
}

struct sat *sat_cdcl_logging(struct limits *limits, struct stats *stats, struct proof *proof) {
    struct adaptor *a = make(limits, stats);
    cdcl_log_start(a->solver, proof);
    return &a->base;
}
