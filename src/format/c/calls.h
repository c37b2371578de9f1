/* The call graph of the functions with a body. */
#ifndef INDUCT_FORMAT_C_CALLS_H
#define INDUCT_FORMAT_C_CALLS_H

#include "format/c/cycles.h"
#include "format/c/ir.h"

struct c_calls {
    value_list functions;
    struct hash_map index; /* function -> number */
    c_graph callees;       /* each as often as it is called */
    u64s sizes;            /* instructions */
    u32s order;            /* callees come first, but for the calls of a cycle */
    u8s recursive;         /* lies on a cycle */
    u32s component;        /* the same for functions that call each other */
};

void c_calls_init(struct c_calls *, struct c_unit *);
void c_calls_fini(struct c_calls *);
uint32_t c_calls_find(const struct c_calls *, LLVMValueRef function); /* HASH_NONE: it has no body */

/* Adds to every size those of the callees, in that order, saturating: what a call of each becomes when everything is
 * inlined. For graphs without cycles. */
void c_calls_add_sizes(const c_graph *callees, const u32s *order, u64s *sizes);

#endif
