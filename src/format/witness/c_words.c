/* Operators on bit vectors in C. */
#include "format/witness/c_writer.h"

static void number(struct c_writer *w, uint32_t n) {
    text_format(w->out, "%u", n);
}

/* After an open parenthesis and something of the word's type that may have more bits: cuts it, and closes. */
static void close_masked(struct c_writer *w, uint32_t width) {
    c_write(w, ")");
    if (width == 32 || width == 64) return;
    c_write(w, " & ");
    c_write_ones(w, width);
    c_write(w, ")");
}

static void open_masked(struct c_writer *w, uint32_t width) {
    c_write(w, width == 32 || width == 64 ? "(" : "((");
}

static void binary(struct c_writer *w, term t, const char *operator, bool wraps) {
    uint32_t width = c_width(w, t);
    if (wraps)
        open_masked(w, width);
    else
        c_write(w, "(");
    c_write_bits(w, c_arg(w, t, 0), AS_WORD);
    c_write(w, operator);
    c_write_bits(w, c_arg(w, t, 1), AS_WORD);
    if (wraps)
        close_masked(w, width);
    else
        c_write(w, ")");
}

static void unary(struct c_writer *w, term t, const char *operator) {
    uint32_t width = c_width(w, t);
    open_masked(w, width);
    c_write(w, operator);
    c_write_bits(w, c_arg(w, t, 0), AS_WORD);
    close_masked(w, width);
}

/* A signed value, which `write` writes, as a word. */
static void word_of(struct c_writer *w, term t, void (*write)(struct c_writer *, term)) {
    uint32_t width = c_width(w, t);
    open_masked(w, width);
    c_write_cast(w, c_word_type(width, false));
    c_write(w, "(");
    write(w, t);
    c_write(w, ")");
    close_masked(w, width);
}

static bool is_constant(const struct c_writer *w, term t) {
    return term_is(w->bank, t, TERM_BITS);
}

static bool is_zero(const struct c_writer *w, term t) {
    return is_constant(w, t) && !mpz_sgn(term_bits(w->bank, t));
}

/* x / 0 is all ones, x % 0 is x. */
static void unsigned_division(struct c_writer *w, term t) {
    term divisor = c_arg(w, t, 1);
    bool quotient = term_is(w->bank, t, TERM_BV_UDIV),
         guarded = !is_constant(w, divisor) || is_zero(w, divisor);
    if (guarded) {
        c_write(w, "(");
        c_write_bits(w, divisor, AS_WORD);
        c_write(w, " == 0 ? ");
        if (quotient)
            c_write_ones(w, c_width(w, t));
        else
            c_write_bits(w, c_arg(w, t, 0), AS_WORD);
        c_write(w, " : ");
    }
    if (!is_zero(w, divisor))
        binary(w, t, quotient ? " / " : " % ", false);
    else
        c_write(w, "0");
    if (guarded) c_write(w, ")");
}

static bool is_minus_one(const struct c_writer *w, term t) {
    return is_constant(w, t) && mpz_popcount(term_bits(w->bank, t)) == c_width(w, t);
}

/* Signed division truncates as C's does; by -1 it may overflow, so that is written as a negation of the word. x / 0 is
 * 1 for negative x and else -1; x % 0 is x. */
