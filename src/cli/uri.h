/* Paths as URIs (RFC 3986). */
#ifndef INDUCT_CLI_URI_H
#define INDUCT_CLI_URI_H

#include "base/text.h"

#include <stdbool.h>

/* Appends the reference: relative ones stay relative, those to places within the working directory become so, others
 * start with file://. Whether it is relative. */
bool uri_of_path(struct text *, const char *path);

/* Where a file is that a compiler calls so, which may be relative to any folder above the working directory: as
 * `given`, the file of the call, if that ends in it, else as it is, else below the nearest folder that has it. The
 * caller frees. */
char *uri_find(const char *file, const char *given);

#endif
