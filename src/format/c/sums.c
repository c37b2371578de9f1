/* Sums over many choices: x += 2 or x += 4, many times before a loop comes round.
 *
 * To an SMT solver a sum over n choices is 2^n paths, whether these are branches or `select`, unless something is known
 * in between. So programs with such sums keep their branches, and transform/program/blocks.c cuts between them. Choices
 * of single values, however many, are no such thing: the solver needs few of them at a time. Branches without a
 * computation, as in `x += c ? 2 : 4`, are none after LLVM's passes in any case, so that such sums remain whole. */
#include "format/c/flow.h"

enum { LONG_SUM = 8 };

/* Of a value, along the ways that lead to it without going round a loop: the most choices that it sums up. */
struct summed {
    uint32_t choices;
    bool chosen; /* itself a choice of other values, that counts when it goes into a sum */
};

static struct summed recall(const struct hash_map *known, LLVMValueRef x) {
    uint32_t n = hash_map_get(known, c_ir_key(x));
    return n == HASH_NONE ? (struct summed){0, false} : (struct summed){n / 2, n % 2};
}

static struct summed sum_up(const struct hash_map *known, LLVMValueRef x) {
    struct summed result = {0, false};
    bool chosen = false;
    for (unsigned i = 0; i < 2; i++) {
        struct summed s = recall(known, llvm.GetOperand(x, i));
        if (s.choices > result.choices) result.choices = s.choices;
        chosen |= s.chosen;
    }
    result.choices += chosen;
    return result;
}

static void choose(const struct hash_map *known, LLVMValueRef from, struct summed *result, bool *of_sums) {
    struct summed s = recall(known, from);
    if (s.choices > result->choices) result->choices = s.choices;
    *of_sums |= llvm.IsABinaryOperator(from) != NULL;
}

static struct summed look_at(const struct hash_map *known, LLVMValueRef x) {
    struct summed result = {0, false};
    bool of_sums = false;
    if (llvm.IsABinaryOperator(x)) return sum_up(known, x);
    if (llvm.IsASelectInst(x)) {
        choose(known, llvm.GetOperand(x, 1), &result, &of_sums);
        choose(known, llvm.GetOperand(x, 2), &result, &of_sums);
    } else if (llvm.IsAPHINode(x)) {
        for (unsigned i = 0; i < llvm.CountIncoming(x); i++)
            choose(known, llvm.GetIncomingValue(x, i), &result, &of_sums);
    } else {
        return result;
    }
    result.choices += of_sums;
    result.chosen = !of_sums;
    return result;
}

bool c_has_long_sum(struct c_unit *unit) {
    struct c_flow flow;
    struct hash_map known = {0};
    uint32_t most = 0;
    c_flow_init(&flow, unit);
    vec_each (const uint32_t, b, &flow.order) {
        C_EACH_INSTRUCTION(x, flow.blocks.data[*b].ref) {
            if (flow.blocks.data[*b].head && llvm.IsAPHINode(x)) continue; /* a loop begins anew */
            struct summed s = look_at(&known, x);
            if (s.choices || s.chosen) hash_map_put(&known, c_ir_key(x), 2 * s.choices + s.chosen);
            if (s.choices > most) most = s.choices;
        }
    }
    hash_map_free(&known);
    c_flow_fini(&flow);
    return most > LONG_SUM;
}