static void signed_division(struct c_writer *w, term t) {
    term a = c_arg(w, t, 0), b = c_arg(w, t, 1);
    bool quotient = term_is(w->bank, t, TERM_BV_SDIV), known = is_constant(w, b);
    if (!known || is_zero(w, b)) {
        c_write_bits(w, b, AS_SIGNED);
        c_write(w, " == 0 ? ");
        if (quotient) c_write(w, "(");
        c_write_bits(w, a, AS_SIGNED);
        if (quotient) c_write(w, " < 0 ? 1 : -1)");
        c_write(w, " : ");
    }
    if (!known || is_minus_one(w, b)) {
        const char *type = c_word_type(c_width(w, t), true);
        if (!known) {
            c_write_bits(w, b, AS_SIGNED);
            c_write(w, " == -1 ? ");
        }
        if (quotient) {
            c_write_cast(w, type);
            c_write(w, "(0 - ");
            c_write_bits(w, a, AS_WORD);
            c_write(w, ")");
        } else {
            c_write(w, "0");
        }
        if (!known) c_write(w, " : ");
    }
    if (known && (is_zero(w, b) || is_minus_one(w, b))) {
        if (is_zero(w, b)) c_write(w, "0");
        return;
    }
    c_write_bits(w, a, AS_SIGNED);
    c_write(w, quotient ? " / " : " % ");
    c_write_bits(w, b, AS_SIGNED);
}

/* The sign of the divisor: the remainder of the truncated division, plus the divisor where the signs differ. */
static void modulo(struct c_writer *w, term t) {
    term a = c_arg(w, t, 0), b = c_arg(w, t, 1);
    const term *operands[] = {&a, &b};
    c_write_bits(w, b, AS_SIGNED);
    c_write(w, " == 0 ? ");
    c_write_bits(w, a, AS_SIGNED);
    c_write(w, " : ");
    c_write_bits(w, b, AS_SIGNED);
    c_write(w, " == -1 ? 0 : (");
    for (int i = 0; i < 2; i++) {
        c_write_bits(w, *operands[0], AS_SIGNED);
        c_write(w, " % ");
        c_write_bits(w, *operands[1], AS_SIGNED);
        if (!i) c_write(w, " != 0 && (");
    }
    c_write(w, " < 0) != (");
    c_write_bits(w, b, AS_SIGNED);
    c_write(w, " < 0) ? ");
    for (int i = 0; i < 2; i++) {
        c_write_bits(w, a, AS_SIGNED);
        c_write(w, " % ");
        c_write_bits(w, b, AS_SIGNED);
        if (!i) {
            c_write(w, " + ");
            c_write_bits(w, b, AS_SIGNED);
            c_write(w, " : ");
        }
    }
    c_write(w, ")");
}

/* By an amount that may be too large, where `beyond` stands for what is left then. */
static void shift(struct c_writer *w, term t, const char *operator, enum c_form form, const char *beyond) {
    term amount = c_arg(w, t, 1);
    uint32_t width = c_width(w, t);
    bool known = is_constant(w, amount), small = known && mpz_cmp_ui(term_bits(w->bank, amount), width) < 0;
    if (!known) {
        c_write_bits(w, amount, AS_WORD);
        c_write(w, " < ");
        number(w, width);
        c_write(w, " ? ");
    }
    if (!known || small) { /* an operand in the signed reading may be of a narrower type */
        if (form == AS_SIGNED) c_write_cast(w, c_word_type(width, true));
        c_write_bits(w, c_arg(w, t, 0), form);
        c_write(w, operator);
        if (known)
            c_write_number(w->out, term_bits(w->bank, amount), "");
        else
            c_write_bits(w, amount, AS_WORD);
    }
    if (!known) c_write(w, " : ");
    if (!small && *beyond) c_write(w, beyond);
    if (!small && !*beyond) {
        c_write_bits(w, c_arg(w, t, 0), AS_SIGNED);
        c_write(w, " < 0 ? -1 : 0");
    }
}

static void logical_shift(struct c_writer *w, term t, const char *operator) {
    uint32_t width = c_width(w, t);
    open_masked(w, width);
    shift(w, t, operator, AS_WORD, width <= 32 ? "0U" : "0ULL");
    close_masked(w, width);
}

static void arithmetic_shift(struct c_writer *w, term t) {
    shift(w, t, " >> ", AS_SIGNED, "");
}

/* Cutting and joining. */

