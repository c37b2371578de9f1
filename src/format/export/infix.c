/* Terms for people: see infix.h. */
#include "format/export/infix.h"

#include <stdlib.h>

/* Precedences, as in C: an argument that binds less than its operator wants parentheses. */
enum {
    BIND_CONDITION,
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

struct infix {
    const char *symbol;
    int binds;
};

static struct infix infix_of(enum term_op op) {
    switch (op) {
    case TERM_OR: return (struct infix){"||", BIND_OR};
    case TERM_AND: return (struct infix){"&&", BIND_AND};
    case TERM_XOR: return (struct infix){"!=", BIND_EQUAL};
    case TERM_EQ: return (struct infix){"==", BIND_EQUAL};
    case TERM_LE:
    case TERM_BV_SLE: return (struct infix){"<=", BIND_LESS};
    case TERM_LT:
    case TERM_BV_SLT: return (struct infix){"<", BIND_LESS};
    case TERM_BV_ULE: return (struct infix){"<=u", BIND_LESS};
    case TERM_BV_ULT: return (struct infix){"<u", BIND_LESS};
    case TERM_ADD:
    case TERM_BV_ADD: return (struct infix){"+", BIND_SUM};
    case TERM_BV_SUB: return (struct infix){"-", BIND_SUM};
    case TERM_MUL:
    case TERM_BV_MUL: return (struct infix){"*", BIND_PRODUCT};
    case TERM_DIVIDE:
    case TERM_BV_SDIV: return (struct infix){"/", BIND_PRODUCT};
    case TERM_BV_UDIV: return (struct infix){"/u", BIND_PRODUCT};
    case TERM_BV_SREM: return (struct infix){"%", BIND_PRODUCT};
    case TERM_BV_UREM: return (struct infix){"%u", BIND_PRODUCT};
    case TERM_BV_AND: return (struct infix){"&", BIND_BIT_AND};
    case TERM_BV_OR: return (struct infix){"|", BIND_BIT_OR};
    case TERM_BV_XOR: return (struct infix){"^", BIND_BIT_XOR};
    case TERM_BV_SHL: return (struct infix){"<<", BIND_SHIFT};
    case TERM_BV_ASHR: return (struct infix){">>", BIND_SHIFT};
    case TERM_BV_LSHR: return (struct infix){">>u", BIND_SHIFT};
    default: return (struct infix){NULL, BIND_ALL};
    }
}

static const char *call_of(enum term_op op) {
    switch (op) {
#define OP(name, smtlib, low, high, parameters)                                                              \
    case TERM_##name: return smtlib;
        TERM_OPERATORS(OP)
#undef OP
    default: return "";
    }
}

struct printer {
    struct text *out;
    const struct terms *bank;
    infix_name *name;
    const void *context;
    size_t end; /* of the text */
    unsigned depth;
};
enum { DEEP = 60 };

static void print(struct printer *p, term t, int binds);

static void print_bits(struct printer *p, term t) {
    uint32_t width = sort_width(p->bank, term_sort(p->bank, t));
    mpz_t z;
    mpz_init_set(z, term_bits(p->bank, t));
    if (width >= 8 && mpz_tstbit(z, width - 1)) {
        mpz_t all;
        mpz_init(all);
        mpz_setbit(all, width);
        mpz_sub(z, z, all);
        mpz_clear(all);
    }
    char *digits = mpz_get_str(NULL, 10, z);
    text_add(p->out, digits);
    free(digits);
    mpz_clear(z);
}

static void print_number(struct printer *p, term t) {
    char *digits = mpq_get_str(NULL, 10, term_number(p->bank, t));
    text_add(p->out, digits);
    free(digits);
}

static bool print_leaf(struct printer *p, term t) {
    const char *name = NULL;
    switch (term_op(p->bank, t)) {
    case TERM_BITS: print_bits(p, t); return true;
    case TERM_NUMBER: print_number(p, t); return true;
    case TERM_TRUE: text_add(p->out, "true"); return true;
    case TERM_FALSE: text_add(p->out, "false"); return true;
    case TERM_ELEMENT: text_format(p->out, "#%u", term_parameter(p->bank, t, 0)); return true;
    case TERM_VARIABLE:
        if (p->name) name = p->name(p->context, t);
        text_add(p->out, name ? name : term_name(p->bank, t));
        return true;
    default: return false;
    }
}

static void print_arguments(struct printer *p, term t, const char *between, int binds) {
    for (uint32_t i = 0; i < term_arity(p->bank, t); i++) {
        if (i) text_add(p->out, between);
        if (p->out->size >= p->end) {
            text_add(p->out, "..");
            return;
        }
        print(p, term_arg(p->bank, t, i), binds);
    }
}

static void print_infix(struct printer *p, term t, struct infix op, int binds) {
    char *between = mem_format(" %s ", op.symbol);
    if (op.binds < binds) text_add(p->out, "(");
    print_arguments(p, t, between, op.binds + 1);
    if (op.binds < binds) text_add(p->out, ")");
    mem_free(between);
}

/* x != y and the like, else !x. */
static void print_not(struct printer *p, term t, int binds) {
    term inner = term_arg(p->bank, t, 0);
    static const struct {
        enum term_op op;
        const char *negated;
    } turned[] = {{TERM_EQ, "!="},     {TERM_LE, ">"},      {TERM_LT, ">="},     {TERM_BV_SLE, ">"},
                  {TERM_BV_SLT, ">="}, {TERM_BV_ULE, ">u"}, {TERM_BV_ULT, ">=u"}};
    for (uint32_t i = 0; i < sizeof turned / sizeof *turned; i++)
        if (term_is(p->bank, inner, turned[i].op)) {
            struct infix op = infix_of(turned[i].op);
            print_infix(p, inner, (struct infix){turned[i].negated, op.binds}, binds);
            return;
        }
    text_add(p->out, "!");
    print(p, inner, BIND_PREFIX);
}

static void print_other(struct printer *p, term t, int binds) {
    const struct terms *b = p->bank;
    switch (term_op(b, t)) {
    case TERM_NOT: print_not(p, t, binds); return;
    case TERM_BV_NOT:
    case TERM_BV_NEG:
        text_add(p->out, term_is(b, t, TERM_BV_NOT) ? "~" : "-");
        print(p, term_arg(b, t, 0), BIND_PREFIX);
        return;
    case TERM_ITE:
        if (binds > BIND_CONDITION) text_add(p->out, "(");
        print(p, term_arg(b, t, 0), BIND_CONDITION + 1);
        text_add(p->out, " ? ");
        print(p, term_arg(b, t, 1), BIND_CONDITION + 1);
        text_add(p->out, " : ");
        print(p, term_arg(b, t, 2), BIND_CONDITION);
        if (binds > BIND_CONDITION) text_add(p->out, ")");
        return;
    case TERM_SELECT:
        print(p, term_arg(b, t, 0), BIND_ALL);
        text_add(p->out, "[");
        print(p, term_arg(b, t, 1), BIND_CONDITION);
        text_add(p->out, "]");
        return;
    case TERM_STORE:
        print(p, term_arg(b, t, 0), BIND_ALL);
        text_add(p->out, "[");
        print(p, term_arg(b, t, 1), BIND_CONDITION);
        text_add(p->out, " := ");
        print(p, term_arg(b, t, 2), BIND_CONDITION);
        text_add(p->out, "]");
        return;
    case TERM_BV_EXTRACT:
        print(p, term_arg(b, t, 0), BIND_ALL);
        text_format(p->out, "[%u:%u]", term_parameter(b, t, 0), term_parameter(b, t, 1));
        return;
    default: break;
    }
    if (term_is(b, t, TERM_APPLY))
        text_add(p->out, function_name(b, term_parameter(b, t, 0)));
    else
        text_add(p->out, term_is(b, t, TERM_CONST_ARRAY) ? "all" : call_of(term_op(b, t)));
    text_add(p->out, "(");
    print_arguments(p, t, ", ", BIND_CONDITION);
    if (term_is(b, t, TERM_BV_ZERO_EXTEND) || term_is(b, t, TERM_BV_SIGN_EXTEND))
        text_format(p->out, ", %u", term_parameter(b, t, 0));
    text_add(p->out, ")");
}

static void print(struct printer *p, term t, int binds) {
    if (p->out->size >= p->end || p->depth > DEEP) {
        text_add(p->out, "..");
        return;
    }
    if (print_leaf(p, t)) return;
    p->depth++;
    struct infix op = infix_of(term_op(p->bank, t));
    if (op.symbol)
        print_infix(p, t, op, binds);
    else
        print_other(p, t, binds);
    p->depth--;
}

void infix_print(struct text *out, const struct terms *bank, term t, infix_name *name, const void *context,
                 size_t most) {
    struct printer p = {.out = out, .bank = bank, .name = name, .context = context, .end = out->size + most};
    print(&p, t, BIND_CONDITION);
}
