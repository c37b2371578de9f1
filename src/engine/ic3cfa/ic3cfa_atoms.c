/* The literals of ic3cfa: canonical atoms with activities. */
#include "engine/ic3cfa/ic3cfa.h"

/* Whether the atom needs no implicant of its own, and whether it mentions inputs. */
static void classify(const struct ic3cfa *g, term atom, struct atom *a) {
    term_list parts = {0};
    term_collect(g->bank, &atom, 1, &parts);
    a->simple = true;
    vec_each (const term, t, &parts) {
        enum term_op op = term_op(g->bank, *t);
        if (op == TERM_VARIABLE && hash_map_get(&g->inputs, t->id) != HASH_NONE) a->inputs = true;
        if (op == TERM_ITE || op == TERM_AND || op == TERM_OR || op == TERM_NOT || op == TERM_XOR)
            a->simple = false;
        if (op == TERM_EQ && sort_kind(g->bank, term_sort(g->bank, term_arg(g->bank, *t, 0))) == SORT_BOOL)
            a->simple = false;
    }
    vec_free(&parts);
}

static void find_form(const struct ic3cfa *g, term atom, struct atom *a) {
    struct linear *form = mem_new(struct linear);
    linear_init(form, sort_int());
    if (linear_atom(g->bank, atom, form, &a->relation) && a->relation != LINEAR_EQ) {
        a->form = form;
    } else {
        linear_fini(form);
        mem_free(form);
    }
}

pdr_lit ic3cfa_literal(struct ic3cfa *g, term formula) {
    pdr_lit lit = atoms_literal(&g->atoms, formula);
    if (pdr_index(lit) == g->notes.size) {
        term atom = g->atoms.formulas.data[pdr_index(lit)];
        struct atom notes = {0};
        classify(g, atom, &notes);
        find_form(g, atom, &notes);
        vec_push(&g->notes, notes);
        activities_extend(&g->activities);
        vec_push(&g->owner_of, OWNER_FREE);
        vec_push(&g->owner_of, OWNER_FREE);
    }
    return lit;
}

static bool add_plain(struct ic3cfa *g, term formula, pdr_lits *cube) {
    if (term_is(g->bank, formula, TERM_FALSE)) return false;
    if (!term_is(g->bank, formula, TERM_TRUE)) vec_push(cube, ic3cfa_literal(g, formula));
    return true;
}

bool ic3cfa_add_formula(struct ic3cfa *g, term formula, pdr_lits *cube) {
    term_list literals = {0};
    bool possible = true;
    if (g->options->equalities)
        linear_literals(g->bank, formula, NULL, NULL, &literals);
    else
        term_conjuncts(g->bank, formula, &literals);
    vec_each (const term, t, &literals) possible = possible && add_plain(g, *t, cube);
    vec_free(&literals);
    return possible;
}

static bool same_subjects(const struct linear *a, const struct linear *b) {
    bool same = sort_same(a->sort, b->sort) && a->monomials.size == b->monomials.size;
    for (uint32_t i = 0; same && i < a->monomials.size; i++)
        same = term_same(a->monomials.data[i].subject, b->monomials.data[i].subject) &&
               mpq_equal(a->monomials.data[i].coefficient, b->monomials.data[i].coefficient);
    return same;
}

bool ic3cfa_implies(const struct ic3cfa *g, pdr_lit a, pdr_lit b) {
    if (a.code == b.code) return true;
    const struct atom *x = &g->notes.data[pdr_index(a)], *y = &g->notes.data[pdr_index(b)];
    if (!x->form || !y->form || pdr_sign(a) != pdr_sign(b) || x->relation != y->relation) return false;
    /* f + c <= 0 implies f + d <= 0 if c >= d; their negations the other way round */
    int order = mpq_cmp(x->form->constant, y->form->constant);
    return (pdr_sign(a) ? order <= 0 : order >= 0) && same_subjects(x->form, y->form);
}

static bool is_fact(const struct ic3cfa *g, uint32_t location, pdr_lit lit) {
    vec_each (const struct lemma_entry, e, frames_at(g->frames, location, FRAMES_INFINITY)) {
        const struct cube *cube = e->lemma->cube;
        if (cube->size == 1 && ic3cfa_implies(g, pdr_not(cube->literals[0]), lit)) return true;
    }
    return false;
}

void ic3cfa_reduce(struct ic3cfa *g, uint32_t location, pdr_lits *cube) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++) {
        pdr_lit lit = cube->data[i];
        bool redundant = is_fact(g, location, lit);
        /* No two literals are equivalent, so what implies it is not removed because of it. */
        for (uint32_t j = 0; j < kept && !redundant; j++) redundant = ic3cfa_implies(g, cube->data[j], lit);
        for (uint32_t j = i + 1; j < cube->size && !redundant; j++)
            redundant = ic3cfa_implies(g, cube->data[j], lit);
        if (!redundant) cube->data[kept++] = lit;
    }
    vec_shrink(cube, kept);
}

/* Activities grow faster here than by activities_bump, and the step alone says when to scale them down. */
void ic3cfa_bump(struct ic3cfa *g, const pdr_lits *cube) {
    static const double growth = 1.05, most = 1e100;
    struct activities *a = &g->activities;
    vec_each (const pdr_lit, lit, cube) a->of.data[pdr_index(*lit)] += a->step;
    a->step *= growth;
    if (a->step < most) return;
    vec_each (double, activity, &a->of) *activity /= most;
    a->step /= most;
}

/* Among equals the newest atom first, for weakest preconditions grow with their distance from the error. */
void ic3cfa_order(const struct ic3cfa *g, pdr_lits *cube) {
    activities_order(g->options->activity ? &g->activities : NULL, cube, NULL, ACTIVITIES_NEWEST_FIRST);
}
