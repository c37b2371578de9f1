#include "refine/glued.h"

static term copy_of(struct glued *g, const char *name, char side, uint32_t step, sort sort) {
    char *text = mem_format("%s!%c%u", name, side, step);
    term t = term_variable(g->bank, text, sort);
    mem_free(text);
    return t;
}

static void make_copies(struct glued *g) {
    vec_resize(&g->left, g->steps);
    vec_resize(&g->right, g->steps);
    vec_resize(&g->back, g->steps);
    for (uint32_t i = 0; i < g->steps; i++) {
        substitution_init(&g->left.data[i], g->bank);
        substitution_init(&g->right.data[i], g->bank);
        substitution_init(&g->back.data[i], g->bank);
    }
    vec_each (const struct system_state, s, &g->system->states) {
        sort sort = term_sort(g->bank, s->now);
        for (uint32_t i = 0; i < g->steps; i++) {
            term l = copy_of(g, s->name, 'l', i, sort), r = copy_of(g, s->name, 'r', i, sort);
            substitution_bind(&g->left.data[i], s->now, l);
            substitution_bind(&g->right.data[i], s->now, r);
            substitution_bind(&g->back.data[i], l, s->now);
            substitution_bind(&g->back.data[i], r, s->now);
            if (i) substitution_bind(&g->left.data[i - 1], s->next, r);
        }
    }
    vec_each (const struct system_input, in, &g->system->inputs)
        for (uint32_t i = 0; i < g->steps; i++) {
            term copy = copy_of(g, in->name, 'i', i, term_sort(g->bank, in->now));
            substitution_bind(&g->left.data[i], in->now, copy);
            if (i == 0) substitution_bind(&g->right.data[0], in->now, copy);
        }
}

static term left(struct glued *g, term t, uint32_t i) {
    return substitution_apply(&g->left.data[i], t);
}
static term right(struct glued *g, term t, uint32_t i) {
    return substitution_apply(&g->right.data[i], t);
}

term glued_at(struct glued *g, term t, uint32_t step) {
    return left(g, t, step);
}

static term cube_of(struct glued *g, uint32_t i) {
    const struct spurious_path *path = g->path;
    return path->cubes ? term_and(g->bank, path->cubes[i].data, path->cubes[i].size) : term_true(g->bank);
}

static term initially(struct glued *g) {
    return g->path->inner_start ? term_true(g->bank) : system_init_formula(g->system);
}

static term violation(struct glued *g) {
    if (g->path->inner_end) return term_true(g->bank);
    return term_not(g->bank, g->system->properties.data[g->path->property].good);
}

static term step_of(struct glued *g, uint32_t i) {
    return g->path->trans ? g->path->trans[i] : system_trans_formula(g->system);
}

static void assert_path(struct glued *g) {
    term constraint = system_constraint_formula(g->system);
    smt_assert(g->smt, right(g, initially(g), 0));
    for (uint32_t i = 0; i < g->steps; i++) {
        smt_assert(g->smt, left(g, constraint, i));
        if (i + 1 < g->steps) smt_assert(g->smt, left(g, step_of(g, i), i));
        term cube = cube_of(g, i);
        smt_assert(g->smt, left(g, cube, i));
        smt_assert(g->smt, right(g, cube, i));
    }
    smt_assert(g->smt, left(g, violation(g), g->steps - 1));
}

static term join(struct glued *g, uint32_t i) {
    term_list same = {0};
    vec_each (const struct system_state, s, &g->system->states)
        vec_push(&same, term_eq(g->bank, left(g, s->now, i), right(g, s->now, i)));
    term all = term_and(g->bank, same.data, same.size);
    vec_free(&same);
    return all;
}

static void make_joins(struct glued *g) {
    for (uint32_t i = 0; i < g->steps; i++) {
        smt_lit activation = smt_new_label(g->smt);
        smt_clause(g->smt, (smt_lit[]){smt_not(activation), smt_label(g->smt, join(g, i))}, 2);
        vec_push(&g->joined, activation);
    }
}

static unsigned theories_of(struct glued *g) {
    unsigned theories = system_theories(g->system);
    if (g->path->trans) theories |= term_theories(g->bank, g->path->trans, g->steps - 1);
    return theories;
}

