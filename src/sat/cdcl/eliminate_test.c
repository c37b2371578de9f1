/* Random netlists: what is left defines the same functions, and what was asked for is left. */
#include "sat/cdcl/eliminate.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { LEAVES = 6, ROWS = 1 << LEAVES, GATES = 24, VARIABLES = LEAVES + GATES, WIDTH = 4 };

struct setup {
    struct random random;
    struct netlist *before, *after;
    uint64_t tables[VARIABLES]; /* a bit per assignment of the leaves */
    uint8_t frozen[VARIABLES];
    uint32_t map[VARIABLES];
    uint64_t new_tables[VARIABLES]; /* by new variable */
};

static uint64_t table_of(const uint64_t *tables, uint32_t literal) {
    return tables[literal >> 1] ^ (literal & 1 ? ~UINT64_C(0) : 0);
}

static sat_lit any_literal(struct setup *s, uint32_t below) {
    /* mostly recent ones: deep netlists */
    uint32_t v = random_below(&s->random, 2) && below > 5 ? below - 1 - random_below(&s->random, 5)
                                                          : random_below(&s->random, below);
    return sat_make(v, random_below(&s->random, 2));
}

/* A gate with a random function of its fan-ins: one clause per row of its truth table, which need not be
 * irredundant; or an AND of all. Fan-ins may be repeated. */
static void random_gate(struct setup *s, uint32_t v) {
    assert_int_equal(netlist_variable(s->before), v);
    uint32_t width = random_below(&s->random, WIDTH + 1),
             function = random_below(&s->random, 1u << (1u << 3));
    sat_lit in[WIDTH], clause[WIDTH + 1], o = sat_make(v, false);
    for (uint32_t i = 0; i < width; i++) in[i] = any_literal(s, v);
    bool conjunction = width == WIDTH || random_below(&s->random, 2);
    if (conjunction) {
        clause[0] = o;
        s->tables[v] = ~UINT64_C(0);
        for (uint32_t i = 0; i < width; i++) {
            clause[i + 1] = sat_not(in[i]);
            s->tables[v] &= table_of(s->tables, in[i].code);
            netlist_gate_clause(s->before, (sat_lit[]){sat_not(o), in[i]}, 2);
        }
        netlist_gate_clause(s->before, clause, width + 1);
    } else {
        for (uint32_t row = 0; row < 1u << width; row++) {
            bool value = function >> row & 1;
            uint64_t here = ~UINT64_C(0);
            for (uint32_t i = 0; i < width; i++) {
                clause[i] = sat_not_if(in[i], row >> i & 1);
                here &= ~table_of(s->tables, clause[i].code);
            }
            clause[width] = sat_not_if(o, !value);
            if (value) s->tables[v] |= here;
            netlist_gate_clause(s->before, clause, width + 1);
        }
    }
    for (uint32_t i = 0; i < width; i++) netlist_gate_fanin(s->before, sat_variable_of(in[i]));
}

static void set_up(struct setup *s, uint64_t seed) {
    memset(s, 0, sizeof *s);
    random_init(&s->random, seed);
    s->before = netlist_new();
    uint64_t columns[LEAVES] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    for (uint32_t v = 0; v < LEAVES; v++) {
        (void)netlist_variable(s->before);
        s->tables[v] = columns[v];
    }
    for (uint32_t v = LEAVES; v < VARIABLES; v++) {
        random_gate(s, v);
        s->frozen[v] = random_below(&s->random, 4) == 0;
    }
    s->after = netlist_eliminate(s->before, s->frozen, s->map);
    for (uint32_t v = 0; v < VARIABLES; v++)
        if (s->map[v] != UINT32_MAX) s->new_tables[s->map[v]] = s->tables[v];
}

static void tear_down(struct setup *s) {
    netlist_free(s->before);
    netlist_free(s->after);
}

/* Assignments that satisfy the clauses of the gate when its variable has the value that the table gives it. */
static uint64_t satisfied(const struct setup *s, uint32_t gate, uint64_t table) {
    const struct netlist *n = s->after;
    uint64_t all = ~UINT64_C(0);
    for (uint32_t at = n->clause_begin.data[gate]; at < n->clause_begin.data[gate + 1];
         at += 1 + n->clauses.data[at]) {
        uint64_t any = 0;
        for (uint32_t i = 1; i <= n->clauses.data[at]; i++) {
            uint32_t l = n->clauses.data[at + i];
            any |= l >> 1 == gate ? table ^ (l & 1 ? ~UINT64_C(0) : 0) : table_of(s->new_tables, l);
        }
        all &= any;
    }
    return all;
}

