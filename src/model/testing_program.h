/* For tests: small random automata over Booleans and bit vectors, and explicit-state search on them by
 * evaluation of terms, point by point. Independent of formulas and simple on purpose.
 *
 *     struct testing_cfa g;
 *     struct testing_cfa_shape shape = {.variables = 3, .width = 2, .locations = 6, .mode = TERMS_PLAIN};
 *     testing_cfa_random(&g, &shape, seed);          // g.cfa: indexed, passes cfa_check
 *     bool unsafe = testing_cfa_unsafe(g.cfa);
 *     testing_cfa_fini(&g);                          // frees g.cfa unless that is NULL
 *
 * A state is a number: the bits of the variables one after the other, the first variable lowest.
 * Tests include it after cmocka.h. */
#ifndef INDUCT_MODEL_TESTING_PROGRAM_H
#define INDUCT_MODEL_TESTING_PROGRAM_H

#include "base/random.h"
#include "logic/value.h"
#include "model/program.h"

/* ---- states as numbers ---- */

static inline uint32_t testing_cfa_bits(const struct cfa *cfa, term t) {
    sort s = term_sort(cfa->terms, t);
    return sort_kind(cfa->terms, s) == SORT_BOOL ? 1 : sort_width(cfa->terms, s);
}

static inline uint32_t testing_cfa_states(const struct cfa *cfa) {
    uint32_t bits = 0;
    vec_each (const struct cfa_variable, v, &cfa->variables) bits += testing_cfa_bits(cfa, v->now);
    assert(bits < 20);
    return (uint32_t)1 << bits;
}

/* The lowest bits of a number as a value of the sort of t; shifts them out. */
static inline term testing_cfa_unpack(const struct cfa *cfa, term t, uint64_t *number) {
    uint32_t bits = testing_cfa_bits(cfa, t);
    uint64_t value = *number & (((uint64_t)1 << bits) - 1);
    *number >>= bits;
    if (sort_kind(cfa->terms, term_sort(cfa->terms, t)) == SORT_BOOL) return term_bool(cfa->terms, value);
    return term_bits_ui(cfa->terms, value, bits);
}

static inline uint64_t testing_cfa_number(const struct cfa *cfa, term value) {
    if (term_is(cfa->terms, value, TERM_BITS)) return mpz_get_ui(term_bits(cfa->terms, value));
    return term_is(cfa->terms, value, TERM_TRUE);
}

/* Values by variable of a state, and back. */
static inline void testing_cfa_values(const struct cfa *cfa, uint64_t state, term_list *out) {
    vec_clear(out);
    vec_each (const struct cfa_variable, v, &cfa->variables)
        vec_push(out, testing_cfa_unpack(cfa, v->now, &state));
}

static inline uint32_t testing_cfa_state(const struct cfa *cfa, const term *values) {
    uint32_t state = 0, shift = 0;
    for (uint32_t v = 0; v < cfa->variables.size; v++) {
        state |= (uint32_t)testing_cfa_number(cfa, values[v]) << shift;
        shift += testing_cfa_bits(cfa, cfa->variables.data[v].now);
    }
    return state;
}

static inline term testing_cfa_evaluate(const struct cfa *cfa, uint64_t state, term t) {
    struct evaluation e;
    evaluation_init(&e, cfa->terms);
    vec_each (const struct cfa_variable, v, &cfa->variables)
        evaluation_set(&e, v->now, testing_cfa_unpack(cfa, v->now, &state));
    term value = evaluate(&e, t);
    evaluation_fini(&e);
    return value;
}

static inline bool testing_cfa_holds(const struct cfa *cfa, uint64_t state, term condition) {
    return term_is(cfa->terms, testing_cfa_evaluate(cfa, state, condition), TERM_TRUE);
}

/* ---- explicit-state search ---- */

/* Marks in `to` the states after an action from one state; inputs by site as in cfa_execute, but where they
 * are missing every value is taken. */
