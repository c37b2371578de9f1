#define _GNU_SOURCE /* getrandom, memmem */
#include "replay/build.h"

#include "base/process.h"
#include "replay/prologue.h"
#include "replay/redirect.h"

#include <sys/random.h>

typedef VEC(const char *) words;

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
                                      "-fno-addrsig",
                                      "-fno-crash-diagnostics",
                                      "-w",
                                      "-Wno-error=implicit-function-declaration",
                                      "-Wno-error=implicit-int",
                                      "-Wno-error=int-conversion",
                                      "-Wno-error=incompatible-function-pointer-types",
                                      "-Wno-error=return-mismatch"};

static void compiler_words(const struct build *b, words *out) {
    vec_push(out, b->task->compiler ? b->task->compiler : "clang-19");
    vec_push(out, b->task->ilp32 ? "-m32" : "-m64");
    for (size_t i = 0; i < sizeof meaning / sizeof *meaning; i++) vec_push(out, meaning[i]);
}

/* The first line of what a compiler said that is about an error. */
static void quote(struct text *why, const char *doing, const char *said) {
    const char *error = said ? strstr(said, "error:") : NULL;
    while (error && error > said && error[-1] != '\n') error--;
    if (!error) error = said ? said : "";
    text_format(why, "%s: %.*s", doing, (int)strcspn(error, "\n"), error);
}

/* Compilers put their files into the folder. What one says is collected, up to some length. */
static bool call(struct build *b, words *arguments, struct text *said) {
    enum { MOST = 1 << 16 };
    vec_push(arguments, NULL);
    char *temporary = mem_format("TMPDIR=%s", b->folder);
    const char *const settings[] = {temporary, NULL};
    const struct process compiler = {
        .arguments = arguments->data, .settings = settings, .output = said, .most = MOST};
    struct process_result end = process_run(&compiler, b->limits);
    mem_free(temporary);
    if (end.end == PROCESS_EXITED) return end.code == 0;
    if (end.end == PROCESS_MEMORY) mem_exhausted(0);
    text_clear(said);
    process_describe(said, arguments->data[0], end);
    return false;
}

static bool compile(struct build *b, words *arguments) {
    struct text said = {0};
    bool good = call(b, arguments, &said);
    if (!good) quote(b->why, "the program does not compile for replay", said.data);
    text_fini(&said);
    return good;
}

/* ---- files of the folder ---- */

static char *path_of(const struct build *b, const char *name) {
    return mem_format("%s/%s", b->folder, name);
}

static bool write_file(struct build *b, const struct text *text, const char *name) {
    struct messages messages = {0};
    char *path = path_of(b, name);
    bool good = text_write_file(text, path, &messages) == STATUS_OK;
    if (!good) text_add(b->why, messages_first_error(&messages));
    messages_fini(&messages);
    mem_free(path);
    return good;
}

static bool read_file(struct build *b, struct text *out, const char *name) {
    struct messages messages = {0};
    char *path = path_of(b, name);
    bool good = text_read_file(out, path, &messages) == STATUS_OK;
    if (!good) text_add(b->why, messages_first_error(&messages));
    messages_fini(&messages);
    mem_free(path);
    return good;
}

/* ---- the program ---- */

