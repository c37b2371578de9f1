/* Terms to literals: every term of the DAG once, arguments first, on a stack of our own. */
#include "transform/between/bitblast_internal.h"

/* ---- sorts and what is refused ---- */

uint64_t blaster_width(const struct terms *b, sort s) {
    switch (sort_kind(b, s)) {
    case SORT_BOOL: return 1;
    case SORT_BV: return sort_width(b, s);
    case SORT_ARRAY: {
        uint64_t index = blaster_width(b, sort_index(b, s)), element = blaster_width(b, sort_element(b, s));
        if (index >= 32 || element > UINT32_MAX) return UINT64_MAX;
        return element << index;
    }
    default: return UINT64_MAX;
    }
}

static const char *sort_refused(const struct terms *b, sort s) {
    switch (sort_kind(b, s)) {
    case SORT_INT: return "integers";
    case SORT_REAL: return "reals";
    case SORT_UNINTERPRETED: return "uninterpreted sorts";
    case SORT_ARRAY: {
        const char *part = sort_refused(b, sort_index(b, s));
        if (!part) part = sort_refused(b, sort_element(b, s));
        if (!part && sort_kind(b, sort_index(b, s)) == SORT_ARRAY) part = "arrays indexed by arrays";
        return part;
    }
    default: return NULL;
    }
}

char *blaster_refuses(const struct terms *b, term t, uint64_t array_bits) {
    sort s = term_sort(b, t);
    const char *what = sort_refused(b, s);
    if (!what && term_is(b, t, TERM_APPLY)) what = "uninterpreted functions";
    if (what) return mem_format("circuits have no %s", what);
    if (sort_kind(b, s) != SORT_ARRAY || blaster_width(b, s) <= array_bits) return NULL;
    return mem_format("an array of more than %llu bits", (unsigned long long)array_bits);
}

/* A generous guess at the gates of one term, for refusing before memory is gone. */
static uint64_t cost(const struct terms *b, term t) {
    uint64_t width = blaster_width(b, term_sort(b, t));
    switch (term_op(b, t)) {
    case TERM_BV_MUL: return 4 * width * width;
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD: return 6 * width * width;
    case TERM_SELECT: return 3 * blaster_width(b, term_sort(b, term_arg(b, t, 0)));
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: return 64 * width;
    default: return 8 * width;
    }
}

/* ---- the memo ---- */

void blaster_init(struct blaster *k, struct terms *bank, struct aig *graph, struct limits *limits) {
    *k = (struct blaster){.bank = bank, .words = {graph, limits}};
    arena_init(&k->arena);
}

void blaster_fini(struct blaster *k) {
    arena_fini(&k->arena);
    mem_free(k->bits);
}

static void reserve(struct blaster *k) {
    uint32_t wanted = terms_size(k->bank);
    if (wanted <= k->size) return;
    k->bits = mem_realloc(k->bits, wanted * sizeof *k->bits);
    for (uint32_t i = k->size; i < wanted; i++) k->bits[i] = NULL;
    k->size = wanted;
}

static uint64_t width_of(const struct blaster *k, term t) {
    return blaster_width(k->bank, term_sort(k->bank, t));
}

static aig_lit *new_bits(struct blaster *k, uint64_t width) {
    return arena_alloc(&k->arena, width * sizeof(aig_lit));
}

void blaster_bind(struct blaster *k, term variable, const aig_lit *bits) {
    reserve(k);
    uint64_t width = width_of(k, variable);
    k->bits[variable.id] = new_bits(k, width);
    memcpy(k->bits[variable.id], bits, width * sizeof *bits);
}

/* ---- operators ---- */

static const aig_lit *arg(const struct blaster *k, term t, uint32_t i) {
    return k->bits[term_arg(k->bank, t, i).id];
}

static void blast_many(struct blaster *k, term t, aig_lit *out) {
    aig_lits all = {0};
    for (uint32_t i = 0; i < term_arity(k->bank, t); i++) vec_push(&all, arg(k, t, i)[0]);
    out[0] = term_is(k->bank, t, TERM_AND) ? aig_and_all(k->words.graph, all.data, all.size)
                                           : aig_or_all(k->words.graph, all.data, all.size);
    vec_free(&all);
}

