/* Programs run beside the automata that the reader makes of them: they agree. Then the automata are damaged as mistakes
 * of a reader would damage them, and the runs show it. */
#include "check/judge/testing_beside.h"

static enum check_result judged(struct example *e, struct lockstep *out, struct text *why) {
    return compared(e, NULL, false, out, why);
}

static const struct {
    const char *what, *source;
    uint32_t probes, values; /* at least */
} programs[] = {
    {"no loop, no input", HEAD "int main(void) { int x = 3; if (x == 4) reach_error(); return 0; }", 1, 0},
    {"no loop: what is returned, passed to who may fail, and compared",
     HEAD "static int twice(int x) { return 2 * x; }\n"
          "static void check(int good) { if (!good) { reach_error(); abort(); } }\n"
          "int main(void) { int n = __VERIFIER_nondet_uchar(), m = twice(n) + 3; check(m < 600 && m > 2);\n"
          "if (m == 4) reach_error(); return 0; }",
     16, 32},
    {"what is returned in part, or open",
     HEAD "struct s { char c; int i; }; static struct s f(int n) { struct s s; s.i = n; return s; }\n"
          "static _Bool g(int n) { return n & 6; } static int h(void) { int x; return x; }\n"
          "int main(void) { int n = __VERIFIER_nondet_uchar(), x = h(); "
          "if (f(n).i > 254 + g(n) || x == 77) reach_error(); }",
     16, 16},
    {"a loop",
     HEAD "int main(void) { int i, s = 0; for (i = 0; i < 7; i++) s += i; if (s != 21) reach_error(); }", 8,
     14},
    {"inputs and assumptions",
     HEAD "extern void __VERIFIER_assume(int);\n"
          "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; __VERIFIER_assume(n > 0 && n < 9);\n"
          "while (i < n) { unsigned char c = __VERIFIER_nondet_uchar(); if (c > 100) i += 2; else i++; }\n"
          "if (i < n) reach_error(); }",
     30, 30},
    {"calls, one of them twice",
     HEAD "static int sum(int n) { int s = 0; while (n > 0) s += n--; return s; }\n"
          "int main(void) { int x = __VERIFIER_nondet_int() & 7; if (sum(x) + sum(3) < 6) reach_error(); }",
     60, 60},
    {"recursion",
     HEAD "static int f(int n) { int i; for (i = 0; i < n; i++) if (f(n - 1) < 0) return -1; return n; }\n"
          "int main(void) { if (f(3) != 3) reach_error(); }",
     10, 5},
    {"a loop that is never entered, of which LLVM leaves an edge that cannot be taken",
     HEAD "static int g = -8; static short h = 4; static struct s { unsigned f : 16; } s = {46};\n"
          "static struct s f(void) { int i; for (i = 0; i < 1; i++) { short *p[2]; p[i] = &h; }\n"
          "for (h = -10; h > 20; ++h) { int a[4]; a[i] = 5; for (g = -21; g != -9; ++g) return s; } }\n"
          "int main(void) { f(); if (__VERIFIER_nondet_int() == 7 && s.f == 47) reach_error(); }",
     3, 3},
    {"a function of others that does not return",
     HEAD "extern void leave(void) __attribute__((noreturn));\n"
          "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3) leave(); if (x > 3) reach_error(); }",
     3, 0},
    {"globals and arrays",
     HEAD "int g, a[4]; static unsigned h = 5;\n"
          "int main(void) { static int k = 2; for (g = 0; g < 4; g++) { a[g] = g * k; h += a[g]; k++; }\n"
          "if (h != 5 + 3 + 8 + 15) reach_error(); }",
     5, 5},
    {"the library, of which nothing is known but what it returns",
     HEAD "int main(void) { int n = (int)strlen(\"abc\"), i; for (i = 0; i < n; i++) if (rand() < 0) "
          "reach_error(); }",
     3, 3},
    {"uninitialised",
     HEAD "int main(void) { int x, i; for (i = 0; i < 3; i++) if (x == 77 && x != 77) reach_error(); }", 3,
     3},
    {"a switch, goto, and an exit",
     HEAD "extern void exit(int); int main(void) { int s = 0;\n"
          "again: switch (s) { case 0: s = 2; goto again; case 2: s = __VERIFIER_nondet_int() & 1 ? 3 : 2; "
          "goto again;\n"
          "case 3: exit(0); default: reach_error(); } }",
     16, 0},
    {"division by zero ends the run",
     HEAD "int main(void) { int i; for (i = 3;; i--) if (12 / i < 0) reach_error(); }", 3, 3},
    {"outside of objects nothing is compared",
     HEAD "int main(void) { int a[2] = {0}, i; volatile int k = 5; for (i = 0; i < 3; i++) a[k + i] = 1; if "
          "(i != 3) reach_error(); }",
     0, 1},
    {"characters and shorts",
     HEAD "int main(void) { signed char c = -3; unsigned short u = 65533; _Bool b = 0;\n"
          "while (c) { c++; u++; b = !b; } if (u || !b) reach_error(); }",
     3, 9},
};

