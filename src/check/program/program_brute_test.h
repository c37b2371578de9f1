/* For the tests: random small automata, their states one by one, and a judge by enumeration.
 *
 * Variables: x of two bits, y Boolean, z of one bit: 16 valuations. Locations: 0 is the initial, 1 the error location.
 * Commands have choices, havocs and simultaneous assignments. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_BRUTE_TEST_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_BRUTE_TEST_H

#include "base/random.h"
#include "evidence/program_evidence.h"

enum { BRUTE_VALUATIONS = 16, BRUTE_VARIABLES = 3 };
typedef uint32_t valuations; /* a set of them, by bit */

struct brute_program {
    struct program *program;
    struct random random;
    term value[BRUTE_VALUATIONS][BRUTE_VARIABLES];
    struct evaluation evaluation;
};

static inline uint32_t brute_below(struct brute_program *p, uint32_t n) {
    return random_below(&p->random, n);
}

static inline term brute_variable(const struct brute_program *p, uint32_t v) {
    return p->program->variables.data[v].now;
}

/* A random term of the sort of variable v. */
static inline term brute_condition(struct brute_program *p, uint32_t depth);
static inline term brute_bits(struct brute_program *p, uint32_t depth) {
    struct terms *b = p->program->terms;
    term x = brute_variable(p, 0), constant = term_bits_ui(b, brute_below(p, 4), 2);
    switch (depth ? brute_below(p, 7) : brute_below(p, 2)) {
    case 0: return x;
    case 1: return constant;
    case 2: return term_bv2(b, TERM_BV_ADD, brute_bits(p, depth - 1), constant);
    case 3: return term_bv2(b, TERM_BV_MUL, brute_bits(p, depth - 1), x);
    case 4: return term_extend(b, TERM_BV_ZERO_EXTEND, brute_variable(p, 2), 1);
    case 5: return term_bv2(b, TERM_BV_LSHR, x, brute_bits(p, depth - 1));
    default: return term_ite(b, brute_condition(p, depth - 1), brute_bits(p, depth - 1), x);
    }
}

static inline term brute_condition(struct brute_program *p, uint32_t depth) {
    struct terms *b = p->program->terms;
    switch (depth ? brute_below(p, 6) : brute_below(p, 2)) {
    case 0: return brute_variable(p, 1);
    case 1: return term_eq(b, brute_variable(p, 2), term_bits_ui(b, 1, 1));
    case 2: return term_not(b, brute_condition(p, depth - 1));
    case 3: return term_bv2(b, TERM_BV_ULE, brute_bits(p, depth - 1), brute_bits(p, depth - 1));
    case 4: return term_bv2(b, TERM_BV_SLT, brute_bits(p, depth - 1), brute_bits(p, depth - 1));
    default: return term_eq(b, brute_bits(p, depth - 1), brute_bits(p, depth - 1));
    }
}

static inline term brute_term(struct brute_program *p, uint32_t v) {
    if (v == 0) return brute_bits(p, 2);
    if (v == 1) return brute_condition(p, 2);
    return term_extract(p->program->terms, brute_bits(p, 1), 1, 1);
}

static inline program_command brute_action(struct brute_program *p) {
    struct program *program = p->program;
    uint32_t v = brute_below(p, BRUTE_VARIABLES);
    switch (brute_below(p, 6)) {
    case 0:
        return program_havoc(
            program, program_add_site(program, PROGRAM_INPUT, v, "input", (struct program_position){0}));
    case 1: return program_tag(program, brute_below(p, 3));
    case 2: {
        struct program_assignment all[2] = {{0, brute_term(p, 0)}, {1 + brute_below(p, 2), TERM_NONE}};
        all[1].value = brute_term(p, all[1].variable);
        return program_assign_all(program, all, 2);
    }
    case 3: return program_assign(program, v, brute_term(p, v));
    default: return program_assume(program, brute_condition(p, 2));
    }
}

static inline program_command brute_command(struct brute_program *p, uint32_t depth) {
    struct program *program = p->program;
    program_command c = brute_action(p);
    for (uint32_t i = brute_below(p, 3); i--;) c = program_then(program, c, brute_action(p));
    if (depth && !brute_below(p, 3))
        c = program_then(program, c,
                         program_choice2(program, brute_command(p, depth - 1), brute_command(p, depth - 1)));
    if (depth && !brute_below(p, 4)) c = program_then(program, c, brute_command(p, depth - 1));
    return c;
}

