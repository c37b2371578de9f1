#include "transform/circuit/synthesis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static uint16_t evaluate(struct synthesis *s, uint16_t f, unsigned *gates) {
    const struct synthesis_step *step = synthesis_of(s, f);
    uint16_t result = 0, left, right;
    switch (step->kind) {
    case SYNTHESIS_CONSTANT: break;
    case SYNTHESIS_VARIABLE: result = synthesis_variables[step->variable]; break;
    default:
        left = evaluate(s, step->left, gates);
        right = evaluate(s, step->right, gates);
        *gates += step->kind == SYNTHESIS_AND ? 1 : 3;
        if (step->kind == SYNTHESIS_AND)
            result = left & right;
        else if (step->kind == SYNTHESIS_XOR)
            result = left ^ right;
        else {
            uint16_t x = synthesis_variables[step->variable];
            result = (uint16_t)((x & left) | (~x & right));
        }
    }
    if (step->negated) result = (uint16_t)~result;
    return synthesis_is_negated(f) ? (uint16_t)~result : result;
}

/* All 65536 functions; the tables of costs cannot get worse unnoticed. */
static void every_function(void **state) {
    (void)state;
    struct synthesis *s = synthesis_new();
    uint64_t total = 0;
    unsigned most = 0;
    for (uint32_t f = 0; f < 65536; f++) {
        unsigned gates = 0;
        assert_int_equal(evaluate(s, (uint16_t)f, &gates), f);
        assert_int_equal(gates, synthesis_of(s, (uint16_t)f)->cost);
        if (gates > most) most = gates;
        total += gates;
    }
    assert_true(most <= 17);
    assert_true(total < 65536 * 8);
    synthesis_free(s);
}

static void known_costs(void **state) {
    (void)state;
    struct synthesis *s = synthesis_new();
    assert_int_equal(synthesis_of(s, 0xaaaa & 0xcccc)->cost, 1);
    assert_int_equal(synthesis_of(s, 0xaaaa ^ 0xcccc ^ 0xf0f0 ^ 0xff00)->cost, 9);
    assert_int_equal(synthesis_of(s, (0xaaaa & 0xcccc) | (uint16_t)(~0xaaaa & 0xf0f0))->cost,
                     3); /* multiplexer */
    assert_int_equal(synthesis_of(s, (0xaaaa & 0xcccc) | (0xaaaa & 0xf0f0) | (0xcccc & 0xf0f0))->cost,
                     4);                                                               /* majority */
    assert_int_equal(synthesis_of(s, (0xaaaa & 0xcccc) | (0xaaaa & 0xf0f0))->cost, 2); /* a & (b | c) */
    synthesis_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function),
        cmocka_unit_test(known_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
