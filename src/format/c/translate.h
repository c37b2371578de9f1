/* The translation of the entry function into an automaton.
 *
 * Every location is the start of paths, up to the next locations, that become edges. A path is executed
 * symbolically: `known` has the terms of the values that were computed on it, `slots` those of memory, all of
 * them over the variables at the path's start; `actions` collects the arbitrary values that entered (each
 * into a variable of its own, which nothing on the path read before) and the conditions that were passed. At
 * the end everything that the next location needs is assigned at once.
 *
 * Each block is executed exactly once, and nothing about the automaton's structure depends on terms, so that
 * two banks of different modes get the same automaton. */
#ifndef INDUCT_FORMAT_C_TRANSLATE_H
#define INDUCT_FORMAT_C_TRANSLATE_H

#include "format/c/names.h"

/* A term, or why there is none. */
struct c_known {
    term term;
    const char *why; /* NULL: there is one. Lives as long as the automaton */
    LLVMValueRef at; /* the instruction that is not supported; NULL: the one that asks for the value */
};

enum c_action_kind { C_ACTION_HAVOC, C_ACTION_ASSUME, C_ACTION_VIOLATION, C_ACTION_PROBE };
struct c_action {
    enum c_action_kind kind;
    uint32_t site;    /* C_ACTION_HAVOC; C_ACTION_PROBE: the number of the place */
    term condition;   /* the others */
    const char *rule; /* C_ACTION_VIOLATION: as in struct program_violation; a literal */
    struct program_position at;
    bool head;             /* C_ACTION_PROBE */
    uint32_t told, n_told; /* the same: operands, in the list of the translation */
};

/* An end of the automaton, until all edges have their numbers. */
struct c_end {
    struct program_end end;
    VEC(struct program_probe) probes;
    VEC(struct program_violation) violations;
};

/* A block that waits to be executed at the end of a path. */
struct c_pending {
    uint32_t block, predecessor;
    uint32_t n_actions;
    term condition; /* to be passed on the way to it */
    term_list slots;
};

struct c_translation {
    struct c_unit *unit;
    struct c_flow flow;
    struct c_memory memory;
    struct c_values values;
    struct c_names names;
    struct c_arithmetic arithmetic;
    struct terms *bank;
    struct program *program;
    u32s variables;         /* by value: its variable; PROGRAM_NONE: none yet */
    u32s locations;         /* by block; PROGRAM_NONE: none */
    u32s slots;             /* the variables that hold memory: leaves, and lengths of objects */
    struct hash_map warned; /* functions */
    /* the path */
    uint32_t from, start;        /* location and block */
    struct hash_map known_index; /* value -> position in `known` */
    VEC(struct c_known) known;
    VEC(struct c_action) actions;
    VEC(struct program_told) told; /* at probes, so far */
    VEC(struct c_end) ends;
    term_list contents; /* by slot; TERM_NONE: as at the start of the path */
};

/* c_read's second half. */
struct program *c_translate(struct c_unit *, enum terms_mode);

/* operands.c: terms of values. */
struct c_known c_operand(struct c_translation *, LLVMValueRef, bool is_unsigned);
/* The same, and of the address of a global variable or function as a number: where addresses are compared, or
 * subtracted from each other. */
struct c_known c_operand_number(struct c_translation *, LLVMValueRef, bool is_unsigned);
/* Of an address: the root's, plus what is added to it. */
struct c_known c_operand_address(struct c_translation *, const struct c_address *);
/* An index as a number of a pointer's width. */
struct c_known c_operand_index(struct c_translation *, LLVMValueRef);
uint32_t c_variable_of(struct c_translation *, LLVMValueRef); /* made when there is none yet */
void c_know(struct c_translation *, LLVMValueRef, struct c_known);
uint32_t c_bits(const struct c_translation *, LLVMTypeRef); /* of an integer or pointer */
static inline uint32_t c_pointer_bits(const struct c_translation *t) {
    return t->arithmetic.pointer;
}
static inline struct c_known c_known_term(term term, const char *otherwise) {
    return (struct c_known){.term = term, .why = term_is_none(term) ? otherwise : NULL};
}

