/* Values in SSA form: which of them the program needs, and where they are live.
 *
 * A value is needed when a branch or a write to memory depends on it. Address computations are looked
 * through: who uses an address uses its root and its indices (memory.h). */
#ifndef INDUCT_FORMAT_C_VALUES_H
#define INDUCT_FORMAT_C_VALUES_H

#include "format/c/memory.h"

struct c_values {
    const struct c_memory *memory;
    value_list list; /* instructions of reachable blocks that have a value, parameters */
    struct hash_map index;
    u8s named;  /* by value: the debug information mentions it */
    u32s block; /* by value: where it is defined */
    u8s needed; /* by value */
    /* By block: values that are needed there or behind it, defined elsewhere; without its own phis. */
    c_graph live;
};

void c_values_init(struct c_values *, const struct c_memory *);
void c_values_fini(struct c_values *);
uint32_t c_values_find(const struct c_values *, LLVMValueRef); /* PROGRAM_NONE: no value */
bool c_values_needed(const struct c_values *, LLVMValueRef);
/* Whether an instruction is a conversion that is done again wherever its value is used, so that what it
 * converts is the variable. Not when only the result has a name in the source. */
bool c_values_is_repeated(const struct c_values *, LLVMValueRef);
/* Whether an instruction does something besides having a value. */
bool c_values_acts(LLVMValueRef instruction);

#endif