static void blast_bitwise(struct blaster *k, term t, aig_lit *out, uint32_t n) {
    struct aig *g = k->words.graph;
    const aig_lit *a = arg(k, t, 0), *b = term_arity(k->bank, t) > 1 ? arg(k, t, 1) : NULL;
    for (uint32_t i = 0; i < n; i++) switch (term_op(k->bank, t)) {
        case TERM_NOT:
        case TERM_BV_NOT: out[i] = aig_not(a[i]); break;
        case TERM_BV_AND: out[i] = aig_and(g, a[i], b[i]); break;
        case TERM_BV_OR: out[i] = aig_or(g, a[i], b[i]); break;
        default: out[i] = aig_xor(g, a[i], b[i]); break;
        }
}

/* Copies bits around. */
static void blast_wiring(struct blaster *k, term t, aig_lit *out, uint32_t n) {
    const struct terms *b = k->bank;
    const aig_lit *a = arg(k, t, 0);
    uint32_t width = (uint32_t)width_of(k, term_arg(b, t, 0));
    for (uint32_t i = 0; i < n; i++) switch (term_op(b, t)) {
        case TERM_BV_EXTRACT: out[i] = a[term_parameter(b, t, 1) + i]; break;
        case TERM_BV_ZERO_EXTEND: out[i] = i < width ? a[i] : AIG_FALSE; break;
        case TERM_BV_SIGN_EXTEND: out[i] = a[i < width ? i : width - 1]; break;
        case TERM_BV_ROTATE_LEFT:
            out[i] = a[(i + (uint64_t)width - term_parameter(b, t, 0) % width) % width];
            break;
        default: out[i] = a[(i + (uint64_t)term_parameter(b, t, 0)) % width]; break; /* rotate_right */
        }
}

static void blast_concat(struct blaster *k, term t, aig_lit *out) {
    uint64_t high = width_of(k, term_arg(k->bank, t, 0)), low = width_of(k, term_arg(k->bank, t, 1));
    memcpy(out, arg(k, t, 1), low * sizeof *out);
    memcpy(out + low, arg(k, t, 0), high * sizeof *out);
}

static void blast_arithmetic(struct blaster *k, term t, aig_lit *out, uint32_t n) {
    struct wires_builder *w = &k->words;
    const aig_lit *a = arg(k, t, 0), *b = arg(k, t, 1);
    switch (term_op(k->bank, t)) {
    case TERM_BV_ADD: wires_add(w, out, a, b, AIG_FALSE, n); break;
    case TERM_BV_SUB: wires_subtract(w, out, a, b, n); break;
    case TERM_BV_MUL: wires_multiply(w, out, a, b, n); break;
    case TERM_BV_UDIV: wires_divide(w, out, NULL, a, b, n); break;
    case TERM_BV_UREM: wires_divide(w, NULL, out, a, b, n); break;
    case TERM_BV_SDIV: wires_divide_signed(w, WORD_SDIV, out, a, b, n); break;
    case TERM_BV_SREM: wires_divide_signed(w, WORD_SREM, out, a, b, n); break;
    case TERM_BV_SMOD: wires_divide_signed(w, WORD_SMOD, out, a, b, n); break;
    case TERM_BV_SHL: wires_shift_left(w, out, a, b, n); break;
    case TERM_BV_LSHR: wires_shift_right(w, out, a, b, AIG_FALSE, n); break;
    default: wires_shift_right(w, out, a, b, a[n - 1], n); break; /* bvashr */
    }
}

static void blast_comparison(struct blaster *k, term t, aig_lit *out) {
    struct wires_builder *w = &k->words;
    const aig_lit *a = arg(k, t, 0), *b = arg(k, t, 1);
    uint32_t n = (uint32_t)width_of(k, term_arg(k->bank, t, 0));
    switch (term_op(k->bank, t)) {
    case TERM_EQ: out[0] = wires_equal(w, a, b, n); break;
    case TERM_BV_ULT: out[0] = wires_less(w, a, b, false, n); break;
    case TERM_BV_ULE: out[0] = wires_less(w, a, b, true, n); break;
    case TERM_BV_SLT: out[0] = wires_less_signed(w, a, b, false, n); break;
    default: out[0] = wires_less_signed(w, a, b, true, n); break; /* bvsle */
    }
}

