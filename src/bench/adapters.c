#define _GNU_SOURCE /* memmem, memrchr */
#include "bench/adapters.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const answer_names[] = {[ANSWER_UNKNOWN] = "unknown",
                                           [ANSWER_SAFE] = "safe",
                                           [ANSWER_UNSAFE] = "unsafe",
                                           [ANSWER_NOT_SAFE] = "not-safe"};
enum { ANSWERS = sizeof answer_names / sizeof *answer_names };

const char *answer_name(enum answer answer) {
    return answer_names[answer];
}

enum answer answer_parse(const char *name) {
    for (int a = 0; a < ANSWERS; a++)
        if (!strcmp(name, answer_names[a])) return (enum answer)a;
    return ANSWER_UNKNOWN;
}

void answers_fini(struct answers *answers) {
    vec_each (struct property_answer, a, &answers->list) mem_free(a->name);
    vec_free(&answers->list);
    mem_free(answers->error);
    *answers = (struct answers){0};
}

void answers_add(struct answers *answers, const char *name, size_t length, enum answer answer) {
    char *copy = mem_alloc(length + 1);
    if (length) memcpy(copy, name, length);
    copy[length] = 0;
    vec_push(&answers->list, (struct property_answer){copy, answer});
}

uint32_t answers_count(const struct answers *answers, enum answer answer) {
    uint32_t count = 0;
    vec_each (const struct property_answer, a, &answers->list) count += a->answer == answer;
    return count;
}

enum answer answers_find(const struct answers *answers, const char *name) {
    const struct property_answer *found = NULL;
    vec_each (const struct property_answer, a, &answers->list) {
        if (strcmp(a->name, name)) continue;
        if (found) return ANSWER_UNKNOWN;
        found = a;
    }
    return found && *name ? found->answer : ANSWER_UNKNOWN;
}

static void complain(struct answers *answers, char *text) {
    if (answers->error)
        mem_free(text);
    else
        answers->error = text;
}

/* A piece of the output, borrowed. */
struct slice {
    const char *at;
    size_t size;
};

static bool slice_is(struct slice slice, const char *word) {
    return slice.size == strlen(word) && !memcmp(slice.at, word, slice.size);
}

/* As much of it as a table has room for. */
static char *excerpt(struct slice slice) {
    enum { LONGEST = 200, CHARACTER = 4 };
    size_t size = slice.size < LONGEST + CHARACTER ? slice.size : LONGEST + CHARACTER;
    char *text = mem_format("%.*s", (int)size, slice.at);
    text[text_cut(text, LONGEST)] = 0;
    return text;
}

static bool slice_starts(struct slice slice, const char *prefix) {
    return slice.size >= strlen(prefix) && !memcmp(slice.at, prefix, strlen(prefix));
}

static bool slice_contains(struct slice slice, const char *part) {
    return memmem(slice.at, slice.size, part, strlen(part)) != NULL;
}

/* Cuts the next line off a text; false at its end. */
static bool next_line(const char **text, struct slice *line) {
    if (!**text) return false;
    size_t size = strcspn(*text, "\n");
    *line = (struct slice){*text, size};
    *text += size + ((*text)[size] != 0);
    while (line->size && isspace((unsigned char)line->at[line->size - 1])) line->size--;
    return true;
}

/* Cuts the next word off a line; an empty one at its end. */
static struct slice next_word(struct slice *line) {
    while (line->size && isspace((unsigned char)*line->at)) line->at++, line->size--;
    struct slice word = {line->at, 0};
    while (line->size && !isspace((unsigned char)*line->at)) line->at++, line->size--, word.size++;
    return word;
}

/* What is not supported may be called anything, and stand in a file of any name. */
static void note_excuse(struct answers *answers, struct slice line) {
    if (slice_contains(line, "(unsupported: ")) return;
    if (slice_contains(line, "timeout") || slice_contains(line, "time-out"))
        answers->excuse = EXCUSE_TIMEOUT;
    else if (slice_contains(line, "memory") && !answers->excuse)
        answers->excuse = EXCUSE_MEMORY;
}

static void read_verdict_lines(const char *output, struct answers *answers) {
    for (struct slice line; next_line(&output, &line);) {
        struct slice verdict = next_word(&line);
        if (slice_is(verdict, "sat") || slice_is(verdict, "unsat"))
            complain(answers,
                     mem_strdup("sat and unsat are ambiguous; name an adapter: NAME:chc= or NAME:hwmcc="));
        bool safe = slice_is(verdict, "safe"), unsafe = slice_is(verdict, "unsafe");
        if (!safe && !unsafe && !slice_is(verdict, "unknown")) continue;
        struct slice rest = line, name = next_word(&line);
        if (name.size && *name.at == '(') name.size = 0; /* no name, but a reason */
        answers_add(answers, name.at, name.size,
                    safe     ? ANSWER_SAFE
                    : unsafe ? ANSWER_UNSAFE
                             : ANSWER_UNKNOWN);
        if (slice_contains(rest, "(unverified)")) answers->unverified = true;
        if (!safe && !unsafe) note_excuse(answers, rest);
    }
}