static bool is_listed(const char *const *names, uint32_t n, const char *name) {
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static bool is_kept(const struct build *b, const char *function) {
    return is_listed(b->task->kept, b->task->n_kept, function) &&
           !is_listed(b->task->supplied, b->task->n_supplied, function);
}

/* The source as the compiler gets it. What counts is the bytes that were read, so these are in a copy; files beside the
 * original are found all the same. */
struct source {
    char *path, *beside; /* beside: NULL when it is the original */
};

static const char *ending_of(const struct replay_task *task) {
    static const char *const known[] = {".i", ".ll", ".bc"};
    if (task->size >= 4 && !memcmp(task->bytes, "BC\xc0\xde", 4)) return ".bc";
    const char *dot = strrchr(task->source, '.');
    for (size_t i = 0; dot && i < sizeof known / sizeof *known; i++)
        if (!strcmp(dot, known[i])) return known[i];
    return ".c";
}

static bool source_init(struct source *source, struct build *b) {
    const char *path = b->task->source, *slash = strrchr(path, '/');
    *source = (struct source){0};
    if (!b->task->bytes) {
        source->path = mem_strdup(path);
        return true;
    }
    struct text bytes = {0};
    char *name = mem_format("source%s", ending_of(b->task));
    text_bytes(&bytes, b->task->bytes, b->task->size);
    source->path = path_of(b, name);
    source->beside = slash ? mem_format("-iquote%.*s", (int)(slash - path) + (slash == path), path)
                           : mem_strdup("-iquote.");
    bool good = write_file(b, &bytes, name);
    text_fini(&bytes);
    mem_free(name);
    return good;
}

static void source_fini(struct source *source) {
    mem_free(source->path);
    mem_free(source->beside);
}

static void forget(struct build *b) {
    text_fini(&b->llvm);
    externals_fini(&b->externals);
    hash_names_free(&b->defined);
    b->defined = (struct hash_names){0};
}

/* Source to LLVM's text, which says what the program has and what it lacks. */
static bool read_as(struct build *b, const struct source *source, bool gnu89_inline) {
    words arguments = {0};
    char *path = path_of(b, "program.ll");
    compiler_words(b, &arguments);
    for (uint32_t i = 0; i < b->task->n_arguments; i++) vec_push(&arguments, b->task->arguments[i]);
    if (b->task->entry) vec_push(&arguments, "-femit-all-decls"); /* also when it is static, and unused */
    if (gnu89_inline) vec_push(&arguments, "-fgnu89-inline");
    if (source->beside) vec_push(&arguments, source->beside);
    const char *const rest[] = {"-S", "-emit-llvm", "-o", path, source->path};
    vec_append(&arguments, rest, sizeof rest / sizeof *rest);
    bool good = compile(b, &arguments) && read_file(b, &b->llvm, "program.ll");
    if (good && b->llvm.data) externals_read(b->llvm.data, &b->externals, &b->defined);
    vec_free(&arguments);
    mem_free(path);
    return good;
}

static bool mentions(const struct replay_task *task, const char *word) {
    return !task->bytes || memmem(task->bytes, task->size, word, strlen(word));
}

static bool misses_any(const struct build *b) {
    const struct replay_task *task = b->task;
    vec_each (const struct external, e, &b->externals)
        if (e->kind == EXTERNAL_FUNCTION && !is_kept(b, e->name) &&
            !is_listed(task->supplied, task->n_supplied, e->name))
            return true;
    return false;
}

/* Whether a reading has a body for something that another one misses, and misses nothing that the other one has. */
static bool has_more(const struct build *b, const struct build *other) {
    bool more = false;
    vec_each (const struct external, e, &b->externals)
        if (hash_names_get(&other->defined, e->name) != HASH_NONE) return false;
    vec_each (const struct external, e, &other->externals)
        more |= hash_names_get(&b->defined, e->name) != HASH_NONE;
    return more;
}

/* What is missing may be `inline` functions, of which C99 makes no definition. The front end reads the program in the same way
 * (front/c/read.c). */
static void find_inline(struct build *b, const struct source *source) {
    if ((!mentions(b->task, "inline") && !mentions(b->task, "include")) || !misses_any(b)) return;
    struct text ignored = {0};
    struct build again = {.task = b->task, .limits = b->limits, .why = &ignored, .folder = b->folder};
    if (read_as(&again, source, true) && has_more(&again, b)) {
        forget(b);
        b->llvm = again.llvm;
        b->externals = again.externals;
        b->defined = again.defined;
        b->gnu89_inline = true;
    } else {
        forget(&again);
    }
    text_fini(&ignored);
}

bool build_read(struct build *b) {
    struct source source;
    bool good = source_init(&source, b) && read_as(b, &source, false);
    if (good) find_inline(b, &source);
    source_fini(&source);
    return good;
}

void build_fini(struct build *b) {
    forget(b);
    mem_free(b->program);
}

/* ---- the executable ---- */

/* What is redirected: all that the harness supplies, and what the program lacks but for what is kept. */
static void redirected(const struct build *b, words *names) {
    vec_append(names, b->task->supplied, b->task->n_supplied);
    vec_each (const struct external, e, &b->externals)
        if (!is_kept(b, e->name)) vec_push(names, e->name);
}

/* LLVM's text to assembly, in which the harness's functions take the place of the program's. */
static bool assemble(struct build *b) {
    words arguments = {0}, names = {0};
    struct text llvm = {0}, before = {0}, after = {0};
    char *from = path_of(b, "program.ll"), *to = path_of(b, "program.s");
    compiler_words(b, &arguments);
    const char *const rest[] = {"-S", "-o", to, from};
    vec_append(&arguments, rest, sizeof rest / sizeof *rest);
    redirect_llvm(&llvm, b->llvm.data ? b->llvm.data : "", &b->defined);
    bool good =
        write_file(b, &llvm, "program.ll") && compile(b, &arguments) && read_file(b, &before, "program.s");
    if (good) {
        if (b->task->hides_main && b->task->entry)
            text_format(&after, "\t.globl\t" REDIRECT_OWN "%s\n", b->task->entry);
        redirected(b, &names);
        redirect(&after, before.data ? before.data : "", names.data, names.size, &b->defined,
                 b->task->hides_main);
        good = write_file(b, &after, "program.s");
    }
    mem_free(from);
    mem_free(to);
    text_fini(&llvm);
    text_fini(&before);
    text_fini(&after);
    vec_free(&names);
    vec_free(&arguments);
    return good;
}

static bool write_stubs(struct build *b) {
    struct text out = {0};
    externals_define(&out, &b->externals, REDIRECT_PREFIX, PROLOGUE_END, b->task->ilp32);
    bool good = write_file(b, &out, "stubs.s");
    text_fini(&out);
    return good;
}

static void draw_secret(struct build *b) {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) memset(bytes, 0x5a, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        for (int half = 0; half < 2; half++)
            b->secret[2 * i + (size_t)half] = "0123456789abcdef"[half ? bytes[i] & 15 : bytes[i] >> 4];
}

static bool write_harness(struct build *b) {
    struct text out = {0};
    prologue(&out, b->secret, b->task->supplied, b->task->n_supplied);
    text_format(&out, "#line 1 \"harness\"\n%s", b->task->harness);
    bool good = write_file(b, &out, "harness.c");
    text_fini(&out);
    return good;
}

static bool link_files(struct build *b, bool with_missing, struct text *said) {
    static const char *const names[] = {"harness.c", "program.s", "stubs.s", "missing.s"};
    words arguments = {0};
    strings paths = {0};
    compiler_words(b, &arguments);
    const char *const fixed[] = {"-DINDUCT_REPLAY",
                                 "-DINDUCT_HIDDEN_MAIN=\"" REDIRECT_MAIN "\"",
                                 "-static",
                                 "-no-pie",
                                 "-Wl,--allow-multiple-definition",
                                 "-o",
                                 b->program};
    vec_append(&arguments, fixed, sizeof fixed / sizeof *fixed);
    for (uint32_t i = 0; i < (with_missing ? 4 : 3); i++) vec_push(&paths, path_of(b, names[i]));
    vec_each (char *const, path, &paths) vec_push(&arguments, *path);
    bool good = call(b, &arguments, said);
    vec_each (char *, path, &paths) mem_free(*path);
    vec_free(&paths);
    vec_free(&arguments);
    return good;
}

/* What nobody has, though the program does not declare it as C does, in names that are no identifiers. The linker does not tell
 * functions from variables, so each is both: as a function it returns zero and does nothing else, as a variable it has some value,
 * can be written, and is as large as ROOM. */
static bool write_missing(struct build *b, const char *said) {
    static const char before[] = "undefined reference to `";
    enum { ROOM = 1 << 14 };
    struct text out = {0};
    struct hash_names done = {0};
    text_add(&out, "\t.section .induct_stubs,\"awx\",@progbits\n");
    for (const char *at = said ? strstr(said, before) : NULL; at; at = strstr(at, before)) {
        at += sizeof before - 1;
        char *name = mem_format("%.*s", (int)strcspn(at, "'\n"), at);
        bool plain = !strpbrk(name, "\"\\"); /* others end neither a name nor a line */
        if (plain && hash_names_get(&done, name) == HASH_NONE)
            text_format(
                &out,
                "\t.weak \"%s\"\n\t.balign 64\n\"%s\":\n\txorl %%eax, %%eax\n\txorl %%edx, %%edx\n\tret\n"
                "\t.zero %d\n",
                name, name, ROOM);
        hash_names_put(&done, name, 0);
        mem_free(name);
    }
    hash_names_free(&done);
    bool good = write_file(b, &out, "missing.s");
    text_fini(&out);
    return good;
}

bool build_link(struct build *b) {
    draw_secret(b);
    b->program = path_of(b, "program");
    if (!assemble(b) || !write_stubs(b) || !write_harness(b)) return false;
    struct text said = {0}, again = {0};
    bool good = link_files(b, false, &said);
    if (!good) {
        good = said.data && strstr(said.data, "undefined reference to `") && write_missing(b, said.data) &&
               link_files(b, true, &again);
        if (!good) quote(b->why, "the replay cannot be linked", again.size ? again.data : said.data);
    }
    text_fini(&said);
    text_fini(&again);
    return good;
}
