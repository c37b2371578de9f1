/* Judging evidence about programs from files.
 *
 * Of a witness the inputs count: the program is run with them, and its automaton executed. What an SV-COMP witness
 * claims besides is held against the program as well: its version, file, data model and specification, and that the
 * error is called where its target is. Invariants in words of the source are candidates for a proof. */
#include "check/judge/verify.h"

#include "check/program/check_program.h"
#include "check/program/program_dependence.h"
#include "check/program/program_replay.h"
#include "check/program/program_run.h"
#include "check/program/program_walk.h"
#include "evidence/program_playback.h"
#include "format/c/c.h"
#include "format/witness/program_candidates.h"
#include "format/witness/program_certificate.h"
#include "format/witness/program_source.h"

enum { LONGEST_WALK = 100000 };

static enum status verify_invariant(const struct verify_case *c, const struct text *bytes, const char *name,
                                    struct verified *v) {
    struct program_invariant *invariant;
    enum status status = program_certificate_read(&invariant, c->check.model.program, bytes->data,
                                                  bytes->size, name, c->messages);
    if (status != STATUS_OK) return status;
    struct evidence e = evidence_of_program_invariant(invariant);
    struct check_answer answer = check_evidence(&c->check, &e);
    *v = (struct verified){.result = answer.result, .why = answer.why};
    answer.why = (struct text){0};
    check_answer_fini(&answer);
    evidence_free(&e);
    return STATUS_OK;
}

/* ---- what SV-COMP witnesses claim ---- */

static bool is_error(const struct program_origin *origin, const char *function) {
    uint32_t n;
    const char *const *names = program_errors(origin, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(names[i], function)) return true;
    return false;
}

/* The error function that the witness is about; the caller's. NULL: it is about something else, as `why` says. */
static char *specified_error(const struct program_claims *claims, const struct program_origin *origin,
                             struct text *why) {
    struct c_spec spec = {0};
    struct messages messages = {0};
    const char *entry = origin->entry ? origin->entry : "main";
    char *error = NULL;
    if (c_read_spec(&spec, claims->specification, strlen(claims->specification), "specification",
                    &messages) != STATUS_OK)
        text_format(why, "its specification is not that an error function is never called: %s",
                    messages_first_error(&messages));
    else if (strcmp(spec.entry, entry))
        text_format(why, "its specification is about runs from %s() on, not %s()", spec.entry, entry);
    else if (!is_error(origin, spec.error))
        text_format(why, "its specification is about %s(), which is no error function here: see --spec",
                    spec.error);
    else
        error = mem_strdup(spec.error);
    c_spec_fini(&spec);
    messages_fini(&messages);
    return error;
}

/* Whether the call is at the target: in its line, or in a statement that starts there. Where the text does not show the
 * call it may be. */
static bool is_target(const struct program_source *source, const struct program_edge *edge,
                      const struct program_position *target) {
    const char *const words[] = {edge->call ? edge->call : "reach_error", "assert"};
    struct source_place place;
    if (!program_source_find(source, &edge->position, words, 2, &place)) return true;
    if (place.position.line == target->line) return true;
    if (!place.text || target->line > place.position.line) return false;
    const struct source_line *line = &source->lines.data[target->line - 1];
    const char *p = line->start;
    if (target->column && target->column <= (size_t)(line->end - p)) p += target->column - 1;
    while (p < place.text && !strchr(";{})", *p)) p++;
    return p == place.text;
}

/* Whether the error function is called at the target at all. */
static bool has_target(const struct program *program, const struct program_source *source, const char *error,
                       const struct program_position *target, struct text *why) {
    vec_each (const struct program_edge, e, &program->edges)
        if (e->to == program->error && !e->unsupported && (!e->call || !strcmp(e->call, error)) &&
            is_target(source, e, target))
            return true;
    text_format(why, "the program has no call of %s() in line %u, where the target is", error, target->line);
    return false;
}

/* Whether the run ends there. A run that depends on what else enters, or breaks a rule of the language, may do so. */
static bool ends_at_target(const struct check_case *c, const struct program_inputs *inputs,
                           const struct program_source *source, const char *error,
                           const struct program_position *target, struct text *why) {
    enum { OTHERS = ~(1u << PROGRAM_INPUT | 1u << PROGRAM_RETURNED) };
    struct program *program = c->model.program;
    struct program_walk walk = program_walk(program, inputs, LONGEST_WALK, c->limits);
    struct program_trace *run = walk.trace;
    if (!walk.reaches) {
        program_trace_free(run);
        return true;
    }
    const struct program_edge *end = &program->edges.data[vec_last(&run->edges)];
    bool called = !end->call || !strcmp(end->call, error);
    bool good = (called && is_target(source, end, target)) ||
                program_dependence(program, run, OTHERS) != PROGRAM_NONE || program_violation(program, run);
    if (!good)
        text_format(why, "the run ends with a call of %s() in line %u, not of %s() in line %u", end->call,
                    end->position.line, error, target->line);
    program_trace_free(run);
    return good;
}

/* The machine's arithmetic decides, whatever the theory. */
static enum check_result judge_inputs(const struct check_case *c, const struct program_inputs *inputs,
                                      const struct program_origin *origin, struct text *why) {
    struct program *bits = c->in_bits ? c->in_bits(c->client) : c->model.program;
    enum check_result result = CHECK_UNDECIDED;
    if (bits)
        result = check_program_inputs(bits, inputs, origin, c->limits, why);
    else
        text_add(why, "the program cannot be read again in machine arithmetic");
    if (c->in_bits) program_free(bits);
    return result;
}

