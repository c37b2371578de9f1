/* Problems and their tasks: files from the command line and a manifest, each with every strategy. */
#include "cli/serve.h"

#include "base/hash.h"
#include "base/process.h"
#include "bench/plan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* What a row of a manifest may say of its file: a table of its own, so that nothing else gets in. */
struct row_settings {
    struct input_settings input;
    arguments_list sets;
};
static const struct argument row_options[] = {
    INPUT_ROWS(struct row_settings, input),
    {"set", 0, "OPTION=VALUE", ARGUMENT_LIST, offsetof(struct row_settings, sets), ARGUMENT_OPTIONS,
     "an option"},
};

static void split(strings *words, const char *text) {
    for (const char *p = text; *p;) {
        size_t blanks = strspn(p, " \t"), size = strcspn(p + blanks, " \t");
        if (size) vec_push(words, mem_format("%.*s", (int)size, p + blanks));
        p += blanks + size;
    }
}

/* What the command line says holds for all; what a row says comes after it. */
static bool take_options(struct serve_problem *p, const struct command *command, const char *options) {
    struct command rows = {.name = command->name,
                           .usage = command->usage,
                           .arguments = row_options,
                           .count = sizeof row_options / sizeof *row_options};
    struct row_settings settings = {p->input, p->sets};
    arguments_list none = {0};
    strings words = {0};
    split(&words, options);
    bool good = arguments_parse(&rows, (int)words.size, words.data, &settings, &none) == ARGUMENTS_RUN;
    p->input = settings.input;
    p->sets = settings.sets;
    vec_append(&p->owned, words.data, words.size);
    vec_free(&words);
    vec_free(&none);
    return good;
}

static const char *suffix_of(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    if (dot && dot > name && !strcmp(dot, ".gz")) { /* model.aig.gz: what is sent is unpacked */
        const char *before = dot;
        while (before > name && *--before != '.') {
        }
        return *before == '.' ? before : "";
    }
    return dot ? dot : "";
}

/* Letters and digits only, so that the receiver takes it. */
static void set_suffix(struct serve_problem *p, const char *path) {
    enum { LONGEST = 10 };
    const char *suffix = suffix_of(path);
    size_t size = 0;
    while (suffix[size] && (suffix[size] == '.' ? !size : isalnum((unsigned char)suffix[size])) &&
           size < LONGEST)
        size++;
    snprintf(p->suffix, sizeof p->suffix, "%.*s", size > 1 ? (int)size : 0, suffix);
}

static bool is_source(const struct serve_problem *p) {
    const char *format = p->input.format;
    if (format && strcmp(format, "c") != 0) return false;
    return !strcmp(p->suffix, ".c") || (format && !strcmp(p->suffix, ""));
}

/* A C program is preprocessed here, where its headers are; workers see no file but the one that they are sent. */
static bool preprocess(const struct serve_problem *p, struct text *out, struct text *why) {
    VEC(const char *) words = {0};
    strings owned = {0};
    const char *model = p->input.data_model;
    const bool narrow = model && (model[0] == 'i' || model[0] == 'I');
    const char *const first[] = {"clang-19", narrow ? "-m32" : "-m64", "-E", "-std=gnu11", "-x", "c"};
    vec_append(&words, first, sizeof first / sizeof *first);
    vec_each (const char *const, folder, &p->input.includes) vec_push(&owned, mem_format("-I%s", *folder));
    vec_each (const char *const, macro, &p->input.defines) vec_push(&owned, mem_format("-D%s", *macro));
    vec_each (char *, word, &owned) vec_push(&words, *word);
    vec_push(&words, "--");
    vec_push(&words, p->path);
    vec_push(&words, NULL);
    struct text errors = {0};
    struct process_result end = process_run(
        &(struct process){.arguments = words.data, .output = out, .errors = &errors, .most = MESSAGE_MODEL},
        NULL);
    const bool good = end.end == PROCESS_EXITED && end.code == 0 && out->size < MESSAGE_MODEL;
    if (!good && errors.size)
        text_format(why, "%.*s", (int)strcspn(errors.data, "\n"), errors.data);
    else if (!good)
        process_describe(why, "clang-19", end);
    vec_each (char *, word, &owned) mem_free(*word);
    vec_free(&owned);
    vec_free(&words);
    text_fini(&errors);
    return good;
}

