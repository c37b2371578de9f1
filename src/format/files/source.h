/* Programs and designs: how their source is to be read, what was compiled of it, and where programs come from. */
#ifndef INDUCT_FORMAT_FILES_SOURCE_H
#define INDUCT_FORMAT_FILES_SOURCE_H

#include "check/program/program_inputs.h"
#include "format/c/c.h"
#include "format/verilog/verilog.h"

#include <time.h>

struct reading;

struct source {
    /* As the user says. */
    enum c_data_model data_model;
    enum c_theory theory;
    char *entry, *spec;        /* NULL: none; spec is a path */
    strings includes, defines; /* of Verilog, too */
    strings more;              /* Verilog: files after the first one */
    char *top, *reset;         /* NULL: none */
    strings parameters, clocks;
    /* Of the program that was read last, which later settings do not change. */
    enum c_data_model read_data_model;
    enum c_theory read_theory;
    strings read;               /* paths of what it includes */
    char *start, *error;        /* where it starts, the error function; NULL: the usual */
    struct c_compiled compiled; /* once for all who read or run it */
    /* Or before that, when the files of which it was compiled were as they were. */
    struct timespec compiled_at;
    struct text llvm;           /* the same in LLVM's text form, when somebody has asked for it */
    struct c_observed observed; /* what that tells when it is run */
    strings options;            /* for clang, as `origin` has them */
    struct program_origin origin;
    struct verilog_compiled verilog; /* the design that was read last */
};

void source_fini(struct source *);
void source_forget(struct source *); /* what was read; the settings stay */

/* STATUS_USAGE, with a message: the word is none that the setting may have. */
enum status source_set_data_model(struct source *, const char *name, struct messages *);
enum status source_set_theory(struct source *, const char *name, struct messages *);
enum status source_set_entry(struct source *, const char *function, struct messages *);
enum status source_add_define(struct source *, const char *macro, struct messages *);

/* Verilog; a value that is not of the form is STATUS_USAGE, too. */
enum status source_set_top(struct source *, const char *module, struct messages *);
enum status source_add_parameter(struct source *, const char *assignment, struct messages *);
enum status source_set_reset(struct source *, const char *reset, struct messages *);
/* The design, compiled the first time. */
enum status source_read_verilog(struct system **, enum terms_mode, const struct reading *);

/* As the settings say. The specification is read with the program. */
enum status source_read(struct program **, const struct reading *);
/* The same program in machine arithmetic, whatever the theory; the caller's. NULL: a message says why. */
struct program *source_read_bits(const struct reading *);

/* The path by which the program includes the file; NULL: it does not. */
const char *source_includes(const struct source *, const char *path);

/* Where the program comes from, for those who run it (to_run) or write witnesses. Borrows from the reading; until the
 * next call. */
const struct program_origin *source_origin(const struct reading *, const char *version, bool to_run);

#endif