enum { INDUCT_SAFE = 0, INDUCT_UNSAFE = 1, INDUCT_UNKNOWN = 3 };

static void check_induct_exit(struct answers *answers, int exit_code) {
    if (exit_code < 0 || !answers->list.size) return;
    int wanted = answers_count(answers, ANSWER_UNSAFE)    ? INDUCT_UNSAFE
                 : answers_count(answers, ANSWER_UNKNOWN) ? INDUCT_UNKNOWN
                                                          : INDUCT_SAFE;
    if (exit_code != wanted)
        complain(answers, mem_format("exit status %d, but the verdict lines mean %d", exit_code, wanted));
}

/* What abc's messages add up to. */
struct abc_counts {
    unsigned all, proved, disproved, undecided;
    bool summary;         /* `pdr -a` printed its totals */
    bool proved_together; /* `pdr` proved all outputs at once */
    bool given_up;
    bool one_of_all; /* the outputs were ORed: which one was asserted is not known */
    u32s asserted;   /* outputs shown unsafe, in order of appearance */
};

static void read_abc_line(struct slice line, struct abc_counts *counts) {
    char text[256];
    unsigned output;
    snprintf(text, sizeof text, "%.*s", (int)(line.size < 255 ? line.size : 255), line.at);
    if (sscanf(text, "Properties: All = %u. Proved = %u. Disproved = %u. Undecided = %u.", &counts->all,
               &counts->proved, &counts->disproved, &counts->undecided) == 4)
        counts->summary = true;
    else if (slice_starts(line, "Property proved"))
        counts->proved_together = true;
    else if (slice_starts(line, "Property UNDECIDED"))
        counts->given_up = true;
    else if (slice_contains(line, "outputs will be ORed together"))
        counts->one_of_all = true;
    else if (sscanf(text, "Output %u", &output) == 1 && slice_contains(line, "was asserted in frame"))
        vec_push(&counts->asserted, output);
}

static void add_numbered(struct answers *answers, uint32_t number, enum answer answer) {
    char name[16];
    int length = snprintf(name, sizeof name, "%u", number);
    answers_add(answers, name, (size_t)length, answer);
}

static bool contains(const u32s *list, uint32_t wanted) {
    vec_each (const uint32_t, item, list)
        if (*item == wanted) return true;
    return false;
}

static void add_unnamed(struct answers *answers, uint32_t count, enum answer answer) {
    while (count--) answers_add(answers, "", 0, answer);
}

/* `pdr -a`: the asserted outputs are known by number; the proved ones only if nothing is left undecided. */
static void answer_abc_summary(const struct abc_counts *counts, uint32_t properties,
                               struct answers *answers) {
    if (counts->proved + counts->disproved + counts->undecided != counts->all ||
        (properties && counts->all != properties)) {
        complain(answers,
                 mem_format("abc speaks of %u properties, the manifest of %u", counts->all, properties));
        return;
    }
    bool named = counts->asserted.size == counts->disproved;
    if (named && !counts->undecided) {
        for (uint32_t i = 0; i < counts->all; i++)
            add_numbered(answers, i, contains(&counts->asserted, i) ? ANSWER_UNSAFE : ANSWER_SAFE);
        return;
    }
    vec_each (const uint32_t, output, &counts->asserted) add_numbered(answers, *output, ANSWER_UNSAFE);
    if (counts->disproved > counts->asserted.size)
        add_unnamed(answers, counts->disproved - counts->asserted.size, ANSWER_UNSAFE);
    add_unnamed(answers, counts->proved, ANSWER_SAFE);
    add_unnamed(answers, counts->undecided, ANSWER_UNKNOWN);
}

