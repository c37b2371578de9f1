/* What induct check prints: verdict lines in the dialects, the JSON object, statistics. */
#include "cli/check.h"

#include <stdio.h>

/* One line, whatever names of the input are in it. */
static void print_in_line(const char *string) {
    struct text text = {0};
    text_in_line(&text, string);
    if (text.data) fputs(text.data, stdout);
    text_fini(&text);
}

void output_marks(struct text *out, const struct induct_result *result) {
    if (result->verdict == INDUCT_UNKNOWN) return;
    if (result->approximate) text_add(out, " (not bit-precise)");
    if (!result->verified)
        text_add(out, " (unverified)");
    else if (result->verdict == INDUCT_UNSAFE && result->interpreted)
        text_add(out, " (interpreted)"); /* not by running the program */
    if (result->not_executed) text_add(out, " (not executed)");
    if (result->verdict == INDUCT_SAFE && result->vacuous) text_add(out, " (vacuous)");
}

/* The native dialect: one line per property, verdict first, name second. */
static void native_line(const struct check_row *row) {
    const struct induct_result *result = &row->result;
    printf("%s ", induct_result_word(result));
    print_in_line(row->name);
    if (result->verdict == INDUCT_UNKNOWN) {
        printf(" (");
        print_in_line(result->reason);
        printf(")");
    }
    if (result->verdict == INDUCT_SAFE) {
        printf(" induction=%u conjuncts=%u", result->induction, result->conjuncts);
        if (result->simple_path) printf(" simple-path=on");
    } else {
        printf(" depth=%lld", (long long)result->depth); /* -1: not even the initial states were ruled out */
    }
    struct text marks = {0};
    output_marks(&marks, result);
    printf("%s\n", marks.data ? marks.data : "");
    text_fini(&marks);
}

/* HWMCC: per property `0`, `1` or `2`, its code, a counterexample, `.`. A witness contains all of that. Of
 * systems, `sat` with the BTOR2 witness, if their sorts allow one, `unsat` or `unknown`, and the code. */
static void hwmcc_block(const struct check *check, const struct check_row *row) {
    static const char *const words[] = {
        [INDUCT_SAFE] = "unsat", [INDUCT_UNSAFE] = "sat", [INDUCT_UNKNOWN] = "unknown"};
    static const char digits[] = {[INDUCT_SAFE] = '0', [INDUCT_UNSAFE] = '1', [INDUCT_UNKNOWN] = '2'};
    if (row->witness)
        fputs(row->witness, stdout);
    else if (check->shared->words)
        printf("%s\n%s\n", words[row->result.verdict], row->code);
    else
        printf("%c\n%s\n.\n", digits[row->result.verdict], row->code);
}

/* SymbiYosys wants one answer for the file: the first counterexample is it. */
static bool sby_verdict(const struct check *check, const struct check_row *row) {
    if (row->result.verdict != INDUCT_UNSAFE) return true;
    hwmcc_block(check, row);
    return false;
}

/* Whether what is not decided is so because the engine reached the bound that it was given. */
static bool bound_reached(const struct check *check) {
    vec_each (const struct check_row, row, &check->rows) {
        const struct induct_result *result = &row->result;
        if (row->selected && row->settled && result->verdict == INDUCT_UNKNOWN &&
            result->cause != INDUCT_REASON_BOUND)
            return false;
    }
    return true;
}

/* The depth up to which nothing was found, one more: `u<N>`. */
static void sby_bound(const struct check *check) {
    int64_t least = INT64_MAX;
    vec_each (const struct check_row, row, &check->rows)
        if (row->selected && row->settled && row->result.verdict == INDUCT_UNKNOWN &&
            row->result.depth < least)
            least = row->result.depth;
    if (least >= 0 && least < INT64_MAX) printf("u%lld\n", (long long)least + 1);
}

/* In the slots that sby has for bounded checks, `2` (AIGER) and `unknown` (BTOR2) mean that the bound was reached
 * without a counterexample, and sby says PASS. So a limit has no such line; sby complains of that. Its slots for BTOR2
 * have no word for a proof: there it is a bound that was reached. */
static void sby_end(const struct check *check, int exit_status) {
    bool words = check->shared->words;
    if (exit_status == EXIT_SAFE) {
        puts(words ? "unknown" : "0");
    } else if (exit_status == EXIT_UNKNOWN && check->rows.size && bound_reached(check)) {
        if (!words) sby_bound(check);
        puts(words ? "unknown" : "2");
    }
}

