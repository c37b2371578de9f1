/* The stages from programs to programs. */
#ifndef INDUCT_TRANSFORM_PROGRAM_PROGRAM_STAGES_H
#define INDUCT_TRANSFORM_PROGRAM_PROGRAM_STAGES_H

#include "transform/stage.h"

/* Sliced, in large blocks (prepare.h). SMT solvers go through an edge path after path: for them alone there is a
 * limit to how many it has. */
extern const struct stage_kind stage_blocks, stage_whole_blocks;
extern const struct stage_kind stage_integers; /* integers for bits, where that pays: integers.h */

#endif
