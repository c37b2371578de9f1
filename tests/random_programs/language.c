/* Corners of the language. */
#include "generate.h"

/* Bytes of one member are read by another. */
static void unions(uint32_t n) {
    const char *middle = pick("short s[4]|struct { unsigned char a; short b; int c; } t|struct { unsigned a "
                              ": 5, b : 11, c : 16; } t|"
                              "struct __attribute__((packed)) { char a; int b; short c; char d; } t");
    bool is_array = middle[1] == 'h';
    line("union u%u {", n);
    line("    unsigned char b[8];");
    line("    %s;", middle);
    line("    unsigned short h[4];");
    line("    unsigned w[2];");
    line("    %s q;", pick("unsigned long long|long long"));
    line("};");
    if (one_in(2))
        line("static union u%u shared%u = {%s};", n, n,
             pick("{1, 2, 3, 0xfe}|.w = {[1] = 0x80000001}|.q = 0x8182838485868788|0"));
    else
        line("union u%u shared%u;", n, n);
    function_begin(n);
    line("union u%u x = %s, *v = %s;", n, pick("{0}|{.q = 1}|{.h = {1, [3] = 0xffff}}|{{9, 8, 7}}"),
         one_in(2) ? "&x" : text("&shared%u", n));
    if (one_in(2)) line("x = shared%u;", n);
    uint32_t writes = 2 + below(4);
    for (uint32_t i = 0; i < writes; i++) {
        const char *to = one_in(2) ? "x." : "v->";
        switch (below(7)) {
        case 0: line("%sb[%s & 7] = %s;", to, value(1), value(1)); break;
        case 1: line("%sh[%s & 3] %s= %s;", to, value(1), pick("+|^|&|"), value(1)); break;
        case 2: line("%sw[%u]%s;", to, below(2), pick("++|--")); break;
        case 3: line("%sq = %s;", to, value(2)); break;
        case 4: line("%s%s = %s;", to, is_array ? pick("s[0]|s[1]|s[3]") : "t.c", value(1)); break;
        case 5:
            if (one_in(2)) {
                line("*v = x;");
                break;
            } /* fall through */
        default:
            if (is_array)
                line("%ss[1]--;", to);
            else
                line("%st.b = %s;", to, value(2));
        }
        if (one_in(3)) line("r += %sb[%u];", one_in(2) ? "x." : "v->", below(8));
    }
    line("r ^= x.w[0] + v->h[%u];", below(4));
    line("r += (unsigned)(v->q >> %u) - x.b[%s & 7];", below(40), value(1));
    if (!is_array) line("r = r * 3 + x.t.b;");
    function_end();
}

static void bit_fields(uint32_t n) {
    static const char *const types[] = {"unsigned",       "int",          "signed char",
                                        "unsigned short", "_Bool",        "unsigned long long",
                                        "long long",      "unsigned char"};
    static const uint32_t widths[] = {32, 32, 8, 16, 1, 64, 64, 8};
    uint32_t fields = 2 + below(5);
    line("struct %sb%u {", one_in(4) ? "__attribute__((packed)) " : "", n);
    for (uint32_t i = 0; i < fields; i++) {
        uint32_t t = below(8);
        if (one_in(8)) line("    %s : 0;", types[t]);
        if (one_in(8)) line("    unsigned : %u;", 1 + below(7));
        if (one_in(7))
            line("    %s m%u;", types[t], i);
        else
            line("    %s m%u : %u;", types[t], i, 1 + below(widths[t]));
    }
    line("};");
    line("static struct b%u z%u = {%s};", n, n, one_in(2) ? "1, -1" : ".m1 = 5");
    function_begin(n);
    bool is_volatile = one_in(6);
    line("%sstruct b%u x = {%s}, *v = &%s%u;", is_volatile ? "volatile " : "", n,
         pick("0|-1, 2|.m1 = 3, .m0 = 1"), "z", n);
    if (!is_volatile && one_in(2)) line("v = %s ? &x : v;", condition());
    for (uint32_t i = 0; i < fields; i++) declare(text(one_in(2) ? "x.m%u" : "v->m%u", i), true);
    statements(1, 2 + below(4));
    if (!is_volatile && one_in(3)) line("*v = x;");
    if (!is_volatile && one_in(3)) line("struct b%u y = *v; x.m0 = y.m1;", n);
    for (uint32_t i = 0; i < fields; i++)
        line("r = r * %u + (unsigned)(%s.m%u%s);", 3 + below(3), one_in(2) ? "x" : "(*v)", i,
             pick("|| < 0| >> 1|++"));
    if (one_in(2)) line("r += sizeof(struct b%u);", n);
    function_end();
}

