/* LLVM's integers as terms: bit vectors, or numbers (theories C_INT and C_REAL). A one-bit integer is a
 * Boolean.
 *
 * Where a function says TERM_NONE, the operation has no meaning in the theory. In the theories of numbers,
 * what is of another width is the same number. */
#ifndef INDUCT_FORMAT_C_ARITHMETIC_H
#define INDUCT_FORMAT_C_ARITHMETIC_H

#include "format/c/c.h"
#include "format/c/library.h"

struct c_arithmetic {
    struct terms *bank;
    enum c_theory theory;
    uint32_t pointer; /* bits of one; numbers of that width are addresses and indices */
};

sort c_arithmetic_sort(const struct c_arithmetic *, uint32_t bits);
/* The number in [-2^63..2^63[ or, taken as unsigned, in [0..2^64[, of that many bits. */
term c_arithmetic_signed(const struct c_arithmetic *, int64_t, uint32_t bits);
term c_arithmetic_unsigned(const struct c_arithmetic *, uint64_t, uint32_t bits);
/* A constant integer of LLVM's; `is_unsigned`: how numbers read its bits. */
term c_arithmetic_constant(const struct c_arithmetic *, LLVMValueRef, bool is_unsigned);

/* add sub mul udiv sdiv urem srem and or xor shl lshr ashr. The divisor is not zero, or the result does not
 * matter. */
term c_arithmetic_binary(const struct c_arithmetic *, LLVMOpcode, term, term, uint32_t bits);
term c_arithmetic_compare(const struct c_arithmetic *, LLVMIntPredicate, term, term);
/* trunc zext sext */
term c_arithmetic_cast(const struct c_arithmetic *, LLVMOpcode, term, uint32_t from, uint32_t to);
static inline term c_arithmetic_add(const struct c_arithmetic *a, term x, term y, uint32_t bits) {
    return c_arithmetic_binary(a, LLVMAdd, x, y, bits);
}
/* x in [0..n[, as a number without sign */
term c_arithmetic_below(const struct c_arithmetic *, term x, term n);
/* x * n, and x / n rounded down for an x that is not negative: n > 0. */
term c_arithmetic_times(const struct c_arithmetic *, term x, int64_t n, uint32_t bits);
term c_arithmetic_quotient(const struct c_arithmetic *, term x, uint64_t n, uint32_t bits);

#endif
