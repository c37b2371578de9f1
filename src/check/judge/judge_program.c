/* Counterexamples of programs: judged on the automaton as read, and by running the program with them. */
#include "check/judge/judge.h"

#include "check/program/check_program.h"
#include "check/program/program_dependence.h"
#include "check/program/program_replay.h"
#include "evidence/program_playback.h"

static const char not_reproduced[] = "not reproduced in machine arithmetic";

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

static bool holds_in_bits(const struct check_case *c, const struct program_trace *trace) {
    struct program *bits = c->in_bits(c->client);
    struct program_trace *same = bits ? trace_in_bits(c->model.program, trace, bits) : NULL;
    struct text ignored = {0};
    bool good = same && check_program_trace(bits, same, c->limits, &ignored) == CHECK_ACCEPTED;
    text_fini(&ignored);
    program_trace_free(same);
    program_free(bits);
    return good;
}

/* ---- runs that no program need have ---- */

/* What lies outside of objects, and what library functions do, is taken as arbitrary in proofs. No run of a program
 * that keeps to its objects, with the library that it has, need be like a counterexample that depends on such
 * values. */
enum { DOUBTFUL = 1u << PROGRAM_OUTSIDE | 1u << PROGRAM_LIBRARY | 1u << PROGRAM_UNSPECIFIED };

/* Where a value enters on which the trace should not depend; NULL: it does not. */
static const struct program_site *doubt(struct program *program, const struct program_trace *t) {
    uint32_t site = program_dependence(program, t, DOUBTFUL);
    return site == PROGRAM_NONE ? NULL : &program->sites.data[site];
}

static void refuse(const struct check_case *c, struct check_answer *a, const char *what,
                   const struct program_position *at) {
    a->result = CHECK_UNDECIDED;
    mem_free(a->reason);
    a->reason = at->line
                    ? mem_format("unsupported: %s at %s:%u", what, at->file ? at->file : c->file, at->line)
                    : mem_format("unsupported: %s", what);
}

static void refuse_doubtful(const struct check_case *c, struct check_answer *a,
                            const struct program_site *site) {
    if (site->kind == PROGRAM_UNSPECIFIED) {
        refuse(c, a, "depends on unspecified behaviour", &site->position);
    } else if (site->kind != PROGRAM_LIBRARY) {
        refuse(c, a, site->call ? "a read of what was freed" : "a read outside of all objects",
               &site->position);
    } else {
        bool variable = !site->position.line; /* it has its value from the start */
        char *what =
            mem_format("what '%s' %s", site->call ? site->call : "the library", variable ? "holds" : "does");
        refuse(c, a, what, &site->position);
        mem_free(what);
    }
}

/* Whether the run breaks a rule of the language, so that the program may do something else. */
static bool is_broken(const struct check_case *c, const struct program_trace *trace, struct check_answer *a) {
    const struct program_violation *v = program_violation(c->model.program, trace);
    if (v) refuse(c, a, v->rule, &v->position);
    return v;
}

/* ---- counterexamples ---- */

/* The trace runs in the automaton as read; does it in the machine? */
static void interpret(const struct check_case *c, const struct program_trace *trace, struct check_answer *a) {
    const struct program_site *site = doubt(c->model.program, trace);
    if (site) {
        refuse_doubtful(c, a, site);
        return;
    }
    if (is_broken(c, trace, a)) return;
    a->interpreted = true;
    a->result = CHECK_ACCEPTED;
    if (!c->in_bits || holds_in_bits(c, trace)) return;
    a->reason = mem_strdup(not_reproduced);
    a->result = CHECK_REJECTED;
}

static void replay(const struct check_case *c, const struct program_trace *trace, struct check_answer *a) {
    switch (check_program_replay(c->model.program, trace, c->origin(c->client), c->observer, c->limits,
                                 &a->why)) {
    case PROGRAM_REPLAYED: a->result = CHECK_ACCEPTED; break;
    case PROGRAM_INTERPRETED: interpret(c, trace, a); break;
    case PROGRAM_NOT_REPRODUCED:
        if (is_broken(c, trace, a)) return;
        if (c->in_bits) a->reason = mem_strdup(not_reproduced);
        a->result = CHECK_REJECTED;
        break;
    case PROGRAM_REJECTED: /* of an automaton over unbounded numbers it only shows that they are */
        if (c->in_bits) a->reason = mem_strdup(not_reproduced);
        a->result = CHECK_REJECTED;
        break;
    case PROGRAM_UNDECIDED:
        a->result = CHECK_UNDECIDED;
        if (limits_reason(c->limits) == STOP_NONE && !is_broken(c, trace, a))
            a->reason = mem_format("unsupported: no run confirms the counterexample, see --no-replay: %s",
                                   a->why.data);
        break;
    }
}

void judge_program_trace(const struct check_case *c, const struct program_trace *trace,
                         struct check_answer *a) {
    if (c->replay) {
        a->executed = true;
        replay(c, trace, a);
        return;
    }
    a->result = check_program_trace(c->model.program, trace, c->limits, &a->why);
    if (a->result == CHECK_ACCEPTED) interpret(c, trace, a);
}
