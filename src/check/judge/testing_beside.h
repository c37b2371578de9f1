/* Programs as they are run beside their automata, for tests: read from a text, with what is needed to compile them
 * again by other compilers. */
#ifndef INDUCT_CHECK_JUDGE_TESTING_BESIDE_H
#define INDUCT_CHECK_JUDGE_TESTING_BESIDE_H

#include "check/program/lockstep.h"
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>
#include <cmocka.h>

#define HEAD                                                                                                 \
    "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"          \
    "extern void reach_error(void), abort(void); extern int rand(void);\n"                                   \
    "extern unsigned long strlen(const char *); extern int atoi(const char *);\n"

struct example {
    struct program *program;
    struct c_compiled compiled;
    struct c_options options;
    struct text llvm;
    struct c_observed told;
    struct program_origin origin;
    const char *other; /* a text that another compiler is given instead; NULL: none */
};

/* What c_preprocess makes of it, or of the other text. */
static bool text_of(const struct program_origin *origin, struct limits *limits, struct text *out) {
    const struct example *e = origin->client;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const char *bytes = e->other ? e->other : origin->bytes;
    return c_preprocess(out, &e->compiled, &e->options, bytes, strlen(bytes), origin->file, &now, limits);
}

static void start_with(struct example *e, const char *source, const char *other, bool ilp32,
                       const char *entry) {
    struct messages messages = {0};
    *e = (struct example){
        .other = other, .options = {.data_model = ilp32 ? C_ILP32 : C_LP64, .entry = entry, .recursion = 64}};
    assert_int_equal(c_read(&e->program, &e->compiled, TERMS_PLAIN, &e->options, source, strlen(source),
                            "test.c", NULL, &messages),
                     STATUS_OK);
    c_compiled_text(&e->llvm, &e->compiled, &e->options, &e->told);
    e->origin = (struct program_origin){.file = "test.c",
                                        .bytes = source,
                                        .size = strlen(source),
                                        .llvm = e->llvm.data,
                                        .text = text_of,
                                        .client = e,
                                        .is_observed = e->told.any,
                                        .observed = (const char *const *)e->told.keys.data,
                                        .widths = e->told.widths.data,
                                        .n_observed = e->told.keys.size,
                                        .gnu89_inline = e->compiled.gnu89_inline,
                                        .c23 = e->compiled.c23,
                                        .ilp32 = ilp32,
                                        .entry = entry};
    messages_fini(&messages);
}

static inline void start(struct example *e, const char *source, bool ilp32, const char *entry) {
    start_with(e, source, NULL, ilp32, entry);
}

static void stop(struct example *e) {
    program_free(e->program);
    c_compiled_fini(&e->compiled);
    c_observed_fini(&e->told);
    text_fini(&e->llvm);
}

/* Compared on 16 runs; with `second` on a quarter of them by another compiler, too. The invariant may be NULL. */
static enum check_result compared(struct example *e, const struct program_invariant *invariant, bool second,
                                  struct lockstep *out, struct text *why) {
    struct lockstep_plan plan = {.runs = 16, .seconds = 60, .seed = 1};
    text_clear(why);
    if (second) plan.second = lockstep_prepare_second(e->program, &e->origin, NULL);
    assert_true(!second || plan.second);
    enum check_result result = check_lockstep(e->program, invariant, &e->origin, NULL, &plan, NULL, out, why);
    lockstep_unprepare_second(plan.second);
    return result;
}

#endif
