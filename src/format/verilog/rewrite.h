/* SystemVerilog in the words that Yosys 0.23 has, with the same meaning.
 *
 *     concurrent assertions     clocked code and an immediate assertion (sva.h); what sva.h refuses becomes an
 *                               assertion that holds, with the reason in the list
 *     assert ... else $error(); without the action, which only reports; `final` and `#0` are dropped
 *     unique, unique0 case      Yosys believes that the items exclude each other; here the first one that fits is taken
 *     int i; bit b; enum {...}  types with two states start at 0, where Yosys lets them start at any value
 *     $readmemh("file", ...)    with the path at which the file is found: as it is called, or beside the source
 *
 * Refused with STATUS_UNSUPPORTED is what Yosys would ignore or take for something else: bind, assumptions that sva.h
 * refuses, memories of two-state types without initial value. */
#ifndef INDUCT_FORMAT_VERILOG_REWRITE_H
#define INDUCT_FORMAT_VERILOG_REWRITE_H

#include "format/verilog/output.h"

/* What stands in the output as file r<number>. */
struct verilog_rewritten {
    struct verilog_token at; /* where it begins */
    char *refused;           /* why it cannot be decided; NULL: it can */
};

struct verilog_rewriting {
    const struct verilog_source *source;
    struct verilog_output out;
    VEC(struct verilog_rewritten) list;
};

/* The source's tokens become out.text. */
enum status verilog_rewrite(struct verilog_rewriting *, struct messages *);
void verilog_rewriting_fini(struct verilog_rewriting *);

#endif
