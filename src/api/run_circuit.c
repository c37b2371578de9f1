/* A run on a circuit: preprocess, let an engine work, bring its evidence back.
 *
 *     [system --bitblast-->] circuit --pipeline_run--> result --engine--> evidence about result
 *                                                                            | pipeline_*_back [, bitblast_*_back,
 *                                                                            |  run_system_proved, ..refuted]
 *                                                                         evidence about the user's model */
#include "api/run.h"

static void proved(void *client, uint32_t position, struct invariant *invariant) {
    struct run *run = client;
    struct induct *c = run->context;
    uint32_t number;
    struct entry *entry = run_undecided(run, position, &number);
    if (!entry) {
        invariant_free(invariant);
        return;
    }
    if (!run->encoding) run_send(run, (struct induct_event){INDUCT_EVENT_PROVED, number, 0, NULL});
    invariant = pipeline_invariant_back(run->pipeline, invariant);
    c->stats->invariant_clauses += invariant->conjuncts.size;
    if (run->blast) {
        struct system_invariant *words = bitblast_invariant_back(run->blast, invariant);
        if (!words) {
            run_give_up(run, number, "unsupported: the invariant is too large when said of the system");
            return;
        }
        run_system_proved(run, number, words);
        return;
    }
    entry->invariant = invariant;
    run_judge(run, number);
}

static void refuted(void *client, uint32_t position, struct trace *trace) {
    struct run *run = client;
    uint32_t number;
    struct entry *entry = run_undecided(run, position, &number);
    if (!entry) {
        trace_free(trace);
        return;
    }
    if (!run->encoding)
        run_send(run, (struct induct_event){INDUCT_EVENT_REFUTED, number, trace->steps - 1, NULL});
    trace = pipeline_trace_back(run->pipeline, trace);
    if (run->blast) {
        run_system_refuted(run, number, bitblast_trace_back(run->blast, trace));
        return;
    }
    entry->trace = trace;
    run_judge(run, number);
}

/* Preprocesses for the chosen properties and lets the engine work on the result. */
static const char *attempt(struct run *run, const struct options *options, uint64_t work) {
    struct induct *c = run->context;
    struct events events = {run_translate, run};
    u32s positions = {0};
    vec_each (const uint32_t, number, &run->chosen) vec_push(&positions, c->entries.data[*number].position);
    struct transform_context stages = {.options = options,
                                       .stats = c->stats,
                                       .limits = &c->limits,
                                       .events = &events,
                                       .state_facts = run->encoding != NULL};
    run->pipeline = pipeline_run(run->circuit, positions.data, positions.size, &stages);
    vec_free(&positions);
    const char *gave_up = NULL;
    if (!limits_stopped_slow(&c->limits)) {
        run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, run->engine->name});
        struct engine_task task = {.circuit = run->pipeline->result,
                                   .options = options,
                                   .stats = c->stats,
                                   .limits = &c->limits,
                                   .events = &events,
                                   .proved = proved,
                                   .refuted = refuted,
                                   .meanwhile = run_walks_meanwhile,
                                   .client = run,
                                   .work = work};
        gave_up = run->engine->run(&task);
    }
    pipeline_free(run->pipeline);
    run_drop_decided(run);
    return gave_up;
}

/* Sweeping and signal correspondence cost about as much as several hundred propagations per gate; an engine
 * that decides within that time need not wait for them. */
static void presearch(struct run *run) {
    enum { PER_GATE = 600, LEAST = 1000000, MOST = 20000000 };
    struct induct *c = run->context;
    struct options light = c->options;
    light.sweep = light.scorr = light.simple_path = false;
    uint64_t work = LEAST + (uint64_t)PER_GATE * run->circuit->graph->gates;
    uint32_t before = run->chosen.size;
    attempt(run, &light, work < MOST ? work : MOST);
    c->stats->presearch_decided += before - run->chosen.size;
}

const char *run_circuit(struct run *run) {
    struct induct *c = run->context;
    struct options o = c->options;
    if (!run->engine->simple_paths || run->encoding) o.simple_path = false; /* programs: no such evidence */
    if (run->engine->presearch && o.presearch && o.preprocess && (o.sweep || o.scorr)) presearch(run);
    return run->chosen.size && !limits_stopped_slow(&c->limits) ? attempt(run, &o, 0) : NULL;
}
