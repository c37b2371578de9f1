/* The gates of an AIGER file.
 *
 * Binary gates are in topological order and their variables are numbered without gaps, so that variables are
 * nodes. ASCII gates come in any order and with any variables. They are read in file order, as if gate i were
 * node 1 + I + L + i; then a depth-first search in file order makes the nodes, fan-ins first, which leaves
 * gates that were sorted already where they were; last, every literal of the file is replaced by its literal
 * of the graph. */
#include "format/aiger/reader.h"

/* One binary number: 7 bits per byte, least significant first, the top bit set in all bytes but the last. */
static bool read_delta(struct aiger_reader *r, const char *what, uint32_t *delta) {
    struct aiger_scan *s = &r->scan;
    struct position at = aiger_scan_position(s);
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        if (s->next == s->end) return aiger_scan_expected(s, what);
        unsigned byte = *s->next++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (value > UINT32_MAX || (shift == 28 && byte & 0x80))
            return aiger_scan_fail(s, at, "%s does not fit into 32 bits", what);
        if (!(byte & 0x80)) break;
    }
    *delta = (uint32_t)value;
    return true;
}

static bool read_binary_gates(struct aiger_reader *r) {
    struct aiger_scan *s = &r->scan;
    struct aig *graph = r->circuit->graph;
    if (r->count.gates) s->binary = true;
    vec_reserve(&graph->nodes, r->count.variables + 1);
    for (uint32_t i = 0; i < r->count.gates; i++) {
        uint32_t gate = 2 * aig_size(graph), first = 0, second = 0;
        struct position at = aiger_scan_position(s);
        if (!read_delta(r, "the first difference of a gate", &first)) return false;
        if (first == 0 || first > gate)
            return aiger_scan_fail(s, at, "the first difference of gate %u must be from 1 to %u, found %u",
                                   gate, gate, first);
        at = aiger_scan_position(s);
        if (!read_delta(r, "the second difference of a gate", &second)) return false;
        aig_lit left = {gate - first};
        if (second > left.code)
            return aiger_scan_fail(s, at, "the second difference of gate %u must be at most %u, found %u",
                                   gate, left.code, second);
        aig_raw_and(graph, left, (aig_lit){left.code - second});
    }
    return true;
}

struct ascii_gate {
    aig_lit lhs;       /* of the file */
    aig_lit fanins[2]; /* of the file, then of the nodes in file order */
};

enum { NODE_NEW = 0, NODE_OPEN = UINT32_MAX };

struct sorter {
    struct aiger_reader *reader;
    VEC(struct ascii_gate) gates; /* in file order */
    uint32_t leaves;              /* gate i is node 1 + leaves + i in file order */
    uint32_t first_line;          /* of the gates */
    uint32_t *nodes;              /* node in file order -> node of the graph, NODE_NEW or NODE_OPEN */
};

static bool read_ascii_gate(struct aiger_reader *r, uint32_t node, struct ascii_gate *gate) {
    return aiger_read_definition(r, "a gate literal", node, &gate->lhs) &&
           aiger_scan_space(&r->scan, "a gate literal") &&
           aiger_read_literal(r, "the first literal of a gate", &gate->fanins[0]) &&
           aiger_scan_space(&r->scan, "the first literal of a gate") &&
           aiger_read_literal(r, "the second literal of a gate", &gate->fanins[1]) &&
           aiger_scan_newline(&r->scan, "a gate");
}

/* Replaces a literal of the file that stands in the given line and word by one of the nodes in file order. */
static bool find_node(const struct aiger_reader *r, uint32_t line, uint32_t word, aig_lit *literal) {
    if (aig_is_constant(*literal)) return true;
    uint32_t node = hash_map_get(&r->nodes, aig_node(*literal));
    if (node == HASH_NONE)
        return aiger_scan_fail(&r->scan, aiger_scan_word(&r->scan, line, word),
                               "literal %u is not defined: no input, latch or gate is called %u",
                               literal->code, literal->code & ~1u);
    *literal = aig_make(node, aig_sign(*literal));
    return true;
}

