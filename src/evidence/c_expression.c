#include "evidence/c_expression.h"

struct writer {
    struct text *out;
    const struct c_names *names;
    const struct terms *bank;
    size_t end; /* where the text is too long */
    uint32_t depth;
    bool failed;
};

/* How an expression is written. */
enum form {
    AS_SIGNED,   /* its value is the signed reading; of a signed type, or one that is promoted to one */
    AS_UNSIGNED, /* its value is the unsigned reading; of any type that has it */
    AS_WORD /* the same, of type unsigned int, or with more than 32 bits unsigned long long, or as wide */
};
static void bits(struct writer *, term, enum form);
static void boolean(struct writer *, term);

static void add(struct writer *w, const char *s) {
    text_add(w->out, s);
    if (w->out->size > w->end) w->failed = true;
}

static uint32_t width_of(const struct writer *w, term t) {
    return sort_width(w->bank, term_sort(w->bank, t));
}

static term arg(const struct writer *w, term t, uint32_t i) {
    return term_arg(w->bank, t, i);
}

/* The narrowest type that has the width; NULL: it has no type. */
static const char *type_of(uint32_t width, bool is_signed) {
    switch (width) {
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned int";
    case 64: return is_signed ? "long long" : "unsigned long long";
    default: return NULL;
    }
}

static const char *word_type(uint32_t width, bool is_signed) {
    return type_of(width <= 32 ? 32 : 64, is_signed);
}

static void cast(struct writer *w, const char *type) {
    add(w, "(");
    add(w, type);
    add(w, ")");
}

/* Constants. */

static void add_number(struct text *out, mpz_srcptr n, const char *suffix) {
    char *digits = mpz_get_str(NULL, 10, n);
    text_format(out, "%s%s", digits, suffix);
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(digits, strlen(digits) + 1);
}

static const char *suffix_of(uint32_t width, bool is_signed) {
    if (width <= 32) return is_signed ? "" : "U";
    return is_signed ? "LL" : "ULL";
}

/* The least number has no constant of its own in C: 2147483648 is no int. */
static void signed_constant(struct text *out, mpz_srcptr bits, uint32_t width) {
    mpz_t n;
    mpz_init_set(n, bits);
    bool negative = mpz_tstbit(bits, width - 1);
    if (negative) {
        mpz_t all;
        mpz_init(all);
        mpz_setbit(all, width);
        mpz_sub(n, n, all);
        mpz_clear(all);
    }
    bool least = (width == 32 || width == 64) && negative && mpz_scan1(n, 0) == width - 1;
    if (least) {
        mpz_add_ui(n, n, 1);
        text_add(out, "(");
    }
    add_number(out, n, suffix_of(width, true));
    if (least) text_add(out, " - 1)");
    mpz_clear(n);
}

void c_constant(struct text *out, const struct terms *b, term value, bool is_signed) {
    switch (term_op(b, value)) {
    case TERM_TRUE: text_add(out, "1"); break;
    case TERM_FALSE: text_add(out, "0"); break;
    case TERM_BITS: {
        uint32_t width = sort_width(b, term_sort(b, value));
        if (is_signed)
            signed_constant(out, term_bits(b, value), width);
        else
            add_number(out, term_bits(b, value), suffix_of(width, false));
        break;
    }
    case TERM_NUMBER: {
        mpq_srcptr q = term_number(b, value);
        add_number(out, mpq_numref(q), mpz_sizeinbase(mpq_numref(q), 2) > 31 ? "LL" : "");
        if (mpz_cmp_ui(mpq_denref(q), 1)) {
            text_add(out, "/");
            add_number(out, mpq_denref(q), "");
        }
        break;
    }
    default: text_add(out, "?"); break;
    }
}

static void ones(struct writer *w, uint32_t width) {
    mpz_t n;
    mpz_init(n);
    mpz_setbit(n, width);
    mpz_sub_ui(n, n, 1);
    add_number(w->out, n, suffix_of(width, false));
    mpz_clear(n);
}

static void number(struct writer *w, uint32_t n) {
    text_format(w->out, "%u", n);
}

/* After an open parenthesis and something of the word's type that may have more bits: cuts it, and closes. */
static void close_masked(struct writer *w, uint32_t width) {
    add(w, ")");
    if (width == 32 || width == 64) return;
    add(w, " & ");
    ones(w, width);
    add(w, ")");
}

static void open_masked(struct writer *w, uint32_t width) {
    add(w, width == 32 || width == 64 ? "(" : "((");
}

/* Variables. */

