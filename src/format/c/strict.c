/* With `strict`: every access to memory is announced, before the first pass of LLVM, by a call of a marker
 * that says what is accessed. Passes drop accesses that nobody needs, split transfers and cut off what is
 * outside; they know nothing of markers, which stay where they are and keep what they point to in memory.
 * Translation asks of each whether the access is inside (bounds.c), so that what becomes of the access itself
 * no longer matters. No marker is needed for a constant place inside of a variable that is accessed by its
 * name; when calls are inlined there are more of these, and their markers go (c_settle_accesses), so that SSA
 * form can take the variables in.
 *
 * An array that is named in the access (s.a[i], m[i][j], memset(s.a, ...)) bounds it as an object does, also
 * by way of pointers in registers (p = s.a; p[i]). */
#include "format/c/lifetime.h"

static LLVMTypeRef word_type(const struct c_unit *unit) {
    return llvm.IntPtrTypeInContext(unit->context, unit->layout);
}
static LLVMValueRef word(const struct c_unit *unit, uint64_t value) {
    return llvm.ConstInt(word_type(unit), value, false);
}

/* No two calls become one, which would have no place in the source. */
static void call_marker(struct c_unit *unit, const char *name, LLVMTypeRef *types, LLVMValueRef *arguments,
                        unsigned n) {
    LLVMValueRef f = c_ir_declare(unit, name, llvm.VoidTypeInContext(unit->context), types, n);
    c_ir_set_attribute(unit, f, "nomerge");
    c_ir_call(unit, f, arguments, n);
}

static void mark_access(struct c_unit *unit, LLVMValueRef pointer, LLVMValueRef size, bool writes) {
    LLVMTypeRef types[2] = {llvm.PointerTypeInContext(unit->context, 0), word_type(unit)};
    LLVMValueRef arguments[2] = {pointer,
                                 llvm.BuildIntCast2(unit->builder, size, word_type(unit), false, "")};
    call_marker(unit, writes ? C_WRITE : C_READ, types, arguments, 2);
}

void c_mark_write(struct c_unit *unit, LLVMValueRef pointer, LLVMTypeRef type) {
    mark_access(unit, pointer, word(unit, llvm.StoreSizeOfType(unit->layout, type)), true);
}

/* Whether a marker that is like it follows the builder's place, before anything but markers and what they are
 * made of. */
static bool is_said(LLVMValueRef from, LLVMValueRef position, LLVMValueRef count) {
    for (LLVMValueRef y = from; y; y = llvm.GetNextInstruction(y)) {
        bool is_mark = c_ir_is_extern(c_ir_callee(y), C_WITHIN);
        if (is_mark && llvm.GetOperand(y, 0) == position && llvm.GetOperand(y, 1) == count) return true;
        if (!is_mark && !llvm.IsABinaryOperator(y)) return false;
    }
    return false;
}

static void mark_within(struct c_unit *unit, LLVMValueRef x, LLVMValueRef position, uint64_t count) {
    LLVMTypeRef types[2] = {word_type(unit), word_type(unit)};
    LLVMValueRef arguments[2] = {position, word(unit, count)};
    if (!is_said(x, position, arguments[1])) call_marker(unit, C_WITHIN, types, arguments, 2);
}

/* The bytes of a variable; UINT64_MAX: not known here, or no variable. */
static uint64_t size_of(const struct c_unit *unit, LLVMValueRef variable) {
    LLVMTypeRef type = NULL;
    uint64_t times = 1;
    if (llvm.IsAAllocaInst(variable)) {
        LLVMValueRef count = llvm.GetOperand(variable, 0);
        LLVMBasicBlockRef b = llvm.GetInstructionParent(variable);
        bool fixed = b == llvm.GetEntryBasicBlock(llvm.GetBasicBlockParent(b));
        if (!fixed || !llvm.IsAConstantInt(count)) return UINT64_MAX; /* when it ends is another question */
        times = llvm.ConstIntGetZExtValue(count);
        type = llvm.GetAllocatedType(variable);
    } else if (llvm.IsAGlobalVariable(variable)) {
        type = llvm.GlobalGetValueType(variable);
    }
    if (!type || !llvm.TypeIsSized(type)) return UINT64_MAX;
    return times * llvm.ABISizeOfType(unit->layout, type);
}

