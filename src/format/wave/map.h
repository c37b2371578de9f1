/* Maps: what a synthesis tool says the parts of a file that it wrote were called in the design.
 *
 *     .aim    Yosys' write_aiger -map or -vmap: a line per bit, `KIND INDEX BIT NAME`, KIND being input, output, latch,
 *             invlatch (the latch has the complement of the bit), init (the input has the first value of a register
 *             without initial value) or wire (INDEX is a literal)
 *     .ywa    write_aiger -ywmap: the same as JSON, with clocks and the names of assertions
 *     .ywb    write_btor -ywmap: clocks of a BTOR2 file, names of assertions
 *     .info   write_btor -i: clocks of a BTOR2 file, the name of the top module
 *
 * They are told apart by content. Bits that the file does not have are an error. */
#ifndef INDUCT_FORMAT_WAVE_MAP_H
#define INDUCT_FORMAT_WAVE_MAP_H

#include "base/status.h"
#include "base/vec.h"
#include "model/design.h"
#include "model/model.h"

enum map_kind { MAP_INPUT, MAP_OUTPUT, MAP_LATCH, MAP_INVERTED, MAP_INIT, MAP_WIRE };

/* Bit `bit` of what the design calls by that path. */
struct map_bit {
    enum map_kind kind;
    uint32_t index; /* among inputs, outputs or latches; of a wire a literal */
    uint32_t bit;
    char *path; /* components with '\n' between */
};

struct map_clock {
    char *path;     /* NULL: the node says which it is */
    uint64_t node;  /* of the BTOR2 file; 0: the path or the input does */
    uint32_t input; /* of a circuit; UINT32_MAX: none */
    enum design_edge edge;
};

struct map {
    char *file; /* for messages */
    char *top;  /* NULL: not told */
    VEC(struct map_bit) bits;
    VEC(struct map_clock) clocks;
    VEC(char *) properties; /* by position; a name may be NULL; empty: not told */
};

enum status map_read(struct map *, const char *bytes, size_t size, const char *file, struct messages *);
void map_free(struct map *);
/* Names properties, clocks and the top module of a model as read. STATUS_MALFORMED when the map is about another
 * file. */
enum status map_apply(const struct map *, struct model, struct messages *);

#endif
