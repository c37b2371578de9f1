/* Structures that go through registers: clang makes them of results of 9 to 16 bytes, {i64, i32} say, and loads and
 * stores them as one value. Field by field the passes of LLVM take them apart: what is put into a structure comes out
 * of it again. */
#include "format/c/ir.h"

static bool is_plain(LLVMTypeRef type) {
    if (llvm.GetTypeKind(type) != LLVMStructTypeKind || !llvm.CountStructElementTypes(type)) return false;
    for (unsigned i = 0; i < llvm.CountStructElementTypes(type); i++)
        if (!c_ir_is_scalar(llvm.StructGetTypeAtIndex(type, i))) return false;
    return true;
}

static LLVMValueRef field(struct c_unit *unit, LLVMTypeRef type, LLVMValueRef pointer, unsigned i) {
    LLVMTypeRef i32 = llvm.Int32TypeInContext(unit->context);
    LLVMValueRef path[2] = {llvm.ConstInt(i32, 0, false), llvm.ConstInt(i32, i, false)};
    return llvm.BuildGEP2(unit->builder, type, pointer, path, 2, "");
}

static void split_load(struct c_unit *unit, LLVMValueRef x) {
    LLVMTypeRef type = llvm.TypeOf(x);
    LLVMValueRef whole = llvm.GetUndef(type);
    c_ir_before(unit, x);
    for (unsigned i = 0; i < llvm.CountStructElementTypes(type); i++) {
        LLVMValueRef part = llvm.BuildLoad2(unit->builder, llvm.StructGetTypeAtIndex(type, i),
                                            field(unit, type, llvm.GetOperand(x, 0), i), "");
        llvm.SetAlignment(part, 1);
        whole = llvm.BuildInsertValue(unit->builder, whole, part, i, "");
    }
    c_ir_replace(x, whole);
}

static void split_store(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef whole = llvm.GetOperand(x, 0), pointer = llvm.GetOperand(x, 1);
    LLVMTypeRef type = llvm.TypeOf(whole);
    c_ir_before(unit, x);
    for (unsigned i = 0; i < llvm.CountStructElementTypes(type); i++)
        llvm.SetAlignment(llvm.BuildStore(unit->builder, llvm.BuildExtractValue(unit->builder, whole, i, ""),
                                          field(unit, type, pointer, i)),
                          1);
    llvm.InstructionEraseFromParent(x);
}

void c_split_aggregates(struct c_unit *unit) {
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        if (llvm.IsALoadInst(x) && !llvm.GetVolatile(x) && is_plain(llvm.TypeOf(x)))
            split_load(unit, x);
        else if (llvm.IsAStoreInst(x) && !llvm.GetVolatile(x) && is_plain(llvm.TypeOf(llvm.GetOperand(x, 0))))
            split_store(unit, x);
    }
}

/* The field of a value that was put together field by field, or is constant; NULL: of another one. */
static LLVMValueRef find_field(LLVMValueRef whole, unsigned i) {
    while (llvm.IsAInstruction(whole) && llvm.GetInstructionOpcode(whole) == LLVMInsertValue &&
           llvm.GetNumIndices(whole) == 1) {
        if (llvm.GetIndices(whole)[0] == i) return llvm.GetOperand(whole, 1);
        whole = llvm.GetOperand(whole, 0);
    }
    return llvm.IsConstant(whole) ? llvm.GetAggregateElement(whole, i) : NULL;
}

void c_settle_aggregates(struct c_unit *unit) {
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b) {
        bool takes = llvm.GetInstructionOpcode(x) == LLVMExtractValue && llvm.GetNumIndices(x) == 1;
        LLVMValueRef field = takes ? find_field(llvm.GetOperand(x, 0), llvm.GetIndices(x)[0]) : NULL;
        if (field && field != x) c_ir_replace(x, field);
    }
}
