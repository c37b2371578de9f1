/* Runs every engine for transition systems on random ones and compares everything with explicit-state truth,
 * or, on numbers, the engines with each other.
 *
 *     systems [--from SEED] [--count N] [--engine NAME] [--verbose]
 *
 * A seed determines the system and the options of each run; every other one is over numbers. All evidence is
 * judged by check/. On a failure the seed, the engine, its options and the reason are printed, the system is
 * written to random-SEED.vmt, and the exit status is 1. Without --count: 120 systems, or 10000 when
 * INDUCT_LONG is set. */
#include "gossip.h"
#include "numbers.h"

#include "check/system/check_system.h"
#include "engine/bit/bit.h"
#include "engine/explicit/explicit.h"
#include "engine/system/system_engines.h"
#include "format/vmt/vmt.h"
#include "model/verdict.h"
#include "transform/between/between_stages.h"
#include "transform/chain.h"
#include "transform/circuit/circuit_stages.h"
#include "transform/system/system_stages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>

#include "transform/system/testing_system.h"

enum { PROPERTIES = 2, UNKNOWN_STEPS = UINT32_MAX };

/* An engine, behind the stages that make what it works on. */
struct machine {
    const char *name;
    const struct engine *engine;
    const struct stage_kind *stages[5];
    bool shortest; /* finds shortest counterexamples */
};

#define FOR_LOOPS                                                                                            \
    { &stage_cone, &stage_needed, &stage_definitions, &stage_states }
static const struct machine machines[] = {
    {"bmc", &engine_smt_bmc, {&stage_cone}, true},
    {"kind", &engine_smt_kind, {&stage_cone}, true},
    {"ic3-smt", &engine_ic3_smt, FOR_LOOPS, false},
    {"ic3ia", &engine_ic3ia, FOR_LOOPS, false},
    {"ctigar", &engine_ctigar, FOR_LOOPS, false},
    {"kind-ia", &engine_kind_ia, FOR_LOOPS, true},
    {"cegar-pa", &engine_cegar_pa, FOR_LOOPS, false},
    {"ic3", &engine_ic3, {&stage_bits, &stage_bitblast, &stage_simplify, &stage_merge}, false}};
enum { MACHINES = sizeof machines / sizeof *machines };

/* One run, and what is known about the system. */
struct trial {
    const struct machine *machine;
    const struct system *system;
    struct chain chain;
    const uint32_t *shortest; /* per property: steps, 0: safe, UNKNOWN_STEPS: not known */
    struct options options;
    uint64_t gossip; /* there are others who tell lies, chosen by this number; 0: nobody */
    struct stats stats;
    enum verdict verdicts[PROPERTIES];
    uint32_t steps[PROPERTIES];
    struct text why; /* not empty: the trial failed */
};

static void fail_trial(struct trial *t, uint32_t property, const char *what, const char *detail) {
    if (!t->why.size) text_format(&t->why, "property %u: %s%s", property, what, detail ? detail : "");
}

static void judge(struct trial *t, uint32_t property, enum check_result result, struct text *why) {
    if (result == CHECK_REJECTED) fail_trial(t, property, "evidence rejected: ", why->data);
    text_fini(why);
}

static void proved(struct trial *t, uint32_t property, struct system_invariant *invariant) {
    struct text why = {0};
    if (t->verdicts[property] != VERDICT_UNKNOWN) fail_trial(t, property, "decided twice", NULL);
    t->verdicts[property] = VERDICT_SAFE;
    uint32_t truth = t->shortest[property];
    if (truth && truth != UNKNOWN_STEPS) fail_trial(t, property, "called safe, but is not", NULL);
    judge(t, property, check_system_invariant(t->system, property, invariant, CHECK_BY_DEFAULT, NULL, &why),
          &why);
    system_invariant_free(invariant);
}

static void refuted(struct trial *t, uint32_t property, struct system_trace *trace) {
    struct text why = {0};
    if (t->verdicts[property] != VERDICT_UNKNOWN) fail_trial(t, property, "decided twice", NULL);
    t->verdicts[property] = VERDICT_UNSAFE;
    t->steps[property] = trace->steps;
    uint32_t truth = t->shortest[property];
    if (!truth) fail_trial(t, property, "called unsafe, but is not", NULL);
    if (truth != UNKNOWN_STEPS && trace->steps < truth)
        fail_trial(t, property, "impossibly short trace", NULL);
    if (truth != UNKNOWN_STEPS && t->machine->shortest && trace->steps > truth)
        fail_trial(t, property, "trace is not the shortest", NULL);
    judge(t, property, check_system_trace(t->system, property, trace, NULL, &why), &why);
    system_trace_free(trace);
}

