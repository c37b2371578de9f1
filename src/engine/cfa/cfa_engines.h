/* The engines on programs. */
#ifndef INDUCT_ENGINE_CFA_CFA_ENGINES_H
#define INDUCT_ENGINE_CFA_CFA_ENGINES_H

#include "engine/program.h"

extern const struct engine engine_ic3cfa;

#endif