static void extract(struct c_writer *w, term t) {
    uint32_t width = c_width(w, t), from = c_width(w, c_arg(w, t, 0)), low = term_parameter(w->bank, t, 1);
    bool narrowed = from > 32 && width <= 32;
    c_write(w, "(");
    if (narrowed) c_write_cast(w, "unsigned int");
    c_write(w, "(");
    c_write_bits(w, c_arg(w, t, 0), AS_WORD);
    if (low) {
        c_write(w, " >> ");
        number(w, low);
    }
    c_write(w, ")");
    if (width != 32 && width != 64) {
        c_write(w, " & ");
        c_write_ones(w, width);
    }
    c_write(w, ")");
}

/* A part of a wider word, shifted to its place. */
static void part(struct c_writer *w, term t, uint32_t width, uint32_t left) {
    if (width > 32 && c_width(w, t) <= 32) c_write_cast(w, c_word_type(width, false));
    c_write_bits(w, t, AS_WORD);
    if (left) {
        c_write(w, " << ");
        number(w, left);
    }
}

static void concat(struct c_writer *w, term t) {
    uint32_t width = c_width(w, t);
    c_write(w, "((");
    part(w, c_arg(w, t, 0), width, c_width(w, c_arg(w, t, 1)));
    c_write(w, ") | ");
    part(w, c_arg(w, t, 1), width, 0);
    c_write(w, ")");
}

static void zero_extend(struct c_writer *w, term t) {
    part(w, c_arg(w, t, 0), c_width(w, t), 0);
}

static void signed_argument(struct c_writer *w, term t) {
    c_write_bits(w, c_arg(w, t, 0), AS_SIGNED);
}

static void rotate(struct c_writer *w, term t, bool left) {
    uint32_t width = c_width(w, t), by = term_parameter(w->bank, t, 0) % width;
    if (!by) {
        c_write_bits(w, c_arg(w, t, 0), AS_WORD);
        return;
    }
    const char *const operators[] = {left ? " << " : " >> ", left ? " >> " : " << "};
    open_masked(w, width);
    for (int i = 0; i < 2; i++) {
        c_write(w, "(");
        c_write_bits(w, c_arg(w, t, 0), AS_WORD);
        c_write(w, operators[i]);
        number(w, i ? width - by : by);
        c_write(w, i ? ")" : ") | ");
    }
    close_masked(w, width);
}

void c_write_word(struct c_writer *w, term t) {
    switch (term_op(w->bank, t)) {
    case TERM_BITS: c_constant(w->out, w->bank, t, false); break;
    case TERM_BV_NOT: unary(w, t, "~"); break;
    case TERM_BV_NEG: unary(w, t, "0 - "); break;
    case TERM_BV_AND: binary(w, t, " & ", false); break;
    case TERM_BV_OR: binary(w, t, " | ", false); break;
    case TERM_BV_XOR: binary(w, t, " ^ ", false); break;
    case TERM_BV_ADD: binary(w, t, " + ", true); break;
    case TERM_BV_SUB: binary(w, t, " - ", true); break;
    case TERM_BV_MUL: binary(w, t, " * ", true); break;
    case TERM_BV_UDIV:
    case TERM_BV_UREM: unsigned_division(w, t); break;
    case TERM_BV_SDIV:
    case TERM_BV_SREM: word_of(w, t, signed_division); break;
    case TERM_BV_SMOD: word_of(w, t, modulo); break;
    case TERM_BV_SHL: logical_shift(w, t, " << "); break;
    case TERM_BV_LSHR: logical_shift(w, t, " >> "); break;
    case TERM_BV_ASHR: word_of(w, t, arithmetic_shift); break;
    case TERM_BV_CONCAT: concat(w, t); break;
    case TERM_BV_EXTRACT: extract(w, t); break;
    case TERM_BV_ZERO_EXTEND: zero_extend(w, t); break;
    case TERM_BV_SIGN_EXTEND: word_of(w, t, signed_argument); break;
    case TERM_BV_ROTATE_LEFT: rotate(w, t, true); break;
    case TERM_BV_ROTATE_RIGHT: rotate(w, t, false); break;
    default: w->failed = true; break;
    }
}
