/* Probes: where a run of the program and a run of the automaton are held against each other
 * (check/program/lockstep.h).
 *
 * Loop heads are numbered in the bitcode as clang made it, before anything is changed there. The automaton is made
 * of a module with calls of induct.probe(number) at the heads, which no pass moves, drops or invents. What is run is
 * the same bitcode with calls that also tell what the variables hold:
 *
 *     induct_observe_head(number)         the run is at a loop head
 *     induct_observe_value(key, value)    there: an integer variable of the source, local or global
 *     induct_observe_result(key, value)   what a function without body has returned
 *
 * Keys stand for names: "function:variable:line" for local variables, "@function:variable" for static and
 * "@:variable" for global ones, "function()" for results. */
#include "format/c/translate.h"

#define HEAD   "induct_observe_head"
#define VALUE  "induct_observe_value"
#define RESULT "induct_observe_result"

enum { MOST_VARIABLES = 32 /* of a function, and of the program, that are told */, WIDEST = 64 /* bits */ };

/* ---- heads ---- */

typedef VEC(LLVMValueRef) places;

static LLVMValueRef past_phis(LLVMBasicBlockRef block) {
    LLVMValueRef x = llvm.GetFirstInstruction(block);
    while (llvm.IsAPHINode(x)) x = llvm.GetNextInstruction(x);
    return x;
}

/* The first instruction of every loop head, in the order of the function's blocks. */
static void find_heads(const struct c_unit *unit, LLVMValueRef function, places *out) {
    struct c_unit same = *unit;
    struct c_flow flow;
    same.entry = function;
    c_flow_init(&flow, &same);
    vec_each (const struct c_block, b, &flow.blocks)
        if (b->head) vec_push(out, past_phis(b->ref));
    c_flow_fini(&flow);
}

static LLVMValueRef number(const struct c_unit *unit, uint32_t n) {
    return llvm.ConstInt(llvm.Int32TypeInContext(unit->context), n, false);
}

/* Nothing that the program could see: LLVM may move loads and stores across, not the call itself. */
static LLVMValueRef declare_probe(struct c_unit *unit) {
    enum { INACCESSIBLE_ONLY = 3 << 2 }; /* llvm::MemoryEffects: two bits for each kind of memory */
    LLVMTypeRef type = llvm.Int32TypeInContext(unit->context);
    LLVMValueRef f = c_ir_declare(unit, C_PROBE, llvm.VoidTypeInContext(unit->context), &type, 1);
    unsigned memory = llvm.GetEnumAttributeKindForName("memory", strlen("memory"));
    llvm.AddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                             llvm.CreateEnumAttribute(unit->context, memory, INACCESSIBLE_ONLY));
    c_ir_set_attribute(unit, f, "willreturn");
    return f;
}

void c_probe_heads(struct c_unit *unit) {
    uint32_t heads = 0;
    LLVMValueRef probe = NULL;
    C_EACH_FUNCTION(f, unit->module) {
        places found = {0};
        if (!llvm.IsDeclaration(f)) find_heads(unit, f, &found);
        vec_each (const LLVMValueRef, at, &found) {
            if (!probe) probe = declare_probe(unit);
            LLVMValueRef argument = number(unit, heads++);
            c_ir_before(unit, *at);
            c_ir_call(unit, probe, &argument, 1);
        }
        vec_free(&found);
    }
}

bool c_step_probe(struct c_translation *t, LLVMValueRef x) {
    uint32_t head = (uint32_t)llvm.ConstIntGetZExtValue(llvm.GetOperand(x, 0));
    vec_push(&t->actions, (struct c_action){.kind = C_ACTION_PROBE, .site = head});
    return true;
}

/* ---- what the automaton has at them ---- */

static void bind(struct c_translation *t, uint32_t location, uint32_t variable, const char *key) {
    vec_push(&t->program->bindings,
             (struct program_binding){location, variable, program_text(t->program, key)});
}