/* Padding, nesting, and how far apart everything is. */
static void layouts(uint32_t n) {
    line("struct %si%u { %s a; %s b; %s c[3]; };", one_in(3) ? "__attribute__((packed)) " : "", n, type(),
         type(), type());
    line(
        "struct %ss%u { %s a; struct i%u in[2]; %s z; struct { %s k; union { %s l; %s m; }; }; } t%u = {%s};",
        one_in(4) ? "__attribute__((packed, aligned(2))) " : "", n, type(), n, type(), type(), type(), type(),
        n,
        pick("1, {{2, 3, {4, 5, 6}}, {1}}, 8|.in[1].c = {1, 2, 3}, .z = 1|0, {[1] = {.b = 1, .c[1] = 1}}, .k "
             "= 1, .l = 1"));
    function_begin(n);
    line("struct s%u x = t%u, y[2] = {[1] = x}, *v = &y[%s & 1];", n, n, value(1));
    static const char *const members[] = {"a", "in[0].a", "in[1].c[2]", "in[1].b", "z", "k", "l"};
    for (uint32_t i = 0; i < 7; i++)
        if (one_in(2)) declare(text("%s%s", pick("x.|v->|y[1].|y[0]."), members[i]), true);
    declare(text("v->in[q & 1].c[(unsigned)r %% 3]"), true);
    statements(2, 2 + below(3));
    if (one_in(2)) line("y[0] = *v;");
    if (one_in(2)) line("x.in[0] = v->in[1];");
    if (one_in(2)) line("struct i%u *w = v->in; w += q & 1; r += w->b; w->c[1]++;", n);
    line("r += sizeof x * 7 + __builtin_offsetof(struct s%u, in[1].b) * 3 + _Alignof(struct s%u) + sizeof "
         "v->in[0].c;",
         n, n);
    line("r = r * 3 + (unsigned)y[0].in[1].c[%u] + (unsigned)y[1].z + (unsigned)x.in[0].c[%s & 1] + "
         "(unsigned)v->l;",
         below(3), value(1));
    function_end();
}

