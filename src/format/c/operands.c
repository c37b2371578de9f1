/* Terms of operands: constants, addresses, values that were computed on the path or before it. */
#include "format/c/translate.h"

uint32_t c_bits(const struct c_translation *t, LLVMTypeRef type) {
    return c_ir_is_pointer(type) ? c_pointer_bits(t) : llvm.GetIntTypeWidth(type);
}

static const struct c_debug_variable *name_of(const struct c_translation *t, uint32_t value, bool *exact) {
    uint32_t name = t->names.of.data[value];
    *exact = name != PROGRAM_NONE;
    if (name == PROGRAM_NONE) name = t->names.display.data[value];
    return name == PROGRAM_NONE ? NULL : &t->names.variables.data[name];
}

static uint32_t new_variable(struct c_translation *t, LLVMValueRef v, uint32_t value) {
    bool exact;
    const struct c_debug_variable *variable = name_of(t, value, &exact);
    struct c_debug_source source = {0};
    if (variable) source = c_debug_source(t->unit, variable, 0, 0);
    const char *name = source.text ? source.text : c_ir_name(v);
    uint32_t i = program_add_variable(t->program, *name ? name : "t",
                                      c_arithmetic_sort(&t->arithmetic, c_bits(t, llvm.TypeOf(v))));
    struct program_variable *made = &t->program->variables.data[i];
    if (exact && source.text && !c_ir_is_pointer(llvm.TypeOf(v))) { /* addresses are numbers of our own */
        made->source = program_text(t->program, source.text);
        made->scope = program_text(t->program, source.scope);
    }
    made->is_signed = source.is_signed || (!source.text && !c_ir_is_pointer(llvm.TypeOf(v)));
    made->is_boolean = source.is_boolean;
    c_debug_source_fini(&source);
    return i;
}

uint32_t c_variable_of(struct c_translation *t, LLVMValueRef v) {
    uint32_t value = c_values_find(&t->values, v);
    if (t->variables.data[value] == PROGRAM_NONE) {
        uint32_t made = new_variable(t, v, value);
        t->variables.data[value] = made;
    }
    return t->variables.data[value];
}

void c_know(struct c_translation *t, LLVMValueRef v, struct c_known known) {
    if (known.why && !known.at) known.at = v;
    hash_map_put(&t->known_index, c_ir_key(v), t->known.size);
    vec_push(&t->known, known);
}

static struct c_known address_of(struct c_translation *t, LLVMValueRef pointer) {
    struct c_address a;
    c_address_init(&a, &t->memory, pointer);
    struct c_known known = c_operand_address(t, &a);
    c_address_fini(&a);
    return known;
}

static struct c_known constant_expression(struct c_translation *t, LLVMValueRef v) {
    LLVMOpcode op = llvm.GetConstOpcode(v);
    if (op == LLVMGetElementPtr) return address_of(t, v);
    if (op == LLVMPtrToInt)
        return (struct c_known){.why = c_refusal(C_REFUSES_ADDRESS)}; /* see c_operand_number */
    if (op == LLVMIntToPtr) {
        LLVMValueRef from = llvm.GetOperand(v, 0);
        struct c_known k = c_operand(t, from, true);
        uint32_t bits = c_bits(t, llvm.TypeOf(from)), wanted = c_bits(t, llvm.TypeOf(v));
        if (!k.why)
            k.term =
                c_arithmetic_cast(&t->arithmetic, bits < wanted ? LLVMZExt : LLVMTrunc, k.term, bits, wanted);
        return k;
    }
    return (struct c_known){.why = c_refusal(C_REFUSES_CONSTANT_EXPRESSION)};
}