static inline void brute_edges(struct brute_program *p, uint32_t locations, bool straight) {
    struct program *program = p->program;
    uint32_t n = locations + brute_below(p, locations + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = i < locations ? i : brute_below(p, locations), to = 1 + brute_below(p, locations - 1);
        if (from == 1) from = 0;
        if (to == 1 && brute_below(p, 2)) to = 2;
        program_command command = straight ? brute_action(p) : brute_command(p, 2);
        if (straight)
            for (uint32_t k = brute_below(p, 4); k--;)
                command = program_then(program, command, brute_action(p));
        uint32_t e = program_add_edge(program, from, command, to, (struct program_position){0});
        if (!brute_below(p, 40)) program->edges.data[e].unsupported = "an oracle";
        /* Branches as programs have them: the same start with the negated condition. */
        struct program_node node = program_node(program, command);
        if (node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_ASSUME && brute_below(p, 2)) {
            program_command other = program_assume(program, term_not(program->terms, node.action.condition));
            program_add_edge(program, from, program_then(program, other, brute_action(p)),
                             2 + brute_below(p, locations - 2), (struct program_position){0});
        }
    }
}

static inline void brute_program_init(struct brute_program *p, uint64_t seed, bool straight) {
    *p = (struct brute_program){.program = program_new(seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY)};
    struct terms *b = p->program->terms;
    random_init(&p->random, seed);
    program_add_variable(p->program, "x", sort_bv(b, 2));
    program_add_variable(p->program, "y", sort_bool());
    program_add_variable(p->program, "and", sort_bv(b, 1)); /* a name that SMT-LIB has taken */
    uint32_t locations = 3 + brute_below(p, 4);
    for (uint32_t l = 0; l < locations; l++)
        program_add_location(p->program, "l", (struct program_position){0});
    p->program->initial = 0;
    p->program->error = 1;
    brute_edges(p, locations, straight);
    for (uint32_t s = 0; s < BRUTE_VALUATIONS; s++) {
        p->value[s][0] = term_bits_ui(b, s & 3, 2);
        p->value[s][1] = term_bool(b, s >> 2 & 1);
        p->value[s][2] = term_bits_ui(b, s >> 3, 1);
    }
    evaluation_init(&p->evaluation, b);
}

static inline void brute_program_fini(struct brute_program *p) {
    evaluation_fini(&p->evaluation);
    program_free(p->program);
}

static inline term brute_value(struct brute_program *p, term t, uint32_t s) {
    evaluation_reset(&p->evaluation);
    for (uint32_t v = 0; v < BRUTE_VARIABLES; v++)
        evaluation_set(&p->evaluation, brute_variable(p, v), p->value[s][v]);
    return evaluate(&p->evaluation, t);
}

/* The valuation s with another value for v. */
static inline uint32_t brute_with(const struct brute_program *p, uint32_t s, uint32_t v, term value) {
    static const uint32_t low[] = {0, 2, 3}, count[] = {4, 2, 2};
    for (uint32_t k = 0; k < count[v]; k++) {
        uint32_t other = (s & ~((count[v] - 1) << low[v])) | k << low[v];
        if (term_same(p->value[other][v], value)) return other;
    }
    assert(0);
    return s;
}

/* Where one action leads from s. `inputs`, by site, says what enters (TERM_NONE: the default); NULL: anything. */
static inline valuations brute_act(struct brute_program *p, const struct program_action *a, uint32_t s,
                                   const term *inputs) {
    struct terms *b = p->program->terms;
    uint32_t after = s;
    valuations out = 0;
    if (a->kind == PROGRAM_ASSUME)
        return term_is(b, brute_value(p, a->condition, s), TERM_TRUE) ? 1u << s : 0;
    if (a->kind == PROGRAM_HAVOC) {
        uint32_t v = p->program->sites.data[a->site].variable;
        term given = inputs ? inputs[a->site] : TERM_NONE;
        if (inputs && term_is_none(given)) given = value_default(b, term_sort(b, brute_variable(p, v)));
        for (uint32_t other = 0; other < BRUTE_VALUATIONS; other++)
            if (!inputs || term_same(p->value[other][v], given))
                out |= 1u << brute_with(p, s, v, p->value[other][v]);
        return out;
    }
    if (a->kind == PROGRAM_ASSIGN)
        for (uint32_t i = 0; i < a->n; i++)
            after =
                brute_with(p, after, a->assignments[i].variable, brute_value(p, a->assignments[i].value, s));
    return 1u << after;
}

static inline valuations brute_run(struct brute_program *p, program_command c, uint32_t s,
                                   const term *inputs) {
    struct program_node node = program_node(p->program, c);
    if (node.kind == PROGRAM_END) return 1u << s;
    valuations out = 0, middle = 1u << s;
    if (node.kind == PROGRAM_STEP) middle = brute_act(p, &node.action, s, inputs);
    for (uint32_t k = 0; k < node.n; k++)
        for (uint32_t m = 0; m < BRUTE_VALUATIONS; m++)
            if (middle >> m & 1) out |= brute_run(p, program_node(p->program, c).next[k], m, inputs);
    return out;
}

