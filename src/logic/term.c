/* The bank: nodes, leaves, and finding terms again. */
#include "logic/bank.h"

const struct operator_row operator_rows[TERM_OPS] = {
#define OP(name, smtlib, low, high, parameters) [TERM_##name] = {smtlib, low, high, parameters},
    TERM_OPERATORS(OP)
#undef OP
};

static_assert(TERM_OPS <= 128, "node.op has 7 bits");
static_assert(sizeof(struct node) == 16, "nodes are compact");

/* Finding terms again. */

static uint32_t hash_step(uint32_t h, uint32_t word) {
    h = (h ^ word) * 0x9e3779b1u;
    return h ^ (h >> 15);
}

static uint32_t hash_application(enum term_op op, sort s, const term *args, uint32_t n,
                                 const uint32_t *parameters) {
    uint32_t h = hash_step(op, s.id);
    for (uint32_t i = 0; i < n; i++) h = hash_step(h, args[i].id);
    for (uint32_t i = 0; i < operator_rows[op].parameters; i++) h = hash_step(h, parameters[i]);
    return h ^ (h >> 16);
}

static void grow_table(struct terms *b) {
    uint32_t capacity = (b->table_mask + 1) * 2;
    assert(capacity);
    mem_free(b->table);
    b->table = mem_new_array(uint32_t, capacity);
    b->table_mask = capacity - 1;
    for (uint32_t id = 1; id < b->nodes.size; id++) {
        uint32_t slot = b->nodes.data[id].hash & b->table_mask;
        while (b->table[slot]) slot = (slot + 1) & b->table_mask;
        b->table[slot] = id;
    }
}

/* A new node, in the table too. */
static term add_node(struct terms *b, struct node node) {
    assert(b->nodes.size < UINT32_MAX / 2);
    if (b->nodes.size > b->table_mask / 2) grow_table(b);
    uint32_t id = b->nodes.size, slot = node.hash & b->table_mask;
    while (b->table[slot]) slot = (slot + 1) & b->table_mask;
    b->table[slot] = id;
    vec_push(&b->nodes, node);
    return (term){id};
}

static bool is_application(const struct terms *b, const struct node *node, enum term_op op, sort s,
                           const term *args, uint32_t n, const uint32_t *parameters) {
    if (node->op != op || node->arity != n || node->sort != s.id) return false;
    const term *own = b->args.data + node->args;
    for (uint32_t i = 0; i < n; i++)
        if (own[i].id != args[i].id) return false;
    for (uint32_t i = 0; i < operator_rows[op].parameters; i++)
        if (own[n + i].id != parameters[i]) return false;
    return true;
}

/* Makes room for more arguments without losing `args`, which may lie in the array that moves. */
static const term *reserve_args(struct terms *b, const term *args, uint32_t more) {
    uint32_t wanted = b->args.size + more;
    assert(wanted >= more);
    if (wanted <= b->args.capacity) return args;
    bool inside = b->args.data && args >= b->args.data && args < b->args.data + b->args.size;
    size_t offset = inside ? (size_t)(args - b->args.data) : 0;
    uint32_t grown = vec_grown(b->args.capacity);
    vec_reserve(&b->args, grown > wanted ? grown : wanted);
    return inside ? b->args.data + offset : args;
}

static bool is_value(const struct terms *b, enum term_op op, const term *args, uint32_t n) {
    if (n == 0) return true; /* true, false, an element: variables are not made here */
    switch (op) {
    case TERM_CONST_ARRAY: return bank_is_value(b, args[0]);
    case TERM_STORE: return bank_store_is_value(b, args[0], args[1], args[2]);
    default: return false;
    }
}

static term find_application(const struct terms *b, uint32_t hash, enum term_op op, sort s, const term *args,
                             uint32_t n, const uint32_t *parameters) {
    for (uint32_t slot = hash & b->table_mask; b->table[slot]; slot = (slot + 1) & b->table_mask) {
        const struct node *node = &b->nodes.data[b->table[slot]];
        if (node->hash == hash && is_application(b, node, op, s, args, n, parameters))
            return (term){b->table[slot]};
    }
    return TERM_NONE;
}

static term add_application(struct terms *b, struct node node, const term *args, const uint32_t *parameters) {
    enum { HIDDEN = 2 }; /* see bank.h */
    uint32_t n = node.arity, count = operator_rows[node.op].parameters;
    args = reserve_args(b, args, n + count + HIDDEN);
    node.args = b->args.size;
    term *own = b->args.data + node.args;
    if (n) memcpy(own, args, n * sizeof *args);
    for (uint32_t i = 0; i < count; i++) own[n + i].id = parameters[i];
    b->args.size += n + count;
    if (node.value && node.op == TERM_STORE) {
        own[3] = bank_array_bottom(b, own[0]);
        own[4].id = bank_array_stores(b, own[0]) + 1;
        b->args.size += HIDDEN;
    }
    return add_node(b, node);
}

