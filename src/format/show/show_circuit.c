/* Proofs of circuits: clauses and gates in the words of symbols or of a map, and what the obligations mention. */
#include "format/show/parts.h"
#include "format/show/show.h"

struct proof {
    const struct circuit *circuit;
    const struct invariant *invariant;
    char **names;       /* latches, then inputs */
    bool *inverted;     /* the latch has the complement of what its name says */
    uint32_t variables; /* how many */
    bool *needed;       /* by variable */
    uint32_t *leaf;     /* node of the invariant's graph -> variable + 1; 0: none */
    uint32_t *marks;    /* by node of that graph: the conjunct that has visited it, from 1 on */
    struct text scratch;
};

/* ---- names ---- */

static void name_by_map(struct proof *p, const struct map *map) {
    const uint32_t latches = p->circuit->latches.size;
    struct hash_names bits = {0}; /* path -> how many bits it has */
    vec_each (const struct map_bit, b, &map->bits) {
        uint32_t before = hash_names_get(&bits, b->path);
        hash_names_put(&bits, b->path, before == HASH_NONE ? 1 : before + 1);
    }
    vec_each (const struct map_bit, b, &map->bits) {
        bool latch = b->kind == MAP_LATCH || b->kind == MAP_INVERTED;
        if (!latch && b->kind != MAP_INPUT) continue;
        uint32_t at = latch ? b->index : latches + b->index;
        if (p->names[at]) continue;
        bool several = b->bit || hash_names_get(&bits, b->path) > 1;
        p->names[at] = several ? mem_format("%s[%u]", b->path, b->bit) : mem_strdup(b->path);
        for (char *c = p->names[at]; *c; c++)
            if (*c == '\n') *c = '.';
        p->inverted[at] = b->kind == MAP_INVERTED;
    }
    hash_names_free(&bits);
}

static void name_variables(struct proof *p, const struct map *map) {
    const struct circuit *c = p->circuit;
    const uint32_t latches = c->latches.size;
    if (map) name_by_map(p, map);
    for (uint32_t i = 0; i < latches; i++)
        if (!p->names[i])
            p->names[i] =
                c->latches.data[i].name ? mem_strdup(c->latches.data[i].name) : mem_format("l%u", i);
    for (uint32_t i = 0; i < c->inputs.size; i++)
        if (!p->names[latches + i])
            p->names[latches + i] =
                c->inputs.data[i].name ? mem_strdup(c->inputs.data[i].name) : mem_format("i%u", i);
}

/* ---- what the obligations mention ---- */

static void mark(const struct proof *p, aig_lit root, bool *cone) {
    if (!cone[aig_node(root)]) aig_mark_cone(p->circuit->graph, root, cone);
}

/* The variables among the marked nodes; `by_node`: variable + 1. */
static void collect(struct proof *p, const uint32_t *by_node, const bool *cone) {
    for (uint32_t n = 0; n < aig_size(p->circuit->graph); n++)
        if (cone[n] && by_node[n]) p->needed[by_node[n] - 1] = true;
}

/* The invariant, the property and the constraints in the last of `depth` steps, and what decides these, backwards. */
static void find_needed(struct proof *p, uint32_t property) {
    const struct circuit *c = p->circuit;
    const uint32_t latches = c->latches.size;
    uint32_t *by_node = mem_new_array(uint32_t, aig_size(c->graph));
    bool *cone = mem_new_array(bool, aig_size(c->graph)), *done = mem_new_array(bool, latches + 1);
    for (uint32_t i = 0; i < latches; i++) by_node[aig_node(c->latches.data[i].lit)] = i + 1;
    for (uint32_t i = 0; i < c->inputs.size; i++) by_node[aig_node(c->inputs.data[i].lit)] = latches + i + 1;
    mark(p, c->properties.data[property].bad, cone);
    vec_each (const struct signal, s, &c->constraints) mark(p, s->lit, cone);
    collect(p, by_node, cone);
    uint32_t steps = p->invariant->simple_path ? UINT32_MAX : p->invariant->depth;
    for (bool more = true; steps && more; steps--) {
        more = false;
        for (uint32_t i = 0; i < latches; i++) {
            if (!p->needed[i] || done[i]) continue;
            done[i] = more = true;
            mark(p, c->latches.data[i].next, cone);
            mark(p, c->latches.data[i].reset, cone);
        }
        collect(p, by_node, cone);
    }
    mem_free(by_node);
    mem_free(cone);
    mem_free(done);
}

/* ---- conjuncts ---- */

static void add_literal(struct proof *p, struct text *out, uint32_t variable, bool negated) {
    if (negated != p->inverted[variable]) text_byte(out, '!');
    text_add(out, p->names[variable]);
}

