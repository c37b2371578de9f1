#include "pdr/goals.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct heard {
    uint32_t property;
    uint64_t number, times;
};

static void listen(void *listener, const struct event *event) {
    struct heard *heard = listener;
    assert_int_equal(event->kind, EVENT_DEPTH);
    heard->property = event->property;
    heard->number = event->number;
    heard->times++;
}

static void levels_are_counted_and_told(void **state) {
    (void)state;
    struct goals g;
    struct heard heard = {0};
    struct events events = {listen, &heard};
    goals_init(&g, 2, 10);
    assert_true(goals_waits(&g, 1, 0));
    goals_note(&g, 1, BLOCK_DONE, &events);
    assert_int_equal(heard.property, 1);
    assert_int_equal(heard.number, 0);
    assert_int_equal(g.list[1].depth, 1);
    assert_false(goals_waits(&g, 1, 0));
    assert_true(goals_waits(&g, 1, 1));
    goals_note(&g, 1, BLOCK_STOPPED, &events);
    goals_note(&g, 1, BLOCK_DECIDED, &events); /* goals_decide was called then; here it was not */
    assert_true(goals_waits(&g, 1, 1));
    assert_int_equal(g.list[1].depth, 1);
    assert_int_equal(heard.times, 1);
    goals_decide(&g, 1);
    assert_false(goals_waits(&g, 1, 1));
    assert_int_equal(g.open, 1);
    goals_fini(&g);
}

static void postponed_goals_resume_together(void **state) {
    (void)state;
    struct goals g;
    goals_init(&g, 3, 10);
    assert_false(goals_over_budget(&g, 10));
    assert_true(goals_over_budget(&g, 11));
    goals_note(&g, 0, BLOCK_POSTPONED, NULL);
    assert_false(goals_waits(&g, 0, 5));
    assert_false(goals_resume(&g)); /* two others have not */
    goals_decide(&g, 1);
    assert_false(goals_resume(&g));
    assert_int_equal(g.budget, 10);
    goals_note(&g, 2, BLOCK_POSTPONED, NULL);
    assert_true(goals_resume(&g));
    assert_true(goals_waits(&g, 0, 5) && goals_waits(&g, 2, 5) && !goals_waits(&g, 1, 5));
    assert_true(g.budget > 10);
    goals_decide(&g, 0);
    assert_false(goals_over_budget(&g, UINT64_MAX)); /* the last one has all the time */
    goals_decide(&g, 2);
    assert_false(goals_resume(&g)); /* nothing is left */
    goals_fini(&g);
}

/* An engine that keeps a record of what it was told. */
struct engine {
    struct goals goals;
    struct frames *frames;
    uint32_t proved_at[4]; /* 0: not */
    uint32_t raised;
    bool excluded[4];
};

static void prove(void *engine, uint32_t property, uint32_t level) {
    struct engine *e = engine;
    goals_decide(&e->goals, property);
    e->proved_at[property] = level;
}

static void raise_lemmas(void *engine, uint32_t level) {
    ((struct engine *)engine)->raised = level;
}

static bool excluded(void *engine, uint32_t property) {
    return ((struct engine *)engine)->excluded[property];
}

static const struct goals_conclusion conclusion = {prove, raise_lemmas, excluded};

/* Frames 1..4 with a lemma at levels 1 and 3: F[2] = F[3] is a fixpoint. */
static void engine_init(struct engine *e, const uint32_t *depths) {
    *e = (struct engine){0};
    goals_init(&e->goals, 4, 10);
    for (uint32_t p = 0; p < 4; p++) e->goals.list[p].depth = depths[p];
    e->frames = frames_new(1, true);
    for (int i = 0; i < 4; i++) frames_extend(e->frames);
    for (uint32_t level = 1; level <= 3; level += 2) {
        pdr_lit l = pdr_make(level, false);
        frames_add(e->frames, 0, level, cube_new(&l, 1), NULL);
    }
}

static void engine_fini(struct engine *e) {
    goals_fini(&e->goals);
    frames_free(e->frames);
}

static void fixpoints_prove_deep_goals(void **state) {
    (void)state;
    struct options options;
    options_init(&options);
    for (int share = 0; share < 2; share++) {
        struct engine e;
        engine_init(&e, (uint32_t[4]){2, 3, 5, 1});
        options.share = share;
        goals_at_fixpoints(&e.goals, e.frames, &options, &conclusion, &e);
        const uint32_t expected[4] = {0, 2, 2, 0};
        assert_memory_equal(e.proved_at, expected, sizeof expected);
        assert_int_equal(e.raised, share ? 3 : 0);
        assert_int_equal(e.goals.open, 2);
        engine_fini(&e);
    }
}

static void infinity_proves_what_it_excludes(void **state) {
    (void)state;
    struct options options;
    options_init(&options);
    for (int mode = 0; mode < 4; mode++) { /* share, and whether a lemma is there */
        struct engine e;
        struct stats stats = {0};
        engine_init(&e, (uint32_t[4]){0, 0, 0, 0});
        e.excluded[1] = e.excluded[3] = true;
        options.share = mode & 1;
        pdr_lit l = pdr_make(9, false);
        if (mode & 2) frames_add(e.frames, 0, FRAMES_INFINITY, cube_new(&l, 1), NULL);
        goals_at_infinity(&e.goals, e.frames, &options, &stats, &conclusion, &e);
        uint32_t first = mode & 2 ? FRAMES_INFINITY : 0, second = mode == 3 ? FRAMES_INFINITY : 0;
        const uint32_t expected[4] = {0, first, 0, second};
        assert_memory_equal(e.proved_at, expected, sizeof expected);
        assert_int_equal(stats.shared_proofs, mode == 3);
        engine_fini(&e);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_counted_and_told),
        cmocka_unit_test(postponed_goals_resume_together),
        cmocka_unit_test(fixpoints_prove_deep_goals),
        cmocka_unit_test(infinity_proves_what_it_excludes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
