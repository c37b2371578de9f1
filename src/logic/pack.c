/* Writing terms. */
#include "logic/pack.h"
#include "logic/pack_sorts.h"
#include "logic/walk.h"

/* Sorts. */

void pack_sorts_add(struct pack_sorts *s, sort sort) {
    if (hash_map_get(&s->position, sort.id) != HASH_NONE) return;
    hash_map_put(&s->position, sort.id, s->list.size);
    vec_push(&s->list, sort);
}

void pack_sorts_init(struct pack_sorts *s, const struct terms *b, const term_list *table) {
    *s = (struct pack_sorts){.widest = 1};
    pack_sorts_add(s, sort_bool());
    pack_sorts_add(s, sort_int());
    pack_sorts_add(s, sort_real());
    vec_each (const term, t, table) pack_sorts_add(s, term_sort(b, *t));
    for (uint32_t i = 0; i < s->list.size; i++) { /* the list grows */
        const struct sort_node node = *bank_sort_node(b, s->list.data[i]);
        if (node.kind == SORT_BV && node.a > s->widest) s->widest = node.a;
        if (node.kind != SORT_ARRAY) continue;
        pack_sorts_add(s, (sort){node.a});
        pack_sorts_add(s, (sort){node.b});
    }
}

void pack_sorts_fini(struct pack_sorts *s) {
    vec_free(&s->list);
    hash_map_free(&s->position);
}

void pack_sorts_write(struct text *out, const struct terms *b, const struct pack_sorts *known, sort s) {
    const struct sort_node *node = bank_sort_node(b, s);
    text_byte(out, (unsigned char)node->kind);
    if (node->kind == SORT_BV) bytes_number(out, node->a);
    if (node->kind == SORT_UNINTERPRETED) bytes_string(out, node->name);
    if (node->kind != SORT_ARRAY) return;
    bytes_number(out, hash_map_get(&known->position, node->a));
    bytes_number(out, hash_map_get(&known->position, node->b));
}

void term_pack_shape(struct text *out, const struct terms *b, const term_list *table) {
    static const char *const operators =
#define OP(name, smtlib, low, high, parameters) #name " "
        TERM_OPERATORS(OP)
#undef OP
        ;
    struct pack_sorts sorts;
    pack_sorts_init(&sorts, b, table);
    bytes_string(out, operators);
    bytes_number(out, sorts.list.size);
    vec_each (const sort, s, &sorts.list) pack_sorts_write(out, b, &sorts, *s);
    bytes_number(out, table->size);
    vec_each (const term, t, table) bytes_number(out, hash_map_get(&sorts.position, term_sort(b, *t).id));
    pack_sorts_fini(&sorts);
}

/* Terms. */

struct packing {
    struct text *out;
    const struct terms *bank;
    const term_list *table;
    term_list all;            /* what is written, ascending; variables left out */
    struct hash_map position; /* term -> in the table, or size of the table + in `all` */
    struct pack_sorts sorts;
    uint32_t common; /* sorts that are not written */
    u32s functions;
    struct hash_map function_position;
};

static bool collect(struct packing *p, const term_list *roots) {
    term_list given = {0}, found = {0};
    bool known = true;
    for (uint32_t i = 0; i < p->table->size; i++) hash_map_put(&p->position, p->table->data[i].id, i);
    vec_each (const term, t, roots)
        if (!term_is_none(*t)) vec_push(&given, *t);
    term_collect(p->bank, given.data, given.size, &found);
    vec_each (const term, t, &found) {
        if (bank_op(p->bank, *t) == TERM_VARIABLE) {
            known = known && hash_map_get(&p->position, t->id) != HASH_NONE;
        } else {
            hash_map_put(&p->position, t->id, p->table->size + p->all.size);
            vec_push(&p->all, *t);
        }
    }
    term_functions(p->bank, given.data, given.size, &p->functions);
    for (uint32_t i = 0; i < p->functions.size; i++)
        hash_map_put(&p->function_position, p->functions.data[i], i);
    vec_free(&given);
    vec_free(&found);
    return known;
}

