/* The exchange: packets arrive whole, at everybody but who wrote them, whoever dies; bytes that are no packets do not.
 */
#include "solve/exchange.h"

#include "base/random.h"
#include "engine/port.h"
#include "evidence/pack.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WRITERS = 3, LATCHES = 40, PACKETS = 3000 };

static struct circuit *some_circuit(void) {
    struct circuit *c = circuit_new();
    for (uint32_t i = 0; i < LATCHES; i++) (void)circuit_add_latch(c, NULL);
    circuit_add_property(c, c->latches.data[0].lit, NULL, 0);
    return c;
}

/* Clauses that say their number. */
static void make_packet(struct text *packet, const struct circuit *c, uint32_t number, uint32_t level) {
    struct invariant *v = invariant_new(c);
    u32s clause = {0};
    for (uint32_t i = 0; i < 16; i++) vec_push(&clause, 2 * i + (number >> i & 1));
    for (uint32_t k = 0; k <= number % 5; k++) {
        invariant_add_clause(v, clause.data, clause.size);
        vec_push(&clause, 2 * (20 + k));
    }
    struct evidence e = evidence_of_invariant(0, v);
    assert_true(packet_of_lemmas(packet, level, &e, model_of_circuit(c)));
    evidence_free(&e);
    vec_free(&clause);
}

static uint32_t number_in(const struct text *bytes, const struct circuit *c, uint32_t *level) {
    struct packet packet;
    struct evidence e;
    struct text why = {0};
    u32s clause = {0};
    uint32_t number = 0;
    assert_true(packet_open(bytes->data, bytes->size, &packet));
    assert_int_equal(packet.kind, PACKET_LEMMAS);
    assert_int_equal(evidence_unpack(packet.evidence, packet.size, model_of_circuit(c), &e, &why), STATUS_OK);
    assert_true(invariant_clause(e.invariant, e.invariant->conjuncts.data[0], &clause));
    vec_each (const uint32_t, l, &clause)
        if (*l < 32) number |= (*l & 1) << (*l >> 1);
    assert_int_equal(e.invariant->conjuncts.size, number % 5 + 1);
    *level = packet.level;
    vec_free(&clause);
    evidence_free(&e);
    text_fini(&why);
    return number;
}

static void packets_come_back(void **state) {
    (void)state;
    struct circuit *c = some_circuit();
    struct text bytes = {0};
    struct packet packet;
    uint32_t level;
    make_packet(&bytes, c, 77, PORT_ALWAYS);
    assert_int_equal(number_in(&bytes, c, &level), 77);
    assert_int_equal(level, PORT_ALWAYS);
    packet_of_depth(&bytes, 3, 400);
    assert_true(packet_open(bytes.data, bytes.size, &packet));
    assert_int_equal(packet.kind, PACKET_DEPTH);
    assert_int_equal(packet.property, 3);
    assert_int_equal(packet.depth, 400);
    assert_false(packet_open(bytes.data, bytes.size - 1, &packet));
    bytes.data[2]++;
    assert_false(packet_open(bytes.data, bytes.size, &packet));
    text_fini(&bytes);
    circuit_free(c);
}

/* Everything that changed packets may be is refused, here or by who reads the evidence, without harm. */
static void changed_packets_do_no_harm(void **state) {
    (void)state;
    struct circuit *c = some_circuit();
    struct text bytes = {0}, why = {0};
    struct random r;
    random_init(&r, 7);
    for (int round = 0; round < 20000; round++) {
        struct packet packet;
        struct evidence e = {0};
        if (round % 100 == 0) make_packet(&bytes, c, (uint32_t)round, random_below(&r, 10));
        bytes.data[random_below(&r, (uint32_t)bytes.size)] = (char)random_below(&r, 256);
        if (!packet_open(bytes.data, bytes.size, &packet) || packet.kind != PACKET_LEMMAS) continue;
        assert_true(packet.level <= PORT_ALWAYS);
        if (!evidence_unpack(packet.evidence, packet.size, model_of_circuit(c), &e, &why)) evidence_free(&e);
        text_clear(&why);
    }
    text_fini(&bytes);
    text_fini(&why);
    circuit_free(c);
}

