#define _GNU_SOURCE /* fopencookie */
#include "cli/outlet.h"

#include "base/clock.h"
#include "base/text.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

/* Bytes for one descriptor. */
struct portion {
    int target;
    struct text text;
};

static struct {
    bool open, ending;
    pthread_t writer;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    VEC(struct portion) queue; /* what the writer has not taken */
    int failure;               /* errno of standard output; 0: none */
    FILE *direct[2];           /* `stdout` and `stderr` as they were */
    FILE *queued[2];
    int targets[2];
} outlet = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .targets = {1, 2}};

enum {
    AGAIN_US = 200000, /* between two looks whether somebody reads, once it is late */
    MOST_ALARMS = 25
};
static volatile sig_atomic_t settled = 3, alarms;

static void write_portion(const struct portion *portion) {
    const char *next = portion->text.data;
    for (size_t left = portion->text.size; left;) {
        ssize_t put = write(portion->target, next, left);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) {
            if (portion->target == STDOUT_FILENO && !outlet.failure) outlet.failure = errno;
            return;
        }
        next += put;
        left -= (size_t)put;
    }
}

static void *write_all(void *nothing) {
    (void)nothing;
    pthread_mutex_lock(&outlet.lock);
    for (;;) {
        while (!outlet.queue.size && !outlet.ending) pthread_cond_wait(&outlet.changed, &outlet.lock);
        if (!outlet.queue.size) break;
        __typeof__(outlet.queue) taken = outlet.queue;
        memset(&outlet.queue, 0, sizeof outlet.queue);
        pthread_mutex_unlock(&outlet.lock);
        vec_each (struct portion, portion, &taken) {
            write_portion(portion);
            text_fini(&portion->text);
        }
        vec_free(&taken);
        pthread_mutex_lock(&outlet.lock);
    }
    pthread_mutex_unlock(&outlet.lock);
    return NULL;
}

/* The stream's own way of writing. */
static ssize_t enqueue(void *target, const char *bytes, size_t size) {
    struct portion portion = {.target = *(int *)target};
    text_bytes(&portion.text, bytes, size);
    pthread_mutex_lock(&outlet.lock);
    vec_push(&outlet.queue, portion);
    pthread_cond_signal(&outlet.changed);
    pthread_mutex_unlock(&outlet.lock);
    return (ssize_t)size;
}

/* Signals are the first thread's, but for that of a pipe without reader, which ends the process as it always did. */
static bool start_writer(void) {
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGPIPE);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = !pthread_create(&outlet.writer, NULL, write_all, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* Where the system has no thread, or no memory, writing stays as it is. */
void outlet_open(void) {
    const cookie_io_functions_t way = {.write = enqueue};
    if (outlet.open) return;
    fflush(stdout);
    for (int i = 0; i < 2; i++) outlet.queued[i] = fopencookie(&outlet.targets[i], "w", way);
    outlet.ending = false;
    outlet.open = outlet.queued[0] && outlet.queued[1] && start_writer();
    if (!outlet.open) {
        for (int i = 0; i < 2; i++)
            if (outlet.queued[i]) fclose(outlet.queued[i]);
        return;
    }
    setvbuf(outlet.queued[1], NULL, _IONBF, 0);
    outlet.direct[0] = stdout;
    outlet.direct[1] = stderr;
    stdout = outlet.queued[0];
    stderr = outlet.queued[1];
}

/* Whether a reader of standard output or error takes nothing now. */
static bool is_stalled(void) {
    struct pollfd ends[] = {{.fd = STDOUT_FILENO, .events = POLLOUT},
                            {.fd = STDERR_FILENO, .events = POLLOUT}};
    if (poll(ends, 2, 0) < 0) return false;
    return !ends[0].revents || !ends[1].revents;
}

/* Where readers take what comes it is the machine that is slow, and what is left will be said; a call that waits for a
 * reader of another file is interrupted, for the signal is not one that restarts calls. */
static void expire(int signal) {
    (void)signal;
    int kept = errno;
    if (is_stalled() || ++alarms > MOST_ALARMS) _exit(settled);
    errno = kept;
}

void outlet_expire(uint64_t at_us) {
    uint64_t now = clock_us(), left = at_us > now ? at_us - now : 1;
    const uint64_t most = UINT64_C(1000000) * 100000000; /* three years */
    if (left > most) return;
    struct sigaction action = {.sa_handler = expire};
    struct itimerval timer = {.it_value = {(time_t)(left / 1000000), (suseconds_t)(left % 1000000)},
                              .it_interval = {0, AGAIN_US}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

void outlet_settle(int status) {
    settled = status;
}

int outlet_finish(void) {
    errno = 0;
    if (fflush(stdout) || ferror(stdout)) return errno ? errno : EIO;
    if (!outlet.open) return 0;
    pthread_mutex_lock(&outlet.lock);
    outlet.ending = true;
    pthread_cond_signal(&outlet.changed);
    pthread_mutex_unlock(&outlet.lock);
    pthread_join(outlet.writer, NULL);
    stdout = outlet.direct[0];
    stderr = outlet.direct[1];
    for (int i = 0; i < 2; i++) fclose(outlet.queued[i]);
    outlet.open = false;
    return outlet.failure;
}
