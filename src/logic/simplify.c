#include "logic/simplify.h"
#include "logic/bank.h"
#include "logic/value.h"

term simplify(struct terms *b, enum term_op op, const term *args, uint32_t n, uint32_t p0, uint32_t p1) {
    bool constant = n > 0;
    for (uint32_t i = 0; i < n && constant; i++) constant = bank_is_value(b, args[i]);
    if (constant) {
        term_list copy = {0};
        vec_append(&copy, args, n);
        term t = value_apply(b, op, copy.data, n, p0, p1);
        vec_free(&copy);
        if (!term_is_none(t)) return t;
    }
    return bank_application(b, op, args, n, p0, p1);
}
