/* Reading SMT-LIB 2.6: from bytes to s-expressions with positions, and from these to terms.
 *
 * Front ends for VMT-LIB and Horn clauses share it: the commands are theirs; terms, sorts and declarations
 * are read here. Everything is iterative: nesting of any depth is fine. Messages carry file, line and column.
 *
 *     struct sexprs *document;
 *     if (sexprs_read(&document, bytes, size, "file", messages) == STATUS_OK) {
 *         struct smtlib_reader r;
 *         smtlib_init(&r, document, bank, messages);
 *         for (sexpr e = sexprs_first(document); !sexpr_is_none(e) && status == STATUS_OK; e = sexpr_next(document, e))
 *             status = smtlib_command(&r, e, &handled);        // what is not handled is the caller's
 *         smtlib_fini(&r);
 *         sexprs_free(document);
 *     }
 */
#ifndef INDUCT_FORMAT_SMTLIB_SMTLIB_H
#define INDUCT_FORMAT_SMTLIB_SMTLIB_H

#include "base/hash.h"
#include "base/status.h"
#include "logic/term.h"

/* An s-expression: an atom or a list. Nodes are indices into the document; symbols and keywords are interned,
 * so that the same name is the same number in [0..sexprs_symbols[. */
typedef struct sexpr {
    uint32_t id; /* 0: none */
} sexpr;
#define SEXPR_NONE ((sexpr){0})
static inline bool sexpr_is_none(sexpr e) {
    return e.id == 0;
}

enum sexpr_kind {
    SEXPR_LIST,
    SEXPR_SYMBOL,  /* text without bars; `quoted` tells that it had them */
    SEXPR_KEYWORD, /* text with the colon */
    SEXPR_NUMERAL,
    SEXPR_DECIMAL,
    SEXPR_HEX,    /* text without #x */
    SEXPR_BINARY, /* text without #b */
    SEXPR_STRING  /* text without quotes, "" as one " */
};
struct sexprs; /* a parsed document */

/* Reads a whole file. On failure *out is NULL and there is one message. The bytes are not needed afterwards. */
enum status sexprs_read(struct sexprs **out, const char *bytes, size_t size, const char *file,
                        struct messages *);
void sexprs_free(struct sexprs *);         /* NULL is fine */
sexpr sexprs_first(const struct sexprs *); /* the top-level expressions, linked by sexpr_next */
uint32_t
sexprs_size(const struct sexprs *); /* every expression has an id in [1..size[, a list before its members */
uint32_t sexprs_symbols(const struct sexprs *);
uint32_t sexprs_symbol(const struct sexprs *, const char *name); /* HASH_NONE: it does not occur */
sexpr sexpr_next(const struct sexprs *, sexpr);
sexpr sexpr_child(const struct sexprs *, sexpr); /* first child of a list */
uint32_t sexpr_length(const struct sexprs *, sexpr);
enum sexpr_kind sexpr_kind(const struct sexprs *, sexpr);
const char *sexpr_text(const struct sexprs *, sexpr); /* of an atom; never NULL */
uint32_t sexpr_symbol(const struct sexprs *, sexpr);  /* of a symbol or keyword: its number */
bool sexpr_quoted(const struct sexprs *, sexpr);
/* Whether it is an unquoted symbol or keyword with that text. */
bool sexpr_is(const struct sexprs *, sexpr, const char *symbol);
struct position sexpr_position(const struct sexprs *, sexpr);
/* For messages: the atom as it was written, "a list", or "nothing"; shortened, with control bytes replaced. */
struct sexpr_shown {
    char text[48];
};
struct sexpr_shown sexpr_shown(const struct sexprs *, sexpr);

/* What the commands of a script have declared so far, and how terms are read under it. The fields from
 * `attribute` on are the client's to set after smtlib_init. */
struct smtlib_reader {
    const struct sexprs *document;
    struct terms *bank;
    struct messages *messages;
    struct smtlib_scope *scope; /* declarations and definitions; made by smtlib_init */
    void *client;
    /* Called for every attribute of `(! term :keyword value)`, innermost first; value may be none.
     * `in_definition` tells that the term stands in a definition with parameters, so that it has no meaning
     * of its own. Any status but STATUS_OK stops the reading. NULL: attributes are ignored. `:named` is
     * handled before and not reported. */
    enum status (*attribute)(void *client, term subject, sexpr term_at, sexpr keyword, sexpr value,
                             bool in_definition);
    /* Called for a symbol in a term that nobody declared and that is no operator, before the error; may
     * return a term, after declaring it (smtlib_declare cannot fail then) or not. NULL: always an error. */
    term (*undeclared)(void *client, sexpr at);
    /* Called for every constant that is declared (functions without arguments), in order. */
    void (*declared)(void *client, term variable, sexpr at);
    bool bank_symbols; /* symbols that nobody declared are looked up in the bank */
};
void smtlib_init(struct smtlib_reader *, const struct sexprs *, struct terms *, struct messages *);
void smtlib_fini(struct smtlib_reader *);

enum status smtlib_sort(struct smtlib_reader *, sexpr, sort *out);
/* A term with let, annotations, defined functions (expanded, linear in the DAG), overloaded - and /, chained
 * and n-ary forms, every operator of Core, Ints, Reals, Reals_Ints, FixedSizeBitVectors and ArraysEx of
 * SMT-LIB 2.6, constant arrays, and numerals as reals where SMT-LIB allows it in practice (where Int meets
 * Real, Int is converted). Derived operators are expanded (operator.c), literals like (- 5) and (/ 1 3)
 * become numbers. Quantifiers, strings, bit vectors of more than SMTLIB_WIDTH bits, definitions that expand
 * to more than SMTLIB_TERMS terms: STATUS_UNSUPPORTED. */
enum status smtlib_term(struct smtlib_reader *, sexpr, term *out);
enum { SMTLIB_WIDTH = 1 << 20, SMTLIB_TERMS = 1 << 26 };
/* Runs declare-sort, define-sort, declare-fun, declare-const, define-fun, define-const, set-logic, set-info,
 * set-option, and reports in *handled whether the command was one of them. Functions with arguments and no
 * body become uninterpreted functions. A command that is no list starting with a symbol is malformed;
 * datatypes and recursive definitions are STATUS_UNSUPPORTED. */
enum status smtlib_command(struct smtlib_reader *, sexpr command, bool *handled);

/* What a symbol means: its term, or TERM_NONE when it is undeclared, a function or a definition with
 * parameters. */
term smtlib_meaning(const struct smtlib_reader *, uint32_t symbol);
/* Makes a symbol of the document a constant of that sort, as declare-const does, except that a later
 * declaration with the same sort is accepted. An error when it has a meaning already. */
enum status smtlib_declare(struct smtlib_reader *, sexpr symbol, sort, term *out);

#endif