static void everybody_else_hears(void **state) {
    (void)state;
    struct circuit *c = some_circuit();
    struct exchange *x = exchange_new(WRITERS);
    struct exchange_reader readers[WRITERS];
    struct text bytes = {0};
    uint32_t level;
    for (uint32_t i = 0; i < WRITERS; i++) exchange_listen(&readers[i], x, i);
    for (uint32_t i = 0; i < 10; i++) {
        make_packet(&bytes, c, i, i % 2 ? PORT_ALWAYS : i);
        assert_true(exchange_write(x, i % WRITERS, bytes.data, bytes.size));
    }
    assert_false(exchange_write(x, 0, "lemma", 5));
    for (uint32_t i = 0; i < WRITERS; i++) {
        uint32_t heard = 0, always = 0, sum = 0;
        while (exchange_read(&readers[i], false, &bytes)) {
            uint32_t number = number_in(&bytes, c, &level);
            assert_int_not_equal(number % WRITERS, i);
            assert_true(level != PORT_ALWAYS || always == heard); /* these come first */
            always += level == PORT_ALWAYS;
            heard++;
            sum += number;
        }
        assert_int_equal(heard, i ? 7 : 6);
        assert_int_equal(sum, i == 0 ? 27 : i == 1 ? 33 : 30);
        exchange_deafen(&readers[i]);
    }
    /* Who wants those alone that always hold. */
    uint32_t heard = 0;
    exchange_listen(&readers[0], x, exchange_outside(x));
    while (exchange_read(&readers[0], true, &bytes)) heard++;
    assert_int_equal(heard, 5);
    exchange_deafen(&readers[0]);
    text_fini(&bytes);
    exchange_free(x);
    circuit_free(c);
}

/* What always holds is there for late comers, when all else has been overwritten. */
static void late_comers_hear_what_always_holds(void **state) {
    (void)state;
    struct circuit *c = some_circuit();
    struct exchange *x = exchange_new(WRITERS);
    struct exchange_reader late;
    struct text bytes = {0};
    uint32_t level = 0;
    make_packet(&bytes, c, 99, PORT_ALWAYS);
    assert_true(exchange_write(x, 0, bytes.data, bytes.size));
    for (uint32_t i = 0; i < 20000; i++) {
        make_packet(&bytes, c, i % 1000, 1);
        assert_true(exchange_write(x, 0, bytes.data, bytes.size));
    }
    exchange_listen(&late, x, 1);
    assert_true(exchange_read(&late, false, &bytes));
    assert_int_equal(number_in(&bytes, c, &level), 99);
    assert_int_equal(level, PORT_ALWAYS);
    while (exchange_read(&late, false, &bytes)) assert_true(number_in(&bytes, c, &level) < 1000);
    assert_int_equal(exchange_lost(&late), 1);
    exchange_deafen(&late);
    text_fini(&bytes);
    exchange_free(x);
    circuit_free(c);
}

/* Threads in the place of processes, so that ThreadSanitizer sees them. */
struct correspondent_thread {
    struct exchange *exchange;
    const struct circuit *circuit;
    uint32_t self, heard;
};

static void *correspond(void *client) {
    struct correspondent_thread *t = client;
    struct exchange_reader reader;
    struct text bytes = {0};
    uint32_t level, last[WRITERS + 1] = {0};
    exchange_listen(&reader, t->exchange, t->self);
    for (uint32_t i = 1; i <= PACKETS; i++) {
        make_packet(&bytes, t->circuit, i * 4 + t->self, i % 7 ? 1 : PORT_ALWAYS);
        if (!exchange_write(t->exchange, t->self, bytes.data, bytes.size)) abort();
        while (exchange_read(&reader, false, &bytes)) {
            uint32_t number = number_in(&bytes, t->circuit, &level) / 4,
                     from = number_in(&bytes, t->circuit, &level) % 4;
            if (from == t->self || (level != PORT_ALWAYS && number <= last[from])) abort();
            if (level != PORT_ALWAYS) last[from] = number;
            t->heard++;
        }
    }
    exchange_deafen(&reader);
    text_fini(&bytes);
    return NULL;
}

static void threads_hear_each_other(void **state) {
    (void)state;
    struct circuit *c = some_circuit();
    struct exchange *x = exchange_new(WRITERS);
    struct correspondent_thread threads[WRITERS];
    pthread_t ids[WRITERS];
    for (uint32_t i = 0; i < WRITERS; i++) {
        threads[i] = (struct correspondent_thread){.exchange = x, .circuit = c, .self = i};
        assert_int_equal(pthread_create(&ids[i], NULL, correspond, &threads[i]), 0);
    }
    uint32_t heard = 0;
    for (uint32_t i = 0; i < WRITERS; i++) {
        pthread_join(ids[i], NULL);
        heard += threads[i].heard;
    }
    assert_true(heard > 0);
    exchange_free(x);
    circuit_free(c);
}

