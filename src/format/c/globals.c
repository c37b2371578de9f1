/* Global variables become local variables of the entry function, so that SSA form takes them in.
 *
 * After inlining all uses are in that function. Large ones and constants stay as they are: translation gives
 * them variables or values (objects.c). The local variable keeps its name in the debug information as
 * "@FUNCTION:NAME", with no function for a variable at file level; c_debug_source knows. */
#include "format/c/debug.h"
#include "format/c/ir.h"

enum { LARGEST = 64 }; /* scalars that the initial value is stored by */

static uint64_t scalars(LLVMTypeRef t) {
    uint64_t n = 0;
    switch (llvm.GetTypeKind(t)) {
    case LLVMArrayTypeKind:
        n = llvm.GetArrayLength2(t);
        return n > LARGEST ? LARGEST + 1 : n * scalars(llvm.GetElementType(t));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < llvm.CountStructElementTypes(t); i++)
            n += scalars(llvm.StructGetTypeAtIndex(t, i));
        return n;
    default: return 1;
    }
}

static bool mentions_global(LLVMValueRef constant) {
    if (llvm.IsAGlobalVariable(constant)) return true;
    if (!llvm.IsAConstantExpr(constant)) return false;
    for (int i = 0; i < llvm.GetNumOperands(constant); i++)
        if (mentions_global(llvm.GetOperand(constant, (unsigned)i))) return true;
    return false;
}

/* Constant expressions become instructions at the builder: a local variable's address is no constant. */
static LLVMValueRef expand(struct c_unit *unit, LLVMValueRef c) {
    if (!llvm.IsAConstantExpr(c) || !mentions_global(c)) return c;
    LLVMOpcode op = llvm.GetConstOpcode(c);
    value_list operands = {0};
    for (int i = 0; i < llvm.GetNumOperands(c); i++)
        vec_push(&operands, expand(unit, llvm.GetOperand(c, (unsigned)i)));
    LLVMValueRef result = c;
    switch (op) {
    case LLVMGetElementPtr:
        result = llvm.BuildGEP2(unit->builder, llvm.GetGEPSourceElementType(c), operands.data[0],
                                operands.data + 1, operands.size - 1, "");
        break;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMTrunc: result = llvm.BuildCast(unit->builder, op, operands.data[0], llvm.TypeOf(c), ""); break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor: result = llvm.BuildBinOp(unit->builder, op, operands.data[0], operands.data[1], ""); break;
    default: break;
    }
    vec_free(&operands);
    return result;
}

static void expand_operands(struct c_unit *unit, LLVMValueRef x) {
    bool phi = llvm.IsAPHINode(x);
    for (unsigned i = 0; i < (unsigned)llvm.GetNumOperands(x); i++) {
        LLVMValueRef operand = llvm.GetOperand(x, i);
        if (!operand || !llvm.IsAConstantExpr(operand) || !mentions_global(operand)) continue;
        c_ir_before(unit, phi ? llvm.GetBasicBlockTerminator(llvm.GetIncomingBlock(x, i)) : x);
        llvm.SetOperand(x, i, expand(unit, operand));
    }
}

static bool is_local(struct c_unit *unit, LLVMValueRef g) {
    C_EACH_USE(u, g) {
        LLVMValueRef user = llvm.GetUser(u);
        if (!llvm.IsAInstruction(user)) return false;
        if (llvm.GetBasicBlockParent(llvm.GetInstructionParent(user)) != unit->entry) return false;
    }
    return true;
}

static bool can_promote(struct c_unit *unit, LLVMValueRef g) {
    LLVMTypeRef type = llvm.GlobalGetValueType(g);
    return llvm.GetInitializer(g) && !llvm.IsGlobalConstant(g) && !c_ir_starts(c_ir_name(g), "llvm.") &&
           llvm.GetLinkage(g) == LLVMInternalLinkage && scalars(type) <= LARGEST && is_local(unit, g);
}

/* Between the fields of variables that live from the start to the end there are zeros. */
static void store_initial(struct c_unit *unit, LLVMValueRef initial, LLVMValueRef local) {
    LLVMTypeRef type = llvm.TypeOf(initial);
    if (c_ir_has_padding(unit, type))
        llvm.BuildMemSet(unit->builder, local, llvm.ConstInt(llvm.Int8TypeInContext(unit->context), 0, false),
                         llvm.ConstInt(llvm.Int64TypeInContext(unit->context),
                                       llvm.ABISizeOfType(unit->layout, type), false),
                         1);
    llvm.BuildStore(unit->builder, initial, local);
}

static void promote(struct c_unit *unit, LLVMDIBuilderRef debug, LLVMValueRef g, LLVMValueRef first) {
    llvm.PositionBuilderBefore(unit->builder, first);
    llvm.SetCurrentDebugLocation2(unit->builder, NULL);
    LLVMValueRef local = llvm.BuildAlloca(unit->builder, llvm.GlobalGetValueType(g), c_ir_name(g));
    unsigned alignment = llvm.GetAlignment(g);
    llvm.SetAlignment(local, alignment ? alignment
                                       : llvm.ABIAlignmentOfType(unit->layout, llvm.GlobalGetValueType(g)));
    store_initial(unit, llvm.GetInitializer(g), local);
    c_debug_declare_promoted(unit, debug, g, local, first);
    llvm.ReplaceAllUsesWith(g, local);
    llvm.DeleteGlobal(g);
}

void c_globals_promote(struct c_unit *unit) {
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b) expand_operands(unit, x);
    LLVMDIBuilderRef debug = llvm.CreateDIBuilder(unit->module);
    LLVMValueRef first = llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(unit->entry));
    for (bool again = true; again;) { /* a promoted variable's initialiser no longer is a use of others */
        again = false;
        C_EACH_GLOBAL(g, unit->module)
        if (can_promote(unit, g)) {
            promote(unit, debug, g, first);
            again = true;
        }
    }
    llvm.DIBuilderFinalize(debug);
    llvm.DisposeDIBuilder(debug);
}
