/* Rings: what is read is what was written, in order, complete, with gaps at most; also while somebody writes. */
#include "base/ring.h"

#include "base/random.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <unistd.h>

enum { WORDS = 256, MESSAGES = 4000, LONGEST = 200, ENOUGH = 200 };

static struct ring *make(void) {
    struct ring *ring = calloc(1, ring_size(WORDS));
    assert_non_null(ring);
    ring_init(ring, WORDS);
    return ring;
}

/* A message says its number and is as long and has such bytes as follow from it. */
static size_t fill(char *bytes, uint32_t number) {
    size_t size = sizeof number + number * 7 % LONGEST;
    memcpy(bytes, &number, sizeof number);
    for (size_t i = sizeof number; i < size; i++) bytes[i] = (char)(number * 31 + i);
    return size;
}

/* The number of the message, if it is what was written. */
static bool is_whole(const struct text *message, uint32_t *number) {
    char expected[LONGEST + 8];
    if (message->size < sizeof *number) return false;
    memcpy(number, message->data, sizeof *number);
    return message->size == fill(expected, *number) && !memcmp(message->data, expected, message->size);
}

static uint32_t check(const struct text *message) {
    uint32_t number = 0;
    assert_true(is_whole(message, &number));
    return number;
}

static void write_number(struct ring *ring, uint32_t number) {
    char bytes[LONGEST + 8];
    size_t size = fill(bytes, number);
    assert_true(ring_write(ring, bytes, size));
}

static void what_is_written_is_read(void **state) {
    (void)state;
    struct ring *ring = make();
    struct ring_reader reader = {.ring = ring};
    struct text message = {0};
    assert_false(ring_read(&reader, &message));
    for (uint32_t i = 0; i < MESSAGES; i++) {
        write_number(ring, i);
        if (i % 3) continue; /* up to three wait */
        while (ring_read(&reader, &message)) {
        }
        assert_int_equal(check(&message), i);
    }
    assert_int_equal(reader.lost, 0);
    text_fini(&message);
    free(ring);
}

static void who_comes_late_goes_on_with_what_is_new(void **state) {
    (void)state;
    struct ring *ring = make();
    struct ring_reader reader = {.ring = ring};
    struct text message = {0};
    for (uint32_t i = 0; i < 1000; i++) write_number(ring, i);
    assert_false(ring_read(&reader, &message));
    assert_int_equal(reader.lost, 1);
    write_number(ring, 1000);
    assert_true(ring_read(&reader, &message));
    assert_int_equal(check(&message), 1000);
    text_fini(&message);
    free(ring);
}

static void too_large_is_refused(void **state) {
    (void)state;
    struct ring *ring = make();
    char bytes[WORDS * 8] = "";
    assert_true(ring_write(ring, bytes, (WORDS / 4 - 1) * 8));
    assert_false(ring_write(ring, bytes, (WORDS / 4 - 1) * 8 + 1));
    assert_true(ring_write(ring, bytes, 0));
    struct ring_reader reader = {.ring = ring};
    struct text message = {0};
    assert_true(ring_read(&reader, &message));
    assert_true(ring_read(&reader, &message));
    assert_int_equal(message.size, 0);
    assert_false(ring_read(&reader, &message));
    text_fini(&message);
    free(ring);
}

/* Bytes of any kind where a message should be, as a writer that lies leaves them, are no way out of the ring. */
static void forged_words_do_no_harm(void **state) {
    (void)state;
    struct ring *ring = make();
    struct text message = {0};
    struct random random;
    random_init(&random, 1);
    for (int round = 0; round < 10000; round++) {
        for (uint32_t i = 0; i < WORDS; i++)
            ring->words[i] =
                random_one_in(&random, 2) ? random_word(&random) : random_below(&random, 4 * WORDS);
        ring->published = random_word(&random);
        ring->reserved = ring->published + random_below(&random, WORDS);
        struct ring_reader reader = {.ring = ring, .at = ring->published - random_below(&random, 2 * WORDS)};
        for (int i = 0; i < 100 && ring_read(&reader, &message); i++) assert_true(message.size <= WORDS * 8);
    }
    text_fini(&message);
    free(ring);
}

struct traffic {
    struct ring *ring;
    _Atomic bool over;
    _Atomic uint32_t faults, read;
};

static void *write_all(void *client) {
    struct traffic *t = client;
    for (uint32_t i = 1; i <= MESSAGES || t->read < ENOUGH; i++) {
        write_number(t->ring, i);
        if (i > MESSAGES / 2) usleep(20); /* first faster than anybody can read, then not */
    }
    t->over = true;
    return NULL;
}

static void *read_all(void *client) {
    struct traffic *t = client;
    struct ring_reader reader = {.ring = t->ring};
    struct text message = {0};
    for (uint32_t last = 0, number = 0;;) {
        bool over = t->over;
        if (ring_read(&reader, &message)) {
            if (!is_whole(&message, &number) || number <= last) t->faults++;
            last = number;
            t->read++;
        } else if (over) {
            break;
        }
    }
    text_fini(&message);
    return NULL;
}

static void readers_see_whole_messages_while_they_are_overwritten(void **state) {
    (void)state;
    struct traffic t = {.ring = make()};
    pthread_t writer, readers[3];
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&readers[i], NULL, read_all, &t), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_all, &t), 0);
    pthread_join(writer, NULL);
    for (int i = 0; i < 3; i++) pthread_join(readers[i], NULL);
    assert_int_equal(t.faults, 0);
    assert_true(t.read >= ENOUGH);
    free(t.ring);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(who_comes_late_goes_on_with_what_is_new),
        cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(forged_words_do_no_harm),
        cmocka_unit_test(readers_see_whole_messages_while_they_are_overwritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
