/* Manual pages, in the macros of man(7). */
#include "cli/pages/pages.h"

#include "api/induct.h"
#include "base/stats.h"
#include "cli/pages/description.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Nothing of the text is a request or an escape of roff, and a hyphen is the one that can be typed. */
static void add_bytes(struct text *out, const char *string, size_t size) {
    static const struct {
        char byte;
        const char *escaped;
    } escapes[] = {{'-', "\\-"},   {'\\', "\\e"},  {'\'', "\\(aq"}, {'`', "\\(ga"},
                   {'^', "\\(ha"}, {'~', "\\(ti"}, {'"', "\\(dq"}};
    enum { ESCAPES = sizeof escapes / sizeof *escapes };
    for (size_t i = 0; i < size; i++) {
        unsigned at = 0;
        while (at < ESCAPES && escapes[at].byte != string[i]) at++;
        if (at < ESCAPES)
            text_add(out, escapes[at].escaped);
        else if (string[i] == '.' && (!i || string[i - 1] == '\n'))
            text_add(out, "\\&.");
        else
            text_byte(out, (unsigned char)string[i]);
    }
}

static void add(struct text *out, const char *string) {
    add_bytes(out, string, strlen(string));
}

static void add_line(struct text *out, const char *macro, const char *string) {
    text_add(out, macro);
    add(out, string);
    text_byte(out, '\n');
}

static void section(struct text *out, const char *name) {
    text_format(out, ".SH %s\n", name);
}

static void tagged(struct text *out, const char *label, const char *string) {
    text_add(out, ".TP\n");
    add_line(out, ".B ", label);
    add_line(out, "", string);
}

static void header(struct text *out, const char *command, const char *purpose) {
    struct text name = {0};
    text_format(&name, "induct%s%s", command ? "-" : "", command ? command : "");
    text_add(out, ".TH ");
    for (size_t i = 0; i < name.size; i++) {
        char upper = (char)toupper((unsigned char)name.data[i]);
        add_bytes(out, &upper, 1);
    }
    text_format(out, " 1 \"\" \"induct %s\" \"User Commands\"\n", induct_version());
    section(out, "NAME");
    add(out, name.data);
    text_add(out, " \\- ");
    char first = (char)tolower((unsigned char)*purpose);
    size_t size = strlen(purpose);
    add_bytes(out, &first, 1);
    add_bytes(out, purpose + 1, size - 1 - (purpose[size - 1] == '.'));
    text_byte(out, '\n');
    text_fini(&name);
}

/* Paragraphs, with rows among their lines. */
static void prose(struct text *out, const char *text) {
    while (*text) {
        labelled_list row = {0};
        if (description_row(&text, &row)) {
            tagged(out, row.data[0].label, row.data[0].text);
            if (*text != ' ') text_add(out, ".PP\n");
        } else {
            size_t size = strcspn(text, "\n");
            if (size) {
                add_bytes(out, text, size);
                text_byte(out, '\n');
            } else if (text[1]) {
                text_add(out, ".PP\n");
            }
            text += size + (text[size] == '\n');
        }
        labelled_free(&row);
    }
}

static void option(struct text *out, const struct argument *row) {
    text_add(out, ".TP\n.BR");
    if (row->letter) text_format(out, " \\-%c", row->letter);
    if (row->letter && row->name) text_add(out, " \", \"");
    if (row->name) {
        text_add(out, " \\-\\-");
        add(out, row->name);
    }
    if (row->value) {
        text_add(out, " \" ");
        add(out, arguments_value(row));
        text_byte(out, '"');
    }
    text_byte(out, '\n');
    add_line(out, "", row->help);
}

static void statuses(struct text *out, const labelled_list *list) {
    if (list->size) section(out, "EXIT STATUS");
    vec_each (const struct labelled, row, list) tagged(out, row->label, row->text);
}

/* What `induct engines` lists. */
static void engines(struct text *out) {
    labelled_list list = {0};
    description_engines(&list);
    section(out, "ENGINES");
    vec_each (const struct labelled, engine, &list) tagged(out, engine->label, engine->text);
    labelled_free(&list);
}

