#include "bench/csv.h"

static const char byte_order_mark[] = "\xef\xbb\xbf";

struct reader {
    const char *at, *end;
    const char *name;
    uint32_t line;
    const char *line_start;
    struct text field;
    struct messages *messages;
};

static enum status fail(struct reader *reader, const char *what) {
    uint32_t column = (uint32_t)(reader->at - reader->line_start) + 1;
    return messages_fail(reader->messages, STATUS_MALFORMED,
                         (struct position){.file = reader->name, .line = reader->line, .column = column},
                         "%s", what);
}

static void next_line(struct reader *reader) {
    reader->line++;
    reader->line_start = reader->at;
}

static enum status read_quoted(struct reader *reader) {
    for (reader->at++; reader->at < reader->end; reader->at++) {
        char c = *reader->at;
        if (c == '"') {
            if (reader->at + 1 == reader->end || reader->at[1] != '"') {
                reader->at++;
                return STATUS_OK;
            }
            reader->at++;
        }
        if (!c) return fail(reader, "a NUL byte");
        text_byte(&reader->field, (unsigned char)c);
        if (c == '\n') {
            reader->line++;
            reader->line_start = reader->at + 1;
        }
    }
    return fail(reader, "a quoted field is not closed");
}

static bool at_line_end(const struct reader *reader) {
    if (reader->at == reader->end || *reader->at == '\n') return true;
    return *reader->at == '\r' && (reader->at + 1 == reader->end || reader->at[1] == '\n');
}

static enum status read_field(struct csv *table, struct reader *reader) {
    text_clear(&reader->field);
    if (reader->at < reader->end && *reader->at == '"') {
        enum status status = read_quoted(reader);
        if (status) return status;
        if (!at_line_end(reader) && *reader->at != ',')
            return fail(reader, "a comma or the end of the line must follow a closing quote");
    } else {
        for (; !at_line_end(reader) && *reader->at != ','; reader->at++) {
            if (*reader->at == '"') return fail(reader, "a quote inside a field that is not quoted");
            if (!*reader->at) return fail(reader, "a NUL byte");
            text_byte(&reader->field, (unsigned char)*reader->at);
        }
    }
    vec_push(&table->fields, text_take(&reader->field));
    return STATUS_OK;
}

static enum status read_row(struct csv *table, struct reader *reader) {
    uint32_t before = table->fields.size, line = reader->line;
    for (;;) {
        enum status status = read_field(table, reader);
        if (status) return status;
        if (at_line_end(reader)) break;
        reader->at++; /* the comma */
    }
    uint32_t width = table->fields.size - before;
    if (!table->width) table->width = width;
    vec_push(&table->lines, line);
    if (width == table->width) return STATUS_OK;
    struct position at = {.file = reader->name, .line = line, .column = 1};
    return messages_fail(reader->messages, STATUS_MALFORMED, at, "this row has %u fields, the header has %u",
                         width, table->width);
}

enum status csv_read(struct csv *table, const char *data, size_t size, const char *name,
                     struct messages *messages) {
    if (size >= 3 && !memcmp(data, byte_order_mark, 3)) data += 3, size -= 3;
    struct reader reader = {
        .at = data, .end = data + size, .name = name, .line = 1, .line_start = data, .messages = messages};
    enum status status = STATUS_OK;
    while (!status && reader.at < reader.end) {
        if (!at_line_end(&reader)) status = read_row(table, &reader);
        if (status || reader.at == reader.end) break;
        reader.at += *reader.at == '\r' && reader.at + 1 < reader.end ? 2 : 1;
        next_line(&reader);
    }
    text_fini(&reader.field);
    if (!status && !table->width) status = fail(&reader, "the file is empty; expected a header row");
    return status;
}

void csv_fini(struct csv *table) {
    vec_each (char *, field, &table->fields) mem_free(*field);
    vec_free(&table->fields);
    vec_free(&table->lines);
    *table = (struct csv){0};
}

uint32_t csv_rows(const struct csv *table) {
    return table->lines.size ? table->lines.size - 1 : 0;
}

int csv_column(const struct csv *table, const char *name) {
    for (uint32_t c = 0; c < table->width; c++)
        if (!strcmp(table->fields.data[c], name)) return (int)c;
    return -1;
}

const char *csv_name(const struct csv *table, uint32_t column) {
    assert(column < table->width);
    return table->fields.data[column];
}

const char *csv_get(const struct csv *table, uint32_t row, int column) {
    assert(row < csv_rows(table) && column < (int)table->width);
    return column < 0 ? "" : table->fields.data[(row + 1) * table->width + (uint32_t)column];
}

uint32_t csv_line(const struct csv *table, uint32_t row) {
    assert(row < csv_rows(table));
    return table->lines.data[row + 1];
}

/* A row that is one empty field must not look like an empty line, nor a field like a byte order mark. */
static bool needs_quotes(const char *field, bool alone) {
    return strpbrk(field, ",\"\r\n") || (alone && !*field) || !strncmp(field, byte_order_mark, 3);
}

void csv_write(struct text *text, const char *const *fields, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i) text_byte(text, ',');
        if (!needs_quotes(fields[i], count == 1)) {
            text_add(text, fields[i]);
            continue;
        }
        text_byte(text, '"');
        for (const char *p = fields[i]; *p; p++) {
            if (*p == '"') text_byte(text, '"');
            text_byte(text, (unsigned char)*p);
        }
        text_byte(text, '"');
    }
    text_byte(text, '\n');
}
