/* The engines on transition systems modulo theories. */
#ifndef INDUCT_ENGINE_SYSTEM_SYSTEM_ENGINES_H
#define INDUCT_ENGINE_SYSTEM_SYSTEM_ENGINES_H

#include "engine/system.h"

extern const struct engine engine_ic3_smt;
extern const struct engine engine_ic3ia; /* the default */
extern const struct engine engine_ctigar;

/* What bmc and kind do with a system: the run_system of those engines, whose rows are in engine/bit. */
const char *smt_bmc_run(struct system_task *);
const char *smt_kind_run(struct system_task *);

#endif
