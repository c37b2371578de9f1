/* What a worker that was killed leaves behind: files, and processes that it had started.
 *
 * Folders that it made have a mark in their names (base/folder.h), and compilers work in one of them, as TMPDIR: that tells what is
 * the worker's from what is not. Processes whose parent died become children of the one that asked for it with
 * leftovers_adopt(), which can then end them. */
#ifndef INDUCT_CLI_LEFTOVERS_H
#define INDUCT_CLI_LEFTOVERS_H

#include <stdbool.h>

void leftovers_adopt(bool);

/* Ends all adopted processes whose TMPDIR has the mark, waiting for them for a moment at most, and removes all folders that
 * have it. */
void leftovers_remove(const char *mark);

#endif
