#define _GNU_SOURCE /* sched_getaffinity */
#include "solve/team.h"

#include <sched.h>
#include <stdio.h>

static uint32_t allowed(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? (uint32_t)n : 1;
}

/* The share of a control group, "QUOTA PERIOD" or "max PERIOD" in its cpu.max; UINT32_MAX: all that there is. */
static uint32_t share_of(const char *group) {
    char *path = mem_format("/sys/fs/cgroup%s/cpu.max", group);
    FILE *file = fopen(path, "re");
    unsigned long long quota, period;
    uint32_t share = UINT32_MAX;
    if (file && fscanf(file, "%llu %llu", &quota, &period) == 2 && period)
        share = quota / period > 1 ? (uint32_t)(quota / period) : 1;
    if (file) fclose(file);
    mem_free(path);
    return share;
}

/* The least of our group's and of those that it is in. */
static uint32_t granted(void) {
    char line[4096], group[4096] = "";
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "0::%4095[^\n]", group) == 1) break;
    if (file) fclose(file);
    uint32_t least = share_of("");
    for (char *end = group + strlen(group); end > group; end--) {
        if (*end != '/' && *end) continue;
        *end = 0;
        uint32_t share = share_of(group);
        if (share < least) least = share;
    }
    return least;
}

uint32_t team_processors(void) {
    uint32_t a = allowed(), b = granted();
    return a < b ? a : b;
}
