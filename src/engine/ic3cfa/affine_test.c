#include "engine/ic3cfa/affine.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { MOST = 5 };

static void set(mpq_t *point, const long *numbers, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) mpq_set_si(point[i], numbers[i], 1);
}

static void add(struct affine *a, const long *numbers) {
    mpq_t *point = affine_new_vector(a->n);
    set(point, numbers, a->n);
    affine_add(a, point);
    affine_free_vector(point, a->n);
}

static void value(mpq_t out, mpq_t *form, const long *numbers, uint32_t n) {
    mpq_t product;
    mpq_init(product);
    mpq_set(out, form[n]);
    for (uint32_t i = 0; i < n; i++) {
        mpq_set_si(product, numbers[i], 1);
        mpq_mul(product, product, form[i]);
        mpq_add(out, out, product);
    }
    mpq_clear(product);
}

/* Whether the point satisfies all that is said of points. */
static bool contains(const struct affine *a, const long *numbers) {
    mpq_t *form = affine_new_vector(a->n + 1), v;
    bool all = true;
    mpq_init(v);
    for (uint32_t c = 0; c < a->n; c++) {
        if (!affine_equation(a, c, form)) continue;
        value(v, form, numbers, a->n);
        all &= mpq_sgn(v) == 0;
    }
    vec_each (const struct affine_congruence, c, &a->congruences) {
        value(v, c->form, numbers, a->n);
        all &= mpz_cmp_ui(mpq_denref(v), 1) == 0 && mpz_divisible_p(mpq_numref(v), c->modulus);
    }
    mpq_clear(v);
    affine_free_vector(form, a->n + 1);
    return all;
}

/* x + y = 10, until it is missed by 2^32. */
static void wrap_around(void **state) {
    (void)state;
    struct affine a;
    affine_init(&a, 2);
    assert_false(a.any);
    add(&a, (long[]){0, 10});
    assert_true(contains(&a, (long[]){0, 10}) && !contains(&a, (long[]){1, 9}));
    add(&a, (long[]){1, 9});
    assert_true(contains(&a, (long[]){7, 3}) && !contains(&a, (long[]){7, 4}));
    add(&a, (long[]){20, 4294967296L - 10});
    assert_int_equal(a.rows.size, 2);
    assert_int_equal(a.congruences.size, 1);
    assert_true(contains(&a, (long[]){11, 4294967295L}) && !contains(&a, (long[]){11, 4294967294L}));
    add(&a, (long[]){0, 16}); /* missed by 6 = 2 * 3, of which 2 is left */
    assert_true(contains(&a, (long[]){0, 2}) && !contains(&a, (long[]){0, 3}));
    mpz_t modulus;
    mpz_init(modulus);
    assert_true(affine_modulus(&a.congruences.data[0], modulus));
    assert_true(mpz_cmp_ui(modulus, 2) == 0);
    mpz_set_ui(a.congruences.data[0].modulus, 12 * 1009); /* only the 4 in it is worth saying */
    assert_true(affine_modulus(&a.congruences.data[0], modulus));
    assert_true(mpz_cmp_ui(modulus, 4) == 0);
    mpz_clear(modulus);
    add(&a, (long[]){0, 3});
    assert_int_equal(a.congruences.size, 0);
    affine_fini(&a);
}

/* Points of a random lattice: those that were added are contained, one outside of what is said makes it say less, and
 * in the end as many equations are left as the rank of the differences leaves. */
static void random_points(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        struct random r;
        random_init(&r, seed);
        uint32_t n = 1 + random_below(&r, MOST), dimension = random_below(&r, n + 1);
        long base[MOST], directions[MOST][MOST] = {{0}}, points[12][MOST];
        for (uint32_t i = 0; i < n; i++) base[i] = (long)random_below(&r, 100) - 50;
        for (uint32_t d = 0; d < dimension; d++) /* triangular: independent */
            for (uint32_t i = d; i < n; i++)
                directions[d][i] = i == d ? 1 + (long)random_below(&r, 6) : (long)random_below(&r, 9) - 4;
        struct affine a;
        affine_init(&a, n);
        for (uint32_t p = 0; p < 12; p++) {
            for (uint32_t i = 0; i < n; i++) points[p][i] = base[i];
            for (uint32_t d = 0; d < dimension; d++) {
                long times = p == 0 ? 0 : p == d + 1 ? 1 : (long)random_below(&r, 7) - 3;
                for (uint32_t i = 0; i < n; i++) points[p][i] += times * directions[d][i];
            }
            uint32_t rows = a.rows.size;
            bool inside = a.any && contains(&a, points[p]);
            add(&a, points[p]);
            assert_true(!inside || a.rows.size == rows);
            for (uint32_t q = 0; q <= p; q++) assert_true(contains(&a, points[q]));
        }
        assert_true(a.rows.size <= dimension);
        long outside[MOST] = {0};
        for (uint32_t i = 0; i < n; i++) outside[i] = points[0][i] + (i + 1 == n);
        assert_true(dimension == n || !contains(&a, outside));
        affine_fini(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrap_around),
        cmocka_unit_test(random_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
