/* Slots: the variables that hold memory, what they hold at the start, and objects that come into being. */
#include "format/c/translate.h"

/* Elements of an initialised one, those that differ from the last. */
enum { LARGEST_ARRAY = 1 << 21, LARGEST_TABLE = 1 << 14 };

uint64_t c_leaf_elements(const struct c_leaf *leaf) {
    uint64_t n = 1;
    for (uint32_t d = 0; d < leaf->n_dimensions; d++) n *= leaf->dimensions[d].count;
    return n;
}

/* No more index bits than elements need: what reads and writes outside is decided before. */
uint32_t c_leaf_index_bits(const struct c_translation *t, const struct c_leaf *leaf) {
    uint64_t n = c_leaf_elements(leaf);
    if (n == 0) return c_pointer_bits(t);
    uint32_t bits = 2;
    while (bits < c_pointer_bits(t) && (n - 1) >> bits) bits++;
    return bits;
}

sort c_leaf_sort(const struct c_translation *t, const struct c_leaf *leaf) {
    sort element = c_arithmetic_sort(&t->arithmetic, (uint32_t)leaf->width * 8);
    if (!leaf->n_dimensions) return element;
    return sort_array(t->bank, c_arithmetic_sort(&t->arithmetic, c_leaf_index_bits(t, leaf)), element);
}

term c_leaf_constant(struct c_translation *t, const struct c_leaf *leaf, term element) {
    return leaf->n_dimensions ? term_const_array(t->bank, c_leaf_sort(t, leaf), element) : element;
}

term c_slot(const struct c_translation *t, uint32_t slot) {
    term held = t->contents.data[slot];
    return term_is_none(held) ? t->program->variables.data[t->slots.data[slot]].now : held;
}

term c_leaf_read(const struct c_translation *t, const struct c_leaf *leaf) {
    return leaf->slot == PROGRAM_NONE ? leaf->value : c_slot(t, leaf->slot);
}

/* Initial values. */

/* The scalar of a constant at an offset; `offset` becomes the rest within the scalar. NULL: there is none
 * (padding), or a vector, which is the constant itself then (`whole`). */
static LLVMValueRef scalar_at(struct c_translation *t, LLVMValueRef c, uint64_t *offset,
                              LLVMValueRef *whole) {
    LLVMTypeRef type = llvm.TypeOf(c);
    while (c && !c_ir_is_scalar(type)) {
        uint64_t i;
        if (llvm.GetTypeKind(type) == LLVMArrayTypeKind) {
            uint64_t stride = llvm.ABISizeOfType(t->unit->layout, llvm.GetElementType(type));
            i = stride ? *offset / stride : 0;
            *offset -= i * stride;
        } else if (llvm.GetTypeKind(type) == LLVMStructTypeKind && llvm.CountStructElementTypes(type)) {
            i = llvm.ElementAtOffset(t->unit->layout, type, *offset);
            *offset -= llvm.OffsetOfElement(t->unit->layout, type, (unsigned)i);
        } else {
            bool is_empty = llvm.GetTypeKind(type) == LLVMStructTypeKind;
            *whole = is_empty ? NULL : c;
            return NULL;
        }
        c = llvm.GetAggregateElement(c, (unsigned)i);
        if (c) type = llvm.TypeOf(c);
    }
    return c;
}

static bool initial_scalar(struct c_translation *t, LLVMValueRef initial, uint64_t offset, uint64_t width,
                           term *value) {
    uint32_t bits = (uint32_t)width * 8;
    LLVMValueRef whole = NULL, c = scalar_at(t, initial, &offset, &whole);
    *value = c_arithmetic_unsigned(&t->arithmetic, 0, bits);
    if (whole) return llvm.IsNull(whole) || llvm.IsUndef(whole);
    if (!c || llvm.IsNull(c) || llvm.IsUndef(c)) return true;
    if (llvm.IsAConstantInt(c) && llvm.GetIntTypeWidth(llvm.TypeOf(c)) == bits && offset == 0) {
        *value = c_arithmetic_constant(&t->arithmetic, c, false);
        return true;
    }
    if (llvm.IsAConstantInt(c) && width == 1 && llvm.GetIntTypeWidth(llvm.TypeOf(c)) <= 64) {
        uint64_t word = offset < 8 ? llvm.ConstIntGetZExtValue(c) >> (8 * offset) : 0;
        *value = c_arithmetic_unsigned(&t->arithmetic, word & 0xff, bits);
        return true;
    }
    if (!c_ir_is_pointer(llvm.TypeOf(c)) || offset || bits != c_pointer_bits(t)) return false;
    struct c_known k = c_operand(t, c, true);
    *value = k.term;
    return !k.why;
}

