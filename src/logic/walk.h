/* Walking, substituting and copying terms. Everything is iterative and linear in the DAG. Lists are appended to. */
#ifndef INDUCT_LOGIC_WALK_H
#define INDUCT_LOGIC_WALK_H

#include "base/hash.h"
#include "logic/term.h"

/* Every term that the roots depend on, roots included, each once, ascending: arguments before their users. */
void term_collect(const struct terms *, const term *roots, uint32_t n, term_list *out);
/* The variables among them, and the uninterpreted functions (numbers). */
void term_variables(const struct terms *, const term *roots, uint32_t n, term_list *out);
void term_functions(const struct terms *, const term *roots, uint32_t n, u32s *out);
/* The Boolean subterms that are no Boolean connective (not, and, or, xor, =, ite between Booleans): what predicates
 * are made of; Boolean variables count. Atoms inside the conditions of term-level ites are included. */
void term_atoms(const struct terms *, const term *roots, uint32_t n, term_list *out);
/* The conjuncts of a formula: nested AND (and negated OR) taken apart, each once, `true` left out. */
void term_conjuncts(struct terms *, term, term_list *out);

/* A substitution of terms (usually variables) by terms of the same sort, simultaneous. Keeps a memo from call to
 * call, so rebuilding many terms that share is linear; bindings may be added while nothing that contains the new
 * subject was rebuilt yet. Zero bytes are not valid: use substitution_init. */
struct substitution {
    struct terms *bank;
    struct hash_map memo; /* old id -> new id, bindings included */
};
void substitution_init(struct substitution *, struct terms *);
void substitution_fini(struct substitution *);
void substitution_bind(struct substitution *, term from, term to);
term substitution_apply(struct substitution *, term);

/* Copies terms from one bank to another, symbols by name, sorts by structure; the memo is kept as above. Bindings
 * may replace variables: copy_bind(c, variable of `from`, term of `to`). */
struct term_copier {
    const struct terms *from;
    struct terms *to;
    struct hash_map memo, sorts;
};
void copier_init(struct term_copier *, const struct terms *from, struct terms *to);
void copier_fini(struct term_copier *);
void copier_bind(struct term_copier *, term from, term to);
term copier_apply(struct term_copier *, term);
sort copier_sort(struct term_copier *, sort);
uint32_t copier_function(struct term_copier *, uint32_t function); /* declared in `to` when it is not yet */

/* Which theories occur in the terms, sorts of variables included: a set of bits. */
enum theory {
    THEORY_INT = 1,
    THEORY_REAL = 2,
    THEORY_BV = 4,
    THEORY_ARRAY = 8,
    THEORY_UF = 16,        /* uninterpreted functions or sorts */
    THEORY_NONLINEAR = 32, /* a product or quotient of non-constants in Int or Real */
    THEORY_DIVISION = 64   /* div, mod, to_int, bv2nat, int2bv */
};
unsigned term_theories(const struct terms *, const term *roots, uint32_t n);

#endif
