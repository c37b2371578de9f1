#define _GNU_SOURCE /* mkdtemp, nftw */
#include "base/folder.h"

#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char marked[128];

static const char *place(void) {
    const char *base = getenv("TMPDIR");
    return base && *base ? base : "/tmp";
}

void folder_mark(const char *mark) {
    snprintf(marked, sizeof marked, "%s-", mark);
}

void folder_mark_too(const char *mark) {
    size_t used = strlen(marked);
    snprintf(marked + used, sizeof marked - used, "%s-", mark);
}

char *folder_make(const char *start) {
    char *path = mem_format("%s/%s%sXXXXXX", place(), start, marked);
    if (mkdtemp(path)) return path;
    int kept = errno;
    mem_free(path);
    errno = kept;
    return NULL;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind, (void)where;
    remove(path);
    return 0;
}

void folder_remove(const char *path) {
    enum { OPEN = 16 };
    nftw(path, remove_one, OPEN, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

void folder_remove_marked(const char *mark) {
    DIR *directory = opendir(place());
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (!strstr(entry->d_name, mark)) continue;
        char *path = mem_format("%s/%s", place(), entry->d_name);
        folder_remove(path);
        mem_free(path);
    }
    closedir(directory);
}
