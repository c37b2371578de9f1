/* The engine on an abstraction that is computed. Works on transition systems; the model checker of its abstractions is
 * the IC3 of circuits. */
#ifndef INDUCT_ENGINE_EXPLICIT_EXPLICIT_H
#define INDUCT_ENGINE_EXPLICIT_EXPLICIT_H

#include "engine/engine.h"

extern const struct engine engine_cegar_pa;

#endif
