/* Inside the writer of C expressions. */
#ifndef INDUCT_FORMAT_WITNESS_C_WRITER_H
#define INDUCT_FORMAT_WITNESS_C_WRITER_H

#include "format/witness/c_expression.h"

struct c_writer {
    struct text *out;
    const struct c_names *names;
    const struct terms *bank;
    size_t end; /* where the text is too long */
    uint32_t depth;
    bool failed;
};

/* How an expression is written. */
enum c_form {
    AS_SIGNED,   /* its value is the signed reading; of a signed type, or one that is promoted to one */
    AS_UNSIGNED, /* its value is the unsigned reading; of any type that has it */
    AS_WORD /* the same, of type unsigned int, or with more than 32 bits unsigned long long, or as wide */
};

/* c_expression.c: a term, in parentheses where it needs them. */
void c_write_bits(struct c_writer *, term, enum c_form);
void c_write_boolean(struct c_writer *, term);

/* c_words.c: a computed bit vector AS_WORD. */
void c_write_word(struct c_writer *, term);

/* c_constant.c: pieces. */
void c_write(struct c_writer *, const char *);
void c_write_number(struct text *, mpz_srcptr, const char *suffix);
void c_write_ones(struct c_writer *, uint32_t width); /* the word with all bits set */
void c_write_cast(struct c_writer *, const char *type);
/* The narrowest type that has the width; NULL: it has no type. */
const char *c_type(uint32_t width, bool is_signed);
/* The type of words. */
const char *c_word_type(uint32_t width, bool is_signed);

static inline uint32_t c_width(const struct c_writer *w, term t) {
    return sort_width(w->bank, term_sort(w->bank, t));
}
static inline term c_arg(const struct c_writer *w, term t, uint32_t i) {
    return term_arg(w->bank, t, i);
}

#endif
