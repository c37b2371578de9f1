/* What a server of many workers has to carry: workers that search nothing and say what real ones once said.
 *
 *     load record URL MODEL FILE SECONDS           writes what workers on the model tell each other
 *     load replay URL MODEL FILE SECONDS WORKERS   so many processes, each of which says all of FILE at the pace at
 *                                                  which it was recorded, over and over, from somewhere in it on
 *
 * MODEL is the SHA-256 of the model's file. FILE has a line per packet: microseconds since the first one, and the
 * bytes in hexadecimal digits. Both print how many packets were said and heard; bench/cluster asks the server for the
 * rest. */
#include "base/clock.h"
#include "base/random.h"
#include "cluster/bridge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAP_US = 5000, LASTING_IN = 8 };

struct packet {
    uint64_t at_us;
    struct text bytes;
};
typedef VEC(struct packet) packets;

struct counts {
    _Atomic uint64_t said, heard;
};

static _Noreturn void fail(const char *why) {
    fprintf(stderr, "load: %s\n", why);
    exit(2);
}

static void join(struct queue *q, const char *url, const char *name) {
    struct address address;
    struct text why = {0};
    if (!address_parse(&address, url, &why) || !address_secrets(&address, &why)) fail(why.data);
    queue_init(q, &address, name, "load");
}

static void record(const char *url, const char *model, const char *path, double seconds) {
    struct queue q;
    struct carrier carrier;
    struct text packet = {0};
    struct bridge *bridge = bridge_new();
    FILE *file = fopen(path, "w");
    uint64_t first = 0, end = clock_later(clock_us(), seconds);
    if (!bridge || !file) fail("cannot record");
    join(&q, url, "record");
    carrier_open(&carrier, bridge, &q, model, (uint64_t)getpid());
    while (clock_us() < end) {
        carrier_work(&carrier);
        while (bridge_hear(bridge, &packet)) {
            if (!first) first = clock_us();
            fprintf(file, "%" PRIu64 " ", clock_us() - first);
            for (size_t i = 0; i < packet.size; i++) fprintf(file, "%02x", (unsigned char)packet.data[i]);
            fprintf(file, "\n");
        }
        usleep(NAP_US);
    }
    printf("heard %" PRIu64 "\n", carrier.received);
    fclose(file);
    carrier_close(&carrier);
    bridge_free(bridge);
    text_fini(&packet);
    queue_fini(&q);
}

static packets read_packets(const char *path) {
    packets list = {0};
    char *line = NULL, *digits;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (!file) fail("there is no recording");
    while (getline(&line, &size, file) > 0) {
        struct packet p = {.at_us = strtoull(line, &digits, 10)};
        unsigned byte;
        for (digits++; sscanf(digits, "%2x", &byte) == 1; digits += 2) text_byte(&p.bytes, (uint8_t)byte);
        vec_push(&list, p);
    }
    free(line);
    fclose(file);
    if (list.size < 2) fail("the recording has no packets");
    return list;
}

/* One worker. Packets differ from worker to worker: those of one would be known to all others else. */
static void replay(const char *url, const char *model, const packets *list, uint32_t self, uint64_t end,
                   struct counts *counts) {
    struct queue q;
    struct carrier carrier;
    struct random random;
    struct text heard = {0};
    struct bridge *bridge = bridge_new();
    if (!bridge) fail("no memory");
    random_init(&random, self + 1);
    uint32_t next = random_below(&random, list->size);
    uint64_t begun = clock_us() - list->data[next].at_us;
    join(&q, url, "replay");
    carrier_open(&carrier, bridge, &q, model, ((uint64_t)getpid() << 20) ^ self);
    while (clock_us() < end) {
        while (clock_us() - begun >= list->data[next].at_us) {
            const struct text *bytes = &list->data[next].bytes;
            bridge_say(bridge, random_one_in(&random, LASTING_IN), bytes->data, bytes->size);
            if (++next == list->size) {
                next = 0;
                begun = clock_us();
            }
        }
        carrier_work(&carrier);
        while (bridge_hear(bridge, &heard)) {
        }
        usleep(NAP_US);
    }
    counts->said += carrier.sent;
    counts->heard += carrier.received;
    carrier_close(&carrier);
    bridge_free(bridge);
    text_fini(&heard);
    queue_fini(&q);
}

static void replay_all(const char *url, const char *model, const char *path, double seconds,
                       uint32_t workers) {
    packets list = read_packets(path);
    struct counts *counts =
        mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED) fail("no memory");
    uint64_t end = clock_later(clock_us(), seconds);
    for (uint32_t i = 0; i < workers; i++)
        if (!fork()) {
            replay(url, model, &list, i, end, counts);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
    printf("said %" PRIu64 " heard %" PRIu64 "\n", counts->said, counts->heard);
}

int main(int argc, char **argv) {
    if (argc == 6 && !strcmp(argv[1], "record"))
        record(argv[2], argv[3], argv[4], atof(argv[5]));
    else if (argc == 7 && !strcmp(argv[1], "replay"))
        replay_all(argv[2], argv[3], argv[4], atof(argv[5]), (uint32_t)atoi(argv[6]));
    else
        fail("usage: load record|replay URL MODEL FILE SECONDS [WORKERS]");
    return 0;
}
