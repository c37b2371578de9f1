/* A model: what is decided, at one of three levels. Chains of stages (transform/chain.h) lead from level to level;
 * engines work at one.
 *
 * The value is a tagged pointer and is copied freely; whoever owns what it points to says so. */
#ifndef INDUCT_MODEL_MODEL_H
#define INDUCT_MODEL_MODEL_H

#include "model/circuit.h"
#include "model/program.h"
#include "model/system.h"

enum level { LEVEL_CIRCUIT, LEVEL_SYSTEM, LEVEL_PROGRAM, LEVELS };

struct model {
    enum level level;
    union {
        const struct circuit *circuit; /* NULL: there is no model, at any level */
        const struct system *system;
        struct program *program; /* terms and commands may be made in it, nothing else changes */
    };
};

static inline struct model model_of_circuit(const struct circuit *circuit) {
    return (struct model){LEVEL_CIRCUIT, {.circuit = circuit}};
}

static inline struct model model_of_system(const struct system *system) {
    return (struct model){LEVEL_SYSTEM, {.system = system}};
}

static inline struct model model_of_program(struct program *program) {
    return (struct model){LEVEL_PROGRAM, {.program = program}};
}

static inline bool model_is_none(struct model model) {
    return !model.circuit;
}

const char *level_name(enum level);      /* "circuit", "system", "program" */
uint32_t model_properties(struct model); /* how many safety properties it has */
void model_free(struct model *);         /* by the level's own function; then there is none */

#endif
