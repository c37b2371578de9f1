#include "pdr/frames.h"
#include "pdr/obligations.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* A random cube over `indices` indices, each present with probability 1/density. */
static struct cube *random_cube(struct random *r, uint32_t indices, uint32_t density) {
    pdr_lits literals = {0};
    for (uint32_t i = 0; i < indices; i++)
        if (random_one_in(r, density)) vec_push(&literals, pdr_make(i, random_one_in(r, 2)));
    for (uint32_t i = literals.size; i > 1; i--) { /* cube_new has to sort */
        uint32_t j = random_below(r, i);
        pdr_lit t = literals.data[j];
        literals.data[j] = literals.data[i - 1];
        literals.data[i - 1] = t;
    }
    struct cube *cube = cube_new(literals.data, literals.size);
    vec_free(&literals);
    return cube;
}

static bool subset(const struct cube *a, const struct cube *b) {
    for (uint32_t i = 0; i < a->size; i++) {
        bool found = false;
        for (uint32_t j = 0; j < b->size; j++) found |= a->literals[i].code == b->literals[j].code;
        if (!found) return false;
    }
    return true;
}

static void subsumption_is_inclusion(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 1);
    int yes = 0;
    for (int round = 0; round < 20000; round++) {
        struct cube *a = random_cube(&r, 6, 4), *b = random_cube(&r, round % 2 ? 6 : 200, 2);
        assert_true(cube_check(a));
        assert_int_equal(cube_subsumes(a, b), subset(a, b));
        yes += subset(a, b);
        assert_int_equal(cube_equal(a, b), subset(a, b) && subset(b, a));
        for (uint32_t i = 0; i < 12; i++) {
            pdr_lit l = {i};
            struct cube *unit = cube_new(&l, 1);
            assert_int_equal(cube_contains(b, l), subset(unit, b));
            cube_free(unit);
        }
        cube_free(a);
        cube_free(b);
    }
    assert_true(yes > 500);
}

static void tidying_finds_contradictions(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 2);
    int contradictions = 0;
    for (int round = 0; round < 20000; round++) {
        pdr_lits lits = {0};
        bool seen[40] = {0}, possible = true;
        uint32_t different = 0, n = random_below(&r, round % 2 ? 6 : 40);
        for (uint32_t i = 0; i < n; i++) {
            pdr_lit l = {random_below(&r, 40) & ~(uint32_t)random_one_in(&r, 2)};
            vec_push(&lits, l);
            different += !seen[l.code];
            seen[l.code] = true;
            possible &= !seen[pdr_not(l).code];
        }
        assert_int_equal(pdr_tidy(&lits), possible);
        contradictions += !possible;
        if (possible) assert_int_equal(lits.size, different);
        for (uint32_t i = 0; possible && i < lits.size; i++)
            assert_true(seen[lits.data[i].code] && (!i || lits.data[i - 1].code < lits.data[i].code));
        vec_free(&lits);
    }
    assert_true(contradictions > 1000 && contradictions < 19000);
}

static bool contradict(const struct cube *a, const struct cube *b) {
    for (uint32_t i = 0; i < a->size; i++)
        if (cube_contains(b, pdr_not(a->literals[i]))) return true;
    return false;
}

/* frames_touched_since, from the lists of all levels. */
static bool touched(const struct frames *frames, uint32_t location, uint32_t level, const struct cube *state,
                    uint64_t since) {
    for (uint32_t i = level; i <= frames->top + 1; i++)
        vec_each (const struct lemma_entry, e,
                  frames_at(frames, location, i > frames->top ? FRAMES_INFINITY : i))
            if (e->lemma->born > since && !contradict(e->lemma->cube, state)) return true;
    return false;
}

