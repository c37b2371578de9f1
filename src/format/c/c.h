/* C programs: from source, or LLVM bitcode, to the automaton of model/program.h.
 *
 * clang makes bitcode from C; from there on source and bitcode take the same way. Calls are inlined, scalars
 * become values in SSA form, and what is left of memory becomes variables of the automaton. Positions and
 * names of everything are the source's (clang's debug information).
 *
 * Meaning of the programs:
 *
 *   integers     theory C_BV: bit vectors of the machine's widths that wrap around, signed ones too. C_INT and
 *                C_REAL: unbounded numbers; conversions keep the number, `>>` by a constant and `&` with 2^k-1
 *                are division and remainder, and what else works on bits has no meaning. Values that enter are
 *                within the range of their type
 *   undefined    a variable that is read before it is written has any value (a new one each time it comes
 *                into being). A run that divides by zero ends there, as machines trap; with
 *                `strict_division` it is not supported instead. The most negative number divided by
 *                -1 wraps around, shift amounts count modulo the width; of constants alone, which clang
 *                folds, all three are any value. Attributes like `pure`, and __builtin_assume, mean nothing. A
 *                run that gets to __builtin_unreachable() is not supported
 *                What is exact, over-approximated or refused is in constructs.def and libc.def
 *   errors       calls of the error functions: those of the options, else reach_error, __VERIFIER_error and
 *                __assert_fail (a failing assert; what it calls in other C libraries is not supported). What these
 *                do is ignored, also when they are defined
 *   ends         abort, exit, _exit, _Exit, quick_exit; __VERIFIER_assume(e) and assume_abort_if_not(e) with a
 *                false argument; failing asserts when the options name other errors; functions without a
 *                body that are declared noreturn
 *   inputs       __VERIFIER_nondet_*() returns any value; __VERIFIER_nondet_memory(pointer, size) writes so many bytes
 *                of any value. Every other function without a body returns any value, too (warned about once each), and
 *                may also write everything its arguments point to; it does nothing else (`externs` says otherwise). A
 *                volatile read at a constant address, of a device, is any value, with `volatile_inputs` every volatile
 *                read is. What a function of the C library may write is in libc.def: some keep pointers, some change
 *                the library's variables. Their results are arbitrary in proofs, but no counterexample rests on them.
 *                Variable arguments are those of the call. Arguments of the entry function, and external variables at
 *                the start, have any value; the first argument of main is not negative. A weak symbol without
 *                definition is there or has a null address
 *   memory       Objects (local, global, and allocated by malloc or calloc outside of loops; allocation never fails,
 *                but with `malloc_fails`) lie far apart. Those that SSA form leaves over are cut by their type into
 *                scalars and arrays, or into bytes where the program's accesses do not follow the type. Pointers are
 *                numbers, though not the machine's: what the program does with an address as a number, but compare it
 *                with another one, is not supported; neither is whether the end of an object is the start of another
 *                one, or allocated memory that of a freed object. An access through a pointer is a case distinction
 *                over the objects to which it can point. An access that is outside of all of them, or of the array
 *                inside of one that it indexes by name (s.a[i]), does what no other part of the program notices: it
 *                reads any value (a site of kind PROGRAM_OUTSIDE, which stands on the edge whether or not a run gets
 *                outside) and writes to nowhere; the automaton's violations say when. free makes what the object holds
 *                arbitrary in the same way, when the pointer can only be that object's, else it does nothing
 *   strict       with this option an access counts whether or not anybody needs what it reads or writes, and
 *                is not supported where it is not inside of an object, as a whole; inside of the array that it
 *                is named by, also by way of pointers that are local variables (p = s.a; p[i]), where rows of
 *                matrices are arrays; where the object has ended (freed, or its function or
 *                block left); where it writes what is const; and where a function without body does it, unless
 *                it is one whose bounds are known (write, snprintf, strlen of a literal ... see accesses.c). So
 *                `safe` includes that there is no such access. Not noticed: that a pointer is to the same variable
 *                of an earlier round of a loop, or leaves for another member the array that is the first member of a
 *                global structure; writes to const members, and by their name to const aggregates. Freeing is no access
 *
 * What is not supported (recursion that goes deeper than it is inlined, pointers of unknown origin that are
 * dereferenced, calls of unknown functions through pointers, floating-point values that matter, inline assembly,
 * threads, setjmp ...) ends its path in an edge to the error location that says so (`unsupported`: the construct; the
 * position is its line). Nothing is ignored, but where no error can come any more the run ends (cone.c). */
#ifndef INDUCT_FORMAT_C_C_H
#define INDUCT_FORMAT_C_C_H

#include "base/clock.h"
#include "base/text.h"
#include "model/program.h"

