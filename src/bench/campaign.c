#include "bench/campaign.h"

#include "bench/progress.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>

enum { LOG_NAME = 160 };

struct slot {
    bool busy;
    uint32_t instance, tool;
    char *command;
    struct run run;
};

struct campaign {
    const struct plan *plan;
    struct results *results;
    const char *directory;
    VEC(struct slot) slots;
    uint64_t next; /* pairs below this one have been started or have a result */
    struct progress progress;
    struct text output, errors; /* of the run that ended last */
    struct messages *messages;
};

static volatile sig_atomic_t stop_requested;

static void request_stop(int signal) {
    (void)signal;
    stop_requested = 1;
}

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOP_SIGNALS = sizeof stop_signals / sizeof *stop_signals };

static void catch_signals(struct sigaction *before) {
    struct sigaction action = {.sa_handler = request_stop}; /* no SA_RESTART: poll must return */
    stop_requested = 0;
    for (int i = 0; i < STOP_SIGNALS; i++) sigaction(stop_signals[i], &action, &before[i]);
}

static void restore_signals(const struct sigaction *before) {
    for (int i = 0; i < STOP_SIGNALS; i++) sigaction(stop_signals[i], &before[i], NULL);
}

/* The pair at a position of the order of runs: the first tool rotates with the instance. */
static void pair_at(const struct plan *plan, uint64_t position, uint32_t *instance, uint32_t *tool) {
    *instance = (uint32_t)(position / plan->tools.size);
    *tool = (uint32_t)((*instance + position % plan->tools.size) % plan->tools.size);
}

/* The next pair without a result; false when none is left. */
static bool next_pair(struct campaign *campaign, uint32_t *instance, uint32_t *tool) {
    uint64_t pairs = (uint64_t)campaign->plan->instances.size * campaign->plan->tools.size;
    while (campaign->next < pairs) {
        pair_at(campaign->plan, campaign->next++, instance, tool);
        if (plan_has(campaign->plan, *instance) && !results_find(campaign->results, *instance, *tool))
            return true;
    }
    return false;
}

static enum status fill_slots(struct campaign *campaign) {
    const struct plan *plan = campaign->plan;
    vec_each (struct slot, slot, &campaign->slots) {
        if (slot->busy) continue;
        if (!next_pair(campaign, &slot->instance, &slot->tool)) break;
        const struct instance *instance = &plan->instances.data[slot->instance];
        slot->command = command_expand(plan->tools.data[slot->tool].command, &plan->manifest, instance->row,
                                       instance->file, plan->limits);
        if (!run_start(&slot->run, slot->command, plan->limits)) {
            mem_free(slot->command);
            return messages_fail(campaign->messages, STATUS_IO, (struct position){0},
                                 "cannot start a process: %s", strerror(errno));
        }
        slot->busy = true;
    }
    return STATUS_OK;
}

/* The place of a run's log: the path with its slashes made flat, its end only if it is too long for a file
 * name. */
static char *log_path(const struct campaign *campaign, const struct slot *slot) {
    char *flat = mem_strdup(campaign->plan->instances.data[slot->instance].name);
    for (char *p = flat; *p; p++)
        if (*p == '/') *p = '~';
    size_t length = strlen(flat), skipped = length > LOG_NAME ? length - LOG_NAME : 0;
    const char *tool = campaign->plan->tools.data[slot->tool].name;
    char *path = mem_format("%s/logs/%s~%s.txt", campaign->directory, tool, flat + skipped);
    mem_free(flat);
    return path;
}

static enum status write_log(const struct campaign *campaign, const struct slot *slot,
                             const struct result *result) {
    char *folder = mem_format("%s/logs", campaign->directory), *path = log_path(campaign, slot);
    mkdir(folder, 0777); /* if this fails, so does the write */
    struct text log = {0};
    text_format(&log, "command: %s\noutcome: %s %s, exit status %d, %.3f s, %.1f MB\nnote: %s\n",
                slot->command, outcome_name(result->outcome), check_name(result->check), result->exit_code,
                result->wall, result->memory, result->note);
    text_format(&log, "---- standard output\n%s\n---- standard error\n%s\n", campaign->output.data,
                campaign->errors.data);
    enum status status = text_write_file(&log, path, campaign->messages);
    text_fini(&log);
    mem_free(folder);
    mem_free(path);
    return status;
}

