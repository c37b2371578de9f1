/* Inside api/: what the paths from a model to verdicts share. run.c judges and tells; run_circuit.c and
 * run_system.c let engines work at their level. */
#ifndef INDUCT_API_RUN_H
#define INDUCT_API_RUN_H

#include "api/context.h"

#include "transform/bitblast.h"
#include "transform/transform.h"

struct run {
    struct induct *context;
    const struct engine *engine;
    u32s chosen; /* the open properties: position in what the engine sees -> number of the entry */
    /* Circuits. */
    const struct circuit *circuit; /* the user's, or the one made from the user's system by `blast` */
    struct bitblast *blast;        /* NULL: the user's model is a circuit */
    struct pipeline *pipeline;
};

void run_send(struct run *, struct induct_event);
/* Passes events of stages and engines on: they speak of positions in what the engine sees, ours of numbers.
 * */
void run_translate(void *run, const struct event *);

/* An engine must decide each property at most once; evidence for a decided one is dropped (NULL). */
struct entry *run_undecided(struct run *, uint32_t position, uint32_t *number);
/* The evidence stands in the entry, about the pristine model: has it judged, and settles the property. */
void run_judge(struct run *, uint32_t number);
void run_give_up(struct run *, uint32_t number, const char *reason);
/* Leaves in `chosen` what is still undecided. */
void run_drop_decided(struct run *);

/* Let the engine decide what is chosen. Each returns why it gave up on the rest, a phrase that lives as long
 * as the context's messages, or NULL. */
const char *run_circuit(struct run *);
const char *run_system(struct run *);

#endif