static void initialisers(uint32_t n) {
    uint32_t size = 4 + below(4);
    line("static %s a%u[%u] = {%s};", type(), n, size,
         pick("1, 2|[2] = 5, 6|[0 ... 2] = 7|[3] = 1, [1] = 2, 3|-1, [3] = -2"));
    line("static const char t%u[%s] = %s;", n, pick("|6|5"),
         pick("\"hello\"|\"a\\0b\\xf0\\377\"|{'x', [4] = 'y'}"));
    line("struct d%u { %s a, b; %s c[2][2]; const char *s; };", n, type(), type());
    line("struct m%u { %s a, b; %s c[2][2]; };", n, type(), type());
    line("static struct d%u d%u[] = {[1] = {.c = {{1}, [1][1] = 2}, .s = \"two\"}, {1, 2, {{3, 4}, 5}, t%u + "
         "1}};",
         n, n, n);
    function_begin(n);
    line("%s%s b[%u] = {%s, [%u] = %s};", one_in(3) ? "static " : "", type(), size, one_in(2) ? "1" : "3",
         size - 1, "2");
    line("char w[%u] = \"%s\";", size + 2, pick("abc|a\\0c|\\x80\\xfe|"));
    if (one_in(3))
        line("struct m%u l = {%s, .c[1] = {%s}}, m = l;", n, "7", pick("1|[1] = 9|2, 3"));
    else
        line("static struct m%u l = {%s, .c[1] = {%s}}, m = {.b = 1};", n, "7", pick("1|[1] = 9|2, 3"));
    line("int *k = (int[]){%s, 2, %s};", one_in(2) ? "r" : "4", "q");
    line("int matrix[][3] = {{1, 2}, {[2] = %s}, 4, 5, 6};", "q & 7");
    declare("l.c[1][r & 1]", true);
    declare("m.a", true);
    declare(text("b[(unsigned)q %% %u]", size), true);
    declare(text("a%u[r %% %uu]", n, size), true);
    declare("k[1]", true);
    declare("w[q & 3]", true);
    declare("matrix[r % 3][p % 3]", true);
    declare(text("t%u[p & 3]", n), false);
    declare(text("d%u[p %% 3].c[1][1]", n), true);
    statements(2, 2 + below(4));
    line("m = (struct m%u){.b = %s, .c = {[1] = {1, %s}}};", n, value(1), value(1));
    line("r += (unsigned)m.c[1][1] + (unsigned)l.c[1][0] + (unsigned)l.c[0][1] + (unsigned char)w[%u] + "
         "sizeof t%u + sizeof d%u / sizeof *d%u;",
         below(size + 2), n, n, n);
    line("r = r * 5 + (unsigned)d%u[1].s[%u] + (unsigned)d%u[2].s[%u] + "
         "(unsigned)matrix[2][q & 1];",
         n, below(4), n, below(3));
    line("for (int i = 0; i < %u; i++) r += (unsigned)b[i] * 3 + (unsigned)a%u[i];", size, n);
    function_end();
}

static void volatiles(uint32_t n) {
    line("volatile %s v%u = %s;", type(), n, constant());
    line("static volatile struct { %s a; volatile %s b : 5; const volatile unsigned c; } w%u = {1, 2, 3};",
         type(), pick("int|unsigned"), n);
    function_begin(n);
    line("volatile unsigned l = %s, *at = %s;", value(1), one_in(2) ? "&l" : "(volatile unsigned *)&r");
    line("%s volatile *const av = &v%u;", text("__typeof__(v%u)", n), n);
    declare(text("v%u", n), true);
    declare("l", true);
    declare("(*at)", true);
    declare("(*av)", true);
    declare(text("w%u.a", n), true);
    declare(text("w%u.b", n), true);
    declare(text("w%u.c", n), false);
    statements(2, 3 + below(4));
    line("r += l + (unsigned)v%u + (unsigned)w%u.b + *at + (unsigned)w%u.a + w%u.c;", n, n, n, n);
    function_end();
}

static void switches(uint32_t n) {
    function_begin(n);
    uint32_t cases = 2 + below(4);
    const char *what = value(2);
    bool loop = one_in(2);
    if (loop) line("for (int i = 0; i < %u; i++)", 1 + below(4));
    switch (below(3)) {
    case 0: line("switch (%s) {", what); break;
    case 1: line("switch ((%s)(%s)) {", type(), what); break;
    default: line("switch ((%s) & 7) {", what);
    }
    open_block();
    int next = -4;
    uint32_t standard = below(cases);
    if (one_in(3)) line("r += 1000; /* never */");
    for (uint32_t i = 0; i < cases; i++) {
        next += (int)(1 + below(3));
        if (one_in(4))
            line("case %d ... %d:", next, next + 2), next += 3;
        else
            line("case %d:", next);
        if (i == standard) line("default:");
        open_block();
        statements(1, 1);
        if (loop && one_in(4)) line("if (%s) continue;", condition());
        if (one_in(4)) line("if (%s) case %d: r++;", condition(), ++next);
        if (one_in(2)) line("break;");
        close_block("    ;");
    }
    if (one_in(3)) line("case 0x7fffffff: r += 3; break;");
    close_block("}");
    if (one_in(2)) { /* Duff's device */
        line("unsigned k = %s & 7, m = (k + 3) / 4;", value(1));
        line("if (m) switch (k & 3) {");
        line("case 0: do { r += %s;", value(1));
        line("case 3: r ^= %s;", value(1));
        line("case 2: r++;");
        line("case 1: r = r * 3 + 1;");
        line("        } while (--m > 0);");
        line("}");
    }
    function_end();
}

