#include "check/replay/build.h"

#include "base/process.h"
#include "check/replay/confine.h"
#include "check/replay/guard.h"
#include "check/replay/guard_text.h"
#include "check/replay/prologue.h"
#include "check/replay/redirect.h"

typedef VEC(const char *) words;

/* The meaning that the front end gave to the program when it compiled it, for whoever compiles a part of it again. */
static const char *const meaning[] = {"-w",
                                      "-fwrapv",
                                      "-fno-strict-aliasing",
                                      "-fno-delete-null-pointer-checks",
                                      "-fno-builtin",
                                      "-fno-stack-protector",
                                      "-ffp-contract=off",
                                      "-fno-jump-tables",
                                      "-fno-pic",
                                      "-fno-asynchronous-unwind-tables",
                                      "-fno-verbose-asm"};
/* Of the harness and of LLVM's text. */
static const char *const of_llvm[] = {"-O0", "-std=gnu11", "-fno-addrsig", "-fno-crash-diagnostics"};

static void compiler_words(const struct build *b, words *out) {
    vec_push(out, b->task->compiler ? b->task->compiler : "clang-19");
    vec_push(out, b->task->ilp32 ? "-m32" : "-m64");
    vec_append(out, meaning, sizeof meaning / sizeof *meaning);
    vec_append(out, of_llvm, sizeof of_llvm / sizeof *of_llvm);
}

/* Of the text, besides; uninitialised variables are zero, as in LLVM's text, so that no difference comes from these
 * alone. */
static const char *const of_text[] = {"-fcommon", "-Wno-error=implicit-function-declaration",
                                      "-Wno-error=implicit-int", "-Wno-error=int-conversion"};
static const char *const of_gcc[] = {"-fno-pie", "-fcf-protection=none", "-fno-ident", "-fwrapv-pointer"};
static const char *const of_clang[] = {"-fno-finite-loops", "-fno-addrsig", "-fno-crash-diagnostics",
                                       "-fbracket-depth=100000"};
static const char *const of_traps[] = {"-fsanitize=undefined,local-bounds,float-divide-by-zero",
                                       "-fsanitize-trap=all"};

static bool is_gcc(const struct build *b) {
    return b->task->translator == REPLAY_GCC || b->task->translator == REPLAY_GCC_PLAIN;
}