static term intern(struct terms *b, enum term_op op, sort s, const term *args, uint32_t n,
                   const uint32_t *parameters) {
    uint32_t hash = hash_application(op, s, args, n, parameters);
    term old = find_application(b, hash, op, s, args, n, parameters);
    if (!term_is_none(old)) return old;
    assert(n < 1u << 24);
    return add_application(b, (struct node){op, is_value(b, op, args, n), n, s.id, 0, hash}, args,
                           parameters);
}

term bank_application(struct terms *b, enum term_op op, const term *args, uint32_t n, uint32_t p0,
                      uint32_t p1) {
    sort s = bank_result_sort(b, op, args, n, p0, p1);
    return intern(b, op, s, args, n, (uint32_t[]){p0, p1});
}

term bank_value_store(struct terms *b, term array, term index, term element) {
    term args[] = {array, index, element};
    sort s = bank_sort(b, array);
    uint32_t hash = hash_application(TERM_STORE, s, args, 3, NULL);
    term old = find_application(b, hash, TERM_STORE, s, args, 3, NULL);
    if (!term_is_none(old)) return old;
    return add_application(b, (struct node){TERM_STORE, true, 3, s.id, 0, hash}, args, NULL);
}

/* The bank. */

struct terms *terms_new(enum terms_mode mode) {
    struct terms *b = mem_new(struct terms);
    b->mode = mode;
    b->table_mask = 1023;
    b->table = mem_new_array(uint32_t, b->table_mask + 1);
    b->marks = mem_new(struct marks);
    arena_init(&b->arena);
    vec_push(&b->nodes, (struct node){0});
    bank_init_sorts(b);
    term yes = bank_application(b, TERM_TRUE, NULL, 0, 0, 0);
    term no = bank_application(b, TERM_FALSE, NULL, 0, 0, 0);
    assert(yes.id == ID_TRUE && no.id == ID_FALSE);
    (void)yes, (void)no;
    return b;
}

void terms_free(struct terms *b) {
    if (!b) return;
    bank_fini_sorts(b);
    hash_names_free(&b->variables);
    vec_free(&b->nodes);
    vec_free(&b->args);
    vec_free(&b->numbers);
    vec_free(&b->names);
    vec_free(&b->marks->of);
    mem_free(b->marks);
    mem_free(b->table);
    arena_fini(&b->arena);
    mem_free(b);
}

enum terms_mode terms_mode(const struct terms *b) {
    return b->mode;
}
uint32_t terms_size(const struct terms *b) {
    return b->nodes.size;
}

/* What a term is. */

enum term_op term_op(const struct terms *b, term t) {
    return bank_op(b, t);
}
sort term_sort(const struct terms *b, term t) {
    return bank_sort(b, t);
}
uint32_t term_arity(const struct terms *b, term t) {
    return bank_node(b, t)->arity;
}
term term_arg(const struct terms *b, term t, uint32_t i) {
    return bank_arg(b, t, i);
}
const term *term_args(const struct terms *b, term t) {
    return b->args.data + (bank_node(b, t)->arity ? bank_node(b, t)->args : 0);
}
uint32_t term_parameter(const struct terms *b, term t, uint32_t i) {
    assert(i < operator_rows[bank_op(b, t)].parameters);
    return bank_parameter(b, t, i);
}
const char *term_name(const struct terms *b, term t) {
    assert(bank_op(b, t) == TERM_VARIABLE);
    return b->names.data[bank_node(b, t)->args];
}
mpq_srcptr term_number(const struct terms *b, term t) {
    assert(bank_op(b, t) == TERM_NUMBER);
    return b->numbers.data[bank_node(b, t)->args];
}
mpz_srcptr term_bits(const struct terms *b, term t) {
    assert(bank_op(b, t) == TERM_BITS);
    return mpq_numref(b->numbers.data[bank_node(b, t)->args]);
}
bool term_is_value(const struct terms *b, term t) {
    return bank_is_value(b, t);
}

/* Numbers. */

static uint32_t hash_integer(uint32_t h, mpz_srcptr z) {
    size_t n = mpz_size(z);
    const mp_limb_t *limbs = mpz_limbs_read(z);
    h = hash_step(h, (uint32_t)mpz_sgn(z));
    for (size_t i = 0; i < n; i++)
        h = hash_step(hash_step(h, (uint32_t)limbs[i]), (uint32_t)(limbs[i] >> 32));
    return h;
}

static void keep_integer(struct terms *b, mpz_ptr to, mpz_srcptr from) {
    size_t n = mpz_size(from);
    mp_limb_t *limbs = arena_alloc(&b->arena, (n ? n : 1) * sizeof *limbs);
    limbs[0] = 0;
    if (n) memcpy(limbs, mpz_limbs_read(from), n * sizeof *limbs);
    mpz_roinit_n(to, limbs, mpz_sgn(from) < 0 ? -(mp_size_t)n : (mp_size_t)n);
}

