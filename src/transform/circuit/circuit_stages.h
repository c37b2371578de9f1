/* The stages from circuits to circuits. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_CIRCUIT_STAGES_H
#define INDUCT_TRANSFORM_CIRCUIT_CIRCUIT_STAGES_H

#include "transform/stage.h"

/* Both make what the options of group `preprocess` say of a circuit (transform.h).
 *
 * simplify   the properties that are asked about alone, and what costs little: cone of influence, ternary simulation,
 *            rewriting. There are no reset functions behind it, whatever the options say; a bad literal, a constraint
 *            may have become constant, and there may be no latch left
 * merge      sweeping and signal correspondence, behind `simplify` */
extern const struct stage_kind stage_simplify, stage_merge;

#endif
