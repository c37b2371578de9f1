#include "base/stats.h"

#include <string.h>

const struct stat_row stat_rows[] = {
#define STAT(group, field, name, help) {#group, name, help},
#include "base/stats.def"
#undef STAT
};
const unsigned stat_count = sizeof stat_rows / sizeof *stat_rows;

_Static_assert(sizeof(struct stats) == sizeof stat_rows / sizeof *stat_rows * sizeof(uint64_t),
               "struct stats holds counters only");

uint64_t stats_get(const struct stats *stats, unsigned row) {
    uint64_t value;
    memcpy(&value, (const char *)stats + row * sizeof value, sizeof value);
    return value;
}

bool stats_find(const struct stats *stats, const char *name, uint64_t *value) {
    for (unsigned i = 0; i < stat_count; i++) {
        if (strcmp(stat_rows[i].name, name)) continue;
        *value = stats_get(stats, i);
        return true;
    }
    return false;
}

void stats_text(struct text *out, const struct stats *stats) {
    const char *last = "";
    for (unsigned i = 0; i < stat_count; i++) {
        uint64_t value = stats_get(stats, i);
        if (!value) continue;
        if (strcmp(last, stat_rows[i].group)) text_format(out, "%s:\n", stat_rows[i].group);
        last = stat_rows[i].group;
        text_format(out, "  %-22s %12llu   %s\n", stat_rows[i].name, (unsigned long long)value,
                    stat_rows[i].help);
    }
}

void stats_json(struct text *out, const struct stats *stats) {
    text_add(out, "{");
    for (unsigned i = 0; i < stat_count; i++)
        text_format(out, "%s\"%s\": %llu", i ? ", " : "", stat_rows[i].name,
                    (unsigned long long)stats_get(stats, i));
    text_add(out, "}");
}
