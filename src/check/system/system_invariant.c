/* Judges invariants of systems: base, step and safety as evidence/circuit_evidence.h defines them. */
#include "check/system/check_system.h"

#include "check/system/asking.h"
#include "check/system/bits.h"
#include "check/system/external.h"
#include "format/script/obligations.h"
#include "smt/smt.h"

struct judging {
    const struct system *system;
    const struct system_invariant *invariant;
    term good;
    struct limits *limits;
    bool by_bits;
    u32s needed; /* positions of the states that the obligations depend on */
    struct system_unrolling unrolling;
    struct text *why;
};

/* Everything that can be wrong without asking a solver. */

static bool variables_allowed(const struct system *system, const struct system_invariant *invariant) {
    struct hash_map allowed = {0};
    vec_each (const struct system_state, s, &system->states) hash_map_put(&allowed, s->now.id, 1);
    vec_each (const struct system_input, i, &system->inputs) hash_map_put(&allowed, i->now.id, 1);
    term_list variables = {0};
    term_variables(system->terms, invariant->conjuncts.data, invariant->conjuncts.size, &variables);
    bool good = true;
    vec_each (const term, v, &variables) good = good && hash_map_get(&allowed, v->id) != HASH_NONE;
    vec_free(&variables);
    hash_map_free(&allowed);
    return good;
}

/* An element would claim that its sort has that many. */
static bool has_elements(const struct system *system, const struct system_invariant *invariant) {
    term_list all = {0};
    term_collect(system->terms, invariant->conjuncts.data, invariant->conjuncts.size, &all);
    bool found = false;
    vec_each (const term, t, &all) found = found || term_is(system->terms, *t, TERM_ELEMENT);
    vec_free(&all);
    return found;
}

static const char *malformed(const struct system *system, uint32_t property,
                             const struct system_invariant *invariant) {
    if (property >= system->properties.size) return "the system has no such property";
    if (invariant->depth < 1) return "the induction depth is zero";
    vec_each (const term, t, &invariant->conjuncts) {
        if (!t->id || t->id >= terms_size(system->terms)) return "a conjunct is no term of the system's bank";
        if (sort_kind(system->terms, term_sort(system->terms, *t)) != SORT_BOOL)
            return "a conjunct is not Boolean";
    }
    if (!variables_allowed(system, invariant))
        return "the invariant uses variables that are no states or inputs of the system";
    if (has_elements(system, invariant)) return "the invariant names elements of an uninterpreted sort";
    return NULL;
}

/* Facts about a path. */

static void assume_init(struct judging *j, struct asking *a) {
    const struct system *system = j->system;
    vec_each (const uint32_t, i, &j->needed) {
        term first = system->states.data[*i].first;
        if (term_is_none(first)) continue;
        asking_fact(a, term_eq(system->terms, system_state_at(&j->unrolling, *i, 0),
                               system_at(&j->unrolling, first, 0)));
    }
    asking_fact(a, system_at(&j->unrolling, system->init, 0));
}

static void assume_step(struct judging *j, struct asking *a, uint32_t step) {
    const struct system *system = j->system;
    vec_each (const uint32_t, i, &j->needed) {
        term update = system->states.data[*i].update;
        if (term_is_none(update)) continue;
        asking_fact(a, term_eq(system->terms, system_state_at(&j->unrolling, *i, step + 1),
                               system_at(&j->unrolling, update, step)));
    }
    asking_fact(a, system_at(&j->unrolling, system->trans, step));
}

static void assume_constraints(struct judging *j, struct asking *a, uint32_t step) {
    vec_each (const term, c, &j->system->constraints) asking_fact(a, system_at(&j->unrolling, *c, step));
}

static void assume_invariant(struct judging *j, struct asking *a, uint32_t step) {
    vec_each (const term, c, &j->invariant->conjuncts) asking_fact(a, system_at(&j->unrolling, *c, step));
}

