/* Memory: pointers, what they point to, and the bytes of everything. */
#include "generate.h"

static void pointers(uint32_t n) {
    const char *element = type();
    line("static %s shared%u[6] = {1, 2, 3};", element, n);
    function_begin(n);
    line("%s own[6] = {%s, [4] = %s}, one = %s, *a = own, *b = %s, **c = %s;", element, value(1), value(1),
         value(1), pick(text("&own[2]|shared%u|shared%u + 3|&one", n, n)), one_in(2) ? "&a" : "&b");
    bool single = one_in(3);
    if (single)
        line("b = &one;");
    else
        line("b = %s ? own + (p & 3) : shared%u + 1;", condition(), n);
    declare("(*a)", true);
    declare("(*b)", true);
    declare("(**c)", true);
    declare("one", true);
    declare("own[q & 3]", true);
    declare(text("shared%u[r %% 6]", n), true);
    uint32_t uses = 2 + below(5);
    for (uint32_t i = 0; i < uses; i++) switch (below(9)) {
        case 0: line("a = own + (%s & 3);", value(1)); break;
        case 1: line("*c = &%s;", pick(text("own[p & 3]|shared%u[q & 3]|one", n))); break;
        case 2: line("c = %s ? &a : &b;", condition()); break;
        case 3: line("a = own; *a++ = %s; a[1]--; r += (unsigned)*a;", value(1)); break;
        case 4: line("r += (unsigned)(a == b) + 2u * (unsigned)(*c == &one);"); break;
        case 5:
            line("a = &own[5]; a -= %s & 3; r += (unsigned)(a - own) + (unsigned)(a > own + 2);", value(1));
            break;
        case 6: line("for (%s *k = own; k < own + 6; k++) r = r * 3 + (unsigned)*k;", element); break;
        case 7: line("{ %s *t = *c; *c = a; a = t; }", element); break;
        default: statements(1, 1);
        }
    line("r += (unsigned)*a + 3u * (unsigned)*b + 5u * (unsigned)**c + 7u * (unsigned)shared%u[1] + "
         "(unsigned)own[%u];",
         n, below(6));
    function_end();
}

static void heap(uint32_t n) {
    line("struct h%u { %s a; %s *p; %s c[3]; };", n, type(), "unsigned", type());
    function_begin(n);
    line("struct h%u *x = %s;", n, one_in(2) ? "malloc(sizeof *x)" : "calloc(1, sizeof *x)");
    line("unsigned *y = %s;", pick("malloc(4 * sizeof *y)|calloc(4, sizeof *y)"));
    line("if (!x || !y) return 0;");
    line("for (int i = 0; i < 4; i++) y[i] = (unsigned)i * %s;", value(1));
    line("%s", one_in(2) ? text("*x = (struct h%u){%s, y + 1, {1, 2}};", n, value(1))
                         : "memset(x, 0, sizeof *x); x->p = &y[2];");
    declare("x->a", true);
    declare("(*x->p)", true);
    declare("x->p[1]", true);
    declare("y[q & 3]", true);
    declare("x->c[p % 3]", true);
    statements(2, 2 + below(3));
    if (one_in(2))
        line("struct h%u copy = *x; copy.p = copy.p - (q & 1); *copy.p += 3; r += (unsigned)copy.c[1];", n);
    if (one_in(3))
        line("{ unsigned *z = malloc(sizeof *z); if (z) { *z = r; x->p = z; r += *x->p; x->p = y; free(z); } "
             "}");
    line("r += (unsigned)x->a + *x->p + y[%u] + (unsigned)x->c[2];", below(4));
    if (one_in(2)) line("free(y);");
    line("free(x);");
    function_end();
}

