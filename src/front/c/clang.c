#define _GNU_SOURCE /* strsignal */
#include "front/c/clang.h"

#include "base/process.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* What keeps LLVM from using undefined behaviour as a licence, and the program as it was written; the README
 * says of each why. */
static const char *const always[] = {
    "-c", "-emit-llvm", "-o", "-", "-std=gnu11", "-O0", "-Xclang", "-disable-O0-optnone", "-g",
    "-gcolumn-info", "-fwrapv", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks",
    "-fno-finite-loops", "-fno-builtin", "-ftrivial-auto-var-init=pattern", "-fno-discard-value-names",
    "-fno-stack-protector", "-fcommon", "-ffp-contract=off", "-fno-jump-tables", "-fbracket-depth=100000",
    "-w",
    /* programs of the time before C99 */
    "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch",
    "-fno-crash-diagnostics", /* these are files */
    /* messages: one line each */
    "-fno-caret-diagnostics", "-fno-color-diagnostics", "-fno-diagnostics-show-option", "-ferror-limit=20"};

/* Without a 32-bit C library its headers lack one file, which only says which functions are stubs. An overlay
 * of the file system supplies an empty one, behind everything that is really there. */
enum { OVERLAY_FD = PROCESS_FIRST_EXTRA, INCLUDED_FD };
static const char overlay[] = "{'version': 0, 'roots': [{'name': '/induct-headers/gnu/stubs-32.h', "
                              "'type': 'file', 'external-contents': '/dev/null'}]}";

static void add(strings *arguments, const char *format, const char *value) {
    vec_push(arguments, mem_format(format, value));
}

static char *directory(const char *file) {
    const char *slash = strrchr(file, '/');
    if (!slash) return mem_strdup(".");
    return slash == file ? mem_strdup("/") : mem_format("%.*s", (int)(slash - file), file);
}

static void command(strings *arguments, const struct c_options *options, const char *file, bool preprocessed,
                    enum c_inline meaning, bool with_overlay) {
    add(arguments, "%s", options->clang ? options->clang : "clang-19");
    add(arguments, "%s", options->data_model == C_ILP32 ? "-m32" : "-m64");
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) add(arguments, "%s", always[i]);
    if (meaning == C_INLINE_GNU89) add(arguments, "%s", "-fgnu89-inline");
    if (options->entry) add(arguments, "%s", "-femit-all-decls"); /* it may be static, and unused */
    char *own = directory(file);
    add(arguments, "-iquote%s", own);
    mem_free(own);
    for (uint32_t i = 0; i < options->n_includes; i++) add(arguments, "-I%s", options->includes[i]);
    for (uint32_t i = 0; i < options->n_defines; i++) add(arguments, "-D%s", options->defines[i]);
    if (with_overlay) {
        char *path = mem_format("/dev/fd/%d", OVERLAY_FD);
        add(arguments, "%s", "-ivfsoverlay");
        add(arguments, "%s", path);
        mem_free(path);
        add(arguments, "%s", "-idirafter/induct-headers");
    }
    if (options->read && !preprocessed) {
        char *path = mem_format("/dev/fd/%d", INCLUDED_FD);
        const char *const words[] = {"-MD", "-MT", "x", "-MF", path};
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) add(arguments, "%s", words[i]);
        mem_free(path);
    }
    add(arguments, "%s", "-x");
    add(arguments, "%s", preprocessed ? "cpp-output" : "c");
    add(arguments, "%s", "-");
    vec_push(arguments, NULL);
}