void glued_init(struct glued *g, const struct system *system, const struct spurious_path *path,
                struct smt_context *context, struct stats *stats, struct limits *limits) {
    *g = (struct glued){.system = system, .bank = system->terms, .path = path, .steps = path->steps};
    g->smt = smt_new(g->bank, &(struct smt_settings){.context = context,
                                                     .theories = theories_of(g),
                                                     .purpose = SMT_INCREMENTAL,
                                                     .limits = limits,
                                                     .stats = stats});
    make_copies(g);
    assert_path(g);
}

void glued_fini(struct glued *g) {
    for (uint32_t i = 0; i < g->steps; i++) {
        substitution_fini(&g->left.data[i]);
        substitution_fini(&g->right.data[i]);
        substitution_fini(&g->back.data[i]);
    }
    vec_free(&g->left);
    vec_free(&g->right);
    vec_free(&g->back);
    vec_free(&g->joined);
    vec_free(&g->predicates);
    vec_free(&g->equal);
    vec_free(&g->truth);
    vec_free(&g->assumptions);
    smt_free(g->smt);
}

void glued_add(struct glued *g, term predicate) {
    vec_push(&g->predicates, predicate);
    for (uint32_t i = 0; i < g->steps; i++) {
        smt_lit e = smt_new_label(g->smt), l = smt_label(g->smt, left(g, predicate, i)),
                r = smt_label(g->smt, right(g, predicate, i));
        smt_clause(g->smt, (smt_lit[]){smt_not(e), smt_not(l), r}, 3);
        smt_clause(g->smt, (smt_lit[]){smt_not(e), l, smt_not(r)}, 3);
        vec_push(&g->equal, e);
        vec_push(&g->truth, l);
    }
}

/* Glues the cuts [0..end[ by the chosen predicates (NULL: all). */
static void assume_glue(struct glued *g, uint32_t end, const bool *chosen) {
    for (uint32_t p = 0; p < g->predicates.size; p++)
        for (uint32_t i = 0; i < end && (!chosen || chosen[p]); i++)
            vec_push(&g->assumptions, g->equal.data[p * g->steps + i]);
}

static void assume_joins(struct glued *g, uint32_t from) {
    if (from < g->steps && !g->joined.size) make_joins(g);
    for (uint32_t i = from; i < g->steps; i++) vec_push(&g->assumptions, g->joined.data[i]);
}

enum smt_result glued_check(struct glued *g, uint32_t cut) {
    vec_clear(&g->assumptions);
    assume_glue(g, cut < g->steps ? cut + 1 : g->steps, NULL);
    assume_joins(g, cut + 1);
    return smt_check(g->smt, g->assumptions.data, g->assumptions.size);
}

enum smt_result glued_check_only(struct glued *g, const bool *chosen) {
    vec_clear(&g->assumptions);
    assume_glue(g, g->steps, chosen);
    return smt_check(g->smt, g->assumptions.data, g->assumptions.size);
}

void glued_core(struct glued *g, bool *needed) {
    memset(needed, 0, g->predicates.size * sizeof *needed);
    struct hash_map owner = {0};
    for (uint32_t i = 0; i < g->equal.size; i++) hash_map_put(&owner, g->equal.data[i].code, i / g->steps);
    vec_each (const uint32_t, position, smt_core(g->smt)) {
        uint32_t p = hash_map_get(&owner, g->assumptions.data[*position].code);
        if (p != HASH_NONE) needed[p] = true;
    }
    hash_map_free(&owner);
}

/* An implicant of the formula that holds in the model, projected onto one copy of the state at the cut and
 * renamed to now. */
static bool project(struct glued *g, uint32_t cut, struct substitution *side, term formula,
                    const term_list *more, term_list *out) {
    term_list cube = {0}, used = {0}, others = {0}, projected = {0};
    struct hash_map keep = {0};
    bool done = term_is(g->bank, formula, TERM_TRUE) || smt_implicant(g->smt, formula, &cube);
    if (more) vec_append(&cube, more->data, more->size);
    vec_each (const struct system_state, s, &g->system->states)
        hash_map_put(&keep, substitution_apply(side, s->now).id, 1);
    term_variables(g->bank, cube.data, cube.size, &used);
    vec_each (const term, v, &used)
        if (hash_map_get(&keep, v->id) == HASH_NONE) vec_push(&others, *v);
    done = done && smt_project(g->smt, &cube, others.data, others.size, &projected);
    if (done)
        vec_each (const term, literal, &projected)
            vec_push(out, substitution_apply(&g->back.data[cut], *literal));
    hash_map_free(&keep);
    vec_free(&cube);
    vec_free(&used);
    vec_free(&others);
    vec_free(&projected);
    return done;
}

