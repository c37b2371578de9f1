/* Functions without a body: they return any value, unless they are declared not to return, and write any values
 * to what their arguments point to, directly or over pointers in memory. */
#include "front/c/translate.h"

#include <string.h>

static bool is_input(const char *name) {
    return c_ir_starts(name, "__VERIFIER_nondet");
}

/* Functions of the C library with results of their own: what they return or write is not arbitrary, though it is taken
 * so in proofs; a counterexample must not rest on it. (rand and getchar, say, do return any value.) */
static bool is_library(const char *name) {
    static const char *const names[] = {
        "printf",   "fprintf", "sprintf",  "snprintf", "vprintf", "vfprintf", "vsprintf", "vsnprintf",
        "swprintf", "puts",    "fputs",    "putchar",  "putc",    "fputc",    "fclose",   "fflush",
        "strlen",   "strnlen", "strcmp",   "strncmp",  "strcpy",  "strncpy",  "strcat",   "strncat",
        "strchr",   "strrchr", "strstr",   "strspn",   "strcspn", "strpbrk",  "strtok",   "strdup",
        "strcoll",  "strxfrm", "memcmp",   "memchr",   "memcpy",  "memmove",  "memset",   "atoi",
        "atol",     "atoll",   "atof",     "strtol",   "strtoll", "strtoul",  "strtoull", "strtod",
        "abs",      "labs",    "llabs",    "div",      "ldiv",    "qsort",    "bsearch",  "isalnum",
        "isalpha",  "isblank", "iscntrl",  "isdigit",  "isgraph", "islower",  "isprint",  "ispunct",
        "isspace",  "isupper", "isxdigit", "tolower",  "toupper", "wcslen",   "wcscmp",   "wcscpy",
        "ceil",     "floor",   "sqrt",     "pow",      "fabs",    "round",    "trunc",    "fmod"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

static enum cfa_site_kind kind_of_writes(const char *name) {
    return is_library(name) ? CFA_LIBRARY : CFA_EXTERNAL;
}
static enum cfa_site_kind kind_of_result(const char *name) {
    return is_input(name) ? CFA_INPUT : is_library(name) ? CFA_LIBRARY : CFA_RETURNED;
}

static void warn(struct c_translation *t, LLVMValueRef x, const char *name, bool writes) {
    uint64_t key = c_ir_key(c_ir_callee(x));
    if (is_input(name) || hash_map_get(&t->warned, key) != HASH_NONE) return;
    hash_map_put(&t->warned, key, 1);
    struct cfa_position at = c_debug_position(t->unit, t->cfa, x);
    messages_warn(t->unit->messages,
                  (struct position){at.file ? at.file : t->unit->file, at.line, at.column, 0},
                  "function '%s' has no body: it is taken to return any value%s", name,
                  writes ? " and to write any values to what its arguments point to" : "");
}

/* A function of the program that the called one may call, because it gets its address; NULL: none. */
static LLVMValueRef callback(const struct c_translation *t, const u8s *reached) {
    for (uint32_t k = 0; k < reached->size; k++) {
        LLVMValueRef object = t->memory.objects.data[k].value;
        if (reached->data[k] && llvm.IsAFunction(object) && !llvm.IsDeclaration(object)) return object;
    }
    return NULL;
}

/* Everything that the arguments lead to; what is unknown leads to what was exposed. */
static void reach(const struct c_translation *t, LLVMValueRef x, u8s *reached) {
    vec_resize(reached, t->memory.objects.size);
    for (unsigned i = 0; i < llvm.GetNumArgOperands(x); i++) {
        LLVMValueRef argument = c_memory_argument(llvm.GetOperand(x, i));
        if (!argument) continue;
        c_targets_reach(&t->memory, argument, reached);
        if (!c_targets_of(&t->memory, argument).other) continue;
        for (uint32_t k = 0; k < reached->size; k++) reached->data[k] |= t->memory.objects.data[k].is_escaped;
    }
}

static bool write_anything(struct c_translation *t, LLVMValueRef x, const char *name, const u8s *reached) {
    bool writes = false;
    for (uint32_t k = 0; k < reached->size; k++) {
        struct c_object *o = &t->memory.objects.data[k];
        if (!reached->data[k] || o->is_constant || o->unsupported) continue;
        vec_each (struct c_leaf, leaf, &o->leaves) {
            if (leaf->slot == CFA_NONE) continue;
            t->contents.data[leaf->slot] = c_arbitrary(t, c_leaf_sort(t, leaf), "written", x,
                                                       kind_of_writes(name), cfa_text(t->cfa, name));
            writes = true;
        }
    }
    return writes;
}

/* The effects of a function; false: not supported. */
static bool act(struct c_translation *t, LLVMValueRef x, const char *name) {
    u8s reached = {0};
    reach(t, x, &reached);
    LLVMValueRef called = callback(t, &reached);
    if (called) {
        char *what = mem_format("call of '%s', which has no body and may call '%s'", name, c_ir_name(called));
        c_unsupported(t, TERM_NONE, x, what);
        mem_free(what);
    } else {
        warn(t, x, name, write_anything(t, x, name, &reached));
    }
    vec_free(&reached);
    return !called;
}

bool c_step_external(struct c_translation *t, LLVMValueRef x, LLVMValueRef callee) {
    const char *name = c_ir_name(callee);
    LLVMTypeRef type = llvm.TypeOf(x);
    if (!act(t, x, name)) return false;
    if (c_ir_has_attribute(callee, "noreturn")) return false; /* it may end the run, or never end */
    if (!c_ir_is_integer(type) && !c_ir_is_pointer(type)) return true;
    term value = c_arbitrary_value(t, x, kind_of_result(name), cfa_text(t->cfa, name));
    c_know(t, x, (struct c_known){.term = value});
    return true;
}
