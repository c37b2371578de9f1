#include "cli/check_report.h"

#include "base/clock.h"
#include "base/json.h"
#include "base/tree.h"
#include "cli/check.h"
#include "cli/commands.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
    SAMPLES = 400,           /* then every second one is dropped, and they come half as often */
    INTERVAL_US = 100000,    /* at first */
    LEAST_US = 100000,       /* that evidence for the page may take, however short the run; */
    SHARE = 25,              /* and of longer runs, one part in so many */
    SOURCE_BYTES = 1 << 20,  /* of one file */
    SOURCES_BYTES = 4 << 20, /* of all together */
    ALL_BYTES = 64 << 20     /* of evidence */
};

static bool ends_in(const char *path, const char *extension) {
    size_t n = strlen(path), m = strlen(extension);
    return n > m && !strcmp(path + n - m, extension);
}

bool check_report_is_page(const char *path) {
    return ends_in(path, ".html") || ends_in(path, ".htm");
}

bool check_report_fits(const char *path) {
    if (check_report_is_page(path) || ends_in(path, ".json")) return true;
    arguments_complain(&check_command, "--report writes .html or .json, not '%s'", path);
    return false;
}

void check_report_fini(struct check_report *r) {
    vec_each (char *, name, &r->names) mem_free(*name);
    vec_each (char *, text, &r->texts) mem_free(*text);
    vec_free(&r->names);
    vec_free(&r->texts);
    vec_free(&r->samples);
    mem_free(r->format);
    vec_each (struct report_worker, w, &r->workers) {
        mem_free(w->name);
        mem_free(w->end);
    }
    vec_free(&r->workers);
}

/* ---- the worker ---- */

/* A file may be shown when the user has named it or the program includes it. What a model names may be anything on this
 * machine, and pages are passed on: of that only what has the name of a hardware design. */
static bool may_show(const struct check *check, const char *name) {
    static const char *const designs[] = {".v", ".sv", ".vh", ".svh", ".vhd", ".vhdl"};
    const char *format = induct_format(check->problem);
    bool program = !strcmp(format, "c"), design = !strcmp(format, "verilog");
    bool given = (program || design) && !strcmp(name, check->settings->file);
    vec_each (const char *const, more, &check->settings->input.more) given = given || !strcmp(name, *more);
    if (given) return true;
    if (program) return induct_included(check->problem, name) != NULL;
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++)
        if (ends_in(name, designs[i])) return true;
    return false;
}

static void send_source(struct check *check, const char *name) {
    static uint64_t sent;
    struct stat info;
    struct text bytes = {0}, content = {0};
    struct messages ignored = {0};
    vec_each (char *const, known, &check->report.names)
        if (!strcmp(*known, name)) return;
    vec_push(&check->report.names, mem_strdup(name));
    if (!may_show(check, name) || stat(name, &info) || !S_ISREG(info.st_mode)) return;
    if (info.st_size > SOURCE_BYTES || text_read_file(&content, name, &ignored) != STATUS_OK) goto done;
    if (content.size > SOURCE_BYTES || sent + content.size > SOURCES_BYTES) goto done;
    if (content.size && memchr(content.data, 0, content.size)) goto done; /* no text */
    sent += content.size;
    text_bytes(&bytes, name, strlen(name) + 1);
    text_bytes(&bytes, content.data ? content.data : "", content.size);
    wire_send(check->pipe, (struct wire_message){WIRE_SOURCE, 0, 0, bytes.size, bytes.data});
done:
    messages_fini(&ignored);
    text_fini(&bytes);
    text_fini(&content);
}

static void send_sources(struct check *check, const char *json, size_t size) {
    json_t *j;
    struct messages ignored = {0};
    if (json_read(&j, json, size, "evidence", &ignored) == STATUS_OK) {
        const json_t *files = json_member(j, "files");
        for (size_t i = 0; i < json_count(files); i++)
            if (json_text(json_element(files, i))) send_source(check, json_text(json_element(files, i)));
        json_free(j);
    }
    messages_fini(&ignored);
}

