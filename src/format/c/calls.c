/* Calls: in the end the entry function has no call of a function with a body left.
 *
 * A call through a pointer becomes a call of a dispatcher, which compares the pointer with the functions of the call's
 * type whose address the program takes. Recursion (a cycle of the call graph) is cut at its calls, after recursion.c
 * has unrolled it. All other functions are inlined. */
#include "format/c/calls.h"

/* A number in a register that is wider: who reads all of it finds anything above the number. */
static LLVMValueRef widen(struct c_unit *unit, LLVMValueRef v, LLVMTypeRef type) {
    LLVMValueRef width = llvm.ConstInt(type, llvm.GetIntTypeWidth(llvm.TypeOf(v)), false);
    LLVMValueRef above = llvm.BuildBinOp(unit->builder, LLVMShl, c_ir_uninitialized(unit, type), width, "");
    LLVMValueRef below = llvm.BuildIntCast2(unit->builder, v, type, false, "");
    return llvm.BuildBinOp(unit->builder, LLVMOr, above, below, "");
}

/* Arguments of a call that does not fit the definition (no prototype was in sight), as the definition wants
 * them: what the machine's calling convention would make of them. NULL: it would make nonsense. */
static LLVMValueRef convert(struct c_unit *unit, LLVMValueRef v, LLVMTypeRef type) {
    LLVMTypeRef has = llvm.TypeOf(v);
    if (has == type) return v;
    if (c_ir_is_integer(has) && c_ir_is_integer(type))
        return llvm.GetIntTypeWidth(has) < llvm.GetIntTypeWidth(type)
                   ? widen(unit, v, type)
                   : llvm.BuildIntCast2(unit->builder, v, type, false, "");
    if (c_ir_is_pointer(has) && c_ir_is_integer(type)) return llvm.BuildPtrToInt(unit->builder, v, type, "");
    if (c_ir_is_integer(has) && c_ir_is_pointer(type)) return llvm.BuildIntToPtr(unit->builder, v, type, "");
    return NULL;
}

static LLVMValueRef fit_arguments(struct c_unit *unit, LLVMValueRef x, LLVMValueRef f) {
    unsigned n = llvm.CountParams(f), given = llvm.GetNumArgOperands(x);
    value_list arguments = {0};
    bool fits = !llvm.IsFunctionVarArg(llvm.GlobalGetValueType(f));
    for (unsigned i = 0; i < n && fits; i++) {
        LLVMTypeRef type = llvm.TypeOf(llvm.GetParam(f, i));
        LLVMValueRef a = i < given              ? convert(unit, llvm.GetOperand(x, i), type)
                         : c_ir_is_scalar(type) ? c_ir_uninitialized(unit, type)
                                                : NULL;
        if (a) vec_push(&arguments, a);
        fits = a != NULL;
    }
    LLVMValueRef call = fits ? c_ir_call(unit, f, arguments.data, n) : NULL;
    vec_free(&arguments);
    return call;
}

static void fit_prototype(struct c_unit *unit, LLVMValueRef x, LLVMValueRef f) {
    c_ir_before(unit, x);
    LLVMValueRef call = fit_arguments(unit, x, f);
    LLVMTypeRef wanted = llvm.TypeOf(x);
    LLVMValueRef value = NULL;
    if (call && llvm.GetFirstUse(x))
        value = llvm.GetTypeKind(llvm.TypeOf(call)) == LLVMVoidTypeKind && c_ir_is_scalar(wanted)
                    ? c_ir_uninitialized(unit, wanted)
                    : convert(unit, call, wanted);
    if (!call || (llvm.GetFirstUse(x) && !value)) c_ir_unsupported(unit, C_REFUSES_ARGUMENTS, c_ir_name(f));
    c_ir_replace(x, value);
}

bool c_ir_is_address_taken(LLVMValueRef f) {
    C_EACH_USE(u, f) {
        LLVMValueRef user = llvm.GetUser(u);
        if (!llvm.IsACallInst(user) || llvm.GetCalledValue(user) != f) return true;
        for (unsigned i = 0; i < llvm.GetNumArgOperands(user); i++)
            if (llvm.GetOperand(user, i) == f) return true;
    }
    return false;
}

static void return_call(struct c_unit *unit, LLVMValueRef call) {
    if (llvm.GetTypeKind(llvm.TypeOf(call)) == LLVMVoidTypeKind)
        llvm.BuildRetVoid(unit->builder);
    else
        llvm.BuildRet(unit->builder, call);
}

