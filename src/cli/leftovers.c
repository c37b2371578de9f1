#define _GNU_SOURCE
#include "cli/leftovers.h"

#include "base/folder.h"
#include "base/text.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void leftovers_adopt(bool adopt) {
    prctl(PR_SET_CHILD_SUBREAPER, adopt ? 1 : 0);
}

/* Files of /proc have no size. */
static void read_all(const char *path, struct text *out) {
    char buffer[4096];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    for (ssize_t got; (got = read(file, buffer, sizeof buffer)) > 0;) text_bytes(out, buffer, (size_t)got);
    close(file);
}

/* The settings of a process are separated by zeros. */
static bool is_marked(long process, const char *mark) {
    static const char name[] = "TMPDIR=";
    struct text settings = {0};
    char *path = mem_format("/proc/%ld/environ", process);
    bool found = false;
    read_all(path, &settings);
    for (size_t at = 0; at < settings.size && !found; at += strlen(settings.data + at) + 1)
        found = !strncmp(settings.data + at, name, sizeof name - 1) && strstr(settings.data + at, mark);
    text_fini(&settings);
    mem_free(path);
    return found;
}

static void end(pid_t process) {
    enum { PAUSE_US = 1000, PAUSES = 50 };
    kill(process, SIGKILL);
    for (int i = 0; i < PAUSES && !waitpid(process, NULL, WNOHANG); i++) usleep(PAUSE_US);
}

/* Ends the children that have the mark; true when there were any. Theirs will be ours then. */
static bool end_children(const char *mark) {
    struct text children = {0};
    char *path = mem_format("/proc/self/task/%ld/children", (long)getpid());
    read_all(path, &children);
    bool any = false;
    char *at = children.data, *behind;
    for (long process; at && (process = strtol(at, &behind, 10)) > 0; at = behind) {
        if (!is_marked(process, mark)) continue;
        any = true;
        end((pid_t)process);
    }
    text_fini(&children);
    mem_free(path);
    return any;
}

void leftovers_remove(const char *mark) {
    enum { DEEPEST = 5 }; /* a compiler starts a linker, which starts another one */
    for (int i = 0; i < DEEPEST && end_children(mark); i++) continue;
    folder_remove_marked(mark);
}