/* What sby's lines have no place for. */
static void sby_reasons(const struct check *check) {
    vec_each (const struct check_row, row, &check->rows) {
        if (!row->selected || !row->settled || row->result.verdict != INDUCT_UNKNOWN) continue;
        struct text text = {0};
        text_in_line(&text, row->name);
        text_add(&text, ": unknown (");
        text_in_line(&text, row->result.reason);
        fprintf(stderr, "%s) depth=%lld\n", text.data, (long long)row->result.depth);
        text_fini(&text);
    }
}

bool output_verdict(struct check *check, const struct check_row *row) {
    bool more = true;
    if (check->settings->json) return true;
    switch (check->settings->dialect) {
    case DIALECT_HWMCC: hwmcc_block(check, row); break;
    case DIALECT_SBY: more = sby_verdict(check, row); break;
    default: native_line(row); break;
    }
    fflush(stdout);
    return more;
}

/* `u<N>`: no property has a counterexample of N or fewer steps, of depth less than N. */
void output_depth(struct check *check) {
    static uint32_t said;
    if (check->settings->dialect != DIALECT_SBY) return;
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < check->rows.size; i++) {
        const struct check_row *row = &check->rows.data[i];
        if (!row->selected || row->settled) continue;
        uint32_t depth = i < CHECK_DEPTHS ? check->shared->depths[i] : 0;
        if (depth < least) least = depth;
    }
    if (least == UINT32_MAX || least <= said) return;
    said = least;
    printf("u%u\n", least);
    fflush(stdout);
}

static void json_pair(struct text *out, const char *key, const char *value) {
    text_format(out, "\"%s\": ", key);
    if (value)
        text_json_string(out, value);
    else
        text_add(out, "null");
}

static void json_list(struct text *out, const char *key, const strings *list) {
    text_format(out, "\"%s\": [", key);
    for (uint32_t i = 0; i < list->size; i++) {
        if (i) text_add(out, ", ");
        text_json_string(out, list->data[i]);
    }
    text_add(out, "]");
}

/* What reports know of a property besides. */
static void json_shown(struct text *out, const struct check_row *row) {
    if (row->engine) {
        text_add(out, ", ");
        json_pair(out, "engine", row->engine);
    }
    if (row->source) {
        text_add(out, ", ");
        json_pair(out, "source", row->source);
    }
    if (row->lines) {
        text_add(out, ", ");
        json_pair(out, "lines", row->lines);
    }
    if (row->left_out)
        text_add(out,
                 ", \"left_out\": \"Its evidence is not here: showing it would have made the run longer.\"");
    if (row->shown) text_add(out, ",\n     \"show\": ");
    if (row->shown) text_add(out, row->shown);
}

static void json_row(struct text *out, const struct check *check, uint32_t index, bool whole) {
    const struct check_row *row = &check->rows.data[index];
    const struct induct_result *result = &row->result;
    text_add(out, "    {");
    json_pair(out, "name", row->name);
    text_format(out, ", \"index\": %u, ", index);
    json_pair(out, "verdict", induct_result_word(result));
    if (result->cover) text_add(out, ", \"cover\": true");
    if (result->verdict == INDUCT_UNKNOWN) {
        text_add(out, ", ");
        json_pair(out, "reason", result->reason);
    } else {
        text_format(out, ", \"verified\": %s", result->verified ? "true" : "false");
        if (result->approximate) text_add(out, ", \"bit_precise\": false");
        if (result->interpreted) text_add(out, ", \"interpreted\": true");
        if (result->not_executed) text_add(out, ", \"executed\": false");
        if (result->vacuous) text_add(out, ", \"vacuous\": true");
        if (result->verdict == INDUCT_SAFE && result->dead_end >= 0)
            text_format(out, ", \"assumptions_end\": %d", result->dead_end);
        if (result->idle) text_add(out, ", \"condition\": false");
        if (result->verdict == INDUCT_UNSAFE && result->violated != index) {
            text_add(out, ", ");
            json_pair(out, "violated", check->rows.data[result->violated].name);
        }
    }
    if (result->verdict == INDUCT_SAFE)
        text_format(out, ", \"induction\": %u, \"simple_path\": %s, \"conjuncts\": %u", result->induction,
                    result->simple_path ? "true" : "false", result->conjuncts);
    else if (result->depth >= 0)
        text_format(out, ", \"depth\": %lld", (long long)result->depth);
    else
        text_add(out, ", \"depth\": null");
    text_format(out, ", \"time\": %.6f, ", (double)result->time_us / 1e6);
    json_list(out, "evidence", &row->files);
    if (whole) json_shown(out, row);
    text_add(out, "}");
}

