/* c_read: the steps from bytes to automaton. */
#define _GNU_SOURCE /* memmem */
#include "format/c/c.h"

#include "format/c/clang.h"
#include "format/c/ir.h"
#include "format/c/translate.h"

#include <sys/stat.h>
#include <time.h>

static bool ends_with(const char *file, const char *ending) {
    size_t n = strlen(file), m = strlen(ending);
    return n >= m && strcmp(file + n - m, ending) == 0;
}

static bool is_bitcode(const char *bytes, size_t size) {
    return size >= 4 && (memcmp(bytes, "BC\xc0\xde", 4) == 0 || memcmp(bytes, "\xde\xc0\x17\x0b", 4) == 0);
}

bool c_recognise(const char *bytes, size_t size, const char *file) {
    return is_bitcode(bytes, size) || ends_with(file, ".c") || ends_with(file, ".i") ||
           ends_with(file, ".bc") || ends_with(file, ".ll");
}

static enum status compile(struct c_unit *unit, struct c_compiled *compiled, const char *bytes, size_t size) {
    enum status status = c_clang(unit->options, bytes, size, unit->file, ends_with(unit->file, ".i"),
                                 compiled->gnu89_inline ? C_INLINE_GNU89 : C_INLINE_C99, compiled->scopes,
                                 &compiled->c23, &compiled->bitcode, unit->limits, unit->messages);
    return status == STATUS_OK ? c_unit_load(unit, compiled->bitcode.data, compiled->bitcode.size) : status;
}

void c_compiled_fini(struct c_compiled *compiled) {
    text_fini(&compiled->bitcode);
    compiled->gnu89_inline = compiled->c23 = compiled->scopes = false;
}

static bool mentions(const char *bytes, size_t size, const char *word) {
    return size && memmem(bytes, size, word, strlen(word)) != NULL;
}

/* A function that is called, and whose body is nowhere to be seen, though the program does not have it from the
 * system. */
static bool is_missing(const struct c_unit *unit, LLVMValueRef f) {
    const char *name = c_ir_name(f);
    return llvm.IsDeclaration(f) && llvm.GetFirstUse(f) && !c_ir_starts(name, "llvm.") &&
           !c_ir_starts(name, "__VERIFIER_") && !c_ir_is_error(unit, name) && !c_ir_is_stop(unit, name) &&
           !c_ir_is_library(name);
}

static bool misses_any(const struct c_unit *unit) {
    C_EACH_FUNCTION(f, unit->module)
    if (is_missing(unit, f)) return true;
    return false;
}

/* Whether a reading has a body for something that another one misses, and misses nothing that the other one has. */
static bool has_more(const struct c_unit *unit, const struct c_unit *other) {
    bool more = false;
    C_EACH_FUNCTION(f, other->module) {
        LLVMValueRef mine = llvm.GetNamedFunction(unit->module, c_ir_name(f));
        bool defined = mine && !llvm.IsDeclaration(mine);
        if (!llvm.IsDeclaration(f) && !defined) return false;
        more |= is_missing(other, f) && defined;
    }
    return more;
}

/* A program of one file that has `inline` functions and nothing else for the linker means these (C99 6.7.4: either
 * definition may be called, and there is one only), so they are looked for before a function counts as one without a
 * body. */
static void find_inline(struct c_unit *unit, struct c_compiled *compiled, const char *bytes, size_t size) {
    if (!mentions(bytes, size, "inline") && !mentions(bytes, size, "include")) return;
    if (!misses_any(unit)) return;
    struct messages ignored = {0};
    struct c_compiled other = {.gnu89_inline = true, .scopes = compiled->scopes};
    struct c_unit again = {
        .options = unit->options, .file = unit->file, .limits = unit->limits, .messages = &ignored};
    if (compile(&again, &other, bytes, size) == STATUS_OK && has_more(&again, unit)) {
        struct c_unit first = *unit;
        struct c_compiled first_program = *compiled;
        *unit = again;
        unit->messages = first.messages;
        again = first;
        *compiled = other;
        other = first_program;
    }
    c_unit_fini(&again);
    c_compiled_fini(&other);
    messages_fini(&ignored);
}

/* clang marks scopes at the price of branches where they are left early, so only where it matters when variables
 * end. */
static enum status add_scopes(struct c_unit *unit, struct c_compiled *compiled, const char *bytes,
                              size_t size) {
    if (!unit->options->strict || !c_needs_scopes(unit)) return STATUS_OK;
    struct c_unit again = {
        .options = unit->options, .file = unit->file, .limits = unit->limits, .messages = unit->messages};
    c_unit_fini(unit);
    *unit = again;
    c_compiled_fini(compiled);
    compiled->scopes = true;
    enum status status = compile(unit, compiled, bytes, size);
    if (status == STATUS_OK) find_inline(unit, compiled, bytes, size);
    return status;
}