static inline void testing_cfa_act(const struct cfa *cfa, const struct cfa_action *action, uint32_t state,
                                   const term *inputs, uint8_t *to) {
    term_list values = {0};
    testing_cfa_values(cfa, state, &values);
    switch (action->kind) {
    case CFA_TAG: to[state] = 1; break;
    case CFA_ASSUME:
        if (testing_cfa_holds(cfa, state, action->condition)) to[state] = 1;
        break;
    case CFA_ASSIGN:
        for (uint32_t i = 0; i < action->n; i++)
            values.data[action->assignments[i].variable] =
                testing_cfa_evaluate(cfa, state, action->assignments[i].value);
        to[testing_cfa_state(cfa, values.data)] = 1;
        break;
    case CFA_HAVOC: {
        uint32_t v = cfa->sites.data[action->site].variable;
        term now = cfa->variables.data[v].now;
        for (uint64_t i = 0; i < (uint64_t)1 << testing_cfa_bits(cfa, now); i++) {
            uint64_t number = i;
            values.data[v] = testing_cfa_unpack(cfa, now, &number);
            if (inputs && !term_is_none(inputs[action->site])) values.data[v] = inputs[action->site];
            to[testing_cfa_state(cfa, values.data)] = 1;
        }
        break;
    }
    }
    vec_free(&values);
}

/* Marks in `to` the states after the command from the states marked in `from`; whether `to` has grown. */
static inline bool testing_cfa_post(const struct cfa *cfa, cfa_command command, const uint8_t *from,
                                    const term *inputs, uint8_t *to) {
    uint32_t states = testing_cfa_states(cfa);
    cfa_command_list points = {0};
    cfa_points(cfa, command, &points);
    struct hash_map position = {0};
    for (uint32_t i = 0; i < points.size; i++) hash_map_put(&position, points.data[i].id, i);
    u8s at = {0};
    vec_resize(&at, points.size * states);
    memcpy(at.data, from, states);
    bool grown = false;
    for (uint32_t i = 0; i < points.size; i++) {
        struct cfa_node node = cfa_node(cfa, points.data[i]);
        for (uint32_t s = 0; s < states; s++) {
            if (!at.data[i * states + s]) continue;
            if (node.kind == CFA_END) {
                grown |= !to[s];
                to[s] = 1;
            }
            for (uint32_t j = 0; j < node.n; j++) {
                uint8_t *next = at.data + hash_map_get(&position, node.next[j].id) * states;
                if (node.kind == CFA_CHOICE)
                    next[s] = 1;
                else
                    testing_cfa_act(cfa, &node.action, s, inputs, next);
            }
        }
    }
    vec_free(&at);
    vec_free(&points);
    hash_map_free(&position);
    return grown;
}

/* reached->data[location * states + state]: whether some run gets there. The automaton is indexed. */
static inline void testing_cfa_reach(const struct cfa *cfa, u8s *reached) {
    uint32_t states = testing_cfa_states(cfa);
    vec_clear(reached);
    vec_resize(reached, cfa->locations.size * states);
    memset(reached->data + cfa->initial * states, 1, states);
    for (bool again = true; again;) {
        again = false;
        vec_each (const struct cfa_edge, e, &cfa->edges)
            again |= testing_cfa_post(cfa, e->command, reached->data + e->from * states, NULL,
                                      reached->data + e->to * states);
    }
}

static inline bool testing_cfa_unsafe(const struct cfa *cfa) {
    u8s reached = {0};
    uint32_t states = testing_cfa_states(cfa);
    testing_cfa_reach(cfa, &reached);
    bool unsafe = memchr(reached.data + cfa->error * states, 1, states) != NULL;
    vec_free(&reached);
    return unsafe;
}

/* The states where a formula over the variables holds, as marks. */
static inline void testing_cfa_models(const struct cfa *cfa, term formula, uint8_t *marks) {
    for (uint32_t s = 0; s < testing_cfa_states(cfa); s++) marks[s] = testing_cfa_holds(cfa, s, formula);
}

