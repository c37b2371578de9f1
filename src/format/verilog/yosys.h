/* Yosys as a child process: commands and Verilog in, what it writes out.
 *
 * It is confined as programs of replays are (check/replay/confine.h), as far as a program can be that reads files: it
 * may open files for reading, and its own memory; it can neither write nor remove files, start programs, nor speak to
 * others, whatever a design, or a mistake in Yosys, asks for. What it is to read comes in memory, what it writes goes
 * through a pipe. */
#ifndef INDUCT_FORMAT_VERILOG_YOSYS_H
#define INDUCT_FORMAT_VERILOG_YOSYS_H

#include "base/clock.h"
#include "base/process.h"

/* By which commands call what is in memory: the source, and the text that comes with the commands. */
#define YOSYS_SOURCE "/dev/fd/0"
#define YOSYS_BESIDE "/dev/fd/3"

struct yosys_task {
    const char *program;  /* NULL: yosys, which is looked for in PATH */
    const char *commands; /* lines */
    const char *source, *beside;
    size_t source_size;
    struct text *output, *said; /* standard output and error; appended */
};

/* Runs it to its end. False: it could not be run, and `why` says why. */
bool yosys_run(const struct yosys_task *, struct limits *, struct process_result *, struct text *why);

#endif
