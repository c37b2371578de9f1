/* What the symbols of a document mean while it is read. Symbols are numbers (sexpr_symbol), so a scope is
 * arrays indexed by them; what `let` and parameters hide is kept on a stack and put back. */
#ifndef INDUCT_FORMAT_SMTLIB_SCOPE_H
#define INDUCT_FORMAT_SMTLIB_SCOPE_H

#include "format/smtlib/operator.h"
#include "format/smtlib/smtlib.h"
#include "logic/walk.h"

enum meaning_kind {
    MEANING_NONE,
    MEANING_TERM,     /* a constant, a definition without parameters, a let or parameter */
    MEANING_FUNCTION, /* an uninterpreted function with arguments */
    MEANING_MACRO     /* a definition with parameters */
};
struct meaning {
    uint8_t kind;
    bool implicit; /* declared by smtlib_declare: a declaration may follow */
    uint32_t id;   /* of the term, the function, or in `macros` */
    sexpr at;      /* where it was declared */
};
struct hidden {
    uint32_t symbol;
    struct meaning meaning;
};

typedef VEC(sort) sort_list;

/* A defined function. Its body is a term over placeholders: parameter i of sort S is the same variable in all
 * definitions, so that a definition that hands its parameters on to another one shares the other one's body. */
struct macro {
    sort_list parameters;
    term body;
};

enum sort_meaning_kind { SORT_MEANING_NONE, SORT_MEANING_SORT, SORT_MEANING_DEFINITION };
struct sort_meaning {
    uint8_t kind;
    sort sort;
    sexpr parameters, body; /* of a definition with parameters */
};
struct hidden_sort {
    uint32_t symbol;
    struct sort_meaning meaning;
};

enum frame_kind { FRAME_APPLY, FRAME_LET, FRAME_BODY, FRAME_ANNOTATION };
enum head_kind { HEAD_OPERATOR, HEAD_FUNCTION, HEAD_MACRO, HEAD_CONST_ARRAY };
/* What stands first in (head argument ...). */
struct head {
    enum head_kind kind;
    const struct smtlib_operator *row;
    uint32_t id;       /* of the function or macro */
    uint32_t index[2]; /* of an operator */
    sort sort;         /* of a constant array; else the sort claimed by (as head sort), or none */
};
/* A list that is being read. */
struct frame {
    enum frame_kind kind;
    sexpr list;
    sexpr child;     /* the member to be read next */
    uint32_t base;   /* how many values there were when it was opened */
    uint32_t hidden; /* FRAME_BODY: how many meanings were hidden before */
    struct head head;
};

struct smtlib_scope {
    VEC(struct meaning) meanings;                  /* by symbol */
    VEC(struct sort_meaning) sorts;                /* by symbol */
    VEC(const struct smtlib_operator *) operators; /* by symbol; NULL */
    VEC(struct macro) macros;
    VEC(struct hidden) hidden;
    VEC(struct hidden_sort) hidden_sorts;
    bool in_definition;
    uint32_t sort_expansions;
    struct hash_map sort_words; /* array sorts: how many words they take to write */
    /* The expansion of definitions, see scope.c. */
    struct hash_map placeholders, argument_lists;
    u32s instance_of;
    VEC(struct substitution) instances;
    /* The state of smtlib_term. */
    VEC(struct frame) frames;
    term_list values;
};

#define smtlib_fail(r, e, ...)                                                                               \
    messages_fail((r)->messages, STATUS_MALFORMED, sexpr_position((r)->document, e), __VA_ARGS__)
#define smtlib_unsupported(r, e, ...)                                                                        \
    messages_fail((r)->messages, STATUS_UNSUPPORTED, sexpr_position((r)->document, e), __VA_ARGS__)

/* Gives a symbol a meaning until scope_restore goes back to the mark, `hidden.size` before. */
void scope_hide(struct smtlib_scope *, uint32_t symbol, struct meaning);
void scope_restore(struct smtlib_scope *, uint32_t mark);
/* Gives a symbol its meaning for good. `at` must be a symbol that is not declared already and no word of the
 * language. */
enum status scope_define(struct smtlib_reader *, sexpr at, struct meaning);
/* Whether the symbol is one that SMT-LIB reserves: let, !, _, as, ... */
bool scope_reserved(const struct sexprs *, sexpr);

/* The variable that stands for parameter `position` of a definition. */
term macro_placeholder(struct smtlib_reader *, uint32_t position, sort);
/* The body of a definition with the arguments, of the right sorts, in the place of the parameters. */
term macro_expand(struct smtlib_reader *, const struct macro *, const term *args);

/* A constant: a number, bit vector, string atom, or (_ bvN width). */
enum status literal_read(struct smtlib_reader *, sexpr, term *out);
/* A numeral that fits 32 bits; `what` is for the message. */
enum status literal_index(struct smtlib_reader *, sexpr, const char *what, uint32_t *out);
bool literal_is_bv_name(const char *symbol); /* bv and digits */

/* Applications. The operator of a symbol, or NULL; what the first member of a list is; the term of a list all
 * of whose arguments are values; the message about a symbol without meaning. */
const struct smtlib_operator *application_operator(const struct smtlib_reader *, sexpr symbol);
enum status application_head(struct smtlib_reader *, sexpr first, struct head *out);
enum status application_apply(struct smtlib_reader *, const struct frame *, term *out);
enum status application_undeclared(struct smtlib_reader *, sexpr symbol);

/* For messages: the sort as text; the caller frees. */
char *sort_shown(const struct terms *, sort);

#endif