/* Whether a cycle of the graph avoids the locations with a formula. */
static inline bool testing_cfa_uncut(const struct cfa *cfa, const term *at) {
    u32s longest = {0}; /* ways to the location through others without formula, in edges */
    vec_resize(&longest, cfa->locations.size);
    bool cycle = false;
    for (bool again = true; again && !cycle;) {
        again = false;
        vec_each (const struct cfa_edge, e, &cfa->edges) {
            uint32_t length = longest.data[e->from] + 1;
            if (!term_is_none(at[e->from]) || !term_is_none(at[e->to]) || longest.data[e->to] >= length)
                continue;
            longest.data[e->to] = length;
            again = true;
            cycle |= length > cfa->locations.size;
        }
    }
    vec_free(&longest);
    return cycle;
}

/* Judges an invariant as evidence/program.h defines it: formulas by location, TERM_NONE outside of the set.
 * NULL when it proves the automaton safe, else a static sentence. States are followed from the set through
 * locations outside of it. */
static inline const char *testing_cfa_judge(const struct cfa *cfa, const term *at) {
    uint32_t states = testing_cfa_states(cfa), n = cfa->locations.size;
    u8s here = {0}; /* by location and state: claimed in the set, followed outside of it */
    vec_resize(&here, n * states);
    const char *wrong = testing_cfa_uncut(cfa, at) ? "a cycle is not cut" : NULL;
    for (uint32_t l = 0; l < n; l++)
        if (!term_is_none(at[l])) testing_cfa_models(cfa, at[l], here.data + l * states);
    uint8_t *initial = here.data + cfa->initial * states;
    if (!term_is_none(at[cfa->initial]) && memchr(initial, 0, states)) wrong = "initial";
    memset(initial, 1, states);
    memset(here.data + cfa->error * states, 0, states);
    for (bool again = true; again && !wrong;) {
        again = false;
        vec_each (const struct cfa_edge, e, &cfa->edges) {
            if (!testing_cfa_post(cfa, e->command, here.data + e->from * states, NULL,
                                  here.data + e->to * states))
                continue;
            again = true;
            if (e->to == cfa->error) wrong = "safety";
            if (e->to != cfa->error && !term_is_none(at[e->to])) wrong = "step";
        }
    }
    vec_free(&here);
    return wrong;
}

/* ---- random commands and automata ---- */

struct testing_cfa_shape {
    uint32_t variables; /* how many, at most */
    uint32_t width;     /* of bit vectors, at most */
    uint32_t locations; /* how many, at most; at least 3 */
    uint32_t points;    /* of commands, at most; 0: 4 */
    bool choices;       /* commands have choices and tags, as after transformations */
    enum terms_mode mode;
};

struct testing_cfa {
    struct random random;
    struct testing_cfa_shape shape;
    struct cfa *cfa;
    struct terms *bank;
};

static inline term testing_cfa_truth(struct testing_cfa *g, uint32_t depth);

static inline term testing_cfa_word(struct testing_cfa *g, uint32_t width, uint32_t depth) {
    static const enum term_op ops[] = {TERM_BV_ADD, TERM_BV_SUB, TERM_BV_MUL, TERM_BV_AND,
                                       TERM_BV_XOR, TERM_BV_SHL, TERM_BV_UDIV};
    struct random *r = &g->random;
    if (!depth || random_one_in(r, 3)) {
        const struct cfa_variable *v = &g->cfa->variables.data[random_below(r, g->cfa->variables.size)];
        sort s = term_sort(g->bank, v->now);
        if (sort_kind(g->bank, s) == SORT_BV && sort_width(g->bank, s) == width) return v->now;
        if (sort_kind(g->bank, s) == SORT_BV && sort_width(g->bank, s) < width)
            return term_extend(g->bank, TERM_BV_ZERO_EXTEND, v->now, width - sort_width(g->bank, s));
        return term_bits_ui(g->bank, random_below(r, 8), width);
    }
    term x = testing_cfa_word(g, width, depth - 1), y = testing_cfa_word(g, width, depth - 1);
    if (random_one_in(r, 6)) return term_ite(g->bank, testing_cfa_truth(g, depth - 1), x, y);
    return term_bv2(g->bank, ops[random_below(r, sizeof ops / sizeof *ops)], x, y);
}

