/* Formulas of an and-inverter graph in our incremental solver: queries about a few formulas among many, restricted to
 * their cones.
 *
 *     struct cones cones;
 *     cones_init(&cones, graph, limits, stats);
 *     sat_lit a = cones_lit(&cones, f), b = cones_lit(&cones, g);   // the cones become gates of the solver's netlist
 *     if (cones_solve(&cones, (sat_lit[]){a, b}, 2) == SAT_SATISFIED) cdcl_value(cones.solver, ...);
 *     cones_fini(&cones);
 *
 * The graph is borrowed and may grow in between. Large questions asked once are better given to CaDiCaL (itp_cnf.h). */
#ifndef INDUCT_ENGINE_BIT_ITP_CONES_H
#define INDUCT_ENGINE_BIT_ITP_CONES_H

#include "aig/aig.h"
#include "sat/cdcl/cdcl.h"

struct cones {
    const struct aig *graph;
    struct netlist *netlist;
    struct cdcl *solver;
    u32s variables; /* by node; UINT32_MAX: none yet */
};

/* limits and stats may be NULL. */
void cones_init(struct cones *, const struct aig *, struct limits *, struct stats *);
void cones_fini(struct cones *);
sat_lit cones_lit(struct cones *, aig_lit);
sat_lit cones_free_lit(struct cones *);                             /* of no node, for switches */
void cones_add_clause(struct cones *, const sat_lit *, uint32_t n); /* for good */
enum sat_result cones_solve(struct cones *, const sat_lit *assumptions, uint32_t n);

/* After SAT_SATISFIED: the node is in the cones of the query, and has a value. */
bool cones_known(const struct cones *, uint32_t node);
bool cones_value(const struct cones *, uint32_t node); /* true when it is known to be true */

#endif
