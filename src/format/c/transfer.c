/* memset, memcpy, memmove and havoc: of a constant number of bytes at a constant place of an object, leaf by
 * leaf; what is not of that kind goes scalar by scalar (scalars.c). */
#include "format/c/translate.h"

enum { ELEMENTS = 256 }; /* of an array, when not all of it is written */

/* A region of an object. */
struct region {
    const struct c_object *object;
    uint64_t start, size;
};

/* NULL, or why the pointer and size are none. */
static const char *find_region(struct c_translation *t, LLVMValueRef pointer, LLVMValueRef size,
                               bool is_havoc, struct region *region) {
    struct c_address a;
    c_address_init(&a, &t->memory, pointer);
    const char *why = a.terms.size ? c_refusal(C_REFUSES_TRANSFER_PLACE) : NULL;
    int64_t start = a.constant;
    if (a.object == PROGRAM_NONE) {
        why = c_refusal(C_REFUSES_TRANSFER_POINTER);
    } else {
        region->object = &t->memory.objects.data[a.object];
        if (!why) why = region->object->unsupported;
    }
    c_address_fini(&a);
    region->start = (uint64_t)start;
    if (why) return why;
    uint64_t rest = region->object->size - region->start;
    if (llvm.IsAConstantInt(size))
        region->size = llvm.ConstIntGetZExtValue(size);
    else if (!is_havoc)
        return c_refusal(C_REFUSES_TRANSFER_SIZE);
    /* variables that come into being: also of a size known at run time only, which the object has anyway */
    bool all = is_havoc && (!llvm.IsAConstantInt(size) || region->size >= UINT32_MAX);
    if (all) region->size = region->object->count ? UINT64_MAX : rest;
    bool outside = start < 0 || region->start > region->object->size || (!all && region->size > rest);
    return outside && !region->object->count ? c_refusal(C_REFUSES_TRANSFER_MORE) : NULL;
}

/* Which elements of a leaf lie in the region: all, none, or [first..end[ of a leaf of one dimension. False:
 * else. */
enum part { ALL, NOTHING, RANGE, UNEVEN };
static enum part part_of(const struct c_leaf *leaf, const struct region *region, uint64_t *first,
                         uint64_t *end) {
    uint64_t from = leaf->offset, n = c_leaf_elements(leaf);
    uint64_t stop = from + leaf->width;
    for (uint32_t d = 0; d < leaf->n_dimensions; d++)
        stop += leaf->dimensions[d].stride * (leaf->dimensions[d].count - 1);
    uint64_t to = region->size > UINT64_MAX - region->start ? UINT64_MAX : region->start + region->size;
    if (n == 0) return to == UINT64_MAX && region->start <= from ? ALL : UNEVEN;
    if (region->start <= from && stop <= to) return ALL;
    if (to <= from || stop <= region->start) return NOTHING;
    if (leaf->n_dimensions != 1) return UNEVEN;
    uint64_t stride = leaf->dimensions[0].stride;
    uint64_t begin = region->start > from ? region->start - from : 0, limit = (to < stop ? to : stop) - from;
    *first = (begin + stride - 1) / stride;
    *end = (limit + stride - 1) / stride;
    bool even = (begin % stride == 0 || begin % stride >= leaf->width) &&
                (limit % stride == 0 || limit % stride >= leaf->width);
    return even ? RANGE : UNEVEN;
}

/* What is written: a repeated byte, arbitrary values, or what another region holds. */
struct source {
    LLVMValueRef x;
    bool is_havoc;
    uint64_t byte;
    const struct region *from; /* NULL: the byte */
};

static term repeated(struct c_translation *t, uint64_t byte, uint64_t width) {
    uint64_t word = byte * UINT64_C(0x0101010101010101);
    uint32_t bits = (uint32_t)width * 8;
    if (t->arithmetic.theory == C_BV) {
        term value = term_bits_ui(t->bank, word, bits < 64 ? bits : 64);
        for (uint32_t have = 64; have < bits; have += 64)
            value = term_bv2(t->bank, TERM_BV_CONCAT, value, term_bits_ui(t->bank, word, 64));
        return value;
    }
    return c_arithmetic_signed(&t->arithmetic, (int64_t)(word << (64 - bits)) >> (64 - bits), bits);
}

/* The scalar at an offset of the object; TERM_NONE: there is none of that width. */
static term read_scalar(struct c_translation *t, const struct c_object *o, uint64_t offset, uint64_t width) {
    struct c_address a = {.constant = (int64_t)offset};
    struct c_place place;
    if (!c_place_find(o, &a, width, &place)) return TERM_NONE;
    const struct c_leaf *leaf = &o->leaves.data[place.leaf];
    uint64_t index = 0;
    for (uint32_t d = 0; d < leaf->n_dimensions; d++)
        index = index * leaf->dimensions[d].count + (uint64_t)place.at[d].constant;
    c_place_fini(&place);
    if (leaf->kind == C_LEAF_FLOAT || leaf->width != width) return TERM_NONE;
    term whole = c_leaf_read(t, leaf);
    if (!leaf->n_dimensions) return whole;
    return term_select(t->bank, whole,
                       c_arithmetic_unsigned(&t->arithmetic, index, c_leaf_index_bits(t, leaf)));
}