static void lists(uint32_t n) {
    line("struct l%u { %s v; struct l%u *next; };", n, type(), n);
    bool global = one_in(2);
    if (global)
        line("static struct l%u nodes%u[4] = {{1, &nodes%u[1]}, {2, &nodes%u[3]}, {3, 0}, {4, 0}};", n, n, n,
             n);
    function_begin(n);
    if (global)
        line("struct l%u *nodes = nodes%u;", n, n);
    else
        line("struct l%u nodes[4] = {{%s, nodes + 1}, {2, nodes + 3}, {%s}, {4, 0}};", n, value(1), value(1));
    line("struct l%u *head = nodes, *k;", n);
    declare("head->v", true);
    declare("nodes[2].v", true);
    uint32_t uses = 2 + below(4);
    for (uint32_t i = 0; i < uses; i++) switch (below(6)) {
        case 0:
            line("nodes[2].next = head == nodes + 2 ? 0 : head; if (head != nodes + 2 && nodes[0].next != "
                 "nodes + 2) head = nodes + 2;");
            break;
        case 1:
            line("{ int left = 6; for (k = head; k && left--; k = k->next) r = r * 3 + (unsigned)k->v; }");
            break;
        case 2: line("if (head->next) head->next->v = %s;", value(1)); break;
        case 3:
            line("{ int left = 5; struct l%u *back = 0; while (head && left--) { k = head->next; head->next "
                 "= back; back = head; head = k; } head = back; }",
                 n);
            break;
        case 4:
            line("{ struct l%u **at = &head; if (*at && (*at)->next) at = &(*at)->next; r += "
                 "(unsigned)(*at)->v; if (%s) *at = (*at)->next; if (!head) head = nodes; }",
                 n, condition());
            break;
        default: statements(1, 1);
        }
    line("{ int left = 5; for (k = head; k && left--; k = k->next) r = r * 5 + (unsigned)k->v; }");
    function_end();
}

/* The same bytes as several types. */
static void bytes(uint32_t n) {
    const char *a = type(), *b = type();
    line("struct m%u { %s a; %s b; unsigned char c[4]; };", n, pick("int|unsigned|short|long long"),
         pick("short|unsigned char|int"));
    line("static struct m%u z%u = {%s & 0xff, 2, {3, 4, 5, 6}};", n, n, "0x12345678");
    function_begin(n);
    line("%s x = %s;", a, value(1));
    line("%s y = 0;", b);
    line("struct m%u s, t = {1};", n);
    line("memset(&s, %s, sizeof s);", pick("0|0x5a|0xff"));
    line("unsigned char *k = (unsigned char *)&%s;", pick("x|s|t"));
    declare("s.a", true);
    declare("s.c[q & 3]", true);
    declare("t.b", true);
    declare("k[0]", true);
    uint32_t uses = 3 + below(4);
    for (uint32_t i = 0; i < uses; i++) switch (below(11)) {
        case 0: line("memcpy(&y, &x, sizeof x < sizeof y ? sizeof x : sizeof y);"); break;
        case 1: line("k[%s & %s] = %s;", value(1), "0", value(1)); break;
        case 2: line("memcpy(s.c, &r, 4); r ^= s.c[%s & 3];", value(1)); break;
        case 3: line("for (unsigned i = 0; i < sizeof x; i++) r = r * 3 + ((unsigned char *)&x)[i];"); break;
        case 4: line("memcpy(&s, &z%u, sizeof s);", n); break;
        case 5: line("t = s; k = (unsigned char *)&t.%s; k[%u] ^= 0x81;", pick("a|b"), 0u); break;
        case 6:
            line("{ unsigned w; memcpy(&w, s.c, sizeof w); w += (unsigned)(%s); memcpy(z%u.c, &w, sizeof w); "
                 "}",
                 value(1), n);
            break;
        case 7: line("memmove(s.c + 1, s.c, (%s & 1) + 2); r += s.c[3];", value(1)); break;
        case 8:
            line("r += ((unsigned char *)&s)[__builtin_offsetof(struct m%u, c) + (%s & 3)];", n, value(1));
            break;
        case 9:
            line("{ unsigned short *h = (unsigned short *)(void *)&s.a; h[0] = (unsigned short)(%s); }",
                 value(1));
            break;
        default: statements(1, 1);
        }
    line("r += (unsigned)x + 3u * (unsigned)y + 5u * (unsigned)s.a + 7u * (unsigned)t.b + s.c[%u] + "
         "z%u.c[%u] + k[0];",
         below(4), n, below(4));
    function_end();
}

