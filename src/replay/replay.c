#define _GNU_SOURCE /* mkdtemp, getrandom */
#include "replay/replay.h"

#include "base/hash.h"
#include "replay/confine.h"
#include "replay/process.h"
#include "replay/redirect.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

typedef VEC(const char *) words;

enum { ABORTED = 134 }; /* the status of a program that called abort(), as shells have it */

struct replaying {
    const struct replay_task *task;
    struct limits *limits;
    struct text *why;
    char *folder, *source, *assembly, *harness, *stubs,
        *program; /* paths; source: NULL as long as there is no copy */
    char secret[33];
    bool has_abort;    /* the program defines it */
    bool gnu89_inline; /* `inline` functions are definitions for the linker */
};

/* The meaning that the front end gives to programs: evaluation order is clang's, arithmetic wraps around, nothing is assumed not to happen. An
 * uninitialised variable is arbitrary, zero is as good as anything. */
static const char *const meaning[] = {"-O0",
                                      "-std=gnu11",
                                      "-fwrapv",
                                      "-fno-strict-aliasing",
                                      "-fno-delete-null-pointer-checks",
                                      "-fno-builtin",
                                      "-fno-stack-protector",
                                      "-fcommon",
                                      "-ffp-contract=off",
                                      "-fno-jump-tables",
                                      "-ftrivial-auto-var-init=zero",
                                      "-fbracket-depth=100000",
                                      "-fno-pic",
                                      "-fno-asynchronous-unwind-tables",
                                      "-w",
                                      "-Wno-error=implicit-function-declaration",
                                      "-Wno-error=implicit-int",
                                      "-Wno-error=int-conversion",
                                      "-Wno-error=incompatible-function-pointer-types",
                                      "-Wno-error=return-mismatch"};

static void compiler_words(const struct replaying *r, words *out) {
    vec_push(out, r->task->compiler ? r->task->compiler : "clang-19");
    vec_push(out, r->task->ilp32 ? "-m32" : "-m64");
    for (size_t i = 0; i < sizeof meaning / sizeof *meaning; i++) vec_push(out, meaning[i]);
}

/* The first line of what a compiler said that is about an error. */
static void quote(struct text *why, const char *doing, const char *said) {
    const char *error = said ? strstr(said, "error:") : NULL;
    while (error && error > said && error[-1] != '\n') error--;
    if (!error) error = said ? said : "";
    text_format(why, "%s: %.*s", doing, (int)strcspn(error, "\n"), error);
}

static bool call(struct replaying *r, words *arguments, const char *doing, struct text *said) {
    vec_push(arguments, NULL);
    int status = process_call(arguments->data, said, r->limits);
    if (status != 0) quote(r->why, doing, said->data);
    return status == 0;
}

static bool write_file(struct replaying *r, const struct text *text, const char *path) {
    struct messages messages = {0};
    bool good = text_write_file(text, path, &messages) == STATUS_OK;
    if (!good) text_add(r->why, messages_first_error(&messages));
    messages_fini(&messages);
    return good;
}

/* A copy of the bytes that were read; files beside the original are found all the same. */
static bool copy_source(struct replaying *r, char **beside) {
    const char *path = r->task->source, *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    struct text bytes = {0};
    bool bitcode = r->task->size >= 4 && !memcmp(r->task->bytes, "BC\xc0\xde", 4);
    mem_free(r->source);
    r->source = mem_format("%s/source%s", r->folder, bitcode ? ".bc" : dot ? dot : ".c");
    *beside = slash ? mem_format("-iquote%.*s", (int)(slash - path) + (slash == path), path)
                    : mem_strdup("-iquote.");
    text_bytes(&bytes, r->task->bytes, r->task->size);
    bool good = write_file(r, &bytes, r->source);
    text_fini(&bytes);
    return good;
}

/* Source to assembly, in which the harness's functions take the place of the program's. */
static bool compile(struct replaying *r) {
    words arguments = {0};
    struct text said = {0}, before = {0}, after = {0};
    struct messages messages = {0};
    char *beside = NULL;
    bool good = !r->task->bytes || copy_source(r, &beside);
    compiler_words(r, &arguments);
    for (uint32_t i = 0; i < r->task->n_arguments; i++) vec_push(&arguments, r->task->arguments[i]);
    if (r->task->entry) vec_push(&arguments, "-femit-all-decls"); /* also when it is static, and unused */
    if (r->gnu89_inline) vec_push(&arguments, "-fgnu89-inline");
    if (beside) vec_push(&arguments, beside);
    const char *const rest[] = {"-S", "-o", r->assembly, r->source ? r->source : r->task->source};
    vec_append(&arguments, rest, 4);
    good = good && call(r, &arguments, "the program does not compile for replay", &said);
    if (good && text_read_file(&before, r->assembly, &messages) != STATUS_OK) {
        text_add(r->why, messages_first_error(&messages));
        good = false;
    }
    if (good) {
        r->has_abort = before.data && strstr(before.data, "\nabort:");
        if (r->task->hides_main && r->task->entry) text_format(&after, "\t.globl\t%s\n", r->task->entry);
        redirect(&after, before.data ? before.data : "", r->task->supplied, r->task->n_supplied,
                 r->task->hides_main);
        good = write_file(r, &after, r->assembly);
    }
    messages_fini(&messages);
    mem_free(beside);
    text_fini(&said);
    text_fini(&before);
    text_fini(&after);
    vec_free(&arguments);
    return good;
}

