/* Random terms and values over every operator and kind of sort, for tests only.
 *
 *     struct sampler s;  sampler_init(&s, bank, seed, 2);    // two variables of each sort; 0: ground terms
 *     term t = sampler_step(&s);                             // a new application of terms made before
 *     term v = sampler_value(&s, sort);                      // a random value
 *     sampler_fini(&s);
 */
#ifndef INDUCT_LOGIC_TESTING_TERMS_H
#define INDUCT_LOGIC_TESTING_TERMS_H

#include "base/random.h"
#include "logic/value.h"

#include <stdio.h>

enum { SAMPLER_SORTS = 14, SAMPLER_FUNCTIONS = 2 };

struct sampler {
    struct terms *b;
    struct random random;
    sort sorts[SAMPLER_SORTS]; /* Bool, Int, Real, bit vectors, then an uninterpreted sort, then arrays */
    term_list pool[SAMPLER_SORTS];
    term_list variables;
    uint32_t functions[SAMPLER_FUNCTIONS];
    /* Only Booleans and bit vectors of up to 4 bits, where rules meet equal arguments all the time. */
    bool narrow;
};

enum {
    SAMPLER_BV = 3,
    SAMPLER_BVS = 5,
    SAMPLER_U = SAMPLER_BV + SAMPLER_BVS,
    SAMPLER_ARRAY,
    SAMPLER_ARRAYS = 5
};
static_assert(SAMPLER_ARRAY + SAMPLER_ARRAYS == SAMPLER_SORTS, "all sorts");

static inline uint32_t sampler_below(struct sampler *s, uint32_t n) {
    return random_below(&s->random, n);
}

static inline term sampler_number(struct sampler *s, sort sort) {
    bool integer = sort_same(sort, sort_int());
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, (long)sampler_below(s, 13) - 6, integer ? 1 : 1 + sampler_below(s, 4));
    if (sampler_below(s, 20) == 0) mpz_mul_2exp(mpq_numref(q), mpq_numref(q), 70);
    mpq_canonicalize(q);
    term t = term_number_of(s->b, q, sort);
    mpq_clear(q);
    return t;
}

static inline term sampler_bits(struct sampler *s, uint32_t width) {
    mpz_t z;
    mpz_init(z);
    switch (sampler_below(s, 4)) {
    case 0: break;
    case 1: mpz_set_si(z, (long)sampler_below(s, 5) - 2); break;
    case 2: mpz_setbit(z, sampler_below(s, width)); break;
    default:
        for (uint32_t i = 0; i < width; i += 32) {
            mpz_mul_2exp(z, z, 32);
            mpz_add_ui(z, z, (uint32_t)random_word(&s->random));
        }
        break;
    }
    term t = term_bits_of(s->b, z, width);
    mpz_clear(z);
    return t;
}

static inline term sampler_value(struct sampler *s, sort sort) {
    struct terms *b = s->b;
    switch (sort_kind(b, sort)) {
    case SORT_BOOL: return term_bool(b, sampler_below(s, 2));
    case SORT_INT:
    case SORT_REAL: return sampler_number(s, sort);
    case SORT_BV: return sampler_bits(s, sort_width(b, sort));
    case SORT_UNINTERPRETED: return term_element(b, sort, sampler_below(s, 3));
    case SORT_ARRAY: break;
    }
    term array = value_default(b, sort);
    term element = sampler_value(s, sort_element(b, sort));
    array = value_apply(b, TERM_CONST_ARRAY, &element, 1, sort.id, 0);
    for (uint32_t n = sampler_below(s, 5); n > 0; n--) {
        term index = sampler_value(s, sort_index(b, sort));
        array = value_store(b, array, index, sampler_value(s, sort_element(b, sort)));
    }
    return array;
}

static inline uint32_t sampler_position(const struct sampler *s, sort sort) {
    for (uint32_t i = 0; i < SAMPLER_SORTS; i++)
        if (sort_same(s->sorts[i], sort)) return i;
    return UINT32_MAX;
}

