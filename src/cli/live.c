/* What a terminal shows while a check works: a table of properties, or a line; redrawn in place.
 *
 * Lines are never longer than the terminal is wide, and there are never more of them than it is high: else what is
 * above the cursor could not be erased again. The properties that are shown are those whose evidence is being checked,
 * then those that are open; verdicts that were printed on the same terminal are not repeated. */
#define _GNU_SOURCE
#include "cli/check.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NAME_MOST = 40, NARROW = 48, WIDTH = 80, HEIGHT = 24 };

static unsigned lines; /* that are shown, all but the last ended */
static bool shown;
static uint64_t last_us, last_queries; /* of the time before, for the rate */

struct screen {
    unsigned width, height;
    bool color, narrow, workers; /* workers: there is a column of them */
    unsigned name;               /* the width of that column */
};

bool live_wanted(const struct check *check) {
    const char *kind = getenv("TERM");
    return !check->settings->quiet && check->settings->dialect == DIALECT_NATIVE && isatty(STDERR_FILENO) &&
           !(kind && !strcmp(kind, "dumb"));
}

static unsigned number_in(const char *variable, unsigned otherwise) {
    const char *text = getenv(variable);
    unsigned long value = text ? strtoul(text, NULL, 10) : 0;
    return value && value < 10000 ? (unsigned)value : otherwise;
}

static void look(struct screen *s) {
    struct winsize size;
    const char *no_color = getenv("NO_COLOR");
    bool known = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    s->width = known && size.ws_col ? size.ws_col : number_in("COLUMNS", WIDTH);
    s->height = known && size.ws_row ? size.ws_row : number_in("LINES", HEIGHT);
    s->color = !(no_color && *no_color);
    s->narrow = s->width < NARROW;
}

/* ---- text of a width ---- */

