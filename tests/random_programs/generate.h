/* Random C programs: what their generators share.
 *
 * A program is a pool of global variables, some functions, each of which tries a feature of C in a random way and
 * returns a number, and a main that reads a few inputs, calls the functions under random control flow, adds up what
 * they return and ends in observe(sum). What observe does is not part of the program: see truth.c and assertion.c.
 *
 * An expression or a place is a string; strings live until the program ends. Expressions are of integer type and mostly
 * defined: whether all runs of a program are, the sanitizers say later. */
#ifndef RANDOM_PROGRAMS_GENERATE_H
#define RANDOM_PROGRAMS_GENERATE_H

#include "base/random.h"

uint32_t below(uint32_t n);
bool one_in(uint32_t n);
/* One of the words, which are separated by `|`. */
const char *pick(const char *words);

__attribute__((format(printf, 1, 2))) const char *text(const char *format, ...);
__attribute__((format(printf, 1, 2))) void line(const char *format, ...);
void open_block(void); /* the lines that follow are one step further in */
void close_block(const char *end);

/* Integer types, by name. */
const char *type(void);
const char *unsigned_type(void);

/* Scalars that can be read, and most of them written, where the program is being written: those of the pool, and those
 * that were declared since the scope began. */
uint32_t scope_begin(void);
void scope_end(uint32_t begin);
void declare(const char *name, bool writable);
const char *place(void);
const char *constant(void);
const char *value(uint32_t depth);
const char *condition(void);
/* Assignments, branches, loops of few rounds and switches over what is in scope. */
void statements(uint32_t depth, uint32_t count);

/* A feature writes the function `static unsigned f<n>(unsigned p, int q)`, with all that it needs. Between the two
 * calls its body is written, in which p, q and the result r are in scope. */
typedef void feature(uint32_t n);
void function_begin(uint32_t n);
void function_end(void);

struct generator {
    const char *name;
    const char *headers; /* first lines of the program */
    feature *const *features;
    uint32_t n_features;
};
extern const struct generator language, calls, memory;

#endif
