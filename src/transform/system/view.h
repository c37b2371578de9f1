/* A system that shares the bank of another one: what transforms from systems to systems make. Not to be given
 * to system_free. */
#ifndef INDUCT_TRANSFORM_SYSTEM_VIEW_H
#define INDUCT_TRANSFORM_SYSTEM_VIEW_H

#include "model/system.h"

/* A copy, without what the system does not decide (unsupported, outputs). */
struct system *system_view_new(const struct system *);
void system_view_free(struct system *); /* NULL is fine */

#endif
