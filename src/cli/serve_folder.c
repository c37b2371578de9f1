/* The folder of a job: what is known stays known after a kill.
 *
 *     results.csv     a line per property that is decided, or unknown for good; then one per task that is over, whose
 *                     property is "*"; one whose property is "-" says why a file has no verdicts
 *     evidence/       certificates and witnesses that were accepted, named here
 *     models/         C programs as they were sent: preprocessed
 *
 * Lines are appended and forced to the disk before the server is told that a result is known. A last line without its
 * end is dropped. One process at a time: results.csv is locked while it is open. */
#include "cli/serve.h"

#include "bench/csv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum column {
    COLUMN_PATH,
    COLUMN_PROPERTY,
    COLUMN_NAME,
    COLUMN_VERDICT,
    COLUMN_REASON,
    COLUMN_ENGINE,
    COLUMN_WORKER,
    COLUMN_TASK,
    COLUMN_EVIDENCE,
    COLUMN_COUNT
};
static const char *const columns[COLUMN_COUNT] = {"path",   "property", "name", "verdict", "reason",
                                                  "engine", "worker",   "task", "evidence"};
enum { MOST_PROPERTIES = 1 << 24 };

char *serve_folder_path(const struct serve *s, const char *name) {
    return mem_format("%s/%s", s->settings->output, name);
}

static bool complain(const char *path, const char *what) {
    fprintf(stderr, "induct serve: %s: %s\n", path, what);
    return false;
}

static bool make(const char *path) {
    return !mkdir(path, 0777) || errno == EEXIST || complain(path, strerror(errno));
}

bool serve_folder_prepare(const struct serve *s) {
    static const char *const folders[] = {"evidence", "models"};
    bool good = make(s->settings->output);
    for (size_t i = 0; good && i < sizeof folders / sizeof *folders; i++) {
        char *path = serve_folder_path(s, folders[i]);
        good = make(path);
        mem_free(path);
    }
    return good;
}

/* ---- what is known ---- */

/* The one with that position, made when it is not there. */
static struct serve_property *property_at(struct serve_problem *p, uint32_t position) {
    if (position >= p->properties.size) vec_resize(&p->properties, position + 1);
    return &p->properties.data[position];
}

static void replace(char **word, const char *value) {
    mem_free(*word);
    *word = mem_strdup(value);
}

static enum induct_verdict verdict_of(const char *word) {
    return !strcmp(word, "safe") ? INDUCT_SAFE : !strcmp(word, "unsafe") ? INDUCT_UNSAFE : INDUCT_UNKNOWN;
}

/* False: the line is none of this job's. */
static bool load_row(struct serve *s, const struct csv *table, uint32_t row) {
    const char *field[COLUMN_COUNT];
    for (int c = 0; c < COLUMN_COUNT; c++) field[c] = csv_get(table, row, c);
    uint32_t number = hash_names_get(s->by_name, field[COLUMN_TASK]);
    if (number == HASH_NONE) return false;
    struct serve_task *t = &s->tasks.data[number];
    struct serve_problem *p = &s->problems.data[t->problem];
    if (!strcmp(field[COLUMN_PROPERTY], "*")) {
        t->over = true;
        return true;
    }
    if (!strcmp(field[COLUMN_PROPERTY], "-")) {
        replace(&p->failure, field[COLUMN_REASON]);
        return true;
    }
    unsigned long position = strtoul(field[COLUMN_PROPERTY], NULL, 10);
    if (position >= MOST_PROPERTIES) return false;
    struct serve_property *property = property_at(p, (uint32_t)position);
    property->known = true;
    property->verdict = verdict_of(field[COLUMN_VERDICT]);
    replace(&property->name, field[COLUMN_NAME]);
    replace(&property->reason, field[COLUMN_REASON]);
    return true;
}

/* The whole lines of the file, which is cut behind them. */
static bool read_lines(int file, struct text *text) {
    char buffer[1 << 14];
    for (ssize_t got; (got = read(file, buffer, sizeof buffer)) != 0;) {
        if (got < 0 && errno != EINTR) return false;
        if (got > 0) text_bytes(text, buffer, (size_t)got);
    }
    while (text->size && text->data[text->size - 1] != '\n') text->size--;
    return !ftruncate(file, (off_t)text->size);
}

static bool write_lines(int file, const struct text *text) {
    for (size_t done = 0; done < text->size;) {
        ssize_t put = write(file, text->data + done, text->size - done);
        if (put < 0 && errno != EINTR) return false;
        if (put > 0) done += (size_t)put;
    }
    return !fsync(file);
}

static bool load(struct serve *s, const char *path, const struct text *text) {
    struct csv table = {0};
    struct messages messages = {0};
    bool good =
        csv_read(&table, text->data, text->size, path, &messages) == STATUS_OK && table.width == COLUMN_COUNT;
    if (!good) complain(path, "not the results of a job of this version");
    for (uint32_t row = 0; good && row < csv_rows(&table); row++)
        if (!load_row(s, &table, row))
            good = complain(path,
                            "holds results of another job: repeat the call that it was made with, or choose "
                            "another folder");
    csv_fini(&table);
    messages_fini(&messages);
    return good;
}

bool serve_folder_open(struct serve *s) {
    char *path = serve_folder_path(s, "results.csv");
    struct text text = {0};
    bool good = true;
    s->results = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (s->results < 0 || !read_lines(s->results, &text))
        good = complain(path, strerror(errno));
    else if (flock(s->results, LOCK_EX | LOCK_NB))
        good = complain(path, "in use by another process");
    else if (text.size)
        good = load(s, path, &text);
    else {
        csv_write(&text, columns, COLUMN_COUNT);
        if (!write_lines(s->results, &text)) good = complain(path, strerror(errno));
    }
    text_fini(&text);
    mem_free(path);
    return good;
}

/* ---- what becomes known ---- */

static bool append(struct serve *s, const char *const *fields) {
    struct text line = {0};
    csv_write(&line, fields, COLUMN_COUNT);
    bool good = write_lines(s->results, &line) || complain(s->settings->output, strerror(errno));
    text_fini(&line);
    return good;
}

bool serve_folder_property(struct serve *s, const struct serve_problem *p, uint32_t property,
                           const struct serve_task *t, const char *worker, const char *engine,
                           const char *evidence) {
    const struct serve_property *known = &p->properties.data[property];
    char number[16];
    snprintf(number, sizeof number, "%u", property);
    const char *const fields[COLUMN_COUNT] = {p->shown,
                                              number,
                                              known->name ? known->name : "",
                                              induct_verdict_word(known->verdict),
                                              known->reason ? known->reason : "",
                                              engine,
                                              worker,
                                              t->name,
                                              evidence ? evidence : ""};
    return append(s, fields);
}

static bool append_mark(struct serve *s, const struct serve_task *t, const char *mark, const char *worker,
                        const char *why) {
    const char *const fields[COLUMN_COUNT] = {
        s->problems.data[t->problem].shown, mark, "", "", why, "", worker, t->name, ""};
    return append(s, fields);
}

bool serve_folder_task(struct serve *s, const struct serve_task *t, const char *worker, const char *why) {
    return append_mark(s, t, "*", worker, why);
}

bool serve_folder_failure(struct serve *s, const struct serve_task *t, const char *worker) {
    return append_mark(s, t, "-", worker, s->problems.data[t->problem].failure);
}
