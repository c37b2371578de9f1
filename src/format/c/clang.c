#define _GNU_SOURCE /* strsignal */
#include "format/c/clang.h"

#include "base/process.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* What keeps LLVM from using undefined behaviour as a licence, and the program as it was written; the README
 * says of each why. */
static const char *const always[] = {
    "-emit-llvm", "-o", "-", "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-gcolumn-info", "-fwrapv",
    "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-fno-finite-loops", "-fno-builtin",
    "-ftrivial-auto-var-init=zero", "-fno-discard-value-names", "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables", "-fcommon", "-ffp-contract=off", "-fno-jump-tables",
    "-fbracket-depth=100000", "-w",
    /* programs of the time before C99 */
    "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch",
    "-fno-crash-diagnostics", /* these are files */
    /* messages: one line each */
    "-fno-caret-diagnostics", "-fno-color-diagnostics", "-fno-diagnostics-show-option", "-ferror-limit=20"};

/* clang sees a file system with two files of our own.
 *
 * One is the source: it stands at its own path and has the bytes that were read, whatever the file has become. So
 * macros that tell of files (__FILE__, __BASE_FILE__, __has_include), and what the source includes, itself too, are as
 * when the user compiles it. What has no path that clang would find, and what is preprocessed, comes from standard
 * input and is named by a line marker.
 *
 * The other one is a header that is missing without a 32-bit C library, and only says which functions are stubs: an
 * empty one, behind everything that is really there. */
enum { OVERLAY_FD = PROCESS_FIRST_EXTRA, SOURCE_FD, INCLUDED_FD };
static const char stubs[] =
    "{'name': '/induct-headers/gnu/stubs-32.h', 'type': 'file', 'external-contents': '/dev/null'}, ";

/* One call of clang. */
struct call {
    int source, overlay, included; /* files in memory; 0: none */
    bool by_path;                  /* the source is at its path, in the overlay; else it is standard input */
    enum output { BITCODE, LLVM_TEXT, PREPROCESSED } output;
};

static void add(strings *arguments, const char *format, const char *value) {
    vec_push(arguments, mem_format(format, value));
}

static char *directory(const char *file) {
    const char *slash = strrchr(file, '/');
    if (!slash) return mem_strdup(".");
    return slash == file ? mem_strdup("/") : mem_format("%.*s", (int)(slash - file), file);
}

/* Where clang looks for what the source includes. At its path that is as usual. */
static void add_folders(strings *arguments, const struct c_options *options, const char *file, bool by_path) {
    char *own = directory(file);
    if (!by_path) add(arguments, "-iquote%s", own);
    mem_free(own);
    for (uint32_t i = 0; i < options->n_includes; i++) add(arguments, "-I%s", options->includes[i]);
    for (uint32_t i = 0; i < options->n_defines; i++) add(arguments, "-D%s", options->defines[i]);
    if (options->data_model == C_ILP32) add(arguments, "%s", "-idirafter/induct-headers");
}

static void command(strings *arguments, const struct c_options *options, const char *file, bool preprocessed,
                    enum c_inline meaning, bool scopes, bool c23, const struct call *call) {
    add(arguments, "%s", options->clang ? options->clang : "clang-19");
    add(arguments, "%s", options->data_model == C_ILP32 ? "-m32" : "-m64");
    add(arguments, "%s", call->output == PREPROCESSED ? "-E" : call->output == LLVM_TEXT ? "-S" : "-c");
    add(arguments, "%s", c23 ? "-std=gnu23" : "-std=gnu11");
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) add(arguments, "%s", always[i]);
    if (meaning == C_INLINE_GNU89) add(arguments, "%s", "-fgnu89-inline");
    if (scopes) {
        add(arguments, "%s", "-Xclang");
        add(arguments, "%s", "-fsanitize-address-use-after-scope");
    }
    if (options->entry) add(arguments, "%s", "-femit-all-decls"); /* it may be static, and unused */
    add_folders(arguments, options, file, call->by_path);
    if (call->overlay) {
        char *path = mem_format("/dev/fd/%d", OVERLAY_FD);
        add(arguments, "%s", "-ivfsoverlay");
        add(arguments, "%s", path);
        mem_free(path);
    }
    if (call->included) {
        char *path = mem_format("/dev/fd/%d", INCLUDED_FD);
        const char *const words[] = {"-MD", "-MT", "x", "-MF", path};
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) add(arguments, "%s", words[i]);
        mem_free(path);
    }
    add(arguments, "%s", "-x");
    add(arguments, "%s", preprocessed ? "cpp-output" : "c");
    add(arguments, "%s", "--");
    add(arguments, "%s", call->by_path ? file : "-");
    vec_push(arguments, NULL);
}

/* For standard input: a line marker makes positions speak of the file by its name. */
static void line_marker(struct text *out, const char *file) {
    text_add(out, "# 1 \"");
    for (const char *p = file; *p; p++) {
        if (*p == '"' || *p == '\\') text_byte(out, '\\');
        text_byte(out, *p == '\n' ? ' ' : (unsigned char)*p);
    }
    text_add(out, "\"\n");
}

