/* The worker of induct check: loads, runs, writes evidence, and tells its supervisor everything. */
#include "cli/check.h"

#include "base/hash.h"
#include "cli/check_join.h"
#include "cli/loading.h"
#include "cli/outputs.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static void note_engine(struct check *check) {
    snprintf(check->shared->engine, sizeof check->shared->engine, "%s", induct_engine(check->problem));
}

static void on_event(void *client, struct induct *problem, const struct induct_event *event) {
    struct check *check = client;
    (void)problem;
    switch (event->kind) {
    case INDUCT_EVENT_STAGE:
        note_engine(check);
        wire_send_text(check->pipe, WIRE_STAGE, 0, 0, event->text);
        break;
    case INDUCT_EVENT_DEPTH:
        if (event->property < CHECK_DEPTHS && event->number < UINT32_MAX)
            check->shared->depths[event->property] = (uint32_t)event->number + 1;
        break;
    case INDUCT_EVENT_PROVED:
    case INDUCT_EVENT_REFUTED:
        wire_send_text(check->pipe, WIRE_JUDGING, event->property, event->kind == INDUCT_EVENT_REFUTED,
                       event->text ? event->text : "");
        break;
    case INDUCT_EVENT_FRAME:
    case INDUCT_EVENT_LEMMA: break; /* the statistics count them */
    case INDUCT_EVENT_WORKER:
        if (!check->settings->report) break;
        wire_send_text(check->pipe, WIRE_WORKER, 0, event->number, event->text);
        break;
    }
}

/* What stands for each property in file names: its name without directory separators and not too long; where
 * that is no longer unique, the number as well, once more if some other property looks like that. */
static void make_labels(struct check *check) {
    enum { LONGEST = 100 };
    struct hash_names uses = {0};
    unsigned count = induct_properties(check->problem);
    for (unsigned i = 0; i < count; i++) {
        const char *name = induct_property_name(check->problem, i);
        char *label = mem_format("%.*s", (int)text_cut(name, LONGEST), name);
        for (char *p = label; *p; p++)
            if (*p == '/' || iscntrl((unsigned char)*p)) *p = '_';
        uint32_t before = hash_names_get(&uses, label);
        hash_names_put(&uses, label, before == HASH_NONE ? 1 : before + 1);
        vec_push(&check->labels, label);
    }
    for (unsigned i = 0; i < count; i++) {
        char *label = check->labels.data[i];
        if (hash_names_get(&uses, label) == 1) continue;
        while (hash_names_get(&uses, label) != HASH_NONE) {
            char *longer = mem_format("%s-%u", label, i);
            mem_free(label);
            label = longer;
        }
        hash_names_put(&uses, label, 1);
        check->labels.data[i] = label;
    }
    hash_names_free(&uses);
}

static bool several_selected(const struct check *check) {
    unsigned selected = 0;
    vec_each (const struct check_row, row, &check->rows) selected += row->selected;
    return selected > 1;
}

static char *path_for(const char *path, const char *label) {
    if (!label) return mem_strdup(path);
    int stem = (int)(strrchr(path, '.') - path); /* the extension was checked, so there is one */
    return mem_format("%.*s-%s%s", stem, path, label, path + stem);
}

/* A file that cannot be written is an error message; the verdict stands. */
static void write_evidence(struct check *check, unsigned property, const arguments_list *paths) {
    if (!paths->size) return;
    if (!check->labels.size && several_selected(check)) make_labels(check);
    const char *label = check->labels.size ? check->labels.data[property] : NULL;
    vec_each (const char *const, path, paths) {
        char *file = path_for(*path, label);
        if (induct_write_evidence(check->problem, property, file) == INDUCT_OK)
            wire_send_text(check->pipe, WIRE_FILE, property, 0, file);
        mem_free(file);
    }
}

/* Of a program that is safe, its loop invariants as C expressions, each with its line; those that nobody would
 * read are left to files. */
static void tell_invariants(struct check *check, unsigned property) {
    enum { LONGEST = 200 };
    char *invariants;
    size_t size;
    if (check->settings->quiet || strcmp(induct_format(check->problem), "c")) return;
    if (induct_evidence(check->problem, property, "txt", &invariants, &size) != INDUCT_OK) return;
    struct text text = {0};
    for (const char *line = invariants, *end; *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        if (*line == '#') continue; /* there is none */
        if (end - line <= LONGEST)
            text_format(&text, "%.*s\n", (int)(end - line), line);
        else /* file:line: */
            text_format(&text, "%.*s an invariant of %ld characters, for --certificate FILE.txt\n",
                        (int)strcspn(line, " "), line, (long)(end - line));
    }
    if (text.size) wire_send_text(check->pipe, WIRE_NOTE, property, 0, text.data);
    text_fini(&text);
    free(invariants);
}

static void tell_steps(struct check *check, unsigned property) {
    char *steps;
    size_t size;
    if (induct_evidence(check->problem, property, "json", &steps, &size) == INDUCT_OK)
        wire_send_text(check->pipe, WIRE_STEPS, property, 0, steps);
    free(steps);
}

