/* Lemmas to and from other engines that work on the system at the same time (engine/port.h).
 *
 * What is told: lemmas as they are learnt, with their level, and those that have joined the infinity frame.
 *
 * What is heard is a formula, which counts if it is a clause of atoms that are known, or, between two frames, of few
 * new ones: each new atom is a predicate more. It becomes a lemma of level i after init & C & cube and F[i-1] & C & not
 * cube & T & C' & cube' were found unsatisfiable; so the invariants of loop.c hold whatever comes. */
#include "engine/system/predicates.h"

#include <stdlib.h>

enum {
    LONGEST = 30,     /* literals of clauses that are told */
    MOST_TOLD = 1000, /* of them, since the last time */
    MOST_PER_MESSAGE = 32,
    NEW_ATOMS = 64 /* that come from others, in all */
};

struct told {
    uint32_t level, at, n; /* literals [at, at + n[ */
};

struct loop_share {
    VEC(struct told) told;
    pdr_lits literals;
    uint32_t new_atoms;
    bool importing;
};

void loop_share_lemma(struct loop *l, const pdr_lit *cube, uint32_t n, uint32_t level) {
    if (!l->task->port) return;
    if (!l->share) l->share = mem_new(struct loop_share);
    struct loop_share *b = l->share;
    if (b->importing || n > LONGEST || b->told.size == MOST_TOLD) return;
    vec_push(&b->told, ((struct told){level, b->literals.size, n}));
    vec_append(&b->literals, cube, n);
}

void loop_share_free(struct loop *l) {
    if (!l->share) return;
    vec_free(&l->share->told);
    vec_free(&l->share->literals);
    mem_free(l->share);
}

/* ---- telling ---- */

static int by_level(const void *a, const void *b) {
    uint32_t x = ((const struct told *)a)->level, y = ((const struct told *)b)->level;
    return (x < y) - (x > y); /* those that hold longest first */
}

static void tell(struct loop *l) {
    struct loop_share *b = l->share;
    const struct port *port = l->task->port;
    if (b->told.size) qsort(b->told.data, b->told.size, sizeof *b->told.data, by_level);
    for (uint32_t i = 0; i < b->told.size;) {
        struct system_invariant *v = system_invariant_new();
        const uint32_t level = b->told.data[i].level, first = i;
        for (; i < b->told.size && b->told.data[i].level == level && i - first < MOST_PER_MESSAGE; i++) {
            const struct told *t = &b->told.data[i];
            vec_push(&v->conjuncts, term_not(l->bank, atoms_cube(&l->atoms, b->literals.data + t->at, t->n)));
        }
        port->send(port->client, evidence_of_system_invariant(0, v),
                   level == FRAMES_INFINITY ? PORT_ALWAYS : level);
    }
    vec_clear(&b->told);
    vec_clear(&b->literals);
}

/* ---- hearing ---- */

static bool is_over_states(struct loop *l, term formula) {
    term_list variables = {0};
    struct hash_map states = {0};
    bool over = true;
    vec_each (const struct system_state, s, &l->system->states) hash_map_put(&states, s->now.id, 1);
    term_variables(l->bank, &formula, 1, &variables);
    vec_each (const term, v, &variables) over &= hash_map_get(&states, v->id) != HASH_NONE;
    hash_map_free(&states);
    vec_free(&variables);
    return over;
}

/* The cube of the clause; false: it is none, holds by its form, or has too many atoms that are new. */
static bool make_cube(struct loop *l, term clause, bool may_add, pdr_lits *cube) {
    term_list parts = {0};
    uint32_t fresh = 0;
    vec_clear(cube);
    term_conjuncts(l->bank, term_not(l->bank, clause), &parts);
    bool good = parts.size > 0 && parts.size <= LONGEST && is_over_states(l, clause);
    vec_each (const term, part, &parts) {
        good &= !term_is(l->bank, *part, TERM_TRUE) && !term_is(l->bank, *part, TERM_FALSE);
        if (good) fresh += !atoms_know(&l->atoms, *part);
    }
    good &= !fresh || (may_add && l->share->new_atoms + fresh <= NEW_ATOMS);
    for (uint32_t i = 0; good && i < parts.size; i++) vec_push(cube, loop_literal(l, parts.data[i]));
    if (good) l->share->new_atoms += fresh;
    if (good && fresh && l->domain->predicates) {
        predicates_added(l);
        predicates_restart(l);
    }
    vec_free(&parts);
    return good && pdr_tidy(cube);
}

