/* How objects are cut into leaves: by their type, if the accesses follow it, else into bytes. */
#include "format/c/memory.h"

/* Leaves of a type at an offset, inside of dimensions. Types are as deep as the source's declarations. */
struct cutter {
    const struct c_memory *memory;
    c_leaf_list *leaves;
    struct c_dimension dimensions[C_DIMENSIONS];
    uint32_t n;
    bool failed;
};

static void cut(struct cutter *c, LLVMTypeRef type, uint64_t offset);

static void cut_array(struct cutter *c, LLVMTypeRef element, uint64_t count, bool dynamic, uint64_t offset) {
    uint64_t stride = llvm.ABISizeOfType(c->memory->unit->layout, element);
    if ((count == 1 && !dynamic) || stride == 0) {
        if (count) cut(c, element, offset);
        return;
    }
    if (c->n == C_DIMENSIONS) {
        c->failed = true;
        return;
    }
    if (count == 0 && !dynamic) return;
    c->dimensions[c->n++] = (struct c_dimension){stride, dynamic ? 0 : count};
    cut(c, element, offset);
    c->n--;
}

/* A dimension whose rows are full is one with the next: int m[2][3] has six elements. */
static void merge_dimensions(struct c_leaf *leaf) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < leaf->n_dimensions; i++) {
        struct c_dimension d = leaf->dimensions[i], *outer = n ? &leaf->dimensions[n - 1] : NULL;
        if (outer && outer->stride == d.stride * d.count)
            *outer = (struct c_dimension){d.stride, outer->count * d.count};
        else
            leaf->dimensions[n++] = d;
    }
    leaf->n_dimensions = n;
}

static void cut_scalar(struct cutter *c, LLVMTypeRef type, uint64_t offset) {
    struct c_leaf leaf = {.offset = offset, .slot = PROGRAM_NONE, .n_dimensions = c->n};
    leaf.width = c_memory_width(c->memory, type);
    leaf.kind = c_ir_is_pointer(type) ? C_LEAF_POINTER : c_ir_is_float(type) ? C_LEAF_FLOAT : C_LEAF_INTEGER;
    memcpy(leaf.dimensions, c->dimensions, sizeof leaf.dimensions);
    merge_dimensions(&leaf);
    if (leaf.width == 0) c->failed = true;
    vec_push(c->leaves, leaf);
}

static void cut(struct cutter *c, LLVMTypeRef type, uint64_t offset) {
    switch (llvm.GetTypeKind(type)) {
    case LLVMArrayTypeKind:
        cut_array(c, llvm.GetElementType(type), llvm.GetArrayLength2(type), false, offset);
        break;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < llvm.CountStructElementTypes(type) && !c->failed; i++)
            cut(c, llvm.StructGetTypeAtIndex(type, i),
                offset + llvm.OffsetOfElement(c->memory->unit->layout, type, i));
        break;
    default:
        if (c_ir_is_scalar(type))
            cut_scalar(c, type, offset);
        else
            c->failed = true;
    }
}

static void cut_by_type(const struct c_memory *m, struct c_object *o) {
    struct cutter c = {.memory = m, .leaves = &o->leaves};
    vec_clear(&o->leaves);
    if (o->type) cut_array(&c, o->type, o->repeat, o->count != NULL, 0);
    o->is_bytes = c.failed || !o->type;
}

static void cut_into_bytes(struct c_object *o) {
    struct c_leaf leaf = {.width = 1, .slot = PROGRAM_NONE, .n_dimensions = 1};
    leaf.dimensions[0] = (struct c_dimension){1, o->count ? 0 : o->size};
    vec_clear(&o->leaves);
    if (o->count || o->size) vec_push(&o->leaves, leaf);
    o->is_bytes = true;
}

/* Places. */

void c_place_fini(struct c_place *place) {
    for (uint32_t d = 0; d < C_DIMENSIONS; d++) vec_free(&place->at[d].terms);
}

/* Whether what is outside of the dimension is outside of the object. */
static bool spans(const struct c_object *o, const struct c_leaf *leaf, uint32_t d) {
    const struct c_dimension *dimension = &leaf->dimensions[d];
    return d == 0 &&
           (!dimension->count || o->leaves.size == 1 || dimension->stride * dimension->count >= o->size);
}

/* Whether positions are inside of the dimension when every index is inside of the array that it is one of. */
static bool stays_inside(const struct c_place *place, uint32_t d, uint64_t count) {
    const uint64_t limit = UINT64_C(1) << 30;
    if (place->at[d].constant < 0) return false;
    uint64_t last = (uint64_t)place->at[d].constant;
    vec_each (const struct c_index, t, &place->at[d].terms) {
        if (!t->count || t->count > limit || t->scale < 0 || t->scale > (int64_t)limit || last > limit)
            return false;
        last += (uint64_t)t->scale * (t->count - 1);
    }
    return last < count;
}

