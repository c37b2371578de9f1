/* Comma-separated values as RFC 4180 has them: manifests are read with this, results are written and re-read.
 *
 * A table is a header row and rows of as many fields. Fields may be quoted; inside quotes a comma, a line
 * break and a doubled quote are data. Lines end in LF or CRLF; a byte order mark is skipped; empty lines are
 * not rows.
 *
 *     struct csv table = {0};
 *     if (csv_read(&table, text.data, text.size, "MANIFEST.csv", messages) == STATUS_OK) {
 *         int path = csv_column(&table, "path");
 *         for (uint32_t r = 0; r < csv_rows(&table); r++) use(csv_get(&table, r, path));
 *     }
 *     csv_fini(&table);
 */
#ifndef INDUCT_BENCH_CSV_H
#define INDUCT_BENCH_CSV_H

#include "base/status.h"
#include "base/text.h"
#include "base/vec.h"

struct csv {
    strings fields; /* row after row, the header first; each is owned */
    u32s lines;     /* the line on which each row starts, the header's first */
    uint32_t width; /* fields per row */
};

/* Fills an empty table. STATUS_MALFORMED with a positioned message when a quote is not closed, a row has the
 * wrong number of fields, or there is no header; csv_fini is due in any case. */
enum status csv_read(struct csv *, const char *data, size_t size, const char *name, struct messages *);
void csv_fini(struct csv *);

uint32_t csv_rows(const struct csv *);                     /* without the header */
int csv_column(const struct csv *, const char *name);      /* -1 when there is none */
const char *csv_name(const struct csv *, uint32_t column); /* [0..width[, borrowed */
/* The field of row [0..csv_rows[; "" when column is -1. Borrowed. */
const char *csv_get(const struct csv *, uint32_t row, int column);
uint32_t csv_line(const struct csv *, uint32_t row);

/* Appends a row, quoting where needed. */
void csv_write(struct text *, const char *const *fields, uint32_t count);

#endif