/* A value that holds a whole variable, under a name that has its meaning there. */
static void bind_value(struct c_translation *t, uint32_t block, uint32_t value) {
    uint32_t name = t->names.of.data[value];
    if (name == PROGRAM_NONE || t->variables.data[value] == PROGRAM_NONE ||
        !c_ir_is_integer(llvm.TypeOf(t->values.list.data[value])))
        return;
    const struct c_debug_variable *v = &t->names.variables.data[name];
    if (v->size || !c_debug_visible(t->unit, v, c_names_place(&t->flow, block))) return;
    char *key = c_debug_key(t->unit, v);
    if (key) bind(t, t->locations.data[block], t->variables.data[value], key);
    mem_free(key);
}

static bool starts_with_probe(const struct c_translation *t, uint32_t block) {
    LLVMValueRef x = past_phis(t->flow.blocks.data[block].ref);
    while (x && (c_debug_is_value(x) || c_debug_is_declare(x))) x = llvm.GetNextInstruction(x);
    LLVMValueRef callee = x ? c_ir_callee(x) : NULL;
    return callee && strcmp(c_ir_name(callee), C_PROBE) == 0;
}

static void bind_head(struct c_translation *t, uint32_t block) {
    C_EACH_INSTRUCTION(x, t->flow.blocks.data[block].ref) {
        if (!llvm.IsAPHINode(x)) break;
        if (c_values_needed(&t->values, x)) bind_value(t, block, c_values_find(&t->values, x));
    }
    vec_each (const uint32_t, value, &t->values.live.data[block]) bind_value(t, block, *value);
}

void c_bind_probes(struct c_translation *t) {
    vec_each (const uint32_t, b, &t->flow.order)
        if (t->flow.blocks.data[*b].head && t->flow.blocks.data[*b].location && starts_with_probe(t, *b))
            bind_head(t, *b);
    vec_each (const uint32_t, slot, &t->slots) {
        const struct program_variable *v = &t->program->variables.data[*slot];
        if (!v->source || v->scope || strpbrk(v->source, ".[") ||
            sort_kind(t->bank, term_sort(t->bank, v->now)) == SORT_ARRAY)
            continue;
        char *key = mem_format("@:%s", v->source);
        bind(t, PROGRAM_NONE, *slot, key);
        mem_free(key);
    }
}

/* ---- what is run ---- */

struct observed {
    char *key;
    LLVMValueRef place; /* where it lies in memory */
    LLVMTypeRef type;
};
typedef VEC(struct observed) observed_list;

struct observer {
    struct c_unit unit;
    struct c_observed *told;
    LLVMValueRef head, value, result;
    observed_list globals;
};

static uint32_t key_of(struct observer *o, const char *key, uint32_t width) {
    for (uint32_t i = 0; i < o->told->keys.size; i++)
        if (!strcmp(o->told->keys.data[i], key)) return i;
    vec_push(&o->told->keys, mem_strdup(key));
    vec_push(&o->told->widths, width);
    return o->told->keys.size - 1;
}

static bool is_told(LLVMTypeRef type) {
    return c_ir_is_integer(type) && llvm.GetIntTypeWidth(type) <= WIDEST;
}

/* At the builder. */
static void tell(struct observer *o, LLVMValueRef function, uint32_t key, LLVMValueRef value) {
    LLVMTypeRef wide = llvm.Int64TypeInContext(o->unit.context);
    LLVMValueRef arguments[2] = {number(&o->unit, key),
                                 llvm.BuildIntCast2(o->unit.builder, value, wide, false, "")};
    c_ir_call(&o->unit, function, arguments, 2);
}

static void tell_variables(struct observer *o, const observed_list *list) {
    vec_each (const struct observed, v, list)
        tell(o, o->value, key_of(o, v->key, llvm.GetIntTypeWidth(v->type)),
             llvm.BuildLoad2(o->unit.builder, v->type, v->place, ""));
}

/* Variables of one name that are declared in one line are not told apart. */
static void drop_doubles(observed_list *list) {
    u8s twice = {0};
    vec_resize(&twice, list->size);
    for (uint32_t i = 0; i < list->size; i++)
        for (uint32_t k = 0; k < list->size; k++)
            if (k != i && !strcmp(list->data[i].key, list->data[k].key)) twice.data[i] = true;
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (twice.data[i])
            mem_free(list->data[i].key);
        else
            list->data[n++] = list->data[i];
    vec_shrink(list, n);
    vec_free(&twice);
}

