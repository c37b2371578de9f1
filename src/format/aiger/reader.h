/* The state of reading one AIGER file, shared by the files of the reader.
 *
 * reader.c reads the header and the sections; gates.c reads the gates and, for ASCII files, replaces the
 * literals of the file by those of the graph; symbols.c reads names and the comment and makes the properties.
 * Until gates.c has done so, the circuit's fields hold literals of the file. As everywhere in this folder,
 * false means that a message has been left. */
#ifndef INDUCT_FORMAT_AIGER_READER_H
#define INDUCT_FORMAT_AIGER_READER_H

#include "format/aiger/scan.h"
#include "model/circuit.h"

/* The header: M I L O A B C J F. */
struct aiger_counts {
    uint32_t variables; /* the largest variable, M */
    uint32_t inputs, latches, outputs, gates, bads, constraints, justice, fairness;
};

struct aiger_reader {
    struct aiger_scan scan;
    bool binary;
    struct aiger_counts count;
    struct circuit *circuit;
    VEC(struct signal) bads;
    struct hash_map nodes; /* ASCII: variable -> its node, if the gates kept the order of the file */
};

/* A literal of the file, at most 2 M + 1. */
bool aiger_read_literal(struct aiger_reader *, const char *what, aig_lit *);

/* ASCII: a literal that is defined here, as the given node: even, not 0, not defined before. */
bool aiger_read_definition(struct aiger_reader *, const char *what, uint32_t node, aig_lit *);

bool aiger_read_gates(struct aiger_reader *);
bool aiger_read_symbols(struct aiger_reader *);
void aiger_make_properties(struct aiger_reader *);

#endif
