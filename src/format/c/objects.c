/* Objects and addresses. */
#include "format/c/lifetime.h"

enum { ALIGNMENT = 4096, GAP = 4096 };

bool c_memory_allocates(LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    if (!callee || !llvm.IsDeclaration(callee)) return false;
    const char *name = c_ir_name(callee);
    unsigned n = c_libc_means(name, C_MEANS_ALLOCATE) ? 1 : c_libc_means(name, C_MEANS_ALLOCATE_ZERO) ? 2 : 0;
    if (!n || llvm.GetNumArgOperands(x) != n || !c_ir_is_pointer(llvm.TypeOf(x))) return false;
    for (unsigned i = 0; i < n; i++)
        if (!c_ir_is_integer(llvm.TypeOf(llvm.GetOperand(x, i)))) return false;
    return true;
}

/* Places an object behind all others, far enough that no index that is a little wrong gets to its neighbour. */
static uint64_t place(struct c_memory *m, uint64_t size) {
    uint64_t base = m->next_base;
    m->next_base = (base + size + GAP + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return base;
}

/* Where addresses end. Those of 64 bits have more room here than in any machine, so that objects of any size have a
 * place. */
static uint64_t end_of_memory(const struct c_memory *m) {
    return m->pointer >= 8 ? UINT64_C(1) << 63 : (UINT64_C(1) << 8 * m->pointer) - (1 << 16);
}

static bool has_room(const struct c_memory *m, uint64_t size) {
    uint64_t limit = end_of_memory(m);
    return size < limit && m->next_base < limit - size;
}

static struct c_object *add(struct c_memory *m, LLVMValueRef value, uint64_t size) {
    struct c_object object = {
        .value = value, .size = size, .repeat = 1, .length = PROGRAM_NONE, .ended = PROGRAM_NONE};
    if (has_room(m, size))
        object.base = place(m, size);
    else
        object.unsupported = c_refusal(C_REFUSES_TOO_LARGE);
    hash_map_put(&m->index, c_ir_key(value), m->objects.size);
    vec_push(&m->objects, object);
    return &vec_last(&m->objects);
}

/* An object whose size is known only when it comes into being. It gets its place when all others have theirs. */
static struct c_object *add_dynamic(struct c_memory *m, LLVMValueRef value, LLVMTypeRef type,
                                    LLVMValueRef count) {
    struct c_object *o = add(m, value, 0);
    o->type = type;
    o->count = count;
    o->unit = type ? llvm.ABISizeOfType(m->unit->layout, type) : 1;
    return o;
}

static void add_alloca(struct c_memory *m, LLVMValueRef x, bool cyclic) {
    LLVMTypeRef type = llvm.GetAllocatedType(x);
    LLVMValueRef count = llvm.GetOperand(x, 0);
    struct c_object *o;
    if (llvm.IsAConstantInt(count)) {
        uint64_t n = llvm.ConstIntGetZExtValue(count);
        o = add(m, x, n * llvm.ABISizeOfType(m->unit->layout, type));
        o->type = type;
        o->repeat = n;
        cyclic &= c_flow_of(m->flow, x) != 0;
    } else {
        o = add_dynamic(m, x, type, count);
    }
    if (cyclic) o->unsupported = c_refusal(C_REFUSES_ARRAY_IN_LOOP);
}

static void add_allocation(struct c_memory *m, LLVMValueRef x, bool cyclic) {
    bool zeroed = llvm.GetNumArgOperands(x) == 2; /* calloc(n, size) */
    LLVMValueRef size = llvm.GetOperand(x, zeroed), times = zeroed ? llvm.GetOperand(x, 0) : NULL;
    struct c_object *o;
    bool fixed = llvm.IsAConstantInt(size) && (!times || llvm.IsAConstantInt(times));
    if (fixed) {
        uint64_t n = llvm.ConstIntGetZExtValue(size) * (times ? llvm.ConstIntGetZExtValue(times) : 1);
        o = add(m, x, n);
    } else {
        o = add_dynamic(m, x, NULL, size);
    }
    o->is_zeroed = zeroed;
    if (cyclic) o->unsupported = c_refusal(C_REFUSES_ALLOCATION_IN_LOOP);
    if (zeroed && !fixed) o->unsupported = c_refusal(C_REFUSES_CALLOC_SIZE);
}

static void add_global(struct c_memory *m, LLVMValueRef g) {
    LLVMTypeRef type = llvm.GlobalGetValueType(g);
    struct c_object *o = add(m, g, llvm.TypeIsSized(type) ? llvm.ABISizeOfType(m->unit->layout, type) : 0);
    o->type = llvm.TypeIsSized(type) ? type : NULL;
    o->is_constant = llvm.IsGlobalConstant(g) && llvm.GetInitializer(g);
    o->source = c_debug_global(g);
    bool shared = llvm.GetLinkage(g) != LLVMInternalLinkage && llvm.GetLinkage(g) != LLVMPrivateLinkage;
    bool changes = false;
    o->is_library = shared && c_libc_has_variable(c_ir_name(g), &changes) && changes;
    o->is_shared = shared && m->unit->options->externs == C_EXTERNS_GLOBALS && !o->is_constant;
    o->is_escaped = o->is_library || o->is_shared;
    if (!o->type) o->unsupported = c_refusal(C_REFUSES_EXTERNAL_SIZE);
}

uint32_t c_memory_find(const struct c_memory *m, LLVMValueRef value) {
    uint32_t i = hash_map_get(&m->index, c_ir_key(value));
    return i == HASH_NONE ? PROGRAM_NONE : i;
}

static void name_locals(struct c_memory *m) {
    C_EACH_BLOCK(b, m->unit->entry)
    C_EACH_INSTRUCTION(x, b) {
        struct c_debug_variable v;
        LLVMValueRef value;
        if (!c_debug_is_declare(x) || !c_debug_read(m->unit, x, &v, &value) || !value) continue;
        uint32_t i = hash_map_get(&m->index, c_ir_key(value));
        if (i != HASH_NONE) m->objects.data[i].source = v;
    }
}

uint64_t c_memory_largest(const struct c_memory *m) {
    return UINT64_C(1) << (m->pointer >= 8 ? 47 : 8 * m->pointer - 1);
}

/* Objects of unknown size share what is left of memory. Each gets room for the largest that a machine has, or an equal
 * part. */
static void place_dynamic(struct c_memory *m) {
    uint64_t n = 0;
    vec_each (const struct c_object, o, &m->objects) n += o->count != NULL;
    if (!n) return;
    uint64_t part = (end_of_memory(m) - m->next_base) / n / ALIGNMENT * ALIGNMENT;
    uint64_t room = part > c_memory_largest(m) + 2 * ALIGNMENT ? c_memory_largest(m) : part - 2 * ALIGNMENT;
    vec_each (struct c_object, o, &m->objects) {
        if (!o->count) continue;
        o->size = room;
        if (part > 4 * ALIGNMENT)
            o->base = place(m, room);
        else
            o->unsupported = c_refusal(C_REFUSES_TOO_LARGE);
    }
}

void c_memory_init(struct c_memory *m, struct c_unit *unit, const struct c_flow *flow) {
    *m = (struct c_memory){.unit = unit, .flow = flow, .next_base = 1 << 16};
    m->pointer = llvm.PointerSize(unit->layout);
    C_EACH_GLOBAL(g, unit->module)
    if (!c_ir_starts(c_ir_name(g), "llvm.")) add_global(m, g);
    vec_each (uint32_t, i, &flow->order) C_EACH_INSTRUCTION(x, flow->blocks.data[*i].ref) {
            if (llvm.IsAAllocaInst(x)) add_alloca(m, x, flow->blocks.data[*i].cyclic);
            if (c_memory_allocates(x)) add_allocation(m, x, flow->blocks.data[*i].cyclic);
        }
    C_EACH_FUNCTION(f, unit->module)
    if (c_ir_is_address_taken(f)) add(m, f, 1)->is_constant = true;
    place_dynamic(m);
    name_locals(m);
    c_layout_choose(m);
    c_lifetimes_find(m);
}

void c_memory_fini(struct c_memory *m) {
    vec_each (struct c_object, o, &m->objects) vec_free(&o->leaves);
    vec_free(&m->objects);
    hash_map_free(&m->index);
    hash_map_free(&m->row_of);
    vec_free(&m->rows);
    vec_free(&m->contents);
}

/* Addresses. */

static void add_index(struct c_address *a, LLVMValueRef index, int64_t scale, uint64_t count) {
    if (llvm.IsAConstantInt(index))
        a->constant += scale * llvm.ConstIntGetSExtValue(index);
    else
        vec_push(&a->terms, (struct c_index){index, scale, count});
}

static void add_path(struct c_address *a, const struct c_memory *m, LLVMValueRef gep) {
    LLVMTypeRef type = llvm.GetGEPSourceElementType(gep);
    unsigned n = (unsigned)llvm.GetNumOperands(gep);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef index = llvm.GetOperand(gep, i);
        if (i == 1) {
            add_index(a, index, (int64_t)llvm.ABISizeOfType(m->unit->layout, type), 0);
        } else if (llvm.GetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)llvm.ConstIntGetZExtValue(index);
            a->constant += (int64_t)llvm.OffsetOfElement(m->unit->layout, type, field);
            type = llvm.StructGetTypeAtIndex(type, field);
        } else {
            uint64_t count = llvm.GetTypeKind(type) == LLVMArrayTypeKind ? llvm.GetArrayLength2(type) : 0;
            type = llvm.GetElementType(type);
            add_index(a, index, (int64_t)llvm.ABISizeOfType(m->unit->layout, type), count);
        }
    }
}

