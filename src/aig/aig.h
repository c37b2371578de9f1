/* And-inverter graphs.
 *
 * Nodes are numbered 0..size-1 in topological order: a gate's fan-ins have smaller numbers. Node 0 is the
 * constant false; the others are leaves (inputs and latches look alike here; the model gives them meaning) or
 * AND gates. A literal is a node with a sign, code = 2 * node + sign, so literal 0 is false and 1 is true.
 *
 *     struct aig *g = aig_new();
 *     aig_lit a = aig_leaf(g), b = aig_leaf(g);
 *     aig_lit x = aig_xor(g, a, b);
 *
 * `aig_and` is hash-consed and simplifies by local rules of one and two levels (idempotence, contradiction,
 * absorption, substitution); `aig_raw_and` makes a gate exactly as asked, for models kept as the file has
 * them.
 */
#ifndef INDUCT_AIG_AIG_H
#define INDUCT_AIG_AIG_H

#include "base/hash.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct aig_lit {
    uint32_t code;
} aig_lit;
typedef VEC(aig_lit) aig_lits;

#define AIG_FALSE ((aig_lit){0})
#define AIG_TRUE  ((aig_lit){1})
#define AIG_NONE  ((aig_lit){UINT32_MAX}) /* no literal: "not mapped" */

static inline aig_lit aig_make(uint32_t node, bool negated) {
    return (aig_lit){2 * node + negated};
}
static inline uint32_t aig_node(aig_lit l) {
    return l.code >> 1;
}
static inline bool aig_sign(aig_lit l) {
    return l.code & 1;
}
static inline aig_lit aig_not(aig_lit l) {
    return (aig_lit){l.code ^ 1};
}
static inline aig_lit aig_not_if(aig_lit l, bool negate) {
    return (aig_lit){l.code ^ negate};
}
static inline aig_lit aig_regular(aig_lit l) {
    return (aig_lit){l.code & ~1u};
}
static inline bool aig_same(aig_lit a, aig_lit b) {
    return a.code == b.code;
}
static inline bool aig_is_constant(aig_lit l) {
    return l.code < 2;
}

/* A gate has left.code >= right.code (for aig_and; raw gates keep their order); a leaf, and node 0, has both
 * fan-ins AIG_NONE. */
struct aig_gate {
    aig_lit left, right;
};

struct aig {
    VEC(struct aig_gate) nodes; /* [0..size[ */
    struct hash_map unique;     /* hash-consing of aig_and */
    uint32_t gates;             /* number of AND gates */
};

struct aig *aig_new(void);
void aig_free(struct aig *);
struct aig *aig_copy(const struct aig *);

static inline uint32_t aig_size(const struct aig *g) {
    return g->nodes.size;
}
static inline bool aig_is_gate(const struct aig *g, uint32_t node) {
    return g->nodes.data[node].left.code != UINT32_MAX;
}
static inline aig_lit aig_left(const struct aig *g, uint32_t node) {
    return g->nodes.data[node].left;
}
static inline aig_lit aig_right(const struct aig *g, uint32_t node) {
    return g->nodes.data[node].right;
}

aig_lit aig_leaf(struct aig *);
aig_lit aig_and(struct aig *, aig_lit, aig_lit);
aig_lit aig_raw_and(struct aig *, aig_lit, aig_lit);
aig_lit aig_or(struct aig *, aig_lit, aig_lit);
aig_lit aig_xor(struct aig *, aig_lit, aig_lit);
aig_lit aig_equal(struct aig *, aig_lit, aig_lit);
aig_lit aig_implies(struct aig *, aig_lit, aig_lit);
aig_lit aig_ite(struct aig *, aig_lit condition, aig_lit then, aig_lit otherwise);
aig_lit aig_and_all(struct aig *, const aig_lit *literals, uint32_t n); /* balanced; true when n = 0 */
aig_lit aig_or_all(struct aig *, const aig_lit *literals, uint32_t n);  /* balanced; false when n = 0 */

/* Copies the cone of `root` from one graph into another. `map` has aig_size(from) entries: the image of each
 * node (positive literal), AIG_NONE where not yet known; leaves and node 0 must be mapped before; gates in
 * the cone are filled in. Returns the image of root. Iterative: any depth is fine. */
aig_lit aig_copy_cone(struct aig *to, const struct aig *from, aig_lit root, aig_lit *map);

/* The image of a literal under such a map. */
static inline aig_lit aig_mapped(const aig_lit *map, aig_lit l) {
    return aig_not_if(map[aig_node(l)], aig_sign(l));
}

/* Marks every node in the cone of root, including leaves; marks is [0..aig_size[ and is added to. */
void aig_mark_cone(const struct aig *, aig_lit root, bool *marks);

/* Recognises node = if c then t else e (also xor: t = not e). The node must be a gate. */
bool aig_match_ite(const struct aig *, uint32_t node, aig_lit *condition, aig_lit *then, aig_lit *otherwise);

/* Validator: topological order, fan-ins in range, gate count. False with the offending node in *bad. */
bool aig_check(const struct aig *, uint32_t *bad);

#endif