/* NUMBER or BITS (denominator NULL). */
static term intern_number(struct terms *b, enum term_op op, sort s, mpz_srcptr numerator,
                          mpz_srcptr denominator) {
    uint32_t hash = hash_integer(hash_step(op, s.id), numerator);
    if (denominator) hash = hash_integer(hash, denominator);
    hash ^= hash >> 16;
    for (uint32_t slot = hash & b->table_mask; b->table[slot]; slot = (slot + 1) & b->table_mask) {
        const struct node *node = &b->nodes.data[b->table[slot]];
        if (node->hash != hash || node->op != op || node->sort != s.id) continue;
        mpq_srcptr old = b->numbers.data[node->args];
        if (mpz_cmp(mpq_numref(old), numerator) == 0 &&
            (!denominator || mpz_cmp(mpq_denref(old), denominator) == 0))
            return (term){b->table[slot]};
    }
    static const mp_limb_t one = 1;
    __mpq_struct *kept = arena_alloc(&b->arena, sizeof *kept);
    keep_integer(b, mpq_numref(kept), numerator);
    if (denominator && mpz_cmp_ui(denominator, 1) != 0)
        keep_integer(b, mpq_denref(kept), denominator);
    else
        mpz_roinit_n(mpq_denref(kept), &one, 1);
    vec_push(&b->numbers, kept);
    return add_node(b, (struct node){op, true, 0, s.id, b->numbers.size - 1, hash});
}

term term_number_of(struct terms *b, mpq_srcptr q, sort s) {
    assert(s.id == SORT_ID_REAL || (s.id == SORT_ID_INT && mpz_cmp_ui(mpq_denref(q), 1) == 0));
    return intern_number(b, TERM_NUMBER, s, mpq_numref(q), mpq_denref(q));
}

term term_integer(struct terms *b, long value) {
    mp_limb_t limb = value < 0 ? -(mp_limb_t)value : (mp_limb_t)value;
    static const mp_limb_t one = 1;
    mpz_t numerator, denominator;
    mpz_roinit_n(numerator, &limb, value < 0 ? -1 : value > 0);
    mpz_roinit_n(denominator, &one, 1);
    return intern_number(b, TERM_NUMBER, sort_int(), numerator, denominator);
}

term term_bits_of(struct terms *b, mpz_srcptr z, uint32_t width) {
    sort s = sort_bv(b, width);
    if (mpz_sgn(z) >= 0 && mpz_sizeinbase(z, 2) <= width) return intern_number(b, TERM_BITS, s, z, NULL);
    mpz_t reduced;
    mpz_init(reduced);
    mpz_fdiv_r_2exp(reduced, z, width);
    term t = intern_number(b, TERM_BITS, s, reduced, NULL);
    mpz_clear(reduced);
    return t;
}

term term_bits_ui(struct terms *b, uint64_t value, uint32_t width) {
    static_assert(sizeof(mp_limb_t) == 8, "64-bit limbs");
    mp_limb_t limb = width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
    mpz_t z;
    mpz_roinit_n(z, &limb, limb != 0);
    return intern_number(b, TERM_BITS, sort_bv(b, width), z, NULL);
}

/* The other leaves. */

term term_true(struct terms *b) {
    (void)b;
    return (term){ID_TRUE};
}
term term_false(struct terms *b) {
    (void)b;
    return (term){ID_FALSE};
}
term term_bool(struct terms *b, bool value) {
    (void)b;
    return (term){value ? ID_TRUE : ID_FALSE};
}

term term_element(struct terms *b, sort s, uint32_t number) {
    assert(sort_kind(b, s) == SORT_UNINTERPRETED);
    return intern(b, TERM_ELEMENT, s, NULL, 0, &number);
}

term term_find_variable(const struct terms *b, const char *name) {
    uint32_t id = hash_names_get(&b->variables, name);
    return id == HASH_NONE ? TERM_NONE : (term){id};
}

term term_variable(struct terms *b, const char *name, sort s) {
    term old = term_find_variable(b, name);
    if (!term_is_none(old)) {
        assert(sort_same(bank_sort(b, old), s));
        return old;
    }
    vec_push(&b->names, arena_strndup(&b->arena, name, strlen(name)));
    uint32_t hash = hash_step(TERM_VARIABLE, b->names.size);
    term t =
        add_node(b, (struct node){TERM_VARIABLE, false, 0, s.id, b->names.size - 1, hash ^ (hash >> 16)});
    hash_names_put(&b->variables, name, t.id);
    return t;
}

term term_fresh(struct terms *b, const char *prefix, sort s) {
    for (;;) {
        char *name = mem_format("%s!%u", prefix, b->fresh++);
        bool used = !term_is_none(term_find_variable(b, name)) || function_find(b, name) != UINT32_MAX;
        term t = used ? TERM_NONE : term_variable(b, name, s);
        mem_free(name);
        if (!used) return t;
    }
}
