/* memset, memcpy and memmove scalar by scalar, at any places that accesses can have: everything is read
 * before anything is written. */
#include "format/c/resolve.h"

enum { SCALARS = 256, WIDEST = 16 };

/* One side of the transfer. Of a pointer that may be anywhere inside of an object it is guessed that it is where the
 * same comes again, and again, as at the start: at an element of an array. If it is not, the accesses themselves find
 * out. */
struct side {
    struct c_address address;
    struct c_targets targets;
};

/* The bytes that an address with terms can be of; false: the indices have no bounds. */
static bool range_of(const struct c_address *a, int64_t *low, int64_t *high) {
    const uint64_t limit = UINT64_C(1) << 30;
    *low = *high = a->constant;
    vec_each (const struct c_index, t, &a->terms) {
        if (!t->count || t->count > limit || t->scale > (int64_t)limit || t->scale < -(int64_t)limit)
            return false;
        int64_t last = t->scale * (int64_t)(t->count - 1);
        *(last < 0 ? low : high) += last;
    }
    return true;
}

/* Whether a byte at the address, which has terms, may be one of the leaf: their places agree modulo what divides all
 * terms. */
static bool may_touch(const struct c_leaf *leaf, const struct c_address *a) {
    uint64_t common = 0, extent = leaf->width, end = leaf->offset + leaf->width;
    vec_each (const struct c_index, t, &a->terms)
        for (uint64_t rest = (uint64_t)(t->scale < 0 ? -t->scale : t->scale); rest;) {
            uint64_t other = common;
            common = rest;
            rest = other % rest;
        }
    bool is_long = false;
    for (uint32_t d = 0; d < leaf->n_dimensions; d++) {
        const struct c_dimension *dimension = &leaf->dimensions[d];
        is_long |= !dimension->count;
        end += dimension->stride * (dimension->count - 1);
        if (common && dimension->stride % common == 0) continue;
        if (!dimension->count) return true;
        extent += dimension->stride * (dimension->count - 1);
    }
    int64_t low, high;
    if (!is_long && range_of(a, &low, &high) && (high < (int64_t)leaf->offset || low >= (int64_t)end))
        return false;
    int64_t distance = a->constant - (int64_t)leaf->offset, step = (int64_t)common;
    return !common || (uint64_t)((distance % step + step) % step) < extent;
}

/* Whether the byte at an offset of the object is one of the leaf. */
static bool touches(const struct c_leaf *leaf, int64_t offset) {
    int64_t rest = offset - (int64_t)leaf->offset;
    for (uint32_t d = 0; d < leaf->n_dimensions && rest >= 0; d++) {
        const struct c_dimension *dimension = &leaf->dimensions[d];
        uint64_t q = (uint64_t)rest / dimension->stride;
        if (dimension->count && q >= dimension->count) return false;
        rest = (int64_t)((uint64_t)rest % dimension->stride);
    }
    return rest >= 0 && (uint64_t)rest < leaf->width;
}

/* What an object has at so many bytes behind the address. */
enum content { NOTHING, NUMBER, REAL, OTHER };
static enum content content_at(const struct c_object *o, const struct c_address *a, uint64_t offset,
                               uint64_t width) {
    struct c_address moved = *a; /* shares the terms */
    struct c_place place;
    moved.constant += (int64_t)offset;
    if (c_place_find(o, &moved, width, &place)) {
        bool is_loose = place.is_loose, is_real = o->leaves.data[place.leaf].kind == C_LEAF_FLOAT;
        c_place_fini(&place);
        return !is_real ? NUMBER : is_loose ? OTHER : REAL; /* of numbers the accesses find out */
    }
    vec_each (const struct c_leaf, leaf, &o->leaves) /* inside of something? */
        if (a->terms.size ? may_touch(leaf, &moved) : touches(leaf, moved.constant)) return OTHER;
    return NOTHING;
}

/* The same for all objects that the side can mean; OTHER: they differ. */
static enum content side_at(const struct c_translation *t, const struct side *side, uint64_t offset,
                            uint64_t width) {
    enum content all = NOTHING;
    bool first = true;
    C_EACH_TARGET(i, &t->memory, &side->targets) {
        const struct c_object *o = &t->memory.objects.data[i];
        if (llvm.IsAFunction(o->value)) continue;
        const struct c_address start = {0}, *a = side->targets.exact ? &side->address : &start;
        enum content c = o->unsupported ? OTHER : content_at(o, a, offset, width);
        if (!first && c != all) return OTHER;
        all = c;
        first = false;
    }
    return first ? OTHER : all;
}

