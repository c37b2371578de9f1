/* A random C program from a seed:
 *
 *     random-programs language|calls|memory SEED > program.c */
#define _GNU_SOURCE /* vasprintf */
#include "generate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCOPE = 256, POOL = 6 };

static struct random rng;
static int indent;
static uint32_t counters; /* so far */

static struct {
    const char *name;
    bool writable;
} scope[SCOPE];
static uint32_t in_scope;

uint32_t below(uint32_t n) {
    return random_below(&rng, n);
}
bool one_in(uint32_t n) {
    return random_one_in(&rng, n);
}

const char *text(const char *format, ...) {
    static char *all[1 << 20];
    static size_t count;
    va_list arguments;
    va_start(arguments, format);
    if (count == sizeof all / sizeof *all || vasprintf(&all[count], format, arguments) < 0) abort();
    va_end(arguments);
    return all[count++]; /* reachable until the program ends */
}

const char *pick(const char *words) {
    uint32_t count = 1;
    for (const char *c = words; *c; c++) count += *c == '|';
    for (uint32_t skip = below(count); skip; skip--) words = strchr(words, '|') + 1;
    return text("%.*s", (int)strcspn(words, "|"), words);
}

void line(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%*s", 4 * indent, "");
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}
void open_block(void) {
    indent++;
}
void close_block(const char *end) {
    indent--;
    line("%s", end);
}

const char *type(void) {
    return pick(
        "char|signed char|unsigned char|short|unsigned short|int|unsigned|long|unsigned long|long long|"
        "unsigned long long|_Bool");
}
const char *unsigned_type(void) {
    return pick("unsigned char|unsigned short|unsigned|unsigned long|unsigned long long");
}

uint32_t scope_begin(void) {
    return in_scope;
}
void scope_end(uint32_t begin) {
    in_scope = begin;
}
void declare(const char *name, bool writable) {
    if (in_scope == SCOPE) abort();
    scope[in_scope].name = name;
    scope[in_scope++].writable = writable;
}

/* What was declared last is chosen most. */
static uint32_t choose(void) {
    uint32_t half = in_scope / 2;
    return one_in(3) || !half ? below(in_scope) : half + below(in_scope - half);
}
const char *place(void) {
    uint32_t i = choose();
    while (!scope[i].writable) i = below(in_scope); /* the pool is writable */
    return scope[i].name;
}

const char *constant(void) {
    switch (below(8)) {
    case 0: return text("%u", below(300));
    case 1: return text("%uu", below(70000));
    case 2: return text("-%u", below(200));
    case 3:
        return pick(
            "0x7fffffff|0x80000000|0xffffffffu|'\\xff'|'\\377'|(-128)|127|255|256|0xffff|65536|'a'|-1L|1UL|"
            "0x8000|32767|(-32768)|0x100000000|1LL");
    default: return text("%u", below(8));
    }
}

static const char *bitwise(void) {
    static const char *const operators[] = {"&", "|", "^"};
    return operators[below(3)];
}

const char *value(uint32_t depth) {
    if (depth == 0 || one_in(4)) return one_in(4) ? constant() : scope[choose()].name;
    const char *a = value(depth - 1), *b = value(depth - 1);
    switch (below(14)) {
    case 0: return text("((unsigned)(%s) %s (unsigned)(%s))", a, pick("+|-|*"), b);
    case 1: return text("((unsigned long long)(%s) %s (%s))", a, pick("+|-"), b);
    case 2: return text("((%s) %s (%s))", a, bitwise(), b);
    case 3: return text("((%s) >> ((%s) & %s))", a, b, pick("7|3|5"));
    case 4:
        return text("((%s)(%s) << ((%s) & %s))", pick("unsigned|unsigned long|unsigned long long"), a, b,
                    pick("31|3|15"));
    case 5: return text("((%s) %s (((%s) & 7) + 1))", a, pick("/|%"), b);
    case 6: return text("((%s) %s (%s))", a, pick("<|<=|>|>=|==|!="), b);
    case 7: return text("((%s) ? (%s) : (%s))", value(depth - 1), a, b);
    case 8: return text("((%s) %s (%s))", a, one_in(2) ? "&&" : "||", b);
    case 9: return text("((%s)(%s))", type(), a);
    case 10: return text("(%s(%s))", pick("!|~|+"), a);
    case 11: return text("(((%s) & 0xff) %s ((%s) & 0x3ff))", a, pick("+|-|*"), b);
    case 12: return text("(-(long long)(int)(%s))", a);
    default: return text("((%s) %s (%s))", a, one_in(2) ? pick("+|-") : bitwise(), b);
    }
}

