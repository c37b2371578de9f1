/* What SSA form leaves over of memory: objects, cut into leaves, and the pointers to them.
 *
 * An *object* is a local or global variable, or what one call of malloc gives. It has an address of its own,
 * a constant far from those of others, so that pointers are numbers. Its contents are *leaves*: the scalars
 * of its type, where arrays (of structures, of arrays ...) count as one leaf per scalar with as many
 * dimensions as the strides differ:
 *
 *     struct { int n; struct { char c; int m[2][3]; } s[5]; }     n        offset 0
 *                                                                 s[].c    offset 4, dimensions 5 (stride 28)
 *                                                                 s[].m    offset 8, dimensions 5 (28), 6 (4)
 *
 * A leaf without dimension becomes a variable of the automaton, one with dimensions an array variable,
 * indexed by the position among its elements, row by row. An object whose type the accesses do not follow has
 * one leaf: its bytes.
 *
 * An *address* is a pointer taken apart: root + constant + sum of scale * index. When the root is an object,
 * the access is decided here and now; else (the root is a phi, select, load ...) `targets` says to which
 * objects it can point. */
#ifndef INDUCT_FORMAT_C_MEMORY_H
#define INDUCT_FORMAT_C_MEMORY_H

#include "format/c/arithmetic.h"
#include "format/c/debug.h"
#include "format/c/flow.h"
#include "format/c/libc.h"

enum { C_DIMENSIONS = 4 };
struct c_dimension {
    uint64_t stride, count; /* bytes; count 0: known when the program runs, see object.count */
};
enum c_leaf_kind { C_LEAF_INTEGER, C_LEAF_POINTER, C_LEAF_FLOAT };
struct c_leaf {
    uint64_t offset, width; /* bytes */
    enum c_leaf_kind kind;
    struct c_dimension dimensions[C_DIMENSIONS]; /* outermost first, strides descending */
    uint32_t n_dimensions;
    /* translate.h: where its variable is; PROGRAM_NONE: the leaf is constant, or of floating point. */
    uint32_t slot;
    term value; /* constant leaves: what it holds; others: at the start; TERM_NONE: anything */
};
typedef VEC(struct c_leaf) c_leaf_list;

struct c_object {
    LLVMValueRef value; /* alloca, global variable, call of an allocator, or function */
    uint64_t base, size;
    LLVMTypeRef type; /* the contents are so many of it; NULL: not known */
    uint64_t repeat;
    LLVMValueRef
        count; /* not NULL: the size is so many times `unit` bytes, known when the program runs; `size` is the
                * room for it */
    uint64_t unit;
    uint32_t length; /* the slot that holds the value of `count`; PROGRAM_NONE: none */
    bool is_bytes, is_constant, is_written, is_zeroed, is_escaped;
    bool is_freed;   /* or may be by a function without body: its memory may be another object's later */
    bool is_kept;    /* given to a function of the C library that may write there later */
    bool is_library; /* a variable that the C library's functions change */
    bool is_shared;  /* with C_EXTERNS_GLOBALS: a variable that functions without body reach */
    bool is_mixed;   /* numbers are written where pointers are */
    bool is_mortal;  /* it may be accessed after its end, see lifetime.h */
    uint32_t ended;  /* the slot that holds whether it has ended; PROGRAM_NONE: it never has */
    const char *unsupported; /* why it cannot be represented; NULL: it can */
    c_leaf_list leaves;
    struct c_debug_variable source; /* .variable NULL: not known */
};

struct c_index {
    LLVMValueRef index;
    int64_t scale;  /* bytes, or times */
    uint64_t count; /* of the elements of the array that it indexes; 0: of a pointer, or not known */
};
struct c_address {
    LLVMValueRef root;
    uint32_t object; /* PROGRAM_NONE: the root is none */
    int64_t constant;
    VEC(struct c_index) terms;
};

