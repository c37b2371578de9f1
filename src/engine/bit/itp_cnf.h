/* Formulas of an and-inverter graph in a SAT solver: a variable per node, made on demand.
 *
 *     struct cnf cnf;
 *     cnf_init(&cnf, graph, sat);
 *     cnf_bind(&cnf, leaf, variable);            // optional: the leaf is a variable that the solver has already
 *     sat_lit l = cnf_lit(&cnf, formula);        // gives the solver the clauses of the formula's cone
 *     cnf_fini(&cnf);
 *
 * The graph may grow in between. Graph and solver are borrowed. */
#ifndef INDUCT_ENGINE_BIT_ITP_CNF_H
#define INDUCT_ENGINE_BIT_ITP_CNF_H

#include "aig/aig.h"
#include "sat/sat.h"

struct cnf {
    const struct aig *graph;
    struct sat *sat;
    u32s variables; /* by node; UINT32_MAX: none yet */
};

void cnf_init(struct cnf *, const struct aig *, struct sat *);
void cnf_fini(struct cnf *);
void cnf_bind(struct cnf *, aig_lit leaf, uint32_t variable); /* leaf positive, without a variable so far */
sat_lit cnf_lit(struct cnf *, aig_lit);                       /* constants have a literal too */
bool cnf_known(const struct cnf *, aig_lit);                  /* it has a literal already */

#endif
