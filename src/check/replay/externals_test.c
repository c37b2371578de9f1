/* What a program lacks, from lines as clang writes them. */
#include "check/replay/externals.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static const struct external *find_external(const external_list *list, const char *name) {
    vec_each (const struct external, e, list)
        if (!strcmp(e->name, name)) return e;
    return NULL;
}

static const char text[] =
    "%struct.pair = type { i32, [3 x i8] }\n"
    "%struct.table = type { [1000 x %struct.pair], ptr }\n"
    "\n"
    "@table = external dso_local global %struct.table, align 8\n"
    "@many = external dso_local global [5000 x [4 x i64]], align 16\n"
    "@huge = external dso_local global [9223372036854775807 x [4 x i64]], align 16\n"
    "@unknown = external global %struct.opaque\n"
    "@each = external thread_local global i32, align 4\n"
    "@fixed = external constant i32\n"
    "@maybe = extern_weak global i32\n"
    "@own = dso_local global i32 0, align 4\n"
    "@.str = private unnamed_addr constant [20 x i8] c\"declare i32 @no()\\0A\\00\", align 1\n"
    "@same = dso_local alias i32 (), ptr @f\n"
    "define dso_local i32 @f(i32 noundef %0) #0 {\n"
    "  %2 = call i32 @g(i32 %0)\n"
    "}\n"
    "declare dso_local i32 @g(i32 noundef) #1\n"
    "declare dso_local void @panic() #2\n"
    "declare double @real(ptr noundef, ...) #1\n"
    "declare dso_local x86_fp80 @longer()\n"
    "declare dso_local void @big(ptr dead_on_unwind writable sret(%struct.pair) align 8, i32 noundef) #1\n"
    "declare i32 @\"\\01literal\"() #1\n"
    "declare extern_weak dso_local void @perhaps() #1\n"
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg) #3\n"
    "attributes #1 = { nounwind }\n"
    "attributes #2 = { noreturn nounwind }\n";

static void what_is_missing(void **state) {
    (void)state;
    external_list list = {0};
    struct hash_names defined = {0};
    externals_read(text, &list, &defined);
    static const char *const names[] = {"table", "many",  "huge", "unknown", "each", "fixed",
                                        "g",     "panic", "real", "longer",  "big",  "literal"};
    assert_int_equal(list.size, sizeof names / sizeof *names);
    for (uint32_t i = 0; i < list.size; i++) {
        assert_string_equal(list.data[i].name, names[i]);
        assert_int_equal(list.data[i].kind, i < 6 ? EXTERNAL_VARIABLE : EXTERNAL_FUNCTION);
        assert_int_equal(list.data[i].noreturn, i == 7);
        assert_int_equal(list.data[i].per_thread, i == 4);
        assert_int_equal(list.data[i].by_address, i == 10);
    }
    assert_true(find_external(&list, "table")->size >= 1000 * 8 + 8);
    assert_true(find_external(&list, "many")->size >= 5000 * 32);
    assert_true(find_external(&list, "huge")->size <= UINT64_C(1) << 30);
    assert_true(find_external(&list, "fixed")->size >= 4);
    assert_null(find_external(&list, "g")->type);
    assert_string_equal(find_external(&list, "panic")->type, "void");
    assert_string_equal(find_external(&list, "real")->type, "double");
    assert_string_equal(find_external(&list, "longer")->type, "long double");
    assert_null(find_external(&list, "perhaps"));
    static const char *const own[] = {"own", "same", "f"}, *const others[] = {"g", "maybe", ".str", "no",
                                                                              "table"};
    for (size_t i = 0; i < 3; i++) assert_int_not_equal(hash_names_get(&defined, own[i]), HASH_NONE);
    for (size_t i = 0; i < 5; i++) assert_int_equal(hash_names_get(&defined, others[i]), HASH_NONE);
    hash_names_free(&defined);
    externals_fini(&list);
}

static void damaged_texts(void **state) {
    (void)state;
    for (size_t length = 0; length < sizeof text; length++) {
        char *start = mem_format("%.*s", (int)length, text);
        external_list list = {0};
        struct hash_names defined = {0};
        externals_read(start, &list, &defined);
        assert_true(list.size <= 13); /* the last one may be cut off */
        hash_names_free(&defined);
        externals_fini(&list);
        mem_free(start);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing),
        cmocka_unit_test(damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
