/* Variable elimination on netlists: gates that are not asked for by name disappear into those that use them.
 *
 * A gate's clauses define it as a function of its fan-ins, so to resolve them with a user's clauses is to put the
 * function in the gate's place: what results defines the user, over the gate's fan-ins, and again as a function. Hence
 * domains stay what they are (cdcl.h), and all variables that remain have the values that they had. The users' clauses
 * need not be resolved among each other. */
#ifndef INDUCT_SAT_CDCL_ELIMINATE_H
#define INDUCT_SAT_CDCL_ELIMINATE_H

#include "sat/cdcl/cdcl.h"

/* The netlist without gates whose elimination leaves no more clauses than there were, without clauses that others of
 * the same gate subsume, and with fan-ins that occur in clauses only. Free variables and those that are `frozen` (by
 * variable) stay. map[0..variables[ becomes the new variable of each, UINT32_MAX for those that are gone. */
struct netlist *netlist_eliminate(const struct netlist *, const uint8_t *frozen, uint32_t *map);

#endif
