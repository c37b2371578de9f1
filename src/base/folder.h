/* Folders for files that nobody needs later. */
#ifndef INDUCT_BASE_FOLDER_H
#define INDUCT_BASE_FOLDER_H

/* Makes a new folder in $TMPDIR, or /tmp, that only its owner may use; the name starts as told. The caller frees the
 * path. NULL: errno says why. */
char *folder_make(const char *start);

/* Removes a folder with all that is in it, as far as that is possible; links in it are not followed. */
void folder_remove(const char *path);

/* The names of all folders that this process makes from now on contain the mark, so that others can remove them when it
 * has died: copied, and made of letters, digits and '-'. */
void folder_mark(const char *mark);
void folder_mark_too(const char *mark); /* in addition to the mark that is set */
void folder_remove_marked(const char *mark);

#endif
