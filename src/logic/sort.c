/* Sorts, function symbols, and the sorts of applications. */
#include "logic/bank.h"

static sort add_sort(struct terms *b, struct sort_node node) {
    vec_push(&b->sorts, node);
    assert(b->sorts.size < 1u << 28); /* sort_key() */
    return (sort){b->sorts.size - 1};
}

static uint64_t sort_key(enum sort_kind kind, uint32_t a, uint32_t b) {
    return (uint64_t)kind << 60 | (uint64_t)b << 32 | a;
}

static sort find_sort(struct terms *b, enum sort_kind kind, uint32_t first, uint32_t second) {
    uint64_t key = sort_key(kind, first, second);
    uint32_t old = hash_map_get(&b->sort_table, key);
    if (old != HASH_NONE) return (sort){old};
    sort s = add_sort(b, (struct sort_node){kind, first, second, NULL});
    hash_map_put(&b->sort_table, key, s.id);
    return s;
}

void bank_init_sorts(struct terms *b) {
    vec_push(&b->sorts, (struct sort_node){0});
    add_sort(b, (struct sort_node){.kind = SORT_BOOL});
    add_sort(b, (struct sort_node){.kind = SORT_INT});
    add_sort(b, (struct sort_node){.kind = SORT_REAL});
}

void bank_fini_sorts(struct terms *b) {
    vec_each (struct function, f, &b->functions) mem_free(f->domain);
    vec_free(&b->functions);
    vec_free(&b->sorts);
    hash_map_free(&b->sort_table);
    hash_names_free(&b->sort_names);
    hash_names_free(&b->function_names);
}

sort sort_bool(void) {
    return (sort){SORT_ID_BOOL};
}
sort sort_int(void) {
    return (sort){SORT_ID_INT};
}
sort sort_real(void) {
    return (sort){SORT_ID_REAL};
}
sort sort_bv(struct terms *b, uint32_t width) {
    assert(width);
    return find_sort(b, SORT_BV, width, 0);
}
sort sort_array(struct terms *b, sort index, sort element) {
    assert(index.id && element.id);
    return find_sort(b, SORT_ARRAY, index.id, element.id);
}

sort sort_uninterpreted(struct terms *b, const char *name) {
    uint32_t old = hash_names_get(&b->sort_names, name);
    if (old != HASH_NONE) return (sort){old};
    const char *copy = arena_strndup(&b->arena, name, strlen(name));
    sort s = add_sort(b, (struct sort_node){.kind = SORT_UNINTERPRETED, .name = copy});
    hash_names_put(&b->sort_names, name, s.id);
    return s;
}

enum sort_kind sort_kind(const struct terms *b, sort s) {
    return bank_sort_node(b, s)->kind;
}
uint32_t sort_width(const struct terms *b, sort s) {
    assert(sort_kind(b, s) == SORT_BV);
    return bank_sort_node(b, s)->a;
}
sort sort_index(const struct terms *b, sort s) {
    assert(sort_kind(b, s) == SORT_ARRAY);
    return (sort){bank_sort_node(b, s)->a};
}
sort sort_element(const struct terms *b, sort s) {
    assert(sort_kind(b, s) == SORT_ARRAY);
    return (sort){bank_sort_node(b, s)->b};
}
const char *sort_name(const struct terms *b, sort s) {
    assert(sort_kind(b, s) == SORT_UNINTERPRETED);
    return bank_sort_node(b, s)->name;
}

/* Functions. */

uint32_t function_find(const struct terms *b, const char *name) {
    uint32_t f = hash_names_get(&b->function_names, name);
    return f == HASH_NONE ? UINT32_MAX : f;
}