/* Mirrors the frames as a plain list of (cube, level) pairs without subsumption. */
static void frames_keep_the_strongest(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 2);
    for (int round = 0; round < 50; round++) {
        struct frames *frames = frames_new(2, true);
        VEC(struct lemma) mirror = {0};
        for (int i = 0; i < 4; i++) frames_extend(frames);
        uint64_t removed = 0;
        for (int step = 0; step < 150; step++) {
            uint32_t location = random_below(&r, 2), level = 1 + random_below(&r, 5);
            if (level == 5) level = FRAMES_INFINITY;
            struct cube *cube = random_cube(&r, 8, 2);
            bool blocked = false;
            vec_each (struct lemma, m, &mirror)
                blocked |= m->location == location && m->level >= level && subset(m->cube, cube);
            uint32_t ask = level == FRAMES_INFINITY ? 5 : level;
            assert_int_equal(frames_blocking(frames, location, ask, cube) != NULL, blocked);
            if (blocked) {
                cube_free(cube);
                continue;
            }
            vec_push(&mirror, (struct lemma){.cube = cube_new(cube->literals, cube->size),
                                             .location = location,
                                             .level = level});
            struct lemma *lemma = frames_add(frames, location, level, cube, &removed);
            if (level < 4 && random_one_in(&r, 3)) {
                vec_last(&mirror).level++;
                frames_raise(frames, lemma, level + 1, &removed);
            }
            assert_null(frames_check(frames));
            assert_int_equal(frames_count(frames) + removed, mirror.size);
            struct cube *s = random_cube(&r, 8, 2);
            uint64_t since = random_below(&r, (uint32_t)frames->clock + 1);
            level = 1 + random_below(&r, 4);
            assert_int_equal(frames_touched_since(frames, location, level, s, since),
                             touched(frames, location, level, s, since));
            cube_free(s);
        }
        vec_each (struct lemma, m, &mirror) cube_free(m->cube);
        vec_free(&mirror);
        frames_free(frames);
    }
}

static void new_lemmas_touch_partial_states(void **state) {
    (void)state;
    struct frames *frames = frames_new(1, true);
    frames_extend(frames);
    frames_extend(frames);
    pdr_lit known[] = {{0}, {2}, {5}}, part[] = {{2}}, opposite[] = {{3}, {6}}, open[] = {{0}, {7}};
    struct cube *s = cube_new(known, 3); /* leaves index 3 open */
    frames_add(frames, 0, 2, cube_new(part, 1), NULL);
    uint64_t now = frames->clock;
    assert_true(frames_touched_since(frames, 0, 1, s, 0));
    assert_false(frames_touched_since(frames, 0, 1, s, now));
    frames_add(frames, 0, 1, cube_new(opposite, 2), NULL); /* contradicts the state */
    assert_false(frames_touched_since(frames, 0, 1, s, now));
    frames_add(frames, 0, 1, cube_new(open, 2), NULL); /* excludes one completion */
    assert_true(frames_touched_since(frames, 0, 1, s, now));
    assert_false(frames_touched_since(frames, 0, 2, s, now));
    cube_free(s);
    frames_free(frames);
}

static void obligations_come_in_order(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 3);
    struct obligations queue = {0};
    struct obligation *root = obligation_new(0, 9, cube_new(NULL, 0), NULL, NULL, 7);
    for (int i = 0; i < 500; i++) {
        struct obligation *o = obligation_new(0, random_below(&r, 10), cube_new(NULL, 0), NULL,
                                              random_one_in(&r, 2) ? root : NULL, random_below(&r, 3));
        obligations_push(&queue, o);
    }
    obligations_drop_goal(&queue, 1);
    uint32_t last_level = 0, last_depth = 0, seen = 0, waiting = obligations_size(&queue);
    struct obligation *o;
    while ((o = obligations_pop(&queue, 5))) {
        assert_true(o->level <= 5 && o->goal != 1);
        assert_true(o->level > last_level || (o->level == last_level && o->depth >= last_depth));
        last_level = o->level;
        last_depth = o->depth;
        seen++;
        obligation_unref(o);
    }
    assert_true(seen > 50 && seen + obligations_size(&queue) == waiting);
    obligations_fini(&queue);
    assert_int_equal(root->references, 1);
    obligation_unref(root);
}

static void merging_adds_what_is_missing(void **state) {
    (void)state;
    pdr_lits into = {0}, more = {0};
    for (uint32_t i = 5; i > 2; i--) vec_push(&into, (pdr_lit){i});
    for (uint32_t i = 4; i < 8; i++) vec_push(&more, (pdr_lit){i});
    pdr_merge(&into, &more);
    const uint32_t expected[] = {5, 4, 3, 6, 7};
    assert_int_equal(into.size, 5);
    for (uint32_t i = 0; i < 5; i++) assert_int_equal(into.data[i].code, expected[i]);
    assert_true(pdr_contains(&into, (pdr_lit){7}) && !pdr_contains(&into, (pdr_lit){2}));
    vec_free(&into);
    vec_free(&more);
}

