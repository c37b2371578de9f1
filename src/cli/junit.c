/* A run as a JUnit report: a suite for the file, a test case per property.
 *
 *     safe, covered, unreachable    passed: what the exit status calls 0
 *     unsafe                        failure, with the run in it
 *     unknown                       error: not proved is not passed, but not refuted either
 *
 * A file that cannot be read is a test case with an error. */
#include "cli/check.h"
#include "cli/step_list.h"

enum {
    RUN = 100,   /* steps that are told, at the beginning and at the end */
    VALUES = 100 /* of each */
};

static void attribute(struct text *out, const char *name, const char *value) {
    text_format(out, " %s=\"", name);
    text_xml(out, value);
    text_byte(out, '"');
}

static double seconds(uint64_t us) {
    return (double)us / 1e6;
}

/* ---- a test case ---- */

static void place(struct text *out, const struct check *check, const struct step *step) {
    if (!step->line) {
        text_format(out, "step %llu: ", (unsigned long long)step->number);
        return;
    }
    text_format(out, "%s:%llu: ", step->file ? step->file : check->settings->file,
                (unsigned long long)step->line);
}

/* The run, as text within an element. */
static void tell_run(struct text *out, const struct check *check, const struct check_row *row) {
    struct steps_read steps;
    struct text run = {0};
    steps_open(&steps, row->steps);
    uint32_t n = steps.n;
    for (uint32_t i = 0; i < n; i++) {
        if (n > 2 * RUN && i == RUN) text_add(out, "...\n");
        if (n > 2 * RUN && i >= RUN && i < n - RUN) continue;
        struct step step = steps_get(&steps, i);
        if (!step.text && !step.values) continue;
        struct text line = {0};
        place(&line, check, &step);
        steps_describe(&line, &step, VALUES);
        text_in_line(&run, line.data);
        text_xml(out, run.data);
        text_byte(out, '\n');
        text_clear(&run);
        text_fini(&line);
    }
    text_fini(&run);
    steps_close(&steps);
}

static void add_failure(struct text *out, const struct check *check, const struct check_row *row) {
    struct text message = {0};
    text_format(&message, "violated after %lld step%s", (long long)row->result.depth,
                row->result.depth == 1 ? "" : "s");
    output_marks(&message, &row->result);
    text_add(out, "      <failure type=\"unsafe\"");
    attribute(out, "message", message.data);
    text_byte(out, '>');
    tell_run(out, check, row);
    text_add(out, "</failure>\n");
    text_fini(&message);
}

static void add_error(struct text *out, const char *type, const char *message) {
    text_add(out, "      <error");
    attribute(out, "type", type);
    attribute(out, "message", message);
    text_add(out, "/>\n");
}

static bool is_failure(const struct check_row *row) {
    return row->result.verdict == INDUCT_UNSAFE && !row->result.cover;
}

static void add_case(struct text *out, const struct check *check, const struct check_row *row) {
    const struct induct_result *result = &row->result;
    struct text marks = {0};
    text_add(out, "    <testcase");
    attribute(out, "classname", text_file_name(check->settings->file));
    attribute(out, "name", row->name);
    attribute(out, "file", text_file_name(check->settings->file));
    text_format(out, " time=\"%.6f\">\n", seconds(result->time_us));
    if (is_failure(row)) add_failure(out, check, row);
    if (result->verdict == INDUCT_UNKNOWN) add_error(out, "unknown", result->reason);
    if (result->verdict != INDUCT_UNKNOWN) {
        text_add(&marks, induct_result_word(result));
        output_marks(&marks, result);
        text_add(out, "      <system-out>");
        text_xml(out, marks.data);
        text_add(out, "</system-out>\n");
    }
    text_add(out, "    </testcase>\n");
    text_fini(&marks);
}

/* Nothing was decided. */
static void add_unread(struct text *out, const struct check *check) {
    text_add(out, "    <testcase");
    attribute(out, "classname", text_file_name(check->settings->file));
    text_format(out, " name=\"*\" time=\"%.6f\">\n", seconds(check->shared->stats.total_us));
    add_error(out, "failed", check->messages.size ? vec_last(&check->messages) : "nothing was decided");
    text_add(out, "    </testcase>\n");
}

/* ---- the report ---- */

struct counts {
    uint32_t tests, failures, errors;
};

static void add_counts(struct text *out, const struct check *check, struct counts n) {
    text_format(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"0\" time=\"%.6f\"", n.tests,
                n.failures, n.errors, seconds(check->shared->stats.total_us));
}

void output_junit(struct text *out, const struct check *check, int exit_status) {
    struct counts n = {0};
    struct text cases = {0};
    (void)exit_status;
    vec_each (const struct check_row, row, &check->rows) {
        if (!row->selected || !row->settled || check->failed) continue;
        n.tests++;
        n.failures += is_failure(row);
        n.errors += row->result.verdict == INDUCT_UNKNOWN;
        add_case(&cases, check, row);
    }
    if (check->failed) {
        n.tests = n.errors = 1;
        add_unread(&cases, check);
    }
    text_add(out, JUNIT_START);
    add_counts(out, check, n);
    text_add(out, ">\n  <testsuite");
    attribute(out, "name", text_file_name(check->settings->file));
    add_counts(out, check, n);
    text_add(out, ">\n    <properties>\n      <property name=\"tool\"");
    char *version = mem_format("induct %s", induct_version());
    attribute(out, "value", version);
    mem_free(version);
    text_add(out, "/>\n      <property name=\"engine\"");
    attribute(out, "value", check->shared->engine);
    text_add(out, "/>\n    </properties>\n");
    if (cases.data) text_add(out, cases.data);
    text_add(out, "  </testsuite>\n</testsuites>\n");
    text_fini(&cases);
}
