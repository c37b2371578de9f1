/* VMT-LIB: SMT-LIB scripts whose definitions carry :next, :init, :trans, :invar-property, :live-property annotations. */
#ifndef INDUCT_FRONT_VMT_VMT_H
#define INDUCT_FRONT_VMT_VMT_H

#include "base/text.h"
#include "model/ts.h"

/* Reads a file into a system over a new bank of the given mode. */
enum status vmt_read(struct ts **, enum terms_mode, const char *bytes, size_t size, const char *file,
                     struct messages *);
/* Whether the bytes look like VMT rather than Horn clauses or a plain script. */
bool vmt_recognise(const char *bytes, size_t size);
void vmt_write(struct text *, const struct ts *);

#endif
