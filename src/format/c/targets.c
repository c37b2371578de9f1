/* To which objects a pointer can point: inclusion constraints (Andersen's analysis) over the entry function,
 * solved by iteration. Every pointer value and every leaf of every object has a set; one more set is of what
 * is *exposed*: objects whose address left our sight, in a number or to a function without body. Pointers
 * that come from there point to exposed objects or to other memory. A set also knows whether its pointers may
 * be inside of objects, not only at their start. */
#include "format/c/memory.h"

enum { EXPOSED = 0 }; /* its row */
static uint32_t other_bit(const struct c_memory *m) {
    return m->objects.size;
}
static uint32_t inside_bit(const struct c_memory *m) {
    return m->objects.size + 1;
}
/* Of contents: the program itself writes an address there. What others write is arbitrary. */
static uint32_t address_bit(const struct c_memory *m) {
    return m->objects.size + 2;
}
/* The pointers may be at distances from the start of an object that 2^(k+1) does not divide. */
enum { UNEVEN = 4 };
static uint32_t uneven_bit(const struct c_memory *m, uint32_t k) {
    return m->objects.size + 3 + k;
}
static uint64_t *row(const struct c_memory *m, uint32_t r) {
    return m->rows.data + (size_t)r * m->row_words;
}
static bool has_bit(const uint64_t *words, uint32_t i) {
    return words[i / 64] >> (i % 64) & 1;
}

static bool set_bit(uint64_t *words, uint32_t i) {
    if (has_bit(words, i)) return false;
    words[i / 64] |= UINT64_C(1) << (i % 64);
    return true;
}

static bool join(const struct c_memory *m, uint64_t *into, const uint64_t *from) {
    bool changed = false;
    for (uint32_t i = 0; i < m->row_words; i++) {
        changed |= (from[i] & ~into[i]) != 0;
        into[i] |= from[i];
    }
    return changed;
}

/* The value behind address computations, and its row; HASH_NONE: it has none, and points to `object` if that
 * is one. `steps`: of the address, which is the value itself if there are none. */
static uint32_t find_row(const struct c_memory *m, LLVMValueRef pointer, uint32_t *object, uint64_t *steps) {
    struct c_address a;
    c_address_init(&a, m, pointer);
    uint32_t r = hash_map_get(&m->row_of, c_ir_key(a.root));
    *object = a.object;
    *steps = c_address_steps(&a);
    c_address_fini(&a);
    return r;
}

static bool join_value(const struct c_memory *m, uint64_t *into, LLVMValueRef pointer) {
    uint64_t steps;
    uint32_t object, r = find_row(m, pointer, &object, &steps);
    bool changed = steps && set_bit(into, inside_bit(m));
    for (uint32_t k = 0; k < UNEVEN; k++)
        if (steps % (UINT64_C(2) << k)) changed |= set_bit(into, uneven_bit(m, k));
    if (object != PROGRAM_NONE) return set_bit(into, object) || changed;
    return (r != HASH_NONE && join(m, into, row(m, r))) || changed;
}

static bool join_unknown(const struct c_memory *m, uint64_t *into) {
    bool changed = set_bit(into, other_bit(m));
    changed |= set_bit(into, inside_bit(m));
    for (uint32_t k = 0; k < UNEVEN; k++) changed |= set_bit(into, uneven_bit(m, k));
    return join(m, into, row(m, EXPOSED)) || changed;
}

struct c_targets c_targets_of(const struct c_memory *m, LLVMValueRef pointer) {
    struct c_targets t = {.exact = true};
    uint64_t steps;
    uint32_t r = find_row(m, pointer, &t.only, &steps);
    if (t.only != PROGRAM_NONE || r == HASH_NONE) return t;
    t.row = row(m, r);
    t.other = has_bit(t.row, other_bit(m));
    t.exact = !has_bit(t.row, inside_bit(m));
    for (uint32_t k = 0; k < UNEVEN; k++) t.uneven |= (uint32_t)has_bit(t.row, uneven_bit(m, k)) << k;
    return t;
}

uint32_t c_targets_next(const struct c_memory *m, const struct c_targets *t, uint32_t from) {
    if (t->only != PROGRAM_NONE) return from <= t->only ? t->only : PROGRAM_NONE;
    for (uint32_t i = from; t->row && i < m->objects.size; i++) {
        if (t->row[i / 64] >> (i % 64) == 0)
            i |= 63; /* nothing more in this word */
        else if (has_bit(t->row, i))
            return i;
    }
    return PROGRAM_NONE;
}

