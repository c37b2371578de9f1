/* Teams: messages arrive, places are filled, turns are taken, and nobody is left, however it ends. */
#include "solve/team.h"

#include "base/process.h"
#include "base/stats.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <cmocka.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MEMBERS = 5, SAID_NUMBER = 1, SAID_ENOUGH };

/* What all processes see. */
struct seen {
    _Atomic uint32_t alive, most, started[MEMBERS];
    _Atomic uint64_t worked[MEMBERS];
    _Atomic uint32_t n_written;
    char written[4096];
};

struct course {
    struct seen *seen;
    struct limits *limits;
    struct stats stats;
    void (*member)(struct course *, uint32_t member, int pipe);
    uint32_t heard[MEMBERS], out_of_order;
    enum team_end ends[MEMBERS];
    uint32_t n_ended, ended[MEMBERS];
};

static void work(void *client, uint32_t member, int pipe) {
    struct course *c = client;
    uint32_t alive = ++c->seen->alive;
    if (alive > c->seen->most) c->seen->most = alive;
    c->seen->started[member]++;
    c->member(c, member, pipe);
    c->seen->alive--;
}

static bool receive(void *client, uint32_t member, const struct wire_message *message) {
    struct course *c = client;
    if (message->kind == SAID_ENOUGH) return true;
    c->out_of_order += message->number != c->heard[member];
    c->heard[member]++;
    return false;
}

static bool ended(void *client, uint32_t member, enum team_end how) {
    struct course *c = client;
    c->ends[member] = how;
    c->ended[c->n_ended++] = member;
    return false;
}

static void run_with(struct course *c, uint32_t members, uint32_t jobs, struct limits *limits,
                     const struct team *hooks) {
    struct team team = {.members = members,
                        .jobs = jobs,
                        .limits = limits,
                        .stats = &c->stats,
                        .client = c,
                        .work = work,
                        .receive = receive,
                        .ended = ended,
                        .got_on = hooks->got_on,
                        .is_concluding = hooks->is_concluding};
    c->limits = limits;
    c->seen = mmap(NULL, sizeof *c->seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(c->seen != MAP_FAILED);
    assert_true(team_run(&team));
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, 0), -1); /* nobody is left */
    assert_int_equal(errno, ECHILD);
}

static void run(struct course *c, uint32_t members, uint32_t jobs, struct limits *limits) {
    run_with(c, members, jobs, limits, &(struct team){0});
}

static void finish(struct course *c) {
    munmap(c->seen, sizeof *c->seen);
}

static struct limits no_limits(void) {
    struct limits limits;
    limits_init(&limits, 0);
    return limits;
}

static void count_to_thousand(struct course *c, uint32_t member, int pipe) {
    (void)c, (void)member;
    for (uint64_t i = 0; i < 1000; i++)
        wire_send(pipe, (struct wire_message){.kind = SAID_NUMBER, .number = i});
}

static void all_that_is_said_is_heard(void **state) {
    (void)state;
    struct course c = {.member = count_to_thousand};
    struct limits limits = no_limits();
    run(&c, MEMBERS, 2, &limits);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(c.heard[i], 1000);
        assert_int_equal(c.seen->started[i], 1);
        assert_int_equal(c.ends[i], TEAM_ENDED);
    }
    assert_int_equal(c.out_of_order, 0);
    assert_int_equal(c.n_ended, MEMBERS);
    finish(&c);
}

static void nap(struct course *c, uint32_t member, int pipe) {
    (void)c, (void)member, (void)pipe;
    usleep(150000);
}

static void there_are_as_many_as_there_are_places(void **state) {
    (void)state;
    struct course c = {.member = nap};
    struct limits limits = no_limits();
    run(&c, MEMBERS, 3, &limits);
    assert_int_equal(c.seen->most, 3);
    assert_int_equal(c.n_ended, MEMBERS);
    finish(&c);
}

static void break_off(struct course *c, uint32_t member, int pipe) {
    count_to_thousand(c, member, pipe);
    if (member == 1) kill(getpid(), SIGKILL);
    if (member == 2) _exit(3);
    if (member == 3) _exit(MEM_EXIT);
}

static void who_breaks_off_takes_nobody_along(void **state) {
    (void)state;
    static const enum team_end ends[MEMBERS] = {TEAM_ENDED, TEAM_FAILED, TEAM_FAILED, TEAM_MEMORY,
                                                TEAM_ENDED};
    struct course c = {.member = break_off};
    struct limits limits = no_limits();
    run(&c, MEMBERS, 2, &limits);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(c.heard[i], 1000);
        assert_int_equal(c.ends[i], ends[i]);
    }
    finish(&c);
}

static void wait_but_for_the_third(struct course *c, uint32_t member, int pipe) {
    (void)c;
    if (member == 2) wire_send(pipe, (struct wire_message){.kind = SAID_ENOUGH});
    for (;;) pause();
}

static void one_word_ends_them_all(void **state) {
    (void)state;
    struct course c = {.member = wait_but_for_the_third};
    struct limits limits = no_limits();
    run(&c, MEMBERS, MEMBERS, &limits);
    assert_int_equal(c.seen->started[2], 1);
    finish(&c);
}

static void limits_end_them_all(void **state) {
    (void)state;
    for (uint32_t jobs = 1; jobs <= 2; jobs++) {
        struct course c = {.member = wait_but_for_the_third};
        struct limits limits;
        limits_init(&limits, 0.3);
        uint64_t start = clock_us();
        run(&c, 2, jobs, &limits);
        assert_int_equal(limits_reason(&limits), STOP_TIMEOUT);
        assert_true(clock_us() - start >= 300000);
        finish(&c);
    }
}

