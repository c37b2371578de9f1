/* Calls: the marker functions of rewriting, LLVM's own functions, allocation; the rest is external. */
#include "format/c/translate.h"

static bool stop(struct c_translation *t, LLVMValueRef x, const char *what) {
    c_unsupported(t, TERM_NONE, x, what);
    return false;
}

/* induct.sdiv.i32 and its like: any value where the divisor is zero. */
static bool step_division(struct c_translation *t, LLVMValueRef x, const char *operation) {
    static const struct {
        const char *name;
        LLVMOpcode op;
        bool is_unsigned;
    } rows[] = {{"sdiv", LLVMSDiv, false},
                {"udiv", LLVMUDiv, true},
                {"srem", LLVMSRem, false},
                {"urem", LLVMURem, true}};
    size_t r = 0;
    while (r < sizeof rows / sizeof *rows && !c_ir_starts(operation, rows[r].name)) r++;
    if (r == sizeof rows / sizeof *rows) return stop(t, x, "marker of another version");
    struct c_known a = c_operand(t, llvm.GetOperand(x, 0), rows[r].is_unsigned);
    struct c_known b = c_operand(t, llvm.GetOperand(x, 1), rows[r].is_unsigned);
    if (a.why || b.why) {
        c_know(t, x, a.why ? a : b);
        return true;
    }
    uint32_t bits = c_bits(t, llvm.TypeOf(x));
    term quotient = c_arithmetic_binary(&t->arithmetic, rows[r].op, a.term, b.term, bits);
    if (!term_is_none(quotient)) {
        term open =
            c_arbitrary(t, c_arithmetic_sort(&t->arithmetic, bits), "quotient", x, PROGRAM_UNDEFINED, NULL);
        term zero = term_eq(t->bank, b.term, c_arithmetic_unsigned(&t->arithmetic, 0, bits));
        quotient = term_ite(t->bank, zero, open, quotient);
    }
    c_know(t, x, c_known_term(quotient, c_refusal(C_REFUSES_REAL_DIVISION)));
    return true;
}

static bool step_marker(struct c_translation *t, LLVMValueRef x, const char *name) {
    if (c_ir_starts(name, C_UNSUPPORTED)) return stop(t, x, name + strlen(C_UNSUPPORTED));
    if (strcmp(name, C_HAVOC) == 0) return c_step_transfer(t, x);
    if (strcmp(name, C_READ) == 0 || strcmp(name, C_WRITE) == 0) return c_step_access(t, x);
    if (strcmp(name, C_WITHIN) == 0) return c_step_within(t, x);
    if (strcmp(name, C_CONSTANT) == 0) return true;
    if (strcmp(name, C_PROBE) == 0) return c_step_probe(t, x);
    if (strcmp(name, C_INSIDE) == 0) return c_step_inside(t, x);
    if (strcmp(name, C_BEGIN) == 0 || strcmp(name, C_END) == 0)
        return c_step_lifetime(t, x, strcmp(name, C_END) == 0);
    bool fails = strcmp(name, C_FAILS) == 0;
    if (fails || c_ir_starts(name, C_VOLATILE)) {
        const char *call = fails ? program_text(t->program, "malloc fails") : NULL;
        if (!c_ir_is_float(llvm.TypeOf(x)) && c_values_needed(&t->values, x))
            c_know(t, x, (struct c_known){.term = c_arbitrary_value(t, x, PROGRAM_ENVIRONMENT, call)});
        return true;
    }
    if (!c_ir_starts(name, C_UNINITIALIZED)) return step_division(t, x, name + strlen("induct."));
    if (!c_ir_is_float(llvm.TypeOf(x)) && c_values_needed(&t->values, x))
        c_know(t, x, (struct c_known){.term = c_arbitrary_value(t, x, PROGRAM_UNINITIALIZED, NULL)});
    return true;
}

/* LLVM's functions of numbers. */

static term larger(struct c_translation *t, LLVMIntPredicate p, term a, term b) {
    return term_ite(t->bank, c_arithmetic_compare(&t->arithmetic, p, a, b), a, b);
}

static term absolute(struct c_translation *t, term a, uint32_t bits) {
    term zero = c_arithmetic_unsigned(&t->arithmetic, 0, bits);
    return term_ite(t->bank, c_arithmetic_compare(&t->arithmetic, LLVMIntSLT, a, zero),
                    c_arithmetic_binary(&t->arithmetic, LLVMSub, zero, a, bits), a);
}

