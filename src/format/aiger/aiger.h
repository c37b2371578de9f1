/* AIGER files: reading and writing.
 *
 * Reads versions 1.9 and older, ASCII (`aag`) and binary (`aig`), from memory (text_read_file has
 * decompressed gzip already). Every node of the file is kept as it is (no hashing, no simplification): inputs
 * first, then latches, then gates, in file order, except that ASCII gates whose fan-ins come later follow
 * these. The nodes of a binary file therefore have the numbers of their variables.
 *
 * Properties are the literals of the B section. A file without one (B is 0 or absent) and without justice
 * properties means its outputs, as before version 1.9: then they are in `properties`, and `outputs` is empty.
 * A file with justice properties and no B section has no properties in our sense. A property is named by its
 * symbol, else its index; if an earlier property has that name already, "_<index>" is appended.
 *
 * Bad input gives STATUS_MALFORMED and one message, `file:line:column: what is wrong` (from the first gate of
 * a binary file on, where all gates count as one line: `file:line:column: byte N: ...`); never a crash and
 * never memory out of proportion: counts are compared with the size of the file before anything is reserved.
 * As in the format, lines end with a newline only, words are separated by exactly one space, and literals
 * that nothing defines are errors. */
#ifndef INDUCT_FORMAT_AIGER_AIGER_H
#define INDUCT_FORMAT_AIGER_AIGER_H

#include "base/status.h"
#include "base/text.h"
#include "model/circuit.h"

/* *circuit is NULL unless STATUS_OK; the caller frees it. `name` is the file name for messages. */
enum status aiger_read(struct circuit **circuit, const char *data, size_t size, const char *name,
                       struct messages *);

/* True when the bytes start like an AIGER file. */
bool aiger_recognise(const char *data, size_t size);

/* Appends the circuit in ASCII or binary to the text. Nodes are renumbered as the format wants (inputs,
 * latches, gates); gates are written as they are, unused ones too, but binary ones with the greater fan-in
 * first. Properties that came from outputs are written as outputs, unless there are other outputs or justice
 * properties.
 *
 * Requires: circuit_check holds; every latch is reset to 0, 1 or itself (the format has no other resets; the
 * caller checks latch_has_function); no name has a newline. Outputs of a circuit without properties and
 * justice would be read back as properties: the format cannot say otherwise. */
void aiger_write(struct text *, const struct circuit *, bool binary);

#endif
