#include "transform/between/between_stages.h"

#include "transform/between/bitblast.h"
#include "transform/between/program_to_system.h"

/* ---- bits ---- */

static enum status apply_bits(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked;
    if (system_theories(s->from.system) & ~(unsigned)(THEORY_BV | THEORY_ARRAY))
        return messages_fail(messages, STATUS_UNSUPPORTED, (struct position){0},
                             "the system has variables that are no bit vectors, so there is no circuit");
    return stage_rest(s);
}

const struct stage_kind stage_bits = {
    .name = "bits", .from = LEVEL_SYSTEM, .to = LEVEL_SYSTEM, .apply = apply_bits};

/* ---- bitblast ---- */

static enum status apply_bitblast(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked;
    struct stats *stats = s->context.stats;
    events_send(s->context.events, (struct event){.kind = EVENT_STAGE, .text = "bitblast"});
    uint64_t start = clock_us();
    struct bitblast *blast = NULL;
    enum status status = bitblast_run(&blast, s->from.system, (uint64_t)s->context.options->array_bits,
                                      s->context.limits, messages);
    stats->bitblast_us += clock_us() - start;
    if (status != STATUS_OK) return status;
    s->own = blast;
    s->to = model_of_circuit(bitblast_circuit(blast));
    stats->latches = s->to.circuit->latches.size;
    stats->ands = s->to.circuit->graph->gates;
    return STATUS_OK;
}

static enum stage_back bitblast_trace(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    *e = evidence_of_system_trace(bitblast_trace_back(s->own, e->trace));
    return STAGE_CARRIED;
}

static enum stage_back bitblast_invariant(struct stage *s, struct evidence *e, struct text *why) {
    *e = evidence_of_system_invariant(e->property, bitblast_invariant_back(s->own, e->invariant));
    return e->any ? STAGE_CARRIED
                  : stage_fail(STAGE_UNSAYABLE, why, "the invariant is too large when said of the system");
}

static void blast_lemmas_back(struct stage *s, struct evidence *lemmas) {
    *lemmas = evidence_of_system_invariant(0, bitblast_lemmas_back(s->own, lemmas->invariant));
}

static void blast_lemmas_forward(struct stage *s, struct evidence *lemmas) {
    struct invariant *forward = bitblast_lemmas_forward(s->own, lemmas->system_invariant, s->context.limits);
    evidence_free(lemmas);
    *lemmas = evidence_of_invariant(0, forward);
}

static void free_bitblast(struct stage *s) {
    bitblast_free(s->own);
}

const struct stage_kind stage_bitblast = {
    .name = "bitblast",
    .from = LEVEL_SYSTEM,
    .to = LEVEL_CIRCUIT,
    .apply = apply_bitblast,
    .trace_back = bitblast_trace,
    .invariant_back = bitblast_invariant,
    .lemmas_back = blast_lemmas_back,
    .lemmas_forward = blast_lemmas_forward,
    .free = free_bitblast,
};

/* ---- counter ---- */

static enum status apply_counter(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked, (void)messages;
    events_send(s->context.events, (struct event){.kind = EVENT_STAGE, .text = "encode"});
    struct program_encoding *encoding = program_encode(s->from.program);
    s->own = encoding;
    s->to = model_of_system(encoding->system);
    return STATUS_OK;
}

static enum stage_back counter_trace(struct stage *s, struct evidence *e, struct text *why) {
    *e = evidence_of_program_trace(program_encoding_trace(s->own, e->system_trace));
    return e->any ? STAGE_CARRIED : stage_fail(STAGE_WRONG, why, "the trace does not follow the edges");
}

static enum stage_back counter_invariant(struct stage *s, struct evidence *e, struct text *why) {
    *e = evidence_of_program_invariant(program_encoding_invariant(s->own, e->system_invariant));
    return e->any ? STAGE_CARRIED
                  : stage_fail(STAGE_WRONG, why, "the invariant speaks of inputs or of paths");
}

static void counter_lemmas_back(struct stage *s, struct evidence *lemmas) {
    struct program_invariant *back = program_encoding_lemmas_back(s->own, lemmas->system_invariant);
    evidence_free(lemmas);
    *lemmas = evidence_of_program_invariant(back);
}

static void counter_lemmas_forward(struct stage *s, struct evidence *lemmas) {
    struct system_invariant *forward = program_encoding_lemmas_forward(s->own, lemmas->program_invariant);
    evidence_free(lemmas);
    *lemmas = evidence_of_system_invariant(0, forward);
}

static void free_counter(struct stage *s) {
    program_encoding_free(s->own);
}

const struct stage_kind stage_counter = {
    .name = "counter",
    .from = LEVEL_PROGRAM,
    .to = LEVEL_SYSTEM,
    .apply = apply_counter,
    .trace_back = counter_trace,
    .invariant_back = counter_invariant,
    .lemmas_back = counter_lemmas_back,
    .lemmas_forward = counter_lemmas_forward,
    .free = free_counter,
};
