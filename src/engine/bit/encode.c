#include "engine/bit/encode.h"

#include "sat/cdcl/eliminate.h"

/* How a needed gate is written. */
enum shape { SHAPE_NONE, SHAPE_AND, SHAPE_ITE };

enum { LARGEST_AND = 12 }; /* literals of an AND gate; longer trees keep inner gates */

struct encoder {
    const struct circuit *circuit;
    const struct aig *graph;
    uint32_t *uses;    /* references within the encoded cones */
    uint8_t *shapes;   /* enum shape: the node gets a variable (leaves: SHAPE_NONE, always) */
    aig_lits operands; /* scratch */
};

static void use(struct encoder *e, aig_lit l) {
    e->uses[aig_node(l)]++;
}

static void count_root(struct encoder *e, aig_lit root, u32s *stack) {
    use(e, root);
    if (e->uses[aig_node(root)] == 1) vec_push(stack, aig_node(root));
    while (stack->size) {
        uint32_t node = vec_pop(stack);
        if (!aig_is_gate(e->graph, node)) continue;
        const aig_lit children[2] = {aig_left(e->graph, node), aig_right(e->graph, node)};
        for (int i = 0; i < 2; i++) {
            use(e, children[i]);
            if (e->uses[aig_node(children[i])] == 1) vec_push(stack, aig_node(children[i]));
        }
    }
}

/* Roots count twice, so that they are never absorbed into another gate. */
static void count_uses(struct encoder *e) {
    u32s stack = {0};
#define ROOT(literal) (count_root(e, literal, &stack), use(e, literal))
    vec_each (const struct latch, l, &e->circuit->latches) ROOT(l->next);
    vec_each (const struct property, p, &e->circuit->properties) ROOT(p->bad);
    vec_each (const struct signal, s, &e->circuit->constraints) ROOT(s->lit);
#undef ROOT
    vec_free(&stack);
}

static bool is_ite(const struct encoder *e, uint32_t node, aig_lit *c, aig_lit *t, aig_lit *otherwise) {
    return aig_match_ite(e->graph, node, c, t, otherwise) &&
           e->uses[aig_node(aig_left(e->graph, node))] == 1 &&
           e->uses[aig_node(aig_right(e->graph, node))] == 1;
}

/* The operands of the AND tree at `node`, inner nodes absorbed. */
static void collect_and(struct encoder *e, uint32_t node) {
    vec_clear(&e->operands);
    vec_push(&e->operands, aig_left(e->graph, node));
    vec_push(&e->operands, aig_right(e->graph, node));
    for (uint32_t i = 0; i < e->operands.size && e->operands.size < LARGEST_AND;) {
        aig_lit l = e->operands.data[i], c, t, f;
        bool absorb = !aig_sign(l) && aig_is_gate(e->graph, aig_node(l)) && e->uses[aig_node(l)] == 1 &&
                      !is_ite(e, aig_node(l), &c, &t, &f);
        if (!absorb) {
            i++;
            continue;
        }
        e->operands.data[i] = aig_left(e->graph, aig_node(l));
        vec_push(&e->operands, aig_right(e->graph, aig_node(l)));
    }
}

static void need(struct encoder *e, aig_lit l) {
    if (aig_is_gate(e->graph, aig_node(l)) && !e->shapes[aig_node(l)]) e->shapes[aig_node(l)] = SHAPE_AND;
}

/* From the roots down: decides which gates get a variable and in which shape. Users come before what they
 * use. */
static void choose_shapes(struct encoder *e) {
    vec_each (const struct latch, l, &e->circuit->latches) need(e, l->next);
    vec_each (const struct property, p, &e->circuit->properties) need(e, p->bad);
    vec_each (const struct signal, s, &e->circuit->constraints) need(e, s->lit);
    for (uint32_t node = aig_size(e->graph); node-- > 1;) {
        aig_lit c, t, f;
        if (!e->shapes[node]) continue;
        if (is_ite(e, node, &c, &t, &f)) {
            e->shapes[node] = SHAPE_ITE;
            need(e, c);
            need(e, t);
            need(e, f);
        } else {
            collect_and(e, node);
            vec_each (aig_lit, l, &e->operands) need(e, *l);
        }
    }
}

/* A graph that was not hashed may give repeated or opposite literals: drops duplicates, skips tautologies. */
static void write_clause(struct netlist *n, sat_lit *literals, uint32_t size) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < size; i++) {
        bool repeated = false;
        for (uint32_t j = 0; j < kept; j++) {
            if (literals[j].code == sat_not(literals[i]).code) return;
            repeated |= literals[j].code == literals[i].code;
        }
        if (!repeated) literals[kept++] = literals[i];
    }
    netlist_gate_clause(n, literals, kept);
}

