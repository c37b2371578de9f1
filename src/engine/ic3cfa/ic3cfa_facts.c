/* Facts: lemmas of the infinity frame, found before the search.
 *
 * From above (Houdini): candidates are the linear conditions of the program and their neighbours, at every location
 * where their variables matter; those that some step from the candidates of its source refutes are dropped until none
 * is. What is left is inductive. From below: equations and residues (ic3cfa_spaces.c), which hold of more when the
 * ranges of variables are known, and let more candidates stay: so candidates are tried before and after. Equations with
 * respect to a condition of the program wait until the search has gone on for some frames: most programs do without.
 *
 * All of this is bounded, by solver work per query and by the size of what is asked about; what is not found within the
 * bounds the search does without. */
#include "engine/ic3cfa/ic3cfa.h"

/* Work: the points of the commands that were asked about. */
enum {
    MOST_CANDIDATES = 600,
    MOST_WORK = 20000,
    WORK_PER_QUERY = 1000000,
    MOST_CASES = 8,
    CASES_WORK = 5000
};

enum smt_result ic3cfa_leaves(struct ic3cfa *g, uint32_t step, term before, term after) {
    struct step *s = &g->steps.data[step];
    struct smt *smt = ic3cfa_fresh_query(g, s->from);
    smt_assert(smt, before);
    if (s->plain) {
        smt_assert(smt, atoms_cube(&g->atoms, s->guard.data, s->guard.size));
        smt_assert(smt, substitution_apply(&s->values, after));
    } else {
        term_list inputs = {0};
        smt_assert(smt, program_transition(g->program, s->command, NULL, &inputs));
        smt_assert(smt, substitution_apply(&g->primed, after));
        vec_free(&inputs);
    }
    g->stats->fact_queries++;
    g->fact_work += s->points;
    if (limits_stopped(g->task->limits) || g->fact_work > MOST_WORK) return SMT_UNKNOWN;
    smt_work_limit(smt, WORK_PER_QUERY);
    return smt_check(smt, NULL, 0);
}

term ic3cfa_value_after(struct ic3cfa *g, uint32_t step, term t) {
    struct step *s = &g->steps.data[step];
    return smt_value(g->places[s->from].solver.smt,
                     substitution_apply(s->plain ? &s->values : &g->primed, t));
}

/* Candidates, by location: literals that are hoped to hold there. */
struct houdini {
    struct ic3cfa *g;
    pdr_lits *hopes;
    term_list conditions; /* linear ones of the guards and their neighbours */
    bool failed;
};

/* The condition form <= bound + shift, canonical. */
static void add_shifted(struct houdini *h, const struct linear *form, long shift) {
    struct linear moved;
    mpq_t by;
    linear_init(&moved, form->sort);
    linear_copy(&moved, form);
    mpq_init(by);
    mpq_set_si(by, shift, 1);
    mpq_sub(moved.constant, moved.constant, by);
    term condition = linear_canonical(h->g->bank, &moved, LINEAR_LE);
    mpq_clear(by);
    linear_fini(&moved);
    if (term_is(h->g->bank, condition, TERM_TRUE) || term_is(h->g->bank, condition, TERM_FALSE)) return;
    vec_push(&h->conditions, condition);
}

/* f <= c gives the conditions f <= c - 1 .. c + 1 and their negations. */
static void find_conditions(struct houdini *h) {
    struct ic3cfa *g = h->g;
    uint32_t atoms = g->notes.size;
    for (uint32_t i = 0; i < atoms; i++) {
        struct linear form;
        enum linear_relation relation;
        linear_init(&form, sort_int());
        if (!g->notes.data[i].inputs && linear_atom(g->bank, g->atoms.formulas.data[i], &form, &relation)) {
            bool whole = sort_same(form.sort, sort_int());
            for (long shift = whole ? -1 : 0; shift <= (whole ? 1 : 0); shift++) add_shifted(h, &form, shift);
        }
        linear_fini(&form);
    }
}

