/* The bridge: one Z3 context, and the translation between it and the terms of one bank, both ways.
 *
 * Every AST that we keep is held by a reference of ours: translations of terms for the life of the bridge (in `asts`,
 * by term), everything temporary in an arena that is released to a mark. ASTs that are not held may vanish inside the
 * very next call, so whatever a Z3 function returns goes through bridge_hold before anything else happens.
 *
 * Variables are constants of the same name, which is unique in a bank. What we invent (labels, elements of
 * uninterpreted sorts) is named by numbers, and Z3's number symbols differ from all strings.
 *
 * Errors: Z3 never aborts here. A failing call gives NULL and sets `failed`, which stays: whoever asserts something
 * that could not be translated must not trust an answer of the solver any more (smt.c says unknown). */
#ifndef INDUCT_SMT_BRIDGE_H
#define INDUCT_SMT_BRIDGE_H

#include "base/hash.h"
#include "logic/term.h"
#include "smt/watch.h"

struct bridge_element {
    term element;
    Z3_ast constant;
};
typedef VEC(Z3_ast) z3_asts;

struct bridge {
    Z3_context context;
    struct terms *bank;
    struct watch watch;
    z3_asts asts;            /* by term id; NULL: not translated */
    struct hash_map terms;   /* id of a held AST -> term id: the inverse of asts and names */
    struct hash_map name_of; /* term id -> its position in names */
    z3_asts names;
    VEC(Z3_sort) sorts; /* by sort id */
    VEC(Z3_func_decl) functions;
    VEC(struct bridge_element) elements;
    z3_asts axioms;   /* facts about elements that the solver must be given; grows */
    z3_asts arena;    /* held until bridge_release */
    uint32_t symbols; /* numbers given so far */
    uint64_t charged; /* work that the limits were told of */
    bool split;       /* translate equalities between numbers as two inequalities */
    bool remember;    /* whatever bridge_term reads stays alive as long as the bridge: it is read once */
    bool failed;
    char *error; /* the first one, or NULL */
};

/* library_open must have succeeded. `settings` are pairs of strings for the context, ended by NULL; may be NULL. */
void bridge_init(struct bridge *, struct terms *, struct limits *, const char *const *settings);
void bridge_fini(struct bridge *);

/* Holds an AST until release. NULL sets `failed` and comes back as it is. */
Z3_ast bridge_hold(struct bridge *, Z3_ast);
static inline uint32_t bridge_mark(const struct bridge *b) {
    return b->arena.size;
}
void bridge_release(struct bridge *, uint32_t mark);
/* Forgets a failure in a call whose result nobody relies on. */
void bridge_forgive(struct bridge *, bool failed_before);

/* The AST of a term, held for good; NULL when it failed. */
Z3_ast bridge_ast(struct bridge *, term);
Z3_sort bridge_sort(struct bridge *, sort);
Z3_func_decl bridge_function(struct bridge *, uint32_t function);
Z3_ast bridge_symbol(struct bridge *, Z3_sort); /* a new constant, in the arena */
/* Says that `ast` (held for good) reads back as `t`. */
void bridge_bind(struct bridge *, Z3_ast ast, term t);
/* A constant that stands for a formula, the same one whenever it is asked for, held for good; it reads back as the
 * formula. What makes them equal is the caller's to assert. NULL when it failed. */
Z3_ast bridge_name(struct bridge *, term formula);

/* The term of an AST; its bound variable number i (de Bruijn) is bound[i]. TERM_NONE: it has something that terms do
 * not have. */
term bridge_term(struct bridge *, Z3_ast, const term *bound, uint32_t n);
/* The number of a numeral AST of the given sort kind, as a term. TERM_NONE: it is irrational. */
term bridge_numeral(struct bridge *, Z3_ast);

#endif
