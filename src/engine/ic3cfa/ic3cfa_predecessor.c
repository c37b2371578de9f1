/* Obligations from satisfiable queries: the weakest precondition along the path that the model takes.
 *
 * When its literals are theory atoms without inputs, it is a cube as it stands: the whole preimage along the
 * path, and no model is asked for. Otherwise the model chooses among disjuncts and branches of if-then-else
 * (an implicant), and inputs are eliminated: by an equation that fixes them, else by model-based projection.
 * Such a cube is a part of the preimage, which is all that an obligation needs to be; whether the target is
 * inductive is always asked about the whole. Literals that follow from others or from facts are left out. */
#include "engine/ic3cfa/ic3cfa.h"

/* Every variable as in the model. */
static bool point(struct ic3cfa *g, struct smt *smt, pdr_lits *out) {
    term_list values = {0};
    bool complete = true;
    vec_each (const struct program_variable, v, &g->program->variables) {
        vec_push(&values, smt_value(smt, v->now));
        complete &= !term_is_none(vec_last(&values));
    }
    for (uint32_t i = 0; complete && i < values.size; i++)
        (void)ic3cfa_add_formula(g, term_eq(g->bank, g->program->variables.data[i].now, values.data[i]), out);
    vec_free(&values);
    return complete;
}

static bool holds(void *smt, term less) {
    return smt_holds(smt, less);
}

/* A disequality of numbers becomes the inequality that holds in the model, when the option asks for it. */
static void add_literal(struct ic3cfa *g, struct smt *smt, term literal, pdr_lits *out) {
    term_list literals = {0};
    if (g->options->equalities)
        linear_literals(g->bank, literal, holds, smt, &literals);
    else
        vec_push(&literals, literal);
    vec_each (const term, t, &literals) (void)ic3cfa_add_formula(g, *t, out);
    vec_free(&literals);
}

static bool implicant(struct ic3cfa *g, const struct step *s, struct smt *smt, pdr_lits *out) {
    term_list literals = {0}, projected = {0};
    bool found = smt_implicant(smt, atoms_cube(&g->atoms, g->wp.data, g->wp.size), &literals) &&
                 smt_project(smt, &literals, s->inputs.data, s->inputs.size, &projected);
    if (found)
        vec_each (const term, literal, &projected) add_literal(g, smt, *literal, out);
    vec_free(&literals);
    vec_free(&projected);
    return found;
}

static bool all_simple(const struct ic3cfa *g) {
    vec_each (const pdr_lit, lit, &g->wp) {
        const struct atom *a = &g->notes.data[pdr_index(*lit)];
        if (a->inputs || !a->simple) return false;
    }
    return true;
}

bool ic3cfa_predecessor(struct ic3cfa *g, uint32_t step, const pdr_lits *cube, pdr_lits *out,
                        uint32_t *taken) {
    struct smt *smt = ic3cfa_solver(g, g->steps.data[step].from);
    pdr_lits core = {0};
    vec_clear(out);
    *taken = g->steps.data[step].plain ? step : ic3cfa_taken_path(g, step, cube);
    bool found = *taken != HASH_NONE && ic3cfa_wp(g, *taken, cube, &core);
    if (found && all_simple(g)) {
        for (uint32_t i = 0; i < g->wp.size; i++)
            add_literal(g, smt, atoms_term(&g->atoms, g->wp.data[i]), out);
    } else {
        found = found && implicant(g, &g->steps.data[*taken], smt, out);
    }
    if (!found) {
        g->stats->points++;
        *taken = step;
        vec_clear(out);
        found = point(g, smt, out);
    }
    vec_free(&core);
    found = found && pdr_tidy(out);
    if (found) ic3cfa_reduce(g, g->steps.data[step].from, out);
    return found;
}