uint32_t function_declare(struct terms *b, const char *name, const sort *domain, uint32_t arity, sort range) {
    assert(arity);
    uint32_t old = function_find(b, name);
    if (old != UINT32_MAX) {
        const struct function *f = &b->functions.data[old];
        assert(f->arity == arity && sort_same(f->range, range) &&
               memcmp(f->domain, domain, arity * sizeof *domain) == 0);
        (void)f;
        return old;
    }
    struct function f = {.name = arena_strndup(&b->arena, name, strlen(name)),
                         .domain = mem_dup(domain, arity * sizeof *domain),
                         .arity = arity,
                         .range = range};
    vec_push(&b->functions, f);
    hash_names_put(&b->function_names, name, b->functions.size - 1);
    return b->functions.size - 1;
}

static const struct function *function_at(const struct terms *b, uint32_t f) {
    assert(f < b->functions.size);
    return &b->functions.data[f];
}
const char *function_name(const struct terms *b, uint32_t f) {
    return function_at(b, f)->name;
}
uint32_t functions_size(const struct terms *b) {
    return b->functions.size;
}

uint32_t function_arity(const struct terms *b, uint32_t f) {
    return function_at(b, f)->arity;
}
sort function_domain(const struct terms *b, uint32_t f, uint32_t i) {
    assert(i < function_at(b, f)->arity);
    return function_at(b, f)->domain[i];
}
sort function_range(const struct terms *b, uint32_t f) {
    return function_at(b, f)->range;
}

/* Sorts of applications. */

sort bank_result_sort(struct terms *b, enum term_op op, const term *args, uint32_t n, uint32_t p0,
                      uint32_t p1) {
    (void)n;
    switch (op) {
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_EQ:
    case TERM_LE:
    case TERM_LT:
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: return sort_bool();
    case TERM_ITE: return bank_sort(b, args[1]);
    case TERM_TO_REAL: return sort_real();
    case TERM_TO_INT:
    case TERM_BV_TO_NAT: return sort_int();
    case TERM_BV_CONCAT: return sort_bv(b, bank_width(b, args[0]) + bank_width(b, args[1]));
    case TERM_BV_EXTRACT: return sort_bv(b, p0 - p1 + 1);
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND: return sort_bv(b, bank_width(b, args[0]) + p0);
    case TERM_INT_TO_BV: return sort_bv(b, p0);
    case TERM_SELECT: return sort_element(b, bank_sort(b, args[0]));
    case TERM_CONST_ARRAY: return (sort){p0};
    case TERM_APPLY: return function_range(b, p0);
    default: return bank_sort(b, args[0]);
    }
}

static bool all_of(const struct terms *b, const term *args, uint32_t n, sort s) {
    for (uint32_t i = 0; i < n; i++)
        if (!sort_same(bank_sort(b, args[i]), s)) return false;
    return true;
}

static enum sort_kind kind_of(const struct terms *b, term t) {
    return sort_kind(b, bank_sort(b, t));
}

static const char *check_bits(const struct terms *b, enum term_op op, const term *args, uint32_t n,
                              uint32_t p0, uint32_t p1) {
    const uint64_t limit = UINT32_MAX;
    if (op == TERM_INT_TO_BV) {
        if (!all_of(b, args, n, sort_int())) return "the argument must be of sort Int";
        return p0 ? NULL : "the width must be positive";
    }
    for (uint32_t i = 0; i < n; i++)
        if (kind_of(b, args[i]) != SORT_BV) return "the arguments must be bit vectors";
    uint32_t width = bank_width(b, args[0]);
    switch (op) {
    case TERM_BV_CONCAT:
        return (uint64_t)width + bank_width(b, args[1]) > limit ? "the bit vector is too wide" : NULL;
    case TERM_BV_EXTRACT:
        return p0 >= width ? "the high bit is outside the bit vector"
               : p1 > p0   ? "the low bit is above the high bit"
                           : NULL;
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND: return (uint64_t)width + p0 > limit ? "the bit vector is too wide" : NULL;
    default:
        return n == 2 && bank_width(b, args[1]) != width ? "the bit vectors must have the same width" : NULL;
    }
}

