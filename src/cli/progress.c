/* The live line on a terminal: stage, frame, obligations, clauses, queries per second, time. */
#include "cli/check.h"

#include "base/clock.h"

#include <stdio.h>
#include <unistd.h>

static bool shown;
static uint64_t last_us, last_queries; /* of the line before, for the rate */

bool progress_line_wanted(const struct check *check) {
    return !check->settings->quiet && isatty(STDERR_FILENO);
}

void progress_line_show(const struct check *check) {
    const struct stats *stats = &check->shared->stats;
    uint64_t now = clock_us(), queries = stats->queries;
    double rate = last_us && now > last_us && queries >= last_queries
                      ? (double)(queries - last_queries) * 1e6 / (double)(now - last_us)
                      : 0;
    last_us = now;
    last_queries = queries;
    fprintf(stderr, "\r\033[K%s  frame %llu  obligations %llu  clauses %llu  %.0f queries/s  %.1f s",
            check->stage, (unsigned long long)stats->frames, (unsigned long long)stats->obligations_open,
            (unsigned long long)stats->lemmas_live, rate, (double)(now - check->started_us) / 1e6);
    fflush(stderr);
    shown = true;
}

void progress_line_erase(void) {
    if (!shown) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    shown = false;
}
