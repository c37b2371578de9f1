/* From what the runs of a program observe (the output of truth.c, on standard input) to an assertion about it:
 *
 *     random-assertion safe|unsafe SEED < observations        prints a definition of observe
 *
 * in which reach_error is called when something else is observed than what is possible, or when something possible is.
 * Exit 1: nothing was observed, or too much for an assertion that is always true. */
#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 18, FEW = 6, MODULUS = 97 };

static uint32_t values[LARGEST], count;
static struct random rng;

static bool seen(uint32_t value) {
    for (uint32_t i = 0; i < count; i++)
        if (values[i] == value) return true;
    return false;
}

/* Some remainder that no value has. */
static bool find_remainder(uint32_t *modulus, uint32_t *remainder) {
    for (int tries = 0; tries < 200; tries++) {
        *modulus = 2 + random_below(&rng, MODULUS - 1);
        *remainder = random_below(&rng, *modulus);
        bool found = false;
        for (uint32_t i = 0; i < count && !found; i++) found = values[i] % *modulus == *remainder;
        if (!found) return true;
    }
    return false;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    random_init(&rng, strtoull(argv[2], NULL, 10));
    unsigned value;
    while (count < LARGEST && scanf("%u", &value) == 1)
        if (!seen(value)) values[count++] = value;
    if (count == 0 || count == LARGEST) return 1;
    uint32_t modulus, remainder, one = values[random_below(&rng, count)];
    printf("extern void reach_error(void);\nstatic void observe(unsigned value) {\n    if (");
    if (!strcmp(argv[1], "unsafe")) {
        if (random_one_in(&rng, 3))
            printf("(value & 0xffff) == %uu && value >> 16 == %uu", one & 0xffff, one >> 16);
        else
            printf("value == %uu", one);
    } else if (count <= FEW) {
        for (uint32_t i = 0; i < count; i++) printf("%svalue != %uu", i ? " && " : "", values[i]);
    } else if (find_remainder(&modulus, &remainder)) {
        printf("value %% %uu == %uu", modulus, remainder);
    } else {
        return 1;
    }
    printf(") reach_error();\n}\n");
    return 0;
}