/* A function that calls the one its first parameter points to with the other parameters. */
static LLVMValueRef make_dispatcher(struct c_unit *unit, LLVMTypeRef type, uint32_t number) {
    unsigned n = llvm.CountParamTypes(type);
    LLVMTypeRef *types = mem_new_array(LLVMTypeRef, n + 1);
    types[0] = llvm.PointerTypeInContext(unit->context, 0);
    llvm.GetParamTypes(type, types + 1);
    char *name = mem_format("induct.dispatch.%u", number);
    LLVMValueRef d = llvm.AddFunction(unit->module, name,
                                      llvm.FunctionType(llvm.GetReturnType(type), types, n + 1, false));
    mem_free(name);
    mem_free(types);
    LLVMValueRef *parameters = mem_new_array(LLVMValueRef, n + 1);
    llvm.GetParams(d, parameters);
    LLVMBasicBlockRef test = llvm.AppendBasicBlockInContext(unit->context, d, "test");
    llvm.SetCurrentDebugLocation2(unit->builder, NULL);
    C_EACH_FUNCTION(f, unit->module) {
        if (f == d || llvm.GlobalGetValueType(f) != type || !c_ir_is_address_taken(f)) continue;
        LLVMBasicBlockRef call = llvm.AppendBasicBlockInContext(unit->context, d, "call");
        LLVMBasicBlockRef next = llvm.AppendBasicBlockInContext(unit->context, d, "test");
        llvm.PositionBuilderAtEnd(unit->builder, test);
        LLVMValueRef same = llvm.BuildICmp(unit->builder, LLVMIntEQ, parameters[0], f, "");
        llvm.BuildCondBr(unit->builder, same, call, next);
        llvm.PositionBuilderAtEnd(unit->builder, call);
        return_call(unit, c_ir_call(unit, f, parameters + 1, n));
        test = next;
    }
    llvm.PositionBuilderAtEnd(unit->builder, test);
    c_ir_unsupported(unit, C_REFUSES_UNKNOWN_FUNCTION);
    llvm.BuildUnreachable(unit->builder);
    mem_free(parameters);
    return d;
}

static void dispatch(struct c_unit *unit, LLVMValueRef x, LLVMValueRef dispatcher) {
    unsigned n = llvm.GetNumArgOperands(x);
    value_list arguments = {0};
    vec_push(&arguments, llvm.GetCalledValue(x));
    for (unsigned i = 0; i < n; i++) vec_push(&arguments, llvm.GetOperand(x, i));
    c_ir_before(unit, x);
    c_ir_replace(x, c_ir_call(unit, dispatcher, arguments.data, n + 1));
    vec_free(&arguments);
}

/* The type of the functions that a call through a pointer can mean. Without a prototype it is that of the arguments. */
static LLVMTypeRef called_type(LLVMValueRef x) {
    LLVMTypeRef type = llvm.GetCalledFunctionType(x);
    if (!llvm.IsFunctionVarArg(type)) return type;
    unsigned n = llvm.GetNumArgOperands(x);
    LLVMTypeRef *types = mem_new_array(LLVMTypeRef, n + 1);
    for (unsigned i = 0; i < n; i++) types[i] = llvm.TypeOf(llvm.GetOperand(x, i));
    type = llvm.FunctionType(llvm.GetReturnType(type), types, n, false);
    mem_free(types);
    return type;
}

void c_calls_direct(struct c_unit *unit) {
    VEC(struct {
        LLVMTypeRef type;
        LLVMValueRef dispatcher;
    })
    made = {0};
    value_list indirect = {0}; /* all are found before the first dispatcher takes part in the search */
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        if (!llvm.IsACallInst(x) || c_ir_callee(x)) continue;
        LLVMValueRef called = llvm.GetCalledValue(x);
        if (llvm.IsAFunction(called) && !llvm.IsDeclaration(called))
            fit_prototype(unit, x, called);
        else if (!llvm.IsAFunction(called) && !llvm.IsAInlineAsm(called))
            vec_push(&indirect, x);
    }
    vec_each (LLVMValueRef, x, &indirect) {
        LLVMTypeRef type = called_type(*x);
        uint32_t i = 0;
        while (i < made.size && made.data[i].type != type) i++;
        if (i == made.size) {
            vec_resize(&made, i + 1);
            made.data[i].type = type;
            made.data[i].dispatcher = make_dispatcher(unit, type, i);
        }
        dispatch(unit, *x, made.data[i].dispatcher);
    }
    vec_free(&indirect);
    vec_free(&made);
}

