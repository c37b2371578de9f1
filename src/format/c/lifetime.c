/* Lifetimes, see lifetime.h.
 *
 * clang marks the scopes of variables when it is asked to (clang.c); other variables, and parameters, are
 * there as long as their function runs. Only variables whose address gets away from their name need markers.
 * Those of variable length, and alloca, end where the stack is restored; because these places need not be
 * dominated by the variable, a pointer is kept that is null as long as it is not there. */
#include "format/c/lifetime.h"

static void mark(struct c_unit *unit, const char *marker, LLVMValueRef pointer) {
    LLVMTypeRef type = llvm.PointerTypeInContext(unit->context, 0);
    c_ir_call(unit, c_ir_declare(unit, marker, llvm.VoidTypeInContext(unit->context), &type, 1), &pointer, 1);
}

static LLVMValueRef root_of(struct c_unit *unit, LLVMValueRef pointer) {
    struct c_memory none = {.unit = unit};
    struct c_address a;
    c_address_init(&a, &none, pointer);
    LLVMValueRef root = a.root;
    c_address_fini(&a);
    return root;
}

/* Whether the address gets anywhere but to an access. */
static bool escapes(LLVMValueRef pointer) {
    C_EACH_USE(u, pointer) {
        LLVMValueRef user = llvm.GetUser(u), callee = c_ir_callee(user);
        const char *name = callee ? c_ir_name(callee) : "";
        bool access = llvm.IsALoadInst(user) ||
                      (llvm.IsAStoreInst(user) && llvm.GetOperand(user, 0) != pointer) ||
                      c_ir_starts(name, "llvm.") || strcmp(name, C_BEGIN) == 0 || strcmp(name, C_END) == 0 ||
                      strcmp(name, C_HAVOC) == 0 || strcmp(name, C_CONSTANT) == 0;
        if (access) continue;
        if (!llvm.IsAGetElementPtrInst(user) || escapes(user)) return true;
    }
    return false;
}

/* Variables of a function that are to be watched. */
struct local {
    LLVMValueRef variable;
    LLVMValueRef kept; /* not NULL: where the pointer is kept, or null */
    bool is_scoped;    /* clang says where its scope is */
    bool is_inner;     /* it does not, and the scope is not that of the function */
};
typedef VEC(struct local) local_list;

/* What declarations say of local variables: those of inner blocks, and those that are const, with the place
 * of the declaration. */
struct declarations {
    struct hash_map inner, constant;
};

static uint32_t place_of(LLVMValueRef x) {
    LLVMMetadataRef at = llvm.InstructionGetDebugLoc(x);
    return at ? (llvm.DILocationGetLine(at) << 10 ^ llvm.DILocationGetColumn(at)) & INT32_MAX : 0;
}

static bool is_scope(LLVMValueRef x, bool *end) {
    LLVMValueRef callee = c_ir_callee(x);
    const char *name = callee ? c_ir_name(callee) : "";
    *end = c_ir_starts(name, "llvm.lifetime.end");
    return *end || c_ir_starts(name, "llvm.lifetime.start");
}

static bool is_scoped(LLVMValueRef variable) {
    bool end;
    C_EACH_USE(u, variable)
    if (is_scope(llvm.GetUser(u), &end)) return true;
    return false;
}

static bool is_dynamic(LLVMValueRef f, LLVMValueRef x) {
    if (!llvm.IsAAllocaInst(x)) return false; /* a parameter */
    return !llvm.IsAConstantInt(llvm.GetOperand(x, 0)) ||
           llvm.GetInstructionParent(x) != llvm.GetEntryBasicBlock(f);
}

static bool has(const struct hash_map *set, LLVMValueRef x) {
    return hash_map_get(set, c_ir_key(x)) != HASH_NONE;
}

static bool is_block(LLVMMetadataRef scope) {
    return scope && llvm.GetMetadataKind(scope) != LLVMDISubprogramMetadataKind;
}

