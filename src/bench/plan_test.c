#include "bench/testing_bench.h"
#include "bench/plan.h"

static const char *const one_tool[] = {"t=check {}", NULL};

static void expect_failure(const char *folder, struct plan *plan, enum status expected, const char *part) {
    char *manifest = mem_format("%s/MANIFEST.csv", folder);
    struct messages messages = {0};
    assert_int_equal(plan_load(plan, manifest, &messages), expected);
    if (!strstr(messages_first_error(&messages), part))
        fail_msg("unexpected: %s", messages_first_error(&messages));
    mem_free(manifest);
    messages_fini(&messages);
    plan_fini(plan);
}

static void loads_what_the_manifest_says(void **state) {
    struct plan plan;
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "PROPERTIES.csv",
                 "path,property,expected,depth\ntwo/c.aig,0,safe,\ntwo/c.aig,1,unsafe,4\nelse.aig,0,safe,\n");
    plan_fixture_load(*state, &plan);
    assert_int_equal(plan.instances.size, 3);
    assert_string_equal(plan.instances.data[1].path, "one/b.aig");
    assert_int_equal(plan.instances.data[1].expected, ANSWER_UNSAFE);
    assert_int_equal(plan.instances.data[0].each.size, 0);
    const struct instance *last = &plan.instances.data[2];
    assert_int_equal(last->expected, ANSWER_UNKNOWN);
    assert_int_equal(last->properties, 2);
    assert_int_equal(last->each.size, 2);
    assert_string_equal(last->each.data[1].property, "1");
    assert_int_equal(last->each.data[1].expected, ANSWER_UNSAFE);
    assert_string_equal(last->family, "two");
    assert_int_equal(access(last->file, R_OK), 0);
    plan_fini(&plan);
}

static void conditions_select_rows(void **state) {
    static const struct {
        const char *where[2];
        uint32_t selected;
    } cases[] = {{{"expected=safe"}, 1},
                 {{"expected!=safe"}, 2},
                 {{"path=one/*"}, 2},
                 {{"path=one/*", "expected=unsafe"}, 1},
                 {{"properties=[12]"}, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct plan plan;
        plan_fixture(*state, &plan, one_tool);
        for (int w = 0; w < 2 && cases[i].where[w]; w++) vec_push(&plan.where, mem_strdup(cases[i].where[w]));
        plan_fixture_load(*state, &plan);
        assert_int_equal(plan.instances.size, cases[i].selected);
        plan_fini(&plan);
    }
}

/* One file, listed for each data model and with options; conventions are counted and left out. */
static void rows_may_share_a_file(void **state) {
    struct plan plan;
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "MANIFEST.csv",
                 "path,expected,data_model,options\n"
                 "one/a.aig,not-safe,ilp32,\n"
                 "one/a.aig,safe,lp64,\n"
                 "one/a.aig,safe,lp64,--set x=on\n"
                 "one/b.aig,convention,lp64,\n"
                 "two/c.aig,unsafe,lp64,\n");
    folder_write(*state, "PROPERTIES.csv", "path,property,expected\none/a.aig,p,safe\n");
    plan_fixture_load(*state, &plan);
    static const char *const names[] = {"one/a.aig [ilp32]", "one/a.aig [lp64]",
                                        "one/a.aig [lp64 --set x=on]", "two/c.aig"};
    assert_int_equal(plan.instances.size, 4);
    assert_int_equal(plan.conventions, 1);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(plan.instances.data[i].name, names[i]);
        assert_int_equal(plan.instances.data[i].each.size,
                         i < 3); /* what is known of the file holds for all */
    }
    assert_int_equal(plan.instances.data[0].expected, ANSWER_NOT_SAFE);
    plan_fini(&plan);
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "MANIFEST.csv",
                 "path,expected,data_model\none/a.aig,safe,ilp32\none/a.aig,unsafe,ilp32\n");
    expect_failure(*state, &plan, STATUS_MALFORMED, "one/a.aig [ilp32] is listed twice");
}

