/* With `strict`: whether accesses are inside of objects, that are there and may be written. Markers
 * (strict.c, lifetime.c) say what is accessed, where, and when objects begin and end; the path goes on where
 * all is well, and ends in an unsupported edge where it is not. */
#include "format/c/lifetime.h"
#include "format/c/resolve.h"

static term both(struct c_translation *t, term a, term b) {
    if (term_is_none(a)) return b;
    return term_is_none(b) ? a : term_and2(t->bank, a, b);
}
static term either(struct c_translation *t, term a, term b) {
    return term_is_none(a) ? b : term_or2(t->bank, a, b);
}

/* An access while it is looked at. Of terms TERM_NONE means: never, unless it says otherwise. */
struct bounds {
    LLVMValueRef x;
    bool writes;
    bool is_fixed; /* the size is `bytes` */
    uint64_t bytes;
    term size; /* else */
    term inside, ended, constant;
    bool sure; /* it is inside, whatever the values are */
    bool other;
    const char *why;
};

/* The bytes of an object, of a size known only at run time, too. */
static term size_of(struct c_translation *t, const struct c_object *o) {
    uint32_t bits = c_pointer_bits(t);
    if (!o->count) return c_arithmetic_unsigned(&t->arithmetic, o->size, bits);
    return c_arithmetic_times(&t->arithmetic, c_slot(t, o->length), (int64_t)o->unit, bits);
}

/* offset + size <= the object's, all without sign and without wrapping around. */
static term is_within(struct c_translation *t, const struct bounds *b, const struct c_object *o,
                      term offset) {
    const struct c_arithmetic *a = &t->arithmetic;
    uint32_t bits = c_pointer_bits(t);
    if (b->is_fixed && !o->count) {
        if (b->bytes > o->size) return term_false(t->bank);
        return c_arithmetic_below(a, offset, c_arithmetic_unsigned(a, o->size - b->bytes + 1, bits));
    }
    term all = size_of(t, o), size = b->is_fixed ? c_arithmetic_unsigned(a, b->bytes, bits) : b->size;
    term rest = c_arithmetic_binary(a, LLVMSub, all, offset, bits);
    term starts = c_arithmetic_below(a, offset, all); /* nothing is at the end */
    return term_and2(t->bank, starts, c_arithmetic_compare(a, LLVMIntULE, size, rest));
}

static uint64_t common_divisor(const struct c_address *a) {
    uint64_t g = 0;
    vec_each (const struct c_index, t, &a->terms)
        for (uint64_t x = (uint64_t)(t->scale < 0 ? -t->scale : t->scale); x;) {
            uint64_t rest = g % x;
            g = x;
            x = rest;
        }
    return g;
}

/* The sum of the address in units of `g` bytes. */
static struct c_known position_of(struct c_translation *t, const struct c_address *a, int64_t g, int64_t q) {
    uint32_t bits = c_pointer_bits(t);
    struct c_known sum = {.term = TERM_NONE};
    vec_each (const struct c_index, i, &a->terms) {
        struct c_known index = c_operand_index(t, i->index);
        if (index.why) return index;
        term part = c_arithmetic_times(&t->arithmetic, index.term, i->scale / g, bits);
        sum.term = term_is_none(sum.term) ? part : c_arithmetic_add(&t->arithmetic, sum.term, part, bits);
    }
    if (q)
        sum.term =
            c_arithmetic_add(&t->arithmetic, sum.term, c_arithmetic_signed(&t->arithmetic, q, bits), bits);
    return sum;
}

/* In units of the largest number of bytes that all parts of the address are multiples of: a[i] is inside
 * where i is below the number of elements, as the access itself asks (resolve.c). TERM_NONE: always. */
