/* The words in which a system is spoken of: which terms the design has names for, and what is to be said of the rest.
 *
 * All terms are copied to a bank of its own, which simplifies, so that what the file has twice, or has as a bit here
 * and as a Boolean there, is one term, and what a name stands for is found again wherever it occurs. A register without
 * a name of its own may be part of something that has one (Yosys splits words): then it is a slice of that.
 *
 * Names that a reader has invented, and Yosys' own (with a `$` before them), are none of the user's. */
#ifndef INDUCT_FORMAT_PROOF_SPEECH_H
#define INDUCT_FORMAT_PROOF_SPEECH_H

#include "base/text.h"
#include "evidence/system_evidence.h"

enum { SPEECH_NONE = UINT32_MAX };

/* What a term is called: bits [high..low] of a named one. */
struct speech_name {
    const struct design_name *name; /* NULL: it has none */
    bool whole;
    uint32_t high, low; /* of a slice */
};

struct speech {
    const struct system *system;
    struct terms *bank;
    struct term_copier copier;
    struct hash_map names;  /* term -> position among the design's names */
    struct hash_map slices; /* variable -> position in `parts` */
    struct hash_map states; /* variable -> position among the system's states */
    struct hash_map inputs;
    VEC(struct speech_name) parts;
};

/* `declared`: parts of names count only where it is known how the name is declared. */
void speech_init(struct speech *, const struct system *, bool declared);
void speech_fini(struct speech *);
/* A term of the system's, in the bank of the speech. */
term speech_term(struct speech *, term);
/* What a term of the bank of the speech is called. */
struct speech_name speech_name(const struct speech *, term);
/* Its position among the states; SPEECH_NONE: it is none. */
uint32_t speech_state(const struct speech *, term);
bool speech_is_input(const struct speech *, term);

/* In the bank of the speech: a disjunction in which every bit of a word occurs says that the word has not one of its
 * values. */
term speech_words(struct speech *, term);

/* Likewise: a property under a condition, `!(c && !p)`, is asked where the condition holds, so p may be said for that
 * case: what Yosys has for the other one (any value) is no word of the user's. */
term speech_condition(struct speech *, term);

/* Terms of the bank that something said of the roots mentions, ascending: what has a name stands for itself, and what
 * it consists of is not mentioned. */
void speech_collect(const struct speech *, const term *roots, uint32_t n, term_list *out);

#endif