/* F[level-1] & C & not c & T & C' & c' unsat? Then the core, with what excludes the initial states, is a lemma. */
static bool hold(struct loop *l, uint32_t below, uint32_t level, pdr_lits *cube) {
    pdr_lits guard = {0};
    vec_append(&guard, cube->data, cube->size);
    enum smt_result result = loop_consecution(l, below, cube->data, cube->size, true);
    if (result == SMT_UNSAT) loop_core(l, cube);
    loop_end(l);
    if (result == SMT_UNSAT && cube->size < guard.size) loop_exclude_initial(l, cube, &guard);
    if (result == SMT_UNSAT && !l->stopped) loop_add_lemma(l, level, cube->data, cube->size);
    vec_free(&guard);
    return result == SMT_UNSAT && !l->stopped;
}

static void note(struct loop *l, bool as_said) {
    if (as_said)
        l->stats->lemmas_accepted++;
    else
        l->stats->lemmas_lowered++;
}

/* Up to where it is said to hold; if it does not, half of that. */
static void adopt(struct loop *l, pdr_lits *cube, uint32_t level) {
    const bool always = level == PORT_ALWAYS;
    uint32_t want = level < l->frames->top ? level : l->frames->top;
    if (!want) return;
    struct cube *whole = cube_new(cube->data, cube->size);
    bool known = frames_blocking(l->frames, 0, always ? FRAMES_INFINITY : want, whole) != NULL, done = known;
    l->stats->lemmas_duplicate += known;
    if (!done && loop_initial(l, cube->data, cube->size, NULL) != SMT_UNSAT) want = 0;
    if (!done && want && always && l->options->infinity && hold(l, FRAMES_INFINITY, FRAMES_INFINITY, cube)) {
        note(l, true);
        done = true;
    }
    for (uint32_t i = want, tries = 0; i && tries < 2 && !done && !l->stopped; i /= 2, tries++) {
        done = frames_blocking(l->frames, 0, i, whole) != NULL;
        l->stats->lemmas_duplicate += done;
        if (done || !hold(l, i - 1, i, cube)) continue;
        note(l, !always && i == want);
        done = true;
    }
    l->stats->lemmas_rejected += !done && !l->stopped;
    cube_free(whole);
}

static void hear(struct loop *l, const struct system_invariant *lemmas, uint32_t level, bool may_add) {
    pdr_lits cube = {0};
    for (uint32_t i = 0; i < lemmas->conjuncts.size && !l->stopped; i++)
        if (make_cube(l, lemmas->conjuncts.data[i], may_add, &cube)) adopt(l, &cube, level);
    vec_free(&cube);
}

/* ---- both ---- */

static void forget_settled(struct loop *l) {
    const struct port *port = l->task->port;
    for (uint32_t p = 0; p < l->goals.count; p++)
        if (!l->goals.list[p].decided && port->settled(port->client, p)) {
            goals_decide(&l->goals, p);
            obligations_drop_goal(&l->obligations, p);
        }
}

void loop_share(struct loop *l, bool between_frames) {
    const struct port *port = l->task->port;
    struct evidence lemmas;
    uint32_t level;
    if (!port_is_due(port)) return;
    if (!l->share) l->share = mem_new(struct loop_share);
    forget_settled(l);
    tell(l);
    l->share->importing = true;
    while (!l->stopped && l->frames->top && port->receive(port->client, &lemmas, &level)) {
        if (lemmas.level == LEVEL_SYSTEM && !lemmas.refutes)
            hear(l, lemmas.system_invariant, level, between_frames);
        evidence_free(&lemmas);
    }
    l->share->importing = false;
    port->done(port->client);
}
