#define _GNU_SOURCE /* setenv */
#include "base/folder.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void touch(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

/* All that is in it goes, and nothing that it points to. */
static void made_and_removed(void **state) {
    (void)state;
    char *other = folder_make("folder-test-"), *folder = folder_make("folder-test-");
    assert_non_null(other);
    assert_non_null(folder);
    assert_string_not_equal(other, folder);
    char *kept = mem_format("%s/kept", other), *inner = mem_format("%s/inner", folder),
         *file = mem_format("%s/file", inner), *link = mem_format("%s/link", inner);
    touch(kept);
    assert_int_equal(mkdir(inner, 0700), 0);
    touch(file);
    assert_int_equal(symlink(other, link), 0);
    folder_remove(folder);
    assert_int_not_equal(access(folder, F_OK), 0);
    assert_int_equal(access(kept, F_OK), 0);
    folder_remove(other);
    assert_int_not_equal(access(other, F_OK), 0);
    folder_remove(other); /* once more is no harm */
    setenv("TMPDIR", "/no/such/place", 1);
    assert_null(folder_make("folder-test-"));
    unsetenv("TMPDIR");
    char *const all[] = {other, folder, kept, inner, file, link};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
}

static void removed_by_others(void **state) {
    (void)state;
    char *before = folder_make("folder-test-");
    folder_mark("7-mark");
    char *after = folder_make("folder-test-"), *inner = mem_format("%s/7-mark", after);
    assert_non_null(strstr(after, "/folder-test-7-mark-"));
    touch(inner);
    folder_remove_marked("7-mark");
    assert_int_not_equal(access(after, F_OK), 0);
    assert_int_equal(access(before, F_OK), 0);
    folder_remove(before);
    mem_free(before);
    mem_free(after);
    mem_free(inner);
}

static void removed_by_either_mark(void **state) {
    (void)state;
    for (int which = 0; which < 2; which++) {
        folder_mark("8-mark");
        folder_mark_too("9-mark");
        char *folder = folder_make("folder-test-");
        assert_int_equal(access(folder, F_OK), 0);
        folder_remove_marked(which ? "9-mark" : "8-mark");
        assert_int_not_equal(access(folder, F_OK), 0);
        mem_free(folder);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(made_and_removed),
                                       cmocka_unit_test(removed_by_others),
                                       cmocka_unit_test(removed_by_either_mark)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
