/* A run as a SARIF 2.1.0 log (OASIS Standard, errata 01): a result per property, a code flow per counterexample.
 *
 *     safe, covered       kind pass          level none
 *     unsafe              kind fail          level error
 *     unreachable cover   kind fail          level note: the exit status does not count it either
 *     unknown             kind open          level none
 *
 * Files are named as in the call, relative ones to SRCROOT, the folder of the call. */
#include "cli/check.h"
#include "cli/step_list.h"
#include "cli/uri.h"

#include "base/hash.h"
#include "base/sha256.h"

#include <stdlib.h>

enum {
    FLOW = 500,    /* steps that are told, at the beginning and at the end */
    VALUES = 1000, /* values of a step that are told as its state; */
    WORDS = 12     /* in its message */
};

enum rule { RULE_CALL, RULE_ASSERT, RULE_COVER };
static const struct {
    const char *id, *name, *about, *help;
} rules[] = {
    [RULE_CALL] = {"unreach-call", "ErrorIsUnreachable",
                   "No run of the program calls an error function or fails an assertion.",
                   "The code flow is a run that ends with the error: what the program is given, and what its "
                   "variables become."},
    [RULE_ASSERT] =
        {"assert", "AssertionHolds", "The property holds in every reachable state.",
         "The code flow is a run from an initial state to one that violates the property, step by step."},
    [RULE_COVER] = {"cover", "CoverIsReached", "Some run reaches what the cover property describes.",
                    "A note says that no run does."},
};

static enum rule rule_of(const struct check *check, const struct check_row *row) {
    if (row->result.cover) return RULE_COVER;
    return induct_only_property(check->problem, check->settings->file) ? RULE_CALL : RULE_ASSERT;
}

static void pair(struct text *out, const char *key, const char *value) {
    text_format(out, "\"%s\": ", key);
    text_json_string(out, value);
}

/* ---- locations ---- */

/* "design.sv:46.3-46.9", split at the last colon that digits follow; false: there is none. The caller frees. */
static bool split_source(const char *source, char **file, uint64_t *line) {
    const char *colon = source ? strrchr(source, ':') : NULL;
    if (!colon || colon == source) return false;
    *line = strtoul(colon + 1, NULL, 10);
    *file = mem_format("%.*s", (int)(colon - source), source);
    return true;
}

static void physical(struct text *out, const char *file, uint64_t line, uint64_t column) {
    text_add(out, "\"physicalLocation\": {\"artifactLocation\": {");
    struct text uri = {0};
    bool relative = uri_of_path(&uri, file);
    pair(out, "uri", uri.data);
    if (relative) text_add(out, ", \"uriBaseId\": \"SRCROOT\"");
    text_byte(out, '}');
    if (line) text_format(out, ", \"region\": {\"startLine\": %llu", (unsigned long long)line);
    if (line && column) text_format(out, ", \"startColumn\": %llu", (unsigned long long)column);
    text_add(out, line ? "}}" : "}");
    text_fini(&uri);
}

/* Standard input has no place. */
static bool has_place(const char *file) {
    return strcmp(file, "-") != 0;
}

static void logical(struct text *out, const char *name, const char *kind) {
    text_add(out, "\"logicalLocations\": [{");
    pair(out, "fullyQualifiedName", name);
    text_add(out, ", ");
    pair(out, "kind", kind);
    text_add(out, "}]");
}

/* Where the property is: in the source of the design, where a run violates it, or in the file as a whole. */
static void result_location(struct text *out, const struct check *check, const struct check_row *row,
                            const struct steps_read *steps) {
    char *file = NULL;
    uint64_t line = 0, column = 0;
    const char *place = check->settings->file;
    if (split_source(row->source, &file, &line)) {
        place = file;
    } else if (steps->n) {
        struct step last = steps_get(steps, steps->n - 1);
        if (last.file) place = file = uri_find(last.file, place);
        line = last.line;
        column = last.column;
    }
    text_add(out, "\"locations\": [{");
    if (has_place(place)) {
        physical(out, place, line, column);
        text_add(out, ", ");
    }
    logical(out, row->name, "member");
    text_add(out, "}]");
    mem_free(file);
}

/* ---- code flows ---- */

