/* BTOR2: word-level circuits, one node per line. */
#ifndef INDUCT_FRONT_BTOR2_BTOR2_H
#define INDUCT_FRONT_BTOR2_BTOR2_H

#include "base/text.h"
#include "model/ts.h"

/* Reads a file into a system over a new bank of the given mode: `first` and `update` are set, init and trans stay true (a state
 * without next takes any value). justice and fair become `unsupported`. */
enum status btor2_read(struct ts **, enum terms_mode, const char *bytes, size_t size, const char *file,
                       struct messages *);
bool btor2_recognise(const char *bytes, size_t size);
/* Writes a bit-vector system (arrays of bit vectors too). STATUS_UNSUPPORTED with a message when the system has something
 * that BTOR2 lacks. */
enum status btor2_write(struct text *, const struct ts *, struct messages *);

#endif
