/* A random C program from a seed:
 *
 *     random-program SEED > program.c
 *
 * Small, but with everything that the front end must get right: integer types of all widths and both signs,
 * conversions, wrap-around, shifts, division, compound assignments, short-circuit operators, arrays, structures,
 * pointers to known objects, functions, nested loops, switch with fall-through, goto, break, continue.
 *
 * Every run ends and the number of runs is small, so that truth.c can execute them all:
 *   - each loop has a counter of its own, which nothing else changes;
 *   - an input is only used as its remainder by a small constant, and truth.c supplies one value per remainder.
 * Nothing is undefined (-fwrapv): shift amounts are masked, divisors odd or constant, indices masked. All variables
 * are initialised. The program says how to put its globals back (reset), which only truth.c compiles. */
#include "base/random.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { VARIABLES = 6, GLOBALS = 2, ARRAY = 4, DEPTH = 2 };

static struct random rng;
static uint32_t counters, labels, inputs; /* so far */
static uint32_t loops;                    /* around the place that is written */
static int indent;

struct type {
    const char *name, *input; /* input: an expression with few values */
};
static const struct type types[] = {
    {"unsigned char", "__VERIFIER_nondet_uchar() % 3"},
    {"signed char", "__VERIFIER_nondet_char() % 2"},
    {"unsigned short", "__VERIFIER_nondet_ushort() % 3"},
    {"short", "__VERIFIER_nondet_short() % 2"},
    {"unsigned int", "__VERIFIER_nondet_uint() % 3"},
    {"int", "__VERIFIER_nondet_int() % 2"},
    {"int", "__VERIFIER_nondet_bool()"},
    {"long long", "__VERIFIER_nondet_long() % 2"},
    {"unsigned long", "__VERIFIER_nondet_ulong() % 3"},
};
enum { TYPES = sizeof types / sizeof *types, INPUTS_AT_MOST = 5 };

static uint32_t below(uint32_t n) {
    return random_below(&rng, n);
}
static bool one_in(uint32_t n) {
    return random_one_in(&rng, n);
}

