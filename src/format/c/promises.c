/* Promises: flags, metadata, attributes and values by which front ends and programmers assure LLVM that something
 * does not happen. They go before the first pass could use one as a licence. */
#include "format/c/ir.h"

/* A volatile variable of the program is a variable. What is elsewhere may be a device: a register of it does not hold
 * what was written there, nor the same twice. */
static void strip_volatile(LLVMValueRef access, LLVMValueRef pointer) {
    for (;;) {
        bool step = llvm.IsAGetElementPtrInst(pointer) ||
                    (llvm.IsAConstantExpr(pointer) && llvm.GetConstOpcode(pointer) == LLVMGetElementPtr);
        if (!step) break;
        pointer = llvm.GetOperand(pointer, 0);
    }
    if (llvm.IsAAllocaInst(pointer) || llvm.IsAGlobalVariable(pointer)) llvm.SetVolatile(access, false);
}

static void strip_flags(LLVMValueRef x) {
    switch (llvm.GetInstructionOpcode(x)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        llvm.SetNSW(x, false);
        llvm.SetNUW(x, false);
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr: llvm.SetExact(x, false); break;
    case LLVMGetElementPtr: llvm.SetIsInBounds(x, false); break;
    case LLVMLoad: strip_volatile(x, llvm.GetOperand(x, 0)); break;
    case LLVMStore: strip_volatile(x, llvm.GetOperand(x, 1)); break;
    default: break;
    }
}

static void strip_metadata(struct c_unit *unit, LLVMValueRef x) {
    static const char *const kinds[] = {"range",
                                        "nonnull",
                                        "noundef",
                                        "align",
                                        "dereferenceable",
                                        "invariant.load",
                                        "dereferenceable_or_null",
                                        "invariant.group",
                                        "nontemporal",
                                        "tbaa"};
    if (!llvm.HasMetadata(x)) return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned kind = llvm.GetMDKindIDInContext(unit->context, kinds[i], (unsigned)strlen(kinds[i]));
        if (llvm.GetMetadata(x, kind)) llvm.SetMetadata(x, kind, NULL);
    }
}

/* Of functions (__attribute__((const)), say, lets two calls be one), then of what they get and return. */
static const char *const of_functions[] = {"memory", "willreturn", "mustprogress", "speculatable",
                                           "nofree", "nosync",     "nocallback",   "norecurse"};
static const char *const of_values[] = {"noundef",  "nonnull",  "dereferenceable", "dereferenceable_or_null",
                                        "returned", "range",    "noalias",         "nocapture",
                                        "readnone", "readonly", "writeonly",       "nofpclass"};

static void strip_attributes(LLVMValueRef function_or_call, unsigned n,
                             void (*remove)(LLVMValueRef, LLVMAttributeIndex, unsigned)) {
    for (size_t i = 0; i < sizeof of_functions / sizeof *of_functions; i++)
        remove(function_or_call, LLVMAttributeFunctionIndex,
               llvm.GetEnumAttributeKindForName(of_functions[i], strlen(of_functions[i])));
    for (size_t i = 0; i < sizeof of_values / sizeof *of_values; i++)
        for (unsigned k = 0; k <= n; k++) /* 0: what is returned */
            remove(function_or_call, k, llvm.GetEnumAttributeKindForName(of_values[i], strlen(of_values[i])));
}

static bool is_open(LLVMValueRef operand) {
    return operand && (llvm.IsUndef(operand) || llvm.IsPoison(operand)) &&
           c_ir_is_scalar(llvm.TypeOf(operand));
}

/* What a phi gets on an edge that comes twice must be one value. */
static LLVMValueRef earlier(LLVMValueRef phi, unsigned i) {
    for (unsigned k = 0; k < i; k++)
        if (llvm.GetIncomingBlock(phi, k) == llvm.GetIncomingBlock(phi, i))
            return llvm.GetIncomingValue(phi, k);
    return NULL;
}

/* clang folds 1 << 40 to a value that is none. LLVM may take it for another one at each use, and the place where it is
 * used for one that no run gets to. */
static void fix_operands(struct c_unit *unit, LLVMValueRef x) {
    bool phi = llvm.IsAPHINode(x);
    unsigned n = llvm.IsACallInst(x) ? llvm.GetNumArgOperands(x) : (unsigned)llvm.GetNumOperands(x);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef operand = llvm.GetOperand(x, i), same = phi ? earlier(x, i) : NULL;
        if (!is_open(operand)) continue;
        c_ir_before(unit, phi ? llvm.GetBasicBlockTerminator(llvm.GetIncomingBlock(x, i)) : x);
        llvm.SetOperand(x, i, same ? same : c_ir_uninitialized(unit, llvm.TypeOf(operand)));
    }
}

/* __builtin_assume does nothing in a program that is not optimised, and __builtin_constant_p knows what is written
 * there. */
static bool drop_call(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    const char *name = callee ? c_ir_name(callee) : "";
    if (strcmp(name, "llvm.assume") == 0)
        c_ir_replace(x, NULL);
    else if (c_ir_starts(name, "llvm.is.constant."))
        c_ir_replace(x, llvm.ConstInt(llvm.Int1TypeInContext(unit->context),
                                      llvm.IsConstant(llvm.GetOperand(x, 0)), false));
    else
        return false;
    return true;
}

