/* For tests: small random automata over Booleans and bit vectors, and explicit-state search on them by
 * evaluation of terms, point by point. Independent of formulas and simple on purpose.
 *
 *     struct testing_program g;
 *     struct testing_program_shape shape = {.variables = 3, .width = 2, .locations = 6, .mode = TERMS_PLAIN};
 *     testing_program_random(&g, &shape, seed);          // g.program: indexed, passes program_check
 *     bool unsafe = testing_program_unsafe(g.program);
 *     testing_program_fini(&g);                          // frees g.program unless that is NULL
 *
 * A state is a number: the bits of the variables one after the other, the first variable lowest.
 * Tests include it after cmocka.h. */
#ifndef INDUCT_MODEL_TESTING_PROGRAM_H
#define INDUCT_MODEL_TESTING_PROGRAM_H

#include "base/random.h"
#include "logic/value.h"
#include "model/program.h"

/* ---- states as numbers ---- */

static inline uint32_t testing_program_bits(const struct program *program, term t) {
    sort s = term_sort(program->terms, t);
    return sort_kind(program->terms, s) == SORT_BOOL ? 1 : sort_width(program->terms, s);
}

static inline uint32_t testing_program_states(const struct program *program) {
    uint32_t bits = 0;
    vec_each (const struct program_variable, v, &program->variables)
        bits += testing_program_bits(program, v->now);
    assert(bits < 20);
    return (uint32_t)1 << bits;
}

/* The lowest bits of a number as a value of the sort of t; shifts them out. */
static inline term testing_program_unpack(const struct program *program, term t, uint64_t *number) {
    uint32_t bits = testing_program_bits(program, t);
    uint64_t value = *number & (((uint64_t)1 << bits) - 1);
    *number >>= bits;
    if (sort_kind(program->terms, term_sort(program->terms, t)) == SORT_BOOL)
        return term_bool(program->terms, value);
    return term_bits_ui(program->terms, value, bits);
}

static inline uint64_t testing_program_number(const struct program *program, term value) {
    if (term_is(program->terms, value, TERM_BITS)) return mpz_get_ui(term_bits(program->terms, value));
    return term_is(program->terms, value, TERM_TRUE);
}

/* Values by variable of a state, and back. */
static inline void testing_program_values(const struct program *program, uint64_t state, term_list *out) {
    vec_clear(out);
    vec_each (const struct program_variable, v, &program->variables)
        vec_push(out, testing_program_unpack(program, v->now, &state));
}

static inline uint32_t testing_program_state(const struct program *program, const term *values) {
    uint32_t state = 0, shift = 0;
    for (uint32_t v = 0; v < program->variables.size; v++) {
        state |= (uint32_t)testing_program_number(program, values[v]) << shift;
        shift += testing_program_bits(program, program->variables.data[v].now);
    }
    return state;
}

static inline term testing_program_evaluate(const struct program *program, uint64_t state, term t) {
    struct evaluation e;
    evaluation_init(&e, program->terms);
    vec_each (const struct program_variable, v, &program->variables)
        evaluation_set(&e, v->now, testing_program_unpack(program, v->now, &state));
    term value = evaluate(&e, t);
    evaluation_fini(&e);
    return value;
}

static inline bool testing_program_holds(const struct program *program, uint64_t state, term condition) {
    return term_is(program->terms, testing_program_evaluate(program, state, condition), TERM_TRUE);
}

/* ---- explicit-state search ---- */

/* Marks in `to` the states after an action from one state; inputs by site as in program_execute, but where they
 * are missing every value is taken. */
static inline void testing_program_act(const struct program *program, const struct program_action *action,
                                       uint32_t state, const term *inputs, uint8_t *to) {
    term_list values = {0};
    testing_program_values(program, state, &values);
    switch (action->kind) {
    case PROGRAM_TAG: to[state] = 1; break;
    case PROGRAM_ASSUME:
        if (testing_program_holds(program, state, action->condition)) to[state] = 1;
        break;
    case PROGRAM_ASSIGN:
        for (uint32_t i = 0; i < action->n; i++)
            values.data[action->assignments[i].variable] =
                testing_program_evaluate(program, state, action->assignments[i].value);
        to[testing_program_state(program, values.data)] = 1;
        break;
    case PROGRAM_HAVOC: {
        uint32_t v = program->sites.data[action->site].variable;
        term now = program->variables.data[v].now;
        for (uint64_t i = 0; i < (uint64_t)1 << testing_program_bits(program, now); i++) {
            uint64_t number = i;
            values.data[v] = testing_program_unpack(program, now, &number);
            if (inputs && !term_is_none(inputs[action->site])) values.data[v] = inputs[action->site];
            to[testing_program_state(program, values.data)] = 1;
        }
        break;
    }
    }
    vec_free(&values);
}