static inline valuations brute_after(struct brute_program *p, uint32_t edge, valuations from,
                                     const term *inputs) {
    valuations out = 0;
    for (uint32_t s = 0; s < BRUTE_VALUATIONS; s++)
        if (from >> s & 1) out |= brute_run(p, p->program->edges.data[edge].command, s, inputs);
    return out;
}

/* The valuations where a formula holds, and a formula for a set of them. */
static inline valuations brute_models(struct brute_program *p, term formula) {
    valuations out = 0;
    for (uint32_t s = 0; s < BRUTE_VALUATIONS; s++)
        if (term_is(p->program->terms, brute_value(p, formula, s), TERM_TRUE)) out |= 1u << s;
    return out;
}

static inline term brute_formula(struct brute_program *p, valuations set) {
    struct terms *b = p->program->terms;
    term_list clauses = {0}; /* one against each valuation that is not in the set */
    for (uint32_t s = 0; s < BRUTE_VALUATIONS; s++) {
        if (set >> s & 1) continue;
        term differs[BRUTE_VARIABLES];
        for (uint32_t v = 0; v < BRUTE_VARIABLES; v++)
            differs[v] = term_not(b, term_eq(b, brute_variable(p, v), p->value[s][v]));
        vec_push(&clauses, term_or(b, differs, BRUTE_VARIABLES));
    }
    term formula = set ? term_and(b, clauses.data, clauses.size) : term_false(b);
    vec_free(&clauses);
    return formula;
}

/* What can be reached, by location. An unsupported edge leads to the error. */
static inline void brute_reachable(struct brute_program *p, valuations *at) {
    const struct program *program = p->program;
    memset(at, 0, program->locations.size * sizeof *at);
    at[program->initial] = 0xffff;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < program->edges.size; e++) {
            uint32_t to = program->edges.data[e].unsupported ? program->error : program->edges.data[e].to;
            valuations more = brute_after(p, e, at[program->edges.data[e].from], NULL) & ~at[to];
            changed = changed || more;
            at[to] |= more;
        }
    }
}

static inline bool brute_in_set(const struct brute_program *p, const struct program_invariant *inv,
                                uint32_t l) {
    return l == p->program->error || !term_is_none(inv->at.data[l]);
}

/* A cycle outside of the set that paths from the set or the initial location get to. */
static inline bool brute_uncut(struct brute_program *p, const struct program_invariant *inv, uint32_t at,
                               uint32_t length) {
    if (length > p->program->locations.size) return true;
    for (uint32_t e = 0; e < p->program->edges.size; e++)
        if (p->program->edges.data[e].from == at && !brute_in_set(p, inv, p->program->edges.data[e].to) &&
            brute_uncut(p, inv, p->program->edges.data[e].to, length + 1))
            return true;
    return false;
}

/* Whether all paths from the states at `at` keep what the invariant says where they next meet the set. */
static inline bool brute_follow(struct brute_program *p, const struct program_invariant *inv, uint32_t at,
                                valuations states) {
    for (uint32_t e = 0; e < p->program->edges.size; e++) {
        const struct program_edge *edge = &p->program->edges.data[e];
        if (edge->from != at) continue;
        uint32_t to = edge->unsupported ? p->program->error : edge->to;
        valuations after = brute_after(p, e, states, NULL);
        if (to == p->program->error
                ? after != 0
                : brute_in_set(p, inv, to) && (after & ~brute_models(p, inv->at.data[to])))
            return false;
        if (!brute_in_set(p, inv, to) && !brute_follow(p, inv, to, after)) return false;
    }
    return true;
}

static inline bool brute_accepts(struct brute_program *p, const struct program_invariant *inv) {
    const struct program *program = p->program;
    term first = inv->at.data[program->initial];
    for (uint32_t l = 0; l < program->locations.size; l++)
        if ((brute_in_set(p, inv, l) || l == program->initial) && l != program->error &&
            brute_uncut(p, inv, l, 0))
            return false;
    if (!term_is_none(first) && brute_models(p, first) != 0xffff) return false;
    for (uint32_t l = 0; l < program->locations.size; l++) {
        if (l == program->error || (l != program->initial && !brute_in_set(p, inv, l))) continue;
        term formula = inv->at.data[l];
        if (!brute_follow(p, inv, l, term_is_none(formula) ? 0xffff : brute_models(p, formula))) return false;
    }
    return true;
}

#endif
