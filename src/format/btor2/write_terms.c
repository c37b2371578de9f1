#include "format/btor2/write_terms.h"

/* ---- what can be written ---- */

static bool writable_sort(const struct terms *b, sort s, bool element) {
    switch (sort_kind(b, s)) {
    case SORT_BOOL:
    case SORT_BV: return true;
    case SORT_ARRAY:
        return !element && writable_sort(b, sort_index(b, s), true) &&
               writable_sort(b, sort_element(b, s), true);
    default: return false;
    }
}

bool btor2_can_write(const struct btor2_writer *w, term t) {
    const struct terms *b = w->bank;
    const char *what = NULL;
    if (!writable_sort(b, term_sort(b, t), false))
        what = "a sort other than Booleans, bit vectors and arrays of them";
    else if (term_is(b, t, TERM_APPLY))
        what = "an uninterpreted function";
    else if (term_is(b, t, TERM_CONST_ARRAY) && !term_is_value(b, term_arg(b, t, 0)))
        what = "a constant array of a variable element";
    if (!what) return true;
    messages_fail(w->messages, STATUS_UNSUPPORTED, (struct position){0}, "BTOR2 cannot express %s", what);
    return false;
}

/* ---- lines ---- */

uint32_t btor2_write_line(struct btor2_writer *w, const char *op, uint32_t sort, uint32_t a, uint32_t b,
                          uint32_t c) {
    text_format(w->out, "%u %s", ++w->lines, op);
    uint32_t rest[] = {sort, a, b, c};
    for (uint32_t i = 0; i < 4; i++)
        if (rest[i]) text_format(w->out, " %u", rest[i]);
    text_byte(w->out, '\n');
    return w->lines;
}

static uint32_t write_width(struct btor2_writer *w, uint32_t width) {
    uint32_t line = hash_map_get(&w->widths, width);
    if (line != HASH_NONE) return line;
    text_format(w->out, "%u sort bitvec %u\n", ++w->lines, width);
    hash_map_put(&w->widths, width, w->lines);
    return w->lines;
}

uint32_t btor2_write_sort(struct btor2_writer *w, sort s) {
    if (sort_kind(w->bank, s) == SORT_BOOL) return write_width(w, 1);
    if (sort_kind(w->bank, s) == SORT_BV) return write_width(w, sort_width(w->bank, s));
    uint32_t line = hash_map_get(&w->arrays, s.id);
    if (line != HASH_NONE) return line;
    uint32_t index = btor2_write_sort(w, sort_index(w->bank, s)),
             element = btor2_write_sort(w, sort_element(w->bank, s));
    text_format(w->out, "%u sort array %u %u\n", ++w->lines, index, element);
    hash_map_put(&w->arrays, s.id, w->lines);
    return w->lines;
}

uint32_t btor2_write_bit(struct btor2_writer *w, bool value) {
    return btor2_write_term(w, term_bool(w->bank, value));
}

uint32_t btor2_write_const_array(struct btor2_writer *w, term t) {
    uint32_t sort = btor2_write_sort(w, term_sort(w->bank, t)),
             element = btor2_write_term(w, term_arg(w->bank, t, 0));
    uint32_t state = btor2_write_line(w, "state", sort, 0, 0, 0);
    btor2_write_line(w, "init", sort, state, element, 0);
    btor2_write_line(w, "next", sort, state, state, 0);
    return state;
}

static uint32_t write_constant(struct btor2_writer *w, term t) {
    uint32_t sort = btor2_write_sort(w, term_sort(w->bank, t));
    mpz_srcptr value = term_bits(w->bank, t);
    if (mpz_sgn(value) == 0) return btor2_write_line(w, "zero", sort, 0, 0, 0);
    if (mpz_cmp_ui(value, 1) == 0) return btor2_write_line(w, "one", sort, 0, 0, 0);
    if (mpz_popcount(value) == sort_width(w->bank, term_sort(w->bank, t)))
        return btor2_write_line(w, "ones", sort, 0, 0, 0);
    char *digits = mem_alloc(mpz_sizeinbase(value, 10) + 2);
    mpz_get_str(digits, 10, value);
    text_format(w->out, "%u constd %u %s\n", ++w->lines, sort, digits);
    mem_free(digits);
    return w->lines;
}

/* ---- operators ---- */

