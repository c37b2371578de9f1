/* A system that shares the bank of another one: what transforms from systems to systems make. Not to be given
 * to ts_free. */
#ifndef INDUCT_TRANSFORM_SYSTEM_VIEW_H
#define INDUCT_TRANSFORM_SYSTEM_VIEW_H

#include "model/system.h"

/* A copy, without what the system does not decide (unsupported, outputs). */
struct ts *ts_view_new(const struct ts *);
void ts_view_free(struct ts *); /* NULL is fine */

#endif
