#define _GNU_SOURCE /* qsort_r */
/* Array values, defaults, and the order of values.
 *
 * An array value is a chain of stores over a constant array: indices ascend from the bottom to the top, and no element
 * equals the default. Over an infinite index sort this is unique. Over a finite one the same function may be written
 * over several defaults; the canonical default is the element that occurs most often, and of several such the least.
 * When fewer than half of the indices are stored, the default is that one anyway. Every lower part of a canonical chain
 * is canonical. */
#include "logic/bank.h"
#include "logic/value.h"

#include <stdlib.h> /* qsort_r */

enum { CARDINALITY_MANY = 60 }; /* as a power of two: more indices than terms that can store them */

/* log2 of the number of values of a sort, at most CARDINALITY_MANY (which also stands for infinity). */
static uint32_t cardinality(const struct terms *b, sort s) {
    uint32_t factor = 1; /* of an array: 2^(values of the element sort ^ values of the index sort) */
    for (;;) {
        const struct sort_node *node = bank_sort_node(b, s);
        uint32_t bits = CARDINALITY_MANY;
        if (node->kind == SORT_BOOL)
            bits = 1;
        else if (node->kind == SORT_BV)
            bits = node->a;
        else if (node->kind == SORT_ARRAY) {
            uint32_t index = cardinality(b, (sort){node->a});
            if (index >= 6 || factor << index >= CARDINALITY_MANY) return CARDINALITY_MANY;
            factor <<= index;
            s.id = node->b;
            continue;
        }
        return (uint64_t)bits * factor >= CARDINALITY_MANY ? CARDINALITY_MANY : bits * factor;
    }
}

/* The order of values. */

static int compare_ids(uint32_t x, uint32_t y) {
    return (x > y) - (x < y);
}

/* By default, number of stores, then stores from the top. */
static int compare_arrays(const struct terms *b, term x, term y) {
    term bottom_x = bank_array_bottom(b, x), bottom_y = bank_array_bottom(b, y);
    int order = value_compare(b, bank_arg(b, bottom_x, 0), bank_arg(b, bottom_y, 0));
    if (!order) order = compare_ids(bank_array_stores(b, x), bank_array_stores(b, y));
    while (!order && !term_same(x, y)) {
        order = value_compare(b, bank_arg(b, x, 1), bank_arg(b, y, 1));
        if (!order) order = value_compare(b, bank_arg(b, x, 2), bank_arg(b, y, 2));
        x = bank_arg(b, x, 0);
        y = bank_arg(b, y, 0);
    }
    return order;
}

int value_compare(const struct terms *b, term x, term y) {
    assert(bank_is_value(b, x) && bank_is_value(b, y) && sort_same(bank_sort(b, x), bank_sort(b, y)));
    if (term_same(x, y)) return 0;
    switch (sort_kind(b, bank_sort(b, x))) {
    case SORT_BOOL: return bank_is_false(x) ? -1 : 1;
    case SORT_INT:
    case SORT_REAL: return mpq_cmp(term_number(b, x), term_number(b, y));
    case SORT_BV: return mpz_cmp(term_bits(b, x), term_bits(b, y));
    case SORT_UNINTERPRETED: return compare_ids(bank_parameter(b, x, 0), bank_parameter(b, y, 0));
    case SORT_ARRAY: return compare_arrays(b, x, y);
    }
    return 0;
}

/* The most frequent element. */

struct entry {
    term index, element;
};
typedef VEC(struct entry) entries;

/* For terms, and for entries by their index. */
static int by_term(const void *x, const void *y, void *bank) {
    return value_compare(bank, *(const term *)x, *(const term *)y);
}

/* The canonical default of an array with these elements stored over a default. */
static term canonical_default(const struct terms *b, sort array, const entries *stored, term bottom) {
    uint32_t bits = cardinality(b, sort_index(b, array));
    if (bits >= 32) return bottom;
    uint64_t others = (UINT64_C(1) << bits) - stored->size; /* indices that hold the default */
    if (others > stored->size) return bottom;
    term_list elements = {0};
    vec_each (struct entry, e, stored) vec_push(&elements, e->element);
    if (elements.size) qsort_r(elements.data, elements.size, sizeof(term), by_term, (void *)b);
    term best = bottom;
    uint64_t most = others;
    for (uint32_t i = 0, end; i < elements.size; i = end) {
        for (end = i + 1; end < elements.size && term_same(elements.data[i], elements.data[end]); end++)
            continue;
        bool less = end - i == most && value_compare(b, elements.data[i], best) < 0;
        if (end - i <= most && !less) continue;
        best = elements.data[i];
        most = end - i;
    }
    vec_free(&elements);
    return best;
}

/* The stores of an array value, ascending. */
static void collect_entries(const struct terms *b, term array, entries *out) {
    vec_resize(out, bank_array_stores(b, array));
    for (uint32_t i = out->size; i-- > 0; array = bank_arg(b, array, 0))
        out->data[i] = (struct entry){bank_arg(b, array, 1), bank_arg(b, array, 2)};
}

