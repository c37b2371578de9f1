#include "refine/part.h"

struct parts {
    const struct system *system;
    struct stats *stats;
    struct limits *limits;
    struct system_unrolling unrolling;
    struct smt *smt; /* NULL: not made */
    smt_lits steps;  /* [i]: C_i & T from i to i + 1 holds; C_i+1 is said with the cube of i + 1 */
    uint32_t asked;  /* paths since the solver is new */
};

/* A part under trial: the cubes of states `first` to `last` and the steps between them. State -1 stands for
 * init, state `steps` for the violation, so that all parts are intervals. */
struct window {
    int first, last;
};

/* The path at hand. */
struct trial {
    struct parts *parts;
    const struct spurious_path *path;
    smt_lits states; /* [i + 1]: the cube of state i */
    smt_lits assumptions;
    VEC(int) meaning; /* per assumption: the state, for a step the one it leaves */
};

struct parts *parts_new(const struct system *system, struct stats *stats, struct limits *limits) {
    struct parts *p = mem_new(struct parts);
    *p = (struct parts){.system = system, .stats = stats, .limits = limits};
    system_unrolling_init(&p->unrolling, system, "@");
    return p;
}

void parts_free(struct parts *p) {
    if (!p) return;
    smt_free(p->smt);
    vec_free(&p->steps);
    system_unrolling_fini(&p->unrolling);
    mem_free(p);
}

static smt_lit new_switch(struct parts *p, term formula, uint32_t step) {
    struct terms *bank = p->system->terms;
    term on = term_fresh(bank, "on", sort_bool());
    smt_assert(p->smt, term_implies(bank, on, system_at(&p->unrolling, formula, step)));
    return smt_label(p->smt, on);
}

static void make_solver(struct parts *p) {
    smt_free(p->smt);
    p->smt = smt_new(p->system->terms, &(struct smt_settings){.theories = system_theories(p->system),
                                                              .purpose = SMT_INCREMENTAL,
                                                              .limits = p->limits,
                                                              .stats = p->stats});
    vec_clear(&p->steps);
    p->asked = 0;
}

static void make_steps(struct parts *p, uint32_t n) {
    struct terms *bank = p->system->terms;
    term step = term_and2(bank, system_constraint_formula(p->system), system_trans_formula(p->system));
    for (uint32_t i = p->steps.size; i < n; i++) {
        smt_lit on = new_switch(p, step, i);
        vec_push(&p->steps, on);
    }
}

static void make_states(struct trial *t) {
    struct parts *p = t->parts;
    const struct spurious_path *path = t->path;
    struct terms *bank = p->system->terms;
    term constraint = system_constraint_formula(p->system);
    vec_push(&t->states, new_switch(p, system_init_formula(p->system), 0));
    for (uint32_t i = 0; i < path->steps; i++) {
        term cube = path->cubes ? term_and(bank, path->cubes[i].data, path->cubes[i].size) : term_true(bank);
        vec_push(&t->states, new_switch(p, term_and2(bank, constraint, cube), i));
    }
    term good = p->system->properties.data[path->property].good;
    vec_push(&t->states, new_switch(p, term_not(bank, good), path->steps - 1));
}

static void assume(struct trial *t, smt_lit lit, int state) {
    vec_push(&t->assumptions, lit);
    vec_push(&t->meaning, state);
}

/* Is the window infeasible? Then it becomes the part of itself that the core has. */
static bool is_infeasible(struct trial *t, struct window *w) {
    int n = (int)t->path->steps;
    vec_clear(&t->assumptions);
    vec_clear(&t->meaning);
    for (int i = w->first; i <= w->last; i++) {
        assume(t, t->states.data[i + 1], i);
        if (i >= 0 && i < w->last && i + 1 < n) assume(t, t->parts->steps.data[i], i);
    }
    if (smt_check(t->parts->smt, t->assumptions.data, t->assumptions.size) != SMT_UNSAT) return false;
    const u32s *core = smt_core(t->parts->smt);
    struct window needed = {n, -1};
    vec_each (const uint32_t, position, core) {
        int i = t->meaning.data[*position];
        bool step =
            i >= 0 && i + 1 < n && t->assumptions.data[*position].code == t->parts->steps.data[i].code;
        if (i < needed.first) needed.first = i;
        if (i + step > needed.last) needed.last = i + step;
    }
    if (needed.first <= needed.last) *w = needed;
    return true;
}

/* Takes states away at the ends while the rest stays infeasible: first at the beginning, because what is
 * near to the violation matters more. */
static void shrink(struct trial *t, struct window *w) {
    for (struct window less = *w; less.first++ < w->last && is_infeasible(t, &less); less = *w) *w = less;
    for (struct window less = *w; w->first <= --less.last && is_infeasible(t, &less); less = *w) *w = less;
}

static int clamp(int i, uint32_t n) {
    return i < 0 ? 0 : i >= (int)n ? (int)n - 1 : i;
}

struct spurious_path parts_shortest(struct parts *p, const struct spurious_path *path) {
    enum { MANY = 100 };
    assert(!path->inner_start && !path->inner_end);
    if (!p->smt || p->asked > MANY) make_solver(p);
    p->asked++;
    make_steps(p, path->steps - 1);
    smt_push(p->smt);
    struct trial t = {.parts = p, .path = path};
    make_states(&t);
    struct window w = {-1, (int)path->steps};
    struct spurious_path part = *path;
    if (is_infeasible(&t, &w)) {
        shrink(&t, &w);
        int first = clamp(w.first, path->steps), last = clamp(w.last, path->steps);
        part.steps = (uint32_t)(last - first + 1);
        part.inner_start = w.first >= 0;
        part.inner_end = w.last < (int)path->steps;
        if (part.cubes) part.cubes += first;
    }
    smt_pop(p->smt);
    vec_free(&t.states);
    vec_free(&t.assumptions);
    vec_free(&t.meaning);
    return part;
}
