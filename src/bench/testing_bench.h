/* For the tests of this folder only: a temporary folder with a few files, and small readers. */
#ifndef INDUCT_BENCH_TESTING_BENCH_H
#define INDUCT_BENCH_TESTING_BENCH_H

#include "bench/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* Makes a folder and stores its path as the test's state. */
static inline int folder_setup(void **state) {
    char *folder = mem_strdup("/tmp/induct-bench-XXXXXX");
    *state = folder;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int folder_teardown(void **state) {
    char *command = mem_format("rm -rf '%s'", (char *)*state);
    int code = system(command);
    mem_free(command);
    mem_free(*state);
    return code;
}

/* Writes FOLDER/NAME, making the folder of NAME. */
static inline void folder_write(const char *folder, const char *name, const char *content) {
    char *path = mem_format("%s/%s", folder, name), *slash = strrchr(path, '/');
    *slash = 0;
    mkdir(path, 0777);
    *slash = '/';
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
    mem_free(path);
}

/* The content of FOLDER/NAME, which the caller frees; NULL when there is no such file. */
static inline char *folder_read(const char *folder, const char *name) {
    char *path = mem_format("%s/%s", folder, name);
    struct text text = {0};
    struct messages messages = {0};
    bool there = !access(path, R_OK) && text_read_file(&text, path, &messages) == STATUS_OK;
    mem_free(path);
    messages_fini(&messages);
    if (there) return text_take(&text);
    text_fini(&text);
    return NULL;
}

static inline uint32_t count_of(const char *text, const char *part) {
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part)) count++;
    return count;
}

/* A plan with three files (safe, unsafe, not known; the last with two properties) and the given tools, not
 * loaded. */
static inline void plan_fixture(const char *folder, struct plan *plan, const char *const *tools) {
    folder_write(folder, "one/a.aig", "");
    folder_write(folder, "one/b.aig", "");
    folder_write(folder, "two/c.aig", "");
    folder_write(folder, "MANIFEST.csv",
                 "path,format,expected,properties\n"
                 "one/a.aig,aiger,safe,1\n"
                 "one/b.aig,aiger,unsafe,1\n"
                 "two/c.aig,aiger,unknown,2\n");
    *plan = (struct plan){.limits = {.seconds = 10}, .jobs = 1};
    struct messages messages = {0};
    for (; *tools; tools++) {
        struct tool tool;
        assert_int_equal(tool_parse(*tools, &tool, &messages), STATUS_OK);
        vec_push(&plan->tools, tool);
    }
}

static inline void plan_fixture_load(const char *folder, struct plan *plan) {
    char *manifest = mem_format("%s/MANIFEST.csv", folder);
    struct messages messages = {0};
    enum status status = plan_load(plan, manifest, &messages);
    assert_string_equal(messages_first_error(&messages), "");
    assert_int_equal(status, STATUS_OK);
    mem_free(manifest);
}

#endif
