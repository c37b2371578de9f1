/* For tests: Verilog as tokens, and rewritten. */
#ifndef INDUCT_FORMAT_VERILOG_TESTING_VERILOG_H
#define INDUCT_FORMAT_VERILOG_TESTING_VERILOG_H

#include "format/verilog/preprocess.h"
#include "format/verilog/rewrite.h"

/* Everything about one piece of source. */
struct testing_verilog {
    struct messages messages;
    struct verilog_source source;
    struct verilog_rewriting rewriting;
    enum status status;
};

static inline void testing_rewrite(struct testing_verilog *t, const char *text, size_t size) {
    const struct verilog_input input = {.path = "f", .bytes = text, .size = size};
    *t = (struct testing_verilog){0};
    verilog_source_init(&t->source, &t->messages);
    t->status = verilog_preprocess(&t->source, &input);
    t->rewriting.source = &t->source;
    if (t->status == STATUS_OK) t->status = verilog_rewrite(&t->rewriting, &t->messages);
}

static inline void testing_rewrite_fini(struct testing_verilog *t) {
    verilog_rewriting_fini(&t->rewriting);
    verilog_source_fini(&t->source);
    messages_fini(&t->messages);
}

#endif
