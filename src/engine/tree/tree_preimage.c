/* APPROX-PREIMAGE ([CG12] sections 3 and 6.1): from a model of "route & target at its end", a cube of states at the
 * start that all lead into the target. An implicant of the formula over X and inputs, with the inputs projected away by
 * the model; the same for every theory. With preimage=model the state of the model, as far as the formula looks at it.
 * With tree-lift either is reduced to the literals that suffice with the inputs of the model. */
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

/* The inputs of the model, as equations. False: a value is missing. */
static bool inputs_fixed(struct tree *t, struct route *route, term_list *out) {
    vec_each (const term, input, &route->inputs) {
        term value = route_value(route, *input);
        if (term_is_none(value)) return false;
        vec_push(out, term_eq(t->bank, *input, value));
    }
    return true;
}

/* literals & inputs = values & not lead unsat? Then the core is left. */
static void lift(struct tree *t, struct route *route, term lead, pdr_lits *literals) {
    term_list fixed = {0};
    vec_push(&fixed, term_not(t->bank, lead));
    if (inputs_fixed(t, route, &fixed)) {
        uint32_t kept = 0;
        struct route *state = tree_state(t, t->program->edges.data[route->edges.data[0]].from);
        route_begin(state);
        vec_each (const pdr_lit, lit, literals) route_assume(state, atoms_term(&t->atoms, *lit));
        route_also(state, term_and(t->bank, fixed.data, fixed.size));
        bool lifted = route_try(state) == SMT_UNSAT;
        for (uint32_t i = 0; lifted && i < literals->size; i++)
            if (route_in_core(state, i)) literals->data[kept++] = literals->data[i];
        if (lifted) {
            t->stats->lifted += literals->size - kept;
            vec_shrink(literals, kept);
        }
    }
    vec_free(&fixed);
}

enum { PREIMAGE_MODEL, PREIMAGE_CUBES, PREIMAGE_EXACT }; /* as the words of the option */

uint64_t tree_preimage_cubes(const struct tree *t) {
    switch (t->options->preimage) {
    case PREIMAGE_MODEL: return 1;
    case PREIMAGE_CUBES: return (uint64_t)t->options->preimage_cubes;
    default: return UINT64_MAX;
    }
}

static bool project(struct tree *t, struct route *route, term lead, pdr_lits *literals) {
    term_list implicant = {0}, projected = {0};
    bool done = smt_implicant(route->smt, lead, &implicant) &&
                smt_project(route->smt, &implicant, route->inputs.data, route->inputs.size, &projected);
    if (done)
        vec_each (const term, literal, &projected) tree_add_literals(t, route, *literal, literals);
    vec_free(&implicant);
    vec_free(&projected);
    return done;
}

struct cube *tree_preimage(struct tree *t, struct route *route, term target) {
    term lead = term_and2(t->bank, route->guard, route_after(route, target));
    pdr_lits literals = {0};
    bool done = (t->options->preimage != PREIMAGE_MODEL && project(t, route, lead, &literals)) ||
                point(t, route, lead, &literals);
    if (done && t->options->tree_lift && pdr_tidy(&literals)) lift(t, route, lead, &literals);
    struct cube *cube = done ? tree_cube(&literals) : NULL;
    vec_free(&literals);
    return cube;
}
