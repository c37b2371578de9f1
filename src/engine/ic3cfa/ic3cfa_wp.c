/* Weakest preconditions of cubes before plain steps, literal by literal (Lemma 3), and predecessor cubes
 * ([LPNNK18] section 3.2). */
#include "engine/ic3cfa/ic3cfa.h"

/* Values of step->known beside literal codes, which are below 2^31. */
enum { KNOWN_TRUE = 0xfffffffdu, KNOWN_FALSE = 0xfffffffeu };

static uint32_t compute(struct ic3cfa *g, struct step *s, pdr_lit lit) {
    term before = substitution_apply(&s->values, atoms_term(&g->atoms, lit));
    if (term_is(g->bank, before, TERM_TRUE)) return KNOWN_TRUE;
    if (term_is(g->bank, before, TERM_FALSE)) return KNOWN_FALSE;
    return ic3cfa_literal(g, before).code;
}

struct wp_literal ic3cfa_wp_literal(struct ic3cfa *g, uint32_t step, pdr_lit lit) {
    struct step *s = &g->steps.data[step];
    assert(s->plain);
    uint32_t known = hash_map_get(&s->known, lit.code);
    if (known == HASH_NONE) {
        known = compute(g, s, lit);
        hash_map_put(&s->known, lit.code, known);
    }
    switch (known) {
    case KNOWN_TRUE: return (struct wp_literal){.kind = WP_TRUE};
    case KNOWN_FALSE: return (struct wp_literal){.kind = WP_FALSE};
    default: return (struct wp_literal){WP_LITERAL, {known}};
    }
}

static void add_owner(pdr_lits *core, const pdr_lits *cube, uint32_t owner) {
    if (owner < cube->size && !pdr_contains(core, cube->data[owner])) vec_push(core, cube->data[owner]);
}

/* Adds a literal of the precondition. False: its negation is there. */
static bool add(struct ic3cfa *g, pdr_lit lit, uint32_t owner) {
    if (g->owner_of.data[lit.code] != OWNER_FREE) return true;
    g->owner_of.data[lit.code] = owner;
    vec_push(&g->wp, lit);
    vec_push(&g->owners, owner);
    return g->owner_of.data[pdr_not(lit).code] == OWNER_FREE;
}

static void release_owners(struct ic3cfa *g) {
    vec_each (const pdr_lit, lit, &g->wp) g->owner_of.data[lit->code] = OWNER_FREE;
}

/* One literal of the cube. False: the precondition is false by its form. */
static bool add_before(struct ic3cfa *g, uint32_t step, const pdr_lits *cube, uint32_t i, pdr_lits *core) {
    struct wp_literal before = ic3cfa_wp_literal(g, step, cube->data[i]);
    if (before.kind == WP_TRUE) return true;
    if (before.kind == WP_LITERAL && add(g, before.literal, i)) return true;
    vec_push(core, cube->data[i]);
    if (before.kind == WP_LITERAL) add_owner(core, cube, g->owner_of.data[pdr_not(before.literal).code]);
    return false;
}

bool ic3cfa_wp(struct ic3cfa *g, uint32_t step, const pdr_lits *cube, pdr_lits *core) {
    vec_clear(&g->wp);
    vec_clear(&g->owners);
    vec_clear(core);
    for (uint32_t i = 0; i < g->steps.data[step].guard.size; i++)
        (void)add(g, g->steps.data[step].guard.data[i], OWNER_NONE);
    bool possible = true;
    for (uint32_t i = 0; i < cube->size && possible; i++) possible = add_before(g, step, cube, i, core);
    release_owners(g);
    return possible;
}

bool ic3cfa_predecessor_cube(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                             pdr_lits *core) {
    pdr_lits known = {0}; /* literals with inputs are in no lemma */
    vec_each (const pdr_lit, lit, &g->wp)
        if (!g->notes.data[pdr_index(*lit)].inputs) vec_push(&known, *lit);
    struct cube *before = cube_new(known.data, known.size);
    const struct lemma *lemma = frames_blocking(g->frames, g->steps.data[step].from, level, before);
    vec_clear(core);
    if (lemma)
        for (uint32_t i = 0; i < g->wp.size; i++)
            if (cube_contains(lemma->cube, g->wp.data[i])) add_owner(core, cube, g->owners.data[i]);
    cube_free(before);
    vec_free(&known);
    return lemma != NULL;
}
