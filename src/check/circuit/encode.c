#include "check/circuit/encode.h"

/* Clauses for AND trees grow no longer than this many tree nodes; deeper parts get variables. */
enum { CLAUSE_NODES = 4096 };

static const sat_lit unknown = {UINT32_MAX};

void encode_init(struct encode *e, struct limits *limits) {
    *e = (struct encode){.sat = sat_cadical(limits)};
    e->truth = encode_variable(e);
    sat_add1(e->sat, e->truth);
}

void encode_fini(struct encode *e) {
    sat_free(e->sat);
    hash_map_free(&e->gates);
    vec_free(&e->same);
    vec_free(&e->marks);
}

sat_lit encode_variable(struct encode *e) {
    sat_lit fresh = sat_make(sat_variable(e->sat), false);
    assert(sat_variable_of(fresh) == e->same.size);
    vec_push(&e->same, fresh);
    return fresh;
}

/* The smallest literal that this one is known to equal. */
static sat_lit representative(struct encode *e, sat_lit l) {
    sat_lit root = l;
    while (sat_variable_of(e->same.data[sat_variable_of(root)]) != sat_variable_of(root))
        root = sat_not_if(e->same.data[sat_variable_of(root)], sat_sign(root));
    while (sat_variable_of(l) != sat_variable_of(root)) { /* point the way there directly */
        sat_lit *up = &e->same.data[sat_variable_of(l)], next = sat_not_if(*up, sat_sign(l));
        *up = sat_not_if(root, sat_sign(l));
        l = next;
    }
    return root;
}

void encode_equate(struct encode *e, sat_lit a, sat_lit b) {
    a = representative(e, a);
    b = representative(e, b);
    if (a.code == b.code) return;
    sat_add2(e->sat, a, sat_not(b));
    sat_add2(e->sat, sat_not(a), b);
    if (sat_variable_of(a) > sat_variable_of(b))
        e->same.data[sat_variable_of(a)] = sat_not_if(b, sat_sign(a));
    else if (a.code != sat_not(b).code)
        e->same.data[sat_variable_of(b)] = sat_not_if(a, sat_sign(b));
}

sat_lit encode_and(struct encode *e, sat_lit a, sat_lit b) {
    sat_lit no = sat_not(e->truth);
    a = representative(e, a);
    b = representative(e, b);
    if (a.code == no.code || b.code == no.code || a.code == sat_not(b).code) return no;
    if (a.code == e->truth.code || a.code == b.code) return b;
    if (b.code == e->truth.code) return a;
    uint64_t key = a.code < b.code ? (uint64_t)a.code << 32 | b.code : (uint64_t)b.code << 32 | a.code;
    uint32_t known = hash_map_get(&e->gates, key);
    if (known != HASH_NONE) return (sat_lit){known};
    sat_lit gate = encode_variable(e);
    sat_add2(e->sat, sat_not(gate), a);
    sat_add2(e->sat, sat_not(gate), b);
    sat_add3(e->sat, gate, sat_not(a), sat_not(b));
    hash_map_put(&e->gates, key, gate.code);
    return gate;
}

sat_lit encode_equal(struct encode *e, sat_lit a, sat_lit b) {
    sat_lit left = encode_and(e, a, sat_not(b)), right = encode_and(e, sat_not(a), b);
    return encode_and(e, sat_not(left), sat_not(right));
}

void encode_frame_init(struct encode_frame *f, struct encode *e, const struct aig *graph,
                       sat_lit (*leaf)(void *owner, uint32_t time, uint32_t node), void *owner,
                       uint32_t time) {
    *f = (struct encode_frame){.encode = e, .graph = graph, .leaf = leaf, .owner = owner, .time = time};
    size_t bytes = aig_size(graph) * sizeof *f->literals;
    f->literals = mem_alloc(bytes);
    memset(f->literals, 0xff, bytes);
    f->literals[0] = encode_constant(e, false);
}

void encode_frame_fini(struct encode_frame *f) {
    mem_free(f->literals);
}

static sat_lit known_literal(const struct encode_frame *f, aig_lit l) {
    return representative(f->encode, sat_not_if(f->literals[aig_node(l)], aig_sign(l)));
}

static bool is_known(const struct encode_frame *f, aig_lit l) {
    return f->literals[aig_node(l)].code != unknown.code;
}

/* Depth first with a stack of our own: any depth of the graph is fine. */
static void encode_cone(struct encode_frame *f, uint32_t root) {
    u32s stack = {0};
    vec_push(&stack, root);
    while (stack.size) {
        uint32_t node = vec_last(&stack);
        if (f->literals[node].code != unknown.code) {
            (void)vec_pop(&stack);
        } else if (!aig_is_gate(f->graph, node)) {
            aig_lit same = f->alias ? f->alias[node] : AIG_NONE;
            if (same.code == UINT32_MAX)
                f->literals[node] = f->leaf(f->owner, f->time, node);
            else if (is_known(f, same))
                f->literals[node] = known_literal(f, same);
            else
                vec_push(&stack, aig_node(same));
        } else {
            aig_lit l = aig_left(f->graph, node), r = aig_right(f->graph, node);
            if (!is_known(f, l))
                vec_push(&stack, aig_node(l));
            else if (!is_known(f, r))
                vec_push(&stack, aig_node(r));
            else
                f->literals[node] = encode_and(f->encode, known_literal(f, l), known_literal(f, r));
        }
    }
    vec_free(&stack);
}

sat_lit encode_literal(struct encode_frame *f, aig_lit l) {
    if (!is_known(f, l)) encode_cone(f, aig_node(l));
    return known_literal(f, l);
}

/* Adds a literal to a clause; false when that makes the clause true. */
static bool extend(struct encode *e, sat_lits *clause, sat_lit l) {
    if (encode_is(e, l, true)) return false;
    if (encode_is(e, l, false)) return true;
    if (e->marks.size < 2 * e->same.size) vec_resize(&e->marks, 2 * e->same.size);
    if (e->marks.data[sat_not(l).code]) return false;
    if (!e->marks.data[l.code]) vec_push(clause, l);
    e->marks.data[l.code] = true;
    return true;
}

bool encode_clause(struct encode_frame *f, aig_lit root, sat_lits *clause) {
    uint32_t nodes = 0, begin = clause->size;
    bool open = true;
    aig_lits tree = {0}; /* conjuncts whose negations make the clause */
    vec_push(&tree, aig_not(root));
    while (tree.size && open) {
        aig_lit l = vec_pop(&tree);
        bool expand = !aig_sign(l) && !is_known(f, l) && aig_is_gate(f->graph, aig_node(l));
        if (expand && nodes++ < CLAUSE_NODES) {
            vec_push(&tree, aig_right(f->graph, aig_node(l)));
            vec_push(&tree, aig_left(f->graph, aig_node(l)));
        } else {
            open = extend(f->encode, clause, sat_not(encode_literal(f, l)));
        }
    }
    for (uint32_t i = begin; i < clause->size; i++) f->encode->marks.data[clause->data[i].code] = false;
    vec_free(&tree);
    return open;
}

void encode_assert(struct encode_frame *f, aig_lit l) {
    sat_lits clause = {0};
    if (encode_clause(f, l, &clause)) {
        if (clause.size == 1)
            encode_equate(f->encode, clause.data[0], f->encode->truth);
        else
            sat_add(f->encode->sat, clause.data, clause.size);
    }
    vec_free(&clause);
}
