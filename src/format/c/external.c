/* Functions without a body: they return any value, unless they are declared not to return, and write any values to what
 * their arguments point to, directly or over pointers in memory. Of those of the C library more is known (libc.def). */
#include "format/c/translate.h"

#include <string.h>

bool c_is_input(const char *name) {
    const char *beginning;
    size_t length;
    for (uint32_t i = 0; c_libc_meant(C_MEANS_INPUT, i, &beginning, &length); i++)
        if (!strncmp(name, beginning, length)) return true;
    return false;
}

/* Whether the format is a text that is seen, without %n, which writes to an argument. */
static bool is_plain_format(LLVMValueRef format) {
    LLVMValueRef initial =
        llvm.IsAGlobalVariable(format) && llvm.IsGlobalConstant(format) ? llvm.GetInitializer(format) : NULL;
    size_t length = 0;
    if (initial && llvm.IsNull(initial)) return true; /* "" */
    if (!initial || !llvm.IsAConstantDataArray(initial) || !llvm.IsConstantString(initial)) return false;
    const char *text = llvm.GetAsString(initial, &length);
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '%') continue;
        i++;
        while (i < length && text[i] && strchr("#0- +\'I123456789.*$hlqjzt", text[i])) i++;
        if (i < length && text[i] == 'n') return false;
    }
    return true;
}

/* Whether the result is a structure that the function writes to where its first argument points: div of 32 bits,
 * say. */
static bool returns_to_memory(LLVMValueRef call) {
    unsigned kind = llvm.GetEnumAttributeKindForName("sret", strlen("sret"));
    return llvm.GetNumArgOperands(call) && llvm.GetCallSiteEnumAttribute(call, 1, kind);
}

struct c_external c_external_of(const struct c_unit *unit, LLVMValueRef call) {
    static const enum c_effect effects[] = {[C_EXTERNS_ARGUMENTS] = C_EFFECT_WRITES,
                                            [C_EXTERNS_PURE] = C_EFFECT_READS,
                                            [C_EXTERNS_GLOBALS] = C_EFFECT_KEEPS};
    struct c_external e = {.function.effect = effects[unit->options->externs]};
    const char *name = c_ir_name(c_ir_callee(call));
    e.is_input = c_is_input(name);
    if (e.is_input) return e;
    e.is_library = c_libc_find(name, &e.function);
    e.is_foreign = !e.is_library && unit->options->externs == C_EXTERNS_GLOBALS;
    if (returns_to_memory(call)) {
        if (e.function.effect < C_EFFECT_WRITES)
            e.function.effect = e.function.effect < C_EFFECT_FIRST ? C_EFFECT_FIRST : C_EFFECT_WRITES;
        return e;
    }
    bool has_format = e.function.has_format && e.function.format < llvm.GetNumArgOperands(call);
    if (has_format && is_plain_format(llvm.GetOperand(call, e.function.format)))
        e.function.effect = e.function.plain;
    return e;
}

bool c_external_writes(const struct c_external *e, unsigned argument) {
    switch (e->is_input ? C_EFFECT_WRITES : e->function.effect) {
    case C_EFFECT_READS:
    case C_EFFECT_STATE: return false;
    case C_EFFECT_FIRST: return argument == 0;
    case C_EFFECT_SECOND: return argument == 1;
    case C_EFFECT_WRITES:
    case C_EFFECT_KEEPS: break;
    }
    return true;
}

/* One of the C library with a result of its own. */
bool c_ir_is_library(const char *name) {
    struct c_libc_function function;
    return c_libc_find(name, &function) && !function.is_input;
}