static void families_start_below_shared_folders(void **state) {
    struct plan plan;
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "one/x/d.aig", "");
    folder_write(*state, "MANIFEST.csv", "path,expected\none/a.aig,safe\none/x/d.aig,safe\n");
    plan_fixture_load(*state, &plan);
    assert_string_equal(plan.instances.data[0].family, "-");
    assert_string_equal(plan.instances.data[1].family, "x");
    plan_fini(&plan);
}

/* A manifest of 40 rows in the given folder. */
static void many_rows(const char *folder) {
    struct text text = {0};
    text_add(&text, "path,expected\n");
    for (int i = 0; i < 40; i++) {
        char name[32];
        snprintf(name, sizeof name, "f%d.aig", i);
        folder_write(folder, name, "");
        text_format(&text, "%s,safe\n", name);
    }
    folder_write(folder, "MANIFEST.csv", text.data);
    text_fini(&text);
}

static void sample(const char *folder, uint32_t size, uint64_t seed, struct text *paths) {
    struct plan plan;
    plan_fixture(folder, &plan, one_tool);
    many_rows(folder);
    plan.sample = size;
    plan.seed = seed;
    plan_fixture_load(folder, &plan);
    assert_int_equal(plan.instances.size, size);
    text_clear(paths);
    vec_each (struct instance, instance, &plan.instances) text_format(paths, "%s ", instance->path);
    plan_fini(&plan);
}

static void samples_are_reproducible(void **state) {
    struct text paths = {0}, again = {0}, larger = {0};
    sample(*state, 5, 1, &paths);
    /* Campaigns of different versions must agree on what a seed means: this list may never change. */
    assert_string_equal(paths.data, "f2.aig f8.aig f14.aig f35.aig f37.aig ");
    sample(*state, 5, 2, &again);
    assert_string_not_equal(paths.data, again.data);
    sample(*state, 20, 1, &larger); /* grows without exchanging members */
    for (char *path = strtok(paths.data, " "); path; path = strtok(NULL, " "))
        assert_non_null(strstr(larger.data, path));
    text_fini(&paths);
    text_fini(&again);
    text_fini(&larger);
}

static void rejects_what_it_cannot_run(void **state) {
    struct plan plan;
    plan_fixture(*state, &plan, one_tool);
    vec_push(&plan.where, mem_strdup("colour=red"));
    expect_failure(*state, &plan, STATUS_USAGE, "has no column `colour'");
    plan_fixture(*state, &plan, one_tool);
    vec_push(&plan.where, mem_strdup("expected"));
    expect_failure(*state, &plan, STATUS_USAGE, "expected COLUMN=VALUE");
    plan_fixture(*state, &plan, one_tool);
    vec_push(&plan.where, mem_strdup("expected=nothing"));
    expect_failure(*state, &plan, STATUS_USAGE, "no row of");
    plan_fixture(*state, &plan, (const char *const[]){"t=check {} {colour}", NULL});
    expect_failure(*state, &plan, STATUS_USAGE, "{colour} in a command");
    plan_fixture(*state, &plan, (const char *const[]){"t=check {}", "t=other {}", NULL});
    expect_failure(*state, &plan, STATUS_USAGE, "two tools are called `t'");
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "MANIFEST.csv", "path,expected\none/a.aig,safe\none/a.aig,safe\n");
    expect_failure(*state, &plan, STATUS_MALFORMED, "MANIFEST.csv:3:1: one/a.aig is listed twice");
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "MANIFEST.csv", "path,expected\nabsent.aig,safe\n");
    expect_failure(*state, &plan, STATUS_IO, "MANIFEST.csv:2:1: cannot read");
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "MANIFEST.csv", "path,verdict\none/a.aig,safe\n");
    expect_failure(*state, &plan, STATUS_MALFORMED, "no column `expected'");
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "PROPERTIES.csv", "path,expected\n");
    expect_failure(*state, &plan, STATUS_MALFORMED, "PROPERTIES.csv:1:1: expected the columns");
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "PROPERTIES.csv", "path,property,expected\none/a.aig,0,sfae\n");
    expect_failure(*state, &plan, STATUS_MALFORMED,
                   "PROPERTIES.csv:2:1: what is expected must be safe, unsafe");
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "MANIFEST.csv", "path,expected\none/a.aig,Unsafe\n");
    expect_failure(*state, &plan, STATUS_MALFORMED,
                   "MANIFEST.csv:2:1: what is expected must be safe, unsafe");
}