static const char *check_array(const struct terms *b, enum term_op op, const term *args, uint32_t p0) {
    if (op == TERM_CONST_ARRAY) {
        if (!p0 || p0 >= b->sorts.size || sort_kind(b, (sort){p0}) != SORT_ARRAY)
            return "the sort must be an array";
        if (!sort_same(sort_element(b, (sort){p0}), bank_sort(b, args[0])))
            return "the argument must be of the array's element sort";
        return NULL;
    }
    sort s = bank_sort(b, args[0]);
    if (sort_kind(b, s) != SORT_ARRAY) return "the first argument must be an array";
    if (!sort_same(sort_index(b, s), bank_sort(b, args[1])))
        return "the index must be of the array's index sort";
    if (op == TERM_STORE && !sort_same(sort_element(b, s), bank_sort(b, args[2])))
        return "the element must be of the array's element sort";
    return NULL;
}

static const char *check_function(const struct terms *b, const term *args, uint32_t n, uint32_t f) {
    if (f >= b->functions.size) return "there is no such function";
    if (n != b->functions.data[f].arity) return "wrong number of arguments";
    for (uint32_t i = 0; i < n; i++)
        if (!sort_same(bank_sort(b, args[i]), b->functions.data[f].domain[i]))
            return "an argument is not of the function's argument sort";
    return NULL;
}

const char *term_well_sorted(const struct terms *b, enum term_op op, const term *args, uint32_t n,
                             uint32_t p0, uint32_t p1) {
    if (n < operator_rows[op].low || n > operator_rows[op].high || n >= 1u << 24)
        return "wrong number of arguments";
    switch (op) {
    case TERM_TRUE:
    case TERM_FALSE: return NULL;
    case TERM_NUMBER:
    case TERM_BITS:
    case TERM_ELEMENT:
    case TERM_VARIABLE: return "a leaf has a constructor of its own";
    case TERM_APPLY: return check_function(b, args, n, p0);
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return all_of(b, args, n, sort_bool()) ? NULL : "the arguments must be of sort Bool";
    case TERM_EQ:
        return sort_same(bank_sort(b, args[0]), bank_sort(b, args[1])) ? NULL
                                                                       : "the sides must be of the same sort";
    case TERM_ITE:
        if (bank_sort(b, args[0]).id != SORT_ID_BOOL) return "the condition must be of sort Bool";
        return sort_same(bank_sort(b, args[1]), bank_sort(b, args[2]))
                   ? NULL
                   : "the branches must be of the same sort";
    case TERM_ADD:
    case TERM_MUL:
    case TERM_LE:
    case TERM_LT:
        if (kind_of(b, args[0]) != SORT_INT && kind_of(b, args[0]) != SORT_REAL)
            return "the arguments must be of sort Int or Real";
        return all_of(b, args, n, bank_sort(b, args[0])) ? NULL : "the arguments must be all Int or all Real";
    case TERM_DIVIDE:
    case TERM_TO_INT: return all_of(b, args, n, sort_real()) ? NULL : "the arguments must be of sort Real";
    case TERM_DIV:
    case TERM_MOD:
    case TERM_TO_REAL: return all_of(b, args, n, sort_int()) ? NULL : "the arguments must be of sort Int";
    case TERM_SELECT:
    case TERM_STORE:
    case TERM_CONST_ARRAY: return check_array(b, op, args, p0);
    default: return check_bits(b, op, args, n, p0, p1);
    }
}

void bank_mark_sorts(const struct terms *b, sort root, u8s *marked) {
    u32s stack = {0};
    vec_push(&stack, root.id);
    while (stack.size) {
        uint32_t id = vec_pop(&stack);
        if (marked->data[id]) continue;
        marked->data[id] = 1;
        const struct sort_node *s = bank_sort_node(b, (sort){id});
        if (s->kind != SORT_ARRAY) continue;
        vec_push(&stack, s->a);
        vec_push(&stack, s->b);
    }
    vec_free(&stack);
}
