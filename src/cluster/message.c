#include "cluster/message.h"

#include "base/bytes.h"

#include <ctype.h>

enum kind { KIND_TASK = 1, KIND_RESULT, KIND_BATCH };
enum { MAGIC = 4 };
static const char magic[MAGIC + 1] = "indM";

/* ---- in general ---- */

static void header(struct text *out, enum kind kind) {
    text_bytes(out, magic, MAGIC);
    text_byte(out, MESSAGE_VERSION);
    text_byte(out, (unsigned char)kind);
}

static void block(struct text *out, const void *bytes, size_t size) {
    bytes_number(out, size);
    if (size) text_bytes(out, bytes, size);
}

static struct bytes_reader begin(const void *bytes, size_t size, size_t most, enum kind kind) {
    struct bytes_reader r = bytes_reader(bytes, size);
    if (size > most) bytes_refuse(&r, "the message is too long");
    const unsigned char *start = bytes_read_block(&r, MAGIC);
    if (!start || memcmp(start, magic, MAGIC) != 0) bytes_refuse(&r, "it is no message of induct");
    if (bytes_read_byte(&r) != MESSAGE_VERSION) bytes_refuse(&r, "the message is of another version");
    if (bytes_read_byte(&r) != kind) bytes_refuse(&r, "it is a message of another kind");
    return r;
}

static bool end(struct bytes_reader *r, struct text *why) {
    if (bytes_left(r)) bytes_refuse(r, "there are bytes behind the message");
    if (r->wrong) text_format(why, "%s (byte %zu)", r->wrong, r->at);
    return !r->wrong;
}

/* Never NULL, so that callers may look at what was refused. */
static char *read_text(struct bytes_reader *r, size_t most) {
    size_t size = bytes_read_number(r, most);
    const unsigned char *data = bytes_read_block(r, size);
    if (data && memchr(data, 0, size)) bytes_refuse(r, "a text has a NUL in it");
    return mem_format("%.*s", data && !r->wrong ? (int)size : 0, data ? (const char *)data : "");
}

/* Printable, and without a blank: nothing that ends a line, a word or what a terminal shows. */
static char *read_word(struct bytes_reader *r) {
    char *word = read_text(r, MESSAGE_WORD);
    for (const char *p = word; *p; p++)
        if (!isgraph((unsigned char)*p)) bytes_refuse(r, "a word has a byte that no word has");
    return word;
}

static char *read_hash(struct bytes_reader *r) {
    char *word = read_word(r);
    if (strlen(word) != SHA256_HEX - 1 || strspn(word, "0123456789abcdef") != SHA256_HEX - 1)
        bytes_refuse(r, "that is no hash");
    return word;
}

/* It becomes part of a file's name: a dot, and letters and digits between dots. */
static char *read_suffix(struct bytes_reader *r) {
    enum { LONGEST = 16 };
    char *word = read_word(r);
    bool good = strlen(word) <= LONGEST && (!*word || *word == '.') && !strstr(word, "..");
    for (const char *p = word; *p; p++) good = good && (*p == '.' || isalnum((unsigned char)*p));
    if (!good) bytes_refuse(r, "that is no suffix of a file's name");
    return word;
}

/* ---- tasks ---- */

void task_init(struct task *t) {
    *t = (struct task){0};
    char **const words[] = {&t->model,  &t->suffix, &t->format,   &t->data_model, &t->entry,
                            &t->theory, &t->engine, &t->property, &t->judge};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) *words[i] = mem_strdup("");
}

void task_fini(struct task *t) {
    char *const words[] = {t->model,  t->suffix, t->format,   t->data_model, t->entry,
                           t->theory, t->engine, t->property, t->judge};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) mem_free(words[i]);
    vec_each (char *, option, &t->options) mem_free(*option);
    vec_free(&t->options);
    *t = (struct task){0};
}

void task_write(struct text *out, const struct task *t) {
    const char *const words[] = {t->model,  t->suffix, t->format,   t->data_model, t->entry,
                                 t->theory, t->engine, t->property, t->judge};
    header(out, KIND_TASK);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) bytes_string(out, words[i]);
    bytes_number(out, t->options.size);
    vec_each (char *const, option, &t->options) bytes_string(out, *option);
    bytes_number(out, t->seed);
    bytes_number(out, t->milliseconds);
    bytes_number(out, t->megabytes);
    bytes_number(out, t->jobs);
    bytes_number(out, t->share);
}

bool task_read(struct task *t, const void *bytes, size_t size, struct text *why) {
    enum { JOBS = 1 << 16 };
    struct bytes_reader r = begin(bytes, size, MESSAGE_TASK, KIND_TASK);
    *t = (struct task){0};
    t->model = read_hash(&r);
    t->suffix = read_suffix(&r);
    char **const words[] = {&t->format, &t->data_model, &t->entry, &t->theory, &t->engine};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) *words[i] = read_word(&r);
    t->property = read_text(&r, MESSAGE_TEXT);
    t->judge = read_word(&r);
    const uint64_t options = bytes_read_number(&r, MESSAGE_OPTIONS);
    for (uint64_t i = 0; i < options && !r.wrong; i++) {
        char *option = read_text(&r, MESSAGE_TEXT);
        if (!strchr(option, '=')) bytes_refuse(&r, "an option has no value");
        vec_push(&t->options, option);
    }
    t->seed = bytes_read_number(&r, UINT64_MAX);
    t->milliseconds = bytes_read_number(&r, MESSAGE_MILLISECONDS);
    t->megabytes = bytes_read_number(&r, MESSAGE_MEMORY);
    t->jobs = bytes_read_number(&r, JOBS);
    t->share = bytes_read_number(&r, 1);
    bool good = end(&r, why);
    if (!good) task_fini(t);
    return good;
}

