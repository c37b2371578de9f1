#define _GNU_SOURCE /* pipe2, sched_getaffinity */
#include "solve/team.h"

#include "base/folder.h"
#include "base/process.h"
#include "base/stats.h"
#include "base/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ALONE_CPU_US = 100000, /* the first member works by itself until it has had so much of a processor, */
    ALONE_US = 2000000,    /* or so much time has passed */
    TICK_MS = 20,          /* between two looks at everything */
    TURN_WORK = 500000,    /* the first turn of those that take turns (limits_spend) */
    LATER_TURNS = 32,      /* the longest turn, in first turns */
    SLOWER = 4,    /* a turn ends by force after so many times the processor time that it should take, */
    SLEEPIER = 20, /* or so many times the time */
    MEMORY_POLL_US = 10000, /* between two looks at the memory, at least; */
    MEMORY_SHARE = 8,       /* and so many times as long as a look takes */
    MEMORY_PERCENT = 85     /* of what is allowed: from there on somebody has to go */
};

/* RESTING: it has done its turn's work and waits for more; PAUSED: it was stopped in the midst of it. */
enum state { WAITING, WORKING, RESTING, PAUSED, GONE };

/* What a member's process says to the team, not to the client. */
static const uint32_t my_turn_is_over = UINT32_MAX;

struct place {
    enum state state;
    pid_t process;
    int pipe;   /* what it says */
    int orders; /* how much work it may do, 64 bits each time; -1: as much as it likes */
    struct wire_inbox inbox;
    bool killed; /* for want of memory */
};

struct squad {
    const struct team *plan;
    struct place *places; /* [0..members[ */
    uint64_t started_us;
    /* Turns. */
    uint32_t turn_of, last_other;
    uint64_t turn_work;
    uint64_t turn_began_us, turn_began_cpu_us; /* of the processor: what the member had used by then */
    /* Memory. */
    struct tree_memory memory;
    uint64_t next_memory_us;
    bool done, failed;
    char mark[48]; /* of the folders that members make, which outlive those that are killed */
};

/* ---- members ---- */

static bool takes_turns(const struct squad *s) {
    return s->plan->jobs == 1 && s->plan->members > 1;
}

/* In a member's process. */
struct member_turn {
    struct turn turn;
    int pipe, orders;
};

static void await_orders(struct member_turn *t) {
    ssize_t size;
    while ((size = read(t->orders, &t->turn.left, sizeof t->turn.left)) < 0 && errno == EINTR) {
    }
    if (size != sizeof t->turn.left) _exit(0); /* the team is gone */
}

static void turn_is_over(struct turn *turn) {
    struct member_turn *t = (struct member_turn *)turn;
    wire_send(t->pipe, (struct wire_message){.kind = my_turn_is_over});
    await_orders(t);
}

static _Noreturn void be_member(const struct squad *s, uint32_t member, int pipe, int orders) {
    struct member_turn turn = {{0, turn_is_over}, pipe, orders};
    for (uint32_t i = 0; i < s->plan->members; i++) {
        if (s->places[i].pipe >= 0) close(s->places[i].pipe);
        if (s->places[i].orders >= 0) close(s->places[i].orders);
    }
    folder_mark_too(s->mark);
    if (orders >= 0) {
        await_orders(&turn);
        s->plan->limits->turn = &turn.turn;
    }
    s->plan->work(s->plan->client, member, pipe);
    _exit(0); /* without freeing: the memory goes with the process */
}

static void close_ends(int ends[2]) {
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
}

static bool start(struct squad *s, uint32_t member) {
    struct place *place = &s->places[member];
    int says[2] = {-1, -1}, told[2] = {-1, -1};
    bool good = !pipe2(says, O_CLOEXEC) &&
                (!takes_turns(s) || !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, told));
    fflush(NULL);
    pid_t process = good ? process_fork(SIGKILL) : -1;
    if (process < 0) {
        close_ends(says);
        close_ends(told);
        return false;
    }
    if (!process) {
        close(says[0]);
        if (told[1] >= 0) close(told[1]);
        be_member(s, member, says[1], told[0]);
    }
    close(says[1]);
    if (told[0] >= 0) close(told[0]);
    fcntl(says[0], F_SETFL, O_NONBLOCK);
    place->pipe = says[0];
    place->orders = told[1];
    place->process = process;
    place->state = takes_turns(s) ? RESTING : WORKING;
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
        if (message.kind == my_turn_is_over)
            s->places[member].state = RESTING;
        else
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
    if (place->orders >= 0) close(place->orders);
    place->pipe = place->orders = -1;
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

/* Microseconds of the processor; 0: not known. */
static uint64_t cpu_us(const struct place *place) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(place->process, &clock) || clock_gettime(clock, &used)) return 0;
    return (uint64_t)used.tv_sec * 1000000 + (uint64_t)used.tv_nsec / 1000;
}

static bool is_here(const struct place *place) {
    return place->state == WORKING || place->state == RESTING || place->state == PAUSED;
}

static uint32_t count_here(const struct squad *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->plan->members; i++) n += is_here(&s->places[i]);
    return n;
}

/* The next one after the last that was not the first member, who is not gone; a new one only if there are no two that
 * can take turns. 0: there is none. */