/* Contents: the rows of the leaves that an access to a pointer can mean. */

static uint32_t n_contents(const struct c_object *o) {
    return o->is_bytes || !o->leaves.size ? 1 : o->leaves.size;
}

static void find_contents(const struct c_memory *m, const struct c_targets *t, LLVMValueRef pointer,
                          uint32_t object, u32s *out) {
    const struct c_object *o = &m->objects.data[object];
    uint32_t first = m->contents.data[object], n = n_contents(o);
    if (n == 1) {
        vec_push(out, first);
        return;
    }
    struct c_place place;
    struct c_address a;
    c_address_init(&a, m, pointer);
    bool known = (t->only != PROGRAM_NONE || t->exact) && c_place_find(o, &a, m->pointer, &place);
    if (known) {
        known = !place.is_loose;
        if (known) vec_push(out, first + place.leaf);
        c_place_fini(&place);
    }
    for (uint32_t i = 0; i < n && !known; i++)
        if (o->leaves.data[i].width == m->pointer) vec_push(out, first + i);
    c_address_fini(&a);
}

static void all_contents(const struct c_memory *m, LLVMValueRef pointer, u32s *out) {
    struct c_targets t = c_targets_of(m, pointer);
    C_EACH_TARGET(i, m, &t) find_contents(m, &t, pointer, i, out);
}

void c_targets_reach(const struct c_memory *m, LLVMValueRef pointer, u8s *objects) {
    u32s list = {0};
    vec_resize(objects, m->objects.size);
    struct c_targets t = c_targets_of(m, pointer);
    C_EACH_TARGET(i, m, &t)
    if (!objects->data[i]) {
        objects->data[i] = true;
        vec_push(&list, i);
    }
    while (list.size) {
        uint32_t object = vec_pop(&list), n = n_contents(&m->objects.data[object]);
        for (uint32_t k = 0; k < n; k++) {
            t = (struct c_targets){.only = PROGRAM_NONE, .row = row(m, m->contents.data[object] + k)};
            C_EACH_TARGET(i, m, &t)
            if (!objects->data[i]) {
                objects->data[i] = true;
                vec_push(&list, i);
            }
        }
    }
    vec_free(&list);
}

void c_targets_reach_shared(const struct c_memory *m, u8s *objects) {
    vec_each (const struct c_object, o, &m->objects)
        if (o->is_shared || o->is_kept) c_targets_reach(m, o->value, objects);
}

bool c_targets_holds(const struct c_memory *m, uint32_t object, uint32_t leaf) {
    uint32_t k = n_contents(&m->objects.data[object]) == 1 ? 0 : leaf;
    return has_bit(row(m, m->contents.data[object] + k), address_bit(m));
}

/* A pointer that is read where numbers are can be anything. */
static bool reads_number(const struct c_memory *m, LLVMValueRef pointer) {
    struct c_targets t = c_targets_of(m, pointer);
    u32s rows = {0};
    bool found = false;
    C_EACH_TARGET(i, m, &t) {
        const struct c_object *o = &m->objects.data[i];
        vec_clear(&rows);
        if (n_contents(o) == 1 && o->leaves.size == 1) {
            found |= !o->is_bytes && o->leaves.data[0].kind != C_LEAF_POINTER;
            continue;
        }
        find_contents(m, &t, pointer, i, &rows);
        vec_each (uint32_t, r, &rows)
            found |= o->leaves.size && o->leaves.data[*r - m->contents.data[i]].kind != C_LEAF_POINTER;
    }
    vec_free(&rows);
    return found;
}

static bool load(const struct c_memory *m, uint64_t *into, LLVMValueRef pointer) {
    bool changed = (c_targets_of(m, pointer).other || reads_number(m, pointer)) && join_unknown(m, into);
    u32s rows = {0};
    all_contents(m, pointer, &rows);
    vec_each (uint32_t, r, &rows) changed |= join(m, into, row(m, *r));
    vec_free(&rows);
    return changed;
}

static bool store(const struct c_memory *m, LLVMValueRef pointer, LLVMValueRef value) {
    bool changed = c_targets_of(m, pointer).other && join_value(m, row(m, EXPOSED), value);
    struct c_targets targets = c_targets_of(m, value);
    bool address = c_targets_next(m, &targets, 0) != PROGRAM_NONE;
    u32s rows = {0};
    all_contents(m, pointer, &rows);
    vec_each (uint32_t, r, &rows) {
        changed |= join_value(m, row(m, *r), value);
        changed |= address && set_bit(row(m, *r), address_bit(m));
    }
    vec_free(&rows);
    return changed;
}

