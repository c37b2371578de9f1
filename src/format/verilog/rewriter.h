/* The state of rewriting; rewrite.c (modules), statements.c (code in always blocks), assertions.c and declarations.c
 * share it. Functions that return bool return false after they have left a message. */
#ifndef INDUCT_FORMAT_VERILOG_REWRITER_H
#define INDUCT_FORMAT_VERILOG_REWRITER_H

#include "format/verilog/rewrite.h"
#include "format/verilog/sva.h"

struct rewriter {
    struct verilog_rewriting *to;
    struct messages *messages;
    const struct verilog_token *at, *end;
    const struct verilog_token *before; /* the one that was put last; NULL: none */
    struct sva_scope scope;             /* of the module */
    struct hash_names two_state;        /* names of types with two states */
    enum status status;
    uint32_t depth;
};

static inline bool rewriter_is(const struct rewriter *r, const char *word) {
    return r->at < r->end && verilog_is(r->at, word);
}
static inline bool rewriter_follows(const struct rewriter *r, uint32_t ahead, const char *word) {
    return r->end - r->at > ahead && verilog_is(r->at + ahead, word);
}
bool rewriter_refuse(struct rewriter *, const struct verilog_token *, const char *what);
void rewriter_put(struct rewriter *);                                     /* one token */
void rewriter_put_until(struct rewriter *, const struct verilog_token *); /* those before that */
/* `unique` and its like, where they may be followed by `case` or `if`. */
void rewriter_put_unique(struct rewriter *);
/* Past the semicolon that ends what begins here. */
const struct verilog_token *rewriter_past_semicolon(const struct rewriter *);

bool rewriter_statement(struct rewriter *);
/* An assertion is here, perhaps with a label. */
bool rewriter_at_assertion(const struct rewriter *);
bool rewriter_assertion(struct rewriter *, bool procedural);
/* A declaration of variables with two states, or a typedef; *done: there was one. */
bool rewriter_declaration(struct rewriter *, bool *done);

#endif
