#include "base/tree.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Reads a small file of /proc; "" when the process is gone. */
static void read_small(struct text *text, const char *path) {
    text_clear(text);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    char buffer[4096];
    for (ssize_t got; (got = read(descriptor, buffer, sizeof buffer)) > 0;)
        text_bytes(text, buffer, (size_t)got);
    close(descriptor);
}

static void add_numbers(u32s *pids, const char *text) {
    for (char *next; text && *text; text = next) {
        unsigned long pid = strtoul(text, &next, 10);
        if (next == text) break;
        vec_push(pids, (uint32_t)pid);
    }
}

/* The children of every thread of a process. */
static void add_children(u32s *pids, uint32_t parent) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/task", parent);
    DIR *tasks = opendir(path);
    if (!tasks) return;
    struct text text = {0};
    for (struct dirent *entry; (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.') continue;
        char file[512];
        snprintf(file, sizeof file, "/proc/%u/task/%s/children", parent, entry->d_name);
        read_small(&text, file);
        add_numbers(pids, text.data);
    }
    text_fini(&text);
    closedir(tasks);
}

/* What we want to know of the stat file of a process. */
struct facts {
    unsigned parent;
    unsigned long long own[2], children[2]; /* ticks of the processor, of children that were waited for */
    unsigned long long pages;               /* in memory */
};

/* The second field may contain anything, but ends in the last parenthesis. False: the process is gone. */
static bool read_facts(struct text *text, const char *pid, struct facts *f) {
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    read_small(text, path);
    const char *close = text->size ? strrchr(text->data, ')') : NULL;
    return close &&
           sscanf(close,
                  ") %*c %u %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu %*d %*d %*d %*d "
                  "%*u %*u %llu",
                  &f->parent, &f->own[0], &f->own[1], &f->children[0], &f->children[1], &f->pages) == 6;
}

struct link {
    uint32_t child, parent;
};

/* For kernels without the children files: one pass over all processes, then the closure of the parent
 * relation. */
static void add_by_scan(u32s *pids, uint32_t root, bool deep) {
    VEC(struct link) links = {0};
    struct text text = {0};
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        struct facts facts;
        if (!read_facts(&text, entry->d_name, &facts)) continue;
        vec_push(&links, (struct link){(uint32_t)strtoul(entry->d_name, NULL, 10), facts.parent});
    }
    if (all) closedir(all);
    for (uint32_t i = 0, parent = root; i <= pids->size; parent = i < pids->size ? pids->data[i] : 0, i++) {
        vec_each (struct link, link, &links)
            if (parent && link->parent == parent) vec_push(pids, link->child);
        if (!deep) break;
    }
    vec_free(&links);
    text_fini(&text);
}

static bool has_children_files(void) {
    static _Atomic int known = -1;
    if (known < 0) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
        known = !access(path, R_OK);
    }
    return known;
}

void tree_children(u32s *pids) {
    if (has_children_files())
        add_children(pids, (uint32_t)getpid());
    else
        add_by_scan(pids, (uint32_t)getpid(), false);
}

static void descendants(u32s *pids) {
    if (!has_children_files()) {
        add_by_scan(pids, (uint32_t)getpid(), true);
        return;
    }
    add_children(pids, (uint32_t)getpid());
    for (uint32_t i = 0; i < pids->size; i++) add_children(pids, pids->data[i]);
}

/* Resident pages of a process, and of these the ones that are nobody's file; false: it is gone. */
static bool read_resident(struct text *text, uint32_t pid, uint64_t *all, uint64_t *own) {
    char path[64];
    unsigned long long resident, shared;
    snprintf(path, sizeof path, "/proc/%u/statm", pid);
    read_small(text, path);
    if (!text->size || sscanf(text->data, "%*u %llu %llu", &resident, &shared) != 2) return false;
    *all = resident;
    *own = resident > shared ? resident - shared : 0;
    return true;
}

/* Its share of the memory in kilobytes; what only it has where the system keeps the rest secret. */
static uint64_t share_kb(struct text *text, uint32_t pid, uint64_t own_kb) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/smaps_rollup", pid);
    read_small(text, path);
    const char *line = text->size ? strstr(text->data, "\nPss:") : NULL;
    return line ? strtoull(line + strlen("\nPss:"), NULL, 10) : own_kb;
}

/* The sum of their shares; pids[0..n[ may be gone meanwhile. */
static uint64_t sum_shares(struct text *text, const u32s *pids) {
    uint64_t page_kb = (uint64_t)sysconf(_SC_PAGESIZE) / 1024, sum = 0, all, own;
    vec_each (uint32_t, pid, pids)
        if (read_resident(text, *pid, &all, &own)) sum += share_kb(text, *pid, own * page_kb);
    return sum;
}

uint64_t tree_memory_kb(struct tree_memory *known, uint64_t enough_kb) {
    enum { KNOWN_US = 20000 };
    u32s pids = {0};
    struct text text = {0};
    uint64_t page_kb = (uint64_t)sysconf(_SC_PAGESIZE) / 1024, sum = 0, names = 0, now = clock_us(), all, own;
    descendants(&pids);
    vec_push(&pids, (uint32_t)getpid());
    vec_each (uint32_t, pid, &pids) {
        if (!read_resident(&text, *pid, &all, &own)) continue;
        sum += all * page_kb;
        names += hash_mix(*pid);
    }
    bool fresh = names == known->names && now - known->looked_us < KNOWN_US && sum >= known->shared_kb;
    if (fresh && sum - known->shared_kb <= enough_kb) {
        sum -= known->shared_kb;
    } else if (sum > enough_kb) {
        uint64_t shares = sum_shares(&text, &pids);
        *known = (struct tree_memory){names, sum > shares ? sum - shares : 0, now};
        sum = shares;
    }
    text_fini(&text);
    vec_free(&pids);
    return sum;
}

static double seconds(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

struct tree_usage tree_usage(void) {
    struct rusage ended;
    getrusage(RUSAGE_CHILDREN, &ended);
    u32s pids = {0};
    descendants(&pids);
    struct text text = {0};
    unsigned long long ticks = 0, pages = 0;
    vec_each (uint32_t, pid, &pids) {
        char name[16];
        struct facts f;
        snprintf(name, sizeof name, "%u", *pid);
        if (!read_facts(&text, name, &f)) continue;
        ticks += f.own[0] + f.own[1] + f.children[0] + f.children[1];
        pages += f.pages;
    }
    text_fini(&text);
    vec_free(&pids);
    return (struct tree_usage){.resident_kb = pages * ((uint64_t)sysconf(_SC_PAGESIZE) / 1024),
                               .cpu_seconds = seconds(ended.ru_utime) + seconds(ended.ru_stime) +
                                              (double)ticks / (double)sysconf(_SC_CLK_TCK)};
}

void tree_signal(int signal) {
    u32s pids = {0};
    descendants(&pids);
    vec_each (uint32_t, pid, &pids) kill((pid_t)*pid, signal);
    vec_free(&pids);
}

bool tree_kill(double seconds) {
    uint64_t deadline = clock_us() + (uint64_t)(seconds * 1e6);
    for (;;) {
        tree_signal(SIGKILL);
        pid_t reaped;
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0) {
        }
        if (reaped < 0 && errno == ECHILD) return true;
        if (clock_us() >= deadline) return false;
        usleep(1000);
    }
}
