/* What packing and unpacking have in common. Private to evidence/pack.c and unpack.c. */
#ifndef INDUCT_EVIDENCE_PACK_SHAPE_H
#define INDUCT_EVIDENCE_PACK_SHAPE_H

#include "evidence/pack.h"
#include "logic/pack.h"

#define EVIDENCE_PACK_MAGIC "indE"

enum {
    PACK_SIMPLE_PATH = 1,
    PACK_ONLY_RUN = 2, /* flags of invariants */
    PACK_TRITS = 5     /* values of a trace in a byte */
};

/* How a function of a system's trace is named: by its name, or as division by zero. */
enum { PACK_FUNCTION_NAMED, PACK_FUNCTION_DIVIDE, PACK_FUNCTION_DIV, PACK_FUNCTION_MOD, PACK_FUNCTION_KINDS };

/* Of a step of a circuit's trace: without inputs it still has one, whose value does not matter. */
static inline uint32_t pack_columns(const struct circuit *c) {
    return c->inputs.size ? c->inputs.size : 1;
}

/* The variables that formulas may have: states, then inputs; or the program's. Appended. */
void pack_table(struct model, term_list *table);
struct terms *pack_bank(struct model); /* NULL: of a circuit */
uint64_t pack_shape(struct model);

#endif
