/* The engines on circuits. */
#ifndef INDUCT_ENGINE_BIT_BIT_H
#define INDUCT_ENGINE_BIT_BIT_H

#include "engine/engine.h"

extern const struct engine engine_ic3; /* the default */
extern const struct engine engine_ic3_local;
extern const struct engine engine_imc;
extern const struct engine engine_ipdr;
extern const struct engine engine_bmc;
extern const struct engine engine_kind;

#endif