static int source_file(const char *bytes, size_t size, const char *file, bool by_path) {
    struct text all = {0};
    if (!by_path) line_marker(&all, file);
    if (size >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
        bytes += 3, size -= 3; /* a mark of UTF-8, which must be first */
    if (size) text_bytes(&all, bytes, size);
    int source = process_file("source", all.data, all.size);
    text_fini(&all);
    return source;
}

/* Whether clang will find the path. Devices may mean something else to it than to us, and '-' and '@' are the marks of
 * options. */
static bool is_found(const char *file) {
    struct stat status;
    for (const char *p = file; *p; p++)
        if ((unsigned char)*p < ' ') return false;
    return *file != '-' && *file != '@' && strncmp(file, "/dev/", 5) != 0 &&
           strncmp(file, "/proc/", 6) != 0 && stat(file, &status) == 0 && S_ISREG(status.st_mode);
}

static void overlay_source(struct text *out, const char *folder, const char *file) {
    char *path = *file == '/' ? mem_strdup(file) : mem_format("%s/%s", folder, file);
    text_add(out, "{'name': '");
    for (const char *p = path; *p; p++) text_format(out, *p == '\'' ? "''" : "%c", *p);
    text_format(out, "', 'type': 'file', 'use-external-name': false, 'external-contents': '/dev/fd/%d'}, ",
                SOURCE_FD);
    mem_free(path);
}

/* A relative path is one of the folder where we are, which clang calls $PWD if that is the same. */
static int overlay_file(const char *file, bool by_path, bool ilp32) {
    struct text out = {0};
    char *folder = getcwd(NULL, 0);
    const char *named = getenv("PWD");
    text_add(&out, "{'version': 0, 'roots': [");
    if (by_path && folder) overlay_source(&out, folder, file);
    if (by_path && *file != '/' && named && *named == '/' && (!folder || strcmp(named, folder)))
        overlay_source(&out, named, file);
    if (ilp32) text_add(&out, stubs);
    text_add(&out, "]}");
    free(folder);
    int overlay = process_file("overlay", out.data, out.size);
    text_fini(&out);
    return overlay;
}

/* The files of a rule for make, `x: a.h b\ c.h`, in which a backslash is before blanks and '#', also at the ends of
 * lines, and '$' is doubled. */
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

static void close_files(const struct call *call) {
    const int files[] = {call->source, call->overlay, call->included};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] > 0) close(files[i]);
}

static enum status compile(const struct c_options *options, const char *bytes, size_t size, const char *file,
                           bool preprocessed, enum c_inline meaning, bool scopes, bool c23,
                           enum output output, struct text *bitcode, struct limits *limits,
                           struct messages *messages) {
    struct call call = {.by_path = !preprocessed && is_found(file), .output = output};
    bool ilp32 = options->data_model == C_ILP32 && !preprocessed;
    call.source = source_file(bytes, size, file, call.by_path);
    if (call.by_path || ilp32) call.overlay = overlay_file(file, call.by_path, ilp32);
    if (options->read && !preprocessed) call.included = process_file("included", NULL, 0);
    if (call.source < 0 || call.overlay < 0 || call.included < 0) {
        int error = errno;
        close_files(&call);
        return messages_fail(messages, STATUS_IO, (struct position){.file = file}, "no file in memory: %s",
                             strerror(error));
    }
    struct text said = {0};
    strings arguments = {0};
    command(&arguments, options, file, preprocessed, meaning, scopes, c23, &call);
    const struct process clang = {.arguments = (const char *const *)arguments.data,
                                  .input = call.by_path ? PROCESS_NOWHERE : call.source,
                                  .extra = {call.overlay, call.by_path ? call.source : 0, call.included},
                                  .output = bitcode,
                                  .errors = &said};
    enum status status = run(&clang, file, limits, messages);
    if (call.included) read_included(call.included, options->read);
    vec_each (char *, argument, &arguments) mem_free(*argument);
    vec_free(&arguments);
    text_fini(&said);
    close_files(&call);
    return status;
}

/* Bitcode has a table of symbols, for which clang also reads assembly outside of functions, and whatever files that
 * includes. Its errors about these are not ours to repeat. LLVM's text has no such table, but takes longer to read: so
 * what does not compile is compiled once more. */
static enum status compile_as(const struct c_options *options, const char *bytes, size_t size,
                              const char *file, bool preprocessed, enum c_inline meaning, bool scopes,
                              bool c23, struct text *bitcode, struct limits *limits,
                              struct messages *messages) {
    struct messages ignored = {0};
    enum status status = compile(options, bytes, size, file, preprocessed, meaning, scopes, c23, BITCODE,
                                 bitcode, limits, &ignored);
    messages_fini(&ignored);
    if (status == STATUS_OK || status == STATUS_STOPPED) return status;
    text_clear(bitcode);
    return compile(options, bytes, size, file, preprocessed, meaning, scopes, c23, LLVM_TEXT, bitcode, limits,
                   messages);
}

/* Errors are those of C11. */
enum status c_clang(const struct c_options *options, const char *bytes, size_t size, const char *file,
                    bool preprocessed, enum c_inline meaning, bool scopes, bool *c23, struct text *bitcode,
                    struct limits *limits, struct messages *messages) {
    struct messages errors = {0}, ignored = {0};
    *c23 = false;
    enum status status = compile_as(options, bytes, size, file, preprocessed, meaning, scopes, false, bitcode,
                                    limits, &errors);
    if (status == STATUS_MALFORMED) {
        text_clear(bitcode);
        enum status later = compile_as(options, bytes, size, file, preprocessed, meaning, scopes, true,
                                       bitcode, limits, &ignored);
        *c23 = later == STATUS_OK;
        if (later == STATUS_OK || later == STATUS_STOPPED) status = later;
    }
    if (status != STATUS_OK && errors.list.size) { /* they move */
        vec_append(&messages->list, errors.list.data, errors.list.size);
        vec_clear(&errors.list);
    }
    messages_fini(&errors);
    messages_fini(&ignored);
    return status;
}

enum status c_clang_preprocess(const struct c_options *options, const char *bytes, size_t size,
                               const char *file, enum c_inline meaning, bool c23, struct text *out,
                               struct limits *limits) {
    struct messages ignored = {0};
    enum status status =
        compile(options, bytes, size, file, false, meaning, false, c23, PREPROCESSED, out, limits, &ignored);
    messages_fini(&ignored);
    return status;
}