static void variable(struct writer *w, term t, enum form form) {
    struct c_name name;
    uint32_t width = width_of(w, t);
    if (!w->names->find(w->names->client, t, &name)) {
        w->failed = true;
        return;
    }
    bool is_signed = name.is_signed && !name.is_boolean;
    const char *type = type_of(width, form == AS_SIGNED);
    if (form == AS_WORD && (is_signed || width < 32 || !type)) {
        if (width < 32 || !type || name.is_boolean) cast(w, word_type(width, false));
        form = AS_UNSIGNED;
        type = type_of(width, false);
    }
    if (name.is_boolean && form == AS_SIGNED && width == 1) {
        add(w, "(-");
        add(w, name.text);
        add(w, ")");
    } else if ((form == AS_SIGNED) == is_signed || name.is_boolean) {
        add(w, name.text);
    } else if (type) {
        cast(w, type);
        add(w, name.text);
    } else if (form == AS_SIGNED) { /* a bit field */
        w->failed = true;
    } else {
        add(w, "(");
        cast(w, word_type(width, false));
        add(w, name.text);
        add(w, " & ");
        ones(w, width);
        add(w, ")");
    }
}

/* Operators on words. */

static void binary(struct writer *w, term t, const char *operator, bool wraps) {
    uint32_t width = width_of(w, t);
    if (wraps)
        open_masked(w, width);
    else
        add(w, "(");
    bits(w, arg(w, t, 0), AS_WORD);
    add(w, operator);
    bits(w, arg(w, t, 1), AS_WORD);
    if (wraps)
        close_masked(w, width);
    else
        add(w, ")");
}

static void unary(struct writer *w, term t, const char *operator) {
    uint32_t width = width_of(w, t);
    open_masked(w, width);
    add(w, operator);
    bits(w, arg(w, t, 0), AS_WORD);
    close_masked(w, width);
}

/* A signed value, which `write` writes, as a word. */
static void word_of(struct writer *w, term t, void (*write)(struct writer *, term)) {
    uint32_t width = width_of(w, t);
    open_masked(w, width);
    cast(w, word_type(width, false));
    add(w, "(");
    write(w, t);
    add(w, ")");
    close_masked(w, width);
}

static bool is_constant(const struct writer *w, term t) {
    return term_is(w->bank, t, TERM_BITS);
}

static bool is_zero(const struct writer *w, term t) {
    return is_constant(w, t) && !mpz_sgn(term_bits(w->bank, t));
}

/* x / 0 is all ones, x % 0 is x. */
static void unsigned_division(struct writer *w, term t) {
    term divisor = arg(w, t, 1);
    bool quotient = term_is(w->bank, t, TERM_BV_UDIV),
         guarded = !is_constant(w, divisor) || is_zero(w, divisor);
    if (guarded) {
        add(w, "(");
        bits(w, divisor, AS_WORD);
        add(w, " == 0 ? ");
        if (quotient)
            ones(w, width_of(w, t));
        else
            bits(w, arg(w, t, 0), AS_WORD);
        add(w, " : ");
    }
    if (!is_zero(w, divisor))
        binary(w, t, quotient ? " / " : " % ", false);
    else
        add(w, "0");
    if (guarded) add(w, ")");
}

static bool is_minus_one(const struct writer *w, term t) {
    return is_constant(w, t) && mpz_popcount(term_bits(w->bank, t)) == width_of(w, t);
}

/* Signed division truncates as C's does; by -1 it may overflow, so that is written as a negation of the word. x / 0 is 1 for negative x and else -1;
 * x % 0 is x. */
static void signed_division(struct writer *w, term t) {
    term a = arg(w, t, 0), b = arg(w, t, 1);
    bool quotient = term_is(w->bank, t, TERM_BV_SDIV), known = is_constant(w, b);
    if (!known || is_zero(w, b)) {
        bits(w, b, AS_SIGNED);
        add(w, " == 0 ? ");
        if (quotient) add(w, "(");
        bits(w, a, AS_SIGNED);
        if (quotient) add(w, " < 0 ? 1 : -1)");
        add(w, " : ");
    }
    if (!known || is_minus_one(w, b)) {
        const char *type = word_type(width_of(w, t), true);
        if (!known) {
            bits(w, b, AS_SIGNED);
            add(w, " == -1 ? ");
        }
        if (quotient) {
            cast(w, type);
            add(w, "(0 - ");
            bits(w, a, AS_WORD);
            add(w, ")");
        } else {
            add(w, "0");
        }
        if (!known) add(w, " : ");
    }
    if (known && (is_zero(w, b) || is_minus_one(w, b))) {
        if (is_zero(w, b)) add(w, "0");
        return;
    }
    bits(w, a, AS_SIGNED);
    add(w, quotient ? " / " : " % ");
    bits(w, b, AS_SIGNED);
}