static void keep_counting(struct course *c, uint32_t member, int pipe) {
    (void)pipe;
    for (;;) {
        c->seen->worked[member]++;
        limits_spend(c->limits, 100);
    }
}

static void two_take_turns_with_one_place(void **state) {
    (void)state;
    struct course c = {.member = keep_counting};
    struct limits limits;
    limits_init(&limits, 1);
    run(&c, MEMBERS, 1, &limits);
    assert_true(c.seen->worked[0] > 0);
    assert_true(c.seen->worked[1] > 0);
    assert_int_equal(c.seen->started[2], 0);
    finish(&c);
}

/* Each adds its letter after so much work; the third time that it is the second one's turn, that is enough. */
static void write_down(struct course *c, uint32_t member, int pipe) {
    for (uint32_t letters = 0;; letters++) {
        uint32_t at = c->seen->n_written++;
        if (at < sizeof c->seen->written) c->seen->written[at] = (char)('a' + member);
        if (member == 1 && letters == 400) wire_send(pipe, (struct wire_message){.kind = SAID_ENOUGH});
        limits_spend(c->limits, 10000);
    }
}

static void turns_are_the_same_each_time(void **state) {
    (void)state;
    char before[sizeof((struct seen *)0)->written] = "";
    for (int i = 0; i < 3; i++) {
        struct course c = {.member = write_down};
        struct limits limits = no_limits();
        run(&c, 2, 1, &limits);
        char *enough = NULL;
        for (uint32_t k = 0, b = 0; k < sizeof before && !enough; k++)
            if ((b += c.seen->written[k] == 'b') == 401) enough = &c.seen->written[k];
        assert_non_null(enough);
        size_t length = (size_t)(enough - c.seen->written);
        assert_in_range(length, 700, 1200); /* about as many of both */
        assert_in_range(c.stats.portfolio_turns, 5, 12);
        assert_int_equal(c.stats.portfolio_interrupted, 0);
        if (i) assert_memory_equal(before, c.seen->written, length);
        memcpy(before, c.seen->written, sizeof before);
        finish(&c);
    }
}

static void keep_silent(struct course *c, uint32_t member, int pipe) {
    if (member) wire_send(pipe, (struct wire_message){.kind = SAID_ENOUGH});
    for (;;) c->seen->worked[member]++;
}

static void who_does_not_count_its_work_is_stopped(void **state) {
    (void)state;
    struct course c = {.member = keep_silent};
    struct limits limits;
    limits_init(&limits, 60);
    run(&c, 2, 1, &limits);
    assert_int_equal(limits_reason(&limits), STOP_NONE); /* the second one had its turn */
    assert_int_equal(c.stats.portfolio_interrupted, 1);
    assert_true(c.seen->worked[0] > 0);
    finish(&c);
}

static void work_a_little(struct course *c, uint32_t member, int pipe) {
    if (member) keep_counting(c, member, pipe);
}

static void who_ends_makes_room(void **state) {
    (void)state;
    struct course c = {.member = work_a_little};
    struct limits limits;
    limits_init(&limits, 1);
    run(&c, MEMBERS, 1, &limits);
    assert_true(c.seen->worked[1] > 0);
    assert_true(c.seen->worked[2] > 0); /* its turn comes, with the first one gone */
    assert_int_equal(c.seen->started[3], 0);
    finish(&c);
}

static void grow(struct course *c, uint32_t member, int pipe) {
    (void)c, (void)pipe;
    enum { STEP = 1 << 20, STEPS = 60 };
    for (int i = 0; i < STEPS; i++) {
        memset(mem_new_array(char, STEP), 1, STEP);
        usleep(10000);
    }
    usleep(member == 0 ? 4000000 : 1000000); /* the others begin a while later */
}

static uint64_t third_got_on(void *client, uint32_t member) {
    (void)client;
    return member == 2 ? 2 : 1;
}

static bool second_concludes(void *client, uint32_t member) {
    (void)client;
    return member == 1;
}

/* All three of them grow; there is memory for two. Who goes? */
static void goes_for_want_of_memory(uint32_t who, const struct team *hooks) {
    struct course c = {.member = grow};
    struct limits limits = no_limits();
    process_bound_memory(UINT64_C(180) << 20);
    run_with(&c, 3, 3, &limits, hooks);
    process_bound_memory(0);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(c.ends[i], i == who ? TEAM_MEMORY : TEAM_ENDED);
    finish(&c);
}

static void the_least_promising_goes_for_want_of_memory(void **state) {
    (void)state;
    goes_for_want_of_memory(2, &(struct team){0});
    goes_for_want_of_memory(1, &(struct team){.got_on = third_got_on});
    goes_for_want_of_memory(2, &(struct team){.got_on = third_got_on, .is_concluding = second_concludes});
}

static void there_is_a_processor(void **state) {
    (void)state;
    assert_in_range(team_processors(), 1, 1 << 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_is_said_is_heard),
        cmocka_unit_test(there_are_as_many_as_there_are_places),
        cmocka_unit_test(who_breaks_off_takes_nobody_along),
        cmocka_unit_test(one_word_ends_them_all),
        cmocka_unit_test(limits_end_them_all),
        cmocka_unit_test(two_take_turns_with_one_place),
        cmocka_unit_test(turns_are_the_same_each_time),
        cmocka_unit_test(who_does_not_count_its_work_is_stopped),
        cmocka_unit_test(who_ends_makes_room),
        cmocka_unit_test(the_least_promising_goes_for_want_of_memory),
        cmocka_unit_test(there_is_a_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
