#include "format/c/ir.h"

#include <stdarg.h>

const char *c_ir_name(LLVMValueRef v) {
    size_t length;
    return llvm.GetValueName2(v, &length);
}

LLVMValueRef c_ir_callee(LLVMValueRef x) {
    if (!llvm.IsACallInst(x)) return NULL;
    LLVMValueRef f = llvm.GetCalledValue(x);
    if (!llvm.IsAFunction(f)) return NULL;
    return llvm.IsDeclaration(f) || llvm.GlobalGetValueType(f) == llvm.GetCalledFunctionType(x) ? f : NULL;
}

bool c_ir_is_extern(LLVMValueRef f, const char *name) {
    return f && llvm.IsDeclaration(f) && strcmp(c_ir_name(f), name) == 0;
}

bool c_ir_is_error(const struct c_unit *unit, const char *function) {
    uint32_t n = unit->options->n_errors;
    if (!n) return c_libc_means(function, C_MEANS_ERROR);
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(function, unit->options->errors[i]) == 0) return true;
    return false;
}

bool c_ir_is_stop(const struct c_unit *unit, const char *function) {
    bool ends = c_libc_means(function, C_MEANS_END) || c_intrinsic_of(function) == C_INTRINSIC_END ||
                strcmp(function, C_STOP) == 0 || strcmp(function, C_STOP_CONE) == 0 ||
                c_ir_starts(function, C_DIVISION);
    return ends && !c_ir_is_error(unit, function);
}

bool c_ir_is_integer(LLVMTypeRef t) {
    return llvm.GetTypeKind(t) == LLVMIntegerTypeKind;
}
bool c_ir_is_pointer(LLVMTypeRef t) {
    return llvm.GetTypeKind(t) == LLVMPointerTypeKind;
}
bool c_ir_is_float(LLVMTypeRef t) {
    switch (llvm.GetTypeKind(t)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind: return true;
    default: return false;
    }
}

bool c_ir_has_padding(const struct c_unit *unit, LLVMTypeRef t) {
    if (llvm.GetTypeKind(t) == LLVMArrayTypeKind) return c_ir_has_padding(unit, llvm.GetElementType(t));
    if (llvm.GetTypeKind(t) != LLVMStructTypeKind) return false;
    uint64_t fields = 0;
    for (unsigned i = 0; i < llvm.CountStructElementTypes(t); i++) {
        LLVMTypeRef field = llvm.StructGetTypeAtIndex(t, i);
        if (c_ir_has_padding(unit, field)) return true;
        fields += llvm.StoreSizeOfType(unit->layout, field);
    }
    return fields < llvm.ABISizeOfType(unit->layout, t);
}

