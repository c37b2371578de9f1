/* --reset [!]SIGNAL[:CYCLES]: an input of the design is held at 1 (with a `!`: at 0) in the first steps, one unless
 * CYCLES says how many, and has the other value in all later ones. It is an assumption about the input and nothing
 * else: properties are asked in these steps, too. */
#include "format/verilog/design.h"

#include <ctype.h>
#include <stdlib.h>

enum { MOST = 1 << 20 };

struct reset {
    bool low;
    char *signal;
    uint32_t cycles;
};

static bool parse(const char *text, struct reset *reset) {
    *reset = (struct reset){.low = *text == '!', .cycles = 1};
    text += reset->low;
    const char *colon = strrchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    if (!length) return false;
    for (size_t i = 0; i < length; i++)
        if (!isgraph((unsigned char)text[i])) return false;
    if (colon) {
        char *end;
        unsigned long cycles = strtoul(colon + 1, &end, 10);
        if (!isdigit((unsigned char)colon[1]) || *end || !cycles || cycles > MOST) return false;
        reset->cycles = (uint32_t)cycles;
    }
    reset->signal = mem_format("%.*s", (int)length, text);
    return true;
}

bool verilog_is_reset(const char *text) {
    struct reset reset;
    bool good = parse(text, &reset);
    if (good) mem_free(reset.signal);
    return good;
}

/* The numbers of a line `12 input 1 name` and of the last line. */
static void find_input(const char *btor2, const char *name, unsigned long *input, unsigned long *sort,
                       unsigned long *last) {
    *input = *last = *sort = 0;
    for (const char *p = btor2; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        if (!isdigit((unsigned char)*p)) continue;
        char *at;
        *last = strtoul(p, &at, 10);
        if (strncmp(at, " input ", 7) != 0) continue;
        unsigned long its_sort = strtoul(at + 7, &at, 10);
        size_t length = strlen(name);
        bool same = *at == ' ' && !strncmp(at + 1, name, length) && strchr(" \n", at[1 + length]);
        if (same) *input = *last, *sort = its_sort;
    }
}

/* Whether that line declares the sort of bits. */
static bool is_bit(const char *btor2, unsigned long sort) {
    char *line = mem_format("\n%lu sort bitvec 1\n", sort);
    bool bit = strstr(btor2, line) || !strncmp(btor2, line + 1, strlen(line + 1));
    mem_free(line);
    return bit;
}

static uint32_t width_for(uint32_t number) {
    uint32_t width = 1;
    while (width < 32 && number >> width) width++;
    return width;
}

/* A counter of steps that stops at their number. */
static void write_lines(struct text *out, const struct reset *reset, unsigned long input, unsigned long n) {
    text_format(out,
                "%lu sort bitvec 1\n%lu sort bitvec %u\n%lu zero %lu\n%lu state %lu " VERILOG_OURS "reset\n",
                n + 1, n + 2, width_for(reset->cycles), n + 3, n + 2, n + 4, n + 2);
    text_format(out, "%lu init %lu %lu %lu\n%lu constd %lu %u\n%lu ult %lu %lu %lu\n", n + 5, n + 2, n + 4,
                n + 3, n + 6, n + 2, reset->cycles, n + 7, n + 1, n + 4, n + 6);
    text_format(out, "%lu inc %lu %lu\n%lu ite %lu %lu %lu %lu\n%lu next %lu %lu %lu\n", n + 8, n + 2, n + 4,
                n + 9, n + 2, n + 7, n + 8, n + 4, n + 10, n + 2, n + 4, n + 9);
    text_format(out, "%lu %s %lu %lu %lu\n%lu constraint %lu --reset\n", n + 11, reset->low ? "xor" : "xnor",
                n + 1, input, n + 7, n + 12, n + 11);
}

enum status design_add_reset(struct verilog_design *d, struct text *btor2) {
    struct reset reset;
    if (!d->options->reset || !parse(d->options->reset, &reset)) return STATUS_OK;
    unsigned long input, sort, last;
    find_input(btor2->data ? btor2->data : "", reset.signal, &input, &sort, &last);
    enum status status = STATUS_OK;
    struct position at = {.file = d->path};
    if (!input)
        status =
            messages_fail(d->messages, STATUS_USAGE, at, "--reset: the top has no input '%s'", reset.signal);
    else if (!is_bit(btor2->data, sort))
        status = messages_fail(d->messages, STATUS_USAGE, at, "--reset: the input '%s' is more than a bit",
                               reset.signal);
    else
        write_lines(btor2, &reset, input, last);
    mem_free(reset.signal);
    return status;
}
