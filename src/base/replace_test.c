#define _GNU_SOURCE /* mkdtemp */
#include "base/replace.h"

#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[] = "/tmp/replace-test-XXXXXX";

static unsigned files_in(const char *path) {
    DIR *directory = opendir(path);
    unsigned n = 0;
    while (readdir(directory)) n++;
    closedir(directory);
    return n - 2; /* . and .. */
}

static void expect_content(const char *path, const char *expected) {
    struct text text = {0};
    struct messages messages = {0};
    assert_int_equal(text_read_file(&text, path, &messages), STATUS_OK);
    assert_string_equal(text.data, expected);
    text_fini(&text);
    messages_fini(&messages);
}

static void files_are_replaced(void **state) {
    (void)state;
    char *path = mem_format("%s/file", folder);
    struct stat info;
    umask(027);
    assert_true(replace_file(path, "one", 3));
    expect_content(path, "one");
    assert_true(replace_file(path, "two!", 4));
    expect_content(path, "two!");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(files_in(folder), 1);
    unlink(path);
    mem_free(path);
    char name[256]; /* the longest name that there is */
    memset(name, 'n', 255);
    name[255] = 0;
    path = mem_format("%s/%s", folder, name);
    assert_true(replace_file(path, "long", 4));
    unlink(path);
    mem_free(path);
}

/* What a link points to is not touched, be it where the number of this process was once enough to guess. */
static void links_are_not_followed(void **state) {
    (void)state;
    char *victim = mem_format("%s/victim", folder), *path = mem_format("%s/file", folder);
    char *trap = mem_format("%s.%ld.tmp", path, (long)getpid());
    struct text text = {0};
    struct messages messages = {0};
    struct stat info;
    assert_true(replace_file(victim, "mine", 4));
    assert_int_equal(symlink(victim, trap), 0);
    text_add(&text, "new");
    assert_int_equal(text_write_file(&text, path, &messages), STATUS_OK);
    expect_content(victim, "mine");
    expect_content(path, "new");
    unlink(path);
    assert_int_equal(symlink(victim, path), 0);
    assert_true(replace_file(path, "newer", 5));
    assert_int_equal(lstat(path, &info), 0);
    assert_true(S_ISREG(info.st_mode));
    expect_content(victim, "mine");
    unlink(victim);
    unlink(path);
    unlink(trap);
    mem_free(victim);
    mem_free(path);
    mem_free(trap);
    text_fini(&text);
    messages_fini(&messages);
}

static void failures_leave_nothing(void **state) {
    (void)state;
    enum { LARGE = 1 << 20 };
    char *path = mem_format("%s/file", folder), *missing = mem_format("%s/none/file", folder), *bytes;
    assert_false(replace_file(missing, "x", 1));
    assert_int_equal(errno, ENOENT);
    assert_true(replace_file(path, "old", 3));
    bytes = mem_zalloc(LARGE);
    pid_t child = fork();
    if (!child) {
        struct rlimit little = {1 << 16, 1 << 16};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &little);
        _exit(replace_file(path, bytes, LARGE) || errno != EFBIG);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_content(path, "old");
    assert_int_equal(files_in(folder), 1);
    unlink(path);
    mem_free(bytes);
    mem_free(path);
    mem_free(missing);
}

/* Whenever the signal comes, what is there is old or new, and alone. */
static void signals_leave_nothing(void **state) {
    (void)state;
    enum { LARGE = 1 << 22 };
    char *path = mem_format("%s/file", folder), *bytes = mem_alloc(LARGE);
    memset(bytes, 'y', LARGE);
    for (int i = 0; i < 20; i++) {
        assert_true(replace_file(path, "old", 3));
        pid_t child = fork();
        if (!child) {
            for (;;) replace_file(path, bytes, LARGE);
        }
        usleep((useconds_t)(i * 700));
        kill(child, SIGTERM);
        waitpid(child, NULL, 0);
        struct stat info;
        assert_int_equal(stat(path, &info), 0);
        assert_true(info.st_size == 3 || info.st_size == LARGE);
        assert_int_equal(files_in(folder), 1);
    }
    unlink(path);
    mem_free(path);
    mem_free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_replaced),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(failures_leave_nothing),
        cmocka_unit_test(signals_leave_nothing),
    };
    if (!mkdtemp(folder)) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