static enum check_result judge_violation(const struct check_case *c, const struct program_claims *claims,
                                         const struct program_inputs *inputs,
                                         const struct program_origin *origin, struct text *why) {
    struct program_source source;
    char *error = program_claims_fit(claims, origin, why) ? specified_error(claims, origin, why) : NULL;
    enum check_result result = CHECK_REJECTED;
    program_source_init(&source, origin);
    if (error && has_target(c->model.program, &source, error, &claims->target, why)) {
        result = judge_inputs(c, inputs, origin, why);
        if (result == CHECK_ACCEPTED && !ends_at_target(c, inputs, &source, error, &claims->target, why))
            result = CHECK_REJECTED;
    }
    program_source_fini(&source);
    mem_free(error);
    return result;
}

/* ---- invariants that are claimed ---- */

/* What lies outside of objects, and what library functions do, need not be as bad as it is taken to be. */
static bool is_exact(const struct program *program) {
    vec_each (const struct program_site, s, &program->sites)
        if (s->kind == PROGRAM_OUTSIDE || s->kind == PROGRAM_LIBRARY || s->kind == PROGRAM_UNSPECIFIED)
            return false;
    return true;
}

/* Invariants in the words of the source are a proof when they are one with what the loops do; when not, they may still
 * hold. Those that are false where runs first get to them do not. */
static enum check_result judge_candidates(const struct check_case *c, const struct program_claims *claims,
                                          const struct program_origin *origin, struct text *why) {
    struct text notes = {0}, start = {0};
    struct program *program = c->model.program;
    struct program_invariant *invariant = program_candidates(program, claims, origin, &notes);
    enum check_result result = check_program_invariant(program, invariant, c->judge, c->limits, why);
    if (result == CHECK_REJECTED) {
        bool wrong = is_exact(program) &&
                     check_program_start(program, invariant, c->judge, c->limits, &start) == CHECK_REJECTED;
        if (!wrong) result = CHECK_UNDECIDED;
        if (!wrong && check_program_run(program, c->limits, &start) == CHECK_ACCEPTED)
            result = CHECK_ACCEPTED; /* whatever the invariants say */
        char *reason = mem_format("%s: %s%s%s",
                                  wrong ? "an invariant is wrong" : "its invariants do not prove the program",
                                  wrong ? start.data : why->data, !wrong && notes.size ? "; " : "",
                                  !wrong && notes.size ? notes.data : "");
        text_clear(why);
        if (result != CHECK_ACCEPTED) text_add(why, reason);
        mem_free(reason);
    }
    text_fini(&start);
    text_fini(&notes);
    program_invariant_free(invariant);
    return result;
}

static enum check_result judge_correctness(const struct check_case *c, const struct program_claims *claims,
                                           const struct program_origin *origin, struct text *why) {
    char *error = program_claims_fit(claims, origin, why) ? specified_error(claims, origin, why) : NULL;
    if (!error) return CHECK_REJECTED;
    mem_free(error);
    return judge_candidates(c, claims, origin, why);
}

static enum status verify_claims(const struct verify_case *c, const struct text *bytes, const char *name,
                                 struct verified *v) {
    struct program_claims claims;
    enum status status = program_claims_read(&claims, bytes->data, bytes->size, name, c->messages);
    if (status != STATUS_OK) return status;
    struct program_inputs inputs = {0};
    const struct program_origin *origin = c->check.origin(c->check.client);
    if (claims.violation) status = program_inputs_read(&inputs, bytes->data, bytes->size, name, c->messages);
    if (status == STATUS_OK) {
        *v = (struct verified){.refutes = claims.violation};
        v->result = claims.violation ? judge_violation(&c->check, &claims, &inputs, origin, &v->why)
                                     : judge_correctness(&c->check, &claims, origin, &v->why);
    }
    program_inputs_fini(&inputs);
    program_claims_fini(&claims);
    return status;
}

static void verify_invariants_text(const struct verify_case *c, const struct text *bytes,
                                   struct verified *v) {
    struct program_claims claims;
    program_candidates_read(&claims, bytes->data, bytes->size);
    *v = (struct verified){0};
    v->result = judge_candidates(&c->check, &claims, c->check.origin(c->check.client), &v->why);
    program_claims_fini(&claims);
}

/* ---- other witnesses ---- */

static enum status verify_inputs(const struct verify_case *c, const struct text *bytes, const char *name,
                                 struct verified *v) {
    struct program_inputs inputs;
    enum status status = program_inputs_read(&inputs, bytes->data, bytes->size, name, c->messages);
    if (status != STATUS_OK) return status;
    *v = (struct verified){.refutes = true};
    v->result = judge_inputs(&c->check, &inputs, c->check.origin(c->check.client), &v->why);
    program_inputs_fini(&inputs);
    return STATUS_OK;
}

enum status verify_program(const struct verify_case *c, const struct text *bytes, const char *name,
                           struct verified *v) {
    if (verify_is_script(bytes)) return verify_invariant(c, bytes, name, v);
    if (program_claims_recognise(bytes->data, bytes->size)) return verify_claims(c, bytes, name, v);
    if (program_candidates_recognise(bytes->data, bytes->size)) {
        verify_invariants_text(c, bytes, v);
        return STATUS_OK;
    }
    return verify_inputs(c, bytes, name, v);
}
