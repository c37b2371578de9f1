/* The inputs that lead a C program to its error: what the functions of its environment return, in the order
 * of the calls, and what the function where runs start is called with.
 *
 * They are all that is needed to run the program itself, and all that is taken from a witness for that: nothing
 * is believed about locations or values of variables. What SV-COMP witnesses claim besides is program_claims.h. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_INPUTS_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_INPUTS_H

#include "base/clock.h"
#include "base/text.h"
#include "evidence/program_evidence.h"

/* How the program was given: for witnesses, and for whoever runs it. Everything is borrowed. */
struct program_origin {
    const char *file; /* path */
    const char *bytes;
    size_t size;
    /* What was compiled of it, in LLVM's text form: what is run; NULL for who does not run it. */
    const char *llvm;
    /* The text of which that was compiled, preprocessed, appended: for another compiler. False: it is not to be had any
     * more. Any thread may ask. NULL: there is none. */
    bool (*text)(const struct program_origin *, struct limits *, struct text *);
    const void *client;
    /* What that tells when it is run, by number: names of variables and results, as program_binding has them, and their
     * widths. */
    bool is_observed;
    const char *const *observed;
    const uint32_t *widths;
    uint32_t n_observed;
    /* It was compiled with -fgnu89-inline: it has `inline` functions that are nowhere else. */
    bool gnu89_inline;
    bool c23; /* it was compiled as C23, being no C11 */
    bool ilp32;
    const char *entry;         /* the function where runs start; NULL: main */
    const char *const *errors; /* names of the error functions, [0..n_errors[; none: the usual ones */
    uint32_t n_errors;
    const char *const *options; /* for clang: -I, -D, [0..n_options[ */
    uint32_t n_options;
    const char *version; /* of induct */
};

/* What a program uses and does not define: for whoever is to link it. */
struct program_external {
    char *name;
    bool is_function;
    const char *type; /* of a function's result, in C; NULL: an integer or a pointer will do */
    bool noreturn;    /* a function that is declared so */
    bool per_thread;  /* a variable of which each thread has its own */
    uint64_t size;    /* of a variable, at least; 0: unknown */
};
struct program_externals {
    VEC(struct program_external) list;
};
void program_externals_fini(struct program_externals *);

static inline bool program_starts_at_main(const struct program_origin *origin) {
    return !origin->entry || !strcmp(origin->entry, "main");
}

/* Whether it is an identifier of C, words of the language included. NULL is none. */
bool program_is_identifier(const char *name);

/* The names of the error functions, [0..*n[: those of the origin, else the usual ones (format/c/c.h). */
const char *const *program_errors(const struct program_origin *, uint32_t *n);

/* The error function that a witness names: the only one if there is one, else the one that is called (NULL: not
 * known). */
static inline const char *program_error(const struct program_origin *origin, const char *call) {
    return origin->n_errors == 1 ? origin->errors[0] : call ? call : "reach_error";
}

struct program_input {
    char *function; /* that returns it; NULL: not said */
    uint64_t bits;  /* sign-extended when the program reads it as signed */
    bool is_signed;
    struct program_position position; /* of the call */
};
struct program_argument {
    char *name; /* of the parameter, as struct program_parameter has it */
    uint64_t bits;
    bool is_signed;
    bool is_pointer;                  /* not said by all witnesses */
    struct program_position position; /* of the function */
};
struct program_inputs {
    VEC(struct program_input) list;
    VEC(struct program_argument) arguments; /* those that somebody asks for; the others may have any value */
    /* Nothing else decides the run. Else it depends on what no environment can supply: uninitialised
     * variables, results that the language leaves open, what functions without a body write, pointers that
     * are given to the entry function. */
    bool complete;
    char *reason;    /* what, when not complete */
    bool from_start; /* variables are read that nothing has written yet: not in automata of C programs */
};
void program_inputs_fini(struct program_inputs *);
/* Whether a function that can be written in C supplies the value at a site. */
bool program_is_given(const struct program_site *);
/* Whether the function that supplies the value at a site returns a signed one: by its name, else as the variable has it
 * that it goes to. */
bool program_returns_signed(const struct program *, const struct program_site *);
/* In words, what enters at a site that no environment supplies; NULL: one does. */
const char *program_enters(const struct program *, uint32_t site);
/* What witnesses say when the inputs are not complete. */
#define PROGRAM_INPUTS_INCOMPLETE "not by the inputs alone"

/* From a trace of the automaton as read, without running it: so they count as complete only when nothing else
 * enters on the way. False: its edges do not lead from the initial to the error location. */
bool program_inputs_of(struct program_inputs *, struct program *, const struct program_trace *);
/* Runs the trace, which must be one that does, to tell whether it depends on what else enters: what nothing
 * depends on leaves the inputs complete. */
void program_inputs_settle(struct program_inputs *, struct program *, const struct program_trace *);

/* From a witness: .c (program_harness.h), .txt or .yml (program_witness.h), told by the content. Names in it
 * are such that they can stand in a string of C. */
enum status program_inputs_read(struct program_inputs *, const char *bytes, size_t size, const char *file,
                                struct messages *);

#endif