static enum status finish_slot(struct campaign *campaign, struct slot *slot) {
    struct run_report report;
    run_finish(&slot->run, &report, &campaign->output, &campaign->errors);
    slot->busy = false;
    enum status status = STATUS_OK;
    if (report.end == RUN_INTERRUPTED)
        status = STATUS_STOPPED;
    else if (report.end == RUN_BROKEN)
        status = messages_fail(campaign->messages, STATUS_IO, (struct position){0}, "lost control of: %s",
                               slot->command);
    else {
        struct result result;
        judge_run(campaign->plan, slot->instance, slot->tool, &report, campaign->output.data, &result);
        if (result.check == CHECK_WRONG || result.outcome == OUTCOME_ERROR)
            status = write_log(campaign, slot, &result);
        progress_result(&campaign->progress, campaign->plan, &result);
        enum status added = results_add(campaign->results, campaign->plan, result, campaign->messages);
        if (!status) status = added;
    }
    mem_free(slot->command);
    return status;
}

/* Waits a moment for runs to end and collects those that have. */
static enum status collect(struct campaign *campaign) {
    VEC(struct pollfd) waits = {0};
    vec_each (struct slot, slot, &campaign->slots)
        vec_push(&waits, (struct pollfd){.fd = slot->busy ? slot->run.descriptor : -1, .events = POLLIN});
    int ready = poll(waits.data, waits.size, 250);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; ready > 0 && i < waits.size; i++) {
        if (!waits.data[i].revents) continue;
        enum status finished = finish_slot(campaign, &campaign->slots.data[i]);
        if (!status) status = finished;
    }
    vec_free(&waits);
    return status;
}

static uint32_t busy_slots(const struct campaign *campaign) {
    uint32_t busy = 0;
    vec_each (const struct slot, slot, &campaign->slots) busy += slot->busy;
    return busy;
}

static void show_progress(struct campaign *campaign) {
    vec_each (const struct slot, slot, &campaign->slots) {
        if (!slot->busy) continue;
        progress_show(&campaign->progress, campaign->plan, slot->instance, slot->tool);
        return;
    }
}

static enum status run_all(struct campaign *campaign) {
    for (;;) {
        if (stop_requested) return STATUS_STOPPED;
        enum status status = fill_slots(campaign);
        if (status) return status;
        if (!busy_slots(campaign)) return STATUS_OK;
        show_progress(campaign);
        status = collect(campaign);
        if (status) return status;
    }
}

/* Kills the runs under way; they leave no result. */
static void abandon(struct campaign *campaign) {
    vec_each (struct slot, slot, &campaign->slots)
        if (slot->busy) run_stop(&slot->run);
    vec_each (struct slot, slot, &campaign->slots) {
        struct run_report report;
        if (!slot->busy) continue;
        run_finish(&slot->run, &report, &campaign->output, &campaign->errors);
        mem_free(slot->command);
    }
}

enum status campaign_run(const struct plan *plan, struct results *results, const char *directory,
                         struct messages *messages) {
    struct campaign campaign = {
        .plan = plan, .results = results, .directory = directory, .messages = messages};
    struct sigaction before[STOP_SIGNALS];
    vec_resize(&campaign.slots, plan->jobs);
    progress_init(&campaign.progress, plan, results);
    catch_signals(before);
    enum status status = run_all(&campaign);
    abandon(&campaign);
    restore_signals(before);
    progress_fini(&campaign.progress);
    vec_free(&campaign.slots);
    text_fini(&campaign.output);
    text_fini(&campaign.errors);
    return status;
}
