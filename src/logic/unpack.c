/* Reading terms. Every number is held against what it counts or points to, every application against its sorts, and
 * every step against an allowance of work (unpack_cost.h). */
#include "logic/pack.h"
#include "logic/pack_sorts.h"
#include "logic/unpack_cost.h"
#include "logic/value.h"

/* The allowance: this much, and so much per byte. */
enum { ALLOWED = 1 << 26, ALLOWED_PER_BYTE = 64 };

struct unpacking {
    struct bytes_reader *r;
    struct terms *bank;
    const term_list *table;
    uint64_t left;  /* of the allowance */
    uint32_t width; /* of bit vectors, at most */
    struct pack_sorts sorts;
    u32s parts; /* by sort: how many sorts it has when nothing is shared; saturating */
    u32s functions;
    term_list made;                /* the table, then the terms */
    VEC(struct term_cost) costs;   /* of these */
    term_list args;                /* of the term that is read */
    VEC(struct term_cost) charged; /* of these */
};

static void refuse(struct unpacking *u, const char *why) {
    bytes_refuse(u->r, why);
}

static bool good(const struct unpacking *u) {
    return !u->r->wrong;
}

static void spend(struct unpacking *u, uint64_t cost) {
    if (cost > u->left) refuse(u, "terms that are too much work for their size");
    if (good(u)) u->left -= cost;
}

/* Sorts. */

enum { MOST_PARTS = PACK_SORT + 1 };

static uint32_t parts_of_array(const struct unpacking *u, uint32_t index, uint32_t element) {
    uint32_t parts = 1 + u->parts.data[index] + u->parts.data[element];
    return parts < MOST_PARTS ? parts : MOST_PARTS;
}

static sort read_sort_position(struct unpacking *u, uint32_t *position) {
    *position = (uint32_t)bytes_read_number(u->r, UINT32_MAX);
    if (good(u) && *position >= u->sorts.list.size) refuse(u, "a sort that is not there");
    return good(u) ? u->sorts.list.data[*position] : SORT_NONE;
}

static sort read_array_sort(struct unpacking *u, uint32_t *parts) {
    uint32_t first, second;
    sort index = read_sort_position(u, &first), element = read_sort_position(u, &second);
    if (!good(u)) return SORT_NONE;
    *parts = parts_of_array(u, first, second);
    if (*parts > PACK_SORT) refuse(u, "a sort of too many parts");
    return good(u) ? sort_array(u->bank, index, element) : SORT_NONE;
}

static sort read_uninterpreted_sort(struct unpacking *u) {
    char *name = bytes_read_string(u->r);
    uint32_t id = name ? hash_names_get(&u->bank->sort_names, name) : HASH_NONE;
    if (id == HASH_NONE) refuse(u, "a sort that the model does not have");
    mem_free(name);
    return (sort){good(u) ? id : 0};
}

static sort read_sort(struct unpacking *u, uint32_t *parts) {
    uint64_t width;
    *parts = 1;
    switch (bytes_read_byte(u->r)) {
    case SORT_BV:
        width = bytes_read_number(u->r, u->width);
        if (!width) refuse(u, "a bit vector without bits");
        return good(u) ? sort_bv(u->bank, (uint32_t)width) : SORT_NONE;
    case SORT_ARRAY: return read_array_sort(u, parts);
    case SORT_UNINTERPRETED: return read_uninterpreted_sort(u);
    default: refuse(u, "a sort of an unknown kind"); return SORT_NONE;
    }
}

/* How many parts the sorts of the table have: what an array is made of has smaller numbers in the bank. */
static uint32_t parts_in_bank(const struct unpacking *u, u32s *memo, sort s) {
    u32s stack = {0};
    vec_push(&stack, s.id);
    while (stack.size) {
        uint32_t id = vec_last(&stack);
        const struct sort_node *node = bank_sort_node(u->bank, (sort){id});
        if (node->kind != SORT_ARRAY) memo->data[id] = 1;
        if (memo->data[id]) {
            (void)vec_pop(&stack);
        } else if (memo->data[node->a] && memo->data[node->b]) {
            uint64_t parts = 1 + (uint64_t)memo->data[node->a] + memo->data[node->b];
            memo->data[id] = parts < MOST_PARTS ? (uint32_t)parts : MOST_PARTS;
        } else {
            vec_push(&stack, node->a);
            vec_push(&stack, node->b);
        }
    }
    vec_free(&stack);
    return memo->data[s.id];
}

