/* clang as a child process: C in, bitcode out. Nothing is written to disk. */
#ifndef INDUCT_FRONT_C_CLANG_H
#define INDUCT_FRONT_C_CLANG_H

#include "base/text.h"
#include "front/c/c.h"

/* Compiles the source with the flags that keep it close to the text and free of optimisations, and appends
 * the bitcode. Errors of clang become messages with their positions: STATUS_MALFORMED. Other failures as
 * c_read says. */
enum status c_clang(const struct c_options *, const char *bytes, size_t size, const char *file,
                    bool preprocessed, struct text *bitcode, struct limits *, struct messages *);

#endif