/* Whether the access is to a constant place inside of a variable, which it may write. */
static bool is_inside(struct c_unit *unit, LLVMValueRef pointer, uint64_t size, bool writes) {
    struct c_memory none = {.unit = unit};
    struct c_address a;
    c_address_init(&a, &none, pointer);
    uint64_t whole = size_of(unit, a.root);
    bool inside = whole != UINT64_MAX && !a.terms.size && a.constant >= 0 && (uint64_t)a.constant <= whole &&
                  size <= whole - (uint64_t)a.constant &&
                  !(writes && llvm.IsAGlobalVariable(a.root) && llvm.IsGlobalConstant(a.root));
    c_address_fini(&a);
    return inside;
}

/* Arrays that are named. */

static bool is_kept_zero(LLVMValueRef v) {
    LLVMValueRef callee = c_ir_callee(v);
    return callee && c_ir_starts(c_ir_name(callee), C_ZERO);
}

/* What an address computation adds to the address of an array: a sum. */
struct offset {
    int64_t constant;
    VEC(struct c_index) terms;
    LLVMTypeRef checked; /* the array that it has just been found to be inside of; NULL: none */
};

static void add_index(struct offset *o, LLVMValueRef index, uint64_t scale) {
    if (llvm.IsAConstantInt(index))
        o->constant += (int64_t)scale * llvm.ConstIntGetSExtValue(index);
    else if (scale && !is_kept_zero(index))
        vec_push(&o->terms, (struct c_index){index, (int64_t)scale, 0});
}

static uint64_t common_divisor(const struct offset *o) {
    uint64_t g = 0;
    vec_each (const struct c_index, t, &o->terms)
        for (uint64_t a = (uint64_t)t->scale; a;) {
            uint64_t rest = g % a;
            g = a;
            a = rest;
        }
    return g;
}

/* At the builder, which is before `x`: that many bytes at the offset must be in [0..region[. The sum is
 * counted in its largest common unit, as a[i] counts elements. */
static void check_region(struct c_unit *unit, LLVMValueRef x, const struct offset *o, uint64_t region,
                         uint64_t size) {
    int64_t g = (int64_t)common_divisor(o);
    if (!g) g = 1;
    int64_t q = o->constant / g, r = o->constant % g;
    if (r < 0) q--, r += g;
    uint64_t used = (uint64_t)r + size;
    uint64_t count = size <= region && used <= region ? (region - used) / (uint64_t)g + 1 : 0;
    if (!o->terms.size && q >= 0 && (uint64_t)q < count) return;
    LLVMValueRef sum = NULL;
    vec_each (const struct c_index, t, &o->terms) {
        LLVMValueRef part = llvm.BuildIntCast2(unit->builder, t->index, word_type(unit), true, "");
        if (t->scale != g)
            part = llvm.BuildBinOp(unit->builder, LLVMMul, part, word(unit, (uint64_t)(t->scale / g)), "");
        sum = sum ? llvm.BuildBinOp(unit->builder, LLVMAdd, sum, part, "") : part;
    }
    LLVMValueRef constant = word(unit, (uint64_t)q);
    if (sum && q) sum = llvm.BuildBinOp(unit->builder, LLVMAdd, sum, constant, "");
    mark_within(unit, x, sum ? sum : constant, count);
}

static bool is_address(LLVMValueRef v) {
    return llvm.IsAGetElementPtrInst(v) ||
           (llvm.IsAConstantExpr(v) && llvm.GetConstOpcode(v) == LLVMGetElementPtr);
}

/* Whatever follows in the address, it is to stay inside of the array; those without length are as long as
 * their object. */
static void check_array(struct c_unit *unit, LLVMValueRef x, struct offset *o, LLVMTypeRef type,
                        uint64_t size) {
    if (llvm.GetTypeKind(type) != LLVMArrayTypeKind || o->checked == type) return;
    uint64_t region = llvm.ABISizeOfType(unit->layout, type);
    if (region) check_region(unit, x, o, region, size);
    o->checked = type;
}

/* One address computation, from its last index to its first: `o` is what the access adds to its result, and
 * then to its start. */
