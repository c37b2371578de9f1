/* Aliases, and weak symbols that the program declares and does not define: nobody knows whether somebody else does.
 *
 * Each of these gets an external variable, which has any value at the start and is never written. Where that is zero
 * the symbol's address is null. Calls are left alone: calling what is not there is the program's mistake. */
#include "format/c/ir.h"

struct weak {
    LLVMValueRef symbol, flag;
};
typedef VEC(struct weak) weak_list;

static void add(struct c_unit *unit, LLVMValueRef symbol, weak_list *list) {
    if (!llvm.IsDeclaration(symbol) || llvm.GetLinkage(symbol) != LLVMExternalWeakLinkage) return;
    char *name = mem_format("induct.defined.%s", c_ir_name(symbol));
    LLVMValueRef flag = llvm.AddGlobal(unit->module, llvm.Int8TypeInContext(unit->context), name);
    mem_free(name);
    llvm.SetLinkage(symbol, LLVMExternalLinkage);
    vec_push(list, (struct weak){symbol, flag});
}

static const struct weak *find(const weak_list *list, LLVMValueRef operand) {
    vec_each (const struct weak, w, list)
        if (w->symbol == operand) return w;
    return NULL;
}

/* Whether a constant that is no symbol itself has the address of one in it. */
static bool mentions(const weak_list *list, LLVMValueRef constant) {
    if (!llvm.IsConstant(constant) || llvm.IsAGlobalVariable(constant) || llvm.IsAFunction(constant))
        return find(list, constant) != NULL;
    for (int i = 0; i < llvm.GetNumOperands(constant); i++)
        if (mentions(list, llvm.GetOperand(constant, (unsigned)i))) return true;
    return false;
}

static LLVMValueRef address(struct c_unit *unit, const struct weak *w) {
    LLVMTypeRef byte = llvm.Int8TypeInContext(unit->context);
    LLVMValueRef defined =
        llvm.BuildIsNotNull(unit->builder, llvm.BuildLoad2(unit->builder, byte, w->flag, ""), "");
    return llvm.BuildSelect(unit->builder, defined, w->symbol, llvm.ConstNull(llvm.TypeOf(w->symbol)), "");
}

static void rewrite(struct c_unit *unit, const weak_list *list, LLVMValueRef x) {
    bool phi = llvm.IsAPHINode(x);
    unsigned n = (unsigned)llvm.GetNumOperands(x);
    if (llvm.IsACallInst(x)) n = llvm.GetNumArgOperands(x);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef operand = llvm.GetOperand(x, i);
        if (!operand || !llvm.IsConstant(operand) || !mentions(list, operand)) continue;
        c_ir_before(unit, phi ? llvm.GetBasicBlockTerminator(llvm.GetIncomingBlock(x, i)) : x);
        const struct weak *w = find(list, operand);
        if (w)
            llvm.SetOperand(x, i, address(unit, w));
        else
            c_ir_unsupported(unit, C_REFUSES_WEAK_EXPRESSION);
    }
}

static void refuse_initializers(struct c_unit *unit, const weak_list *list) {
    C_EACH_GLOBAL(g, unit->module) {
        LLVMValueRef initial = llvm.GetInitializer(g);
        if (!initial || !mentions(list, initial)) continue;
        c_ir_at_start(unit);
        c_ir_unsupported(unit, C_REFUSES_WEAK_INITIAL, c_ir_name(g));
    }
}

/* Another name for a symbol is that symbol, unless it is a name that means something of its own. */
static void resolve_aliases(struct c_unit *unit) {
    for (LLVMValueRef a = llvm.GetFirstGlobalAlias(unit->module); a; a = llvm.GetNextGlobalAlias(a)) {
        const char *name = c_ir_name(a);
        LLVMValueRef symbol = llvm.AliasGetAliasee(a);
        bool special =
            c_ir_is_error(unit, name) || c_ir_is_stop(unit, name) || c_ir_starts(name, "__VERIFIER_");
        if (!special && (llvm.IsAFunction(symbol) || llvm.IsAGlobalVariable(symbol)))
            llvm.ReplaceAllUsesWith(a, symbol);
    }
}

void c_rewrite_weak(struct c_unit *unit) {
    resolve_aliases(unit);
    weak_list list = {0};
    C_EACH_GLOBAL(g, unit->module) add(unit, g, &list);
    C_EACH_FUNCTION(f, unit->module) add(unit, f, &list);
    if (list.size) {
        refuse_initializers(unit, &list);
        C_EACH_FUNCTION(f, unit->module)
        C_EACH_BLOCK(b, f)
        C_EACH_INSTRUCTION(x, b) rewrite(unit, &list, x);
    }
    vec_free(&list);
}
