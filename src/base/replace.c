#define _GNU_SOURCE /* O_TMPFILE */
#include "base/replace.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 100, MODE = 0666 };

bool replace_write(int descriptor, const void *bytes, size_t size) {
    for (const char *next = bytes; size;) {
        ssize_t put = write(descriptor, next, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        next += put;
        size -= (size_t)put;
    }
    return true;
}

static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return mem_strdup(".");
    return mem_format("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* Short, so that it is possible wherever the file's own name is. */
static char *draw_name(const char *folder) {
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) != sizeof bits) bits = (uint64_t)time(NULL) ^ (uintptr_t)&bits;
    return mem_format("%s/.induct-%016llx", folder, (unsigned long long)bits);
}

/* The name that a file without one has for the moment between its completion and its place; NULL: it gets none. */
static char *give_name(const char *folder, int descriptor) {
    char own[64];
    snprintf(own, sizeof own, "/proc/self/fd/%d", descriptor);
    for (int i = 0; i < TRIES; i++) {
        char *name = draw_name(folder);
        if (!linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW)) return name;
        mem_free(name);
        if (errno != EEXIST) break;
    }
    return NULL;
}

/* A new file with a name; -1: errno says why. */
static int make_named(const char *folder, char **name) {
    int descriptor = -1;
    for (int i = 0; descriptor < 0 && i < TRIES; i++) {
        mem_free(*name);
        *name = draw_name(folder);
        descriptor = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, MODE);
        if (descriptor < 0 && errno != EEXIST) break;
    }
    return descriptor;
}

/* Closes it: only then some systems say that there is no room. */
static bool complete(int descriptor, const void *bytes, size_t size) {
    bool good = replace_write(descriptor, bytes, size);
    int reason = errno;
    if (close(descriptor) && good) return false;
    errno = reason;
    return good;
}

/* False with *name == NULL: there is no such file, and nothing was tried. */
static bool write_nameless(const char *folder, const void *bytes, size_t size, char **name) {
    int descriptor = open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, MODE);
    if (descriptor < 0) return false;
    bool good = replace_write(descriptor, bytes, size);
    if (good) *name = give_name(folder, descriptor);
    int reason = errno;
    close(descriptor);
    errno = reason;
    return good && *name;
}

static bool place(const char *path, const char *folder, const void *bytes, size_t size) {
    char *name = NULL;
    bool good = write_nameless(folder, bytes, size, &name);
    if (!good && !name && errno != ENOSPC && errno != EDQUOT && errno != EFBIG) {
        int descriptor = make_named(folder, &name);
        good = descriptor >= 0 && complete(descriptor, bytes, size);
        if (descriptor < 0) mem_free(name), name = NULL;
    }
    if (good) good = !rename(name, path);
    int reason = errno;
    if (!good && name) unlink(name);
    mem_free(name);
    errno = reason;
    return good;
}

/* Signals wait until nothing is left that they could leave behind. */
bool replace_file(const char *path, const void *bytes, size_t size) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    char *folder = folder_of(path);
    bool good = place(path, folder, bytes, size);
    int reason = errno;
    mem_free(folder);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return good;
}