/* Gives every summand of the offset to the outermost dimension whose stride divides it. */
static bool match(const struct c_object *o, const struct c_leaf *leaf, const struct c_address *a,
                  struct c_place *place) {
    vec_each (struct c_index, t, &a->terms) {
        uint32_t d = 0;
        while (d < leaf->n_dimensions && t->scale % (int64_t)leaf->dimensions[d].stride) d++;
        if (d == leaf->n_dimensions) return false;
        int64_t times = t->scale / (int64_t)leaf->dimensions[d].stride;
        vec_push(&place->at[d].terms, (struct c_index){t->index, times, t->count});
    }
    int64_t rest = a->constant - (int64_t)leaf->offset;
    for (uint32_t d = 0; d < leaf->n_dimensions; d++) {
        uint64_t count = leaf->dimensions[d].count;
        int64_t stride = (int64_t)leaf->dimensions[d].stride, q = rest / stride;
        if (rest % stride < 0) q--;
        place->at[d].constant = q;
        rest -= q * stride;
        if (!place->at[d].terms.size && (q < 0 || (count && q >= (int64_t)count))) return false;
        if (place->at[d].terms.size && !spans(o, leaf, d) && !stays_inside(place, d, count))
            place->is_loose = true;
    }
    return rest == 0;
}

bool c_place_find(const struct c_object *o, const struct c_address *a, uint64_t width,
                  struct c_place *place) {
    bool found = false;
    for (uint32_t i = 0; i < o->leaves.size && !(found && !place->is_loose); i++) {
        struct c_place other = {.leaf = i};
        bool fits = o->is_bytes ? width > 0 : o->leaves.data[i].width == width;
        fits = fits && match(o, &o->leaves.data[i], a, &other) && !(found && other.is_loose);
        if (fits && found) c_place_fini(place);
        if (fits)
            *place = other;
        else
            c_place_fini(&other);
        found |= fits;
    }
    return found;
}

/* Accesses. */

struct access {
    LLVMValueRef pointer;
    LLVMTypeRef type;
    bool writes;
};

static bool access_of(LLVMValueRef x, struct access *access) {
    if (llvm.IsALoadInst(x))
        *access = (struct access){llvm.GetOperand(x, 0), llvm.TypeOf(x), false};
    else if (llvm.IsAStoreInst(x))
        *access = (struct access){llvm.GetOperand(x, 1), llvm.TypeOf(llvm.GetOperand(x, 0)), true};
    else
        return false;
    return true;
}

/* Whether a loose place may be one in its leaf, or at its end. Else the array is another one, of a union, say. */
static bool is_plausible(const struct c_leaf *leaf, const struct c_place *place) {
    for (uint32_t d = 0; d < leaf->n_dimensions; d++) {
        if (place->at[d].constant < 0 || (uint64_t)place->at[d].constant > leaf->dimensions[d].count)
            return false;
        vec_each (const struct c_index, t, &place->at[d].terms)
            if (t->count > leaf->dimensions[d].count) return false;
    }
    return true;
}

static bool has_one_width(const struct c_object *o) {
    vec_each (const struct c_leaf, leaf, &o->leaves)
        if (leaf->width != o->leaves.data[0].width) return false;
    return true;
}

/* Whether the object can be cut by its type in spite of the access; *mixes: it writes a number where a
 * pointer is. */
static bool follows(const struct c_memory *m, const struct c_object *o, const struct c_targets *targets,
                    const struct access *access, bool *mixes) {
    uint64_t width = c_memory_width(m, access->type);
    bool fits = false, as_number = false, as_pointer = false;
    bool sure = targets->only != PROGRAM_NONE || targets->exact, plausible = true;
    if (sure) {
        struct c_address a;
        struct c_place place;
        c_address_init(&a, m, access->pointer);
        fits = c_place_find(o, &a, width, &place);
        c_address_fini(&a);
        if (fits) {
            as_pointer = o->leaves.data[place.leaf].kind == C_LEAF_POINTER;
            sure = !place.is_loose;
            plausible = is_plausible(&o->leaves.data[place.leaf], &place);
            c_place_fini(&place);
        }
    }
    if (!sure) {
        vec_each (struct c_leaf, leaf, &o->leaves) {
            fits |= leaf->width == width;
            as_number |= leaf->width == width && leaf->kind == C_LEAF_INTEGER;
            as_pointer |= leaf->width == width && leaf->kind == C_LEAF_POINTER;
        }
        fits = fits && (plausible || has_one_width(o));
    }
    *mixes = access->writes && c_ir_is_integer(access->type) && as_pointer && !as_number;
    return fits;
}

/* With `strict` no run gets to an access that is outside, so it says nothing about the object. */
static bool is_never(const struct c_memory *m, const struct c_object *o, const struct access *access) {
    if (!m->unit->options->strict || o->count) return false;
    struct c_address a;
    c_address_init(&a, m, access->pointer);
    uint64_t width = llvm.StoreSizeOfType(m->unit->layout, access->type);
    bool outside = a.object != PROGRAM_NONE && !a.terms.size &&
                   (a.constant < 0 || (uint64_t)a.constant + width > o->size);
    c_address_fini(&a);
    return outside;
}