/* Pointers inside of what is copied. */
static void copies(uint32_t n) {
    line("struct c%u { %s v; int *to; struct { %s w; unsigned char *into; } in; };", n, type(), type());
    line("static int targets%u[3] = {10, 20, 30};", n);
    line("static unsigned char bytes%u[4] = \"abc\";", n);
    line("static struct c%u first%u = {1, &targets%u[1], {2, bytes%u + 1}};", n, n, n, n);
    function_begin(n);
    line("struct c%u y[3], *v = &y[%s & 1], *x = &y[2];", n, value(1));
    line("y[0] = first%u;", n);
    line("y[1] = first%u;", n);
    line("y[2] = y[%s & 1];", value(1));
    declare("(*x->to)", true);
    declare("(*v->to)", true);
    declare("(*y[1].in.into)", true);
    declare("v->in.w", true);
    declare(text("targets%u[p %% 3]", n), true);
    uint32_t uses = 2 + below(4);
    for (uint32_t i = 0; i < uses; i++) switch (below(9)) {
        case 0: line("memcpy(&y[%u], x, sizeof *x);", below(2)); break;
        case 1: line("memcpy(v, &first%u, sizeof *v);", n); break;
        case 2: line("x->to = &targets%u[(unsigned)(%s) %% 3];", n, value(1)); break;
        case 3: line("memcpy(&v->to, &x->to, sizeof x->to);"); break;
        case 4: line("memmove(y, y + 1, sizeof *y);"); break;
        case 5: line("x->in = v->in;"); break;
        case 6: line("x->in.into = bytes%u + (%s & 3); *x->in.into += 1;", n, value(1)); break;
        case 7: line("v->v = %s; v->to = x->to; *v->to += 1;", value(1)); break;
        default: statements(1, 1);
        }
    line("r += (unsigned)*x->to + 3u * (unsigned)*v->to + 5u * *y[0].in.into + 7u * *x->in.into + "
         "(unsigned)(x->to - targets%u) + bytes%u[%u];",
         n, n, below(4));
    function_end();
}

/* Stretches of bytes of what has another type, at places that are not constant. */
static void stretches(uint32_t n) {
    const char *element = pick("unsigned char|unsigned short|unsigned|int|unsigned long long|long");
    bool structure = one_in(2);
    if (structure) line("struct e%u { %s a; %s b; };", n, element, one_in(2) ? element : type());
    line("static %s shared%u[4];", structure ? text("struct e%u", n) : element, n);
    function_begin(n);
    line("%s own[4] = {0}, one = own[0];", structure ? text("struct e%u", n) : element);
    line("char *c = (char *)%s, *d = (char *)own;", pick(text("own|shared%u", n)));
    line("unsigned word = %s, k = %s & 7;", value(1), value(1));
    const char *member = structure ? ".a" : "";
    declare(text("own[q & 3]%s", member), true);
    declare(text("shared%u[p & 3]%s", n, member), true);
    declare("word", true);
    uint32_t uses = 3 + below(4);
    for (uint32_t i = 0; i < uses; i++) switch (below(12)) {
        case 0: line("c = (char *)own + %s;", pick("k|1|2|(k & 4)|(k & 2)|sizeof one")); break;
        case 1: line("for (unsigned i = 0; i < (k & 3); i++) c++;"); break;
        case 2:
            line("memset(%s, %s, %u);", pick("c|d + k|d|&own[k & 1]"), pick("0|0xff|1|(int)r"), 1 + below(4));
            break;
        case 3: line("memcpy(%s, &word, %s);", pick("c|d + k|d + 4"), pick("4|2|1|sizeof word")); break;
        case 4: line("memcpy(&word, %s, %s);", pick("c|d + k|d"), pick("4|2|sizeof word")); break;
        case 5:
            line("memmove(%s, %s, %u);", pick("own + 1|d + k|d|own"), pick("own|d + 1|own + 2|c"),
                 1 + below(6));
            break;
        case 6:
            line("own[%s & 3] = %s;", value(1), pick(text("one|shared%u[k & 3]|own[0]|own[k & 1]", n)));
            break;
        case 7: line("memcpy(shared%u, own, %s);", n, pick("sizeof own|sizeof one|2 * sizeof one")); break;
        case 8: line("r += (unsigned char)%s;", pick("*c|d[k]|d[1]|c[1]")); break;
        case 9: line("%s = (char)(%s);", pick("*c|d[k]|c[k & 1]"), value(1)); break;
        case 10: line("c = %s ? d + %u : (char *)(shared%u + 1);", condition(), below(5), n); break;
        default: statements(1, 1);
        }
    line("for (int i = 0; i < 4; i++) r = r * 3 + (unsigned)own[i]%s + ((unsigned)shared%u[i]%s >> 8);",
         member, n, member);
    if (structure) line("r += (unsigned)own[1].b + (unsigned)shared%u[k & 3].b;", n);
    line("r += word;");
    function_end();
}

