/* Functions without a body: they return any value, and write any values to what their arguments point to,
 * directly or over pointers in memory. */
#include "front/c/translate.h"

static bool is_input(const char *name) {
    return c_ir_starts(name, "__VERIFIER_nondet");
}

static void warn(struct c_translation *t, LLVMValueRef x, const char *name, bool writes) {
    uint64_t key = c_ir_key(c_ir_callee(x));
    if (hash_map_get(&t->warned, key) != HASH_NONE) return;
    hash_map_put(&t->warned, key, 1);
    messages_warn(t->unit->messages, c_debug_message_position(t->unit, x),
                  "function '%s' has no body: it is taken to return any value%s", name,
                  writes ? " and to write any values to what its arguments point to" : "");
}

static bool write_anything(struct c_translation *t, LLVMValueRef x, const char *name) {
    u8s reached = {0};
    bool writes = false;
    vec_resize(&reached, t->memory.objects.size);
    for (unsigned i = 0; i < llvm.GetNumArgOperands(x); i++) {
        LLVMValueRef argument = llvm.GetOperand(x, i);
        if (!c_ir_is_pointer(llvm.TypeOf(argument))) continue;
        c_targets_reach(&t->memory, argument, &reached);
        if (!c_targets_of(&t->memory, argument).other) continue;
        for (uint32_t k = 0; k < reached.size; k++) reached.data[k] |= t->memory.objects.data[k].is_escaped;
    }
    for (uint32_t k = 0; k < reached.size; k++) {
        struct c_object *o = &t->memory.objects.data[k];
        if (!reached.data[k] || o->is_constant || o->unsupported) continue;
        vec_each (struct c_leaf, leaf, &o->leaves) {
            if (leaf->slot == CFA_NONE) continue;
            t->contents.data[leaf->slot] =
                c_arbitrary(t, c_leaf_sort(t, leaf), "written", x, CFA_EXTERNAL, cfa_text(t->cfa, name));
            writes = true;
        }
    }
    vec_free(&reached);
    return writes;
}

/* In theories of numbers: what a function returns is in the range of its type. */
static void assume_range(struct c_translation *t, LLVMValueRef x, const char *name, term value) {
    uint32_t bits = c_bits(t, llvm.TypeOf(x));
    if (t->arithmetic.theory == C_BV || bits == 1 || bits > 64) return;
    unsigned zeroext = llvm.GetEnumAttributeKindForName("zeroext", strlen("zeroext"));
    bool is_unsigned = c_ir_starts(name, "__VERIFIER_nondet_u") ||
                       strcmp(name, "__VERIFIER_nondet_size_t") == 0 ||
                       strcmp(name, "__VERIFIER_nondet_pointer") == 0 || c_ir_is_pointer(llvm.TypeOf(x)) ||
                       llvm.GetEnumAttributeAtIndex(c_ir_callee(x), LLVMAttributeReturnIndex, zeroext);
    uint64_t most = UINT64_MAX >> (64 - bits), half = most >> 1;
    term low = c_arithmetic_signed(&t->arithmetic, is_unsigned ? 0 : -(int64_t)half - 1, bits);
    term high = c_arithmetic_unsigned(&t->arithmetic, is_unsigned ? most : half, bits);
    c_assume(t, term_and2(t->bank, term_le(t->bank, low, value), term_le(t->bank, value, high)));
}

bool c_step_external(struct c_translation *t, LLVMValueRef x, LLVMValueRef callee) {
    const char *name = c_ir_name(callee);
    LLVMTypeRef type = llvm.TypeOf(x);
    bool input = is_input(name), writes = !input && write_anything(t, x, name);
    if (!input) warn(t, x, name, writes);
    if (!c_ir_is_integer(type) && !c_ir_is_pointer(type)) return true;
    term value = c_arbitrary_value(t, x, input ? CFA_INPUT : CFA_EXTERNAL, cfa_text(t->cfa, name));
    assume_range(t, x, name, value);
    c_know(t, x, (struct c_known){.term = value});
    return true;
}
