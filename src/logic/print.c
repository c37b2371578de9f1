/* Printing terms as SMT-LIB.
 *
 * A term that is used more than once (and is no leaf) gets a name. Named terms are bound in layers: a layer holds the
 * terms that use only names of earlier layers, and is one `let`; so lets nest as deep as names depend on each other and
 * no deeper. Within a layer a term is written by a stack of pieces, not by recursion. */
#include "logic/print.h"
#include "logic/bank.h"
#include "logic/walk.h"

#include <ctype.h>

/* Symbols and sorts. */

static bool is_reserved(const char *name) {
    static const char *const words[] = {
        "_",   "!",      "as",      "let",         "exists",  "forall", "match",
        "par", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0) return true;
    return false;
}

static bool is_simple(const char *name) {
    if (!*name || isdigit((unsigned char)*name) || is_reserved(name)) return false;
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c >= 128 || (!isalnum((unsigned char)*c) && !strchr("~!@$%^&*_-+=<>.?/", *c)))
            return false;
    return true;
}

void print_symbol(struct text *out, const char *name) {
    if (is_simple(name)) {
        text_add(out, name);
        return;
    }
    text_byte(out, '|');
    for (const char *c = name; *c; c++) text_byte(out, *c == '|' || *c == '\\' ? '_' : (unsigned char)*c);
    text_byte(out, '|');
}