static bool is_volatile_copy(LLVMValueRef x) {
    LLVMValueRef callee = llvm.IsACallInst(x) ? c_ir_callee(x) : NULL;
    const char *name = callee ? c_ir_name(callee) : "";
    return (c_ir_starts(name, "llvm.memcpy") || c_ir_starts(name, "llvm.memmove")) &&
           llvm.ConstIntGetZExtValue(llvm.GetOperand(x, 3));
}

/* A copy of a volatile structure reads all of it. One into a volatile structure looks the same, and what is there is an
 * input as soon as it is read. */
static void open_copy(struct c_unit *unit, LLVMValueRef x) {
    c_ir_before(unit, llvm.GetNextInstruction(x));
    c_ir_make_arbitrary(unit, llvm.GetOperand(x, 0), llvm.GetOperand(x, 2));
}

static void strip(struct c_unit *unit, LLVMValueRef x) {
    if (unit->options->volatile_inputs && is_volatile_copy(x)) open_copy(unit, x);
    if (unit->options->volatile_inputs && llvm.IsALoadInst(x) && llvm.GetVolatile(x) &&
        c_ir_is_scalar(llvm.TypeOf(x))) {
        c_ir_before(unit, x);
        c_ir_replace(x, c_ir_volatile(unit, llvm.TypeOf(x)));
        return;
    }
    strip_flags(x);
    strip_metadata(unit, x);
    if (llvm.IsACallInst(x)) {
        if (drop_call(unit, x)) return;
        strip_attributes(x, llvm.GetNumArgOperands(x), llvm.RemoveCallSiteEnumAttribute);
    }
    fix_operands(unit, x);
}

void c_settle_volatile(struct c_unit *unit) {
    if (unit->options->strict) return; /* outside.c made accesses volatile that are to stay */
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b) {
        if (llvm.IsALoadInst(x)) strip_volatile(x, llvm.GetOperand(x, 0));
        if (llvm.IsAStoreInst(x)) strip_volatile(x, llvm.GetOperand(x, 1));
    }
}

/* ---- literals ---- */

/* LLVM asks this of arrays of numbers only. */
static bool is_string(LLVMValueRef bytes) {
    return bytes && llvm.IsAConstantDataArray(bytes) && llvm.IsConstantString(bytes);
}

static const char *bytes_of(LLVMValueRef g, size_t *size) {
    LLVMValueRef bytes =
        llvm.IsGlobalConstant(g) && llvm.GetLinkage(g) == LLVMPrivateLinkage ? llvm.GetInitializer(g) : NULL;
    return is_string(bytes) ? llvm.GetAsString(bytes, size) : NULL;
}

bool c_ir_is_shared_literal(LLVMValueRef g) {
    if (!llvm.IsAGlobalVariable(g) || !llvm.IsGlobalConstant(g) || !strchr(c_ir_name(g), '.')) return false;
    LLVMLinkage linkage = llvm.GetLinkage(g);
    if (linkage != LLVMExternalLinkage && linkage != LLVMWeakAnyLinkage) return false;
    return is_string(llvm.GetInitializer(g));
}

bool c_ir_is_end_of(const char *a, size_t n, const char *b, size_t m) {
    return n <= m ? !memcmp(b + m - n, a, n) : !memcmp(a + n - m, b, m);
}

/* Whether another literal is the end of it or has it for its end; *same: one is the same. */
static bool is_shared(struct c_unit *unit, LLVMValueRef g, bool *same) {
    size_t n = 0, m = 0;
    const char *a = bytes_of(g, &n), *b;
    bool found = false;
    *same = false;
    for (LLVMValueRef h = a ? llvm.GetFirstGlobal(unit->module) : NULL; h && !*same;
         h = llvm.GetNextGlobal(h)) {
        if (h == g || !(b = bytes_of(h, &m)) || !c_ir_is_end_of(a, n, b, m)) continue;
        found = true;
        *same = n == m;
    }
    return found;
}

/* LLVM takes private variables to lie apart, while linkers put a literal into the end of another one. Of those that
 * anybody may define, it does not even know that they start at different places. */
static void share_literals(struct c_unit *unit) {
    VEC(struct {
        LLVMValueRef literal;
        bool same;
    })
    list = {0};
    bool same;
    C_EACH_GLOBAL(g, unit->module)
    if (is_shared(unit, g, &same)) {
        vec_resize(&list, list.size + 1);
        vec_last(&list).literal = g;
        vec_last(&list).same = same;
    }
    for (uint32_t i = 0; i < list.size; i++) {
        LLVMValueRef g = list.data[i].literal;
        llvm.SetLinkage(g, list.data[i].same ? LLVMWeakAnyLinkage : LLVMExternalLinkage);
        llvm.SetUnnamedAddress(g, LLVMNoUnnamedAddr);
    }
    vec_free(&list);
}

void c_rewrite_promises(struct c_unit *unit) {
    share_literals(unit);
    C_EACH_FUNCTION(f, unit->module) {
        if (c_ir_starts(c_ir_name(f), "llvm.") || c_ir_starts(c_ir_name(f), C_PROBE)) continue;
        strip_attributes(f, llvm.CountParams(f), llvm.RemoveEnumAttributeAtIndex);
        C_EACH_BLOCK(b, f)
        C_EACH_INSTRUCTION(x, b) strip(unit, x);
    }
}