/* An array: the last element everywhere, and the others where they differ. */
static bool initial_array(struct c_translation *t, const struct c_leaf *leaf, LLVMValueRef initial,
                          term *value) {
    uint64_t n = c_leaf_elements(leaf);
    uint32_t bits = c_leaf_index_bits(t, leaf);
    term element, last = TERM_NONE;
    if (llvm.IsNull(initial)) {
        *value =
            c_leaf_constant(t, leaf, c_arithmetic_unsigned(&t->arithmetic, 0, (uint32_t)leaf->width * 8));
        return true;
    }
    if (n > LARGEST_ARRAY) return false;
    uint64_t different = 0;
    for (uint64_t i = n; i-- > 0 && different <= LARGEST_TABLE;) {
        uint64_t offset = leaf->offset, rest = i;
        for (uint32_t d = leaf->n_dimensions; d-- > 0; rest /= leaf->dimensions[d].count)
            offset += rest % leaf->dimensions[d].count * leaf->dimensions[d].stride;
        if (!initial_scalar(t, initial, offset, leaf->width, &element)) return false;
        if (i == n - 1) {
            last = element;
            *value = c_leaf_constant(t, leaf, element);
        } else if (!term_same(element, last)) {
            different++;
            *value = term_store(t->bank, *value, c_arithmetic_unsigned(&t->arithmetic, i, bits), element);
        }
    }
    return different <= LARGEST_TABLE;
}

static void initialise(struct c_translation *t, struct c_object *o) {
    LLVMValueRef initial = llvm.IsAGlobalVariable(o->value) ? llvm.GetInitializer(o->value) : NULL;
    if (!initial || o->unsupported) return;
    vec_each (struct c_leaf, leaf, &o->leaves) {
        if (leaf->kind == C_LEAF_FLOAT) continue;
        bool done = leaf->n_dimensions ? initial_array(t, leaf, initial, &leaf->value)
                                       : initial_scalar(t, initial, leaf->offset, leaf->width, &leaf->value);
        if (!done) o->unsupported = c_refusal(C_REFUSES_INITIAL);
    }
}

/* Variables. */

/* "a", "s.f", or for what is no expression of the source "s[].f" and the like. */
static uint32_t leaf_variable(struct c_translation *t, const struct c_object *o, const struct c_leaf *leaf) {
    struct c_debug_source source = {0};
    uint32_t bits = (uint32_t)(leaf->width * 8);
    if (o->source.variable) {
        uint64_t all =
            leaf->n_dimensions == 1 ? c_leaf_elements(leaf) * leaf->dimensions[0].stride * 8 : bits;
        source = c_debug_source(t->unit, &o->source, (uint32_t)leaf->offset * 8, (uint32_t)all);
    }
    char *name = source.text    ? mem_strdup(source.text)
                 : leaf->offset ? mem_format("%s+%llu", c_ir_name(o->value), (unsigned long long)leaf->offset)
                 : *c_ir_name(o->value) != 0 ? mem_strdup(c_ir_name(o->value))
                                             : mem_strdup("object");
    uint32_t i = program_add_variable(t->program, name, c_leaf_sort(t, leaf));
    struct program_variable *made = &t->program->variables.data[i];
    bool own = o->is_bytes || leaf->kind == C_LEAF_POINTER; /* no value that the source knows */
    made->source = own ? NULL : program_text(t->program, source.text);
    made->scope = program_text(t->program, source.scope);
    made->is_signed = source.is_signed;
    made->is_boolean = source.is_boolean;
    mem_free(name);
    c_debug_source_fini(&source);
    return i;
}

static uint32_t add_slot(struct c_translation *t, uint32_t variable) {
    vec_push(&t->slots, variable);
    vec_push(&t->contents, TERM_NONE);
    return t->slots.size - 1;
}

static uint32_t add_property(struct c_translation *t, const struct c_object *o, const char *what, sort s) {
    char *name = mem_format("%s.%s", *c_ir_name(o->value) ? c_ir_name(o->value) : "object", what);
    uint32_t slot = add_slot(t, program_add_variable(t->program, name, s));
    mem_free(name);
    return slot;
}

static void add_slots(struct c_translation *t, struct c_object *o) {
    vec_each (struct c_leaf, leaf, &o->leaves)
        if (leaf->kind != C_LEAF_FLOAT) leaf->slot = add_slot(t, leaf_variable(t, o, leaf));
    if (o->count)
        o->length = add_property(t, o, "length", c_arithmetic_sort(&t->arithmetic, c_pointer_bits(t)));
    if (o->is_mortal) o->ended = add_property(t, o, "ended", sort_bool());
}

