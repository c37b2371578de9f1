#include "cli/uri.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static void is(const char *path, bool relative, const char *uri) {
    struct text out = {0};
    assert_int_equal(uri_of_path(&out, path), relative);
    assert_string_equal(out.data, uri);
    text_fini(&out);
}

static void paths_stay_relative(void **state) {
    (void)state;
    is("a.c", true, "a.c");
    is("./a.c", true, "a.c");
    is(".///./a/b.c", true, "a/b.c");
    is("../a.c", true, "../a.c");
    is(".hidden", true, ".hidden");
    is("./", true, "./");
}

static void what_has_a_meaning_is_escaped(void **state) {
    (void)state;
    is("a b#c?d%e", true, "a%20b%23c%3Fd%25e");
    is("\xc3\xa9\xff\"<>\\^`{|}[]\x01", true, "%C3%A9%FF%22%3C%3E%5C%5E%60%7B%7C%7D%5B%5D%01");
    is("file:///etc", true, "./file:///etc"); /* a relative path, and no scheme */
    is("a/b:c", true, "a/b:c");
}

static void absolute_paths_are_told_apart(void **state) {
    (void)state;
    char *here = getcwd(NULL, 0), *inside = mem_format("%s/x/y z.c", here),
         *beside = mem_format("%s-x/y.c", here);
    is(inside, true, "x/y%20z.c");
    struct text out = {0};
    assert_false(uri_of_path(&out, beside));
    assert_int_equal(strncmp(out.data, "file:///", 8), 0);
    text_fini(&out);
    is("/a b", false, "file:///a%20b");
    free(here);
    mem_free(inside);
    mem_free(beside);
}

static void files_are_found_above(void **state) {
    (void)state;
    char folder[] = "/tmp/induct-uri-XXXXXX", *before = getcwd(NULL, 0);
    assert_non_null(mkdtemp(folder));
    char *inner = mem_format("%s/inner", folder), *file = mem_format("%s/a.c", folder);
    assert_int_equal(mkdir(inner, 0700) | chdir(inner), 0);
    FILE *made = fopen(file, "w");
    assert_non_null(made);
    fclose(made);
    char *found = uri_find("a.c", "main.c"), *given = uri_find("a.c", "/x/a.c"),
         *no = uri_find("none.c", "main.c");
    assert_string_equal(found, file);
    assert_string_equal(given, "/x/a.c");
    assert_string_equal(no, "none.c");
    assert_int_equal(chdir(before) | unlink(file) | rmdir(inner) | rmdir(folder), 0);
    char *all[] = {inner, file, found, given, no};
    for (int i = 0; i < 5; i++) mem_free(all[i]);
    free(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_stay_relative),
        cmocka_unit_test(what_has_a_meaning_is_escaped),
        cmocka_unit_test(files_are_found_above),
        cmocka_unit_test(absolute_paths_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
