/* Numbers and names as bytes, for what processes tell each other. Written into a text (text.h); read from bytes that
 * nobody vouches for.
 *
 *     bytes_number(&out, 300);                         // little endian, seven bits to the byte: 0xac 0x02
 *     bytes_string(&out, "x");                         // length, then bytes
 *
 *     struct bytes_reader r = bytes_reader(data, size);
 *     uint64_t n = bytes_read_number(&r, 1000);        // more than 1000: refused
 *     if (r.wrong) ...                                 // what is wrong, at byte r.at
 *
 * A reader that met something wrong stays there: everything that is read afterwards is 0, so that callers may look at
 * `wrong` after a group of reads. Every number has one encoding, the shortest one. */
#ifndef INDUCT_BASE_BYTES_H
#define INDUCT_BASE_BYTES_H

#include "base/text.h"

#include <stdint.h>

void bytes_number(struct text *, uint64_t);
void bytes_fixed(struct text *, uint64_t); /* eight bytes */
void bytes_string(struct text *, const char *);

struct bytes_reader {
    const unsigned char *data; /* borrowed */
    size_t size, at;
    const char *wrong; /* a static sentence; NULL: nothing so far */
};
static inline struct bytes_reader bytes_reader(const void *data, size_t size) {
    return (struct bytes_reader){.data = (const unsigned char *)data, .size = size};
}
static inline size_t bytes_left(const struct bytes_reader *r) {
    return r->wrong ? 0 : r->size - r->at;
}

void bytes_refuse(struct bytes_reader *, const char *why); /* the first reason counts */
uint8_t bytes_read_byte(struct bytes_reader *);
uint64_t bytes_read_fixed(struct bytes_reader *);
uint64_t bytes_read_number(struct bytes_reader *, uint64_t most);
/* How many of something follow that take at least a byte each; more than there are bytes: refused. So whatever is made
 * for the count is bounded by the size of the input. */
uint32_t bytes_read_count(struct bytes_reader *);
const unsigned char *bytes_read_block(struct bytes_reader *,
                                      size_t size); /* borrowed; NULL: there are not so many */
/* Owned by the caller. NULL: refused; a string with a NUL within is. */
char *bytes_read_string(struct bytes_reader *);

#endif