static void start_object(struct c_translation *t, const struct c_object *o) {
    bool external = llvm.IsAGlobalVariable(o->value) && !llvm.GetInitializer(o->value), changes;
    const char *library =
        external && c_libc_has_variable(c_ir_name(o->value), &changes) ? c_ir_name(o->value) : NULL;
    if (o->ended != PROGRAM_NONE) t->contents.data[o->ended] = term_false(t->bank);
    vec_each (struct c_leaf, leaf, &o->leaves) {
        if (leaf->slot == PROGRAM_NONE) continue;
        if (external)
            t->contents.data[leaf->slot] =
                c_arbitrary(t, c_leaf_sort(t, leaf), c_ir_name(o->value), NULL,
                            library ? PROGRAM_LIBRARY : PROGRAM_EXTERNAL, program_text(t->program, library));
        else if (!term_is_none(leaf->value))
            t->contents.data[leaf->slot] = leaf->value;
    }
}

static bool is_used(const struct c_object *o) {
    return !llvm.IsAFunction(o->value) && (!llvm.IsAGlobalVariable(o->value) || llvm.GetFirstUse(o->value));
}

void c_slots_init(struct c_translation *t) {
    for (uint32_t i = 0; i < t->memory.objects.size; i++) {
        struct c_object *o = &t->memory.objects.data[i];
        if (o->is_bytes && t->arithmetic.theory != C_BV && !o->unsupported && is_used(o))
            o->unsupported = c_refusal(C_REFUSES_BYTES);
        if (!is_used(o) || o->unsupported) continue;
        initialise(t, o);
        if (!o->is_constant && !o->unsupported) add_slots(t, o);
    }
}

void c_slots_start(struct c_translation *t) {
    vec_each (struct c_object, o, &t->memory.objects)
        if (is_used(o) && !o->unsupported) start_object(t, o);
}

/* No machine has so much memory as some numbers ask for: such an object has nothing that could be accessed. What the
 * machine may have and our addresses have no room for is not supported. */
static term bound_length(struct c_translation *t, LLVMValueRef x, const struct c_object *o, term count) {
    if (!o->unit) return count;
    uint32_t bits = c_pointer_bits(t);
    uint64_t largest = c_memory_largest(&t->memory) / o->unit, room = o->size / o->unit;
    term possible =
        c_arithmetic_below(&t->arithmetic, count, c_arithmetic_unsigned(&t->arithmetic, largest, bits));
    if (room < largest) {
        term fits =
            c_arithmetic_below(&t->arithmetic, count, c_arithmetic_unsigned(&t->arithmetic, room + 1, bits));
        c_unsupported(t, term_and2(t->bank, possible, term_not(t->bank, fits)), x,
                      c_refusal(C_REFUSES_TOO_LARGE));
        c_assume(t, term_or2(t->bank, fits, term_not(t->bank, possible)));
    }
    return term_ite(t->bank, possible, count, c_arithmetic_unsigned(&t->arithmetic, 0, bits));
}

bool c_step_allocation(struct c_translation *t, LLVMValueRef x) {
    struct c_object *o = &t->memory.objects.data[c_memory_find(&t->memory, x)];
    if (o->unsupported) {
        c_unsupported(t, TERM_NONE, x, o->unsupported);
        return false;
    }
    if (o->count) {
        uint32_t bits = c_bits(t, llvm.TypeOf(o->count)), wanted = c_pointer_bits(t);
        struct c_known n = c_operand(t, o->count, true);
        if (n.why) {
            c_unsupported(t, TERM_NONE, x, n.why);
            return false;
        }
        term count =
            c_arithmetic_cast(&t->arithmetic, bits < wanted ? LLVMZExt : LLVMTrunc, n.term, bits, wanted);
        t->contents.data[o->length] = bound_length(t, x, o, count);
    }
    bool allocated = c_memory_allocates(x);
    vec_each (struct c_leaf, leaf, &o->leaves) {
        if (!allocated || leaf->slot == PROGRAM_NONE)
            continue; /* what is declared is initialised by stores */
        term zero = c_arithmetic_unsigned(&t->arithmetic, 0, (uint32_t)leaf->width * 8);
        t->contents.data[leaf->slot] =
            o->is_zeroed ? c_leaf_constant(t, leaf, zero)
                         : c_arbitrary(t, c_leaf_sort(t, leaf), "allocated", x, PROGRAM_UNINITIALIZED, NULL);
    }
    return true;
}