/* Marks in `to` the states after the command from the states marked in `from`; whether `to` has grown. */
static inline bool testing_program_post(const struct program *program, program_command command,
                                        const uint8_t *from, const term *inputs, uint8_t *to) {
    uint32_t states = testing_program_states(program);
    program_command_list points = {0};
    program_points(program, command, &points);
    struct hash_map position = {0};
    for (uint32_t i = 0; i < points.size; i++) hash_map_put(&position, points.data[i].id, i);
    u8s at = {0};
    vec_resize(&at, points.size * states);
    memcpy(at.data, from, states);
    bool grown = false;
    for (uint32_t i = 0; i < points.size; i++) {
        struct program_node node = program_node(program, points.data[i]);
        for (uint32_t s = 0; s < states; s++) {
            if (!at.data[i * states + s]) continue;
            if (node.kind == PROGRAM_END) {
                grown |= !to[s];
                to[s] = 1;
            }
            for (uint32_t j = 0; j < node.n; j++) {
                uint8_t *next = at.data + hash_map_get(&position, node.next[j].id) * states;
                if (node.kind == PROGRAM_CHOICE)
                    next[s] = 1;
                else
                    testing_program_act(program, &node.action, s, inputs, next);
            }
        }
    }
    vec_free(&at);
    vec_free(&points);
    hash_map_free(&position);
    return grown;
}

/* reached->data[location * states + state]: whether some run gets there. The automaton is indexed. */
static inline void testing_program_reach(const struct program *program, u8s *reached) {
    uint32_t states = testing_program_states(program);
    vec_clear(reached);
    vec_resize(reached, program->locations.size * states);
    memset(reached->data + program->initial * states, 1, states);
    for (bool again = true; again;) {
        again = false;
        vec_each (const struct program_edge, e, &program->edges)
            again |= testing_program_post(program, e->command, reached->data + e->from * states, NULL,
                                          reached->data + e->to * states);
    }
}

static inline bool testing_program_unsafe(const struct program *program) {
    u8s reached = {0};
    uint32_t states = testing_program_states(program);
    testing_program_reach(program, &reached);
    bool unsafe = memchr(reached.data + program->error * states, 1, states) != NULL;
    vec_free(&reached);
    return unsafe;
}

/* The states where a formula over the variables holds, as marks. */
static inline void testing_program_models(const struct program *program, term formula, uint8_t *marks) {
    for (uint32_t s = 0; s < testing_program_states(program); s++)
        marks[s] = testing_program_holds(program, s, formula);
}

/* Whether a cycle of the graph avoids the locations with a formula. */
static inline bool testing_program_uncut(const struct program *program, const term *at) {
    u32s longest = {0}; /* ways to the location through others without formula, in edges */
    vec_resize(&longest, program->locations.size);
    bool cycle = false;
    for (bool again = true; again && !cycle;) {
        again = false;
        vec_each (const struct program_edge, e, &program->edges) {
            uint32_t length = longest.data[e->from] + 1;
            if (!term_is_none(at[e->from]) || !term_is_none(at[e->to]) || longest.data[e->to] >= length)
                continue;
            longest.data[e->to] = length;
            again = true;
            cycle |= length > program->locations.size;
        }
    }
    vec_free(&longest);
    return cycle;
}

/* Judges an invariant as evidence/program_evidence.h defines it: formulas by location, TERM_NONE outside of the set.
 * NULL when it proves the automaton safe, else a static sentence. States are followed from the set through
 * locations outside of it. */
static inline const char *testing_program_judge(const struct program *program, const term *at) {
    uint32_t states = testing_program_states(program), n = program->locations.size;
    u8s here = {0}; /* by location and state: claimed in the set, followed outside of it */
    vec_resize(&here, n * states);
    const char *wrong = testing_program_uncut(program, at) ? "a cycle is not cut" : NULL;
    for (uint32_t l = 0; l < n; l++)
        if (!term_is_none(at[l])) testing_program_models(program, at[l], here.data + l * states);
    uint8_t *initial = here.data + program->initial * states;
    if (!term_is_none(at[program->initial]) && memchr(initial, 0, states)) wrong = "initial";
    memset(initial, 1, states);
    memset(here.data + program->error * states, 0, states);
    for (bool again = true; again && !wrong;) {
        again = false;
        vec_each (const struct program_edge, e, &program->edges) {
            if (!testing_program_post(program, e->command, here.data + e->from * states, NULL,
                                      here.data + e->to * states))
                continue;
            again = true;
            if (e->to == program->error) wrong = "safety";
            if (e->to != program->error && !term_is_none(at[e->to])) wrong = "step";
        }
    }
    vec_free(&here);
    return wrong;
}

/* ---- random commands and automata ---- */

