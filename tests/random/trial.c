#include "trial.h"

#include "gossip.h"

#include "check/circuit/check_circuit.h"
#include "format/aiger/certificate.h"
#include "evidence/minimize.h"
#include "format/aiger/witness.h"
#include "format/aiger/aiger.h"
#include "model/verdict.h"
#include "transform/chain.h"
#include "transform/circuit/circuit_stages.h"

/* One run of an engine on one circuit, whose every answer is looked into. */
struct scrutiny {
    const struct trial *trial;
    const struct circuit *circuit; /* the user's */
    const struct oracle *oracle;
    struct random *random;
    struct tally *tally;
    struct text *why;
    struct chain chain;     /* from the circuit to what the engine sees */
    enum verdict *verdicts; /* per property */
};

/* Notes the first thing that is wrong; the rest follows from it. */
static void fail(const struct scrutiny *s, uint32_t property, const char *what, const struct text *detail) {
    if (s->why->size) return;
    text_format(s->why, "property %u (%s at depth %d): %s", property,
                s->oracle->bad_depth[property] == ORACLE_NEVER ? "safe" : "unsafe",
                (int)s->oracle->bad_depth[property], what);
    if (detail && detail->size) text_format(s->why, ": %s", detail->data);
}

static bool has_reset_functions(const struct circuit *c) {
    vec_each (const struct latch, l, &c->latches)
        if (latch_has_function(l)) return true;
    return false;
}

static struct circuit *through_aiger(const struct circuit *c, bool binary) {
    struct text file = {0};
    struct messages messages = {0};
    struct circuit *back = NULL;
    aiger_write(&file, c, binary);
    (void)aiger_read(&back, file.data, file.size, "memory", &messages);
    messages_fini(&messages);
    text_fini(&file);
    return back;
}

/* Safe. */

static bool accepts_invariant(const struct scrutiny *s, uint32_t property, const struct invariant *i,
                              struct text *why) {
    return check_invariant(s->circuit, property, i, NULL, why) == CHECK_ACCEPTED;
}

static void judge_certificate(const struct scrutiny *s, uint32_t property, const struct invariant *i) {
    struct circuit *certificate = certificate_build(s->circuit, property, i), *back = NULL;
    struct text why = {0};
    if (!certificate != i->simple_path)
        fail(s, property, "a certificate exists except for simple paths", NULL);
    if (certificate) {
        s->tally->certificates++;
        if (check_certificate(s->circuit, property, certificate, NULL, &why) != CHECK_ACCEPTED)
            fail(s, property, "certificate rejected", &why);
    }
    if (certificate && !has_reset_functions(s->circuit)) { /* which no file can have */
        back = through_aiger(certificate, random_one_in(s->random, 2));
        if (!back || check_certificate(s->circuit, property, back, NULL, &why) != CHECK_ACCEPTED)
            fail(s, property, "certificate rejected after it was written and read", &why);
    }
    circuit_free(back);
    circuit_free(certificate);
    text_fini(&why);
}

static void judge_minimized(const struct scrutiny *s, uint32_t property, const struct invariant *i) {
    struct invariant *small = invariant_copy(i);
    struct text why = {0};
    struct limits limits;
    limits_init(&limits, 0);
    uint32_t removed = invariant_minimize(small, s->circuit, property, &limits);
    if (removed != i->conjuncts.size - small->conjuncts.size)
        fail(s, property, "minimization counts wrongly", NULL);
    if (!accepts_invariant(s, property, small, &why)) fail(s, property, "minimized invariant rejected", &why);
    text_fini(&why);
    invariant_free(small);
}

/* Drops, negates, weakens or adds a conjunct, or changes the depth: checker and oracle must agree on it. */
static void judge_tampered_invariant(const struct scrutiny *s, uint32_t property,
                                     const struct invariant *original) {
    struct invariant *i = invariant_copy(original);
    struct text why = {0};
    struct random *r = s->random;
    uint32_t n = i->conjuncts.size, at = n ? random_below(r, n) : 0;
    aig_lit *conjunct = n ? &i->conjuncts.data[at] : NULL;
    aig_lit literal = {random_below(r, 2 * aig_size(i->graph))};
    switch (random_below(r, 6)) {
    case 0:
        if (conjunct) *conjunct = vec_pop(&i->conjuncts);
        break;
    case 1:
        if (conjunct) *conjunct = aig_not(*conjunct);
        break;
    case 2:
        if (conjunct) *conjunct = aig_or(i->graph, *conjunct, literal);
        break;
    case 3:
        if (conjunct) *conjunct = aig_and(i->graph, *conjunct, literal);
        break;
    case 4: vec_push(&i->conjuncts, literal); break;
    default: i->depth = i->depth > 1 ? i->depth - 1 : i->depth + 1;
    }
    i->simple_path = false;
    bool truth = oracle_accepts_invariant(s->circuit, property, i);
    s->tally->tampered++;
    s->tally->tampered_accepted += truth;
    if (accepts_invariant(s, property, i, &why) != truth)
        fail(s, property, truth ? "correct (changed) invariant rejected" : "tampered invariant accepted",
             &why);
    text_fini(&why);
    invariant_free(i);
}