static void read_abc(const char *output, uint32_t properties, struct answers *answers) {
    struct abc_counts counts = {0};
    for (struct slice line; next_line(&output, &line);) {
        read_abc_line(line, &counts);
        if (slice_starts(line, "Reached timeout")) answers->excuse = EXCUSE_TIMEOUT;
    }
    uint32_t all = properties ? properties : 1;
    if (counts.summary)
        answer_abc_summary(&counts, properties, answers);
    else if (counts.proved_together)
        for (uint32_t i = 0; i < all; i++) add_numbered(answers, i, ANSWER_SAFE);
    else if (counts.one_of_all && counts.asserted.size) {
        add_unnamed(answers, 1, ANSWER_UNSAFE);
        add_unnamed(answers, all - 1, ANSWER_UNKNOWN);
    } else {
        /* Plain `pdr` stops at the first asserted output; a killed `pdr -a` has listed what it had found. */
        vec_each (uint32_t, asserted, &counts.asserted) add_numbered(answers, *asserted, ANSWER_UNSAFE);
        if (counts.given_up || counts.asserted.size)
            for (uint32_t i = 0; i < all; i++)
                if (!contains(&counts.asserted, i)) add_numbered(answers, i, ANSWER_UNKNOWN);
    }
    vec_free(&counts.asserted);
}

/* Solvers with one answer per file; `sat_means` is what `sat` and `1` stand for. */
static void read_sat_lines(const char *output, enum answer sat_means, bool numbers, struct answers *answers) {
    enum answer unsat_means = sat_means == ANSWER_SAFE ? ANSWER_UNSAFE : ANSWER_SAFE;
    for (struct slice line; next_line(&output, &line);) {
        struct slice word = line, first = next_word(&word);
        if (answers->list.size) return; /* what follows is a model or a witness */
        if (slice_starts(line, "(error")) {
            if (slice_contains(line, "memory"))
                answers->excuse = EXCUSE_MEMORY;
            else
                complain(answers, excerpt(line));
        }
        bool alone = !word.size;
        if (slice_is(first, "sat") || (numbers && alone && slice_is(first, "1")))
            answers_add(answers, "0", 1, sat_means);
        else if (slice_is(first, "unsat") || (numbers && alone && slice_is(first, "0")))
            answers_add(answers, "0", 1, unsat_means);
        else if (slice_is(first, "unknown") || (numbers && alone && slice_is(first, "2")))
            answers_add(answers, "0", 1, ANSWER_UNKNOWN);
        else if (slice_is(first, "timeout"))
            answers->excuse = EXCUSE_TIMEOUT;
    }
}

static const char *const adapter_names[ADAPTER_COUNT] = {[ADAPTER_GENERIC] = "generic",
                                                         [ADAPTER_INDUCT] = "induct",
                                                         [ADAPTER_ABC] = "abc",
                                                         [ADAPTER_CHC] = "chc",
                                                         [ADAPTER_HWMCC] = "hwmcc"};

const char *adapter_name(enum adapter adapter) {
    return adapter_names[adapter];
}

static const struct {
    const char *program;
    enum adapter adapter;
} programs[] = {{"induct", ADAPTER_INDUCT},
                {"berkeley-abc", ADAPTER_ABC},
                {"abc", ADAPTER_ABC},
                {"z3", ADAPTER_CHC},
                {"cvc5", ADAPTER_CHC}};
enum { PROGRAMS = sizeof programs / sizeof *programs };

bool adapter_parse(const char *name, enum adapter *adapter) {
    for (int a = 0; a < ADAPTER_COUNT; a++)
        if (!strcmp(name, adapter_names[a])) return *adapter = (enum adapter)a, true;
    for (int p = 0; p < PROGRAMS; p++)
        if (!strcmp(name, programs[p].program)) return *adapter = programs[p].adapter, true;
    return false;
}

enum adapter adapter_guess(const char *tool, const char *command) {
    static const char separators[] = " \t\n;|&()<>\"'`";
    for (const char *at = command; *at; at += strspn(at, separators)) {
        struct slice word = {at, strcspn(at, separators)};
        at += word.size;
        const char *slash = memrchr(word.at, '/', word.size);
        if (slash) word = (struct slice){slash + 1, (size_t)(at - slash - 1)};
        for (int p = 0; p < PROGRAMS; p++)
            if (slice_is(word, programs[p].program)) return programs[p].adapter;
    }
    for (int p = 0; p < PROGRAMS; p++)
        if (!strncmp(tool, programs[p].program, strlen(programs[p].program))) return programs[p].adapter;
    return ADAPTER_GENERIC;
}

void adapter_read(enum adapter adapter, const char *output, uint32_t properties, int exit_code,
                  struct answers *answers) {
    switch (adapter) {
    case ADAPTER_GENERIC: read_verdict_lines(output, answers); break;
    case ADAPTER_INDUCT:
        read_verdict_lines(output, answers);
        check_induct_exit(answers, exit_code);
        break;
    case ADAPTER_ABC: read_abc(output, properties, answers); break;
    case ADAPTER_CHC: read_sat_lines(output, ANSWER_SAFE, false, answers); break;
    case ADAPTER_HWMCC: read_sat_lines(output, ANSWER_UNSAFE, true, answers); break;
    case ADAPTER_COUNT: assert(!"not an adapter");
    }
}
