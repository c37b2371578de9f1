/* Random walks: 64 paths at once from the reset states, inputs at random.
 *
 *     struct walk w;
 *     walk_init(&w, circuit, &random);
 *     walk_start(&w);
 *     do use(w.values); while (walk_step(&w));
 *     walk_fini(&w);
 *
 * `values` has one word per node: the current step of each path. The earlier steps of all paths satisfy the
 * constraints: a path that cannot go on is replaced by a copy of one that can. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_RANDOM_WALK_H
#define INDUCT_TRANSFORM_CIRCUIT_RANDOM_WALK_H

#include "base/random.h"
#include "model/circuit.h"

struct walk {
    const struct circuit *circuit;
    struct random *random;
    uint64_t *values; /* [0..aig_size[ */
    uint64_t *next;   /* [0..latches[, scratch */
    uint64_t work;    /* gates simulated */
};

void walk_init(struct walk *, const struct circuit *, struct random *);
void walk_fini(struct walk *);
void walk_start(struct walk *);
bool walk_step(struct walk *); /* false when no path satisfies the constraints of the current step */

/* A word whose bits are ones with probability 1/2, 1/4 or 3/4: rare values reach other states than fair ones.
 */
uint64_t walk_input(struct random *);

#endif
