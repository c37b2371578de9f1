/* Lemmas to and from other engines that work on the program at the same time (engine/port.h).
 *
 * What is told: clauses that were learnt at some node of a location. They hold on the way to the node; on other ways
 * they may not.
 *
 * What is heard is a formula at a location. If it is a clause, it is kept as if another node there had it: option
 * tree-reuse tries it where it would exclude an obligation, and it gets into a label only after it was found to hold
 * there. */
#include "engine/tree/tree.h"

enum {
    LONGEST = 20,          /* literals */
    MOST_TOLD = 500,       /* clauses, since the last time */
    MOST_PER_MESSAGE = 64, /* clauses */
    MOST_LEARNT = 2000,    /* at a location, beyond which nothing is taken */
    LEVEL = 1              /* that is said of them: nobody knows */
};

struct told {
    uint32_t location;
    term clause;
};

struct tree_share {
    VEC(struct told) told;
    struct hash_map variables; /* of the program, by id */
    bool importing;
};

void tree_share_begin(struct tree *t) {
    if (!t->task->port) return;
    t->share = mem_new(struct tree_share);
    vec_each (const struct program_variable, v, &t->program->variables)
        hash_map_put(&t->share->variables, v->now.id, 1);
}

void tree_share_end(struct tree *t) {
    if (!t->share) return;
    vec_free(&t->share->told);
    hash_map_free(&t->share->variables);
    mem_free(t->share);
}

void tree_share_clause(struct tree *t, uint32_t location, uint32_t conjunct) {
    struct tree_share *b = t->share;
    const struct cube *cube = t->conjuncts.data[conjunct].cube;
    if (!b || b->importing || !cube || cube->size > LONGEST || b->told.size == MOST_TOLD) return;
    vec_push(&b->told, ((struct told){location, tree_formula(t, conjunct)}));
}

static void tell(struct tree *t) {
    struct tree_share *b = t->share;
    const struct port *port = t->task->port;
    for (uint32_t i = 0; i < b->told.size;) {
        struct program_invariant *v = program_invariant_new(t->program);
        for (uint32_t n = 0; i < b->told.size && n < MOST_PER_MESSAGE; i++, n++) {
            const struct told *told = &b->told.data[i];
            term *at = &v->at.data[told->location];
            *at = term_is_none(*at) ? told->clause : term_and2(t->bank, *at, told->clause);
        }
        port->send(port->client, evidence_of_program_invariant(v), LEVEL);
    }
    vec_clear(&b->told);
}

/* The cube of a clause over the variables; false: it is none, or holds by its form. */
static bool make_cube(struct tree *t, term clause, pdr_lits *cube) {
    term_list variables = {0}, parts = {0};
    bool good = true;
    vec_clear(cube);
    term_variables(t->bank, &clause, 1, &variables);
    vec_each (const term, v, &variables) good &= hash_map_get(&t->share->variables, v->id) != HASH_NONE;
    term_conjuncts(t->bank, term_not(t->bank, clause), &parts);
    vec_each (const term, part, &parts)
        good &= !term_is(t->bank, *part, TERM_TRUE) && !term_is(t->bank, *part, TERM_FALSE);
    good &= parts.size > 0 && parts.size <= LONGEST;
    for (uint32_t i = 0; good && i < parts.size; i++) vec_push(cube, atoms_literal(&t->atoms, parts.data[i]));
    vec_free(&variables);
    vec_free(&parts);
    return good && pdr_tidy(cube);
}

static void hear(struct tree *t, const struct program_invariant *lemmas) {
    term_list clauses = {0};
    pdr_lits cube = {0};
    for (uint32_t l = 0; l < lemmas->at.size; l++) {
        if (term_is_none(lemmas->at.data[l]) || t->learnt.data[l].size > MOST_LEARNT) continue;
        vec_clear(&clauses);
        term_conjuncts(t->bank, lemmas->at.data[l], &clauses);
        for (uint32_t i = 0; i < clauses.size; i++)
            if (make_cube(t, clauses.data[i], &cube))
                tree_note_learnt(t, l, tree_clause(t, cube_new(cube.data, cube.size)));
    }
    vec_free(&clauses);
    vec_free(&cube);
}

/* Labels of abstractions are over their own predicates. */
static bool wants(const struct tree *t) {
    return t->options->tree_reuse && !t->mode->abstract && !t->mode->precision;
}

void tree_share(struct tree *t) {
    const struct port *port = t->task->port;
    struct evidence lemmas;
    uint32_t level;
    if (!port_is_due(port)) return;
    if (port->settled(port->client, 0)) t->stopped = true;
    tell(t);
    t->share->importing = true;
    while (!t->stopped && port->receive(port->client, &lemmas, &level)) {
        if (wants(t) && lemmas.level == LEVEL_PROGRAM && !lemmas.refutes) hear(t, lemmas.program_invariant);
        evidence_free(&lemmas);
    }
    t->share->importing = false;
    port->done(port->client);
}