struct testing_program_shape {
    uint32_t variables; /* how many, at most */
    uint32_t width;     /* of bit vectors, at most */
    uint32_t locations; /* how many, at most; at least 3 */
    uint32_t points;    /* of commands, at most; 0: 4 */
    bool choices;       /* commands have choices and tags, as after transformations */
    enum terms_mode mode;
};

struct testing_program {
    struct random random;
    struct testing_program_shape shape;
    struct program *program;
    struct terms *bank;
};

static inline term testing_program_truth(struct testing_program *g, uint32_t depth);

static inline term testing_program_word(struct testing_program *g, uint32_t width, uint32_t depth) {
    static const enum term_op ops[] = {TERM_BV_ADD, TERM_BV_SUB, TERM_BV_MUL, TERM_BV_AND,
                                       TERM_BV_XOR, TERM_BV_SHL, TERM_BV_UDIV};
    struct random *r = &g->random;
    if (!depth || random_one_in(r, 3)) {
        const struct program_variable *v =
            &g->program->variables.data[random_below(r, g->program->variables.size)];
        sort s = term_sort(g->bank, v->now);
        if (sort_kind(g->bank, s) == SORT_BV && sort_width(g->bank, s) == width) return v->now;
        if (sort_kind(g->bank, s) == SORT_BV && sort_width(g->bank, s) < width)
            return term_extend(g->bank, TERM_BV_ZERO_EXTEND, v->now, width - sort_width(g->bank, s));
        return term_bits_ui(g->bank, random_below(r, 8), width);
    }
    term x = testing_program_word(g, width, depth - 1), y = testing_program_word(g, width, depth - 1);
    if (random_one_in(r, 6)) return term_ite(g->bank, testing_program_truth(g, depth - 1), x, y);
    return term_bv2(g->bank, ops[random_below(r, sizeof ops / sizeof *ops)], x, y);
}

static inline term testing_program_truth(struct testing_program *g, uint32_t depth) {
    static const enum term_op ops[] = {TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE};
    struct random *r = &g->random;
    const struct program_variable *v =
        &g->program->variables.data[random_below(r, g->program->variables.size)];
    if (random_one_in(r, 4) && sort_same(term_sort(g->bank, v->now), sort_bool())) return v->now;
    if (depth && random_one_in(r, 4)) {
        term x = testing_program_truth(g, depth - 1), y = testing_program_truth(g, depth - 1);
        return random_one_in(r, 3)   ? term_not(g->bank, x)
               : random_one_in(r, 2) ? term_and2(g->bank, x, y)
                                     : term_or2(g->bank, x, y);
    }
    uint32_t width = 1 + random_below(r, g->shape.width);
    term x = testing_program_word(g, width, depth), y = testing_program_word(g, width, depth);
    if (random_one_in(r, 2)) return term_eq(g->bank, x, y);
    return term_bv2(g->bank, ops[random_below(r, sizeof ops / sizeof *ops)], x, y);
}

static inline term testing_program_value(struct testing_program *g, uint32_t variable, uint32_t depth) {
    sort s = term_sort(g->bank, g->program->variables.data[variable].now);
    if (sort_kind(g->bank, s) == SORT_BOOL) return testing_program_truth(g, depth);
    return testing_program_word(g, sort_width(g->bank, s), depth);
}

/* One action; every havoc has a site of its own. */
static inline program_command testing_program_action(struct testing_program *g) {
    struct random *r = &g->random;
    struct program *program = g->program;
    uint32_t v = random_below(r, program->variables.size);
    struct program_assignment all[32];
    uint32_t n = 0;
    switch (random_below(r, g->shape.choices ? 7 : 6)) {
    case 0:
    case 1: return program_assume(program, testing_program_truth(g, 2));
    case 2:
    case 3: return program_assign(program, v, testing_program_value(g, v, 2));
    case 4:
        for (uint32_t i = 0; i < program->variables.size; i++)
            if (random_one_in(r, 2))
                all[n++] = (struct program_assignment){i, testing_program_value(g, i, 1)};
        return program_assign_all(program, all, n);
    case 5: {
        static const enum program_site_kind kinds[] = {PROGRAM_INPUT, PROGRAM_UNINITIALIZED,
                                                       PROGRAM_UNDEFINED, PROGRAM_EXTERNAL};
        enum program_site_kind kind = kinds[random_below(r, 4)];
        return program_havoc(program,
                             program_add_site(program, kind, v, kind == PROGRAM_INPUT ? "nondet" : NULL,
                                              (struct program_position){0}));
    }
    default: return program_tag(program, random_below(r, 5));
    }
}