static void find_callees(struct c_calls *c, uint32_t i) {
    C_EACH_BLOCK(b, c->functions.data[i])
    C_EACH_INSTRUCTION(x, b) {
        c->sizes.data[i]++;
        LLVMValueRef callee = c_ir_callee(x);
        uint32_t j = callee ? c_calls_find(c, callee) : HASH_NONE;
        if (j != HASH_NONE) vec_push(&c->callees.data[i], j);
    }
}

uint32_t c_calls_find(const struct c_calls *c, LLVMValueRef function) {
    return hash_map_get(&c->index, c_ir_key(function));
}

void c_calls_init(struct c_calls *c, struct c_unit *unit) {
    *c = (struct c_calls){0};
    C_EACH_FUNCTION(f, unit->module) {
        if (llvm.IsDeclaration(f)) continue;
        hash_map_put(&c->index, c_ir_key(f), c->functions.size);
        vec_push(&c->functions, f);
    }
    vec_resize(&c->callees, c->functions.size);
    vec_resize(&c->sizes, c->functions.size);
    for (uint32_t i = 0; i < c->functions.size; i++) find_callees(c, i);
    c_cycles(&c->callees, c->callees.size, &c->order, &c->recursive, &c->component);
}

void c_calls_fini(struct c_calls *c) {
    vec_each (u32s, list, &c->callees) vec_free(list);
    vec_free(&c->callees);
    vec_free(&c->functions);
    vec_free(&c->sizes);
    vec_free(&c->order);
    vec_free(&c->recursive);
    vec_free(&c->component);
    hash_map_free(&c->index);
}

void c_calls_add_sizes(const c_graph *callees, const u32s *order, u64s *sizes) {
    vec_each (const uint32_t, i, order)
        vec_each (const uint32_t, callee, &callees->data[*i]) {
            uint64_t *size = &sizes->data[*i];
            *size += sizes->data[*callee];
            if (*size > UINT32_MAX) *size = UINT32_MAX;
        }
}

/* Cuts the calls by which a function comes back to itself. */
static void cut_recursion(struct c_unit *unit, const struct c_calls *c, uint32_t caller) {
    C_EACH_BLOCK(b, c->functions.data[caller])
    C_EACH_INSTRUCTION(x, b) {
        LLVMValueRef callee = c_ir_callee(x);
        uint32_t f = callee ? c_calls_find(c, callee) : HASH_NONE;
        if (f == HASH_NONE || c->component.data[f] != c->component.data[caller]) continue;
        const char *name = c_ir_name(callee);
        c_ir_before(unit, x);
        if (c_ir_starts(name, "induct."))
            c_ir_unsupported(unit, C_REFUSES_RECURSION_POINTER);
        else /* less the generation, see recursion.c */
            c_ir_unsupported(unit, C_REFUSES_RECURSION, (int)strcspn(name, "."), name);
        c_ir_replace(x, NULL);
    }
}

static void mark(struct c_unit *unit, LLVMValueRef f) {
    c_ir_remove_attribute(f, "noinline");
    c_ir_remove_attribute(f, "optnone");
    llvm.SetLinkage(f, f == unit->entry ? LLVMExternalLinkage
                                        : LLVMInternalLinkage); /* a static entry would go */
    if (f != unit->entry) c_ir_set_attribute(unit, f, "alwaysinline");
}

/* The size of the entry function once everything is inlined. */
static uint64_t inlined_size(struct c_unit *unit) {
    struct c_calls c;
    c_calls_init(&c, unit);
    c_calls_add_sizes(&c.callees, &c.order, &c.sizes);
    uint64_t size = c.sizes.data[c_calls_find(&c, unit->entry)];
    c_calls_fini(&c);
    return size;
}

enum status c_calls_inline(struct c_unit *unit) {
    struct c_calls c;
    c_calls_init(&c, unit);
    for (uint32_t i = 0; i < c.functions.size; i++) {
        if (c.recursive.data[i]) cut_recursion(unit, &c, i);
        mark(unit, c.functions.data[i]);
    }
    c_calls_fini(&c);
    if (inlined_size(unit) <= C_LARGEST) return STATUS_OK;
    return messages_fail(unit->messages, STATUS_UNSUPPORTED, (struct position){.file = unit->file},
                         "the program is too large: more than %d instructions with all calls inlined",
                         C_LARGEST);
}
