/* Functions with variable arguments: the arguments of a call go into an array of the caller, as the machine has them on
 * its stack, and va_start makes a list that begins there.
 *
 * The array's address goes to the function in a global variable of that function, which is written right before the
 * call and read first in the function. clang has made loads of what va_arg does: where a list says that all registers
 * are used up (as ours do) these are loads from the array. What comes to the stack in another way than one number or
 * pointer after the other is not supported. */
#include "format/c/ir.h"

struct variadic {
    LLVMValueRef function;
    LLVMValueRef area; /* the global variable */
};
typedef VEC(struct variadic) variadic_list;

/* The System V ABI for x86-64: a list has the offsets in the area of registers, which counts as used up, then the two
 * areas. */
enum { GENERAL_USED = 48, VECTORS_USED = 176, LIST_WIDE = 24, LIST_NARROW = 4 };

static bool is_narrow(const struct c_unit *unit) {
    return unit->options->data_model == C_ILP32;
}

static bool is_marker(LLVMValueRef x, const char *name) {
    LLVMValueRef callee = c_ir_callee(x);
    return callee && c_ir_starts(c_ir_name(callee), name);
}

static bool has_list(LLVMValueRef f) {
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b)
    if (is_marker(x, "llvm.va_start")) return true;
    return false;
}

static void add(struct c_unit *unit, LLVMValueRef f, variadic_list *list) {
    if (llvm.IsDeclaration(f) || f == unit->entry || !has_list(f)) return;
    LLVMTypeRef pointer = llvm.PointerTypeInContext(unit->context, 0);
    char *name = mem_format("induct.arguments.%s", c_ir_name(f));
    LLVMValueRef area = llvm.AddGlobal(unit->module, pointer, name);
    mem_free(name);
    llvm.SetInitializer(area, llvm.ConstNull(pointer));
    llvm.SetLinkage(area, LLVMInternalLinkage);
    vec_push(list, (struct variadic){f, area});
}

static const struct variadic *find(const variadic_list *list, LLVMValueRef function) {
    vec_each (const struct variadic, v, list)
        if (v->function == function) return v;
    return NULL;
}

/* Calls. */

static bool is_by_value(LLVMValueRef call, unsigned argument) {
    unsigned kind = llvm.GetEnumAttributeKindForName("byval", strlen("byval"));
    return llvm.GetCallSiteEnumAttribute(call, argument + 1, kind) != NULL;
}

static uint64_t slot_size(const struct c_unit *unit, LLVMTypeRef type) {
    uint64_t size = llvm.ABISizeOfType(unit->layout, type), word = llvm.PointerSize(unit->layout);
    return (size + word - 1) / word * word;
}

/* Whether the argument is one that takes so many words of the stack. */
static bool is_plain(const struct c_unit *unit, LLVMValueRef call, unsigned argument) {
    LLVMTypeRef type = llvm.TypeOf(llvm.GetOperand(call, argument));
    return c_ir_is_scalar(type) && !is_by_value(call, argument) &&
           llvm.ABISizeOfType(unit->layout, type) <= 8;
}

static LLVMTypeRef slot_type(const struct c_unit *unit, LLVMTypeRef type) {
    uint64_t rest = slot_size(unit, type) - llvm.ABISizeOfType(unit->layout, type);
    LLVMTypeRef parts[2] = {type, llvm.ArrayType2(llvm.Int8TypeInContext(unit->context), rest)};
    return llvm.StructTypeInContext(unit->context, parts, rest ? 2 : 1, false);
}

/* The type of the array: of one kind of slots, so that indices can run over it, where the arguments are of one type. */
static LLVMTypeRef area_type(const struct c_unit *unit, LLVMValueRef call, unsigned from, unsigned to) {
    VEC(LLVMTypeRef) slots = {0};
    bool same = true;
    for (unsigned i = from; i < to; i++) {
        vec_push(&slots, slot_type(unit, llvm.TypeOf(llvm.GetOperand(call, i))));
        same &= vec_last(&slots) == slots.data[0];
    }
    LLVMTypeRef type = same && slots.size
                           ? llvm.ArrayType2(slots.data[0], slots.size)
                           : llvm.StructTypeInContext(unit->context, slots.data, slots.size, false);
    vec_free(&slots);
    return type;
}

