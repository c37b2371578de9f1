/* Which variable of the source a value in SSA form holds.
 *
 * The debug information says from where on a value is that of a variable. A value may outlive that: in `old =
 * x; x++;` one value is first x's and then only old's. Since invariants are stated at the heads of loops, a
 * variable names a value when it has that value at every head at which the value is live and the variable's
 * name has its meaning. */
#ifndef INDUCT_FORMAT_C_NAMES_H
#define INDUCT_FORMAT_C_NAMES_H

#include "format/c/values.h"

struct c_names {
    VEC(struct c_debug_variable) variables;
    u32s of; /* by value: the variable that names it; PROGRAM_NONE: none */
    /* By value: the variable that it was ever of, for those without a name; PROGRAM_NONE: none. */
    u32s display;
};

void c_names_init(struct c_names *, const struct c_values *);
void c_names_fini(struct c_names *);
/* The place in the source of a head, or of any other block: a location node; NULL: unknown. */
LLVMMetadataRef c_names_place(const struct c_flow *, uint32_t block);

#endif
