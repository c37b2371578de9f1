/* The preprocessor of SystemVerilog (IEEE 1800-2017, 22): files in, one list of tokens out.
 *
 *     struct verilog_source source;
 *     verilog_source_init(&source, messages);
 *     enum status status = verilog_preprocess(&source, &input);    // source.tokens
 *     verilog_source_fini(&source);
 *
 * All files are one compilation unit: a macro that one file defines holds for those after it. FORMAL is defined, as
 * Yosys defines it, and SYNTHESIS is not. An included file is looked for as it is called, then beside the file that
 * includes it, then in the directories. Comments mean nothing, `synopsys translate_off` neither: what stands there is
 * read, for it may be an assertion.
 *
 * Why not Yosys' preprocessor: it cannot tell what it made of a file before it parses it, which fails for what is
 * rewritten here; and names of files and macros never get near a command of Yosys. */
#ifndef INDUCT_FORMAT_VERILOG_PREPROCESS_H
#define INDUCT_FORMAT_VERILOG_PREPROCESS_H

#include "format/verilog/tokens.h"

struct verilog_input {
    /* The first file, which somebody has read already, and the paths of those after it. */
    const char *path;
    const char *bytes;
    size_t size;
    const char *const *more;
    uint32_t n_more;
    const char *const *includes; /* directories */
    uint32_t n_includes;
    const char *const *defines; /* NAME or NAME=TEXT; without a text it is 1 */
    uint32_t n_defines;
};

/* STATUS_MALFORMED, STATUS_UNSUPPORTED or STATUS_IO with a positioned message. */
enum status verilog_preprocess(struct verilog_source *, const struct verilog_input *);

#endif