static void pass(struct c_unit *unit, LLVMValueRef call, const struct variadic *v) {
    unsigned from = llvm.CountParams(v->function), to = llvm.GetNumArgOperands(call);
    for (unsigned i = from; i < to; i++)
        if (!is_plain(unit, call, i)) {
            c_ir_before(unit, call);
            c_ir_unsupported(unit, C_REFUSES_VARIABLE_ARGUMENT);
            return;
        }
    LLVMValueRef caller = llvm.GetBasicBlockParent(llvm.GetInstructionParent(call));
    LLVMTypeRef type = area_type(unit, call, from, to);
    llvm.PositionBuilderBefore(unit->builder, llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(caller)));
    llvm.SetCurrentDebugLocation2(unit->builder, NULL);
    LLVMValueRef area = llvm.BuildAlloca(unit->builder, type, "arguments");
    c_ir_before(unit, call);
    LLVMTypeRef i32 = llvm.Int32TypeInContext(unit->context);
    for (unsigned i = from; i < to; i++) {
        LLVMValueRef path[3] = {llvm.ConstInt(i32, 0, false), llvm.ConstInt(i32, i - from, false),
                                llvm.ConstInt(i32, 0, false)};
        LLVMValueRef slot = llvm.BuildGEP2(unit->builder, type, area, path, 3, "");
        llvm.BuildStore(unit->builder, llvm.GetOperand(call, i), slot);
    }
    llvm.BuildStore(unit->builder, area, v->area);
}

/* Lists. */

static void store_at(struct c_unit *unit, LLVMValueRef list, uint64_t offset, LLVMValueRef value) {
    LLVMValueRef at = llvm.ConstInt(llvm.Int64TypeInContext(unit->context), offset, false);
    LLVMTypeRef byte = llvm.Int8TypeInContext(unit->context);
    llvm.BuildStore(unit->builder, value, llvm.BuildGEP2(unit->builder, byte, list, &at, 1, ""));
}

static void start_list(struct c_unit *unit, LLVMValueRef x, LLVMValueRef area) {
    LLVMValueRef list = llvm.GetOperand(x, 0);
    LLVMTypeRef i32 = llvm.Int32TypeInContext(unit->context);
    c_ir_before(unit, x);
    if (is_narrow(unit)) {
        llvm.BuildStore(unit->builder, area, list);
    } else {
        store_at(unit, list, 0, llvm.ConstInt(i32, GENERAL_USED, false));
        store_at(unit, list, 4, llvm.ConstInt(i32, VECTORS_USED, false));
        store_at(unit, list, 8, area);
        store_at(unit, list, 16, llvm.ConstNull(llvm.TypeOf(area)));
    }
    c_ir_replace(x, NULL);
}

static void copy_list(struct c_unit *unit, LLVMValueRef x) {
    uint64_t size = is_narrow(unit) ? LIST_NARROW : LIST_WIDE;
    c_ir_before(unit, x);
    llvm.BuildMemCpy(unit->builder, llvm.GetOperand(x, 0), 1, llvm.GetOperand(x, 1), 1,
                     llvm.ConstInt(llvm.Int64TypeInContext(unit->context), size, false));
    c_ir_replace(x, NULL);
}

static void rewrite_function(struct c_unit *unit, const variadic_list *list, LLVMValueRef f) {
    const struct variadic *own = find(list, f);
    LLVMValueRef area = NULL;
    if (own) {
        LLVMValueRef first = c_ir_past_allocas(llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f)));
        llvm.PositionBuilderBefore(unit->builder, first);
        llvm.SetCurrentDebugLocation2(unit->builder, NULL);
        LLVMTypeRef pointer = llvm.PointerTypeInContext(unit->context, 0);
        area = llvm.BuildLoad2(unit->builder, pointer, own->area, "");
    }
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        const struct variadic *called = llvm.IsACallInst(x) ? find(list, c_ir_callee(x)) : NULL;
        if (called) {
            pass(unit, x, called);
        } else if (is_marker(x, "llvm.va_end")) {
            c_ir_replace(x, NULL); /* it does nothing, but has the list's address */
        } else if (is_marker(x, "llvm.va_copy")) {
            copy_list(unit, x);
        } else if (is_marker(x, "llvm.va_start")) {
            if (area) {
                start_list(unit, x, area);
                continue;
            }
            c_ir_before(unit, x);
            c_ir_unsupported(unit, C_REFUSES_VARIABLE_ARGUMENTS);
            c_ir_replace(x, NULL);
        }
    }
}

void c_rewrite_variadic(struct c_unit *unit) {
    variadic_list list = {0};
    C_EACH_FUNCTION(f, unit->module) add(unit, f, &list);
    C_EACH_FUNCTION(f, unit->module)
    if (!llvm.IsDeclaration(f)) rewrite_function(unit, &list, f);
    vec_free(&list);
}