static void check_path(struct c_unit *unit, LLVMValueRef x, LLVMValueRef gep, uint64_t size,
                       struct offset *o) {
    unsigned n = (unsigned)llvm.GetNumOperands(gep);
    VEC(LLVMTypeRef) types = {0}; /* by operand: what is indexed there */
    vec_push(&types, NULL);
    vec_push(&types, llvm.GetGEPSourceElementType(gep));
    for (unsigned i = 2; i < n; i++) {
        LLVMTypeRef type = types.data[i - 1];
        if (i > 2)
            type = llvm.GetTypeKind(type) == LLVMStructTypeKind
                       ? llvm.StructGetTypeAtIndex(
                             type, (unsigned)llvm.ConstIntGetZExtValue(llvm.GetOperand(gep, i - 1)))
                       : llvm.GetElementType(type);
        vec_push(&types, type);
    }
    for (unsigned i = n; i-- > 1;) {
        LLVMTypeRef type = types.data[i];
        LLVMValueRef index = llvm.GetOperand(gep, i);
        if (i == 1) {
            add_index(o, index, llvm.ABISizeOfType(unit->layout, type));
            if (!llvm.IsNull(index)) o->checked = NULL;
        } else if (llvm.GetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)llvm.ConstIntGetZExtValue(index);
            check_array(unit, x, o, llvm.StructGetTypeAtIndex(type, field), size);
            o->constant += (int64_t)llvm.OffsetOfElement(unit->layout, type, field);
            o->checked = NULL;
        } else {
            add_index(o, index, llvm.ABISizeOfType(unit->layout, llvm.GetElementType(type)));
            o->checked = NULL;
            bool whole = i == 2 && llvm.IsNull(llvm.GetOperand(gep, 1)) &&
                         size_of(unit, llvm.GetOperand(gep, 0)) == llvm.ABISizeOfType(unit->layout, type);
            if (!whole) check_array(unit, x, o, type, size);
        }
    }
    vec_free(&types);
}

static bool is_zero(LLVMValueRef gep) {
    for (unsigned i = 1; i < (unsigned)llvm.GetNumOperands(gep); i++)
        if (!llvm.IsNull(llvm.GetOperand(gep, i))) return false;
    return true;
}

static bool is_array_step(LLVMValueRef v) {
    return llvm.IsAGetElementPtrInst(v) && llvm.GetNumOperands(v) == 3 &&
           llvm.GetTypeKind(llvm.GetGEPSourceElementType(v)) == LLVMArrayTypeKind &&
           llvm.GetArrayLength2(llvm.GetGEPSourceElementType(v));
}

/* The name of an array, as a pointer to its first element, is one that LLVM takes for nothing. So that it is
 * not lost when calls are inlined, the index is a call that gives zero, until the arrays behind pointers have
 * been traced. */
static void keep_name(struct c_unit *unit, LLVMValueRef x) {
    if (!is_array_step(x) || !is_zero(x)) return;
    bool gets_away = false;
    C_EACH_USE(u, x) {
        LLVMValueRef user = llvm.GetUser(u);
        gets_away |= !llvm.IsALoadInst(user) && !(llvm.IsAStoreInst(user) && llvm.GetOperand(user, 0) != x) &&
                     !llvm.IsAGetElementPtrInst(user);
    }
    C_EACH_USE(u, x) {
        LLVMValueRef user = llvm.GetUser(u);
        if (!llvm.IsAGetElementPtrInst(user)) continue;
        C_EACH_USE(v, user) gets_away |= !llvm.IsALoadInst(llvm.GetUser(v));
    }
    if (!gets_away) return;
    LLVMTypeRef type = llvm.TypeOf(llvm.GetOperand(x, 2));
    char *name = mem_format(C_ZERO "%u", llvm.GetIntTypeWidth(type));
    LLVMValueRef zero = c_ir_declare(unit, name, type, NULL, 0);
    mem_free(name);
    c_ir_set_attribute(unit, zero, "memory"); /* of no effects: memory(none) */
    c_ir_set_attribute(unit, zero, "willreturn");
    c_ir_before(unit, x);
    llvm.SetOperand(x, 2, c_ir_call(unit, zero, NULL, 0));
}

/* A size that is not constant counts as one byte: that the transfer is not supported then is found out
 * elsewhere. */
static void check_arrays(struct c_unit *unit, LLVMValueRef x, LLVMValueRef pointer, LLVMValueRef size) {
    struct offset o = {0};
    uint64_t bytes = llvm.IsAConstantInt(size) ? llvm.ConstIntGetZExtValue(size) : 1;
    for (; bytes && is_address(pointer); pointer = llvm.GetOperand(pointer, 0))
        check_path(unit, x, pointer, bytes, &o);
    vec_free(&o.terms);
}

void c_check_access(struct c_unit *unit, LLVMValueRef x, LLVMValueRef pointer, LLVMValueRef size,
                    bool writes) {
    if (!c_ir_is_pointer(llvm.TypeOf(pointer)) || !c_ir_is_integer(llvm.TypeOf(size))) return;
    c_ir_before(unit, x);
    if (!llvm.IsAConstantInt(size) || !is_inside(unit, pointer, llvm.ConstIntGetZExtValue(size), writes))
        mark_access(unit, pointer, size, writes);
    check_arrays(unit, x, pointer, size);
}

/* Calls. */