struct scalar {
    uint64_t offset, width;
    bool is_open; /* there is nothing to read: any value */
    term value;
};
typedef VEC(struct scalar) scalar_list;

/* The scalar at the offset, appended unless it has no representation; its width, or 0: not supported. What is not
 * accessed (padding, floating point) must be sure to be there. `from` may be NULL. */
static uint64_t cut_scalar(const struct c_translation *t, const struct side *to, const struct side *from,
                           uint64_t offset, uint64_t left, scalar_list *list) {
    bool sure = to->targets.exact && (!from || from->targets.exact);
    for (uint64_t width = WIDEST; width; width--) {
        if (width > left) continue;
        enum content there = side_at(t, to, offset, width);
        enum content here = from ? side_at(t, from, offset, width) : there;
        if (there == NOTHING && width == 1) return sure ? 1 : 0; /* padding */
        if (there == REAL && here == REAL && sure) return width;
        bool open = sure && there == NUMBER && here == NOTHING && width == 1;
        if (there != NUMBER || (here != NUMBER && !open)) continue;
        vec_push(list, (struct scalar){offset, width, open, TERM_NONE});
        return width;
    }
    return 0;
}

static const char *cut(const struct c_translation *t, const struct side *to, const struct side *from,
                       uint64_t size, scalar_list *list) {
    if (size > SCALARS * WIDEST) return c_refusal(C_REFUSES_TRANSFER_MANY);
    for (uint64_t offset = 0; offset < size;) {
        uint64_t width = cut_scalar(t, to, from, offset, size - offset, list);
        if (!width || list->size > SCALARS) return c_refusal(C_REFUSES_TRANSFER_TYPE);
        offset += width;
    }
    return NULL;
}

static term repeated(struct c_translation *t, term byte, uint64_t width) {
    term value = byte;
    for (uint64_t i = 1; i < width; i++) value = term_bv2(t->bank, TERM_BV_CONCAT, byte, value);
    return value;
}

static bool read_all(struct c_translation *t, LLVMValueRef x, const struct side *from, term byte,
                     scalar_list *list) {
    vec_each (struct scalar, s, list) {
        if (s->is_open) {
            sort open = c_arithmetic_sort(&t->arithmetic, (uint32_t)s->width * 8);
            s->value = c_arbitrary(t, open, "padding", x, PROGRAM_UNINITIALIZED, NULL);
        } else if (from) {
            struct c_address a = from->address;
            a.constant += (int64_t)s->offset;
            if (!c_access_read(t, x, &a, s->width, false, &s->value)) return false;
        } else {
            s->value = repeated(t, byte, s->width);
        }
    }
    return true;
}

static bool write_all(struct c_translation *t, LLVMValueRef x, const struct side *to,
                      const scalar_list *list) {
    vec_each (const struct scalar, s, list) {
        struct c_address a = to->address;
        a.constant += (int64_t)s->offset;
        if (!c_access_write(t, x, &a, s->width, s->value)) return false;
    }
    return true;
}

static struct side side_of(struct c_translation *t, LLVMValueRef pointer) {
    struct side side;
    c_address_init(&side.address, &t->memory, pointer);
    side.targets = c_targets_of(&t->memory, side.address.root);
    return side;
}

bool c_step_scalars(struct c_translation *t, LLVMValueRef x, uint64_t size, bool is_set) {
    struct side to = side_of(t, llvm.GetOperand(x, 0)), from = {0};
    struct c_known byte = {0};
    scalar_list list = {0};
    const char *why = NULL;
    if (is_set) {
        byte = c_operand(t, llvm.GetOperand(x, 1), true);
        why = byte.why ? byte.why : t->arithmetic.theory == C_BV ? NULL : c_refusal(C_REFUSES_MEMSET_THEORY);
    } else {
        from = side_of(t, llvm.GetOperand(x, 1));
    }
    if (!why) why = cut(t, &to, is_set ? NULL : &from, size, &list);
    if (why) c_unsupported(t, TERM_NONE, x, why);
    bool on = !why && read_all(t, x, is_set ? NULL : &from, byte.term, &list) && write_all(t, x, &to, &list);
    vec_free(&list);
    c_address_fini(&to.address);
    c_address_fini(&from.address);
    return on;
}
