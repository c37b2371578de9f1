#include "format/proof/phrase.h"

#include "logic/walk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEP = 24, LARGE = 6 };

/* How tightly operators bind; an operand that binds less than its place asks for gets brackets. */
enum bind {
    BIND_CHOICE,
    BIND_OR,
    BIND_AND,
    BIND_BIT_OR,
    BIND_BIT_XOR,
    BIND_BIT_AND,
    BIND_EQUAL,
    BIND_LESS,
    BIND_SHIFT,
    BIND_SUM,
    BIND_PRODUCT,
    BIND_PREFIX,
    BIND_ALL
};

void phrases_init(struct phrases *p, struct speech *speech, bool verilog) {
    *p = (struct phrases){.speech = speech, .verilog = verilog};
    vec_each (const struct design_name, n, &speech->system->design.names)
        hash_names_put(&p->taken, n->name, 1);
}

void phrases_fini(struct phrases *p) {
    hash_map_free(&p->helpers);
    vec_each (char *, name, &p->names) mem_free(*name);
    vec_free(&p->names);
    hash_names_free(&p->taken);
    text_fini(&p->why);
}

/* The first reason counts. */
static void refuse(struct phrases *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void refuse(struct phrases *p, const char *format, ...) {
    if (p->why.size) return;
    va_list args;
    va_start(args, format);
    text_vformat(&p->why, format, args);
    va_end(args);
}

/* ---- names ---- */

const char *phrases_claim(struct phrases *p, const char *hint) {
    char *name = mem_format("induct_%s", hint);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '_';
    for (uint32_t n = 2; hash_names_get(&p->taken, name) != HASH_NONE; n++) {
        mem_free(name);
        name = mem_format("induct_%s_%u", hint, n);
        for (char *c = name; *c; c++)
            if (!isalnum((unsigned char)*c)) *c = '_';
    }
    hash_names_put(&p->taken, name, 1);
    vec_push(&p->names, name);
    return name;
}

void phrases_call(struct phrases *p, term t, const char *name) {
    for (uint32_t i = p->names.size; i--;)
        if (p->names.data[i] == name) hash_map_put(&p->helpers, t.id, i);
}

static const char *helper(const struct phrases *p, term t) {
    uint32_t at = hash_map_get(&p->helpers, t.id);
    return at == HASH_NONE ? NULL : p->names.data[at];
}

static size_t identifier(const char *s, size_t size) {
    size_t n = 0;
    if (!size || (!isalpha((unsigned char)*s) && *s != '_')) return 0;
    while (n < size && (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$')) n++;
    return n;
}

static bool is_keyword(const char *s, size_t size) {
    static const char words[] = " always and assert assign assume automatic begin bit buf byte case casex "
                                "casez cell const cover default do edge "
                                "else end endcase endmodule enum event expect final for force forever "
                                "function generate genvar if initial inout "
                                "input inside int integer join library local logic longint module nand "
                                "negedge new nor not null or output package "
                                "packed parameter posedge primitive property protected pure rand ref reg "
                                "release repeat restrict return scalared "
                                "sequence shortint signed small solve specify static string strong struct "
                                "super supply0 supply1 table tagged task "
                                "this time tri type typedef union unique unsigned use var vectored virtual "
                                "void wait wand weak while wire with wor "
                                "xnor xor ";
    char *padded = mem_format(" %.*s ", (int)size, s);
    bool found = strstr(words, padded);
    mem_free(padded);
    return found;
}

/* A component of a hierarchical name: as it is when it is an identifier, perhaps with selections; else escaped. */
static void put_component(struct text *out, const char *s, size_t size) {
    size_t n = identifier(s, size), end = n;
    while (end < size && s[end] == '[') {
        size_t digits = strspn(s + end + 1, "0123456789");
        if (!digits || s[end + 1 + digits] != ']') break;
        end += digits + 2;
    }
    bool plain = n && end == size && !is_keyword(s, n);
    text_format(out, plain ? "%.*s" : "\\%.*s ", (int)size, s);
}

void phrases_put_name(const struct phrases *p, struct text *out, const struct design_name *name) {
    const char *s = name->path ? name->path : name->name;
    if (!p->verilog) {
        text_add(out, name->name);
        return;
    }
    int depth = 0;
    const char *start = s;
    for (const char *c = s;; c++) {
        depth += *c == '[';
        depth -= *c == ']' && depth;
        bool cut = name->path ? *c == '\n' : *c == '.' && !depth && c > start && c[1];
        if (*c && !cut) continue;
        put_component(out, start, (size_t)(c - start));
        if (!*c) return;
        text_byte(out, '.');
        start = c + 1;
    }
}

/* ---- leaves ---- */

static uint32_t width_of(const struct phrases *p, term t) {
    const struct terms *b = p->speech->bank;
    sort sort = term_sort(b, t);
    return sort_kind(b, sort) == SORT_BV ? sort_width(b, sort) : 1;
}

static void put_bits(const struct phrases *p, struct text *out, term t) {
    mpz_srcptr value = term_bits(p->speech->bank, t);
    uint32_t width = width_of(p, t);
    char *digits = mpz_get_str(NULL, width > 32 ? 16 : 10, value);
    if (p->verilog)
        text_format(out, "%u'%c%s", width, width > 32 ? 'h' : 'd', digits);
    else
        text_format(out, "%s%s", width > 32 ? "0x" : "", digits);
    free(digits);
}

static void put_leaf(struct phrases *p, struct text *out, term t) {
    struct terms *b = p->speech->bank;
    switch (term_op(b, t)) {
    case TERM_TRUE: text_add(out, p->verilog ? "1'b1" : "true"); return;
    case TERM_FALSE: text_add(out, p->verilog ? "1'b0" : "false"); return;
    case TERM_BITS: put_bits(p, out, t); return;
    case TERM_NUMBER: {
        char *digits = mpq_get_str(NULL, 10, term_number(b, t));
        text_add(out, digits);
        free(digits);
        return;
    }
    case TERM_ELEMENT:
        text_format(out, "%s!%u", sort_name(b, term_sort(b, t)), term_parameter(b, t, 0));
        return;
    default: break;
    }
    if (p->verilog) refuse(p, "the design has no name for '%s'", term_name(b, t));
    text_add(out, term_name(b, t));
}

/* Bits [high..low] of a term that parts can be taken of. */
static void put_part(struct phrases *p, struct text *out, term t, uint32_t high, uint32_t low);

/* A name for the term, if it has one. */
static bool put_known(struct phrases *p, struct text *out, term t) {
    const char *ours = helper(p, t);
    struct speech_name known = speech_name(p->speech, t);
    if (known.name && p->verilog && sort_kind(p->speech->bank, term_sort(p->speech->bank, t)) == SORT_ARRAY)
        refuse(p, "words of the memory '%s' have no names there", known.name->name);
    if (ours)
        text_add(out, ours);
    else if (known.whole)
        phrases_put_name(p, out, known.name);
    else if (known.name)
        put_part(p, out, t, width_of(p, t) - 1, 0);
    return ours || known.name;
}

static bool is_atom(const struct phrases *p, term t) {
    return helper(p, t) || speech_name(p->speech, t).name || !term_arity(p->speech->bank, t);
}

/* Whether parts of it may be written as parts of its name. */
static bool has_parts(const struct phrases *p, term t) {
    struct speech_name known = speech_name(p->speech, t);
    if (helper(p, t)) return true;
    return p->verilog ? known.name && known.name->plain : is_atom(p, t);
}

static void put_part(struct phrases *p, struct text *out, term t, uint32_t high, uint32_t low) {
    struct speech_name known = speech_name(p->speech, t);
    const char *ours = helper(p, t);
    if (ours)
        text_add(out, ours);
    else if (known.name) {
        phrases_put_name(p, out, known.name);
        high += known.low, low += known.low;
    } else
        put_leaf(p, out, t);
    bool bit = !known.name || known.whole || ours ? width_of(p, t) == 1 : false;
    if (bit) return;
    if (high == low)
        text_format(out, "[%u]", high);
    else
        text_format(out, "[%u:%u]", high, low);
}

/* ---- operators ---- */

static void put(struct phrases *p, struct text *out, term t, enum bind place);

/* The bits of a constant as a number with a sign. */
static void read_signed(const struct phrases *p, term constant, mpz_t value) {
    uint32_t width = width_of(p, constant);
    mpz_set(value, term_bits(p->speech->bank, constant));
    if (!mpz_tstbit(value, width - 1)) return;
    mpz_t range;
    mpz_init(range);
    mpz_setbit(range, width);
    mpz_sub(value, value, range);
    mpz_clear(range);
}

/* For people, `x + 255` of eight bits is `x - 1`. */
static bool put_difference(struct phrases *p, struct text *out, term t) {
    const struct terms *b = p->speech->bank;
    if (p->verilog || !term_is(b, t, TERM_BITS) || width_of(p, t) < 3 ||
        !mpz_tstbit(term_bits(b, t), width_of(p, t) - 1))
        return false;
    mpz_t value;
    mpz_init(value);
    read_signed(p, t, value);
    mpz_neg(value, value);
    char *digits = mpz_get_str(NULL, 10, value);
    text_format(out, " - %s", digits);
    free(digits);
    mpz_clear(value);
    return true;
}

static void put_infix(struct phrases *p, struct text *out, term t, const char *symbol, enum bind binds,
                      enum bind place) {
    if (binds < place) text_byte(out, '(');
    for (uint32_t i = 0; i < term_arity(p->speech->bank, t); i++) {
        term part = term_arg(p->speech->bank, t, i);
        if (i && *symbol == '+' && put_difference(p, out, part)) continue;
        if (i) text_format(out, " %s ", symbol);
        put(p, out, part, (enum bind)(binds + 1));
    }
    if (binds < place) text_byte(out, ')');
}

/* An operand as a number without sign, wherever it was declared. */
static void put_unsigned(struct phrases *p, struct text *out, term t, enum bind place) {
    struct speech_name known = speech_name(p->speech, t);
    bool doubt = p->verilog && known.whole && !known.name->plain && !helper(p, t);
    if (doubt) text_byte(out, '{');
    put(p, out, t, doubt ? BIND_CHOICE : place);
    if (doubt) text_byte(out, '}');
}

static void put_signed(struct phrases *p, struct text *out, term t) {
    if (!p->verilog && term_is(p->speech->bank, t, TERM_BITS)) {
        mpz_t value;
        mpz_init(value);
        read_signed(p, t, value);
        char *digits = mpz_get_str(NULL, 10, value);
        text_add(out, digits);
        free(digits);
        mpz_clear(value);
        return;
    }
    text_add(out, p->verilog ? "$signed(" : "signed(");
    put(p, out, t, BIND_CHOICE);
    text_byte(out, ')');
}

static bool is_constant(const struct phrases *p, term t) {
    return term_is_value(p->speech->bank, t);
}

/* Whether the constant is the extension of its lowest `width` bits. */
static bool fits(const struct phrases *p, term constant, uint32_t width, bool sign) {
    if (!sign) return mpz_sizeinbase(term_bits(p->speech->bank, constant), 2) <= width;
    mpz_t value;
    mpz_init(value);
    read_signed(p, constant, value);
    if (mpz_sgn(value) < 0) mpz_com(value, value);
    bool good = !mpz_sgn(value) || mpz_sizeinbase(value, 2) < width;
    mpz_clear(value);
    return good;
}

/* `{0, x} < 8` is `x < 8` where the number fits; with a sign likewise. */
static void narrow(const struct phrases *p, term *a, term *b, bool sign) {
    struct terms *bank = p->speech->bank;
    enum term_op extension = sign ? TERM_BV_SIGN_EXTEND : TERM_BV_ZERO_EXTEND;
    term *wide = term_is(bank, *a, extension) ? a : b, *other = wide == a ? b : a;
    if (!term_is(bank, *wide, extension) || is_atom(p, *wide) || !term_is(bank, *other, TERM_BITS)) return;
    term inner = term_arg(bank, *wide, 0);
    if (!fits(p, *other, width_of(p, inner), sign)) return;
    *other = term_bits_of(bank, term_bits(bank, *other), width_of(p, inner));
    *wide = inner;
}

/* The name of the constant on the other side of an equation, where one side is of an enumeration. */
static const char *enumerator(const struct phrases *p, term t, term constant) {
    struct speech_name known = speech_name(p->speech, t);
    if (p->verilog || !known.whole || !term_is(p->speech->bank, constant, TERM_BITS)) return NULL;
    uint32_t width = width_of(p, constant);
    char *digits = mem_alloc(width + 1);
    for (uint32_t i = 0; i < width; i++)
        digits[i] = mpz_tstbit(term_bits(p->speech->bank, constant), width - 1 - i) ? '1' : '0';
    digits[width] = 0;
    const char *name = design_value_name(&p->speech->system->design, known.name->values, digits);
    mem_free(digits);
    return name;
}

enum relation {
    RELATION_EQ,
    RELATION_ULT,
    RELATION_ULE,
    RELATION_SLT,
    RELATION_SLE,
    RELATION_LT,
    RELATION_LE,
    RELATIONS
};

static enum relation relation_of(enum term_op op) {
    switch (op) {
    case TERM_EQ: return RELATION_EQ;
    case TERM_BV_ULT: return RELATION_ULT;
    case TERM_BV_ULE: return RELATION_ULE;
    case TERM_BV_SLT: return RELATION_SLT;
    case TERM_BV_SLE: return RELATION_SLE;
    case TERM_LT: return RELATION_LT;
    case TERM_LE: return RELATION_LE;
    default: return RELATIONS;
    }
}

/* Of `a R b`: as it is, exchanged, negated, negated and exchanged. */
static const char *relation_symbol(enum relation r, bool negated, bool exchanged) {
    static const char *const symbols[][4] = {
        {"==", "==", "!=", "!="}, {"<", ">", ">=", "<="}, {"<=", ">=", ">", "<"}};
    int row = r == RELATION_EQ ? 0 : r == RELATION_ULT || r == RELATION_SLT || r == RELATION_LT ? 1 : 2;
    return symbols[row][2 * negated + exchanged];
}

static bool is_one_bit(const struct phrases *p, term t, bool *one) {
    const struct terms *b = p->speech->bank;
    if (!term_is(b, t, TERM_BITS) || width_of(p, t) != 1) return false;
    *one = mpz_sgn(term_bits(b, t)) != 0;
    return true;
}

/* `x == 1` of a bit is `x`. */
static bool put_truth(struct phrases *p, struct text *out, term a, term b, bool negated) {
    bool one;
    if (is_one_bit(p, a, &one)) {
        term t = a;
        a = b, b = t;
    }
    if (!is_one_bit(p, b, &one)) return false;
    if (one == negated) text_byte(out, '!');
    put(p, out, a, BIND_PREFIX);
    return true;
}

static void put_relation(struct phrases *p, struct text *out, term t, bool negated, enum bind place) {
    struct terms *b = p->speech->bank;
    enum relation r = relation_of(term_op(b, t));
    term left = term_arg(b, t, 0), right = term_arg(b, t, 1);
    if (r == RELATION_EQ && put_truth(p, out, left, right, negated)) return;
    bool sign = r == RELATION_SLT || r == RELATION_SLE;
    if (sign || r == RELATION_EQ || r == RELATION_ULT || r == RELATION_ULE) narrow(p, &left, &right, sign);
    bool exchanged = is_constant(p, left) && !is_constant(p, right);
    if (exchanged) {
        term other = left;
        left = right, right = other;
    }
    enum bind binds = r == RELATION_EQ ? BIND_EQUAL : BIND_LESS;
    const char *named = r == RELATION_EQ ? enumerator(p, left, right) : NULL;
    if (binds < place) text_byte(out, '(');
    for (int i = 0; i < 2; i++) {
        term side = i ? right : left;
        if (i) text_format(out, " %s ", relation_symbol(r, negated, exchanged));
        if (i && named)
            text_add(out, named);
        else if (sign)
            put_signed(p, out, side);
        else if (r == RELATION_ULT || r == RELATION_ULE)
            put_unsigned(p, out, side, (enum bind)(binds + 1));
        else
            put(p, out, side, (enum bind)(binds + 1));
    }
    if (binds < place) text_byte(out, ')');
}

static void put_not(struct phrases *p, struct text *out, term t, enum bind place) {
    struct terms *b = p->speech->bank;
    term inner = term_arg(b, t, 0);
    if (!is_atom(p, inner) && relation_of(term_op(b, inner)) != RELATIONS) {
        put_relation(p, out, inner, true, place);
        return;
    }
    text_byte(out, '!');
    put(p, out, inner, BIND_PREFIX);
}

static void put_choice(struct phrases *p, struct text *out, term t, enum bind place) {
    struct terms *b = p->speech->bank;
    bool then, otherwise;
    if (is_one_bit(p, term_arg(b, t, 1), &then) && is_one_bit(p, term_arg(b, t, 2), &otherwise) &&
        then != otherwise) {
        if (!then) text_byte(out, '!');
        put(p, out, term_arg(b, t, 0), then ? place : BIND_PREFIX);
        return;
    }
    if (place > BIND_CHOICE) text_byte(out, '(');
    put(p, out, term_arg(b, t, 0), BIND_OR);
    text_add(out, " ? ");
    put(p, out, term_arg(b, t, 1), BIND_OR);
    text_add(out, " : ");
    put(p, out, term_arg(b, t, 2), BIND_OR);
    if (place > BIND_CHOICE) text_byte(out, ')');
}

static void put_extension(struct phrases *p, struct text *out, term t) {
    struct terms *b = p->speech->bank;
    term inner = term_arg(b, t, 0);
    uint32_t more = term_parameter(b, t, 0), width = width_of(p, inner);
    bool sign = term_is(b, t, TERM_BV_SIGN_EXTEND);
    if (!more) {
        put(p, out, inner, BIND_ALL);
        return;
    }
    if (!p->verilog) {
        if (sign)
            put_signed(p, out, inner);
        else
            put(p, out, inner, BIND_ALL);
        return;
    }
    text_byte(out, '{');
    if (sign) {
        text_format(out, "{%u{", more);
        put_part(p, out, inner, width - 1, width - 1);
        text_add(out, "}}");
    } else
        text_format(out, "%u'd0", more);
    text_add(out, ", ");
    put(p, out, inner, BIND_CHOICE);
    text_byte(out, '}');
}

static void put_concat(struct phrases *p, struct text *out, term t) {
    struct terms *b = p->speech->bank;
    text_byte(out, '{');
    put(p, out, term_arg(b, t, 0), BIND_CHOICE);
    text_add(out, ", ");
    put(p, out, term_arg(b, t, 1), BIND_CHOICE);
    text_byte(out, '}');
}

/* Of numbers without sign. */
static void put_numbers(struct phrases *p, struct text *out, term t, const char *symbol, enum bind binds,
                        enum bind place) {
    struct terms *b = p->speech->bank;
    term divisor = term_arg(b, t, 1);
    if (p->verilog && binds == BIND_PRODUCT && (!is_constant(p, divisor) || !mpz_sgn(term_bits(b, divisor))))
        refuse(p, "a division by what may be zero has another result in SystemVerilog");
    if (binds < place) text_byte(out, '(');
    put_unsigned(p, out, term_arg(b, t, 0), (enum bind)(binds + 1));
    text_format(out, " %s ", symbol);
    put_unsigned(p, out, divisor, (enum bind)(binds + 1));
    if (binds < place) text_byte(out, ')');
}

static void put_arithmetic_shift(struct phrases *p, struct text *out, term t) {
    struct terms *b = p->speech->bank;
    text_add(out, p->verilog ? "$unsigned(" : "(");
    put_signed(p, out, term_arg(b, t, 0));
    text_add(out, " >>> ");
    put_unsigned(p, out, term_arg(b, t, 1), BIND_ALL);
    text_byte(out, ')');
}

static void put_prefix(struct phrases *p, struct text *out, term t, const char *symbol) {
    text_add(out, symbol);
    put(p, out, term_arg(p->speech->bank, t, 0), BIND_ALL);
}

/* For people: whatever SMT-LIB calls it. */
static void put_call(struct phrases *p, struct text *out, term t) {
    static const char *const names[] = {
#define OP(name, smtlib, low, high, parameters) [TERM_##name] = smtlib,
        TERM_OPERATORS(OP)
#undef OP
    };
    struct terms *b = p->speech->bank;
    const char *name = names[term_op(b, t)];
    if (term_is(b, t, TERM_APPLY)) name = function_name(b, term_parameter(b, t, 0));
    if (term_is(b, t, TERM_CONST_ARRAY)) name = "everywhere";
    if (p->verilog) refuse(p, "'%s' has no words in SystemVerilog that every tool reads", name);
    if (!p->verilog && term_is(b, t, TERM_SELECT)) {
        put(p, out, term_arg(b, t, 0), BIND_ALL);
        text_byte(out, '[');
        put(p, out, term_arg(b, t, 1), BIND_CHOICE);
        text_byte(out, ']');
        return;
    }
    text_format(out, "%s(", name);
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        if (i) text_add(out, ", ");
        put(p, out, term_arg(b, t, i), BIND_CHOICE);
    }
    text_byte(out, ')');
}

static void put_operation(struct phrases *p, struct text *out, term t, enum bind place) {
    struct terms *b = p->speech->bank;
    switch (term_op(b, t)) {
    case TERM_NOT: put_not(p, out, t, place); return;
    case TERM_AND: put_infix(p, out, t, "&&", BIND_AND, place); return;
    case TERM_OR: put_infix(p, out, t, "||", BIND_OR, place); return;
    case TERM_XOR: put_infix(p, out, t, "!=", BIND_EQUAL, place); return;
    case TERM_EQ:
    case TERM_LE:
    case TERM_LT:
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: put_relation(p, out, t, false, place); return;
    case TERM_ITE: put_choice(p, out, t, place); return;
    case TERM_ADD:
    case TERM_BV_ADD: put_infix(p, out, t, "+", BIND_SUM, place); return;
    case TERM_BV_SUB: put_infix(p, out, t, "-", BIND_SUM, place); return;
    case TERM_MUL:
    case TERM_BV_MUL: put_infix(p, out, t, "*", BIND_PRODUCT, place); return;
    case TERM_BV_AND: put_infix(p, out, t, "&", BIND_BIT_AND, place); return;
    case TERM_BV_OR: put_infix(p, out, t, "|", BIND_BIT_OR, place); return;
    case TERM_BV_XOR: put_infix(p, out, t, "^", BIND_BIT_XOR, place); return;
    case TERM_BV_NOT: put_prefix(p, out, t, "~"); return;
    case TERM_BV_NEG: put_prefix(p, out, t, "-"); return;
    case TERM_BV_UDIV: put_numbers(p, out, t, "/", BIND_PRODUCT, place); return;
    case TERM_BV_UREM: put_numbers(p, out, t, "%", BIND_PRODUCT, place); return;
    case TERM_BV_SHL: put_numbers(p, out, t, "<<", BIND_SHIFT, place); return;
    case TERM_BV_LSHR: put_numbers(p, out, t, ">>", BIND_SHIFT, place); return;
    case TERM_BV_ASHR: put_arithmetic_shift(p, out, t); return;
    case TERM_BV_CONCAT: put_concat(p, out, t); return;
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND: put_extension(p, out, t); return;
    case TERM_BV_EXTRACT:
        put_part(p, out, term_arg(b, t, 0), term_parameter(b, t, 0), term_parameter(b, t, 1));
        return;
    default: put_call(p, out, t); return;
    }
}

static void put(struct phrases *p, struct text *out, term t, enum bind place) {
    if (put_known(p, out, t)) return;
    if (term_arity(p->speech->bank, t) && !term_is_value(p->speech->bank, t))
        put_operation(p, out, t, place);
    else if (term_arity(p->speech->bank, t))
        put_call(p, out, t);
    else
        put_leaf(p, out, t);
}

void phrases_put(struct phrases *p, struct text *out, term t) {
    put(p, out, t, BIND_CHOICE);
}

void phrases_define(struct phrases *p, struct text *out, term t) {
    struct speech_name known = speech_name(p->speech, t);
    if (known.name) { /* a helper for a name is there for its parts */
        if (known.whole)
            phrases_put_name(p, out, known.name);
        else
            put_leaf(p, out, t);
    } else if (term_arity(p->speech->bank, t) && !term_is_value(p->speech->bank, t))
        put_operation(p, out, t, BIND_CHOICE);
    else
        put_leaf(p, out, t);
}

/* ---- helpers ---- */

struct measure {
    uint32_t uses, size, depth;
    bool parts; /* parts of it are taken */
};

static bool wants_helper(const struct phrases *p, term t, const struct measure *m) {
    if (helper(p, t) || is_constant(p, t)) return false;
    if (m->parts && !has_parts(p, t)) return true;
    return !is_atom(p, t) && sort_kind(p->speech->bank, term_sort(p->speech->bank, t)) != SORT_ARRAY &&
           ((m->uses > 1 && m->size > LARGE) || m->depth > DEEP);
}

static void note_use(struct phrases *p, struct measure *all, struct hash_map *at, term user, term t) {
    struct measure *m = &all[hash_map_get(at, t.id)];
    enum term_op op = term_op(p->speech->bank, user);
    m->uses++;
    m->parts |= op == TERM_BV_EXTRACT || (op == TERM_BV_SIGN_EXTEND && p->verilog);
}

void phrases_prepare(struct phrases *p, const term *roots, uint32_t n,
                     void (*declaration)(void *client, term, const char *name), void *client) {
    const struct terms *b = p->speech->bank;
    term_list all = {0};
    struct hash_map at = {0};
    speech_collect(p->speech, roots, n, &all);
    struct measure *measures = mem_new_array(struct measure, all.size + 1);
    for (uint32_t i = 0; i < all.size; i++) hash_map_put(&at, all.data[i].id, i);
    for (uint32_t i = 0; i < all.size; i++)
        if (!is_atom(p, all.data[i]))
            for (uint32_t k = 0; k < term_arity(b, all.data[i]); k++)
                note_use(p, measures, &at, all.data[i], term_arg(b, all.data[i], k));
    for (uint32_t i = 0; i < all.size; i++) {
        term t = all.data[i];
        struct measure *m = &measures[i];
        m->size = m->depth = 1;
        for (uint32_t k = 0; k < term_arity(b, t) && !is_atom(p, t); k++) {
            const struct measure *argument = &measures[hash_map_get(&at, term_arg(b, t, k).id)];
            m->size += argument->size;
            if (argument->depth >= m->depth) m->depth = argument->depth + 1;
        }
        if (!wants_helper(p, t, m)) continue;
        struct speech_name known = speech_name(p->speech, t);
        char *hint = known.whole ? mem_strdup(known.name->name) : mem_format("%u", p->names.size + 1);
        const char *name = phrases_claim(p, hint);
        mem_free(hint);
        declaration(client, t, name);
        phrases_call(p, t, name);
        m->size = m->depth = 1;
    }
    mem_free(measures);
    hash_map_free(&at);
    vec_free(&all);
}
