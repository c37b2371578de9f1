/* Calls: of all kinds of functions in all kinds of ways, and of the C library. */
#include "generate.h"

static void variadic(uint32_t n) {
    line("struct a%u { %s x; %s y; };", n, type(), type());
    line("static unsigned %s%u(int count, va_list list) {", "rest", n);
    line("    unsigned r = 0;");
    line("    while (count-- > 0) r = r * 3 + (unsigned)va_arg(list, int);");
    line("    return r;");
    line("}");
    line("static unsigned va%u(const char *kinds, ...) {", n);
    open_block();
    line("va_list list, copy;");
    line("unsigned r = 1;");
    line("va_start(list, kinds);");
    if (one_in(2)) {
        line("va_copy(copy, list);");
        line("if (*kinds == 'i') r += (unsigned)va_arg(copy, int);");
        line("va_end(copy);");
    }
    line("for (; *kinds; kinds++)");
    line("    switch (*kinds) {");
    line("    case 'i': r = r * 5 + (unsigned)va_arg(list, int); break;");
    line("    case 'l': r ^= (unsigned)va_arg(list, long); break;");
    line("    case 'q': r += (unsigned)(va_arg(list, unsigned long long) >> %u); break;", below(33));
    line("    case 'p': r += (unsigned)++*va_arg(list, %s *); break;", "int");
    line("    case 's': { struct a%u s = va_arg(list, struct a%u); r += (unsigned)s.x * 3 + (unsigned)s.y; "
         "break; }",
         n, n);
    line("    case 'r': r += rest%u(2, list); goto out;", n);
    line("    }");
    line("out:");
    line("va_end(list);");
    line("return r;");
    close_block("}");
    function_begin(n);
    line("int cell = q & 0xff;");
    line("struct a%u s = {%s, %s};", n, value(1), value(1));
    declare("cell", false);
    uint32_t uses = 1 + below(3);
    for (uint32_t i = 0; i < uses; i++) switch (below(7)) {
        case 0: line("r += va%u(\"ii\", (int)(%s), (char)(%s));", n, value(1), value(1)); break;
        case 1:
            line("r ^= va%u(\"iqi\", (short)(%s), (unsigned long long)(%s), (int)(%s));", n, value(1),
                 value(1), value(1));
            break;
        case 2: line("r += va%u(\"pl\", &cell, (long)(%s));", n, value(1)); break;
        case 3: line("r += va%u(\"sip\", s, (unsigned char)(%s), &cell);", n, value(1)); break;
        case 4:
            line("r += va%u(%s ? \"lsi\" : \"lqi\" + 3, (long)(%s), s, 3);", n, condition(), value(1));
            break;
        case 5:
            line("r += va%u(\"qr\", (unsigned long long)(%s), (int)(%s), (int)(%s));", n, value(1), value(1),
                 value(1));
            break;
        default: line("r += va%u(\"\");", n);
        }
    line("r += (unsigned)cell;");
    function_end();
}

static void operations(uint32_t n) {
    line("static int op%ua(int a, int b) { return (int)((unsigned)a + (unsigned)b); }", n);
    line("static int op%ub(int a, int b) { return a < b ? a : b; }", n);
    line("static int op%uc(int a, int b) { static int calls; return ++calls %s (a ^ b); }", n,
         pick("^|&|+ 0 *"));
}

