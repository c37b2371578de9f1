#define _GNU_SOURCE
#include "cli/leftovers.h"

#include "base/clock.h"
#include "base/folder.h"
#include "base/tree.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static u32s own; /* children that were there before */

void leftovers_adopt(bool adopt) {
    vec_clear(&own);
    if (adopt) tree_children(&own);
    prctl(PR_SET_CHILD_SUBREAPER, adopt ? 1 : 0);
    if (!adopt) vec_free(&own);
}

static bool is_own(uint32_t process) {
    vec_each (uint32_t, pid, &own)
        if (*pid == process) return true;
    return false;
}

/* With its group, if it leads one. */
static void end(pid_t process) {
    if (getpgid(process) == process) kill(-process, SIGKILL);
    kill(process, SIGKILL);
    waitpid(process, NULL, WNOHANG);
}

/* Ends the children that were adopted; true when there are any. Theirs will be ours then. */
static bool end_adopted(void) {
    u32s children = {0};
    bool any = false;
    tree_children(&children);
    vec_each (uint32_t, pid, &children) {
        if (is_own(*pid)) continue;
        any = true;
        end((pid_t)*pid);
    }
    vec_free(&children);
    return any;
}

void leftovers_remove(const char *mark) {
    enum { PAUSE_US = 1000, PATIENCE_US = 200000 };
    for (uint64_t deadline = clock_us() + PATIENCE_US; end_adopted() && clock_us() < deadline;)
        usleep(PAUSE_US);
    folder_remove_marked(mark);
}
