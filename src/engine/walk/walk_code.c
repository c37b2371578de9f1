/* From terms to register code. The terms of an edge are taken in ascending order, arguments before their
 * users, so that one pass makes the code; arrays have no register, and reads of them look through stores and
 * if-then-elses down to the cells of a variable. */
#include "engine/walk/walk_code.h"

enum { UNWANTED = 0xfffffffe }; /* in place of a register */

enum {
    MOST_CELLS = 1 << 22, /* of all arrays */
    FULL_INDEX = 20,      /* bits of an index up to which every element has a cell */
    LARGE_INDEX = 13,     /* bits of the indices that have one otherwise */
    MOST_NESTING = 100,   /* of if-then-else between arrays */
    MOST_STEPS = 1 << 24
};

void code_init(struct code *c, struct terms *bank) {
    *c = (struct code){.bank = bank};
}

void code_fini(struct code *c) {
    hash_map_free(&c->leaves);
    hash_map_free(&c->unwanted);
    hash_map_free(&c->constants);
    vec_free(&c->kinds);
    vec_free(&c->registers);
    vec_free(&c->arrays);
    vec_free(&c->temporaries);
    vec_free(&c->steps);
    hash_map_free(&c->known);
    hash_map_free(&c->reads);
    hash_map_free(&c->written);
}

/* The width of a value that fits a register; 0: it does not. */
static uint32_t width_of(const struct terms *b, sort s) {
    if (sort_kind(b, s) == SORT_BOOL) return 1;
    return sort_kind(b, s) == SORT_BV && sort_width(b, s) <= 64 ? sort_width(b, s) : 0;
}

static bool is_array(const struct code *c, term t) {
    return sort_kind(c->bank, term_sort(c->bank, t)) == SORT_ARRAY;
}

/* ---- registers ---- */

static uint32_t new_register(struct code *c, uint64_t value, enum code_kind kind) {
    vec_push(&c->registers, value);
    vec_push(&c->kinds, (uint8_t)kind);
    return c->registers.size - 1;
}

static uint32_t constant(struct code *c, uint64_t value) {
    uint32_t found = hash_map_get(&c->constants, value);
    if (found != HASH_NONE) return found;
    found = new_register(c, value, CODE_CONSTANT);
    hash_map_put(&c->constants, value, found);
    return found;
}

static bool is_constant(const struct code *c, uint32_t number) {
    return c->kinds.data[number] == CODE_CONSTANT;
}

static uint32_t temporary(struct code *c) {
    if (c->used == c->temporaries.size) {
        uint32_t fresh = new_register(c, 0, CODE_TEMPORARY);
        vec_push(&c->temporaries, fresh);
    }
    return c->temporaries.data[c->used++];
}

bool code_variable(struct code *c, term variable) {
    struct terms *b = c->bank;
    sort s = term_sort(b, variable);
    if (sort_kind(b, s) != SORT_ARRAY) {
        if (!width_of(b, s)) return false;
        hash_map_put(&c->leaves, variable.id, new_register(c, 0, CODE_VARIABLE));
        return true;
    }
    uint32_t index = width_of(b, sort_index(b, s));
    if (!index || !width_of(b, sort_element(b, s))) return false;
    bool large = index > FULL_INDEX;
    uint32_t size = (uint32_t)1 << (large ? LARGE_INDEX : index);
    if (size > MOST_CELLS - c->cells) return false;
    hash_map_put(&c->leaves, variable.id, c->arrays.size);
    vec_push(&c->arrays, (struct code_array){c->cells, size, large});
    c->cells += size;
    return true;
}

void code_unwanted(struct code *c, term variable) {
    hash_map_put(&c->unwanted, variable.id, 0);
}

uint32_t code_register(const struct code *c, term variable) {
    return is_array(c, variable) ? CODE_NONE : hash_map_get(&c->leaves, variable.id);
}

const struct code_array *code_array(const struct code *c, term variable) {
    uint32_t number = is_array(c, variable) ? hash_map_get(&c->leaves, variable.id) : HASH_NONE;
    return number == HASH_NONE ? NULL : &c->arrays.data[number];
}