/* Structures that are passed by a copy, which the call makes. */
static void check_copies(struct c_unit *unit, LLVMValueRef x, LLVMValueRef callee) {
    unsigned kind = llvm.GetEnumAttributeKindForName("byval", strlen("byval"));
    for (unsigned i = 0; i < llvm.GetNumArgOperands(x) && i < llvm.CountParams(callee); i++) {
        LLVMAttributeRef copied = llvm.GetEnumAttributeAtIndex(callee, i + 1, kind);
        if (!copied) continue;
        uint64_t size = llvm.ABISizeOfType(unit->layout, llvm.GetTypeAttributeValue(copied));
        c_check_access(unit, x, llvm.GetOperand(x, i), word(unit, size), false);
    }
}

static void check_call(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    const char *name = callee ? c_ir_name(callee) : "";
    if (c_ir_starts(name, "llvm.memcpy") || c_ir_starts(name, "llvm.memmove"))
        c_check_access(unit, x, llvm.GetOperand(x, 1), llvm.GetOperand(x, 2), false);
    if (c_ir_starts(name, "llvm.mem")) {
        c_check_access(unit, x, llvm.GetOperand(x, 0), llvm.GetOperand(x, 2), true);
    } else if (strcmp(name, C_HAVOC) == 0) { /* of an input; else of a variable that comes into being */
        LLVMValueRef size = llvm.GetOperand(x, 1);
        bool input = llvm.IsAConstantInt(size) && llvm.ConstIntGetSExtValue(size) != -1;
        if (input) c_check_access(unit, x, llvm.GetOperand(x, 0), size, true);
    } else if (callee && !c_ir_starts(name, "llvm.") && !c_ir_starts(name, "induct.")) {
        const char *arguments = llvm.IsDeclaration(callee) ? c_libc_bounds(name) : NULL;
        if (arguments) c_check_library(unit, x, arguments);
        check_copies(unit, x, callee);
    } else if (callee && !llvm.IsDeclaration(callee)) {
        check_copies(unit, x, callee);
    }
}

static void check(struct c_unit *unit, LLVMValueRef x) {
    if (llvm.IsALoadInst(x))
        c_check_access(unit, x, llvm.GetOperand(x, 0),
                       word(unit, llvm.StoreSizeOfType(unit->layout, llvm.TypeOf(x))), false);
    else if (llvm.IsAStoreInst(x))
        c_check_access(unit, x, llvm.GetOperand(x, 1),
                       word(unit, llvm.StoreSizeOfType(unit->layout, llvm.TypeOf(llvm.GetOperand(x, 0)))),
                       true);
    else if (llvm.IsACallInst(x))
        check_call(unit, x);
}

void c_mark_accesses(struct c_unit *unit) {
    if (!unit->options->strict) return;
    c_lifetimes_mark(unit);
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) check(unit, x);
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) keep_name(unit, x);
}

/* After inlining. */

bool c_is_access(LLVMValueRef x, bool *writes) {
    LLVMValueRef callee = c_ir_callee(x);
    *writes = c_ir_is_extern(callee, C_WRITE);
    return *writes || c_ir_is_extern(callee, C_READ);
}

/* The array from whose name a pointer comes by way of choices and steps, a loop's, say: so many bytes of a
 * variable. */
struct array {
    LLVMValueRef root; /* NULL: not seen yet */
    int64_t start;
    uint64_t size;
    bool differs; /* there is none, or there are several */
};

/* Whether the value is there wherever a choice between pointers is made. */
static bool is_everywhere(struct c_unit *unit, LLVMValueRef root) {
    if (!llvm.IsAInstruction(root)) return llvm.IsAGlobalVariable(root) != NULL;
    return llvm.GetInstructionParent(root) == llvm.GetEntryBasicBlock(unit->entry);
}

static void add_array(struct c_unit *unit, LLVMValueRef step, struct array *found) {
    struct c_memory none = {.unit = unit};
    struct c_address a;
    c_address_init(&a, &none, llvm.GetOperand(step, 0));
    struct array here = {a.root, a.constant,
                         llvm.ABISizeOfType(unit->layout, llvm.GetGEPSourceElementType(step)), a.terms.size};
    here.differs |= !is_everywhere(unit, a.root);
    c_address_fini(&a);
    found->differs |=
        here.differs ||
        (found->root && (found->root != here.root || found->start != here.start || found->size != here.size));
    if (!found->root) *found = here;
}

