/* The engines on transition systems modulo theories. */
#ifndef INDUCT_ENGINE_SYSTEM_SYSTEM_ENGINES_H
#define INDUCT_ENGINE_SYSTEM_SYSTEM_ENGINES_H

#include "engine/engine.h"

extern const struct engine engine_ic3_smt;
extern const struct engine engine_ic3ia; /* the default */
extern const struct engine engine_ctigar;
extern const struct engine engine_kind_ia;
extern const struct engine engine_smt_bmc, engine_smt_kind; /* by the names that engine/bit has for its own */

#endif