static struct c_known constant(struct c_translation *t, LLVMValueRef v, bool is_unsigned) {
    if (llvm.IsAConstantInt(v))
        return (struct c_known){.term = c_arithmetic_constant(&t->arithmetic, v, is_unsigned)};
    if (llvm.IsNull(v))
        return (struct c_known){.term = c_arithmetic_unsigned(&t->arithmetic, 0, c_bits(t, llvm.TypeOf(v)))};
    if (llvm.IsUndef(v) || llvm.IsPoison(v)) {
        sort s = c_arithmetic_sort(&t->arithmetic, c_bits(t, llvm.TypeOf(v)));
        return (struct c_known){.term = c_arbitrary(t, s, "undefined", NULL, PROGRAM_UNDEFINED, NULL)};
    }
    if (llvm.IsAConstantExpr(v)) return constant_expression(t, v);
    if (c_memory_find(&t->memory, v) != PROGRAM_NONE) return address_of(t, v);
    if (llvm.IsABlockAddress(v))
        return (struct c_known){.why = c_refusal(C_REFUSES_COMPUTED_GOTO), .at = c_computed_goto(t)};
    return (struct c_known){.why = c_refusal(C_REFUSES_CONSTANT)};
}

struct c_known c_operand(struct c_translation *t, LLVMValueRef v, bool is_unsigned) {
    LLVMTypeRef type = llvm.TypeOf(v);
    LLVMValueRef at = llvm.IsAInstruction(v) ? v : NULL;
    if (c_ir_is_float(type)) return (struct c_known){.why = c_refusal(C_REFUSES_FLOATS), .at = at};
    if (!c_ir_is_scalar(type)) return (struct c_known){.why = c_refusal(C_REFUSES_AGGREGATE), .at = at};
    if (llvm.IsConstant(v)) return constant(t, v, is_unsigned);
    while (llvm.IsAInstruction(v) && llvm.GetInstructionOpcode(v) == LLVMFreeze) v = llvm.GetOperand(v, 0);
    if (llvm.IsConstant(v)) return constant(t, v, is_unsigned);
    uint32_t i = hash_map_get(&t->known_index, c_ir_key(v));
    if (i != HASH_NONE) return t->known.data[i];
    if (c_values_is_repeated(&t->values, v)) {
        LLVMValueRef from = llvm.GetOperand(v, 0);
        struct c_known k = c_operand(t, from, llvm.GetInstructionOpcode(v) == LLVMZExt);
        if (!k.why)
            k.term = c_arithmetic_cast(&t->arithmetic, llvm.GetInstructionOpcode(v), k.term,
                                       c_bits(t, llvm.TypeOf(from)), c_bits(t, type));
        return k;
    }
    if (llvm.IsAGetElementPtrInst(v) || c_memory_find(&t->memory, v) != PROGRAM_NONE) return address_of(t, v);
    uint32_t variable = c_variable_of(t, v); /* may move the table of variables */
    return (struct c_known){.term = t->program->variables.data[variable].now};
}

struct c_known c_operand_number(struct c_translation *t, LLVMValueRef v, bool is_unsigned) {
    if (!llvm.IsAConstantExpr(v) || !c_memory_is_number(v) || c_bits(t, llvm.TypeOf(v)) != c_pointer_bits(t))
        return c_operand(t, v, is_unsigned);
    return c_operand(t, llvm.GetOperand(v, 0), is_unsigned);
}

struct c_known c_operand_index(struct c_translation *t, LLVMValueRef v) {
    uint32_t bits = c_bits(t, llvm.TypeOf(v)), wanted = c_pointer_bits(t);
    struct c_known k = c_operand(t, v, false);
    if (!k.why)
        k.term =
            c_arithmetic_cast(&t->arithmetic, bits < wanted ? LLVMSExt : LLVMTrunc, k.term, bits, wanted);
    return k;
}

