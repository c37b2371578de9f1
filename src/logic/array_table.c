#include "logic/array_table.h"

#include "logic/bank.h"
#include "logic/value.h"

void array_table_init(struct array_table *t, const struct terms *b, term value) {
    assert(bank_is_value(b, value));
    *t = (struct array_table){.sort = bank_sort(b, value)};
    for (; bank_op(b, value) == TERM_STORE; value = bank_arg(b, value, 0))
        array_table_store(t, bank_arg(b, value, 1), bank_arg(b, value, 2));
    t->otherwise = bank_arg(b, value, 0);
}

void array_table_copy(struct array_table *t, const struct array_table *from) {
    *t = (struct array_table){.sort = from->sort, .otherwise = from->otherwise};
    for (uint32_t i = 0; i < from->elements.capacity; i++)
        if (from->elements.values[i] != HASH_NONE)
            hash_map_put(&t->elements, from->elements.keys[i], from->elements.values[i]);
}

void array_table_fini(struct array_table *t) {
    hash_map_free(&t->elements);
}

term array_table_select(const struct array_table *t, term index) {
    uint32_t id = hash_map_get(&t->elements, index.id);
    return id == HASH_NONE ? t->otherwise : (term){id};
}

void array_table_store(struct array_table *t, term index, term element) {
    hash_map_put(&t->elements, index.id, element.id);
}

term array_table_value(const struct array_table *t, struct terms *b) {
    term_list pairs = {0};
    for (uint32_t i = 0; i < t->elements.capacity; i++)
        if (t->elements.values[i] != HASH_NONE) {
            vec_push(&pairs, (term){(uint32_t)t->elements.keys[i]});
            vec_push(&pairs, (term){t->elements.values[i]});
        }
    term value = value_array(b, t->sort, pairs.data, pairs.size / 2, t->otherwise);
    vec_free(&pairs);
    return value;
}
