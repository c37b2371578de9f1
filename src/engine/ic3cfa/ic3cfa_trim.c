/* The part of an invariant that the proof needs.
 *
 * From the error location backwards: that a lemma (at the error location: false) holds after a step follows
 * from some lemmas at the start of the step, those of an unsatisfiable core; these are needed, too. The
 * lemmas that are marked in the end imply each other along all steps, so they are an invariant by themselves.
 */
#include "engine/ic3cfa/ic3cfa.h"

/* The lemmas of a location above a level. */
struct shelf {
    VEC(struct cube *) cubes;
    u8s needed;
    struct smt *smt;
    smt_lits labels; /* of the clauses, in smt */
};

/* A lemma, by position on the shelf, whose support is to be found. */
struct needed {
    uint32_t location, lemma;
};

struct trimming {
    struct ic3cfa *g;
    struct shelf *shelves; /* by location */
    VEC(struct needed) work;
    smt_lits assumptions;
    u32s numbers; /* of the lemmas that are assumed, in the same order */
    bool failed;
};

static void fill(struct trimming *t, uint32_t location, uint32_t level) {
    struct ic3cfa *g = t->g;
    struct shelf *shelf = &t->shelves[location];
    for (uint32_t i = level + 1; i <= g->frames->top + 1; i++) {
        uint32_t at = i <= g->frames->top ? i : FRAMES_INFINITY;
        vec_each (const struct lemma_entry, e, frames_at(g->frames, location, at))
            vec_push(&shelf->cubes, e->lemma->cube);
    }
    vec_resize(&shelf->needed, shelf->cubes.size);
}

static term clause(struct ic3cfa *g, const struct cube *cube) {
    return term_not(g->bank, atoms_cube(&g->atoms, cube->literals, cube->size));
}

static struct smt *solver(struct trimming *t, uint32_t location) {
    struct shelf *shelf = &t->shelves[location];
    if (shelf->smt) return shelf->smt;
    struct smt_settings settings = {.context = t->g->context,
                                    .theories = t->g->theories,
                                    .purpose = SMT_INCREMENTAL,
                                    .limits = t->g->task->limits,
                                    .stats = t->g->stats,
                                    .seed = (uint32_t)t->g->options->seed};
    shelf->smt = smt_new(t->g->bank, &settings);
    vec_each (struct cube *, c, &shelf->cubes)
        vec_push(&shelf->labels, smt_label(shelf->smt, clause(t->g, *c)));
    return shelf->smt;
}

static void assume(struct trimming *t, struct shelf *shelf, uint32_t lemma) {
    vec_push(&t->assumptions, shelf->labels.data[lemma]);
    vec_push(&t->numbers, lemma);
}

/* Asks with fewer and fewer lemmas, as long as cores shrink: at first those that are needed anyway. */
static bool find_core(struct trimming *t, struct shelf *shelf) {
    vec_clear(&t->assumptions);
    vec_clear(&t->numbers);
    for (uint32_t i = 0; i < shelf->cubes.size; i++)
        if (shelf->needed.data[i]) assume(t, shelf, i);
    if (t->numbers.size && smt_check(shelf->smt, t->assumptions.data, t->assumptions.size) == SMT_UNSAT)
        return true;
    for (uint32_t i = 0; i < shelf->cubes.size; i++)
        if (!shelf->needed.data[i]) assume(t, shelf, i);
    for (uint32_t before = UINT32_MAX; t->numbers.size < before;) {
        before = t->numbers.size;
        if (smt_check(shelf->smt, t->assumptions.data, before) != SMT_UNSAT) return false;
        u32s core = {0};
        for (uint32_t i = 0; i < before; i++)
            if (smt_in_core(shelf->smt, i)) vec_push(&core, t->numbers.data[i]);
        vec_clear(&t->assumptions);
        vec_clear(&t->numbers);
        vec_each (const uint32_t, lemma, &core) assume(t, shelf, *lemma);
        vec_free(&core);
    }
    return true;
}

/* lemmas(from) & step & cube' unsat: what of the lemmas is needed for that? */
static void explain(struct trimming *t, uint32_t step, const struct cube *cube) {
    struct ic3cfa *g = t->g;
    struct step *s = &g->steps.data[step];
    struct shelf *shelf = &t->shelves[s->from];
    struct smt *smt = solver(t, s->from);
    term target = cube ? atoms_cube(&g->atoms, cube->literals, cube->size) : term_true(g->bank);
    smt_push(smt);
    if (s->plain) {
        smt_assert(smt, atoms_cube(&g->atoms, s->guard.data, s->guard.size));
        smt_assert(smt, substitution_apply(&s->values, target));
    } else {
        term_list inputs = {0};
        smt_assert(smt, program_transition(g->program, s->command, NULL, &inputs));
        smt_assert(smt, substitution_apply(&g->primed, target));
        vec_free(&inputs);
    }
    t->failed |= !find_core(t, shelf);
    smt_pop(smt);
    vec_each (const uint32_t, lemma, &t->numbers) {
        if (shelf->needed.data[*lemma]) continue;
        shelf->needed.data[*lemma] = 1;
        vec_push(&t->work, (struct needed){s->from, *lemma});
    }
}

static void explain_all(struct trimming *t) {
    struct ic3cfa *g = t->g;
    vec_each (const uint32_t, step, &g->places[g->program->error].incoming)
        if (!t->failed) explain(t, *step, NULL);
    while (t->work.size && !t->failed) {
        struct needed n = vec_pop(&t->work);
        vec_each (const uint32_t, step, &g->places[n.location].incoming)
            if (!t->failed) explain(t, *step, t->shelves[n.location].cubes.data[n.lemma]);
    }
}

/* When the trimming failed, because the solver gave up, all lemmas stay. */
static term needed_clauses(struct trimming *t, uint32_t location) {
    const struct shelf *shelf = &t->shelves[location];
    term_list list = {0};
    for (uint32_t i = 0; i < shelf->cubes.size; i++)
        if (t->failed || shelf->needed.data[i]) vec_push(&list, clause(t->g, shelf->cubes.data[i]));
    term result = term_and(t->g->bank, list.data, list.size);
    vec_free(&list);
    return result;
}

void ic3cfa_trimmed_invariant(struct ic3cfa *g, uint32_t level, struct program_invariant *out) {
    uint32_t locations = g->program->locations.size;
    struct trimming t = {.g = g, .shelves = mem_new_array(struct shelf, locations)};
    for (uint32_t l = 0; l < locations; l++)
        if (l != g->program->error) fill(&t, l, level);
    explain_all(&t);
    for (uint32_t l = 0; l < locations; l++)
        if (l != g->program->error) out->at.data[l] = needed_clauses(&t, l);
    for (uint32_t l = 0; l < locations; l++) {
        vec_free(&t.shelves[l].cubes);
        vec_free(&t.shelves[l].needed);
        vec_free(&t.shelves[l].labels);
        smt_free(t.shelves[l].smt);
    }
    mem_free(t.shelves);
    vec_free(&t.work);
    vec_free(&t.assumptions);
    vec_free(&t.numbers);
}
