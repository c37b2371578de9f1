/* Inputs for runs. Random ones mostly fail the first assumption that they meet, so every other run is first walked in
 * the automaton, which tries a few values wherever one enters and goes on with those that lead somewhere. */
#include "check/program/lockstep_internal.h"

#include "base/random.h"
#include "check/program/program_walk.h"
#include "model/program_state.h"

enum { MOST_STEPS = 400, TRIES = 12 };

static uint64_t any_value(struct random *r, uint32_t style) {
    static const uint64_t corners[] = {
        0,      1,      UINT64_MAX, 2,          0x7f,       0x80,       0xff,
        0x7fff, 0x8000, 0xffff,     0x7fffffff, 0x80000000, 0xffffffff, (uint64_t)1 << 63};
    switch (style % 5) {
    case 0: return random_below(r, 2);
    case 1: return random_below(r, 10);
    case 2: return corners[random_below(r, sizeof corners / sizeof *corners)];
    case 3: return (uint64_t)(int64_t)(int32_t)(random_below(r, 400) - 200);
    default: return random_word(r);
    }
}

struct guide {
    struct program *program;
    const struct program_origin *origin;
    struct random random;
    struct program_state state;
    term_list inputs; /* by site */
    observed_inputs *out;
    uint32_t location;
};

/* Values for what enters on the edge; those that are supplied are appended. */
static void choose(struct guide *g, program_command command) {
    struct program *program = g->program;
    for (struct program_node n = program_node(program, command); n.kind == PROGRAM_STEP;
         n = program_node(program, n.next[0])) {
        if (n.action.kind != PROGRAM_HAVOC) continue;
        const struct program_site *s = &program->sites.data[n.action.site];
        const struct program_parameter *p = program_find_parameter(program, n.action.site);
        sort wanted = term_sort(program->terms, s->input);
        uint64_t bits = 0;
        bool is_signed = false;
        if (p) {
            observe_argument(program, g->origin, p, &bits);
        } else if (program_is_given(s)) {
            bits = any_value(&g->random, random_below(&g->random, 5));
            if (strncmp(s->call, "__VERIFIER_nondet", strlen("__VERIFIER_nondet"))) bits &= OBSERVE_MODEST;
            is_signed = program_returns_signed(program, s);
            vec_push(g->out, (struct observed_input){.value = bits});
        }
        g->inputs.data[n.action.site] = program_value_of_bits(program->terms, wanted, bits, is_signed);
    }
}

/* Edges in a random order, each with a few choices of what enters; those to the error location last. */
static bool step(struct guide *g) {
    const u32s *edges = &g->program->outgoing.data[g->location];
    if (!edges->size) return false;
    uint32_t start = random_below(&g->random, edges->size), taken = g->out->size;
    for (int wrong = 0; wrong < 2; wrong++)
        for (uint32_t i = 0; i < edges->size; i++) {
            const struct program_edge *e = &g->program->edges.data[edges->data[(start + i) % edges->size]];
            if ((e->to == g->program->error) != wrong) continue;
            for (uint32_t k = 0; k < TRIES; k++) {
                choose(g, e->command);
                program_state_keep(&g->state);
                if (program_run(&g->state, e->command, g->inputs.data, TERM_NONE, NULL, NULL)) {
                    g->location = e->to;
                    return true;
                }
                bool again = g->out->size > taken; /* another value might do */
                vec_shrink(g->out, taken);
                if (!again) break;
            }
        }
    return false;
}

static void guide(struct program *program, const struct program_origin *origin, uint64_t seed,
                  observed_inputs *out) {
    struct guide g = {.program = program, .origin = origin, .out = out, .location = program->initial};
    random_init(&g.random, seed);
    program_state_init(&g.state, program, NULL);
    vec_each (const struct program_site, s, &program->sites)
        vec_push(&g.inputs, value_default(program->terms, term_sort(program->terms, s->input)));
    for (uint32_t i = 0;
         i < MOST_STEPS && g.location != program->error && out->size < OBSERVE_INPUTS && step(&g); i++)
        continue;
    program_state_fini(&g.state);
    vec_free(&g.inputs);
}

void lockstep_inputs(struct program *program, const struct program_origin *origin, uint64_t seed,
                     uint32_t number, observed_inputs *out) {
    enum { ENOUGH = 256 };
    struct random r;
    random_init(&r, seed * 1000003 + number);
    if (number % 2) guide(program, origin, seed * 1000003 + number, out);
    while (out->size < ENOUGH) {
        uint32_t style = number % 4 == 0 ? random_below(&r, 5) : number / 2;
        vec_push(out, (struct observed_input){.value = number ? any_value(&r, style) : 0});
    }
}