static bool decide(struct scrutiny *s, uint32_t property, enum verdict verdict) {
    bool truth = s->oracle->bad_depth[property] == ORACLE_NEVER;
    if (s->verdicts[property] != VERDICT_UNKNOWN)
        fail(s, property, "decided twice", NULL);
    else if (truth != (verdict == VERDICT_SAFE))
        fail(s, property, "WRONG VERDICT", NULL);
    s->verdicts[property] = verdict;
    return truth == (verdict == VERDICT_SAFE);
}

static void proved(struct scrutiny *s, uint32_t property, struct invariant *invariant) {
    struct text why = {0};
    if (decide(s, property, VERDICT_SAFE)) {
        if (!accepts_invariant(s, property, invariant, &why)) fail(s, property, "invariant rejected", &why);
        if (!invariant->simple_path && !oracle_accepts_invariant(s->circuit, property, invariant))
            fail(s, property, "invariant rejected by the oracle", NULL);
        judge_certificate(s, property, invariant);
        judge_minimized(s, property, invariant);
        judge_tampered_invariant(s, property, invariant);
    }
    text_fini(&why);
    invariant_free(invariant);
}

/* Unsafe. */

static void judge_witness(const struct scrutiny *s, uint32_t property, const struct trace *t) {
    struct text file = {0}, why = {0};
    struct messages messages = {0};
    struct trace *back = NULL;
    witness_write_aiger(&file, s->circuit, t);
    if (witness_read_aiger(&back, s->circuit, file.data, file.size, "memory", &messages) != STATUS_OK)
        fail(s, property, "the witness file cannot be read", NULL);
    else if (check_trace(s->circuit, property, back, &why) != CHECK_ACCEPTED)
        fail(s, property, "witness rejected after it was written and read", &why);
    trace_free(back);
    messages_fini(&messages);
    text_fini(&file);
    text_fini(&why);
}

/* Changes one value: whatever the checker accepts, the oracle must; and the reverse for a trace without
 * TRACE_X. */
static void judge_tampered_trace(const struct scrutiny *s, uint32_t property, struct trace *t) {
    uint32_t all = t->initial.size + t->values.size;
    if (!all) return;
    uint32_t at = random_below(s->random, all);
    uint8_t *value = at < t->initial.size ? &t->initial.data[at] : &t->values.data[at - t->initial.size];
    *value = *value == TRACE_X ? random_below(s->random, 2) : *value ^ 1;
    bool exact = true;
    vec_each (const uint8_t, v, &t->initial) exact &= *v != TRACE_X;
    vec_each (const uint8_t, v, &t->values) exact &= *v != TRACE_X;
    struct text why = {0};
    bool accepted = check_trace(s->circuit, property, t, &why) == CHECK_ACCEPTED;
    bool truth = oracle_accepts_trace(s->circuit, property, t);
    s->tally->tampered++;
    s->tally->tampered_accepted += truth;
    if (accepted && !truth) fail(s, property, "tampered trace accepted", NULL);
    if (!accepted && truth && exact) fail(s, property, "correct (changed) trace rejected", &why);
    text_fini(&why);
}

static void refuted(struct scrutiny *s, uint32_t property, struct trace *trace) {
    struct text why = {0};
    if (decide(s, property, VERDICT_UNSAFE)) {
        uint32_t last = trace->steps - 1, least = s->oracle->bad_depth[property];
        if (trace->property != property) fail(s, property, "the trace is about another property", NULL);
        if (s->trial->shortest && last != least) fail(s, property, "the trace is not a shortest one", NULL);
        if (check_trace(s->circuit, property, trace, &why) != CHECK_ACCEPTED)
            fail(s, property, "trace rejected", &why);
        if (!oracle_accepts_trace(s->circuit, property, trace))
            fail(s, property, "trace rejected by the oracle", NULL);
        judge_witness(s, property, trace);
        judge_tampered_trace(s, property, trace);
    }
    text_fini(&why);
    trace_free(trace);
}

static void found(void *client, struct evidence e) {
    struct scrutiny *s = client;
    struct text why = {0};
    if (chain_back(&s->chain, &e, &why) != STAGE_CARRIED)
        fail(s, e.property, "evidence does not come back", &why);
    else if (e.refutes)
        refuted(s, e.property, e.trace);
    else
        proved(s, e.property, e.invariant);
    text_fini(&why);
}