/* What `induct options` lists: groups, and rows "name=default  [values]   help". */
static void options(struct text *out) {
    char *listing = induct_options_text(NULL);
    section(out, "THE OPTIONS OF \\-\\-set");
    text_add(
        out,
        "An option is shown with its default and its values, under the name of the part that reads it.\n");
    const char *at = listing;
    while (*at) {
        labelled_list row = {0};
        size_t group = strcspn(at, ":\n");
        if (description_row(&at, &row)) {
            const char *rest = row.data[0].text, *end = strchr(rest, ']');
            assert(*rest == '[' && end);
            text_add(out, ".TP\n.BR ");
            add(out, row.data[0].label);
            text_add(out, " \" ");
            add_bytes(out, rest, (size_t)(end + 1 - rest));
            text_add(out, "\"\n");
            add_line(out, "", end + 1 + strspn(end + 1, " "));
        } else {
            text_add(out, ".SS ");
            add_bytes(out, at, group);
            text_byte(out, '\n');
            at += strcspn(at, "\n");
            at += *at == '\n';
        }
        labelled_free(&row);
    }
    free(listing);
}

static void statistics(struct text *out) {
    section(out, "STATISTICS");
    text_add(out, "The numbers of \\-\\-stats and \\-\\-json.\n");
    for (unsigned i = 0; i < stat_count; i++) tagged(out, stat_rows[i].name, stat_rows[i].help);
}

static void see_also(struct text *out, const struct command *but) {
    section(out, "SEE ALSO");
    struct text list = {0};
    if (but) text_add(&list, "induct (1)");
    for (unsigned i = 0; i < commands_count; i++)
        if (commands_list[i] != but)
            text_format(&list, "%sinduct-%s (1)", list.size ? ",\n.BR " : "", commands_list[i]->name);
    text_add(out, ".BR ");
    for (const char *p = list.data; *p; p++) text_add(out, *p == '-' ? "\\-" : (char[]){*p, 0});
    text_byte(out, '\n');
    text_fini(&list);
}

void manual_command(struct text *out, const struct command *command) {
    struct description d;
    description_init(&d, command);
    header(out, command->name, command->summary);
    section(out, "SYNOPSIS");
    text_format(out, ".B induct %s\n", command->name);
    add_line(out, "", command->usage);
    section(out, "DESCRIPTION");
    prose(out, d.prose.data);
    section(out, "OPTIONS");
    vec_each (const struct argument, row, &d.options) option(out, row);
    if (command == &engines_command) engines(out);
    if (command == &options_command) options(out);
    if (command == &check_command) statistics(out);
    statuses(out, &d.statuses);
    see_also(out, command);
    description_fini(&d);
}

static const char examples[] =
    ".nf\n"
    "induct check model.aig\n"
    "induct check program.c \\-\\-timeout 60 \\-\\-witness run.txt \\-\\-certificate proof.smt2\n"
    "induct verify program.c proof.smt2\n"
    ".fi\n";

void manual_program(struct text *out) {
    struct description d;
    description_init(&d, &check_command);
    header(out, NULL, commands_purpose);
    section(out, "SYNOPSIS");
    text_add(out, ".B induct\nCOMMAND ...\n");
    section(out, "DESCRIPTION");
    text_add(out, "Reads C programs, circuits in AIGER, and transition systems in BTOR2 and VMT\\-LIB. A "
                  "verdict is printed only\n"
                  "after an independent checker has accepted its evidence: a counterexample that it has "
                  "replayed, or an\n"
                  "invariant that a solver has confirmed afresh.\n");
    section(out, "COMMANDS");
    for (unsigned i = 0; i < commands_count; i++) {
        text_format(out, ".TP\n.BR induct\\-%s (1)\n", commands_list[i]->name);
        add_line(out, "", commands_list[i]->summary);
    }
    section(out, "OPTIONS");
    tagged(out, "--help", "show the commands; after a command, how it is called");
    tagged(out, "--version", "show the version");
    section(out, "EXAMPLES");
    text_add(out, examples);
    statuses(out, &d.statuses);
    see_also(out, NULL);
    description_fini(&d);
}
