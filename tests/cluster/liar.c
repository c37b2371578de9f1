/* A worker that lies, for tests/cluster.sh: liar URL NAME COUNT. It takes so many tasks and says of each that the first
 * property is safe, with evidence that is none, or of something else. */
#include "cluster/queue.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const lies[] = {"", "indE", "indE\1\1\0aaaaaaaaaaaa", "true"};

int main(int argc, char **argv) {
    struct address address;
    struct text why = {0};
    struct queue q;
    if (argc != 5 || !address_parse(&address, argv[1], &why) || !address_secrets(&address, &why)) return 2;
    queue_init(&q, &address, argv[2], argv[4]);
    for (int told = 0; told < atoi(argv[3]);) {
        struct lease lease;
        enum queue_answer answer = queue_take(&q, 1, &lease);
        if (answer == QUEUE_BARRED || answer == QUEUE_CLOSED) {
            puts(answer == QUEUE_BARRED ? "barred" : "closed");
            queue_fini(&q);
            return 0;
        }
        if (answer != QUEUE_OK) continue;
        struct task_result result;
        task_result_init(&result);
        mem_free(result.worker);
        result.worker = mem_strdup(argv[2]);
        vec_push(&result.answers,
                 (struct message_answer){.verdict = MESSAGE_SAFE, .reason = mem_strdup(""), .depth = -1});
        const char *lie = lies[told++ % 4];
        text_bytes(&result.answers.data[0].evidence, *lie ? lie : "x", *lie ? strlen(lie) : 1);
        printf("lied about %.12s\n", lease.name);
        fflush(stdout);
        (void)queue_finish(&q, &lease, &result);
        task_result_fini(&result);
        lease_fini(&lease);
    }
    queue_fini(&q);
    return 0;
}
