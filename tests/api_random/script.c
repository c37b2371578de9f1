#include "script.h"

#include "base/random.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned weight;
} kinds[] = {
#define STEP(name, weight) {#name, weight},
    SCRIPT_STEPS(STEP)
#undef STEP
};

static enum step_kind choose(struct random *r) {
    unsigned sum = 0;
    for (int i = 0; i < STEP_KINDS; i++) sum += kinds[i].weight;
    uint32_t at = random_below(r, sum);
    int kind = 0;
    while (at >= kinds[kind].weight) at -= kinds[kind++].weight;
    return (enum step_kind)kind;
}

void script_random(script *s, uint64_t seed) {
    struct random r;
    random_init(&r, seed);
    uint32_t length = 5 + random_below(&r, 56);
    for (uint32_t i = 0; i < length; i++) {
        struct step step = {.kind = choose(&r), .object = random_below(&r, SCRIPT_OBJECTS)};
        step.a = random_below(&r, 1u << 30);
        step.b = random_below(&r, 1u << 30);
        if (i == 0) step.kind = STEP_load;
        vec_push(s, step);
    }
}

void script_text(struct text *out, const script *s) {
    vec_each (const struct step, step, s)
        text_format(out, "%s %u %u %u\n", kinds[step->kind].name, step->object, step->a, step->b);
}

bool script_parse(script *s, const char *text) {
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        char name[32];
        struct step step;
        if (*text == '#' || *text == '\n') continue;
        if (sscanf(text, "%31s %u %u %u", name, &step.object, &step.a, &step.b) != 4) return false;
        int kind = 0;
        while (kind < STEP_KINDS && strcmp(kinds[kind].name, name)) kind++;
        if (kind == STEP_KINDS || step.object >= SCRIPT_OBJECTS) return false;
        step.kind = (enum step_kind)kind;
        vec_push(s, step);
    }
    return true;
}
