#define _GNU_SOURCE /* pipe2 */
#include "replay/process.h"

#include "base/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST = 1 << 16 };

typedef VEC(const char *) words;

/* Ours, but for TMPDIR: `entry` is its setting. */
static void environment(words *out, const char *entry) {
    static const char name[] = "TMPDIR=";
    for (char **e = environ; e && *e; e++)
        if (strncmp(*e, name, sizeof name - 1) != 0) vec_push(out, *e);
    vec_push(out, entry);
    vec_push(out, NULL);
}

/* In a process group of its own, so that it can be killed with its children. */
static int start(pid_t *id, const char *const *arguments, const char *const *settings, int *output) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC)) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int error = posix_spawnp(id, arguments[0], &actions, &attributes, (char *const *)arguments,
                             (char *const *)settings);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    *output = pipes[0];
    if (error) close(pipes[0]);
    return error;
}

int process_call(const char *const *arguments, const char *folder, struct text *said, struct limits *limits) {
    pid_t id;
    int output = -1, state = 0;
    words settings = {0};
    char *temporary = mem_format("TMPDIR=%s", folder);
    environment(&settings, temporary);
    int error = start(&id, arguments, settings.data, &output);
    vec_free(&settings);
    mem_free(temporary);
    if (error) {
        text_format(said, "%s cannot be run: %s", arguments[0], strerror(error));
        return -1;
    }
    bool complete = pipe_collect(output, said, MOST, 0, limits);
    if (!complete) kill(-id, SIGKILL);
    close(output);
    while (waitpid(id, &state, 0) < 0 && errno == EINTR) {
    }
    if (complete && WIFEXITED(state)) return WEXITSTATUS(state);
    text_clear(said);
    text_format(said, complete ? "%s was killed" : "the limits ran out while %s ran", arguments[0]);
    return -1;
}
