/* Instructions that compute values. */
#include "format/c/translate.h"

static bool is_unsigned_predicate(LLVMIntPredicate p) {
    return p == LLVMIntUGT || p == LLVMIntUGE || p == LLVMIntULT || p == LLVMIntULE;
}

/* Our addresses are not the machine's: as numbers they may be compared with each other and with what no
 * address is, subtracted, and converted back. */
static bool is_no_address(LLVMValueRef number) {
    return llvm.IsAConstantInt(number) && llvm.GetIntTypeWidth(llvm.TypeOf(number)) <= 64 &&
           llvm.ConstIntGetSExtValue(number) < 4096 && llvm.ConstIntGetSExtValue(number) > -4096;
}
static bool is_plain_number(LLVMValueRef other) {
    return c_memory_is_number(other) || is_no_address(other);
}

/* Whether the pointer is a number that the program writes, other than those that are no addresses. */
static bool is_literal(LLVMValueRef pointer) {
    if (!llvm.IsAConstantExpr(pointer) || llvm.GetConstOpcode(pointer) != LLVMIntToPtr) return false;
    LLVMValueRef number = llvm.GetOperand(pointer, 0);
    return !llvm.IsAConstantInt(number) || !is_no_address(number);
}

static bool has_target(struct c_translation *t, LLVMValueRef pointer) {
    struct c_targets targets = c_targets_of(&t->memory, pointer);
    return c_targets_next(&t->memory, &targets, 0) != PROGRAM_NONE;
}

/* The order of addresses, and their distance, have a meaning within one object only. */
static bool is_comparable(struct c_translation *t, LLVMValueRef a, LLVMValueRef b) {
    struct c_targets left = c_targets_of(&t->memory, a), right = c_targets_of(&t->memory, b);
    if (left.other || right.other) return false;
    uint32_t first = PROGRAM_NONE;
    C_EACH_TARGET(i, &t->memory, &left) {
        if (first != PROGRAM_NONE && first != i) return false;
        first = i;
    }
    C_EACH_TARGET(i, &t->memory, &right) {
        if (first != PROGRAM_NONE && first != i) return false;
        first = i;
    }
    return true;
}

/* The numbers of two pointers, subtracted. */
static struct c_known distance(struct c_translation *t, LLVMValueRef left, LLVMValueRef right) {
    if (!is_comparable(t, llvm.GetOperand(left, 0), llvm.GetOperand(right, 0)))
        return (struct c_known){.why = c_refusal(C_REFUSES_DISTANCE)};
    struct c_known a = c_operand_number(t, left, true), b = c_operand_number(t, right, true);
    if (a.why || b.why) return a.why ? a : b;
    return c_known_term(
        c_arithmetic_binary(&t->arithmetic, LLVMSub, a.term, b.term, c_bits(t, llvm.TypeOf(left))),
        c_refusal(C_REFUSES_POINTER_DISTANCE));
}

static struct c_known binary(struct c_translation *t, LLVMValueRef x, LLVMOpcode op) {
    bool is_unsigned = op == LLVMUDiv || op == LLVMURem || op == LLVMLShr;
    LLVMValueRef left = llvm.GetOperand(x, 0), right = llvm.GetOperand(x, 1);
    if (op == LLVMSub && c_memory_is_number(left) && c_memory_is_number(right))
        return distance(t, left, right);
    struct c_known a = c_operand(t, left, is_unsigned), b = c_operand(t, right, is_unsigned);
    if (a.why || b.why) return a.why ? a : b;
    bool divides = op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem;
    return c_known_term(c_arithmetic_binary(&t->arithmetic, op, a.term, b.term, c_bits(t, llvm.TypeOf(x))),
                        divides ? c_refusal(C_REFUSES_REAL_DIVISION) : c_refusal(C_REFUSES_BITS));
}

/* LLVM writes 3 <= x && x < 7 as x - 3 < 4 without sign: what is negative there is too large. */
static bool is_range_check(LLVMValueRef left, LLVMValueRef right) {
    return llvm.IsAInstruction(left) && llvm.GetInstructionOpcode(left) == LLVMAdd &&
           llvm.IsAConstantInt(llvm.GetOperand(left, 1)) && llvm.IsAConstantInt(right);
}

static term check_range(struct c_translation *t, LLVMIntPredicate p, term a, term b) {
    bool strict = p == LLVMIntULT || p == LLVMIntUGE, inside = p == LLVMIntULT || p == LLVMIntULE;
    term zero = c_arithmetic_unsigned(&t->arithmetic, 0, c_pointer_bits(t));
    term within = term_and2(t->bank, term_le(t->bank, zero, a),
                            strict ? term_lt(t->bank, a, b) : term_le(t->bank, a, b));
    return inside ? within : term_not(t->bank, within);
}