static void jumps(uint32_t n) {
    function_begin(n);
    uint32_t labels = 2 + below(3);
    line("int budget = %u;", 2 + below(6));
    line("unsigned inner = %u;", below(5));
    bool computed = one_in(4);
    if (computed) {
        line("%svoid *%stable[] = {&&l0, &&l1, &&out%s};", one_in(2) ? "static " : "",
             one_in(3) ? "const " : "", labels > 2 ? ", &&l2" : "");
        if (one_in(2)) line("goto *table[%s & 1];", value(1));
    }
    declare("inner", true);
    for (uint32_t i = 0; i < labels; i++) {
        line("l%u:", i);
        line("if (--budget < 0) goto out;");
        switch (below(4)) {
        case 0: /* into a block, past its start */
            line("if (%s) goto in%u;", condition(), i);
            line("{");
            open_block();
            line("inner = %s;", value(1));
            line("in%u:;", i);
            statements(1, 1);
            close_block("}");
            break;
        case 1: /* into a loop */
            line("int i%u = %u;", i, below(3));
            if (one_in(2)) line("if (%s) goto in%u;", condition(), i);
            line("for (i%u = 0; i%u < 3; i%u++) {", i, i, i);
            open_block();
            statements(0, 1);
            line("in%u:", i);
            line("r += (unsigned)i%u;", i);
            if (one_in(3)) line("if (%s) goto l%u;", condition(), below(labels));
            close_block("}");
            break;
        case 2: line("if (%s) goto l%u;", condition(), below(labels)); /* fall through */
        default: statements(1, 1);
        }
        if (computed && one_in(2)) line("goto *table[(unsigned)(%s) %% %u];", value(1), labels > 2 ? 4 : 3);
        if (one_in(3)) line("if (%s) goto l%u;", condition(), below(labels));
    }
    line("out:");
    line("r = r * 7 + inner + (unsigned)budget;");
    function_end();
}

static void lengths(uint32_t n) {
    function_begin(n);
    line("int n = (%s & 3) + %u;", value(1), 1 + below(2));
    line("%s v[n];", type());
    line("for (int i = 0; i < n; i++) v[i] = %s;", pick("i|p|i * 3|q"));
    if (one_in(2))
        line("unsigned char w[n][2]; for (int i = 0; i < n; i++) w[i][0] = w[i][1] = i + r; r += w[q & 0][p "
             "& 1] + sizeof w;");
    if (one_in(2)) line("n++;");
    line("r += sizeof v + (unsigned)v[%s & 0];", value(1));
    declare("v[p % (sizeof v / sizeof *v)]", true);
    statements(1, 1 + below(3));
    if (one_in(6))
        line("for (int k = 0; k < 2; k++) { short u[k + 1]; u[k] = (short)q; r += (unsigned)u[k] + sizeof u; "
             "}");
    line("r += (unsigned)v[(p + 1) %% (sizeof v / sizeof *v)];");
    function_end();
}

static void orders(uint32_t n) {
    line("static %s log%u;", unsigned_type(), n);
    line("static int t%u(int x) { log%u = log%u * 3 + (x & 3) + 1; return x; }", n, n, n);
    function_begin(n);
    line("int a = %s & 3, b = (%s, %s) & 7;", value(1), value(1), value(1));
    declare("a", true);
    declare(text("t%u(1)", n), false);
    uint32_t count = 2 + below(4);
    for (uint32_t i = 0; i < count; i++) switch (below(7)) {
        case 0: line("if (t%u(a) && t%u(b) || !t%u(%s)) r++;", n, n, n, value(1)); break;
        case 1: line("b = t%u(a) ? t%u(2) : t%u(3), t%u(1);", n, n, n, n); break;
        case 2: line("r += (a++, b--, a + b);"); break;
        case 3: line("b = t%u(b) ?: %s;", n, value(1)); break;
        case 4: line("r += (unsigned)({ int s = t%u(a); s += b; s; });", n); break;
        case 5: line("a = (b = %s, b & 1) ? t%u(b) : -1;", value(1), n); break;
        default: line("for (int i = 0, j = 3; i < j; i++, j--) r += (unsigned)t%u(i | j);", n);
        }
    line("r = r * 31 + (unsigned)log%u + (unsigned)a;", n);
    function_end();
}

