#include "format/c/values.h"

uint32_t c_values_find(const struct c_values *v, LLVMValueRef value) {
    uint32_t i = hash_map_get(&v->index, c_ir_key(value));
    return i == HASH_NONE ? PROGRAM_NONE : i;
}

bool c_values_needed(const struct c_values *v, LLVMValueRef value) {
    uint32_t i = c_values_find(v, value);
    return i != PROGRAM_NONE && v->needed.data[i];
}

bool c_values_acts(LLVMValueRef x) {
    return llvm.IsACallInst(x) || llvm.IsAStoreInst(x) || llvm.IsATerminatorInst(x) || llvm.IsAAllocaInst(x);
}

static bool is_named(const struct c_values *v, LLVMValueRef value) {
    uint32_t i = c_values_find(v, value);
    return i != PROGRAM_NONE && v->named.data[i];
}

bool c_values_is_repeated(const struct c_values *v, LLVMValueRef x) {
    if (!llvm.IsAInstruction(x)) return false;
    LLVMOpcode op = llvm.GetInstructionOpcode(x);
    if (op != LLVMZExt && op != LLVMSExt && op != LLVMTrunc) return false;
    if (!c_ir_is_integer(llvm.TypeOf(x))) return false;
    return !is_named(v, x) || (op != LLVMTrunc && is_named(v, llvm.GetOperand(x, 0)));
}

/* What an operand reads: values, appended by number. */
static void read_value(const struct c_values *v, LLVMValueRef operand, u32s *out) {
    struct c_address a;
    if (!c_ir_is_scalar(llvm.TypeOf(operand))) return;
    while (c_values_is_repeated(v, operand) || llvm.IsAFreezeInst(operand))
        operand = llvm.GetOperand(operand, 0);
    c_address_init(&a, v->memory, operand); /* of a number: just itself */
    uint32_t root = a.object == PROGRAM_NONE ? c_values_find(v, a.root) : PROGRAM_NONE;
    if (root != PROGRAM_NONE) vec_push(out, root);
    vec_each (struct c_index, t, &a.terms) read_value(v, t->index, out);
    c_address_fini(&a);
}

static void read_operands(const struct c_values *v, LLVMValueRef x, u32s *out) {
    for (int i = 0; i < llvm.GetNumOperands(x); i++) read_value(v, llvm.GetOperand(x, (unsigned)i), out);
}

/* A call reads its arguments when it is one of LLVM's or ours; what other functions get does not matter. */
static void read_call(const struct c_values *v, LLVMValueRef x, u32s *out) {
    LLVMValueRef callee = c_ir_callee(x);
    const char *name = callee ? c_ir_name(callee) : "";
    if (c_debug_is_value(x) || c_debug_is_declare(x) || c_ir_starts(name, "llvm.lifetime")) return;
    if (c_ir_starts(name, "llvm.") || c_ir_starts(name, "induct.") || c_memory_allocates(x))
        for (unsigned i = 0; i < llvm.GetNumArgOperands(x); i++) read_value(v, llvm.GetOperand(x, i), out);
}

/* What executing an instruction reads. A phi reads at the ends of other blocks. */
static void reads(const struct c_values *v, LLVMValueRef x, u32s *out) {
    LLVMOpcode op = llvm.GetInstructionOpcode(x);
    if (op == LLVMCall) {
        read_call(v, x, out);
    } else if (op == LLVMExtractValue && llvm.IsACallInst(llvm.GetOperand(x, 0))) {
        read_call(v, llvm.GetOperand(x, 0), out);
    } else if (op == LLVMLoad) {
        read_value(v, llvm.GetOperand(x, 0), out);
    } else if (op != LLVMPHI && op != LLVMRet) {
        read_operands(v, x, out);
    }
}

