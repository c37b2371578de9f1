/* The formats that models are read from: one row each. */
#ifndef INDUCT_API_FORMATS_H
#define INDUCT_API_FORMATS_H

#include "model/circuit.h"
#include "model/system.h"

struct format {
    const char *name;       /* what --format calls it */
    const char *extensions; /* blank-separated; ".gz" may follow each */
    bool (*recognise)(const char *bytes, size_t size);
    bool named; /* the extension decides, whatever the content looks like */
    /* What the format describes: one of the two, or neither: a program, which has settings (source_read). */
    enum status (*read_circuit)(struct circuit **, const char *bytes, size_t size, const char *file,
                                struct messages *);
    enum status (*read_system)(struct system **, enum terms_mode, const char *bytes, size_t size,
                               const char *file, struct messages *);
};

const struct format *formats_find(const char *name); /* NULL: there is none */
/* By content, else by the name of the file, whose reader then has something to complain about; NULL: neither.
 * */
const struct format *formats_recognise(const char *file, const char *bytes, size_t size);
void formats_names(struct text *); /* "aiger, btor2, vmt" */

#endif