static void agreement(void **state) {
    (void)state;
    for (int ilp32 = 0; ilp32 < 2; ilp32++)
        for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
            struct example e;
            struct lockstep out;
            struct text why = {0};
            start(&e, programs[i].source, ilp32, NULL);
            enum check_result result = judged(&e, &out, &why);
            if (result != CHECK_ACCEPTED || out.probes < programs[i].probes ||
                out.values < programs[i].values)
                fail_msg("%s: %d, %u runs, %u probes, %u values: %s", programs[i].what, (int)result, out.runs,
                         (unsigned)out.probes, (unsigned)out.values, why.data ? why.data : "");
            assert_true(out.runs > 0);
            text_fini(&why);
            stop(&e);
        }
}

static void other_entries(void **state) {
    (void)state;
    struct example e;
    struct lockstep out;
    struct text why = {0};
    start(&e, HEAD "int f(int n) { int i; for (i = 0; i < n; i++) if (i > n) reach_error(); return i; }\n",
          false, "f");
    assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
    assert_true(out.runs && out.values >= 3);
    stop(&e);
    start(
        &e,
        HEAD
        "int main(int argc, char **argv) { int i = 0; while (i < argc) i++; if (i > argc) reach_error(); }\n",
        false, NULL);
    assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
    assert_true(out.runs && out.values >= 2);
    text_fini(&why);
    stop(&e);
}

/* ---- damage ---- */

static program_command rebuild(struct program *p, program_command c, uint32_t skip, uint32_t *at,
                               term (*change)(struct program *, term)) {
    struct program_node n = program_node(p, c);
    if (n.kind != PROGRAM_STEP) return program_skip(p);
    program_command next = n.next[0], rest;
    bool hit = (*at)++ == skip;
    program_command first;
    switch (n.action.kind) {
    case PROGRAM_ASSUME:
        first = program_assume(p, hit && change ? change(p, n.action.condition) : n.action.condition);
        break;
    case PROGRAM_HAVOC: first = program_havoc(p, n.action.site); break;
    default: {
        struct program_assignment list[64];
        uint32_t count = n.action.n;
        assert_true(count <= 64);
        memcpy(list, n.action.assignments, count * sizeof *list);
        if (hit && change) list[0].value = change(p, list[0].value);
        first = program_assign_all(p, list, count);
    }
    }
    if (hit && !change) first = program_skip(p);
    rest = rebuild(p, next, skip, at, change);
    return program_then(p, first, rest);
}

/* Another value of the same sort. */
static term wrong(struct program *p, term t) {
    sort s = term_sort(p->terms, t);
    if (sort_kind(p->terms, s) == SORT_BOOL) return term_not(p->terms, t);
    if (sort_kind(p->terms, s) != SORT_BV) return t;
    return term_bv2(p->terms, TERM_BV_ADD, t, term_bits_ui(p->terms, 1, sort_width(p->terms, s)));
}

/* Every action of every edge is left out, or does another thing: of the damage on edges that runs get to, most
 * shows. */
static void damage(void **state) {
    (void)state;
    uint32_t tried = 0, shown = 0;
    for (size_t i = 1; i <= 4; i += i == 1 ? 2 : 1) {
        struct example e;
        struct lockstep out;
        struct text why = {0};
        start(&e, programs[i].source, false, NULL);
        for (uint32_t edge = 0; edge < e.program->edges.size; edge++)
            for (uint32_t action = 0;; action++) {
                program_command was = e.program->edges.data[edge].command;
                uint32_t at = 0;
                (void)rebuild(e.program, was, UINT32_MAX, &at, NULL);
                if (action >= at) break;
                for (int kind = 0; kind < 2; kind++) {
                    at = 0;
                    e.program->edges.data[edge].command =
                        rebuild(e.program, was, action, &at, kind ? wrong : NULL);
                    if (program_command_same(e.program->edges.data[edge].command, was)) continue;
                    tried++;
                    shown += judged(&e, &out, &why) == CHECK_REJECTED;
                }
                e.program->edges.data[edge].command = was;
            }
        assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
        text_fini(&why);
        stop(&e);
    }
    if (tried < 15 || 3 * shown < 2 * tried) fail_msg("%u of %u show", shown, tried);
}

/* Edges that lead elsewhere, or are missing: what a reader forgets. */
static void missing_edges(void **state) {
    (void)state;
    struct example e;
    struct lockstep out;
    struct text why = {0};
    start(&e,
          HEAD "int main(void) { int i; for (i = 0; i < 5; i++) if (__VERIFIER_nondet_uchar() == 200) "
               "reach_error(); reach_error(); }",
          false, NULL);
    assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
    uint32_t edges = 0, shown = 0;
    for (uint32_t edge = 0; edge < e.program->edges.size; edge++) {
        program_command was = e.program->edges.data[edge].command;
        e.program->edges.data[edge].command = program_assume(e.program, term_false(e.program->terms));
        edges++;
        bool rejected = judged(&e, &out, &why) == CHECK_REJECTED;
        shown += rejected;
        assert_true(!rejected || strstr(why.data, "inputs:"));
        e.program->edges.data[edge].command = was;
    }
    if (shown + 1 < edges) fail_msg("%u of %u show", shown, edges);
    text_fini(&why);
    stop(&e);
}

