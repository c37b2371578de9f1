/* How FILE is read: the options that check, convert and verify share.
 *
 *     struct settings { struct input_settings input; ... };
 *     static const struct argument rows[] = { ..., INPUT_ROWS(struct settings, input) };
 */
#ifndef INDUCT_CLI_INPUT_H
#define INDUCT_CLI_INPUT_H

#include "api/induct.h"
#include "cli/arguments.h"

enum { INPUT_FILES = 1000 }; /* most of one design */

struct input_settings {
    const char *format, *data_model, *entry, *spec, *theory, *map, *top, *reset;
    arguments_list includes, defines, covers, parameters, clocks;
    arguments_list more; /* files after FILE; set by who has the command's words */
};

#define INPUT_ROW(type, member, field, name, letter, value, kind, words, help)                               \
    {                                                                                                        \
        name, letter, value, kind, offsetof(type, member) + offsetof(struct input_settings, field), words,   \
            help                                                                                             \
    }
#define INPUT_ROWS(type, member)                                                                             \
    INPUT_ROW(                                                                                               \
        type, member, format, "format", 0, "FORMAT", ARGUMENT_TEXT, "aiger|btor2|vmt|verilog|c",             \
        "the format of FILE: aiger, btor2, vmt, verilog, c; recognised by content or name when absent"),     \
        INPUT_ROW(type, member, data_model, "data-model", 0, "ilp32|lp64", ARGUMENT_TEXT, "ilp32|lp64",      \
                  "C: the sizes of types; default lp64"),                                                    \
        INPUT_ROW(type, member, entry, "entry", 0, "FUNCTION", ARGUMENT_TEXT, NULL,                          \
                  "C: where the program starts, with any arguments; default main"),                          \
        INPUT_ROW(type, member, includes, NULL, 'I', "DIR", ARGUMENT_LIST, ARGUMENT_FOLDERS,                 \
                  "C, Verilog: a directory of what is included; may be repeated"),                           \
        INPUT_ROW(type, member, defines, NULL, 'D', "NAME=V", ARGUMENT_LIST, NULL,                           \
                  "C, Verilog: define a macro; may be repeated"),                                            \
        INPUT_ROW(type, member, spec, "spec", 0, "FILE.prp", ARGUMENT_TEXT, ARGUMENT_FILES,                  \
                  "C: an SV-COMP property file"),                                                            \
        INPUT_ROW(type, member, theory, "theory", 0, "bv|int|real", ARGUMENT_TEXT, "bv|int|real",            \
                  "C: how integers are read; bv (exact) is the default"),                                    \
        INPUT_ROW(                                                                                           \
            type, member, covers, "cover", 0, "NAME", ARGUMENT_LIST, NULL,                                   \
            "the property is a cover property, covered or unreachable, which does not change the exit "      \
            "status; `*` in NAME stands for anything; may be repeated"),                                     \
        INPUT_ROW(                                                                                           \
            type, member, map, "map", 0, "FILE", ARGUMENT_TEXT, ARGUMENT_FILES,                              \
            "what a synthesis tool called the bits of an AIGER file (Yosys' .aim, .ywa), or clocks and "     \
            "properties of a BTOR2 file (.ywb, .info)"),                                                     \
        INPUT_ROW(type, member, top, "top", 0, "MODULE", ARGUMENT_TEXT, NULL,                                \
                  "Verilog: the outermost module; default: the one that no other has in it"),                \
        INPUT_ROW(type, member, parameters, "param", 0, "NAME=N", ARGUMENT_LIST, NULL,                       \
                  "Verilog: a parameter of the top; may be repeated"),                                       \
        INPUT_ROW(type, member, clocks, "clock", 0, "SIGNAL", ARGUMENT_LIST, NULL,                           \
                  "Verilog: a clock of a design with several, or with both edges of one; may be repeated"),  \
        INPUT_ROW(type, member, reset, "reset", 0, "[!]SIGNAL[:CYCLES]", ARGUMENT_TEXT, NULL,                \
                  "Verilog: the input is 1 (with !: 0) in the first CYCLES steps (default 1), and then the " \
                  "other value")

/* Those options among them that say nothing about a model of that format, as the user writes them; "": none. */
void input_unused(const struct input_settings *, const char *format, struct text *);
/* Hands the settings over; false after a complaint. */
bool input_configure(struct induct *, const struct input_settings *, const struct command *);
/* The values of --set; false after a complaint, or when the object has an error to tell. */
bool input_set_options(struct induct *, const arguments_list *sets, const struct command *);
/* Whether the file at `output`, an existing one, is one that is read: FILE, one of those after it, or that of --spec,
 * under whatever name. Then false is returned after a complaint. `command` may be NULL: no complaint. */
bool input_stays(const struct input_settings *, const char *file, const char *output, const struct command *);
void input_fini(struct input_settings *);

#endif
