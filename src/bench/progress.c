#include "bench/progress.h"

#include "base/clock.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void count(struct progress *progress, const struct result *result) {
    progress->done++;
    progress->wrong += result->check == CHECK_WRONG;
    progress->solved.data[result->tool] += result_solved(result);
}

void progress_init(struct progress *progress, const struct plan *plan, const struct results *results) {
    *progress = (struct progress){.terminal = isatty(STDERR_FILENO), .start = clock_us()};
    progress->pairs = plan_runs(plan);
    vec_resize(&progress->solved, plan->tools.size);
    vec_each (const struct result, result, &results->list) count(progress, result);
    progress->done_before = progress->done;
    if (progress->done)
        fprintf(stderr, "bench: continuing: %u of %u runs are done\n", progress->done, progress->pairs);
}

static void clear_line(struct progress *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
    progress->shown = false;
}

void progress_fini(struct progress *progress) {
    clear_line(progress);
    fflush(stderr);
    vec_free(&progress->solved);
}

void progress_result(struct progress *progress, const struct plan *plan, const struct result *result) {
    count(progress, result);
    if (result->check != CHECK_WRONG) return;
    const struct instance *instance = &plan->instances.data[result->instance];
    clear_line(progress);
    fprintf(stderr, "bench: WRONG VERDICT: %s says %s of %s (expected %s)\n",
            plan->tools.data[result->tool].name, outcome_name(result->outcome), instance->name,
            answer_name(instance->expected));
}

static void add_duration(struct text *line, double seconds) {
    unsigned long whole = (unsigned long)seconds;
    if (whole >= 3600)
        text_format(line, "%lu h %02lu min", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        text_format(line, "%lu min %02lu s", whole / 60, whole % 60);
    else
        text_format(line, "%lu s", whole);
}

void progress_show(struct progress *progress, const struct plan *plan, uint32_t instance, uint32_t tool) {
    if (!progress->terminal) return;
    struct winsize window = {0};
    ioctl(STDERR_FILENO, TIOCGWINSZ, &window);
    struct text line = {0};
    double elapsed = (double)(clock_us() - progress->start) * 1e-6;
    uint32_t done_now = progress->done - progress->done_before;
    text_format(&line, "%u/%u  ", progress->done, progress->pairs);
    add_duration(&line, elapsed);
    if (done_now) {
        text_add(&line, ", about ");
        add_duration(&line, elapsed / done_now * (progress->pairs - progress->done));
        text_add(&line, " left");
    }
    text_add(&line, "  solved:");
    vec_each (const struct tool, t, &plan->tools)
        text_format(&line, " %s %u", t->name, progress->solved.data[t - plan->tools.data]);
    if (progress->wrong) text_format(&line, "  WRONG: %u", progress->wrong);
    text_format(&line, "  now: %s %s", plan->tools.data[tool].name, plan->instances.data[instance].name);
    int width = window.ws_col > 1 ? window.ws_col - 1 : 79;
    clear_line(progress);
    fprintf(stderr, "%.*s", (int)text_cut(line.data, (size_t)width), line.data);
    fflush(stderr);
    progress->shown = true;
    text_fini(&line);
}