/* An operand of a comparison: the number of an address where it may be compared with the other operand. */
static struct c_known number_operand(struct c_translation *t, LLVMValueRef v, LLVMValueRef other, bool order,
                                     bool is_unsigned) {
    return !order && is_plain_number(other) ? c_operand_number(t, v, is_unsigned)
                                            : c_operand(t, v, is_unsigned);
}

/* Objects lie apart here. In the machine the end of one may be the start of another. */
struct side {
    term value;
    struct c_targets targets;
    bool at_start, at_end; /* of an object, possibly */
};

static struct side side_of(struct c_translation *t, LLVMValueRef pointer, term value) {
    struct c_address a;
    c_address_init(&a, &t->memory, pointer);
    struct side side = {.value = value, .targets = c_targets_of(&t->memory, pointer)};
    const struct c_object *o = a.object == PROGRAM_NONE ? NULL : &t->memory.objects.data[a.object];
    bool fixed = !a.terms.size && (o ? !o->count : side.targets.exact);
    side.at_start = !fixed || a.constant == 0;
    side.at_end = !fixed || (o ? a.constant == (int64_t)o->size : a.constant != 0);
    c_address_fini(&a);
    return side;
}

static term end_of(struct c_translation *t, const struct c_object *o) {
    uint32_t bits = c_pointer_bits(t);
    if (!o->count) return c_arithmetic_unsigned(&t->arithmetic, o->base + o->size, bits);
    return c_arithmetic_add(&t->arithmetic, c_arithmetic_unsigned(&t->arithmetic, o->base, bits),
                            c_arithmetic_times(&t->arithmetic, c_slot(t, o->length), (int64_t)o->unit, bits),
                            bits);
}

/* When the machine decides whether pointers into two objects are equal; TERM_NONE: never. */
static term meet(struct c_translation *t, const struct side *a, const struct c_object *left,
                 const struct side *b, const struct c_object *right) {
    if (left == right || left->unsupported || right->unsupported || llvm.IsAFunction(left->value) ||
        llvm.IsAFunction(right->value))
        return TERM_NONE;
    bool again = (left->is_freed || right->is_freed) && c_memory_allocates(left->value) &&
                 c_memory_allocates(right->value);
    if (!(again && a->at_start) && !a->at_end) return TERM_NONE;
    if (!b->at_start) return TERM_NONE;
    uint32_t bits = c_pointer_bits(t);
    term start = c_arithmetic_unsigned(&t->arithmetic, left->base, bits), end = end_of(t, left);
    term at = term_eq(t->bank, a->value, a->at_end ? end : start);
    if (again && a->at_end && a->at_start) at = term_or2(t->bank, at, term_eq(t->bank, a->value, start));
    term other = c_arithmetic_unsigned(&t->arithmetic, right->base, bits);
    return term_and2(t->bank, at, term_eq(t->bank, b->value, other));
}

static const char *literal(const struct c_object *o, size_t *size) {
    return c_ir_is_shared_literal(o->value) ? llvm.GetAsString(llvm.GetInitializer(o->value), size) : NULL;
}

/* When pointers into two literals are at the same place of what may be one; TERM_NONE: never. */
static term share(struct c_translation *t, const struct side *a, const struct c_object *left,
                  const struct side *b, const struct c_object *right) {
    size_t n = 0, m = 0;
    const char *p = left != right ? literal(left, &n) : NULL, *q = p ? literal(right, &m) : NULL;
    size_t least = n < m ? n : m;
    if (!q || !c_ir_is_end_of(p, n, q, m)) return TERM_NONE;
    uint32_t bits = c_pointer_bits(t);
    const struct c_arithmetic *arithmetic = &t->arithmetic;
    term same = term_false(t->bank);
    for (size_t i = 0; i <= least; i++) { /* from the end */
        term x = c_arithmetic_unsigned(arithmetic, left->base + n - i, bits);
        term y = c_arithmetic_unsigned(arithmetic, right->base + m - i, bits);
        term here = term_and2(t->bank, term_eq(t->bank, a->value, x), term_eq(t->bank, b->value, y));
        same = term_or2(t->bank, same, here);
    }
    return same;
}