bool print_hides_operator(const char *name) {
    static const char *const names[] = {/* those of terms, and the derived ones */
#define OP(name, smtlib, low, high, parameters) smtlib,
                                        TERM_OPERATORS(OP)
#undef OP
                                            "=>",
                                        "distinct",
                                        ">=",
                                        ">",
                                        "-",
                                        "abs",
                                        "is_int",
                                        "divisible",
                                        "bvnand",
                                        "bvnor",
                                        "bvxnor",
                                        "bvcomp",
                                        "bvuge",
                                        "bvugt",
                                        "bvsge",
                                        "bvsgt",
                                        "repeat",
                                        "const",
                                        "as",
                                        "let",
                                        "implies"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (*names[i] && !strcmp(name, names[i])) return true;
    return false;
}

void print_sort(struct text *out, const struct terms *b, sort root) {
    u32s stack = {0}; /* sorts, and 0 for a closing parenthesis */
    vec_push(&stack, root.id);
    bool blank = false;
    while (stack.size) {
        uint32_t id = vec_pop(&stack);
        if (!id) {
            text_byte(out, ')');
            continue;
        }
        if (blank) text_byte(out, ' ');
        blank = true;
        const struct sort_node *s = bank_sort_node(b, (sort){id});
        switch (s->kind) {
        case SORT_BOOL: text_add(out, "Bool"); break;
        case SORT_INT: text_add(out, "Int"); break;
        case SORT_REAL: text_add(out, "Real"); break;
        case SORT_BV: text_format(out, "(_ BitVec %u)", s->a); break;
        case SORT_UNINTERPRETED: print_symbol(out, s->name); break;
        case SORT_ARRAY:
            text_add(out, "(Array");
            vec_push(&stack, 0);
            vec_push(&stack, s->b);
            vec_push(&stack, s->a);
            break;
        }
    }
    vec_free(&stack);
}

/* Leaves. */

static void print_integer(struct text *out, mpz_srcptr z, const char *suffix) {
    char *digits = mem_alloc(mpz_sizeinbase(z, 10) + 2);
    mpz_get_str(digits, 10, z);
    text_format(out, "%s%s", digits, suffix);
    mem_free(digits);
}

static void print_number(struct text *out, mpq_srcptr q, bool real) {
    const char *suffix = real ? ".0" : "";
    mpz_t magnitude;
    mpz_init(magnitude);
    mpz_abs(magnitude, mpq_numref(q));
    bool negative = mpq_sgn(q) < 0, fraction = mpz_cmp_ui(mpq_denref(q), 1) != 0;
    if (negative) text_add(out, "(- ");
    if (fraction) text_add(out, "(/ ");
    print_integer(out, magnitude, suffix);
    if (fraction) {
        text_byte(out, ' ');
        print_integer(out, mpq_denref(q), suffix);
        text_byte(out, ')');
    }
    if (negative) text_byte(out, ')');
    mpz_clear(magnitude);
}

static void print_bits(struct text *out, mpz_srcptr z, uint32_t width) {
    bool hexadecimal = width % 4 == 0;
    uint32_t digits = hexadecimal ? width / 4 : width;
    int base = hexadecimal ? 16 : 2;
    char *string = mem_alloc(mpz_sizeinbase(z, base) + 2);
    mpz_get_str(string, base, z);
    text_add(out, hexadecimal ? "#x" : "#b");
    for (uint32_t i = (uint32_t)strlen(string); i < digits; i++) text_byte(out, '0');
    text_add(out, string);
    mem_free(string);
}

/* Elements of uninterpreted sorts have no literals in SMT-LIB: constants that print_declarations declares. */
static void print_element(struct text *out, const struct terms *b, term t) {
    char *name = mem_format("%s!%u", sort_name(b, bank_sort(b, t)), bank_parameter(b, t, 0));
    print_symbol(out, name);
    mem_free(name);
}

static void print_leaf(struct text *out, const struct terms *b, term t) {
    switch (bank_op(b, t)) {
    case TERM_NUMBER: print_number(out, term_number(b, t), bank_sort(b, t).id == SORT_ID_REAL); break;
    case TERM_BITS: print_bits(out, term_bits(b, t), bank_width(b, t)); break;
    case TERM_ELEMENT: print_element(out, b, t); break;
    case TERM_VARIABLE: print_symbol(out, term_name(b, t)); break;
    default: text_add(out, operator_rows[bank_op(b, t)].smtlib); break;
    }
}

static void print_head(struct text *out, const struct terms *b, term t) {
    enum term_op op = bank_op(b, t);
    const char *name = operator_rows[op].smtlib;
    if (op == TERM_APPLY)
        print_symbol(out, function_name(b, bank_parameter(b, t, 0)));
    else if (op == TERM_CONST_ARRAY) {
        text_add(out, "(as const ");
        print_sort(out, b, bank_sort(b, t));
        text_byte(out, ')');
    } else if (operator_rows[op].parameters == 1)
        text_format(out, "(_ %s %u)", name, bank_parameter(b, t, 0));
    else if (operator_rows[op].parameters == 2)
        text_format(out, "(_ %s %u %u)", name, bank_parameter(b, t, 0), bank_parameter(b, t, 1));
    else
        text_add(out, name);
}

/* Terms. */

struct named {
    term t;
    uint32_t layer;
};

struct printer {
    struct text *out;
    const struct terms *b;
    uint32_t first_mark;      /* the mark of term number i of `all` is first_mark + i */
    term_list all;            /* the DAG, ascending */
    u32s uses, layers, names; /* per term of `all`; a name is its number + 1, 0: none */
    u32s stack;               /* what is still to be written: term ids, and 0 for a closing parenthesis */
    char prefix[8];
};

static uint32_t number_of(const struct printer *p, term t) {
    return p->b->marks->of.data[t.id] - p->first_mark;
}

/* A prefix of names that no symbol in the term has: ?, ??, ... */
static void choose_prefix(struct printer *p) {
    size_t most = 0;
    vec_each (term, t, &p->all) {
        const char *name = bank_op(p->b, *t) == TERM_VARIABLE ? term_name(p->b, *t)
                           : bank_op(p->b, *t) == TERM_APPLY
                               ? function_name(p->b, bank_parameter(p->b, *t, 0))
                               : "";
        size_t marks = strspn(name, "?");
        if (marks > most && isdigit((unsigned char)name[marks])) most = marks;
    }
    size_t length = most + 1 < sizeof p->prefix ? most + 1 : sizeof p->prefix - 1;
    memset(p->prefix, '?', length);
    p->prefix[length] = 0;
}

/* Counts uses, chooses the terms to be named, and finds their layers; returns the number of layers. */
static uint32_t prepare(struct printer *p, term root) {
    const struct terms *b = p->b;
    term_collect(b, &root, 1, &p->all);
    uint32_t n = p->all.size, count = 0;
    p->first_mark = marks_reserve(b, n);
    vec_resize(&p->uses, n);
    vec_resize(&p->layers, n);
    vec_resize(&p->names, n);
    for (uint32_t i = 0; i < n; i++) b->marks->of.data[p->all.data[i].id] = p->first_mark + i;
    for (uint32_t i = 0; i < n; i++) {
        const struct node *node = bank_node(b, p->all.data[i]);
        for (uint32_t j = 0; j < node->arity; j++) p->uses.data[number_of(p, b->args.data[node->args + j])]++;
    }
    uint32_t names = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct node *node = bank_node(b, p->all.data[i]);
        for (uint32_t j = 0; j < node->arity; j++) {
            uint32_t a = number_of(p, b->args.data[node->args + j]),
                     layer = p->layers.data[a] + (p->names.data[a] != 0);
            if (layer > p->layers.data[i]) p->layers.data[i] = layer;
        }
        if (!node->arity || p->uses.data[i] < 2) continue;
        p->names.data[i] = ++names;
        if (p->layers.data[i] + 1 > count) count = p->layers.data[i] + 1;
    }
    choose_prefix(p);
    return count;
}