static bool all_live(struct houdini *h, const u8s *live, uint32_t location, term condition) {
    struct program *program = h->g->program;
    term_list variables = {0};
    bool all = true;
    term_variables(h->g->bank, &condition, 1, &variables);
    vec_each (const term, t, &variables) {
        uint32_t v = program_find_variable(program, *t);
        all &= v != PROGRAM_NONE && live->data[(size_t)location * program->variables.size + v];
    }
    vec_free(&variables);
    return all;
}

/* What is known already is no candidate. */
static void hope(struct houdini *h, uint32_t location, pdr_lit lit) {
    pdr_lit no = pdr_not(lit);
    struct cube *excluded = cube_new(&no, 1);
    bool known =
        frames_blocking(h->g->frames, location, 1, excluded) || pdr_contains(&h->hopes[location], lit);
    if (!known) vec_push(&h->hopes[location], lit);
    cube_free(excluded);
}

/* False: too many. */
static bool find_candidates(struct houdini *h) {
    struct program *program = h->g->program;
    u8s live = {0};
    uint64_t n = 0;
    program_live(program, &live);
    find_conditions(h);
    for (uint32_t l = 0; l < program->locations.size && n <= MOST_CANDIDATES; l++) {
        if (l == program->initial || l == program->error) continue;
        vec_each (const term, c, &h->conditions) {
            if (!all_live(h, &live, l, *c)) continue;
            pdr_lit lit = ic3cfa_literal(h->g, *c);
            hope(h, l, lit);
            hope(h, l, pdr_not(lit));
        }
        n += h->hopes[l].size;
    }
    vec_free(&live);
    return n && n <= MOST_CANDIDATES;
}

/* After SMT_SAT: drops the candidates that do not hold after the step. False: the model does not say of any. */
static bool drop_refuted(struct houdini *h, uint32_t step) {
    pdr_lits *hopes = &h->hopes[h->g->steps.data[step].to];
    uint32_t kept = 0, before = hopes->size;
    for (uint32_t i = 0; i < hopes->size; i++) {
        term value = ic3cfa_value_after(h->g, step, atoms_term(&h->g->atoms, hopes->data[i]));
        if (!term_is_none(value) && term_is(h->g->bank, value, TERM_FALSE)) continue;
        hopes->data[kept++] = hopes->data[i];
    }
    vec_shrink(hopes, kept);
    return kept < before;
}

/* Drops candidates that the step refutes, until it refutes none; whether some were. */
static bool test_step(struct houdini *h, uint32_t step) {
    struct ic3cfa *g = h->g;
    const struct step *s = &g->steps.data[step];
    bool dropped = false, more = h->hopes[s->to].size != 0;
    while (more && !h->failed) {
        const pdr_lits *from = &h->hopes[s->from], *to = &h->hopes[s->to];
        term before = atoms_cube(&g->atoms, from->data, from->size);
        term after = term_not(g->bank, atoms_cube(&g->atoms, to->data, to->size));
        /* F(infinity) & candidates(from) & step & not candidates(to)' sat? */
        enum smt_result result = ic3cfa_leaves(g, step, before, after);
        more = result == SMT_SAT && drop_refuted(h, step);
        h->failed |= result == SMT_UNKNOWN || (result == SMT_SAT && !more);
        dropped |= more;
        more &= h->hopes[s->to].size != 0;
    }
    return dropped;
}

static bool keep_candidates(struct houdini *h) {
    bool some = false;
    for (uint32_t l = 0; l < h->g->program->locations.size; l++) {
        (void)pdr_tidy(&h->hopes[l]);
        ic3cfa_reduce(h->g, l, &h->hopes[l]);
        for (uint32_t i = 0; i < h->hopes[l].size; i++) {
            pdr_lits cube = {0};
            vec_push(&cube, pdr_not(h->hopes[l].data[i]));
            ic3cfa_add_fact(h->g, l, &cube);
            vec_free(&cube);
            some = true;
        }
    }
    return some;
}