/* What reaches R_cut: the image of the abstract state before, which is tied to the rest of the prefix by the
 * truth values of the predicates alone. */
static bool reached_cube(struct glued *g, uint32_t cut, term_list *out) {
    term arrival = right(g, cube_of(g, cut), cut);
    if (cut == 0) {
        term start = right(g, initially(g), 0);
        return project(g, cut, &g->right.data[cut], term_and2(g->bank, start, arrival), NULL, out);
    }
    uint32_t i = cut - 1;
    term step =
        term_and2(g->bank, left(g, step_of(g, i), i), left(g, system_constraint_formula(g->system), i));
    term_list before = {0};
    for (uint32_t p = 0; p < g->predicates.size; p++) {
        term literal = left(g, g->predicates.data[p], i);
        bool holds = smt_lit_value(g->smt, g->truth.data[p * g->steps + i]);
        vec_push(&before, holds ? literal : term_not(g->bank, literal));
    }
    bool done = project(g, cut, &g->right.data[cut], term_and2(g->bank, step, arrival), &before, out);
    vec_free(&before);
    return done;
}

/* What starts the concrete rest at L_cut. */
static bool leaving_cube(struct glued *g, uint32_t cut, term_list *out) {
    term_list rest = {0};
    for (uint32_t i = cut; i < g->steps; i++) {
        vec_push(&rest, left(g, system_constraint_formula(g->system), i));
        vec_push(&rest, left(g, cube_of(g, i), i));
        if (i + 1 < g->steps) vec_push(&rest, left(g, step_of(g, i), i));
        if (i > cut) vec_push(&rest, join(g, i));
    }
    vec_push(&rest, left(g, violation(g), g->steps - 1));
    bool done = project(g, cut, &g->left.data[cut], term_and(g->bank, rest.data, rest.size), NULL, out);
    vec_free(&rest);
    return done;
}

bool glued_cubes(struct glued *g, uint32_t cut, term_list *reached, term_list *leaves) {
    return reached_cube(g, cut, reached) && leaving_cube(g, cut, leaves);
}

/* The query: do the literals, at L_cut, allow the concrete rest? The prefix is satisfiable by itself and not
 * tied to L_cut. */
static enum smt_result allows_rest(struct glued *g, uint32_t cut, const smt_lits *literals) {
    vec_clear(&g->assumptions);
    vec_append(&g->assumptions, literals->data, literals->size);
    assume_joins(g, cut + 1);
    return smt_check(g->smt, g->assumptions.data, g->assumptions.size);
}

/* Keeps the literals of the core. */
static void keep_core(struct glued *g, smt_lits *literals, term_list *cube) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < literals->size; i++) {
        if (!smt_in_core(g->smt, i)) continue;
        literals->data[kept] = literals->data[i];
        cube->data[kept++] = cube->data[i];
    }
    vec_shrink(literals, kept);
    vec_shrink(cube, kept);
}

bool glued_shrink(struct glued *g, uint32_t cut, term_list *cube) {
    smt_lits literals = {0}, fewer = {0};
    vec_each (const term, t, cube) vec_push(&literals, smt_label(g->smt, left(g, *t, cut)));
    bool impossible = allows_rest(g, cut, &literals) == SMT_UNSAT;
    if (impossible) keep_core(g, &literals, cube);
    for (uint32_t i = 0; impossible && i < cube->size && cube->size > 1;) {
        vec_clear(&fewer);
        term_list rest = {0};
        for (uint32_t k = 0; k < cube->size; k++) {
            if (k == i) continue;
            vec_push(&fewer, literals.data[k]);
            vec_push(&rest, cube->data[k]);
        }
        if (allows_rest(g, cut, &fewer) == SMT_UNSAT) {
            keep_core(g, &fewer, &rest);
            vec_clear(&literals);
            vec_clear(cube);
            vec_append(&literals, fewer.data, fewer.size);
            vec_append(cube, rest.data, rest.size);
        } else {
            i++;
        }
        vec_free(&rest);
    }
    vec_free(&literals);
    vec_free(&fewer);
    return impossible;
}