static void tables(uint32_t n) {
    operations(n);
    line("typedef int operation%u(int, int);", n);
    line("struct op%u { %s tag; operation%u *run; %s weight; };", n, type(), n, type());
    line("static %sstruct op%u ops%u[] = {{1, op%ua, 2}, {.run = op%ub, .weight = 3}, {0, &op%uc, 4}};",
         one_in(3) ? "const " : "", n, n, n, n, n);
    line("static operation%u *choose%u(unsigned k) { return k %% 3 == 0 ? op%ua : ops%u[k %% 3].run; }", n, n,
         n, n);
    line("static int apply%u(operation%u f, int a, int b) { return f(a, b); }", n, n);
    function_begin(n);
    line("struct op%u mine[2], other;", n);
    line("mine[0] = ops%u[%u];", n, below(3));
    line("memcpy(&other, &ops%u[%s %% 3u], sizeof other);", n, text("(unsigned)(%s)", value(1)));
    line("memcpy(mine + 1, &other, sizeof *mine);");
    if (one_in(2))
        line("mine[%s & 1].run = %s;", value(1), pick(text("op%ua|choose%u(p)|op%uc|mine[0].run", n, n, n)));
    if (one_in(2))
        line("operation%u **at = &mine[%s & 1].run; *at = choose%u(%s);", n, value(1), n, value(1));
    uint32_t uses = 1 + below(3);
    for (uint32_t i = 0; i < uses; i++) switch (below(5)) {
        case 0: line("r += (unsigned)mine[%s & 1].run(%s, %s);", value(1), value(1), value(1)); break;
        case 1: line("r = r * 3 + (unsigned)(*choose%u(%s))(%s, q);", n, value(1), value(1)); break;
        case 2: line("r ^= (unsigned)apply%u(other.run, (int)r, %s);", n, value(1)); break;
        case 3:
            line("for (unsigned i = 0; i < 3; i++) r += (unsigned)(ops%u[i].run)(q, (int)i) * "
                 "(unsigned)ops%u[i].weight;",
                 n, n);
            break;
        default: line("if (other.run == op%ub) r += 100;", n);
        }
    line("r += (unsigned)mine[1].weight + (unsigned)other.tag;");
    function_end();
}

static void recursions(uint32_t n) {
    line("static unsigned even%u(unsigned k, int *depth);", n);
    line("static unsigned odd%u(unsigned k, int *depth) { int here = *depth; ++*depth; return k == 0 ? "
         "(unsigned)here : even%u(k - 1, %s); }",
         n, n, one_in(2) ? "depth" : "&here");
    line("static unsigned even%u(unsigned k, int *depth) { unsigned char here[2] = {k, %s}; return k == 0 ? "
         "1 : odd%u(k - 1, depth) + here[k & 1]; }",
         n, constant(), n);
    line("static int tree%u(int k) { static %s seen; seen++; return k <= 0 ? (int)(seen & 7) : tree%u(k - 1) "
         "+ tree%u(k - 2) * 2; }",
         n, type(), n, n);
    function_begin(n);
    line("int depth = %u;", below(5));
    if (one_in(2)) line("r += even%u((%s) & 7, &depth);", n, value(1));
    if (one_in(2)) line("r += odd%u((%s) & 3, &depth) + (unsigned)depth;", n, value(1));
    if (one_in(2)) line("r = r * 3 + (unsigned)tree%u((%s) & 3);", n, value(1));
    line("r += (unsigned)depth;");
    function_end();
}

/* Structures of every size go in and out by value. */
static void structures(uint32_t n) {
    uint32_t size = below(4);
    line("struct %ss%u { %s a; %s b%s; %s c[%u]; %s };", one_in(4) ? "__attribute__((packed)) " : "", n,
         type(), pick("int|unsigned|unsigned char"), one_in(3) ? " : 6" : "", type(),
         1 + (size ? below(6) : 0), one_in(3) ? "struct { short x, y; } in;" : "");
    line("static struct s%u swap%u(struct s%u s, %s k) { s.a = k; s.b = (__typeof__(s.b + 0))s.c[0]; "
         "s.c[0]++; return s; }",
         n, n, n, type());
    line("static struct s%u pass%u(unsigned k, struct s%u s, struct s%u t, int z) { if (k & 1) return s; t.b "
         "= z & 31; return t; }",
         n, n, n, n);
    line("union n%u { struct s%u s; unsigned char bytes[sizeof(struct s%u)]; };", n, n, n);
    line("static union n%u wrap%u(union n%u u) { u.s.c[0]++; return u; }", n, n, n);
    function_begin(n);
    line("struct s%u x = {1, 2, {3}}, y = swap%u(x, %s);", n, n, value(1));
    declare("x.a", true);
    declare("y.c[0]", true);
    declare("x.b", true);
    uint32_t uses = 1 + below(4);
    for (uint32_t i = 0; i < uses; i++) switch (below(6)) {
        case 0: line("x = swap%u(y, %s);", n, value(1)); break;
        case 1: line("y = pass%u(%s, x, y, %s);", n, value(1), value(1)); break;
        case 2: line("r += (unsigned)pass%u(%s, swap%u(x, 3), y, 4).c[0];", n, value(1), n); break;
        case 3: line("x = %s ? y : swap%u(x, r);", condition(), n); break;
        case 4: line("{ union n%u u = {.s = y}; u = wrap%u(u); r += u.bytes[0]; y = u.s; }", n, n); break;
        default: statements(1, 1);
        }
    line("r += (unsigned)x.a + 3u * (unsigned)x.b + 5u * (unsigned)y.c[0] + 7u * (unsigned)x.c[0] + "
         "(unsigned)y.b;");
    function_end();
}

