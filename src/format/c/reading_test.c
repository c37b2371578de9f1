/* The automaton's parts (positions, names, sites, locations), bad inputs, bitcode, property files. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD                                                                                                 \
    "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void "     \
    "reach_error(void);\n"

static const struct program_variable *variable(const struct program *program, const char *source) {
    vec_each (const struct program_variable, v, &program->variables)
        if (v->source && strcmp(v->source, source) == 0) return v;
    fail_msg("no variable holds %s", source);
    return NULL;
}

static uint32_t count_sites(const struct program *program, enum program_site_kind kind) {
    uint32_t n = 0;
    vec_each (const struct program_site, s, &program->sites) n += s->kind == kind;
    return n;
}

static void positions(void **state) {
    (void)state;
    struct program *program = testing_c_read(
        HEAD "static int step(int a) {\n  int k = 0;\n  while (k < a)\n    k++;\n  return k;\n}\n"
             "int main(void) {\n  int n = __VERIFIER_nondet_int();\n  for (int i = 0; i < n; i++)\n    n -= "
             "step(i);\n"
             "  if (n == 4)\n    reach_error();\n  return 0;\n}\n",
        NULL);
    uint32_t heads = 0;
    vec_each (struct program_location, l, &program->locations) {
        if (!l->loop_head) continue;
        heads++;
        bool inner =
            l->position.line == 4 && strcmp(l->position.function, "step") == 0 && l->position.column == 3;
        bool outer =
            l->position.line == 10 && strcmp(l->position.function, "main") == 0 && l->position.column == 3;
        assert_true(inner || outer);
        assert_string_equal(l->position.file, "test.c");
    }
    assert_int_equal(heads, 2);
    uint32_t errors = 0;
    vec_each (struct program_edge, e, &program->edges)
        if (e->to == program->error) {
            errors++;
            assert_int_equal(e->position.line, 13);
            assert_int_equal(e->position.column, 5);
        }
    assert_int_equal(errors, 1);
    assert_int_equal(program->sites.size, 1);
    assert_int_equal(program->sites.data[0].position.line, 9);
    assert_string_equal(program->sites.data[0].call, "__VERIFIER_nondet_int");
    assert_string_equal(program->property, "unreach-call");
    program_free(program);
}

static void names(void **state) {
    (void)state;
    struct program *program =
        testing_c_read(HEAD "unsigned char g; static int twice(int p) { static unsigned s; int "
                            "q = 0; while (q < p) { q++; s++; } return q + s; }\n"
                            "struct point { int x; unsigned y; };\n"
                            "int main(void) { int n = __VERIFIER_nondet_int(), a[5]; _Bool "
                            "done = 0; struct point r = {0, 0}; unsigned long u = 3;\n"
                            "  while (!done) { g++; r.x += twice(n); r.y++; u *= 3; a[u % 5] = "
                            "r.y; done = r.x > 100 || u > 1000 || a[g % 5] == 4; }\n"
                            "  if (g == 7 && u != r.y) reach_error(); return 0; }",
                       NULL);
    assert_null(variable(program, "g")->scope);
    assert_false(variable(program, "g")->is_signed);
    assert_string_equal(variable(program, "n")->scope, "main");
    assert_true(variable(program, "n")->is_signed);
    assert_string_equal(variable(program, "q")->scope, "twice");
    assert_string_equal(variable(program, "s")->scope, "twice");
    assert_true(variable(program, "r.x")->is_signed);
    assert_false(variable(program, "r.y")->is_signed);
    assert_false(variable(program, "u")->is_signed);
    assert_int_equal(sort_width(program->terms, term_sort(program->terms, variable(program, "u")->now)), 64);
    const struct program_variable *a = variable(program, "a");
    assert_int_equal(sort_kind(program->terms, term_sort(program->terms, a->now)), SORT_ARRAY);
    assert_string_equal(a->scope, "main");
    program_free(program);
}

/* One value is x's before the loop and old's in it; the other is x's in the loop. */
static void names_hold_at_heads(void **state) {
    (void)state;
    struct program *program =
        testing_c_read(HEAD "int main(void) { int x = __VERIFIER_nondet_int(), old = x; while "
                            "(x < 100) x++; if (x == old) reach_error(); return 0; }",
                       NULL);
    uint32_t named_x = 0, named_old = 0;
    vec_each (struct program_variable, v, &program->variables) {
        if (!v->source) continue;
        named_x += strcmp(v->source, "x") == 0;
        named_old += strcmp(v->source, "old") == 0;
    }
    assert_int_equal(named_x, 1);
    assert_int_equal(named_old, 1);
    const struct program_variable *x = variable(program, "x");
    bool changes = false; /* x is the one that the loop assigns */
    program_index(program);
    vec_each (struct program_edge, e, &program->edges) {
        u8s reads = {0}, writes = {0};
        vec_resize(&reads, program->variables.size);
        vec_resize(&writes, program->variables.size);
        program_uses(program, e->command, &reads, &writes);
        if (program->locations.data[e->from].loop_head && e->from == e->to)
            changes = writes.data[x - program->variables.data];
        vec_free(&reads);
        vec_free(&writes);
    }
    assert_true(changes);
    program_free(program);
}