/* Values by name; where two have one name in a step, the first counts. */
static void state(struct text *out, const json_t *values) {
    struct hash_names seen = {0};
    uint32_t told = 0;
    text_add(out, ", \"state\": {");
    for (size_t i = 0; i < json_count(values); i++) {
        const json_t *value = json_element(values, i);
        const char *name = json_text(json_member(value, "name")),
                   *text = json_text(json_member(value, "value"));
        if (!name || !text || told == VALUES || hash_names_get(&seen, name) != HASH_NONE) continue;
        hash_names_put(&seen, name, 1);
        if (told++) text_add(out, ", ");
        text_json_string(out, name);
        text_add(out, ": {");
        pair(out, "text", text);
        text_byte(out, '}');
    }
    text_byte(out, '}');
    hash_names_free(&seen);
}

static void flow_location(struct text *out, const struct check *check, const struct check_row *row,
                          const struct step *step, bool last) {
    struct text message = {0};
    char *found = NULL;
    uint64_t line = step->line;
    const char *file = check->settings->file;
    if (step->file)
        file = found = uri_find(step->file, file);
    else if (!step->line && split_source(row->source, &found, &line))
        file = found;
    if (!step->line) text_format(&message, "step %llu: ", (unsigned long long)step->number);
    steps_describe(&message, step, WORDS);
    if (!step->text && !step->values) text_add(&message, step->line ? "the run passes" : "nothing changes");
    text_format(out, "\n            {\"executionOrder\": %llu, \"location\": {",
                (unsigned long long)step->number + 1);
    if (has_place(file)) {
        physical(out, file, line, step->column);
        text_add(out, ", ");
    }
    if (step->function) {
        logical(out, step->function, "function");
        text_add(out, ", ");
    }
    text_add(out, "\"message\": {");
    pair(out, "text", message.data);
    text_add(out, "}}");
    if (last) text_add(out, ", \"importance\": \"essential\"");
    if (json_count(step->values)) state(out, step->values);
    text_byte(out, '}');
    text_fini(&message);
    mem_free(found);
}

static void code_flow(struct text *out, const struct check *check, const struct check_row *row,
                      const struct steps_read *steps) {
    uint32_t n = steps->n;
    bool first = true, whole = n <= 2 * FLOW && !steps->omitted;
    if (!n) return;
    text_add(out, ",\n         \"codeFlows\": [{\"threadFlows\": [{");
    if (!whole) text_add(out, "\"message\": {\"text\": \"Steps in the middle are left out.\"}, ");
    text_add(out, "\"locations\": [");
    for (uint32_t i = 0; i < n; i++) {
        if (n > 2 * FLOW && i >= FLOW && i < n - FLOW) continue;
        struct step step = steps_get(steps, i);
        if (!first) text_byte(out, ',');
        first = false;
        flow_location(out, check, row, &step, i + 1 == n);
    }
    text_add(out, "]}]}]");
}

/* ---- results ---- */

static void say(struct text *out, const struct check_row *row, enum rule rule) {
    const struct induct_result *result = &row->result;
    const char *name = row->name;
    switch (result->verdict) {
    case INDUCT_SAFE:
        text_format(out, rule == RULE_COVER ? "%s is unreachable: no run covers it" : "%s is safe", name);
        break;
    case INDUCT_UNSAFE:
        text_format(out, rule == RULE_COVER ? "%s is covered" : "%s is violated", name);
        text_format(out, " after %lld step%s", (long long)result->depth, result->depth == 1 ? "" : "s");
        break;
    default: text_format(out, "%s is undecided: %s", name, result->reason);
    }
    output_marks(out, result);
    text_byte(out, '.');
}

static const char *kind_of(const struct check_row *row, const char **level) {
    const struct induct_result *result = &row->result;
    *level = "none";
    if (result->verdict == INDUCT_UNKNOWN) return "open";
    if ((result->verdict == INDUCT_SAFE) != result->cover) return "pass";
    *level = result->cover ? "note" : "error";
    return "fail";
}

/* What tells this property from others, whatever its verdict and wherever its lines move. */
static void fingerprint(struct text *out, const struct check *check, const struct check_row *row) {
    struct text key = {0};
    char hash[SHA256_HEX];
    text_bytes(&key, check->settings->file, strlen(check->settings->file) + 1);
    text_add(&key, row->name);
    sha256_hex(key.data, key.size, hash);
    text_format(out, "\"partialFingerprints\": {\"inductProperty/v1\": \"%s\"}", hash);
    text_fini(&key);
}

