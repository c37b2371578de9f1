/* For tests: small programs read from strings, and runs of their automata by evaluation.
 *
 *     struct program *program = testing_c_read("int main(void) { ... }", &options);
 *     struct testing_c_run run = {.seed = 7};
 *     testing_c_execute(program, &run);          // run.error, run.inputs ...
 *
 * Inputs (sites of kind PROGRAM_INPUT) are drawn one after the other from testing_c_input, so that a compiled
 * program with the same generator (testing_c_input_source has its text) gets the same ones. Tests include it
 * after cmocka.h. */
#ifndef INDUCT_FORMAT_C_TESTING_C_H
#define INDUCT_FORMAT_C_TESTING_C_H

#include "base/random.h"
#include "format/c/c.h"
#include "logic/value.h"

#define TESTING_C_TEXT(...) #__VA_ARGS__
/* Small numbers, extreme ones, and any. */
#define TESTING_C_INPUT(DO)                                                                                  \
    DO(static inline unsigned long long testing_c_input(unsigned long long *state) {                         \
        *state ^= *state >> 12;                                                                              \
        *state ^= *state << 25;                                                                              \
        *state ^= *state >> 27;                                                                              \
        unsigned long long word = *state * 0x2545f4914f6cdd1dull;                                            \
        switch (word >> 60 & 3) {                                                                            \
        case 0:                                                                                              \
        case 1: return (word >> 8) % 17 - 8;                                                                 \
        case 2: return (word >> 8 & 1) ? 0x7fffffff7fffffffull + (word >> 9 & 3) : word >> 9 & 1;            \
        default: return word >> 3;                                                                           \
        }                                                                                                    \
    })
#define TESTING_C_SAME(...) __VA_ARGS__
TESTING_C_INPUT(TESTING_C_SAME)
#define testing_c_input_source TESTING_C_INPUT(TESTING_C_TEXT)

/* The automaton; the reader must accept the program. The file is called test.c unless the options say what
 * else. */
static inline struct program *testing_c_read_as(const char *source, const struct c_options *options,
                                                enum terms_mode mode, const char *file,
                                                struct messages *messages) {
    struct program *program;
    static const struct c_options none = {0};
    enum status status =
        c_read(&program, NULL, mode, options ? options : &none, source, strlen(source), file, NULL, messages);
    if (status != STATUS_OK) fail_msg("not read: %s", messages_first_error(messages));
    const char *wrong = program_check(program);
    if (wrong) fail_msg("%s", wrong);
    return program;
}

static inline struct program *testing_c_read(const char *source, const struct c_options *options) {
    struct messages messages = {0};
    struct program *program = testing_c_read_as(source, options, TERMS_SIMPLIFY, "test.c", &messages);
    messages_fini(&messages);
    return program;
}

struct testing_c_run {
    uint64_t seed;         /* of the inputs */
    uint64_t arbitrary;    /* what enters at other sites; UINT64_MAX: random values */
    const uint64_t *given; /* the inputs instead of random ones, [0..n_given[; then zeros */
    uint32_t n_given;
    /* results */
    bool error, unsupported, endless;
    uint32_t inputs; /* how many were drawn */
};

static inline term testing_c_value(struct terms *b, sort s, uint64_t word) {
    switch (sort_kind(b, s)) {
    case SORT_BOOL: return term_bool(b, word & 1);
    case SORT_BV: return term_bits_ui(b, word, sort_width(b, s));
    case SORT_ARRAY: return term_const_array(b, s, testing_c_value(b, sort_element(b, s), word));
    case SORT_INT: return term_integer(b, (long)(int32_t)word);
    default: return value_default(b, s);
    }
}

struct testing_c_state {
    struct program *program;
    struct testing_c_run *run;
    term_list values, inputs; /* by variable, by site */
    unsigned long long stream;
    struct random noise;
};

