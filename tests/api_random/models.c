#include "models.h"

#include "generate.h"
#include "oracle.h"

#include "base/random.h"
#include "format/aiger/aiger.h"
#include "format/btor2/btor2.h"
#include "format/vmt/vmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/system/testing_system.h"

static VEC(struct known *) pool;

/* AIGER knows no functions as resets. */
static bool can_be_written(const struct circuit *circuit) {
    vec_each (const struct latch, l, &circuit->latches)
        if (latch_has_function(l)) return false;
    return true;
}

/* Circuits that every engine decides in no time. */
static void make_circuit(struct known *k) {
    enum { LATCHES = 5, DEPTH = 24 };
    for (uint64_t seed = (uint64_t)k->seed << 8;; seed++) {
        struct circuit *circuit = generate_circuit(seed);
        struct oracle oracle;
        bool small = circuit->latches.size <= LATCHES && can_be_written(circuit) &&
                     circuit->properties.size <= MODEL_PROPERTIES;
        if (small) {
            oracle_init(&oracle, circuit);
            small = oracle.depth <= DEPTH;
            if (small) {
                k->properties = circuit->properties.size;
                for (unsigned i = 0; i < k->properties; i++)
                    k->depth[i] =
                        oracle.bad_depth[i] == ORACLE_NEVER ? MODEL_SAFE : (int64_t)oracle.bad_depth[i];
                bool binary = seed >> 8 & 1;
                aiger_write(&k->text, circuit, binary);
                k->format = "aiger";
                k->file = binary ? "model.aig" : "model.aag";
            }
            oracle_fini(&oracle);
        }
        circuit_free(circuit);
        if (small) return;
    }
}

/* BTOR2 for functional systems, VMT-LIB for all. */
static bool write_system(struct known *k, const struct system *system, bool functional) {
    struct messages messages = {0};
    k->format = functional ? "btor2" : "vmt";
    k->file = functional ? "model.btor2" : "model.vmt";
    bool written = true;
    if (functional)
        written = btor2_write(&k->text, system, &messages) == STATUS_OK;
    else
        vmt_write(&k->text, system);
    messages_fini(&messages);
    if (!written) text_clear(&k->text);
    return written;
}

static void make_system(struct known *k) {
    enum { STATE_BITS = 5, INPUT_BITS = 3 };
    for (uint64_t seed = (uint64_t)k->seed << 8;; seed++) {
        bool functional = seed >> 8 & 1;
        struct testing_shape shape = {
            .states = 3, .inputs = 1, .width = 2, .relations = !functional, .mode = TERMS_PLAIN};
        struct system *system = testing_random_system(seed, &shape);
        bool good = testing_state_bits(system) <= STATE_BITS && testing_input_bits(system) <= INPUT_BITS &&
                    write_system(k, system, functional);
        if (good) {
            struct testing_table table;
            testing_table_init(&table, system);
            k->properties = system->properties.size;
            for (unsigned i = 0; i < k->properties; i++)
                k->depth[i] = (int64_t)testing_shortest_system(&table, i) - 1; /* no steps: MODEL_SAFE */
            testing_table_fini(&table);
        }
        system_free(system);
        if (good) return;
    }
}

/* Two numbers that the environment drives: x through the multiples of a number, y after it. */
static void make_program(struct known *k) {
    struct random r;
    random_init(&r, k->seed);
    unsigned m = 2 + random_below(&r, 5), n = 2 + random_below(&r, 4), x0 = random_below(&r, m),
             y0 = random_below(&r, n), add = random_below(&r, m), bad_x = random_below(&r, m + 1),
             bad_y = random_below(&r, n);
    text_format(&k->text,
                "_Bool __VERIFIER_nondet_bool(void);\nvoid reach_error(void);\n"
                "int main(void) {\n    unsigned x = %u, y = %u;\n"
                "    while (__VERIFIER_nondet_bool()) {\n"
                "        if (__VERIFIER_nondet_bool()) x = (x + %u) %% %u;\n"
                "        else y = (x + y) %% %u;\n"
                "        if (x == %u && y == %u) reach_error();\n    }\n}\n",
                x0, y0, add, m, n, bad_x, bad_y);
    bool seen[64] = {false}, more = true;
    seen[x0 * 8 + y0] = true;
    k->depth[0] = MODEL_SAFE;
    while (more) {
        more = false;
        for (unsigned s = 0; s < 64; s++) {
            if (!seen[s]) continue;
            unsigned x = s / 8, y = s % 8, to[2] = {(x + add) % m * 8 + y, x * 8 + (x + y) % n};
            for (int i = 0; i < 2; i++) {
                if (to[i] == bad_x * 8 + bad_y) k->depth[0] = MODEL_UNKNOWN_DEPTH;
                if (!seen[to[i]]) more = seen[to[i]] = true;
            }
        }
    }
    k->properties = 1;
    k->format = "c";
    k->file = "model.c";
}

const struct known *known_model(enum model_kind kind, uint32_t seed) {
    vec_each (struct known *, k, &pool)
        if ((*k)->kind == kind && (*k)->seed == seed) return *k;
    struct known *k = mem_new(struct known);
    k->kind = kind;
    k->seed = seed;
    (kind == MODEL_CIRCUIT ? make_circuit : kind == MODEL_SYSTEM ? make_system : make_program)(k);
    vec_push(&pool, k);
    return k;
}

void known_forget_all(void) {
    vec_each (struct known *, k, &pool) {
        text_fini(&(*k)->text);
        mem_free(*k);
    }
    vec_free(&pool);
}
