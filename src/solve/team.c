#define _GNU_SOURCE /* pipe2, sched_getaffinity */
#include "solve/team.h"

#include "base/folder.h"
#include "base/process.h"
#include "base/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ALONE_CPU_US = 100000,  /* the first member works by itself until it has had so much of a processor, */
    ALONE_US = 2000000,     /* or so much time has passed */
    TICK_MS = 20,           /* between two looks at everything */
    TURN_US = 500000,       /* the first turn of those that take turns */
    LATER_TURNS = 32,       /* the longest turn, in first turns */
    MEMORY_POLL_US = 10000, /* between two looks at the memory, at least; */
    MEMORY_SHARE = 8,       /* and so many times as long as a look takes */
    MEMORY_PERCENT = 85     /* of what is allowed: from there on somebody has to go */
};

enum state { WAITING, WORKING, PAUSED, GONE };

struct place {
    enum state state;
    pid_t process;
    int pipe;
    struct wire_inbox inbox;
    bool killed; /* for want of memory */
};

struct squad {
    const struct team *plan;
    struct place *places; /* [0..members[ */
    uint64_t started_us;
    /* Turns. */
    uint32_t turn_of, last_other;
    uint64_t turn_us, turn_ends_us;
    /* Memory. */
    struct tree_memory memory;
    uint64_t next_memory_us;
    bool done, failed;
    char mark[48]; /* of the folders that members make, which outlive those that are killed */
};

/* ---- members ---- */

static _Noreturn void be_member(const struct squad *s, uint32_t member, int pipe) {
    for (uint32_t i = 0; i < s->plan->members; i++)
        if (s->places[i].pipe >= 0) close(s->places[i].pipe);
    folder_mark_too(s->mark);
    s->plan->work(s->plan->client, member, pipe);
    _exit(0); /* without freeing: the memory goes with the process */
}

static bool start(struct squad *s, uint32_t member) {
    struct place *place = &s->places[member];
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return false;
    fflush(NULL);
    pid_t process = process_fork(SIGKILL);
    if (process < 0) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    if (!process) {
        close(ends[0]);
        be_member(s, member, ends[1]);
    }
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    place->pipe = ends[0];
    place->process = process;
    place->state = WORKING;
    return true;
}

static uint32_t count(const struct squad *s, enum state state) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->plan->members; i++) n += s->places[i].state == state;
    return n;
}

static void deliver(struct squad *s, uint32_t member) {
    struct wire_message message;
    while (!s->done && wire_take(&s->places[member].inbox, &message))
        s->done = s->plan->receive(s->plan->client, member, &message);
}

static enum team_end how(const struct place *place, int status) {
    if (place->killed || (WIFEXITED(status) && WEXITSTATUS(status) == MEM_EXIT)) return TEAM_MEMORY;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return TEAM_ENDED;
    return TEAM_FAILED;
}

/* All that it said has been delivered. */
static void bury(struct squad *s, uint32_t member) {
    struct place *place = &s->places[member];
    int status = 0;
    while (waitpid(place->process, &status, 0) < 0 && errno == EINTR) {
    }
    close(place->pipe);
    place->pipe = -1;
    place->state = GONE;
    wire_fini(&place->inbox);
    if (!s->done) s->done = s->plan->ended(s->plan->client, member, how(place, status));
}

static void listen_to(struct squad *s, uint32_t member) {
    bool more = wire_read(&s->places[member].inbox, s->places[member].pipe);
    deliver(s, member);
    if (!more) bury(s, member);
}

/* ---- who works ---- */

static void pause_member(struct place *place) {
    kill(place->process, SIGSTOP);
    place->state = PAUSED;
}

static void resume(struct place *place) {
    kill(place->process, SIGCONT);
    place->state = WORKING;
}

static bool takes_turns(const struct squad *s) {
    return s->plan->jobs == 1 && s->plan->members > 1;
}

/* The next one after the last that was not the first member, who is not gone; a new one only if there are no two that
 * can take turns. 0: there is none. */
static uint32_t next_other(const struct squad *s) {
    bool enough = count(s, WORKING) + count(s, PAUSED) >= 2;
    for (uint32_t k = 1; k <= s->plan->members; k++) {
        uint32_t i = (s->last_other + k) % s->plan->members;
        enum state state = s->places[i].state;
        if (i && (state == PAUSED || state == WORKING || (state == WAITING && !enough))) return i;
    }
    return 0;
}

static void begin_turn(struct squad *s, uint32_t member) {
    struct place *place = &s->places[member];
    s->turn_of = member;
    s->turn_ends_us = clock_us() + s->turn_us;
    if (place->state == WAITING)
        s->failed |= !start(s, member);
    else if (place->state == PAUSED)
        resume(place);
}

