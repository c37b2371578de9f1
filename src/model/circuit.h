/* A sequential circuit: an and-inverter graph with inputs, latches, constraints and properties.
 *
 * A state assigns the latches. In the first step every latch has its reset value; in each step the inputs are
 * arbitrary, every constraint holds, and a property is violated when its `bad` literal is true; after it,
 * each latch takes the value of its `next` literal. A path counts only if the constraints hold in all its
 * steps, including the last.
 *
 * `inputs` and `latches` are leaves of the graph, and every leaf is one of them. The circuit owns its graph
 * and names. Fields are read freely; outside front ends and transforms nobody writes them. */
#ifndef INDUCT_MODEL_CIRCUIT_H
#define INDUCT_MODEL_CIRCUIT_H

#include "aig/aig.h"
#include "base/status.h"

struct latch {
    aig_lit lit;   /* the leaf, positive */
    aig_lit next;  /* the next-state function */
    aig_lit reset; /* AIG_FALSE, AIG_TRUE, `lit` itself (uninitialised), or a function of inputs and other
                      latches */
    char *name;    /* the symbol of the file, or NULL */
};

struct signal {
    aig_lit lit;
    char *name; /* NULL when the file gives none */
};

struct property {
    aig_lit bad;
    char *name;     /* printable: the symbol with blanks as '_', else the index in decimal; never NULL */
    uint32_t index; /* 0-based position in the user's file */
    bool cover;     /* a cover property: covered or unreachable, see system.h */
};

/* A justice property: violated by a path on which every literal is true infinitely often. */
struct justice {
    aig_lits lits;
    char *name; /* NULL when the file gives none */
};

struct circuit {
    struct aig *graph;
    VEC(struct signal) inputs; /* lit: leaf, positive */
    VEC(struct latch) latches;
    VEC(struct signal) outputs;     /* those that are no property */
    VEC(struct signal) constraints; /* must be true in every step */
    VEC(struct property) properties;
    bool bad_section; /* properties come from a B section (else from the outputs) */
    /* Liveness is read and written back, not decided. */
    VEC(struct justice) justice;
    VEC(struct signal) fairness;
    char *comment; /* text after the symbol table, or NULL */
};

struct circuit *circuit_new(void); /* with an empty graph */
void circuit_free(struct circuit *);

aig_lit circuit_add_input(struct circuit *, const char *name);
/* The new latch is reset to false and holds its value; set the fields of vec_last(&c->latches) as needed. */
aig_lit circuit_add_latch(struct circuit *, const char *name);
void circuit_add_constraint(struct circuit *, aig_lit, const char *name);
/* The property is called by the name (NULL or "": by the index), blanks and control bytes as '_': names go to
 * terminals and into lines of words. */
void circuit_add_property(struct circuit *, aig_lit bad, const char *name, uint32_t index);
/* What a justice property is called, likewise; without a symbol, "j" and its index. Owned by the caller. */
char *circuit_justice_name(const struct circuit *, uint32_t index);

static inline bool latch_is_free(const struct latch *l) {
    return aig_same(l->reset, l->lit);
}
static inline bool latch_has_function(const struct latch *l) {
    return !aig_is_constant(l->reset) && !latch_is_free(l);
}

/* What node is: for a leaf, its position among the inputs or latches. [0..aig_size[ entries; caller frees. */
enum leaf_kind { LEAF_NONE, LEAF_INPUT, LEAF_LATCH };
struct leaf {
    enum leaf_kind kind; /* LEAF_NONE: constant or gate */
    uint32_t index;
};
struct leaf *circuit_leaves(const struct circuit *);

/* The cone of influence: marks every node that the nodes in `roots` depend on in any number of steps, through
 * gates and, for latches, through their next-state and reset functions. `leaves` is as above; `marks` is
 * [0..aig_size[ and is added to (what is marked already is not looked at again); `roots` is emptied. */
void circuit_mark_cone(const struct circuit *, const struct leaf *leaves, u32s *roots, bool *marks);

/* Validator: literals in range, leaves and inputs/latches in bijection, acyclic resets. NULL when it holds,
 * else a static sentence. */
const char *circuit_check(const struct circuit *);

#endif