/* A worker that heeds a limit by itself ends well; what ended the run is the limit all the same. */
static const char *ending_word(const struct check *check) {
    static const char *const endings[] = {"done", "timeout", "interrupted", "memory", "crashed", "exited"};
    enum ending_kind kind = check->ending.kind;
    for (uint32_t i = 0; i < check->rows.size && kind == ENDING_DONE; i++) {
        const struct check_row *row = &check->rows.data[i];
        if (!row->settled || row->result.verdict != INDUCT_UNKNOWN) continue;
        switch (row->result.cause) {
        case INDUCT_REASON_TIMEOUT:
        case INDUCT_REASON_EVIDENCE_TIMEOUT: kind = ENDING_TIMEOUT; break;
        case INDUCT_REASON_INTERRUPTED: kind = ENDING_INTERRUPTED; break;
        case INDUCT_REASON_MEMORY: kind = ENDING_MEMORY; break;
        default: break;
        }
    }
    return endings[kind];
}

void output_run(struct text *out, const struct check *check, int exit_status,
                void (*more)(struct text *, const struct check *)) {
    const struct check_settings *settings = check->settings;
    text_add(out, "{\n  ");
    json_pair(out, "tool", "induct");
    text_add(out, ", ");
    json_pair(out, "version", induct_version());
    text_add(out, ",\n  ");
    json_pair(out, "file", settings->file);
    text_add(out, ",\n  ");
    json_pair(out, "engine", check->shared->engine);
    text_format(out, ", \"seed\": %llu,\n  ", (unsigned long long)settings->seed);
    json_pair(out, "ending", ending_word(check));
    text_format(out, ", \"exit\": %d,\n  ", exit_status);
    json_list(out, "messages", &check->messages);
    text_add(out, ",\n  \"properties\": [");
    bool first = true;
    for (uint32_t i = 0; i < check->rows.size; i++) {
        if (!check->rows.data[i].settled) continue;
        text_add(out, first ? "\n" : ",\n");
        json_row(out, check, i, more != NULL);
        first = false;
    }
    text_add(out, first ? "],\n  \"statistics\": " : "\n  ],\n  \"statistics\": ");
    stats_json(out, &check->shared->stats);
    if (more) more(out, check);
    text_add(out, "\n}\n");
}

void output_json(struct text *out, const struct check *check, int exit_status) {
    output_run(out, check, exit_status, NULL);
}

/* Whether a limit or a signal ended the run, so that the user wants to know how far it came. */
static bool cut_short(const struct check *check) {
    if (check->failed) return false;
    if (check->ending.kind != ENDING_DONE || check->ending.interrupted) return true;
    vec_each (const struct check_row, row, &check->rows) {
        if (!row->settled || row->result.verdict != INDUCT_UNKNOWN) continue;
        enum induct_reason cause = row->result.cause;
        if (cause == INDUCT_REASON_TIMEOUT || cause == INDUCT_REASON_EVIDENCE_TIMEOUT) return true;
    }
    return false;
}

static void short_statistics(const struct check *check) {
    const struct stats *stats = &check->shared->stats;
    fprintf(stderr,
            "%s: %llu frames, %llu queries, %llu lemmas, %.2f s of which %.2f s verification, %llu MB\n",
            check->shared->engine, (unsigned long long)stats->frames, (unsigned long long)stats->queries,
            (unsigned long long)stats->lemmas, (double)stats->total_us / 1e6, (double)stats->verify_us / 1e6,
            (unsigned long long)stats->memory_kb >> 10);
}

void output_end(struct check *check, int exit_status) {
    const struct check_settings *settings = check->settings;
    struct text text = {0};
    if (settings->json) {
        output_json(&text, check, exit_status);
        fputs(text.data, stdout);
    }
    if (settings->dialect == DIALECT_SBY) sby_end(check, exit_status);
    fflush(stdout);
    if (settings->dialect == DIALECT_SBY && !settings->quiet && exit_status != EXIT_UNSAFE)
        sby_reasons(check);
    bool silent = settings->quiet || settings->dialect != DIALECT_NATIVE;
    if (!silent && cut_short(check)) {
        text_clear(&text);
        stats_text(&text, &check->shared->stats);
        fputs(text.data ? text.data : "", stderr);
    } else if (!silent && live_wanted(check) && !check->failed) {
        short_statistics(check);
    }
    text_fini(&text);
}
