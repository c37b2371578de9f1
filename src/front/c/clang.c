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
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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
    /* messages: one line each */
    "-fno-caret-diagnostics", "-fno-color-diagnostics", "-fno-diagnostics-show-option", "-ferror-limit=20"};

/* Without a 32-bit C library its headers lack one file, which only says which functions are stubs. An overlay
 * of the file system supplies an empty one, behind everything that is really there. */
enum { OVERLAY_FD = 3 };
static const char overlay[] = "{'version': 0, 'roots': [{'name': '/induct-headers/gnu/stubs-32.h', "
                              "'type': 'file', 'external-contents': '/dev/null'}]}";

struct child {
    pid_t pid;
    int input, errors, overlay; /* files in memory; -1: none */
    int output;                 /* the reading end of a pipe */
};

static void add(strings *arguments, const char *format, const char *value) {
    vec_push(arguments, mem_format(format, value));
}

static char *directory(const char *file) {
    const char *slash = strrchr(file, '/');
    if (!slash) return mem_strdup(".");
    return slash == file ? mem_strdup("/") : mem_format("%.*s", (int)(slash - file), file);
}

static void command(strings *arguments, const struct c_options *options, const char *file, bool preprocessed,
                    enum c_inline meaning, bool scopes, bool with_overlay) {
    add(arguments, "%s", options->clang ? options->clang : "clang-19");
    add(arguments, "%s", options->data_model == C_ILP32 ? "-m32" : "-m64");
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) add(arguments, "%s", always[i]);
    if (meaning == C_INLINE_GNU89) add(arguments, "%s", "-fgnu89-inline");
    if (scopes) {
        add(arguments, "%s", "-Xclang");
        add(arguments, "%s", "-fsanitize-address-use-after-scope");
    }
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
    add(arguments, "%s", "-x");
    add(arguments, "%s", preprocessed ? "cpp-output" : "c");
    add(arguments, "%s", "-");
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
    int source = memory_file("source", marker.data, marker.size, bytes, size);
    text_fini(&marker);
    return source;
}

static void close_file(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

/* Files that the child gets are first moved above the numbers at which it is to have them. */
static int out_of_the_way(int file) {
    int moved = fcntl(file, F_DUPFD_CLOEXEC, OVERLAY_FD + 1);
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
    posix_spawn_file_actions_adddup2(&files, child->input, 0);
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

enum status c_clang(const struct c_options *options, const char *bytes, size_t size, const char *file,
                    bool preprocessed, enum c_inline meaning, bool scopes, struct text *bitcode,
                    struct limits *limits, struct messages *messages) {
    struct child child = {.overlay = -1, .output = -1};
    child.input = source_file(bytes, size, file);
    child.errors = memory_file("errors", NULL, 0, NULL, 0);
    if (options->data_model == C_ILP32 && !preprocessed)
        child.overlay = memory_file("overlay", overlay, sizeof overlay - 1, NULL, 0);
    strings arguments = {0};
    command(&arguments, options, file, preprocessed, meaning, scopes, child.overlay >= 0);
    enum status status = run(&child, &arguments, file, bitcode, limits, messages);
    vec_each (char *, argument, &arguments) mem_free(*argument);
    vec_free(&arguments);
    close_file(&child.input);
    close_file(&child.errors);
    close_file(&child.overlay);
    close_file(&child.output);
    return status;
}
