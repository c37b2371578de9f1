/* What is known of the functions of the C library and of verifiers, and of the library's variables: libc.def, looked up
 * by the name that a program uses. */
#ifndef INDUCT_FORMAT_C_LIBC_H
#define INDUCT_FORMAT_C_LIBC_H

#include "format/c/constructs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a call may change, each more than the one before it. */
enum c_effect {
    C_EFFECT_READS, /* nothing */
    C_EFFECT_STATE, /* what the library has for itself: its variables, and memory that it was given to keep */
    C_EFFECT_FIRST, /* also the object that the first argument points to */
    C_EFFECT_SECOND, /* ... the second argument */
    C_EFFECT_WRITES, /* also all that the arguments lead to */
    C_EFFECT_KEEPS   /* and it keeps these pointers */
};

/* What the reader does instead of calling a function. */
enum c_meaning {
    C_MEANS_ERROR,         /* an error, unless the options name others */
    C_MEANS_ASSUME,        /* the run ends where the argument is zero */
    C_MEANS_INPUT,         /* names that begin so return inputs */
    C_MEANS_INPUT_MEMORY,  /* writes inputs */
    C_MEANS_END,           /* the run ends, unless the function is an error */
    C_MEANS_ABSOLUTE,      /* of a number */
    C_MEANS_COPY,          /* memcpy */
    C_MEANS_MOVE,          /* memmove */
    C_MEANS_SET,           /* memset */
    C_MEANS_ALLOCATE,      /* malloc */
    C_MEANS_ALLOCATE_ZERO, /* calloc */
    C_MEANS_FREE,          /* the object ends */
    C_MEANS_RELEASE        /* the object ends, and more */
};

struct c_libc_function {
    enum c_effect effect;
    enum c_refusal refused; /* why it is not supported; C_REFUSES_NONE: it is */
    /* lp64, ilp32: not 0: of what the first argument points to it writes so many bytes only. */
    uint32_t object[2];
    bool is_input;     /* it returns any value of the range */
    int64_t low, high; /* as far as the type has these numbers */
    bool has_format;   /* the argument `format` is one of printf's; if that is plain the effect is `plain` */
    unsigned format;
    enum c_effect plain;
};

/* False: not a function of the C library. */
bool c_libc_find(const char *name, struct c_libc_function *);
/* Whether the function of that very name has the meaning. */
bool c_libc_means(const char *name, enum c_meaning);
/* With `strict`: what a function accesses, by argument, as accesses.c explains; NULL: not known. */
const char *c_libc_bounds(const char *name);
/* Whether a variable is the C library's; *changes: whether its functions write there. */
bool c_libc_has_variable(const char *name, bool *changes);

/* For tests: the names of all functions with rows of their own, and of all with a meaning; false when there is none at
 * the position. The name is so many bytes long. */
bool c_libc_listed(uint32_t position, const char **name, size_t *length);
bool c_libc_meant(enum c_meaning, uint32_t position, const char **name, size_t *length);

#endif