/* Columns, if every character but control ones takes one. */
static unsigned columns(const char *text) {
    unsigned n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* Appends at most `width` columns of a text, and blanks up to `width` when it is padded. */
static void put(struct text *out, const char *text, unsigned width, bool padded) {
    unsigned n = 0;
    bool cut = columns(text) > width;
    for (; *text; text++) {
        bool start = ((unsigned char)*text & 0xc0) != 0x80;
        if (start && n + (cut && width > 3) >= width) break;
        n += start;
        text_byte(out, (unsigned char)*text < ' ' || *text == 0x7f ? '?' : (unsigned char)*text);
    }
    if (cut && width > 3 && n < width) n++, text_byte(out, '~');
    for (; padded && n < width; n++) text_byte(out, ' ');
}

/* ---- rows ---- */

static const char *state_of(const struct check_row *row) {
    if (row->settled)
        return row->result.verdict == INDUCT_UNKNOWN  ? "unknown"
               : row->result.verdict == INDUCT_UNSAFE ? row->result.cover ? "covered" : "unsafe"
               : row->result.cover                    ? "unreachable"
                                                      : "safe";
    if (row->decided) return "writing";
    if (row->judging) return row->refuted ? "checking trace" : "checking proof";
    return "open";
}

static const char *color_of(const struct check_row *row) {
    if (!row->settled) return row->judging ? "\033[36m" : NULL;
    return row->result.verdict == INDUCT_UNKNOWN  ? "\033[33m"
           : row->result.verdict == INDUCT_UNSAFE ? row->result.cover ? "\033[32m" : "\033[31m"
                                                  : "\033[32m";
}

static int64_t depth_of(const struct check *check, uint32_t i) {
    const struct check_row *row = &check->rows.data[i];
    if (row->settled && row->result.verdict == INDUCT_SAFE) return -1;
    if (row->settled) return row->result.depth;
    return i < CHECK_DEPTHS ? (int64_t)check->shared->depths[i] - 1 : -1;
}

static void put_row(struct text *out, const struct check *check, const struct screen *s, uint32_t i) {
    const struct check_row *row = &check->rows.data[i];
    struct text line = {0};
    char number[32];
    unsigned width = s->width - 1;
    const char *color = s->color ? color_of(row) : NULL;
    if (color) text_add(out, color);
    put(&line, row->name, s->name, true);
    text_byte(&line, ' ');
    put(&line, state_of(row), 14, !s->narrow);
    if (!s->narrow) {
        int64_t depth = depth_of(check, i);
        uint64_t end = row->settled ? row->since_us : clock_us();
        snprintf(number, sizeof number, "%lld", (long long)depth);
        text_format(&line, " %7s", depth < 0 ? "-" : number);
        snprintf(number, sizeof number, " %8.1f", (double)(end - check->started_us) / 1e6);
        text_add(&line, number);
        if (s->workers) text_format(&line, "  %s", row->worker);
    }
    put(out, line.data, width, false);
    if (color) text_add(out, "\033[0m");
    text_byte(out, '\n');
    text_fini(&line);
}

/* The line below, or the only one. */
static void put_summary(struct text *out, const struct check *check, const struct screen *s, bool table) {
    const struct stats *stats = &check->shared->stats;
    struct text line = {0};
    uint64_t now = clock_us(), queries = stats->queries;
    double rate = last_us && now > last_us && queries >= last_queries
                      ? (double)(queries - last_queries) * 1e6 / (double)(now - last_us)
                      : 0;
    uint32_t asked = 0, decided = 0;
    const struct check_row *judged = NULL;
    vec_each (const struct check_row, row, &check->rows) {
        asked += row->selected;
        decided += row->selected && row->settled;
        if (row->judging && !row->decided) judged = row;
    }
    last_us = now;
    last_queries = queries;
    if (table) text_format(&line, "%u of %u decided  ", decided, asked);
    if (judged && !table)
        text_format(&line, "%s%schecking the %s  ", judged->worker, *judged->worker ? "  " : "",
                    judged->refuted ? "counterexample" : "proof");
    else
        text_format(&line, "%s  ", check->stage);
    text_format(&line, "%.1f s  frame %llu  obligations %llu  clauses %llu  %.0f queries/s",
                (double)(now - check->started_us) / 1e6, (unsigned long long)stats->frames,
                (unsigned long long)stats->obligations_open, (unsigned long long)stats->lemmas_live, rate);
    put(out, line.data, s->width - 1, false);
    text_fini(&line);
}

/* ---- the table ---- */

/* Which rows there is room for; how many were left out. */
static uint32_t choose(const struct check *check, const struct screen *s, u32s *rows) {
    bool repeated = isatty(STDOUT_FILENO); /* verdicts stand there */
    uint32_t room = s->height > 4 ? s->height - 4 : 0, left = 0;
    for (int judging = 1; judging >= 0; judging--)
        for (uint32_t i = 0; i < check->rows.size; i++) {
            const struct check_row *row = &check->rows.data[i];
            bool first = row->judging && !row->settled;
            if (!row->selected || first != (bool)judging || (row->settled && repeated)) continue;
            if (rows->size < room)
                vec_push(rows, i);
            else
                left++;
        }
    return left;
}

static void put_table(struct text *out, const struct check *check, struct screen *s) {
    u32s rows = {0};
    uint32_t left = choose(check, s, &rows);
    unsigned others = s->narrow ? 15 : 40;
    s->name = 8;
    vec_each (const uint32_t, i, &rows) {
        unsigned n = columns(check->rows.data[*i].name);
        if (n > s->name) s->name = n < NAME_MOST ? n : NAME_MOST;
        s->workers |= *check->rows.data[*i].worker != 0;
    }
    if (s->name + others > s->width) s->name = s->width > others + 4 ? s->width - others : 4;
    struct text line = {0};
    put(&line, "property", s->name, true);
    text_add(&line, s->narrow ? " state" : " state            depth   time s");
    if (s->workers && !s->narrow) text_add(&line, "  worker");
    put(out, line.data, s->width - 1, false);
    text_byte(out, '\n');
    vec_each (const uint32_t, i, &rows) put_row(out, check, s, *i);
    lines = rows.size + 1;
    if (left) {
        text_clear(&line);
        text_format(&line, "and %u more", left);
        put(out, line.data, s->width - 1, false);
        text_byte(out, '\n');
        lines++;
    }
    text_fini(&line);
    vec_free(&rows);
}

void live_show(const struct check *check) {
    struct screen s = {0};
    struct text out = {0};
    uint32_t asked = 0;
    look(&s);
    vec_each (const struct check_row, row, &check->rows) asked += row->selected;
    bool table = asked > 1 && s.height > 5 && s.width > 20;
    live_erase();
    lines = 0;
    if (table) put_table(&out, check, &s);
    put_summary(&out, check, &s, table);
    fwrite(out.data, 1, out.size, stderr);
    fflush(stderr);
    text_fini(&out);
    shown = true;
}

void live_erase(void) {
    if (!shown) return;
    fputs("\r", stderr);
    if (lines) fprintf(stderr, "\033[%uA", lines);
    fputs("\033[J", stderr);
    fflush(stderr);
    shown = false;
}