bool bank_store_is_value(const struct terms *b, term array, term index, term element) {
    if (!bank_is_value(b, array) || !bank_is_value(b, index) || !bank_is_value(b, element)) return false;
    term bottom = bank_arg(b, bank_array_bottom(b, array), 0);
    if (term_same(element, bottom)) return false;
    if (bank_op(b, array) == TERM_STORE && value_compare(b, bank_arg(b, array, 1), index) >= 0) return false;
    sort s = bank_sort(b, array);
    uint32_t bits = cardinality(b, sort_index(b, s)), stores = bank_array_stores(b, array) + 1;
    if (bits >= 32 || (UINT64_C(1) << bits) - stores > stores) return true;
    entries all = {0};
    collect_entries(b, array, &all);
    vec_push(&all, (struct entry){index, element});
    bool canonical = term_same(canonical_default(b, s, &all, bottom), bottom);
    vec_free(&all);
    return canonical;
}

/* Building. */

static term build(struct terms *, sort, entries *, term bottom);

/* The value with this number of a finite sort; every value has one. */
static term value_number(struct terms *b, sort s, uint64_t number) {
    if (sort_kind(b, s) == SORT_BOOL) return term_bool(b, number != 0);
    if (sort_kind(b, s) == SORT_BV) return term_bits_ui(b, number, sort_width(b, s));
    sort index = sort_index(b, s), element = sort_element(b, s);
    uint32_t digit = cardinality(b, element);
    entries list = {0};
    for (uint64_t i = 0; i < UINT64_C(1) << cardinality(b, index); i++, number >>= digit) {
        term at = value_number(b, index, i),
             holds = value_number(b, element, number & ((UINT64_C(1) << digit) - 1));
        vec_push(&list, (struct entry){at, holds});
    }
    qsort_r(list.data, list.size, sizeof *list.data, by_term, b);
    term t = build(b, s, &list, list.data[0].element);
    vec_free(&list);
    return t;
}

/* Every index of the array, ascending: the stored entries, and the default at the others. */
static void expand(struct terms *b, sort index, uint64_t count, term bottom, entries *list) {
    entries all = {0};
    for (uint64_t i = 0; i < count; i++) vec_push(&all, (struct entry){value_number(b, index, i), bottom});
    qsort_r(all.data, all.size, sizeof *all.data, by_term, b);
    uint32_t next = 0;
    vec_each (struct entry, e, &all)
        if (next < list->size && term_same(list->data[next].index, e->index)) *e = list->data[next++];
    assert(next == list->size);
    vec_free(list);
    *list = all;
}

static void remove_element(entries *list, term element) {
    uint32_t kept = 0;
    vec_each (struct entry, e, list)
        if (!term_same(e->element, element)) list->data[kept++] = *e;
    vec_shrink(list, kept);
}

/* The canonical array with these entries (ascending, perhaps with the default among them) over a default. */
static term build(struct terms *b, sort s, entries *list, term bottom) {
    remove_element(list, bottom);
    term chosen = canonical_default(b, s, list, bottom);
    if (!term_same(chosen, bottom)) {
        uint64_t count = UINT64_C(1) << cardinality(b, sort_index(b, s));
        if (list->size < count) expand(b, sort_index(b, s), count, bottom, list);
        remove_element(list, chosen);
    }
    term t = bank_application(b, TERM_CONST_ARRAY, &chosen, 1, s.id, 0);
    vec_each (struct entry, e, list) t = bank_value_store(b, t, e->index, e->element);
    return t;
}

term value_array(struct terms *b, sort s, const term *pairs, uint32_t n, term otherwise) {
    entries list = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&list, (struct entry){pairs[2 * i], pairs[2 * i + 1]});
    if (n) qsort_r(list.data, n, sizeof *list.data, by_term, b);
    term t = build(b, s, &list, otherwise);
    vec_free(&list);
    return t;
}

term value_store(struct terms *b, term array, term index, term element) {
    if (bank_store_is_value(b, array, index, element)) return bank_value_store(b, array, index, element);
    if (term_same(value_select(b, array, index), element)) return array;
    entries list = {0};
    collect_entries(b, array, &list);
    uint32_t at = 0;
    while (at < list.size && value_compare(b, list.data[at].index, index) < 0) at++;
    if (at == list.size || !term_same(list.data[at].index, index)) {
        vec_push(&list, (struct entry){index, element});
        memmove(list.data + at + 1, list.data + at, (list.size - 1 - at) * sizeof *list.data);
    }
    list.data[at] = (struct entry){index, element};
    term t = build(b, bank_sort(b, array), &list, bank_arg(b, bank_array_bottom(b, array), 0));
    vec_free(&list);
    return t;
}

term value_select(struct terms *b, term array, term index) {
    assert(bank_is_value(b, array) && bank_is_value(b, index));
    for (; bank_op(b, array) == TERM_STORE; array = bank_arg(b, array, 0))
        if (term_same(bank_arg(b, array, 1), index)) return bank_arg(b, array, 2);
    return bank_arg(b, array, 0);
}

term value_default(struct terms *b, sort s) {
    u32s arrays = {0};
    for (; sort_kind(b, s) == SORT_ARRAY; s = sort_element(b, s)) vec_push(&arrays, s.id);
    term t = TERM_NONE;
    switch (sort_kind(b, s)) {
    case SORT_BOOL: t = term_false(b); break;
    case SORT_INT: t = term_integer(b, 0); break;
    case SORT_REAL: {
        mpq_t zero;
        mpq_init(zero);
        t = term_number_of(b, zero, s);
        mpq_clear(zero);
        break;
    }
    case SORT_BV: t = term_bits_ui(b, 0, sort_width(b, s)); break;
    default: t = term_element(b, s, 0); break;
    }
    while (arrays.size) t = bank_application(b, TERM_CONST_ARRAY, &t, 1, vec_pop(&arrays), 0);
    vec_free(&arrays);
    return t;
}
