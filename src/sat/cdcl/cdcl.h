/* Our incremental SAT solver, made for IC3: very many tiny queries about one fixed circuit.
 *
 * Why not a stock solver: an IC3 query touches a small cone of a large circuit, but a general solver decides
 * and propagates everything; measured, restricting both to the cone answers several times more queries per
 * second.
 *
 * The circuit is a `netlist`, shared by all solvers of an engine: variable v is either free or a gate that
 * owns its defining clauses and knows its fan-in. The defining clauses of a gate hold for some value of the
 * gate whatever its fan-ins are, so an assignment of a fan-in closed set of variables that satisfies their
 * clauses extends to all variables. A query's *domain* is such a set: the cones of its assumptions, of its
 * temporary clause, and of the clauses added for good (but see cdcl_allow_islands). Only domain variables are
 * decided; watched clauses that have a literal outside the domain are skipped. The clauses of two and three literals
 * of all gates are
 * kept once, for all solvers; a gate's other clauses enter a solver when the gate first enters one of its
 * domains. So an unused part of the circuit costs nothing.
 *
 *     struct cdcl *s = cdcl_new(netlist, limits, stats);
 *     cdcl_add_clause(s, lemma, n);                 // for good
 *     cdcl_solve(s, assumptions, n, temporary, m)   // under assumptions, and a clause for this query only
 *       SAT_SATISFIED: cdcl_value(s, l), cdcl_flip(s, variable)
 *       SAT_REFUTED:   cdcl_failed(s, l)
 *
 * The temporary clause is switched by one reserved activation variable; learnt clauses that depend on it are
 * removed at the next query. Values stay readable until the next call that changes the solver. */
#ifndef INDUCT_SAT_CDCL_CDCL_H
#define INDUCT_SAT_CDCL_CDCL_H

#include "base/clock.h"
#include "base/stats.h"
#include "sat/sat.h"

/* Gates in any order; a gate's fan-ins may have larger numbers, but fan-in must be acyclic. Clause literals
 * of gate v are stored one after the other, each clause as its size followed by its literal codes. */
struct netlist {
    uint32_t variables;
    u32s clause_begin; /* [0..variables], into clauses */
    u32s clauses;
    u32s fanin_begin;                  /* [0..variables], into fanins */
    u32s fanins;                       /* variables */
    struct implications *implications; /* derived by the first solver, for all of them */
};

struct netlist *netlist_new(void);
void netlist_free(struct netlist *);
uint32_t netlist_variable(struct netlist *); /* a free variable */
/* Makes the next variable a gate: first netlist_variable, then its clauses, then its fan-ins, before the next
 * one. */
void netlist_gate_clause(struct netlist *, const sat_lit *literals, uint32_t n);
void netlist_gate_fanin(struct netlist *, uint32_t variable);

struct cdcl;

/* The netlist is borrowed and must not change any more. limits may be NULL; counters go to stats (may be
 * NULL). */
struct cdcl *cdcl_new(const struct netlist *, struct limits *, struct stats *);
/* For a netlist that gets more variables between queries: cdcl_grow tells the solver so. No temporary clauses
 * then. */
struct cdcl *cdcl_new_growing(const struct netlist *, struct limits *, struct stats *);
void cdcl_grow(struct cdcl *);
void cdcl_free(struct cdcl *);
void cdcl_restrict(struct cdcl *, bool on); /* domain restriction; on by default */
/* With a seed other than 0, variables are first tried at random values, the same for the same seed. */
void cdcl_seed(struct cdcl *, uint64_t seed);

void cdcl_add_clause(struct cdcl *, const sat_lit *literals, uint32_t n);
/* From now on a clause over few free variables that no other clause of the domain is about comes into a domain with its
 * variables only, not for good. For who knows that all clauses together have a solution: an assignment of one such
 * island says nothing about the others. */
void cdcl_allow_islands(struct cdcl *);

/* m = 0: no temporary clause. Stops with SAT_UNKNOWN at the limits, or after `conflicts` conflicts if set. */
enum sat_result cdcl_solve(struct cdcl *, const sat_lit *assumptions, uint32_t n, const sat_lit *temporary,
                           uint32_t m);
void cdcl_set_conflicts(struct cdcl *, int64_t limit); /* for the next solve; < 0: none */

/* After SAT_SATISFIED. Variables outside the domain, and flipped ones, are unassigned: `known` is false. */
bool cdcl_known(const struct cdcl *, uint32_t variable);
bool cdcl_value(const struct cdcl *, sat_lit); /* true when the literal is known to be true */

/* The known variables, in no order that matters; flipped ones may be among them. */
uint32_t cdcl_trail_size(const struct cdcl *);
uint32_t cdcl_trail_variable(const struct cdcl *, uint32_t position);

/* After SAT_SATISFIED: tries to unassign a free variable so that every clause of the domain stays satisfied
 * (by assigned literals); true when it did. */
bool cdcl_flip(struct cdcl *, uint32_t variable);

/* After SAT_REFUTED: assumption l took part. */
bool cdcl_failed(const struct cdcl *, sat_lit);

/* Keeps the cones of these literals in the domain of the following queries (which then need not recompute
 * them) until released. */
void cdcl_hold(struct cdcl *, const sat_lit *literals, uint32_t n);
void cdcl_release(struct cdcl *);

/* As an instance of the common interface: variables are made on demand, no netlist, no domain. */
struct sat *sat_cdcl(struct limits *);

/* Validator for tests and debug builds: watches, trail, reasons. */
bool cdcl_check(const struct cdcl *);

#endif