/* Whether there are new facts. */
static bool find_bounds(struct ic3cfa *g) {
    struct houdini h = {.g = g, .hopes = mem_new_array(pdr_lits, g->program->locations.size)};
    bool some = false;
    if (find_candidates(&h)) {
        bool changed = true;
        while (changed && !h.failed) {
            changed = false;
            for (uint32_t s = 0; s < g->steps.size && !h.failed; s++) changed |= test_step(&h, s);
        }
        some = !h.failed && keep_candidates(&h);
    }
    for (uint32_t l = 0; l < g->program->locations.size; l++) vec_free(&h.hopes[l]);
    mem_free(h.hopes);
    vec_free(&h.conditions);
    return some;
}

static void end(struct ic3cfa *g) {
    ic3cfa_end_query(g);
    for (uint32_t l = 0; l < g->program->locations.size; l++)
        if (g->places[l].solver.smt) smt_work_limit(g->places[l].solver.smt, 0);
}

static bool finds_any(const struct ic3cfa *g) {
    return g->theories & (THEORY_INT | THEORY_REAL);
}

void ic3cfa_find_facts(struct ic3cfa *g) {
    if (!finds_any(g)) return;
    (void)find_bounds(g);
    if (ic3cfa_find_equations(g, TERM_NONE)) (void)find_bounds(g);
    end(g);
}

/* Whether the location has states of either kind, as far as one can see. */
static bool is_open(struct ic3cfa *g, uint32_t location, pdr_lit lit) {
    pdr_lits yes = {0}, no = {0};
    vec_push(&yes, lit);
    vec_push(&no, pdr_not(lit));
    ic3cfa_reduce(g, location, &yes);
    ic3cfa_reduce(g, location, &no);
    bool open = yes.size && no.size;
    vec_free(&yes);
    vec_free(&no);
    return open;
}

/* Adds the literal of a comparison of variables, if both it and its negation are possible at the location. */
static void add_case(struct ic3cfa *g, uint32_t location, term comparison, pdr_lits *cases) {
    struct linear form;
    enum linear_relation relation;
    pdr_lits cube = {0};
    linear_init(&form, sort_int());
    if (linear_atom(g->bank, comparison, &form, &relation) && relation != LINEAR_EQ &&
        ic3cfa_add_formula(g, comparison, &cube) && cube.size == 1) {
        pdr_lit lit = cube.data[0];
        bool known = pdr_contains(cases, lit) || pdr_contains(cases, pdr_not(lit));
        if (!known && !g->notes.data[pdr_index(lit)].inputs && is_open(g, location, lit))
            vec_push(cases, lit);
    }
    vec_free(&cube);
    linear_fini(&form);
}

/* What the loops of the program distinguish: conditions of branches, and in values. */
static void collect_cases(struct ic3cfa *g, pdr_lits *cases) {
    for (uint32_t i = 0; i < g->steps.size; i++) {
        struct step *s = &g->steps.data[i];
        if (!s->plain || s->to == g->program->error || s->from == g->program->initial) continue;
        term_list roots = {0}, parts = {0};
        vec_each (const pdr_lit, lit, &s->guard) vec_push(&roots, atoms_term(&g->atoms, *lit));
        vec_each (const struct program_variable, v, &g->program->variables)
            vec_push(&roots, substitution_apply(&s->values, v->now));
        term_collect(g->bank, roots.data, roots.size, &parts);
        for (uint32_t p = 0; p < parts.size && cases->size < MOST_CASES; p++)
            if (sort_kind(g->bank, term_sort(g->bank, parts.data[p])) == SORT_BOOL)
                add_case(g, g->steps.data[i].from, parts.data[p], cases);
        vec_free(&roots);
        vec_free(&parts);
    }
}

void ic3cfa_find_cases(struct ic3cfa *g) {
    if (!finds_any(g)) return;
    bool some = false;
    pdr_lits cases = {0};
    collect_cases(g, &cases);
    g->fact_work = MOST_WORK - CASES_WORK;
    vec_each (const pdr_lit, lit, &cases) some |= ic3cfa_find_equations(g, atoms_term(&g->atoms, *lit));
    if (some) (void)find_bounds(g);
    vec_free(&cases);
    end(g);
}
