/* Where the program and its automaton are compared: found in the bitcode as clang made it. */
#include "format/c/flow.h"
#include "format/c/probes.h"

enum { DEEPEST = 6 /* of an expression */, LONGEST = 8 /* chain of jumps */ };

char *c_operand_key(uint32_t place, uint32_t operand) {
    return mem_format("#%u:%u", place, operand);
}

static bool is_error_call(const struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    return callee && c_ir_is_error(unit, c_ir_name(callee));
}

void c_failing_functions(const struct c_unit *unit, struct hash_map *out) {
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b)
    if (is_error_call(unit, x)) hash_map_put(out, c_ir_key(f), 1);
}

/* ---- heads ---- */

static LLVMValueRef past_phis(LLVMBasicBlockRef block) {
    LLVMValueRef x = llvm.GetFirstInstruction(block);
    while (llvm.IsAPHINode(x)) x = llvm.GetNextInstruction(x);
    return x;
}

/* The first instruction of every loop head, in the order of the function's blocks. */
static void find_heads(const struct c_unit *unit, LLVMValueRef function, c_spots *out) {
    struct c_unit same = *unit;
    struct c_flow flow;
    same.entry = function;
    c_flow_init(&flow, &same);
    vec_each (const struct c_block, b, &flow.blocks)
        if (b->head) vec_push(out, (struct c_spot){.at = past_phis(b->ref), .head = true});
    c_flow_fini(&flow);
}

/* ---- operands ---- */

static bool is_truth(LLVMValueRef v) {
    return llvm.GetIntTypeWidth(llvm.TypeOf(v)) == 1;
}

/* A truth value says little: told is what was compared, also where it was made a number and a truth again. */
static void add_operand(LLVMValueRef v, unsigned depth, value_list *out) {
    if (out->size == C_MOST_OPERANDS || llvm.IsConstant(v) || !c_ir_is_integer(llvm.TypeOf(v))) return;
    LLVMOpcode op = llvm.IsAInstruction(v) ? llvm.GetInstructionOpcode(v) : LLVMRet;
    LLVMValueRef a = op != LLVMRet && llvm.GetNumOperands(v) ? llvm.GetOperand(v, 0) : NULL;
    bool widened = (op == LLVMZExt || op == LLVMSExt) && is_truth(a),
         combined = (op == LLVMAnd || op == LLVMOr || op == LLVMXor) && is_truth(v);
    if (depth < DEEPEST && (widened || combined || op == LLVMICmp)) {
        add_operand(a, depth + 1, out);
        if (!widened) add_operand(llvm.GetOperand(v, 1), depth + 1, out);
        return;
    }
    if (!c_is_told(llvm.TypeOf(v))) return;
    vec_each (const LLVMValueRef, known, out)
        if (*known == v) return;
    vec_push(out, v);
}

/* ---- points ---- */

/* Whether an error function is called before anything else is decided. */
static bool leads_to_error(const struct c_unit *unit, LLVMBasicBlockRef block) {
    for (unsigned i = 0; i < LONGEST; i++) {
        C_EACH_INSTRUCTION(x, block)
        if (is_error_call(unit, x)) return true;
        LLVMValueRef end = llvm.GetBasicBlockTerminator(block);
        if (llvm.GetInstructionOpcode(end) != LLVMBr || llvm.GetNumSuccessors(end) != 1) return false;
        block = llvm.GetSuccessor(end, 0);
    }
    return false;
}

static bool decides(const struct c_unit *unit, LLVMValueRef x) {
    LLVMOpcode op = llvm.GetInstructionOpcode(x);
    unsigned n = op == LLVMBr || op == LLVMSwitch ? llvm.GetNumSuccessors(x) : 0;
    for (unsigned i = 0; n > 1 && i < n; i++)
        if (leads_to_error(unit, llvm.GetSuccessor(x, i))) return true;
    return false;
}

static void find_operands(const struct c_unit *unit, const struct hash_map *failing, LLVMValueRef x,
                          bool is_number, value_list *out) {
    LLVMOpcode op = llvm.GetInstructionOpcode(x);
    if (op == LLVMRet) {
        if (is_number && llvm.GetNumOperands(x) == 1) add_operand(llvm.GetOperand(x, 0), DEEPEST, out);
    } else if (llvm.IsACallInst(x)) {
        LLVMValueRef callee = c_ir_callee(x);
        if (!callee || hash_map_get(failing, c_ir_key(callee)) == HASH_NONE) return;
        unsigned n = llvm.GetNumArgOperands(x);
        for (unsigned i = 0; i < n; i++) add_operand(llvm.GetOperand(x, i), 0, out);
    } else if (decides(unit, x)) {
        add_operand(llvm.GetOperand(x, 0), 0, out);
    }
}

void c_spots_find(const struct c_unit *unit, const struct hash_map *failing, LLVMValueRef f, c_spots *out) {
    if (llvm.IsDeclaration(f)) return;
    find_heads(unit, f, out);
    bool is_number = c_debug_returns_number(unit, f);
    if (!llvm.GetSubprogram(f)) return; /* nothing can be named there */
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        struct c_spot point = {.at = x};
        find_operands(unit, failing, x, is_number, &point.operands);
        if (point.operands.size)
            vec_push(out, point);
        else
            vec_free(&point.operands);
    }
}

void c_spots_free(c_spots *places) {
    vec_each (struct c_spot, p, places) vec_free(&p->operands);
    vec_free(places);
}
