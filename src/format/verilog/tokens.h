/* Verilog and SystemVerilog as tokens that know where they stand in the user's files.
 *
 * The source is read into a list of tokens without comments, macros and conditionals (preprocess.h), changed where
 * Yosys needs other words for the same (rewrite.h), and printed for Yosys (print.h). A token borrows its text from the
 * arena of the source. */
#ifndef INDUCT_FORMAT_VERILOG_TOKENS_H
#define INDUCT_FORMAT_VERILOG_TOKENS_H

#include "base/status.h"
#include "base/text.h"

enum verilog_kind {
    VERILOG_WORD,      /* identifiers and keywords */
    VERILOG_ESCAPED,   /* \name, without the blank that ends it */
    VERILOG_SYSTEM,    /* $name */
    VERILOG_NUMBER,    /* 12, 4'b10x0, '1, 1.5 */
    VERILOG_STRING,    /* with its quotes */
    VERILOG_OPERATOR,  /* all else; |->, |=>, ## and what is like them in one piece, attributes' (* as two */
    VERILOG_DIRECTIVE, /* `name; not in lists */
    VERILOG_END
};

struct verilog_token {
    const char *start; /* not NUL-terminated */
    uint32_t length;
    uint8_t kind;
    bool space;                  /* something stands between it and the token before it */
    uint32_t file, line, column; /* the number of the file in the source */
};
typedef VEC(struct verilog_token) verilog_tokens;

/* A file, or a piece of text that is read as if it were one: rewritten code has a name of its own, by which Yosys'
 * sources are led back to what was rewritten. */
struct verilog_file {
    char *name; /* as messages have it */
    char *path; /* as the system has it */
    struct text text;
};

struct verilog_source {
    VEC(struct verilog_file *) files;
    struct arena arena;
    verilog_tokens tokens;
    struct messages *messages;
};

void verilog_source_init(struct verilog_source *, struct messages *);
void verilog_source_fini(struct verilog_source *);

/* Where reading is. Text of a macro has the position of its use: `frozen`. */
struct verilog_cursor {
    const char *start, *at, *end;
    uint32_t file, line, column;
    bool frozen;
};

/* The next token; comments and blanks are skipped. False, after a message: a comment, or a string, has no end. At the
 * end the kind is VERILOG_END. */
bool verilog_next(struct verilog_source *, struct verilog_cursor *, struct verilog_token *);
/* The text up to the end of the line, without comments, with continued lines as one; the caller's. */
char *verilog_rest_of_line(struct verilog_cursor *);
void verilog_advance(struct verilog_cursor *, size_t bytes);

bool verilog_is(const struct verilog_token *, const char *text);
struct position verilog_position(const struct verilog_source *, const struct verilog_token *);
char *verilog_copy(const struct verilog_token *); /* the caller's */
bool verilog_is_letter(char); /* of an identifier; digits and `$` are for others than the first */

#endif
