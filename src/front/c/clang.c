#define _GNU_SOURCE /* memfd_create */
#include "front/c/clang.h"

#include "base/pipe.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* What keeps LLVM from using undefined behaviour as a licence, and the program as it was written; the README
 * says of each why. */
static const char *const always[] = {
    "-emit-llvm", "-o", "-", "-std=gnu11", "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-gcolumn-info",
    "-fwrapv", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-fno-finite-loops", "-fno-builtin",
    "-ftrivial-auto-var-init=zero", "-fno-discard-value-names", "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables", "-fcommon", "-ffp-contract=off", "-fno-jump-tables",
    "-fbracket-depth=100000", "-w",
    /* programs of the time before C99 */
    "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch",
    /* messages: one line each */
    "-fno-caret-diagnostics", "-fno-color-diagnostics", "-fno-diagnostics-show-option", "-ferror-limit=20"};

/* clang sees a file system with two files of our own.
 *
 * One is the source: it stands at its own path and has the bytes that were read, whatever the file has become. So macros that tell of files
 * (__FILE__, __BASE_FILE__, __has_include), and what the source includes, itself too, are as when the user compiles it. What has no
 * path that clang would find, and what is preprocessed, comes from standard input and is named by a line marker.
 *
 * The other one is a header that is missing without a 32-bit C library, and only says which functions are stubs: an empty one,
 * behind everything that is really there. */
enum { OVERLAY_FD = 3, SOURCE_FD = 4 };
static const char stubs[] =
    "{'name': '/induct-headers/gnu/stubs-32.h', 'type': 'file', 'external-contents': '/dev/null'}, ";

struct child {
    pid_t pid;
    int input, errors, overlay; /* files in memory; -1: none */
    int output;                 /* the reading end of a pipe */
    bool by_path; /* the input is the source at its path, in the overlay; else it is standard input */
    bool as_text; /* the output is LLVM's text, not bitcode */
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
                    enum c_inline meaning, const struct child *child) {
    add(arguments, "%s", options->clang ? options->clang : "clang-19");
    add(arguments, "%s", options->data_model == C_ILP32 ? "-m32" : "-m64");
    add(arguments, "%s", child->as_text ? "-S" : "-c");
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) add(arguments, "%s", always[i]);
    if (meaning == C_INLINE_GNU89) add(arguments, "%s", "-fgnu89-inline");
    if (options->entry) add(arguments, "%s", "-femit-all-decls"); /* it may be static, and unused */
    add_folders(arguments, options, file, child->by_path);
    if (child->overlay >= 0) {
        char *path = mem_format("/dev/fd/%d", OVERLAY_FD);
        add(arguments, "%s", "-ivfsoverlay");
        add(arguments, "%s", path);
        mem_free(path);
    }
    add(arguments, "%s", "-x");
    add(arguments, "%s", preprocessed ? "cpp-output" : "c");
    add(arguments, "%s", "--");
    add(arguments, "%s", child->by_path ? file : "-");
    vec_push(arguments, NULL);
}