static void draw_secret(struct replaying *r) {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) memset(bytes, 0x5a, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        for (int half = 0; half < 2; half++)
            r->secret[2 * i + (size_t)half] = "0123456789abcdef"[half ? bytes[i] & 15 : bytes[i] >> 4];
}

static bool is_supplied(const struct replaying *r, const char *function) {
    for (uint32_t i = 0; i < r->task->n_supplied; i++)
        if (!strcmp(r->task->supplied[i], function)) return true;
    return false;
}

/* What the harness calls to report, without any header; then the harness. The library's abort sends signals, which is not
 * allowed: another one takes its place, unless the program has its own. */
static bool write_harness(struct replaying *r) {
    struct text out = {0};
    text_format(&out,
                "extern long write(int, const void *, __SIZE_TYPE__);\n"
                "extern void _exit(int) __attribute__((noreturn));\n"
                "__attribute__((noreturn)) void induct_report(const char *what) {\n"
                "    char line[64] = \"%s \";\n"
                "    __SIZE_TYPE__ n = 33;\n"
                "    while (*what && n < 62) line[n++] = *what++;\n"
                "    line[n++] = 10;\n"
                "    write(%d, line, n);\n"
                "    _exit(0);\n"
                "}\n",
                r->secret, CONFINE_REPORT);
    if (!r->has_abort && !is_supplied(r, "abort"))
        text_format(&out, "__attribute__((noreturn)) void abort(void) { _exit(%d); }\n", ABORTED);
    text_format(&out, "#line 1 \"harness\"\n%s", r->task->harness);
    bool good = write_file(r, &out, r->harness);
    text_fini(&out);
    return good;
}

static bool link_program(struct replaying *r, bool with_stubs, struct text *said) {
    words arguments = {0};
    strings renamed = {0};
    compiler_words(r, &arguments);
    const char *const fixed[] = {"-DINDUCT_REPLAY",
                                 "-DINDUCT_HIDDEN_MAIN=\"" REDIRECT_MAIN "\"",
                                 "-static",
                                 "-no-pie",
                                 "-o",
                                 r->program,
                                 r->harness,
                                 r->assembly,
                                 "-Wl,--allow-multiple-definition"};
    for (uint32_t i = 0; i < r->task->n_supplied; i++)
        vec_push(&renamed,
                 mem_format("-D%s=" REDIRECT_PREFIX "%s", r->task->supplied[i], r->task->supplied[i]));
    vec_each (char *const, d, &renamed) vec_push(&arguments, *d);
    vec_append(&arguments, fixed, sizeof fixed / sizeof *fixed);
    if (with_stubs) vec_push(&arguments, r->stubs);
    vec_push(&arguments, NULL);
    bool good = process_call(arguments.data, said, r->limits) == 0;
    vec_each (char *, d, &renamed) mem_free(*d);
    vec_free(&renamed);
    vec_free(&arguments);
    return good;
}

/* What nobody has. The linker does not tell functions from variables, so each is both: as a function it
 * returns zero and does nothing else, as a variable it has some value, can be written, and is as large as
 * ROOM. */
static bool write_stubs(struct replaying *r, const char *said) {
    static const char before[] = "undefined reference to `";
    enum { ROOM = 1 << 14 };
    struct text out = {0};
    struct hash_names done = {0};
    text_add(&out, "\t.section .induct_stubs,\"awx\",@progbits\n");
    for (const char *at = said ? strstr(said, before) : NULL; at; at = strstr(at, before)) {
        at += sizeof before - 1;
        char *name = mem_format("%.*s", (int)strcspn(at, "'\n"), at);
        if (hash_names_get(&done, name) == HASH_NONE)
            text_format(&out,
                        "\t.weak %s\n\t.balign 64\n%s:\n\txorl %%eax, %%eax\n\txorl %%edx, %%edx\n\tret\n"
                        "\t.zero %d\n",
                        name, name, ROOM);
        hash_names_put(&done, name, 0);
        mem_free(name);
    }
    hash_names_free(&done);
    bool good = write_file(r, &out, r->stubs);
    text_fini(&out);
    return good;
}