static void expect_command(const struct plan *plan, const char *command, uint32_t row, const char *file,
                           const char *expected) {
    struct messages messages = {0};
    assert_int_equal(command_check(command, &plan->manifest, &messages), STATUS_OK);
    char *expanded = command_expand(command, &plan->manifest, row, file,
                                    (struct run_limits){.seconds = 2.5, .megabytes = 100});
    assert_string_equal(expanded, expected);
    mem_free(expanded);
}

static void rows_of_several_files_are_filled_in(void **state) {
    struct plan plan;
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "MANIFEST.csv",
                 "path,expected,files,top\none/a.aig,safe,x.sv sub/it's.v /abs.v,t\none/b.aig,safe,,\n");
    plan_fixture_load(*state, &plan);
    expect_command(&plan, "x {files} --top {top}", 0, "/none/a.aig",
                   "x /none/x.sv '/none/sub/it'\\''s.v' /abs.v --top t");
    expect_command(&plan, "x {files}", 0, "/", "x //x.sv '//sub/it'\\''s.v' /abs.v"); /* a directory */
    expect_command(&plan, "x {files}", 1, "/none/b.aig", "x /none/b.aig");
    plan_fini(&plan);
}

static void commands_are_filled_in(void **state) {
    struct plan plan;
    plan_fixture(*state, &plan, one_tool);
    plan_fixture_load(*state, &plan);
    expect_command(&plan, "x \"r {}; y\" {properties} {expected}", 2, "/d/c.aig",
                   "x \"r /d/c.aig; y\" 2 unknown");
    expect_command(&plan, "x -t {timeout} -m {memory}", 0, "f", "x -t 2.5 -m 100");
    expect_command(&plan, "x {}", 0, "/it's here/f", "x '/it'\\''s here/f'");
    expect_command(&plan, "f() { x; }; echo ${HOME} '{ print }'", 0, "f",
                   "f() { x; }; echo ${HOME} '{ print }'");
    plan_fini(&plan);
    plan_fixture(*state, &plan, one_tool);
    folder_write(*state, "MANIFEST.csv",
                 "path,expected,options\none/a.aig,safe,--set x=on  -D A=b;c\none/b.aig,safe,\n");
    plan_fixture_load(*state, &plan);
    expect_command(&plan, "x {options} {}", 0, "f", "x --set x=on -D 'A=b;c' f");
    expect_command(&plan, "x {options} {}", 1, "f", "x  f");
    plan_fini(&plan);
}

static void tools_are_named(void **state) {
    (void)state;
    struct messages messages = {0};
    struct tool tool;
    assert_int_equal(tool_parse("a-1:hwmcc=run --x=y {}", &tool, &messages), STATUS_OK);
    assert_string_equal(tool.name, "a-1");
    assert_string_equal(tool.command, "run --x=y {}");
    assert_int_equal(tool.adapter, ADAPTER_HWMCC);
    tool_fini(&tool);
    assert_int_equal(tool_parse("t=a:b {}", &tool, &messages), STATUS_OK);
    assert_string_equal(tool.name, "t");
    tool_fini(&tool);
    static const char *const wrong[] = {"name",   "name=", "=x",          "a/b=x",
                                        "../a=x", "a b=x", "a:nothing=x", "-a=x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(tool_parse(wrong[i], &tool, &messages), STATUS_USAGE);
    messages_fini(&messages);
}

int main(void) {
#define test(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
    const struct CMUnitTest tests[] = {
        test(loads_what_the_manifest_says),
        test(conditions_select_rows),
        test(rows_may_share_a_file),
        test(families_start_below_shared_folders),
        test(samples_are_reproducible),
        test(rejects_what_it_cannot_run),
        test(commands_are_filled_in),
        test(rows_of_several_files_are_filled_in),
        test(tools_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
