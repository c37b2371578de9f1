/* The values that a walk is given. */
#include "engine/walk/walk_internal.h"

void walk_values_init(struct walk_values *v, const struct walk_program *program, uint64_t seed) {
    *v = (struct walk_values){.compiled = program};
    random_init(&v->random, seed);
    vec_resize(&v->plans, program->inputs.size);
}

void walk_values_fini(struct walk_values *v) {
    vec_free(&v->plans);
}

static uint64_t some_constant(struct walk_values *v) {
    const u64s *constants = &v->compiled->constants;
    return constants->size ? constants->data[random_below(&v->random, constants->size)] : 1;
}

/* Small numbers, what comparisons compare with, what lies below that, and numbers of any size. */
uint64_t walk_value_any(struct walk_values *v, uint32_t input) {
    struct random *r = &v->random;
    uint32_t bits = v->compiled->inputs.data[input].bits;
    uint64_t value;
    switch (random_below(r, 5)) {
    case 0: value = random_below(r, 4); break;
    case 1: value = some_constant(v); break;
    case 2: {
        uint64_t below = code_low(some_constant(v), bits);
        value = below ? random_word(r) % below : 0;
        break;
    }
    case 3: value = code_low(random_word(r), 1 + random_below(r, bits)); break;
    default: value = random_word(r); break;
    }
    return code_low(random_below(r, 8) ? value : -value, bits);
}

uint64_t walk_value(struct walk_values *v, uint32_t input) {
    const struct walk_plan *plan = &v->plans.data[input];
    uint32_t bits = v->compiled->inputs.data[input].bits;
    switch (plan->kind) {
    case WALK_SAME: return code_low(plan->value, bits);
    case WALK_BIT: return random_below(&v->random, 2);
    case WALK_SMALL: return code_low(random_below(&v->random, 8), bits);
    case WALK_ANY: break;
    }
    return walk_value_any(v, input);
}

void walk_values_plan(struct walk_values *v, uint64_t walk) {
    for (uint32_t i = 0; i < v->plans.size; i++) {
        struct walk_plan *plan = &v->plans.data[i];
        if (walk < 3) {
            *plan = (struct walk_plan){walk < 2 ? WALK_SAME : WALK_ANY, walk};
        } else {
            plan->kind = (enum walk_plan_kind)random_below(&v->random, WALK_ANY + 1);
            plan->value = walk_value_any(v, i);
        }
    }
}
