/* Names that are like one that nothing is called. */
#ifndef INDUCT_BASE_NEAR_H
#define INDUCT_BASE_NEAR_H

#include <stdint.h>

enum { NEAR_MOST = 3 };

/* The positions of the names that are most like the one that was asked for, the nearest first; returns how many. */
uint32_t near_names(uint32_t found[NEAR_MOST], const char *const *names, uint32_t n, const char *asked);

#endif