static void assert_parameter(const struct program *program, uint32_t i, enum program_parameter_kind kind,
                             const char *name, uint32_t width, bool needed) {
    assert_true(i < program->parameters.size);
    const struct program_parameter *p = &program->parameters.data[i];
    assert_int_equal(p->kind, kind);
    assert_string_equal(p->name, name);
    assert_int_equal(p->width, width);
    assert_int_equal(p->site != PROGRAM_NONE, needed);
    if (!needed) return;
    assert_string_equal(program->sites.data[p->site].position.function, "f");
    assert_int_equal(program->sites.data[p->site].position.line, 4);
}

/* Of a static function, too; what its body begins with has no effect. */
static void parameters(void **state) {
    (void)state;
    static const char source[] =
        "extern void reach_error(void);\nstruct pair { int a; short b; };\nstruct many { long a[5]; };\n"
        "static int f(int n, _Bool b, struct pair p, double d, struct many m, char *s, unsigned char c, int) "
        "{\n"
        "  n = n;\n  if (n == -3 && b && p.a == 7 && s && c == 200) reach_error(); return 0; }\n"
        "int main(void) { struct pair p = {0}; struct many m = {{0}}; return f(0, 0, p, 0, m, 0, 0, 0); }";
    for (int model = 0; model < 2; model++) {
        const struct c_options options = {.entry = "f", .data_model = model ? C_ILP32 : C_LP64};
        struct program *program = testing_c_read(source, &options);
        assert_true(program_can_be_called(program));
        assert_int_equal(program->body.line, 5);
        assert_parameter(program, 0, PROGRAM_PARAMETER_INTEGER, "n", 32, true);
        assert_true(program->parameters.data[0].is_signed);
        assert_parameter(program, 1, PROGRAM_PARAMETER_INTEGER, "b", 1, true);
        uint32_t last = program->parameters.size - 1;
        if (model == 0) {
            assert_parameter(program, 2, PROGRAM_PARAMETER_INTEGER, "p.coerce", 64, true);
            assert_parameter(program, last - 3, PROGRAM_PARAMETER_BYTES, "m", 320, false);
            assert_int_equal(program->parameters.data[last - 3].align, 8);
        }
        assert_parameter(program, last - 4, PROGRAM_PARAMETER_FLOAT, "d", 64, false);
        assert_parameter(program, last - 2, PROGRAM_PARAMETER_POINTER, "s", model ? 32 : 64, true);
        assert_parameter(program, last - 1, PROGRAM_PARAMETER_INTEGER, "c", 8, true);
        assert_false(program->parameters.data[last - 1].is_signed);
        char *number = mem_format("#%u", last + 1);
        assert_parameter(program, last, PROGRAM_PARAMETER_INTEGER, number, 32, false);
        mem_free(number);
        program_free(program);
    }
    /* Returned in memory: the caller's part in that is not ours to imitate. */
    struct program *program =
        testing_c_read("struct many { long a[5]; };\nstruct many f(int n) { struct many m = {{n}}; "
                       "return m; }",
                       &(struct c_options){.entry = "f"});
    assert_int_equal(program->parameters.data[0].kind, PROGRAM_PARAMETER_OTHER);
    assert_false(program_can_be_called(program));
    program_free(program);
}

