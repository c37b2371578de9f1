#include "transform/circuit/synthesis.h"

#include "base/mem.h"

const uint16_t synthesis_variables[SYNTHESIS_VARIABLES] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

struct synthesis *synthesis_new(void) {
    return mem_new(struct synthesis);
}

void synthesis_free(struct synthesis *s) {
    mem_free(s);
}

static bool depends(uint16_t f, int v) {
    return synthesis_cofactor(f, v, false) != synthesis_cofactor(f, v, true);
}

static unsigned support(uint16_t f) {
    unsigned mask = 0;
    for (int v = 0; v < SYNTHESIS_VARIABLES; v++) mask |= (unsigned)depends(f, v) << v;
    return mask;
}

/* Some value of the variables outside the set makes f true. */
static uint16_t exists_outside(uint16_t f, unsigned set) {
    for (int v = 0; v < SYNTHESIS_VARIABLES; v++)
        if (!(set >> v & 1)) f = synthesis_cofactor(f, v, false) | synthesis_cofactor(f, v, true);
    return f;
}

static uint16_t zero_outside(uint16_t f, unsigned set) {
    for (int v = 0; v < SYNTHESIS_VARIABLES; v++)
        if (!(set >> v & 1)) f = synthesis_cofactor(f, v, false);
    return f;
}

static void offer(struct synthesis *s, struct synthesis_step *best, struct synthesis_step step) {
    static const uint8_t own[] = {[SYNTHESIS_AND] = 1, [SYNTHESIS_XOR] = 3, [SYNTHESIS_MUX] = 3};
    uint32_t cost = own[step.kind] + synthesis_of(s, step.left)->cost + synthesis_of(s, step.right)->cost;
    if (best->kind != SYNTHESIS_UNKNOWN && cost >= best->cost) return;
    *best = step;
    best->cost = (uint8_t)cost;
}

/* f or its complement is a conjunction of functions over two sets of variables that together are the
 * support. */
static void offer_conjunctions(struct synthesis *s, struct synthesis_step *best, uint16_t f, unsigned all) {
    for (unsigned a = (all - 1) & all; a; a = (a - 1) & all) {
        for (unsigned b = (all - 1) & all; b >= a; b = (b - 1) & all) {
            if ((a | b) != all) continue;
            for (int negated = 0; negated < 2; negated++) {
                uint16_t g = negated ? (uint16_t)~f : f;
                uint16_t left = exists_outside(g, a), right = exists_outside(g, b);
                if ((left & right) == g)
                    offer(s, best, (struct synthesis_step){SYNTHESIS_AND, 0, 0, negated, left, right});
            }
        }
    }
}

static void offer_sums(struct synthesis *s, struct synthesis_step *best, uint16_t f, unsigned all) {
    for (unsigned a = (all - 1) & all; a; a = (a - 1) & all) {
        uint16_t left = zero_outside(f, a), right = zero_outside(f, all & ~a);
        if ((left ^ right) == f)
            offer(s, best, (struct synthesis_step){SYNTHESIS_XOR, 0, 0, false, left, right});
    }
}

/* By one variable. When one cofactor implies the other, a disjunction saves a gate: f = low | (x & high). Its
 * second part has the same variables as f but one more that it is a conjunction with, so that this comes to
 * an end. */
static void offer_choices(struct synthesis *s, struct synthesis_step *best, uint16_t f, unsigned all) {
    for (int v = 0; v < SYNTHESIS_VARIABLES; v++) {
        if (!(all >> v & 1)) continue;
        uint16_t low = synthesis_cofactor(f, v, false), high = synthesis_cofactor(f, v, true);
        offer(s, best, (struct synthesis_step){SYNTHESIS_MUX, (uint8_t)v, 0, false, high, low});
        uint16_t x = synthesis_variables[v], constants = 0xffff;
        if (!low || !high || low == constants || high == constants) continue;
        if (!(low & ~high))
            offer(s, best,
                  (struct synthesis_step){SYNTHESIS_AND, 0, 0, true, (uint16_t)~low, (uint16_t) ~(x & high)});
        if (!(high & ~low))
            offer(
                s, best,
                (struct synthesis_step){SYNTHESIS_AND, 0, 0, true, (uint16_t)~high, (uint16_t) ~(~x & low)});
    }
}

static struct synthesis_step decompose(struct synthesis *s, uint16_t f) {
    struct synthesis_step best = {0};
    if (!f) return (struct synthesis_step){.kind = SYNTHESIS_CONSTANT};
    for (int v = 0; v < SYNTHESIS_VARIABLES; v++)
        if (f == synthesis_variables[v])
            return (struct synthesis_step){.kind = SYNTHESIS_VARIABLE, .variable = (uint8_t)v};
    unsigned all = support(f);
    offer_conjunctions(s, &best, f, all);
    offer_sums(s, &best, f, all);
    offer_choices(s, &best, f, all);
    return best;
}

const struct synthesis_step *synthesis_of(struct synthesis *s, uint16_t f) {
    if (synthesis_is_negated(f)) f = (uint16_t)~f;
    struct synthesis_step *step = &s->steps[f >> 1];
    if (step->kind == SYNTHESIS_UNKNOWN) *step = decompose(s, f);
    return step;
}