/* Compound literals have no declaration: where they are written tells. */
static bool is_inner(const struct hash_map *inner, LLVMValueRef x) {
    if (!c_ir_starts(c_ir_name(x), ".compoundliteral")) return has(inner, x);
    C_EACH_USE(u, x) {
        LLVMValueRef user = llvm.GetUser(u);
        LLVMMetadataRef at = llvm.IsAInstruction(user) ? llvm.InstructionGetDebugLoc(user) : NULL;
        if (at && is_block(llvm.DILocationGetScope(at))) return true;
    }
    return false;
}

static void find_locals(LLVMValueRef f, const struct hash_map *inner, local_list *list) {
    unsigned copied = llvm.GetEnumAttributeKindForName("byval", strlen("byval"));
    for (unsigned i = 0; i < llvm.CountParams(f); i++) /* structures that are passed by a copy */
        if (llvm.GetEnumAttributeAtIndex(f, i + 1, copied) && escapes(llvm.GetParam(f, i)))
            vec_push(list, (struct local){.variable = llvm.GetParam(f, i)});
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b)
    if (llvm.IsAAllocaInst(x) && escapes(x)) {
        bool scoped = is_scoped(x);
        vec_push(list, (struct local){x, NULL, scoped, !scoped && !is_dynamic(f, x) && is_inner(inner, x)});
    }
}

static void keep(struct c_unit *unit, LLVMValueRef f, struct local *local) {
    LLVMTypeRef type = llvm.PointerTypeInContext(unit->context, 0);
    llvm.PositionBuilderBefore(unit->builder, llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f)));
    llvm.SetCurrentDebugLocation2(unit->builder, NULL);
    local->kept = llvm.BuildAlloca(unit->builder, type, "");
    llvm.PositionBuilderBefore(unit->builder, c_ir_past_allocas(local->kept));
    llvm.BuildStore(unit->builder, llvm.ConstNull(type), local->kept);
    c_ir_before(unit, llvm.GetNextInstruction(local->variable));
    llvm.BuildStore(unit->builder, local->variable, local->kept);
}

static void end(struct c_unit *unit, const struct local *local) {
    LLVMTypeRef type = llvm.PointerTypeInContext(unit->context, 0);
    mark(unit, C_END, local->kept ? llvm.BuildLoad2(unit->builder, type, local->kept, "") : local->variable);
}

/* The call that saved the stack where it is restored to; NULL: not known. */
static LLVMValueRef saved(LLVMValueRef restore) {
    LLVMValueRef v = llvm.GetOperand(restore, 0);
    if (!llvm.IsALoadInst(v)) return v;
    C_EACH_USE(u, llvm.GetOperand(v, 0)) {
        LLVMValueRef user = llvm.GetUser(u);
        if (llvm.IsAStoreInst(user) && llvm.IsACallInst(llvm.GetOperand(user, 0)))
            return llvm.GetOperand(user, 0);
    }
    return NULL;
}

/* Whether the one instruction of a function stands behind the other: clang writes blocks in the order of the
 * source. */
static bool stands_behind(LLVMValueRef f, LLVMValueRef x, LLVMValueRef first) {
    bool seen = first == NULL;
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(y, b) {
        if (y == x) return seen;
        seen |= y == first;
    }
    return false;
}

static void rewrite_scope(struct c_unit *unit, LLVMValueRef x, bool is_end) {
    LLVMValueRef pointer = llvm.GetOperand(x, 1);
    c_ir_before(unit, x);
    if (escapes(pointer)) mark(unit, is_end ? C_END : C_BEGIN, pointer);
    llvm.InstructionEraseFromParent(x);
}

static void mark_instruction(struct c_unit *unit, LLVMValueRef f, LLVMValueRef x, const local_list *locals) {
    LLVMValueRef callee = c_ir_callee(x);
    bool is_end, is_return = llvm.GetInstructionOpcode(x) == LLVMRet && f != unit->entry;
    bool is_restore = callee && c_ir_starts(c_ir_name(callee), "llvm.stackrestore");
    if (is_scope(x, &is_end)) {
        rewrite_scope(unit, x, is_end);
    } else if (callee && llvm.IsDeclaration(callee) &&
               (c_libc_means(c_ir_name(callee), C_MEANS_FREE) ||
                c_libc_means(c_ir_name(callee), C_MEANS_RELEASE))) {
        if (llvm.GetNumArgOperands(x) < 1 || !c_ir_is_pointer(llvm.TypeOf(llvm.GetOperand(x, 0)))) return;
        c_ir_before(unit, x);
        mark(unit, C_END, llvm.GetOperand(x, 0));
    } else if (is_return || is_restore) {
        LLVMValueRef from = is_restore ? saved(x) : NULL;
        c_ir_before(unit, x);
        vec_each (const struct local, l, locals) {
            bool ends = is_return ? !l->is_scoped : l->kept && stands_behind(f, l->variable, from);
            if (ends) end(unit, l);
        }
    }
}

