#include "format/c/resolve.h"

static term both(struct c_translation *t, term a, term b) {
    if (term_is_none(a)) return b;
    return term_is_none(b) ? a : term_and2(t->bank, a, b);
}

/* The number of elements of the dimension that is known only at run time. */
static term run_time_count(struct c_translation *t, const struct c_object *o, uint64_t stride) {
    uint32_t bits = c_pointer_bits(t);
    term count = c_slot(t, o->length);
    if (o->unit % stride == 0)
        return c_arithmetic_times(&t->arithmetic, count, (int64_t)(o->unit / stride), bits);
    return c_arithmetic_quotient(
        &t->arithmetic, c_arithmetic_times(&t->arithmetic, count, (int64_t)o->unit, bits), stride, bits);
}

/* `spare`: so many elements must follow, for accesses to several bytes; TERM_NONE: not for sizes known at run
 * time only. */
static term count_of(struct c_translation *t, const struct c_object *o, const struct c_dimension *d,
                     uint64_t spare) {
    if (d->count)
        return c_arithmetic_unsigned(&t->arithmetic, d->count > spare ? d->count - spare : 0,
                                     c_pointer_bits(t));
    return spare ? TERM_NONE : run_time_count(t, o, d->stride);
}

static term narrow(struct c_translation *t, const struct c_leaf *leaf, term index) {
    return c_arithmetic_cast(&t->arithmetic, LLVMTrunc, index, c_pointer_bits(t), c_leaf_index_bits(t, leaf));
}

/* Addresses whose root is an object. */

/* An upper bound of a value without sign, from the last operations that made it. */
static uint64_t greatest(LLVMValueRef v, uint32_t depth) {
    uint32_t width = llvm.GetIntTypeWidth(llvm.TypeOf(v));
    uint64_t all = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    if (llvm.IsAConstantInt(v)) return width <= 64 ? llvm.ConstIntGetZExtValue(v) : UINT64_MAX;
    if (!llvm.IsAInstruction(v) || depth == 0) return all;
    LLVMOpcode op = llvm.GetInstructionOpcode(v);
    if (op != LLVMZExt && op != LLVMSExt && op != LLVMAnd && op != LLVMURem) return all;
    uint64_t first = greatest(llvm.GetOperand(v, 0), depth - 1);
    if (op == LLVMZExt) return first;
    if (op == LLVMSExt) {
        uint32_t from = llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(v, 0)));
        return from <= 63 && first < UINT64_C(1) << (from - 1) ? first : all;
    }
    uint64_t second = greatest(llvm.GetOperand(v, 1), depth - 1);
    if (op == LLVMAnd) return first < second ? first : second;
    return llvm.IsAConstantInt(llvm.GetOperand(v, 1)) && second ? second - 1 : all;
}

bool c_surely_below(const struct c_translation *t, const struct c_index *terms, uint32_t n, int64_t constant,
                    uint64_t count) {
    if (constant < 0) return false;
    uint64_t bound = (uint64_t)constant, limit = UINT64_C(1) << 30;
    for (const struct c_index *i = terms; i < terms + n; i++) {
        uint32_t width = c_bits(t, llvm.TypeOf(i->index));
        uint64_t most = greatest(i->index, 4);
        bool positive = width > 63 ? most < limit : most < UINT64_C(1) << (width - 1);
        if (i->scale < 0 || (uint64_t)i->scale >= limit || most >= limit || !positive) return false;
        bound += (uint64_t)i->scale * most;
        if (bound >= limit) return false;
    }
    return bound < count;
}

static bool surely_inside(const struct c_translation *t, const struct c_place *place, uint32_t d,
                          uint64_t count) {
    return c_surely_below(t, place->at[d].terms.data, place->at[d].terms.size, place->at[d].constant, count);
}

static struct c_known position(struct c_translation *t, const struct c_place *place, uint32_t d) {
    uint32_t bits = c_pointer_bits(t);
    struct c_known sum = {.term = TERM_NONE};
    vec_each (struct c_index, i, &place->at[d].terms) {
        struct c_known index = c_operand_index(t, i->index);
        if (index.why) return index;
        term part = c_arithmetic_times(&t->arithmetic, index.term, i->scale, bits);
        sum.term = term_is_none(sum.term) ? part : c_arithmetic_add(&t->arithmetic, sum.term, part, bits);
    }
    term constant = c_arithmetic_signed(&t->arithmetic, place->at[d].constant, bits);
    if (term_is_none(sum.term))
        sum.term = constant;
    else if (place->at[d].constant)
        sum.term = c_arithmetic_add(&t->arithmetic, sum.term, constant, bits);
    return sum;
}

