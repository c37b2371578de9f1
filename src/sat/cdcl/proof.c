/* The log itself: flat arrays, appended to. */
#include "sat/cdcl/proof.h"

struct proof *proof_new(void) {
    struct proof *p = mem_new(struct proof);
    p->refutation = PROOF_NONE;
    return p;
}

void proof_free(struct proof *p) {
    if (!p) return;
    vec_free(&p->steps);
    vec_free(&p->literals);
    vec_free(&p->antecedents);
    mem_free(p);
}

uint32_t proof_add_derived(struct proof *p, const sat_lit *literals, uint32_t n, const uint32_t *antecedents,
                           uint32_t count) {
    struct proof_step step = {p->literals.size, n, p->antecedents.size, count, p->part};
    vec_append(&p->literals, literals, n);
    vec_append(&p->antecedents, antecedents, count);
    vec_push(&p->steps, step);
    return p->steps.size - 1;
}

uint32_t proof_add_original(struct proof *p, const sat_lit *literals, uint32_t n) {
    return proof_add_derived(p, literals, n, NULL, 0);
}

/* Antecedents come before what rests on them, so one pass from the back finds all. */
bool *proof_core(const struct proof *p, uint32_t step) {
    assert(step < p->steps.size);
    bool *core = mem_new_array(bool, p->steps.size);
    core[step] = true;
    for (uint32_t i = step + 1; i-- > 0;) {
        const struct proof_step *s = &p->steps.data[i];
        for (uint32_t k = 0; core[i] && k < s->count; k++) core[proof_antecedents(p, s)[k]] = true;
    }
    return core;
}
