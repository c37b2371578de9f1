#include "check/judge/judge.h"

#include "base/deep.h"
#include "check/circuit/check_circuit.h"
#include "check/program/check_program.h"
#include "check/program/program_induction.h"
#include "check/program/program_run.h"
#include "check/system/check_system.h"
#include "evidence/minimize.h"
#include "evidence/slice.h"

void check_answer_fini(struct check_answer *a) {
    text_fini(&a->lines);
    text_fini(&a->why);
    mem_free(a->reason);
    *a = (struct check_answer){0};
}

char *check_answer_reason(const struct check_answer *a, struct limits *limits) {
    if (a->reason) return mem_strdup(a->reason);
    if (a->result == CHECK_REJECTED) return mem_strdup("evidence rejected");
    if (a->why.size && !limits_stopped_slow(limits)) /* the judge is missing, or has no answer */
        return mem_format("unsupported: %s", a->why.data);
    return mem_strdup(limits_reason(limits) == STOP_INTERRUPTED ? "interrupted" : "evidence check timeout");
}

/* With many properties most of an invariant is about others: the part about this one is tried first. */
static void judge_invariant(const struct check_case *c, struct evidence *e, struct check_answer *a) {
    const struct circuit *model = c->model.circuit;
    struct invariant *part = invariant_slice(e->invariant, model, e->property);
    if (part) {
        a->result = check_invariant(model, e->property, part, c->limits, &a->why);
        a->sliced = a->result == CHECK_ACCEPTED;
        struct invariant *useless = a->sliced ? e->invariant : part;
        if (a->sliced) e->invariant = part;
        invariant_free(useless);
        if (a->sliced) return;
        text_clear(&a->why);
    }
    a->result = check_invariant(model, e->property, e->invariant, c->limits, &a->why);
}

static void judge_circuit(const struct check_case *c, struct evidence *e, struct check_answer *a) {
    if (e->refutes)
        a->result = check_trace(c->model.circuit, e->property, e->trace, &a->why);
    else
        judge_invariant(c, e, a);
}

static void judge_system(const struct check_case *c, const struct evidence *e, struct check_answer *a) {
    const struct system *system = c->model.system;
    a->result = e->refutes ? check_system_trace(system, e->property, e->system_trace, c->limits, &a->why)
                           : check_system_invariant(system, e->property, e->system_invariant, c->judge,
                                                    c->limits, &a->why);
}

static void count_runs(struct stats *stats, const struct lockstep *l, uint64_t us) {
    stats->lockstep_runs += l->runs;
    stats->lockstep_probes += l->probes;
    stats->lockstep_values += l->values;
    stats->lockstep_states += l->states;
    stats->lockstep_lines += l->lines;
    stats->lockstep_of += l->of;
    stats->lockstep_us += us;
    stats->second_runs += l->second_runs;
}

/* The time of runs is bounded, by a tenth of what was spent so far if that is more. */
static struct lockstep_plan plan(const struct check_case *c) {
    double least = (double)c->options->lockstep_ms / 1e3, tenth = (double)(clock_us() - c->started_us) / 1e7;
    return (struct lockstep_plan){.runs = (uint32_t)c->options->lockstep,
                                  .seconds = tenth > least ? tenth : least,
                                  .seed = c->options->seed};
}

/* A proof is about the automaton: is that what the program does? A program in unbounded numbers is compared as it is in
 * bits. */
static void judge_reading(const struct check_case *c, const struct program_invariant *invariant,
                          struct check_answer *a) {
    uint64_t start = clock_us();
    struct program *bits = c->in_bits ? c->in_bits(c->client) : NULL;
    if (c->in_bits && !bits) {
        text_add(&a->why, "it cannot be read in the machine's arithmetic");
        return;
    }
    struct lockstep_plan runs = plan(c);
    struct second *own = bits || c->second ? NULL : check_prepare_second(c); /* nobody has prepared it */
    runs.lines = &a->lines;
    runs.second = bits ? NULL : own ? own : c->second;
    struct lockstep compared;
    a->result = check_lockstep(bits ? bits : c->model.program, bits ? NULL : invariant, c->origin(c->client),
                               bits ? NULL : c->observer, &runs, c->limits, &compared, &a->why);
    a->executed = compared.runs;
    if (compared.unspecified) a->reason = mem_strdup("unsupported: depends on unspecified behaviour");
    count_runs(c->stats, &compared, clock_us() - start);
    lockstep_unprepare_second(own);
    program_free(bits);
}

