/* The inside of a term bank. Private to logic/: everybody else uses term.h.
 *
 * A term is a node of 16 bytes in one growing array; its arguments, then its parameters, lie side by side in a second
 * one. A STORE that is a value has two more words behind its arguments that take no part in its identity: the constant
 * array at the bottom of the chain and the number of stores above it. Numbers (and bit vectors, as numerators) are
 * read-only GMP numbers whose limbs are in the bank's arena: they never move and nobody frees them.
 *
 * Terms are found again in `table`, open addressing over ids, by the hash that the node carries. */
#ifndef INDUCT_LOGIC_BANK_H
#define INDUCT_LOGIC_BANK_H

#include "base/hash.h"
#include "base/mem.h"
#include "logic/term.h"

struct node {
    uint32_t op : 7, value : 1, arity : 24;
    uint32_t sort;
    /* First argument in terms.args; of a number or bit vector: in numbers; of a variable: in names. */
    uint32_t args;
    uint32_t hash;
};

struct sort_node {
    enum sort_kind kind;
    uint32_t a, b;    /* width; or index and element sort */
    const char *name; /* of an uninterpreted sort */
};

struct function {
    const char *name;
    sort *domain;
    uint32_t arity;
    sort range;
};

/* Scratch marks for walks, one per term: see walk.c. */
struct marks {
    u32s of;
    uint32_t last; /* the greatest mark in use */
};

struct terms {
    enum terms_mode mode;
    VEC(struct node) nodes; /* [0] is no term */
    term_list args;
    uint32_t *table; /* ids; 0: free */
    uint32_t table_mask;
    struct arena arena;
    VEC(mpq_srcptr) numbers;
    VEC(const char *) names;
    struct hash_names variables; /* name -> term id */
    VEC(struct sort_node) sorts; /* [0] is no sort */
    struct hash_map sort_table;
    struct hash_names sort_names;
    VEC(struct function) functions;
    struct hash_names function_names;
    uint32_t fresh; /* the next number for term_fresh */
    struct marks *marks;
};

enum { ID_TRUE = 1, ID_FALSE = 2 }; /* the first terms of every bank */
enum { SORT_ID_BOOL = 1, SORT_ID_INT = 2, SORT_ID_REAL = 3 };

struct operator_row {
    const char *smtlib;
    uint32_t low, high, parameters;
};
extern const struct operator_row operator_rows[TERM_OPS];

static inline const struct node *bank_node(const struct terms *b, term t) {
    assert(t.id && t.id < b->nodes.size);
    return &b->nodes.data[t.id];
}
static inline enum term_op bank_op(const struct terms *b, term t) {
    return (enum term_op)bank_node(b, t)->op;
}
static inline sort bank_sort(const struct terms *b, term t) {
    return (sort){bank_node(b, t)->sort};
}
static inline term bank_arg(const struct terms *b, term t, uint32_t i) {
    assert(i < bank_node(b, t)->arity);
    return b->args.data[bank_node(b, t)->args + i];
}
static inline uint32_t bank_parameter(const struct terms *b, term t, uint32_t i) {
    const struct node *n = bank_node(b, t);
    return b->args.data[n->args + n->arity + i].id;
}
static inline bool bank_is_value(const struct terms *b, term t) {
    return bank_node(b, t)->value;
}
static inline const struct sort_node *bank_sort_node(const struct terms *b, sort s) {
    assert(s.id && s.id < b->sorts.size);
    return &b->sorts.data[s.id];
}
static inline uint32_t bank_width(const struct terms *b, term t) {
    const struct sort_node *s = bank_sort_node(b, bank_sort(b, t));
    assert(s->kind == SORT_BV);
    return s->a;
}
static inline bool bank_is_true(term t) {
    return t.id == ID_TRUE;
}
static inline bool bank_is_false(term t) {
    return t.id == ID_FALSE;
}
/* Of an array value: the constant array at the bottom, and the number of stores. */
static inline term bank_array_bottom(const struct terms *b, term t) {
    assert(bank_is_value(b, t));
    return bank_op(b, t) == TERM_STORE ? b->args.data[bank_node(b, t)->args + 3] : t;
}
static inline uint32_t bank_array_stores(const struct terms *b, term t) {
    assert(bank_is_value(b, t));
    return bank_op(b, t) == TERM_STORE ? b->args.data[bank_node(b, t)->args + 4].id : 0;
}

/* The term with exactly this operator and these arguments: no simplification. `args` may point into the bank. */
term bank_application(struct terms *, enum term_op, const term *args, uint32_t n, uint32_t p0, uint32_t p1);
static inline term bank_application1(struct terms *b, enum term_op op, term a) {
    return bank_application(b, op, &a, 1, 0, 0);
}
static inline term bank_application2(struct terms *b, enum term_op op, term x, term y) {
    return bank_application(b, op, (term[]){x, y}, 2, 0, 0);
}

/* The sort of an application whose arguments are well sorted. */
sort bank_result_sort(struct terms *, enum term_op, const term *args, uint32_t n, uint32_t p0, uint32_t p1);
void bank_init_sorts(struct terms *);
void bank_fini_sorts(struct terms *);

/* Whether STORE of these is a value as it stands, that is, in canonical form (value.h). */
bool bank_store_is_value(const struct terms *, term array, term index, term element);

/* STORE of values that is known to be in canonical form. */
term bank_value_store(struct terms *, term array, term index, term element);

/* The least set of marks that are greater than all marks in use: n of them, of which the first is returned; a term
 * whose mark is smaller than that has none. The array has an entry for every term. */
uint32_t marks_reserve(const struct terms *, uint32_t n);

/* Marks a sort, and those that it is made of, in a list by number. */
void bank_mark_sorts(const struct terms *, sort, u8s *marked);

#endif
