/* What is run beside the automaton: the bitcode as clang made it, with calls that tell where the run is and what
 * variables and operands hold there. See probes.h. */
#include "format/c/probes.h"

#define HEAD   "induct_observe_place"
#define VALUE  "induct_observe_value"
#define RESULT "induct_observe_result"

enum { MOST_VARIABLES = 32 /* of a function, and of the program, that are told */ };

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
    struct hash_map failing;
    uint32_t places; /* so far */
};

static uint32_t key_of(struct observer *o, const char *key, uint32_t width) {
    for (uint32_t i = 0; i < o->told->keys.size; i++)
        if (!strcmp(o->told->keys.data[i], key)) return i;
    vec_push(&o->told->keys, mem_strdup(key));
    vec_push(&o->told->widths, width);
    return o->told->keys.size - 1;
}

static LLVMValueRef number(const struct observer *o, uint32_t n) {
    return llvm.ConstInt(llvm.Int32TypeInContext(o->unit.context), n, false);
}

/* At the builder. */
static void tell(struct observer *o, LLVMValueRef function, uint32_t key, LLVMValueRef value) {
    LLVMTypeRef wide = llvm.Int64TypeInContext(o->unit.context);
    LLVMValueRef arguments[2] = {number(o, key), llvm.BuildIntCast2(o->unit.builder, value, wide, false, "")};
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
            !place || !llvm.IsAAllocaInst(place) || !c_is_told(llvm.GetAllocatedType(place)) ||
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
            !c_is_told(type))
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
    return callee && llvm.IsDeclaration(callee) && c_is_told(llvm.TypeOf(x)) &&
           !c_ir_starts(c_ir_name(callee), "llvm.") && !c_ir_starts(c_ir_name(callee), "induct");
}

/* What the calls of functions without body have returned. */
static void tell_results(struct observer *o, LLVMValueRef f) {
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        if (!has_result(x)) continue;
        char *key = mem_format("%s()", c_ir_name(c_ir_callee(x)));
        c_ir_before(&o->unit, x_next);
        tell(o, o->result, key_of(o, key, llvm.GetIntTypeWidth(llvm.TypeOf(x))), x);
        mem_free(key);
    }
}

static void tell_operands(struct observer *o, const struct c_spot *place) {
    for (uint32_t i = 0; i < place->operands.size; i++) {
        LLVMValueRef v = place->operands.data[i];
        char *key = c_operand_key(o->places, i);
        tell(o, o->value, key_of(o, key, llvm.GetIntTypeWidth(llvm.TypeOf(v))), v);
        mem_free(key);
    }
}

/* Shifts by amounts that are too large are anything to a code generator that can see it, and need not be the same thing
 * twice. Where it cannot, the machine takes the amount modulo the width: as in the automaton (undefined.c). */
static void settle_shifts(struct observer *o, LLVMValueRef f) {
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        LLVMOpcode op = llvm.GetInstructionOpcode(x);
        if ((op != LLVMShl && op != LLVMLShr && op != LLVMAShr) || !c_ir_is_integer(llvm.TypeOf(x))) continue;
        unsigned width = llvm.GetIntTypeWidth(llvm.TypeOf(x));
        if (width & (width - 1)) continue;
        LLVMValueRef most = llvm.ConstInt(llvm.TypeOf(x), width - 1, false);
        c_ir_before(&o->unit, x);
        llvm.SetOperand(x, 1, llvm.BuildAnd(o->unit.builder, llvm.GetOperand(x, 1), most, ""));
    }
}

static void observe_function(struct observer *o, LLVMValueRef f) {
    c_spots found = {0};
    observed_list locals = {0};
    c_spots_find(&o->unit, &o->failing, f, &found);
    if (found.size && found.data[0].head) find_locals(o, f, &locals);
    tell_results(o, f);
    settle_shifts(o, f);
    vec_each (const struct c_spot, place, &found) {
        LLVMValueRef argument = number(o, o->places);
        c_ir_before(&o->unit, place->at);
        c_ir_call(&o->unit, o->head, &argument, 1);
        if (place->head) {
            tell_variables(o, &locals);
            tell_variables(o, &o->globals);
        }
        tell_operands(o, place);
        o->places++;
    }
    free_observed(&locals);
    c_spots_free(&found);
}

static bool is_free(LLVMModuleRef module, const char *name) {
    return !llvm.GetNamedFunction(module, name) && !llvm.GetNamedGlobal(module, name);
}

void c_observe(LLVMContextRef context, LLVMModuleRef module, const struct c_options *options,
               struct c_observed *told) {
    if (!is_free(module, HEAD) || !is_free(module, VALUE) || !is_free(module, RESULT)) return;
    struct observer o = {.unit = {.context = context, .module = module, .options = options}, .told = told};
    LLVMTypeRef types[2] = {llvm.Int32TypeInContext(context), llvm.Int64TypeInContext(context)};
    LLVMTypeRef nothing = llvm.VoidTypeInContext(context);
    llvm.SetIsNewDbgInfoFormat(module, false); /* llvm-c can only iterate over the old form, calls */
    o.unit.builder = llvm.CreateBuilderInContext(context);
    o.head = c_ir_declare(&o.unit, HEAD, nothing, types, 1);
    o.value = c_ir_declare(&o.unit, VALUE, nothing, types, 2);
    o.result = c_ir_declare(&o.unit, RESULT, nothing, types, 2);
    find_globals(&o);
    c_failing_functions(&o.unit, &o.failing);
    C_EACH_FUNCTION(f, module)
    if (!llvm.IsDeclaration(f)) observe_function(&o, f);
    told->any = true;
    hash_map_free(&o.failing);
    free_observed(&o.globals);
    llvm.DisposeBuilder(o.unit.builder);
}