/* The candidate of a place. Constant positions become constants of the array's index width. */
static const char *place_candidate(struct c_translation *t, const struct c_place *place, uint64_t spare,
                                   struct c_candidate *c) {
    uint32_t bits = c_pointer_bits(t);
    uint64_t constant = 0;
    bool is_constant = true;
    term flat = TERM_NONE;
    for (uint32_t d = 0; d < c->leaf->n_dimensions; d++) {
        const struct c_dimension *dimension = &c->leaf->dimensions[d];
        uint64_t usable = dimension->count > spare ? dimension->count - spare : 0;
        is_constant &= place->at[d].terms.size == 0 && usable && surely_inside(t, place, d, usable);
        struct c_known at = position(t, place, d);
        if (at.why) return at.why;
        if (!usable || !surely_inside(t, place, d, usable)) {
            term count = count_of(t, c->object, dimension, spare);
            if (term_is_none(count)) return c_refusal(C_REFUSES_OBJECT_SIZE);
            c->inside = both(t, c->inside, c_arithmetic_below(&t->arithmetic, at.term, count));
        }
        constant = constant * dimension->count + (uint64_t)place->at[d].constant;
        flat = d ? c_arithmetic_add(&t->arithmetic,
                                    c_arithmetic_times(&t->arithmetic, flat, (int64_t)dimension->count, bits),
                                    at.term, bits)
                 : at.term;
    }
    if (!c->leaf->n_dimensions) return NULL;
    c->index = is_constant ? c_arithmetic_unsigned(&t->arithmetic, constant, c_leaf_index_bits(t, c->leaf))
                           : narrow(t, c->leaf, flat);
    return NULL;
}

/* Addresses that are only known as numbers. */

/* The condition that `offset` (from the start of the object) is that of an element of the leaf, and the
 * element's index. */
static const char *offset_candidate(struct c_translation *t, term offset, uint64_t spare,
                                    struct c_candidate *c) {
    struct c_arithmetic *a = &t->arithmetic;
    uint32_t bits = c_pointer_bits(t);
    const struct c_leaf *leaf = c->leaf;
    term rest = leaf->offset ? c_arithmetic_binary(a, LLVMSub, offset,
                                                   c_arithmetic_unsigned(a, leaf->offset, bits), bits)
                             : offset;
    term flat = TERM_NONE;
    for (uint32_t d = 0; d < leaf->n_dimensions; d++) {
        const struct c_dimension *dimension = &leaf->dimensions[d];
        term q = c_arithmetic_quotient(a, rest, dimension->stride, bits),
             count = count_of(t, c->object, dimension, spare);
        if (term_is_none(q) || term_is_none(count)) return c_refusal(C_REFUSES_ADDRESS_ARITHMETIC);
        c->inside = both(t, c->inside, c_arithmetic_below(a, q, count));
        flat = d ? c_arithmetic_add(a, c_arithmetic_times(a, flat, (int64_t)dimension->count, bits), q, bits)
                 : q;
        rest = c_arithmetic_binary(a, LLVMSub, rest,
                                   c_arithmetic_times(a, q, (int64_t)dimension->stride, bits), bits);
    }
    bool bytes = leaf->n_dimensions == 1 && leaf->dimensions[0].stride == 1;
    if (!bytes) c->inside = both(t, c->inside, term_eq(t->bank, rest, c_arithmetic_unsigned(a, 0, bits)));
    if (leaf->n_dimensions) c->index = narrow(t, leaf, flat);
    return NULL;
}

/* Whether an address may be between the scalars of an object that has only those of the accessed width: part of one,
 * and of the next. Pointers to such scalars go in steps of their width; what counts bytes does not. */
static bool is_uneven(const struct c_address *a, const struct c_targets *root, uint64_t width) {
    for (uint32_t k = 0; k < 4; k++)
        if (width == UINT64_C(2) << k) return c_address_steps(a) % width || (root && root->uneven >> k & 1);
    return width != 1;
}

