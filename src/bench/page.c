#include "bench/page.h"

#include "bench/score.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

static const char *name_of(const struct plan *plan) {
    const char *slash = strrchr(plan->manifest_path, '/');
    return slash ? slash + 1 : plan->manifest_path;
}

/* [outcome, check, wall, cpu, MB, note]: a run. */
static void add_run(struct text *out, const char *outcome, const char *check, double wall, double cpu,
                    double memory, const char *note) {
    text_byte(out, '[');
    text_json_string(out, outcome);
    text_byte(out, ',');
    text_json_string(out, check);
    text_format(out, ",%.4f,%.4f,%.1f,", wall, cpu, memory);
    text_json_string(out, note);
    text_byte(out, ']');
}

static void add_instance(struct text *out, const struct plan *plan, const struct results *results,
                         uint32_t i) {
    const struct instance *instance = &plan->instances.data[i];
    text_add(out, "{\"name\":");
    text_json_string(out, instance->name);
    text_add(out, ",\"family\":");
    text_json_string(out, instance->family);
    text_add(out, ",\"expected\":");
    text_json_string(out, answer_name(instance->expected));
    text_add(out, ",\"runs\":[");
    for (uint32_t t = 0; t < plan->tools.size; t++) {
        const struct result *r = results_find(results, i, t);
        if (t) text_byte(out, ',');
        if (r)
            add_run(out, outcome_name(r->outcome), check_name(r->check), r->wall, r->cpu, r->memory, r->note);
        else
            text_add(out, "null");
    }
    text_add(out, "]}");
}

/* ---- another campaign ---- */

/* A number of a file that anybody may have written: finite, or nothing. */
static double number(const char *text) {
    double value = strtod(text, NULL);
    return value >= 0 && value < 1e12 ? value : 0;
}

/* {"FILE": {"TOOL": run, ...}, ...} would repeat names; a row per run is as good: [file, tool, run]. */
static enum status add_other(struct text *out, const char *folder, struct messages *messages) {
    static const char *const names[] = {"path",   "tool",  "outcome", "check",
                                        "wall_s", "cpu_s", "rss_mb",  "note"};
    enum { COLUMNS = sizeof names / sizeof *names };
    struct text text = {0};
    struct csv table = {0};
    int columns[COLUMNS];
    char *path = mem_format("%s/results.csv", folder);
    enum status status = text_read_file(&text, path, messages);
    if (!status) status = csv_read(&table, text.data ? text.data : "", text.size, path, messages);
    for (int c = 0; !status && c < COLUMNS; c++) {
        columns[c] = csv_column(&table, names[c]);
        if (columns[c] < 0)
            status = messages_fail(messages, STATUS_MALFORMED, (struct position){.file = path, .line = 1},
                                   "not a table of results: it has no column '%s'", names[c]);
    }
    if (!status) {
        text_add(out, ",\n\"against\":{\"folder\":");
        text_json_string(out, folder);
        text_add(out, ",\"runs\":[");
        for (uint32_t row = 0; row < csv_rows(&table); row++) {
            const char *field[COLUMNS];
            for (int c = 0; c < COLUMNS; c++) field[c] = csv_get(&table, row, columns[c]);
            text_add(out, row ? ",\n[" : "\n[");
            text_json_string(out, field[0]);
            text_byte(out, ',');
            text_json_string(out, field[1]);
            text_byte(out, ',');
            add_run(out, field[2], field[3], number(field[4]), number(field[5]), number(field[6]), field[7]);
            text_byte(out, ']');
        }
        text_add(out, "]}");
    }
    csv_fini(&table);
    text_fini(&text);
    mem_free(path);
    return status;
}

enum status page_check(const char *against, struct messages *messages) {
    struct text ignored = {0};
    enum status status = add_other(&ignored, against, messages);
    text_fini(&ignored);
    return status;
}

enum status page_data(const struct plan *plan, const struct results *results, const char *against,
                      struct text *out, struct messages *messages) {
    text_add(out, "{\"tool\":\"induct bench\",\"file\":");
    text_json_string(out, name_of(plan));
    text_format(out, ",\"clock\":\"%s\",\"limit\":%.4f,\"memory\":%llu,\"planned\":%u,\n\"tools\":[",
                score_clock(plan), score_limit(plan), (unsigned long long)plan->limits.megabytes,
                plan_runs(plan));
    for (uint32_t t = 0; t < plan->tools.size; t++) {
        if (t) text_byte(out, ',');
        text_json_string(out, plan->tools.data[t].name);
    }
    text_add(out, "],\n\"instances\":[");
    bool first = true;
    for (uint32_t i = 0; i < plan->instances.size; i++) {
        if (!plan_has(plan, i)) continue;
        text_add(out, first ? "\n" : ",\n");
        first = false;
        add_instance(out, plan, results, i);
    }
    text_byte(out, ']');
    enum status status = against ? add_other(out, against, messages) : STATUS_OK;
    text_add(out, "}\n");
    return status;
}

void page_write(const struct plan *plan, const struct text *data, struct text *page) {
    report_page(page, REPORT_CAMPAIGN, name_of(plan), data->data, data->size);
}