/* Equality of pointers into different objects is not supported where the machine decides about it. */
static void exclude_neighbours(struct c_translation *t, LLVMValueRef x, term left, term right) {
    LLVMValueRef p = c_memory_argument(llvm.GetOperand(x, 0)), q = c_memory_argument(llvm.GetOperand(x, 1));
    if (!p || !q) return;
    struct side a = side_of(t, p, left), b = side_of(t, q, right);
    term open = term_false(t->bank);
    C_EACH_TARGET(i, &t->memory, &a.targets)
    C_EACH_TARGET(k, &t->memory, &b.targets) {
        const struct c_object *first = &t->memory.objects.data[i], *second = &t->memory.objects.data[k];
        term meeting = meet(t, &a, first, &b, second), reverse = meet(t, &b, second, &a, first);
        if (!term_is_none(meeting)) open = term_or2(t->bank, open, meeting);
        if (!term_is_none(reverse)) open = term_or2(t->bank, open, reverse);
        term shared = share(t, &a, first, &b, second);
        if (!term_is_none(shared)) open = term_or2(t->bank, open, shared);
    }
    if (term_is(t->bank, open, TERM_FALSE)) return;
    c_unsupported(t, open, x, c_refusal(C_REFUSES_EQUALITY));
    c_assume(t, term_not(t->bank, open));
}

/* Whether the machine decides if two addresses are equal, one of which we made up and the other one is just any number:
 * a pointer of unknown origin may be that of the object, but its number is not ours. */
static bool is_unspecified(struct c_translation *t, LLVMValueRef left, LLVMValueRef right) {
    LLVMValueRef p = c_memory_argument(left), q = c_memory_argument(right);
    if (!p || !q) return false;
    return (c_targets_of(&t->memory, p).other && has_target(t, q)) ||
           (c_targets_of(&t->memory, q).other && has_target(t, p));
}

static struct c_known compare(struct c_translation *t, LLVMValueRef x) {
    LLVMIntPredicate p = llvm.GetICmpPredicate(x);
    LLVMValueRef left = llvm.GetOperand(x, 0), right = llvm.GetOperand(x, 1);
    bool order = p != LLVMIntEQ && p != LLVMIntNE, pointers = c_ir_is_pointer(llvm.TypeOf(left));
    if (order && pointers && !is_comparable(t, left, right))
        return (struct c_known){.why = c_refusal(C_REFUSES_ORDER)};
    if ((is_literal(left) && has_target(t, right)) || (is_literal(right) && has_target(t, left)))
        return (struct c_known){.why = c_refusal(C_REFUSES_ADDRESS)};
    if (!order && is_unspecified(t, left, right))
        return (struct c_known){.term = c_arbitrary(t, sort_bool(), "equal", x, PROGRAM_UNSPECIFIED, NULL)};
    struct c_known a = number_operand(t, left, right, order, pointers || is_unsigned_predicate(p));
    struct c_known b = number_operand(t, right, left, order, pointers || is_unsigned_predicate(p));
    if (a.why || b.why) return a.why ? a : b;
    if (!order) exclude_neighbours(t, x, a.term, b.term);
    if (t->arithmetic.theory != C_BV && is_unsigned_predicate(p) && is_range_check(left, right))
        return (struct c_known){.term = check_range(t, p, a.term, b.term)};
    return c_known_term(c_arithmetic_compare(&t->arithmetic, p, a.term, b.term),
                        c_refusal(C_REFUSES_COMPARISON));
}

static struct c_known choose(struct c_translation *t, LLVMValueRef x) {
    struct c_known c = c_operand(t, llvm.GetOperand(x, 0), false);
    struct c_known a = c_operand(t, llvm.GetOperand(x, 1), false),
                   b = c_operand(t, llvm.GetOperand(x, 2), false);
    if (c.why || a.why || b.why) return c.why ? c : a.why ? a : b;
    return (struct c_known){.term = term_ite(t->bank, c.term, a.term, b.term)};
}

static struct c_known cast(struct c_translation *t, LLVMValueRef x, LLVMOpcode op) {
    LLVMValueRef from = llvm.GetOperand(x, 0);
    struct c_known k = c_operand(t, from, op == LLVMZExt);
    if (k.why) return k;
    uint32_t bits = c_bits(t, llvm.TypeOf(from)), wanted = c_bits(t, llvm.TypeOf(x));
    if (op == LLVMPtrToInt || op == LLVMIntToPtr) op = bits < wanted ? LLVMZExt : LLVMTrunc;
    if (op == LLVMBitCast && bits != wanted)
        return (struct c_known){.why = c_refusal(C_REFUSES_REPRESENTATION)};
    return c_known_term(c_arithmetic_cast(&t->arithmetic, op, k.term, bits, wanted),
                        c_refusal(C_REFUSES_CONVERSION));
}