/* Inside of an object with scalars of several widths, or between scalars, an address that fits none of the accessed
 * width may still be meaningful: part of a wider scalar, or several narrower ones. */
static void add_confusion(struct c_translation *t, const struct c_object *o, term offset, term fits,
                          term guard, struct c_access *access) {
    term size = o->count ? run_time_count(t, o, 1)
                         : c_arithmetic_unsigned(&t->arithmetic, o->size, c_pointer_bits(t));
    term within = c_arithmetic_below(&t->arithmetic, offset, size);
    term confused = both(t, guard, both(t, within, term_is_none(fits) ? TERM_NONE : term_not(t->bank, fits)));
    access->confusion =
        term_is_none(access->confusion) ? confused : term_or2(t->bank, access->confusion, confused);
}

static void resolve_object(struct c_translation *t, const struct c_object *o, term pointer, bool uneven,
                           uint64_t width, term guard, struct c_access *access) {
    uint32_t bits = c_pointer_bits(t);
    term offset = c_arithmetic_binary(&t->arithmetic, LLVMSub, pointer,
                                      c_arithmetic_unsigned(&t->arithmetic, o->base, bits), bits);
    term fits = TERM_NONE;
    bool confusing = uneven && !o->is_bytes;
    vec_each (struct c_leaf, leaf, &o->leaves) {
        if (!o->is_bytes && leaf->width != width) {
            confusing = true;
            continue;
        }
        struct c_candidate c = {.object = o, .leaf = leaf};
        access->why = offset_candidate(t, offset, o->is_bytes ? width - 1 : 0, &c);
        if (access->why) return;
        fits = term_is_none(fits) ? c.inside : term_or2(t->bank, fits, c.inside);
        c.inside = both(t, guard, c.inside);
        vec_push(&access->candidates, c);
    }
    if (confusing) add_confusion(t, o, offset, fits, guard, access);
}

/* Whether all positions can be seen to be inside of the leaf. */
static bool is_sure(const struct c_translation *t, const struct c_object *o, const struct c_place *place) {
    const struct c_leaf *leaf = &o->leaves.data[place->leaf];
    for (uint32_t d = 0; d < leaf->n_dimensions; d++)
        if (!surely_inside(t, place, d, leaf->dimensions[d].count)) return false;
    return true;
}

/* The candidates of a place in an object that may be in any of its leaves. */
static void add_number(struct c_translation *t, const struct c_object *o, const struct c_address *a,
                       uint64_t width, term guard, struct c_access *access) {
    struct c_address inside = *a; /* shares the terms */
    inside.object = (uint32_t)(o - t->memory.objects.data);
    struct c_known pointer = c_operand_address(t, &inside);
    access->why = pointer.why;
    if (!access->why) resolve_object(t, o, pointer.term, is_uneven(a, NULL, width), width, guard, access);
}

/* With `strict` no run gets to an access at a constant place that is not inside of the object: layout.c counts it as
 * none. */
static bool is_never(const struct c_translation *t, const struct c_object *o, const struct c_address *a,
                     uint64_t width) {
    return t->unit->options->strict && !o->count && !a->terms.size &&
           (a->constant < 0 || (uint64_t)a->constant + width > o->size);
}

/* The candidate of a place in an object, when `guard` holds; whether it is inside for sure. */
static bool add_place(struct c_translation *t, const struct c_object *o, const struct c_address *a,
                      uint64_t width, term guard, struct c_access *access) {
    struct c_place place;
    access->why = o->unsupported;
    if (access->why || llvm.IsAFunction(o->value)) return false;
    bool found = c_place_find(o, a, width, &place);
    if (!found && (o->is_bytes || is_never(t, o, a, width))) return false;
    if (!found || (place.is_loose && !is_sure(t, o, &place))) {
        if (found) c_place_fini(&place);
        add_number(t, o, a, width, guard, access);
        return false;
    }
    struct c_candidate c = {.object = o, .leaf = &o->leaves.data[place.leaf]};
    access->why = place_candidate(t, &place, o->is_bytes ? width - 1 : 0, &c);
    bool sure = term_is_none(c.inside);
    c.inside = both(t, guard, c.inside);
    vec_push(&access->candidates, c);
    c_place_fini(&place);
    return sure;
}

/* Addresses whose root is neither an object nor a choice that was made on this path. A root that only points
 * to the start of objects is taken as the object, when it is. */