/* What comes from outside is any value of a range. */
static void assume_range(struct c_translation *t, LLVMValueRef x, const char *name, term value) {
    struct c_libc_function f;
    if (!c_libc_find(name, &f) || !f.is_input || !c_ir_is_integer(llvm.TypeOf(x))) return;
    const struct c_arithmetic *a = &t->arithmetic;
    uint32_t bits = c_bits(t, llvm.TypeOf(x));
    int64_t most = bits >= 64 ? INT64_MAX : (INT64_C(1) << (bits - 1)) - 1, least = -most - 1;
    int64_t low = f.low < least ? least : f.low, high = f.high > most ? most : f.high;
    c_assume(t, c_arithmetic_compare(a, LLVMIntSGE, value, c_arithmetic_signed(a, low, bits)));
    c_assume(t, c_arithmetic_compare(a, LLVMIntSLE, value, c_arithmetic_signed(a, high, bits)));
}

static enum program_site_kind kind_of_writes(const char *name) {
    return c_ir_is_library(name) ? PROGRAM_LIBRARY : PROGRAM_EXTERNAL;
}
static enum program_site_kind kind_of_result(const char *name) {
    return c_is_input(name) ? PROGRAM_INPUT : c_ir_is_library(name) ? PROGRAM_LIBRARY : PROGRAM_RETURNED;
}

static void warn(struct c_translation *t, LLVMValueRef x, const struct c_external *e, const char *name,
                 bool writes) {
    uint64_t key = c_ir_key(c_ir_callee(x));
    if (e->is_input || hash_map_get(&t->warned, key) != HASH_NONE) return;
    hash_map_put(&t->warned, key, 1);
    struct program_position at = c_debug_position(t->unit, t->program, x);
    messages_warn(t->unit->messages,
                  (struct position){at.file ? at.file : t->unit->file, at.line, at.column, 0},
                  "function '%s' has no body: it is taken to return any value%s", name,
                  !writes         ? ""
                  : e->is_foreign ? " and to write any values to what it can reach"
                                  : " and to write any values to what its arguments point to");
}

/* A function whose call matters: one of the program, an error, an end. */
static bool is_own(const struct c_translation *t, LLVMValueRef object) {
    if (!llvm.IsAFunction(object)) return false;
    const char *name = c_ir_name(object);
    return !llvm.IsDeclaration(object) || c_ir_is_error(t->unit, name) || c_ir_is_stop(t->unit, name);
}

/* Such a function that the called one may call, because it gets its address; NULL: none. */
static LLVMValueRef callback(const struct c_translation *t, const u8s *reached) {
    for (uint32_t k = 0; k < reached->size; k++) {
        LLVMValueRef object = t->memory.objects.data[k].value;
        if (reached->data[k] && is_own(t, object)) return object;
    }
    return NULL;
}

/* Everything that an argument leads to; what is unknown leads to what was exposed. */
static void reach(const struct c_translation *t, LLVMValueRef argument, bool deep, u8s *reached) {
    LLVMValueRef pointer = c_memory_argument(argument);
    if (!pointer) return;
    struct c_targets targets = c_targets_of(&t->memory, pointer);
    if (deep)
        c_targets_reach(&t->memory, pointer, reached);
    else
        C_EACH_TARGET(k, &t->memory, &targets) reached->data[k] = true;
    for (uint32_t k = 0; targets.other && k < reached->size; k++)
        reached->data[k] |= t->memory.objects.data[k].is_escaped;
}

/* What the library keeps for itself. */
static void reach_state(const struct c_translation *t, u8s *reached) {
    for (uint32_t k = 0; k < reached->size; k++)
        reached->data[k] |= t->memory.objects.data[k].is_kept || t->memory.objects.data[k].is_library;
}

static void reach_all(const struct c_translation *t, LLVMValueRef x, const struct c_external *e,
                      u8s *reached) {
    vec_resize(reached, t->memory.objects.size);
    if (e->is_library && e->function.effect != C_EFFECT_READS) reach_state(t, reached);
    if (e->is_foreign) c_targets_reach_shared(&t->memory, reached);
    for (unsigned i = 0; i < llvm.GetNumArgOperands(x); i++)
        if (c_external_writes(e, i))
            reach(t, llvm.GetOperand(x, i), e->function.effect >= C_EFFECT_WRITES, reached);
}