static void judge_program(const struct check_case *c, const struct evidence *e, struct check_answer *a) {
    if (e->refutes) {
        judge_program_trace(c, e->program_trace, a);
        return;
    }
    const struct program_invariant *invariant = e->program_invariant;
    if (invariant->only_run)
        a->result = check_program_run(c->model.program, c->limits, &a->why);
    else
        a->result = (invariant->depth == 1 ? check_program_invariant : check_program_induction)(
            c->model.program, invariant, c->judge, c->limits, &a->why);
    if (a->result == CHECK_ACCEPTED && c->replay && c->options->lockstep) judge_reading(c, invariant, a);
}

struct observer *check_prepare(const struct check_case *c) {
    if (c->model.level != LEVEL_PROGRAM || !c->replay || c->in_bits) return NULL;
    return lockstep_prepare(c->model.program, c->origin(c->client), c->limits);
}

struct second *check_prepare_second(const struct check_case *c) {
    bool wanted = c->model.level == LEVEL_PROGRAM && c->replay && !c->in_bits && c->options->lockstep;
    if (!wanted || !c->options->second_compiler) return NULL;
    return lockstep_prepare_second(c->model.program, c->origin(c->client), c->limits);
}

struct question {
    const struct check_case *c;
    struct evidence *evidence;
    struct check_answer answer;
};

static void ask(void *argument) {
    struct question *q = argument;
    switch (q->c->model.level) {
    case LEVEL_CIRCUIT: judge_circuit(q->c, q->evidence, &q->answer); break;
    case LEVEL_SYSTEM: judge_system(q->c, q->evidence, &q->answer); break;
    default: judge_program(q->c, q->evidence, &q->answer); break;
    }
}

/* Invariants over terms go to the SMT solver, whose recursion needs room. */
struct check_answer check_evidence(const struct check_case *c, struct evidence *e) {
    assert(e->any && e->level == c->model.level);
    struct question q = {c, e, {0}};
    if (e->level == LEVEL_CIRCUIT || e->refutes)
        ask(&q);
    else
        deep_call(ask, &q);
    return q.answer;
}

void check_minimize(const struct check_case *c, struct evidence *e, bool verify, struct text *why) {
    if (e->level == LEVEL_SYSTEM) {
        if (verify) c->stats->minimized_clauses += minimize_system(c, e);
        return;
    }
    struct invariant *all = e->invariant;
    struct evidence smaller = evidence_of_invariant(e->property, invariant_copy(all));
    uint32_t removed = invariant_minimize(smaller.invariant, c->model.circuit, smaller.property, c->limits);
    struct check_answer answer = {.result = CHECK_UNDECIDED};
    if (removed || smaller.invariant->depth < all->depth) {
        answer.result = CHECK_ACCEPTED;
        if (verify) answer = check_evidence(c, &smaller);
    }
    if (answer.result == CHECK_REJECTED)
        text_format(why, "the checker rejected the minimized invariant: %s",
                    answer.why.data ? answer.why.data : "");
    if (answer.result == CHECK_ACCEPTED) {
        evidence_free(e);
        *e = smaller;
        c->stats->minimized_clauses += removed;
    } else {
        evidence_free(&smaller);
    }
    check_answer_fini(&answer);
}

static void set_property(struct evidence *e, uint32_t property) {
    e->property = property;
    if (e->level == LEVEL_CIRCUIT)
        e->trace->property = property;
    else
        e->system_trace->property = property;
}

void check_find_cause(const struct check_case *c, struct evidence *e) {
    const uint32_t joined = e->property;
    assert(e->refutes && e->level != LEVEL_PROGRAM);
    set_property(e, e->level == LEVEL_CIRCUIT ? check_trace_cause(c->model.circuit, e->trace)
                                              : check_system_trace_cause(c->model.system, e->system_trace));
    struct check_answer answer = check_evidence(c, e);
    if (answer.result != CHECK_ACCEPTED) set_property(e, joined);
    check_answer_fini(&answer);
}