/* Whether the evidence of one more property is shown: the page must cost the run little. */
static bool may_take_time(const struct check *check, uint64_t spent_us) {
    uint64_t share = (clock_us() - check->started_us) / SHARE;
    return spent_us < (share > LEAST_US ? share : LEAST_US);
}

void check_report_send(struct check *check, unsigned property) {
    static uint64_t spent_us, sent;
    uint64_t start = clock_us();
    const struct induct_result *result = induct_result(check->problem, property);
    const char *engine = induct_engine(check->problem),
               *lines = induct_executed_lines(check->problem, property);
    if (!lines) lines = "";
    struct text bytes = {0};
    char *json = NULL;
    size_t size = 0;
    bool decided = result->verdict != INDUCT_UNKNOWN,
         shown = decided && may_take_time(check, spent_us) && sent < ALL_BYTES;
    text_bytes(&bytes, engine, strlen(engine) + 1);
    text_bytes(&bytes, lines, strlen(lines) + 1);
    if (shown && induct_evidence(check->problem, property, "show", &json, &size) == INDUCT_OK) {
        text_bytes(&bytes, json, size);
        sent += size;
    }
    wire_send(check->pipe,
              (struct wire_message){WIRE_SHOWN, property, decided && !shown, bytes.size, bytes.data});
    if (json && size) send_sources(check, json, size);
    free(json);
    text_fini(&bytes);
    spent_us += clock_us() - start;
}

/* ---- the supervisor ---- */

static void receive_shown(struct check_row *row, const struct wire_message *message) {
    const char *engine = message->bytes, *lines = engine + strlen(engine) + 1,
               *json = lines + strlen(lines) + 1;
    row->engine = mem_strdup(engine);
    if (*lines) row->lines = mem_strdup(lines);
    if (json < message->bytes + message->size) row->shown = mem_strdup(json);
    row->left_out = message->number;
}

/* "works: NAME": a new one; else of the last one with that number. */
static void receive_worker(struct check *check, const struct wire_message *message) {
    static const char begins[] = "works: ";
    struct check_report *r = &check->report;
    uint64_t now = clock_us() - check->started_us;
    if (!strncmp(message->bytes, begins, sizeof begins - 1)) {
        vec_push(&r->workers, (struct report_worker){.number = message->number,
                                                     .from_us = now,
                                                     .name = mem_strdup(message->bytes + sizeof begins - 1)});
        return;
    }
    for (uint32_t i = r->workers.size; i--;) {
        struct report_worker *w = &r->workers.data[i];
        if (w->number != message->number) continue;
        if (!strcmp(message->bytes, "wins")) {
            w->won = true;
        } else if (!w->end) {
            w->end = mem_strdup(message->bytes);
            w->to_us = now;
        }
        return;
    }
}

void check_report_receive(struct check *check, const struct wire_message *message) {
    struct check_report *r = &check->report;
    if (message->kind == WIRE_SHOWN && !check->rows.data[message->property].engine)
        receive_shown(&check->rows.data[message->property], message);
    if (message->kind == WIRE_WORKER) receive_worker(check, message);
    if (message->kind == WIRE_FORMAT && !r->format) r->format = mem_strdup(message->bytes);
    if (message->kind != WIRE_SOURCE) return;
    vec_push(&r->names, mem_strdup(message->bytes));
    vec_push(&r->texts, mem_strdup(message->bytes + strlen(message->bytes) + 1));
}

static void take_sample(struct check *check, uint64_t now) {
    const struct stats *stats = &check->shared->stats;
    struct report_sample sample = {.time_us = now - check->started_us,
                                   .frames = stats->frames,
                                   .obligations = stats->obligations_open,
                                   .lemmas = stats->lemmas,
                                   .live = stats->lemmas_live,
                                   .predicates = stats->predicates,
                                   .queries = stats->queries + stats->smt_queries,
                                   .memory_kb = tree_usage().resident_kb};
    vec_push(&check->report.samples, sample);
}

void check_report_sample(struct check *check) {
    struct check_report *r = &check->report;
    uint64_t now = clock_us();
    if (now < r->next_us) return;
    if (!r->interval_us) r->interval_us = INTERVAL_US;
    if (r->samples.size >= SAMPLES) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < r->samples.size; i += 2) r->samples.data[kept++] = r->samples.data[i];
        r->samples.size = kept;
        r->interval_us *= 2;
    }
    take_sample(check, now);
    r->next_us = now + r->interval_us;
}