/* Bitcode that comes from outside. */
static enum status launder(struct c_unit *unit, struct c_compiled *compiled, const char *bytes, size_t size) {
    bool foreign = is_bitcode(bytes, size) || ends_with(unit->file, ".ll") || ends_with(unit->file, ".bc");
    if (compiled->bitcode.size || !foreign) return STATUS_OK;
    return c_unit_launder(unit, bytes, size, &compiled->bitcode);
}

static enum status load(struct c_unit *unit, struct c_compiled *compiled, const char *bytes, size_t size) {
    if (compiled->bitcode.size) return c_unit_load(unit, compiled->bitcode.data, compiled->bitcode.size);
    enum status status = compile(unit, compiled, bytes, size);
    if (status == STATUS_OK) find_inline(unit, compiled, bytes, size);
    return status == STATUS_OK ? add_scopes(unit, compiled, bytes, size) : status;
}

static enum status prepare(struct c_unit *unit, struct c_compiled *compiled, const char *bytes, size_t size) {
    enum status status = load(unit, compiled, bytes, size);
    if (status != STATUS_OK) return status;
    c_probe_places(unit);
    c_split_aggregates(unit);
    c_rewrite_promises(unit);
    c_rewrite_weak(unit);
    c_calls_direct(unit);
    c_warn_of_nothing(unit);
    c_rewrite_variadic(unit);
    c_rewrite_functions(unit);
    c_rewrite_undefined(unit);
    c_mark_accesses(unit);
    c_freeze_reads(unit);
    c_cut_to_cone(unit);
    c_unroll_recursion(unit);
    status = c_calls_inline(unit);
    return status == STATUS_OK ? c_unit_simplify(unit) : status;
}

static enum status read_unit(struct program **program, struct c_unit *unit, struct c_compiled *compiled,
                             enum terms_mode mode, const char *bytes, size_t size) {
    enum status status = prepare(unit, compiled, bytes, size);
    if (status == STATUS_OK) {
        *program = c_translate(unit, mode);
        if (!*program) status = STATUS_STOPPED;
    }
    c_unit_fini(unit);
    return status;
}

enum status c_read(struct program **program, struct c_compiled *kept, enum terms_mode mode,
                   const struct c_options *options, const char *bytes, size_t size, const char *file,
                   struct limits *limits, struct messages *messages) {
    *program = NULL;
    struct text why = {0};
    if (!llvm_open(&why)) {
        messages_fail(messages, STATUS_IO, (struct position){.file = file}, "%s", why.data);
        text_fini(&why);
        return STATUS_IO;
    }
    struct c_unit unit = {.options = options, .file = file, .limits = limits, .messages = messages};
    struct c_compiled own = {0}, *compiled = kept ? kept : &own;
    bool is_compiled = compiled->bitcode.size;
    enum status status = launder(&unit, compiled, bytes, size);
    if (status == STATUS_OK && !llvm_enter(LLVM_SHARED, limits)) status = STATUS_STOPPED;
    if (status == STATUS_OK) {
        status = read_unit(program, &unit, compiled, mode, bytes, size);
        llvm_leave();
    }
    if (!kept || (status != STATUS_OK && !is_compiled)) c_compiled_fini(compiled);
    return status;
}

/* The time of a change of any kind counts, which nobody sets as he likes. */
static bool is_older(const char *path, const struct timespec *since) {
    struct stat info;
    return stat(path, &info) == 0 &&
           (info.st_ctim.tv_sec < since->tv_sec ||
            (info.st_ctim.tv_sec == since->tv_sec && info.st_ctim.tv_nsec < since->tv_nsec));
}

bool c_preprocess(struct text *out, const struct c_compiled *compiled, const struct c_options *options,
                  const char *bytes, size_t size, const char *file, const struct timespec *since,
                  struct limits *limits) {
    if (is_bitcode(bytes, size) || ends_with(file, ".ll") || ends_with(file, ".bc")) return false;
    if (ends_with(file, ".i")) {
        if (size) text_bytes(out, bytes, size);
        return true;
    }
    if (mentions(bytes, size, "__TIME") || mentions(bytes, size, "__DATE__")) return false;
    strings read = {0};
    struct c_options same = *options;
    same.read = &read;
    bool good =
        c_clang_preprocess(&same, bytes, size, file, compiled->gnu89_inline ? C_INLINE_GNU89 : C_INLINE_C99,
                           compiled->c23, out, limits) == STATUS_OK;
    vec_each (char *, path, &read) {
        good = good && (!strcmp(*path, file) || is_older(*path, since));
        mem_free(*path);
    }
    vec_free(&read);
    return good;
}
