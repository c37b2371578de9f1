/* From the text for Yosys to what it says of the design, in whichever way its clocks ask for. */
#ifndef INDUCT_FORMAT_VERILOG_DESIGN_H
#define INDUCT_FORMAT_VERILOG_DESIGN_H

#include "base/clock.h"
#include "format/verilog/netlist.h"
#include "format/verilog/rewrite.h"
#include "format/verilog/verilog.h"

/* How the names of states begin that are made here, not by the user. */
#define VERILOG_OURS "induct."

/* A compilation. */
struct verilog_design {
    const struct verilog_options *options;
    const struct verilog_source *source;
    const struct verilog_rewriting *rewriting;
    const char *path; /* for messages */
    struct limits *limits;
    struct messages *messages;
    char *top;              /* NULL: Yosys is to find it */
    bool clocked;           /* a step is an edge of the one clock; else a point in time */
    struct text elaborated; /* of Yosys' first run: the flat design, as RTLIL */
    struct text output;     /* of its second one: JSON, then BTOR2 */
    const char *btor2;      /* within the output */
    struct netlist netlist;
    VEC(const struct verilog_token *)
    assertions; /* words of the source that begin one; collected when needed */
};

/* The one module that no other one refers to, or the one that was asked for. */
enum status design_find_top(struct verilog_design *);
/* Runs Yosys, and refuses what its netlist would have wrong. */
enum status design_compile(struct verilog_design *);
void design_fini_compilation(struct verilog_design *);

/* Yosys' words about the design as messages (complaints.c). */
enum status design_complain(struct verilog_design *, char *said);
/* Whether it said, without an error, something that makes the netlist another design than the user's. */
enum status design_check_warnings(struct verilog_design *, char *said);

/* Refuses nets with several drivers, in the RTLIL of the flat design. */
enum status design_check_drivers(struct verilog_design *, const char *rtlil);

/* The position that Yosys calls f0:12.3-4.5 or r1:..., which ends at *end; false: it is none. */
bool design_position(const struct verilog_design *, const char *text, const char **end, struct position *);
/* The last of the positions of a source, the declaration within all instances; appended as FILE:LINE, with the column
 * and the end where they are known. False: there is none. */
bool design_source_text(const struct verilog_design *, const char *source, struct text *);
/* Of an assertion: FILE:LINE of its first word. */
bool design_assertion_place(struct verilog_design *, const char *source, struct text *);
/* What was rewritten where the source points to; NULL: nothing. */
const struct verilog_rewritten *design_rewritten(const struct verilog_design *, const char *source);

/* Yosys' BTOR2 in the user's words, and what it does not say of its properties. */
enum status design_dress(struct verilog_design *, struct verilog_compiled *);
/* Lines for --reset. */
enum status design_add_reset(struct verilog_design *, struct text *btor2);

#endif
