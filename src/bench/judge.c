#include "bench/judge.h"

#include "base/hash.h"

#include <signal.h>

static const char *const outcome_names[OUTCOME_COUNT] = {"safe",    "unsafe", "unknown",
                                                         "timeout", "memory", "error"};
static const char *const check_names[CHECK_COUNT] = {"", "correct", "WRONG"};

const char *outcome_name(enum outcome outcome) {
    return outcome_names[outcome];
}

bool outcome_parse(const char *name, enum outcome *outcome) {
    for (int i = 0; i < OUTCOME_COUNT; i++)
        if (!strcmp(name, outcome_names[i])) return *outcome = (enum outcome)i, true;
    return false;
}

const char *check_name(enum check check) {
    return check_names[check];
}

bool check_parse(const char *name, enum check *check) {
    for (int i = 0; i < CHECK_COUNT; i++)
        if (!strcmp(name, check_names[i])) return *check = (enum check)i, true;
    return false;
}

void result_fini(struct result *result) {
    answers_fini(&result->answers);
    mem_free(result->note);
    *result = (struct result){0};
}

bool result_solved(const struct result *result) {
    if (result->check == CHECK_WRONG) return false;
    return result->outcome <= OUTCOME_UNSAFE || result->check == CHECK_CORRECT;
}

/* Every property of the file has an answer. */
static bool complete(const struct answers *answers, const struct instance *instance) {
    return answers->list.size && answers->list.size >= instance->properties &&
           !answers_count(answers, ANSWER_UNKNOWN);
}

static void note(struct result *result, char *text) {
    mem_free(result->note);
    result->note = text;
}

/* The outcome of a run that ended by itself. */
static enum outcome outcome_of_answers(struct result *result, const struct instance *instance) {
    const struct answers *answers = &result->answers;
    if (answers->error) {
        note(result, mem_strdup(answers->error));
        return OUTCOME_ERROR;
    }
    if (complete(answers, instance)) {
        if (answers->unverified) note(result, mem_strdup("unverified"));
        return answers_count(answers, ANSWER_UNSAFE) ? OUTCOME_UNSAFE : OUTCOME_SAFE;
    }
    if (answers->excuse == EXCUSE_TIMEOUT) return OUTCOME_TIMEOUT;
    if (answers->excuse == EXCUSE_MEMORY) return OUTCOME_MEMORY;
    if (!answers->list.size) {
        note(result, mem_format("no verdict, exit status %d", result->exit_code));
        return result->exit_code == MEM_EXIT ? OUTCOME_MEMORY : OUTCOME_ERROR;
    }
    uint32_t decided = answers->list.size - answers_count(answers, ANSWER_UNKNOWN);
    uint32_t all = answers->list.size > instance->properties ? answers->list.size : instance->properties;
    if (all > 1) note(result, mem_format("%u of %u decided", decided, all));
    return OUTCOME_UNKNOWN;
}

static enum outcome outcome_of_run(struct result *result, const struct run_report *report,
                                   const struct instance *instance, double limit) {
    switch (report->end) {
    case RUN_TIMEOUT: return OUTCOME_TIMEOUT;
    case RUN_MEMORY: return OUTCOME_MEMORY;
    case RUN_FLOOD:
        note(result, mem_format("more than %d MB of output", RUN_OUTPUT_MB));
        return OUTCOME_ERROR;
    case RUN_SIGNALLED:
        if (report->code == SIGXCPU) return OUTCOME_TIMEOUT;
        note(result, mem_format("killed by signal %d", report->code));
        return OUTCOME_ERROR;
    default: return report->wall > limit ? OUTCOME_TIMEOUT : outcome_of_answers(result, instance);
    }
}

static bool contradicts(enum answer expected, enum answer said) {
    if (!expected || !said) return false;
    return expected == ANSWER_NOT_SAFE ? said == ANSWER_SAFE : said != expected;
}

/* Rule (3) of judge.h. `matched` tells whether any name was found. */
static bool properties_wrong(const struct instance *instance, const struct answers *answers, bool *matched) {
    struct hash_names index = {0};
    for (uint32_t i = 0; i < answers->list.size; i++) hash_names_put(&index, answers->list.data[i].name, i);
    bool wrong = false;
    uint32_t known = 0, unsafe = 0;
    vec_each (const struct expectation, each, &instance->each) {
        known += each->expected == ANSWER_SAFE || each->expected == ANSWER_UNSAFE;
        unsafe += each->expected == ANSWER_UNSAFE;
        if (hash_names_get(&index, each->property) == HASH_NONE) continue;
        *matched = true;
        if (contradicts(each->expected, answers_find(answers, each->property))) wrong = true;
    }
    hash_names_free(&index);
    if (!*matched && known && known == answers->list.size && !answers_count(answers, ANSWER_UNKNOWN))
        return answers_count(answers, ANSWER_UNSAFE) != unsafe;
    return wrong;
}

static enum check check_answers(const struct result *result, const struct instance *instance) {
    const struct answers *answers = &result->answers;
    bool matched = false;
    uint32_t unsafe = answers_count(answers, ANSWER_UNSAFE);
    if (instance->expected == ANSWER_SAFE && unsafe) return CHECK_WRONG;
    bool called_safe = !unsafe && complete(answers, instance);
    if (called_safe && contradicts(instance->expected, ANSWER_SAFE)) return CHECK_WRONG;
    if (properties_wrong(instance, answers, &matched)) return CHECK_WRONG;
    if (instance->expected == ANSWER_NOT_SAFE && result->outcome == OUTCOME_UNKNOWN) return CHECK_CORRECT;
    bool known = instance->expected != ANSWER_UNKNOWN || matched;
    return known && result->outcome <= OUTCOME_UNSAFE ? CHECK_CORRECT : CHECK_NONE;
}

void judge_run(const struct plan *plan, uint32_t instance, uint32_t tool, const struct run_report *report,
               const char *output, struct result *result) {
    const struct instance *judged = &plan->instances.data[instance];
    *result = (struct result){.instance = instance, .tool = tool, .wall = report->wall, .cpu = report->cpu};
    result->memory = (double)report->peak_kb / 1024;
    result->note = mem_strdup("");
    result->exit_code = report->end == RUN_EXITED      ? report->code
                        : report->end == RUN_SIGNALLED ? -report->code
                                                       : -SIGKILL;
    adapter_read(plan->tools.data[tool].adapter, output, judged->properties,
                 report->end == RUN_EXITED ? report->code : -1, &result->answers);
    result->outcome = outcome_of_run(result, report, judged, plan->limits.seconds);
    result->check = check_answers(result, judged);
}

static bool all_safe(const struct result *result) {
    return result->outcome == OUTCOME_SAFE;
}

bool judge_contradiction(const struct result *left, const struct result *right) {
    const struct answers *a = &left->answers, *b = &right->answers;
    if (all_safe(left) && answers_count(b, ANSWER_UNSAFE)) return true;
    if (all_safe(right) && answers_count(a, ANSWER_UNSAFE)) return true;
    struct hash_names index = {0};
    vec_each (const struct property_answer, each, &b->list)
        if (each->answer) hash_names_put(&index, each->name, each->answer);
    bool contradiction = false;
    vec_each (const struct property_answer, each, &a->list) {
        uint32_t other = hash_names_get(&index, each->name);
        if (!*each->name || !each->answer || other == HASH_NONE || other == (uint32_t)each->answer) continue;
        /* a name that a tool uses twice says nothing */
        if (answers_find(a, each->name) && answers_find(b, each->name)) contradiction = true;
    }
    hash_names_free(&index);
    return contradiction;
}