/* The operators of two equal sides of the format. */
static const char *binary_name(enum term_op op) {
    switch (op) {
    case TERM_AND:
    case TERM_BV_AND: return "and";
    case TERM_OR:
    case TERM_BV_OR: return "or";
    case TERM_XOR:
    case TERM_BV_XOR: return "xor";
    case TERM_EQ: return "eq";
    case TERM_BV_ADD: return "add";
    case TERM_BV_SUB: return "sub";
    case TERM_BV_MUL: return "mul";
    case TERM_BV_UDIV: return "udiv";
    case TERM_BV_UREM: return "urem";
    case TERM_BV_SDIV: return "sdiv";
    case TERM_BV_SREM: return "srem";
    case TERM_BV_SMOD: return "smod";
    case TERM_BV_SHL: return "sll";
    case TERM_BV_LSHR: return "srl";
    case TERM_BV_ASHR: return "sra";
    case TERM_BV_ULT: return "ult";
    case TERM_BV_ULE: return "ulte";
    case TERM_BV_SLT: return "slt";
    case TERM_BV_SLE: return "slte";
    case TERM_BV_CONCAT: return "concat";
    case TERM_SELECT: return "read";
    default: return NULL;
    }
}

static uint32_t line_of(const struct btor2_writer *w, term t) {
    return hash_map_get(&w->terms, t.id);
}

/* A line with numbers after its operand. */
static uint32_t write_indexed(struct btor2_writer *w, term t, const char *op, uint32_t sort,
                              uint32_t numbers) {
    text_format(w->out, "%u %s %u %u %u", ++w->lines, op, sort, line_of(w, term_arg(w->bank, t, 0)),
                term_parameter(w->bank, t, 0));
    if (numbers == 2) text_format(w->out, " %u", term_parameter(w->bank, t, 1));
    text_byte(w->out, '\n');
    return w->lines;
}

/* By an amount below the width, on which all readers agree. */
static uint32_t write_rotation(struct btor2_writer *w, term t, const char *op, uint32_t sort) {
    uint32_t width = sort_width(w->bank, term_sort(w->bank, t)),
             argument = line_of(w, term_arg(w->bank, t, 0));
    uint32_t amount = term_parameter(w->bank, t, 0) % width;
    if (!amount) return argument;
    text_format(w->out, "%u constd %u %u\n", ++w->lines, sort, amount);
    return btor2_write_line(w, op, sort, argument, w->lines, 0);
}

/* All arguments have lines. */
static uint32_t write_operation(struct btor2_writer *w, term t) {
    struct terms *b = w->bank;
    enum term_op op = term_op(b, t);
    uint32_t sort = btor2_write_sort(w, term_sort(b, t));
    const char *name = binary_name(op);
    if (name) {
        uint32_t line = line_of(w, term_arg(b, t, 0));
        for (uint32_t i = 1; i < term_arity(b, t); i++)
            line = btor2_write_line(w, name, sort, line, line_of(w, term_arg(b, t, i)), 0);
        return line;
    }
    uint32_t args[3] = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) args[i] = line_of(w, term_arg(b, t, i));
    switch (op) {
    case TERM_TRUE: return btor2_write_line(w, "one", sort, 0, 0, 0);
    case TERM_FALSE: return btor2_write_line(w, "zero", sort, 0, 0, 0);
    case TERM_BITS: return write_constant(w, t);
    case TERM_NOT:
    case TERM_BV_NOT: return btor2_write_line(w, "not", sort, args[0], 0, 0);
    case TERM_BV_NEG: return btor2_write_line(w, "neg", sort, args[0], 0, 0);
    case TERM_ITE: return btor2_write_line(w, "ite", sort, args[0], args[1], args[2]);
    case TERM_STORE: return btor2_write_line(w, "write", sort, args[0], args[1], args[2]);
    case TERM_BV_EXTRACT: return write_indexed(w, t, "slice", sort, 2);
    case TERM_BV_ZERO_EXTEND: return write_indexed(w, t, "uext", sort, 1);
    case TERM_BV_SIGN_EXTEND: return write_indexed(w, t, "sext", sort, 1);
    case TERM_BV_ROTATE_LEFT: return write_rotation(w, t, "rol", sort);
    case TERM_BV_ROTATE_RIGHT: return write_rotation(w, t, "ror", sort);
    case TERM_CONST_ARRAY: return btor2_write_const_array(w, t);
    default: assert(!"btor2_can_write lets this operator through"); return 0;
    }
}

uint32_t btor2_write_term(struct btor2_writer *w, term root) {
    term_list stack = {0};
    vec_push(&stack, root);
    while (stack.size) {
        term t = vec_last(&stack);
        bool ready = true;
        if (line_of(w, t) == HASH_NONE) {
            for (uint32_t i = 0; i < term_arity(w->bank, t); i++) {
                term argument = term_arg(w->bank, t, i);
                if (line_of(w, argument) != HASH_NONE) continue;
                vec_push(&stack, argument);
                ready = false;
            }
            if (ready) hash_map_put(&w->terms, t.id, write_operation(w, t));
        }
        if (ready) (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return line_of(w, root);
}
