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

static int start(pid_t *id, const char *const *arguments, int *output) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC)) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 2);
    int error = posix_spawnp(id, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    *output = pipes[0];
    if (error) close(pipes[0]);
    return error;
}

int process_call(const char *const *arguments, struct text *said, struct limits *limits) {
    pid_t id;
    int output = -1, state = 0;
    int error = start(&id, arguments, &output);
    if (error) {
        text_format(said, "%s cannot be run: %s", arguments[0], strerror(error));
        return -1;
    }
    bool complete = pipe_collect(output, said, MOST, 0, limits);
    if (!complete) kill(id, SIGKILL);
    close(output);
    while (waitpid(id, &state, 0) < 0 && errno == EINTR) {
    }
    if (complete && WIFEXITED(state)) return WEXITSTATUS(state);
    text_clear(said);
    text_format(said, complete ? "%s was killed" : "the limits ran out while %s ran", arguments[0]);
    return -1;
}