static void gather_dynamic(struct c_translation *t, const struct c_address *a, uint64_t width, term guard,
                           struct c_access *access) {
    struct c_targets targets = c_targets_of(&t->memory, a->root);
    struct c_known address = targets.exact ? c_operand(t, a->root, true) : c_operand_address(t, a);
    access->why = address.why;
    access->other |= targets.other;
    C_EACH_TARGET(i, &t->memory, &targets) {
        const struct c_object *o = &t->memory.objects.data[i];
        if (access->why) return;
        if (llvm.IsAFunction(o->value)) continue;
        term base = c_arithmetic_unsigned(&t->arithmetic, o->base, c_pointer_bits(t));
        access->why = o->unsupported;
        if (!access->why && targets.exact)
            add_place(t, o, a, width, both(t, guard, term_eq(t->bank, address.term, base)), access);
        else if (!access->why)
            resolve_object(t, o, address.term, is_uneven(a, &targets, width), width, guard, access);
    }
}

static bool gather(struct c_translation *, const struct c_address *, uint64_t width, term guard,
                   uint32_t depth, struct c_access *);

/* A choice: the rest of the address applied to one of its values. */
static bool gather_choice(struct c_translation *t, const struct c_address *a, uint64_t width, term guard,
                          uint32_t depth, struct c_access *access) {
    struct c_known c = c_operand(t, llvm.GetOperand(a->root, 0), false);
    access->why = c.why;
    bool total = true;
    for (unsigned i = 1; i <= 2 && !access->why; i++) {
        struct c_address arm;
        c_address_init(&arm, &t->memory, llvm.GetOperand(a->root, i));
        arm.constant += a->constant;
        if (a->terms.size) vec_append(&arm.terms, a->terms.data, a->terms.size);
        term chosen = i == 1 ? c.term : term_not(t->bank, c.term);
        total &= gather(t, &arm, width, both(t, guard, chosen), depth, access);
        c_address_fini(&arm);
    }
    return total;
}

/* Collects candidates; whether one of them is meant for sure when the guard holds. */
static bool gather(struct c_translation *t, const struct c_address *a, uint64_t width, term guard,
                   uint32_t depth, struct c_access *access) {
    if (access->why) return false;
    if (a->object != PROGRAM_NONE)
        return add_place(t, &t->memory.objects.data[a->object], a, width, guard, access);
    bool here = llvm.IsASelectInst(a->root) && hash_map_get(&t->known_index, c_ir_key(a->root)) != HASH_NONE;
    if (here && depth) return gather_choice(t, a, width, guard, depth - 1, access);
    gather_dynamic(t, a, width, guard, access);
    return false;
}

/* What is not a candidate: the path ends where that is not supported. False: everywhere. */
static bool exclude(struct c_translation *t, LLVMValueRef x, struct c_access *access) {
    term any = TERM_NONE; /* some candidate is meant */
    vec_each (struct c_candidate, c, &access->candidates)
        any = term_is_none(any) ? c->inside : term_or2(t->bank, any, c->inside);
    term outside = term_is_none(any) ? TERM_NONE : term_not(t->bank, any);
    if (access->other || t->unit->options->strict) { /* strict: it is inside of an object, see bounds.c */
        c_unsupported(t, outside, x,
                      access->other ? c_refusal(C_REFUSES_ORIGIN) : c_refusal(C_REFUSES_OTHER_TYPE));
        if (term_is_none(any)) return false;
        c_assume(t, any);
        access->total = true;
    } else if (!term_is_none(access->confusion)) {
        c_unsupported(t, access->confusion, x, c_refusal(C_REFUSES_OTHER_TYPE));
        c_assume(t, term_not(t->bank, access->confusion));
    }
    return true;
}

bool c_resolve(struct c_translation *t, LLVMValueRef x, const struct c_address *a, uint64_t width,
               struct c_access *access) {
    *access = (struct c_access){0};
    if (width == 0) access->why = c_refusal(C_REFUSES_PART);
    access->total = gather(t, a, width, TERM_NONE, 4, access);
    if (access->why) c_unsupported(t, TERM_NONE, x, access->why);
    bool on = !access->why && (access->total || exclude(t, x, access));
    if (!on) c_access_fini(access);
    return on;
}

void c_access_fini(struct c_access *access) {
    vec_free(&access->candidates);
}
