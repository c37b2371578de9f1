/* What is known of the C library's functions and variables: libc.def, looked up by the name that a program uses. */
#ifndef INDUCT_FORMAT_C_LIBC_H
#define INDUCT_FORMAT_C_LIBC_H

#include <stdbool.h>
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

struct c_libc_function {
    enum c_effect effect;
    const char *refused; /* why it is not supported; NULL: it is */
    uint32_t
        object[2]; /* lp64, ilp32: not 0: of what the first argument points to it writes so many bytes only */
    bool is_input; /* it returns any value of the range */
    int64_t low, high; /* as far as the type has these numbers */
};

/* False: not a function of the C library. */
bool c_libc_find(const char *name, struct c_libc_function *);
/* Whether a variable is the C library's; *changes: whether its functions write there. */
bool c_libc_has_variable(const char *name, bool *changes);

#endif