static void unused_inputs_stay(void **state) {
    (void)state;
    struct program *program = testing_c_read(
        HEAD "int main(void) { __VERIFIER_nondet_int(); int unused = __VERIFIER_nondet_uint(); if "
             "(__VERIFIER_nondet_int() == 1) reach_error(); return 0; }",
        NULL);
    assert_int_equal(count_sites(program, PROGRAM_INPUT), 3);
    struct testing_c_run run = {.given = (const uint64_t[]){0, 0, 1}, .n_given = 3};
    testing_c_execute(program, &run);
    assert_true(run.error);
    assert_int_equal(run.inputs, 3);
    program_free(program);
}

/* The judge reads the program again without simplification and must find the same parts. */
static void modes_agree(void **state) {
    (void)state;
    const char *source = HEAD "int t[3] = {1, 2, 3}; int main(void) { int n = __VERIFIER_nondet_int(), *p = "
                              "n ? t : t + 1, b[4]; for (int i = 0; i < 4; i++) b[i] = n / i;\n"
                              "switch (n) { case 1: case 2: n = 7; break; case 9: n = 8; } if (*p + b[n] == "
                              "t[n & 1]) reach_error(); return 0; }";
    struct messages messages = {0};
    struct program *a = testing_c_read_as(source, NULL, TERMS_SIMPLIFY, "test.c", &messages);
    struct program *b = testing_c_read_as(source, NULL, TERMS_PLAIN, "test.c", &messages);
    assert_int_equal(a->variables.size, b->variables.size);
    assert_int_equal(a->sites.size, b->sites.size);
    assert_int_equal(a->locations.size, b->locations.size);
    assert_int_equal(a->edges.size, b->edges.size);
    for (uint32_t i = 0; i < a->variables.size; i++)
        assert_string_equal(a->variables.data[i].name, b->variables.data[i].name);
    for (uint32_t i = 0; i < a->edges.size; i++) {
        assert_int_equal(a->edges.data[i].from, b->edges.data[i].from);
        assert_int_equal(a->edges.data[i].to, b->edges.data[i].to);
    }
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct testing_c_run left = {.seed = seed, .arbitrary = 3}, right = left;
        testing_c_execute(a, &left);
        testing_c_execute(b, &right);
        assert_int_equal(left.error, right.error);
    }
    messages_fini(&messages);
    program_free(a);
    program_free(b);
}

static void deep_programs(void **state) {
    (void)state;
    enum { DEPTH = 2000 };
    struct text source = {0};
    text_add(&source, HEAD "int main(void) { int x = __VERIFIER_nondet_int(), n = 0;\n");
    for (uint32_t i = 0; i < DEPTH; i++) text_format(&source, "if (x != %u) {\n", i);
    text_add(&source, "n = 1;");
    for (uint32_t i = 0; i < DEPTH; i++) text_add(&source, "}");
    text_add(&source, "if (n) reach_error(); return 0; }");
    struct program *program = testing_c_read(source.data, NULL);
    assert_true(testing_c_fails(program, (const uint64_t[]){DEPTH}, 1, 0));
    assert_false(testing_c_fails(program, (const uint64_t[]){DEPTH - 1}, 1, 0));
    program_free(program);
    text_fini(&source);
}

/* Bad inputs. */

/* A loop with n statements, each with a choice. */
static struct program *choosing(uint32_t n, const char *statement) {
    struct text source = {0};
    text_add(&source, HEAD "int main(void) {\n  int x = 0, y = 0;\n  while (__VERIFIER_nondet_int()) {\n");
    while (n--) text_format(&source, "    %s\n", statement);
    text_add(&source, "    if (x + y < 0)\n      reach_error();\n  }\n}\n");
    struct program *program = testing_c_read(source.data, NULL);
    text_fini(&source);
    return program;
}

