/* Verilog for Yosys: tokens, and code that stands for others, in the order in which it is read.
 *
 * Files are called f0, f1, ... there, by their numbers in the source, and what was rewritten r0, r1, ...: no name of
 * the user's gets into the text, and where Yosys says `r3:1.1-1.20` it speaks of the fourth thing that was rewritten,
 * whatever its words are now. Lines are those of the user, columns too, where nothing before them on the line has
 * become longer. */
#ifndef INDUCT_FORMAT_VERILOG_OUTPUT_H
#define INDUCT_FORMAT_VERILOG_OUTPUT_H

#include "format/verilog/tokens.h"

struct verilog_output {
    struct text text;
    char place; /* where the text speaks of now: 'f', 'r', or 0 at the start */
    uint32_t file, line, column;
};

void verilog_put_token(struct verilog_output *, const struct verilog_token *);
void verilog_put_tokens(struct verilog_output *, const struct verilog_token *begin,
                        const struct verilog_token *end);
/* Words of ours in the place of what was written last; without line ends. */
void verilog_put_words(struct verilog_output *, const char *words);
/* A whole piece that stands for the thing of that number. */
void verilog_put_rewritten(struct verilog_output *, uint32_t number, const char *code);

#endif
