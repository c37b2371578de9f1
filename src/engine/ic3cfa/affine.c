#include "engine/ic3cfa/affine.h"

#include "base/mem.h"

enum { MOST_MODULUS = 4096, MOST_POWER = 64 };

mpq_t *affine_new_vector(uint32_t n) {
    mpq_t *v = mem_alloc(n * sizeof *v + 1);
    for (uint32_t i = 0; i < n; i++) mpq_init(v[i]);
    return v;
}

void affine_free_vector(mpq_t *v, uint32_t n) {
    for (uint32_t i = 0; v && i < n; i++) mpq_clear(v[i]);
    mem_free(v);
}

void affine_init(struct affine *a, uint32_t n) {
    *a = (struct affine){.n = n, .point = affine_new_vector(n)};
}

static void free_congruence(struct affine *a, struct affine_congruence *c) {
    affine_free_vector(c->form, a->n + 1);
    mpz_clear(c->modulus);
}

void affine_fini(struct affine *a) {
    vec_each (mpq_t *, row, &a->rows) affine_free_vector(*row, a->n);
    vec_each (struct affine_congruence, c, &a->congruences) free_congruence(a, c);
    affine_free_vector(a->point, a->n);
    vec_free(&a->rows);
    vec_free(&a->pivots);
    vec_free(&a->congruences);
}

/* ---- equations ---- */

static bool is_pivot(const struct affine *a, uint32_t column) {
    vec_each (const uint32_t, p, &a->pivots)
        if (*p == column) return true;
    return false;
}

/* x - x0 = sum of row[x] * (pivot - pivot0) */
bool affine_equation(const struct affine *a, uint32_t column, mpq_t *form) {
    if (is_pivot(a, column)) return false;
    mpq_t product;
    mpq_init(product);
    for (uint32_t i = 0; i <= a->n; i++) mpq_set_ui(form[i], i == column, 1);
    mpq_neg(form[a->n], a->point[column]);
    for (uint32_t i = 0; i < a->rows.size; i++) {
        uint32_t pivot = a->pivots.data[i];
        mpq_neg(form[pivot], a->rows.data[i][column]);
        mpq_mul(product, form[pivot], a->point[pivot]);
        mpq_sub(form[a->n], form[a->n], product);
    }
    mpq_clear(product);
    return true;
}

/* row -= factor * other */
static void subtract(mpq_t *row, mpq_srcptr factor, mpq_t *other, uint32_t n) {
    mpq_t product;
    mpq_init(product);
    for (uint32_t i = 0; i < n; i++) {
        if (!mpq_sgn(other[i])) continue;
        mpq_mul(product, factor, other[i]);
        mpq_sub(row[i], row[i], product);
    }
    mpq_clear(product);
}

/* Makes pivots of the direction 0. */
static void reduce(struct affine *a, mpq_t *direction) {
    mpq_t factor;
    mpq_init(factor);
    for (uint32_t i = 0; i < a->rows.size; i++) {
        mpq_set(factor, direction[a->pivots.data[i]]);
        if (mpq_sgn(factor)) subtract(direction, factor, a->rows.data[i], a->n);
    }
    mpq_clear(factor);
}

/* Adds a reduced direction with that first column, and consumes it. */
static void add_direction(struct affine *a, mpq_t *direction, uint32_t pivot) {
    mpq_t factor;
    mpq_init(factor);
    mpq_set(factor, direction[pivot]);
    for (uint32_t i = 0; i < a->n; i++) mpq_div(direction[i], direction[i], factor);
    vec_each (mpq_t *, row, &a->rows) {
        mpq_set(factor, (*row)[pivot]);
        if (mpq_sgn(factor)) subtract(*row, factor, direction, a->n);
    }
    vec_push(&a->rows, direction);
    vec_push(&a->pivots, pivot);
    mpq_clear(factor);
}

/* ---- congruences ---- */

static bool is_integer(mpq_srcptr q) {
    return mpz_cmp_ui(mpq_denref(q), 1) == 0;
}

bool affine_modulus(const struct affine_congruence *c, mpz_t modulus) {
    mpz_set(modulus, c->modulus);
    if (mpz_cmp_ui(modulus, MOST_MODULUS) > 0) {
        mp_bitcnt_t power = mpz_scan1(modulus, 0);
        mpz_set_ui(modulus, 0);
        mpz_setbit(modulus, power < MOST_POWER ? power : MOST_POWER);
    }
    return mpz_cmp_ui(modulus, 1) > 0;
}

/* gcd(modulus, form(point)), in place. */
static void narrow(const struct affine *a, struct affine_congruence *c, const mpq_t *point) {
    mpq_t value, product;
    mpq_inits(value, product, (mpq_ptr)NULL);
    mpq_set(value, c->form[a->n]);
    for (uint32_t i = 0; i < a->n; i++) {
        mpq_mul(product, c->form[i], point[i]);
        mpq_add(value, value, product);
    }
    if (is_integer(value))
        mpz_gcd(c->modulus, c->modulus, mpq_numref(value));
    else
        mpz_set_ui(c->modulus, 1);
    mpq_clears(value, product, (mpq_ptr)NULL);
}

static void narrow_all(struct affine *a, const mpq_t *point) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->congruences.size; i++) {
        struct affine_congruence *c = &a->congruences.data[i];
        narrow(a, c, point);
        if (mpz_cmp_ui(c->modulus, 1) > 0)
            a->congruences.data[kept++] = *c;
        else
            free_congruence(a, c);
    }
    vec_shrink(&a->congruences, kept);
}

/* The equation of the column is missed by that much. */
static void add_congruence(struct affine *a, uint32_t column, mpq_srcptr missed) {
    struct affine_congruence c = {.form = affine_new_vector(a->n + 1)};
    mpz_init_set(c.modulus, mpq_numref(missed));
    mpz_abs(c.modulus, c.modulus);
    bool whole = affine_equation(a, column, c.form) && is_integer(missed) && mpz_cmp_ui(c.modulus, 1) > 0;
    for (uint32_t i = 0; i <= a->n; i++) whole = whole && is_integer(c.form[i]);
    if (whole)
        vec_push(&a->congruences, c);
    else
        free_congruence(a, &c);
}

/* ---- widening ---- */

void affine_add(struct affine *a, const mpq_t *point) {
    if (!a->any) {
        a->any = true;
        for (uint32_t i = 0; i < a->n; i++) mpq_set(a->point[i], point[i]);
        return;
    }
    mpq_t *direction = affine_new_vector(a->n);
    uint32_t pivot = 0;
    for (uint32_t i = 0; i < a->n; i++) mpq_sub(direction[i], point[i], a->point[i]);
    narrow_all(a, point);
    reduce(a, direction);
    while (pivot < a->n && !mpq_sgn(direction[pivot])) pivot++;
    if (pivot == a->n) {
        affine_free_vector(direction, a->n);
    } else {
        add_congruence(a, pivot, direction[pivot]);
        add_direction(a, direction, pivot);
    }
}