struct c_known c_operand_address(struct c_translation *t, const struct c_address *a) {
    uint32_t bits = c_pointer_bits(t);
    int64_t constant = a->constant;
    struct c_known sum;
    if (a->object != PROGRAM_NONE) {
        const struct c_object *o = &t->memory.objects.data[a->object];
        if (o->unsupported) return (struct c_known){.why = o->unsupported};
        sum.term = c_arithmetic_unsigned(&t->arithmetic, o->base + (uint64_t)constant, bits);
        sum.why = NULL;
    } else {
        sum = c_operand(t, a->root, true);
        if (!sum.why && constant)
            sum.term = c_arithmetic_add(&t->arithmetic, sum.term,
                                        c_arithmetic_signed(&t->arithmetic, constant, bits), bits);
    }
    vec_each (struct c_index, i, &a->terms) {
        if (sum.why) return sum;
        struct c_known index = c_operand_index(t, i->index);
        if (index.why) return index;
        sum.term = c_arithmetic_add(&t->arithmetic, sum.term,
                                    c_arithmetic_times(&t->arithmetic, index.term, i->scale, bits), bits);
    }
    return sum;
}

/* Arbitrary values. */

static void enter_site(struct c_translation *t, uint32_t variable, LLVMValueRef x,
                       enum program_site_kind kind, const char *call) {
    struct program_position at = {0};
    if (x && llvm.IsAInstruction(x)) at = c_debug_position(t->unit, t->program, x);
    uint32_t site = program_add_site(t->program, kind, variable, call, at);
    vec_push(&t->actions, (struct c_action){.kind = C_ACTION_HAVOC, .site = site});
}

/* Whether values of the type that the source has here are not negative: by the name or declaration of the
 * function that gives them, else by the variable's type. */
static bool is_unsigned_value(const struct c_translation *t, LLVMValueRef x, const char *call,
                              uint32_t variable) {
    if (c_ir_is_pointer(llvm.TypeOf(x))) return true;
    if (!call) return !t->program->variables.data[variable].is_signed;
    unsigned zeroext = llvm.GetEnumAttributeKindForName("zeroext", strlen("zeroext"));
    return c_ir_starts(call, "__VERIFIER_nondet_u") || strcmp(call, "__VERIFIER_nondet_size_t") == 0 ||
           llvm.GetEnumAttributeAtIndex(c_ir_callee(x), LLVMAttributeReturnIndex, zeroext);
}

/* In theories of numbers: what enters is in the range of its type. */
static void assume_range(struct c_translation *t, LLVMValueRef x, const char *call, uint32_t variable) {
    uint32_t bits = c_bits(t, llvm.TypeOf(x));
    if (t->arithmetic.theory == C_BV || bits == 1 || bits > 64) return;
    bool is_unsigned = is_unsigned_value(t, x, call, variable);
    uint64_t most = UINT64_MAX >> (64 - bits), half = most >> 1;
    term value = t->program->variables.data[variable].now;
    term low = c_arithmetic_signed(&t->arithmetic, is_unsigned ? 0 : -(int64_t)half - 1, bits);
    term high = c_arithmetic_unsigned(&t->arithmetic, is_unsigned ? most : half, bits);
    c_assume(t, term_and2(t->bank, term_le(t->bank, low, value), term_le(t->bank, value, high)));
}

term c_arbitrary_value(struct c_translation *t, LLVMValueRef x, enum program_site_kind kind,
                       const char *call) {
    uint32_t variable = c_variable_of(t, x);
    enter_site(t, variable, x, kind, call);
    assume_range(t, x, call, variable);
    return t->program->variables.data[variable].now;
}

term c_arbitrary(struct c_translation *t, sort s, const char *name, LLVMValueRef x,
                 enum program_site_kind kind, const char *call) {
    uint32_t variable = program_add_variable(t->program, name, s);
    enter_site(t, variable, x, kind, call);
    return t->program->variables.data[variable].now;
}

void c_assume(struct c_translation *t, term condition) {
    vec_push(&t->program->assumed, condition);
    vec_push(&t->actions, (struct c_action){.kind = C_ACTION_ASSUME, .condition = condition});
}

void c_violation(struct c_translation *t, term condition, LLVMValueRef at, const char *rule) {
    vec_push(&t->actions,
             (struct c_action){.kind = C_ACTION_VIOLATION,
                               .condition = term_is_none(condition) ? term_bool(t->bank, true) : condition,
                               .rule = rule,
                               .at = c_debug_position(t->unit, t->program, at)});
}
