/* Simplification of reads and writes. */
#include "logic/bank.h"
#include "logic/simplify.h"
#include "logic/value.h"

/* Whether two terms differ in every model, as far as it shows. */
static bool differ(const struct terms *b, term x, term y) {
    return bank_is_value(b, x) && bank_is_value(b, y) && !term_same(x, y);
}

term simplify_select(struct terms *b, term array, term index) {
    for (uint32_t i = 0; i < SIMPLIFY_STORES && bank_op(b, array) == TERM_STORE; i++) {
        term at = bank_arg(b, array, 1);
        if (term_same(at, index)) return bank_arg(b, array, 2);
        if (!differ(b, at, index)) break;
        array = bank_arg(b, array, 0);
    }
    if (bank_op(b, array) == TERM_CONST_ARRAY) return bank_arg(b, array, 0);
    return bank_application2(b, TERM_SELECT, array, index);
}

term simplify_store(struct terms *b, term array, term index, term element) {
    bool reads = bank_op(b, element) == TERM_SELECT && term_same(bank_arg(b, element, 0), array);
    if (reads && term_same(bank_arg(b, element, 1), index)) return array;
    if (bank_op(b, array) == TERM_STORE && term_same(bank_arg(b, array, 1), index)) { /* overwritten */
        array = bank_arg(b, array, 0);
        reads = bank_op(b, element) == TERM_SELECT && term_same(bank_arg(b, element, 0), array);
        if (reads && term_same(bank_arg(b, element, 1), index)) return array;
        if (bank_is_value(b, array) && bank_is_value(b, index) && bank_is_value(b, element))
            return value_store(b, array, index, element);
    }
    if (bank_op(b, array) == TERM_CONST_ARRAY && term_same(bank_arg(b, array, 0), element)) return array;
    return bank_application(b, TERM_STORE, (term[]){array, index, element}, 3, 0, 0);
}
