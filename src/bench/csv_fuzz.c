/* Fuzzing of the table reader: what is read must be the same table after writing and reading it again; what
 * is refused must leave one message. */
#include "bench/csv.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check_table(const struct csv *table) {
    struct text text = {0};
    for (uint32_t at = 0; at < table->fields.size; at += table->width)
        csv_write(&text, (const char *const *)table->fields.data + at, table->width);
    struct csv again = {0};
    struct messages messages = {0};
    enum status status = csv_read(&again, text.data, text.size, "written", &messages);
    require(status == STATUS_OK, messages_first_error(&messages));
    require(again.width == table->width && again.fields.size == table->fields.size,
            "the table changed its size");
    for (uint32_t i = 0; i < again.fields.size; i++)
        require(!strcmp(again.fields.data[i], table->fields.data[i]), "a field changed");
    csv_fini(&again);
    text_fini(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct messages messages = {0};
    struct csv table = {0};
    if (csv_read(&table, (const char *)data, size, "input", &messages) == STATUS_OK)
        check_table(&table);
    else
        require(messages.list.size == 1, "refused without one message");
    csv_fini(&table);
    messages_fini(&messages);
    return 0;
}