/* Everything in the one to everything in the other. */
static bool copy(const struct c_memory *m, LLVMValueRef to, LLVMValueRef from) {
    struct c_targets targets = c_targets_of(m, to), sources = c_targets_of(m, from);
    bool changed = false;
    C_EACH_TARGET(i, m, &targets)
    for (uint32_t k = 0; k < n_contents(&m->objects.data[i]); k++) {
        uint64_t *into = row(m, m->contents.data[i] + k);
        if (sources.other) changed |= join_unknown(m, into);
        C_EACH_TARGET(j, m, &sources)
        for (uint32_t l = 0; l < n_contents(&m->objects.data[j]); l++)
            changed |= join(m, into, row(m, m->contents.data[j] + l));
    }
    return changed;
}

static bool join_unknown_contents(const struct c_memory *m, uint32_t object) {
    bool changed = false;
    for (uint32_t k = 0; k < n_contents(&m->objects.data[object]); k++)
        changed |= join_unknown(m, row(m, m->contents.data[object] + k));
    return changed;
}

/* What a function without body gets and everything behind it may afterwards hold any exposed pointer, if it may write
 * there; and it may return all of it. */
static bool expose(struct c_memory *m, LLVMValueRef call) {
    bool changed = false;
    struct c_external e = c_external_of(m->unit, call);
    u8s reached = {0}, written = {0};
    vec_resize(&reached, m->objects.size);
    vec_resize(&written, m->objects.size);
    for (unsigned i = 0; i < llvm.GetNumArgOperands(call); i++) {
        LLVMValueRef pointer = c_memory_argument(llvm.GetOperand(call, i));
        if (!pointer) continue;
        c_targets_reach(m, pointer, &reached);
        if (c_external_writes(&e, i)) c_targets_reach(m, pointer, &written);
    }
    if (e.is_foreign) {
        c_targets_reach_shared(m, &reached);
        c_targets_reach_shared(m, &written);
    }
    for (uint32_t i = 0; i < reached.size; i++) {
        if (!reached.data[i]) continue;
        struct c_object *o = &m->objects.data[i];
        changed |= set_bit(row(m, EXPOSED), i);
        if (!written.data[i]) continue;
        if (!o->is_constant) changed |= join_unknown_contents(m, i);
        o->is_escaped = o->is_freed = true;
        bool kept = !o->is_kept && e.function.effect == C_EFFECT_KEEPS;
        o->is_kept |= kept;
        changed |= kept && e.is_foreign; /* more is reached now */
    }
    vec_free(&reached);
    vec_free(&written);
    return changed;
}

static bool is_harmless(const char *name) {
    return c_ir_starts(name, "llvm.") || c_ir_starts(name, "induct.") || c_libc_means(name, C_MEANS_FREE);
}

static void mark_freed(struct c_memory *m, LLVMValueRef x) {
    LLVMValueRef pointer = llvm.GetNumArgOperands(x) == 1 ? c_memory_argument(llvm.GetOperand(x, 0)) : NULL;
    if (!pointer) return;
    struct c_targets targets = c_targets_of(m, pointer);
    C_EACH_TARGET(i, m, &targets) m->objects.data[i].is_freed = true;
}

static bool propagate_call(struct c_memory *m, LLVMValueRef x, uint64_t *own) {
    LLVMValueRef callee = c_ir_callee(x);
    const char *name = callee ? c_ir_name(callee) : "";
    if (c_ir_starts(name, "llvm.memcpy") || c_ir_starts(name, "llvm.memmove"))
        return copy(m, llvm.GetOperand(x, 0), llvm.GetOperand(x, 1));
    if (c_ir_starts(name, C_VOLATILE)) return own && join_unknown(m, own);
    if (c_libc_means(name, C_MEANS_FREE)) mark_freed(m, x);
    if (is_harmless(name) || c_memory_allocates(x)) return false;
    bool changed = expose(m, x);
    return own ? join_unknown(m, own) || changed : changed;
}

static bool propagate_cast(struct c_memory *m, LLVMValueRef x, uint64_t *own) {
    LLVMValueRef operand = llvm.GetOperand(x, 0);
    if (llvm.IsAConstantInt(operand)) return false;
    if (llvm.IsAPtrToIntInst(operand)) return join_value(m, own, llvm.GetOperand(operand, 0));
    return join_unknown(m, own);
}

