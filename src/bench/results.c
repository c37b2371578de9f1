#define _GNU_SOURCE /* memrchr */
#include "bench/results.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum column {
    COLUMN_PATH,
    COLUMN_TOOL,
    COLUMN_OUTCOME,
    COLUMN_EXPECTED,
    COLUMN_CHECK,
    COLUMN_WALL,
    COLUMN_CPU,
    COLUMN_MEMORY,
    COLUMN_EXIT,
    COLUMN_SAFE,
    COLUMN_UNSAFE,
    COLUMN_UNKNOWN,
    COLUMN_VERDICTS,
    COLUMN_NOTE,
    COLUMN_COUNT
};

static const char *const column_names[COLUMN_COUNT] = {"path",   "tool",    "outcome",  "expected", "check",
                                                       "wall_s", "cpu_s",   "rss_mb",   "exit",     "safe",
                                                       "unsafe", "unknown", "verdicts", "note"};

static void format_verdicts(const struct answers *answers, struct text *text) {
    vec_each (const struct property_answer, each, &answers->list)
        text_format(text, "%s%s:%s", text->size ? " " : "", each->name, answer_name(each->answer));
}

static void format_row(const struct plan *plan, const struct result *result, struct text *row) {
    const struct instance *instance = &plan->instances.data[result->instance];
    struct text verdicts = {0};
    format_verdicts(&result->answers, &verdicts);
    char numbers[COLUMN_COUNT][32];
    snprintf(numbers[COLUMN_WALL], 32, "%.4f", result->wall);
    snprintf(numbers[COLUMN_CPU], 32, "%.4f", result->cpu);
    snprintf(numbers[COLUMN_MEMORY], 32, "%.1f", result->memory);
    snprintf(numbers[COLUMN_EXIT], 32, "%d", result->exit_code);
    for (int a = ANSWER_UNKNOWN; a <= ANSWER_UNSAFE; a++) {
        int column = a == ANSWER_SAFE ? COLUMN_SAFE : a == ANSWER_UNSAFE ? COLUMN_UNSAFE : COLUMN_UNKNOWN;
        snprintf(numbers[column], 32, "%u", answers_count(&result->answers, (enum answer)a));
    }
    const char *fields[COLUMN_COUNT];
    for (int c = COLUMN_WALL; c <= COLUMN_UNKNOWN; c++) fields[c] = numbers[c];
    fields[COLUMN_PATH] = instance->name;
    fields[COLUMN_TOOL] = plan->tools.data[result->tool].name;
    fields[COLUMN_OUTCOME] = outcome_name(result->outcome);
    fields[COLUMN_EXPECTED] = answer_name(instance->expected);
    fields[COLUMN_CHECK] = check_name(result->check);
    fields[COLUMN_VERDICTS] = verdicts.data ? verdicts.data : "";
    fields[COLUMN_NOTE] = result->note;
    csv_write(row, fields, COLUMN_COUNT);
    text_fini(&verdicts);
}

static void parse_verdicts(const char *text, struct answers *answers) {
    while (*text) {
        size_t size = strcspn(text, " ");
        const char *colon = memrchr(text, ':', size);
        if (colon) {
            char *word = mem_format("%.*s", (int)(text + size - colon - 1), colon + 1);
            answers_add(answers, text, (size_t)(colon - text), answer_parse(word));
            mem_free(word);
        }
        text += size + (text[size] == ' ');
    }
}

static void keep(struct results *results, struct result result) {
    vec_push(&results->list, result);
    results->index.data[result.instance * results->tools + result.tool] = results->list.size;
}

/* Names back to indices. */
struct directory {
    struct hash_names instances, tools;
};