static void found(void *client, struct evidence e) {
    struct trial *t = client;
    struct text why = {0};
    enum stage_back back = chain_back(&t->chain, &e, &why);
    if (back == STAGE_WRONG) fail_trial(t, 0, "no evidence: ", why.data);
    if (back == STAGE_CARRIED && e.refutes) refuted(t, e.property, e.system_trace);
    if (back == STAGE_CARRIED && !e.refutes) proved(t, e.property, e.system_invariant);
    text_fini(&why);
}

static void listen(void *client, const struct event *event) {
    struct trial *t = client;
    if (event->kind != EVENT_DEPTH) return;
    uint32_t truth = t->shortest[event->property];
    if (truth && truth != UNKNOWN_STEPS && event->number + 1 >= truth)
        fail_trial(t, event->property, "a depth was called clear that is not", NULL);
}

/* One of the words of an option, which must be in the table. */
static int64_t some_word(const char *name, struct random *r) {
    const struct option_row *option = option_rows;
    while (strcmp(option->name, name)) option++;
    uint32_t words = 1;
    for (const char *c = option->words; *c; c++) words += *c == '|';
    return random_below(r, words);
}

/* Flips each switch of a group with probability 1/6, and chooses words. */
static void vary_options(struct options *o, bool finite, struct random *r) {
    static const char *const groups[] = {"preprocess", "ic3",        "frames", "pdr",   "lifting",
                                         "ctg",        "predicates", "ic3ia",  "refine"};
    options_init(o);
    for (unsigned row = 0; row < option_count; row++) {
        const struct option_row *option = &option_rows[row];
        struct messages messages = {0};
        for (unsigned g = 0; g < sizeof groups / sizeof *groups; g++)
            if (!strcmp(option->group, groups[g]) && option->kind == OPTION_BOOL && random_one_in(r, 6))
                (void)options_set(o, option->name, option->initial ? "off" : "on", &messages);
        messages_fini(&messages);
    }
    o->check_frames = random_one_in(r, 4);
    o->preimage = finite ? some_word("preimage", r) : random_below(r, 2); /* on numbers `exact` may not end */
    o->preimage_cubes = 1 + random_below(r, 4);
    o->ctigar_refine = some_word("ctigar-refine", r);
    o->refine = random_one_in(r, 2) ? 0 : some_word("refine", r);
    o->simple_path = random_one_in(r, 3);
    o->all_smt_work = 1 + random_below(r, 20);
    o->bmc_bound = random_below(r, 12);
    o->kind_bound = 1 + random_below(r, 8);
    o->seed = random_below(r, 3);
}

/* Reasons to give up that are no error. On finite systems the solver knows every answer, and refinement has
 * the values of states to fall back on; so whatever else an engine says there is about itself. */
static bool is_excused(const struct system *system, const char *reason, bool finite) {
    static const char *const over_numbers[] = {"the SMT solver gave up", "the SMT solver gave no values",
                                               "no refinement found"};
    if (!strcmp(reason, "bound reached") || !strcmp(reason, "All-SMT needs more than all-smt-work") ||
        !strncmp(reason, "unsupported: ", 13))
        return true;
    for (unsigned i = 0; !finite && i < sizeof over_numbers / sizeof *over_numbers; i++)
        if (!strcmp(reason, over_numbers[i])) return true;
    /* Z3 4.8.12 calls some contradictions about constant arrays with few indices satisfiable. */
    return system_theories(system) & THEORY_ARRAY && !strcmp(reason, "a cube of a preimage was wrong");
}

static void run_trial(struct trial *t, bool finite) {
    struct limits limits;
    limits_init(&limits, finite ? 10 : 1);
    struct events events = {listen, t};
    struct stage_context context = {
        .options = &t->options, .stats = &t->stats, .limits = &limits, .events = &events};
    struct messages messages = {0};
    const char *reason = NULL;
    chain_init(&t->chain, model_of_system(t->system), (uint32_t[]){0, 1}, t->system->properties.size);
    for (int i = 0; i < 5 && t->machine->stages[i] && !reason; i++)
        if (chain_apply(&t->chain, t->machine->stages[i], &context, &messages) != STATUS_OK)
            reason = "unsupported: no bits";
    struct engine_task task = {.model = chain_last(&t->chain),
                               .options = &t->options,
                               .stats = &t->stats,
                               .limits = &limits,
                               .events = &events,
                               .found = found,
                               .client = t};
    struct gossip gossip;
    gossip_init(&gossip, task.model, t->gossip);
    if (t->gossip) task.port = &gossip.port;
    if (!reason) reason = t->machine->engine->run(&task);
    gossip_fini(&gossip);
    messages_fini(&messages);
    chain_fini(&t->chain);
    if (reason && !is_excused(t->system, reason, finite)) fail_trial(t, 0, reason, NULL);
}

