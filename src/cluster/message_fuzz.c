/* libFuzzer harness: every kind of message. The first byte says which; what is read is written again, and read back as
 * the same bytes. */
#include "cluster/message.h"

#include <stdlib.h>

static void require_same(const struct text *first, const struct text *second) {
    if (first->size != second->size || memcmp(first->data, second->data, first->size) != 0) abort();
}

/* What is well formed has one encoding. */
#define PLAY(type, read, write, fini)                                                                        \
    static void play_##fini(const void *data, size_t size) {                                                 \
        struct type message;                                                                                 \
        struct text why = {0}, once = {0};                                                                   \
        if (!read(&message, data, size, &why)) {                                                             \
            if (!why.size) abort();                                                                          \
        } else {                                                                                             \
            struct text given = {(char *)data, size, size};                                                  \
            write(&once, &message);                                                                          \
            require_same(&given, &once);                                                                     \
            fini(&message);                                                                                  \
        }                                                                                                    \
        text_fini(&why);                                                                                     \
        text_fini(&once);                                                                                    \
    }
PLAY(task, task_read, task_write, task_fini)
PLAY(task_result, task_result_read, task_result_write, task_result_fini)
PLAY(message_batch, message_batch_read, message_batch_write, message_batch_fini)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const plays[])(const void *, size_t) = {play_task_fini, play_task_result_fini,
                                                          play_message_batch_fini};
    if (size) plays[data[0] % 3](data + 1, size - 1);
    return 0;
}