/* Arbitrary values: of an instruction, in its variable; or of any sort, in a new one. */
term c_arbitrary_value(struct c_translation *, LLVMValueRef x, enum program_site_kind, const char *call);
term c_arbitrary(struct c_translation *, sort, const char *name, LLVMValueRef x, enum program_site_kind,
                 const char *call);
void c_assume(struct c_translation *, term condition); /* not of the program's own: struct program */
/* The run ends on the path; `last`: as in struct program_end. */
void c_end(struct c_translation *, bool last);
/* division.c: a warning where the run ends in a division by zero, if that is easily seen. */
void c_warn_of_division(struct c_translation *, LLVMValueRef stop);
bool c_is_input(const char *function); /* external.c: it returns an input */
/* Where the condition (TERM_NONE: always) holds the program breaks a rule of the language. */
void c_violation(struct c_translation *, term condition, LLVMValueRef at, const char *rule);
/* The path ends where the condition (TERM_NONE: always) holds: an edge to the error location that is not
 * supported. */
void c_unsupported(struct c_translation *, term condition, LLVMValueRef at, const char *what);
/* The path ends because `user` needs a value that is not supported. */
void c_unsupported_value(struct c_translation *, struct c_known, LLVMValueRef user);

/* probes.c: the path passes a place; which variables of the source the automaton has at its locations. */
bool c_step_probe(struct c_translation *, LLVMValueRef x);
void c_bind_probes(struct c_translation *);

/* A computed goto of the entry function; NULL: none. */
LLVMValueRef c_computed_goto(const struct c_translation *);

/* parameters.c: the values of the entry function's parameters, on the first path. */
void c_parameters_enter(struct c_translation *);

/* slots.c: memory as variables. */
void c_slots_init(struct c_translation *);
void c_slots_start(
    struct c_translation *); /* on the first path: global variables have their values, external ones any */
term c_slot(const struct c_translation *, uint32_t slot);              /* what it holds now */
term c_leaf_read(const struct c_translation *, const struct c_leaf *); /* the leaf as a whole */
sort c_leaf_sort(const struct c_translation *, const struct c_leaf *);
uint32_t c_leaf_index_bits(const struct c_translation *, const struct c_leaf *);
term c_leaf_constant(struct c_translation *, const struct c_leaf *, term element);
/* The elements of a leaf; 0: not known before the program runs. */
uint64_t c_leaf_elements(const struct c_leaf *);

/* Steps; false: the path ends there. */
bool c_step(struct c_translation *, LLVMValueRef x);                               /* instructions.c */
bool c_step_call(struct c_translation *, LLVMValueRef x);                          /* builtins.c: calls */
bool c_step_external(struct c_translation *, LLVMValueRef x, LLVMValueRef callee); /* external.c */
bool c_step_load(struct c_translation *, LLVMValueRef x);                          /* access.c */
bool c_step_store(struct c_translation *, LLVMValueRef x);
bool c_step_transfer(struct c_translation *, LLVMValueRef x); /* transfer.c: memset, memcpy, memmove, havoc */
bool c_step_scalars(struct c_translation *, LLVMValueRef x, uint64_t size,
                    bool is_set);                               /* scalars.c: the same */
bool c_step_allocation(struct c_translation *, LLVMValueRef x); /* slots.c: alloca, malloc, calloc */
/* bounds.c, with `strict`: the markers of accesses, of places in arrays, and of lifetimes; calls of functions without
 * body, whose accesses must be known. */
bool c_step_access(struct c_translation *, LLVMValueRef x);
bool c_step_within(struct c_translation *, LLVMValueRef x);
bool c_step_inside(struct c_translation *, LLVMValueRef x);
bool c_step_lifetime(struct c_translation *, LLVMValueRef x, bool ends);
bool c_bounds_of_call(struct c_translation *, LLVMValueRef x, const char *name);

#endif