static enum status load_row(struct results *results, const struct csv *table, uint32_t row,
                            const struct directory *names, struct messages *messages) {
    const char *field[COLUMN_COUNT];
    for (int c = 0; c < COLUMN_COUNT; c++) field[c] = csv_get(table, row, c);
    struct position at = {.file = results->path, .line = csv_line(table, row), .column = 1};
    struct result result = {.instance = hash_names_get(&names->instances, field[COLUMN_PATH]),
                            .tool = hash_names_get(&names->tools, field[COLUMN_TOOL]),
                            .wall = strtod(field[COLUMN_WALL], NULL),
                            .cpu = strtod(field[COLUMN_CPU], NULL),
                            .memory = strtod(field[COLUMN_MEMORY], NULL),
                            .exit_code = (int)strtol(field[COLUMN_EXIT], NULL, 10)};
    if (result.instance == HASH_NONE || result.tool == HASH_NONE ||
        !outcome_parse(field[COLUMN_OUTCOME], &result.outcome) ||
        !check_parse(field[COLUMN_CHECK], &result.check))
        return messages_fail(messages, STATUS_MALFORMED, at, "not a result of this campaign");
    if (results_find(results, result.instance, result.tool))
        return messages_fail(messages, STATUS_MALFORMED, at, "a second result of %s for %s",
                             field[COLUMN_TOOL], field[COLUMN_PATH]);
    parse_verdicts(field[COLUMN_VERDICTS], &result.answers);
    result.note = mem_strdup(field[COLUMN_NOTE]);
    keep(results, result);
    return STATUS_OK;
}

static enum status load_rows(struct results *results, const struct plan *plan, const struct text *text,
                             struct messages *messages) {
    struct csv table = {0};
    struct directory names = {0};
    enum status status = csv_read(&table, text->data, text->size, results->path, messages);
    if (!status && table.width != COLUMN_COUNT)
        status =
            messages_fail(messages, STATUS_MALFORMED, (struct position){.file = results->path, .line = 1},
                          "not a table of results of this version");
    for (uint32_t i = 0; i < plan->instances.size; i++)
        hash_names_put(&names.instances, plan->instances.data[i].name, i);
    for (uint32_t t = 0; t < plan->tools.size; t++) hash_names_put(&names.tools, plan->tools.data[t].name, t);
    for (uint32_t row = 0; !status && row < csv_rows(&table); row++)
        status = load_row(results, &table, row, &names, messages);
    hash_names_free(&names.instances);
    hash_names_free(&names.tools);
    csv_fini(&table);
    return status;
}

static enum status io_error(const struct results *results, const char *what, struct messages *messages) {
    return messages_fail(messages, STATUS_IO, (struct position){.file = results->path}, "cannot %s: %s", what,
                         strerror(errno));
}

