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
    p->total_steps++;
    p->total_links += count;
    return p->steps.size - 1;
}

uint32_t proof_add_original(struct proof *p, const sat_lit *literals, uint32_t n) {
    return proof_add_derived(p, literals, n, NULL, 0);
}

/* Antecedents come before what rests on them, so one pass from the back finds all. */
static void close_marks(const struct proof *p, bool *marks, uint32_t end) {
    for (uint32_t i = end; i-- > 0;) {
        const struct proof_step *s = &p->steps.data[i];
        for (uint32_t k = 0; marks[i] && k < s->count; k++) marks[proof_antecedents(p, s)[k]] = true;
    }
}

bool *proof_core(const struct proof *p, uint32_t step) {
    assert(step < p->steps.size);
    bool *core = mem_new_array(bool, p->steps.size);
    core[step] = true;
    close_marks(p, core, step + 1);
    return core;
}

/* Appends a step that is kept; everything moves towards the front. */
static void keep(struct proof *p, struct proof_step s, const u32s *renumbered) {
    struct proof_step moved = s;
    moved.literals = p->literals.size;
    moved.antecedents = p->antecedents.size;
    for (uint32_t i = 0; i < s.size; i++)
        p->literals.data[p->literals.size++] = p->literals.data[s.literals + i];
    for (uint32_t i = 0; i < s.count; i++)
        p->antecedents.data[p->antecedents.size++] = renumbered->data[p->antecedents.data[s.antecedents + i]];
    p->steps.data[p->steps.size++] = moved;
}

void proof_trim(struct proof *p, const u32s *live, u32s *renumbered) {
    uint32_t steps = p->steps.size;
    bool *marks = mem_new_array(bool, steps + 1);
    vec_each (const uint32_t, i, live) marks[*i] = true;
    close_marks(p, marks, steps);
    p->steps.size = p->literals.size = p->antecedents.size = 0;
    vec_clear(renumbered);
    for (uint32_t i = 0; i < steps; i++) {
        struct proof_step s = p->steps.data[i];
        bool kept = marks[i] || !s.count;
        vec_push(renumbered, kept ? p->steps.size : PROOF_NONE);
        if (kept) keep(p, s, renumbered);
    }
    p->refutation = PROOF_NONE;
    mem_free(marks);
}