static inline term testing_cfa_truth(struct testing_cfa *g, uint32_t depth) {
    static const enum term_op ops[] = {TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE};
    struct random *r = &g->random;
    const struct cfa_variable *v = &g->cfa->variables.data[random_below(r, g->cfa->variables.size)];
    if (random_one_in(r, 4) && sort_same(term_sort(g->bank, v->now), sort_bool())) return v->now;
    if (depth && random_one_in(r, 4)) {
        term x = testing_cfa_truth(g, depth - 1), y = testing_cfa_truth(g, depth - 1);
        return random_one_in(r, 3)   ? term_not(g->bank, x)
               : random_one_in(r, 2) ? term_and2(g->bank, x, y)
                                     : term_or2(g->bank, x, y);
    }
    uint32_t width = 1 + random_below(r, g->shape.width);
    term x = testing_cfa_word(g, width, depth), y = testing_cfa_word(g, width, depth);
    if (random_one_in(r, 2)) return term_eq(g->bank, x, y);
    return term_bv2(g->bank, ops[random_below(r, sizeof ops / sizeof *ops)], x, y);
}

static inline term testing_cfa_value(struct testing_cfa *g, uint32_t variable, uint32_t depth) {
    sort s = term_sort(g->bank, g->cfa->variables.data[variable].now);
    if (sort_kind(g->bank, s) == SORT_BOOL) return testing_cfa_truth(g, depth);
    return testing_cfa_word(g, sort_width(g->bank, s), depth);
}

/* One action; every havoc has a site of its own. */
static inline cfa_command testing_cfa_action(struct testing_cfa *g) {
    struct random *r = &g->random;
    struct cfa *cfa = g->cfa;
    uint32_t v = random_below(r, cfa->variables.size);
    struct cfa_assignment all[32];
    uint32_t n = 0;
    switch (random_below(r, g->shape.choices ? 7 : 6)) {
    case 0:
    case 1: return cfa_assume(cfa, testing_cfa_truth(g, 2));
    case 2:
    case 3: return cfa_assign(cfa, v, testing_cfa_value(g, v, 2));
    case 4:
        for (uint32_t i = 0; i < cfa->variables.size; i++)
            if (random_one_in(r, 2)) all[n++] = (struct cfa_assignment){i, testing_cfa_value(g, i, 1)};
        return cfa_assign_all(cfa, all, n);
    case 5: {
        static const enum cfa_site_kind kinds[] = {CFA_INPUT, CFA_UNINITIALIZED, CFA_UNDEFINED, CFA_EXTERNAL};
        enum cfa_site_kind kind = kinds[random_below(r, 4)];
        return cfa_havoc(
            cfa, cfa_add_site(cfa, kind, v, kind == CFA_INPUT ? "nondet" : NULL, (struct cfa_position){0}));
    }
    default: return cfa_tag(cfa, random_below(r, 5));
    }
}

/* A choice between points of the pool: arbitrary, by a condition, or by cases of a value. */
static inline cfa_command testing_cfa_branch(struct testing_cfa *g, const cfa_command_list *pool) {
    struct random *r = &g->random;
    struct cfa *cfa = g->cfa;
    cfa_command x = pool->data[random_below(r, pool->size)], y = pool->data[random_below(r, pool->size)],
                z = pool->data[random_below(r, pool->size)];
    term condition = testing_cfa_truth(g, 1);
    uint32_t kind = random_below(r, 4);
    if (kind == 0) return cfa_choice2(cfa, x, y);
    if (kind == 1) return cfa_choice(cfa, (cfa_command[]){x, y, z}, 3);
    if (kind == 2) {
        x = cfa_then(cfa, cfa_assume(cfa, condition), x);
        y = cfa_then(cfa, cfa_assume(cfa, term_not(g->bank, condition)), y);
        if (random_one_in(r, 2)) y = cfa_then(cfa, cfa_tag(cfa, random_below(r, 5)), y);
        return random_one_in(r, 2) ? cfa_choice2(cfa, x, y) : cfa_choice2(cfa, y, x);
    }
    uint32_t width = 1 + random_below(r, g->shape.width);
    term word = testing_cfa_word(g, width, 1);
    term is0 = term_eq(g->bank, word, term_bits_ui(g->bank, 0, width));
    term is1 = term_eq(g->bank, word, term_bits_ui(g->bank, 1, width));
    if (random_one_in(r, 2))
        is0 = term_or2(g->bank, is0, term_eq(g->bank, word, term_bits_ui(g->bank, 2, width)));
    x = cfa_then(cfa, cfa_assume(cfa, is0), x);
    y = cfa_then(cfa, cfa_assume(cfa, is1), y);
    z = cfa_then(cfa, cfa_assume(cfa, term_not(g->bank, is0)), z);
    if (random_one_in(r, 4)) return cfa_choice(cfa, (cfa_command[]){x, y, z}, 3); /* overlapping cases */
    z = cfa_then(cfa, cfa_assume(cfa, term_not(g->bank, is1)), z);
    if (random_one_in(r, 2)) return cfa_choice(cfa, (cfa_command[]){z, x, y}, 3);
    return cfa_choice(cfa, (cfa_command[]){x, y, z}, 3);
}