/* A gate and what is below it, as far as letters go: ands in parentheses, a negated one as an or. */
static void add_formula(struct proof *p, struct text *out, aig_lit l, uint32_t depth) {
    const struct aig *g = p->invariant->graph;
    enum { DEEPEST = 40 };
    if (aig_is_constant(l)) {
        text_add(out, aig_sign(l) ? "true" : "false");
    } else if (!aig_is_gate(g, aig_node(l))) {
        add_literal(p, out, p->leaf[aig_node(l)] - 1, aig_sign(l));
    } else if (out->size > SHOW_LETTERS || depth == DEEPEST) {
        text_add(out, "..");
    } else {
        bool either = aig_sign(l);
        text_byte(out, '(');
        add_formula(p, out, aig_not_if(aig_left(g, aig_node(l)), either), depth + 1);
        text_add(out, either ? " || " : " && ");
        add_formula(p, out, aig_not_if(aig_right(g, aig_node(l)), either), depth + 1);
        text_byte(out, ')');
    }
}

static void add_text(struct proof *p, aig_lit conjunct) {
    u32s literals = {0};
    text_clear(&p->scratch);
    if (invariant_clause(p->invariant, conjunct, &literals)) {
        for (uint32_t i = 0; i < literals.size && p->scratch.size < SHOW_LETTERS; i++) {
            if (i) text_add(&p->scratch, " || ");
            add_literal(p, &p->scratch, literals.data[i] / 2, literals.data[i] % 2);
        }
    } else {
        add_formula(p, &p->scratch, conjunct, 0);
    }
    if (!p->scratch.size) text_add(&p->scratch, "false");
    vec_free(&literals);
}

/* The variables below a literal of the invariant's graph that `mark` has not seen yet. */
static void find_variables(struct proof *p, aig_lit root, uint32_t mark, u32s *out) {
    const struct aig *g = p->invariant->graph;
    u32s stack = {0};
    vec_push(&stack, aig_node(root));
    while (stack.size) {
        uint32_t n = vec_pop(&stack);
        if (p->marks[n] == mark) continue;
        p->marks[n] = mark;
        if (aig_is_gate(g, n)) {
            vec_push(&stack, aig_node(aig_left(g, n)));
            vec_push(&stack, aig_node(aig_right(g, n)));
        } else if (p->leaf[n]) {
            p->needed[p->leaf[n] - 1] = true;
            vec_push(out, p->leaf[n] - 1);
        }
    }
    vec_free(&stack);
}

static void add_conjuncts(struct text *out, struct proof *p) {
    const struct invariant *v = p->invariant;
    u32s uses = {0};
    for (uint32_t i = 0; i < v->conjuncts.size; i++) {
        vec_clear(&uses);
        find_variables(p, v->conjuncts.data[i], i + 1, &uses);
        if (i >= SHOW_CONJUNCTS) continue;
        add_text(p, v->conjuncts.data[i]);
        text_add(out, i ? ",\n[" : "[");
        text_json_string(out, p->scratch.data);
        text_add(out, ",[");
        for (uint32_t u = 0; u < uses.size; u++) text_format(out, u ? ",%u" : "%u", uses.data[u]);
        text_add(out, "]]");
    }
    vec_free(&uses);
}

static void number_leaves(struct proof *p) {
    const struct invariant *v = p->invariant;
    for (uint32_t i = 0; i < v->latches.size; i++) p->leaf[aig_node(v->latches.data[i])] = i + 1;
    for (uint32_t i = 0; i < v->inputs.size; i++)
        p->leaf[aig_node(v->inputs.data[i])] = p->circuit->latches.size + i + 1;
}

void show_circuit_invariant(struct text *out, const struct circuit *c, const struct invariant *v,
                            uint32_t property, const struct map *map) {
    struct proof p = {.circuit = c, .invariant = v, .variables = c->latches.size + c->inputs.size};
    struct text conjuncts = {0};
    strings names = {0};
    p.names = mem_new_array(char *, p.variables + 1);
    p.inverted = mem_new_array(bool, p.variables + 1);
    p.needed = mem_new_array(bool, p.variables + 1);
    p.leaf = mem_new_array(uint32_t, aig_size(v->graph));
    p.marks = mem_new_array(uint32_t, aig_size(v->graph));
    name_variables(&p, map);
    number_leaves(&p);
    add_conjuncts(&conjuncts, &p);
    find_needed(&p, property);
    vec_append(&names, p.names, p.variables);
    text_format(out, "{\"kind\":\"proof\",\"files\":[],\"level\":\"circuit\",\"depth\":%u%s,\"total\":%u",
                v->depth, v->simple_path ? ",\"simple_path\":true" : "", v->conjuncts.size);
    text_format(out, ",\"shown\":%u,\"variables\":",
                v->conjuncts.size < SHOW_CONJUNCTS ? v->conjuncts.size : (uint32_t)SHOW_CONJUNCTS);
    show_names(out, &names);
    text_add(out, ",\"needed\":");
    show_marked(out, p.needed, p.variables);
    text_format(out, ",\"parts\":[{\"conjuncts\":[%s]}]}", conjuncts.data ? conjuncts.data : "");
    vec_each (char *, name, &names) mem_free(*name);
    vec_free(&names);
    mem_free(p.names);
    mem_free(p.inverted);
    mem_free(p.needed);
    mem_free(p.leaf);
    mem_free(p.marks);
    text_fini(&p.scratch);
    text_fini(&conjuncts);
}
