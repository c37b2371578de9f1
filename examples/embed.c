/* The library in a program of your own: every property of a model, evidence that is judged again, and a race of two
 * engines.
 *
 *     cc embed.c $(pkg-config --cflags --libs induct) -pthread -o embed
 *     ./embed examples/traffic-light-properties.aag
 *
 * For libinduct.a instead of the shared library: cc embed.c $(pkg-config --cflags induct) -l:libinduct.a and what
 * $(pkg-config --static --libs induct) names besides -linduct. With CMake: find_package(induct), and link
 * induct::induct or induct::static. */
#include <induct.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The functions of callbacks get a pointer of ours; here, what they count. */
struct heard {
    unsigned frames, verdicts;
};

static void on_event(void *client, struct induct *problem, const struct induct_event *event) {
    struct heard *heard = client;
    (void)problem;
    if (event->kind == INDUCT_EVENT_FRAME) heard->frames++;
}

/* A verdict is final when this is called, and its evidence can be had at once; other properties may still be open. */
static void on_verdict(void *client, struct induct *problem, unsigned property) {
    struct heard *heard = client;
    const struct induct_result *result = induct_result(problem, property);
    heard->verdicts++;
    printf("%s %s", induct_verdict_word(result->verdict), induct_property_name(problem, property));
    switch (result->verdict) {
    case INDUCT_SAFE: printf(" by an invariant that is %u-inductive", result->induction); break;
    case INDUCT_UNSAFE: printf(" after %lld steps", (long long)result->depth); break;
    case INDUCT_UNKNOWN: printf(" (%s)", result->reason); break; /* result->cause is for programs */
    }
    puts(result->verified ? ", verified" : "");
}

static int fail(const char *message) {
    fprintf(stderr, "embed: %s\n", message);
    return 1;
}

/* Writes the evidence of a property to a file, and has it judged by another object, which has run no engine: as
 * somebody would who got the two files. */
static int pass_on(struct induct *problem, unsigned property, const char *model) {
    static const char *const formats[] = {"aag", "aiw", "smt2",
                                          "yml"}; /* induct_can_write_evidence has the list */
    enum induct_verdict verdict = induct_result(problem, property)->verdict;
    const char *format = NULL;
    for (int i = 0; i < 4 && !format; i++) {
        char name[16];
        snprintf(name, sizeof name, "x.%s", formats[i]);
        if (induct_can_write_evidence(problem, name, verdict) == INDUCT_OK) format = formats[i];
    }
    induct_clear_messages(problem); /* those that say which formats there are not */
    char path[] = "/tmp/embed-XXXXXX", *data;
    size_t size;
    if (induct_evidence(problem, property, format, &data, &size) != INDUCT_OK)
        return fail(induct_error(problem));
    int file = mkstemp(path);
    bool written = file >= 0 && write(file, data, size) == (ssize_t)size;
    free(data); /* what is returned as char * is ours */
    if (file >= 0) close(file);
    if (!written) return fail("cannot write below /tmp");

    struct induct *judge = induct_new();
    struct induct_verification v;
    int status = 0;
    if (induct_load_file(judge, model) != INDUCT_OK || induct_verify(judge, path, &v) != INDUCT_OK)
        status = fail(induct_error(judge));
    else if (v.judgement != INDUCT_ACCEPTED)
        status = fail(v.reason);
    else
        printf("accepted: %s is %s\n", induct_property_name(judge, v.property),
               induct_verdict_word(v.verdict));
    induct_free(judge);
    unlink(path);
    return status;
}

static int decide_all(const char *model) {
    struct induct *problem = induct_new(); /* one problem; it owns all that is returned as const */
    struct heard heard = {0};
    induct_on_event(problem, on_event, &heard);
    induct_on_verdict(problem, on_verdict, &heard);
    induct_set_timeout(problem, 60);
    int status = 0;
    if (induct_set_option(problem, "minimize", "on") != INDUCT_OK ||
        induct_load_file(problem, model) != INDUCT_OK || induct_run(problem) != INDUCT_OK) {
        status = fail(induct_error(problem)); /* the message has the file's line, if it concerns one */
    } else {
        printf("%u properties, %u verdicts, %s\n", induct_properties(problem), heard.verdicts,
               heard.frames ? "some frames" : "no frame");
        for (unsigned i = 0; i < induct_properties(problem) && !status; i++)
            if (induct_result(problem, i)->verdict != INDUCT_UNKNOWN) status = pass_on(problem, i, model);
    }
    induct_free(problem);
    return status;
}

/* Two objects in two threads do not disturb each other. The first to decide interrupts the other, which then gives
 * up. */
struct runner {
    struct induct *problem;
    struct runner *other;
    pthread_t thread;
};

static void *run(void *argument) {
    struct runner *runner = argument;
    induct_run(runner->problem);
    if (induct_result(runner->problem, 0)->verdict != INDUCT_UNKNOWN)
        induct_interrupt(runner->other->problem);
    return NULL;
}

static int race(const char *model) {
    struct runner runners[2] = {{.other = &runners[1]}, {.other = &runners[0]}};
    struct induct *bounded = runners[1].problem = induct_new();
    runners[0].problem = induct_new(); /* with the default engine of the model */
    /* Bounded model checking of the model as it is would not end where there is no counterexample. */
    int status = 0;
    if (induct_set_engine(bounded, "bmc") != INDUCT_OK ||
        induct_set_option(bounded, "preprocess", "off") != INDUCT_OK)
        status = fail(induct_error(bounded));
    for (int i = 0; i < 2 && !status; i++) {
        struct induct *problem = runners[i].problem;
        induct_set_timeout(problem, 60);
        if (induct_load_file(problem, model) != INDUCT_OK || induct_select(problem, 0) != INDUCT_OK)
            status = fail(induct_error(problem));
    }
    for (int i = 0; i < 2 && !status; i++) pthread_create(&runners[i].thread, NULL, run, &runners[i]);
    for (int i = 0; i < 2 && !status; i++) {
        pthread_join(runners[i].thread, NULL);
        const struct induct_result *result = induct_result(runners[i].problem, 0);
        printf("%s: %s%s%s\n", induct_engine(runners[i].problem), induct_verdict_word(result->verdict),
               *result->reason ? ", " : "", result->reason);
    }
    for (int i = 0; i < 2; i++) induct_free(runners[i].problem);
    return status;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: embed MODEL\n", stderr);
        return 2;
    }
    /* The header that was compiled, and the library that is linked; their minor versions should agree. */
    printf("compiled with induct %s, running with %s\n", INDUCT_VERSION, induct_version());
    int status = decide_all(argv[1]);
    return status ? status : race(argv[1]);
}