/* The source as clang gets it: a line marker makes positions speak of the file by its name. */
static int source_file(const char *bytes, size_t size, const char *file) {
    struct text marker = {0};
    text_add(&marker, "# 1 \"");
    for (const char *p = file; *p; p++) {
        if (*p == '"' || *p == '\\') text_byte(&marker, '\\');
        text_byte(&marker, *p == '\n' ? ' ' : (unsigned char)*p);
    }
    text_add(&marker, "\"\n");
    if (size >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
        bytes += 3, size -= 3; /* a mark of UTF-8, which must be first */
    if (size) text_bytes(&marker, bytes, size);
    int source = process_file("source", marker.data, marker.size);
    text_fini(&marker);
    return source;
}

/* The files of a rule for make, `x: a.h b\ c.h`, in which a backslash is before blanks and '#', also at the ends of lines, and '$' is doubled. */
static void read_included(int file, strings *out) {
    struct text rule = {0}, path = {0};
    char buffer[4096];
    ssize_t n;
    for (off_t at = 0; (n = pread(file, buffer, sizeof buffer, at)) > 0; at += n)
        text_bytes(&rule, buffer, (size_t)n);
    const char *s = rule.size ? strchr(rule.data, ':') : NULL;
    for (s = s ? s + 1 : NULL; s; s++) {
        bool escaped = *s == '\\' && s[1] && strchr(" #\n", s[1]);
        if ((escaped && s[1] != '\n') || (*s == '$' && s[1] == '$')) {
            text_byte(&path, (unsigned char)*++s);
        } else if (escaped || !*s || strchr(" \n", *s)) {
            if (path.size) vec_push(out, mem_strdup(path.data));
            text_clear(&path);
            if (escaped) s++;
        } else {
            text_byte(&path, (unsigned char)*s);
        }
        if (!*s) break;
    }
    text_fini(&rule);
    text_fini(&path);
}

/* "file:line:column: error: text" as a message; false for any other line. */
static bool report_line(const char *line, struct messages *messages) {
    const char *mark = strstr(line, ": error: "), *fatal = strstr(line, ": fatal error: ");
    size_t skip = strlen(": error: ");
    if (fatal && (!mark || fatal < mark)) mark = fatal, skip = strlen(": fatal error: ");
    if (!mark) return false;
    const char *column = mark, *number = NULL;
    while (column > line && isdigit((unsigned char)column[-1])) column--;
    if (column > line && column[-1] == ':') {
        number = column - 1;
        while (number > line && isdigit((unsigned char)number[-1])) number--;
    }
    struct position at = {0};
    char *file = NULL;
    if (number && number > line && number[-1] == ':') {
        file = mem_format("%.*s", (int)(number - 1 - line), line);
        at = (struct position){file, (uint32_t)strtoul(number, NULL, 10), (uint32_t)strtoul(column, NULL, 10),
                               0};
    }
    messages_fail(messages, STATUS_MALFORMED, at, "%s", mark + skip);
    mem_free(file);
    return true;
}

/* What clang said of its failure. */
static enum status report(struct text *said, struct process_result end, const char *file,
                          struct messages *messages) {
    struct position at = {.file = file};
    bool any = false;
    char *rest = said->data;
    for (char *line; rest && *rest;) {
        line = rest;
        rest = strchr(line, '\n');
        if (rest) *rest++ = 0;
        any |= report_line(line, messages);
    }
    if (any) return STATUS_MALFORMED;
    if (end.end == PROCESS_SIGNALLED)
        return messages_fail(messages, STATUS_MALFORMED, at, "clang was ended: %s", strsignal(end.code));
    return messages_fail(messages, STATUS_MALFORMED, at, "clang fails: %s",
                         said->data ? said->data : "it gives no reason");
}

static enum status run(const struct process *clang, const char *file, struct limits *limits,
                       struct messages *messages) {
    struct process_result end = process_run(clang, limits);
    switch (end.end) {
    case PROCESS_MEMORY: mem_exhausted(0);
    case PROCESS_STOPPED:
    case PROCESS_TIMEOUT: return STATUS_STOPPED;
    case PROCESS_FAILED:
        return messages_fail(messages, STATUS_IO, (struct position){.file = file},
                             "C programs are compiled by %s, which cannot be started: %s%s",
                             clang->arguments[0], strerror(end.code),
                             end.code == ENOENT ? " (install Debian's clang-19)" : "");
    default: break;
    }
    if (end.end == PROCESS_EXITED && !end.code) return STATUS_OK;
    return report(clang->errors, end, file, messages);
}

enum status c_clang(const struct c_options *options, const char *bytes, size_t size, const char *file,
                    bool preprocessed, enum c_inline meaning, struct text *bitcode, struct limits *limits,
                    struct messages *messages) {
    bool with_overlay = options->data_model == C_ILP32 && !preprocessed;
    int source = source_file(bytes, size, file),
        headers = with_overlay ? process_file("overlay", overlay, sizeof overlay - 1) : 0,
        included = options->read ? process_file("included", NULL, 0) : 0;
    if (source < 0 || headers < 0 || included < 0)
        return messages_fail(messages, STATUS_IO, (struct position){.file = file}, "no file in memory: %s",
                             strerror(errno));
    struct text said = {0};
    strings arguments = {0};
    command(&arguments, options, file, preprocessed, meaning, with_overlay);
    const struct process clang = {.arguments = (const char *const *)arguments.data,
                                  .input = source,
                                  .extra = {headers, included},
                                  .output = bitcode,
                                  .errors = &said};
    enum status status = run(&clang, file, limits, messages);
    if (included) read_included(included, options->read);
    vec_each (char *, argument, &arguments) mem_free(*argument);
    vec_free(&arguments);
    text_fini(&said);
    close(source);
    if (headers) close(headers);
    if (included) close(included);
    return status;
}
