/* Loads and stores: a case distinction over the leaves that the address can mean. */
#include "format/c/resolve.h"

static term byte_index(struct c_translation *t, const struct c_candidate *c, uint64_t k) {
    uint32_t bits = c_leaf_index_bits(t, c->leaf);
    return k ? c_arithmetic_add(&t->arithmetic, c->index, c_arithmetic_unsigned(&t->arithmetic, k, bits),
                                bits)
             : c->index;
}

static term read_element(struct c_translation *t, const struct c_candidate *c, uint64_t width) {
    term whole = c_leaf_read(t, c->leaf);
    if (term_is_none(c->index)) return whole;
    term value = term_select(t->bank, whole, c->index);
    for (uint64_t k = 1; c->object->is_bytes && k < width; k++)
        value = term_bv2(t->bank, TERM_BV_CONCAT, term_select(t->bank, whole, byte_index(t, c, k)), value);
    return value;
}

static void write_element(struct c_translation *t, const struct c_candidate *c, uint64_t width, term value) {
    term old = c_slot(t, c->leaf->slot), new = value;
    if (!term_is_none(c->index) && !c->object->is_bytes) new = term_store(t->bank, old, c->index, value);
    if (c->object->is_bytes) {
        new = old;
        for (uint64_t k = 0; k < width; k++)
            new = term_store(t->bank, new, byte_index(t, c, k),
                             term_extract(t->bank, value, (uint32_t)(8 * k + 7), (uint32_t)(8 * k)));
    }
    t->contents.data[c->leaf->slot] = term_is_none(c->inside) ? new : term_ite(t->bank, c->inside, new, old);
}

/* Candidates of which the access makes no sense to us: the path ends where one is meant. False: always. */
static bool drop(struct c_translation *t, LLVMValueRef x, struct c_access *access, bool as_number,
                 bool real) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < access->candidates.size; i++) {
        struct c_candidate c = access->candidates.data[i];
        uint32_t object = (uint32_t)(c.object - t->memory.objects.data);
        uint32_t leaf = (uint32_t)(c.leaf - c.object->leaves.data);
        const char *what = NULL;
        if ((c.leaf->kind == C_LEAF_FLOAT) != real)
            what = c_refusal(C_REFUSES_FLOAT_BITS); /* they have no representation */
        else if (as_number && c_targets_holds(&t->memory, object, leaf))
            what = c_refusal(C_REFUSES_ADDRESS); /* they are not the machine's */
        if (!what) {
            access->candidates.data[kept++] = c;
            continue;
        }
        c_unsupported(t, c.inside, x, what);
        if (term_is_none(c.inside)) return false;
        c_assume(t, term_not(t->bank, c.inside));
    }
    vec_shrink(&access->candidates, kept);
    return true;
}

/* The access may be outside of all objects. */
static void note_outside(struct c_translation *t, LLVMValueRef x, const struct c_access *access,
                         const char *rule) {
    if (access->total && access->candidates.size) return;
    term any = TERM_NONE;
    vec_each (const struct c_candidate, c, &access->candidates)
        any = term_is_none(any) ? c->inside : term_or2(t->bank, any, c->inside);
    c_violation(t, term_is_none(any) ? TERM_NONE : term_not(t->bank, any), x, rule);
}

static term read_candidates(struct c_translation *t, LLVMValueRef x, const struct c_access *access,
                            uint64_t width) {
    term value = TERM_NONE;
    if (!access->total || !access->candidates.size)
        value = c_arbitrary(t, c_arithmetic_sort(&t->arithmetic, (uint32_t)width * 8), "outside", x,
                            PROGRAM_OUTSIDE, NULL);
    vec_each (struct c_candidate, c, &access->candidates) {
        term element = read_element(t, c, width);
        bool only = term_is_none(value) || term_is_none(c->inside);
        value = only ? element : term_ite(t->bank, c->inside, element, value);
    }
    return value;
}

bool c_access_read(struct c_translation *t, LLVMValueRef x, const struct c_address *a, uint64_t width,
                   bool as_number, term *value) {
    struct c_access access;
    if (!c_resolve(t, x, a, width, &access)) return false;
    note_outside(t, x, &access, "read outside of all objects");
    bool on = drop(t, x, &access, as_number, false);
    if (on) *value = read_candidates(t, x, &access, width);
    c_access_fini(&access);
    return on;
}

bool c_access_write(struct c_translation *t, LLVMValueRef x, const struct c_address *a, uint64_t width,
                    term value) {
    struct c_access access;
    if (!c_resolve(t, x, a, width, &access)) return false;
    note_outside(t, x, &access, "write outside of all objects");
    bool on = drop(t, x, &access, false, term_is_none(value));
    if (on && !term_is_none(value))
        vec_each (struct c_candidate, c, &access.candidates) {
            assert(!c->object->is_constant || llvm.IsGlobalConstant(c->object->value));
            if (c->leaf->slot != PROGRAM_NONE) write_element(t, c, width, value);
        }
    c_access_fini(&access);
    return on;
}

/* A volatile access at an address that the program writes as a number: a register of a device. With `strict` there is
 * no saying. */
static bool is_device(const struct c_translation *t, LLVMValueRef access, const struct c_address *a) {
    enum { LEAST = 4096 }; /* below are no addresses, but null and places in what is not there */
    if (t->unit->options->strict || !llvm.GetVolatile(access) || !llvm.IsAConstantExpr(a->root) ||
        llvm.GetConstOpcode(a->root) != LLVMIntToPtr)
        return false;
    LLVMValueRef number = llvm.GetOperand(a->root, 0);
    return llvm.IsAConstantInt(number) && llvm.GetIntTypeWidth(llvm.TypeOf(number)) <= 64 &&
           llvm.ConstIntGetZExtValue(number) >= LEAST;
}

bool c_step_load(struct c_translation *t, LLVMValueRef x) {
    LLVMTypeRef type = llvm.TypeOf(x);
    struct c_known k = {0};
    if (c_ir_is_float(type)) return true; /* its users find out */
    struct c_address a;
    c_address_init(&a, &t->memory, llvm.GetOperand(x, 0));
    if (is_device(t, x, &a)) {
        c_address_fini(&a);
        c_know(t, x, (struct c_known){.term = c_arbitrary_value(t, x, PROGRAM_ENVIRONMENT, NULL)});
        return true;
    }
    bool on = c_access_read(t, x, &a, c_memory_width(&t->memory, type), c_ir_is_integer(type), &k.term);
    c_address_fini(&a);
    if (on) c_know(t, x, k);
    return on;
}

bool c_step_store(struct c_translation *t, LLVMValueRef x) {
    LLVMValueRef stored = llvm.GetOperand(x, 0);
    LLVMTypeRef type = llvm.TypeOf(stored);
    struct c_known value = {.term = TERM_NONE}; /* of floating-point numbers, which have none */
    if (!c_ir_is_float(type)) value = c_operand(t, stored, false);
    if (value.why) {
        c_unsupported_value(t, value, x);
        return false;
    }
    struct c_address a;
    c_address_init(&a, &t->memory, llvm.GetOperand(x, 1));
    bool on = is_device(t, x, &a) || c_access_write(t, x, &a, c_memory_width(&t->memory, type), value.term);
    c_address_fini(&a);
    return on;
}
