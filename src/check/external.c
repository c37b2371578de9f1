#define _GNU_SOURCE /* pipe2 */
#include "check/external.h"

#include "base/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ANSWER = 4096 };

struct process {
    pid_t id;
    int output; /* its standard output and error */
};

/* A file without a name that holds the script; -1: it cannot be made. */
static int script_file(const struct text *script) {
    FILE *file = tmpfile();
    if (!file) return -1;
    size_t written = fwrite(script->data, 1, script->size, file);
    int copy = written == script->size && fflush(file) == 0 ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 3) : -1;
    fclose(file);
    if (copy >= 0 && lseek(copy, 0, SEEK_SET) != 0) {
        close(copy);
        return -1;
    }
    return copy;
}

static int spawn(struct process *p, char *const *arguments, int input) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC)) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 2);
    int error = posix_spawnp(&p->id, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    p->output = pipes[0];
    if (error) close(pipes[0]);
    return error;
}

static enum check_result read_answer(const struct text *answer, struct text *why) {
    const char *said = answer->data ? answer->data : "";
    if (!strcmp(said, "unsat\n")) return CHECK_ACCEPTED;
    if (!strcmp(said, "sat\n")) return CHECK_REJECTED;
    text_format(why, "cvc5 gives no answer: %.*s", (int)strcspn(said, "\n"), said);
    return CHECK_UNDECIDED;
}

enum check_result external_cvc5(const struct text *script, struct limits *limits, struct text *why) {
    char *const arguments[] = {"cvc5", "-q", "--lang", "smt2", "-", NULL};
    struct process p;
    int input = script_file(script);
    int error = input < 0 ? errno : spawn(&p, arguments, input);
    if (input >= 0) close(input);
    if (error) {
        text_format(why, "cvc5 cannot be run: %s", strerror(error));
        return CHECK_UNDECIDED;
    }
    struct text answer = {0};
    bool complete = pipe_collect(p.output, &answer, ANSWER, 0, limits);
    if (!complete) kill(p.id, SIGKILL);
    close(p.output);
    while (waitpid(p.id, NULL, 0) < 0 && errno == EINTR) {
    }
    enum check_result result = CHECK_UNDECIDED;
    if (complete)
        result = read_answer(&answer, why);
    else
        text_add(why, "the limits ran out");
    text_fini(&answer);
    return result;
}
