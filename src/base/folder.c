#define _GNU_SOURCE /* mkdtemp, nftw */
#include "base/folder.h"

#include "base/mem.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

char *folder_make(const char *start) {
    const char *base = getenv("TMPDIR");
    char *path = mem_format("%s/%sXXXXXX", base && *base ? base : "/tmp", start);
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