static bool is_fanin(const struct netlist *n, uint32_t gate, uint32_t v) {
    for (uint32_t i = n->fanin_begin.data[gate]; i < n->fanin_begin.data[gate + 1]; i++)
        if (n->fanins.data[i] == v) return true;
    return false;
}

static void check_gate(const struct setup *s, uint32_t gate) {
    const struct netlist *n = s->after;
    uint32_t begin = n->clause_begin.data[gate], end = n->clause_begin.data[gate + 1];
    if (begin == end) return;
    /* exactly the value of the table, whatever the leaves are */
    assert_true(satisfied(s, gate, s->new_tables[gate]) == ~UINT64_C(0));
    assert_true(satisfied(s, gate, ~s->new_tables[gate]) == 0);
    for (uint32_t at = begin; at < end; at += 1 + n->clauses.data[at])
        for (uint32_t i = 1; i <= n->clauses.data[at]; i++) {
            uint32_t v = n->clauses.data[at + i] >> 1;
            assert_true(v < n->variables);
            assert_true(v == gate || is_fanin(n, gate, v));
        }
}

static void functions_stay(void **state) {
    (void)state;
    struct setup s;
    uint32_t gone = 0;
    uint64_t clauses[2] = {0};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        set_up(&s, seed);
        for (uint32_t v = 0; v < VARIABLES; v++) {
            gone += s.map[v] == UINT32_MAX;
            if (v < LEAVES || s.frozen[v]) assert_true(s.map[v] < s.after->variables);
            bool gate = v >= LEAVES;
            if (s.map[v] == UINT32_MAX) continue;
            uint32_t w = s.map[v];
            assert_true((s.after->clause_begin.data[w] != s.after->clause_begin.data[w + 1]) == gate);
        }
        for (uint32_t v = 0; v < s.after->variables; v++) check_gate(&s, v);
        clauses[0] += s.before->clauses.size;
        clauses[1] += s.after->clauses.size;
        tear_down(&s);
    }
    assert_true(gone > 3000 * GATES / 4);
    assert_true(clauses[1] < clauses[0]);
}

/* A chain of choices that covers all cases does not depend on its default. */
static void covered_defaults(void **state) {
    (void)state;
    struct netlist *n = netlist_new();
    uint32_t map[16];
    sat_lit x = sat_make(netlist_variable(n), false), y = sat_make(netlist_variable(n), false), value[4],
            cases[4], rest;
    for (int i = 0; i < 4; i++) value[i] = sat_make(netlist_variable(n), false);
    rest = sat_make(netlist_variable(n), false);
    for (uint32_t i = 0; i < 4; i++) {
        sat_lit a = sat_not_if(x, i & 1), b = sat_not_if(y, i >> 1);
        cases[i] = sat_make(netlist_variable(n), false);
        netlist_gate_clause(n, (sat_lit[]){sat_not(cases[i]), a}, 2);
        netlist_gate_clause(n, (sat_lit[]){sat_not(cases[i]), b}, 2);
        netlist_gate_clause(n, (sat_lit[]){cases[i], sat_not(a), sat_not(b)}, 3);
        netlist_gate_fanin(n, sat_variable_of(a));
        netlist_gate_fanin(n, sat_variable_of(b));
    }
    sat_lit otherwise = rest, v = rest;
    for (uint32_t i = 0; i < 4; i++, otherwise = v) {
        v = sat_make(netlist_variable(n), false);
        netlist_gate_clause(n, (sat_lit[]){sat_not(cases[i]), sat_not(value[i]), v}, 3);
        netlist_gate_clause(n, (sat_lit[]){sat_not(cases[i]), value[i], sat_not(v)}, 3);
        netlist_gate_clause(n, (sat_lit[]){cases[i], sat_not(otherwise), v}, 3);
        netlist_gate_clause(n, (sat_lit[]){cases[i], otherwise, sat_not(v)}, 3);
        netlist_gate_fanin(n, sat_variable_of(cases[i]));
        netlist_gate_fanin(n, sat_variable_of(value[i]));
        netlist_gate_fanin(n, sat_variable_of(otherwise));
    }
    uint8_t frozen[16] = {0};
    assert_true(n->variables <= 16);
    for (uint32_t i = 0; i < 7; i++) frozen[i] = 1;
    frozen[sat_variable_of(v)] = 1;
    struct netlist *to = netlist_eliminate(n, frozen, map);
    uint32_t root = map[sat_variable_of(v)], least = map[sat_variable_of(rest)];
    assert_int_equal(to->variables, 8);
    assert_true(is_fanin(to, root, map[0]) && !is_fanin(to, root, least));
    netlist_free(to);
    netlist_free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_stay),
        cmocka_unit_test(covered_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