/* The sign of the divisor: the remainder of the truncated division, plus the divisor where the signs differ. */
static void modulo(struct writer *w, term t) {
    term a = arg(w, t, 0), b = arg(w, t, 1);
    const term *operands[] = {&a, &b};
    bits(w, b, AS_SIGNED);
    add(w, " == 0 ? ");
    bits(w, a, AS_SIGNED);
    add(w, " : ");
    bits(w, b, AS_SIGNED);
    add(w, " == -1 ? 0 : (");
    for (int i = 0; i < 2; i++) {
        bits(w, *operands[0], AS_SIGNED);
        add(w, " % ");
        bits(w, *operands[1], AS_SIGNED);
        if (!i) add(w, " != 0 && (");
    }
    add(w, " < 0) != (");
    bits(w, b, AS_SIGNED);
    add(w, " < 0) ? ");
    for (int i = 0; i < 2; i++) {
        bits(w, a, AS_SIGNED);
        add(w, " % ");
        bits(w, b, AS_SIGNED);
        if (!i) {
            add(w, " + ");
            bits(w, b, AS_SIGNED);
            add(w, " : ");
        }
    }
    add(w, ")");
}

/* By an amount that may be too large, where `beyond` stands for what is left then. */
static void shift(struct writer *w, term t, const char *operator, enum form form, const char *beyond) {
    term amount = arg(w, t, 1);
    uint32_t width = width_of(w, t);
    bool known = is_constant(w, amount), small = known && mpz_cmp_ui(term_bits(w->bank, amount), width) < 0;
    if (!known) {
        bits(w, amount, AS_WORD);
        add(w, " < ");
        number(w, width);
        add(w, " ? ");
    }
    if (!known || small) { /* an operand in the signed reading may be of a narrower type */
        if (form == AS_SIGNED) cast(w, word_type(width, true));
        bits(w, arg(w, t, 0), form);
        add(w, operator);
        if (known)
            add_number(w->out, term_bits(w->bank, amount), "");
        else
            bits(w, amount, AS_WORD);
    }
    if (!known) add(w, " : ");
    if (!small && *beyond) add(w, beyond);
    if (!small && !*beyond) {
        bits(w, arg(w, t, 0), AS_SIGNED);
        add(w, " < 0 ? -1 : 0");
    }
}

static void logical_shift(struct writer *w, term t, const char *operator) {
    uint32_t width = width_of(w, t);
    open_masked(w, width);
    shift(w, t, operator, AS_WORD, width <= 32 ? "0U" : "0ULL");
    close_masked(w, width);
}

static void arithmetic_shift(struct writer *w, term t) {
    shift(w, t, " >> ", AS_SIGNED, "");
}

/* Cutting and joining. */

static void extract(struct writer *w, term t) {
    uint32_t width = width_of(w, t), from = width_of(w, arg(w, t, 0)), low = term_parameter(w->bank, t, 1);
    bool narrowed = from > 32 && width <= 32;
    add(w, "(");
    if (narrowed) cast(w, "unsigned int");
    add(w, "(");
    bits(w, arg(w, t, 0), AS_WORD);
    if (low) {
        add(w, " >> ");
        number(w, low);
    }
    add(w, ")");
    if (width != 32 && width != 64) {
        add(w, " & ");
        ones(w, width);
    }
    add(w, ")");
}

/* A part of a wider word, shifted to its place. */
static void part(struct writer *w, term t, uint32_t width, uint32_t left) {
    if (width > 32 && width_of(w, t) <= 32) cast(w, word_type(width, false));
    bits(w, t, AS_WORD);
    if (left) {
        add(w, " << ");
        number(w, left);
    }
}

static void concat(struct writer *w, term t) {
    uint32_t width = width_of(w, t);
    add(w, "((");
    part(w, arg(w, t, 0), width, width_of(w, arg(w, t, 1)));
    add(w, ") | ");
    part(w, arg(w, t, 1), width, 0);
    add(w, ")");
}

static void zero_extend(struct writer *w, term t) {
    part(w, arg(w, t, 0), width_of(w, t), 0);
}

static void signed_argument(struct writer *w, term t) {
    bits(w, arg(w, t, 0), AS_SIGNED);
}

