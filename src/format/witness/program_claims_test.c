/* What SV-COMP witnesses claim, in the styles that tools write them in. */
#include "format/witness/program_claims.h"

#include "base/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define TASK                                                                                                 \
    "  metadata:\n    format_version: 2.0\n    task:\n      input_file_hashes:\n        a.c: 12\n"           \
    "      specification: G\n      data_model: LP64\n"
#define PLACE  "        location:\n          file_name: a.c\n          line: 4\n"
#define TARGET "  - segment:\n    - waypoint:\n        type: target\n        action: follow\n" PLACE
#define HEAD   "- entry_type: violation_sequence\n" TASK "  content:\n"

static enum status read(struct program_claims *claims, const char *text) {
    struct messages messages = {0};
    enum status status = program_claims_read(claims, text, strlen(text), "w.yml", &messages);
    assert_int_equal(status != STATUS_OK, messages.list.size != 0);
    messages_fini(&messages);
    return status;
}

static void violations(void **state) {
    (void)state;
    static const char json[] =
        "[{\"entry_type\": \"other\"}, {\"entry_type\": \"violation_sequence\", \"metadata\": "
        "{\"format_version\": "
        "\"2.1\", \"task\": {\"input_file_hashes\": {\"a.c\": \"12\", \"b.c\": \"34\"}, \"specification\": "
        "\"G\", "
        "\"data_model\": \"ILP32\"}}, \"content\": [{\"segment\": [{\"waypoint\": {\"type\": "
        "\"function_return\", "
        "\"action\": \"follow\", \"constraint\": {\"value\": \"\\\\result == 5\", \"format\": "
        "\"ext_c_expression\"}, \"location\": {\"line\": 3}}}, {\"waypoint\": {\"type\": \"target\", "
        "\"action\": "
        "\"follow\", \"location\": {\"line\": 4, \"column\": 5, \"function\": \"f\"}}}]}]}]";
    struct program_claims claims;
    assert_true(program_claims_recognise(json, sizeof json - 1));
    assert_int_equal(read(&claims, json), STATUS_OK);
    assert_true(claims.violation);
    assert_string_equal(claims.version, "2.1");
    assert_string_equal(claims.data_model, "ILP32");
    assert_int_equal(claims.hashes.size, 2);
    assert_string_equal(claims.hashes.data[1], "34");
    assert_int_equal(claims.waypoints.size, 2);
    assert_string_equal(claims.waypoints.data[0].value, "\\result == 5");
    assert_int_equal(claims.target.line, 4);
    assert_int_equal(claims.target.column, 5);
    assert_string_equal(claims.target.function, "f");
    program_claims_fini(&claims);
    assert_int_equal(read(&claims, HEAD TARGET), STATUS_OK);
    program_claims_fini(&claims);
}

static void invariants(void **state) {
    (void)state;
    static const char text[] =
        "- entry_type: invariant_set\n" TASK "  content:\n"
        "  - invariant:\n      type: loop_invariant\n      location:\n        line: 7\n"
        "      value: 0 <= x\n      format: c_expression\n"
        "  - contract:\n      x: y\n"
        "  - invariant:\n      type: location_invariant\n      location:\n        line: 9\n"
        "        column: 2\n      value: '1'\n      format: c_expression\n";
    struct program_claims claims;
    assert_int_equal(read(&claims, text), STATUS_OK);
    assert_false(claims.violation);
    assert_int_equal(claims.invariants.size, 2);
    assert_true(claims.invariants.data[0].loop);
    assert_false(claims.invariants.data[1].loop);
    assert_string_equal(claims.invariants.data[0].value, "0 <= x");
    assert_int_equal(claims.invariants.data[1].position.column, 2);
    program_claims_fini(&claims);
    assert_int_equal(read(&claims, "- entry_type: invariant_set\n" TASK "  content: []\n"), STATUS_OK);
    program_claims_fini(&claims);
}

static void malformed(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "entry_type: violation_sequence",
        "- entry_type: other\n",
        "- entry_type: violation_sequence\n",
        "- entry_type: violation_sequence\n" TASK,
        HEAD,
        HEAD "  - x: y\n",
        HEAD "  - segment:\n    - x: y\n",
        HEAD "  - segment:\n    - waypoint:\n        type: assumption\n        action: follow\n" PLACE,
        HEAD "  - segment:\n    - waypoint:\n        type: target\n" PLACE,
        HEAD "  - segment:\n    - waypoint:\n        type: target\n        action: follow\n",
        HEAD
        "  - segment:\n    - waypoint:\n        type: target\n        action: follow\n        location:\n"
        "          line: x\n",
        HEAD TARGET "  - segment:\n    - waypoint:\n        type: branching\n        action: follow\n" PLACE,
        "- entry_type: invariant_set\n" TASK "  content:\n  - invariant:\n      type: loop_invariant\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct program_claims claims;
        if (read(&claims, bad[i]) != STATUS_MALFORMED) fail_msg("row %zu", i);
    }
}

static void fitting(void **state) {
    (void)state;
    char hash[SHA256_HEX];
    struct program_origin origin = {.file = "a.c", .bytes = "int x;", .size = 6};
    struct program_claims claims = {.version = "2.0", .data_model = "LP64"};
    struct text why = {0};
    sha256_hex(origin.bytes, origin.size, hash);
    assert_false(program_claims_fit(&claims, &origin, &why));
    assert_non_null(strstr(why.data, "another file"));
    vec_push(&claims.hashes, hash);
    assert_true(program_claims_fit(&claims, &origin, &why));
    text_clear(&why);
    origin.ilp32 = true;
    assert_false(program_claims_fit(&claims, &origin, &why));
    assert_non_null(strstr(why.data, "LP64, not ILP32"));
    text_clear(&why);
    claims.version = "1.0";
    assert_false(program_claims_fit(&claims, &origin, &why));
    assert_non_null(strstr(why.data, "1.0"));
    text_fini(&why);
    vec_free(&claims.hashes);
}

/* Texts of ours may have the word. */
static void recognition(void **state) {
    (void)state;
    static const char text[] = "a.c: a run to the error, found by induct\nline 3 (main): entry_type = 5\n";
    static const char yaml[] = "# comment\n- entry_type: x";
    assert_false(program_claims_recognise(text, sizeof text - 1));
    assert_true(program_claims_recognise(yaml, sizeof yaml - 1));
    assert_false(program_claims_recognise(NULL, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(violations), cmocka_unit_test(invariants),  cmocka_unit_test(malformed),
        cmocka_unit_test(fitting),    cmocka_unit_test(recognition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
