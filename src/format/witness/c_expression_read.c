/* Recursive descent, one function for the binary operators by their precedence. Values carry width and signedness as
 * the language's types have them; types of one width are one type. */
#include "format/witness/c_expression_read.h"

#include <ctype.h>

enum { DEEPEST = 1000 };

struct value {
    term bits;      /* TERM_NONE: it is `truth` as an int */
    term truth;     /* of a comparison and the like; TERM_NONE: the bits count */
    bool is_signed; /* of the bits */
};

struct reader {
    const struct c_read_names *names;
    struct terms *bank;
    const char *at;
    struct text *why;
    uint32_t depth;
    bool failed;
};

static struct value fail(struct reader *r, const char *what) {
    if (!r->failed) text_format(r->why, "%s at '%.20s'", what, r->at);
    r->failed = true;
    return (struct value){TERM_NONE, term_false(r->bank), true};
}

static struct value truth_value(term truth) {
    return (struct value){TERM_NONE, truth, true};
}
static struct value bits_value(term bits, bool is_signed) {
    return (struct value){bits, TERM_NONE, is_signed};
}

/* ---- conversions ---- */

static uint32_t width_of(const struct reader *r, struct value v) {
    return term_is_none(v.bits) ? 32 : sort_width(r->bank, term_sort(r->bank, v.bits));
}

static term with_width(struct reader *r, struct value v, uint32_t width) {
    uint32_t own = width_of(r, v);
    if (term_is_none(v.bits))
        return term_ite(r->bank, v.truth, term_bits_ui(r->bank, 1, width), term_bits_ui(r->bank, 0, width));
    if (own > width) return term_extract(r->bank, v.bits, width - 1, 0);
    if (own == width) return v.bits;
    return term_extend(r->bank, v.is_signed ? TERM_BV_SIGN_EXTEND : TERM_BV_ZERO_EXTEND, v.bits, width - own);
}

static struct value promote(struct reader *r, struct value v) {
    uint32_t width = width_of(r, v);
    if (width < 32 || term_is_none(v.bits)) return bits_value(with_width(r, v, 32), true);
    return v;
}

/* The usual arithmetic conversions. */
static void unite(struct reader *r, struct value *a, struct value *b) {
    *a = promote(r, *a);
    *b = promote(r, *b);
    uint32_t x = width_of(r, *a), y = width_of(r, *b), width = x > y ? x : y;
    bool is_signed = (a->is_signed || x < width) && (b->is_signed || y < width);
    *a = bits_value(with_width(r, *a, width), is_signed);
    *b = bits_value(with_width(r, *b, width), is_signed);
}

static term truth_of(struct reader *r, struct value v) {
    if (term_is_none(v.bits)) return v.truth;
    return term_not(r->bank, term_eq(r->bank, v.bits, term_bits_ui(r->bank, 0, width_of(r, v))));
}

/* ---- tokens ---- */

static void skip(struct reader *r) {
    while (isspace((unsigned char)*r->at)) r->at++;
}

static bool take(struct reader *r, const char *token) {
    skip(r);
    size_t n = strlen(token);
    if (strncmp(r->at, token, n)) return false;
    r->at += n;
    return true;
}

static size_t word_length(const char *p) {
    size_t n = 0;
    if (isdigit((unsigned char)*p)) return 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
    return n;
}

static bool take_word(struct reader *r, const char *word) {
    skip(r);
    size_t n = word_length(r->at);
    if (n != strlen(word) || memcmp(r->at, word, n)) return false;
    r->at += n;
    return true;
}

/* ---- types ---- */

struct type {
    uint32_t width; /* 1: _Bool */
    bool is_signed;
};

/* The name of an integer type; false, and nothing is taken: there is none. */
static bool take_type(struct reader *r, struct type *type) {
    static const char *const words[] = {"unsigned", "signed", "char",  "short",
                                        "int",      "long",   "_Bool", "const"};
    enum { UNSIGNED, SIGNED, CHAR, SHORT, INT, LONG, BOOLEAN, CONST, WORDS };
    unsigned seen[WORDS] = {0}, n = 0;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < WORDS && !more; i++) {
            more = take_word(r, words[i]);
            seen[i] += more;
            n += more;
        }
    }
    uint32_t of_long = seen[LONG] > 1 || !r->names->ilp32 ? 64 : 32;
    type->is_signed = !seen[UNSIGNED] && !seen[BOOLEAN];
    type->width = seen[BOOLEAN] ? 1 : seen[CHAR] ? 8 : seen[SHORT] ? 16 : seen[LONG] ? of_long : 32;
    return n != 0;
}

static struct value convert(struct reader *r, struct value v, struct type type) {
    if (type.width == 1) return truth_value(truth_of(r, v));
    return bits_value(with_width(r, v, type.width), type.is_signed);
}

/* ---- expressions ---- */

static struct value expression(struct reader *r);
static struct value unary(struct reader *r);