static bool is_mark(const char *name) {
    static const char *const names[] = {C_READ, C_WRITE, C_WITHIN, C_INSIDE, C_BEGIN, C_END};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

static bool is_pure_call(LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    const char *name = callee ? c_ir_name(callee) : "";
    bool acts = c_ir_starts(name, "llvm.mem") || strcmp(name, C_HAVOC) == 0 || is_mark(name);
    return (c_ir_starts(name, "llvm.") || c_ir_starts(name, "induct.")) && !acts;
}

/* Instructions whose operands matter whoever needs their value. */
static bool is_root(LLVMValueRef x) {
    if (llvm.IsAStoreInst(x)) return !c_ir_is_float(llvm.TypeOf(llvm.GetOperand(x, 0)));
    if (llvm.IsACallInst(x)) return !is_pure_call(x);
    return c_values_acts(x);
}

static void find_needed(struct c_values *v) {
    u32s list = {0};
    vec_each (uint32_t, b, &v->memory->flow->order)
        C_EACH_INSTRUCTION(x, v->memory->flow->blocks.data[*b].ref)
    if (is_root(x)) reads(v, x, &list);
    while (list.size) {
        uint32_t i = vec_pop(&list);
        if (v->needed.data[i]) continue;
        v->needed.data[i] = true;
        LLVMValueRef x = v->list.data[i];
        if (!llvm.IsAInstruction(x)) continue;
        reads(v, x, &list);
        if (!llvm.IsAPHINode(x)) continue;
        for (unsigned k = 0; k < llvm.CountIncoming(x); k++)
            read_value(v, llvm.GetIncomingValue(x, k), &list);
    }
    vec_free(&list);
}

/* Marks a value as live at the start of a block that uses it, and backwards from there up to its definition. */
static void mark_live(struct c_values *v, uint32_t value, uint32_t block, u32s *list) {
    vec_clear(list);
    vec_push(list, block);
    while (list->size) {
        uint32_t b = vec_pop(list);
        u32s *live = &v->live.data[b];
        if (v->block.data[value] == b || (live->size && vec_last(live) == value)) continue;
        vec_push(live, value);
        vec_each (uint32_t, p, &v->memory->flow->blocks.data[b].predecessors) vec_push(list, *p);
    }
}

struct use {
    uint32_t value, block;
};
typedef VEC(struct use) use_list;

static void add_uses(const struct c_values *v, const u32s *values, uint32_t block, use_list *out) {
    vec_each (uint32_t, i, values)
        if (v->needed.data[*i]) vec_push(out, (struct use){*i, block});
}

static void find_uses(const struct c_values *v, use_list *out) {
    const struct c_flow *flow = v->memory->flow;
    u32s read = {0};
    vec_each (uint32_t, b, &flow->order) C_EACH_INSTRUCTION(x, flow->blocks.data[*b].ref) {
            if (!c_values_needed(v, x) && !is_root(x)) continue;
            vec_clear(&read);
            reads(v, x, &read);
            add_uses(v, &read, *b, out);
            if (!llvm.IsAPHINode(x)) continue;
            for (unsigned k = 0; k < llvm.CountIncoming(x); k++) {
                uint32_t from = c_flow_find(flow, llvm.GetIncomingBlock(x, k));
                if (!flow->blocks.data[from].reachable) continue;
                vec_clear(&read);
                read_value(v, llvm.GetIncomingValue(x, k), &read);
                add_uses(v, &read, from, out);
            }
        }
    vec_free(&read);
}

/* One value after the other, so that the last entry of a block tells whether the current one is there. */
static void find_live(struct c_values *v) {
    use_list uses = {0};
    find_uses(v, &uses);
    u32s start = {0}, order = {0}, list = {0};
    vec_resize(&start, v->list.size + 1);
    vec_each (struct use, u, &uses) start.data[u->value + 1]++;
    for (uint32_t i = 0; i < v->list.size; i++) start.data[i + 1] += start.data[i];
    vec_resize(&order, uses.size);
    for (uint32_t i = 0; i < uses.size; i++) order.data[start.data[uses.data[i].value]++] = i;
    vec_each (uint32_t, i, &order) mark_live(v, uses.data[*i].value, uses.data[*i].block, &list);
    vec_free(&start);
    vec_free(&order);
    vec_free(&list);
    vec_free(&uses);
}

static void find_named(struct c_values *v) {
    vec_resize(&v->named, v->list.size);
    vec_each (uint32_t, b, &v->memory->flow->order)
        C_EACH_INSTRUCTION(x, v->memory->flow->blocks.data[*b].ref) {
            struct c_debug_variable variable;
            LLVMValueRef value;
            if (!c_debug_is_value(x) || !c_debug_read(v->memory->unit, x, &variable, &value) || !value)
                continue;
            uint32_t i = c_values_find(v, value);
            if (i != PROGRAM_NONE) v->named.data[i] = true;
        }
}

static void add(struct c_values *v, LLVMValueRef value, uint32_t block) {
    if (!c_ir_is_scalar(llvm.TypeOf(value))) return;
    hash_map_put(&v->index, c_ir_key(value), v->list.size);
    vec_push(&v->list, value);
    vec_push(&v->block, block);
}

void c_values_init(struct c_values *v, const struct c_memory *memory) {
    *v = (struct c_values){.memory = memory};
    const struct c_flow *flow = memory->flow;
    for (unsigned i = 0; i < llvm.CountParams(memory->unit->entry); i++)
        add(v, llvm.GetParam(memory->unit->entry, i), 0);
    vec_each (uint32_t, b, &flow->order) C_EACH_INSTRUCTION(x, flow->blocks.data[*b].ref) add(v, x, *b);
    vec_resize(&v->needed, v->list.size);
    vec_resize(&v->live, flow->blocks.size);
    find_named(v);
    find_needed(v);
    find_live(v);
}

void c_values_fini(struct c_values *v) {
    vec_each (u32s, live, &v->live) vec_free(live);
    vec_free(&v->live);
    vec_free(&v->list);
    vec_free(&v->block);
    vec_free(&v->needed);
    vec_free(&v->named);
    hash_map_free(&v->index);
}
