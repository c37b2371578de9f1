#include "format/witness/c_writer.h"

/* Bit vectors. */

static void variable(struct c_writer *w, term t, enum c_form form) {
    struct c_name name;
    uint32_t width = c_width(w, t);
    if (!w->names->find(w->names->client, t, &name)) {
        w->failed = true;
        return;
    }
    bool is_signed = name.is_signed && !name.is_boolean;
    const char *type = c_type(width, form == AS_SIGNED);
    if (form == AS_WORD && (is_signed || width < 32 || !type)) {
        if (width < 32 || !type || name.is_boolean) c_write_cast(w, c_word_type(width, false));
        form = AS_UNSIGNED;
        type = c_type(width, false);
    }
    if (name.is_boolean && form == AS_SIGNED && width == 1) {
        c_write(w, "(-");
        c_write(w, name.text);
        c_write(w, ")");
    } else if ((form == AS_SIGNED) == is_signed || name.is_boolean) {
        c_write(w, name.text);
    } else if (type) {
        c_write_cast(w, type);
        c_write(w, name.text);
    } else if (form == AS_SIGNED) { /* a bit field */
        w->failed = true;
    } else {
        c_write(w, "(");
        c_write_cast(w, c_word_type(width, false));
        c_write(w, name.text);
        c_write(w, " & ");
        c_write_ones(w, width);
        c_write(w, ")");
    }
}

/* A computed word in the signed reading. */
static void signed_word(struct c_writer *w, term t) {
    uint32_t width = c_width(w, t), whole = width <= 32 ? 32 : 64;
    const char *type = c_type(width, true);
    if (type) {
        c_write_cast(w, type);
        c_write_word(w, t);
        return;
    }
    c_write(w, "(");
    c_write_cast(w, c_word_type(width, true));
    c_write(w, "(");
    c_write_word(w, t);
    c_write(w, " << ");
    text_format(w->out, "%u", whole - width);
    c_write(w, ") >> ");
    text_format(w->out, "%u", whole - width);
    c_write(w, ")");
}

static void choose(struct c_writer *w, term t, enum c_form form) {
    c_write(w, "(");
    c_write_boolean(w, c_arg(w, t, 0));
    c_write(w, " ? ");
    c_write_bits(w, c_arg(w, t, 1), form);
    c_write(w, " : ");
    c_write_bits(w, c_arg(w, t, 2), form);
    c_write(w, ")");
}

static bool go_down(struct c_writer *w) {
    if (w->out->size > w->end || ++w->depth > C_EXPRESSION_DEEPEST) w->failed = true;
    return !w->failed;
}

void c_write_bits(struct c_writer *w, term t, enum c_form form) {
    enum term_op op = term_op(w->bank, t);
    if (c_width(w, t) > 64) w->failed = true;
    if (!go_down(w)) return;
    if (op == TERM_VARIABLE)
        variable(w, t, form);
    else if (op == TERM_ITE)
        choose(w, t, form);
    else if (op == TERM_BITS)
        c_constant(w->out, w->bank, t, form == AS_SIGNED);
    else if (op == TERM_BV_SIGN_EXTEND && form == AS_SIGNED)
        c_write_bits(w, c_arg(w, t, 0), AS_SIGNED);
    else if (op == TERM_BV_ZERO_EXTEND && form == AS_UNSIGNED)
        c_write_bits(w, c_arg(w, t, 0), AS_UNSIGNED);
    else if (form == AS_SIGNED)
        signed_word(w, t);
    else
        c_write_word(w, t);
    w->depth--;
}

/* Integers. */

static void integer(struct c_writer *w, term t) {
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
        c_write(w, "(");
        for (uint32_t i = 0; i < term_arity(w->bank, t) && !w->failed; i++) {
            if (i) c_write(w, op == TERM_ADD ? " + " : " * ");
            integer(w, c_arg(w, t, i));
        }
        c_write(w, ")");
        break;
    case TERM_ITE:
        c_write(w, "(");
        c_write_boolean(w, c_arg(w, t, 0));
        c_write(w, " ? ");
        integer(w, c_arg(w, t, 1));
        c_write(w, " : ");
        integer(w, c_arg(w, t, 2));
        c_write(w, ")");
        break;
    default: w->failed = true; break;
    }
    w->depth--;
}

/* Formulas. */

/* Whether the term is more naturally read as signed: a preference only. */
static bool prefers_signed(const struct c_writer *w, term t) {
    struct c_name name;
    switch (term_op(w->bank, t)) {
    case TERM_VARIABLE:
        return w->names->find(w->names->client, t, &name) && name.is_signed && !name.is_boolean;
    case TERM_BV_SIGN_EXTEND: return true;
    default: return false;
    }
}

