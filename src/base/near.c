#include "base/near.h"

#include <string.h>

enum { LONGEST = 64 };

/* The number of bytes to insert, remove or exchange; both have at most LONGEST. */
static uint32_t distance(const char *a, const char *b) {
    uint32_t row[LONGEST + 1], n = (uint32_t)strlen(a), m = (uint32_t)strlen(b);
    for (uint32_t j = 0; j <= m; j++) row[j] = j;
    for (uint32_t i = 1; i <= n; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= m; j++) {
            uint32_t above = row[j], best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best) best = above + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[m];
}

/* How far a name is from what was asked; UINT32_MAX: too far. Part of a name, such as a label without its module, is
 * near. */
static uint32_t how_far(const char *name, const char *asked) {
    size_t n = strlen(name), m = strlen(asked);
    if (m >= 3 && strstr(name, asked)) return 1;
    if (!m || n > LONGEST || m > LONGEST) return UINT32_MAX;
    uint32_t d = distance(name, asked), most = (uint32_t)(m < 6 ? 1 : m / 3);
    return d <= most ? d : UINT32_MAX;
}

uint32_t near_names(uint32_t best[NEAR_MOST], const char *const *names, uint32_t n, const char *asked) {
    uint32_t far[NEAR_MOST], found = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t d = how_far(names[i], asked), at = found;
        if (d == UINT32_MAX) continue;
        while (at && far[at - 1] > d) at--;
        if (at == NEAR_MOST) continue;
        if (found < NEAR_MOST) found++;
        for (uint32_t j = found - 1; j > at; j--) {
            best[j] = best[j - 1];
            far[j] = far[j - 1];
        }
        best[at] = i;
        far[at] = d;
    }
    return found;
}
