#include "cluster/message.h"

#include "base/bytes.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka needs those above */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

static const char hash[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static void set(char **field, const char *value) {
    mem_free(*field);
    *field = mem_strdup(value);
}

static struct task some_task(void) {
    struct task t;
    task_init(&t);
    set(&t.model, hash);
    set(&t.suffix, ".aig");
    set(&t.format, "aiger");
    set(&t.engine, "ic3");
    set(&t.property, "a property with blanks");
    vec_push(&t.options, mem_strdup("minimize=off"));
    vec_push(&t.options, mem_strdup("ctg=on"));
    t.seed = UINT64_MAX;
    t.milliseconds = 60000;
    t.megabytes = 4096;
    t.jobs = 2;
    return t;
}

static struct task_result some_result(void) {
    struct task_result r;
    task_result_init(&r);
    set(&r.worker, "host-1-2");
    set(&r.engine, "ic3");
    vec_push(&r.answers,
             (struct message_answer){.verdict = MESSAGE_SAFE, .reason = mem_strdup(""), .depth = -1});
    text_bytes(&vec_last(&r.answers).evidence, "a\0b", 3);
    vec_push(&r.answers,
             (struct message_answer){
                 .property = 7, .verdict = MESSAGE_UNKNOWN, .reason = mem_strdup("timeout"), .depth = 12});
    return r;
}

static void a_task_comes_back(void **state) {
    (void)state;
    struct task t = some_task(), back;
    struct text bytes = {0}, again = {0}, why = {0};
    task_write(&bytes, &t);
    assert_true(task_read(&back, bytes.data, bytes.size, &why));
    assert_string_equal(back.property, t.property);
    assert_string_equal(back.options.data[1], "ctg=on");
    assert_true(back.seed == UINT64_MAX && back.milliseconds == 60000 && back.jobs == 2);
    task_write(&again, &back);
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.data, bytes.data, bytes.size);
    char one[SHA256_HEX], other[SHA256_HEX];
    task_name(&t, one);
    back.seed--;
    task_name(&back, other);
    assert_string_not_equal(one, other);
    task_fini(&t);
    task_fini(&back);
    text_fini(&bytes);
    text_fini(&again);
}

static void a_result_comes_back(void **state) {
    (void)state;
    struct task_result r = some_result(), back;
    struct text bytes = {0}, why = {0};
    task_result_write(&bytes, &r);
    assert_true(task_result_read(&back, bytes.data, bytes.size, &why));
    assert_int_equal(back.answers.size, 2);
    assert_int_equal(back.answers.data[0].evidence.size, 3);
    assert_memory_equal(back.answers.data[0].evidence.data, "a\0b", 3);
    assert_true(back.answers.data[0].depth == -1 && back.answers.data[1].depth == 12);
    assert_string_equal(back.answers.data[1].reason, "timeout");
    task_result_fini(&r);
    task_result_fini(&back);
    text_fini(&bytes);
}

static struct message_batch some_batch(void) {
    struct message_batch batch = {.sender = 5, .model = mem_strdup(hash)};
    vec_push(&batch.packets, (struct message_packet){false, (const unsigned char *)"xy", 2});
    vec_push(&batch.packets, (struct message_packet){true, (const unsigned char *)"", 0});
    return batch;
}

static void packets_come_back(void **state) {
    (void)state;
    struct message_batch batch = some_batch(), back;
    struct text bytes = {0}, why = {0};
    message_batch_write(&bytes, &batch);
    assert_true(message_batch_read(&back, bytes.data, bytes.size, &why));
    assert_true(back.sender == 5 && back.packets.size == 2);
    assert_true(!back.packets.data[0].lasting && back.packets.data[1].lasting);
    assert_memory_equal(back.packets.data[0].bytes, "xy", 2);
    message_batch_fini(&batch);
    message_batch_fini(&back);
    for (size_t size = 0; size < bytes.size; size++)
        assert_false(message_batch_read(&back, bytes.data, size, &why));
    text_fini(&bytes);
    text_fini(&why);
}

/* Whatever is changed, left out or added, it is refused or well formed. */
static bool reads(unsigned kind, const struct text *bytes) {
    struct text why = {0};
    struct task t;
    struct task_result r;
    bool good = kind ? task_result_read(&r, bytes->data, bytes->size, &why)
                     : task_read(&t, bytes->data, bytes->size, &why);
    assert_true(good || why.size);
    if (good && kind) task_result_fini(&r);
    if (good && !kind) task_fini(&t);
    text_fini(&why);
    return good;
}

static void parts_and_more_are_refused(void **state) {
    (void)state;
    for (unsigned kind = 0; kind < 2; kind++) {
        struct text bytes = {0};
        struct task t = some_task();
        struct task_result r = some_result();
        if (kind)
            task_result_write(&bytes, &r);
        else
            task_write(&bytes, &t);
        const size_t size = bytes.size;
        assert_true(reads(kind, &bytes));
        assert_false(reads(!kind, &bytes));
        for (bytes.size = 0; bytes.size < size; bytes.size++) assert_false(reads(kind, &bytes));
        text_byte(&bytes, 0);
        assert_false(reads(kind, &bytes));
        bytes.size = size;
        struct random random;
        random_init(&random, kind);
        for (int i = 0; i < 20000; i++) {
            char *at = &bytes.data[random_below(&random, (uint32_t)size)], before = *at;
            *at = (char)random_word(&random);
            (void)reads(kind, &bytes);
            if (i % 4) *at = before;
        }
        text_fini(&bytes);
        task_fini(&t);
        task_result_fini(&r);
    }
}

