/* Random small systems over integers or reals, with a few Booleans, inputs, constraints and relations. */
#ifndef INDUCT_TESTS_RANDOM_TS_NUMBERS_H
#define INDUCT_TESTS_RANDOM_TS_NUMBERS_H

#include "model/system.h"

struct ts *numbers_generate(uint64_t seed);

#endif
