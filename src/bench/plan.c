#include "bench/plan.h"

#include "base/hash.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

static const struct position nowhere = {0};

static void instance_fini(struct instance *instance) {
    mem_free(instance->name);
    mem_free(instance->file);
    mem_free(instance->family);
    vec_free(&instance->each);
}

void plan_fini(struct plan *plan) {
    vec_each (struct instance, instance, &plan->instances) instance_fini(instance);
    vec_each (struct tool, tool, &plan->tools) tool_fini(tool);
    vec_each (char *, condition, &plan->where) mem_free(*condition);
    vec_free(&plan->instances);
    vec_free(&plan->tools);
    vec_free(&plan->where);
    csv_fini(&plan->manifest);
    csv_fini(&plan->properties);
    mem_free(plan->manifest_path);
    *plan = (struct plan){0};
}

static enum status read_table(struct csv *table, const char *path, struct messages *messages) {
    struct text text = {0};
    enum status status = text_read_file(&text, path, messages);
    if (!status) status = csv_read(table, text.data, text.size, path, messages);
    text_fini(&text);
    return status;
}

/* A file of the manifest's own folder. */
static char *beside_manifest(const struct plan *plan, const char *path) {
    const char *slash = strrchr(plan->manifest_path, '/');
    if (*path == '/') return mem_strdup(path);
    return mem_format("%.*s/%s", (int)(slash - plan->manifest_path), plan->manifest_path, path);
}

/* --where: COLUMN=PATTERN or COLUMN!=PATTERN, where the pattern is one of the shell's. */
struct condition {
    int column;
    bool negated;
    const char *pattern; /* borrowed */
};

static enum status parse_condition(const struct plan *plan, const char *text, struct condition *condition,
                                   struct messages *messages) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return messages_fail(messages, STATUS_USAGE, nowhere,
                             "--where %s: expected COLUMN=VALUE or COLUMN!=VALUE", text);
    condition->negated = equals[-1] == '!';
    condition->pattern = equals + 1;
    char *name = mem_format("%.*s", (int)(equals - text) - condition->negated, text);
    condition->column = csv_column(&plan->manifest, name);
    enum status status = STATUS_OK;
    if (condition->column < 0)
        status = messages_fail(messages, STATUS_USAGE, nowhere, "--where %s: %s has no column `%s'", text,
                               plan->manifest_path, name);
    mem_free(name);
    return status;
}

static bool condition_holds(const struct plan *plan, const struct condition *condition, uint32_t row) {
    const char *value = csv_get(&plan->manifest, row, condition->column);
    bool matches = !strcmp(value, condition->pattern) || !fnmatch(condition->pattern, value, 0);
    return matches != condition->negated;
}

static enum status select_rows(const struct plan *plan, u32s *rows, struct messages *messages) {
    VEC(struct condition) conditions = {0};
    enum status status = STATUS_OK;
    vec_each (char *, text, &plan->where) {
        struct condition condition;
        if (!status) status = parse_condition(plan, *text, &condition, messages);
        if (!status) vec_push(&conditions, condition);
    }
    for (uint32_t row = 0; !status && row < csv_rows(&plan->manifest); row++) {
        bool wanted = true;
        vec_each (struct condition, c, &conditions) wanted = wanted && condition_holds(plan, c, row);
        if (wanted) vec_push(rows, row);
    }
    vec_free(&conditions);
    return status;
}

/* Rows whose verdict is a matter of convention are only counted. */
static void skip_conventions(struct plan *plan, u32s *rows) {
    int expected = csv_column(&plan->manifest, "expected");
    uint32_t kept = 0;
    vec_each (uint32_t, row, rows)
        if (strcmp(csv_get(&plan->manifest, *row, expected), "convention")) rows->data[kept++] = *row;
    plan->conventions = rows->size - kept;
    vec_shrink(rows, kept);
}