static bool propagate(struct c_memory *m, LLVMValueRef x) {
    uint32_t r = hash_map_get(&m->row_of, c_ir_key(x));
    uint64_t *own = r == HASH_NONE ? NULL : row(m, r);
    bool changed = false;
    switch (llvm.GetInstructionOpcode(x)) {
    case LLVMStore:
        return c_ir_is_pointer(llvm.TypeOf(llvm.GetOperand(x, 0))) &&
               store(m, llvm.GetOperand(x, 1), llvm.GetOperand(x, 0));
    case LLVMCall: return propagate_call(m, x, own);
    case LLVMPtrToInt: return join_value(m, row(m, EXPOSED), llvm.GetOperand(x, 0));
    default: break;
    }
    if (!own) return false;
    switch (llvm.GetInstructionOpcode(x)) {
    case LLVMPHI:
        for (unsigned i = 0; i < llvm.CountIncoming(x); i++)
            changed |= join_value(m, own, llvm.GetIncomingValue(x, i));
        return changed;
    case LLVMSelect:
        changed = join_value(m, own, llvm.GetOperand(x, 1));
        return join_value(m, own, llvm.GetOperand(x, 2)) || changed;
    case LLVMLoad: return load(m, own, llvm.GetOperand(x, 0));
    case LLVMIntToPtr: return propagate_cast(m, x, own);
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMFreeze:
    case LLVMAlloca: return false; /* looked through by find_row */
    default: return join_unknown(m, own);
    }
}

/* Objects whose address is in an initial value: they may be anywhere in the contents. */
static void add_initial(struct c_memory *m, uint32_t object, LLVMValueRef initial) {
    value_list list = {0};
    vec_push(&list, initial);
    while (list.size) {
        LLVMValueRef c = vec_pop(&list);
        bool address = c_ir_is_pointer(llvm.TypeOf(c)) && !llvm.IsNull(c);
        for (uint32_t k = 0; address && k < n_contents(&m->objects.data[object]); k++) {
            join_value(m, row(m, m->contents.data[object] + k), c);
            set_bit(row(m, m->contents.data[object] + k), address_bit(m));
        }
        for (int i = 0; !address && i < llvm.GetNumOperands(c); i++)
            vec_push(&list, llvm.GetOperand(c, (unsigned)i));
    }
    vec_free(&list);
}

static void add_row(struct c_memory *m, LLVMValueRef v) {
    if (c_ir_is_pointer(llvm.TypeOf(v)) && c_memory_find(m, v) == PROGRAM_NONE)
        hash_map_put(&m->row_of, c_ir_key(v), m->n_rows++);
}

static void number_rows(struct c_memory *m) {
    m->n_rows = EXPOSED + 1;
    m->row_words = (m->objects.size + 3 + UNEVEN + 63) / 64;
    vec_clear(&m->contents);
    vec_each (struct c_object, o, &m->objects) {
        vec_push(&m->contents, m->n_rows);
        m->n_rows += n_contents(o);
    }
    for (unsigned i = 0; i < llvm.CountParams(m->unit->entry); i++)
        add_row(m, llvm.GetParam(m->unit->entry, i));
    vec_each (uint32_t, i, &m->flow->order) C_EACH_INSTRUCTION(x, m->flow->blocks.data[*i].ref) add_row(m, x);
    vec_clear(&m->rows);
    vec_resize(&m->rows, m->n_rows * m->row_words);
}

static void start_rows(struct c_memory *m) {
    for (uint32_t i = 0; i < m->objects.size; i++) {
        struct c_object *o = &m->objects.data[i];
        LLVMValueRef initial = llvm.IsAGlobalVariable(o->value) ? llvm.GetInitializer(o->value) : NULL;
        if (initial) add_initial(m, i, initial);
        if ((llvm.IsAGlobalVariable(o->value) && !initial) || o->is_mixed) join_unknown_contents(m, i);
    }
    for (unsigned i = 0; i < llvm.CountParams(m->unit->entry); i++) {
        uint32_t r = hash_map_get(&m->row_of, c_ir_key(llvm.GetParam(m->unit->entry, i)));
        if (r != HASH_NONE) join_unknown(m, row(m, r));
    }
}

void c_targets_find(struct c_memory *m) {
    number_rows(m);
    for (bool changed = true; changed;) {
        changed = false;
        start_rows(m); /* what is exposed grows */
        vec_each (uint32_t, i, &m->flow->order)
            C_EACH_INSTRUCTION(x, m->flow->blocks.data[*i].ref) changed |= propagate(m, x);
    }
}
