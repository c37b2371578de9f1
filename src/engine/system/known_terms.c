#include "engine/system/known_terms.h"

enum {
    MOST = 200,           /* formulas */
    MOST_CANDIDATES = 32, /* at a time */
    WORK = 2000000        /* of a question, in Z3's steps */
};

void known_terms_init(struct known_terms *k, struct pending *pending) {
    *k = (struct known_terms){.pending = pending};
}

void known_terms_fini(struct known_terms *k) {
    vec_free(&k->formulas);
    hash_map_free(&k->seen);
    unfold_free(k->prover);
}

static const struct system *system_of(const struct known_terms *k) {
    return k->pending->task->model.system;
}

term known_terms_from(const struct known_terms *k, uint32_t from) {
    return term_and(system_of(k)->terms, k->formulas.data + from, k->formulas.size - from);
}

static void open_prover(struct known_terms *k) {
    k->prover = unfold_new(system_of(k), k->pending->task);
    unfold_constrain(k->prover, 0);
    unfold_connect(k->prover, 0);
    unfold_constrain(k->prover, 1);
    smt_work_limit(k->prover->smt, WORK);
}

static bool is_over_states(const struct known_terms *k, term formula) {
    term_list variables = {0};
    struct hash_map states = {0};
    bool over = true;
    vec_each (const struct system_state, s, &system_of(k)->states) hash_map_put(&states, s->now.id, 1);
    term_variables(system_of(k)->terms, &formula, 1, &variables);
    vec_each (const term, v, &variables) over &= hash_map_get(&states, v->id) != HASH_NONE;
    hash_map_free(&states);
    vec_free(&variables);
    return over;
}

static void take(struct known_terms *k, const struct system_invariant *lemmas, term_list *list) {
    struct stats *stats = k->pending->task->stats;
    vec_each (const term, t, &lemmas->conjuncts) {
        if (list->size == MOST_CANDIDATES || k->formulas.size + list->size >= MOST) return;
        bool seen = hash_map_get(&k->seen, t->id) != HASH_NONE;
        stats->lemmas_duplicate += seen;
        if (seen || !is_over_states(k, *t)) continue;
        hash_map_put(&k->seen, t->id, 1);
        vec_push(list, *t);
    }
}

static void keep_initial(struct known_terms *k, term_list *list) {
    struct unfold *first = unfold_new(system_of(k), k->pending->task);
    uint32_t kept = 0;
    smt_work_limit(first->smt, WORK);
    smt_assert(first->smt, unfold_at(first, first->init, 0));
    unfold_constrain(first, 0);
    for (uint32_t i = 0; i < list->size; i++) {
        smt_lit broken = smt_not(smt_label(first->smt, unfold_at(first, list->data[i], 0)));
        /* init_0 & C_0 & not c_0 unsat? */
        if (unfold_check(first, &broken, 1) == SMT_UNSAT) list->data[kept++] = list->data[i];
    }
    k->pending->task->stats->lemmas_rejected += list->size - kept;
    vec_shrink(list, kept);
    unfold_free(first);
}

/* Leaves the greatest set of them that is inductive with S, as far as the solver knows. */
static void keep_inductive(struct known_terms *k, term_list *list) {
    struct unfold *u = k->prover;
    bool stable = false;
    while (!stable && list->size) {
        smt_lits assumptions = {0};
        uint32_t kept = 0;
        vec_each (const term, t, list) vec_push(&assumptions, smt_label(u->smt, unfold_at(u, *t, 0)));
        for (uint32_t i = 0; i < list->size; i++) {
            vec_push(&assumptions, smt_not(smt_label(u->smt, unfold_at(u, list->data[i], 1))));
            /* S_0 & C_0 & T_0 & C_1 & all candidates_0 & not c_1 unsat? */
            bool held = unfold_check(u, assumptions.data, assumptions.size) == SMT_UNSAT;
            (void)vec_pop(&assumptions);
            if (held) list->data[kept++] = list->data[i];
        }
        stable = kept == list->size;
        k->pending->task->stats->lemmas_rejected += list->size - kept;
        vec_shrink(list, kept);
        vec_free(&assumptions);
    }
}

static void accept(struct known_terms *k, const term_list *list) {
    vec_append(&k->formulas, list->data, list->size);
    vec_each (const term, t, list) smt_assert(k->prover->smt, unfold_at(k->prover, *t, 0));
    k->pending->task->stats->lemmas_accepted += list->size;
}

void known_terms_listen(struct known_terms *k) {
    const struct engine_task *task = k->pending->task;
    const struct port *port = task->port;
    struct evidence lemmas;
    uint32_t level;
    term_list list = {0};
    if (!port_is_due(port)) return;
    pending_settle(k->pending);
    while (port->receive(port->client, &lemmas, &level)) {
        if (level == PORT_ALWAYS) take(k, lemmas.system_invariant, &list);
        evidence_free(&lemmas);
    }
    if (list.size) {
        if (!k->prover) open_prover(k);
        keep_initial(k, &list);
        keep_inductive(k, &list);
        accept(k, &list);
    }
    vec_free(&list);
    port->done(port->client);
}
