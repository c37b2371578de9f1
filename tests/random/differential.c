/* Runs every engine on random circuits and compares everything with explicit-state truth.
 *
 *     differential [--from SEED] [--count N] [--engine NAME] [--verbose]
 *
 * A seed determines the circuit, the options of each run and how evidence is tampered with. On a failure the
 * seed, the engine, its options and the reason are printed, and the circuit, reduced as far as it still
 * fails, is written to random-SEED.aag; exit status 1. Without --count: 1500 circuits, or 20000 when
 * INDUCT_LONG is set. */
#include "generate.h"
#include "shrink.h"
#include "trial.h"

#include "engine/bit/bit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t crashing;
static char crash_line[128]; /* ready to be written by the signal handler */

static void on_crash(int signal_number) {
    if (crashing) return;
    crashing = 1;
    ssize_t written = write(STDERR_FILENO, crash_line, strlen(crash_line));
    (void)written;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Flips each switch of a group with probability 1/6. */
static void flip_switches(struct options *o, const char *group, struct random *r) {
    for (unsigned row = 0; row < option_count; row++) {
        const struct option_row *option = &option_rows[row];
        if (strcmp(option->group, group) || option->kind != OPTION_BOOL ||
            !strcmp(option->name, "preprocess"))
            continue;
        struct messages messages = {0};
        if (random_one_in(r, 6))
            (void)options_set(o, option->name, option->initial ? "off" : "on", &messages);
        messages_fini(&messages);
    }
}

/* Varies the switches, and the numbers that matter for small circuits. Without its heuristics ic3 takes very
 * long on circuits that are deep. */
static void vary_options(struct options *o, bool deep, struct random *r) {
    flip_switches(o, "preprocess", r);
    if (!deep) {
        flip_switches(o, "ic3", r);
        flip_switches(o, "frames", r);
        flip_switches(o, "pdr", r);
        flip_switches(o, "lifting", r);
        flip_switches(o, "ctg", r);
    }
    flip_switches(o, "local", r);
    o->ternary_states = 1 + random_below(r, 8);
    o->scorr_depth = 1 + random_below(r, 3);
    o->lift_rounds = 1 + random_below(r, 3);
    o->ctg_max = 1 + random_below(r, 4);
    o->ctg_depth = 1 + random_below(r, 3);
    o->seed = random_below(r, 4);
}

/* So little work for each phase that all of them get their turn. */
static void vary_localization(struct options *o, struct random *r) {
    o->local_priority = random_below(r, 3);
    o->local_hints = random_below(r, 3);
    o->block = random_below(r, 2);
    o->local_probe = random_below(r, 2);
    o->local_localize = random_below(r, 5);
    o->local_decide = 1 + random_below(r, 4);
    o->local_work = 1 + random_below(r, 60);
    o->local_settled = 1 + random_below(r, 10);
    o->local_tries = random_below(r, 4);
}

typedef VEC(struct trial) trials;

static void add_trial(trials *all, const struct oracle *o, struct random *r, struct trial trial) {
    if (trial.options.preprocess) vary_options(&trial.options, o->depth > 100, r);
    trial.gossip = random_one_in(r, 4);
    vec_push(all, trial);
}

/* Where it is deep these take long, with all their checks most of all. */
static void plan_interpolation(trials *all, const struct circuit *c, const struct oracle *o,
                               struct random *r) {
    bool shallow = o->depth < 30;
    for (int preprocess = 0; preprocess < 2; preprocess++) {
        struct options options;
        options_init(&options);
        options.preprocess = preprocess;
        options.check_interpolants = shallow;
        /* By the number of states a fixpoint must have come. */
        struct trial imc = {.name = "imc", .engine = &engine_imc, .options = options, .shortest = true};
        imc.complete = o->depth < 12 && c->latches.size <= 6;
        imc.options.imc_sweep = random_one_in(r, 2) ? 1000 : 0;
        imc.options.imc_fixpoint = random_below(r, 2);
        if (!imc.complete) imc.options.imc_bound = random_below(r, 16);
        imc.finds = imc.complete ? ORACLE_NEVER : (uint32_t)imc.options.imc_bound + 1;
        add_trial(all, o, r, imc);

        struct trial ipdr = {.name = "ipdr", .engine = &engine_ipdr, .options = options, .complete = true};
        ipdr.options.ipdr_frames = shallow ? random_below(r, 2) : 1;
        ipdr.options.ipdr_suffix = !shallow || random_below(r, 2);
        ipdr.options.check_frames = shallow;
        if (o->depth < 60 || (o->depth < 120 && random_one_in(r, 10))) add_trial(all, o, r, ipdr);
    }
}

/* What is run on a circuit, and what must come out of it. */
static void plan(trials *all, const struct circuit *c, const struct oracle *o, struct random *r) {
    struct options options;
    options_init(&options);
    for (int preprocess = 0; preprocess < 2; preprocess++) {
        options.preprocess = preprocess;
        struct trial bmc = {.name = "bmc", .engine = &engine_bmc, .options = options, .shortest = true};
        bmc.options.bmc_bound =
            random_below(r, (o->depth < 60 ? o->depth : 60) + 2); /* beyond, it takes long */
        bmc.finds = (uint32_t)bmc.options.bmc_bound + 1;
        bmc.options.bmc_step = random_one_in(r, 2) ? 1 : 1 + random_below(r, 6);
        bmc.options.simple_path = random_one_in(r, 3);
        add_trial(all, o, r, bmc);

        struct trial kind = {.name = "kind", .engine = &engine_kind, .options = options, .shortest = true};
        kind.options.kind_bound = 1 + random_below(r, 10);
        kind.finds = (uint32_t)kind.options.kind_bound;
        add_trial(all, o, r, kind);
        /* Simple paths make k-induction complete at the number of states, which is soon too hard for SAT. */
        kind.name = "kind with simple paths";
        kind.options.simple_path = true;
        kind.complete = c->latches.size <= 3 && !preprocess;
        if (kind.complete) kind.options.kind_bound = 1 << c->latches.size, kind.finds = ORACLE_NEVER;
        add_trial(all, o, r, kind);

        struct trial ic3 = {.name = "ic3", .engine = &engine_ic3, .options = options, .complete = true};
        add_trial(all, o, r, ic3);

        struct trial local = {
            .name = "ic3-local", .engine = &engine_ic3_local, .options = options, .complete = true};
        vary_localization(&local.options, r);
        add_trial(all, o, r, local);
    }
    plan_interpolation(all, c, o, r);
    struct trial hasty = {.name = "ic3 with little work", .engine = &engine_ic3, .options = options};
    hasty.work = 1 + random_below(r, 3000);
    add_trial(all, o, r, hasty);
}

struct campaign {
    const char *engine; /* NULL: all */
    bool verbose;
    struct tally tally;
    uint64_t circuits, properties, safe;
};

static void report_failure(const struct circuit *c, uint64_t seed, const struct trial *trial,
                           const char *why) {
    struct text line = {0};
    struct messages messages = {0};
    text_format(&line, "seed %llu", (unsigned long long)seed);
    if (trial) {
        text_format(&line, ", %s:", trial->name);
        trial_describe(trial, &line);
    }
    printf("FAILED: %s\n  %s\n", line.data, why);
    char *path = mem_format("random-%llu.aag", (unsigned long long)seed);
    shrink_and_write(c, seed, trial, path);
    printf("  circuit: %s\n", path);
    mem_free(path);
    messages_fini(&messages);
    text_fini(&line);
}

static bool run_trials(struct campaign *campaign, const struct circuit *c, const struct oracle *o,
                       uint64_t seed) {
    struct random random;
    random_init(&random, ~seed);
    trials all = {0};
    plan(&all, c, o, &random);
    struct text why = {0};
    bool fine = true;
    for (uint32_t i = 0; i < all.size && fine; i++) {
        const struct trial *trial = &all.data[i];
        if (campaign->engine && strcmp(campaign->engine, trial->engine->name)) continue;
        snprintf(crash_line, sizeof crash_line, "CRASHED: seed %llu, %s\n", (unsigned long long)seed,
                 trial->name);
        if (campaign->verbose) {
            trial_describe(trial, &why);
            printf("seed %llu, %s:%s\n", (unsigned long long)seed, trial->name, why.size ? why.data : "");
            text_clear(&why);
        }
        random_init(&random, seed + i);
        fine = trial_run(trial, c, o, &random, &campaign->tally, &why);
        if (!fine) report_failure(c, seed, trial, why.data);
    }
    text_fini(&why);
    vec_free(&all);
    return fine;
}

static bool run_seed(struct campaign *campaign, uint64_t seed) {
    snprintf(crash_line, sizeof crash_line, "CRASHED: seed %llu\n", (unsigned long long)seed);
    struct circuit *c = generate_circuit(seed);
    struct oracle oracle;
    struct text why = {0};
    oracle_init(&oracle, c);
    bool fine = trial_round_trip(c, &oracle, &why);
    if (!fine) report_failure(c, seed, NULL, why.data);
    fine = fine && run_trials(campaign, c, &oracle, seed);
    campaign->circuits++;
    campaign->properties += c->properties.size;
    for (uint32_t p = 0; p < c->properties.size; p++) campaign->safe += oracle.bad_depth[p] == ORACLE_NEVER;
    text_fini(&why);
    oracle_fini(&oracle);
    circuit_free(c);
    return fine;
}

static int usage(void) {
    fputs("usage: differential [--from SEED] [--count N] [--engine NAME] [--verbose]\n", stderr);
    return 2;
}

int main(int argc, char **argv) {
    uint64_t from = 1, count = getenv("INDUCT_LONG") ? 20000 : 1500, failures = 0;
    struct campaign campaign = {0};
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (!strcmp(argv[i], "--verbose"))
            campaign.verbose = true;
        else if (!has_value)
            return usage();
        else if (!strcmp(argv[i], "--from"))
            from = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--count"))
            count = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--engine"))
            campaign.engine = argv[++i];
        else
            return usage();
    }
    setvbuf(stdout, NULL, _IOLBF, 0); /* failures are seen at once, also in a log */
    signal(SIGABRT, on_crash);
    signal(SIGSEGV, on_crash);
    for (uint64_t seed = from; seed < from + count && failures < 10; seed++)
        failures += !run_seed(&campaign, seed);
    const struct tally *t = &campaign.tally;
    printf("%llu messages of liars, %llu lemmas in them that hold\n", (unsigned long long)t->heard,
           (unsigned long long)t->believed);
    printf("%llu circuits, %llu properties (%llu safe); %llu runs: %llu safe, %llu unsafe, %llu unknown; "
           "%llu certificates; %llu tampered, %llu of them still correct; %llu failures\n",
           (unsigned long long)campaign.circuits, (unsigned long long)campaign.properties,
           (unsigned long long)campaign.safe, (unsigned long long)t->trials, (unsigned long long)t->safe,
           (unsigned long long)t->unsafe, (unsigned long long)t->unknown, (unsigned long long)t->certificates,
           (unsigned long long)t->tampered, (unsigned long long)t->tampered_accepted,
           (unsigned long long)failures);
    return failures ? 1 : 0;
}
