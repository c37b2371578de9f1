/* The invariant of a proof: of the lemmas of an inductive frame, those that the property needs, as evidence
 * about the user's system.
 *
 * The lemmas of the frame together with the facts that inlining has used are inductive there. Starting from a
 * core of "they exclude the bad states", each one that is needed brings along a core of "they imply it in the
 * next step", until nothing new comes. What is left is inductive by construction, and often a small part; all
 * hold in the initial states. If the solver gives up on the way, everything is the invariant. */
#include "engine/system/loop.h"

#include "engine/system/unfold.h"

struct selection {
    struct unfold *unfold; /* the user's system */
    const term_list *conjuncts;
    smt_lits switches; /* per conjunct, in step 0 */
    u8s needed;        /* per conjunct */
    u32s queue;        /* needed conjuncts whose step is to be justified */
    smt_lits query;
};

/* The conjuncts & the formula unsat? Then those of the core are needed. */
static bool refuted(struct selection *s, smt_lit formula) {
    vec_clear(&s->query);
    vec_append(&s->query, s->switches.data, s->switches.size);
    vec_push(&s->query, formula);
    if (unfold_check(s->unfold, s->query.data, s->query.size) != SMT_UNSAT) return false;
    for (uint32_t i = 0; i < s->conjuncts->size; i++) {
        if (!smt_in_core(s->unfold->smt, i) || s->needed.data[i]) continue;
        s->needed.data[i] = true;
        vec_push(&s->queue, i);
    }
    return true;
}

static bool is_false_at(struct selection *s, term formula, uint32_t step) {
    return refuted(s, smt_not(smt_label(s->unfold->smt, unfold_at(s->unfold, formula, step))));
}

static bool select_needed(struct selection *s, term good) {
    struct unfold *u = s->unfold;
    unfold_constrain(u, 0);
    vec_each (const term, c, s->conjuncts)
        vec_push(&s->switches, smt_switch(u->smt, u->system->terms, unfold_at(u, *c, 0)));
    /* the conjuncts & C & not P unsat */
    if (!is_false_at(s, good, 0)) return false;
    unfold_connect(u, 0);
    unfold_constrain(u, 1);
    for (uint32_t next = 0; next < s->queue.size; next++)
        /* the conjuncts & C & T & C' & not conjunct' unsat */
        if (!is_false_at(s, s->conjuncts->data[s->queue.data[next]], 1)) return false;
    return true;
}

static void add_lemmas(struct loop *l, uint32_t level, term_list *conjuncts) {
    vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, level)) {
        const struct cube *cube = e->lemma->cube;
        vec_push(conjuncts, term_not(l->bank, loop_cube_term(l, cube->literals, cube->size)));
    }
}

struct system_invariant *loop_invariant(struct loop *l, uint32_t property, uint32_t level) {
    term_list all = {0};
    for (uint32_t i = level; level != FRAMES_INFINITY && i <= l->frames->top; i++) add_lemmas(l, i, &all);
    add_lemmas(l, FRAMES_INFINITY, &all);
    system_inlined_conjuncts(l->inlined, &all);
    struct selection s = {.unfold = unfold_new(l->task->system, l->task), .conjuncts = &all};
    vec_resize(&s.needed, all.size);
    bool selected = select_needed(&s, l->task->system->properties.data[property].good);
    struct system_invariant *invariant = system_invariant_new();
    for (uint32_t i = 0; i < all.size; i++)
        if (!selected || s.needed.data[i]) vec_push(&invariant->conjuncts, all.data[i]);
    l->stats->minimized_clauses += all.size - invariant->conjuncts.size;
    unfold_free(s.unfold);
    vec_free(&all);
    vec_free(&s.switches);
    vec_free(&s.needed);
    vec_free(&s.queue);
    vec_free(&s.query);
    return invariant;
}
