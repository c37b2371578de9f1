/* Accesses that may be outside of their object, before LLVM sees which are: it drops what is written there and makes
 * poison of what is read, which is another value at each use, or one that is chosen so that a branch can go.
 *
 * Such reads are frozen: whatever a pass makes of one, its users see a single value. Where that is poison it becomes a
 * read of nowhere, volatile so that no two of them are taken for the same; where it is a value the ice is taken off
 * again. With `strict` such runs end before the access (strict.c). */
#include "format/c/memory.h"

/* Whether the address is a constant one inside of a variable. */
static bool is_inside(struct c_unit *unit, LLVMValueRef pointer, LLVMTypeRef type) {
    struct c_memory none = {.unit = unit};
    struct c_address a;
    c_address_init(&a, &none, pointer);
    LLVMTypeRef whole = llvm.IsAAllocaInst(a.root) && llvm.IsAConstantInt(llvm.GetOperand(a.root, 0))
                            ? llvm.GetAllocatedType(a.root)
                        : llvm.IsAGlobalVariable(a.root) ? llvm.GlobalGetValueType(a.root)
                                                         : NULL;
    bool inside = whole && llvm.TypeIsSized(whole) && !a.terms.size && a.constant >= 0 &&
                  (uint64_t)a.constant + llvm.StoreSizeOfType(unit->layout, type) <=
                      llvm.ABISizeOfType(unit->layout, whole);
    c_address_fini(&a);
    return inside;
}

static void freeze(struct c_unit *unit, LLVMValueRef x) {
    c_ir_before(unit, llvm.GetNextInstruction(x));
    LLVMValueRef frozen = llvm.BuildFreeze(unit->builder, x, "");
    llvm.ReplaceAllUsesWith(x, frozen);
    llvm.SetOperand(frozen, 0, x);
}

static void protect(struct c_unit *unit, LLVMValueRef x) {
    if (llvm.IsALoadInst(x) && !is_inside(unit, llvm.GetOperand(x, 0), llvm.TypeOf(x)) &&
        c_ir_is_scalar(llvm.TypeOf(x)) && llvm.GetFirstUse(x))
        freeze(unit, x);
}

void c_freeze_reads(struct c_unit *unit) {
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) protect(unit, x);
}

static LLVMValueRef read_nowhere(struct c_unit *unit, LLVMTypeRef type) {
    LLVMValueRef null = llvm.ConstNull(llvm.PointerTypeInContext(unit->context, 0));
    LLVMValueRef x = llvm.BuildLoad2(unit->builder, type, null, "");
    llvm.SetVolatile(x, true);
    return x;
}

void c_thaw_reads(struct c_unit *unit, bool last) {
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b) {
        if (!llvm.IsAFreezeInst(x)) continue;
        LLVMValueRef value = llvm.GetOperand(x, 0);
        if (llvm.IsUndef(value) || llvm.IsPoison(value)) {
            c_ir_before(unit, x);
            c_ir_replace(x, read_nowhere(unit, llvm.TypeOf(x)));
        } else if (last || !llvm.IsALoadInst(value)) {
            c_ir_replace(x, value);
        }
    }
}