/* First, other, first, other, ... */
static void take_turns(struct squad *s) {
    struct place *current = &s->places[s->turn_of];
    if (current->state == WORKING) {
        if (clock_us() < s->turn_ends_us) return;
        if (s->plan->is_concluding && s->plan->is_concluding(s->plan->client, s->turn_of)) return;
    }
    uint32_t next = s->turn_of && s->places[0].state != GONE ? 0 : next_other(s);
    if (next) s->last_other = next;
    if (next != s->turn_of && current->state == WORKING) pause_member(current);
    if (!next && s->turn_us < (uint64_t)TURN_US * LATER_TURNS) s->turn_us *= 2;
    begin_turn(s, next);
}

/* What is easy is over by then, whatever else the machine has to do. */
static bool is_first_alone(const struct squad *s) {
    const struct place *first = &s->places[0];
    clockid_t clock;
    struct timespec used;
    if (first->state != WORKING || clock_us() - s->started_us >= ALONE_US) return false;
    if (clock_getcpuclockid(first->process, &clock) || clock_gettime(clock, &used)) return false;
    return (uint64_t)used.tv_sec * 1000000 + (uint64_t)used.tv_nsec / 1000 < ALONE_CPU_US;
}

/* Fills the places: in the beginning only the first. */
static void fill(struct squad *s) {
    if (is_first_alone(s)) return;
    uint32_t working = count(s, WORKING);
    for (uint32_t i = 0; i < s->plan->members && working < s->plan->jobs && !s->failed; i++) {
        if (s->places[i].state != WAITING) continue;
        s->failed |= !start(s, i);
        working++;
    }
}

/* ---- memory ---- */

/* Somebody has to go when all together come close to the limit: who joined last. */
static void look_at_memory(struct squad *s) {
    uint64_t limit_kb = process_memory_bound() >> 10, now = clock_us();
    if (!limit_kb || now < s->next_memory_us || count(s, WORKING) + count(s, PAUSED) < 2) return;
    uint64_t enough = limit_kb / 100 * MEMORY_PERCENT, used = tree_memory_kb(&s->memory, enough);
    uint64_t took = clock_us() - now;
    s->next_memory_us = now + (took * MEMORY_SHARE > MEMORY_POLL_US ? took * MEMORY_SHARE : MEMORY_POLL_US);
    if (used <= enough) return;
    for (uint32_t i = s->plan->members; i-- > 0;) {
        struct place *place = &s->places[i];
        if (place->state != WORKING && place->state != PAUSED) continue;
        if (place->killed) return; /* the system needs a moment to take its memory back */
        place->killed = true;
        kill(place->process, SIGKILL);
        return;
    }
}

/* ---- the whole ---- */

static void wait_for_members(struct squad *s, struct pollfd *waits, uint32_t *whose) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->plan->members; i++)
        if (s->places[i].pipe >= 0) {
            waits[n] = (struct pollfd){.fd = s->places[i].pipe, .events = POLLIN};
            whose[n++] = i;
        }
    if (poll(waits, n, TICK_MS) < 0) return;
    for (uint32_t i = 0; i < n && !s->done; i++)
        if (waits[i].revents) listen_to(s, whose[i]);
}

static void end_all(struct squad *s) {
    for (uint32_t i = 0; i < s->plan->members; i++)
        if (s->places[i].pipe >= 0) kill(s->places[i].process, SIGKILL);
    s->done = true;
    for (uint32_t i = 0; i < s->plan->members; i++)
        if (s->places[i].pipe >= 0) bury(s, i);
}

static bool is_over(const struct squad *s) {
    if (s->done || limits_stopped_slow(s->plan->limits)) return true;
    return !count(s, WORKING) && !count(s, PAUSED) && (s->failed || !count(s, WAITING));
}

bool team_run(const struct team *plan) {
    struct squad s = {.plan = plan, .started_us = clock_us(), .turn_us = TURN_US};
    struct pollfd *waits = mem_new_array(struct pollfd, plan->members);
    uint32_t *whose = mem_new_array(uint32_t, plan->members);
    snprintf(s.mark, sizeof s.mark, "team%ld-%llx", (long)getpid(), (unsigned long long)s.started_us);
    s.places = mem_new_array(struct place, plan->members);
    for (uint32_t i = 0; i < plan->members; i++) s.places[i].pipe = -1;
    bool started = start(&s, 0);
    s.turn_ends_us = s.started_us + s.turn_us;
    while (started && !is_over(&s)) {
        if (takes_turns(&s))
            take_turns(&s);
        else
            fill(&s);
        wait_for_members(&s, waits, whose);
        look_at_memory(&s);
        if (!s.done && plan->tick) s.done = plan->tick(plan->client);
    }
    end_all(&s);
    folder_remove_marked(s.mark);
    mem_free(s.places);
    mem_free(whose);
    mem_free(waits);
    return started;
}
