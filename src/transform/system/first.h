/* The order in which first values can be computed, where they are functions of other states. */
#ifndef INDUCT_TRANSFORM_SYSTEM_FIRST_H
#define INDUCT_TRANSFORM_SYSTEM_FIRST_H

#include "model/system.h"

/* All positions, each behind those that its first value depends on. Where that is impossible, because a first value
 * depends on itself through those of others, one state of each circle at least is marked: its `now = first` is a
 * condition, not a definition, and the order holds for the others. Both lists must be empty. */
void system_first_order(const struct system *, u32s *order, u8s *circular);

#endif
