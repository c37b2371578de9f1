/* Aliases, symbols that the linker defines, and weak ones that the program declares and does not define: nobody knows
 * whether somebody else does.
 *
 * Each of the latter gets an external variable, which has any value at the start and is never written. Where that is
 * zero the symbol's address is null. Calls are left alone: calling what is not there is the program's mistake.
 *
 * A symbol of the linker lies in the midst of the program's own variables, or where they end. To LLVM it is a variable
 * of its own, which writes to others do not change, so it is refused before any pass wherever its address is used. */
#include "format/c/ir.h"

struct weak {
    LLVMValueRef symbol, flag; /* NULL: the symbol is the linker's */
};
typedef VEC(struct weak) weak_list;

/* Where sections start and stop, and parts of the program. */
static bool is_linkers(const char *name) {
    static const char *const names[] = {
        "end",          "_end",       "edata",        "_edata",
        "etext",        "_etext",     "__etext",      "__bss_start",
        "__data_start", "data_start", "__dso_handle", "__executable_start",
        "__ehdr_start", "_DYNAMIC",   "__TMC_END__",  "_GLOBAL_OFFSET_TABLE_"};
    static const char *const ends[] = {"_array_start", "_array_end"};
    if (c_ir_starts(name, "__start_") || c_ir_starts(name, "__stop_")) return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (c_ir_starts(name, "__") && strstr(name, ends[i])) return true;
    return false;
}

static void add(struct c_unit *unit, LLVMValueRef symbol, weak_list *list) {
    if (!llvm.IsDeclaration(symbol)) return;
    if (llvm.IsAGlobalVariable(symbol) && is_linkers(c_ir_name(symbol))) {
        vec_push(list, (struct weak){symbol, NULL});
        return;
    }
    if (llvm.GetLinkage(symbol) != LLVMExternalWeakLinkage) return;
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

/* The symbol that a constant is or has the address of in it; NULL: none. */
static const struct weak *mentioned(const weak_list *list, LLVMValueRef constant) {
    if (!llvm.IsConstant(constant) || llvm.IsAGlobalVariable(constant) || llvm.IsAFunction(constant))
        return find(list, constant);
    for (int i = 0; i < llvm.GetNumOperands(constant); i++) {
        const struct weak *w = mentioned(list, llvm.GetOperand(constant, (unsigned)i));
        if (w) return w;
    }
    return NULL;
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
        const struct weak *w = operand && llvm.IsConstant(operand) ? mentioned(list, operand) : NULL;
        if (!w) continue;
        c_ir_before(unit, phi ? llvm.GetBasicBlockTerminator(llvm.GetIncomingBlock(x, i)) : x);
        if (!w->flag)
            c_ir_unsupported(unit, C_REFUSES_LINKER, c_ir_name(w->symbol));
        else if (w->symbol == operand)
            llvm.SetOperand(x, i, address(unit, w));
        else
            c_ir_unsupported(unit, C_REFUSES_WEAK_EXPRESSION);
    }
}

static void refuse_initializers(struct c_unit *unit, const weak_list *list) {
    C_EACH_GLOBAL(g, unit->module) {
        LLVMValueRef initial = llvm.GetInitializer(g);
        const struct weak *w = initial ? mentioned(list, initial) : NULL;
        if (!w) continue;
        c_ir_at_start(unit);
        if (w->flag)
            c_ir_unsupported(unit, C_REFUSES_WEAK_INITIAL, c_ir_name(g));
        else
            c_ir_unsupported(unit, C_REFUSES_LINKER, c_ir_name(w->symbol));
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
