#include "bench/summary.h"

#include "base/hash.h"
#include "bench/score.h"

#include <stdio.h>
#include <unistd.h>

bool summary_has_pair(const struct plan *plan, uint32_t left, uint32_t right) {
    return left < right && (left == 0 || plan->tools.size <= SUMMARY_ALL_PAIRS);
}

static void write_wrong(const struct plan *plan, const struct results *results, struct text *text) {
    uint32_t wrong = 0;
    vec_each (const struct result, result, &results->list) wrong += result->check == CHECK_WRONG;
    if (!wrong) return;
    text_format(
        text,
        "## WRONG VERDICTS: %u\n\n| tool | file | said | expected | properties |\n|---|---|---|---|---|\n",
        wrong);
    vec_each (const struct result, result, &results->list) {
        if (result->check != CHECK_WRONG) continue;
        const struct instance *instance = &plan->instances.data[result->instance];
        text_format(text, "| **%s** | %s | **%s** | %s | %u safe, %u unsafe, %u unknown |\n",
                    plan->tools.data[result->tool].name, instance->name, outcome_name(result->outcome),
                    answer_name(instance->expected), answers_count(&result->answers, ANSWER_SAFE),
                    answers_count(&result->answers, ANSWER_UNSAFE),
                    answers_count(&result->answers, ANSWER_UNKNOWN));
    }
    text_add(text, "\n");
}

static void write_contradictions(const struct plan *plan, const struct results *results, struct text *text) {
    u32s instances = {0};
    score_contradictions(plan, results, &instances);
    if (instances.size) {
        text_format(text,
                    "## DISAGREEMENTS: %u\n\nTools contradict each other on these files, so one of them is "
                    "wrong.\n\n",
                    instances.size);
        vec_each (uint32_t, instance, &instances) {
            text_format(text, "- %s:", plan->instances.data[*instance].name);
            for (uint32_t t = 0; t < plan->tools.size; t++) {
                const struct result *result = results_find(results, *instance, t);
                if (result)
                    text_format(text, " %s: %s (%u unsafe);", plan->tools.data[t].name,
                                outcome_name(result->outcome),
                                answers_count(&result->answers, ANSWER_UNSAFE));
            }
            text_add(text, "\n");
        }
        text_add(text, "\n");
    }
    vec_free(&instances);
}

static void write_scores(const struct plan *plan, const struct results *results, struct text *text) {
    text_add(text, "## Tools\n\n"
                   "| tool | solved | safe | unsafe | unique | wrong | time-outs | memory-outs | unknown | "
                   "errors | PAR-2 s "
                   "| wall s | CPU s | largest MB |\n"
                   "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t t = 0; t < plan->tools.size; t++) {
        struct score score = score_tool(plan, results, t, NULL);
        text_format(text, "| %s | %u | %u | %u | %u | ", plan->tools.data[t].name, score.solved,
                    score.outcomes[OUTCOME_SAFE], score.outcomes[OUTCOME_UNSAFE], score.unique);
        text_format(text, score.wrong ? "**%u** | " : "%u | ", score.wrong);
        text_format(text, "%u | %u | %u | %u | %.2f | %.1f | %.1f | %.0f |\n",
                    score.outcomes[OUTCOME_TIMEOUT], score.outcomes[OUTCOME_MEMORY],
                    score.outcomes[OUTCOME_UNKNOWN], score.outcomes[OUTCOME_ERROR], score.par2, score.wall,
                    score.cpu, score.memory);
    }
    text_format(text,
                "\nSolved: every property decided within the limits, no verdict wrong. Unique: solved by "
                "no other tool. "
                "PAR-2: mean %s time, an unsolved run counted as twice the limit. Largest MB: of the "
                "solved runs.\n\n",
                score_clock(plan));
    for (uint32_t t = 0; t < plan->tools.size; t++) {
        uint32_t unverified = score_tool(plan, results, t, NULL).unverified;
        if (unverified)
            text_format(text, "%s says of %u of its solutions that it did not verify them.\n\n",
                        plan->tools.data[t].name, unverified);
    }
}

static void write_ratio(struct text *text, double ratio, uint32_t count) {
    if (count)
        text_format(text, " %.3f |", ratio);
    else
        text_add(text, " - |");
}

static void write_pairs(const struct plan *plan, const struct results *results, struct text *text) {
    if (plan->tools.size < 2) return;
    text_format(text,
                "## Pairs\n\n"
                "Ratio: geometric mean of A's %s time over B's on the files that both solve; below 1, A is "
                "faster.\n\n"
                "| A | B | both solve | ratio | of these, either > %g s | ratio | CPU ratio | A faster | B "
                "faster | only "
                "A | only B |\n"
                "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
                score_clock(plan), SCORE_TRIVIAL);
    for (uint32_t a = 0; a < plan->tools.size; a++)
        for (uint32_t b = a + 1; b < plan->tools.size; b++) {
            if (!summary_has_pair(plan, a, b)) continue;
            struct comparison pair = score_compare(plan, results, a, b);
            text_format(text, "| %s | %s | %u |", plan->tools.data[a].name, plan->tools.data[b].name,
                        pair.both);
            write_ratio(text, pair.ratio, pair.both);
            text_format(text, " %u |", pair.both_hard);
            write_ratio(text, pair.ratio_hard, pair.both_hard);
            write_ratio(text, pair.ratio_hard_cpu, pair.both_hard);
            text_format(text, " %u | %u | %u | %u |\n", pair.left_faster, pair.right_faster, pair.only_left,
                        pair.only_right);
        }
    text_add(text, "\nFaster means by more than a tenth.\n\n");
}

