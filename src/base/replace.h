/* Files that appear complete or not at all. */
#ifndef INDUCT_BASE_REPLACE_H
#define INDUCT_BASE_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes all bytes; false: errno says why. */
bool replace_write(int descriptor, const void *bytes, size_t size);

/* Makes a file at the path, or takes the place of one: what was there before, if it is a link the link itself, is
 * replaced all at once when everything has been written, and stays when that fails. Meanwhile the bytes are in a file
 * of the same folder that has no name, or one that nobody can guess and that is certainly new, so that nobody else's
 * file, or link, is written to. Nothing is left of that after a failure or a signal; where files without a name cannot
 * be had, a process that is killed leaves it behind. False: errno says why. */
bool replace_file(const char *path, const void *bytes, size_t size);

#endif