static term is_inside(struct c_translation *t, struct bounds *b, const struct c_object *o,
                      const struct c_address *a) {
    int64_t g = (int64_t)common_divisor(a), constant = a->constant;
    if (!g) {
        bool sure = b->is_fixed && !o->count && constant >= 0 && (uint64_t)constant <= o->size &&
                    b->bytes <= o->size - (uint64_t)constant;
        if (sure) return TERM_NONE;
        return is_within(t, b, o, c_arithmetic_signed(&t->arithmetic, constant, c_pointer_bits(t)));
    }
    int64_t q = constant / g, r = constant % g;
    if (r < 0) q--, r += g;
    uint64_t used = (uint64_t)r + b->bytes;
    struct c_known at = position_of(t, a, g, q);
    b->why = at.why;
    if (at.why) return TERM_NONE;
    term count = TERM_NONE;
    if (b->is_fixed && !o->count) {
        uint64_t n = b->bytes <= o->size && used <= o->size ? (o->size - used) / (uint64_t)g + 1 : 0;
        struct c_address scaled = {.constant = q};
        vec_each (const struct c_index, i, &a->terms)
            vec_push(&scaled.terms, (struct c_index){i->index, i->scale / g, i->count});
        bool sure = c_surely_below(t, scaled.terms.data, scaled.terms.size, q, n);
        c_address_fini(&scaled);
        if (sure) return TERM_NONE;
        count = c_arithmetic_unsigned(&t->arithmetic, n, c_pointer_bits(t));
    } else if (b->is_fixed && b->bytes <= (uint64_t)g && used == (uint64_t)g) {
        count = c_arithmetic_quotient(&t->arithmetic, size_of(t, o), (uint64_t)g, c_pointer_bits(t));
        if (o->unit % (uint64_t)g == 0)
            count = c_arithmetic_times(&t->arithmetic, c_slot(t, o->length), (int64_t)(o->unit / (uint64_t)g),
                                       c_pointer_bits(t));
    }
    if (!term_is_none(count)) return c_arithmetic_below(&t->arithmetic, at.term, count);
    term bytes = c_arithmetic_times(&t->arithmetic, at.term, g, c_pointer_bits(t));
    if (r)
        bytes =
            c_arithmetic_add(&t->arithmetic, bytes, c_arithmetic_signed(&t->arithmetic, r, c_pointer_bits(t)),
                             c_pointer_bits(t));
    return is_within(t, b, o, bytes);
}

/* A local variable is initialised by its name, without a marker; or by what a function returns, then it
 * counts as constant too early. */
static bool is_constant(struct c_translation *t, const struct c_object *o) {
    if (llvm.IsAGlobalVariable(o->value)) return llvm.IsGlobalConstant(o->value);
    return llvm.IsAAllocaInst(o->value) && c_is_marked_constant(t->unit, o->value);
}

/* One object, when `guard` (TERM_NONE: always) says that it is meant. `is` is when the access is inside of
 * it. */
static void add_object(struct c_translation *t, struct bounds *b, const struct c_object *o, term guard,
                       term is) {
    term truth = term_bool(t->bank, true);
    term meant = both(t, guard, is);
    b->sure |= term_is_none(meant);
    if (term_is_none(meant)) meant = truth;
    b->inside = either(t, b->inside, meant);
    if (o->ended != PROGRAM_NONE)
        b->ended = either(t, b->ended, term_and2(t->bank, meant, c_slot(t, o->ended)));
    if (b->writes && is_constant(t, o)) b->constant = either(t, b->constant, meant);
}

static bool is_memory(struct bounds *b, const struct c_object *o) {
    if (llvm.IsAFunction(o->value)) return false;
    if (!b->why) b->why = o->unsupported;
    return !b->why;
}

static void look(struct c_translation *, struct bounds *, const struct c_address *, term guard,
                 uint32_t depth);

static void look_at_choice(struct c_translation *t, struct bounds *b, const struct c_address *a, term guard,
                           uint32_t depth) {
    struct c_known c = c_operand(t, llvm.GetOperand(a->root, 0), false);
    b->why = c.why;
    for (unsigned i = 1; i <= 2 && !b->why; i++) {
        struct c_address arm;
        c_address_init(&arm, &t->memory, llvm.GetOperand(a->root, i));
        arm.constant += a->constant;
        if (a->terms.size) vec_append(&arm.terms, a->terms.data, a->terms.size);
        look(t, b, &arm, both(t, guard, i == 1 ? c.term : term_not(t->bank, c.term)), depth);
        c_address_fini(&arm);
    }
}

static void look_at_targets(struct c_translation *t, struct bounds *b, const struct c_address *a,
                            term guard) {
    uint32_t bits = c_pointer_bits(t);
    struct c_targets targets = c_targets_of(&t->memory, a->root);
    struct c_known address = targets.exact ? c_operand(t, a->root, true) : c_operand_address(t, a);
    b->why = address.why;
    b->other |= targets.other;
    C_EACH_TARGET(i, &t->memory, &targets) {
        const struct c_object *o = &t->memory.objects.data[i];
        if (b->why) return;
        if (!is_memory(b, o)) continue;
        term base = c_arithmetic_unsigned(&t->arithmetic, o->base, bits);
        if (targets.exact) {
            term is = is_inside(t, b, o, a);
            add_object(t, b, o, both(t, guard, term_eq(t->bank, address.term, base)), is);
        } else {
            term offset = c_arithmetic_binary(&t->arithmetic, LLVMSub, address.term, base, bits);
            add_object(t, b, o, guard, is_within(t, b, o, offset));
        }
    }
}

