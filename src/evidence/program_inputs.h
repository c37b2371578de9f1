/* The inputs that lead a C program to its error: what the functions of its environment return, in the order of the calls.
 *
 * They are all that is needed to run the program itself, and all that a reader takes from a witness: nothing is believed about
 * locations or values of variables. */
#ifndef INDUCT_EVIDENCE_PROGRAM_INPUTS_H
#define INDUCT_EVIDENCE_PROGRAM_INPUTS_H

#include "base/text.h"
#include "evidence/program.h"

/* How the program was given: for witnesses, and for whoever runs it. Everything is borrowed. */
struct program_origin {
    const char *file; /* path */
    const char *bytes;
    size_t size;
    bool ilp32;
    const char *entry;         /* the function where runs start; NULL: main */
    const char *const *errors; /* names of the error functions, [0..n_errors[; none: the usual ones */
    uint32_t n_errors;
    const char *const *options; /* for clang: -I, -D, [0..n_options[ */
    uint32_t n_options;
    const char *version; /* of induct */
};

struct program_input {
    char *function; /* that returns it; NULL: not said */
    uint64_t bits;  /* sign-extended when the program reads it as signed */
    bool is_signed;
    struct cfa_position position; /* of the call */
};
struct program_inputs {
    VEC(struct program_input) list;
    /* Nothing else decides the run. Else it depends on what no environment can supply: uninitialised variables, results that the
     * language leaves open, what functions without a body write, or arguments of the entry function. */
    bool complete;
    char *reason; /* what, when not complete */
};
void program_inputs_fini(struct program_inputs *);
/* What witnesses say when the inputs are not complete. */
#define PROGRAM_INPUTS_INCOMPLETE "not by the inputs alone"

/* From a trace of the automaton as read, without running it. False: its edges do not lead from the initial to the error location. */
bool program_inputs_of(struct program_inputs *, struct cfa *, const struct cfa_trace *);

/* From a witness: .c (program_harness.h), .txt or .yml (program_witness.h), told by the content. */
enum status program_inputs_read(struct program_inputs *, const char *bytes, size_t size, const char *file,
                                struct messages *);

#endif