static void rotate(struct writer *w, term t, bool left) {
    uint32_t width = width_of(w, t), by = term_parameter(w->bank, t, 0) % width;
    if (!by) {
        bits(w, arg(w, t, 0), AS_WORD);
        return;
    }
    const char *const operators[] = {left ? " << " : " >> ", left ? " >> " : " << "};
    open_masked(w, width);
    for (int i = 0; i < 2; i++) {
        add(w, "(");
        bits(w, arg(w, t, 0), AS_WORD);
        add(w, operators[i]);
        number(w, i ? width - by : by);
        add(w, i ? ")" : ") | ");
    }
    close_masked(w, width);
}

static void word(struct writer *w, term t) {
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

/* A computed word in the signed reading. */
static void signed_word(struct writer *w, term t) {
    uint32_t width = width_of(w, t), whole = width <= 32 ? 32 : 64;
    const char *type = type_of(width, true);
    if (type) {
        cast(w, type);
        word(w, t);
        return;
    }
    add(w, "(");
    cast(w, word_type(width, true));
    add(w, "(");
    word(w, t);
    add(w, " << ");
    number(w, whole - width);
    add(w, ") >> ");
    number(w, whole - width);
    add(w, ")");
}

static void choose(struct writer *w, term t, enum form form) {
    add(w, "(");
    boolean(w, arg(w, t, 0));
    add(w, " ? ");
    bits(w, arg(w, t, 1), form);
    add(w, " : ");
    bits(w, arg(w, t, 2), form);
    add(w, ")");
}

static bool go_down(struct writer *w) {
    if (w->out->size > w->end || ++w->depth > C_EXPRESSION_DEEPEST) w->failed = true;
    return !w->failed;
}

static void bits(struct writer *w, term t, enum form form) {
    enum term_op op = term_op(w->bank, t);
    if (width_of(w, t) > 64) w->failed = true;
    if (!go_down(w)) return;
    if (op == TERM_VARIABLE)
        variable(w, t, form);
    else if (op == TERM_ITE)
        choose(w, t, form);
    else if (op == TERM_BITS)
        c_constant(w->out, w->bank, t, form == AS_SIGNED);
    else if (op == TERM_BV_SIGN_EXTEND && form == AS_SIGNED)
        bits(w, arg(w, t, 0), AS_SIGNED);
    else if (op == TERM_BV_ZERO_EXTEND && form == AS_UNSIGNED)
        bits(w, arg(w, t, 0), AS_UNSIGNED);
    else if (form == AS_SIGNED)
        signed_word(w, t);
    else
        word(w, t);
    w->depth--;
}

/* Integers. */

static void integer(struct writer *w, term t) {
    struct c_name name;
    if (!go_down(w)) return;
    enum term_op op = term_op(w->bank, t);
    switch (op) {
    case TERM_VARIABLE:
        if (w->names->find(w->names->client, t, &name)) {
            text_format(w->out, "(long long)%s", name.text);
        } else {
            w->failed = true;
        }
        break;
    case TERM_NUMBER:
        if (mpz_sizeinbase(mpq_numref(term_number(w->bank, t)), 2) > 62) w->failed = true;
        c_constant(w->out, w->bank, t, true);
        break;
    case TERM_ADD:
    case TERM_MUL:
        add(w, "(");
        for (uint32_t i = 0; i < term_arity(w->bank, t) && !w->failed; i++) {
            if (i) add(w, op == TERM_ADD ? " + " : " * ");
            integer(w, arg(w, t, i));
        }
        add(w, ")");
        break;
    case TERM_ITE:
        add(w, "(");
        boolean(w, arg(w, t, 0));
        add(w, " ? ");
        integer(w, arg(w, t, 1));
        add(w, " : ");
        integer(w, arg(w, t, 2));
        add(w, ")");
        break;
    default: w->failed = true; break;
    }
    w->depth--;
}

/* Formulas. */

/* Whether the term is more naturally read as signed: a preference only. */
static bool prefers_signed(const struct writer *w, term t) {
    struct c_name name;
    switch (term_op(w->bank, t)) {
    case TERM_VARIABLE:
        return w->names->find(w->names->client, t, &name) && name.is_signed && !name.is_boolean;
    case TERM_BV_SIGN_EXTEND: return true;
    default: return false;
    }
}

static void compare(struct writer *w, term t, const char *operator, enum form form) {
    bits(w, arg(w, t, 0), form);
    add(w, operator);
    bits(w, arg(w, t, 1), form);
}

static void equation(struct writer *w, term t) {
    term a = arg(w, t, 0), b = arg(w, t, 1);
    switch (sort_kind(w->bank, term_sort(w->bank, a))) {
    case SORT_BOOL:
        add(w, "!");
        boolean(w, a);
        add(w, " == !");
        boolean(w, b);
        break;
    case SORT_BV:
        compare(w, t, " == ", prefers_signed(w, a) || prefers_signed(w, b) ? AS_SIGNED : AS_UNSIGNED);
        break;
    case SORT_INT:
        integer(w, a);
        add(w, " == ");
        integer(w, b);
        break;
    default: w->failed = true; break;
    }
}

static void join(struct writer *w, term t, const char *operator) {
    for (uint32_t i = 0; i < term_arity(w->bank, t) && !w->failed; i++) {
        if (i) add(w, operator);
        boolean(w, arg(w, t, i));
    }
}

static void order(struct writer *w, term t, const char *operator) {
    if (sort_kind(w->bank, term_sort(w->bank, arg(w, t, 0))) != SORT_INT) {
        w->failed = true;
        return;
    }
    integer(w, arg(w, t, 0));
    add(w, operator);
    integer(w, arg(w, t, 1));
}

/* Without parentheses around it. */
static void open_formula(struct writer *w, term t) {
    struct c_name name;
    switch (term_op(w->bank, t)) {
    case TERM_TRUE: add(w, "1"); break;
    case TERM_FALSE: add(w, "0"); break;
    case TERM_VARIABLE:
        if (w->names->find(w->names->client, t, &name)) {
            add(w, name.text);
            add(w, " != 0");
        } else {
            w->failed = true;
        }
        break;
    case TERM_NOT:
        add(w, "!");
        boolean(w, arg(w, t, 0));
        break;
    case TERM_AND: join(w, t, " && "); break;
    case TERM_OR: join(w, t, " || "); break;
    case TERM_XOR:
        add(w, "!");
        boolean(w, arg(w, t, 0));
        add(w, " != !");
        boolean(w, arg(w, t, 1));
        break;
    case TERM_EQ: equation(w, t); break;
    case TERM_ITE:
        boolean(w, arg(w, t, 0));
        add(w, " ? ");
        boolean(w, arg(w, t, 1));
        add(w, " : ");
        boolean(w, arg(w, t, 2));
        break;
    case TERM_LE: order(w, t, " <= "); break;
    case TERM_LT: order(w, t, " < "); break;
    case TERM_BV_ULT: compare(w, t, " < ", AS_UNSIGNED); break;
    case TERM_BV_ULE: compare(w, t, " <= ", AS_UNSIGNED); break;
    case TERM_BV_SLT: compare(w, t, " < ", AS_SIGNED); break;
    case TERM_BV_SLE: compare(w, t, " <= ", AS_SIGNED); break;
    default: w->failed = true; break;
    }
}

/* The negation of an order is the order the other way round. */
static void readable(struct writer *w, term t) {
    static const struct {
        enum term_op op;
        const char *inverse;
        enum form form;
    } rows[] = {{TERM_BV_ULT, " >= ", AS_UNSIGNED},
                {TERM_BV_ULE, " > ", AS_UNSIGNED},
                {TERM_BV_SLT, " >= ", AS_SIGNED},
                {TERM_BV_SLE, " > ", AS_SIGNED}};
    bool negated = term_is(w->bank, t, TERM_NOT);
    term inner = negated ? arg(w, t, 0) : t;
    enum term_op op = term_op(w->bank, inner);
    for (size_t i = 0; i < sizeof rows / sizeof *rows && negated; i++) {
        if (op != rows[i].op) continue;
        compare(w, inner, rows[i].inverse, rows[i].form);
        return;
    }
    if (negated && op == TERM_EQ && sort_kind(w->bank, term_sort(w->bank, arg(w, inner, 0))) == SORT_BV) {
        term a = arg(w, inner, 0), b = arg(w, inner, 1);
        compare(w, inner, " != ", prefers_signed(w, a) || prefers_signed(w, b) ? AS_SIGNED : AS_UNSIGNED);
        return;
    }
    open_formula(w, t);
}

static void boolean(struct writer *w, term t) {
    if (!go_down(w)) return;
    add(w, "(");
    readable(w, t);
    add(w, ")");
    w->depth--;
}

bool c_expression(struct text *out, const struct c_names *names, term formula) {
    size_t start = out->size;
    size_t longest = names->longest ? names->longest : C_EXPRESSION_LONGEST;
    struct writer w = {.out = out, .names = names, .bank = names->bank, .end = start + longest};
    readable(&w, formula);
    if (!w.failed && out->size > w.end) w.failed = true;
    if (w.failed) {
        out->size = start;
        if (out->data) out->data[start] = 0;
    }
    return !w.failed;
}