static void write_sorts(struct packing *p) {
    u8s needed = {0}; /* what a sort is made of has smaller numbers: ascending, every sort comes after it */
    vec_resize(&needed, p->bank->sorts.size);
    vec_each (const term, t, &p->all) {
        enum term_op op = bank_op(p->bank, *t);
        if (op == TERM_ELEMENT || op == TERM_CONST_ARRAY)
            bank_mark_sorts(p->bank, bank_sort(p->bank, *t), &needed);
    }
    pack_sorts_init(&p->sorts, p->bank, p->table);
    p->common = p->sorts.list.size;
    for (uint32_t s = 1; s < needed.size; s++)
        if (needed.data[s]) pack_sorts_add(&p->sorts, (sort){s});
    bytes_number(p->out, p->sorts.list.size - p->common);
    for (uint32_t i = p->common; i < p->sorts.list.size; i++)
        pack_sorts_write(p->out, p->bank, &p->sorts, p->sorts.list.data[i]);
    vec_free(&needed);
}

static void write_functions(struct packing *p) {
    bytes_number(p->out, p->functions.size);
    vec_each (const uint32_t, f, &p->functions) bytes_string(p->out, function_name(p->bank, *f));
}

static void write_magnitude(struct text *out, mpz_srcptr z) {
    size_t size = mpz_sgn(z) ? (mpz_sizeinbase(z, 2) + 7) / 8 : 0;
    unsigned char *block = mem_alloc(size + 1);
    mpz_export(block, NULL, -1, 1, 0, 0, z);
    bytes_number(out, size);
    text_bytes(out, block, size);
    mem_free(block);
}

static void write_number(struct packing *p, term t) {
    mpq_srcptr q = term_number(p->bank, t);
    bool real = bank_sort(p->bank, t).id == SORT_ID_REAL, fraction = mpz_cmp_ui(mpq_denref(q), 1) != 0;
    text_byte(p->out, (unsigned char)(real | (mpq_sgn(q) < 0) << 1 | fraction << 2));
    write_magnitude(p->out, mpq_numref(q));
    if (fraction) write_magnitude(p->out, mpq_denref(q));
}

static void write_parameters(struct packing *p, term t, enum term_op op) {
    uint32_t position;
    switch (op) {
    case TERM_NUMBER: write_number(p, t); return;
    case TERM_BITS:
        bytes_number(p->out, bank_width(p->bank, t));
        write_magnitude(p->out, term_bits(p->bank, t));
        return;
    case TERM_APPLY:
        position = hash_map_get(&p->function_position, bank_parameter(p->bank, t, 0));
        bytes_number(p->out, position);
        return;
    case TERM_ELEMENT:
    case TERM_CONST_ARRAY:
        bytes_number(p->out, hash_map_get(&p->sorts.position, bank_sort(p->bank, t).id));
        if (op == TERM_ELEMENT) bytes_number(p->out, bank_parameter(p->bank, t, 0));
        return;
    default:
        for (uint32_t i = 0; i < operator_rows[op].parameters; i++)
            bytes_number(p->out, bank_parameter(p->bank, t, i));
    }
}

static void write_term(struct packing *p, uint32_t i) {
    term t = p->all.data[i];
    enum term_op op = bank_op(p->bank, t);
    uint32_t arity = term_arity(p->bank, t);
    text_byte(p->out, (unsigned char)op);
    if (operator_rows[op].low != operator_rows[op].high) bytes_number(p->out, arity);
    write_parameters(p, t, op);
    for (uint32_t k = 0; k < arity; k++) {
        uint64_t at = hash_map_get(&p->position, bank_arg(p->bank, t, k).id);
        uint64_t own = (uint64_t)p->table->size + i;
        bytes_number(p->out, at < p->table->size ? 2 * at : 2 * (own - at - 1) + 1);
    }
}

static void write_all(struct packing *p, const term_list *roots) {
    write_sorts(p);
    write_functions(p);
    bytes_number(p->out, p->all.size);
    for (uint32_t i = 0; i < p->all.size; i++) write_term(p, i);
    bytes_number(p->out, roots->size);
    vec_each (const term, t, roots)
        bytes_number(p->out, term_is_none(*t) ? 0 : (uint64_t)hash_map_get(&p->position, t->id) + 1);
}

bool term_pack(struct text *out, const struct terms *b, const term_list *table, const term_list *roots) {
    struct packing p = {.out = out, .bank = b, .table = table};
    bool known = collect(&p, roots);
    if (known) write_all(&p, roots);
    vec_free(&p.all);
    vec_free(&p.functions);
    pack_sorts_fini(&p.sorts);
    hash_map_free(&p.position);
    hash_map_free(&p.function_position);
    return known;
}