static void refuse_task(void (*spoil)(struct task *)) {
    struct task t = some_task();
    struct text bytes = {0};
    spoil(&t);
    task_write(&bytes, &t);
    assert_false(reads(0, &bytes));
    task_fini(&t);
    text_fini(&bytes);
}

static void no_hash(struct task *t) {
    set(&t->model, "../../../etc/passwd");
}
static void capital_hash(struct task *t) {
    t->model[0] = 'A';
}
static void short_hash(struct task *t) {
    t->model[10] = 0;
}
static void path_as_suffix(struct task *t) {
    set(&t->suffix, ".c/../x");
}
static void no_dot(struct task *t) {
    set(&t->suffix, "aig");
}
static void two_dots(struct task *t) {
    set(&t->suffix, "..");
}
static void long_suffix(struct task *t) {
    set(&t->suffix, ".abcdefghijklmnopqrstuvwxyz");
}
static void blank_in_engine(struct task *t) {
    set(&t->engine, "ic3 --set");
}
static void escape_in_engine(struct task *t) {
    set(&t->engine, "ic3\x1b[2J");
}
static void option_without_value(struct task *t) {
    vec_push(&t->options, mem_strdup("minimize"));
}
static void many_options(struct task *t) {
    for (int i = 0; i <= MESSAGE_OPTIONS; i++) vec_push(&t->options, mem_strdup("a=b"));
}
static void endless(struct task *t) {
    t->milliseconds = UINT64_MAX;
}
static void huge(struct task *t) {
    t->megabytes = UINT64_C(1) << 40;
}
static void many_jobs(struct task *t) {
    t->jobs = UINT64_C(1) << 40;
}

static void bad_tasks_are_refused(void **state) {
    (void)state;
    void (*const all[])(struct task *) = {
        no_hash,     capital_hash,    short_hash,       path_as_suffix,       no_dot,       two_dots,
        long_suffix, blank_in_engine, escape_in_engine, option_without_value, many_options, endless,
        huge,        many_jobs};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) refuse_task(all[i]);
}

static void bad_results_are_refused(void **state) {
    (void)state;
    struct text bytes = {0};
    for (int bad = 0; bad < 4; bad++) {
        struct task_result r = some_result();
        if (bad == 0) text_clear(&r.answers.data[0].evidence);    /* safe, without evidence */
        if (bad == 1) text_add(&r.answers.data[1].evidence, "x"); /* unknown, with some */
        if (bad == 2) r.answers.data[0].verdict = (enum message_verdict)3;
        if (bad == 3) set(&r.worker, "two words");
        text_clear(&bytes);
        task_result_write(&bytes, &r);
        assert_false(reads(1, &bytes));
        task_result_fini(&r);
    }
    text_fini(&bytes);
}

/* A count, or a size, that promises more than there is costs nothing. */
static void promises_cost_nothing(void **state) {
    (void)state;
    struct text bytes = {0}, why = {0};
    struct task_result r;
    text_add(&bytes, "indM");
    text_byte(&bytes, MESSAGE_VERSION);
    text_byte(&bytes, 2);
    for (int i = 0; i < 3; i++) bytes_string(&bytes, "w");
    bytes_number(&bytes, UINT32_MAX);
    assert_false(task_result_read(&r, bytes.data, bytes.size, &why));
    text_fini(&bytes);
    text_fini(&why);
}

/* Seeds for fuzzing: message_test FOLDER */
static int write_seeds(const char *folder) {
    struct text files[3] = {{0}};
    struct task t = some_task();
    struct task_result r = some_result();
    struct message_batch batch = some_batch();
    for (int i = 0; i < 3; i++) text_byte(&files[i], (unsigned char)i);
    task_write(&files[0], &t);
    task_result_write(&files[1], &r);
    message_batch_write(&files[2], &batch);
    static const char *const names[] = {"task", "result", "batch"};
    int failed = 0;
    for (int i = 0; i < 3; i++) {
        struct messages messages = {0};
        char *path = mem_format("%s/%s", folder, names[i]);
        failed |= text_write_file(&files[i], path, &messages) != STATUS_OK;
        mem_free(path);
        messages_fini(&messages);
        text_fini(&files[i]);
    }
    task_fini(&t);
    task_result_fini(&r);
    message_batch_fini(&batch);
    return failed;
}

int main(int argc, char **argv) {
    if (argc == 2) return write_seeds(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_comes_back),     cmocka_unit_test(a_result_comes_back),
        cmocka_unit_test(packets_come_back),     cmocka_unit_test(parts_and_more_are_refused),
        cmocka_unit_test(bad_tasks_are_refused), cmocka_unit_test(bad_results_are_refused),
        cmocka_unit_test(promises_cost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
