/* What a tool's output says: one adapter per known way of saying it.
 *
 *   generic   lines `safe [NAME]`, `unsafe [NAME]`, `unknown [NAME] [(REASON)]`, one per property
 *   induct    the same, and the exit status must agree (0 all safe, 1 some unsafe, 3 some unknown)
 *   abc       berkeley-abc's `pdr` and `pdr -a`
 *   chc       constrained Horn clauses: `sat` (a model of the clauses) is safe, `unsat` unsafe; for z3 and
 * cvc5 hwmcc     hardware competition: `sat` or `1` (a counterexample) is unsafe, `unsat` or `0` safe
 *
 * `sat` means opposite things in the last two, so the generic adapter refuses to guess.
 *
 * Answers carry the property's name where the tool gives it, "" where it only counts (abc, of a partial
 * result). */
#ifndef INDUCT_BENCH_ADAPTERS_H
#define INDUCT_BENCH_ADAPTERS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum answer {
    ANSWER_UNKNOWN,
    ANSWER_SAFE,
    ANSWER_UNSAFE,
    ANSWER_NOT_SAFE /* only expected, never said: unsafe and unknown are both right */
};

/* "safe", "unsafe", "not-safe" or "unknown", and back; anything else is unknown. */
const char *answer_name(enum answer);
enum answer answer_parse(const char *);

struct property_answer {
    char *name; /* owned; "" when not known */
    enum answer answer;
};

/* Why a tool says unknown. */
enum excuse { EXCUSE_NONE, EXCUSE_TIMEOUT, EXCUSE_MEMORY };

struct answers {
    VEC(struct property_answer) list;
    enum excuse excuse;
    bool unverified; /* the tool says that it did not check its evidence */
    char *error;     /* owned; the output contradicts itself or the exit status; NULL: none */
};
void answers_fini(struct answers *);
void answers_add(struct answers *, const char *name, size_t length, enum answer);
uint32_t answers_count(const struct answers *, enum answer);
/* The answer for a property, ANSWER_UNKNOWN when there is no answer, or more than one, under that name. */
enum answer answers_find(const struct answers *, const char *name);

enum adapter { ADAPTER_GENERIC, ADAPTER_INDUCT, ADAPTER_ABC, ADAPTER_CHC, ADAPTER_HWMCC, ADAPTER_COUNT };

const char *adapter_name(enum adapter);
bool adapter_parse(const char *name, enum adapter *); /* also "z3" and "cvc5"; false when there is none */
/* The adapter for a command, by the first word in it that names a known program; then by the tool's own name.
 */
enum adapter adapter_guess(const char *tool, const char *command);

/* Reads the standard output of a run. `properties` is the number of properties the file is known to have, 0
 * when it is not known; `exit_code` is negative when the run did not end by itself. Fills empty answers. */
void adapter_read(enum adapter, const char *output, uint32_t properties, int exit_code, struct answers *);

#endif
