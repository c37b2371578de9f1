/* Lemmas from one run to the next: clauses as evidence, and as the candidates and last words of an observer.
 *
 * Those of the infinity frame are worth having: most of them get back there at once. The others a run finds again, as
 * far as it needs them, and often better ones. */
#include "engine/bit/ic3_internal.h"

static void keep(void *client, const struct cube *cube, uint32_t level) {
    if (level == FRAMES_INFINITY) ic3_add_clause(client, cube);
}

struct ic3_observer ic3_inherit(struct ic3_heritage *h, const struct engine_task *task) {
    *h = (struct ic3_heritage){0};
    if (task->learnt) h->left = invariant_new(task->model.circuit);
    u32s clause = {0};
    pdr_lits cube = {0};
    const struct invariant *lemmas = task->lemmas ? task->lemmas->invariant : NULL;
    for (uint32_t i = 0; lemmas && i < lemmas->conjuncts.size; i++) {
        if (!invariant_clause(lemmas, lemmas->conjuncts.data[i], &clause)) continue;
        vec_clear(&cube);
        vec_each (const uint32_t, l, &clause) vec_push(&cube, (pdr_lit){*l ^ 1});
        if (pdr_tidy(&cube)) vec_push(&h->candidates, cube_new(cube.data, cube.size));
    }
    vec_free(&clause);
    vec_free(&cube);
    return (struct ic3_observer){.last = h->left ? keep : NULL,
                                 .client = h->left,
                                 .candidates = h->candidates.data,
                                 .candidate_count = h->candidates.size};
}

void ic3_pass_on(struct ic3_heritage *h, const struct engine_task *task) {
    if (h->left) task->learnt(task->client, evidence_of_invariant(0, h->left));
    vec_each (struct cube *, cube, &h->candidates) cube_free(*cube);
    vec_free(&h->candidates);
}