/* A case of a switch that was forgotten, and a run that ends too early: no error shows either. */
static void lost_ways(void **state) {
    (void)state;
    struct example e;
    struct lockstep out;
    struct text why = {0};
    start(&e,
          HEAD
          "extern void exit(int);\n"
          "int main(void) { int s = 0, i; for (i = 0; i < 4; i++) { switch (__VERIFIER_nondet_int() & 3) {\n"
          "case 1: s = 1; break; case 2: exit(0); default: s = 3; } if (s > 3) reach_error(); }\n"
          "return 0; }",
          false, NULL);
    struct program *p = e.program;
    assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
    assert_true(p->ends.size >= 2);
    for (uint32_t i = 0; i < p->edges.size + p->ends.size; i++) {
        bool end = i >= p->edges.size;
        if (!end && p->edges.data[i].to == p->error) continue;
        program_command *c = end ? &p->ends.data[i - p->edges.size].command : &p->edges.data[i].command;
        program_command was = *c;
        *c = program_assume(p, term_false(p->terms));
        if (judged(&e, &out, &why) != CHECK_REJECTED) fail_msg("way %u is not missed", i);
        *c = was;
    }
    struct program_end early = {p->edges.data[p->outgoing.data[p->initial].data[0]].to, program_skip(p),
                                true};
    vec_push(&p->ends, early);
    vec_each (struct program_edge, edge, &p->edges)
        if (edge->from == early.from) edge->command = program_assume(p, term_false(p->terms));
    assert_int_equal(judged(&e, &out, &why), CHECK_REJECTED);
    assert_non_null(strstr(why.data, "it ends, and the program goes on"));
    text_fini(&why);
    stop(&e);
}

/* A number that is used before the next loop head and gone there. */
static void operands(void **state) {
    (void)state;
    static const char *const sources[] = {
        HEAD "int main(void) { int n = __VERIFIER_nondet_int(); if (n * 3 == 5) reach_error(); }",
        HEAD "static int f(int n) { return n + 9; }\n"
             "int main(void) { if (f(__VERIFIER_nondet_uchar()) < 4) reach_error(); }",
        HEAD "static void f(int n) { if (!n) reach_error(); }\n"
             "int main(void) { f(__VERIFIER_nondet_int() != 500); }"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct example e;
        struct lockstep out;
        struct text why = {0};
        start(&e, sources[i], false, NULL);
        assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
        assert_true(out.values >= 16 && e.program->told.size);
        vec_each (struct program_told, t, &e.program->told) t->value = wrong(e.program, t->value);
        assert_int_equal(judged(&e, &out, &why), CHECK_REJECTED);
        assert_non_null(strstr(why.data, "has another value than in the program"));
        text_fini(&why);
        stop(&e);
    }
}

/* What is no invariant is seen on the runs, too. */
static void invariants(void **state) {
    (void)state;
    struct example e;
    struct lockstep out;
    struct text why = {0};
    start(&e, programs[3].source, false, NULL);
    struct program *p = e.program;
    struct program_invariant *invariant = program_invariant_new(p);
    uint32_t head = 0;
    while (!p->locations.data[head].loop_head) head++;
    invariant->at.data[head] = term_true(p->terms);
    assert_int_equal(compared(&e, invariant, false, &out, &why), CHECK_ACCEPTED);
    assert_true(out.states >= 8);
    vec_each (const struct program_variable, v, &p->variables)
        if (v->source && !strcmp(v->source, "i"))
            invariant->at.data[head] = term_bv2(p->terms, TERM_BV_ULT, v->now, term_bits_ui(p->terms, 7, 32));
    assert_int_equal(compared(&e, invariant, false, &out, &why), CHECK_REJECTED);
    assert_non_null(strstr(why.data, "what was proved does not hold"));
    program_invariant_free(invariant);
    text_fini(&why);
    stop(&e);
}

/* What no run can be made of is no evidence, and no agreement either. */
static void not_run(void **state) {
    (void)state;
    struct example e;
    struct lockstep out;
    struct text why = {0};
    start(&e, HEAD "__asm__(\"nop\"); int main(void) { return 0; }", false, NULL);
    assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
    assert_int_equal(out.runs, 0);
    assert_true(why.size);
    stop(&e);
    start(&e, HEAD "void induct_observe_place(int n) {} int main(void) { induct_observe_place(1); }", false,
          NULL);
    assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
    assert_int_equal(out.runs, 0);
    text_fini(&why);
    stop(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(agreement),  cmocka_unit_test(other_entries),
                                       cmocka_unit_test(damage),     cmocka_unit_test(missing_edges),
                                       cmocka_unit_test(lost_ways),  cmocka_unit_test(operands),
                                       cmocka_unit_test(invariants), cmocka_unit_test(not_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
