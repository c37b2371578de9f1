/* Which leaves of a witness circuit stand for which of the model's: as the certificate's comment, symbols or
 * order say. */
#ifndef INDUCT_CHECK_CIRCUIT_MAPPING_H
#define INDUCT_CHECK_CIRCUIT_MAPPING_H

#include "base/text.h"
#include "model/circuit.h"

struct mapping {
    aig_lit *model; /* witness node -> literal of a model leaf that it equals; AIG_NONE: not shared */
    bool *shared;   /* model node -> whether some witness leaf stands for it */
};

/* Reads the mapping of `witness`: a comment `MAPPING n` with n lines of a witness and a model literal, else
 * symbols with
 * `= <model literal>`, else the first inputs and latches of both in order. Literals are those of a
 * consecutively numbered file: inputs are 2, 4, ..., then the latches. False, with a sentence, when a literal
 * is not that of an input or latch, or when two leaves are mapped to one. */
bool mapping_read(struct mapping *, const struct circuit *model, const struct circuit *witness,
                  struct text *why);
void mapping_fini(struct mapping *);

#endif
