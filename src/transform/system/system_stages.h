/* The stages from systems to systems. All share the bank of the system that the chain begins with. */
#ifndef INDUCT_TRANSFORM_SYSTEM_SYSTEM_STAGES_H
#define INDUCT_TRANSFORM_SYSTEM_SYSTEM_STAGES_H

#include "transform/stage.h"

extern const struct stage_kind stage_functional;  /* functions in the place of relations: functional.h */
extern const struct stage_kind stage_cone;        /* what the properties depend on: cone.h */
extern const struct stage_kind stage_select;      /* the properties that are asked about, alone */
extern const struct stage_kind stage_definitions; /* without same-step definitions: definitions.h */
/* Init, constraints and properties over states alone (inputs.h); next states that are functions are such. */
extern const struct stage_kind stage_states;
extern const struct stage_kind stage_needed; /* on the way back: the conjuncts that a proof needs. needed.c */

#endif
