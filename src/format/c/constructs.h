/* What is made of the constructs of C and LLVM: the rows of constructs.def. */
#ifndef INDUCT_FORMAT_C_CONSTRUCTS_H
#define INDUCT_FORMAT_C_CONSTRUCTS_H

#include <stdbool.h>

enum c_treatment { C_EXACT, C_OVER, C_REFUSED };

/* What is refused. */
enum c_refusal {
    C_REFUSES_NONE,
#define REFUSAL(id, runs, words, sentence) C_REFUSES_##id,
#include "format/c/constructs.def"
    C_REFUSALS
};
/* The words of the verdict, perhaps a format for printf. */
const char *c_refusal(enum c_refusal);
/* Whether what is refused with these words neither runs other parts of the program nor goes there. */
bool c_refusal_is_inert(const char *words);

/* A function of LLVM, by its name. */
enum c_intrinsic {
    C_INTRINSIC_NONE, /* not one of LLVM's */
    C_INTRINSIC_SMAX,
    C_INTRINSIC_SMIN,
    C_INTRINSIC_UMAX,
    C_INTRINSIC_UMIN,
    C_INTRINSIC_ABS,
    C_INTRINSIC_BSWAP,
    C_INTRINSIC_EXPECT,
    C_INTRINSIC_FSHL,
    C_INTRINSIC_FSHR,
    C_INTRINSIC_CTPOP,
    C_INTRINSIC_CTLZ,
    C_INTRINSIC_CTTZ,
    C_INTRINSIC_SADD_OVERFLOW,
    C_INTRINSIC_UADD_OVERFLOW,
    C_INTRINSIC_SSUB_OVERFLOW,
    C_INTRINSIC_USUB_OVERFLOW,
    C_INTRINSIC_SMUL_OVERFLOW,
    C_INTRINSIC_UMUL_OVERFLOW,
    C_INTRINSIC_TRANSFER,
    C_INTRINSIC_IS_CONSTANT,
    C_INTRINSIC_THREAD_LOCAL,
    C_INTRINSIC_END,
    C_INTRINSIC_LIST,
    C_INTRINSIC_STACK,
    C_INTRINSIC_REMARK, /* does nothing that a program could notice */
    C_INTRINSIC_NAMED   /* refused, by its name */
};
enum c_intrinsic c_intrinsic_of(const char *name);

#endif