static void compare(struct c_writer *w, term t, const char *operator, enum c_form form) {
    c_write_bits(w, c_arg(w, t, 0), form);
    c_write(w, operator);
    c_write_bits(w, c_arg(w, t, 1), form);
}

static void equation(struct c_writer *w, term t) {
    term a = c_arg(w, t, 0), b = c_arg(w, t, 1);
    switch (sort_kind(w->bank, term_sort(w->bank, a))) {
    case SORT_BOOL:
        c_write(w, "!");
        c_write_boolean(w, a);
        c_write(w, " == !");
        c_write_boolean(w, b);
        break;
    case SORT_BV:
        compare(w, t, " == ", prefers_signed(w, a) || prefers_signed(w, b) ? AS_SIGNED : AS_UNSIGNED);
        break;
    case SORT_INT:
        integer(w, a);
        c_write(w, " == ");
        integer(w, b);
        break;
    default: w->failed = true; break;
    }
}

static void join(struct c_writer *w, term t, const char *operator) {
    for (uint32_t i = 0; i < term_arity(w->bank, t) && !w->failed; i++) {
        if (i) c_write(w, operator);
        c_write_boolean(w, c_arg(w, t, i));
    }
}

static void order(struct c_writer *w, term t, const char *operator) {
    if (sort_kind(w->bank, term_sort(w->bank, c_arg(w, t, 0))) != SORT_INT) {
        w->failed = true;
        return;
    }
    integer(w, c_arg(w, t, 0));
    c_write(w, operator);
    integer(w, c_arg(w, t, 1));
}

/* Without parentheses around it. */
static void open_formula(struct c_writer *w, term t) {
    struct c_name name;
    switch (term_op(w->bank, t)) {
    case TERM_TRUE: c_write(w, "1"); break;
    case TERM_FALSE: c_write(w, "0"); break;
    case TERM_VARIABLE:
        if (w->names->find(w->names->client, t, &name)) {
            c_write(w, name.text);
            c_write(w, " != 0");
        } else {
            w->failed = true;
        }
        break;
    case TERM_NOT:
        c_write(w, "!");
        c_write_boolean(w, c_arg(w, t, 0));
        break;
    case TERM_AND: join(w, t, " && "); break;
    case TERM_OR: join(w, t, " || "); break;
    case TERM_XOR:
        c_write(w, "!");
        c_write_boolean(w, c_arg(w, t, 0));
        c_write(w, " != !");
        c_write_boolean(w, c_arg(w, t, 1));
        break;
    case TERM_EQ: equation(w, t); break;
    case TERM_ITE:
        c_write_boolean(w, c_arg(w, t, 0));
        c_write(w, " ? ");
        c_write_boolean(w, c_arg(w, t, 1));
        c_write(w, " : ");
        c_write_boolean(w, c_arg(w, t, 2));
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
static void readable(struct c_writer *w, term t) {
    static const struct {
        enum term_op op;
        const char *inverse;
        enum c_form form;
    } rows[] = {{TERM_BV_ULT, " >= ", AS_UNSIGNED},
                {TERM_BV_ULE, " > ", AS_UNSIGNED},
                {TERM_BV_SLT, " >= ", AS_SIGNED},
                {TERM_BV_SLE, " > ", AS_SIGNED}};
    bool negated = term_is(w->bank, t, TERM_NOT);
    term inner = negated ? c_arg(w, t, 0) : t;
    enum term_op op = term_op(w->bank, inner);
    for (size_t i = 0; i < sizeof rows / sizeof *rows && negated; i++) {
        if (op != rows[i].op) continue;
        compare(w, inner, rows[i].inverse, rows[i].form);
        return;
    }
    if (negated && op == TERM_EQ && sort_kind(w->bank, term_sort(w->bank, c_arg(w, inner, 0))) == SORT_BV) {
        term a = c_arg(w, inner, 0), b = c_arg(w, inner, 1);
        compare(w, inner, " != ", prefers_signed(w, a) || prefers_signed(w, b) ? AS_SIGNED : AS_UNSIGNED);
        return;
    }
    open_formula(w, t);
}

void c_write_boolean(struct c_writer *w, term t) {
    if (!go_down(w)) return;
    c_write(w, "(");
    readable(w, t);
    c_write(w, ")");
    w->depth--;
}

bool c_expression(struct text *out, const struct c_names *names, term formula) {
    size_t start = out->size;
    size_t longest = names->longest ? names->longest : C_EXPRESSION_LONGEST;
    struct c_writer w = {.out = out, .names = names, .bank = names->bank, .end = start + longest};
    readable(&w, formula);
    if (!w.failed && out->size > w.end) w.failed = true;
    if (w.failed) {
        out->size = start;
        if (out->data) out->data[start] = 0;
    }
    return !w.failed;
}