static void promotions(uint32_t n) {
    function_begin(n);
    static const char *const names[] = {"a", "b", "c", "d"};
    for (uint32_t i = 0; i < 4; i++) {
        line("%s %s = %s;", type(), names[i], value(1));
        declare(names[i], true);
    }
    uint32_t count = 4 + below(5);
    for (uint32_t i = 0; i < count; i++) {
        const char *x = names[below(4)], *y = names[below(4)], *z = names[below(4)];
        switch (below(12)) {
        case 0: line("r += %s < %s;", x, y); break;
        case 1: line("r = r * 2 + (%s == (%s)%s);", x, type(), y); break;
        case 2:
            line("r += sizeof(%s + %s) + sizeof(%s ? %s : %s) + sizeof %s;", x, y, x, y, z,
                 pick("'a'|1L|0x80000000|2147483648|0xffffffffff|((char)1)|!1"));
            break;
        case 3: line("r += (1 ? %s : %s) < 0;", x, y); break;
        case 4: line("%s = (%s)(%s) >> (%s & 7);", x, type(), y, z); break;
        case 5: line("%s %s= %s;", x, pick("+|-|^|&"), y); break;
        case 6: line("%s = %s %s ((%s & 15) + 1);", x, y, pick("/|%"), z); break;
        case 7:
            line("r += _Generic(%s + %s, int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, "
                 "unsigned long long: 6, default: 7);",
                 x, y);
            break;
        case 8: line("%s = -%s;", x, y); break;
        case 9: line("%s = (%s)((%s)%s * 3);", x, type(), unsigned_type(), y); break;
        case 10: line("r += (unsigned)((long)%s >> %u) + (sizeof(long) == 8 ? 5 : 9);", x, below(31)); break;
        default: line("%s = (unsigned char)%s + (signed char)%s - (short)%s;", x, y, z, x);
        }
    }
    line("r += (unsigned)a + (unsigned)b * 3 + (unsigned)c * 5 + (unsigned)(d >> 1);");
    function_end();
}

static void builtins(uint32_t n) {
    line("enum e%u { first%u = %s, second%u, third%u = %s };", n, n, pick("-1|3|0x7ffffffe"), n, n,
         pick("7|-3|0"));
    function_begin(n);
    line("%s o = 0;", type());
    if (one_in(3)) line("enum e%u e = second%u; r += (unsigned)e + (e > third%u) + (e < -1);", n, n, n);
    line("_Bool t = %s; t%s; r += t + sizeof t;", value(1), pick("++|--| += 2|^= 1"));
    declare("t", true);
    uint32_t count = 2 + below(4);
    for (uint32_t i = 0; i < count; i++) switch (below(11)) {
        case 0:
            line("{ %s k; r += __builtin_%s_overflow(%s, %s, &k); r += (unsigned)k; }",
                 pick("int|unsigned|short|long long|unsigned char"), pick("add|sub|mul"), value(1), value(1));
            break;
        case 1: line("r += (unsigned)__builtin_popcount%s(%s);", pick("|ll|l"), value(1)); break;
        case 2: line("r += (unsigned)__builtin_clz%s((%s) | 1);", pick("|ll"), value(1)); break;
        case 3: line("r += (unsigned)__builtin_ctz%s((%s) | 4);", pick("|ll"), value(1)); break;
        case 4: line("r ^= (unsigned)__builtin_bswap%s(%s);", pick("16|32|64"), value(1)); break;
        case 5: line("if (__builtin_expect(%s, %u)) r++;", condition(), below(2)); break;
        case 6:
            line("r += (unsigned)__builtin_%s(%s);", pick("parity|ffs|abs"), text("(%s) & 0xffff", value(1)));
            break;
        case 7: line("r += __builtin_constant_p(3) + __builtin_types_compatible_p(long, int);"); break;
        case 8:
            line("{ static const char *const names[] = {[first%u == -1 ? 0 : 1] = \"one\", \"two\"}; r += "
                 "(unsigned)(names[1] ? names[1][q & 1] : 7); }",
                 n);
            break;
        case 9:
            line("r += %s;",
                 pick("'ab'|L'x'|sizeof L\"abc\"|\"abc\"[p & 3]|(unsigned)L\"\\xffff\"[0]|sizeof(\"a\" "
                      "\"b\")|(unsigned)u8\"\\u00e9\"[q & 1]|'\\''"));
            break;
        default: line("o = (__typeof__(o))(%s); r += (unsigned)o;", value(2));
        }
    function_end();
}

