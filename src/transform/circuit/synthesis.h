/* Small and-inverter structures for functions of up to four variables.
 *
 * A function is a truth table of 16 bits: bit i is its value where variable k is bit k of i. For each
 * function the cheapest decomposition found is remembered:
 *
 *     f = g & h       with fewer variables each, or as low | (x & high) where one cofactor implies the other
 *     f = g ^ h       likewise
 *     f = x ? g : h   when nothing else fits
 *
 * and functions are taken up to complement. Costs count gates of a tree; what is shared comes on top when the
 * structure is built in a graph. The table is filled as functions are asked for. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_SYNTHESIS_H
#define INDUCT_TRANSFORM_CIRCUIT_SYNTHESIS_H

#include <stdbool.h>
#include <stdint.h>

enum { SYNTHESIS_VARIABLES = 4 };

enum synthesis_kind {
    SYNTHESIS_UNKNOWN,
    SYNTHESIS_CONSTANT,
    SYNTHESIS_VARIABLE,
    SYNTHESIS_AND,
    SYNTHESIS_XOR,
    SYNTHESIS_MUX
};

struct synthesis_step {
    uint8_t kind;         /* enum synthesis_kind */
    uint8_t variable;     /* SYNTHESIS_VARIABLE, SYNTHESIS_MUX */
    uint8_t cost;         /* gates of the tree */
    bool negated;         /* the decomposition is of the complement */
    uint16_t left, right; /* g and h */
};

struct synthesis {
    struct synthesis_step steps[1 << 15]; /* of functions that are false where all variables are */
};

/* Zero bytes are a valid empty table. */
struct synthesis *synthesis_new(void);
void synthesis_free(struct synthesis *);

static inline bool synthesis_is_negated(uint16_t f) {
    return f & 1;
}

/* The decomposition of f if it is false where all variables are false, else of its complement. */
const struct synthesis_step *synthesis_of(struct synthesis *, uint16_t f);

extern const uint16_t synthesis_variables[SYNTHESIS_VARIABLES]; /* the truth tables of the variables */

static inline uint16_t synthesis_cofactor(uint16_t f, int variable, bool value) {
    uint16_t x = synthesis_variables[variable], half = value ? f & x : f & (uint16_t)~x;
    int shift = 1 << variable;
    return (uint16_t)(value ? half | half >> shift : half | half << shift);
}

#endif