__attribute__((format(printf, 1, 2))) static void line(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%*s", 4 * indent, "");
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

/* An lvalue of scalar type that statements may change. */
static void place(void) {
    switch (below(8)) {
    case 0: printf("g%u", below(GLOBALS)); break;
    case 1: printf("a[(unsigned)v%u %% %d]", below(VARIABLES), ARRAY); break;
    case 2: printf("s.%c", "xy"[below(2)]); break;
    case 3: printf("(*p)"); break;
    default: printf("v%u", below(VARIABLES));
    }
}

static void constant(void) {
    switch (below(6)) {
    case 0: printf("%u", below(300)); break;
    case 1: printf("%uu", below(70000)); break;
    case 2: printf("-%u", below(200)); break;
    default: printf("%u", below(8));
    }
}

static void expression(uint32_t depth) {
    if (depth == 0 || one_in(4)) {
        if (one_in(3))
            constant();
        else if (counters && one_in(6))
            printf("c%u", below(counters));
        else
            place();
        return;
    }
    static const char *const binary[] = {"+", "-", "*", "&", "|", "^", "+", "-"};
    static const char *const relation[] = {"<", "<=", ">", ">=", "==", "!=", "&&", "||"};
    printf("(");
    switch (below(9)) {
    case 0:
        expression(depth - 1);
        printf(one_in(2) ? " >> (" : " << (");
        expression(depth - 1);
        printf(" & 7)");
        break;
    case 1:
        expression(depth - 1);
        printf(" %c ((", "/%"[below(2)]);
        expression(depth - 1);
        printf(") | 1)");
        break;
    case 2:
        printf("%s", one_in(3) ? "!" : one_in(2) ? "~" : "- ");
        expression(depth - 1);
        break;
    case 3:
        printf("(%s)", types[below(TYPES)].name);
        expression(depth - 1);
        break;
    case 4:
        expression(depth - 1);
        printf(" ? ");
        expression(depth - 1);
        printf(" : ");
        expression(depth - 1);
        break;
    case 5:
        expression(depth - 1);
        printf(" %s ", relation[below(8)]);
        expression(depth - 1);
        break;
    default:
        expression(depth - 1);
        printf(" %s ", binary[below(8)]);
        expression(depth - 1);
    }
    printf(")");
}

static void condition(void) {
    static const char *const relation[] = {"<", "<=", ">", ">=", "==", "!="};
    expression(1);
    printf(" %s ", relation[below(6)]);
    if (one_in(2))
        constant();
    else
        expression(1);
}

static void assignment(void) {
    static const char *const compound[] = {"+=", "-=", "*=", "&=", "|=", "^=", "=", "=", "="};
    printf("%*s", 4 * indent, "");
    switch (below(6)) {
    case 0:
        place();
        printf("%s", one_in(2) ? "++" : "--");
        break;
    case 1:
        place();
        printf(" = f%u(", below(2));
        expression(1);
        printf(", ");
        expression(1);
        printf(")");
        break;
    case 2:
        if (inputs < INPUTS_AT_MOST && loops == 0) {
            inputs++;
            place();
            printf(" = %s", types[below(TYPES)].input);
            break;
        }
        /* fall through */
    default:
        place();
        printf(" %s ", compound[below(9)]);
        expression(2);
    }
    printf(";\n");
}

static void block(uint32_t depth, uint32_t statements);

static void loop(uint32_t depth) {
    uint32_t counter = counters++, bound = 1 + below(loops ? 3 : 6);
    bool choice = inputs < INPUTS_AT_MOST && loops == 0 && one_in(4);
    loops++;
    switch (below(3)) {
    case 0: line("for (c%u = 0; c%u < %u; c%u++) {", counter, counter, bound, counter); break;
    case 1:
        line("c%u = %u;", counter, choice ? 2 : bound);
        line("while (c%u-- > 0%s) {", counter, choice ? " && __VERIFIER_nondet_bool()" : "");
        inputs += 2 * choice;
        break;
    default:
        line("c%u = 0;", counter);
        line("while (1) {");
        indent++;
        line("if (c%u++ >= %u) break;", counter, bound);
        indent--;
    }
    indent++;
    block(depth, 1 + below(3));
    if (one_in(3)) {
        printf("%*sif (", 4 * indent, "");
        condition();
        printf(") %s;\n", one_in(2) ? "break" : "continue");
        block(depth, 1);
    }
    indent--;
    line("}");
    loops--;
}

static void choice(uint32_t depth) {
    printf("%*sswitch ((unsigned)(", 4 * indent, "");
    expression(1);
    printf(") %% 4) {\n");
    for (uint32_t i = 0; i < 4; i++) {
        if (i == 3)
            line("default:");
        else
            line("case %u:", i);
        indent++;
        block(depth, 1);
        if (one_in(2)) line("break;");
        indent--;
    }
    line("    ;\n%*s}", 4 * indent, "");
}

static void branch(uint32_t depth) {
    printf("%*sif (", 4 * indent, "");
    condition();
    printf(") {\n");
    indent++;
    block(depth, 1 + below(2));
    indent--;
    if (one_in(2)) {
        line("} else {");
        indent++;
        block(depth, 1 + below(2));
        indent--;
    }
    line("}");
}

static void jump(uint32_t depth) {
    uint32_t label = labels++;
    if (one_in(2)) { /* forward, over a block */
        printf("%*sif (", 4 * indent, "");
        condition();
        printf(") goto l%u;\n", label);
        block(depth, 1);
        line("l%u:;", label);
    } else { /* backward, a few times */
        uint32_t counter = counters++;
        line("c%u = 0;", counter);
        line("l%u:;", label);
        loops++;
        block(depth, 1);
        loops--;
        printf("%*sif (c%u++ < %u && ", 4 * indent, "", counter, 1 + below(3));
        condition();
        printf(") goto l%u;\n", label);
    }
}

static void block(uint32_t depth, uint32_t statements) {
    for (uint32_t i = 0; i < statements; i++) {
        if (depth == 0 || one_in(2)) {
            assignment();
            continue;
        }
        switch (below(6)) {
        case 0:
        case 1: loop(depth - 1); break;
        case 2: choice(depth - 1); break;
        case 3: jump(depth - 1); break;
        default: branch(depth - 1);
        }
    }
}

static void function(uint32_t number) {
    const char *result = types[below(TYPES)].name, *first = types[below(TYPES)].name;
    line("static %s f%u(%s m, %s n) {", result, number, first, types[below(TYPES)].name);
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^"};
    line("    if (m %s n) return m %s %u;", one_in(2) ? "<" : ">=", operators[below(6)], below(9));
    line("    for (int i = 0; i < %u; i++) n %s= m;", below(4), operators[below(6)]);
    line("    return m %s n;", operators[below(6)]);
    line("}");
}

static void declarations(void) {
    for (uint32_t i = 0; i < VARIABLES; i++) {
        uint32_t t = below(TYPES);
        bool input = inputs < INPUTS_AT_MOST && one_in(3);
        inputs += input;
        if (input)
            line("%s v%u = %s;", types[t].name, i, types[t].input);
        else
            line("%s v%u = %u;", types[t].name, i, below(12));
    }
    line("%s a[%d] = {%u, %u};", types[below(TYPES)].name, ARRAY, below(9), below(9));
    line("struct { %s x; %s y; } s = {%u, %u};", types[below(TYPES)].name, types[below(TYPES)].name, below(9),
         below(9));
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: random-program SEED\n");
        return 2;
    }
    random_init(&rng, strtoull(argv[1], NULL, 10));
    printf(
        "extern void reach_error(void), __VERIFIER_assume(int);\n"
        "extern _Bool __VERIFIER_nondet_bool(void);\n"
        "extern signed char __VERIFIER_nondet_char(void);\nextern unsigned char "
        "__VERIFIER_nondet_uchar(void);\n"
        "extern short __VERIFIER_nondet_short(void);\nextern unsigned short __VERIFIER_nondet_ushort(void);\n"
        "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
        "extern long __VERIFIER_nondet_long(void);\nextern unsigned long __VERIFIER_nondet_ulong(void);\n");
    uint32_t globals[GLOBALS];
    for (uint32_t i = 0; i < GLOBALS; i++) {
        globals[i] = below(20);
        line("%s g%u = %u;", types[below(TYPES)].name, i, globals[i]);
    }
    printf("#ifdef TRUTH\nvoid reset(void) {\n");
    for (uint32_t i = 0; i < GLOBALS; i++) line("    g%u = %u;", i, globals[i]);
    printf("}\n#endif\n");
    function(0);
    function(1);
    line("int main(void) {");
    indent = 1;
    declarations();
    /* The counters' number is known at the end only; there are never as many as this. */
    for (uint32_t i = 0; i < 64; i += 8)
        line("int c%u = 0, c%u = 0, c%u = 0, c%u = 0, c%u = 0, c%u = 0, c%u = 0, c%u = 0;", i, i + 1, i + 2,
             i + 3, i + 4, i + 5, i + 6, i + 7);
    uint32_t pointed = below(VARIABLES);
    line("__typeof__(v%u) *p = &v%u;", pointed, pointed);
    block(DEPTH, 3 + below(4));
    uint32_t checks = 1 + below(2);
    for (uint32_t i = 0; i < checks; i++) {
        printf("    if (");
        condition();
        if (one_in(2)) {
            printf(" && ");
            condition();
        }
        printf(") reach_error();\n");
        if (i + 1 < checks) block(1, 2);
    }
    line("return 0;");
    indent = 0;
    line("}");
    return 0;
}
