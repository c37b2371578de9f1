/* c_read: the steps from bytes to automaton. */
#include "front/c/c.h"

#include "front/c/clang.h"
#include "front/c/ir.h"
#include "front/c/translate.h"

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

static enum status load(struct c_unit *unit, const char *bytes, size_t size) {
    if (is_bitcode(bytes, size) || ends_with(unit->file, ".ll") || ends_with(unit->file, ".bc"))
        return c_unit_load(unit, bytes, size, true);
    struct text bitcode = {0};
    enum status status = c_clang(unit->options, bytes, size, unit->file, ends_with(unit->file, ".i"),
                                 &bitcode, unit->limits, unit->messages);
    if (status == STATUS_OK) status = c_unit_load(unit, bitcode.data, bitcode.size, false);
    text_fini(&bitcode);
    return status;
}

static enum status prepare(struct c_unit *unit, const char *bytes, size_t size) {
    enum status status = load(unit, bytes, size);
    if (status != STATUS_OK) return status;
    c_rewrite_promises(unit);
    c_rewrite_weak(unit);
    c_calls_direct(unit);
    c_rewrite_functions(unit);
    c_rewrite_undefined(unit);
    status = c_calls_inline(unit);
    return status == STATUS_OK ? c_unit_simplify(unit) : status;
}

enum status c_read(struct cfa **cfa, enum terms_mode mode, const struct c_options *options, const char *bytes,
                   size_t size, const char *file, struct limits *limits, struct messages *messages) {
    *cfa = NULL;
    struct text why = {0};
    if (!llvm_open(&why)) {
        messages_fail(messages, STATUS_IO, (struct position){.file = file}, "%s", why.data);
        text_fini(&why);
        return STATUS_IO;
    }
    struct c_unit unit = {.options = options, .file = file, .limits = limits, .messages = messages};
    enum status status = prepare(&unit, bytes, size);
    if (status == STATUS_OK) {
        *cfa = c_translate(&unit, mode);
        if (!*cfa) status = STATUS_STOPPED;
    }
    c_unit_fini(&unit);
    return status;
}