/* Writes the term itself, names for what is named below it. */
static void write_term(struct printer *p, term root) {
    const struct terms *b = p->b;
    bool top = true;
    vec_push(&p->stack, root.id);
    while (p->stack.size) {
        uint32_t id = vec_pop(&p->stack);
        if (!id) {
            text_byte(p->out, ')');
            continue;
        }
        term t = {id};
        const struct node *node = bank_node(b, t);
        uint32_t name = p->names.data[number_of(p, t)];
        if (!top) text_byte(p->out, ' ');
        if (name && !top)
            text_format(p->out, "%s%u", p->prefix, name);
        else if (!node->arity)
            print_leaf(p->out, b, t);
        else {
            text_byte(p->out, '(');
            print_head(p->out, b, t);
            vec_push(&p->stack, 0);
            for (uint32_t i = node->arity; i-- > 0;) vec_push(&p->stack, b->args.data[node->args + i].id);
        }
        top = false;
    }
}

/* The named terms ordered by layer: the layers' positions in `order` are [starts[k]..starts[k+1][. */
static void order_layers(const struct printer *p, uint32_t count, u32s *order, u32s *starts) {
    vec_resize(starts, count + 2);
    for (uint32_t i = 0; i < p->all.size; i++)
        if (p->names.data[i]) starts->data[p->layers.data[i] + 2]++;
    for (uint32_t k = 2; k < starts->size; k++) starts->data[k] += starts->data[k - 1];
    vec_resize(order, starts->data[count + 1]);
    for (uint32_t i = 0; i < p->all.size; i++)
        if (p->names.data[i]) order->data[starts->data[p->layers.data[i] + 1]++] = i;
}

void print_term(struct text *out, const struct terms *b, term root) {
    struct printer p = {.out = out, .b = b};
    u32s order = {0}, starts = {0};
    uint32_t count = prepare(&p, root);
    order_layers(&p, count, &order, &starts);
    for (uint32_t k = 0; k < count; k++) {
        text_add(out, "(let (");
        for (uint32_t i = starts.data[k]; i < starts.data[k + 1]; i++) {
            text_format(out, i > starts.data[k] ? " (%s%u " : "(%s%u ", p.prefix,
                        p.names.data[order.data[i]]);
            write_term(&p, p.all.data[order.data[i]]);
            text_byte(out, ')');
        }
        text_add(out, ") ");
    }
    write_term(&p, root);
    for (uint32_t k = 0; k < count; k++) text_byte(out, ')');
    vec_free(&p.all);
    vec_free(&p.uses);
    vec_free(&p.layers);
    vec_free(&p.names);
    vec_free(&p.stack);
    vec_free(&order);
    vec_free(&starts);
}