static void statics(uint32_t n) {
    line("static %s *counter%u(void) { static %s cell = %u; cell++; return (%s *)&cell; }", "unsigned", n,
         "unsigned", below(9), "unsigned");
    line("int old%u(a, b, c) char a; short b; %s c; { return a + b + (int)(c & 0xff); }", n, type());
    line("static inline unsigned alias%u(const unsigned *a, unsigned *b) { unsigned before = *a; *b += 1; "
         "return *a - before; }",
         n);
    if (one_in(2))
        line("extern unsigned late%u(unsigned);", n);
    else
        line("unsigned late%u();", n);
    function_begin(n);
    line("unsigned mine = p;");
    declare("mine", true);
    declare(text("(*counter%u())", n), true);
    uint32_t uses = 2 + below(3);
    for (uint32_t i = 0; i < uses; i++) switch (below(6)) {
        case 0: line("*counter%u() %s= %s;", n, pick("+|^|"), value(1)); break;
        case 1:
            line("r += (unsigned)old%u(%s, (%s), (%s));", n, text("(char)(%s)", value(1)),
                 text("(short)(%s)", value(1)), text("(int)(%s)", value(1)));
            break;
        case 2: line("r += alias%u(&mine, %s);", n, pick("&mine|&r")); break;
        case 3: line("r += late%u((unsigned)(%s));", n, value(1)); break;
        case 4: line("{ static int deep; if (deep++ < 2) r += f%u(r, deep); deep--; }", n); break;
        default: statements(1, 1);
        }
    line("r += mine;");
    function_end();
    line("unsigned late%u(unsigned x) { static unsigned last = 3; unsigned was = last; last = x & 15; return "
         "was; }",
         n);
}

static void strings(uint32_t n) {
    line("static char text%u[16] = \"%s\";", n, pick("abc|hello world||-12x|7fz"));
    function_begin(n);
    line("char a[12] = \"%s\", b[] = \"%s\", *e;", pick("ab|12|-7 |x\\x80|0x1f|aZ9"),
         pick("ab|abc|b|\\xff|12"));
    line("const char *s = %s ? a : text%u;", condition(), n);
    declare("a[0]", true);
    uint32_t uses = 2 + below(4);
    for (uint32_t i = 0; i < uses; i++) switch (below(22)) {
        case 0: line("r += (unsigned)strlen(%s);", pick("a|b|s|s + (*s != 0)")); break;
        case 1: line("r += (strcmp(a, %s) < 0) * 2 + (strcmp(b, s) == 0);", pick("b|s|\"ab\"")); break;
        case 2: line("strcpy(a, %s); r += (unsigned char)a[1];", pick("b|\"xyz\"|\"\"")); break;
        case 3: line("r += (unsigned)atoi(%s);", pick("a|b|s|\"-42\"")); break;
        case 4:
            line("r += (unsigned)strtol(%s, &e, %s); r += *e == 0;", pick("a|b|s"), pick("10|16|0"));
            break;
        case 5: line("memset(a, %s, %u);", value(1), below(5)); break;
        case 6: line("memmove(a + 1, a, %u); a[11] = 0;", 1 + below(8)); break;
        case 7:
            line("r += (unsigned)(isdigit((unsigned char)a[0]) != 0) + 2 * (unsigned)(isalpha((unsigned "
                 "char)*s) != 0);");
            break;
        case 8:
            line("r += (unsigned)%s((unsigned char)%s);", pick("toupper|tolower"), pick("a[0]|b[1]|*s"));
            break;
        case 9: line("e = strchr(%s, %s); r += e ? (unsigned)*e : 9;", pick("a|b"), pick("'b'|'1'|0")); break;
        case 10:
            line("r += (unsigned)abs((int)(%s & 0xff) - 99) + (unsigned)labs(-(long)(%s & 15));", value(1),
                 value(1));
            break;
        case 11:
            line("{ div_t d = div((int)(%s & 0xfff) - 99, (int)(%s & 7) + 1); r += (unsigned)d.quot * 3 + "
                 "(unsigned)d.rem; }",
                 value(1), value(1));
            break;
        case 12: line("r += (unsigned)(memcmp(a, b, %u) == 0);", below(3)); break;
        case 13: line("strncpy(a, %s, %u); a[5] = 0;", pick("b|\"longer\""), 1 + below(6)); break;
        case 14:
            line("a[%u] = 0; strcat(a, %s); r += (unsigned char)a[2];", below(3), pick("b|\"x\""));
            break;
        case 15: line("text%u[%s & 3] = 'a' + (%s & 3);", n, value(1), value(1)); break;
        case 16:
            line("r += (unsigned)(strstr(s, %s) != 0) + (unsigned)(strncmp(a, b, %u) == 0);", pick("b|\"b\""),
                 below(3));
            break;
        case 17: line("e = a; while (*e) e++; r += (unsigned)(e - a);"); break;
        case 18:
            line("r += (unsigned)labs(%s) + (unsigned)llabs((long long)(int)(%s));",
                 text("(long)(short)(%s)", value(1)), value(1));
            break;
        case 19: line("r += (unsigned)strspn(s, \"abc\") + (unsigned)strcspn(b, \"2\");"); break;
        case 20: line("e = strrchr(a, 'b'); if (e) *e = 'q';"); break;
        default: line("memcpy(a, b, sizeof b);");
        }
    line("r = r * 3 + (unsigned char)a[%s & 3] + (unsigned char)text%u[1];", value(1), n);
    function_end();
}

