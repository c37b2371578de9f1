#include "format/export/functions.h"

/* (Array A (Array B C)) */
static sort array_sort(struct terms *bank, uint32_t function) {
    sort s = function_range(bank, function);
    for (uint32_t i = function_arity(bank, function); i-- > 0;)
        s = sort_array(bank, function_domain(bank, function, i), s);
    return s;
}

static term rebuild(struct terms *bank, term t, const term *args, const struct hash_map *array_of) {
#define OP(name, smtlib, low, high, parameters) parameters,
    static const uint8_t parameters[] = {TERM_OPERATORS(OP)};
#undef OP
    enum term_op op = term_op(bank, t);
    uint32_t n = term_arity(bank, t);
    if (op == TERM_APPLY) {
        term result = {hash_map_get(array_of, term_parameter(bank, t, 0))};
        for (uint32_t i = 0; i < n; i++) result = term_select(bank, result, args[i]);
        return result;
    }
    uint32_t p0 = parameters[op] > 0 ? term_parameter(bank, t, 0) : 0;
    uint32_t p1 = parameters[op] > 1 ? term_parameter(bank, t, 1) : 0;
    return term_make(bank, op, args, n, p0, p1);
}

void functions_to_arrays(struct terms *bank, term_list *formulas, term_list *arrays) {
    u32s functions = {0};
    term_functions(bank, formulas->data, formulas->size, &functions);
    struct hash_map array_of = {0}, memo = {0};
    vec_each (uint32_t, f, &functions) {
        term array = term_fresh(bank, function_name(bank, *f), array_sort(bank, *f));
        hash_map_put(&array_of, *f, array.id);
        vec_push(arrays, array);
    }
    term_list all = {0}, args = {0};
    if (functions.size) term_collect(bank, formulas->data, formulas->size, &all);
    vec_each (term, t, &all) {
        bool changed = term_is(bank, *t, TERM_APPLY);
        vec_clear(&args);
        for (uint32_t i = 0; i < term_arity(bank, *t); i++) {
            term old = term_arg(bank, *t, i), new = {hash_map_get(&memo, old.id)};
            changed |= !term_same(old, new);
            vec_push(&args, new);
        }
        term result = changed ? rebuild(bank, *t, args.data, &array_of) : *t;
        hash_map_put(&memo, t->id, result.id);
    }
    if (functions.size)
        vec_each (term, f, formulas) f->id = hash_map_get(&memo, f->id);
    hash_map_free(&array_of);
    hash_map_free(&memo);
    vec_free(&functions);
    vec_free(&all);
    vec_free(&args);
}
