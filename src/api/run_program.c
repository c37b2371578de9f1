/* A run on a program: by an engine for programs, or encoded as a transition system (and then perhaps as a
 * circuit) by one of the other levels.
 *
 *     program --program_prepare--> prepared [--program_integers_run-->] seen --engine--> evidence about it
 *                                                                 |                  | [program_integers_*,] program_*_back
 *                                                             program_encode         evidence about the program as read
 *                                                                 v                  ^ program_encoding_*, and as above
 *                                                              system --run_system--> evidence about the system
 *
 * What the reader could not express is an edge to the error location at first: a proof shows that it cannot be
 * reached. Else the engine works once more without these edges, for an error that does not depend on
 * them.
 *
 * Beside the engine there are walks (run_walks.c), which look for errors in the program as read. */
#include "api/run.h"

#include "engine/program.h"
#include "smt/smt.h"
#include "transform/program/prepare.h"
#include "transform/program/integers.h"

enum { ENCODING_BITS, ENCODING_INTEGERS, ENCODING_AUTO }; /* as the words of the option `encoding` */

/* ---- evidence back ---- */

/* What no engine and no mapping should do. */
static void reject(struct run *run, uint32_t number, const char *why) {
    struct induct *c = run->context;
    c->stats->rejected++;
    messages_warn(
        &c->messages, (struct position){.file = c->file},
        "property %s: the evidence of engine %s is no evidence about the program, please report this: %s",
        c->entries.data[number].name, run->engine->name, why);
    run_give_up(run, number, "evidence rejected");
}

/* Evidence is about run->seen, in its bank. Without the edges that are not supported a proof proves
 * nothing. */
static void conclude_safe(struct run *run, uint32_t number, const struct program_invariant *invariant,
                          uint32_t depth) {
    struct induct *c = run->context;
    if (run->left_out) return;
    run_send(run, (struct induct_event){INDUCT_EVENT_PROVED, number, 0, NULL});
    struct program_invariant *bits =
        run->integers ? program_integers_invariant(run->integers, invariant) : NULL;
    if (run->integers && !bits) {
        run_give_up(run, number, "unsupported: the invariant cannot be said of bits");
        return;
    }
    struct entry *entry = &c->entries.data[number];
    entry->program_invariant = program_invariant_back(bits ? bits : invariant, run->prepared, c->program);
    entry->program_depth = depth;
    program_invariant_free(bits);
    run_judge(run, number);
}

static void conclude_unsafe(struct run *run, uint32_t number, const struct program_trace *trace) {
    struct induct *c = run->context;
    struct program_trace *bits = run->integers ? program_integers_trace(run->integers, trace) : NULL;
    struct program_trace *back = program_trace_back(bits ? bits : trace, run->prepared, c->program);
    program_trace_free(bits);
    if (!back || !back->edges.size) {
        program_trace_free(back);
        reject(run, number, "the trace does not run");
        return;
    }
    uint32_t last = vec_last(&back->edges);
    if (c->program->edges.data[last].unsupported) {
        run->unsupported_edge = last;
        program_trace_free(back);
        return;
    }
    run_send(run, (struct induct_event){INDUCT_EVENT_REFUTED, number, back->edges.size, NULL});
    c->entries.data[number].program_trace = back;
    run_judge(run, number);
}

void run_encoding_proved(struct run *run, uint32_t number, struct system_invariant *invariant) {
    uint32_t depth = invariant->depth;
    struct program_invariant *located = program_encoding_invariant(run->encoding, invariant);
    if (located)
        conclude_safe(run, number, located, depth);
    else
        reject(run, number, "the invariant speaks of inputs or of paths");
    program_invariant_free(located);
}

void run_encoding_refuted(struct run *run, uint32_t number, struct system_trace *trace) {
    struct program_trace *edges = program_encoding_trace(run->encoding, trace);
    if (edges)
        conclude_unsafe(run, number, edges);
    else
        reject(run, number, "the trace does not follow the edges");
    program_trace_free(edges);
}

/* ---- engines for programs ---- */

static void proved(void *client, struct program_invariant *invariant) {
    struct run *run = client;
    uint32_t number;
    if (run_undecided(run, 0, &number)) conclude_safe(run, number, invariant, 1);
    program_invariant_free(invariant);
}

static void refuted(void *client, struct program_trace *trace) {
    struct run *run = client;
    uint32_t number;
    if (run_undecided(run, 0, &number)) conclude_unsafe(run, number, trace);
    program_trace_free(trace);
}