const char *condition(void) {
    return one_in(4) ? value(2)
                     : text("%s %s %s", value(1), pick("<|<=|>|>=|==|!="), one_in(2) ? constant() : value(1));
}

static void assignment(void) {
    const char *to = place();
    switch (below(6)) {
    case 0: line("%s%s;", to, pick("++|--")); break;
    case 1: line("%s %s= %s;", to, pick("&|^|-|+"), value(1)); break;
    case 2: line("%s %s= (%s) & 3;", to, pick("<<|>>|*"), value(1)); break;
    default: line("%s = %s;", to, value(2));
    }
}

static void loop(uint32_t depth) {
    uint32_t c = counters++, bound = 1 + below(4), begin = scope_begin();
    const char *name = text("c%u", c);
    switch (below(3)) {
    case 0:
        line("for (%s %s = 0; %s < %u; %s++) {", pick("int|unsigned|char|long"), name, name, bound, name);
        break;
    case 1:
        line("int %s = %u;", name, bound);
        line("while (%s--) {", name);
        break;
    default:
        line("short %s = 0;", name);
        line("do {");
        open_block();
        line("%s++;", name);
        indent--;
        bound |= 0x100;
    }
    declare(name, false);
    open_block();
    statements(depth, 1 + below(2));
    if (one_in(4)) line("if (%s) %s;", condition(), pick("break|continue"));
    if (one_in(2)) statements(depth, 1);
    close_block(bound & 0x100 ? text("} while (%s < %u);", name, bound & 0xff) : "}");
    scope_end(begin);
}

void statements(uint32_t depth, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t begin = scope_begin();
        if (depth == 0 || one_in(2)) {
            assignment();
            continue;
        }
        switch (below(4)) {
        case 0: loop(depth - 1); break;
        case 1:
            line("switch (%s) {", value(1));
            for (uint32_t k = 0; k < 3; k++) {
                line(k == 2 ? "default:" : "case %d:", (int)(k * 3 + below(3)) - 2);
                open_block();
                statements(depth - 1, 1);
                if (one_in(2)) line("break;");
                indent--;
            }
            line("    ;");
            line("}");
            break;
        default:
            line("if (%s) {", condition());
            open_block();
            statements(depth - 1, 1 + below(2));
            if (one_in(2)) {
                close_block("} else {");
                open_block();
                statements(depth - 1, 1);
            }
            close_block("}");
        }
        scope_end(begin);
    }
}

void function_begin(uint32_t n) {
    line("%s unsigned f%u(unsigned p, int q) {", one_in(4) ? "__attribute__((noinline)) static" : "static",
         n);
    open_block();
    line("unsigned r = %u;", below(9));
    declare("p", true);
    declare("q", true);
    declare("r", true);
}
void function_end(void) {
    line("return r;");
    close_block("}");
}

static void pool(void) {
    for (uint32_t i = 0; i < POOL; i++) {
        const char *name = text("g%u", i);
        line("%s%s%s %s = %s;", one_in(2) ? "static " : "", one_in(6) ? "volatile " : "", type(), name,
             constant());
        declare(name, true);
    }
}