static uint32_t count_missing(const struct text *said) {
    static const char before[] = "undefined reference to `";
    uint32_t n = 0;
    for (const char *at = said->data; at && (at = strstr(at, before)); at += sizeof before - 1) n++;
    return n;
}

/* What is missing may be `inline` functions, of which C99 makes no definition (front/c/clang.h). Other ways round, `extern inline` ones would be
 * missing. */
static bool link_with_inline(struct replaying *r, struct text *said) {
    struct text again = {0};
    r->gnu89_inline = true;
    bool linked = compile(r) && link_program(r, false, &again);
    if (!linked && count_missing(&again) < count_missing(said)) {
        text_clear(said);
        text_bytes(said, again.data, again.size);
    } else if (!linked) {
        r->gnu89_inline = false;
        compile(r);
    }
    text_fini(&again);
    return linked;
}

static bool build(struct replaying *r) {
    if (!compile(r)) return false;
    draw_secret(r);
    struct text said = {0}, again = {0};
    bool good = write_harness(r);
    if (good && !link_program(r, false, &said)) {
        bool missing = count_missing(&said) > 0;
        good = missing &&
               (link_with_inline(r, &said) || (write_stubs(r, said.data) && link_program(r, true, &again)));
        if (!good) quote(r->why, "the replay cannot be linked", again.size ? again.data : said.data);
    }
    text_fini(&said);
    text_fini(&again);
    return good;
}

/* What the program said of its end; NULL: nothing. */
static const char *reported(const struct replaying *r, const struct text *report) {
    const char *said = report->data ? strstr(report->data, r->secret) : NULL;
    return said ? said + strlen(r->secret) + 1 : NULL;
}

static enum replay_outcome conclude(struct replaying *r, const struct confined_end *end) {
    const char *said = reported(r, &end->report);
    if (said && !strcmp(said, "error\n")) return REPLAY_REACHED;
    if (end->timeout || (WIFSIGNALED(end->state) && WTERMSIG(end->state) == SIGXCPU)) {
        text_add(r->why, "the program did not end in time");
        return REPLAY_TIMEOUT;
    }
    if (said) {
        text_format(r->why, "the program ended without an error: %.*s", (int)strcspn(said, "\n"), said);
        return REPLAY_ENDED;
    }
    if (!WIFSIGNALED(end->state)) {
        text_format(r->why, "the program ended without an error, with status %d", WEXITSTATUS(end->state));
        return REPLAY_ENDED;
    }
    int number = WTERMSIG(end->state);
    if (number == SIGSYS) {
        text_add(r->why, "the program was stopped: it made a system call that is not allowed in a replay");
        return REPLAY_STOPPED;
    }
    bool crashed = number == SIGSEGV || number == SIGBUS;
    text_format(r->why, "the program %s: %s", crashed ? "crashed" : "ended without an error",
                strsignal(number));
    if (crashed) return REPLAY_CRASHED;
    return number == SIGFPE ? REPLAY_TRAPPED : REPLAY_ENDED;
}

static enum replay_outcome run(struct replaying *r) {
    const struct confinement c = {.program = r->program,
                                  .seconds = r->task->seconds > 0 ? r->task->seconds : REPLAY_SECONDS,
                                  .memory = r->task->memory ? r->task->memory : REPLAY_MEMORY};
    struct confined_end end;
    if (!confine_run(&c, r->limits, &end, r->why)) return REPLAY_FAILED;
    enum replay_outcome outcome = conclude(r, &end);
    text_fini(&end.report);
    return outcome;
}

static bool prepare(struct replaying *r) {
    const char *base = getenv("TMPDIR");
    r->folder = mem_format("%s/induct-replay-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(r->folder)) {
        text_format(r->why, "no folder for the replay: %s", strerror(errno));
        return false;
    }
    r->assembly = mem_format("%s/program.s", r->folder);
    r->harness = mem_format("%s/harness.c", r->folder);
    r->stubs = mem_format("%s/stubs.s", r->folder);
    r->program = mem_format("%s/program", r->folder);
    return true;
}

static void clean(struct replaying *r) {
    char *const paths[] = {r->source, r->assembly, r->harness, r->stubs, r->program};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (paths[i]) unlink(paths[i]);
        mem_free(paths[i]);
    }
    if (r->assembly) rmdir(r->folder);
    mem_free(r->folder);
}

enum replay_outcome replay(const struct replay_task *task, struct limits *limits, struct text *why) {
    struct replaying r = {.task = task, .limits = limits, .why = why};
    enum replay_outcome outcome = REPLAY_FAILED;
    if (prepare(&r) && build(&r)) outcome = run(&r);
    if (outcome == REPLAY_FAILED && limits && limits_reason(limits) != STOP_NONE) outcome = REPLAY_TIMEOUT;
    clean(&r);
    return outcome;
}