static void translator_words(const struct build *b, words *out) {
    enum replay_translator t = b->task->translator;
    bool traps = t == REPLAY_ZEROS || t == REPLAY_PATTERNS;
    vec_push(out, is_gcc(b) ? "gcc" : b->task->compiler ? b->task->compiler : "clang-19");
    vec_push(out, b->task->ilp32 ? "-m32" : "-m64");
    if (b->task->ilp32) vec_push(out, "-msse2");
    if (b->task->ilp32 && is_gcc(b)) vec_push(out, "-mfpmath=sse");
    vec_push(out, t == REPLAY_GCC_PLAIN ? "-O0" : traps ? "-O1" : "-O2");
    vec_push(out, b->task->c23 ? "-std=gnu2x" : "-std=gnu11");
    vec_push(out, t == REPLAY_PATTERNS ? "-ftrivial-auto-var-init=pattern" : "-ftrivial-auto-var-init=zero");
    if (b->task->gnu89_inline) vec_push(out, "-fgnu89-inline");
    if (b->task->entry) vec_push(out, is_gcc(b) ? "-fkeep-static-functions" : "-femit-all-decls");
    vec_append(out, meaning, sizeof meaning / sizeof *meaning);
    vec_append(out, of_text, sizeof of_text / sizeof *of_text);
    if (is_gcc(b))
        vec_append(out, of_gcc, sizeof of_gcc / sizeof *of_gcc);
    else
        vec_append(out, of_clang, sizeof of_clang / sizeof *of_clang);
    if (traps) vec_append(out, of_traps, sizeof of_traps / sizeof *of_traps);
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

void build_read(struct build *b) {
    externals_read(b->task->program, &b->externals, &b->defined);
}

void build_fini(struct build *b) {
    externals_fini(&b->externals);
    hash_names_free(&b->defined);
    mem_free(b->program);
}

/* ---- the executable ---- */

/* What is redirected: all that the harness supplies, and what the program lacks but for what is kept. */
static void redirected(const struct build *b, words *names) {
    vec_append(names, b->task->supplied, b->task->n_supplied);
    vec_each (const struct external, e, &b->externals)
        if (!is_kept(b, e->name)) vec_push(names, e->name);
}

static bool assemble_llvm(struct build *b, const char *to) {
    words arguments = {0};
    struct text safe = {0}, llvm = {0};
    char *from = path_of(b, "program.ll");
    compiler_words(b, &arguments);
    const char *const rest[] = {"-S", "-o", to, from};
    vec_append(&arguments, rest, sizeof rest / sizeof *rest);
    bool good = guard_llvm(&safe, b->task->program, b->why);
    if (good) redirect_llvm(&llvm, safe.data ? safe.data : "", &b->defined);
    good = good && write_file(b, &llvm, "program.ll") && compile(b, &arguments);
    mem_free(from);
    text_fini(&safe);
    text_fini(&llvm);
    vec_free(&arguments);
    return good;
}

/* Calls of what the harness supplies must stay calls, and nothing be concluded from definitions that will not be used.
 * clang hears of that before a definition only, so there it holds for all functions. */
static void keep_calls(struct build *b, struct text *before, struct text *after) {
    for (uint32_t i = 0; i < b->task->n_supplied; i++) {
        const char *name = b->task->supplied[i];
        if (hash_names_get(&b->defined, name) == HASH_NONE) continue;
        if (is_gcc(b))
            text_format(after, "\nextern __typeof__(%s) %s __attribute__((noipa));\n", name, name);
        else if (!before->size)
            text_add(
                before,
                "#pragma clang attribute push(__attribute__((noinline, optnone)), apply_to = function)\n");
    }
    if (before->size) text_add(after, "\n#pragma clang attribute pop\n");
}

/* What guard.h replaces or refuses in LLVM's text is refused here. */
static bool is_harmless(struct build *b) {
    static const char *const compilers[] = {"memcpy", "memmove", "memset"};
    struct text safe = {0};
    bool good = guard_llvm(&safe, b->task->program, b->why);
    if (good && (!safe.data || strcmp(safe.data, b->task->program))) {
        text_add(b->why, "the program has inline assembly, which no second compiler is given");
        good = false;
    }
    text_fini(&safe);
    for (size_t i = 0; good && i < sizeof compilers / sizeof *compilers; i++)
        if (hash_names_get(&b->defined, compilers[i]) != HASH_NONE) {
            text_format(b->why, "the program has its own %s, which compilers call, too", compilers[i]);
            good = false;
        }
    return good;
}

static bool assemble_text(struct build *b, const char *to) {
    words arguments = {0};
    struct text c = {0}, after = {0};
    char *from = path_of(b, "program.i");
    translator_words(b, &arguments);
    const char *const rest[] = {"-S", "-x", "cpp-output", "-o", to, from};
    vec_append(&arguments, rest, sizeof rest / sizeof *rest);
    keep_calls(b, &c, &after);
    bool good = is_harmless(b) && guard_text(&c, b->task->text, is_gcc(b), b->why);
    if (after.size) text_add(&c, after.data);
    good = good && write_file(b, &c, "program.i") && compile(b, &arguments);
    mem_free(from);
    text_fini(&c);
    text_fini(&after);
    vec_free(&arguments);
    return good;
}

/* The program to assembly, in which the harness's functions take the place of the program's. */
static bool assemble(struct build *b) {
    words names = {0};
    struct text before = {0}, after = {0};
    char *to = path_of(b, "program.s");
    bool good = (b->task->translator == REPLAY_LLVM ? assemble_llvm : assemble_text)(b, to) &&
                read_file(b, &before, "program.s");
    if (good) {
        if (b->task->hides_main && b->task->entry)
            text_format(&after, "\t.globl\t" REDIRECT_OWN "%s\n", b->task->entry);
        redirected(b, &names);
        redirect(&after, before.data ? before.data : "", names.data, names.size, &b->defined,
                 b->task->hides_main);
        good = write_file(b, &after, "program.s");
    }
    mem_free(to);
    text_fini(&before);
    text_fini(&after);
    vec_free(&names);
    return good;
}

static bool write_stubs(struct build *b) {
    struct text out = {0};
    externals_define(&out, &b->externals, REDIRECT_PREFIX, PROLOGUE_END, b->task->ilp32);
    bool good = write_file(b, &out, "stubs.s");
    text_fini(&out);
    return good;
}

static bool write_harness(struct build *b) {
    struct text out = {0};
    prologue(&out, b->task->supplied, b->task->n_supplied);
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
    char *place = mem_format("-Wl,--section-start=" PROLOGUE_REPORT "=%#llx", PROLOGUE_PLACE);
    const char *const fixed[] = {"-DINDUCT_REPLAY",
                                 "-DINDUCT_HIDDEN_MAIN=\"" REDIRECT_MAIN "\"",
                                 "-static",
                                 "-no-pie",
                                 "-Wl,--allow-multiple-definition",
                                 "-Wl,-z,noexecstack",
                                 place,
                                 "-o",
                                 b->program};
    vec_append(&arguments, fixed, sizeof fixed / sizeof *fixed);
    for (uint32_t i = 0; i < (with_missing ? 4 : 3); i++) vec_push(&paths, path_of(b, names[i]));
    vec_each (char *const, path, &paths) vec_push(&arguments, *path);
    vec_push(&arguments, "-lm");
    bool good = call(b, &arguments, said);
    mem_free(place);
    vec_each (char *, path, &paths) mem_free(*path);
    vec_free(&paths);
    vec_free(&arguments);
    return good;
}

/* What nobody has, though the program does not declare it as C does, in names that are no identifiers. The linker does
 * not tell functions from variables, so each is both: as a function it returns zero and does nothing else, as a
 * variable it has some value, can be written, and is as large as ROOM. */
static bool write_missing(struct build *b, const char *said) {
    static const char before[] = "undefined reference to `";
    enum { ROOM = 1 << 14 };
    struct text out = {0};
    struct hash_names done = {0};
    bool lacks = false; /* a function of the C library, of which it matters what it does */
    text_add(&out, "\t.section .induct_stubs,\"awx\",@progbits\n");
    for (const char *at = said ? strstr(said, before) : NULL; at; at = strstr(at, before)) {
        at += sizeof before - 1;
        char *name = mem_format("%.*s", (int)strcspn(at, "'\n"), at);
        bool plain = !strpbrk(name, "\"\\"); /* others end neither a name nor a line */
        lacks |= is_kept(b, name);
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
    bool good = !lacks && write_file(b, &out, "missing.s");
    text_fini(&out);
    return good;
}

/* What gcc alone leaves open is a function that clang makes itself, and nothing that returns zero. */
bool build_link(struct build *b) {
    b->program = path_of(b, "program");
    if (!assemble(b) || !write_stubs(b) || !write_harness(b)) return false;
    struct text said = {0}, again = {0};
    bool good = link_files(b, false, &said);
    if (!good) {
        good = !is_gcc(b) && said.data && strstr(said.data, "undefined reference to `") &&
               write_missing(b, said.data) && link_files(b, true, &again);
        if (!good) quote(b->why, "the replay cannot be linked", again.size ? again.data : said.data);
    }
    text_fini(&said);
    text_fini(&again);
    return good;
}