static LLVMOpcode opcode(LLVMValueRef v) {
    if (llvm.IsAInstruction(v)) return llvm.GetInstructionOpcode(v);
    return llvm.IsAConstantExpr(v) ? llvm.GetConstOpcode(v) : 0;
}

bool c_memory_is_number(LLVMValueRef v) {
    return opcode(v) == LLVMPtrToInt;
}

LLVMValueRef c_memory_argument(LLVMValueRef v) {
    if (c_ir_is_pointer(llvm.TypeOf(v))) return v;
    return c_memory_is_number(v) ? llvm.GetOperand(v, 0) : NULL;
}

void c_address_init(struct c_address *a, const struct c_memory *m, LLVMValueRef pointer) {
    *a = (struct c_address){.root = pointer};
    for (;;) {
        LLVMOpcode op = opcode(a->root);
        if (op == LLVMGetElementPtr)
            add_path(a, m, a->root);
        else if (op != LLVMFreeze && !(op == LLVMBitCast && c_ir_is_pointer(llvm.TypeOf(a->root))))
            break;
        a->root = llvm.GetOperand(a->root, 0);
    }
    a->object = c_memory_find(m, a->root);
}

void c_address_fini(struct c_address *a) {
    vec_free(&a->terms);
}

uint64_t c_address_steps(const struct c_address *a) {
    uint64_t steps = (uint64_t)a->constant;
    vec_each (const struct c_index, t, &a->terms) steps |= (uint64_t)t->scale;
    return steps;
}

uint64_t c_memory_width(const struct c_memory *m, LLVMTypeRef t) {
    if (c_ir_is_integer(t)) return llvm.GetIntTypeWidth(t) % 8 ? 0 : llvm.GetIntTypeWidth(t) / 8;
    return c_ir_is_scalar(t) ? llvm.StoreSizeOfType(m->unit->layout, t) : 0;
}
