/* The stages from one level to the next. */
#ifndef INDUCT_TRANSFORM_BETWEEN_BETWEEN_STAGES_H
#define INDUCT_TRANSFORM_BETWEEN_BETWEEN_STAGES_H

#include "transform/stage.h"

/* Changes nothing, but applies only to systems that are made of bits. */
extern const struct stage_kind stage_bits;
extern const struct stage_kind stage_bitblast; /* system to circuit: bitblast.h */
extern const struct stage_kind
    stage_counter; /* program to system, with a program counter: program_to_system.h */

#endif