/* ---- steps ---- */

static uint32_t fail(struct code *c) {
    c->failed = true;
    return 0;
}

static void emit(struct code *c, struct code_step step) {
    if (c->steps.size < MOST_STEPS)
        vec_push(&c->steps, step);
    else
        (void)fail(c);
}

/* A step with a new register for its result. */
static uint32_t result(struct code *c, enum code_op op, uint32_t bits, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t to = temporary(c);
    emit(c, (struct code_step){(uint8_t)op, (uint8_t)bits, to, x, y, z});
    return to;
}

static uint32_t known(struct code *c, term t) {
    uint32_t found = hash_map_get(&c->known, t.id);
    return found == HASH_NONE || found == UNWANTED ? fail(c) : found;
}

static uint32_t argument(struct code *c, term t, uint32_t i) {
    return known(c, term_arg(c->bank, t, i));
}

static uint32_t choose(struct code *c, uint32_t condition, uint32_t x, uint32_t y) {
    return x == y ? x : result(c, CODE_ITE, 64, condition, x, y);
}

static uint32_t both(struct code *c, uint32_t x, uint32_t y) {
    if (x == constant(c, 1)) return y;
    return result(c, CODE_AND, 1, x, y, 0);
}

/* ---- reading arrays ---- */

/* Takes the stores off an array, outermost first. */
static term take_stores(const struct code *c, term array, term_list *stores) {
    while (term_is(c->bank, array, TERM_STORE)) {
        vec_push(stores, array);
        array = term_arg(c->bank, array, 0);
    }
    return array;
}

static uint32_t read_array(struct code *c, term array, uint32_t index, uint32_t nesting);

static uint32_t read_base(struct code *c, term array, uint32_t index, uint32_t nesting) {
    switch (term_op(c->bank, array)) {
    case TERM_VARIABLE:
        if (!code_array(c, array)) return fail(c);
        return result(c, CODE_LOAD, 64, index, 0, hash_map_get(&c->leaves, array.id));
    case TERM_CONST_ARRAY: return argument(c, array, 0);
    case TERM_ITE: {
        if (nesting == MOST_NESTING) return fail(c);
        uint32_t x = read_array(c, term_arg(c->bank, array, 1), index, nesting + 1);
        uint32_t y = read_array(c, term_arg(c->bank, array, 2), index, nesting + 1);
        return choose(c, argument(c, array, 0), x, y);
    }
    default: return fail(c);
    }
}

/* (select (store a i v) j) = (ite (= i j) v (select a j)) */
static uint32_t read_array(struct code *c, term array, uint32_t index, uint32_t nesting) {
    uint64_t key = (uint64_t)array.id << 32 | index;
    uint32_t value = hash_map_get(&c->reads, key);
    if (value != HASH_NONE || c->failed) return value;
    term_list stores = {0};
    term base = take_stores(c, array, &stores);
    value = read_base(c, base, index, nesting);
    while (stores.size && !c->failed) {
        term store = vec_pop(&stores);
        uint32_t at = argument(c, store, 1), element = argument(c, store, 2);
        bool decided = at == index || (is_constant(c, at) && is_constant(c, index));
        if (!decided)
            value = choose(c, result(c, CODE_EQ, 64, at, index, 0), element, value);
        else if (at == index)
            value = element;
    }
    vec_free(&stores);
    hash_map_put(&c->reads, key, value);
    return value;
}

/* ---- terms ---- */