static enum status append(struct results *results, const struct text *text, struct messages *messages) {
    for (size_t done = 0; done < text->size;) {
        ssize_t put = write(results->descriptor, text->data + done, text->size - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return io_error(results, "write", messages);
        done += (size_t)put;
    }
    return fsync(results->descriptor) ? io_error(results, "write to the disk", messages) : STATUS_OK;
}

/* Reads what is there and cuts a torn last line off. The file must not be opened a second time, because
 * closing that descriptor would release the lock. */
static enum status read_whole_lines(struct results *results, struct text *text, struct messages *messages) {
    char buffer[1 << 16];
    ssize_t got;
    while ((got = read(results->descriptor, buffer, sizeof buffer)) > 0)
        text_bytes(text, buffer, (size_t)got);
    if (got < 0) return io_error(results, "read", messages);
    while (text->size && text->data[text->size - 1] != '\n') text->data[--text->size] = 0;
    if (ftruncate(results->descriptor, (off_t)text->size)) return io_error(results, "truncate", messages);
    return STATUS_OK;
}

static enum status open_locked(struct results *results, const char *directory, struct messages *messages) {
    results->descriptor = open(results->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (results->descriptor < 0) return io_error(results, "open", messages);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(results->descriptor, F_SETLK, &lock))
        return messages_fail(messages, STATUS_USAGE, (struct position){.file = directory},
                             "another campaign is writing to this folder");
    return STATUS_OK;
}

/* Names the first setting in which two settings tables differ. */
static char *settings_difference(const struct csv *before, const struct csv *now) {
    uint32_t rows = csv_rows(before) > csv_rows(now) ? csv_rows(before) : csv_rows(now);
    for (uint32_t row = 0; row < rows; row++) {
        bool old = row < csv_rows(before), new = row < csv_rows(now);
        const char *old_name = old ? csv_get(before, row, 0) : "",
                   *new_name = new ? csv_get(now, row, 0) : "";
        const char *old_value = old ? csv_get(before, row, 1) : "",
                   *new_value = new ? csv_get(now, row, 1) : "";
        if (!strcmp(old_name, new_name) && !strcmp(old_value, new_value)) continue;
        if (!strcmp(old_name, new_name) && !strcmp(old_name, "digest"))
            return mem_strdup("the manifest's rows have changed");
        return mem_format("it has %s `%s', now it is %s `%s'", old ? old_name : "nothing", old_value,
                          new ? new_name : "nothing", new_value);
    }
    return mem_strdup("the tables differ");
}

static enum status compare_settings(const struct text *before, const struct text *now, const char *path,
                                    const char *directory, struct messages *messages) {
    if (before->size == now->size && !memcmp(before->data, now->data, now->size)) return STATUS_OK;
    struct csv old = {0}, new = {0};
    enum status status = csv_read(&old, before->data, before->size, path, messages);
    if (!status && old.width != 2)
        status = messages_fail(messages, STATUS_MALFORMED, (struct position){.file = path},
                               "not a settings table");
    if (!status) status = csv_read(&new, now->data, now->size, path, messages);
    if (!status) {
        char *difference = settings_difference(&old, &new);
        status = messages_fail(
            messages, STATUS_USAGE, (struct position){.file = directory},
            "this folder holds a campaign with other settings: %s; repeat the settings to continue "
            "it, or choose another folder with -o",
            difference);
        mem_free(difference);
    }
    csv_fini(&old);
    csv_fini(&new);
    return status;
}

/* Without what may be another one on every machine. */
static void keep_comparable(struct text *out, const struct csv *settings) {
    static const char *const free_ones[] = {"shard", "jobs", "manifest"};
    csv_write(out, (const char *const[]){"setting", "value"}, 2);
    for (uint32_t row = 0; row < csv_rows(settings); row++) {
        const char *fields[] = {csv_get(settings, row, 0), csv_get(settings, row, 1)};
        bool kept = true;
        for (size_t i = 0; i < sizeof free_ones / sizeof *free_ones; i++)
            kept = kept && strcmp(fields[0], free_ones[i]) != 0;
        if (kept) csv_write(out, fields, 2);
    }
}

static enum status read_comparable(struct text *out, const struct text *settings, const char *path,
                                   struct messages *messages) {
    struct csv table = {0};
    enum status status = csv_read(&table, settings->data, settings->size, path, messages);
    if (!status && table.width != 2)
        status = messages_fail(messages, STATUS_MALFORMED, (struct position){.file = path},
                               "not a settings table");
    if (!status) keep_comparable(out, &table);
    csv_fini(&table);
    return status;
}

static enum status agree_with_part(const struct plan *plan, const char *directory,
                                   struct messages *messages) {
    char *path = mem_format("%s/settings.csv", directory);
    struct text now = {0}, there = {0}, own = {0}, part = {0};
    plan_settings(plan, &now);
    enum status status = text_read_file(&there, path, messages);
    if (!status) status = read_comparable(&own, &now, path, messages);
    if (!status) status = read_comparable(&part, &there, path, messages);
    if (!status) status = compare_settings(&part, &own, path, directory, messages);
    text_fini(&now);
    text_fini(&there);
    text_fini(&own);
    text_fini(&part);
    mem_free(path);
    return status;
}

static enum status agree_on_settings(const struct plan *plan, const char *directory, bool fresh,
                                     struct messages *messages) {
    char *path = mem_format("%s/settings.csv", directory);
    struct text now = {0}, before = {0};
    plan_settings(plan, &now);
    enum status status = STATUS_OK;
    if (!access(path, F_OK)) {
        status = text_read_file(&before, path, messages);
        if (!status) status = compare_settings(&before, &now, path, directory, messages);
    } else if (fresh)
        status = text_write_file(&now, path, messages);
    else
        status = messages_fail(messages, STATUS_USAGE, (struct position){.file = directory},
                               "results.csv is there but settings.csv is not; choose another folder with -o");
    text_fini(&now);
    text_fini(&before);
    mem_free(path);
    return status;
}

/* Makes a folder and those above it; errno says why not. */
static bool make_folder(const char *path) {
    char *copy = mem_strdup(path);
    bool good = true;
    for (char *slash = strchr(copy + 1, '/'); good && slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        good = !mkdir(copy, 0777) || errno == EEXIST;
        *slash = '/';
    }
    good = good && (!mkdir(copy, 0777) || errno == EEXIST);
    mem_free(copy);
    return good;
}

enum status results_open(struct results *results, const struct plan *plan, const char *directory,
                         struct messages *messages) {
    *results = (struct results){.descriptor = -1, .tools = plan->tools.size};
    results->path = mem_format("%s/results.csv", directory);
    vec_resize(&results->index, plan->instances.size * plan->tools.size);
    if (!make_folder(directory))
        return messages_fail(messages, STATUS_IO, (struct position){.file = directory},
                             "cannot make the folder: %s", strerror(errno));
    struct text text = {0};
    enum status status = open_locked(results, directory, messages);
    if (!status) status = read_whole_lines(results, &text, messages);
    if (!status) status = agree_on_settings(plan, directory, !text.size, messages);
    if (!status && text.size)
        status = load_rows(results, plan, &text, messages);
    else if (!status) {
        csv_write(&text, column_names, COLUMN_COUNT);
        status = append(results, &text, messages);
    }
    text_fini(&text);
    return status;
}

/* Without the rights of one who writes: somebody else may still be at work there. */
static enum status read_part(struct results *part, const struct plan *plan, struct messages *messages) {
    struct text text = {0};
    vec_resize(&part->index, plan->instances.size * plan->tools.size);
    enum status status = text_read_file(&text, part->path, messages);
    while (!status && text.size && text.data[text.size - 1] != '\n') text.data[--text.size] = 0;
    if (!status) status = load_rows(part, plan, &text, messages);
    text_fini(&text);
    return status;
}

static struct result copy_result(const struct result *result) {
    struct result copy = *result;
    copy.answers = (struct answers){0};
    vec_each (const struct property_answer, each, &result->answers.list)
        answers_add(&copy.answers, each->name, strlen(each->name), each->answer);
    copy.note = mem_strdup(result->note);
    return copy;
}

enum status results_merge(struct results *results, const struct plan *plan, const char *directory,
                          struct messages *messages) {
    struct results part = {.descriptor = -1, .tools = plan->tools.size};
    part.path = mem_format("%s/results.csv", directory);
    enum status status = agree_with_part(plan, directory, messages);
    if (!status) status = read_part(&part, plan, messages);
    vec_each (const struct result, result, &part.list) {
        if (!status && results_find(results, result->instance, result->tool))
            status =
                messages_fail(messages, STATUS_USAGE, (struct position){.file = directory},
                              "its result of %s for %s is there already", plan->tools.data[result->tool].name,
                              plan->instances.data[result->instance].name);
        if (!status) status = results_add(results, plan, copy_result(result), messages);
    }
    results_fini(&part);
    return status;
}

void results_fini(struct results *results) {
    vec_each (struct result, result, &results->list) result_fini(result);
    vec_free(&results->list);
    vec_free(&results->index);
    if (results->descriptor >= 0) close(results->descriptor);
    mem_free(results->path);
    *results = (struct results){.descriptor = -1};
}

const struct result *results_find(const struct results *results, uint32_t instance, uint32_t tool) {
    uint32_t position = results->index.data[instance * results->tools + tool];
    return position ? &results->list.data[position - 1] : NULL;
}

enum status results_add(struct results *results, const struct plan *plan, struct result result,
                        struct messages *messages) {
    struct text row = {0};
    format_row(plan, &result, &row);
    keep(results, result);
    enum status status = append(results, &row, messages);
    text_fini(&row);
    return status;
}