void task_name(const struct task *t, char name[SHA256_HEX]) {
    struct text bytes = {0};
    task_write(&bytes, t);
    sha256_hex(bytes.data, bytes.size, name);
    text_fini(&bytes);
}

/* ---- results ---- */

void task_result_init(struct task_result *result) {
    *result =
        (struct task_result){.worker = mem_strdup(""), .engine = mem_strdup(""), .failure = mem_strdup("")};
}

void task_result_fini(struct task_result *result) {
    vec_each (struct message_answer, answer, &result->answers) {
        mem_free(answer->reason);
        text_fini(&answer->evidence);
    }
    vec_free(&result->answers);
    mem_free(result->worker);
    mem_free(result->engine);
    mem_free(result->failure);
    *result = (struct task_result){0};
}

void task_result_write(struct text *out, const struct task_result *result) {
    header(out, KIND_RESULT);
    bytes_string(out, result->worker);
    bytes_string(out, result->engine);
    bytes_string(out, result->failure);
    bytes_number(out, result->answers.size);
    vec_each (const struct message_answer, answer, &result->answers) {
        bytes_number(out, answer->property);
        text_byte(out, (unsigned char)answer->verdict);
        bytes_string(out, answer->reason);
        bytes_number(out, (uint64_t)(answer->depth + 1));
        block(out, answer->evidence.data, answer->evidence.size);
    }
}

static void read_answer(struct bytes_reader *r, struct message_answer *answer) {
    answer->property = (uint32_t)bytes_read_number(r, UINT32_MAX - 1);
    uint8_t verdict = bytes_read_byte(r);
    if (verdict > MESSAGE_UNSAFE) bytes_refuse(r, "that is no verdict");
    answer->verdict = (enum message_verdict)verdict;
    answer->reason = read_text(r, MESSAGE_TEXT);
    answer->depth = (int64_t)bytes_read_number(r, UINT32_MAX) - 1;
    size_t size = bytes_read_number(r, MESSAGE_EVIDENCE);
    const unsigned char *data = bytes_read_block(r, size);
    if (!r->wrong && (verdict == MESSAGE_UNKNOWN) != (size == 0))
        bytes_refuse(r, "verdicts have evidence, unknown has none");
    if (data && !r->wrong) text_bytes(&answer->evidence, data, size);
}

bool task_result_read(struct task_result *result, const void *bytes, size_t size, struct text *why) {
    struct bytes_reader r = begin(bytes, size, MESSAGE_RESULT, KIND_RESULT);
    *result = (struct task_result){0};
    result->worker = read_word(&r);
    result->engine = read_word(&r);
    result->failure = read_text(&r, MESSAGE_TEXT);
    const uint32_t count = bytes_read_count(&r);
    for (uint32_t i = 0; i < count && !r.wrong; i++) {
        vec_push(&result->answers, (struct message_answer){0});
        read_answer(&r, &vec_last(&result->answers));
    }
    bool good = end(&r, why);
    if (!good) task_result_fini(result);
    return good;
}

/* ---- packets ---- */

void message_batch_fini(struct message_batch *batch) {
    vec_free(&batch->packets);
    mem_free(batch->model);
    *batch = (struct message_batch){0};
}

void message_batch_write(struct text *out, const struct message_batch *batch) {
    header(out, KIND_BATCH);
    bytes_number(out, batch->sender);
    bytes_string(out, batch->model);
    bytes_number(out, batch->packets.size);
    vec_each (const struct message_packet, packet, &batch->packets) {
        text_byte(out, packet->lasting);
        block(out, packet->bytes, packet->size);
    }
}

bool message_batch_read(struct message_batch *batch, const void *bytes, size_t size, struct text *why) {
    struct bytes_reader r = begin(bytes, size, MESSAGE_BATCH, KIND_BATCH);
    *batch = (struct message_batch){.sender = bytes_read_number(&r, UINT64_MAX)};
    batch->model = read_hash(&r);
    const uint32_t count = bytes_read_count(&r);
    for (uint32_t i = 0; i < count && !r.wrong; i++) {
        struct message_packet packet = {0};
        const uint8_t lasting = bytes_read_byte(&r);
        if (lasting > 1) bytes_refuse(&r, "a packet lasts, or does not");
        packet.lasting = lasting;
        packet.size = bytes_read_number(&r, MESSAGE_PACKET);
        packet.bytes = bytes_read_block(&r, packet.size);
        if (!r.wrong) vec_push(&batch->packets, packet);
    }
    bool good = end(&r, why);
    if (!good) message_batch_fini(batch);
    return good;
}