static void add_samples(struct text *out, const struct check *check) {
    const struct check_report *r = &check->report;
    const struct stats *last = &check->shared->stats;
    text_add(out,
             ",\n  \"samples\": {\"columns\": [\"time\", \"frames\", \"obligations\", \"lemmas\", \"live\", "
             "\"predicates\", \"queries\", \"memory\"],\n    \"rows\": [");
    vec_each (const struct report_sample, s, &r->samples)
        text_format(out, "[%.3f,%llu,%llu,%llu,%llu,%llu,%llu,%llu],\n      ", (double)s->time_us / 1e6,
                    (unsigned long long)s->frames, (unsigned long long)s->obligations,
                    (unsigned long long)s->lemmas, (unsigned long long)s->live,
                    (unsigned long long)s->predicates, (unsigned long long)s->queries,
                    (unsigned long long)s->memory_kb);
    text_format(out, "[%.3f,%llu,%llu,%llu,%llu,%llu,%llu,%llu]]}", (double)last->total_us / 1e6,
                (unsigned long long)last->frames, (unsigned long long)last->obligations_open,
                (unsigned long long)last->lemmas, (unsigned long long)last->lemmas_live,
                (unsigned long long)last->predicates, (unsigned long long)(last->queries + last->smt_queries),
                (unsigned long long)last->memory_kb);
}

static void add_workers(struct text *out, const struct check_report *r) {
    text_add(out, ",\n  \"workers\": [");
    vec_each (const struct report_worker, w, &r->workers) {
        text_add(out, w == r->workers.data ? "{\"name\": " : ",\n    {\"name\": ");
        text_json_string(out, w->name);
        text_format(out, ", \"from\": %.3f", (double)w->from_us / 1e6);
        if (w->end) {
            text_format(out, ", \"to\": %.3f, \"end\": ", (double)w->to_us / 1e6);
            text_json_string(out, w->end);
        }
        text_add(out, w->won ? ", \"won\": true}" : "}");
    }
    text_byte(out, ']');
}

static const char *level_of(const struct check *check) {
    const char *format = check->report.format;
    if (!format) return NULL;
    return !strcmp(format, "aiger") ? "circuit" : !strcmp(format, "c") ? "program" : "system";
}

/* The members that only reports have, behind those that --json has. */
static void add_more(struct text *out, const struct check *check) {
    const struct check_settings *settings = check->settings;
    const struct check_report *r = &check->report;
    const struct stats *stats = &check->shared->stats;
    if (level_of(check))
        text_format(out, ",\n  \"level\": \"%s\", \"format\": \"%s\"", level_of(check), r->format);
    if (settings->judge) text_format(out, ",\n  \"judge\": \"%s\"", settings->judge);
    if (settings->timeout > 0) text_format(out, ",\n  \"timeout\": %g", settings->timeout);
    if (settings->memory_mb)
        text_format(out, ",\n  \"memory\": %llu", (unsigned long long)settings->memory_mb);
    if (stats->lockstep_of)
        text_format(out, ",\n  \"coverage\": {\"lines\": %llu, \"of\": %llu}",
                    (unsigned long long)stats->lockstep_lines, (unsigned long long)stats->lockstep_of);
    add_samples(out, check);
    if (r->workers.size) add_workers(out, r);
    text_add(out, ",\n  \"sources\": {");
    for (uint32_t i = 0; i < r->texts.size; i++) {
        text_add(out, i ? ",\n    " : "\n    ");
        text_json_string(out, r->names.data[i]);
        text_add(out, ": ");
        text_json_string(out, r->texts.data[i]);
    }
    text_add(out, "}");
}

void output_report(struct text *out, const struct check *check, int exit_status) {
    struct text json = {0};
    if (!check_report_is_page(check->settings->report)) {
        output_run(out, check, exit_status, add_more);
        return;
    }
    output_run(&json, check, exit_status, add_more);
    report_page(out, REPORT_RUN, text_file_name(check->settings->file), json.data, json.size);
    text_fini(&json);
}