struct campaign {
    const char *engine; /* NULL: all */
    bool verbose;
    uint64_t decided[MACHINES], asked[MACHINES], systems, safe, known, believed;
};

static void report(const struct trial *t, uint64_t seed) {
    struct text file = {0};
    printf("FAILED: seed %llu, %s: %s\n", (unsigned long long)seed, t->machine->name, t->why.data);
    char *path = mem_format("random-%llu.vmt", (unsigned long long)seed);
    vmt_write(&file, t->system);
    FILE *out = fopen(path, "w");
    if (out) {
        fwrite(file.data, 1, file.size, out);
        fclose(out);
        printf("  system: %s\n", path);
    }
    mem_free(path);
    text_fini(&file);
}

/* Runs all engines; verdicts that contradict each other count as a failure of the later one. */
static bool run_machines(struct campaign *c, const struct system *system, uint32_t *shortest, bool finite,
                         uint64_t seed) {
    struct random random;
    random_init(&random, ~seed);
    bool fine = true;
    enum verdict before[PROPERTIES] = {VERDICT_UNKNOWN};
    for (int m = 0; m < MACHINES && fine; m++) {
        struct trial t = {.machine = &machines[m], .system = system, .shortest = shortest};
        vary_options(&t.options, finite, &random);
        if (random_one_in(&random, 3)) t.gossip = 1 + random_below(&random, 1000000);
        if (c->engine && strcmp(c->engine, machines[m].name)) continue;
        if (c->verbose) printf("seed %llu, %s\n", (unsigned long long)seed, machines[m].name), fflush(stdout);
        run_trial(&t, finite);
        c->believed += t.stats.lemmas_accepted + t.stats.lemmas_lowered;
        for (uint32_t p = 0; p < system->properties.size; p++) {
            c->asked[m]++;
            if (t.verdicts[p] == VERDICT_UNKNOWN) continue;
            c->decided[m]++;
            if (before[p] != VERDICT_UNKNOWN && before[p] != t.verdicts[p])
                fail_trial(&t, p, "another engine says otherwise", NULL);
            before[p] = t.verdicts[p];
        }
        fine = !t.why.size;
        if (!fine) report(&t, seed);
        text_fini(&t.why);
    }
    return fine;
}

static bool run_finite(struct campaign *c, uint64_t seed) {
    const struct testing_shape shape = {.states = 3,
                                        .inputs = 2,
                                        .width = 1 + (uint32_t)(seed / 2 % 3),
                                        .arrays = seed / 6 % 5 == 0,
                                        .relations = seed / 30 % 2 == 0,
                                        .mode = TERMS_SIMPLIFY};
    struct system *system = testing_random_system(seed, &shape);
    bool fine = true;
    if (testing_state_bits(system) <= 6 && testing_input_bits(system) <= 4) {
        struct testing_table table;
        uint32_t shortest[PROPERTIES];
        testing_table_init(&table, system);
        for (uint32_t p = 0; p < system->properties.size; p++) {
            shortest[p] = testing_shortest_system(&table, p);
            c->known++;
            c->safe += !shortest[p];
        }
        testing_table_fini(&table);
        fine = run_machines(c, system, shortest, true, seed);
        c->systems++;
    }
    system_free(system);
    return fine;
}

static bool run_numbers(struct campaign *c, uint64_t seed) {
    struct system *system = numbers_generate(seed);
    uint32_t shortest[PROPERTIES] = {UNKNOWN_STEPS, UNKNOWN_STEPS};
    bool fine = run_machines(c, system, shortest, false, seed);
    c->systems++;
    system_free(system);
    return fine;
}

int main(int argc, char **argv) {
    uint64_t from = 0, count = getenv("INDUCT_LONG") ? 10000 : 120;
    struct campaign c = {0};
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (!strcmp(argv[i], "--verbose"))
            c.verbose = true;
        else if (!strcmp(argv[i], "--from") && more)
            from = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--count") && more)
            count = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--engine") && more)
            c.engine = argv[++i];
        else
            return fprintf(stderr, "usage: systems [--from SEED] [--count N] [--engine NAME] [--verbose]\n"),
                   2;
    }
    bool fine = true;
    for (uint64_t seed = from; c.systems < count && fine; seed++)
        fine = seed % 2 ? run_numbers(&c, seed) : run_finite(&c, seed);
    printf("%llu lemmas of liars that hold\n", (unsigned long long)c.believed);
    printf("%llu systems, %llu properties known, %llu of them safe; decided:", (unsigned long long)c.systems,
           (unsigned long long)c.known, (unsigned long long)c.safe);
    for (int m = 0; m < MACHINES; m++)
        printf(" %s %llu/%llu", machines[m].name, (unsigned long long)c.decided[m],
               (unsigned long long)c.asked[m]);
    printf("\n");
    return fine ? 0 : 1;
}
