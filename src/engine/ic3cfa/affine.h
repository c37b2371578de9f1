/* The smallest affine space that contains some points of n numbers each, and congruences that the points satisfy.
 *
 * The equations say of every column that is no pivot how it depends on the pivots. When a point widens the space, the
 * equation that it breaks is left as a congruence: all points so far satisfy it modulo the amount by which the new one
 * misses it. In machine arithmetic that amount is often a power of two (x + y = n until a sum wraps around, x + y = n
 * modulo 2^32 ever after). */
#ifndef INDUCT_ENGINE_IC3CFA_AFFINE_H
#define INDUCT_ENGINE_IC3CFA_AFFINE_H

#include "base/vec.h"

#include <gmp.h>
#include <stdbool.h>

/* form(x) = factors[0] * x[0] + .. + factors[n - 1] * x[n - 1] + factors[n], integers */
struct affine_congruence {
    mpq_t *form;
    mpz_t modulus; /* > 1: divides form(x) for all points x */
};

struct affine {
    uint32_t n;
    bool any;          /* there is a point: the space is not empty */
    mpq_t *point;      /* one of them */
    VEC(mpq_t *) rows; /* directions, in reduced echelon form */
    u32s pivots;       /* the column where row i has 1, and the other rows 0 */
    VEC(struct affine_congruence) congruences;
};

void affine_init(struct affine *, uint32_t n);
void affine_fini(struct affine *);
void affine_add(struct affine *, const mpq_t *point);
/* form(x) = 0 for all points, with factor 1 for the column and 0 for other columns that are no pivots; numbers [0..n],
 * initialised by the caller. False: the column is a pivot. */
bool affine_equation(const struct affine *, uint32_t column, mpq_t *form);

/* The part of a modulus that is worth saying: all of a small one, of a larger one the power of two in it. False:
 * nothing. */
bool affine_modulus(const struct affine_congruence *, mpz_t modulus);

mpq_t *affine_new_vector(uint32_t n); /* zeros */
void affine_free_vector(mpq_t *, uint32_t n);

#endif