/* Sums over many choices keep their branches, if these do more than choose constants; other choices, few, and too many,
 * are values of one edge. */
static void long_sums(void **state) {
    (void)state;
    static const struct {
        uint32_t n;
        const char *statement;
        bool long_sum, branches;
    } cases[] = {{10, "if (__VERIFIER_nondet_int()) x++; else y++;", true, true},
                 {10, "x += __VERIFIER_nondet_int() > 3 ? 2 : 4;", true, false},
                 {10, "if (__VERIFIER_nondet_int()) x = 1; else y = 2;", false, false},
                 {5, "if (__VERIFIER_nondet_int()) x++; else y++;", false, false},
                 {300, "if (__VERIFIER_nondet_int()) x++; else y++;", false, false}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct program *program = choosing(cases[i].n, cases[i].statement);
        assert_int_equal(program->long_sums, cases[i].long_sum);
        assert_int_equal(program->locations.size > cases[i].n, cases[i].branches);
        program_free(program);
    }
}

static void refuse(const char *source, const char *file, const struct c_options *options,
                   enum status expected, const char *text) {
    struct messages messages = {0};
    struct program *program;
    static const struct c_options none = {0};
    enum status status = c_read(&program, NULL, TERMS_SIMPLIFY, options ? options : &none, source,
                                strlen(source), file, NULL, &messages);
    assert_int_equal(status, expected);
    assert_null(program);
    bool found = false;
    vec_each (struct message, m, &messages.list) found |= strstr(m->text, text) != NULL;
    if (!found) fail_msg("expected '%s', found '%s'", text, messages_first_error(&messages));
    messages_fini(&messages);
}

static void bad_programs(void **state) {
    (void)state;
    refuse("int main(void) {\n  return x;\n}\n", "dir/bad.c", NULL, STATUS_MALFORMED,
           "dir/bad.c:2:10: use of undeclared identifier 'x'");
    refuse("int main(void) {\n  int a = ;\n  a = b;\n}\n", "bad.c", NULL, STATUS_MALFORMED,
           "bad.c:3:7: use of undeclared identifier 'b'");
    refuse("#include \"nowhere.h\"\n", "bad.c", NULL, STATUS_MALFORMED,
           "bad.c:1:10: 'nowhere.h' file not found");
    refuse("# 7 \"inner.c\"\nint f(\n", "bad.i", NULL, STATUS_MALFORMED, "inner.c:");
    refuse("", "empty.c", NULL, STATUS_MALFORMED, "empty.c: there is no function 'main' to start from");
    refuse("int main(void);", "bad.c", NULL, STATUS_MALFORMED, "no function 'main'");
    struct c_options other = {.entry = "f"};
    refuse("int main(void) { return 0; }", "bad.c", &other, STATUS_MALFORMED, "no function 'f'");
    struct c_options no_clang = {.clang = "clang-of-another-world"};
    refuse("int main(void) { return 0; }", "a.c", &no_clang, STATUS_IO,
           "clang-of-another-world, which cannot be started: No such file or directory");
}

static void too_large(void **state) {
    (void)state;
    struct text source = {0};
    text_add(&source, HEAD "int f0(int x) { return x * 3 + 1; }\n");
    for (uint32_t i = 1; i < 24; i++)
        text_format(&source, "int f%u(int x) { return f%u(x) + f%u(x + 1); }\n", i, i - 1, i - 1);
    text_add(&source, "int main(void) { if (f23(1) == 2) reach_error(); return 0; }");
    refuse(source.data, "large.c", NULL, STATUS_UNSUPPORTED, "large.c: the program is too large");
    text_fini(&source);
}

static void limits_stop_clang(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    struct messages messages = {0};
    struct program *program;
    struct c_options options = {0};
    const char *source = "int main(void) { return 0; }";
    assert_int_equal(
        c_read(&program, NULL, TERMS_SIMPLIFY, &options, source, strlen(source), "a.c", &limits, &messages),
        STATUS_STOPPED);
    assert_null(program);
    messages_fini(&messages);
}

