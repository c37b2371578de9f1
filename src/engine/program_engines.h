/* The engines on programs. */
#ifndef INDUCT_ENGINE_PROGRAM_ENGINES_H
#define INDUCT_ENGINE_PROGRAM_ENGINES_H

#include "engine/engine.h"

extern const struct engine engine_ic3cfa;
extern const struct engine engine_tree_ic3, engine_tree_ic3_itp, engine_tree_ic3_itp_mono, engine_tree_itp,
    engine_tree_ic3ia, engine_tree_pa;

#endif
