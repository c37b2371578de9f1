/* A command as its manual page and the completions of shells see it: what --help says, taken apart.
 *
 * Most commands have rows (cli/arguments.h). bench has its help as one text, whose options are read back from its
 * layout:
 *
 *     paragraph                                    -> prose
 *     "  --name VALUE      help\n" "        more"   -> a row, also of things that are no options
 *     "exit status: 0 meaning; 1 meaning"          -> the exit statuses */
#ifndef INDUCT_CLI_PAGES_DESCRIPTION_H
#define INDUCT_CLI_PAGES_DESCRIPTION_H

#include "base/options.h"
#include "cli/commands.h"

/* What stands to the left of the gap in a line of a text, and to its right with the lines that continue it. */
struct labelled {
    char *label, *text;
};
typedef VEC(struct labelled) labelled_list;
void labelled_free(labelled_list *);

struct description {
    const struct command *command;
    VEC(struct argument) options; /* with --help and --version */
    struct text prose;            /* the other paragraphs, an empty line after each */
    labelled_list statuses;       /* of exit: number and meaning */
    strings owned;                /* what options that were read from a text point to */
};

void description_init(struct description *, const struct command *);
void description_fini(struct description *);

/* Takes the row at *text apart, two blanks and a label, and moves *text behind it; the list owns what is added. False:
 * there is none. */
bool description_row(const char **text, labelled_list *);

/* One row per engine: its name, and summary, level, paper and what it is the default for. */
void description_engines(labelled_list *);

/* The values of an option of --set, each followed by a blank; none when they are numbers. */
void description_values(struct text *, const struct option_row *);

#endif
