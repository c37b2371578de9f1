/* Every operator on words, for all operands of small width, against arithmetic on integers; with variable operands
 * and with either operand constant, which takes other paths. */
#include "transform/between/wires.h"

#include "aig/simulate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { WIDEST = 5 };

enum operator{
    ADD,
    SUBTRACT,
    NEGATE,
    MULTIPLY,
    UDIV,
    UREM,
    SDIV,
    SREM,
    SMOD,
    SHL,
    LSHR,
    ASHR,
    ULT,
    ULE,
    SLT,
    SLE,
    EQUAL,
    OPERATORS
};

static int64_t to_signed(uint32_t x, uint32_t width) {
    return x >> (width - 1) & 1 ? (int64_t)x - (INT64_C(1) << width) : (int64_t)x;
}

/* The meaning, from SMT-LIB. */
static uint32_t expected(enum operator op, uint32_t a, uint32_t b, uint32_t width) {
    uint32_t mask = (UINT32_C(1) << width) - 1;
    int64_t x = to_signed(a, width), y = to_signed(b, width), m;
    switch (op) {
    case ADD: return (a + b) & mask;
    case SUBTRACT: return (a - b) & mask;
    case NEGATE: return (b & 1 ? -a : a) & mask;
    case MULTIPLY: return (a * b) & mask;
    case UDIV: return b ? a / b : mask;
    case UREM: return b ? a % b : a;
    case SDIV: return (uint32_t)(y ? x / y : x < 0 ? 1 : -1) & mask;
    case SREM: return (uint32_t)(y ? x % y : x) & mask;
    case SMOD: m = y ? x % y : x; return (uint32_t)(y && m && (m < 0) != (y < 0) ? m + y : m) & mask;
    case SHL: return b < width ? a << b & mask : 0;
    case LSHR: return b < width ? a >> b : 0;
    case ASHR: return (uint32_t)(x >> (b < width ? b : width)) & mask;
    case ULT: return a < b;
    case ULE: return a <= b;
    case SLT: return x < y;
    case SLE: return x <= y;
    default: return a == b;
    }
}

static uint32_t build(struct wires_builder *w, enum operator op, aig_lit *out, const aig_lit *a,
                      const aig_lit *b, uint32_t width) {
    switch (op) {
    case ADD: wires_add(w, out, a, b, AIG_FALSE, width); return width;
    case SUBTRACT: wires_subtract(w, out, a, b, width); return width;
    case NEGATE: wires_negate_if(w, out, a, b[0], width); return width;
    case MULTIPLY: wires_multiply(w, out, a, b, width); return width;
    case UDIV: wires_divide(w, out, NULL, a, b, width); return width;
    case UREM: wires_divide(w, NULL, out, a, b, width); return width;
    case SDIV: wires_divide_signed(w, WORD_SDIV, out, a, b, width); return width;
    case SREM: wires_divide_signed(w, WORD_SREM, out, a, b, width); return width;
    case SMOD: wires_divide_signed(w, WORD_SMOD, out, a, b, width); return width;
    case SHL: wires_shift_left(w, out, a, b, width); return width;
    case LSHR: wires_shift_right(w, out, a, b, AIG_FALSE, width); return width;
    case ASHR: wires_shift_right(w, out, a, b, a[width - 1], width); return width;
    case ULT: *out = wires_less(w, a, b, false, width); return 1;
    case ULE: *out = wires_less(w, a, b, true, width); return 1;
    case SLT: *out = wires_less_signed(w, a, b, false, width); return 1;
    case SLE: *out = wires_less_signed(w, a, b, true, width); return 1;
    default: *out = wires_equal(w, a, b, width); return 1;
    }
}

/* The literals of a word: leaves, or the bits of a constant. */
static void operand(struct aig *g, aig_lit *bits, uint32_t width, const uint32_t *constant) {
    for (uint32_t i = 0; i < width; i++)
        bits[i] = !constant ? aig_leaf(g) : *constant >> i & 1 ? AIG_TRUE : AIG_FALSE;
}

static void assign(uint64_t *values, const aig_lit *bits, uint32_t width, uint32_t number) {
    for (uint32_t i = 0; i < width; i++)
        if (!aig_is_constant(bits[i])) values[aig_node(bits[i])] = number >> i & 1;
}