/* Unpacked, as it is sent. */
static bool read_file(const char *path, struct text *out, struct text *why) {
    struct messages messages = {0};
    bool good = text_read_file(out, path, &messages) == STATUS_OK;
    if (!good) text_add(why, messages_first_error(&messages));
    if (good && (!out->size || out->size > MESSAGE_MODEL)) {
        text_format(why, "%s: %s", path, out->size ? "larger than what can be sent" : "is empty");
        good = false;
    }
    messages_fini(&messages);
    return good;
}

static bool keep_preprocessed(const struct serve *s, struct serve_problem *p, const struct text *model,
                              struct text *why) {
    struct messages messages = {0};
    char *name = mem_format("models/%s.i", p->model);
    p->preprocessed = serve_folder_path(s, name);
    bool good = text_write_file(model, p->preprocessed, &messages) == STATUS_OK;
    if (!good) text_add(why, messages_first_error(&messages));
    messages_fini(&messages);
    mem_free(name);
    return good;
}

static bool read_problem(const struct serve *s, struct serve_problem *p, struct text *why) {
    struct text model = {0};
    set_suffix(p, p->path);
    const bool source = is_source(p);
    bool good = source ? preprocess(p, &model, why) : read_file(p->path, &model, why);
    if (good) {
        sha256_hex(model.data, model.size, p->model);
        if (source) {
            snprintf(p->suffix, sizeof p->suffix, ".i");
            good = keep_preprocessed(s, p, &model, why);
        }
        if (p->input.format) snprintf(p->format, sizeof p->format, "%s", p->input.format);
        if (source) snprintf(p->format, sizeof p->format, "c");
    }
    text_fini(&model);
    return good;
}

bool serve_read_model(const struct serve_problem *p, struct text *out, struct text *why) {
    char hash[SHA256_HEX];
    const char *path = p->preprocessed ? p->preprocessed : p->path;
    text_clear(out);
    if (!read_file(path, out, why)) return false;
    sha256_hex(out->data, out->size, hash);
    if (!strcmp(hash, p->model)) return true;
    text_format(why, "%s: has changed since the job began", path);
    return false;
}

/* A number, and what of the name can be in every file's name. */
static char *evidence_name(uint32_t number, const char *path) {
    const char *slash = strrchr(path, '/');
    char *name = mem_format("%05u-%.*s", number, 80, slash ? slash + 1 : path);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '.' && *c != '-') *c = '_';
    return name;
}

static void replace(char **word, const char *value) {
    if (!value) return;
    mem_free(*word);
    *word = mem_strdup(value);
}

/* "ENGINE [OPTION=VALUE]...": false after a complaint. */
static bool take_strategy(struct task *task, const char *strategy, const struct command *command) {
    strings words = {0};
    bool good = true;
    split(&words, strategy);
    if (words.size) replace(&task->engine, words.data[0]);
    for (uint32_t i = 1; i < words.size; i++) {
        if (!strncmp(words.data[i], "seed=", 5)) {
            task->seed = strtoull(words.data[i] + 5, NULL, 10);
            continue;
        }
        good = good && strchr(words.data[i], '=');
        vec_push(&task->options, mem_strdup(words.data[i]));
    }
    struct induct *problem = induct_new();
    const bool known =
        !words.size || !strcmp(task->engine, "auto") || induct_set_engine(problem, task->engine) == INDUCT_OK;
    for (uint32_t i = 0; good && known && i < task->options.size; i++) {
        const char *option = task->options.data[i];
        char *name = mem_format("%.*s", (int)strcspn(option, "="), option);
        good = induct_set_option(problem, name, strchr(option, '=') + 1) == INDUCT_OK;
        mem_free(name);
    }
    if (!known || (!good && *induct_error(problem)))
        arguments_complain(command, "%s", induct_error(problem));
    else if (!good)
        arguments_complain(command, "a strategy is ENGINE [OPTION=VALUE]..., not '%s'", strategy);
    induct_free(problem);
    vec_each (char *, word, &words) mem_free(*word);
    vec_free(&words);
    return good && known;
}

