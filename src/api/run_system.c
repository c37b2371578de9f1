/* A run on a transition system: by an engine for systems, or bit-blasted by one for circuits.
 *
 * Without a choice of the user, a system of bits and bit vectors whose arrays are small enough goes to the
 * default engine for circuits, any other to the default for systems. An engine that works on both levels gets
 * the circuit when there is one, because SAT queries are much cheaper than SMT queries; option `bitblast` can
 * say otherwise. All of them see the cone of the chosen properties only. */
#include "api/run.h"

#include "engine/system.h"
#include "smt/smt.h"
#include "transform/system/functional.h"

void run_system_proved(struct run *run, uint32_t number, struct system_invariant *invariant) {
    struct induct *c = run->context;
    if (run->encoding) {
        run_encoding_proved(run, number, invariant);
        return;
    }
    c->entries.data[number].system_invariant =
        system_invariant_copy(invariant, c->system, context_pristine_system(c));
    system_invariant_free(invariant);
    run_judge(run, number);
}

void run_system_refuted(struct run *run, uint32_t number, struct system_trace *trace) {
    struct induct *c = run->context;
    if (run->encoding) {
        run_encoding_refuted(run, number, trace);
        return;
    }
    if (run->cone) trace = system_cone_trace(run->cone, trace);
    struct entry *entry = &c->entries.data[number];
    entry->system_trace = system_trace_copy(trace, c->system, context_pristine_system(c));
    entry->system_trace->property = entry->position;
    system_trace_free(trace);
    run_judge(run, number);
}

static void proved(void *client, uint32_t position, struct system_invariant *invariant) {
    struct run *run = client;
    uint32_t number;
    if (!run_undecided(run, position, &number)) {
        system_invariant_free(invariant);
        return;
    }
    if (!run->encoding) run_send(run, (struct induct_event){INDUCT_EVENT_PROVED, number, 0, NULL});
    run->context->stats->invariant_clauses += invariant->conjuncts.size;
    run_system_proved(run, number, invariant);
}

static void refuted(void *client, uint32_t position, struct system_trace *trace) {
    struct run *run = client;
    uint32_t number;
    if (!run_undecided(run, position, &number)) {
        system_trace_free(trace);
        return;
    }
    if (!run->encoding)
        run_send(run, (struct induct_event){INDUCT_EVENT_REFUTED, number, trace->steps - 1, NULL});
    run_system_refuted(run, number, trace);
}

/* What the engine gets to see of the user's system: as far as it is functional (for the circuit, where every relation costs
 * guesses), and the cone of what is chosen. Programs were sliced before. */
static void narrow(struct run *run, bool functional) {
    struct induct *c = run->context;
    run->whole = run->system;
    if (run->encoding || !c->options.preprocess) return;
    if (functional) {
        run->functional = system_view_new(run->system);
        system_make_functional(run->functional);
        run->system = run->functional;
    }
    if (!c->options.coi) return;
    u32s positions = {0};
    vec_each (const uint32_t, number, &run->chosen) vec_push(&positions, c->entries.data[*number].position);
    run->cone = system_cone_new(run->system, positions.data, positions.size);
    vec_free(&positions);
    c->stats->coi_states = run->cone->dropped.size;
    run->system = run->cone->to;
}

static void widen(struct run *run) {
    run->system = run->whole;
    system_cone_free(run->cone);
    system_view_free(run->functional);
    run->cone = NULL;
    run->functional = NULL;
}

/* The engine sees the chosen properties only; terms and variables are shared with the user's system. */
static const char *decide(struct run *run) {
    struct induct *c = run->context;
    narrow(run, false);
    struct system view = *run->system;
    struct options options = c->options;
    if (run->encoding) options.simple_path = false; /* there is no evidence of that kind about programs */
    memset(&view.properties, 0, sizeof view.properties);
    vec_each (const uint32_t, number, &run->chosen)
        vec_push(&view.properties, run->system->properties.data[c->entries.data[*number].position]);
    struct events events = {run_translate, run};
    struct system_task task = {.system = &view,
                               .options = &options,
                               .stats = c->stats,
                               .limits = &c->limits,
                               .events = &events,
                               .proved = proved,
                               .refuted = refuted,
                               .meanwhile = run_walks_meanwhile,
                               .client = run};
    run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, run->engine->name});
    const char *gave_up = run->engine->run_system(&task);
    vec_free(&view.properties);
    widen(run);
    run_drop_decided(run);
    return gave_up;
}

/* Makes the circuit, if the system has one. The reason why not stays among the messages as a note for those
 * who insist. */
static bool blast(struct run *run, struct messages *why_not) {
    struct induct *c = run->context;
    run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, "bitblast"});
    uint64_t start = clock_us();
    enum status status =
        bitblast_run(&run->blast, run->system, (uint64_t)c->options.array_bits, &c->limits, why_not);
    c->stats->bitblast_us += clock_us() - start;
    if (status != STATUS_OK) return false;
    run->circuit = bitblast_circuit(run->blast);
    c->stats->latches = run->circuit->latches.size;
    c->stats->ands = run->circuit->graph->gates;
    return true;
}

/* Lets an engine for circuits work. False: there is no circuit. */
static bool decide_blasted(struct run *run, struct messages *why_not, const char **gave_up) {
    struct induct *c = run->context;
    if (system_theories(run->system) & ~(unsigned)(THEORY_BV | THEORY_ARRAY)) {
        messages_fail(why_not, STATUS_UNSUPPORTED, (struct position){0},
                      "the system has variables that are no bit vectors, so there is no circuit");
        return false;
    }
    narrow(run, true);
    bool blasted = blast(run, why_not);
    if (blasted) {
        run->engine = c->running = run->choice.circuit ? run->choice.circuit : engines_default();
        *gave_up = run_circuit(run);
        bitblast_free(run->blast);
        run->blast = NULL;
    }
    widen(run);
    return blasted;
}

const char *run_system(struct run *run) {
    struct induct *c = run->context;
    struct messages why_not = {0};
    const char *gave_up = NULL;
    const struct engine_choice *choice = &run->choice;
    bool choose = !choice->circuit == !choice->system; /* by default, or because the name stands for both */
    bool circuit_wanted = choose ? c->options.bitblast : choice->circuit != NULL;
    if (circuit_wanted && decide_blasted(run, &why_not, &gave_up)) {
        messages_fini(&why_not);
        return gave_up;
    }
    if (!choose && circuit_wanted) {
        if (!limits_stopped_slow(&c->limits))
            gave_up = run_refuse(run->context, messages_first_error(&why_not));
    } else if (!limits_stopped_slow(&c->limits)) {
        struct text missing = {0};
        run->engine = c->running = choice->system ? choice->system : engines_default_system();
        gave_up = smt_available(&missing) ? run_deeply(run, decide) : run_refuse(run->context, missing.data);
        text_fini(&missing);
    }
    messages_fini(&why_not);
    return gave_up;
}
