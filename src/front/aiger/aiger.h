/* AIGER files: reading and writing.
 *
 * Reads versions 1.9 and older, ASCII (`aag`) and binary (`aig`), from memory (text_read_file has decompressed gzip
 * already). Every node of the file is kept as it is (no hashing, no simplification), inputs first, then latches, then
 * gates in file order for binary files and in topological order for ASCII ones. Outputs are the properties when there
 * is no B section (and no justice section). Bad input gives `file:line:column: ...` (binary gates: `file:byte N: ...`)
 * and STATUS_MALFORMED; never a crash, never unbounded memory: counts are checked against the size of the file. */
#ifndef INDUCT_FRONT_AIGER_AIGER_H
#define INDUCT_FRONT_AIGER_AIGER_H

#include "base/status.h"
#include "base/text.h"
#include "model/circuit.h"

/* *circuit is NULL unless STATUS_OK. `name` is the file name for messages. */
enum status aiger_read(struct circuit **circuit, const char *data, size_t size, const char *name, struct messages *);

/* True when the bytes start like an AIGER file. */
bool aiger_recognise(const char *data, size_t size);

/* Writes the circuit in ASCII or binary. Nodes are renumbered as the format wants (inputs, latches, gates); gates are
 * written as they are, unused ones too. Properties that came from outputs are written as outputs. */
void aiger_write(struct text *, const struct circuit *, bool binary);

#endif