static enum code_op binary_op(enum term_op op) {
    switch (op) {
    case TERM_AND:
    case TERM_BV_AND: return CODE_AND;
    case TERM_OR:
    case TERM_BV_OR: return CODE_OR;
    case TERM_XOR:
    case TERM_BV_XOR: return CODE_XOR;
    case TERM_EQ: return CODE_EQ;
    case TERM_BV_ADD: return CODE_ADD;
    case TERM_BV_SUB: return CODE_SUB;
    case TERM_BV_MUL: return CODE_MUL;
    case TERM_BV_UDIV: return CODE_UDIV;
    case TERM_BV_UREM: return CODE_UREM;
    case TERM_BV_SDIV: return CODE_SDIV;
    case TERM_BV_SREM: return CODE_SREM;
    case TERM_BV_SMOD: return CODE_SMOD;
    case TERM_BV_SHL: return CODE_SHL;
    case TERM_BV_LSHR: return CODE_LSHR;
    case TERM_BV_ASHR: return CODE_ASHR;
    case TERM_BV_ULT: return CODE_ULT;
    case TERM_BV_ULE: return CODE_ULE;
    case TERM_BV_SLT: return CODE_SLT;
    case TERM_BV_SLE: return CODE_SLE;
    default: return CODE_END; /* none */
    }
}

static uint32_t binary(struct code *c, term t) {
    enum code_op op = binary_op(term_op(c->bank, t));
    uint32_t bits = width_of(c->bank, term_sort(c->bank, term_arg(c->bank, t, 0)));
    if (op == CODE_END || !bits) return fail(c);
    uint32_t value = argument(c, t, 0);
    for (uint32_t i = 1; i < term_arity(c->bank, t); i++)
        value = result(c, op, bits, value, argument(c, t, i), 0);
    return value;
}

static uint32_t compute(struct code *c, term t) {
    const struct terms *b = c->bank;
    uint32_t width = width_of(b, term_sort(b, t));
    if (!width) return fail(c);
    switch (term_op(b, t)) {
    case TERM_TRUE: return constant(c, 1);
    case TERM_FALSE: return constant(c, 0);
    case TERM_BITS: return constant(c, mpz_get_ui(term_bits(b, t)));
    case TERM_VARIABLE: {
        uint32_t found = code_register(c, t);
        return found == HASH_NONE ? fail(c) : found;
    }
    case TERM_NOT:
    case TERM_BV_NOT: return result(c, CODE_NOT, width, argument(c, t, 0), 0, 0);
    case TERM_BV_NEG: return result(c, CODE_NEG, width, argument(c, t, 0), 0, 0);
    case TERM_ITE: return choose(c, argument(c, t, 0), argument(c, t, 1), argument(c, t, 2));
    case TERM_BV_CONCAT: {
        uint32_t low = width_of(b, term_sort(b, term_arg(b, t, 1)));
        return result(c, CODE_CONCAT, width, argument(c, t, 0), argument(c, t, 1), low);
    }
    case TERM_BV_EXTRACT:
        return result(c, CODE_EXTRACT, width, argument(c, t, 0), 0, term_parameter(b, t, 1));
    case TERM_BV_ZERO_EXTEND: return argument(c, t, 0);
    case TERM_BV_SIGN_EXTEND:
        return result(c, CODE_SIGN, width, argument(c, t, 0), 0, width - term_parameter(b, t, 0));
    case TERM_BV_ROTATE_LEFT:
        return result(c, CODE_ROTATE, width, argument(c, t, 0), 0, term_parameter(b, t, 0) % width);
    case TERM_BV_ROTATE_RIGHT:
        return result(c, CODE_ROTATE, width, argument(c, t, 0), 0,
                      (width - term_parameter(b, t, 0) % width) % width);
    case TERM_SELECT: return read_array(c, term_arg(b, t, 0), argument(c, t, 1), 0);
    default: return binary(c, t);
    }
}

/* ---- unwanted values ----
 *
 * A term that an unwanted variable may decide has no register (UNWANTED), except where its other arguments
 * decide it: the code tests that they do. */

static bool is_unwanted(const struct code *c, term t) {
    return hash_map_get(&c->known, t.id) == UNWANTED;
}

static bool has_unwanted(const struct code *c, term t) {
    bool found = false;
    for (uint32_t i = 0; i < term_arity(c->bank, t); i++) found |= is_unwanted(c, term_arg(c->bank, t, i));
    return found;
}

