/* APPROX-PREIMAGE ([CG12] sections 3 and 6.1): from a model of "route & target at its end", a cube of
 * states at the start that all lead into the target. An implicant of the formula over X and inputs, with
 * the inputs projected away by the model; the same for every theory. */
#include "engine/tree/tree.h"

/* x = value, in the literals that generalization can do most with. */
static void add_value(struct tree *t, struct route *route, term x, term value, pdr_lits *cube) {
    struct terms *b = t->bank;
    sort s = term_sort(b, x);
    if (sort_kind(b, s) == SORT_BV) {
        for (uint32_t i = 0; i < sort_width(b, s); i++) {
            term bit = term_bit(b, x, i);
            vec_push(cube,
                     atoms_literal(&t->atoms, mpz_tstbit(term_bits(b, value), i) ? bit : term_not(b, bit)));
        }
    } else {
        tree_add_literals(t, route, term_eq(b, x, value), cube);
    }
}

/* The state of the model, as far as the formula looks at it. False: a value is missing. */
static bool point(struct tree *t, struct route *route, term formula, pdr_lits *cube) {
    term_list used = {0}, values = {0};
    bool complete = true;
    term_variables(t->bank, &formula, 1, &used);
    uint32_t kept = 0;
    vec_each (const term, x, &used)
        if (program_find_variable(t->program, *x) != PROGRAM_NONE) used.data[kept++] = *x;
    vec_shrink(&used, kept);
    vec_each (const term, x, &used) {
        vec_push(&values, route_value(route, *x));
        complete &= !term_is_none(vec_last(&values));
    }
    for (uint32_t i = 0; complete && i < used.size; i++)
        add_value(t, route, used.data[i], values.data[i], cube);
    vec_free(&used);
    vec_free(&values);
    return complete;
}

struct cube *tree_preimage(struct tree *t, struct route *route, term target) {
    term lead = term_and2(t->bank, route->guard, route_after(route, target));
    term_list implicant = {0}, projected = {0};
    pdr_lits literals = {0};
    bool done = smt_implicant(route->smt, lead, &implicant) &&
                smt_project(route->smt, &implicant, route->inputs.data, route->inputs.size, &projected);
    if (done) {
        vec_each (const term, literal, &projected) tree_add_literals(t, route, *literal, &literals);
    } else {
        done = point(t, route, lead, &literals);
    }
    struct cube *cube = done ? tree_cube(&literals) : NULL;
    vec_free(&implicant);
    vec_free(&projected);
    vec_free(&literals);
    return cube;
}