void c_ir_set_attribute(struct c_unit *unit, LLVMValueRef function, const char *attribute) {
    unsigned kind = llvm.GetEnumAttributeKindForName(attribute, strlen(attribute));
    llvm.AddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                             llvm.CreateEnumAttribute(unit->context, kind, 0));
}
bool c_ir_has_attribute(LLVMValueRef function, const char *attribute) {
    unsigned kind = llvm.GetEnumAttributeKindForName(attribute, strlen(attribute));
    return llvm.GetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

void c_ir_remove_attribute(LLVMValueRef function, const char *attribute) {
    unsigned kind = llvm.GetEnumAttributeKindForName(attribute, strlen(attribute));
    llvm.RemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
}

LLVMValueRef c_ir_declare(struct c_unit *unit, const char *name, LLVMTypeRef result, LLVMTypeRef *parameters,
                          unsigned n) {
    LLVMValueRef f = llvm.GetNamedFunction(unit->module, name);
    if (f) return f;
    f = llvm.AddFunction(unit->module, name, llvm.FunctionType(result, parameters, n, false));
    c_ir_set_attribute(unit, f, "nounwind");
    return f;
}

LLVMValueRef c_ir_call(struct c_unit *unit, LLVMValueRef function, LLVMValueRef *arguments, unsigned n) {
    return llvm.BuildCall2(unit->builder, llvm.GlobalGetValueType(function), function, arguments, n, "");
}

void c_ir_before(struct c_unit *unit, LLVMValueRef x) {
    llvm.PositionBuilderBefore(unit->builder, x);
    llvm.SetCurrentDebugLocation2(unit->builder, llvm.InstructionGetDebugLoc(x));
}

LLVMValueRef c_ir_past_allocas(LLVMValueRef x) {
    while (llvm.IsAAllocaInst(x)) x = llvm.GetNextInstruction(x);
    return x;
}

void c_ir_at_start(struct c_unit *unit) {
    LLVMBasicBlockRef entry = llvm.GetEntryBasicBlock(unit->entry);
    c_ir_before(unit, c_ir_past_allocas(llvm.GetFirstInstruction(entry)));
}

static LLVMValueRef call_typed(struct c_unit *unit, const char *beginning, LLVMTypeRef type) {
    char *printed = llvm.PrintTypeToString(type);
    char *name = mem_format("%s%s", beginning, printed);
    LLVMValueRef call = c_ir_call(unit, c_ir_declare(unit, name, type, NULL, 0), NULL, 0);
    mem_free(name);
    llvm.DisposeMessage(printed);
    return call;
}

LLVMValueRef c_ir_uninitialized(struct c_unit *unit, LLVMTypeRef type) {
    return call_typed(unit, C_UNINITIALIZED, type);
}

LLVMValueRef c_ir_volatile(struct c_unit *unit, LLVMTypeRef type) {
    return call_typed(unit, C_VOLATILE, type);
}

void c_ir_make_arbitrary(struct c_unit *unit, LLVMValueRef pointer, LLVMValueRef size) {
    LLVMTypeRef number = llvm.IntPtrTypeInContext(unit->context, unit->layout);
    LLVMTypeRef types[2] = {llvm.TypeOf(pointer), number};
    LLVMValueRef arguments[2] = {pointer, llvm.BuildIntCast2(unit->builder, size, number, false, "")};
    c_ir_call(unit, c_ir_declare(unit, C_HAVOC, llvm.VoidTypeInContext(unit->context), types, 2), arguments,
              2);
}

static LLVMValueRef declare_stop(struct c_unit *unit, const char *name) {
    LLVMValueRef f = c_ir_declare(unit, name, llvm.VoidTypeInContext(unit->context), NULL, 0);
    c_ir_set_attribute(unit, f, "noreturn");
    return f;
}

LLVMValueRef c_ir_stop(struct c_unit *unit) {
    return declare_stop(unit, C_STOP);
}

LLVMValueRef c_ir_stop_cone(struct c_unit *unit) {
    return declare_stop(unit, C_STOP_CONE);
}

void c_ir_unsupported(struct c_unit *unit, enum c_refusal refusal, ...) {
    struct text name = {0};
    text_add(&name, C_UNSUPPORTED);
    va_list args;
    va_start(args, refusal);
    text_vformat(&name, c_refusal(refusal), args);
    va_end(args);
    c_ir_call(unit, c_ir_declare(unit, name.data, llvm.VoidTypeInContext(unit->context), NULL, 0), NULL, 0);
    text_fini(&name);
}

/* void NAME(bool): goes on where it is true. Where it is not, the run ends, in a call that does not return because LLVM
 * drops a branch to `unreachable` together with its condition; or it is at something unsupported. */
static LLVMValueRef guard_function(struct c_unit *unit, const char *name, enum c_refusal unsupported,
                                   LLVMValueRef stop) {
    LLVMTypeRef nothing = llvm.VoidTypeInContext(unit->context),
                truth = llvm.Int1TypeInContext(unit->context);
    LLVMValueRef f = c_ir_declare(unit, name, nothing, &truth, 1);
    if (!llvm.IsDeclaration(f)) return f;
    LLVMBasicBlockRef test = llvm.AppendBasicBlockInContext(unit->context, f, "test");
    LLVMBasicBlockRef pass = llvm.AppendBasicBlockInContext(unit->context, f, "pass");
    LLVMBasicBlockRef end = llvm.AppendBasicBlockInContext(unit->context, f, "end");
    LLVMBuilderRef caller = unit->builder;
    unit->builder = llvm.CreateBuilderInContext(unit->context);
    llvm.PositionBuilderAtEnd(unit->builder, test);
    llvm.BuildCondBr(unit->builder, llvm.GetParam(f, 0), pass, end);
    llvm.PositionBuilderAtEnd(unit->builder, end);
    if (unsupported) {
        c_ir_unsupported(unit, unsupported);
        llvm.BuildRetVoid(unit->builder);
    } else {
        c_ir_call(unit, stop, NULL, 0);
        llvm.BuildUnreachable(unit->builder);
    }
    llvm.PositionBuilderAtEnd(unit->builder, pass);
    llvm.BuildRetVoid(unit->builder);
    llvm.DisposeBuilder(unit->builder);
    unit->builder = caller;
    return f;
}

void c_ir_assume(struct c_unit *unit, LLVMValueRef condition) {
    c_ir_call(unit, guard_function(unit, C_ASSUME, C_REFUSES_NONE, c_ir_stop(unit)), &condition, 1);
}

/* No two of these calls become one, which would have no place in the source. */
void c_ir_divisor(struct c_unit *unit, LLVMValueRef divisor) {
    bool constant = llvm.IsAConstantInt(divisor) && llvm.IsNull(divisor);
    LLVMValueRef stop = c_ir_declare(unit, constant ? C_DIVISION_CONSTANT : C_DIVISION,
                                     llvm.VoidTypeInContext(unit->context), NULL, 0);
    c_ir_set_attribute(unit, stop, "noreturn");
    c_ir_set_attribute(unit, stop, "nomerge");
    if (constant) {
        c_ir_call(unit, stop, NULL, 0);
        return;
    }
    LLVMValueRef zero = llvm.ConstNull(llvm.TypeOf(divisor));
    LLVMValueRef other = llvm.BuildICmp(unit->builder, LLVMIntNE, divisor, zero, "");
    c_ir_call(unit, guard_function(unit, C_DIVISOR, C_REFUSES_NONE, stop), &other, 1);
}

void c_ir_require(struct c_unit *unit, LLVMValueRef condition, enum c_refusal otherwise) {
    char *name = mem_format(C_REQUIRE "%s", c_refusal(otherwise));
    c_ir_call(unit, guard_function(unit, name, otherwise, NULL), &condition, 1);
    mem_free(name);
}

void c_ir_replace(LLVMValueRef x, LLVMValueRef value) {
    if (llvm.GetFirstUse(x)) llvm.ReplaceAllUsesWith(x, value ? value : llvm.GetUndef(llvm.TypeOf(x)));
    llvm.InstructionEraseFromParent(x);
}

void c_ir_drop_body(LLVMValueRef function) {
    C_EACH_BLOCK(b, function)
    for (LLVMValueRef x; (x = llvm.GetLastInstruction(b));) c_ir_replace(x, NULL);
    for (LLVMBasicBlockRef b; (b = llvm.GetFirstBasicBlock(function));) llvm.DeleteBasicBlock(b);
    llvm.SetSubprogram(function, NULL);
    llvm.SetLinkage(function, LLVMExternalLinkage);
}