static bool add_task(struct serve *s, uint32_t number, const char *strategy, const struct command *command) {
    const struct serve_settings *settings = s->settings;
    struct serve_problem *p = &s->problems.data[number];
    struct serve_task t = {.problem = number};
    task_init(&t.task);
    replace(&t.task.model, p->model);
    replace(&t.task.suffix, p->suffix);
    replace(&t.task.format, p->format);
    replace(&t.task.data_model, p->input.data_model);
    replace(&t.task.entry, p->input.entry);
    replace(&t.task.theory, p->input.theory);
    replace(&t.task.property, settings->property);
    replace(&t.task.judge, settings->judge);
    t.task.seed = settings->seed;
    t.task.milliseconds = (uint64_t)(settings->timeout * 1000);
    t.task.megabytes = settings->memory_mb;
    t.task.jobs = settings->jobs;
    t.task.share = settings->strategies.size > 1;
    vec_each (const char *const, option, &p->sets) vec_push(&t.task.options, mem_strdup(*option));
    if (!take_strategy(&t.task, strategy, command)) {
        task_fini(&t.task);
        return false;
    }
    task_name(&t.task, t.name);
    uint32_t before = hash_names_get(s->by_name, t.name);
    if (before != HASH_NONE) { /* the same file, or strategy, twice */
        p->same = s->tasks.data[before].problem;
        task_fini(&t.task);
        return true;
    }
    hash_names_put(s->by_name, t.name, s->tasks.size);
    vec_push(&p->tasks, s->tasks.size);
    vec_push(&s->tasks, t);
    return true;
}

static bool add_problem(struct serve *s, const char *path, const char *shown, const char *options,
                        const char *data_model, const struct command *command) {
    const struct serve_settings *settings = s->settings;
    struct serve_problem p = {.path = mem_strdup(path), .shown = mem_strdup(shown)};
    struct text why = {0};
    p.evidence = evidence_name(s->problems.size, path);
    p.input = settings->input;
    p.input.includes = p.input.defines = (arguments_list){0};
    vec_append(&p.input.includes, settings->input.includes.data, settings->input.includes.size);
    vec_append(&p.input.defines, settings->input.defines.data, settings->input.defines.size);
    vec_append(&p.sets, settings->sets.data, settings->sets.size);
    bool good = take_options(&p, command, options);
    if (data_model && *data_model) {
        vec_push(&p.owned, mem_strdup(data_model));
        p.input.data_model = vec_last(&p.owned);
    }
    if (good && !read_problem(s, &p, &why)) {
        arguments_complain(command, "%s", why.data);
        good = false;
    }
    const uint32_t number = p.same = s->problems.size;
    vec_push(&s->problems, p);
    text_fini(&why);
    if (good && !settings->strategies.size) good = add_task(s, number, "", command);
    vec_each (const char *const, strategy, &settings->strategies)
        good = good && add_task(s, number, *strategy, command);
    return good;
}

static bool add_manifest(struct serve *s, const struct command *command) {
    const struct serve_settings *settings = s->settings;
    struct plan plan = {.sample = (uint32_t)settings->sample, .seed = settings->seed};
    struct messages messages = {0};
    vec_each (const char *const, condition, &settings->where) vec_push(&plan.where, mem_strdup(*condition));
    bool good = plan_load(&plan, settings->manifest, &messages) == STATUS_OK;
    if (!good) arguments_complain(command, "%s", messages_first_error(&messages));
    const int options = csv_column(&plan.manifest, "options"),
              model = csv_column(&plan.manifest, "data_model");
    vec_each (const struct instance, instance, &plan.instances)
        good = good &&
               add_problem(s, instance->file, instance->name, csv_get(&plan.manifest, instance->row, options),
                           csv_get(&plan.manifest, instance->row, model), command);
    plan_fini(&plan);
    messages_fini(&messages);
    return good;
}

bool serve_list(struct serve *s, const struct command *command) {
    s->by_name = mem_new(struct hash_names);
    bool good = true;
    vec_each (const char *const, file, &s->settings->files)
        good = good && add_problem(s, *file, *file, "", NULL, command);
    return good && (!s->settings->manifest || add_manifest(s, command));
}

void serve_list_fini(struct serve *s) {
    vec_each (struct serve_problem, p, &s->problems) {
        mem_free(p->path);
        mem_free(p->shown);
        mem_free(p->evidence);
        mem_free(p->preprocessed);
        mem_free(p->failure);
        input_fini(&p->input);
        vec_free(&p->sets);
        vec_each (char *, word, &p->owned) mem_free(*word);
        vec_free(&p->owned);
        vec_each (struct serve_property, property, &p->properties) {
            mem_free(property->name);
            mem_free(property->reason);
        }
        vec_free(&p->properties);
        vec_free(&p->tasks);
    }
    vec_each (struct serve_task, t, &s->tasks) task_fini(&t->task);
    vec_free(&s->problems);
    vec_free(&s->tasks);
    if (s->by_name) hash_names_free(s->by_name);
    mem_free(s->by_name);
}