/* The states of the steps [0..last] are different, as system_simple_states has it. */
static void assume_simple(struct judging *j, struct asking *a, uint32_t last) {
    struct terms *b = j->system->terms;
    u32s positions = {0};
    const term_list *conjuncts = &j->invariant->conjuncts;
    bool by_inputs = system_simple_states(j->system, conjuncts->data, conjuncts->size, &positions);
    for (uint32_t x = 0; x < last; x++) {
        for (uint32_t y = x + 1; y <= last; y++) {
            term_list different = {0};
            vec_each (const uint32_t, i, &positions)
                vec_push(&different, term_not(b, term_eq(b, system_state_at(&j->unrolling, *i, x),
                                                         system_state_at(&j->unrolling, *i, y))));
            if (!x && by_inputs)
                vec_push(&different, system_at(&j->unrolling, system_init_formula(j->system), 0));
            asking_fact(a, term_or(b, different.data, different.size));
            vec_free(&different);
        }
    }
    vec_free(&positions);
}

/* A distrusted depth may be enormous: looked at wherever a path grows. A shorter path is undecided by the next
 * query. */
static bool stopped(const struct judging *j) {
    return j->limits && limits_stopped_slow(j->limits);
}

static struct asking *ask(struct judging *j) {
    return j->by_bits ? asking_bits(j->system->terms, j->limits) : asking_z3(j->system->terms, j->limits);
}

static enum check_result invariant_follows(struct judging *j, struct asking *a, uint32_t step,
                                           uint32_t *failing) {
    term_list goals = {0};
    vec_each (const term, c, &j->invariant->conjuncts) vec_push(&goals, system_at(&j->unrolling, *c, step));
    enum check_result result = asking_follows(a, goals.data, goals.size, failing, j->why);
    vec_free(&goals);
    return result;
}

/* init(0) & C(0) & T(0) & ... & C(j) => phi(j), for j in [0..k[ */
static enum check_result base(struct judging *j) {
    struct asking *a = ask(j);
    enum check_result result = CHECK_ACCEPTED;
    assume_init(j, a);
    for (uint32_t step = 0; step < j->invariant->depth && result == CHECK_ACCEPTED; step++) {
        uint32_t failing = 0;
        assume_constraints(j, a, step);
        result = invariant_follows(j, a, step, &failing);
        if (result == CHECK_REJECTED)
            text_format(j->why, "base: conjunct %u of the invariant can be false %u steps after the start",
                        failing, step);
        if (step + 1 < j->invariant->depth) assume_step(j, a, step);
    }
    asking_free(a);
    return result;
}

/* phi(0) & C(0) & T(0) & ... & phi(k-1) & C(k-1) & T(k-1) & C(k) => phi(k) */
static enum check_result step(struct judging *j) {
    struct asking *a = ask(j);
    uint32_t depth = j->invariant->depth, failing = 0;
    for (uint32_t i = 0; i < depth && !stopped(j); i++) {
        assume_invariant(j, a, i);
        assume_constraints(j, a, i);
        assume_step(j, a, i);
    }
    assume_constraints(j, a, depth);
    if (j->invariant->simple_path) assume_simple(j, a, depth);
    enum check_result result = invariant_follows(j, a, depth, &failing);
    if (result == CHECK_REJECTED)
        text_format(j->why, "step: conjunct %u of the invariant is not implied after %u steps of it", failing,
                    depth);
    asking_free(a);
    return result;
}

/* phi & C => good */
static enum check_result safety(struct judging *j) {
    struct asking *a = ask(j);
    assume_invariant(j, a, 0);
    assume_constraints(j, a, 0);
    uint32_t failing;
    term good = system_at(&j->unrolling, j->good, 0);
    enum check_result result = asking_follows(a, &good, 1, &failing, j->why);
    if (result == CHECK_REJECTED) text_add(j->why, "safety: the invariant does not imply the property");
    asking_free(a);
    return result;
}

/* The formulas of the obligations, without the functions of single states; but initial values that are no constants
 * may contradict each other, so they count as formulas. */
