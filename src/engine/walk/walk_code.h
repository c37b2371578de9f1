/* Register code: terms over Booleans, bit vectors of up to 64 bits and arrays of these, in straight-line code
 * for a machine of 64-bit registers, for those who evaluate the same terms millions of times.
 *
 *     struct code code;  code_init(&code, bank);
 *     code_variable(&code, x);                                       // before the first edge
 *     uint32_t start = code_edge(&code, guard, assignments, n);      // CODE_NONE: cannot be said in code
 *     struct code_machine m;  code_machine_init(&m, &code); // after the last edge; all variables are 0
 *     if (code_run(&m, start)) ... // the guard held, and the variables have new values
 *
 * A register holds a Boolean (0, 1) or the bits of a vector, the bits above its width 0. Every variable has a
 * register, every constant one, and the rest are temporaries, which the edges share. An array is a row of
 * cells, one per index (per small index, where there are too many: a store to another one ends the run):
 * assignments change it in place, as the stores and if-then-elses of the new value say. A term of an edge is
 * computed once, and nothing of the assignments before the guard has been found to hold: code_run has no
 * effect when it does not.
 *
 * Cells that are overwritten can be logged, to be brought back later (code_undo). */
#ifndef INDUCT_ENGINE_WALK_WALK_CODE_H
#define INDUCT_ENGINE_WALK_WALK_CODE_H

#include "logic/walk.h"

enum { CODE_NONE = 0xffffffff };

/* The lowest bits of a word, 1 to 64 of them. */
static inline uint64_t code_low(uint64_t word, uint32_t bits) {
    return word & UINT64_MAX >> (64 - bits);
}

enum code_op {
    CODE_END,
    CODE_TEST, /* stops unless register a is 1 */
    CODE_MOVE,
    CODE_NOT,
    CODE_NEG,
    CODE_AND,
    CODE_OR,
    CODE_XOR,
    CODE_ADD,
    CODE_SUB,
    CODE_MUL,
    CODE_UDIV,
    CODE_UREM,
    CODE_SDIV,
    CODE_SREM,
    CODE_SMOD,
    CODE_SHL,
    CODE_LSHR,
    CODE_ASHR,
    CODE_EQ,
    CODE_ULT,
    CODE_ULE,
    CODE_SLT,
    CODE_SLE,
    CODE_ITE,
    CODE_CONCAT,  /* a above the lowest c bits, b */
    CODE_EXTRACT, /* a shifted down by c, `bits` of it */
    CODE_SIGN,    /* a of width c extended to `bits` */
    CODE_ROTATE,  /* a to the left by c */
    CODE_LOAD,    /* the element of array c at register a */
    CODE_STORE,   /* if register `to` is 1: the element of array c at register a becomes register b */
    CODE_FILL,    /* if register `to` is 1: all elements of array c become register a */
    CODE_COPY     /* if register `to` is 1: the elements of array c become those of array b; a is not used */
};

struct code_step {
    uint8_t op;   /* enum code_op */
    uint8_t bits; /* width of the arguments; of the result for EXTRACT, SIGN, CONCAT, ROTATE */
    uint32_t to, a, b, c;
};

/* An array variable: cells [first .. first + size[. One with more indices has the machine's `beyond` at all
 * the others. */
struct code_array {
    uint32_t first, size;
    bool large; /* has more indices than cells */
};

enum code_kind { CODE_VARIABLE, CODE_CONSTANT, CODE_TEMPORARY };

struct code {
    struct terms *bank;
    struct hash_map leaves, unwanted; /* variable -> register, or number of the array */
    struct hash_map constants;        /* value -> register */
    u8s kinds;                        /* by register: enum code_kind */
    u64s registers;                   /* what they hold at the start: constants, else 0 */
    VEC(struct code_array) arrays;
    uint32_t cells;
    u32s temporaries;
    VEC(struct code_step) steps;
    /* The edge in the making. */
    struct hash_map known;   /* term -> register */
    struct hash_map reads;   /* array << 32 | index register -> register */
    struct hash_map written; /* number of an array -> 0 */
    uint32_t used;           /* temporaries */
    bool failed;
};

void code_init(struct code *, struct terms *);
void code_fini(struct code *);
/* Gives a variable a register, or cells; false when its sort has none: terms over it cannot be said in code. */
bool code_variable(struct code *, term);
/* Nothing may depend on the value of this variable: where it would decide the value of an if-then-else, a
 * conjunction or a disjunction, the code stops as if the guard did not hold. Terms with other uses cannot be
 * said in code. */
void code_unwanted(struct code *, term);
/* The register of a variable that is no array, CODE_NONE: none; and the array of one that is, NULL: none. */
uint32_t code_register(const struct code *, term variable);
const struct code_array *code_array(const struct code *, term variable);

struct code_assignment {
    term variable, value;
};
/* Code that tests a guard and then makes simultaneous assignments to variables that have registers or cells. */
uint32_t code_edge(struct code *, term guard, const struct code_assignment *, uint32_t n);

struct code_change {
    uint32_t cell;
    uint64_t before;
};
struct code_machine {
    const struct code *code;
    uint64_t *registers, *cells;
    uint64_t *beyond; /* by array: what all elements without a cell have */
    bool outside;     /* set when one of these should become something else: the machine cannot go on */
    bool changed;     /* set when an element gets another value */
    bool logging;     /* whether changes are logged */
    bool lost;        /* set when the log could not keep up, while logging; the log is empty then */
    VEC(struct code_change) log;
    uint64_t moved; /* cells filled and copied so far */
};
void code_machine_init(struct code_machine *, const struct code *);
void code_machine_fini(struct code_machine *);
bool code_run(struct code_machine *, uint32_t start);
/* Brings the cells back to what they were when the log had the given size. */
void code_undo(struct code_machine *, uint32_t size);

#endif
