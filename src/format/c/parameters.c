/* Parameters of the entry function: inputs, and how whoever calls it has to pass them.
 *
 * The latter is told by the function's type in LLVM, where clang has already done what the machine's calling
 * convention asks for: a small structure is one or two numbers, a large one a copy in memory. */
#include "format/c/translate.h"

#include <ctype.h>

static LLVMAttributeRef attribute(LLVMValueRef f, unsigned i, const char *name) {
    return llvm.GetEnumAttributeAtIndex(f, i + 1, llvm.GetEnumAttributeKindForName(name, strlen(name)));
}

/* Whether C that declares a function with such a parameter calls it in the same way. */
static bool is_plain(LLVMValueRef f, unsigned i) {
    return llvm.GetFunctionCallConv(f) == LLVMCCallConv && !attribute(f, i, "sret") &&
           !attribute(f, i, "inreg") && !attribute(f, i, "nest");
}

static uint32_t float_width(LLVMTypeRef type) {
    switch (llvm.GetTypeKind(type)) {
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    case LLVMX86_FP80TypeKind: return 80;
    case LLVMFP128TypeKind: return 128;
    default: return 0;
    }
}

/* Names go into C, also those of LLVM's texts, which may have anything. */
static bool is_name(const char *s) {
    if (!*s) return false;
    while (isalnum((unsigned char)*s) || *s == '_' || *s == '.') s++;
    return !*s;
}

static void set_kind(struct c_translation *t, unsigned i, struct program_parameter *p) {
    LLVMValueRef f = t->unit->entry;
    LLVMTypeRef type = llvm.TypeOf(llvm.GetParam(f, i));
    LLVMAttributeRef copied = attribute(f, i, "byval");
    p->kind = PROGRAM_PARAMETER_OTHER;
    if (!is_plain(f, i)) return;
    if (copied) {
        LLVMTypeRef object = llvm.GetTypeAttributeValue(copied);
        p->kind = PROGRAM_PARAMETER_BYTES;
        p->width = (uint32_t)(8 * llvm.ABISizeOfType(t->unit->layout, object));
        p->align = llvm.ABIAlignmentOfType(t->unit->layout, object);
    } else if (c_ir_is_integer(type) || c_ir_is_pointer(type)) {
        p->kind = c_ir_is_integer(type) ? PROGRAM_PARAMETER_INTEGER : PROGRAM_PARAMETER_POINTER;
        p->width = c_bits(t, type);
    } else if (float_width(type)) {
        p->kind = PROGRAM_PARAMETER_FLOAT;
        p->width = float_width(type);
    }
}

/* The first parameter of main counts what the program was called with. */
static void assume_count(struct c_translation *t, LLVMValueRef p, term count) {
    uint32_t bits = c_bits(t, llvm.TypeOf(p));
    term zero = c_arithmetic_unsigned(&t->arithmetic, 0, bits);
    c_assume(t, c_arithmetic_compare(&t->arithmetic, LLVMIntSGE, count, zero));
}

static void enter(struct c_translation *t, unsigned i, struct program_parameter *p) {
    LLVMValueRef value = llvm.GetParam(t->unit->entry, i);
    struct program *program = t->program;
    term entered = c_arbitrary_value(t, value, PROGRAM_INPUT, NULL);
    struct program_site *site = &vec_last(&program->sites);
    site->position = c_debug_function(program, t->unit->entry);
    p->site = program->sites.size - 1;
    p->is_signed = program->variables.data[site->variable].is_signed;
    c_know(t, value, (struct c_known){.term = entered});
    if (i == 0 && c_ir_is_integer(llvm.TypeOf(value)) && !strcmp(c_ir_name(t->unit->entry), "main"))
        assume_count(t, value, entered);
}

void c_parameters_enter(struct c_translation *t) {
    LLVMValueRef f = t->unit->entry;
    t->program->body = c_debug_place(t->unit, t->program, t->unit->body);
    for (unsigned i = 0; i < llvm.CountParams(f); i++) {
        LLVMValueRef value = llvm.GetParam(f, i);
        const char *name = c_ir_name(value);
        char *number = mem_format("#%u", i + 1);
        struct program_parameter p = {.name = program_text(t->program, is_name(name) ? name : number),
                                      .site = PROGRAM_NONE};
        mem_free(number);
        set_kind(t, i, &p);
        if (c_values_needed(&t->values, value) && !c_ir_is_float(llvm.TypeOf(value))) enter(t, i, &p);
        vec_push(&t->program->parameters, p);
    }
}