/* A choice between points of the pool: arbitrary, by a condition, or by cases of a value. */
static inline program_command testing_program_branch(struct testing_program *g,
                                                     const program_command_list *pool) {
    struct random *r = &g->random;
    struct program *program = g->program;
    program_command x = pool->data[random_below(r, pool->size)], y = pool->data[random_below(r, pool->size)],
                    z = pool->data[random_below(r, pool->size)];
    term condition = testing_program_truth(g, 1);
    uint32_t kind = random_below(r, 4);
    if (kind == 0) return program_choice2(program, x, y);
    if (kind == 1) return program_choice(program, (program_command[]){x, y, z}, 3);
    if (kind == 2) {
        x = program_then(program, program_assume(program, condition), x);
        y = program_then(program, program_assume(program, term_not(g->bank, condition)), y);
        if (random_one_in(r, 2)) y = program_then(program, program_tag(program, random_below(r, 5)), y);
        return random_one_in(r, 2) ? program_choice2(program, x, y) : program_choice2(program, y, x);
    }
    uint32_t width = 1 + random_below(r, g->shape.width);
    term word = testing_program_word(g, width, 1);
    term is0 = term_eq(g->bank, word, term_bits_ui(g->bank, 0, width));
    term is1 = term_eq(g->bank, word, term_bits_ui(g->bank, 1, width));
    if (random_one_in(r, 2))
        is0 = term_or2(g->bank, is0, term_eq(g->bank, word, term_bits_ui(g->bank, 2, width)));
    x = program_then(program, program_assume(program, is0), x);
    y = program_then(program, program_assume(program, is1), y);
    z = program_then(program, program_assume(program, term_not(g->bank, is0)), z);
    if (random_one_in(r, 4))
        return program_choice(program, (program_command[]){x, y, z}, 3); /* overlapping cases */
    z = program_then(program, program_assume(program, term_not(g->bank, is1)), z);
    if (random_one_in(r, 2)) return program_choice(program, (program_command[]){z, x, y}, 3);
    return program_choice(program, (program_command[]){x, y, z}, 3);
}

/* A command of about that many points; with choices it is a DAG in which paths part and meet at will. */
static inline program_command testing_program_command(struct testing_program *g, uint32_t points) {
    program_command_list pool = {0};
    vec_push(&pool, program_skip(g->program));
    for (uint32_t i = 0; i < points; i++) {
        uint32_t newest = pool.size - 1, back = g->shape.choices && random_one_in(&g->random, 3) ? 3 : 1;
        program_command last =
            pool.data[newest - random_below(&g->random, back < newest ? back : newest + 1)];
        if (!g->shape.choices) last = pool.data[newest];
        if (g->shape.choices && random_one_in(&g->random, 3))
            last = testing_program_branch(g, &pool);
        else
            last = program_then(g->program, testing_program_action(g), last);
        vec_push(&pool, last);
    }
    program_command command = vec_last(&pool);
    vec_free(&pool);
    return command;
}

/* An automaton with variables and the two special locations only. */
static inline void testing_program_init(struct testing_program *g, const struct testing_program_shape *shape,
                                        uint64_t seed) {
    *g = (struct testing_program){.shape = *shape, .program = program_new(shape->mode)};
    random_init(&g->random, seed);
    g->bank = g->program->terms;
    uint32_t n = 1 + random_below(&g->random, shape->variables);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t width = random_below(&g->random, shape->width + 1);
        program_add_variable(g->program, "x", width ? sort_bv(g->bank, width) : sort_bool());
    }
    g->program->initial = program_add_location(g->program, "initial", (struct program_position){0});
    g->program->error = program_add_location(g->program, "error", (struct program_position){0});
}

static inline void testing_program_fini(struct testing_program *g) {
    program_free(g->program);
    g->program = NULL;
}

static inline void testing_program_random(struct testing_program *g,
                                          const struct testing_program_shape *shape, uint64_t seed) {
    testing_program_init(g, shape, seed);
    struct random *r = &g->random;
    struct program *program = g->program;
    uint32_t inner = 1 + random_below(r, shape->locations - 2), points = shape->points ? shape->points : 4;
    for (uint32_t i = 0; i < inner; i++) {
        uint32_t l = program_add_location(program, "l", (struct program_position){.line = i + 1});
        program->locations.data[l].loop_head = random_one_in(r, 3);
    }
    uint32_t first = 2, edges = program->locations.size + random_below(r, 2 * inner + 1);
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t from = i ? first + random_below(r, inner) : program->initial;
        uint32_t to = i == 1 ? program->error : first + random_below(r, inner);
        if (i > 1 && random_one_in(r, 10)) from = program->initial;
        if (i > 1 && random_one_in(r, 8)) to = program->error;
        program_add_edge(program, from, testing_program_command(g, random_below(r, points + 1)), to,
                         (struct program_position){.line = 10 + i});
    }
    program_index(program);
}

#endif