/* A claim that there is no counterexample up to some depth must be true as well. */
static void listen(void *client, const struct event *event) {
    const struct scrutiny *s = client;
    if (event->kind != EVENT_DEPTH) return;
    if (event->number >= s->oracle->bad_depth[event->property])
        fail(s, event->property, "the depth is wrong", NULL);
}

static void judge_unknown(struct scrutiny *s, uint32_t property, const char *reason) {
    uint32_t depth = s->oracle->bad_depth[property];
    if (s->trial->complete) fail(s, property, "not decided", NULL);
    if (depth != ORACLE_NEVER && depth < s->trial->finds) fail(s, property, "counterexample not found", NULL);
    if (!reason && !s->trial->work) fail(s, property, "not decided, and no reason given", NULL);
}

static void run_engine(struct scrutiny *s) {
    struct stats stats = {0};
    struct limits limits;
    struct events events = {listen, s};
    limits_init(&limits, 0);
    struct stage_context context = {
        .options = &s->trial->options, .stats = &stats, .limits = &limits, .events = &events};
    uint32_t n = s->circuit->properties.size;
    u32s all = {0};
    for (uint32_t p = 0; p < n; p++) vec_push(&all, p);
    chain_init(&s->chain, model_of_circuit(s->circuit), all.data, n);
    vec_free(&all);
    if (s->trial->options.preprocess || has_reset_functions(s->circuit)) {
        (void)chain_apply(&s->chain, &stage_simplify, &context, NULL);
        (void)chain_apply(&s->chain, &stage_merge, &context, NULL);
    }
    struct engine_task task = {.model = chain_last(&s->chain),
                               .options = &s->trial->options,
                               .stats = &stats,
                               .limits = &limits,
                               .events = &events,
                               .found = found,
                               .client = s,
                               .work = s->trial->work};
    struct gossip gossip;
    gossip_init(&gossip, task.model.circuit, random_word(s->random));
    if (s->trial->gossip) task.port = &gossip.port;
    const char *reason = s->trial->engine->run(&task);
    s->tally->heard += gossip.heard;
    s->tally->believed += stats.lemmas_accepted + stats.lemmas_lowered;
    gossip_fini(&gossip);
    for (uint32_t p = 0; p < n; p++) {
        if (s->verdicts[p] == VERDICT_UNKNOWN) judge_unknown(s, p, reason);
        s->tally->safe += s->verdicts[p] == VERDICT_SAFE;
        s->tally->unsafe += s->verdicts[p] == VERDICT_UNSAFE;
        s->tally->unknown += s->verdicts[p] == VERDICT_UNKNOWN;
    }
    s->tally->trials++;
}

bool trial_run(const struct trial *trial, const struct circuit *c, const struct oracle *o, struct random *r,
               struct tally *tally, struct text *why) {
    struct scrutiny s = {.trial = trial, .circuit = c, .oracle = o, .random = r, .tally = tally, .why = why};
    s.verdicts = mem_new_array(enum verdict, c->properties.size + 1);
    run_engine(&s);
    chain_fini(&s.chain);
    mem_free(s.verdicts);
    return !why->size;
}

void trial_describe(const struct trial *trial, struct text *out) {
    struct options defaults;
    options_init(&defaults);
#define BOOL(group, field, name, initial, help)                                                              \
    if (trial->options.field != defaults.field)                                                              \
        text_format(out, " --set %s=%s", name, trial->options.field ? "on" : "off");
#define NUMBER(group, field, name, initial, low, high, help)                                                 \
    if (trial->options.field != defaults.field)                                                              \
        text_format(out, " --set %s=%lld", name, (long long)trial->options.field);
#define WORD(group, field, name, words, initial, help) NUMBER(group, field, name, initial, 0, 0, help)
#include "base/options.def"
#undef BOOL
#undef NUMBER
#undef WORD
}

bool trial_round_trip(const struct circuit *c, const struct oracle *o, struct text *why) {
    if (has_reset_functions(c)) return true; /* the format has none */
    struct text first = {0}, second = {0};
    aiger_write(&first, c, false);
    for (int binary = 0; binary < 2 && !why->size; binary++) {
        struct circuit *back = through_aiger(c, binary);
        struct oracle again = {0};
        if (!back || circuit_check(back)) {
            text_format(why, "the %s file cannot be read back", binary ? "binary" : "ASCII");
        } else {
            oracle_init(&again, back);
            text_clear(&second);
            aiger_write(&second, back, false);
            if (back->properties.size != c->properties.size ||
                memcmp(again.bad_depth, o->bad_depth, c->properties.size * sizeof *o->bad_depth))
                text_add(why, "the circuit means something else after it was written and read");
            if (!binary && (first.size != second.size || memcmp(first.data, second.data, first.size)))
                text_add(why, "the circuit is written differently after it was written and read");
            oracle_fini(&again);
        }
        circuit_free(back);
    }
    text_fini(&first);
    text_fini(&second);
    return !why->size;
}