static void read_sorts(struct unpacking *u) {
    u32s memo = {0};
    vec_resize(&memo, u->bank->sorts.size);
    pack_sorts_init(&u->sorts, u->bank, u->table);
    vec_each (const sort, s, &u->sorts.list) vec_push(&u->parts, parts_in_bank(u, &memo, *s));
    vec_free(&memo);
    u->width = u->sorts.widest < PACK_WIDTH / 4   ? PACK_WIDTH
               : u->sorts.widest < UINT32_MAX / 4 ? 4 * u->sorts.widest
                                                  : UINT32_MAX;
    for (uint32_t n = bytes_read_count(u->r); n && good(u); n--) {
        uint32_t parts;
        sort s = read_sort(u, &parts);
        if (good(u) && hash_map_get(&u->sorts.position, s.id) != HASH_NONE)
            refuse(u, "a sort for the second time");
        if (!good(u)) return;
        pack_sorts_add(&u->sorts, s);
        vec_push(&u->parts, parts);
    }
}

static void read_functions(struct unpacking *u) {
    for (uint32_t n = bytes_read_count(u->r); n && good(u); n--) {
        char *name = bytes_read_string(u->r);
        uint32_t f = name ? function_find(u->bank, name) : UINT32_MAX;
        if (f == UINT32_MAX) refuse(u, "a function that the model does not have");
        vec_push(&u->functions, f);
        mem_free(name);
    }
}

/* Constants. */

static bool read_magnitude(struct unpacking *u, mpz_ptr z) {
    uint32_t size = bytes_read_count(u->r);
    const unsigned char *block = bytes_read_block(u->r, size);
    if (block && size && !block[size - 1]) refuse(u, "a constant that is longer than it need be");
    spend(u, 1 + (uint64_t)size / 8);
    if (good(u)) mpz_import(z, size, -1, 1, 0, 0, block);
    return good(u);
}

static term read_number(struct unpacking *u) {
    enum { REAL = 1, NEGATIVE = 2, FRACTION = 4, FLAGS = 7 };
    uint8_t flags = bytes_read_byte(u->r);
    sort s = flags & REAL ? sort_real() : sort_int();
    mpq_t q;
    mpq_init(q);
    if (flags & ~FLAGS) refuse(u, "a number of an unknown kind");
    if ((flags & FRACTION) && !(flags & REAL)) refuse(u, "an integer with a denominator");
    bool read = read_magnitude(u, mpq_numref(q)) && (!(flags & FRACTION) || read_magnitude(u, mpq_denref(q)));
    if (read && mpz_sgn(mpq_denref(q)) == 0) refuse(u, "a denominator of zero");
    term t = TERM_NONE;
    if (good(u)) {
        mpq_canonicalize(q);
        if (flags & NEGATIVE) mpq_neg(q, q);
        t = term_number_of(u->bank, q, s);
    }
    mpq_clear(q);
    return t;
}

static term read_bits(struct unpacking *u) {
    uint32_t width = (uint32_t)bytes_read_number(u->r, u->width);
    mpz_t z;
    mpz_init(z);
    if (!width) refuse(u, "a bit vector without bits");
    if (read_magnitude(u, z) && mpz_sgn(z) && mpz_sizeinbase(z, 2) > width)
        refuse(u, "a constant that is wider than its bit vector");
    term t = good(u) ? term_bits_of(u->bank, z, width) : TERM_NONE;
    mpz_clear(z);
    return t;
}

static term read_element(struct unpacking *u) {
    uint32_t position;
    sort s = read_sort_position(u, &position);
    uint32_t number = (uint32_t)bytes_read_number(u->r, UINT32_MAX);
    if (good(u) && sort_kind(u->bank, s) != SORT_UNINTERPRETED)
        refuse(u, "an element of a sort that has no elements");
    return good(u) ? term_element(u->bank, s, number) : TERM_NONE;
}

/* Applications. */

static void read_args(struct unpacking *u, uint32_t n) {
    vec_clear(&u->args);
    vec_clear(&u->charged);
    for (uint32_t i = 0; i < n && good(u); i++) {
        uint64_t code = bytes_read_number(u->r, UINT64_MAX), distance = code / 2, at = distance;
        if (code & 1) {
            at = u->made.size - 1 - distance;
            if (distance >= u->made.size - u->table->size) refuse(u, "an argument that is not there");
        } else if (at >= u->table->size) {
            refuse(u, "a variable that is not there");
        }
        if (!good(u)) return;
        vec_push(&u->args, u->made.data[at]);
        vec_push(&u->charged, u->costs.data[at]);
    }
}

