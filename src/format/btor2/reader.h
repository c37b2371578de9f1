/* The state of reading a BTOR2 file; reader.c (lines and declarations) and operands.c (references to nodes)
 * share it. */
#ifndef INDUCT_FORMAT_BTOR2_READER_H
#define INDUCT_FORMAT_BTOR2_READER_H

#include "base/hash.h"
#include "format/btor2/btor2.h"
#include "format/btor2/lines.h"
#include "format/btor2/operators.h"

enum btor2_kind { BTOR2_SORT, BTOR2_VALUE, BTOR2_INPUT, BTOR2_STATE, BTOR2_STATEMENT };

struct btor2_node {
    enum btor2_kind kind;
    bool uses_input;   /* its value depends on an input */
    bool constant;     /* const, constd, consth, zero, one, ones */
    bool negation;     /* a `not` */
    bool implication;  /* an `implies` */
    uint32_t position; /* of a state in the system */
    uint64_t id;
    sort sort;  /* of a sort or value; bits have a bit-vector sort, whatever the term has */
    term value; /* of a value, input or state */
    /* Of a bit `condition & ~claim` or `condition -> claim`, which is what assertions under a condition look like; else
     * TERM_NONE. */
    term condition;
};

struct btor2_reader {
    struct btor2_lines lines;
    struct system *system;
    struct terms *bank;
    VEC(struct btor2_node) nodes;
    struct hash_map ids; /* id -> position in nodes */
    struct hash_names property_names;
    uint32_t bads, justices;
    uint32_t fair_line; /* the first of the fairness constraints; 0: there are none */
    bool unsupported;   /* the message is about something well formed */
};

enum { BTOR2_WORD_ID, BTOR2_WORD_TAG, BTOR2_WORD_SORT, BTOR2_WORD_FIRST }; /* the words of most lines */

/* An operand: a node with its sign. */
struct btor2_operand {
    const struct btor2_node *node; /* dies with the next new node */
    term value;                    /* negated already */
    sort sort;
};

/* The sort, or the operand, that a word refers to; false after a message. */
bool btor2_read_sort(struct btor2_reader *, uint32_t word, sort *);
bool btor2_read_operand(struct btor2_reader *, uint32_t word, const char *what, struct btor2_operand *);
/* A line `id operator sort operands [numbers]`: checks it against the operator's shape. */
bool btor2_read_operation(struct btor2_reader *, const struct btor2_operator *, struct btor2_node *);
/* A line `id const sort digits` of any kind; `words` receives how many words it has. */
bool btor2_read_constant(struct btor2_reader *, struct btor2_node *, uint32_t *words);
bool btor2_is_constant_tag(const struct btor2_word *);
/* Describes a sort for messages: "a bit vector of width 8" (in the buffer) or "an array". */
const char *btor2_describe(const struct btor2_reader *, sort, char buffer[48]);
/* A name for a variable that nobody has: the symbol (a word; may be NULL) or `node` and the id. Caller frees. */
char *btor2_variable_name(const struct btor2_reader *, const struct btor2_word *symbol, uint64_t id);
char *btor2_symbol(const struct btor2_word *); /* printable; NULL gives NULL; caller frees */
/* The entry of the current line in the system's design: the symbol as the file has it ("" when it is NULL), and the
 * source that the comment of the line tells. */
struct design_name *btor2_note(struct btor2_reader *, enum design_kind, const struct btor2_word *symbol,
                               term value);

#endif