static term swapped(struct c_translation *t, term a, uint32_t bits) {
    if (t->arithmetic.theory != C_BV) return TERM_NONE;
    term value = term_extract(t->bank, a, 7, 0);
    for (uint32_t low = 8; low < bits; low += 8)
        value = term_bv2(t->bank, TERM_BV_CONCAT, value, term_extract(t->bank, a, low + 7, low));
    return value;
}

static term bit(struct c_translation *t, term a, uint32_t i) {
    return term_eq(t->bank, term_extract(t->bank, a, i, i), term_bits_ui(t->bank, 1, 1));
}

/* How many bits are one: sums of neighbours, of twice as many bits in each round. */
static term ones(struct c_translation *t, term a, uint32_t bits) {
    if (t->arithmetic.theory != C_BV || bits > 64 || (bits & (bits - 1))) return TERM_NONE;
    uint64_t all = UINT64_MAX >> (64 - bits);
    for (uint32_t k = 1; k < bits; k *= 2) {
        term mask = term_bits_ui(t->bank, all / ((UINT64_C(1) << k) + 1), bits);
        term other = term_bv2(t->bank, TERM_BV_LSHR, a, term_bits_ui(t->bank, k, bits));
        a = term_bv2(t->bank, TERM_BV_ADD, term_bv2(t->bank, TERM_BV_AND, a, mask),
                     term_bv2(t->bank, TERM_BV_AND, other, mask));
    }
    return a;
}

/* How many bits are zero before the first one, from the top or from the bottom; `none` where all are. */
static term zeros(struct c_translation *t, term a, uint32_t bits, bool from_top, term none) {
    if (t->arithmetic.theory != C_BV) return TERM_NONE;
    term count = none;
    for (uint32_t k = bits; k-- > 0;)
        count =
            term_ite(t->bank, bit(t, a, from_top ? bits - 1 - k : k), term_bits_ui(t->bank, k, bits), count);
    return count;
}

/* llvm.ctlz(a, open), llvm.cttz(a, open): of zero the result is the width, or open. */
static term count_zeros(struct c_translation *t, LLVMValueRef x, term a, uint32_t bits, bool from_top) {
    LLVMValueRef open = llvm.GetOperand(x, 1);
    bool defined = llvm.IsAConstantInt(open) && llvm.ConstIntGetZExtValue(open) == 0;
    if (t->arithmetic.theory != C_BV || bits == 1) return TERM_NONE;
    term none = defined ? term_bits_ui(t->bank, bits, bits)
                        : c_arbitrary(t, term_sort(t->bank, a), "zeros", x, PROGRAM_UNDEFINED, NULL);
    return zeros(t, a, bits, from_top, none);
}

/* llvm.fshl(a, b, n), llvm.fshr(a, b, n): a part of a and b side by side, from the top or from the bottom. */
static term funnel(struct c_translation *t, LLVMValueRef x, term a, term b, uint32_t bits, bool left) {
    struct c_known n = c_operand(t, llvm.GetOperand(x, 2), true);
    if (t->arithmetic.theory != C_BV || n.why || bits == 1 || (bits & (bits - 1))) return TERM_NONE;
    term amount = term_bv2(t->bank, TERM_BV_AND, n.term, term_bits_ui(t->bank, bits - 1, bits));
    term both = term_bv2(t->bank, TERM_BV_CONCAT, a, b);
    term shifted = term_bv2(t->bank, left ? TERM_BV_SHL : TERM_BV_LSHR, both,
                            term_extend(t->bank, TERM_BV_ZERO_EXTEND, amount, bits));
    return left ? term_extract(t->bank, shifted, 2 * bits - 1, bits)
                : term_extract(t->bank, shifted, bits - 1, 0);
}

/* TERM_NONE: not one that we know. */
static term apply(struct c_translation *t, LLVMValueRef x, enum c_intrinsic f, term a, term b,
                  uint32_t bits) {
    switch (f) {
    case C_INTRINSIC_SMAX: return larger(t, LLVMIntSGT, a, b);
    case C_INTRINSIC_SMIN: return larger(t, LLVMIntSLT, a, b);
    case C_INTRINSIC_UMAX: return larger(t, LLVMIntUGT, a, b);
    case C_INTRINSIC_UMIN: return larger(t, LLVMIntULT, a, b);
    case C_INTRINSIC_ABS: return absolute(t, a, bits);
    case C_INTRINSIC_BSWAP: return swapped(t, a, bits);
    case C_INTRINSIC_EXPECT: return a;
    case C_INTRINSIC_FSHL: return funnel(t, x, a, b, bits, true);
    case C_INTRINSIC_FSHR: return funnel(t, x, a, b, bits, false);
    case C_INTRINSIC_CTPOP: return ones(t, a, bits);
    case C_INTRINSIC_CTLZ: return count_zeros(t, x, a, bits, true);
    case C_INTRINSIC_CTTZ: return count_zeros(t, x, a, bits, false);
    default: return TERM_NONE;
    }
}