static bool write_all(int file, const char *bytes, size_t size) {
    while (size) {
        ssize_t n = write(file, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static int memory_file(const char *name, const char *first, size_t n_first, const char *second,
                       size_t n_second) {
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0) return -1;
    if (write_all(file, first, n_first) && write_all(file, second, n_second) && lseek(file, 0, SEEK_SET) == 0)
        return file;
    close(file);
    return -1;
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
    struct text marker = {0};
    if (!by_path) line_marker(&marker, file);
    if (size >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
        bytes += 3, size -= 3; /* a mark of UTF-8, which must be first */
    int source = memory_file("source", marker.data, marker.size, bytes, size);
    text_fini(&marker);
    return source;
}

/* Whether clang will find the path. Devices may mean something else to it than to us, and '-' and '@' are the marks of options. */
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
    int overlay = memory_file("overlay", out.data, out.size, NULL, 0);
    text_fini(&out);
    return overlay;
}

static void close_file(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

/* Files that the child gets are first moved above the numbers at which it is to have them. */
static int out_of_the_way(int file) {
    int moved = fcntl(file, F_DUPFD_CLOEXEC, SOURCE_FD + 1);
    close(file);
    return moved;
}

static int start(struct child *child, char **arguments) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    child->output = ends[0];
    int output = out_of_the_way(ends[1]);
    child->input = out_of_the_way(child->input);
    child->errors = out_of_the_way(child->errors);
    if (child->overlay >= 0) child->overlay = out_of_the_way(child->overlay);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0); /* so that stopping it also stops what it started */
    posix_spawn_file_actions_adddup2(&files, child->input, child->by_path ? SOURCE_FD : 0);
    if (child->by_path) posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, 1);
    posix_spawn_file_actions_adddup2(&files, child->errors, 2);
    if (child->overlay >= 0) posix_spawn_file_actions_adddup2(&files, child->overlay, OVERLAY_FD);
    int error = posix_spawnp(&child->pid, arguments[0], &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    close(output);
    return error;
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

/* What clang said, from the file of its standard error. */
static enum status report(int errors, int end, const char *file, struct messages *messages) {
    struct text said = {0};
    char buffer[4096];
    ssize_t n;
    for (lseek(errors, 0, SEEK_SET); (n = read(errors, buffer, sizeof buffer)) > 0;)
        text_bytes(&said, buffer, (size_t)n);
    bool any = false;
    char *rest = said.data;
    for (char *line; rest && *rest;) {
        line = rest;
        rest = strchr(line, '\n');
        if (rest) *rest++ = 0;
        any |= report_line(line, messages);
    }
    if (!any && WIFSIGNALED(end))
        messages_fail(messages, STATUS_MALFORMED, (struct position){.file = file}, "clang was ended: %s",
                      strsignal(WTERMSIG(end)));
    else if (!any)
        messages_fail(messages, STATUS_MALFORMED, (struct position){.file = file}, "clang fails: %s",
                      said.data ? said.data : "it gives no reason");
    text_fini(&said);
    return STATUS_MALFORMED;
}

static enum status finish(struct child *child, const char *file, bool complete, struct messages *messages) {
    if (!complete) kill(-child->pid, SIGKILL);
    int status = 0;
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!complete) return STATUS_STOPPED;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return STATUS_OK;
    return report(child->errors, status, file, messages);
}

static enum status run(struct child *child, strings *arguments, const char *file, struct text *bitcode,
                       struct limits *limits, struct messages *messages) {
    if (child->input < 0 || child->errors < 0)
        return messages_fail(messages, STATUS_IO, (struct position){.file = file}, "no file in memory: %s",
                             strerror(errno));
    int error = start(child, arguments->data);
    if (error)
        return messages_fail(messages, STATUS_IO, (struct position){.file = file},
                             "C programs are compiled by %s, which cannot be started: %s%s",
                             arguments->data[0], strerror(error),
                             error == ENOENT ? " (install Debian's clang-19)" : "");
    return finish(child, file, pipe_collect(child->output, bitcode, SIZE_MAX, 0, limits), messages);
}

static enum status compile(const struct c_options *options, const char *bytes, size_t size, const char *file,
                           bool preprocessed, enum c_inline meaning, bool as_text, struct text *bitcode,
                           struct limits *limits, struct messages *messages) {
    struct child child = {
        .overlay = -1, .output = -1, .by_path = !preprocessed && is_found(file), .as_text = as_text};
    bool ilp32 = options->data_model == C_ILP32 && !preprocessed;
    child.input = source_file(bytes, size, file, child.by_path);
    child.errors = memory_file("errors", NULL, 0, NULL, 0);
    if (child.by_path || ilp32) child.overlay = overlay_file(file, child.by_path, ilp32);
    strings arguments = {0};
    command(&arguments, options, file, preprocessed, meaning, &child);
    enum status status = run(&child, &arguments, file, bitcode, limits, messages);
    vec_each (char *, argument, &arguments) mem_free(*argument);
    vec_free(&arguments);
    close_file(&child.input);
    close_file(&child.errors);
    close_file(&child.overlay);
    close_file(&child.output);
    return status;
}

/* Bitcode has a table of symbols, for which clang also reads assembly outside of functions, and whatever files that includes. Its errors about
 * these are not ours to repeat. LLVM's text has no such table, but takes longer to read: so what does not compile is compiled once more. */
enum status c_clang(const struct c_options *options, const char *bytes, size_t size, const char *file,
                    bool preprocessed, enum c_inline meaning, struct text *bitcode, struct limits *limits,
                    struct messages *messages) {
    struct messages ignored = {0};
    enum status status =
        compile(options, bytes, size, file, preprocessed, meaning, false, bitcode, limits, &ignored);
    messages_fini(&ignored);
    if (status == STATUS_OK || status == STATUS_STOPPED) return status;
    text_clear(bitcode);
    return compile(options, bytes, size, file, preprocessed, meaning, true, bitcode, limits, messages);
}