/* Makes the node of a gate and of all gates below it. */
static bool sort_gate(struct sorter *t, uint32_t root, u32s *stack) {
    vec_push(stack, root);
    while (stack->size) {
        uint32_t node = vec_last(stack), index = node - t->leaves - 1, below = 0;
        const struct ascii_gate *gate = &t->gates.data[index];
        if (t->nodes[node] != NODE_NEW && t->nodes[node] != NODE_OPEN) {
            (void)vec_pop(stack);
            continue;
        }
        t->nodes[node] = NODE_OPEN;
        for (int i = 1; i >= 0; i--) {
            uint32_t child = aig_node(gate->fanins[i]);
            if (child && t->nodes[child] == NODE_OPEN)
                return aiger_scan_fail(
                    &t->reader->scan,
                    aiger_scan_word(&t->reader->scan, t->first_line + index, (uint32_t)i + 1),
                    "gate %u depends on itself through literal %u", gate->lhs.code,
                    t->gates.data[child - t->leaves - 1].lhs.code);
            if (!child || t->nodes[child] != NODE_NEW) continue;
            vec_push(stack, child);
            below++;
        }
        if (below) continue;
        aig_lit fanins[2];
        for (int i = 0; i < 2; i++)
            fanins[i] = aig_make(t->nodes[aig_node(gate->fanins[i])], aig_sign(gate->fanins[i]));
        t->nodes[node] = aig_node(aig_raw_and(t->reader->circuit->graph, fanins[0], fanins[1]));
        (void)vec_pop(stack);
    }
    return true;
}

static bool sort_gates(struct sorter *t) {
    u32s stack = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < t->gates.size; i++) good = sort_gate(t, t->leaves + 1 + i, &stack);
    vec_free(&stack);
    return good;
}

/* Replaces every literal of the sections before the gates. Each stands in a line of its own, after the header
 * and the inputs, in this order. */
static bool replace_literals(const struct sorter *t) {
    struct aiger_reader *r = t->reader;
    struct circuit *c = r->circuit;
    uint32_t line = 2 + r->count.inputs;
#define REPLACE(literal, word)                                                                               \
    do {                                                                                                     \
        if (!find_node(r, line, word, literal)) return false;                                                \
        *(literal) = aig_make(t->nodes[aig_node(*(literal))], aig_sign(*(literal)));                         \
        line++;                                                                                              \
    } while (0)
    vec_each (struct latch, l, &c->latches) REPLACE(&l->next, 1);
    vec_each (struct signal, s, &c->outputs) REPLACE(&s->lit, 0);
    vec_each (struct signal, s, &r->bads) REPLACE(&s->lit, 0);
    vec_each (struct signal, s, &c->constraints) REPLACE(&s->lit, 0);
    line += c->justice.size; /* their sizes */
    vec_each (struct justice, j, &c->justice) {
        vec_each (aig_lit, l, &j->lits) REPLACE(l, 0);
    }
    vec_each (struct signal, s, &c->fairness) REPLACE(&s->lit, 0);
#undef REPLACE
    return true;
}

static bool read_ascii_gates(struct sorter *t) {
    struct aiger_reader *r = t->reader;
    for (uint32_t i = 0; i < r->count.gates; i++) {
        vec_push(&t->gates, (struct ascii_gate){0});
        if (!read_ascii_gate(r, t->leaves + 1 + i, &vec_last(&t->gates))) return false;
    }
    for (uint32_t i = 0; i < r->count.gates; i++)
        for (uint32_t j = 0; j < 2; j++)
            if (!find_node(r, t->first_line + i, j + 1, &t->gates.data[i].fanins[j])) return false;
    t->nodes = mem_new_array(uint32_t, 1 + t->leaves + r->count.gates);
    for (uint32_t i = 1; i <= t->leaves; i++) t->nodes[i] = i;
    return sort_gates(t) && replace_literals(t);
}

bool aiger_read_gates(struct aiger_reader *r) {
    if (r->binary) return read_binary_gates(r);
    struct sorter t = {.reader = r, .leaves = r->count.inputs + r->count.latches, .first_line = r->scan.line};
    bool good = read_ascii_gates(&t);
    vec_free(&t.gates);
    mem_free(t.nodes);
    return good;
}