/* Options. */

static void includes_and_defines(void **state) {
    (void)state;
    char directory[] = "/tmp/induct-reading-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *header = mem_format("%s/limit.h", directory);
    FILE *out = fopen(header, "w");
    assert_non_null(out);
    fputs("#define LIMIT 7\n", out);
    fclose(out);
    const char *include = directory, *defines[] = {"FIRST", "SECOND=5"};
    struct c_options options = {.includes = &include, .n_includes = 1, .defines = defines, .n_defines = 2};
    const char *source =
        HEAD "#include <limit.h>\n#ifdef FIRST\nint main(void) { if (__VERIFIER_nondet_int() == LIMIT + "
             "SECOND) reach_error(); return 0; }\n#endif\n";
    struct program *program = testing_c_read(source, &options);
    assert_true(testing_c_fails(program, (const uint64_t[]){12}, 1, 0));
    assert_false(testing_c_fails(program, (const uint64_t[]){13}, 1, 0));
    program_free(program);
    char *beside = mem_format("%s/prog.c", directory); /* where quoted includes look first */
    struct messages messages = {0};
    program = testing_c_read_as(
        HEAD "#include \"limit.h\"\nint main(void) { if (LIMIT == 7) reach_error(); return 0; }", NULL,
        TERMS_SIMPLIFY, beside, &messages);
    assert_true(testing_c_fails(program, NULL, 0, 0));
    program_free(program);
    messages_fini(&messages);
    mem_free(beside);
    assert_int_equal(unlink(header), 0);
    assert_int_equal(rmdir(directory), 0);
    mem_free(header);
}

static void data_models(void **state) {
    (void)state;
    const char *source =
        HEAD "int main(void) { if (sizeof(long) == 4 && sizeof(void *) == 4) reach_error(); return 0; }";
    struct c_options narrow = {.data_model = C_ILP32};
    struct program *wide = testing_c_read(source, NULL), *small = testing_c_read(source, &narrow);
    assert_false(testing_c_fails(wide, NULL, 0, 0));
    assert_true(testing_c_fails(small, NULL, 0, 0));
    program_free(wide);
    program_free(small);
}

/* Bitcode. */

static const char module_text[] =
    "declare i32 @__VERIFIER_nondet_int()\ndeclare void @reach_error()\n"
    "define i32 @main() {\n  %x = call i32 @__VERIFIER_nondet_int()\n  %y = add nsw i32 %x, 1\n"
    "  %c = icmp slt i32 %y, %x\n  br i1 %c, label %bad, label %good\nbad:\n  call void @reach_error()\n"
    "  unreachable\ngood:\n  ret i32 0\n}\n";

