/* Reading SMT-LIB 2.6: from bytes to s-expressions with positions, and from these to terms.
 *
 * Front ends for VMT-LIB and Horn clauses share it: the commands are theirs, terms, sorts and declarations are read here.
 * Everything is iterative: nesting of any depth is fine. Messages carry file, line and column. */
#ifndef INDUCT_FRONT_SMTLIB_SMTLIB_H
#define INDUCT_FRONT_SMTLIB_SMTLIB_H

#include "base/hash.h"
#include "base/status.h"
#include "logic/term.h"

/* An s-expression: an atom or a list. Nodes are indices into the document. */
typedef struct sexpr {
    uint32_t id; /* 0: none */
} sexpr;
enum sexpr_kind {
    SEXPR_LIST,
    SEXPR_SYMBOL,  /* text without bars; `quoted` tells that it had them */
    SEXPR_KEYWORD, /* text with the colon */
    SEXPR_NUMERAL,
    SEXPR_DECIMAL,
    SEXPR_HEX,    /* text without #x */
    SEXPR_BINARY, /* text without #b */
    SEXPR_STRING
};
struct sexprs; /* a parsed document */

/* Reads a whole file. On failure one message. */
enum status sexprs_read(struct sexprs **, const char *bytes, size_t size, const char *file,
                        struct messages *);
void sexprs_free(struct sexprs *);
sexpr sexprs_first(const struct sexprs *); /* the top-level expressions, linked by sexpr_next */
sexpr sexpr_next(const struct sexprs *, sexpr);
sexpr sexpr_child(const struct sexprs *, sexpr); /* first child of a list */
uint32_t sexpr_length(const struct sexprs *, sexpr);
enum sexpr_kind sexpr_kind(const struct sexprs *, sexpr);
const char *sexpr_text(const struct sexprs *, sexpr); /* of an atom; never NULL */
bool sexpr_quoted(const struct sexprs *, sexpr);
bool sexpr_is(const struct sexprs *, sexpr,
              const char *symbol); /* an unquoted symbol or keyword with that text */
struct position sexpr_position(const struct sexprs *, sexpr);

/* What the commands of a script have declared so far, and how terms are read under it. */
struct smtlib_reader {
    const struct sexprs *document;
    struct terms *bank;
    struct messages *messages;
    struct smtlib_scope *scope; /* declarations and definitions; made by smtlib_init */
    /* Called for every attribute of `(! term :keyword value)`, innermost first; value may be none ({0}). Any status but
     * STATUS_OK stops the reading. NULL: attributes are ignored. */
    enum status (*attribute)(void *client, term subject, sexpr term_at, const char *keyword, sexpr value);
    void *client;
    /* Called for a symbol in a term that nobody declared, before the error; may return a term. NULL: always an error. */
    term (*undeclared)(void *client, const char *name, sexpr at);
};
void smtlib_init(struct smtlib_reader *, const struct sexprs *, struct terms *, struct messages *);
void smtlib_fini(struct smtlib_reader *);

enum status smtlib_sort(struct smtlib_reader *, sexpr, sort *out);
/* A term with let, annotations, defined functions (expanded, linear in the DAG), overloaded - and /, chained and n-ary forms,
 * every operator of Core, Ints, Reals, Reals_Ints, FixedSizeBitVectors and ArraysEx of SMT-LIB 2.6, numerals as reals where SMT-LIB allows it in practice
 * (mixed Int/Real arguments are coerced). Quantifiers: STATUS_UNSUPPORTED. */
enum status smtlib_term(struct smtlib_reader *, sexpr, term *out);
/* Runs declare-sort, define-sort, declare-fun, declare-const, define-fun, define-const, set-logic, set-info, set-option, and reports in *handled whether
 * the command was one of them. Functions with arguments and no body become uninterpreted functions. */
enum status smtlib_command(struct smtlib_reader *, sexpr command, bool *handled);

/* Variables by the term they are read as: renames what a symbol means from here on. */
void smtlib_define(struct smtlib_reader *, const char *name, term meaning);
/* Reads a value or term from text, with the declarations of the bank's symbols (for evidence files). */
enum status smtlib_read_term(struct terms *, const char *text, const char *file, struct messages *,
                             term *out);

#endif