/* The same cases as in resolve.c. */
static void look(struct c_translation *t, struct bounds *b, const struct c_address *a, term guard,
                 uint32_t depth) {
    if (b->why) return;
    if (a->object != PROGRAM_NONE) {
        const struct c_object *o = &t->memory.objects.data[a->object];
        if (is_memory(b, o)) add_object(t, b, o, guard, is_inside(t, b, o, a));
        return;
    }
    bool here = llvm.IsASelectInst(a->root) && hash_map_get(&t->known_index, c_ir_key(a->root)) != HASH_NONE;
    if (here && depth)
        look_at_choice(t, b, a, guard, depth - 1);
    else
        look_at_targets(t, b, a, guard);
}

/* The path ends where the condition holds. */
static void exclude(struct c_translation *t, LLVMValueRef x, term condition, const char *what) {
    if (term_is_none(condition)) return;
    c_unsupported(t, condition, x, what);
    c_assume(t, term_not(t->bank, condition));
}

static bool conclude(struct c_translation *t, const struct bounds *b) {
    const char *what = b->other ? c_refusal(C_REFUSES_ORIGIN) : c_refusal(C_REFUSES_OUTSIDE);
    if (b->why || term_is_none(b->inside)) {
        c_unsupported(t, TERM_NONE, b->x, b->why ? b->why : what);
        return false;
    }
    term fine = b->inside;
    if (!b->is_fixed) { /* nothing of anything */
        term zero = c_arithmetic_unsigned(&t->arithmetic, 0, c_pointer_bits(t));
        fine = term_or2(t->bank, term_eq(t->bank, b->size, zero), fine);
    }
    if (!b->sure) {
        c_unsupported(t, term_not(t->bank, fine), b->x, what);
        c_assume(t, fine);
    }
    exclude(t, b->x, b->ended, c_refusal(C_REFUSES_ENDED));
    exclude(t, b->x, b->constant, c_refusal(C_REFUSES_CONSTANT_WRITE));
    return true;
}

bool c_step_access(struct c_translation *t, LLVMValueRef x) {
    struct bounds b = {.x = x, .inside = TERM_NONE, .ended = TERM_NONE, .constant = TERM_NONE};
    if (!c_is_access(x, &b.writes)) return true;
    LLVMValueRef size = llvm.GetOperand(x, 1);
    b.is_fixed = llvm.IsAConstantInt(size) != NULL;
    if (b.is_fixed) {
        b.bytes = llvm.ConstIntGetZExtValue(size);
        if (!b.bytes) return true;
    } else {
        struct c_known n = c_operand(t, size, true);
        b.size = n.term;
        b.why = n.why;
    }
    struct c_address a;
    c_address_init(&a, &t->memory, llvm.GetOperand(x, 0));
    look(t, &b, &a, TERM_NONE, 4);
    c_address_fini(&a);
    return conclude(t, &b);
}

bool c_step_within(struct c_translation *t, LLVMValueRef x) {
    LLVMValueRef position = llvm.GetOperand(x, 0), count = llvm.GetOperand(x, 1);
    struct c_index index = {position, 1, 0};
    if (c_surely_below(t, &index, 1, 0, llvm.ConstIntGetZExtValue(count))) return true;
    if (llvm.IsAConstantInt(position)) {
        c_unsupported(t, TERM_NONE, x, c_refusal(C_REFUSES_OUTSIDE_ARRAY));
        return false;
    }
    struct c_known at = c_operand(t, position, false), n = c_operand(t, count, true);
    if (at.why || n.why) {
        c_unsupported_value(t, at.why ? at : n, x);
        return false;
    }
    term inside = c_arithmetic_below(&t->arithmetic, at.term, n.term);
    exclude(t, x, term_not(t->bank, inside), c_refusal(C_REFUSES_OUTSIDE_ARRAY));
    return true;
}

bool c_step_inside(struct c_translation *t, LLVMValueRef x) {
    const struct c_arithmetic *a = &t->arithmetic;
    uint32_t bits = c_pointer_bits(t);
    struct c_known p = c_operand(t, llvm.GetOperand(x, 0), true),
                   array = c_operand(t, llvm.GetOperand(x, 2), true);
    uint64_t size = llvm.ConstIntGetZExtValue(llvm.GetOperand(x, 1));
    uint64_t length = llvm.ConstIntGetZExtValue(llvm.GetOperand(x, 3));
    if (p.why || array.why) {
        c_unsupported_value(t, p.why ? p : array, x);
        return false;
    }
    uint64_t places = size <= length ? length - size + 1 : 0;
    term offset = c_arithmetic_binary(a, LLVMSub, p.term, array.term, bits);
    term inside = c_arithmetic_below(a, offset, c_arithmetic_unsigned(a, places, bits));
    exclude(t, x, term_not(t->bank, inside), c_refusal(C_REFUSES_OUTSIDE_ARRAY));
    return true;
}

/* Lifetimes. */

