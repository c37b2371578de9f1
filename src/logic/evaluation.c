/* Evaluation of terms under values of variables and functions.
 *
 * Iterative: a stack of terms whose value is wanted. `ite` looks at its condition first and then only at the branch it
 * takes; `and` and `or` stop at the first argument that decides, so that a division by zero that does not matter is not
 * counted. An element of an array is looked for from the top: what is stored at other places, and in the branch of an
 * `ite` that is not taken, is not evaluated. */
#include "logic/bank.h"
#include "logic/value.h"

void evaluation_init(struct evaluation *e, struct terms *bank) {
    *e = (struct evaluation){.bank = bank};
}

static void function_value_fini(struct function_value *f) {
    vec_free(&f->points);
}

void evaluation_fini(struct evaluation *e) {
    hash_map_free(&e->memo);
    vec_each (struct function_value, f, &e->functions) function_value_fini(f);
    vec_free(&e->functions);
    vec_free(&e->tables);
    vec_free(&e->stack);
}

void evaluation_reset(struct evaluation *e) {
    hash_map_clear(&e->memo);
    vec_clear(&e->tables);
    e->by_zero = 0;
}

void evaluation_set(struct evaluation *e, term variable, term value) {
    assert(bank_op(e->bank, variable) == TERM_VARIABLE && bank_is_value(e->bank, value));
    assert(sort_same(bank_sort(e->bank, variable), bank_sort(e->bank, value)));
    hash_map_put(&e->memo, variable.id, value.id);
}

void evaluation_set_table(struct evaluation *e, term variable, const struct array_table *table) {
    assert(bank_op(e->bank, variable) == TERM_VARIABLE);
    assert(sort_same(bank_sort(e->bank, variable), table->sort));
    vec_push(&e->tables, (struct evaluation_table){variable, table});
}

static const struct array_table *find_table(const struct evaluation *e, term variable) {
    vec_each (const struct evaluation_table, t, &e->tables)
        if (term_same(t->variable, variable)) return t->table;
    return NULL;
}

void evaluation_define(struct evaluation *e, const struct function_value *definition) {
    struct function_value copy = *definition;
    copy.points = (__typeof__(copy.points)){0};
    vec_append(&copy.points, definition->points.data, definition->points.size);
    vec_each (struct function_value, f, &e->functions)
        if (f->function == copy.function) {
            function_value_fini(f);
            *f = copy;
            return;
        }
    vec_push(&e->functions, copy);
}

static const struct function_value *find_function(const struct evaluation *e, uint32_t function) {
    vec_each (const struct function_value, f, &e->functions)
        if (f->function == function) return f;
    return NULL;
}

static term apply_function(const struct function_value *f, const term *values) {
    for (uint32_t i = 0; i < f->points.size; i += f->arity + 1)
        if (memcmp(f->points.data + i, values, f->arity * sizeof *values) == 0)
            return f->points.data[i + f->arity];
    return f->otherwise;
}

static term known(const struct evaluation *e, term t) {
    if (bank_is_value(e->bank, t)) return t;
    uint32_t id = hash_map_get(&e->memo, t.id);
    return id == HASH_NONE ? TERM_NONE : (term){id};
}

/* An element of an array: the next term whose value it needs, or TERM_NONE, and then its value. */
static term look_up(const struct evaluation *e, term select, term *value) {
    const struct terms *b = e->bank;
    term index = known(e, bank_arg(b, select, 1)), array = bank_arg(b, select, 0);
    if (term_is_none(index)) return bank_arg(b, select, 1);
    for (;;) {
        term whole = known(e, array);
        if (!term_is_none(whole)) {
            *value = value_select(e->bank, whole, index);
            return TERM_NONE;
        }
        const struct array_table *table = find_table(e, array);
        if (table) {
            *value = array_table_select(table, index);
            return TERM_NONE;
        }
        enum term_op op = bank_op(b, array);
        if (op == TERM_ITE) {
            term condition = known(e, bank_arg(b, array, 0));
            if (term_is_none(condition)) return bank_arg(b, array, 0);
            array = bank_arg(b, array, bank_is_true(condition) ? 1 : 2);
        } else if (op == TERM_STORE) {
            term at = known(e, bank_arg(b, array, 1));
            if (term_is_none(at)) return bank_arg(b, array, 1);
            if (term_same(at, index)) {
                *value = known(e, bank_arg(b, array, 2));
                return term_is_none(*value) ? bank_arg(b, array, 2) : TERM_NONE;
            }
            array = bank_arg(b, array, 0);
        } else {
            return array;
        }
    }
}