/* Compares for all operands; a constant one (not NULL) is fixed. */
static void compare(enum operator op, uint32_t width, const uint32_t *a_constant,
                    const uint32_t *b_constant) {
    struct limits limits;
    limits_init(&limits, 0);
    struct aig *g = aig_new();
    struct wires_builder w = {g, &limits};
    aig_lit a[WIDEST], b[WIDEST], out[WIDEST];
    operand(g, a, width, a_constant);
    operand(g, b, width, b_constant);
    uint32_t result = build(&w, op, out, a, b, width);
    uint64_t *values = mem_new_array(uint64_t, aig_size(g));
    for (uint32_t x = 0; x < UINT32_C(1) << width; x++)
        for (uint32_t y = 0; y < UINT32_C(1) << width; y++) {
            if ((a_constant && x != *a_constant) || (b_constant && y != *b_constant)) continue;
            assign(values, a, width, x);
            assign(values, b, width, y);
            simulate_words(g, values);
            uint32_t found = 0;
            for (uint32_t i = 0; i < result; i++) found |= (uint32_t)(simulate_word(values, out[i]) & 1) << i;
            if (found != expected(op, x, y, width))
                fail_msg("operator %d width %u: %u, %u gives %u, expected %u", op, width, x, y, found,
                         expected(op, x, y, width));
        }
    mem_free(values);
    aig_free(g);
}

static void test_operators(void **state) {
    (void)state;
    for (int op = 0; op < OPERATORS; op++)
        for (uint32_t width = 1; width <= WIDEST; width++) {
            compare((enum operator)op, width, NULL, NULL);
            for (uint32_t constant = 0; constant < UINT32_C(1) << width; constant++) {
                compare((enum operator)op, width, &constant, NULL);
                compare((enum operator)op, width, NULL, &constant);
            }
        }
}

static void test_carries(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 0);
    struct aig *g = aig_new();
    struct wires_builder w = {g, &limits};
    aig_lit a[2] = {aig_leaf(g), aig_leaf(g)}, b[2] = {aig_leaf(g), aig_leaf(g)}, sum[2], difference[2];
    aig_lit carry = wires_add(&w, sum, a, b, AIG_TRUE, 2), enough = wires_subtract(&w, difference, a, b, 2);
    uint64_t *values = mem_new_array(uint64_t, aig_size(g));
    for (uint32_t x = 0; x < 4; x++)
        for (uint32_t y = 0; y < 4; y++) {
            assign(values, a, 2, x);
            assign(values, b, 2, y);
            simulate_words(g, values);
            assert_int_equal(simulate_word(values, carry) & 1, x + y + 1 > 3);
            assert_int_equal(simulate_word(values, enough) & 1, x >= y);
        }
    mem_free(values);
    aig_free(g);
}

/* Sizes that the header promises, so that a change for the worse is seen. */
static void test_sizes(void **state) {
    (void)state;
    static const struct {
        enum operator op;
        uint32_t width, most;
    } cases[] = {{ADD, 32, 7 * 32},
                 {MULTIPLY, 32, 4 * 32 * 32 + 200},
                 {UDIV, 32, 5 * 32 * 32 + 600},
                 {SHL, 32, 3 * 32 * 5 + 64},
                 {ULT, 32, 4 * 32},
                 {EQUAL, 32, 4 * 32}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct limits limits;
        limits_init(&limits, 0);
        struct aig *g = aig_new();
        struct wires_builder w = {g, &limits};
        aig_lit a[32], b[32], out[32];
        operand(g, a, 32, NULL);
        operand(g, b, 32, NULL);
        build(&w, cases[i].op, out, a, b, cases[i].width);
        if (g->gates > cases[i].most) fail_msg("operator %d has %u gates", cases[i].op, g->gates);
        aig_free(g);
    }
}

static void test_decode_and_select(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 0);
    struct aig *g = aig_new();
    struct wires_builder w = {g, &limits};
    aig_lit index[3], elements[16], lines[8], out[2];
    operand(g, index, 3, NULL);
    operand(g, elements, 16, NULL);
    wires_decode(&w, lines, index, 3);
    wires_select(&w, out, elements, index, 3, 2);
    uint64_t *values = mem_new_array(uint64_t, aig_size(g));
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t memory = 0x1b6c; /* elements 0, 3, 2, 1, 3, 2, 1, 0 */
        assign(values, index, 3, i);
        assign(values, elements, 16, memory);
        simulate_words(g, values);
        for (uint32_t k = 0; k < 8; k++) assert_int_equal(simulate_word(values, lines[k]) & 1, k == i);
        for (uint32_t k = 0; k < 2; k++)
            assert_int_equal(simulate_word(values, out[k]) & 1, memory >> (2 * i + k) & 1);
    }
    mem_free(values);
    aig_free(g);
}

/* A stopped builder comes back soon. */
static void test_stopping(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    struct aig *g = aig_new();
    struct wires_builder w = {g, &limits};
    aig_lit a[32], b[32], out[32];
    operand(g, a, 32, NULL);
    operand(g, b, 32, NULL);
    wires_multiply(&w, out, a, b, 32);
    wires_divide_signed(&w, WORD_SMOD, out, a, b, 32);
    assert_true(g->gates < 500);
    aig_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operators), cmocka_unit_test(test_carries),
        cmocka_unit_test(test_sizes),     cmocka_unit_test(test_decode_and_select),
        cmocka_unit_test(test_stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
