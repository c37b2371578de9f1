/* What Yosys complains about, in the user's words: an error is a mistake in the design (STATUS_MALFORMED) or something
 * that Yosys does not read (STATUS_UNSUPPORTED), which is told by its words and, where they say syntax error only, by
 * the words of the line. */
#include "format/verilog/design.h"

#include <ctype.h>
#include <stdlib.h>

/* Words of SystemVerilog that Yosys 0.23 does not read. */
static const char *const unread[] = {
    "import",    "inside",        "class",    "program", "checker",  "covergroup", "let",
    "foreach",   "break",         "continue", "return",  "string",   "real",       "shortreal",
    "timeunit",  "timeprecision", "virtual",  "fork",    "force",    "deassign",   "release",
    "event",     "constraint",    "void",     "ref",     "alias",    "extern",     "nettype",
    "specify",   "wait",          "matches",  "tagged",  "new",      "null",       "type",
    "export",    "struct",        "union",    "dist",    "iff",      "final",      "chandle",
    "randcase",  "clocking",      "disable",  "expect",  "priority", "unique",     "interconnect",
    "do",        "primitive",     "config",   "==?",     "!=?",      "->>",        "modport",
    "interface", "package",       "inout",    "const",   "var",      "automatic"};

/* On that line, or the one before. NULL: none is there. */
static const char *unread_word(const struct verilog_design *d, const struct position *at) {
    for (uint32_t back = 0; back < 2; back++)
        vec_each (const struct verilog_token, t, &d->source->tokens) {
            if (t->line + back != at->line || strcmp(d->source->files.data[t->file]->name, at->file) != 0)
                continue;
            for (size_t i = 0; i < sizeof unread / sizeof *unread; i++)
                if (verilog_is(t, unread[i])) return unread[i];
            const struct verilog_token *next = t + 1;
            bool inner = next < d->source->tokens.data + d->source->tokens.size;
            if (inner && verilog_is(t, "{") && (verilog_is(next, "<<") || verilog_is(next, ">>")))
                return "{<<";
            if (inner && verilog_is(t, "]") && verilog_is(next, "[")) return "][";
            bool pattern = verilog_is(t, "'") && t + 1 < d->source->tokens.data + d->source->tokens.size;
            if (pattern && verilog_is(t + 1, "{")) return "'{";
            if (pattern && verilog_is(t + 1, "(")) return "'( ... ) as a cast";
        }
    return NULL;
}

/* Copies Yosys' words with the user's positions. */
static char *translated(const struct verilog_design *d, const char *text) {
    struct text out = {0};
    for (const char *p = text; *p && *p != '\n';) {
        struct position at;
        const char *end;
        bool fresh = p == text || !isalnum((unsigned char)p[-1]);
        if (fresh && design_position(d, p, &end, &at)) {
            text_format(&out, "%s:%u", at.file, at.line);
            p = end;
        } else {
            text_byte(&out, (unsigned char)*p++);
        }
    }
    return text_take(&out);
}

static bool has(const char *line, const char *words) {
    const char *end = strchr(line, '\n'), *found = strstr(line, words);
    return found && (!end || found < end);
}

/* `\name' in Yosys' words. */
static char *name_in(const char *line) {
    const char *start = strchr(line, '`');
    if (!start) return NULL;
    start += 1 + (start[1] == '\\');
    return mem_format("%.*s", (int)strcspn(start, "'\n"), start);
}

static enum status tell_undeclared(struct verilog_design *d, struct position at, const char *line) {
    char *name = name_in(line);
    bool member = name && strchr(name, '.');
    enum status status = messages_fail(d->messages, STATUS_UNSUPPORTED, at,
                                       member ? "the hierarchical reference, or member, '%s'"
                                              : "the name '%s', which is not declared",
                                       name ? name : "");
    mem_free(name);
    return status;
}

static enum status tell_syntax(struct verilog_design *d, struct position at, const char *line) {
    const char *word = unread_word(d, &at);
    if (word)
        return messages_fail(d->messages, STATUS_UNSUPPORTED, at, "'%s', which Yosys does not read here",
                             word);
    char *text = translated(d, strstr(line, "syntax error"));
    enum status status = messages_fail(d->messages, STATUS_MALFORMED, at, "%s", text);
    mem_free(text);
    return status;
}

static enum status tell(struct verilog_design *d, struct position at, const char *line) {
    static const char *const mistakes[] = {"is not part of the design",
                                           "does not have a parameter",
                                           "not found",
                                           "does not have a port",
                                           "Re-definition",
                                           "has no parameter"};
    if (has(line, "Can't find object for defparam")) {
        char *name = name_in(line);
        if (name) name[strcspn(name, "`")] = 0;
        messages_fail(d->messages, STATUS_USAGE, at, "the top has no parameter '%s'", name ? name : "");
        mem_free(name);
        return STATUS_USAGE;
    }
    if (has(line, "is not part of the design") && !has(line, "`\\$")) {
        char *name = name_in(line);
        messages_fail(d->messages, STATUS_MALFORMED, at, "the module '%s' is in none of the files",
                      name ? name : "");
        mem_free(name);
        return STATUS_MALFORMED;
    }
    if (has(line, "implicitly declared")) return tell_undeclared(d, at, line);
    if (at.line && has(line, "syntax error")) return tell_syntax(d, at, line);
    enum status status = STATUS_UNSUPPORTED;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        if (has(line, mistakes[i]) && !has(line, "`\\$")) status = STATUS_MALFORMED;
    char *text = translated(d, line);
    messages_fail(d->messages, status, at, "Yosys: %s", text);
    mem_free(text);
    return status;
}

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

enum status design_complain(struct verilog_design *d, char *said) {
    static const char mark[] = "ERROR: ";
    for (const char *line = said ? said : ""; *line; line = next_line(line)) {
        const char *end;
        struct position at;
        if (!has(line, mark)) continue;
        const char *words = strstr(line, mark) + strlen(mark);
        bool placed = design_position(d, line, &end, &at);
        return tell(d, placed ? at : (struct position){.file = d->path}, words);
    }
    char *last = said && *said ? translated(d, said) : mem_strdup("it gives no reason");
    enum status status = messages_fail(d->messages, STATUS_UNSUPPORTED, (struct position){.file = d->path},
                                       "Yosys failed: %s", last);
    mem_free(last);
    return status;
}

/* Where Yosys takes its own way: the design would be another one. */
enum status design_check_warnings(struct verilog_design *d, char *said) {
    static const char *const wrong[] = {"multiple conflicting drivers",
                                        "Driver-driver conflict",
                                        "conflicting init values",
                                        "found logic loop",
                                        "is implicitly declared",
                                        "Ignoring",
                                        "ignoring",
                                        "not supported"};
    for (const char *line = said ? said : ""; *line; line = next_line(line)) {
        bool refused = false;
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) refused |= has(line, wrong[i]);
        const char *end, *words = strstr(line, "Warning: ");
        struct position at;
        if (!refused || !words) continue;
        bool placed = design_position(d, line, &end, &at);
        char *text = translated(d, words + strlen("Warning: "));
        messages_fail(d->messages, STATUS_UNSUPPORTED, placed ? at : (struct position){.file = d->path}, "%s",
                      text);
        mem_free(text);
        return STATUS_UNSUPPORTED;
    }
    return STATUS_OK;
}
