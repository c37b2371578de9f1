/* Random small systems over integers or reals, with a few Booleans, inputs, constraints and relations. */
#ifndef INDUCT_TESTS_RANDOM_SYSTEM_NUMBERS_H
#define INDUCT_TESTS_RANDOM_SYSTEM_NUMBERS_H

#include "model/system.h"

struct system *numbers_generate(uint64_t seed);

#endif