static void trace(struct c_unit *unit, LLVMValueRef pointer, struct array *found) {
    value_list list = {0};
    struct hash_map seen = {0};
    vec_push(&list, pointer);
    while (list.size && !found->differs) {
        LLVMValueRef v = vec_pop(&list);
        if (hash_map_get(&seen, c_ir_key(v)) != HASH_NONE || llvm.IsNull(v)) continue;
        hash_map_put(&seen, c_ir_key(v), 1);
        if (is_array_step(v)) {
            add_array(unit, v, found);
        } else if (llvm.IsAPHINode(v)) {
            for (unsigned i = 0; i < llvm.CountIncoming(v); i++) vec_push(&list, llvm.GetIncomingValue(v, i));
        } else if (llvm.IsASelectInst(v)) {
            vec_push(&list, llvm.GetOperand(v, 1));
            vec_push(&list, llvm.GetOperand(v, 2));
        } else if (is_address(v) || llvm.IsAFreezeInst(v)) {
            vec_push(&list, llvm.GetOperand(v, 0));
        } else {
            found->differs = true;
        }
    }
    hash_map_free(&seen);
    vec_free(&list);
}

static void mark_array(struct c_unit *unit, LLVMValueRef x, const struct array *array) {
    LLVMTypeRef pointer = llvm.PointerTypeInContext(unit->context, 0);
    LLVMTypeRef types[4] = {pointer, word_type(unit), pointer, word_type(unit)};
    LLVMValueRef start = word(unit, (uint64_t)array->start);
    LLVMValueRef arguments[4] = {
        llvm.GetOperand(x, 0), llvm.GetOperand(x, 1),
        llvm.BuildGEP2(unit->builder, llvm.Int8TypeInContext(unit->context), array->root, &start, 1, ""),
        word(unit, array->size)};
    call_marker(unit, C_INSIDE, types, arguments, 4);
}

/* What is outside of the object is said first, so this comes behind. */
static void trace_access(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef pointer = llvm.GetOperand(x, 0), size = llvm.GetOperand(x, 1), root = pointer;
    LLVMValueRef next = llvm.GetNextInstruction(x);
    llvm.PositionBuilderBefore(unit->builder, next);
    llvm.SetCurrentDebugLocation2(unit->builder, llvm.InstructionGetDebugLoc(x));
    check_arrays(unit, next, pointer, size);
    while (is_address(root) || llvm.IsAFreezeInst(root)) root = llvm.GetOperand(root, 0);
    if (!llvm.IsAConstantInt(size) || (!llvm.IsAPHINode(root) && !llvm.IsASelectInst(root))) return;
    struct array array = {0};
    trace(unit, root, &array);
    if (array.differs || !array.root || (array.start == 0 && array.size == size_of(unit, array.root))) return;
    mark_array(unit, x, &array);
}

static void trace_accesses(struct c_unit *unit) {
    bool writes;
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b)
    if (c_is_access(x, &writes)) trace_access(unit, x);
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b)
    if (is_kept_zero(x)) c_ir_replace(x, llvm.ConstNull(llvm.TypeOf(x)));
}

static bool has_array_step(LLVMValueRef pointer) {
    for (; is_address(pointer); pointer = llvm.GetOperand(pointer, 0))
        if (is_array_step(pointer)) return true;
    return false;
}

/* As long as it is not the last time, what indexes arrays waits until it is known which. */
static bool is_settled(struct c_unit *unit, LLVMValueRef x, const struct hash_map *late, bool last) {
    bool writes;
    if (c_is_access(x, &writes)) {
        LLVMValueRef pointer = llvm.GetOperand(x, 0), size = llvm.GetOperand(x, 1);
        if (!last && has_array_step(pointer)) return false;
        return llvm.IsAConstantInt(size) && !(writes && c_is_marked_constant(unit, pointer)) &&
               is_inside(unit, pointer, llvm.ConstIntGetZExtValue(size), writes) &&
               hash_map_get(late, c_ir_key(x)) == HASH_NONE;
    }
    if (!c_ir_is_extern(c_ir_callee(x), C_WITHIN)) return false;
    LLVMValueRef position = llvm.GetOperand(x, 0), count = llvm.GetOperand(x, 1);
    return llvm.IsAConstantInt(position) &&
           llvm.ConstIntGetZExtValue(position) < llvm.ConstIntGetZExtValue(count);
}

void c_settle_accesses(struct c_unit *unit, bool last) {
    if (!unit->options->strict) return;
    if (last) trace_accesses(unit);
    struct hash_map late = {0};
    c_lifetimes_late(unit, &late);
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b)
    if (is_settled(unit, x, &late, last)) llvm.InstructionEraseFromParent(x);
    c_lifetimes_settle(unit);
    hash_map_free(&late);
}