/* Strings without the library's results: what it does to memory, and loops. */
static void buffers(uint32_t n) {
    line("static char store%u[12] = \"%s\";", n, pick("abc|hello|\\x80\\xff|"));
    line("static unsigned length%u(const char *s) { unsigned k = 0; while (s[k]) k++; return k; }", n);
    line("static void copy%u(char *to, const char *from) { while ((*to++ = *from++)) ; }", n);
    line("static int order%u(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return "
         "(unsigned char)*a - (unsigned char)*b; }",
         n);
    function_begin(n);
    line("char a[12] = \"%s\", b[8] = \"%s\";", pick("ab|12|a\\x80|x"), pick("ab|abc|b|\\xff"));
    line("char *s = %s ? a : store%u;", condition(), n);
    declare("a[0]", true);
    declare("b[p & 1]", true);
    declare(text("store%u[q & 1]", n), true);
    uint32_t uses = 2 + below(4);
    for (uint32_t i = 0; i < uses; i++) switch (below(12)) {
        case 0: line("r += length%u(%s);", n, pick("a|b|s")); break;
        case 1: line("r += (unsigned)order%u(%s, b);", n, pick("a|s|\"ab\"")); break;
        case 2: line("copy%u(a, %s); r += (unsigned char)a[1];", n, pick("b|\"xyz\"|\"\"")); break;
        case 3: line("memset(a, %s, %u); a[11] = 0;", value(1), below(5)); break;
        case 4: line("memmove(a + 1, a, %u); a[11] = 0;", 1 + below(8)); break;
        case 5: line("memmove(s, s + %u, %u);", 1 + below(2), 1 + below(5)); break;
        case 6: line("memcpy(s + (%s & 3), b, %u); s[11] = 0;", value(1), 1 + below(4)); break;
        case 7: line("memset(s + (%s & 3), '%s', 2); s[11] = 0;", value(1), pick("x|0|a")); break;
        case 8: line("s = %s;", pick(text("a|store%u|s + (*s != 0 && s == a)", n))); break;
        case 9: line("for (char *e = s; *e; e++) if (*e >= 'a') *e -= 'a' - 'A';"); break;
        case 10:
            line("r += (unsigned)abs((int)(%s & 0xff) - 99) + (unsigned)labs((long)(short)(%s));", value(1),
                 value(1));
            break;
        default: statements(1, 1);
        }
    line("r = r * 3 + (unsigned char)a[%s & 3] + (unsigned char)store%u[1] + (unsigned char)s[0];", value(1),
         n);
    function_end();
}

