/* Verilog and SystemVerilog, through Yosys (Debian's, 0.23) as a child process.
 *
 *     files ─ preprocess.h ─ rewrite.h ─► one text ─ Yosys ─► JSON, BTOR2 ─ dress.h ─► BTOR2 ─ btor2_read ─► system
 *
 * What reaches Yosys is a text without the user's macros and file names (preprocess.h, output.h), in words that it
 * reads as the standard means them (rewrite.h). What comes back is a flat netlist as BTOR2, dressed in the user's words
 * with the help of the JSON beside it (dress.h). That BTOR2 is the model: it is made once, and whoever reads the file
 * again, as the judge does, reads the same text. So the judge does not vouch for what happens before it: Yosys and this
 * folder are trusted, as a compiler is.
 *
 * Meaning. A step is an active edge of the clock; registers without initial value start with any value, inputs and what
 * nothing drives have any value in each step. With more than one clock, or both edges of one, a step is a point in time
 * at which clocks may change, each as it likes, and which clocks there are must be said. Assertions are asked in every
 * step, concurrent ones at the edge of their clock.
 *
 * Refused by name are constructs that would be ignored or mistaken: see README.md here. An assertion or cover property
 * that cannot be decided becomes an entry of `unsupported`, an assumption that cannot be kept ends reading. */
#ifndef INDUCT_FORMAT_VERILOG_VERILOG_H
#define INDUCT_FORMAT_VERILOG_VERILOG_H

#include "base/clock.h"
#include "base/text.h"
#include "format/verilog/netlist.h"
#include "model/system.h"

struct verilog_options {
    const char *const *more; /* paths of the files after the first one */
    uint32_t n_more;
    const char *const *includes; /* directories */
    uint32_t n_includes;
    const char *const *defines; /* NAME or NAME=TEXT */
    uint32_t n_defines;
    const char *top;               /* NULL: the one module that no other has in it */
    const char *const *parameters; /* NAME=VALUE, of the top */
    uint32_t n_parameters;
    const char *const *clocks; /* signals that are clocks, when there are several */
    uint32_t n_clocks;
    const char *reset; /* [!]SIGNAL[:CYCLES]; NULL: none */
    const char *yosys; /* its path; NULL: looked for in PATH */
};

/* Whether the settings have the form that they must have; what they name is looked for later. */
bool verilog_is_name(const char *);      /* of a module or parameter */
bool verilog_is_parameter(const char *); /* NAME=VALUE, a number in decimal or as 4'b01x */
bool verilog_is_reset(const char *);

struct verilog_property {
    char *name;    /* the user's */
    char *refused; /* why it cannot be decided; NULL: it can */
    bool cover;
};

/* What was made of the files, to be read as often as needed. Zero bytes: nothing yet. */
struct verilog_compiled {
    struct text btor2;
    VEC(struct verilog_property) properties; /* those of the BTOR2, in its order, and then liveness */
    strings read;                            /* the paths of all files that were read, included ones too */
    VEC(struct netlist_net) nets;            /* what is known of the names in the BTOR2 */
    char *top, *clock;                       /* the clock may be NULL */
    bool rising;
};
void verilog_compiled_fini(struct verilog_compiled *);

/* Reads the files, of which the first one has these bytes; compiles them if nobody has yet. STATUS_MALFORMED,
 * STATUS_UNSUPPORTED, STATUS_IO (no Yosys) or STATUS_USAGE (the top, a parameter, a clock or the reset is none of the
 * design) with a message; STATUS_STOPPED without. */
enum status verilog_read(struct system **, enum terms_mode, struct verilog_compiled *,
                         const struct verilog_options *, const char *bytes, size_t size, const char *path,
                         struct limits *, struct messages *);

#endif
