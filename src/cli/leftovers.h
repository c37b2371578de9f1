/* What a worker that was killed leaves behind: files, and processes that it had started.
 *
 * Folders that it made have a mark in their names (base/folder.h). Processes whose parent died become children of the
 * one that asked for it with leftovers_adopt(), which can then end them: all children that it did not have before. */
#ifndef INDUCT_CLI_LEFTOVERS_H
#define INDUCT_CLI_LEFTOVERS_H

#include <stdbool.h>

/* Before the worker is started, and when it is over. */
void leftovers_adopt(bool);

/* Ends all processes that have become children meanwhile, waiting for them for a moment at most, and removes all
 * folders that have the mark. */
void leftovers_remove(const char *mark);

#endif
