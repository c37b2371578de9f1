/* Lemmas to and from other engines that work on the program at the same time (engine/port.h).
 *
 * What is told: lemmas with the level that they got to at once, and facts.
 *
 * What is heard is a formula at a location. If it is a clause, it becomes a lemma there when its cube has no
 * predecessor in F(0), and is then pushed from level to level, like any other lemma; so the invariants of ic3cfa.c hold
 * whatever comes, and how far it was said to hold matters to the statistics only. */
#include "engine/ic3cfa/ic3cfa.h"

#include <stdlib.h>

enum {
    LONGEST = 20,         /* literals */
    MOST_TOLD = 500,      /* lemmas, since the last time */
    MOST_PER_MESSAGE = 64 /* lemmas */
};

struct told {
    uint32_t location, level, at, n; /* literals [at, at + n[ */
};

struct ic3cfa_share {
    VEC(struct told) told;
    pdr_lits literals;
    struct hash_map variables; /* of the program, by id */
    bool importing;
};

void ic3cfa_share_begin(struct ic3cfa *g) {
    if (!g->task->port) return;
    g->share = mem_new(struct ic3cfa_share);
    vec_each (const struct program_variable, v, &g->program->variables)
        hash_map_put(&g->share->variables, v->now.id, 1);
}

void ic3cfa_share_end(struct ic3cfa *g) {
    if (!g->share) return;
    vec_free(&g->share->told);
    vec_free(&g->share->literals);
    hash_map_free(&g->share->variables);
    mem_free(g->share);
}

void ic3cfa_share_lemma(struct ic3cfa *g, uint32_t location, uint32_t level, const struct cube *cube) {
    struct ic3cfa_share *b = g->share;
    if (!b || b->importing || cube->size > LONGEST || b->told.size == MOST_TOLD) return;
    vec_push(&b->told, ((struct told){location, level, b->literals.size, cube->size}));
    vec_append(&b->literals, cube->literals, cube->size);
}

/* ---- telling ---- */

static int by_level(const void *a, const void *b) {
    uint32_t x = ((const struct told *)a)->level, y = ((const struct told *)b)->level;
    return (x < y) - (x > y); /* those that hold longest first */
}

static void add_clause(struct ic3cfa *g, struct program_invariant *v, const struct told *t) {
    term *at = &v->at.data[t->location];
    term clause = term_not(g->bank, atoms_cube(&g->atoms, g->share->literals.data + t->at, t->n));
    *at = term_is_none(*at) ? clause : term_and2(g->bank, *at, clause);
}

static void tell(struct ic3cfa *g) {
    struct ic3cfa_share *b = g->share;
    const struct port *port = g->task->port;
    if (b->told.size) qsort(b->told.data, b->told.size, sizeof *b->told.data, by_level);
    for (uint32_t i = 0; i < b->told.size;) {
        struct program_invariant *v = program_invariant_new(g->program);
        const uint32_t level = b->told.data[i].level, first = i;
        for (; i < b->told.size && b->told.data[i].level == level && i - first < MOST_PER_MESSAGE; i++)
            add_clause(g, v, &b->told.data[i]);
        port->send(port->client, evidence_of_program_invariant(v),
                   level == FRAMES_INFINITY ? PORT_ALWAYS : level);
    }
    vec_clear(&b->told);
    vec_clear(&b->literals);
}

/* ---- hearing ---- */

/* The cube of a clause over the variables; false: it is none, or holds by its form. */
static bool make_cube(struct ic3cfa *g, term clause, pdr_lits *cube) {
    term_list variables = {0};
    bool good = true;
    vec_clear(cube);
    term_variables(g->bank, &clause, 1, &variables);
    vec_each (const term, v, &variables) good &= hash_map_get(&g->share->variables, v->id) != HASH_NONE;
    vec_free(&variables);
    return good && ic3cfa_add_formula(g, term_not(g->bank, clause), cube) && cube->size &&
           cube->size <= LONGEST && pdr_tidy(cube);
}

static void adopt(struct ic3cfa *g, uint32_t location, pdr_lits *cube, uint32_t level) {
    struct cube *whole = cube_new(cube->data, cube->size);
    uint32_t want = level < g->frames->top ? level : g->frames->top, open;
    if (frames_blocking(g->frames, location, want, whole)) {
        g->stats->lemmas_duplicate++;
    } else if (ic3cfa_blocked(g, location, 0, cube, &open) != SMT_UNSAT) {
        g->stats->lemmas_rejected += !g->stopped;
    } else if (!g->stopped) { /* a step from F(0) does not lead to the cube */
        uint32_t reached = ic3cfa_learn(g, location, 1, cube);
        g->stats->lemmas_accepted += reached >= want;
        g->stats->lemmas_lowered += reached < want;
    }
    cube_free(whole);
}

static void hear(struct ic3cfa *g, const struct program_invariant *lemmas, uint32_t level) {
    term_list clauses = {0};
    pdr_lits cube = {0};
    for (uint32_t l = 0; l < lemmas->at.size; l++) {
        if (term_is_none(lemmas->at.data[l]) || l == g->program->initial || l == g->program->error) continue;
        vec_clear(&clauses);
        term_conjuncts(g->bank, lemmas->at.data[l], &clauses);
        for (uint32_t i = 0; i < clauses.size && !g->stopped; i++)
            if (make_cube(g, clauses.data[i], &cube)) adopt(g, l, &cube, level);
    }
    vec_free(&clauses);
    vec_free(&cube);
}

void ic3cfa_share(struct ic3cfa *g) {
    const struct port *port = g->task->port;
    struct evidence lemmas;
    uint32_t level;
    if (!port_is_due(port)) return;
    if (port->settled(port->client, 0)) g->stopped = true;
    ic3cfa_end_query(g);
    tell(g);
    g->share->importing = true;
    while (!g->stopped && g->frames->top && port->receive(port->client, &lemmas, &level)) {
        if (lemmas.level == LEVEL_PROGRAM && !lemmas.refutes && level)
            hear(g, lemmas.program_invariant, level);
        evidence_free(&lemmas);
    }
    g->share->importing = false;
    ic3cfa_end_query(g);
    port->done(port->client);
}