static bool reveals_address(struct c_translation *t, LLVMValueRef x) {
    if (!has_target(t, llvm.GetOperand(x, 0))) return false; /* no address of ours */
    if (c_bits(t, llvm.TypeOf(x)) < c_pointer_bits(t)) return true;
    C_EACH_USE(u, x) {
        LLVMValueRef user = llvm.GetUser(u);
        LLVMOpcode op = llvm.IsAInstruction(user) ? llvm.GetInstructionOpcode(user) : 0;
        if (op == LLVMIntToPtr) continue;
        LLVMValueRef other =
            op == LLVMICmp || op == LLVMSub ? llvm.GetOperand(user, llvm.GetOperand(user, 0) == x) : NULL;
        bool equality = op == LLVMICmp && (llvm.GetICmpPredicate(user) == LLVMIntEQ ||
                                           llvm.GetICmpPredicate(user) == LLVMIntNE);
        if (equality && is_plain_number(other)) continue;
        if (op == LLVMSub && c_memory_is_number(other)) continue;
        return true;
    }
    return false;
}

/* The results of llvm.sadd.with.overflow and its like: {value, whether it overflowed}. */
static struct c_known overflow(struct c_translation *t, LLVMValueRef x) {
    static const struct {
        enum c_intrinsic function;
        LLVMOpcode op;
        bool is_signed;
    } rows[] = {{C_INTRINSIC_SADD_OVERFLOW, LLVMAdd, true}, {C_INTRINSIC_UADD_OVERFLOW, LLVMAdd, false},
                {C_INTRINSIC_SSUB_OVERFLOW, LLVMSub, true}, {C_INTRINSIC_USUB_OVERFLOW, LLVMSub, false},
                {C_INTRINSIC_SMUL_OVERFLOW, LLVMMul, true}, {C_INTRINSIC_UMUL_OVERFLOW, LLVMMul, false}};
    LLVMValueRef call = llvm.GetOperand(x, 0), callee = c_ir_callee(call);
    for (size_t r = 0; callee && r < sizeof rows / sizeof *rows; r++) {
        if (c_intrinsic_of(c_ir_name(callee)) != rows[r].function) continue;
        LLVMValueRef left = llvm.GetOperand(call, 0);
        struct c_known a = c_operand(t, left, !rows[r].is_signed);
        struct c_known b = c_operand(t, llvm.GetOperand(call, 1), !rows[r].is_signed);
        if (a.why || b.why) return a.why ? a : b;
        uint32_t bits = c_bits(t, llvm.TypeOf(left)), twice = 2 * bits;
        term narrow = c_arithmetic_binary(&t->arithmetic, rows[r].op, a.term, b.term, bits);
        if (llvm.GetIndices(x)[0] == 0) return (struct c_known){.term = narrow};
        if (t->arithmetic.theory != C_BV) return (struct c_known){.why = c_refusal(C_REFUSES_OVERFLOW)};
        LLVMOpcode extend = rows[r].is_signed ? LLVMSExt : LLVMZExt;
        term wide = c_arithmetic_binary(
            &t->arithmetic, rows[r].op, c_arithmetic_cast(&t->arithmetic, extend, a.term, bits, twice),
            c_arithmetic_cast(&t->arithmetic, extend, b.term, bits, twice), twice);
        term same = term_eq(t->bank, wide, c_arithmetic_cast(&t->arithmetic, extend, narrow, bits, twice));
        return (struct c_known){.term = term_not(t->bank, same)};
    }
    return (struct c_known){.why = c_refusal(C_REFUSES_AGGREGATE)};
}

static struct c_known compute(struct c_translation *t, LLVMValueRef x) {
    LLVMOpcode op = llvm.GetInstructionOpcode(x);
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: return binary(t, x, op);
    case LLVMICmp: return compare(t, x);
    case LLVMSelect: return choose(t, x);
    case LLVMPtrToInt:
        if (reveals_address(t, x)) return (struct c_known){.why = c_refusal(C_REFUSES_ADDRESS)};
        return cast(t, x, op);
    case LLVMIntToPtr:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast: return cast(t, x, op);
    case LLVMExtractValue: return overflow(t, x);
    default: break;
    }
    enum c_refusal why = c_instruction_refusal(op);
    return (struct c_known){.why = c_refusal(why == C_REFUSES_NONE ? C_REFUSES_INSTRUCTION : why)};
}

bool c_step(struct c_translation *t, LLVMValueRef x) {
    LLVMOpcode op = llvm.GetInstructionOpcode(x);
    bool needed = c_values_needed(&t->values, x);
    switch (op) {
    case LLVMCall: return c_step_call(t, x);
    case LLVMStore: return c_step_store(t, x);
    case LLVMLoad: return !needed || c_step_load(t, x);
    case LLVMAlloca: return c_step_allocation(t, x);
    case LLVMFence:
    case LLVMFreeze:
    case LLVMGetElementPtr: return true;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg: c_unsupported(t, TERM_NONE, x, compute(t, x).why); return false;
    default: break;
    }
    if (needed && !c_ir_is_float(llvm.TypeOf(x))) c_know(t, x, compute(t, x));
    return true;
}
