/* Random calls of the public library on small models, against a model of what must come.
 *
 *     api_random [--from SEED] [--count N] [--verbose]
 *     api_random --replay FILE
 *
 * A seed determines a script. Scripts are played in a process of their own, so that a crash, or a script that does not
 * end, is a failure like others. What fails is shrunk, printed, and left in api-SEED.script; exit status 1. --replay
 * says each step and leaves the models in the current folder. Without --count: 120 scripts, or 4000 when INDUCT_LONG is
 * set. */
#include "models.h"
#include "play.h"

#include "base/clock.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SCRIPT_SECONDS = 120, SHRINK_TRIES = 150, SHRINK_SECONDS = 120 };

/* What a playing process tells: which script it is at, since when, and what was wrong. */
static struct shared {
    uint64_t seed, since_us;
    struct tally tally;
    char why[1024];
} * shared;
static char scratch[] = "/tmp/induct-api-XXXXXX";

/* Waits for the process, not longer than a script may take. True: it ended well. */
static bool ends_well(pid_t child) {
    int status;
    while (!waitpid(child, &status, WNOHANG)) {
        usleep(2000);
        if (clock_us() - shared->since_us < SCRIPT_SECONDS * UINT64_C(1000000)) continue;
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        snprintf(shared->why, sizeof shared->why, "step %llu: does not end within %d seconds",
                 (unsigned long long)shared->tally.at, SCRIPT_SECONDS);
        return false;
    }
    if (WIFSIGNALED(status))
        snprintf(shared->why, sizeof shared->why, "step %llu: signal %d",
                 (unsigned long long)shared->tally.at, WTERMSIG(status));
    else if (WEXITSTATUS(status) && !*shared->why)
        snprintf(shared->why, sizeof shared->why, "exit status %d", WEXITSTATUS(status));
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

static bool plays(const script *s, bool verbose, bool keep) {
    shared->since_us = clock_us();
    const char *why = play(s, scratch, verbose, keep, &shared->tally);
    if (why) snprintf(shared->why, sizeof shared->why, "%s", why);
    return !why;
}

static void begin(void) {
    *shared->why = 0;
    shared->since_us = clock_us();
    fflush(NULL);
}

/* The scripts of some seeds in a row, in one process. False: shared->seed is one that fails. */
static bool play_seeds(uint64_t from, uint64_t to, bool verbose) {
    begin();
    pid_t child = fork();
    if (child) return ends_well(child);
    for (uint64_t seed = from; seed < to; seed++) {
        script s = {0};
        script_random(&s, seed);
        shared->seed = seed;
        bool good = plays(&s, verbose, false);
        vec_free(&s);
        if (!good) exit(1);
    }
    known_forget_all();
    exit(0);
}

static bool play_alone(const script *s) {
    begin();
    pid_t child = fork();
    if (child) return ends_well(child);
    if (!freopen("/dev/null", "w", stderr)) exit(1);
    exit(!plays(s, false, false));
}

/* Leaves out ever smaller pieces, as long as what is left fails. */
static void shrink(script *s, char *why, size_t size) {
    unsigned tries = 0;
    uint64_t start = clock_us();
    for (uint32_t piece = s->size / 2; piece; piece /= 2)
        for (uint32_t at = 0; at < s->size && tries < SHRINK_TRIES;) {
            if (clock_us() - start > SHRINK_SECONDS * UINT64_C(1000000)) return;
            script less = {0};
            for (uint32_t i = 0; i < s->size; i++)
                if (i < at || i >= at + piece) vec_push(&less, s->data[i]);
            tries++;
            if (play_alone(&less)) {
                vec_free(&less);
                at += piece;
            } else {
                snprintf(why, size, "%s", shared->why);
                vec_free(s);
                *s = less;
            }
        }
}

static void report(uint64_t seed) {
    char why[sizeof shared->why], path[64];
    snprintf(why, sizeof why, "%s", shared->why);
    printf("# seed %llu: %s\n", (unsigned long long)seed, why);
    script s = {0};
    script_random(&s, seed);
    if (play_alone(&s))
        printf("# alone it does not fail: it takes the seeds before it\n");
    else
        shrink(&s, why, sizeof why);
    struct text text = {0};
    struct messages messages = {0};
    text_format(&text, "# seed %llu: %s\n", (unsigned long long)seed, why);
    script_text(&text, &s);
    fputs(text.data, stdout);
    snprintf(path, sizeof path, "api-%llu.script", (unsigned long long)seed);
    if (text_write_file(&text, path, &messages) == STATUS_OK) printf("# api_random --replay %s\n", path);
    messages_fini(&messages);
    text_fini(&text);
    vec_free(&s);
}

static int replay(const char *path) {
    struct text text = {0};
    struct messages messages = {0};
    script s = {0};
    bool good = text_read_file(&text, path, &messages) == STATUS_OK && script_parse(&s, text.data);
    if (!good) fprintf(stderr, "api_random: %s is no script\n", path);
    good = good && plays(&s, true, true);
    printf("%s\n", good ? "ok" : shared->why);
    messages_fini(&messages);
    text_fini(&text);
    vec_free(&s);
    known_forget_all();
    return !good;
}

static int play_all(uint64_t from, uint64_t count, bool verbose) {
    enum { BATCH = 200, FAILURES = 3 };
    unsigned failures = 0;
    for (uint64_t seed = from; seed < from + count && failures < FAILURES;) {
        uint64_t end = seed + BATCH < from + count ? seed + BATCH : from + count;
        bool good = play_seeds(seed, end, verbose);
        seed = good ? end : shared->seed + 1;
        if (good) continue;
        report(shared->seed);
        failures++;
    }
    const struct tally *t = &shared->tally;
    printf("# %llu steps, %llu runs: %llu safe, %llu unsafe, %llu interrupted, %llu unknown (%llu of them "
           "slow); %llu files judged, %llu accepted\n",
           (unsigned long long)t->steps, (unsigned long long)t->runs, (unsigned long long)t->safe,
           (unsigned long long)t->unsafe, (unsigned long long)t->interrupted, (unsigned long long)t->unknown,
           (unsigned long long)t->slow, (unsigned long long)t->judged, (unsigned long long)t->accepted);
    if (!failures && count >= 50 && (!t->safe || !t->unsafe || !t->interrupted || !t->accepted)) {
        printf("# something that should happen never does\n");
        failures++;
    }
    return failures > 0;
}

int main(int argc, char **argv) {
    uint64_t from = 1, count = getenv("INDUCT_LONG") ? 4000 : 120;
    bool verbose = false;
    const char *file = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verbose"))
            verbose = true;
        else if (!strcmp(argv[i], "--from") && i + 1 < argc)
            from = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--count") && i + 1 < argc)
            count = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--replay") && i + 1 < argc)
            file = argv[++i];
        else {
            fputs("usage: api_random [--from SEED] [--count N] [--verbose] | --replay FILE\n", stderr);
            return 2;
        }
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || !mkdtemp(scratch)) {
        perror("api_random");
        return 2;
    }
    int status = file ? replay(file) : play_all(from, count, verbose);
    if (rmdir(scratch)) printf("# files stay in %s\n", scratch);
    return status;
}
