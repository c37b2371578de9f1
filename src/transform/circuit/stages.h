/* The stages from circuits to circuits. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_STAGES_H
#define INDUCT_TRANSFORM_CIRCUIT_STAGES_H

#include "transform/stage.h"

/* The properties that are asked about alone, in the circuit that the options of group `preprocess` make of it
 * (transform.h), without reset functions. */
extern const struct stage_kind stage_preprocess;

#endif
