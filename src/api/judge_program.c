/* What becomes of evidence about programs: judged on the automaton as read, and a counterexample also by running
 * the program with it.
 *
 * A counterexample in unbounded numbers (--theory int, real) is believed only if the machine's arithmetic agrees: the
 * program calls the error function when it is run or, where it is not run, the same inputs lead to the error
 * in the automaton over bits. */
#include "api/run.h"

#include "check/program/program.h"
#include "check/program/program_induction.h"
#include "check/program/program_replay.h"
#include "check/program/program_dependence.h"
#include "evidence/program_playback.h"

enum check_result judge_program_invariant(struct induct *c, struct entry *entry, struct text *why) {
    if (entry->program_depth == 1)
        return check_program_invariant(c->program, entry->program_invariant, c->judge, &c->limits, why);
    return check_program_induction(c->program, entry->program_invariant, entry->program_depth, c->judge,
                                   &c->limits, why);
}

/* ---- numbers in machine arithmetic ---- */

/* The number modulo 2^width; TERM_NONE: it has no counterpart. */
static term as_bits(const struct terms *from, term value, struct terms *to, sort wanted) {
    if (term_is(from, value, TERM_TRUE) || term_is(from, value, TERM_FALSE))
        return sort_kind(to, wanted) == SORT_BOOL ? term_bool(to, term_is(from, value, TERM_TRUE))
                                                  : TERM_NONE;
    if (!term_is(from, value, TERM_NUMBER) || sort_kind(to, wanted) != SORT_BV) return TERM_NONE;
    mpq_srcptr number = term_number(from, value);
    if (mpz_cmp_ui(mpq_denref(number), 1)) return TERM_NONE;
    return term_bits_of(to, mpq_numref(number), sort_width(to, wanted));
}

/* The same edges with the same values, where the automaton over bits has these. */
static struct program_trace *trace_in_bits(const struct program *numbers, const struct program_trace *t,
                                           struct program *bits) {
    struct program_trace *out = program_trace_new();
    bool good = numbers->variables.size == bits->variables.size && numbers->sites.size == bits->sites.size &&
                numbers->edges.size == bits->edges.size;
    for (uint32_t v = 0; good && v < t->initial.size; v++) {
        sort wanted = term_sort(bits->terms, bits->variables.data[v].now);
        term value = as_bits(numbers->terms, t->initial.data[v], bits->terms, wanted);
        vec_push(&out->initial, term_is_none(value) ? value_default(bits->terms, wanted) : value);
    }
    vec_append(&out->edges, t->edges.data, t->edges.size);
    vec_each (const struct program_input_value, i, &t->inputs) {
        if (!good) break;
        uint32_t variable = bits->sites.data[i->site].variable;
        sort wanted = term_sort(bits->terms, bits->variables.data[variable].now);
        term value = as_bits(numbers->terms, i->value, bits->terms, wanted);
        good = !term_is_none(value);
        vec_push(&out->inputs, (struct program_input_value){i->step, i->site, value});
    }
    if (good) return out;
    program_trace_free(out);
    return NULL;
}

static bool holds_in_bits(struct induct *c, const struct program_trace *trace) {
    struct program *bits = source_read_bits(c);
    struct program_trace *same = bits ? trace_in_bits(c->program, trace, bits) : NULL;
    struct text ignored = {0};
    bool good = same && check_program_trace(bits, same, &c->limits, &ignored) == CHECK_ACCEPTED;
    text_fini(&ignored);
    program_trace_free(same);
    program_free(bits);
    return good;
}

/* ---- runs that no program need have ---- */

/* What lies outside of objects, and what library functions do, is taken as arbitrary in proofs. No run of a program that
 * keeps to its objects, with the library that it has, need be like a counterexample that depends on such values. */
enum { DOUBTFUL = 1u << PROGRAM_OUTSIDE | 1u << PROGRAM_LIBRARY | 1u << PROGRAM_UNSPECIFIED };

/* Where a value enters on which the trace should not depend; NULL: it does not. */
static const struct program_site *doubt(struct induct *c, const struct program_trace *t) {
    uint32_t site = program_dependence(c->program, t, DOUBTFUL);
    return site == PROGRAM_NONE ? NULL : &c->program->sites.data[site];
}

static const char *refuse_doubtful(struct induct *c, const struct program_site *site) {
    if (site->kind == PROGRAM_UNSPECIFIED)
        return run_refuse_at(c, "depends on unspecified behaviour", &site->position);
    if (site->kind != PROGRAM_LIBRARY)
        return run_refuse_at(c, site->call ? "a read of what was freed" : "a read outside of all objects",
                             &site->position);
    bool variable = !site->position.line; /* it has its value from the start */
    char *what =
        mem_format("what '%s' %s", site->call ? site->call : "the library", variable ? "holds" : "does");
    run_refuse_at(c, what, &site->position);
    mem_free(what);
    return c->refusal;
}

/* Whether the run breaks a rule of the language, so that the program may do something else. */
static bool is_broken(struct induct *c, const struct program_trace *trace, const char **reason) {
    const struct program_violation *v = program_violation(c->program, trace);
    if (v) *reason = run_refuse_at(c, v->rule, &v->position);
    return v;
}

/* ---- counterexamples ---- */

/* The trace runs in the automaton as read; does it in the machine? */
static enum check_result interpret(struct induct *c, struct entry *entry, const char **reason) {
    const struct program_site *site = doubt(c, entry->program_trace);
    if (site) {
        *reason = refuse_doubtful(c, site);
        return CHECK_UNDECIDED;
    }
    if (is_broken(c, entry->program_trace, reason)) return CHECK_UNDECIDED;
    entry->result.interpreted = true;
    if (c->source.theory == C_BV || holds_in_bits(c, entry->program_trace)) return CHECK_ACCEPTED;
    *reason = induct_reason_word(INDUCT_REASON_NOT_REPRODUCED);
    return CHECK_REJECTED;
}

static enum check_result replay(struct induct *c, struct entry *entry, struct text *why,
                                const char **reason) {
    struct origin origin;
    origin_init_to_run(&origin, c);
    enum program_replay outcome =
        check_program_replay(c->program, entry->program_trace, &origin.program, &c->limits, why);
    origin_fini(&origin);
    switch (outcome) {
    case PROGRAM_REPLAYED: return CHECK_ACCEPTED;
    case PROGRAM_INTERPRETED: return interpret(c, entry, reason);
    case PROGRAM_NOT_REPRODUCED:
        if (is_broken(c, entry->program_trace, reason)) return CHECK_UNDECIDED;
        if (c->source.theory != C_BV) *reason = induct_reason_word(INDUCT_REASON_NOT_REPRODUCED);
        return CHECK_REJECTED;
    case PROGRAM_REJECTED: return CHECK_REJECTED;
    case PROGRAM_UNDECIDED: break;
    }
    if (limits_reason(&c->limits) == STOP_NONE && !is_broken(c, entry->program_trace, reason)) {
        mem_free(c->refusal);
        c->refusal =
            mem_format("unsupported: no run confirms the counterexample, see --no-replay: %s", why->data);
        *reason = c->refusal;
    }
    return CHECK_UNDECIDED;
}

enum check_result judge_program_trace(struct induct *c, struct entry *entry, struct text *why,
                                      const char **reason) {
    if (c->replay) return replay(c, entry, why, reason);
    enum check_result result = check_program_trace(c->program, entry->program_trace, &c->limits, why);
    return result == CHECK_ACCEPTED ? interpret(c, entry, reason) : result;
}
