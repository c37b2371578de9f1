/* Warnings of divisions by zero, at which runs end.
 *
 * Few divisions are by something that the program has just made sure not to be zero, so a warning for every one would
 * be noise. There is one where a zero is plain to see: the divisor is that constant, or an input of which nothing else
 * is asked. */
#include "format/c/translate.h"

/* The branch by which a block is entered; NULL: none, or several. */
static LLVMValueRef entering(const struct c_translation *t, LLVMValueRef x) {
    uint32_t here = c_flow_of(&t->flow, x);
    LLVMValueRef found = NULL;
    for (uint32_t b = 0; b < t->flow.blocks.size; b++)
        vec_each (const uint32_t, to, &t->flow.successors.data[b])
            if (*to == here) {
                if (found) return NULL;
                found = llvm.GetLastInstruction(t->flow.blocks.data[b].ref);
            }
    return found;
}

static bool is_cast(LLVMValueRef v) {
    LLVMOpcode op = llvm.IsAInstruction(v) ? llvm.GetInstructionOpcode(v) : 0;
    return op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc;
}

/* Whether only the one comparison decides anything by the value, or by what it is converted to. */
static bool is_asked_once(LLVMValueRef value, LLVMValueRef comparison) {
    C_EACH_USE(u, value) {
        LLVMValueRef user = llvm.GetUser(u);
        LLVMOpcode op = llvm.IsAInstruction(user) ? llvm.GetInstructionOpcode(user) : 0;
        bool decides =
            op == LLVMICmp || op == LLVMSwitch || op == LLVMPHI || op == LLVMSelect || op == LLVMStore;
        if (user != comparison && (decides || (is_cast(user) && !is_asked_once(user, comparison))))
            return false;
    }
    return true;
}

static bool is_free_input(LLVMValueRef divisor, LLVMValueRef comparison) {
    LLVMValueRef input = divisor;
    while (is_cast(input)) input = llvm.GetOperand(input, 0);
    LLVMValueRef callee = llvm.IsACallInst(input) ? c_ir_callee(input) : NULL;
    return callee && llvm.IsDeclaration(callee) && c_is_input(c_ir_name(callee)) &&
           is_asked_once(input, comparison);
}

/* What is compared with zero; NULL: nothing is, any more. */
static LLVMValueRef compared(LLVMValueRef branch, LLVMValueRef *comparison) {
    if (!branch || llvm.GetInstructionOpcode(branch) != LLVMBr || llvm.GetNumSuccessors(branch) != 2)
        return NULL;
    LLVMValueRef c = llvm.GetOperand(branch, 0);
    if (!llvm.IsAInstruction(c) || llvm.GetInstructionOpcode(c) != LLVMICmp ||
        !llvm.IsNull(llvm.GetOperand(c, 1)))
        return NULL;
    *comparison = c;
    return llvm.GetOperand(c, 0);
}

void c_warn_of_division(struct c_translation *t, LLVMValueRef stop) {
    uint64_t key = c_ir_key(stop);
    if (hash_map_get(&t->warned, key) != HASH_NONE) return;
    bool constant = strcmp(c_ir_name(c_ir_callee(stop)), C_DIVISION_CONSTANT) == 0;
    LLVMValueRef comparison = NULL, divisor = constant ? NULL : compared(entering(t, stop), &comparison);
    if (!constant && !(divisor && is_free_input(divisor, comparison))) return;
    hash_map_put(&t->warned, key, 1);
    struct program_position at = c_debug_position(t->unit, t->program, stop);
    messages_warn(t->unit->messages,
                  (struct position){at.file ? at.file : t->unit->file, at.line, at.column, 0},
                  "division by %s: such a run ends here, without reaching an error",
                  constant ? "zero" : "an input that may be zero");
}