struct sweeper {
    struct frames *frames;
    struct random random;
    uint32_t visits, last;
    uint64_t removed;
};

/* Raises, removes or leaves; now and then a removal takes others along. */
static bool disturb(void *client, struct lemma *lemma) {
    struct sweeper *s = client;
    assert_int_equal(lemma->level, 2);
    s->visits++;
    switch (random_below(&s->random, 3)) {
    case 0: frames_raise(s->frames, lemma, FRAMES_INFINITY, &s->removed); break;
    case 1:
        frames_remove(s->frames, lemma);
        s->removed++;
        break;
    default: break;
    }
    return s->visits < s->last;
}

static void sweeping_visits_each_once(void **state) {
    (void)state;
    uint64_t taken_along = 0;
    for (uint64_t round = 0; round < 200; round++) {
        struct sweeper s = {.frames = frames_new(1, round % 2), .last = round % 5 ? UINT32_MAX : 3};
        random_init(&s.random, round);
        frames_extend(s.frames);
        frames_extend(s.frames);
        for (int i = 0; i < 20; i++) {
            struct cube *cube = random_cube(&s.random, 8, 2);
            if (frames_blocking(s.frames, 0, 1, cube))
                cube_free(cube);
            else
                frames_add(s.frames, 0, 2, cube, NULL);
        }
        uint32_t before = frames_at(s.frames, 0, 2)->size;
        frames_sweep(s.frames, 0, 2, disturb, &s);
        uint32_t after = frames_count(s.frames);
        assert_int_equal(after + s.removed, before);
        if (s.last == 3 || !(round % 2)) assert_int_equal(s.visits, before < s.last ? before : s.last);
        assert_true(s.visits <= before);
        taken_along += s.last != 3 && s.visits < before;
        frames_free(s.frames);
    }
    assert_true(taken_along <= 100);
}

static void fixpoints_are_empty_everywhere(void **state) {
    (void)state;
    struct frames *frames = frames_new(2, true);
    for (int i = 0; i < 4; i++) frames_extend(frames);
    assert_int_equal(frames_fixpoint(frames, 1), 1);
    pdr_lit a = {0}, b = {2};
    frames_add(frames, 0, 1, cube_new(&a, 1), NULL);
    frames_add(frames, 1, 2, cube_new(&b, 1), NULL);
    assert_int_equal(frames_fixpoint(frames, 1), 3);
    assert_int_equal(frames_fixpoint(frames, 4), 0); /* the top has nothing above it to be equal to */
    frames_free(frames);
}

static void blocked_obligations_wait_above(void **state) {
    (void)state;
    struct options options;
    struct stats stats = {0};
    struct obligations queue = {0};
    options_init(&options);
    struct obligation *o = obligation_new(0, 1, cube_new(NULL, 0), NULL, NULL, 0);
    o->activity = 8;
    obligations_requeue(&queue, obligation_ref(o), 3, &options, &stats);
    assert_int_equal(o->level, 4);
    assert_true(o->activity > 1 && o->activity < 2); /* three levels up */
    assert_null(obligations_pop(&queue, 3));
    obligation_unref(obligations_pop(&queue, 4));
    obligations_requeue(&queue, obligation_ref(o), FRAMES_INFINITY, &options, &stats);
    options.requeue = false;
    obligations_requeue(&queue, obligation_ref(o), 5, &options, &stats);
    assert_int_equal(obligations_size(&queue), 0);
    assert_int_equal(stats.requeued, 1);
    assert_int_equal(o->references, 1);
    obligation_unref(o);
    obligations_fini(&queue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subsumption_is_inclusion),       cmocka_unit_test(tidying_finds_contradictions),
        cmocka_unit_test(frames_keep_the_strongest),      cmocka_unit_test(new_lemmas_touch_partial_states),
        cmocka_unit_test(obligations_come_in_order),      cmocka_unit_test(merging_adds_what_is_missing),
        cmocka_unit_test(sweeping_visits_each_once),      cmocka_unit_test(fixpoints_are_empty_everywhere),
        cmocka_unit_test(blocked_obligations_wait_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
