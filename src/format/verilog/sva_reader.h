/* The state of reading an assertion, and slices of tokens; sva_read.c (sequences and properties) and sva_named.c (what
 * has a name) share it. Functions that return bool return false after they have refused. */
#ifndef INDUCT_FORMAT_VERILOG_SVA_READER_H
#define INDUCT_FORMAT_VERILOG_SVA_READER_H

#include "format/verilog/sva.h"

enum { SVA_DEEPEST = 32, SVA_MOST_TOKENS = 1 << 18 };

struct sva_reader {
    const struct sva_scope *scope;
    struct sva *out;
    char **why;                   /* is set once */
    VEC(verilog_tokens *) copies; /* of bodies, with arguments in the place of formals */
    uint32_t depth, copied;
};

/* `format` may have one %s, for `what`. The first reason counts. */
bool sva_refuse(struct sva_reader *, const char *format, const char *what);

/* The sequence or property of that name; NULL: there is none. */
const struct sva_definition *sva_find_definition(const struct sva_reader *, const struct verilog_token *);
/* The same, when the slice is its name, or its name with arguments, and nothing else. */
const struct sva_definition *sva_is_instance(const struct sva_reader *, struct sva_slice);
/* The slice becomes what it stands for. */
bool sva_replace_instance(struct sva_reader *, const struct sva_definition *, struct sva_slice *);

static inline size_t slice_length(struct sva_slice s) {
    return s.begin < s.end ? (size_t)(s.end - s.begin) : 0;
}

static inline bool slice_starts(struct sva_slice s, const char *word) {
    return slice_length(s) && verilog_is(s.begin, word);
}

static inline bool slice_opens(const struct verilog_token *t) {
    return verilog_is(t, "(") || verilog_is(t, "[") || verilog_is(t, "{");
}

/* The first token outside of brackets that is one of the two; the end: there is none. */
static inline const struct verilog_token *slice_find(struct sva_slice s, const char *one, const char *other) {
    const struct verilog_token *t = s.begin;
    while (t < s.end && !verilog_is(t, one) && !verilog_is(t, other))
        t = slice_opens(t) ? sva_past_bracket(t, s.end) : t + 1;
    return t < s.end ? t : s.end;
}

static inline bool slice_is_bracketed(struct sva_slice s) {
    return slice_length(s) >= 2 && verilog_is(s.begin, "(") && sva_past_bracket(s.begin, s.end) == s.end &&
           verilog_is(s.end - 1, ")");
}

static inline struct sva_slice slice_inner(struct sva_slice s) {
    return (struct sva_slice){s.begin + 1, s.end - 1};
}

#endif
