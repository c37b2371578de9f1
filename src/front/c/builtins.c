/* Calls: the marker functions of rewriting, LLVM's own functions, allocation; the rest is external. */
#include "front/c/translate.h"

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
            c_arbitrary(t, c_arithmetic_sort(&t->arithmetic, bits), "quotient", x, CFA_UNDEFINED, NULL);
        term zero = term_eq(t->bank, b.term, c_arithmetic_unsigned(&t->arithmetic, 0, bits));
        quotient = term_ite(t->bank, zero, open, quotient);
    }
    c_know(t, x, c_known_term(quotient, "integer division in the theory of reals"));
    return true;
}

static bool step_marker(struct c_translation *t, LLVMValueRef x, const char *name) {
    if (c_ir_starts(name, C_UNSUPPORTED)) return stop(t, x, name + strlen(C_UNSUPPORTED));
    if (strcmp(name, C_HAVOC) == 0) return c_step_transfer(t, x);
    if (!c_ir_starts(name, C_UNINITIALIZED)) return step_division(t, x, name + strlen("induct."));
    if (!c_ir_is_float(llvm.TypeOf(x)) && c_values_needed(&t->values, x))
        c_know(t, x, (struct c_known){.term = c_arbitrary_value(t, x, CFA_UNINITIALIZED, NULL)});
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

static bool is_named(const char *name, const char *function) {
    return c_ir_starts(name, function) && name[strlen(function)] == '.';
}

/* TERM_NONE: not one that we know. */
static term apply(struct c_translation *t, const char *name, term a, term b, uint32_t bits) {
    if (is_named(name, "llvm.smax")) return larger(t, LLVMIntSGT, a, b);
    if (is_named(name, "llvm.smin")) return larger(t, LLVMIntSLT, a, b);
    if (is_named(name, "llvm.umax")) return larger(t, LLVMIntUGT, a, b);
    if (is_named(name, "llvm.umin")) return larger(t, LLVMIntULT, a, b);
    if (is_named(name, "llvm.abs")) return absolute(t, a, bits);
    if (is_named(name, "llvm.bswap")) return swapped(t, a, bits);
    if (is_named(name, "llvm.expect")) return a;
    return TERM_NONE;
}

/* Of those without a value: they do nothing that a program could notice. */
static bool is_remark(const char *name) {
    static const char *const prefixes[] = {"llvm.dbg.",
                                           "llvm.lifetime.",
                                           "llvm.invariant.",
                                           "llvm.assume",
                                           "llvm.prefetch",
                                           "llvm.donothing",
                                           "llvm.experimental.noalias.scope.decl",
                                           "llvm.sideeffect",
                                           "llvm.va_end",
                                           "llvm.stackrestore",
                                           "llvm.var.annotation"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (c_ir_starts(name, prefixes[i])) return true;
    return false;
}

static bool step_function(struct c_translation *t, LLVMValueRef x, const char *name) {
    if (llvm.GetTypeKind(llvm.TypeOf(x)) == LLVMVoidTypeKind && !is_remark(name)) return stop(t, x, name);
    if (!c_values_needed(&t->values, x)) return true;
    struct c_known a = {.why = name}, b = {.term = TERM_NONE};
    unsigned n = llvm.GetNumArgOperands(x);
    if (n > 0 && c_ir_is_integer(llvm.TypeOf(x))) a = c_operand(t, llvm.GetOperand(x, 0), false);
    if (n > 1 && !is_named(name, "llvm.abs") && !is_named(name, "llvm.expect"))
        b = c_operand(t, llvm.GetOperand(x, 1), false);
    struct c_known k = a.why ? a : b;
    if (!a.why && !b.why)
        k = c_known_term(apply(t, name, a.term, b.term, c_bits(t, llvm.TypeOf(x))), cfa_text(t->cfa, name));
    if (k.why) k.why = cfa_text(t->cfa, k.why);
    c_know(t, x, k);
    return true;
}

bool c_step_call(struct c_translation *t, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    if (!callee) return stop(t, x, "call of an unknown function through a pointer");
    const char *name = c_ir_name(callee);
    if (c_ir_is_stop(t->unit, name) && llvm.IsDeclaration(callee)) return false;
    if (c_ir_starts(name, "induct.")) return step_marker(t, x, name);
    if (c_ir_starts(name, "llvm.mem")) return c_step_transfer(t, x);
    if (c_ir_starts(name, "llvm.")) return step_function(t, x, name);
    if (!llvm.IsDeclaration(callee)) {
        char *what = mem_format("call of '%s', which cannot be inlined", name);
        c_unsupported(t, TERM_NONE, x, what);
        mem_free(what);
        return false;
    }
    if (c_memory_allocates(x)) return c_step_allocation(t, x);
    if (strcmp(name, "free") == 0) return true;
    return c_step_external(t, x, callee);
}