static struct value constant(struct reader *r) {
    int base = *r->at != '0' ? 10 : r->at[1] == 'x' || r->at[1] == 'X' ? 16 : 8;
    uint64_t n = 0;
    bool is_unsigned = false;
    uint32_t longs = 0;
    if (base == 16) r->at += 2;
    for (; isxdigit((unsigned char)*r->at); r->at++) {
        int c = tolower((unsigned char)*r->at), digit = isdigit(c) ? c - '0' : c - 'a' + 10;
        if (digit >= base) break;
        if (n > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base) return fail(r, "the constant is too large");
        n = n * (uint64_t)base + (uint64_t)digit;
    }
    for (;; r->at++) {
        if (*r->at == 'u' || *r->at == 'U')
            is_unsigned = true;
        else if (*r->at == 'l' || *r->at == 'L')
            longs++;
        else
            break;
    }
    if (isalnum((unsigned char)*r->at) || *r->at == '.') return fail(r, "no integer constant");
    bool is_long = longs > 1 || (longs && !r->names->ilp32);
    /* The first type that holds it; decimal ones without suffix are signed. */
    uint32_t width = !is_long && n <= (is_unsigned || base != 10 ? UINT32_MAX : INT32_MAX) ? 32 : 64;
    bool fits = n <= (width == 32 ? (uint64_t)INT32_MAX : (uint64_t)INT64_MAX);
    return bits_value(term_bits_ui(r->bank, n, width), !is_unsigned && fits);
}

/* x, s.f, p->f, a[3]: whatever the client knows. */
static struct value name(struct reader *r) {
    struct text text = {0};
    text_bytes(&text, r->at, word_length(r->at));
    r->at += word_length(r->at);
    for (;;) {
        const char *link = take(r, "->") ? "->" : take(r, ".") ? "." : take(r, "[") ? "[" : NULL;
        if (!link) break;
        skip(r);
        size_t n = *link == '[' ? strspn(r->at, "0123456789") : word_length(r->at);
        text_add(&text, link);
        text_bytes(&text, r->at, n);
        r->at += n;
        if (*link == '[') text_byte(&text, ']');
        if (n && (*link != '[' || take(r, "]"))) continue;
        text_fini(&text);
        return fail(r, "only members and elements with constant indices can be read");
    }
    struct c_name found = {0};
    term t = r->names->find(r->names->client, text.data, &found);
    struct value v;
    if (term_is_none(t)) {
        text_format(r->why, "no variable '%s' is known there", text.data);
        r->failed = true;
        v = truth_value(term_false(r->bank));
    } else if (sort_kind(r->bank, term_sort(r->bank, t)) == SORT_BOOL) {
        v = truth_value(t);
    } else if (sort_kind(r->bank, term_sort(r->bank, t)) != SORT_BV ||
               sort_width(r->bank, term_sort(r->bank, t)) > 64) {
        v = fail(r, "no integer of the machine");
    } else {
        v = bits_value(t, found.is_signed && !found.is_boolean);
        uint32_t width = width_of(r, v);
        if (width > 32 && width < 64) v = bits_value(with_width(r, v, 64), v.is_signed); /* a bit field */
    }
    text_fini(&text);
    return v;
}

static struct value primary(struct reader *r) {
    skip(r);
    if (isdigit((unsigned char)*r->at)) return constant(r);
    if (word_length(r->at)) return name(r);
    if (!take(r, "(")) return fail(r, "expected an operand");
    struct value v = expression(r);
    return r->failed || take(r, ")") ? v : fail(r, "expected ')'");
}

/* A cast, or an expression in parentheses. */
static struct value parenthesis(struct reader *r) {
    const char *start = r->at;
    struct type type;
    take(r, "(");
    if (!take_type(r, &type)) {
        r->at = start;
        return primary(r);
    }
    if (!take(r, ")")) return fail(r, "expected ')': only casts to integers can be read");
    return convert(r, unary(r), type);
}

static struct value unary(struct reader *r) {
    if (r->failed || ++r->depth > DEEPEST) return fail(r, "too deep");
    struct value v;
    skip(r);
    char c = *r->at;
    if (c == '-' && r->at[1] != '-') {
        r->at++;
        v = promote(r, unary(r));
        v.bits = term_bv1(r->bank, TERM_BV_NEG, v.bits);
    } else if (c == '+' && r->at[1] != '+') {
        r->at++;
        v = promote(r, unary(r));
    } else if (c == '~') {
        r->at++;
        v = promote(r, unary(r));
        v.bits = term_bv1(r->bank, TERM_BV_NOT, v.bits);
    } else if (c == '!') {
        r->at++;
        v = truth_value(term_not(r->bank, truth_of(r, unary(r))));
    } else {
        v = c == '(' ? parenthesis(r) : primary(r);
    }
    r->depth--;
    return v;
}