struct c_memory {
    struct c_unit *unit;
    const struct c_flow *flow;
    VEC(struct c_object) objects;
    struct hash_map index; /* value -> object */
    uint64_t next_base;
    uint32_t pointer; /* bytes of one */
    /* targets.c: sets of objects, as rows of bits */
    u64s rows;
    uint32_t row_words, n_rows;
    struct hash_map row_of; /* pointer value -> row */
    u32s contents;          /* by object: the row of its first leaf */
};

void c_memory_init(struct c_memory *, struct c_unit *, const struct c_flow *);
void c_memory_fini(struct c_memory *);
/* The object of a value; functions whose address is taken count. PROGRAM_NONE: it is none. */
uint32_t c_memory_find(const struct c_memory *, LLVMValueRef);
/* The bytes that an object can have in no machine. */
uint64_t c_memory_largest(const struct c_memory *);
/* Whether a call allocates an object: malloc or calloc. */
bool c_memory_allocates(LLVMValueRef call);

/* Whether the value is a pointer's number, and nothing else. */
bool c_memory_is_number(LLVMValueRef);
/* The pointer that an argument is or, as a number, has; NULL: none. */
LLVMValueRef c_memory_argument(LLVMValueRef);

void c_address_init(struct c_address *, const struct c_memory *, LLVMValueRef pointer);
void c_address_fini(struct c_address *);
/* What divides it divides all distances from the root; 0: the address is the root's. A power of two only counts. */
uint64_t c_address_steps(const struct c_address *);
/* The width in bytes of a scalar in memory; 0: it has no whole number of bytes. */
uint64_t c_memory_width(const struct c_memory *, LLVMTypeRef);

/* Where in an object an access is: a leaf, and per dimension the terms of its position. False: the access does not
 * follow the leaves. */
struct c_place {
    uint32_t leaf;
    /* A position outside of the leaf may be one in another leaf: p[i], where p is in one of several arrays of a
     * structure, or an array of a union that is longer than this one. */
    bool is_loose;
    struct {
        VEC(struct c_index) terms;
        int64_t constant;
    } at[C_DIMENSIONS];
};
bool c_place_find(const struct c_object *, const struct c_address *, uint64_t width, struct c_place *);
void c_place_fini(struct c_place *);

/* The objects to which a pointer can point, to run over; valid until c_targets_find. */
struct c_targets {
    uint32_t only;       /* PROGRAM_NONE: as `row` says */
    const uint64_t *row; /* NULL: none */
    bool other;          /* also memory that is none of the objects */
    bool exact;          /* the root of the address is the start of an object, or no address of one */
    uint32_t uneven; /* bit k: the root may be at a distance from the start that 2^(k+1) does not divide */
};
struct c_targets c_targets_of(const struct c_memory *, LLVMValueRef pointer);
uint32_t c_targets_next(const struct c_memory *, const struct c_targets *,
                        uint32_t from); /* PROGRAM_NONE: no more */
#define C_EACH_TARGET(i, memory, targets)                                                                    \
    for (uint32_t i = c_targets_next(memory, targets, 0); i != PROGRAM_NONE;                                 \
         i = c_targets_next(memory, targets, i + 1))
/* Everything that can be reached from there, over pointers in memory: bits by object, or-ed into. */
void c_targets_reach(const struct c_memory *, LLVMValueRef pointer, u8s *objects);
/* The same from what functions without body reach by themselves. */
void c_targets_reach_shared(const struct c_memory *, u8s *objects);
/* Whether the program writes the address of an object to a leaf. */
bool c_targets_holds(const struct c_memory *, uint32_t object, uint32_t leaf);
/* What a call of a function without body may do: external.c. */
struct c_external {
    bool is_input;   /* __VERIFIER_nondet_... */
    bool is_library; /* the C library's; else only `effect` counts */
    /* With C_EXTERNS_GLOBALS: it reaches what is shared, and what such functions were given. */
    bool is_foreign;
    struct c_libc_function function;
};
struct c_external c_external_of(const struct c_unit *, LLVMValueRef call);
bool c_external_writes(const struct c_external *, unsigned argument); /* to what it points to */

/* Parts of c_memory_init: layout.c cuts objects and calls for targets.c. */
void c_layout_choose(struct c_memory *);
void c_targets_find(struct c_memory *);

#endif
