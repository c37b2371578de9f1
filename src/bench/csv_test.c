#include "bench/testing_bench.h"
#include "bench/csv.h"

static void read_good(struct csv *table, const char *text) {
    struct messages messages = {0};
    enum status status = csv_read(table, text, strlen(text), "t.csv", &messages);
    assert_string_equal(messages_first_error(&messages), "");
    assert_int_equal(status, STATUS_OK);
    messages_fini(&messages);
}

static void fields_may_be_quoted(void **state) {
    (void)state;
    struct csv table = {0};
    read_good(&table,
              "\xef\xbb\xbfpath,note,last\r\na,\"one, two\",\r\n\r\nb,\"says \"\"no\"\"\",\"x\ny\"\nc,,z");
    assert_int_equal(csv_rows(&table), 3);
    assert_int_equal(table.width, 3);
    assert_string_equal(csv_name(&table, 0), "path");
    int note = csv_column(&table, "note"), last = csv_column(&table, "last");
    assert_string_equal(csv_get(&table, 0, note), "one, two");
    assert_string_equal(csv_get(&table, 0, last), "");
    assert_string_equal(csv_get(&table, 1, note), "says \"no\"");
    assert_string_equal(csv_get(&table, 1, last), "x\ny");
    assert_string_equal(csv_get(&table, 2, last), "z");
    assert_int_equal(csv_line(&table, 1), 4);
    assert_int_equal(csv_line(&table, 2), 6); /* the quoted line break counts */
    assert_int_equal(csv_column(&table, "absent"), -1);
    assert_string_equal(csv_get(&table, 2, -1), "");
    csv_fini(&table);
}

static void errors_have_positions(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "t.csv:1:1: the file is empty; expected a header row"},
        {"\n\n", "t.csv:3:1: the file is empty; expected a header row"},
        {"a,b\n1,2\n1,2,3\n", "t.csv:3:1: this row has 3 fields, the header has 2"},
        {"a,b\n1\n", "t.csv:2:1: this row has 1 fields, the header has 2"},
        {"a,b\n1,\"2\n3", "t.csv:3:2: a quoted field is not closed"},
        {"a,b\n\"1\"x,2\n", "t.csv:2:4: a comma or the end of the line must follow a closing quote"},
        {"a,b\nx\"1\",2\n", "t.csv:2:2: a quote inside a field that is not quoted"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct csv table = {0};
        struct messages messages = {0};
        assert_int_equal(csv_read(&table, cases[i].text, strlen(cases[i].text), "t.csv", &messages),
                         STATUS_MALFORMED);
        assert_string_equal(messages_first_error(&messages), cases[i].message);
        csv_fini(&table);
        messages_fini(&messages);
    }
    struct csv table = {0};
    struct messages messages = {0};
    assert_int_equal(csv_read(&table, "a\n\"x\0y\"\n", 8, "t.csv", &messages), STATUS_MALFORMED);
    assert_string_equal(messages_first_error(&messages), "t.csv:2:3: a NUL byte");
    csv_fini(&table);
    messages_fini(&messages);
}

static void written_rows_read_back(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"h1", "h2", "h3"}, {"", "", ""}, {"a,b", "\"", "\"\""}, {"line\nbreak", "cr\r", " spaces "}};
    struct text text = {0};
    for (int r = 0; r < 4; r++) csv_write(&text, rows[r], 3);
    struct csv table = {0};
    read_good(&table, text.data);
    assert_int_equal(csv_rows(&table), 3);
    for (uint32_t r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) assert_string_equal(csv_get(&table, r, c), rows[r + 1][c]);
    csv_fini(&table);
    text_clear(&text);
    csv_write(&text, (const char *const[]){"only"}, 1);
    csv_write(&text, (const char *const[]){""}, 1);
    read_good(&table, text.data);
    assert_int_equal(csv_rows(&table), 1); /* an empty field is not an empty line */
    csv_fini(&table);
    text_fini(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_may_be_quoted),
        cmocka_unit_test(errors_have_positions),
        cmocka_unit_test(written_rows_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