static inline void sampler_init(struct sampler *s, struct terms *b, uint64_t seed, uint32_t variables) {
    *s = (struct sampler){.b = b};
    random_init(&s->random, seed);
    static const uint32_t widths[SAMPLER_BVS] = {1, 2, 4, 8, 67};
    sort *sorts = s->sorts;
    sorts[0] = sort_bool();
    sorts[1] = sort_int();
    sorts[2] = sort_real();
    for (uint32_t i = 0; i < SAMPLER_BVS; i++) sorts[SAMPLER_BV + i] = sort_bv(b, widths[i]);
    sorts[SAMPLER_U] = sort_uninterpreted(b, "U");
    sort *arrays = sorts + SAMPLER_ARRAY;
    arrays[0] = sort_array(b, sort_int(), sort_int());
    arrays[1] = sort_array(b, sorts[SAMPLER_BV], sorts[SAMPLER_BV + 1]); /* two indices, four elements */
    arrays[2] = sort_array(b, sorts[SAMPLER_BV + 1], sort_bool());
    arrays[3] = sort_array(b, sorts[SAMPLER_U], arrays[1]);
    arrays[4] = sort_array(b, arrays[1], sorts[SAMPLER_BV + 3]); /* finite indices that are arrays */
    s->functions[0] =
        function_declare(b, "f", (sort[]){sort_int(), sorts[SAMPLER_BV + 1]}, 2, sorts[SAMPLER_BV + 2]);
    s->functions[1] = function_declare(b, "g", &sorts[SAMPLER_U], 1, sorts[SAMPLER_U]);
    for (uint32_t i = 0; i < SAMPLER_SORTS; i++) {
        for (uint32_t j = 0; j < variables; j++) {
            char name[20];
            snprintf(name, sizeof name, "x%u_%u", i, j);
            term x = term_variable(b, name, sorts[i]);
            vec_push(&s->pool[i], x);
            vec_push(&s->variables, x);
        }
        for (uint32_t j = 0; j < 3; j++) vec_push(&s->pool[i], sampler_value(s, sorts[i]));
    }
}

static inline void sampler_fini(struct sampler *s) {
    for (uint32_t i = 0; i < SAMPLER_SORTS; i++) vec_free(&s->pool[i]);
    vec_free(&s->variables);
}

/* A term of a sort: of the newest ones, or any, or a value. */
static inline term sampler_pick(struct sampler *s, sort sort) {
    uint32_t i = sampler_position(s, sort);
    if (i == UINT32_MAX || sampler_below(s, 10) == 0) return sampler_value(s, sort);
    const term_list *pool = &s->pool[i];
    uint32_t newest = pool->size < 8 ? pool->size : 8;
    return pool->data[sampler_below(s, 2) ? pool->size - 1 - sampler_below(s, newest)
                                          : sampler_below(s, pool->size)];
}

static inline sort sampler_any_bits(struct sampler *s) {
    return s->sorts[SAMPLER_BV + sampler_below(s, s->narrow ? 3 : SAMPLER_BVS)];
}

static inline sort sampler_any_sort(struct sampler *s) {
    if (s->narrow) return sampler_below(s, 4) ? sampler_any_bits(s) : sort_bool();
    return s->sorts[sampler_below(s, SAMPLER_SORTS)];
}

static inline enum term_op sampler_any_op(struct sampler *s) {
    if (!s->narrow) return (enum term_op)sampler_below(s, TERM_OPS);
    static const enum term_op core[] = {TERM_NOT, TERM_AND,       TERM_OR,        TERM_EQ,
                                        TERM_ITE, TERM_BV_CONCAT, TERM_BV_EXTRACT};
    if (sampler_below(s, 2)) return core[sampler_below(s, sizeof core / sizeof *core)];
    return (enum term_op)(TERM_BV_NOT + sampler_below(s, TERM_BV_ROTATE_RIGHT - TERM_BV_NOT + 1));
}