/* A number that is const is initialised where it is declared; what else writes it, by its name, is no
 * initialisation. */
static void mark_constant_write(struct c_unit *unit, LLVMValueRef x, const struct declarations *declared) {
    LLVMValueRef variable = llvm.IsAStoreInst(x) ? llvm.GetOperand(x, 1) : NULL;
    if (!variable || !llvm.IsAAllocaInst(variable) || !has(&declared->constant, variable) ||
        !c_ir_is_scalar(llvm.GetAllocatedType(variable)) || !place_of(x) || /* undefined.c */
        hash_map_get(&declared->constant, c_ir_key(variable)) == place_of(x))
        return;
    c_ir_before(unit, x);
    mark(unit, C_CONSTANT, variable);
    c_mark_write(unit, variable, llvm.TypeOf(llvm.GetOperand(x, 0)));
}

static void mark_function(struct c_unit *unit, LLVMValueRef f, const struct declarations *declared) {
    local_list locals = {0};
    find_locals(f, &declared->inner, &locals);
    vec_each (struct local, l, &locals) {
        LLVMValueRef first = llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f));
        c_ir_before(unit, c_ir_past_allocas(llvm.IsAAllocaInst(l->variable) ? l->variable : first));
        if (has(&declared->constant, l->variable)) mark(unit, C_CONSTANT, l->variable);
        if (is_dynamic(f, l->variable)) {
            keep(unit, f, l);
        } else if (l->is_inner) { /* when it is there is not known: never, but for who says its name */
            mark(unit, C_END, l->variable);
        } else if (!l->is_scoped && f != unit->entry) {
            mark(unit, C_BEGIN, l->variable);
        }
    }
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        mark_constant_write(unit, x, declared);
        mark_instruction(unit, f, x, &locals);
    }
    vec_free(&locals);
}

/* Declarations can only be read in the old form of the debug information. */
static void find_declarations(struct c_unit *unit, struct declarations *declared) {
    llvm.SetIsNewDbgInfoFormat(unit->module, false);
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        struct c_debug_variable v;
        LLVMValueRef variable;
        if (!c_debug_is_declare(x) || !c_debug_read(unit, x, &v, &variable) || !variable) continue;
        if (is_block(llvm.DIVariableGetScope(v.variable)) && !has(&declared->inner, variable))
            hash_map_put(&declared->inner, c_ir_key(variable), 1);
        if (c_debug_is_constant(unit, &v) && !has(&declared->constant, variable))
            hash_map_put(&declared->constant, c_ir_key(variable), place_of(x));
    }
    llvm.SetIsNewDbgInfoFormat(unit->module, true);
}

bool c_needs_scopes(struct c_unit *unit) {
    struct declarations declared = {0};
    local_list locals = {0};
    bool found = false;
    find_declarations(unit, &declared);
    C_EACH_FUNCTION(f, unit->module)
    if (!llvm.IsDeclaration(f)) find_locals(f, &declared.inner, &locals);
    vec_each (const struct local, l, &locals) found |= l->is_inner;
    vec_free(&locals);
    hash_map_free(&declared.inner);
    hash_map_free(&declared.constant);
    return found;
}

void c_lifetimes_mark(struct c_unit *unit) {
    struct declarations declared = {0};
    find_declarations(unit, &declared);
    C_EACH_FUNCTION(f, unit->module)
    if (!llvm.IsDeclaration(f)) mark_function(unit, f, &declared);
    hash_map_free(&declared.inner);
    hash_map_free(&declared.constant);
}