/* A command of about that many points; with choices it is a DAG in which paths part and meet at will. */
static inline cfa_command testing_cfa_command(struct testing_cfa *g, uint32_t points) {
    cfa_command_list pool = {0};
    vec_push(&pool, cfa_skip(g->cfa));
    for (uint32_t i = 0; i < points; i++) {
        uint32_t newest = pool.size - 1, back = g->shape.choices && random_one_in(&g->random, 3) ? 3 : 1;
        cfa_command last = pool.data[newest - random_below(&g->random, back < newest ? back : newest + 1)];
        if (!g->shape.choices) last = pool.data[newest];
        if (g->shape.choices && random_one_in(&g->random, 3))
            last = testing_cfa_branch(g, &pool);
        else
            last = cfa_then(g->cfa, testing_cfa_action(g), last);
        vec_push(&pool, last);
    }
    cfa_command command = vec_last(&pool);
    vec_free(&pool);
    return command;
}

/* An automaton with variables and the two special locations only. */
static inline void testing_cfa_init(struct testing_cfa *g, const struct testing_cfa_shape *shape,
                                    uint64_t seed) {
    *g = (struct testing_cfa){.shape = *shape, .cfa = cfa_new(shape->mode)};
    random_init(&g->random, seed);
    g->bank = g->cfa->terms;
    uint32_t n = 1 + random_below(&g->random, shape->variables);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t width = random_below(&g->random, shape->width + 1);
        cfa_add_variable(g->cfa, "x", width ? sort_bv(g->bank, width) : sort_bool());
    }
    g->cfa->initial = cfa_add_location(g->cfa, "initial", (struct cfa_position){0});
    g->cfa->error = cfa_add_location(g->cfa, "error", (struct cfa_position){0});
}

static inline void testing_cfa_fini(struct testing_cfa *g) {
    cfa_free(g->cfa);
    g->cfa = NULL;
}

static inline void testing_cfa_random(struct testing_cfa *g, const struct testing_cfa_shape *shape,
                                      uint64_t seed) {
    testing_cfa_init(g, shape, seed);
    struct random *r = &g->random;
    struct cfa *cfa = g->cfa;
    uint32_t inner = 1 + random_below(r, shape->locations - 2), points = shape->points ? shape->points : 4;
    for (uint32_t i = 0; i < inner; i++) {
        uint32_t l = cfa_add_location(cfa, "l", (struct cfa_position){.line = i + 1});
        cfa->locations.data[l].loop_head = random_one_in(r, 3);
    }
    uint32_t first = 2, edges = cfa->locations.size + random_below(r, 2 * inner + 1);
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t from = i ? first + random_below(r, inner) : cfa->initial;
        uint32_t to = i == 1 ? cfa->error : first + random_below(r, inner);
        if (i > 1 && random_one_in(r, 10)) from = cfa->initial;
        if (i > 1 && random_one_in(r, 8)) to = cfa->error;
        cfa_add_edge(cfa, from, testing_cfa_command(g, random_below(r, points + 1)), to,
                     (struct cfa_position){.line = 10 + i});
    }
    cfa_index(cfa);
}

#endif