enum c_data_model { C_LP64, C_ILP32 };
enum c_theory { C_BV, C_INT, C_REAL };
/* What functions without body, other than the C library's, may write. */
enum c_externs {
    C_EXTERNS_ARGUMENTS, /* what their arguments lead to */
    C_EXTERNS_PURE,      /* nothing */
    C_EXTERNS_GLOBALS /* also global variables that are not static, what these lead to, what was given before */
};

/* Zero bytes are the defaults. Everything is borrowed. Includes and defines do not matter for bitcode, whose data model
 * must be the one that is given. */
struct c_options {
    enum c_data_model data_model;
    enum c_theory theory;
    const char *const *includes; /* directories, [0..n_includes[ */
    uint32_t n_includes;
    const char *const *defines; /* NAME or NAME=VALUE, [0..n_defines[ */
    uint32_t n_defines;
    const char *entry;         /* the function where runs start; NULL: main */
    const char *const *errors; /* names of the error functions, [0..n_errors[; none: see above */
    uint32_t n_errors;
    uint32_t recursion;   /* how deep recursive calls are inlined, at most */
    bool strict;          /* accesses outside of living objects are unsupported, see above */
    bool strict_division; /* division by zero is unsupported */
    bool malloc_fails;    /* any allocation may fail */
    enum c_externs externs;
    bool volatile_inputs; /* every volatile read is an input */
    const char *clang;    /* the program to call; NULL: clang-19 */
    strings *read;        /* NULL, or gets the paths of all files that were included; the caller frees them */
};

/* A program as clang compiled it. That happens once: what is read from it and what is run are made of the same bitcode,
 * so that nothing tells one from the other that clang takes from the time, the place, its flags or the files that it
 * finds (__TIME__, __FILE__, __PIC__, __has_include, #include, ...). Zero bytes are none. */
struct c_compiled {
    struct text bitcode; /* as LLVM 19 writes it, or its text form */
    bool gnu89_inline;   /* with -fgnu89-inline: it has `inline` functions that C99 does not define */
    bool c23;            /* as C23, because it is no C11 */
    bool scopes;         /* with marks where variables begin and end, for `strict` */
};
void c_compiled_fini(struct c_compiled *);

/* Reads a program into an automaton over a new bank of the given mode. The language is told by the name of the file and
 * by the bytes: bitcode by its magic number, .ll is LLVM's text, .i is preprocessed C, anything else C. The bytes
 * count, whatever the file has become; it is named in positions, and #include "x.h" looks in its directory. The program
 * (may be NULL) is left behind; when it is one already, that is read, and the bytes do not matter.
 *
 * STATUS_MALFORMED: the program does not compile (clang's errors become the messages, with their positions),
 * the bitcode is damaged, or the entry function is missing. STATUS_UNSUPPORTED: inlined, the program is
 * larger than C_LARGEST. STATUS_IO: clang or LLVM are not installed. STATUS_STOPPED: the limits (may be NULL)
 * ran out. */
enum status c_read(struct program **, struct c_compiled *, enum terms_mode, const struct c_options *,
                   const char *bytes, size_t size, const char *file, struct limits *, struct messages *);
enum { C_LARGEST = 1 << 20 }; /* instructions */

/* What a program that is run tells about itself (probes.h): variables, operands and results by number. */
struct c_observed {
    bool any;     /* it does; else it has functions of its own that are called as ours are */
    strings keys; /* names, owned */
    u32s widths;  /* in bits */
};
void c_observed_fini(struct c_observed *);

/* The program, which c_read left behind with these options, in LLVM's text form without debug information: what replay/
 * compiles. */
void c_compiled_text(struct text *, const struct c_compiled *, const struct c_options *, struct c_observed *);

/* The text of which that was compiled, with the same options: preprocessed, for another compiler; appended. False:
 * there is none, as of bitcode, or it would be another one, for files that are included have changed since the program
 * was compiled at the time `since` (CLOCK_REALTIME), or it tells of the time. Any thread may ask. */
struct timespec;
bool c_preprocess(struct text *, const struct c_compiled *, const struct c_options *, const char *bytes,
                  size_t size, const char *file, const struct timespec *since, struct limits *);

/* Whether the file is one that c_read reads: by its extension (.c .i .bc .ll), or bitcode by its content. */
bool c_recognise(const char *bytes, size_t size, const char *file);

/* Reads an SV-COMP property file, CHECK( init(main()), LTL(G ! call(reach_error())) ): the names of the
 * function where runs start and of the error function, both owned by the caller. STATUS_UNSUPPORTED for other
 * properties (named in the message), STATUS_MALFORMED for what is no property. */
struct c_spec {
    char *entry, *error;
};
enum status c_read_spec(struct c_spec *, const char *bytes, size_t size, const char *file, struct messages *);
void c_spec_fini(struct c_spec *);

#endif