static void write_ite(struct netlist *n, sat_lit v, sat_lit c, sat_lit t, sat_lit f) {
    write_clause(n, (sat_lit[]){sat_not(c), sat_not(t), v}, 3);
    write_clause(n, (sat_lit[]){sat_not(c), t, sat_not(v)}, 3);
    write_clause(n, (sat_lit[]){c, sat_not(f), v}, 3);
    write_clause(n, (sat_lit[]){c, f, sat_not(v)}, 3);
    netlist_gate_fanin(n, sat_variable_of(c));
    netlist_gate_fanin(n, sat_variable_of(t));
    if (sat_variable_of(t) == sat_variable_of(f)) return; /* exclusive or */
    write_clause(n, (sat_lit[]){sat_not(t), sat_not(f), v}, 3);
    write_clause(n, (sat_lit[]){t, f, sat_not(v)}, 3);
    netlist_gate_fanin(n, sat_variable_of(f));
}

static void write_and(struct encoder *e, struct encoding *encoding, sat_lit v) {
    sat_lit clause[LARGEST_AND + 1];
    uint32_t size = 0;
    clause[size++] = v;
    vec_each (aig_lit, l, &e->operands) {
        sat_lit o = encoding_lit(encoding, *l);
        write_clause(encoding->netlist, (sat_lit[]){sat_not(v), o}, 2);
        netlist_gate_fanin(encoding->netlist, sat_variable_of(o));
        clause[size++] = sat_not(o);
    }
    write_clause(encoding->netlist, clause, size);
}

static void write_gate(struct encoder *e, struct encoding *encoding, uint32_t node) {
    sat_lit v = sat_make(netlist_variable(encoding->netlist), false);
    encoding->nodes[node] = v;
    if (e->shapes[node] == SHAPE_ITE) {
        aig_lit c, t, f;
        aig_match_ite(e->graph, node, &c, &t, &f);
        write_ite(encoding->netlist, v, encoding_lit(encoding, c), encoding_lit(encoding, t),
                  encoding_lit(encoding, f));
    } else {
        collect_and(e, node);
        write_and(e, encoding, v);
    }
}

void encoding_init(struct encoding *encoding, const struct circuit *circuit) {
    uint32_t size = aig_size(circuit->graph);
    struct encoder e = {.circuit = circuit, .graph = circuit->graph};
    e.uses = mem_new_array(uint32_t, size);
    e.shapes = mem_new_array(uint8_t, size);
    count_uses(&e);
    choose_shapes(&e);
    encoding->netlist = netlist_new();
    encoding->nodes = mem_alloc(size * sizeof *encoding->nodes);
    memset(encoding->nodes, 0xff, size * sizeof *encoding->nodes);
    sat_lit constant = sat_make(netlist_variable(encoding->netlist), false);
    encoding->nodes[0] = constant;
    netlist_gate_clause(encoding->netlist, (sat_lit[]){sat_not(constant)}, 1);
    for (uint32_t node = 1; node < size; node++) {
        if (!aig_is_gate(circuit->graph, node))
            encoding->nodes[node] = sat_make(netlist_variable(encoding->netlist), false);
        else if (e.shapes[node])
            write_gate(&e, encoding, node);
    }
    mem_free(e.uses);
    mem_free(e.shapes);
    vec_free(&e.operands);
}

static void freeze(const struct encoding *encoding, uint8_t *frozen, aig_lit l) {
    frozen[sat_variable_of(encoding_lit(encoding, l))] = 1;
}

void encoding_eliminate(struct encoding *encoding, const struct circuit *circuit) {
    uint32_t variables = encoding->netlist->variables;
    uint8_t *frozen = mem_new_array(uint8_t, variables);
    uint32_t *map = mem_new_array(uint32_t, variables);
    freeze(encoding, frozen, AIG_FALSE);
    vec_each (const struct signal, i, &circuit->inputs) freeze(encoding, frozen, i->lit);
    vec_each (const struct latch, l, &circuit->latches) {
        freeze(encoding, frozen, l->lit);
        freeze(encoding, frozen, l->next);
    }
    vec_each (const struct property, p, &circuit->properties) freeze(encoding, frozen, p->bad);
    vec_each (const struct signal, s, &circuit->constraints) freeze(encoding, frozen, s->lit);
    struct netlist *eliminated = netlist_eliminate(encoding->netlist, frozen, map);
    netlist_free(encoding->netlist);
    encoding->netlist = eliminated;
    for (uint32_t node = 0; node < aig_size(circuit->graph); node++) {
        sat_lit l = encoding->nodes[node];
        if (l.code == UINT32_MAX) continue;
        uint32_t v = map[sat_variable_of(l)];
        encoding->nodes[node].code = v == UINT32_MAX ? v : sat_make(v, sat_sign(l)).code;
    }
    mem_free(frozen);
    mem_free(map);
}

void encoding_fini(struct encoding *encoding) {
    netlist_free(encoding->netlist);
    mem_free(encoding->nodes);
}