/* The next argument that the value needs, or TERM_NONE when all that matter are known. */
static term wanted(const struct evaluation *e, struct evaluation_frame *frame) {
    const struct terms *b = e->bank;
    term t = frame->term;
    enum term_op op = bank_op(b, t);
    if (op == TERM_ITE) {
        term condition = known(e, bank_arg(b, t, 0));
        if (term_is_none(condition)) return bank_arg(b, t, 0);
        term branch = bank_arg(b, t, bank_is_true(condition) ? 1 : 2);
        return term_is_none(known(e, branch)) ? branch : TERM_NONE;
    }
    if (op == TERM_SELECT) {
        term value;
        return look_up(e, t, &value);
    }
    for (uint32_t n = bank_node(b, t)->arity; frame->next < n; frame->next++) {
        term value = known(e, bank_arg(b, t, frame->next));
        if (term_is_none(value)) return bank_arg(b, t, frame->next);
        if ((op == TERM_AND && bank_is_false(value)) || (op == TERM_OR && bank_is_true(value))) break;
    }
    return TERM_NONE;
}

static term divide_by_zero(struct evaluation *e, enum term_op op, term dividend) {
    const struct function_value *f = find_function(e, function_by_zero(op));
    if (f) return apply_function(f, &dividend);
    e->by_zero++;
    return value_default(e->bank, bank_sort(e->bank, dividend));
}

/* The value of t, whose arguments are known as far as `wanted` asks. */
static term compute(struct evaluation *e, term t) {
    struct terms *b = e->bank;
    enum term_op op = bank_op(b, t);
    uint32_t n = bank_node(b, t)->arity;
    if (op == TERM_VARIABLE) {
        const struct array_table *table = find_table(e, t);
        return table ? array_table_value(table, b) : value_default(b, bank_sort(b, t));
    }
    if (op == TERM_SELECT) {
        term value;
        (void)look_up(e, t, &value);
        return value;
    }
    if (op == TERM_ITE) return known(e, bank_arg(b, t, bank_is_true(known(e, bank_arg(b, t, 0))) ? 1 : 2));
    term_list values = {0};
    for (uint32_t i = 0; i < n; i++) {
        term value = known(e, bank_arg(b, t, i));
        if (term_is_none(value)) break; /* and, or: what comes before decides */
        vec_push(&values, value);
    }
    term result;
    if (op == TERM_APPLY) {
        const struct function_value *f = find_function(e, bank_parameter(b, t, 0));
        result = f ? apply_function(f, values.data) : value_default(b, bank_sort(b, t));
    } else {
        uint32_t count = operator_rows[op].parameters;
        result = value_apply(b, op, values.data, values.size, count > 0 ? bank_parameter(b, t, 0) : 0,
                             count > 1 ? bank_parameter(b, t, 1) : 0);
        if (term_is_none(result)) result = divide_by_zero(e, op, values.data[0]);
    }
    vec_free(&values);
    return result;
}

term evaluate(struct evaluation *e, term root) {
    assert(!e->stack.size);
    term value = known(e, root);
    if (!term_is_none(value)) return value;
    vec_push(&e->stack, (struct evaluation_frame){root, 0});
    while (e->stack.size) {
        term next = wanted(e, &vec_last(&e->stack));
        if (!term_is_none(next)) {
            vec_push(&e->stack, (struct evaluation_frame){next, 0});
            continue;
        }
        term t = vec_pop(&e->stack).term;
        value = compute(e, t);
        hash_map_put(&e->memo, t.id, value.id);
    }
    return value;
}
