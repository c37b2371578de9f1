/* Inside solve/: the engines of each level. */
#ifndef INDUCT_SOLVE_ENGINES_H
#define INDUCT_SOLVE_ENGINES_H

#include "engine/engine.h"

const struct engine *engines_find(enum level, const char *name); /* NULL: there is none */
const struct engine *engines_default(enum level);

#endif