static void on_verdict(void *client, struct induct *problem, unsigned property) {
    struct check *check = client;
    const struct induct_result *result = induct_result(problem, property);
    struct text bytes = {0};
    text_bytes(&bytes, result, sizeof *result);
    text_bytes(&bytes, result->reason, strlen(result->reason) + 1);
    if (result->verdict == INDUCT_UNSAFE && check->settings->dialect != DIALECT_NATIVE) {
        char *witness;
        size_t size;
        const char *format = check->shared->words ? "btorwit" : "aiw";
        if (induct_evidence(problem, property, format, &witness, &size) == INDUCT_OK)
            text_bytes(&bytes, witness, size + 1);
        free(witness);
    }
    wire_send(check->pipe, (struct wire_message){WIRE_DECIDED, property, 0, bytes.size, bytes.data});
    text_fini(&bytes);
    if (result->verdict == INDUCT_UNSAFE && outputs_want_steps(check->settings)) tell_steps(check, property);
    if (result->verdict == INDUCT_SAFE) write_evidence(check, property, &check->settings->certificates);
    if (result->verdict == INDUCT_SAFE) tell_invariants(check, property);
    if (result->verdict == INDUCT_UNSAFE) write_evidence(check, property, &check->settings->witnesses);
    if (check->settings->report) check_report_send(check, property);
    induct_forget_evidence(problem, property);
    loading_tell_messages(problem, check->pipe);
    wire_send(check->pipe, (struct wire_message){.kind = WIRE_VERDICT, .property = property});
}

/* The worker keeps rows too: which properties are selected. */
static void announce(struct check *check) {
    for (unsigned i = 0; i < induct_properties(check->problem); i++) {
        const char *name = induct_property_name(check->problem, i),
                   *code = induct_property_code(check->problem, i),
                   *source = induct_property_source(check->problem, i);
        bool selected = induct_is_selected(check->problem, i);
        struct text bytes = {0};
        text_bytes(&bytes, name, strlen(name) + 1);
        text_bytes(&bytes, code, strlen(code) + 1);
        if (source) text_add(&bytes, source);
        wire_send(check->pipe, (struct wire_message){WIRE_PROPERTY, i, selected, bytes.size, bytes.data});
        text_fini(&bytes);
        vec_push(&check->rows, (struct check_row){.selected = selected});
    }
}

/* The dialects of hardware model checking have no words for programs. */
static enum induct_status refuse_dialect(struct check *check) {
    if (check->settings->dialect == DIALECT_NATIVE || strcmp(induct_format(check->problem), "c"))
        return INDUCT_OK;
    wire_send_text(check->pipe, WIRE_LOG, 0, 1,
                   "--as hwmcc and --as sby are for circuits and systems, not for programs");
    return INDUCT_USAGE;
}

/* Files that could not be written for this model, whatever the verdict, are a wrong call; better now than after the
 * run. */
static enum induct_status refuse_files(struct check *check) {
    vec_each (const char *const, path, &check->settings->witnesses)
        if (induct_can_write_evidence(check->problem, *path, INDUCT_UNSAFE) != INDUCT_OK) return INDUCT_USAGE;
    vec_each (const char *const, path, &check->settings->certificates)
        if (induct_can_write_evidence(check->problem, *path, INDUCT_SAFE) != INDUCT_OK) return INDUCT_USAGE;
    return INDUCT_OK;
}

/* With several properties there are more files, whose names are known only now. */
static bool keeps_files(struct check *check, const arguments_list *paths) {
    const struct check_settings *settings = check->settings;
    bool good = true;
    if (!paths->size) return true;
    if (!several_selected(check)) {
        vec_each (const char *const, path, paths) good &= loading_keeps(check->problem, check->pipe, *path);
        return good;
    }
    if (!check->labels.size) make_labels(check);
    vec_each (const char *const, path, paths)
        vec_each (char *const, label, &check->labels) {
            char *file = path_for(*path, *label);
            if (good && !input_stays(&settings->input, settings->file, file, NULL)) {
                char *text = mem_format("%s: not written: it is what is read", file);
                wire_send_text(check->pipe, WIRE_LOG, 0, 1, text);
                mem_free(text);
                good = false;
            }
            good = good && loading_keeps(check->problem, check->pipe, file);
            mem_free(file);
        }
    return good;
}

/* No file that will be written is one that was read; what a program includes is known only now. */
static enum induct_status keep_input(struct check *check) {
    const struct check_settings *settings = check->settings;
    if (!keeps_files(check, &settings->witnesses) || !keeps_files(check, &settings->certificates) ||
        !outputs_keep(check))
        return INDUCT_USAGE;
    wire_send(check->pipe, (struct wire_message){.kind = WIRE_CLEARED});
    return INDUCT_OK;
}

void check_work(void *client, int pipe) {
    struct check *check = client;
    check->pipe = pipe;
    note_engine(check);
    induct_on_event(check->problem, on_event, check);
    induct_on_verdict(check->problem, on_verdict, check);
    check_join_listen(check->join, check->problem);
    wire_send_text(pipe, WIRE_STAGE, 0, 0, "read");
    loading_set_time(check->problem, check->settings->timeout, check->started_us);
    enum induct_status status = loading_read(check->problem, pipe, &check->settings->input,
                                             check->settings->file, check->settings->property);
    if (status == INDUCT_OK) status = refuse_dialect(check);
    if (status == INDUCT_OK) status = refuse_files(check);
    if (status == INDUCT_OK) {
        check->shared->words = strcmp(induct_format(check->problem), "aiger") != 0;
        wire_send_text(pipe, WIRE_FORMAT, 0, 0, induct_format(check->problem));
        announce(check);
        status = keep_input(check);
    }
    if (status == INDUCT_OK) {
        loading_set_time(check->problem, check->settings->timeout, check->started_us);
        loading_tell_messages(check->problem, pipe);
        status = induct_run(check->problem);
    }
    loading_end(check->problem, pipe, status);
}

void check_interrupt(void *client) {
    struct check *check = client;
    induct_interrupt(check->problem);
}