static bool same_shape(const struct c_leaf *a, const struct c_leaf *b) {
    if (a->width != b->width || a->n_dimensions != b->n_dimensions || b->kind == C_LEAF_FLOAT) return false;
    return memcmp(a->dimensions, b->dimensions, a->n_dimensions * sizeof *a->dimensions) == 0;
}

/* A whole leaf from the other region; TERM_NONE: no leaf of its shape is there. */
static term copy_leaf(struct c_translation *t, const struct c_leaf *leaf, const struct region *to,
                      const struct region *from) {
    vec_each (struct c_leaf, other, &from->object->leaves)
        if (other->offset - from->start == leaf->offset - to->start && same_shape(leaf, other))
            return c_leaf_read(t, other);
    return TERM_NONE;
}

static term whole_value(struct c_translation *t, const struct c_leaf *leaf, const struct region *to,
                        const struct source *source) {
    if (source->is_havoc)
        return c_arbitrary(t, c_leaf_sort(t, leaf), "arbitrary", source->x, PROGRAM_UNINITIALIZED, NULL);
    if (source->from) return copy_leaf(t, leaf, to, source->from);
    return c_leaf_constant(t, leaf, repeated(t, source->byte, leaf->width));
}

static term element_value(struct c_translation *t, const struct c_leaf *leaf, uint64_t offset,
                          const struct region *to, const struct source *source) {
    if (source->is_havoc)
        return c_arbitrary(t, c_arithmetic_sort(&t->arithmetic, (uint32_t)leaf->width * 8), "arbitrary",
                           source->x, PROGRAM_UNINITIALIZED, NULL);
    if (source->from)
        return read_scalar(t, source->from->object, offset - to->start + source->from->start, leaf->width);
    return repeated(t, source->byte, leaf->width);
}

/* The leaf after elements [first..end[ of it were written; TERM_NONE: cannot say. */
static term range_value(struct c_translation *t, const struct c_leaf *leaf, uint64_t first, uint64_t end,
                        const struct region *to, const struct source *source) {
    if (end - first > ELEMENTS) return TERM_NONE;
    if (!leaf->n_dimensions) return element_value(t, leaf, leaf->offset, to, source);
    term whole = c_leaf_read(t, leaf);
    for (uint64_t i = first; i < end; i++) {
        term value = element_value(t, leaf, leaf->offset + i * leaf->dimensions[0].stride, to, source);
        if (term_is_none(value)) return value;
        whole = term_store(t->bank, whole,
                           c_arithmetic_unsigned(&t->arithmetic, i, c_leaf_index_bits(t, leaf)), value);
    }
    return whole;
}

static const char *write_region(struct c_translation *t, const struct region *to,
                                const struct source *source) {
    VEC(struct {
        uint32_t slot;
        term value;
    })
    new = {0}; /* written at once: regions may overlap */
    const char *why = NULL;
    vec_each (struct c_leaf, leaf, &to->object->leaves) {
        uint64_t first = 0, end = leaf->n_dimensions == 1 ? leaf->dimensions[0].count : 1;
        enum part part = part_of(leaf, to, &first, &end);
        if (part == NOTHING || leaf->slot == PROGRAM_NONE) continue;
        term value = part == ALL ? whole_value(t, leaf, to, source) : TERM_NONE;
        if (term_is_none(value) && part != UNEVEN && leaf->n_dimensions <= 1)
            value = range_value(t, leaf, first, end, to, source);
        if (term_is_none(value)) why = c_refusal(C_REFUSES_TRANSFER_PART);
        vec_resize(&new, new.size + 1);
        vec_last(&new).slot = leaf->slot;
        vec_last(&new).value = value;
    }
    for (uint32_t i = 0; i < new.size && !why; i++) t->contents.data[new.data[i].slot] = new.data[i].value;
    vec_free(&new);
    return why;
}

static const char *step_region(struct c_translation *t, LLVMValueRef x, bool is_havoc, bool is_set) {
    struct region to = {0}, from = {0};
    struct source source = {.x = x, .is_havoc = is_havoc};
    LLVMValueRef other = llvm.GetOperand(x, 1), size = is_havoc ? other : llvm.GetOperand(x, 2);
    const char *why = find_region(t, llvm.GetOperand(x, 0), size, is_havoc, &to);
    if (why) return why;
    if (is_set && !llvm.IsAConstantInt(other)) return c_refusal(C_REFUSES_MEMSET_VALUE);
    if (is_set) source.byte = llvm.ConstIntGetZExtValue(other);
    if (!is_set && !is_havoc) {
        why = find_region(t, other, size, false, &from);
        source.from = &from;
    }
    return why ? why : write_region(t, &to, &source);
}

bool c_step_transfer(struct c_translation *t, LLVMValueRef x) {
    const char *name = c_ir_name(c_ir_callee(x));
    bool is_havoc = strcmp(name, C_HAVOC) == 0, is_set = c_ir_starts(name, "llvm.memset");
    LLVMValueRef size = llvm.GetOperand(x, is_havoc ? 1 : 2);
    if (llvm.IsAConstantInt(size) && llvm.ConstIntGetZExtValue(size) == 0) return true;
    const char *why = step_region(t, x, is_havoc, is_set);
    if (why && !is_havoc && llvm.IsAConstantInt(size))
        return c_step_scalars(t, x, llvm.ConstIntGetZExtValue(size), is_set);
    if (why) c_unsupported(t, TERM_NONE, x, why);
    return !why;
}