bool c_is_marked_constant(struct c_unit *unit, LLVMValueRef pointer) {
    C_EACH_USE(u, root_of(unit, pointer))
    if (c_ir_is_extern(c_ir_callee(llvm.GetUser(u)), C_CONSTANT)) return true;
    return false;
}

/* What can come after an instruction, up to where the variable begins to be again. */
typedef void visitor(void *state, LLVMValueRef x);
static void after(struct c_unit *unit, LLVMValueRef from, LLVMValueRef variable, visitor *visit,
                  void *state) {
    VEC(LLVMValueRef) list = {0}; /* first instructions */
    struct hash_map seen = {0};
    vec_push(&list, llvm.GetNextInstruction(from));
    while (list.size) {
        LLVMValueRef x = vec_pop(&list), last = NULL;
        for (; x; last = x, x = llvm.GetNextInstruction(x)) {
            if (c_ir_is_extern(c_ir_callee(x), C_BEGIN) && root_of(unit, llvm.GetOperand(x, 0)) == variable) {
                last = NULL;
                break;
            }
            visit(state, x);
        }
        for (unsigned i = 0; last && i < llvm.GetNumSuccessors(last); i++) {
            LLVMBasicBlockRef b = llvm.GetSuccessor(last, i);
            if (hash_map_get(&seen, c_ir_key(b)) != HASH_NONE) continue;
            hash_map_put(&seen, c_ir_key(b), 1);
            vec_push(&list, llvm.GetFirstInstruction(b));
        }
    }
    hash_map_free(&seen);
    vec_free(&list);
}

struct search {
    struct c_unit *unit;
    LLVMValueRef variable;
    struct hash_map *found;
    struct c_memory *memory;
    uint32_t object;
};

static void note_late(void *state, LLVMValueRef x) {
    struct search *s = state;
    bool writes;
    if (c_is_access(x, &writes) && root_of(s->unit, llvm.GetOperand(x, 0)) == s->variable &&
        hash_map_get(s->found, c_ir_key(x)) == HASH_NONE)
        hash_map_put(s->found, c_ir_key(x), 1);
}

void c_lifetimes_late(struct c_unit *unit, struct hash_map *accesses) {
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b) {
        if (!c_ir_is_extern(c_ir_callee(x), C_END)) continue;
        LLVMValueRef variable = root_of(unit, llvm.GetOperand(x, 0));
        struct search s = {.unit = unit, .variable = variable, .found = accesses};
        if (llvm.IsAAllocaInst(variable)) after(unit, x, variable, note_late, &s);
    }
}

void c_lifetimes_settle(struct c_unit *unit) {
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b) {
        LLVMValueRef callee = c_ir_callee(x);
        if (!c_ir_is_extern(callee, C_END) && !c_ir_is_extern(callee, C_BEGIN) &&
            !c_ir_is_extern(callee, C_CONSTANT))
            continue;
        LLVMValueRef variable = root_of(unit, llvm.GetOperand(x, 0));
        if (llvm.IsAAllocaInst(variable) && !escapes(variable)) llvm.InstructionEraseFromParent(x);
    }
}

static void note_mortal(void *state, LLVMValueRef x) {
    struct search *s = state;
    bool writes;
    if (s->memory->objects.data[s->object].is_mortal || !c_is_access(x, &writes)) return;
    struct c_targets targets = c_targets_of(s->memory, llvm.GetOperand(x, 0));
    C_EACH_TARGET(i, s->memory, &targets)
    if (i == s->object) s->memory->objects.data[i].is_mortal = true;
}

void c_lifetimes_find(struct c_memory *m) {
    vec_each (uint32_t, b, &m->flow->order) C_EACH_INSTRUCTION(x, m->flow->blocks.data[*b].ref) {
            if (!c_ir_is_extern(c_ir_callee(x), C_END)) continue;
            struct c_targets targets = c_targets_of(m, llvm.GetOperand(x, 0));
            C_EACH_TARGET(i, m, &targets) {
                struct search s = {.memory = m, .object = i};
                LLVMValueRef variable = m->objects.data[i].value;
                if (llvm.IsAAllocaInst(variable) || c_memory_allocates(variable))
                    after(m->unit, x, variable, note_mortal, &s);
            }
        }
}