static void test_register(struct code *c, uint32_t number, bool negated) {
    if (negated) number = result(c, CODE_NOT, 1, number, 0, 0);
    emit(c, (struct code_step){CODE_TEST, 1, 0, number, 0, 0});
}

static uint32_t if_then_else_without(struct code *c, term t) {
    bool then = is_unwanted(c, term_arg(c->bank, t, 1)), otherwise = is_unwanted(c, term_arg(c->bank, t, 2));
    if ((then && otherwise) || is_unwanted(c, term_arg(c->bank, t, 0))) return UNWANTED;
    test_register(c, argument(c, t, 0), then);
    return argument(c, t, then ? 2 : 1);
}

/* Of a conjunction some other part has to be false, of a disjunction true. */
static uint32_t connective_without(struct code *c, term t) {
    bool conjunction = term_is(c->bank, t, TERM_AND);
    uint32_t others = CODE_NONE;
    for (uint32_t i = 0; i < term_arity(c->bank, t); i++) {
        if (is_unwanted(c, term_arg(c->bank, t, i))) continue;
        uint32_t part = argument(c, t, i);
        others = others == CODE_NONE ? part : result(c, conjunction ? CODE_AND : CODE_OR, 1, others, part, 0);
    }
    if (others == CODE_NONE) return UNWANTED;
    test_register(c, others, conjunction);
    return constant(c, !conjunction);
}

static uint32_t compute_without(struct code *c, term t) {
    switch (term_op(c->bank, t)) {
    case TERM_ITE: return if_then_else_without(c, t);
    case TERM_AND:
    case TERM_OR: return connective_without(c, t);
    default: return UNWANTED;
    }
}

/* Makes registers for all that the roots need. */
static void compute_all(struct code *c, const term *roots, uint32_t n) {
    term_list needed = {0};
    term_collect(c->bank, roots, n, &needed);
    vec_each (const term, t, &needed) {
        if (c->failed) break;
        if (is_array(c, *t) || hash_map_get(&c->known, t->id) != HASH_NONE) continue;
        uint32_t value = hash_map_get(&c->unwanted, t->id) != HASH_NONE ? UNWANTED
                         : has_unwanted(c, *t)                          ? compute_without(c, *t)
                                                                        : compute(c, *t);
        hash_map_put(&c->known, t->id, value);
    }
    vec_free(&needed);
}

/* ---- writing arrays ---- */

static void write_array(struct code *c, term variable, term value, uint32_t condition, uint32_t nesting);

/* The stores of `value` onto the array `base` that it has grown from, innermost first. */
static void write_stores(struct code *c, term variable, term value, term base, uint32_t condition) {
    term_list stores = {0};
    for (; !term_same(value, base); value = term_arg(c->bank, value, 0)) vec_push(&stores, value);
    while (stores.size) {
        term store = vec_pop(&stores);
        emit(c, (struct code_step){CODE_STORE, 64, condition, argument(c, store, 1), argument(c, store, 2),
                                   hash_map_get(&c->leaves, variable.id)});
    }
    vec_free(&stores);
}

static bool grows_from(const struct code *c, term value, term base) {
    while (!term_same(value, base) && term_is(c->bank, value, TERM_STORE))
        value = term_arg(c->bank, value, 0);
    return term_same(value, base);
}

/* Where one branch is the other with more stores, what they have in common is written once. */
static void write_choice(struct code *c, term variable, term value, uint32_t condition, uint32_t nesting) {
    term x = term_arg(c->bank, value, 1), y = term_arg(c->bank, value, 2);
    uint32_t test = argument(c, value, 0), not_test = result(c, CODE_NOT, 1, test, 0, 0);
    if (grows_from(c, x, y)) {
        write_array(c, variable, y, condition, nesting + 1);
        write_stores(c, variable, x, y, both(c, condition, test));
    } else if (grows_from(c, y, x)) {
        write_array(c, variable, x, condition, nesting + 1);
        write_stores(c, variable, y, x, both(c, condition, not_test));
    } else {
        uint32_t then = both(c, condition, test), otherwise = both(c, condition, not_test);
        write_array(c, variable, x, then, nesting + 1);
        write_array(c, variable, y, otherwise, nesting + 1);
    }
}