static void llvm_text(void **state) {
    (void)state;
    struct messages messages = {0};
    struct program *program = testing_c_read_as(module_text, NULL, TERMS_SIMPLIFY, "a.ll", &messages);
    assert_true(testing_c_fails(program, (const uint64_t[]){0x7fffffff}, 1,
                                0)); /* the promise not to wrap is not believed */
    assert_false(testing_c_fails(program, (const uint64_t[]){3}, 1, 0));
    program_free(program);
    assert_int_equal(c_read(&program, NULL, TERMS_SIMPLIFY, &(struct c_options){.data_model = C_ILP32},
                            module_text, strlen(module_text), "a.ll", NULL, &messages),
                     STATUS_MALFORMED); /* it is of the other data model */
    assert_non_null(strstr(messages_first_error(&messages), "--data-model lp64"));
    messages_fini(&messages);
    messages = (struct messages){0};
    const char *masked = "declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)\n"
                         "declare void @reach_error()\n"
                         "define i32 @main() {\n  %a = alloca [4 x i32]\n  call void "
                         "@llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr %a, i32 4, <4 x i1> "
                         "zeroinitializer)\n  %v = load i32, ptr %a\n  %c = icmp eq i32 %v, 7\n"
                         "  br i1 %c, label %bad, label %good\nbad:\n  call void @reach_error()\n"
                         "  unreachable\ngood:\n  ret i32 0\n}\n";
    program = testing_c_read_as(masked, NULL, TERMS_SIMPLIFY, "a.ll", &messages);
    assert_non_null(strstr(testing_c_unsupported(program), "llvm.masked.store")); /* not passed over */
    program_free(program);
    static const char *const of_bits[] = {"llvm.ctlz.i1(i1 %b, i1 false)",
                                          "llvm.fshl.i1(i1 %b, i1 %b, i1 %b)"};
    for (size_t i = 0; i < sizeof of_bits / sizeof *of_bits; i++) {
        char *text = mem_format("declare i32 @__VERIFIER_nondet_int()\ndeclare void @reach_error()\n"
                                "declare i1 @llvm.ctlz.i1(i1, i1)\ndeclare i1 @llvm.fshl.i1(i1, i1, i1)\n"
                                "define i32 @main() {\n  %%x = call i32 @__VERIFIER_nondet_int()\n"
                                "  %%b = trunc i32 %%x to i1\n  %%c = call i1 @%s\n"
                                "  br i1 %%c, label %%bad, label %%good\nbad:\n  call void @reach_error()\n"
                                "  unreachable\ngood:\n  ret i32 0\n}\n",
                                of_bits[i]);
        program = testing_c_read_as(text, NULL, TERMS_SIMPLIFY, "a.ll", &messages);
        assert_memory_equal(testing_c_unsupported(program), of_bits[i], strlen("llvm.ctlz.i1"));
        program_free(program);
        mem_free(text);
    }
    messages_fini(&messages);
    refuse("define i32 @main( {", "a.ll", NULL, STATUS_MALFORMED, "a.ll:1:20: expected type");
    refuse("define i32 @main() {\n  ret i64 0\n}\n", "a.ll", NULL, STATUS_MALFORMED,
           "a.ll:2:7: value doesn't match");
    refuse("define i32 @main() {\na:\n  %x = add i32 %y, 1\n  br label %b\nb:\n  %y = add i32 %x, 1\n  ret "
           "i32 %y\n}\n",
           "a.ll", NULL, STATUS_MALFORMED, "dominate");
    refuse("BC\xc0\xde garbage", "a.bc", NULL, STATUS_MALFORMED, "a.bc: ");
}

/* Bitcode that clang made, damaged at random places: refused or read, never a crash. */
static void damaged_bitcode(void **state) {
    (void)state;
    FILE *pipe = popen("printf 'void reach_error(void); int main(int c, char **v) { int a[3]; a[c & 1] = c; "
                       "if (a[0]) reach_error(); return 0; }' "
                       "| clang-19 -g -c -emit-llvm -x c - -o - 2> /dev/null",
                       "r");
    assert_non_null(pipe);
    char bytes[65536];
    size_t size = fread(bytes, 1, sizeof bytes, pipe);
    pclose(pipe);
    assert_true(size > 500 && size < sizeof bytes);
    struct c_options options = {0};
    struct random random;
    random_init(&random, 5);
    uint32_t refused = 0;
    for (uint32_t round = 0; round < 40; round++) {
        char copy[sizeof bytes];
        memcpy(copy, bytes, size);
        size_t length = round % 4 == 3 ? random_below(&random, (uint32_t)size) : size;
        for (uint32_t k = 0; round && k < 1 + round / 10; k++)
            copy[4 + random_below(&random, (uint32_t)size - 4)] ^= (char)(1 << random_below(&random, 8));
        struct messages messages = {0};
        struct program *program;
        enum status status =
            c_read(&program, NULL, TERMS_SIMPLIFY, &options, copy, length, "damaged.bc", NULL, &messages);
        assert_true((status == STATUS_OK) == (program != NULL));
        if (round == 0) assert_int_equal(status, STATUS_OK);
        refused += status != STATUS_OK;
        if (status != STATUS_OK) assert_true(messages.list.size > 0);
        program_free(program);
        messages_fini(&messages);
    }
    assert_true(refused > 5);
}

/* Property files. */