enum kind { LOGICAL, BITWISE, EQUAL, ORDER, SHIFT, ARITHMETIC };
static const struct operator{
    const char *token;
    uint32_t precedence;
    enum kind kind;
    enum term_op of_signed, of_unsigned;
    bool negated, swapped; /* of comparisons: a > b is b < a, a != b is not a == b */
}
operators[] = {
    {"||", 1, LOGICAL, TERM_OR, TERM_OR, false, false},
    {"&&", 2, LOGICAL, TERM_AND, TERM_AND, false, false},
    {"|", 3, BITWISE, TERM_BV_OR, TERM_BV_OR, false, false},
    {"^", 4, BITWISE, TERM_BV_XOR, TERM_BV_XOR, false, false},
    {"&", 5, BITWISE, TERM_BV_AND, TERM_BV_AND, false, false},
    {"==", 6, EQUAL, TERM_EQ, TERM_EQ, false, false},
    {"!=", 6, EQUAL, TERM_EQ, TERM_EQ, true, false},
    {"<<", 8, SHIFT, TERM_BV_SHL, TERM_BV_SHL, false, false},
    {">>", 8, SHIFT, TERM_BV_ASHR, TERM_BV_LSHR, false, false},
    {"<=", 7, ORDER, TERM_BV_SLE, TERM_BV_ULE, false, false},
    {">=", 7, ORDER, TERM_BV_SLE, TERM_BV_ULE, false, true},
    {"<", 7, ORDER, TERM_BV_SLT, TERM_BV_ULT, false, false},
    {">", 7, ORDER, TERM_BV_SLT, TERM_BV_ULT, false, true},
    {"+", 9, ARITHMETIC, TERM_BV_ADD, TERM_BV_ADD, false, false},
    {"-", 9, ARITHMETIC, TERM_BV_SUB, TERM_BV_SUB, false, false},
    {"*", 10, ARITHMETIC, TERM_BV_MUL, TERM_BV_MUL, false, false},
    {"/", 10, ARITHMETIC, TERM_BV_SDIV, TERM_BV_UDIV, false, false},
    {"%", 10, ARITHMETIC, TERM_BV_SREM, TERM_BV_UREM, false, false},
};

/* The operator that comes next, longest first as the table has it; NULL: none. */
static const struct operator* next_operator(struct reader *r) {
    skip(r);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (!strncmp(r->at, operators[i].token, strlen(operators[i].token))) {
            const struct operator* o = & operators[i];
            bool assigns = o->kind == BITWISE || o->kind == SHIFT || o->kind == ARITHMETIC;
            return assigns && r->at[strlen(o->token)] == '=' ? NULL : o;
        }
    return NULL;
}

static struct value apply(struct reader *r, const struct operator* o, struct value a, struct value b) {
    if (o->kind == LOGICAL) {
        term both[] = {truth_of(r, a), truth_of(r, b)};
        return truth_value(o->of_signed == TERM_OR ? term_or(r->bank, both, 2) : term_and(r->bank, both, 2));
    }
    if (o->kind == SHIFT) {
        a = promote(r, a);
        term amount = with_width(r, promote(r, b), width_of(r, a));
        return bits_value(term_bv2(r->bank, a.is_signed ? o->of_signed : o->of_unsigned, a.bits, amount),
                          a.is_signed);
    }
    unite(r, &a, &b);
    enum term_op op = a.is_signed ? o->of_signed : o->of_unsigned;
    if (o->kind == EQUAL) {
        term same = term_eq(r->bank, a.bits, b.bits);
        return truth_value(o->negated ? term_not(r->bank, same) : same);
    }
    if (o->kind == ORDER)
        return truth_value(term_bv2(r->bank, op, o->swapped ? b.bits : a.bits, o->swapped ? a.bits : b.bits));
    return bits_value(term_bv2(r->bank, op, a.bits, b.bits), a.is_signed);
}

static struct value binary(struct reader *r, uint32_t precedence) {
    struct value v = unary(r);
    const struct operator* o;
    while (!r->failed && (o = next_operator(r)) && o->precedence >= precedence) {
        r->at += strlen(o->token);
        struct value right = binary(r, o->precedence + 1);
        if (!r->failed) v = apply(r, o, v, right);
    }
    return v;
}

static struct value expression(struct reader *r) {
    struct value v = binary(r, 1);
    if (r->failed || !take(r, "?")) return v;
    if (++r->depth > DEEPEST) return fail(r, "too deep");
    struct value a = expression(r);
    if (!r->failed && !take(r, ":")) return fail(r, "expected ':'");
    struct value b = r->failed ? a : expression(r);
    r->depth--;
    if (r->failed) return v;
    term condition = truth_of(r, v);
    if (term_is_none(a.bits) && term_is_none(b.bits))
        return truth_value(term_ite(r->bank, condition, a.truth, b.truth));
    unite(r, &a, &b);
    return bits_value(term_ite(r->bank, condition, a.bits, b.bits), a.is_signed);
}

term c_expression_read(const struct c_read_names *names, const char *text, struct text *why) {
    struct reader r = {.names = names, .bank = names->bank, .at = text, .why = why};
    struct value v = expression(&r);
    skip(&r);
    if (!r.failed && *r.at) fail(&r, "expected an operator");
    return r.failed ? TERM_NONE : truth_of(&r, v);
}