/* Which paths the manifest lists more than once, whatever is selected: a name must not depend on that. */
static void count_paths(const struct csv *manifest, struct hash_names *times) {
    int path = csv_column(manifest, "path");
    for (uint32_t row = 0; row < csv_rows(manifest); row++) {
        uint32_t before = hash_names_get(times, csv_get(manifest, row, path));
        hash_names_put(times, csv_get(manifest, row, path), before == HASH_NONE ? 1 : before + 1);
    }
}

static char *row_name(const struct csv *manifest, const struct hash_names *times, uint32_t row) {
    const char *path = csv_get(manifest, row, csv_column(manifest, "path"));
    const char *model = csv_get(manifest, row, csv_column(manifest, "data_model"));
    const char *options = csv_get(manifest, row, csv_column(manifest, "options"));
    if (hash_names_get(times, path) < 2 || (!*model && !*options)) return mem_strdup(path);
    return mem_format("%s [%s%s%s]", path, model, *model && *options ? " " : "", options);
}

struct ranked {
    uint64_t rank;
    uint32_t row;
};

static int by_rank(const void *left, const void *right) {
    const struct ranked *a = left, *b = right;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static int by_number(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static void take_sample(const struct plan *plan, const struct hash_names *times, u32s *rows) {
    if (!plan->sample || plan->sample >= rows->size) return;
    VEC(struct ranked) order = {0};
    vec_each (uint32_t, row, rows) {
        char *name = row_name(&plan->manifest, times, *row);
        uint64_t rank = hash_mix(hash_bytes(name, strlen(name)) ^ hash_mix(plan->seed));
        mem_free(name);
        vec_push(&order, (struct ranked){rank, *row});
    }
    qsort(order.data, order.size, sizeof *order.data, by_rank);
    for (uint32_t i = 0; i < plan->sample; i++) rows->data[i] = order.data[i].row;
    vec_shrink(rows, plan->sample);
    qsort(rows->data, rows->size, sizeof *rows->data, by_number);
    vec_free(&order);
}

/* A misspelt expectation would switch the check of the verdicts off. */
static enum status read_expectation(const char *word, struct position at, enum answer *expected,
                                    struct messages *messages) {
    *expected = answer_parse(word);
    if (*expected != ANSWER_UNKNOWN || !*word || !strcmp(word, "unknown")) return STATUS_OK;
    return messages_fail(messages, STATUS_MALFORMED, at,
                         "what is expected must be safe, unsafe, not-safe, unknown or empty, not `%s'", word);
}

static enum status add_instance(struct plan *plan, const struct hash_names *times, uint32_t row,
                                struct messages *messages) {
    const struct csv *manifest = &plan->manifest;
    const char *path = csv_get(manifest, row, csv_column(manifest, "path"));
    struct position at = {.file = plan->manifest_path, .line = csv_line(manifest, row), .column = 1};
    if (!*path) return messages_fail(messages, STATUS_MALFORMED, at, "the path is empty");
    for (const char *p = path; *p; p++)
        if (iscntrl((unsigned char)*p))
            return messages_fail(messages, STATUS_MALFORMED, at, "the path contains a control character");
    struct instance instance = {.path = path,
                                .name = row_name(manifest, times, row),
                                .file = beside_manifest(plan, path),
                                .row = row};
    instance.properties =
        (uint32_t)strtoul(csv_get(manifest, row, csv_column(manifest, "properties")), NULL, 10);
    vec_push(&plan->instances, instance);
    if (access(instance.file, R_OK))
        return messages_fail(messages, STATUS_IO, at, "cannot read %s: %s", instance.file, strerror(errno));
    return read_expectation(csv_get(manifest, row, csv_column(manifest, "expected")), at,
                            &vec_last(&plan->instances).expected, messages);
}

static enum status reject_duplicates(const struct plan *plan, struct messages *messages) {
    struct hash_names seen = {0};
    enum status status = STATUS_OK;
    vec_each (const struct instance, instance, &plan->instances) {
        struct position at = {plan->manifest_path, csv_line(&plan->manifest, instance->row), 1, 0};
        if (!status && hash_names_get(&seen, instance->name) != HASH_NONE)
            status = messages_fail(messages, STATUS_MALFORMED, at, "%s is listed twice", instance->name);
        hash_names_put(&seen, instance->name, 1);
    }
    hash_names_free(&seen);
    vec_each (const struct tool, tool, &plan->tools)
        for (const struct tool *t = plan->tools.data; t < tool; t++) {
            if (!status && !strcmp(t->name, tool->name))
                status =
                    messages_fail(messages, STATUS_USAGE, nowhere, "two tools are called `%s'", tool->name);
        }
    return status;
}

/* Length of the folders, with the slash, that all paths begin with. */
static size_t shared_folders(const struct plan *plan) {
    const char *first = plan->instances.data[0].path, *slash = strrchr(first, '/');
    size_t shared = slash ? (size_t)(slash - first) + 1 : 0;
    vec_each (const struct instance, instance, &plan->instances) {
        while (shared && strncmp(instance->path, first, shared)) {
            shared--;
            while (shared && first[shared - 1] != '/') shared--;
        }
    }
    return shared;
}

static void name_families(struct plan *plan) {
    size_t shared = shared_folders(plan);
    vec_each (struct instance, instance, &plan->instances) {
        const char *rest = instance->path + shared, *slash = strchr(rest, '/');
        instance->family = slash ? mem_format("%.*s", (int)(slash - rest), rest) : mem_strdup("-");
    }
}

static enum status load_properties(struct plan *plan, struct messages *messages) {
    char *path = beside_manifest(plan, "PROPERTIES.csv");
    enum status status = STATUS_OK;
    if (!access(path, F_OK)) status = read_table(&plan->properties, path, messages);
    const struct csv *table = &plan->properties;
    int file = csv_column(table, "path"), property = csv_column(table, "property"),
        expected = csv_column(table, "expected");
    if (!status && table->width && (file < 0 || property < 0 || expected < 0))
        status = messages_fail(messages, STATUS_MALFORMED, (struct position){.file = path, .line = 1},
                               "expected the columns path, property and expected");
    if (status || !table->width) {
        mem_free(path);
        return status;
    }
    struct hash_names index = {0}; /* of the first instance of a path */
    vec_each (struct instance, instance, &plan->instances)
        if (hash_names_get(&index, instance->path) == HASH_NONE)
            hash_names_put(&index, instance->path, (uint32_t)(instance - plan->instances.data));
    for (uint32_t row = 0; row < csv_rows(table) && !status; row++) {
        uint32_t found = hash_names_get(&index, csv_get(table, row, file));
        if (found == HASH_NONE) continue;
        struct expectation each = {.property = csv_get(table, row, property)};
        struct position at = {.file = path, .line = csv_line(table, row), .column = 1};
        status = read_expectation(csv_get(table, row, expected), at, &each.expected, messages);
        vec_push(&plan->instances.data[found].each, each);
    }
    vec_each (struct instance, instance, &plan->instances) {
        const struct instance *first = &plan->instances.data[hash_names_get(&index, instance->path)];
        if (first == instance) continue;
        vec_each (const struct expectation, each, &first->each) vec_push(&instance->each, *each);
    }
    hash_names_free(&index);
    mem_free(path);
    return status;
}

static enum status load_manifest(struct plan *plan, const char *manifest, struct messages *messages) {
    char *resolved = realpath(manifest, NULL);
    if (!resolved)
        return messages_fail(messages, STATUS_IO, (struct position){.file = manifest}, "cannot open: %s",
                             strerror(errno));
    plan->manifest_path = mem_strdup(resolved);
    free(resolved);
    enum status status = read_table(&plan->manifest, plan->manifest_path, messages);
    if (status) return status;
    static const char *const needed[] = {"path", "expected"};
    for (int i = 0; i < 2; i++)
        if (csv_column(&plan->manifest, needed[i]) < 0)
            return messages_fail(messages, STATUS_MALFORMED,
                                 (struct position){.file = plan->manifest_path, .line = 1},
                                 "the manifest has no column `%s'", needed[i]);
    return STATUS_OK;
}

enum status plan_load(struct plan *plan, const char *manifest, struct messages *messages) {
    enum status status = load_manifest(plan, manifest, messages);
    u32s rows = {0};
    struct hash_names times = {0};
    if (!status) status = select_rows(plan, &rows, messages);
    if (!status) {
        skip_conventions(plan, &rows);
        count_paths(&plan->manifest, &times);
        take_sample(plan, &times, &rows);
    }
    vec_each (uint32_t, row, &rows)
        if (!status) status = add_instance(plan, &times, *row, messages);
    vec_free(&rows);
    hash_names_free(&times);
    if (!status && !plan->instances.size)
        status =
            messages_fail(messages, STATUS_USAGE, nowhere, "no row of %s is selected", plan->manifest_path);
    if (!status) status = reject_duplicates(plan, messages);
    if (!status) status = load_properties(plan, messages);
    vec_each (struct tool, tool, &plan->tools)
        if (!status) status = command_check(tool->command, &plan->manifest, messages);
    if (!status) name_families(plan);
    return status;
}

bool plan_has(const struct plan *plan, uint32_t instance) {
    return !plan->shards || instance % plan->shards == plan->shard - 1;
}

uint32_t plan_runs(const struct plan *plan) {
    uint32_t instances = 0;
    for (uint32_t i = 0; i < plan->instances.size; i++) instances += plan_has(plan, i);
    return instances * plan->tools.size;
}

/* One number for all that the manifest says about the selected instances and that verdicts are judged by. */
static uint64_t instances_digest(const struct plan *plan) {
    struct text text = {0};
    vec_each (const struct instance, instance, &plan->instances) {
        text_format(&text, "%s %d %u\n", instance->name, instance->expected, instance->properties);
        vec_each (const struct expectation, each, &instance->each)
            text_format(&text, " %s %d\n", each->property, each->expected);
    }
    uint64_t digest = hash_bytes(text.data, text.size);
    text_fini(&text);
    return digest;
}

static void add_setting(struct text *text, const char *name, char *value) {
    csv_write(text, (const char *const[]){name, value}, 2);
    mem_free(value);
}

void plan_settings(const struct plan *plan, struct text *text) {
    csv_write(text, (const char *const[]){"setting", "value"}, 2);
    add_setting(text, "manifest", mem_strdup(plan->manifest_path));
    vec_each (char *, condition, &plan->where) add_setting(text, "where", mem_strdup(*condition));
    add_setting(text, "sample", mem_format("%u", plan->sample));
    add_setting(text, "seed", mem_format("%" PRIu64, plan->seed));
    add_setting(text, "instances", mem_format("%u", plan->instances.size));
    add_setting(text, "digest", mem_format("%016" PRIx64, instances_digest(plan)));
    if (plan->shards) add_setting(text, "shard", mem_format("%u/%u", plan->shard, plan->shards));
    add_setting(text, "timeout", mem_format("%g", plan->limits.seconds));
    if (plan->limits.cpu_seconds > 0) add_setting(text, "cpu", mem_format("%g", plan->limits.cpu_seconds));
    add_setting(text, "memory", mem_format("%" PRIu64, plan->limits.megabytes));
    add_setting(text, "jobs", mem_format("%u", plan->jobs));
    vec_each (const struct tool, tool, &plan->tools)
        add_setting(text, "tool",
                    mem_format("%s:%s=%s", tool->name, adapter_name(tool->adapter), tool->command));
}