/* Gives every site of the command its value; the number of inputs among them. */
static inline uint32_t testing_c_supply(struct testing_c_state *s, program_command c,
                                        unsigned long long *stream) {
    uint32_t n = 0;
    for (struct program_node node = program_node(s->program, c); node.kind == PROGRAM_STEP;
         node = program_node(s->program, node.next[0])) {
        if (node.action.kind != PROGRAM_HAVOC) continue;
        const struct program_site *site = &s->program->sites.data[node.action.site];
        uint64_t word = s->run->arbitrary == UINT64_MAX ? random_word(&s->noise) : s->run->arbitrary;
        if (site->kind == PROGRAM_INPUT) {
            uint32_t i = s->run->inputs + n++;
            word = !s->run->given ? testing_c_input(stream) : i < s->run->n_given ? s->run->given[i] : 0;
        }
        sort of = term_sort(s->program->terms, s->program->variables.data[site->variable].now);
        s->inputs.data[node.action.site] = testing_c_value(s->program->terms, of, word);
    }
    return n;
}

/* One edge from the location; PROGRAM_NONE: the run ends there. Exactly one edge can be taken with given inputs. */
static inline uint32_t testing_c_edge(struct testing_c_state *s, uint32_t location) {
    uint32_t taken = PROGRAM_NONE, n = 0;
    unsigned long long stream = s->stream;
    term_list after = {0}, next = {0};
    vec_each (uint32_t, e, &s->program->outgoing.data[location]) {
        unsigned long long mine = s->stream;
        struct random noise = s->noise;
        uint32_t drawn = testing_c_supply(s, s->program->edges.data[*e].command, &mine);
        s->noise = noise;
        vec_clear(&next);
        vec_append(&next, s->values.data, s->values.size);
        if (!program_execute(s->program, s->program->edges.data[*e].command, next.data, s->inputs.data,
                             TERM_NONE, NULL, NULL))
            continue;
        if (taken != PROGRAM_NONE)
            fail_msg("two edges from %s can be taken", s->program->locations.data[location].name);
        taken = *e;
        n = drawn;
        stream = mine;
        vec_clear(&after);
        vec_append(&after, next.data, next.size);
    }
    if (taken != PROGRAM_NONE) {
        vec_clear(&s->values);
        vec_append(&s->values, after.data, after.size);
        s->run->inputs += n;
        s->stream = stream;
        (void)random_word(&s->noise);
    }
    vec_free(&after);
    vec_free(&next);
    return taken;
}

enum { TESTING_C_STEPS = 20000 };
static inline void testing_c_execute(struct program *program, struct testing_c_run *run) {
    struct testing_c_state s = {.program = program, .run = run, .stream = run->seed * 2 + 1};
    random_init(&s.noise, run->seed);
    vec_resize(&s.inputs, program->sites.size);
    vec_each (struct program_variable, v, &program->variables)
        vec_push(&s.values,
                 testing_c_value(program->terms, term_sort(program->terms, v->now), random_word(&s.noise)));
    run->error = run->unsupported = run->endless = false;
    run->inputs = 0;
    uint32_t location = program->initial, steps = 0;
    for (; location != program->error && steps < TESTING_C_STEPS; steps++) {
        uint32_t e = testing_c_edge(&s, location);
        if (e == PROGRAM_NONE) break;
        run->unsupported |= program->edges.data[e].unsupported != NULL;
        location = program->edges.data[e].to;
    }
    run->error = location == program->error && !run->unsupported;
    run->endless = steps == TESTING_C_STEPS;
    vec_free(&s.values);
    vec_free(&s.inputs);
}

/* Whether the program calls an error function with these inputs; all other values that enter are `arbitrary`. */
static inline bool testing_c_fails(struct program *program, const uint64_t *inputs, uint32_t n,
                                   uint64_t arbitrary) {
    static const uint64_t none[1];
    struct testing_c_run run = {.given = inputs ? inputs : none, .n_given = n, .arbitrary = arbitrary};
    testing_c_execute(program, &run);
    assert_false(run.unsupported);
    assert_false(run.endless);
    return run.error;
}

/* The first of the unsupported edges, as "WHAT (line N)", which lives as long as the automaton; NULL: there is none. */
static inline const char *testing_c_unsupported(struct program *program) {
    vec_each (const struct program_edge, e, &program->edges) {
        if (!e->unsupported) continue;
        char *text = mem_format("%s (line %u)", e->unsupported, e->position.line);
        const char *kept = program_text(program, text);
        mem_free(text);
        return kept;
    }
    return NULL;
}

#endif
