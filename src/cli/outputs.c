#define _GNU_SOURCE
#include "cli/outputs.h"

#include "cli/commands.h"
#include "cli/loading.h"
#include "report/report.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is written at the end: which option names the file, and how such files begin. */
static const struct output {
    size_t offset;
    const char *start;
    void (*write)(struct text *, const struct check *, int exit_status);
} outputs[] = {
    {offsetof(struct check_settings, stats), "{\n  \"tool\": \"induct\"", output_json},
    {offsetof(struct check_settings, sarif), "{\n  \"$schema\": \"" SARIF_SCHEMA "\"", output_sarif},
    {offsetof(struct check_settings, junit), JUNIT_START, output_junit},
    {offsetof(struct check_settings, report), NULL, output_report}, /* a page, or data like that of --stats */
};
enum { OUTPUTS = sizeof outputs / sizeof *outputs };

static const char *path_of(const struct check_settings *settings, const struct output *output) {
    return *(const char *const *)((const char *)settings + output->offset);
}

static const char *start_of(const struct check_settings *settings, const struct output *output) {
    if (output->start) return output->start;
    return check_report_is_page(path_of(settings, output)) ? REPORT_START : outputs[0].start;
}

/* ---- before any work ---- */

/* Files are written under another name and renamed, so what matters is their directory; devices and what
 * links point to are written in place. */
static bool can_write(const struct check_settings *settings, const char *path) {
    if (!input_stays(&settings->input, settings->file, path, &check_command)) return false;
    struct stat info, link;
    const char *slash = strrchr(path, '/');
    char *directory =
        slash ? mem_format("%.*s", slash == path ? 1 : (int)(slash - path), path) : mem_strdup(".");
    errno = 0;
    bool exists = !stat(path, &info);
    if (exists && S_ISDIR(info.st_mode))
        errno = EISDIR;
    else if (exists && (lstat(path, &link) || !S_ISREG(link.st_mode)))
        (void)access(path, W_OK);
    else
        errno = access(directory, W_OK | X_OK) ? errno : 0;
    mem_free(directory);
    if (errno) arguments_complain(&check_command, "%s: cannot write: %s", path, strerror(errno));
    return !errno;
}

static bool evidence_files_fit(const struct check_settings *settings, const arguments_list *paths,
                               enum induct_verdict kind, const char *option, const char *extensions) {
    vec_each (const char *const, path, paths) {
        if (!induct_evidence_fits(*path, kind)) {
            arguments_complain(&check_command, "%s writes %s in this version, not '%s'", option, extensions,
                               *path);
            return false;
        }
        if (!can_write(settings, *path)) return false;
    }
    return true;
}

/* Whether both name one file, also one that is yet to be made. Devices take any number of outputs. */
static bool is_one_file(const char *a, const char *b) {
    struct stat one, other;
    bool made = !stat(a, &one);
    if (made != !stat(b, &other) || (made && !S_ISREG(one.st_mode))) return false;
    if (!made) {
        const char *slash_a = strrchr(a, '/'), *slash_b = strrchr(b, '/');
        const char *name_a = slash_a ? slash_a + 1 : a, *name_b = slash_b ? slash_b + 1 : b;
        char *folder_a = slash_a ? mem_format("%.*s/", (int)(slash_a - a), a) : mem_strdup("."),
             *folder_b = slash_b ? mem_format("%.*s/", (int)(slash_b - b), b) : mem_strdup(".");
        made = !strcmp(name_a, name_b) && !stat(folder_a, &one) && !stat(folder_b, &other);
        mem_free(folder_a);
        mem_free(folder_b);
    }
    return made && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* No output overwrites another. A witness and a certificate may share a file: a verdict has one of them. */
static bool are_apart(const arguments_list *paths) {
    vec_each (const char *const, path, paths) {
        const char *same = NULL;
        for (const char *const *other = paths->data; other < path; other++)
            if (is_one_file(*path, *other)) same = *other;
        if (!same) continue;
        arguments_complain(&check_command, "%s and %s are one file, which two outputs would share", *path,
                           same);
        return false;
    }
    return true;
}

static bool is_apart_from_evidence(const struct check_settings *settings, const arguments_list *evidence) {
    arguments_list all = {0};
    for (int i = 0; i < OUTPUTS; i++)
        if (path_of(settings, &outputs[i])) vec_push(&all, path_of(settings, &outputs[i]));
    vec_append(&all, evidence->data, evidence->size);
    bool good = are_apart(&all);
    vec_free(&all);
    return good;
}

bool outputs_fit(const struct check_settings *settings) {
    if (!evidence_files_fit(settings, &settings->witnesses, INDUCT_UNSAFE, "--witness",
                            ".aiw, .wit, .btorwit, .vcd, .smt2, .txt, .c, .yml, .json, .show or .pack") ||
        !evidence_files_fit(settings, &settings->certificates, INDUCT_SAFE, "--certificate",
                            ".aig, .aag, .smt2, .btor2, .sv, .yml, .txt, .show or .pack"))
        return false;
    if (settings->report && !check_report_fits(settings->report)) return false;
    for (int i = 0; i < OUTPUTS; i++)
        if (path_of(settings, &outputs[i]) && !can_write(settings, path_of(settings, &outputs[i])))
            return false;
    return is_apart_from_evidence(settings, &settings->witnesses) &&
           is_apart_from_evidence(settings, &settings->certificates);
}

bool outputs_keep(struct check *check) {
    for (int i = 0; i < OUTPUTS; i++) {
        const char *path = path_of(check->settings, &outputs[i]);
        if (path && !loading_keeps(check->problem, check->pipe, path)) return false;
    }
    return true;
}

bool outputs_want_steps(const struct check_settings *settings) {
    return settings->sarif || settings->junit;
}

/* ---- at the end ---- */

/* One of ours, or nothing. */
static bool is_ours(FILE *file, const char *start) {
    char bytes[256] = "";
    size_t size = strlen(start), got = fread(bytes, 1, size < sizeof bytes ? size : sizeof bytes - 1, file);
    return got == 0 || !strcmp(bytes, start);
}

/* A program, or a design, that was not read to its end may include the file: then only what certainly is none of a
 * program's may be lost. */
static bool may_write(struct check *check, const struct output *output) {
    const char *path = path_of(check->settings, output);
    struct stat info;
    if (!path) return false;
    if (check->cleared || !induct_may_include(check->problem, check->settings->file)) return true;
    if (stat(path, &info) || !S_ISREG(info.st_mode)) return true;
    FILE *file = fopen(path, "re");
    bool good = file && is_ours(file, start_of(check->settings, output));
    if (file) fclose(file);
    if (!good && !check->failed)
        fprintf(stderr, "%s: not written: the program, which was not read, may include it\n", path);
    return good;
}

void outputs_write(struct check *check, int exit_status) {
    for (int i = 0; i < OUTPUTS; i++) {
        struct text text = {0};
        struct messages messages = {0};
        if (!may_write(check, &outputs[i])) continue;
        outputs[i].write(&text, check, exit_status);
        if (text_write_file(&text, path_of(check->settings, &outputs[i]), &messages) != STATUS_OK)
            fprintf(stderr, "%s\n", messages_first_error(&messages));
        messages_fini(&messages);
        text_fini(&text);
    }
}
