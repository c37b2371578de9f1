/* clang as a child process: C in, bitcode out. Nothing is written to disk. */
#ifndef INDUCT_FORMAT_C_CLANG_H
#define INDUCT_FORMAT_C_CLANG_H

#include "base/text.h"
#include "format/c/c.h"

/* What becomes of `inline` without `extern` or `static`. In C99 it is no definition for the linker, and without
 * optimisation clang makes no code of it, so that it takes calls to go elsewhere; in GNU C of 1989 it is one (and
 * `extern inline` is not). */
enum c_inline { C_INLINE_C99, C_INLINE_GNU89 };

/* Compiles the source with the flags that keep it close to the text and free of optimisations, and appends the bitcode,
 * or LLVM's text of it. Errors of clang become messages with their positions: STATUS_MALFORMED. Other failures as
 * c_read says. `scopes`: calls of llvm.lifetime say where variables begin and end. What is no C11 is compiled as C23,
 * which *c23 tells. */
enum status c_clang(const struct c_options *, const char *bytes, size_t size, const char *file,
                    bool preprocessed, enum c_inline, bool scopes, bool *c23, struct text *bitcode,
                    struct limits *, struct messages *);
/* The source as the compiler sees it, without macros and includes; appended. */
enum status c_clang_preprocess(const struct c_options *, const char *bytes, size_t size, const char *file,
                               enum c_inline, bool c23, struct text *out, struct limits *);

#endif