/* At most 8 values each: those that truth.c tries are all that lead anywhere. */
static void input(uint32_t n) {
    const char *name = text("i%u", n);
    static const char *const names[][2] = {{"unsigned char", "uchar"},
                                           {"unsigned short", "ushort"},
                                           {"unsigned", "uint"},
                                           {"unsigned long", "ulong"},
                                           {"signed char", "char"},
                                           {"short", "short"},
                                           {"int", "int"},
                                           {"long", "long"},
                                           {"_Bool", "bool"}};
    uint32_t t = below(9);
    const char *from = text("__VERIFIER_nondet_%s()", names[t][1]);
    bool is_signed = t >= 4 && t < 8;
    int low = is_signed ? -(int)below(4) : 0, high = is_signed ? (int)below(4) : (int)(1 + below(7));
    switch (t == 8 ? 3 : below(4)) {
    case 0: line("%s %s = %s & %s;", names[t][0], name, from, pick("1|3")); break;
    case 1:
        line("%s %s = %s;", names[t][0], name, from);
        line("if (%s < %d || %s > %d) return 0;", name, low, name, high);
        break;
    case 2:
        line("%s %s = %s;", names[t][0], name, from);
        line("__VERIFIER_assume(%s >= %d && %s <= %d);", name, low, name, high);
        break;
    default: line("%s %s = %s %% %u;", names[t][0], name, from, t == 8 ? 2 : 2 + below(3));
    }
    declare(name, true);
}

static void mix(const char *what) {
    switch (below(4)) {
    case 0: line("sum += %s;", what); break;
    case 1: line("sum ^= %s;", what); break;
    case 2: line("sum = (sum << 1 | sum >> 31) ^ (%s);", what); break;
    default: line("sum = sum * 5 + (%s);", what);
    }
}

static void use(uint32_t function, uint32_t depth) {
    switch (depth ? below(6) : 5) {
    case 0:
        line("if (%s) {", condition());
        open_block();
        use(function, depth - 1);
        close_block("}");
        break;
    case 1: {
        uint32_t begin = scope_begin(), c = counters++;
        const char *name = text("c%u", c);
        line("for (int %s = 0; %s < %u; %s++) {", name, name, 1 + below(3), name);
        declare(name, false);
        open_block();
        use(function, depth - 1);
        if (one_in(3)) line("if (%s) %s;", condition(), pick("break|continue"));
        close_block("}");
        scope_end(begin);
        break;
    }
    case 2: line("%s = f%u(%s, %s);", place(), function, value(1), value(1)); /* fall through */
    default: mix(text("f%u(%s, %s)", function, value(1), value(2)));
    }
}

int main(int argc, char **argv) {
    static const struct generator *const generators[] = {&language, &calls, &memory};
    const struct generator *generator = NULL;
    for (size_t i = 0; argc == 3 && i < sizeof generators / sizeof *generators; i++)
        if (!strcmp(argv[1], generators[i]->name)) generator = generators[i];
    if (!generator) {
        fprintf(stderr, "usage: random-programs language|calls|memory SEED\n");
        return 2;
    }
    random_init(&rng, strtoull(argv[2], NULL, 10));
    printf("%s", generator->headers);
    printf(
        "extern void __VERIFIER_assume(int);\n"
        "extern _Bool __VERIFIER_nondet_bool(void);\n"
        "extern signed char __VERIFIER_nondet_char(void);\nextern unsigned char "
        "__VERIFIER_nondet_uchar(void);\n"
        "extern short __VERIFIER_nondet_short(void);\nextern unsigned short __VERIFIER_nondet_ushort(void);\n"
        "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
        "extern long __VERIFIER_nondet_long(void);\nextern unsigned long __VERIFIER_nondet_ulong(void);\n");
    pool();
    uint32_t functions = 1 + below(3);
    for (uint32_t n = 0; n < functions; n++) {
        uint32_t begin = scope_begin();
        generator->features[below(generator->n_features)](n);
        scope_end(begin);
    }
    line("int main(void) {");
    open_block();
    line("unsigned sum = 0;");
    declare("sum", true);
    uint32_t inputs = below(5) / 2;
    for (uint32_t n = 0; n < inputs; n++) input(n);
    for (uint32_t n = 0; n < functions; n++) {
        if (one_in(2)) statements(1, 1);
        use(n, 2);
    }
    if (one_in(2)) use(below(functions), 1);
    for (uint32_t i = 0; i < POOL; i++)
        if (one_in(2)) mix(text("g%u", i));
    line("observe(sum);");
    line("return 0;");
    close_block("}");
    return 0;
}