/* Makes the cells of the variable those of the value, where the condition holds. */
static void write_array(struct code *c, term variable, term value, uint32_t condition, uint32_t nesting) {
    if (c->failed || nesting == MOST_NESTING) {
        (void)fail(c);
        return;
    }
    term base = value;
    while (term_is(c->bank, base, TERM_STORE)) base = term_arg(c->bank, base, 0);
    uint32_t to = hash_map_get(&c->leaves, variable.id);
    if (term_is(c->bank, base, TERM_ITE)) {
        write_choice(c, variable, base, condition, nesting);
    } else if (term_is(c->bank, base, TERM_CONST_ARRAY)) {
        emit(c, (struct code_step){CODE_FILL, 64, condition, argument(c, base, 0), 0, to});
    } else if (!term_same(base, variable)) {
        uint32_t from = term_is(c->bank, base, TERM_VARIABLE) ? hash_map_get(&c->leaves, base.id) : HASH_NONE;
        if (from != HASH_NONE && hash_map_get(&c->written, from) == HASH_NONE)
            emit(c, (struct code_step){CODE_COPY, 64, condition, 0, from, to});
        else
            (void)fail(c);
    }
    write_stores(c, variable, value, base, condition);
}

/* ---- edges ---- */

/* Every conjunct is a test of its own, so that the code stops at the first that fails. */
static void test(struct code *c, term guard) {
    term_list conjuncts = {0};
    term_conjuncts(c->bank, guard, &conjuncts);
    vec_each (const term, t, &conjuncts) {
        compute_all(c, t, 1);
        if (!c->failed) emit(c, (struct code_step){CODE_TEST, 1, 0, known(c, *t), 0, 0});
    }
    vec_free(&conjuncts);
}

static void assign_arrays(struct code *c, const struct code_assignment *assignments, uint32_t n) {
    hash_map_clear(&c->written);
    for (uint32_t i = 0; i < n; i++)
        if (is_array(c, assignments[i].variable))
            hash_map_put(&c->written, hash_map_get(&c->leaves, assignments[i].variable.id), 0);
    for (uint32_t i = 0; i < n; i++)
        if (is_array(c, assignments[i].variable))
            write_array(c, assignments[i].variable, assignments[i].value, constant(c, 1), 0);
}

/* A value that is itself a variable may be overwritten before it is moved: it is moved twice. */
static void assign_registers(struct code *c, const struct code_assignment *assignments, uint32_t n) {
    u32s from = {0};
    for (uint32_t i = 0; i < n && !c->failed; i++) {
        uint32_t value = CODE_NONE;
        if (!is_array(c, assignments[i].variable)) {
            value = known(c, assignments[i].value);
            if (!c->failed && c->kinds.data[value] == CODE_VARIABLE)
                value = result(c, CODE_MOVE, 64, value, 0, 0);
        }
        vec_push(&from, value);
    }
    for (uint32_t i = 0; i < n && !c->failed; i++)
        if (from.data[i] != CODE_NONE)
            emit(c, (struct code_step){CODE_MOVE, 64, code_register(c, assignments[i].variable), from.data[i],
                                       0, 0});
    vec_free(&from);
}

uint32_t code_edge(struct code *c, term guard, const struct code_assignment *assignments, uint32_t n) {
    uint32_t start = c->steps.size;
    hash_map_clear(&c->known);
    hash_map_clear(&c->reads);
    c->used = 0;
    c->failed = false;
    test(c, guard);
    for (uint32_t i = 0; i < n && !c->failed; i++) compute_all(c, &assignments[i].value, 1);
    if (!c->failed) assign_arrays(c, assignments, n);
    if (!c->failed) assign_registers(c, assignments, n);
    emit(c, (struct code_step){.op = CODE_END});
    if (!c->failed) return start;
    vec_shrink(&c->steps, start);
    return CODE_NONE;
}