/* Functions of the library that call functions of the program. */
static void callbacks(uint32_t n) {
    line("static int calls%u;", n);
    line("static int less%u(const void *a, const void *b) { %sint x = *(const int *)a, y = *(const int *)b; "
         "return (x > y) - (x < y); }",
         n, one_in(2) ? text("calls%u = 1; ", n) : "");
    if (one_in(3))
        line("static void last%u(void) { observe(77); }", n);
    else
        line("static void last%u(void) { calls%u = 3; }", n, n);
    function_begin(n);
    line("int a[4] = {%s & 7, 3, %s & 3, 5}, key = %s & 7, *at;", value(1), value(1), value(1));
    uint32_t uses = 1 + below(3);
    for (uint32_t i = 0; i < uses; i++) switch (below(5)) {
        case 0: line("qsort(a, 4, sizeof *a, less%u);", n); break;
        case 1:
            line("at = bsearch(&key, a, %s, sizeof *a, less%u); if (at && 0) r++;", pick("0|1"), n);
            break;
        case 2:
            if (one_in(2)) {
                line("{ static int once; if (!once++) atexit(last%u); }", n);
                break;
            } /* fall through */
        case 3: line("r += (unsigned)less%u(&a[%u], &key);", n, below(4)); break;
        default: statements(1, 1);
        }
    line("r += (unsigned)a[0] + 3u * (unsigned)a[1] + 5u * (unsigned)a[2] + (unsigned)calls%u;", n);
    function_end();
}

/* Not supported, but never taken for something else. */
static void long_jumps(uint32_t n) {
    line("static jmp_buf place%u;", n);
    line("static void jump%u(int k) { if (k & 1) longjmp(place%u, k & 3); }", n, n);
    function_begin(n);
    line("volatile int kept = q & 15;");
    line("int got = setjmp(place%u);", n);
    line("if (got == 0) { kept++; jump%u(%s); } else kept += got * 10;", n, value(1));
    line("r += (unsigned)kept;");
    function_end();
}

/* Names that lead elsewhere. */
static void names(uint32_t n) {
    line("unsigned real%u(unsigned x) { return x * 3 + 1; }", n);
    line("extern unsigned other%u(unsigned) __attribute__((alias(\"real%u\")));", n, n);
    line("__attribute__((weak)) unsigned weak%u(unsigned x) { return x + 7; }", n);
    line("static %s cell%u = 5;", "unsigned", n);
    line("extern unsigned second%u __attribute__((alias(\"cell%u\")));", n, n);
    function_begin(n);
    declare(text("cell%u", n), true);
    declare(text("second%u", n), true);
    line("unsigned (*f)(unsigned) = %s ? other%u : weak%u;", condition(), n, n);
    statements(1, 1 + below(3));
    line("r += other%u(%s) + weak%u(%s);", n, value(1), n, value(1));
    line("second%u++;", n);
    line("r += f(%s) + (f == real%u) + cell%u;", value(1), n, n);
    function_end();
}

static void cleanups(uint32_t n) {
    line("static unsigned trace%u;", n);
    line("static void leave%u(unsigned *x) { trace%u = trace%u * 3 + *x; }", n, n, n);
    line("static unsigned inner%u(unsigned k) { __attribute__((cleanup(leave%u))) unsigned guard = k & 7; if "
         "(k & 1) return guard + 1; guard++; return trace%u; }",
         n, n, n);
    function_begin(n);
    line("for (unsigned i = 0; i < %u; i++) {", 1 + below(3));
    open_block();
    line("__attribute__((cleanup(leave%u))) unsigned here = i + (p & 3);", n);
    if (one_in(2)) line("if (%s) %s;", condition(), pick("continue|break"));
    line("r += inner%u(%s);", n, value(1));
    close_block("}");
    line("r += trace%u;", n);
    function_end();
}

static feature *const features[] = {
    variadic,   variadic,   variadic,   tables,     tables,  tables,  recursions, recursions, structures,
    structures, structures, structures, statics,    statics, statics, buffers,    buffers,    buffers,
    buffers,    strings,    callbacks,  long_jumps, names,   names,   cleanups,   cleanups};
const struct generator calls = {"calls",
                                "#include <ctype.h>\n#include <setjmp.h>\n#include <stdarg.h>\n#include "
                                "<stdlib.h>\n#include <string.h>\n",
                                features, sizeof features / sizeof *features};