static void properties(struct text *out, const struct check_row *row) {
    const struct induct_result *result = &row->result;
    text_add(out, "\"properties\": {");
    pair(out, "verdict", induct_result_word(result));
    if (result->verdict != INDUCT_UNKNOWN)
        text_format(out, ", \"verified\": %s", result->verified ? "true" : "false");
    if (result->verdict == INDUCT_SAFE)
        text_format(out, ", \"induction\": %u, \"conjuncts\": %u", result->induction, result->conjuncts);
    else if (result->depth >= 0)
        text_format(out, ", \"depth\": %lld", (long long)result->depth);
    text_format(out, ", \"time\": %.6f}", (double)result->time_us / 1e6);
}

static void add_result(struct text *out, const struct check *check, const struct check_row *row) {
    struct steps_read steps;
    struct text message = {0};
    const char *level, *kind = kind_of(row, &level);
    enum rule rule = rule_of(check, row);
    steps_open(&steps, row->steps);
    say(&message, row, rule);
    text_format(out,
                "{\"ruleId\": \"%s\", \"ruleIndex\": %d, \"kind\": \"%s\", \"level\": \"%s\",\n         "
                "\"message\": {",
                rules[rule].id, (int)rule, kind, level);
    pair(out, "text", message.data);
    text_add(out, "},\n         ");
    result_location(out, check, row, &steps);
    text_add(out, ",\n         ");
    fingerprint(out, check, row);
    text_add(out, ", ");
    properties(out, row);
    code_flow(out, check, row, &steps);
    text_byte(out, '}');
    steps_close(&steps);
    text_fini(&message);
}

static void add_rule(struct text *out, const char *id, const char *name, const char *about, const char *help,
                     const char *level) {
    text_add(out, "{");
    pair(out, "id", id);
    text_add(out, ", ");
    pair(out, "name", name);
    text_add(out, ", \"shortDescription\": {");
    pair(out, "text", about);
    text_add(out, "}, \"help\": {");
    pair(out, "text", help);
    text_format(out, "}, \"defaultConfiguration\": {\"level\": \"%s\"}}", level);
}

static void driver(struct text *out) {
    text_add(out, "\"tool\": {\"driver\": {\"name\": \"induct\", ");
    pair(out, "semanticVersion", induct_version());
    text_add(out, ", \"rules\": [");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        text_add(out, i ? ",\n        " : "\n        ");
        add_rule(out, rules[i].id, rules[i].name, rules[i].about, rules[i].help,
                 i == RULE_COVER ? "note" : "error");
    }
    text_add(out, "]}}");
}

/* What was said on standard error belongs to the run. Of warnings and errors only the latter are told apart by how it
 * ended: the last one of a run that failed is one. */
static void invocation(struct text *out, const struct check *check, int exit_status) {
    text_format(out, "\"invocations\": [{\"executionSuccessful\": %s, \"exitCode\": %d",
                check->failed ? "false" : "true", exit_status);
    if (check->messages.size) text_add(out, ", \"toolExecutionNotifications\": [");
    for (uint32_t i = 0; i < check->messages.size; i++) {
        bool error = check->failed && i + 1 == check->messages.size;
        text_format(out, "%s\n        {\"level\": \"%s\", \"message\": {", i ? "," : "",
                    error ? "error" : "warning");
        pair(out, "text", check->messages.data[i]);
        text_add(out, "}}");
    }
    if (check->messages.size) text_byte(out, ']');
    text_add(out, "}]");
}

void output_sarif(struct text *out, const struct check *check, int exit_status) {
    bool first = true;
    text_add(out,
             "{\n  \"$schema\": \"" SARIF_SCHEMA "\",\n  \"version\": \"2.1.0\",\n  \"runs\": [{\n      ");
    driver(out);
    text_add(out, ",\n      \"originalUriBaseIds\": {\"SRCROOT\": {\"description\": {\"text\": "
                  "\"the folder where induct was called\"}}},\n      ");
    invocation(out, check, exit_status);
    text_add(out, ",\n      \"columnKind\": \"utf16CodeUnits\",\n      \"results\": [");
    vec_each (const struct check_row, row, &check->rows) {
        if (!row->selected || !row->settled) continue;
        text_add(out, first ? "\n        " : ",\n        ");
        first = false;
        add_result(out, check, row);
    }
    text_add(out, "]\n  }]\n}\n");
}
