/* Pages: what is data stays data, and what is no run is refused. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static uint32_t count(const char *text, const char *what) {
    uint32_t n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what)) n++;
    return n;
}

static void data_stays_data(void **state) {
    (void)state;
    static const char json[] =
        "{\"tool\": \"induct\", \"properties\": [\"</script><script>alert(1)</script><!--\"]}";
    struct text page = {0};
    report_page(&page, REPORT_RUN, "<b>&\n\"", json, sizeof json - 1);
    assert_int_equal(strncmp(page.data, REPORT_START, strlen(REPORT_START)), 0);
    assert_int_equal(count(page.data, "<script"), 2); /* the data, the script */
    assert_int_equal(count(page.data, "</script"), 2);
    assert_int_equal(count(page.data, "<!--"), 0);
    assert_non_null(strstr(page.data, "\\u003c/script>\\u003cscript>alert(1)"));
    assert_non_null(strstr(page.data, "<title>&lt;b>&amp;\" - induct</title>"));
    assert_int_equal(count(page.data, "default-src 'none'"), 1);
    assert_int_equal(count(page.data, "unsafe-inline"), 0);
    assert_int_equal(count(page.data, "'sha256-"), 2);
    text_fini(&page);
}

/* Of a page of a campaign the script is another one, and so is its hash. */
static void kinds_differ(void **state) {
    (void)state;
    struct text run = {0}, campaign = {0};
    report_page(&run, REPORT_RUN, "x", "{}", 2);
    report_page(&campaign, REPORT_CAMPAIGN, "x", "{}", 2);
    const char *one = strstr(run.data, "script-src"), *other = strstr(campaign.data, "script-src");
    assert_int_not_equal(strncmp(one, other, 60), 0);
    assert_int_equal(strncmp(strstr(run.data, "style-src"), strstr(campaign.data, "style-src"), 60), 0);
    text_fini(&run);
    text_fini(&campaign);
}

static void expect(const char *json, enum status wanted, enum report_kind kind, const char *about) {
    struct messages messages = {0};
    enum report_kind got;
    char *title = NULL;
    enum status status = report_check(&got, &title, json, strlen(json), "x.json", &messages);
    assert_int_equal(status, wanted);
    if (status == STATUS_OK) {
        assert_int_equal(got, kind);
        assert_string_equal(title, about);
        free(title);
    } else {
        assert_string_equal(messages_first_error(&messages) ? about : "", about);
        assert_non_null(strstr(messages_first_error(&messages), about));
    }
    messages_fini(&messages);
}

static void runs_and_campaigns(void **state) {
    (void)state;
    expect("{\"tool\": \"induct\", \"file\": \"a.c\", \"properties\": []}", STATUS_OK, REPORT_RUN, "a.c");
    expect("{\"tool\": \"induct\", \"properties\": []}", STATUS_OK, REPORT_RUN, "x.json");
    expect("{\"tool\": \"induct bench\", \"file\": \"m\", \"instances\": []}", STATUS_OK, REPORT_CAMPAIGN,
           "m");
}

static void others_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"{}",
                                        "[]",
                                        "null",
                                        "\"induct\"",
                                        "{\"tool\": \"other\", \"properties\": []}",
                                        "{\"tool\": 1, \"properties\": []}",
                                        "{\"tool\": \"induct\"}",
                                        "{\"tool\": \"induct\", \"properties\": {}}",
                                        "{\"tool\": \"induct bench\", \"properties\": []}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect(wrong[i], STATUS_MALFORMED, REPORT_RUN, "x.json: is no run of induct");
    expect("", STATUS_MALFORMED, REPORT_RUN, "x.json:1:1: ");
    expect("{\"tool\": \"induct\", \"properties\": []} x", STATUS_MALFORMED, REPORT_RUN, "x.json:1:");
    expect("{\"tool\": \"induct\", \"properties\": [<]}", STATUS_MALFORMED, REPORT_RUN, "x.json:1:");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_stays_data),
        cmocka_unit_test(kinds_differ),
        cmocka_unit_test(runs_and_campaigns),
        cmocka_unit_test(others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
