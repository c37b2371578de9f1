/* Models in other formats: by the same stages by which they get to engines. */
#ifndef INDUCT_SOLVE_CONVERT_H
#define INDUCT_SOLVE_CONVERT_H

#include "base/options.h"
#include "base/stats.h"
#include "model/model.h"

struct conversion {
    struct model model;
    const char *file;          /* its name, for messages */
    const char *format, *path; /* what to write, and where; AIGER is binary when the path ends in .aig */
    const struct options *options;
    struct stats *stats;
    struct messages *messages;
};

bool convert_knows(const char *format);
/* STATUS_UNSUPPORTED: nothing is written, but a program is drawn with what is not supported. */
enum status convert(const struct conversion *);

#endif