static void write_leaf(struct c_translation *t, LLVMValueRef x, const struct c_leaf *leaf, const char *name) {
    t->contents.data[leaf->slot] = c_arbitrary(t, c_leaf_sort(t, leaf), "written", x, kind_of_writes(name),
                                               program_text(t->program, name));
}

static bool write_anything(struct c_translation *t, LLVMValueRef x, const char *name, const u8s *reached) {
    bool writes = false;
    for (uint32_t k = 0; k < reached->size; k++) {
        struct c_object *o = &t->memory.objects.data[k];
        if (!reached->data[k] || o->is_constant || o->unsupported) continue;
        vec_each (struct c_leaf, leaf, &o->leaves) {
            if (leaf->slot == PROGRAM_NONE) continue;
            write_leaf(t, x, leaf, name);
            writes = true;
        }
    }
    return writes;
}

static uint64_t end_of(const struct c_leaf *leaf) {
    uint64_t end = leaf->offset + leaf->width;
    for (uint32_t d = 0; d < leaf->n_dimensions; d++)
        end += leaf->dimensions[d].stride * (leaf->dimensions[d].count - 1);
    return end;
}

/* A lock or the like, at a known place of an object: only its bytes are written, or numbers and arrays that they are a
 * part of. */
static bool write_part(struct c_translation *t, LLVMValueRef x, const struct c_external *e,
                       const char *name) {
    uint64_t size = e->function.object[c_pointer_bits(t) == 32];
    if (!e->is_library || !size || llvm.GetNumArgOperands(x) == 0) return false;
    LLVMValueRef pointer = c_memory_argument(llvm.GetOperand(x, 0));
    if (!pointer) return false;
    struct c_address a;
    c_address_init(&a, &t->memory, pointer);
    const struct c_object *o = a.object == PROGRAM_NONE ? NULL : &t->memory.objects.data[a.object];
    bool known = o && !o->unsupported && !o->is_constant && !o->count && !a.terms.size && a.constant >= 0;
    uint64_t start = (uint64_t)a.constant;
    c_address_fini(&a);
    if (!known) return false;
    vec_each (const struct c_leaf, leaf, &o->leaves)
        if (leaf->slot != PROGRAM_NONE && leaf->offset < start + size && start < end_of(leaf))
            write_leaf(t, x, leaf, name);
    return true;
}

/* The effects of a function; false: not supported. */
static bool act(struct c_translation *t, LLVMValueRef x, const struct c_external *e, const char *name) {
    u8s reached = {0};
    reach_all(t, x, e, &reached);
    LLVMValueRef called = callback(t, &reached);
    if (called) {
        char *what = mem_format(c_refusal(C_REFUSES_CALLBACK), name, c_ir_name(called));
        c_unsupported(t, TERM_NONE, x, what);
        mem_free(what);
    } else if (!write_part(t, x, e, name)) {
        warn(t, x, e, name, write_anything(t, x, name, &reached));
    }
    vec_free(&reached);
    return !called;
}

bool c_step_external(struct c_translation *t, LLVMValueRef x, LLVMValueRef callee) {
    const char *name = c_ir_name(callee);
    LLVMTypeRef type = llvm.TypeOf(x);
    struct c_external external = c_external_of(t->unit, x);
    if (t->unit->options->strict && !c_bounds_of_call(t, x, name)) return false;
    if (!act(t, x, &external, name)) return false;
    if (c_ir_has_attribute(callee, "noreturn")) { /* it may end the run, or never end */
        c_end(t, false);
        return false;
    }
    if (!c_ir_is_integer(type) && !c_ir_is_pointer(type)) return true;
    term value = c_arbitrary_value(t, x, kind_of_result(name), program_text(t->program, name));
    vec_last(&t->program->sites).returned = true;
    assume_range(t, x, name, value);
    c_know(t, x, (struct c_known){.term = value});
    return true;
}
