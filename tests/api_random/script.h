/* A script: calls on a few objects, one step each. The numbers of a step are reduced to what makes sense where it is
 * played (the property is taken modulo their number, and so on), so that every subsequence of a script is a script,
 * which is what shrinking needs. As text, a step is a line: name, object, two numbers. */
#ifndef INDUCT_TESTS_API_RANDOM_SCRIPT_H
#define INDUCT_TESTS_API_RANDOM_SCRIPT_H

#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { SCRIPT_OBJECTS = 3 };

/* STEP(name, weight) */
#define SCRIPT_STEPS(STEP)                                                                                   \
    STEP(load, 14)                                                                                           \
    STEP(load_broken, 2)                                                                                     \
    STEP(free, 2)                                                                                            \
    STEP(format, 1)                                                                                          \
    STEP(source, 2)                                                                                          \
    STEP(engine, 6)                                                                                          \
    STEP(option, 5)                                                                                          \
    STEP(limits, 3)                                                                                          \
    STEP(checks, 2)                                                                                          \
    STEP(judge, 1)                                                                                           \
    STEP(select, 5)                                                                                          \
    STEP(select_all, 2)                                                                                      \
    STEP(statistics, 2)                                                                                      \
    STEP(listen, 6)                                                                                          \
    STEP(interrupt, 2)                                                                                       \
    STEP(run, 22)                                                                                            \
    STEP(run_all, 2)                                                                                         \
    STEP(evidence, 14)                                                                                       \
    STEP(verify, 12)                                                                                         \
    STEP(forget, 2)                                                                                          \
    STEP(convert, 3)                                                                                         \
    STEP(names, 4)                                                                                           \
    STEP(messages, 3)                                                                                        \
    STEP(lists, 1)

enum step_kind {
#define STEP(name, weight) STEP_##name,
    SCRIPT_STEPS(STEP)
#undef STEP
        STEP_KINDS
};

struct step {
    enum step_kind kind;
    uint32_t object, a, b;
};
typedef VEC(struct step) script;

void script_random(script *, uint64_t seed);
void script_text(struct text *, const script *);
bool script_parse(script *, const char *text); /* false: a line is no step */

#endif