bool c_step_lifetime(struct c_translation *t, LLVMValueRef x, bool ends) {
    LLVMValueRef pointer = llvm.GetOperand(x, 0);
    struct c_targets targets = c_targets_of(&t->memory, pointer);
    uint32_t bits = c_pointer_bits(t);
    C_EACH_TARGET(i, &t->memory, &targets) {
        const struct c_object *o = &t->memory.objects.data[i];
        if (o->ended == PROGRAM_NONE) continue;
        term truth = term_bool(t->bank, true), meant = truth;
        if (targets.only == PROGRAM_NONE) {
            struct c_known at = c_operand(t, pointer, true);
            if (!at.why)
                meant = term_eq(t->bank, at.term, c_arithmetic_unsigned(&t->arithmetic, o->base, bits));
        }
        term old = c_slot(t, o->ended);
        t->contents.data[o->ended] =
            ends ? term_or2(t->bank, old, meant) : term_and2(t->bank, old, term_not(t->bank, meant));
    }
    return true;
}

/* Functions without a body. */

/* A constant that has a byte of zero from the place on. */
static bool is_string(const struct c_object *o, int64_t from) {
    if (!llvm.IsAGlobalVariable(o->value) || !llvm.IsGlobalConstant(o->value)) return false;
    LLVMValueRef initial = llvm.GetInitializer(o->value);
    LLVMTypeRef type = initial ? llvm.TypeOf(initial) : NULL;
    if (!type || llvm.GetTypeKind(type) != LLVMArrayTypeKind || from < 0) return false;
    LLVMTypeRef element = llvm.GetElementType(type);
    if (!c_ir_is_integer(element) || llvm.GetIntTypeWidth(element) != 8) return false;
    for (uint64_t i = (uint64_t)from; i < llvm.GetArrayLength2(type); i++) {
        LLVMValueRef c = llvm.GetAggregateElement(initial, (unsigned)i);
        if (c && llvm.IsNull(c)) return true;
    }
    return false;
}

/* Whether conversions of a format only take numbers: no %s, and no %n. */
static bool is_plain_format(const struct c_object *o) {
    LLVMValueRef initial = llvm.GetInitializer(o->value);
    uint64_t n = llvm.GetArrayLength2(llvm.TypeOf(initial));
    bool conversion = false;
    for (uint64_t i = 0; i < n; i++) {
        LLVMValueRef e = llvm.GetAggregateElement(initial, (unsigned)i);
        int c = e && llvm.IsAConstantInt(e) ? (int)llvm.ConstIntGetZExtValue(e) : 0;
        if (!c) break;
        if (!conversion) {
            conversion = c == '%';
        } else {
            if (strchr("sSn", c)) return false;
            conversion = strchr("#0123456789.-+ 'hlLqjzt*", c) != NULL;
        }
    }
    return true;
}

/* Whether the argument can only be a string that nobody writes, or no address at all. */
static bool is_sure(struct c_translation *t, LLVMValueRef argument, bool format) {
    struct c_targets targets = c_targets_of(&t->memory, argument);
    struct c_address a;
    c_address_init(&a, &t->memory, argument);
    bool sure = !targets.other && (a.terms.size == 0) && targets.exact;
    C_EACH_TARGET(i, &t->memory, &targets) {
        const struct c_object *o = &t->memory.objects.data[i];
        sure &= is_string(o, a.constant) && !(format && !is_plain_format(o));
    }
    c_address_fini(&a);
    return sure;
}

static bool has_object(struct c_translation *t, LLVMValueRef argument) {
    struct c_targets targets = c_targets_of(&t->memory, argument);
    C_EACH_TARGET(i, &t->memory, &targets)
    if (!llvm.IsAFunction(t->memory.objects.data[i].value)) return true;
    return false;
}

bool c_bounds_of_call(struct c_translation *t, LLVMValueRef x, const char *name) {
    const char *arguments = c_libc_bounds(name);
    bool listed = arguments != NULL, fine = true;
    for (unsigned i = 0; i < llvm.GetNumArgOperands(x) && fine; i++) {
        char kind = listed && *arguments ? *arguments++ : listed ? '.' : '?';
        while (listed && *arguments >= '0' && *arguments <= '9') arguments++;
        LLVMValueRef argument = c_memory_argument(llvm.GetOperand(x, i));
        if (!argument || llvm.IsNull(argument)) continue;
        if (kind == 's' || kind == 'f')
            fine = is_sure(t, argument, kind == 'f');
        else if (kind == '?')
            fine = !has_object(t, argument) || is_sure(t, argument, false);
    }
    if (fine) return true;
    char *what = mem_format(c_refusal(C_REFUSES_UNBOUNDED), name);
    c_unsupported(t, TERM_NONE, x, what);
    mem_free(what);
    return false;
}
