/* Definitions in formulas: conjuncts that fix a variable. For use inside this folder.
 *
 * Forms: an equality with the variable on either side (also `not x` between Booleans), a Boolean variable or
 * its negation, a linear equality in which the variable has a coefficient that can be divided by (1 or -1
 * over the integers), and an if-then-else whose branches both fix the variable. */
#ifndef INDUCT_TRANSFORM_SYSTEM_DEFINITION_H
#define INDUCT_TRANSFORM_SYSTEM_DEFINITION_H

#include "logic/walk.h"

struct definition {
    term variable, value;
};

/* Which definitions are welcome. */
struct definition_scope {
    struct terms *bank;
    bool (*accepts)(const void *client, term variable, term value);
    const void *client;
};

/* The conjunct means variable = value, and the scope accepts that. The first form that fits is taken. */
bool definition_find(const struct definition_scope *, term conjunct, struct definition *);

#endif
