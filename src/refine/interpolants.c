/* Strategy `interpolants`, behind the option `predicates`: the atoms of a sequence of interpolants of the concrete
 * path, as [CGMT14] section 3.3 has it. The path is one formula per step, and one before for the initial states:
 *
 *     init(X_0),   C(X_0) & s_0(X_0) & T(X_0, X_1),   ...,   C(X_k) & s_k(X_k) & not P(X_k)
 *
 * The interpolants I_0 .. I_k are over X_0 .. X_k; with their atoms as predicates the abstract path is infeasible,
 * because I_i & step |= I_i+1 is then so in the abstraction. Paths over bit vectors are read as integers (lift.c). */
#include "refine/sequence.h"
#include "refine/strategy.h"

struct states {
    VEC(term_list) at; /* per cut: X_i, in the order of the system */
    VEC(struct smt_link) links;
};

static void states_init(struct states *s, const struct system *system, struct system_unrolling *u,
                        uint32_t n) {
    *s = (struct states){0};
    for (uint32_t i = 0; i < n; i++) {
        term_list list = {0};
        for (uint32_t x = 0; x < system->states.size; x++) vec_push(&list, system_state_at(u, x, i));
        vec_push(&s->at, list);
        vec_push(&s->links, (struct smt_link){list.data, list.size});
    }
}

static void states_fini(struct states *s) {
    vec_each (term_list, list, &s->at) vec_free(list);
    vec_free(&s->at);
    vec_free(&s->links);
}

/* Step i and what holds there. */
static term step_formula(struct refiner *r, const struct system *system, const struct spurious_path *path,
                         struct system_unrolling *u, uint32_t i) {
    term_list parts = {0};
    vec_push(&parts, system_constraint_formula(system));
    if (path->cubes) vec_append(&parts, path->cubes[i].data, path->cubes[i].size);
    if (i + 1 < path->steps)
        vec_push(&parts, system_trans_formula(system));
    else if (!path->inner_end)
        vec_push(&parts, term_not(r->bank, system->properties.data[path->property].good));
    term result = system_at(u, term_and(r->bank, parts.data, parts.size), i);
    vec_free(&parts);
    return result;
}

static void add_atoms(struct refiner *r, const struct system *system, struct system_unrolling *u,
                      const term_list *sequence, term_list *out) {
    for (uint32_t i = 0; i < sequence->size; i++) {
        struct substitution back;
        substitution_init(&back, r->bank);
        for (uint32_t x = 0; x < system->states.size; x++)
            substitution_bind(&back, system_state_at(u, x, i), system->states.data[x].now);
        refine_atoms(r, substitution_apply(&back, sequence->data[i]), out);
        substitution_fini(&back);
    }
}

static void find(struct refiner *r, const struct system *system, const struct spurious_path *path,
                 term_list *out) {
    struct system_unrolling u;
    system_unrolling_init(&u, system, "@");
    struct states states;
    states_init(&states, system, &u, path->steps);
    term_list formulas = {0}, sequence = {0};
    term start = path->inner_start ? term_true(r->bank) : system_init_formula(system);
    vec_push(&formulas, system_at(&u, start, 0));
    for (uint32_t i = 0; i < path->steps; i++) vec_push(&formulas, step_formula(r, system, path, &u, i));
    vec_resize(&sequence, path->steps);
    if (sequence_interpolants(r->bank, r->context, formulas.data, formulas.size, states.links.data, r->limits,
                              r->stats, sequence.data) == STATUS_OK)
        add_atoms(r, system, &u, &sequence, out);
    vec_free(&formulas);
    vec_free(&sequence);
    states_fini(&states);
    system_unrolling_fini(&u);
}

static void candidates(struct refiner *r, const struct spurious_path *path, term_list *out) {
    if (r->theories & THEORY_BV)
        lift_candidates(r, path, find, out);
    else
        find(r, r->system, path, out);
}

const struct strategy strategy_interpolants = {.name = "interpolants", .candidates = candidates};
