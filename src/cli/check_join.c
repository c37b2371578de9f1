#define _GNU_SOURCE /* pipe2 */
#include "cli/check_join.h"

#include "base/clock.h"
#include "base/folder.h"
#include "base/process.h"
#include "base/wire.h"
#include "cli/commands.h"
#include "cli/join.h"
#include "cli/serve.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TASKS = 64 }; /* so many machines can take part */
enum said { SAID_EVIDENCE = 300 };

struct check_join {
    pid_t helper;
    char *folder; /* of the helper; removed by whoever ends last */
    struct bridge *bridge;
    int from_helper, to_worker; /* the two ends of a pipe */
    struct wire_inbox inbox;    /* in the worker */
    struct text packet;
};

/* ---- the helper ---- */

/* What was judged is judged again by who waits for it. */
static void pass_on(struct serve *s, const struct serve_problem *p, uint32_t property) {
    struct check_join *j = s->client;
    struct text bytes = {0};
    struct messages messages = {0};
    char *name = mem_format("evidence/%s-%u.pack", p->evidence, property), *path = serve_folder_path(s, name);
    if (text_read_file(&bytes, path, &messages) == STATUS_OK)
        wire_send(j->to_worker, (struct wire_message){SAID_EVIDENCE, property, 0, bytes.size, bytes.data});
    mem_free(name);
    mem_free(path);
    text_fini(&bytes);
    messages_fini(&messages);
}

/* Each machine searches differently; and no two checks have the same tasks. */
static void add_strategies(struct serve_settings *settings, strings *owned) {
    uint32_t chance = 0;
    if (getrandom(&chance, sizeof chance, GRND_NONBLOCK) != sizeof chance) chance = (uint32_t)clock_us();
    for (unsigned i = 1; i <= TASKS; i++) {
        vec_push(owned, mem_format("auto seed=%llu", (unsigned long long)chance << 16 | i));
        vec_push(&settings->strategies, vec_last(owned));
    }
}

/* What is said on standard error would be about a call that the user did not make. */
static _Noreturn void help(struct check_join *j, const struct check_settings *check,
                           struct address *address) {
    const double least = 60;
    struct serve_settings settings = {.input = check->input,
                                      .join = check->join,
                                      .property = check->property,
                                      .judge = check->judge,
                                      .sets = check->sets,
                                      .timeout = check->timeout,
                                      .lease = 10,
                                      .judge_time = check->timeout > least ? check->timeout : least,
                                      .memory_mb = check->memory_mb,
                                      .quiet = true};
    strings owned = {0};
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    process_reset_signals();
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    settings.output = j->folder;
    vec_push(&settings.files, check->file);
    add_strategies(&settings, &owned);
    (void)serve_go(
        &(struct serve){.settings = &settings, .accepted = pass_on, .bridge = j->bridge, .client = j},
        address, &serve_command);
    folder_remove(j->folder);
    _exit(0);
}

static bool is_right(const struct check_settings *settings) {
    const char *wrong =
        settings->engine && strcmp(settings->engine, "auto") != 0 ? "--join and --engine exclude each other"
        : !strcmp(settings->file, "-") ? "--join needs a file that can be read again, not standard input"
        : settings->input.spec         ? "--spec cannot be sent to workers in this version; --entry can"
        : settings->no_verify          ? "--join and --no-verify exclude each other"
        : settings->timeout * 1000 > MESSAGE_MILLISECONDS || settings->memory_mb > MESSAGE_MEMORY
            ? "--join: the limits are too large"
            : NULL;
    if (wrong) arguments_complain(&check_command, "%s", wrong);
    return !wrong;
}

bool check_join_start(struct check_join **join, const struct check_settings *settings) {
    struct address address;
    int ends[2];
    *join = NULL;
    if (!settings->join) return true;
    if (!is_right(settings) || !join_address(&address, settings->join, &check_command)) return false;
    char *folder = folder_make("induct-join");
    bool good = folder && !pipe2(ends, O_CLOEXEC);
    if (good) {
        struct check_join *j = *join = mem_new(struct check_join);
        j->folder = folder;
        j->bridge = bridge_new();
        j->from_helper = ends[0];
        j->to_worker = ends[1];
        j->helper = process_fork(SIGTERM);
        if (!j->helper) help(j, settings, &address);
        fcntl(j->from_helper, F_SETFL, O_NONBLOCK);
        close(j->to_worker);
    } else {
        arguments_complain(&check_command, "%s", folder ? "no pipe" : "no folder for temporary files");
        if (folder) folder_remove(folder);
    }
    address_fini(&address);
    return good;
}

void check_join_end(struct check_join *j) {
    enum { PAUSE_US = 5000, PATIENCE = 60 };
    if (!j) return;
    if (j->helper > 0) {
        kill(j->helper, SIGTERM);
        int left = PATIENCE;
        while (left > 0 && waitpid(j->helper, NULL, WNOHANG) == 0) {
            usleep(PAUSE_US);
            left--;
        }
        if (!left) {
            kill(j->helper, SIGKILL);
            waitpid(j->helper, NULL, 0);
        }
    }
    folder_remove(j->folder);
    mem_free(j->folder);
    close(j->from_helper);
    bridge_free(j->bridge);
    mem_free(j);
}

/* ---- the worker ---- */

static void carry(void *client, struct induct_exchange *x) {
    enum { MOST = 4096 };
    struct check_join *j = client;
    struct wire_message message;
    const void *packet;
    size_t size;
    bool lasting;
    for (int i = 0; i < MOST && induct_exchange_next(x, &packet, &size, &lasting); i++)
        bridge_say(j->bridge, lasting, packet, size);
    for (int i = 0; i < MOST && bridge_hear(j->bridge, &j->packet); i++)
        induct_exchange_put(x, j->packet.data, j->packet.size);
    if (j->from_helper < 0) return;
    const bool more = wire_read(&j->inbox, j->from_helper);
    while (wire_take(&j->inbox, &message))
        if (message.kind == SAID_EVIDENCE) (void)induct_exchange_decide(x, message.bytes, message.size);
    if (!more) j->from_helper = -1; /* the helper is gone, and the check goes on */
}

void check_join_listen(struct check_join *j, struct induct *problem) {
    if (j) induct_on_exchange(problem, carry, j);
}