static void write_family(const struct plan *plan, const struct results *results, const char *family,
                         struct text *text) {
    uint32_t files = 0;
    vec_each (const struct instance, instance, &plan->instances) files += !strcmp(instance->family, family);
    text_format(text, "| %s | %u |", family, files);
    for (uint32_t t = 0; t < plan->tools.size; t++) {
        struct score score = score_tool(plan, results, t, family);
        text_format(text, " %u | %.2f |", score.solved, score.par2);
    }
    text_add(text, "\n");
}

static void write_families(const struct plan *plan, const struct results *results, struct text *text) {
    text_add(text, "## Families\n\n| family | files |");
    vec_each (const struct tool, tool, &plan->tools) text_format(text, " %s | PAR-2 s |", tool->name);
    text_add(text, "\n|---|--:|");
    for (uint32_t t = 0; t < plan->tools.size; t++) text_add(text, "--:|--:|");
    text_add(text, "\n");
    struct hash_names seen = {0};
    vec_each (const struct instance, instance, &plan->instances) {
        if (hash_names_get(&seen, instance->family) != HASH_NONE) continue;
        hash_names_put(&seen, instance->family, 1);
        write_family(plan, results, instance->family, text);
    }
    hash_names_free(&seen);
    text_add(text, "\n");
}

static void write_errors(const struct plan *plan, const struct results *results, struct text *text) {
    enum { LISTED = 30 };
    uint32_t errors = 0;
    vec_each (const struct result, result, &results->list) {
        if (result->outcome != OUTCOME_ERROR || result->check == CHECK_WRONG) continue;
        if (!errors++) text_add(text, "## Errors\n\n");
        if (errors <= LISTED)
            text_format(text, "- %s on %s: %s\n", plan->tools.data[result->tool].name,
                        plan->instances.data[result->instance].name, result->note);
    }
    if (errors > LISTED) text_format(text, "- and %u more: see results.csv\n", errors - LISTED);
    if (errors) text_add(text, "\n");
}

/* The processor, as Linux names it. */
static void write_machine(struct text *text) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256], model[200] = "unknown processor";
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "model name : %199[^\n]", model) == 1) break;
    if (file) fclose(file);
    text_format(text, "%s, %ld cores", model, sysconf(_SC_NPROCESSORS_ONLN));
}

static void write_settings(const struct plan *plan, struct text *text) {
    text_format(text, "## Settings\n\n- manifest: %s", plan->manifest_path);
    vec_each (char *, condition, &plan->where) text_format(text, ", where `%s`", *condition);
    if (plan->sample)
        text_format(text, ", a sample of %u with seed %llu", plan->sample, (unsigned long long)plan->seed);
    if (plan->conventions) text_format(text, "; %u rows of convention are skipped", plan->conventions);
    text_format(text, "\n- limits per run: %g s of wall time, ", plan->limits.seconds);
    if (plan->limits.cpu_seconds > 0) text_format(text, "%g s of CPU time, ", plan->limits.cpu_seconds);
    if (plan->limits.megabytes)
        text_format(text, "%llu MB", (unsigned long long)plan->limits.megabytes);
    else
        text_add(text, "no memory limit");
    text_format(text, "; %u at a time\n- machine: ", plan->jobs);
    write_machine(text);
    text_add(text, "\n");
    vec_each (const struct tool, tool, &plan->tools)
        text_format(text, "- %s (%s): `%s`\n", tool->name, adapter_name(tool->adapter), tool->command);
}

void summary_write(const struct plan *plan, const struct results *results, struct text *text) {
    const uint32_t pairs = plan_runs(plan);
    text_format(text, "# Campaign: %u files, %u tools\n\n", plan->instances.size, plan->tools.size);
    if (plan->shards)
        text_format(text, "Shard %u of %u: %u of the files.\n\n", plan->shard, plan->shards,
                    pairs / plan->tools.size);
    if (results->list.size < pairs)
        text_format(text, "**Incomplete**: %u of %u runs are done; the figures are of these.\n\n",
                    results->list.size, pairs);
    write_wrong(plan, results, text);
    write_contradictions(plan, results, text);
    write_scores(plan, results, text);
    write_pairs(plan, results, text);
    write_families(plan, results, text);
    write_errors(plan, results, text);
    write_settings(plan, text);
}