static void blast_select(struct blaster *k, term t, aig_lit *out, uint32_t n) {
    uint32_t index = (uint32_t)width_of(k, term_arg(k->bank, t, 1));
    wires_select(&k->words, out, arg(k, t, 0), arg(k, t, 1), index, n);
}

static void blast_store(struct blaster *k, term t, aig_lit *out) {
    uint32_t index = (uint32_t)width_of(k, term_arg(k->bank, t, 1)),
             element = (uint32_t)width_of(k, term_arg(k->bank, t, 2)), size = UINT32_C(1) << index;
    const aig_lit *array = arg(k, t, 0), *value = arg(k, t, 2);
    aig_lit *here = mem_new_array(aig_lit, size);
    wires_decode(&k->words, here, arg(k, t, 1), index);
    for (uint32_t i = 0; i < size; i++)
        wires_choose(&k->words, out + (size_t)i * element, here[i], value, array + (size_t)i * element,
                     element);
    mem_free(here);
}

static void blast_const_array(struct blaster *k, term t, aig_lit *out, uint32_t n) {
    uint64_t element = width_of(k, term_arg(k->bank, t, 0));
    for (uint64_t i = 0; i < n; i++) out[i] = arg(k, t, 0)[i % element];
}

/* All arguments have their bits. */
static void blast(struct blaster *k, term t, aig_lit *out, uint32_t n) {
    switch (term_op(k->bank, t)) {
    case TERM_TRUE: out[0] = AIG_TRUE; break;
    case TERM_FALSE: out[0] = AIG_FALSE; break;
    case TERM_BITS:
        for (uint32_t i = 0; i < n; i++) out[i] = mpz_tstbit(term_bits(k->bank, t), i) ? AIG_TRUE : AIG_FALSE;
        break;
    case TERM_AND:
    case TERM_OR: blast_many(k, t, out); break;
    case TERM_NOT:
    case TERM_XOR:
    case TERM_BV_NOT:
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR: blast_bitwise(k, t, out, n); break;
    case TERM_ITE: wires_choose(&k->words, out, arg(k, t, 0)[0], arg(k, t, 1), arg(k, t, 2), n); break;
    case TERM_BV_NEG: wires_negate_if(&k->words, out, arg(k, t, 0), AIG_TRUE, n); break;
    case TERM_EQ:
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: blast_comparison(k, t, out); break;
    case TERM_BV_CONCAT: blast_concat(k, t, out); break;
    case TERM_BV_EXTRACT:
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND:
    case TERM_BV_ROTATE_LEFT:
    case TERM_BV_ROTATE_RIGHT: blast_wiring(k, t, out, n); break;
    case TERM_SELECT: blast_select(k, t, out, n); break;
    case TERM_STORE: blast_store(k, t, out); break;
    case TERM_CONST_ARRAY: blast_const_array(k, t, out, n); break;
    default: blast_arithmetic(k, t, out, n); break;
    }
}

const aig_lit *blaster_run(struct blaster *k, term root) {
    term_list stack = {0};
    reserve(k);
    vec_push(&stack, root);
    while (stack.size) {
        term t = vec_last(&stack);
        uint32_t before = stack.size;
        if (!k->bits[t.id]) {
            for (uint32_t i = 0; i < term_arity(k->bank, t); i++) {
                term argument = term_arg(k->bank, t, i);
                if (!k->bits[argument.id]) vec_push(&stack, argument);
            }
            if (stack.size > before) continue;
            assert(!term_is(k->bank, t, TERM_VARIABLE));
            uint64_t n = width_of(k, t);
            k->literals += n;
            if (aig_size(k->words.graph) + cost(k->bank, t) > BITBLAST_NODES) break;
            if (k->literals > 4 * (uint64_t)BITBLAST_NODES) break;
            aig_lit *out = new_bits(k, n);
            blast(k, t, out, (uint32_t)n);
            if (limits_stopped(k->words.limits)) break;
            k->bits[t.id] = out;
        }
        (void)vec_pop(&stack);
    }
    bool finished = !stack.size;
    vec_free(&stack);
    return finished ? k->bits[root.id] : NULL;
}