static void aliases(uint32_t n) {
    line("static unsigned set%u(int *a, int *b, unsigned *c) { *a = 1; *b = 2; *c += (unsigned)*a; return "
         "(unsigned)*a * 10 + (unsigned)*b + *c; }",
         n);
    line("struct pair%u { int l, r; int row[2][3]; };", n);
    line("static struct pair%u pairs%u[2] = {{1, 2}, {3, 4, {{5, 6, 7}, {8}}}};", n, n);
    function_begin(n);
    line("struct pair%u here = pairs%u[q & 1], *w = %s;", n, n,
         pick(text("&here|&pairs%u[0]|&pairs%u[p & 1]", n, n)));
    line("int *cell = %s;", pick("&w->l|&here.r|w->row[1]|&w->row[q & 1][p % 3]|(int *)&r"));
    declare("(*cell)", true);
    declare("w->row[p & 1][r % 3]", true);
    declare("here.l", true);
    declare(text("pairs%u[r & 1].r", n), true);
    uint32_t uses = 2 + below(4);
    for (uint32_t i = 0; i < uses; i++) switch (below(6)) {
        case 0:
            line("r += set%u(cell, %s, %s);", n, pick("&here.l|cell|&w->r"), pick("&r|(unsigned *)&w->l"));
            break;
        case 1: line("w = w == &here ? pairs%u : &here;", n); break;
        case 2: line("cell = &w->row[%s & 1][(unsigned)(%s) %% 3];", value(1), value(1)); break;
        case 3:
            line("{ int (*rows)[3] = w->row; rows += %s & 1; (*rows)[2] = %s; }", value(1), value(1));
            break;
        case 4:
            line("{ char *base = (char *)w; int *m = (int *)(void *)(base + __builtin_offsetof(struct "
                 "pair%u, r)); *m ^= 5; r += (unsigned)(((struct pair%u *)(void *)((char *)m - "
                 "__builtin_offsetof(struct pair%u, r)))->l); }",
                 n, n, n);
            break;
        default: statements(1, 1);
        }
    line("r += (unsigned)*cell + 3u * (unsigned)w->l + 5u * (unsigned)here.row[1][2] + 7u * "
         "(unsigned)pairs%u[1].row[0][%u] + (unsigned)w->r;",
         n, below(3));
    function_end();
}

/* Objects that come and go: the same place of the program, another object. */
static void scopes(uint32_t n) {
    line("static unsigned *kept%u;", n);
    line("static unsigned next%u(unsigned *at) { unsigned mine = at ? *at + 1 : 3; kept%u = at; return mine; "
         "}",
         n, n);
    function_begin(n);
    line("unsigned outer[2] = {p & 7, 1}, *last = outer;");
    line("for (int i = 0; i < %u; i++) {", 2 + below(3));
    open_block();
    line("unsigned inner[2] = {r & 15, (unsigned)i}, *at = %s;",
         pick("inner|i & 1 ? inner : outer|&inner[i & 1]|last"));
    line("*at += %s;", value(1));
    line("r = r * 3 + next%u(at) + inner[0] + inner[1];", n);
    if (one_in(2)) line("if (kept%u == outer) outer[1]++;", n);
    line("last = &outer[i & 1];");
    close_block("}");
    line("r += outer[0] + 3u * outer[1] + *last;");
    function_end();
}

static feature *const features[] = {pointers, pointers,  pointers,  heap,      heap,     lists,   bytes,
                                    bytes,    bytes,     copies,    aliases,   aliases,  aliases, scopes,
                                    scopes,   stretches, stretches, stretches, stretches};
const struct generator memory = {"memory", "#include <stdlib.h>\n#include <string.h>\n", features,
                                 sizeof features / sizeof *features};