static void specifications(void **state) {
    (void)state;
    struct messages messages = {0};
    struct c_spec spec;
    const char *usual = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n";
    assert_int_equal(c_read_spec(&spec, usual, strlen(usual), "a.prp", &messages), STATUS_OK);
    assert_string_equal(spec.entry, "main");
    assert_string_equal(spec.error, "reach_error");
    c_spec_fini(&spec);
    const char *tight = "CHECK(init(f_1()),LTL(G!call(__VERIFIER_error())))";
    assert_int_equal(c_read_spec(&spec, tight, strlen(tight), "a.prp", &messages), STATUS_OK);
    assert_string_equal(spec.entry, "f_1");
    assert_string_equal(spec.error, "__VERIFIER_error");
    c_spec_fini(&spec);
    static const struct {
        const char *text;
        enum status status;
        const char *message;
    } bad[] = {
        {"", STATUS_MALFORMED, "a.prp:1:1: expected 'CHECK'"},
        {"\n\n  G ! call(f())", STATUS_MALFORMED, "a.prp:3:3: expected 'CHECK'"},
        {"CHECK( init(main()), LTL(G !  overflow) )", STATUS_UNSUPPORTED,
         "a.prp:1:26: property no-overflow (G ! overflow)"},
        {"CHECK( init(main()), LTL(F end) )", STATUS_UNSUPPORTED, "a.prp:1:26: property termination (F end)"},
        {"CHECK( init(main()),\n LTL(G valid-free) )", STATUS_UNSUPPORTED,
         "a.prp:2:6: property valid-memsafety"},
        {"CHECK( init(main()), LTL(G (p -> F q) ) )", STATUS_UNSUPPORTED,
         "a.prp:1:26: property 'G (p -> F q)'"},
        {"CHECK( init(main()), LTL(G (p -> F q )", STATUS_MALFORMED, "a.prp:1:26: expected a formula"},
        {"CHECK( init(main()), LTL( ) )", STATUS_MALFORMED, "a.prp:1:27: expected a formula"},
        {"CHECK( init(main()), LTL(G ! call f) )", STATUS_MALFORMED, "a.prp:1:35: expected '('"},
        {"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", STATUS_UNSUPPORTED,
         "a.prp:1:1: property of coverage"},
        {"CHECK( init(()), LTL(G ! call(f())) )", STATUS_MALFORMED,
         "a.prp:1:13: expected the name of a function"},
        {"CHECK( init(main()), LTL(G ! call(f())) ) CHECK", STATUS_UNSUPPORTED,
         "a.prp:1:43: more than one property"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        messages_clear(&messages);
        assert_int_equal(c_read_spec(&spec, bad[i].text, strlen(bad[i].text), "a.prp", &messages),
                         bad[i].status);
        assert_null(spec.entry);
        if (!strstr(messages_first_error(&messages), bad[i].message))
            fail_msg("expected '%s', found '%s'", bad[i].message, messages_first_error(&messages));
    }
    messages_fini(&messages);
}

static void recognition(void **state) {
    (void)state;
    assert_true(c_recognise("", 0, "x.c") && c_recognise("", 0, "d/x.i") && c_recognise("", 0, "x.ll") &&
                c_recognise("", 0, "x.bc"));
    assert_true(c_recognise("BC\xc0\xde", 4, "x"));
    assert_false(c_recognise("aag 0 0 0 0 0\n", 14, "x.aag"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions),           cmocka_unit_test(names),
        cmocka_unit_test(names_hold_at_heads), cmocka_unit_test(parameters),
        cmocka_unit_test(unused_inputs_stay),  cmocka_unit_test(modes_agree),
        cmocka_unit_test(deep_programs),       cmocka_unit_test(long_sums),
        cmocka_unit_test(bad_programs),        cmocka_unit_test(too_large),
        cmocka_unit_test(limits_stop_clang),   cmocka_unit_test(includes_and_defines),
        cmocka_unit_test(data_models),         cmocka_unit_test(llvm_text),
        cmocka_unit_test(damaged_bitcode),     cmocka_unit_test(specifications),
        cmocka_unit_test(recognition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