static bool step_function(struct c_translation *t, LLVMValueRef x, const char *name) {
    enum c_intrinsic f = c_intrinsic_of(name);
    bool acts = llvm.GetTypeKind(llvm.TypeOf(x)) == LLVMVoidTypeKind;
    if (acts && f != C_INTRINSIC_REMARK) return stop(t, x, name);
    if (!c_values_needed(&t->values, x)) return true;
    struct c_known a = {.why = name}, b = {.term = TERM_NONE};
    unsigned n = llvm.GetNumArgOperands(x);
    if (n > 0 && c_ir_is_integer(llvm.TypeOf(x))) a = c_operand(t, llvm.GetOperand(x, 0), false);
    bool flag = f == C_INTRINSIC_ABS || f == C_INTRINSIC_EXPECT || f == C_INTRINSIC_CTLZ ||
                f == C_INTRINSIC_CTTZ; /* the second operand is none of the function's */
    if (n > 1 && !flag) b = c_operand(t, llvm.GetOperand(x, 1), false);
    struct c_known k = a.why ? a : b;
    if (!a.why && !b.why)
        k = c_known_term(apply(t, x, f, a.term, b.term, c_bits(t, llvm.TypeOf(x))),
                         program_text(t->program, name));
    if (k.why) k.why = program_text(t->program, k.why);
    c_know(t, x, k);
    return true;
}

/* What was allocated and is freed may hold anything, as memory outside of all objects does; if it is known which object
 * that is. */
static bool step_free(struct c_translation *t, LLVMValueRef x) {
    if (llvm.GetNumArgOperands(x) != 1 || !c_ir_is_pointer(llvm.TypeOf(llvm.GetOperand(x, 0)))) return true;
    struct c_targets targets = c_targets_of(&t->memory, llvm.GetOperand(x, 0));
    uint32_t k = c_targets_next(&t->memory, &targets, 0);
    if (k == PROGRAM_NONE || targets.other || c_targets_next(&t->memory, &targets, k + 1) != PROGRAM_NONE)
        return true;
    const struct c_object *o = &t->memory.objects.data[k];
    if (o->unsupported || !llvm.IsACallInst(o->value)) return true;
    vec_each (const struct c_leaf, leaf, &o->leaves)
        if (leaf->slot != PROGRAM_NONE)
            t->contents.data[leaf->slot] = c_arbitrary(t, c_leaf_sort(t, leaf), "freed", x, PROGRAM_OUTSIDE,
                                                       program_text(t->program, "free"));
    return true;
}

bool c_step_call(struct c_translation *t, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    if (!callee) return stop(t, x, c_refusal(C_REFUSES_UNKNOWN_FUNCTION));
    const char *name = c_ir_name(callee);
    if (c_ir_starts(name, C_DIVISION)) c_warn_of_division(t, x);
    if (c_ir_is_stop(t->unit, name) && llvm.IsDeclaration(callee)) {
        c_end(t, strcmp(name, C_STOP_CONE) != 0 && !c_ir_starts(name, C_DIVISION));
        return false;
    }
    if (c_ir_starts(name, "induct.")) return step_marker(t, x, name);
    if (c_intrinsic_of(name) == C_INTRINSIC_TRANSFER) return c_step_transfer(t, x);
    if (c_ir_starts(name, "llvm.")) return step_function(t, x, name);
    if (!llvm.IsDeclaration(callee)) {
        char *what = mem_format(c_refusal(C_REFUSES_NOT_INLINED), name);
        c_unsupported(t, TERM_NONE, x, what);
        mem_free(what);
        return false;
    }
    if (c_memory_allocates(x)) return c_step_allocation(t, x);
    if (c_libc_means(name, C_MEANS_FREE)) return step_free(t, x);
    return c_step_external(t, x, callee);
}