static uint32_t next_other(const struct squad *s) {
    bool enough = count_here(s) >= 2;
    for (uint32_t k = 1; k <= s->plan->members; k++) {
        uint32_t i = (s->last_other + k) % s->plan->members;
        if (i && (is_here(&s->places[i]) || (s->places[i].state == WAITING && !enough))) return i;
    }
    return 0;
}

/* Who was stopped in the midst of a turn goes on with that. */
static void begin_turn(struct squad *s, uint32_t member) {
    struct place *place = &s->places[member];
    if (place->state == WAITING) s->failed |= !start(s, member);
    if (place->state == RESTING) send(place->orders, &s->turn_work, sizeof s->turn_work, MSG_NOSIGNAL);
    if (is_here(place)) {
        kill(place->process, SIGCONT); /* it may have ended its turn just when it was stopped */
        place->state = WORKING;
    }
    s->plan->stats->portfolio_turns++;
    s->turn_of = member;
    s->turn_began_us = clock_us();
    s->turn_began_cpu_us = cpu_us(place);
}

/* Work is counted where most of it is done, not everywhere, and nothing interrupts a solver's question after a given
 * amount of it. */
static bool takes_too_long(const struct squad *s) {
    const struct place *place = &s->places[s->turn_of];
    if (s->plan->is_concluding && s->plan->is_concluding(s->plan->client, s->turn_of)) return false;
    uint64_t used = cpu_us(place);
    return (used > s->turn_began_cpu_us && used - s->turn_began_cpu_us > SLOWER * s->turn_work) ||
           clock_us() - s->turn_began_us > SLEEPIER * s->turn_work;
}

/* First, other, first, other, ... */
static void take_turns(struct squad *s) {
    struct place *current = &s->places[s->turn_of];
    if (current->state == WORKING) {
        if (!takes_too_long(s)) return;
        kill(current->process, SIGSTOP);
        current->state = PAUSED;
        s->plan->stats->portfolio_interrupted++;
    }
    uint32_t next = s->turn_of && s->places[0].state != GONE ? 0 : next_other(s);
    if (next) s->last_other = next;
    if (!next && s->turn_work < (uint64_t)TURN_WORK * LATER_TURNS) s->turn_work *= 2;
    begin_turn(s, next);
}

/* What is easy is over by then, whatever else the machine has to do. */
static bool is_first_alone(const struct squad *s) {
    const struct place *first = &s->places[0];
    if (first->state != WORKING || clock_us() - s->started_us >= ALONE_US) return false;
    return cpu_us(first) < ALONE_CPU_US;
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

/* Whether i is more promising than k, who joined later: team.h. */
static bool is_better(const struct squad *s, uint32_t i, uint32_t k) {
    const struct team *t = s->plan;
    bool i_concludes = t->is_concluding && t->is_concluding(t->client, i),
         k_concludes = t->is_concluding && t->is_concluding(t->client, k);
    if (i_concludes != k_concludes) return i_concludes;
    return i == 0 || !t->got_on || t->got_on(t->client, i) >= t->got_on(t->client, k);
}

static struct place *least_promising(const struct squad *s) {
    uint32_t worst = s->plan->members;
    for (uint32_t i = s->plan->members; i-- > 0;)
        if (is_here(&s->places[i]) && (worst == s->plan->members || !is_better(s, i, worst))) worst = i;
    return &s->places[worst];
}

/* The system needs a moment to take the memory of who was killed back. */
static bool somebody_is_going(const struct squad *s) {
    for (uint32_t i = 0; i < s->plan->members; i++)
        if (is_here(&s->places[i]) && s->places[i].killed) return true;
    return false;
}

/* Somebody has to go when all together come close to the limit. */
static void look_at_memory(struct squad *s) {
    uint64_t limit_kb = process_memory_bound() >> 10, now = clock_us();
    if (!limit_kb || now < s->next_memory_us || count_here(s) < 2) return;
    uint64_t enough = limit_kb / 100 * MEMORY_PERCENT, used = tree_memory_kb(&s->memory, enough);
    uint64_t took = clock_us() - now;
    s->next_memory_us = now + (took * MEMORY_SHARE > MEMORY_POLL_US ? took * MEMORY_SHARE : MEMORY_POLL_US);
    if (used <= enough || somebody_is_going(s)) return;
    struct place *place = least_promising(s);
    place->killed = true;
    kill(place->process, SIGKILL);
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
    return !count_here(s) && (s->failed || !count(s, WAITING));
}

bool team_run(const struct team *plan) {
    struct squad s = {.plan = plan, .started_us = clock_us(), .turn_work = TURN_WORK};
    struct pollfd *waits = mem_new_array(struct pollfd, plan->members);
    uint32_t *whose = mem_new_array(uint32_t, plan->members);
    snprintf(s.mark, sizeof s.mark, "team%ld-%llx", (long)getpid(), (unsigned long long)s.started_us);
    s.places = mem_new_array(struct place, plan->members);
    for (uint32_t i = 0; i < plan->members; i++) s.places[i].pipe = s.places[i].orders = -1;
    bool started = start(&s, 0);
    if (started && takes_turns(&s)) begin_turn(&s, 0);
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