static void apply_access(struct c_memory *m, const struct c_targets *targets, const struct access *access,
                         uint32_t i) {
    struct c_object *o = &m->objects.data[i];
    bool mixes = false;
    if (is_never(m, o, access)) return;
    if (!o->is_bytes && !follows(m, o, targets, access, &mixes)) o->is_bytes = true;
    o->is_mixed |= mixes;
    o->is_written |= access->writes;
}

/* The type of allocated memory is what the program accesses there: the largest aggregate of an address
 * computation, else the first scalar. */
static void guess_type(struct c_memory *m, struct c_object *o, LLVMTypeRef type, bool accessed) {
    bool aggregate = !c_ir_is_scalar(type);
    if (!llvm.TypeIsSized(type) || (!aggregate && !accessed)) return;
    uint64_t size = llvm.ABISizeOfType(m->unit->layout, type);
    if (size == 0 || (!o->count && size > o->size)) return;
    bool better =
        !o->type ||
        (aggregate && (c_ir_is_scalar(o->type) || size > llvm.ABISizeOfType(m->unit->layout, o->type)));
    if (better) o->type = type;
}

static void guess_types(struct c_memory *m, LLVMValueRef x) {
    struct access access;
    bool accessed = access_of(x, &access);
    LLVMValueRef pointer = accessed                       ? access.pointer
                           : llvm.IsAGetElementPtrInst(x) ? llvm.GetOperand(x, 0)
                                                          : NULL;
    if (!pointer) return;
    LLVMTypeRef type = accessed ? access.type : llvm.GetGEPSourceElementType(x);
    struct c_targets targets = c_targets_of(m, pointer);
    C_EACH_TARGET(i, m, &targets) {
        struct c_object *o = &m->objects.data[i];
        if (c_memory_allocates(o->value)) guess_type(m, o, type, accessed);
    }
}

/* LLVM's own functions that write memory, and our marker. */
static void apply_call(struct c_memory *m, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    const char *name = callee ? c_ir_name(callee) : "";
    if (!c_ir_starts(name, "llvm.mem") && strcmp(name, C_HAVOC) != 0) return;
    struct c_targets targets = c_targets_of(m, llvm.GetOperand(x, 0));
    C_EACH_TARGET(i, m, &targets) m->objects.data[i].is_written = true;
}

static void apply(struct c_memory *m, LLVMValueRef x) {
    struct access access;
    if (llvm.IsACallInst(x)) apply_call(m, x);
    if (!access_of(x, &access)) return;
    struct c_targets targets = c_targets_of(m, access.pointer);
    C_EACH_TARGET(i, m, &targets) apply_access(m, &targets, &access, i);
}

static void each_instruction(struct c_memory *m, void (*act)(struct c_memory *, LLVMValueRef)) {
    vec_each (uint32_t, i, &m->flow->order) C_EACH_INSTRUCTION(x, m->flow->blocks.data[*i].ref) act(m, x);
}

static void cut_objects(struct c_memory *m) {
    vec_each (struct c_object, o, &m->objects) {
        if (llvm.IsAFunction(o->value)) continue;
        if (c_memory_allocates(o->value) && o->type && !o->count) {
            uint64_t size = llvm.ABISizeOfType(m->unit->layout, o->type);
            o->repeat = o->size / size;
            if (o->size % size) o->type = NULL; /* there is more than so many of it */
        }
        cut_by_type(m, o);
    }
}

/* How many things are decided about objects; they are never taken back. */
static uint32_t count_decisions(const struct c_memory *m) {
    uint32_t n = 0;
    vec_each (const struct c_object, o, &m->objects) n += (uint32_t)o->is_bytes + (uint32_t)o->is_mixed;
    return n;
}

/* What the accesses say about objects, given what pointers point to. Bytes do not tell numbers from pointers. */
static void decide(struct c_memory *m) {
    each_instruction(m, apply);
    vec_each (struct c_object, o, &m->objects) {
        o->is_written |= o->is_escaped;
        o->is_mixed |= o->is_bytes && o->is_written;
        if (o->is_bytes && !llvm.IsAFunction(o->value)) cut_into_bytes(o);
    }
}

/* Types come from accesses, and which objects an access means depends on the contents of memory, leaf by leaf: so
 * pointers are followed once without leaves of allocated memory, then with, and again as long as that makes bytes of
 * objects. Only then it is known what is never written: a pointer that was kept among numbers is not seen before these
 * are bytes. */
void c_layout_choose(struct c_memory *m) {
    cut_objects(m);
    c_targets_find(m);
    each_instruction(m, guess_types);
    cut_objects(m);
    uint32_t before;
    do {
        before = count_decisions(m);
        c_targets_find(m);
        decide(m);
    } while (count_decisions(m) > before);
    vec_each (struct c_object, o, &m->objects)
        if (llvm.IsAGlobalVariable(o->value) && llvm.GetInitializer(o->value) && !o->is_written)
            o->is_constant = true;
}
