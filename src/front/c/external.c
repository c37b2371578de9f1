/* Functions without a body: they return any value, unless they are declared not to return, and write any values
 * to what their arguments point to, directly or over pointers in memory. */
#include "front/c/translate.h"

#include <string.h>

static bool is_input(const char *name) {
    return c_ir_starts(name, "__VERIFIER_nondet");
}

/* Functions of the C library, the mathematical ones included, with results of their own: what they return or write is not
 * arbitrary, though it is taken so in proofs; a counterexample must not rest on it. */
static bool is_listed(const char *name) {
    static const char *const names[] = {
        /* stdio.h */
        "printf", "fprintf", "dprintf", "sprintf", "snprintf", "vprintf", "vfprintf", "vdprintf", "vsprintf",
        "vsnprintf", "asprintf", "vasprintf", "scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf",
        "puts", "fputs", "putchar", "putc", "fputc", "ungetc", "fgets", "gets", "getline", "getdelim",
        "fread", "fwrite", "fclose", "fflush", "fseek", "fseeko", "ftell", "ftello", "rewind", "fgetpos",
        "fsetpos", "feof", "ferror", "clearerr", "setbuf", "setvbuf",
        /* string.h, strings.h */
        "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcpy", "strncpy", "stpcpy",
        "stpncpy", "strlcpy", "strcat", "strncat", "strlcat", "strchr", "strrchr", "strchrnul", "strstr",
        "strcasestr", "strspn", "strcspn", "strpbrk", "strtok", "strtok_r", "strsep", "strdup", "strndup",
        "strcoll", "strxfrm", "strerror", "strerror_r", "strsignal", "strrev", "memcmp", "memchr", "memrchr",
        "rawmemchr", "memcpy", "mempcpy", "memccpy", "memmove", "memset", "memmem", "bcmp", "bcopy", "bzero",
        "explicit_bzero", "index", "rindex", "ffs", "ffsl", "ffsll", "swab",
        /* stdlib.h */
        "atoi", "atol", "atoll", "atof", "strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax",
        "strtod", "strtof", "strtold", "abs", "labs", "llabs", "imaxabs", "div", "ldiv", "lldiv", "imaxdiv",
        "qsort", "qsort_r", "bsearch", "realloc", "reallocarray", "aligned_alloc", "posix_memalign",
        "memalign", "valloc", "mblen", "mbtowc", "wctomb", "mbstowcs", "wcstombs",
        /* ctype.h, wchar.h, wctype.h */
        "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
        "ispunct", "isspace", "isupper", "isxdigit", "toascii", "tolower", "toupper", "iswalnum", "iswalpha",
        "iswdigit", "iswlower", "iswupper", "iswspace", "towlower", "towupper", "wcslen", "wcscmp", "wcsncmp",
        "wcscpy", "wcsncpy", "wcscat", "wcschr", "wcsrchr", "wcsstr", "wcstol", "wcstoul", "wmemcmp",
        "wmemcpy", "wmemset", "wmemmove", "wmemchr", "swprintf", "wprintf", "btowc", "wctob",
        /* time.h and others; what the system decides is any value, see below */ "difftime", "mktime",
        "gmtime", "localtime", "gmtime_r", "localtime_r", "asctime", "ctime", "strftime", "strptime",
        "getopt", "getopt_long", "basename", "dirname", "htons", "htonl", "ntohs", "ntohl", "inet_addr",
        /* math.h, fenv.h, complex.h */
        "ceil", "ceilf", "floor", "floorf", "round", "roundf", "lround", "llround", "lrint", "llrint", "rint",
        "rintf", "nearbyint", "trunc", "truncf", "sqrt", "sqrtf", "cbrt", "pow", "powf", "exp", "expf",
        "exp2", "expm1", "log", "logf", "log2", "log10", "log1p", "logb", "ilogb", "fabs", "fabsf", "fabsl",
        "fmod", "fmodf", "remainder", "remquo", "fmin", "fminf", "fmax", "fmaxf", "fdim", "fma", "hypot",
        "sin", "sinf", "cos", "cosf", "tan", "tanf", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
        "asinh", "acosh", "atanh", "erf", "erfc", "tgamma", "lgamma", "frexp", "ldexp", "modf", "scalbn",
        "copysign", "copysignf", "nan", "nextafter", "signbit", "isnan", "isinf", "finite", "__isnan",
        "__isinf", "__finite", "__signbit", "__fpclassify", "fesetround", "fegetround"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

/* By the name that the program uses: headers give some functions another, by version of the language or to check sizes. */
bool c_ir_is_library(const char *name) {
    static const char *const prefixes[] = {"__isoc99_", "__isoc23_", "__builtin_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return is_listed(name + strlen(prefixes[i]));
    size_t length = strlen(name);
    if (length <= 6 || strncmp(name, "__", 2) != 0 || strcmp(name + length - 4, "_chk") != 0)
        return is_listed(name);
    char *checked = mem_format("%.*s", (int)(length - 6), name + 2);
    bool found = is_listed(checked);
    mem_free(checked);
    return found;
}

/* Functions that the library has, too, but whose results come from outside: any value of a range. */
static void assume_range(struct c_translation *t, LLVMValueRef x, const char *name, term value) {
    static const struct {
        const char *name;
        int64_t low, high;
    } rows[] = {{"rand", 0, INT32_MAX},    {"rand_r", 0, INT32_MAX},   {"random", 0, INT32_MAX},
                {"lrand48", 0, INT32_MAX}, {"getchar", -1, 255},       {"getc", -1, 255},
                {"fgetc", -1, 255},        {"getc_unlocked", -1, 255}, {"getchar_unlocked", -1, 255}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(name, rows[i].name) != 0 || !c_ir_is_integer(llvm.TypeOf(x))) continue;
        const struct c_arithmetic *a = &t->arithmetic;
        uint32_t bits = c_bits(t, llvm.TypeOf(x));
        c_assume(t, c_arithmetic_compare(a, LLVMIntSGE, value, c_arithmetic_signed(a, rows[i].low, bits)));
        c_assume(t, c_arithmetic_compare(a, LLVMIntSLE, value, c_arithmetic_signed(a, rows[i].high, bits)));
    }
}

static enum cfa_site_kind kind_of_writes(const char *name) {
    return c_ir_is_library(name) ? CFA_LIBRARY : CFA_EXTERNAL;
}
static enum cfa_site_kind kind_of_result(const char *name) {
    return is_input(name) ? CFA_INPUT : c_ir_is_library(name) ? CFA_LIBRARY : CFA_RETURNED;
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
    if (t->unit->options->strict && !c_bounds_of_call(t, x, name)) return false;
    if (!act(t, x, name)) return false;
    if (c_ir_has_attribute(callee, "noreturn")) return false; /* it may end the run, or never end */
    if (!c_ir_is_integer(type) && !c_ir_is_pointer(type)) return true;
    term value = c_arbitrary_value(t, x, kind_of_result(name), cfa_text(t->cfa, name));
    assume_range(t, x, name, value);
    c_know(t, x, (struct c_known){.term = value});
    return true;
}