static void vectors(uint32_t n) {
    line("typedef %s v%u __attribute__((vector_size(%s)));", pick("unsigned|unsigned short|unsigned char"), n,
         pick("8|16"));
    function_begin(n);
    line("v%u a = {1, 2, %s}, b = a %s (__typeof__(a[0]))(%s);", n, value(1), pick("+|*|^"), value(1));
    line("b[%s & 1] = %s;", value(1), value(1));
    line("a = (a > b) + (v%u)(b %s 3);", n, pick(">>|&|-"));
    line("r += a[0] + 3u * a[1] + 5u * b[%u];", below(2));
    function_end();
}

static void wide(uint32_t n) {
    line("#ifdef __SIZEOF_INT128__");
    line("typedef %s__int128 w%u;", one_in(2) ? "unsigned " : "", n);
    line("#else");
    line("typedef %slong long w%u;", one_in(2) ? "unsigned " : "", n);
    line("#endif");
    function_begin(n);
    line("w%u a = %s, b = (w%u)%s << %u;", n, value(1), n, text("(%s & 0xff)", value(1)), below(50));
    line("a ^= b; b = a >> %u;", below(60));
    line("r += (unsigned)(a %s (b & 0xffff)) + (a < b) + (unsigned)(b %s 7);", pick("+|-|^"), pick("/|%"));
    function_end();
}

static void flexible(uint32_t n) {
    line("struct f%u { %s n; %s tail[]; };", n, type(), type());
    line("static struct f%u s%u = {2, {3, 4}};", n, n);
    line("typedef int (*table%u)[2];", n);
    function_begin(n);
    line("int m[3][2] = {{1, 2}, {3}, {%s & 63, 6}};", value(1));
    line("table%u t = m + (q & 1);", n);
    declare("t[1][p & 1]", true);
    declare("(*t)[r & 1]", true);
    declare(text("s%u.tail[q & 1]", n), true);
    statements(1, 2 + below(3));
    line("int *flat = &m[0][0]; r += (unsigned)m[1][0] + (unsigned)m[2][1] + (unsigned)*flat + "
         "(unsigned)sizeof *t;");
    line("r += (unsigned)s%u.tail[0] + (unsigned)s%u.tail[1] + (unsigned)sizeof(struct f%u) + "
         "(unsigned)(&m[2] - m) + (unsigned)(&m[1][1] - &m[1][0]);",
         n, n, n);
    function_end();
}

static feature *const features[] = {unions,    unions,   unions,     bit_fields,   bit_fields,   bit_fields,
                                    layouts,   layouts,  layouts,    initialisers, initialisers, initialisers,
                                    volatiles, switches, switches,   jumps,        jumps,        lengths,
                                    orders,    orders,   promotions, promotions,   promotions,   builtins,
                                    builtins,  vectors,  wide,       flexible,     flexible};
const struct generator language = {"language", "", features, sizeof features / sizeof *features};
