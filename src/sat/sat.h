/* SAT solving behind one small interface, with two implementations:
 *
 *   sat_cadical      CaDiCaL: for large single queries (bmc, kind) and for judging evidence;
 *   sat_cdcl         ours (sat/cdcl), made for IC3's many tiny queries; it offers more in its own header.
 *
 * Literals have code = 2 * variable + sign. States:
 *
 *              add_clause, variable
 *                 +--------+
 *                 v        |
 *     new ---> [ READY ] --+       solve          value() allowed
 *                 |  ^  -----------------------> [ SATISFIED ]
 *                 |  |                           [ REFUTED   ]  failed() allowed
 *                 |  |                           [ STOPPED   ]
 *                 v  +------ add_clause, variable, solve ---+
 *                free
 *
 * Assumptions belong to one solve call. `value` may answer for variables of the clauses and assumptions given
 * so far; `failed(l)` tells whether assumption l is in the core (which need not be minimal). */
#ifndef INDUCT_SAT_SAT_H
#define INDUCT_SAT_SAT_H

#include "base/clock.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct sat_lit {
    uint32_t code;
} sat_lit;
typedef VEC(sat_lit) sat_lits;

static inline sat_lit sat_make(uint32_t variable, bool negated) {
    return (sat_lit){2 * variable + negated};
}
static inline uint32_t sat_variable_of(sat_lit l) {
    return l.code >> 1;
}
static inline bool sat_sign(sat_lit l) {
    return l.code & 1;
}
static inline sat_lit sat_not(sat_lit l) {
    return (sat_lit){l.code ^ 1};
}
static inline sat_lit sat_not_if(sat_lit l, bool negate) {
    return (sat_lit){l.code ^ negate};
}

enum sat_result { SAT_UNKNOWN = 0, SAT_SATISFIED = 10, SAT_REFUTED = 20 };

struct sat; /* an instance; its first member points to its table */

/* All entries are required. */
struct sat_table {
    const char *name;
    void (*free)(struct sat *);
    uint32_t (*variable)(struct sat *); /* a fresh variable, 0, 1, 2, ... */
    void (*add_clause)(struct sat *, const sat_lit *literals, uint32_t n); /* n = 0: contradiction */
    enum sat_result (*solve)(struct sat *, const sat_lit *assumptions, uint32_t n);
    bool (*value)(struct sat *, sat_lit);               /* after SAT_SATISFIED */
    bool (*failed)(struct sat *, sat_lit);              /* after SAT_REFUTED */
    void (*set_conflicts)(struct sat *, int64_t limit); /* for the next solve; < 0: none */
    uint64_t (*conflicts)(const struct sat *);          /* so far, for statistics */
    void (*seed)(struct sat *, uint64_t seed);          /* before the first clause; 0: as without */
};

struct sat {
    const struct sat_table *table;
};

/* A CaDiCaL instance. `limits` (may be NULL) is polled and stops a solve with SAT_UNKNOWN. */
struct sat *sat_cadical(struct limits *limits);

static inline void sat_free(struct sat *s) {
    if (s) s->table->free(s);
}
static inline uint32_t sat_variable(struct sat *s) {
    return s->table->variable(s);
}
static inline void sat_add(struct sat *s, const sat_lit *l, uint32_t n) {
    s->table->add_clause(s, l, n);
}
static inline enum sat_result sat_solve(struct sat *s, const sat_lit *a, uint32_t n) {
    return s->table->solve(s, a, n);
}
static inline bool sat_value(struct sat *s, sat_lit l) {
    return s->table->value(s, l);
}
static inline bool sat_failed(struct sat *s, sat_lit l) {
    return s->table->failed(s, l);
}
static inline void sat_set_conflicts(struct sat *s, int64_t limit) {
    s->table->set_conflicts(s, limit);
}
/* Solvers with different seeds look for models in different places first. */
static inline void sat_seed(struct sat *s, uint64_t seed) {
    s->table->seed(s, seed);
}
static inline uint64_t sat_conflicts(const struct sat *s) {
    return s->table->conflicts(s);
}

void sat_add1(struct sat *, sat_lit);
void sat_add2(struct sat *, sat_lit, sat_lit);
void sat_add3(struct sat *, sat_lit, sat_lit, sat_lit);

#endif