static const char *decide(struct run *run) {
    struct induct *c = run->context;
    struct text missing = {0};
    const char *gave_up = NULL;
    if (smt_available(&missing)) {
        struct events events = {run_translate, run};
        struct program_task task = {.program = run->seen,
                                    .options = &c->options,
                                    .stats = c->stats,
                                    .limits = &c->limits,
                                    .events = &events,
                                    .proved = proved,
                                    .refuted = refuted,
                                    .meanwhile = run_walks_meanwhile,
                                    .client = run};
        run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, run->engine->name});
        gave_up = run->engine->run_program(&task);
        run_drop_decided(run);
    } else {
        gave_up = run_refuse(run->context, missing.data);
    }
    text_fini(&missing);
    return gave_up;
}

/* ---- the levels ---- */

/* The engine for programs that was asked for, or is the default; NULL: the program is to be encoded. */
static const struct engine *program_engine(const struct run *run) {
    return run_by_default(run) ? engines_find_program(engines_default_program()) : run->choice.program;
}

static const char *encode_and_decide(struct run *run) {
    run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, "encode"});
    run->encoding = program_encode(run->seen);
    run->system = run->encoding->system;
    const char *gave_up = run_system(run);
    program_encoding_free(run->encoding);
    run->encoding = NULL;
    return gave_up;
}

/* SMT solvers are faster on integers than on bits, where these can say the same. NULL, or a refusal. */
static const char *try_integers(struct run *run) {
    struct messages why_not = {0};
    const char *refusal = NULL;
    bool must = run->context->options.encoding == ENCODING_INTEGERS;
    if (program_integers_run(&run->integers, run->prepared, &why_not) != STATUS_OK) {
        if (must) refusal = run_refuse(run->context, messages_first_error(&why_not));
    } else if (must || program_integers_pays(run->integers)) {
        run->seen = program_integers_automaton(run->integers);
    } else {
        program_integers_free(run->integers);
        run->integers = NULL;
    }
    messages_fini(&why_not);
    return refusal;
}

/* Path after path is how SMT solvers go through an edge: for them alone there is a limit to how many it has. */
static void make_blocks(struct run *run, bool by_smt) {
    struct induct *c = run->context;
    struct options options = c->options;
    if (!by_smt) options.block_paths = 0;
    bool again = run->prepared != NULL;
    program_free(run->prepared);
    run->prepared =
        program_prepare(c->program, run->left_out ? PROGRAM_UNSUPPORTED_LEFT_OUT : PROGRAM_UNSUPPORTED_FAILS,
                        &options, run->left_out || again ? NULL : c->stats);
    run->seen = run->prepared;
}

/* Bits that integers cannot say are too slow for SMT solvers: the default is then the one of bit-vector systems,
 * the circuit engine. */
static bool left_to_bits(const struct run *run) {
    return run_by_default(run) && !run->integers && (program_theories(run->prepared) & THEORY_BV);
}

/* NULL, or a refusal. */
static const char *prepare(struct run *run, const struct engine *engine) {
    struct induct *c = run->context;
    run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, "prepare"});
    uint64_t start = clock_us();
    bool by_smt = engine || (run->choice.system && !run->choice.circuit);
    make_blocks(run, by_smt);
    bool bits = (program_theories(run->prepared) & (THEORY_BV | THEORY_INT | THEORY_REAL)) == THEORY_BV;
    const char *refusal = NULL;
    if (c->options.encoding != ENCODING_BITS && by_smt && bits) refusal = try_integers(run);
    if (left_to_bits(run)) make_blocks(run, false);
    c->stats->preprocess_us += clock_us() - start;
    return refusal;
}

static const char *attempt(struct run *run) {
    struct induct *c = run->context;
    const struct engine *engine = program_engine(run);
    const char *gave_up = prepare(run, engine);
    if (left_to_bits(run)) engine = NULL;
    if (gave_up || limits_stopped_slow(&c->limits)) {
        /* the refusal, or the limits, say why */
    } else if (engine) {
        run->engine = c->running = engine;
        gave_up = run_deeply(run, decide);
    } else {
        gave_up = encode_and_decide(run);
    }
    program_integers_free(run->integers);
    program_free(run->prepared);
    run->integers = NULL;
    run->prepared = run->seen = NULL;
    return gave_up;
}

static const char *engines_work(struct run *run) {
    run->unsupported_edge = PROGRAM_NONE;
    const char *gave_up = attempt(run);
    if (run->unsupported_edge == PROGRAM_NONE || !run->chosen.size) return gave_up;
    run->left_out = true;
    attempt(run);
    const struct program_edge *edge = &run->context->program->edges.data[run->unsupported_edge];
    return run->chosen.size ? run_refuse_at(run->context, edge->unsupported, &edge->position) : NULL;
}

const char *run_program(struct run *run) {
    run_walks_first(run);
    const char *gave_up = run->chosen.size ? engines_work(run) : NULL;
    run_walks_last(run);
    return gave_up;
}