/* A writer that is killed at any time leaves whole packets only, and does not disturb the others. */
static void writers_are_killed(void **state) {
    (void)state;
    struct circuit *c = some_circuit();
    struct exchange *x = exchange_new(WRITERS);
    struct exchange_reader reader;
    struct text bytes = {0}, mine = {0};
    uint32_t level;
    make_packet(&mine, c, 5, 1);
    for (int round = 0; round < 30; round++) {
        exchange_listen(&reader, x, 2);
        pid_t victim = fork();
        assert_true(victim >= 0);
        if (!victim) {
            struct text packet = {0};
            for (uint32_t i = 0;; i++) {
                make_packet(&packet, c, i % 1000, 1);
                (void)exchange_write(x, 0, packet.data, packet.size);
            }
        }
        usleep((useconds_t)(round * 150));
        kill(victim, SIGKILL);
        waitpid(victim, NULL, 0);
        assert_true(exchange_write(x, 1, mine.data, mine.size));
        uint32_t of_others = 0;
        while (exchange_read(&reader, false, &bytes)) of_others += number_in(&bytes, c, &level) == 5;
        assert_true(of_others >= 1);
        exchange_deafen(&reader);
    }
    text_fini(&bytes);
    text_fini(&mine);
    exchange_free(x);
    circuit_free(c);
}

/* The side of other machines. */
static void the_outside_speaks_and_hears(void **state) {
    (void)state;
    struct circuit *c = some_circuit();
    struct exchange *x = exchange_new(WRITERS);
    _Atomic uint32_t depths[2] = {0}, hearsay[2] = {0};
    _Atomic uint8_t settled[2] = {0};
    struct exchange_view view;
    struct exchange_reader member;
    struct text bytes = {0};
    struct packet packet;
    uint32_t level;
    exchange_view_init(
        &view, x,
        (struct exchange_properties){.n = 2, .depths = depths, .hearsay = hearsay, .settled = settled});
    exchange_listen(&member, x, 0);
    make_packet(&bytes, c, 12, 3);
    exchange_put(&view, bytes.data, bytes.size);
    exchange_put(&view, "nonsense", 8);
    packet_of_depth(&bytes, 1, 9);
    exchange_put(&view, bytes.data, bytes.size);
    packet_of_depth(&bytes, 1, 4); /* late */
    exchange_put(&view, bytes.data, bytes.size);
    packet_of_depth(&bytes, 2, 4); /* there is no such property */
    exchange_put(&view, bytes.data, bytes.size);
    assert_int_equal(hearsay[1], 9);
    assert_true(exchange_read(&member, false, &bytes));
    assert_int_equal(number_in(&bytes, c, &level), 12);
    assert_false(exchange_read(&member, false, &bytes));

    assert_false(exchange_next(&view, &bytes)); /* not what it has put there itself, nor hearsay */
    make_packet(&bytes, c, 13, 3);
    assert_true(exchange_write(x, 1, bytes.data, bytes.size));
    exchange_raise(&depths[0], 6);
    exchange_raise(&depths[0], 2);
    assert_true(exchange_next(&view, &bytes));
    assert_int_equal(number_in(&bytes, c, &level), 13);
    assert_true(exchange_next(&view, &bytes));
    assert_true(packet_open(bytes.data, bytes.size, &packet));
    assert_int_equal(packet.kind, PACKET_DEPTH);
    assert_int_equal(packet.property, 0);
    assert_int_equal(packet.depth, 6);
    assert_false(exchange_next(&view, &bytes));
    exchange_deafen(&member);
    exchange_view_fini(&view);
    text_fini(&bytes);
    exchange_free(x);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_come_back),
        cmocka_unit_test(changed_packets_do_no_harm),
        cmocka_unit_test(everybody_else_hears),
        cmocka_unit_test(late_comers_hear_what_always_holds),
        cmocka_unit_test(threads_hear_each_other),
        cmocka_unit_test(writers_are_killed),
        cmocka_unit_test(the_outside_speaks_and_hears),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