static void find_locals(struct observer *o, LLVMValueRef f, observed_list *out) {
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        struct c_debug_variable v;
        LLVMValueRef place;
        if (out->size == MOST_VARIABLES || !c_debug_is_declare(x) || !c_debug_read(&o->unit, x, &v, &place) ||
            !place || !llvm.IsAAllocaInst(place) || !is_told(llvm.GetAllocatedType(place)) ||
            llvm.GetInstructionParent(place) != llvm.GetEntryBasicBlock(f))
            continue;
        char *key = c_debug_key(&o->unit, &v);
        if (key) vec_push(out, (struct observed){key, place, llvm.GetAllocatedType(place)});
    }
    drop_doubles(out);
}

static void find_globals(struct observer *o) {
    C_EACH_GLOBAL(g, o->unit.module) {
        LLVMTypeRef type = llvm.GlobalGetValueType(g);
        if (o->globals.size == MOST_VARIABLES || llvm.IsDeclaration(g) || llvm.IsGlobalConstant(g) ||
            !is_told(type))
            continue;
        struct c_debug_variable v = c_debug_global(g);
        char *key = v.variable ? c_debug_key(&o->unit, &v) : NULL;
        if (key) vec_push(&o->globals, (struct observed){key, g, type});
    }
}

static void free_observed(observed_list *list) {
    vec_each (struct observed, v, list) mem_free(v->key);
    vec_free(list);
}

static bool has_result(LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    return callee && llvm.IsDeclaration(callee) && is_told(llvm.TypeOf(x)) &&
           !c_ir_starts(c_ir_name(callee), "llvm.") && !c_ir_starts(c_ir_name(callee), "induct");
}

static void observe_function(struct observer *o, LLVMValueRef f, uint32_t *heads) {
    places found = {0};
    observed_list locals = {0};
    find_heads(&o->unit, f, &found);
    if (found.size) find_locals(o, f, &locals);
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        if (!has_result(x)) continue;
        char *key = mem_format("%s()", c_ir_name(c_ir_callee(x)));
        c_ir_before(&o->unit, x_next);
        tell(o, o->result, key_of(o, key, llvm.GetIntTypeWidth(llvm.TypeOf(x))), x);
        mem_free(key);
    }
    vec_each (const LLVMValueRef, at, &found) {
        LLVMValueRef argument = number(&o->unit, (*heads)++);
        c_ir_before(&o->unit, *at);
        c_ir_call(&o->unit, o->head, &argument, 1);
        tell_variables(o, &locals);
        tell_variables(o, &o->globals);
    }
    free_observed(&locals);
    vec_free(&found);
}

static bool is_free(LLVMModuleRef module, const char *name) {
    return !llvm.GetNamedFunction(module, name) && !llvm.GetNamedGlobal(module, name);
}

void c_observe(LLVMContextRef context, LLVMModuleRef module, struct c_observed *told) {
    if (!is_free(module, HEAD) || !is_free(module, VALUE) || !is_free(module, RESULT)) return;
    struct observer o = {.unit = {.context = context, .module = module}, .told = told};
    LLVMTypeRef types[2] = {llvm.Int32TypeInContext(context), llvm.Int64TypeInContext(context)};
    LLVMTypeRef nothing = llvm.VoidTypeInContext(context);
    uint32_t heads = 0;
    llvm.SetIsNewDbgInfoFormat(module, false); /* llvm-c can only iterate over the old form, calls */
    o.unit.builder = llvm.CreateBuilderInContext(context);
    o.head = c_ir_declare(&o.unit, HEAD, nothing, types, 1);
    o.value = c_ir_declare(&o.unit, VALUE, nothing, types, 2);
    o.result = c_ir_declare(&o.unit, RESULT, nothing, types, 2);
    find_globals(&o);
    C_EACH_FUNCTION(f, module)
    if (!llvm.IsDeclaration(f)) observe_function(&o, f, &heads);
    told->any = true;
    free_observed(&o.globals);
    llvm.DisposeBuilder(o.unit.builder);
}
