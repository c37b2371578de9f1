#include "transform/program/program_stages.h"

#include "transform/program/integers.h"
#include "transform/program/prepare.h"

/* ---- blocks ---- */

static enum status prepare(struct stage *s, const struct options *options) {
    events_send(s->context.events, (struct event){.kind = EVENT_STAGE, .text = "prepare"});
    uint64_t start = clock_us();
    bool leave_out = s->context.leave_out;
    s->to = model_of_program(
        program_prepare(s->from.program, leave_out ? PROGRAM_UNSUPPORTED_LEFT_OUT : PROGRAM_UNSUPPORTED_FAILS,
                        options, leave_out ? NULL : s->context.stats));
    s->proves_nothing = leave_out;
    s->context.stats->preprocess_us += clock_us() - start;
    return STATUS_OK;
}

static enum status apply_blocks(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked, (void)messages;
    return prepare(s, s->context.options);
}

static enum status apply_whole_blocks(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked, (void)messages;
    struct options options = *s->context.options;
    options.block_paths = 0;
    return prepare(s, &options);
}

static enum stage_back blocks_trace_back(struct stage *s, struct evidence *e, struct text *why) {
    struct program_trace *back = program_trace_back(e->program_trace, s->to.program, s->from.program);
    evidence_free(e);
    *e = evidence_of_program_trace(back);
    return back && back->edges.size ? STAGE_CARRIED : stage_fail(STAGE_WRONG, why, "the trace does not run");
}

static enum stage_back blocks_invariant_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    struct program_invariant *back =
        program_invariant_back(e->program_invariant, s->to.program, s->from.program);
    evidence_free(e);
    *e = evidence_of_program_invariant(back);
    return STAGE_CARRIED;
}

static void replace_lemmas(struct evidence *lemmas, struct program_invariant *mapped) {
    evidence_free(lemmas);
    *lemmas = evidence_of_program_invariant(mapped);
}

/* What is true of fewer runs need not be true of all. */
static void blocks_lemmas_back(struct stage *s, struct evidence *lemmas) {
    struct program *of = s->from.program;
    replace_lemmas(lemmas, s->proves_nothing
                               ? program_invariant_new(of)
                               : program_lemmas_back(lemmas->program_invariant, s->to.program, of));
}

static void blocks_lemmas_forward(struct stage *s, struct evidence *lemmas) {
    replace_lemmas(lemmas, program_lemmas_forward(lemmas->program_invariant, s->from.program, s->to.program));
}

static void free_blocks(struct stage *s) {
    program_free(s->to.program);
}

const struct stage_kind stage_blocks = {
    .name = "blocks",
    .from = LEVEL_PROGRAM,
    .to = LEVEL_PROGRAM,
    .apply = apply_blocks,
    .trace_back = blocks_trace_back,
    .invariant_back = blocks_invariant_back,
    .lemmas_back = blocks_lemmas_back,
    .lemmas_forward = blocks_lemmas_forward,
    .free = free_blocks,
};

const struct stage_kind stage_whole_blocks = {
    .name = "whole-blocks",
    .from = LEVEL_PROGRAM,
    .to = LEVEL_PROGRAM,
    .apply = apply_whole_blocks,
    .trace_back = blocks_trace_back,
    .invariant_back = blocks_invariant_back,
    .lemmas_back = blocks_lemmas_back,
    .lemmas_forward = blocks_lemmas_forward,
    .free = free_blocks,
};

/* ---- integers ---- */

/* As the words of the option `encoding`; the rest: where it pays. */
enum { ENCODING_BITS, ENCODING_INTEGERS };

static enum status apply_integers(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked;
    unsigned numbers = program_theories(s->from.program) & (THEORY_BV | THEORY_INT | THEORY_REAL);
    if (numbers != THEORY_BV || s->context.options->encoding == ENCODING_BITS) return STATUS_UNSUPPORTED;
    uint64_t start = clock_us();
    struct program_integers *integers = NULL;
    enum status status = program_integers_run(&integers, s->from.program, messages);
    if (status == STATUS_OK && s->context.options->encoding != ENCODING_INTEGERS &&
        !program_integers_pays(integers)) {
        program_integers_free(integers);
        status = STATUS_UNSUPPORTED;
    }
    s->context.stats->preprocess_us += clock_us() - start;
    if (status != STATUS_OK) return status;
    s->own = integers;
    s->to = model_of_program(program_integers_automaton(integers));
    return STATUS_OK;
}

static enum stage_back integers_trace_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    struct program_trace *back = program_integers_trace(s->own, e->program_trace);
    evidence_free(e);
    *e = evidence_of_program_trace(back);
    return STAGE_CARRIED;
}

static enum stage_back integers_invariant_back(struct stage *s, struct evidence *e, struct text *why) {
    struct program_invariant *back = program_integers_invariant(s->own, e->program_invariant);
    evidence_free(e);
    *e = evidence_of_program_invariant(back);
    return back ? STAGE_CARRIED : stage_fail(STAGE_UNSAYABLE, why, "the invariant cannot be said of bits");
}

static void integers_lemmas_back(struct stage *s, struct evidence *lemmas) {
    replace_lemmas(lemmas, program_integers_lemmas_back(s->own, lemmas->program_invariant));
}

static void integers_lemmas_forward(struct stage *s, struct evidence *lemmas) {
    replace_lemmas(lemmas, program_integers_lemmas_forward(s->own, lemmas->program_invariant));
}

static void free_integers(struct stage *s) {
    program_integers_free(s->own);
}

const struct stage_kind stage_integers = {
    .name = "integers",
    .from = LEVEL_PROGRAM,
    .to = LEVEL_PROGRAM,
    .apply = apply_integers,
    .trace_back = integers_trace_back,
    .invariant_back = integers_invariant_back,
    .lemmas_back = integers_lemmas_back,
    .lemmas_forward = integers_lemmas_forward,
    .free = free_integers,
};
