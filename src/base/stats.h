/* Statistics: one struct of 64-bit counters, generated from stats.def.
 *
 * The struct is plain memory without pointers, so that it can live in memory shared with a supervising
 * process that reads it while an engine counts, or after the engine's process has been killed. */
#ifndef INDUCT_BASE_STATS_H
#define INDUCT_BASE_STATS_H

#include "base/text.h"

#include <stdint.h>

struct stats {
#define STAT(group, field, name, help) uint64_t field;
#include "base/stats.def"
#undef STAT
};

struct stat_row {
    const char *group, *name, *help;
};
extern const struct stat_row stat_rows[];
extern const unsigned stat_count;

uint64_t stats_get(const struct stats *, unsigned row); /* row in [0..stat_count[ */
bool stats_find(const struct stats *, const char *name, uint64_t *value);
void stats_text(struct text *, const struct stats *); /* a table of the rows that are not 0 */
void stats_json(struct text *, const struct stats *); /* one object with every row, no newline */

#endif