/* The width of the result, before there is one. */
static uint64_t width_of_result(const struct unpacking *u, enum term_op op, const uint32_t *p) {
    switch (op) {
    case TERM_BV_CONCAT:
        return (uint64_t)bank_width(u->bank, u->args.data[0]) + bank_width(u->bank, u->args.data[1]);
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND: return (uint64_t)bank_width(u->bank, u->args.data[0]) + p[0];
    case TERM_INT_TO_BV: return p[0];
    default: return 1;
    }
}

static term read_application(struct unpacking *u, enum term_op op) {
    const struct operator_row *row = &operator_rows[op];
    uint32_t p[2] = {0}, n = row->low == row->high ? row->low : bytes_read_count(u->r);
    uint32_t position = 0;
    switch (op) {
    case TERM_APPLY:
        position = (uint32_t)bytes_read_number(u->r, UINT32_MAX);
        if (good(u) && position >= u->functions.size) refuse(u, "a function that is not there");
        if (good(u)) p[0] = u->functions.data[position];
        break;
    case TERM_CONST_ARRAY: p[0] = read_sort_position(u, &position).id; break;
    default:
        for (uint32_t i = 0; i < row->parameters; i++) p[i] = (uint32_t)bytes_read_number(u->r, UINT32_MAX);
    }
    read_args(u, n);
    if (!good(u)) return TERM_NONE;
    const char *wrong = term_well_sorted(u->bank, op, u->args.data, n, p[0], p[1]);
    if (wrong)
        refuse(u, wrong);
    else if (width_of_result(u, op, p) > u->width)
        refuse(u, "the bit vector is too wide");
    else
        spend(u, term_cost_make(u->bank, op, u->args.data, u->charged.data, n));
    return good(u) ? term_make(u->bank, op, u->args.data, n, p[0], p[1]) : TERM_NONE;
}

static term read_term(struct unpacking *u) {
    uint8_t op = bytes_read_byte(u->r);
    vec_clear(&u->args);
    vec_clear(&u->charged);
    if (op >= TERM_OPS) refuse(u, "an operator that is not known");
    if (!good(u)) return TERM_NONE;
    switch (op) {
    case TERM_NUMBER: return read_number(u);
    case TERM_BITS: return read_bits(u);
    case TERM_ELEMENT: return read_element(u);
    case TERM_VARIABLE: refuse(u, "a variable that is not in the table"); return TERM_NONE;
    default: return read_application(u, (enum term_op)op);
    }
}

static void read_terms(struct unpacking *u) {
    vec_each (const term, t, u->table) {
        vec_push(&u->made, *t);
        vec_push(&u->costs, (struct term_cost){.chain = 1, .bulk = 1});
    }
    for (uint32_t n = bytes_read_count(u->r); n && good(u); n--) {
        term t = read_term(u);
        if (!good(u)) return;
        struct term_cost cost = term_cost_of(u->bank, t, u->charged.data, u->charged.size);
        spend(u, term_cost_kept(u->bank, t));
        vec_push(&u->made, t);
        vec_push(&u->costs, cost);
    }
}

static void read_roots(struct unpacking *u, term_list *roots) {
    uint32_t before = roots->size;
    for (uint32_t n = bytes_read_count(u->r); n && good(u); n--) {
        uint64_t code = bytes_read_number(u->r, UINT32_MAX);
        if (code > u->made.size) refuse(u, "a root that is not there");
        if (good(u)) vec_push(roots, code ? u->made.data[code - 1] : TERM_NONE);
    }
    if (!good(u)) vec_shrink(roots, before);
}

bool term_unpack(struct bytes_reader *r, struct terms *b, const term_list *table, term_list *roots) {
    struct unpacking u = {.r = r, .bank = b, .table = table};
    u.left = ALLOWED + ALLOWED_PER_BYTE * (uint64_t)bytes_left(r);
    read_sorts(&u);
    read_functions(&u);
    read_terms(&u);
    read_roots(&u, roots);
    pack_sorts_fini(&u.sorts);
    vec_free(&u.parts);
    vec_free(&u.functions);
    vec_free(&u.made);
    vec_free(&u.costs);
    vec_free(&u.args);
    vec_free(&u.charged);
    return good(&u);
}
