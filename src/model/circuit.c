#include "model/circuit.h"

struct circuit *circuit_new(void) {
    struct circuit *c = mem_new(struct circuit);
    c->graph = aig_new();
    return c;
}

void circuit_free(struct circuit *c) {
    if (!c) return;
    aig_free(c->graph);
    vec_each (struct signal, s, &c->inputs) mem_free(s->name);
    vec_each (struct latch, l, &c->latches) mem_free(l->name);
    vec_each (struct signal, s, &c->outputs) mem_free(s->name);
    vec_each (struct signal, s, &c->constraints) mem_free(s->name);
    vec_each (struct property, p, &c->properties) mem_free(p->name);
    vec_each (struct justice, j, &c->justice) {
        vec_free(&j->lits);
        mem_free(j->name);
    }
    vec_each (struct signal, s, &c->fairness) mem_free(s->name);
    vec_free(&c->inputs);
    vec_free(&c->latches);
    vec_free(&c->outputs);
    vec_free(&c->constraints);
    vec_free(&c->properties);
    vec_free(&c->justice);
    vec_free(&c->fairness);
    mem_free(c->comment);
    mem_free(c);
}

aig_lit circuit_add_input(struct circuit *c, const char *name) {
    aig_lit lit = aig_leaf(c->graph);
    vec_push(&c->inputs, (struct signal){lit, mem_strdup(name)});
    return lit;
}

aig_lit circuit_add_latch(struct circuit *c, const char *name) {
    aig_lit lit = aig_leaf(c->graph);
    vec_push(&c->latches,
             (struct latch){.lit = lit, .next = lit, .reset = AIG_FALSE, .name = mem_strdup(name)});
    return lit;
}

void circuit_add_constraint(struct circuit *c, aig_lit lit, const char *name) {
    vec_push(&c->constraints, (struct signal){lit, mem_strdup(name)});
}

static char *name_of(const char *symbol, const char *prefix, uint32_t index) {
    char *name = symbol && *symbol ? mem_strdup(symbol) : mem_format("%s%u", prefix, index);
    for (char *p = name; *p; p++)
        if ((unsigned char)*p <= ' ' || *p == 0x7f) *p = '_';
    return name;
}

void circuit_add_property(struct circuit *c, aig_lit bad, const char *name, uint32_t index) {
    vec_push(&c->properties, (struct property){.bad = bad, .name = name_of(name, "", index), .index = index});
}

char *circuit_justice_name(const struct circuit *c, uint32_t index) {
    return name_of(c->justice.data[index].name, "j", index);
}

struct leaf *circuit_leaves(const struct circuit *c) {
    struct leaf *leaves = mem_new_array(struct leaf, aig_size(c->graph));
    for (uint32_t i = 0; i < c->inputs.size; i++)
        leaves[aig_node(c->inputs.data[i].lit)] = (struct leaf){LEAF_INPUT, i};
    for (uint32_t i = 0; i < c->latches.size; i++)
        leaves[aig_node(c->latches.data[i].lit)] = (struct leaf){LEAF_LATCH, i};
    return leaves;
}

void circuit_mark_cone(const struct circuit *c, const struct leaf *leaves, u32s *roots, bool *marks) {
    while (roots->size) {
        uint32_t node = vec_pop(roots);
        if (marks[node]) continue;
        marks[node] = true;
        if (aig_is_gate(c->graph, node)) {
            vec_push(roots, aig_node(aig_left(c->graph, node)));
            vec_push(roots, aig_node(aig_right(c->graph, node)));
        } else if (leaves[node].kind == LEAF_LATCH) {
            vec_push(roots, aig_node(c->latches.data[leaves[node].index].next));
            vec_push(roots, aig_node(c->latches.data[leaves[node].index].reset));
        }
    }
}

/* Depth-first search over latch -> latches in the cone of its reset function. */
static bool resets_acyclic(const struct circuit *c) {
    bool any = false;
    vec_each (const struct latch, l, &c->latches) any |= latch_has_function(l);
    if (!any) return true;
    struct leaf *leaves = circuit_leaves(c);
    uint32_t size = aig_size(c->graph);
    uint8_t *state = mem_new_array(uint8_t, size); /* 0 new, 1 open, 2 done */
    bool acyclic = true;
    u32s stack = {0};
    vec_each (const struct latch, start, &c->latches) vec_push(&stack, aig_node(start->lit));
    while (stack.size && acyclic) {
        uint32_t node = vec_last(&stack);
        if (state[node] == 2) {
            (void)vec_pop(&stack);
            continue;
        }
        aig_lit children[2] = {AIG_FALSE, AIG_FALSE};
        if (aig_is_gate(c->graph, node)) {
            children[0] = aig_left(c->graph, node);
            children[1] = aig_right(c->graph, node);
        } else if (leaves[node].kind == LEAF_LATCH &&
                   latch_has_function(&c->latches.data[leaves[node].index])) {
            children[0] = c->latches.data[leaves[node].index].reset;
        }
        bool was_open = state[node] == 1;
        state[node] = was_open ? 2 : 1;
        if (was_open) continue;
        for (int i = 0; i < 2; i++) {
            uint32_t child = aig_node(children[i]);
            if (!child || state[child] == 2) continue;
            if (state[child] == 1)
                acyclic = false;
            else
                vec_push(&stack, child);
        }
    }
    vec_free(&stack);
    mem_free(state);
    mem_free(leaves);
    return acyclic;
}

const char *circuit_check(const struct circuit *c) {
    uint32_t bad, size = aig_size(c->graph);
    if (!aig_check(c->graph, &bad)) return "the graph is not in topological order";
    uint32_t leaves = size - 1 - c->graph->gates;
    if (leaves != c->inputs.size + c->latches.size) return "leaves and inputs/latches differ in number";
    bool *seen = mem_new_array(bool, size);
    const char *problem = NULL;
#define CHECK(condition, text)                                                                               \
    if (!(condition)) problem = text
#define CHECK_LEAF(literal)                                                                                  \
    do {                                                                                                     \
        aig_lit leaf_ = (literal);                                                                           \
        if (aig_node(leaf_) >= size || aig_sign(leaf_) || !aig_node(leaf_) ||                                \
            aig_is_gate(c->graph, aig_node(leaf_)) || seen[aig_node(leaf_)])                                 \
            problem = "an input or latch is not a leaf of its own";                                          \
        else                                                                                                 \
            seen[aig_node(leaf_)] = true;                                                                    \
    } while (0)
    vec_each (const struct signal, s, &c->inputs) CHECK_LEAF(s->lit);
    vec_each (const struct latch, l, &c->latches) {
        CHECK_LEAF(l->lit);
        CHECK(aig_node(l->next) < size && aig_node(l->reset) < size, "a latch has a literal out of range");
    }
    vec_each (const struct signal, s, &c->constraints)
        CHECK(aig_node(s->lit) < size, "a constraint is out of range");
    vec_each (const struct property, p, &c->properties)
        CHECK(aig_node(p->bad) < size, "a property is out of range");
    vec_each (const struct signal, s, &c->outputs)
        CHECK(aig_node(s->lit) < size, "an output is out of range");
    vec_each (const struct signal, s, &c->fairness)
        CHECK(aig_node(s->lit) < size, "a fairness literal is out of range");
    vec_each (const struct justice, j, &c->justice) {
        vec_each (const aig_lit, l, &j->lits) CHECK(aig_node(*l) < size, "a justice literal is out of range");
    }
#undef CHECK
#undef CHECK_LEAF
    mem_free(seen);
    if (!problem && !resets_acyclic(c)) problem = "reset functions depend on each other in a cycle";
    return problem;
}
