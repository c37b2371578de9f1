#include "check/system/external.h"

#include "base/process.h"

#include <errno.h>
#include <unistd.h>

enum { ANSWER = 4096 };

static enum check_result read_answer(const struct text *answer, struct text *why) {
    const char *said = answer->data ? answer->data : "";
    if (!strcmp(said, "unsat\n")) return CHECK_ACCEPTED;
    if (!strcmp(said, "sat\n")) return CHECK_REJECTED;
    text_format(why, "cvc5 gives no answer: %.*s", (int)strcspn(said, "\n"), said);
    return CHECK_UNDECIDED;
}

enum check_result external_cvc5(const struct text *script, struct limits *limits, struct text *why) {
    static const char *const arguments[] = {"cvc5", "-q", "--lang", "smt2", "-", NULL};
    int input = process_file("script", script->data, script->size);
    if (input < 0) {
        text_format(why, "cvc5 cannot be run: %s", strerror(errno));
        return CHECK_UNDECIDED;
    }
    struct text answer = {0};
    const struct process cvc5 = {.arguments = arguments, .input = input, .output = &answer, .most = ANSWER};
    struct process_result end = process_run(&cvc5, limits);
    close(input);
    enum check_result result = CHECK_UNDECIDED;
    if (end.end == PROCESS_MEMORY)
        mem_exhausted(0);
    else if (end.end == PROCESS_STOPPED)
        text_add(why, "the limits ran out");
    else if (end.end == PROCESS_FAILED)
        process_describe(why, "cvc5", end);
    else
        result = read_answer(&answer, why);
    text_fini(&answer);
    return result;
}
