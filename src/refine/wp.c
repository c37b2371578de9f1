/* Strategy `wp`: the atoms of preimages of the violation.
 *
 * Level 0 is the violation, or the last cube of a part of a path; level i + 1 are cubes, found one by one
 * by model-based projection, that together cover (up to a limit) the states with a successor in level i. */
#include "refine/strategy.h"

enum { CUBES = 40 }; /* per level */

/* States that satisfy `rest` (over now, inputs and next) as cubes over now. */
static void preimage_cubes(struct refiner *r, term rest, term_list *level, term_list *out) {
    struct smt *smt = smt_new(r->bank, &(struct smt_settings){.context = r->context,
                                                              .theories = r->theories,
                                                              .purpose = SMT_INCREMENTAL,
                                                              .limits = r->limits,
                                                              .stats = r->stats});
    term_list others = {0};
    vec_each (const struct system_state, s, &r->system->states) vec_push(&others, s->next);
    vec_each (const struct system_input, in, &r->system->inputs) vec_push(&others, in->now);
    smt_assert(smt, rest);
    for (uint32_t n = 0; n < CUBES && smt_check(smt, NULL, 0) == SMT_SAT; n++) {
        term_list cube = {0}, projected = {0};
        bool done =
            smt_implicant(smt, rest, &cube) && smt_project(smt, &cube, others.data, others.size, &projected);
        term state = term_and(r->bank, projected.data, projected.size);
        vec_free(&cube);
        vec_free(&projected);
        if (!done) break;
        refine_atoms(r, state, out);
        vec_push(level, state);
        smt_assert(smt, term_not(r->bank, state));
    }
    vec_free(&others);
    smt_free(smt);
}

static void candidates(struct refiner *r, const struct spurious_path *path, term_list *out) {
    struct system_unrolling unrolling;
    system_unrolling_init(&unrolling, r->system, "@");
    term constraint = system_constraint_formula(r->system), trans = system_trans_formula(r->system);
    term target = term_not(r->bank, r->system->properties.data[path->property].good);
    if (path->inner_end && path->cubes) {
        const term_list *last = &path->cubes[path->steps - 1];
        target = term_and(r->bank, last->data, last->size);
    }
    for (uint32_t i = 0; i + 1 < path->steps && !limits_stopped_slow(r->limits); i++) {
        term_list level = {0};
        term parts[] = {trans, constraint, system_primed(&unrolling, target)};
        preimage_cubes(r, term_and(r->bank, parts, 3), &level, out);
        target = term_or(r->bank, level.data, level.size);
        bool empty = !level.size;
        vec_free(&level);
        if (empty) break;
    }
    system_unrolling_fini(&unrolling);
}

const struct strategy strategy_wp = {
    .name = "wp", .candidates = candidates, .separator = separate_by_core, .part = true};