/* The sorts of the arguments of an application of op. Returns their number, 0: no such application. */
static inline uint32_t sampler_arguments(struct sampler *s, enum term_op op, sort *of, uint32_t p[2]) {
    uint32_t n = 2;
    sort any = sampler_any_sort(s);
    switch (op) {
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_NUMBER:
    case TERM_BITS:
    case TERM_ELEMENT:
    case TERM_VARIABLE: return 0;
    case TERM_APPLY:
        p[0] = s->functions[sampler_below(s, SAMPLER_FUNCTIONS)];
        n = function_arity(s->b, p[0]);
        for (uint32_t i = 0; i < n; i++) of[i] = function_domain(s->b, p[0], i);
        return n;
    case TERM_NOT: of[0] = sort_bool(); return 1;
    case TERM_AND:
    case TERM_OR: n = 2 + sampler_below(s, 3); /* fall through */
    case TERM_XOR: any = sort_bool(); break;
    case TERM_EQ: break;
    case TERM_ITE:
        of[0] = sort_bool();
        of[1] = of[2] = any;
        return 3;
    case TERM_ADD: n = 2 + sampler_below(s, 3); /* fall through */
    case TERM_MUL:
    case TERM_LE:
    case TERM_LT: any = sampler_below(s, 2) ? sort_int() : sort_real(); break;
    case TERM_DIVIDE: any = sort_real(); break;
    case TERM_DIV:
    case TERM_MOD: any = sort_int(); break;
    case TERM_TO_REAL: of[0] = sort_int(); return 1;
    case TERM_TO_INT: of[0] = sort_real(); return 1;
    case TERM_INT_TO_BV:
        of[0] = sort_int();
        p[0] = sort_width(s->b, sampler_any_bits(s));
        return 1;
    case TERM_SELECT:
    case TERM_STORE:
        of[0] = s->sorts[SAMPLER_ARRAY + sampler_below(s, SAMPLER_ARRAYS)];
        of[1] = sort_index(s->b, of[0]);
        of[2] = sort_element(s->b, of[0]);
        return op == TERM_STORE ? 3 : 2;
    case TERM_CONST_ARRAY:
        p[0] = s->sorts[SAMPLER_ARRAY + sampler_below(s, SAMPLER_ARRAYS)].id;
        of[0] = sort_element(s->b, (sort){p[0]});
        return 1;
    case TERM_BV_CONCAT:
        of[0] = sampler_any_bits(s);
        of[1] = sampler_any_bits(s);
        return 2;
    default: { /* bit vectors */
        any = of[0] = sampler_any_bits(s);
        uint32_t width = sort_width(s->b, any);
        bool part = op == TERM_BV_EXTRACT;
        p[0] = sampler_below(s, part ? width : 5);
        p[1] = part ? sampler_below(s, p[0] + 1) : 0;
        if (!term_well_sorted(s->b, op, (term[]){sampler_value(s, any)}, 1, p[0], p[1])) return 1;
        break;
    }
    }
    for (uint32_t i = 0; i < n; i++) of[i] = any;
    return n;
}

/* The result goes into the pool when its sort has one: bit vectors of other widths are cut or extended into it. */
static inline void sampler_keep(struct sampler *s, term t) {
    sort sort = term_sort(s->b, t);
    if (sampler_position(s, sort) == UINT32_MAX) {
        uint32_t width = sort_width(s->b, sort), target = width > 8 && width < 67 ? 67 : 4;
        t = width > target ? term_extract(s->b, t, width - 1, width - target)
                           : term_extend(s->b, TERM_BV_SIGN_EXTEND, t, target - width);
        sort = term_sort(s->b, t);
    }
    vec_push(&s->pool[sampler_position(s, sort)], t);
    if (s->narrow && sort_same(sort, sort_bool())) { /* truth as a bit, as hardware has it */
        term bit = term_ite(s->b, t, term_bits_ui(s->b, 1, 1), term_bits_ui(s->b, 0, 1));
        vec_push(&s->pool[SAMPLER_BV], bit);
    }
}

/* A new application, of the operator (or TERM_OPS: of any). */
static inline term sampler_apply(struct sampler *s, enum term_op wanted) {
    for (;;) {
        enum term_op op = wanted == TERM_OPS ? sampler_any_op(s) : wanted;
        sort of[4];
        term args[4];
        uint32_t p[2] = {0}, n = sampler_arguments(s, op, of, p);
        if (!n) continue;
        for (uint32_t i = 0; i < n; i++) args[i] = sampler_pick(s, of[i]);
        if (op == TERM_MUL && sampler_below(s, 4)) args[sampler_below(s, 2)] = sampler_value(s, of[0]);
        const char *wrong = term_well_sorted(s->b, op, args, n, p[0], p[1]);
        if (wrong) fail_msg("the sampler made an ill-sorted term: %s", wrong);
        return term_make(s->b, op, args, n, p[0], p[1]);
    }
}

static inline term sampler_step(struct sampler *s) {
    term t = sampler_apply(s, TERM_OPS);
    sampler_keep(s, t);
    return t;
}

#endif