static void collect_roots(const struct judging *j, term_list *roots) {
    vec_each (const struct system_state, s, &j->system->states)
        if (!term_is_none(s->first) && !term_is_value(j->system->terms, s->first)) vec_push(roots, s->now);
    vec_append(roots, j->invariant->conjuncts.data, j->invariant->conjuncts.size);
    vec_append(roots, j->system->constraints.data, j->system->constraints.size);
    vec_push(roots, j->system->init);
    vec_push(roots, j->system->trans);
    vec_push(roots, j->good);
}

/* What follows for other states says nothing about these: leaving it out is sound, and saves work. All roots end up in
 * `roots`. */
static void find_needed(struct judging *j, term_list *roots) {
    const struct system *system = j->system;
    struct hash_map position_of = {0};
    for (uint32_t i = 0; i < system->states.size; i++) {
        hash_map_put(&position_of, system->states.data[i].now.id, i);
        hash_map_put(&position_of, system->states.data[i].next.id, i);
    }
    bool *marks = mem_new_array(bool, system->states.size);
    term_list variables = {0};
    collect_roots(j, roots);
    term_variables(system->terms, roots->data, roots->size, &variables);
    while (variables.size) {
        uint32_t position = hash_map_get(&position_of, vec_pop(&variables).id);
        if (position == HASH_NONE || marks[position]) continue;
        marks[position] = true;
        const struct system_state *s = &system->states.data[position];
        vec_push(roots, s->now);
        for (int update = 0; update < 2; update++) {
            term function = update ? s->update : s->first;
            if (term_is_none(function)) continue;
            vec_push(roots, function);
            term_variables(system->terms, &function, 1, &variables);
        }
    }
    for (uint32_t i = 0; i < system->states.size; i++)
        if (marks[i]) vec_push(&j->needed, i);
    vec_free(&variables);
    mem_free(marks);
    hash_map_free(&position_of);
}

static enum check_result judge(struct judging *j) {
    if (!j->by_bits && !smt_available(j->why)) return CHECK_UNDECIDED;
    enum check_result result = safety(j);
    if (result == CHECK_ACCEPTED) result = base(j);
    if (result == CHECK_ACCEPTED) result = step(j);
    return result;
}

/* The obligations as SMT-LIB scripts, to cvc5. */
static enum check_result judge_outside(struct judging *j, uint32_t property) {
    static const struct {
        enum obligation part;
        const char *name;
    } rows[] = {{OBLIGATION_SAFETY, "safety"}, {OBLIGATION_BASE, "base"}, {OBLIGATION_STEP, "step"}};
    for (uint32_t i = 0; i < 3; i++) {
        struct text script = {0};
        obligations_write_part(&script, j->system, property, j->invariant, rows[i].part);
        enum check_result result = external_cvc5(&script, j->limits, j->why);
        text_fini(&script);
        if (result == CHECK_REJECTED) text_format(j->why, "%s: cvc5 refutes an obligation", rows[i].name);
        if (result != CHECK_ACCEPTED) return result;
    }
    return CHECK_ACCEPTED;
}

enum check_result check_system_invariant(const struct system *system, uint32_t property,
                                         const struct system_invariant *invariant, enum check_judge by,
                                         struct limits *limits, struct text *why) {
    const char *problem = malformed(system, property, invariant);
    if (problem) {
        text_add(why, problem);
        return CHECK_REJECTED;
    }
    struct judging j = {.system = system,
                        .invariant = invariant,
                        .good = system->properties.data[property].good,
                        .limits = limits,
                        .why = why};
    if (by == CHECK_BY_CVC5) return judge_outside(&j, property);
    term_list roots = {0};
    find_needed(&j, &roots);
    j.by_bits = by == CHECK_BY_DEFAULT && bits_fit(system->terms, roots.data, roots.size);
    system_unrolling_init(&j.unrolling, system, "@");
    enum check_result result = judge(&j);
    system_unrolling_fini(&j.unrolling);
    vec_free(&j.needed);
    vec_free(&roots);
    return result;
}
