/* Invariants of the circuit as invariants of the system.
 *
 * phi speaks of the latches and inputs of the circuit, which are bits of the system's variables, except for the guessed
 * next values n, the mark f of the first step and the mark p of allowed steps:
 *   - p is constrained to be true, and it stays true along steps that trans allows: p := true.
 *   - n is free in the last step of every obligation, which therefore holds for all n: n is quantified universally. (In
 *     the earlier steps, where phi is assumed, that only makes the assumption stronger.)
 *   - f is true in the first step only. With phi[f := false] in every later step and init in the first, the conjuncts
 *     that mention f become `phi[f := false] or init`; in a step that satisfies init, the base obligations of phi give
 *     what phi[f := true] would, and so does the step from there. */
#include "transform/between/bitblast_internal.h"

#include <stdlib.h>

enum { FORALL_NODES = 1 << 20 }; /* how much the graph may grow by quantification */
enum { MENTIONS_FIRST = 1, MENTIONS_NEXT = 2, MENTIONS_PATH = 4 };

struct back {
    const struct bitblast *blast;
    struct terms *bank;
    struct aig *graph;       /* of the invariant; grows */
    struct hash_map origins; /* leaf -> input position, or number of inputs + latch position */
    u8s mentions;            /* node -> which special leaves its function may depend on */
    term_list terms;         /* node -> term, TERM_NONE: not yet */
};

static const struct bit_origin *origin_of(const struct back *k, uint32_t leaf) {
    uint32_t position = hash_map_get(&k->origins, leaf), inputs = k->blast->inputs.size;
    return position < inputs ? &k->blast->inputs.data[position] : &k->blast->latches.data[position - inputs];
}

static void find_origins(struct back *k, const struct invariant *v) {
    for (uint32_t i = 0; i < v->inputs.size; i++) hash_map_put(&k->origins, aig_node(v->inputs.data[i]), i);
    for (uint32_t i = 0; i < v->latches.size; i++)
        hash_map_put(&k->origins, aig_node(v->latches.data[i]), v->inputs.size + i);
}

static uint8_t special(enum bit_kind kind) {
    return kind == BIT_FIRST  ? MENTIONS_FIRST
           : kind == BIT_NEXT ? MENTIONS_NEXT
           : kind == BIT_PATH ? MENTIONS_PATH
                              : 0;
}

/* For the nodes that are new since the last call. */
static void find_mentions(struct back *k) {
    const struct aig *g = k->graph;
    for (uint32_t n = k->mentions.size; n < aig_size(g); n++) {
        uint8_t m = 0;
        if (aig_is_gate(g, n))
            m = k->mentions.data[aig_node(aig_left(g, n))] | k->mentions.data[aig_node(aig_right(g, n))];
        else if (n)
            m = special(origin_of(k, n)->kind);
        vec_push(&k->mentions, m);
    }
}

/* ---- special leaves ---- */

/* The nodes below root that mention a special leaf, ascending: the others stay as they are in a substitution. */
static void special_cone(const struct back *k, aig_lit root, u32s *cone) {
    struct hash_map seen = {0};
    u32s stack = {0};
    vec_push(&stack, aig_node(root));
    while (stack.size) {
        uint32_t n = vec_pop(&stack);
        if (!k->mentions.data[n] || hash_map_get(&seen, n) != HASH_NONE) continue;
        hash_map_put(&seen, n, 1);
        vec_push(cone, n);
        if (!aig_is_gate(k->graph, n)) continue;
        vec_push(&stack, aig_node(aig_left(k->graph, n)));
        vec_push(&stack, aig_node(aig_right(k->graph, n)));
    }
    hash_map_free(&seen);
    vec_free(&stack);
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static aig_lit image(const struct hash_map *map, aig_lit l) {
    uint32_t code = hash_map_get(map, aig_node(l));
    return code == HASH_NONE ? l : aig_not_if((aig_lit){code}, aig_sign(l));
}

/* root with one leaf replaced. */
static aig_lit substitute(struct back *k, aig_lit root, uint32_t leaf, aig_lit value) {
    u32s cone = {0};
    struct hash_map map = {0};
    special_cone(k, root, &cone);
    if (cone.size) qsort(cone.data, cone.size, sizeof *cone.data, ascending);
    hash_map_put(&map, leaf, value.code);
    vec_each (uint32_t, n, &cone) {
        if (!aig_is_gate(k->graph, *n)) continue;
        aig_lit left = image(&map, aig_left(k->graph, *n)), right = image(&map, aig_right(k->graph, *n));
        hash_map_put(&map, *n, aig_and(k->graph, left, right).code);
    }
    aig_lit result = image(&map, root);
    find_mentions(k);
    hash_map_free(&map);
    vec_free(&cone);
    return result;
}

/* The conjunct over the system's bits alone: p := true, f := false, for all n. False when that is too large. */
static bool eliminate(struct back *k, aig_lit *conjunct, uint32_t limit) {
    u32s cone = {0};
    special_cone(k, *conjunct, &cone);
    bool small = true;
    for (uint32_t i = 0; i < cone.size && small; i++) {
        uint32_t n = cone.data[i];
        if (aig_is_gate(k->graph, n)) continue;
        enum bit_kind kind = origin_of(k, n)->kind;
        aig_lit one = kind == BIT_FIRST ? AIG_TRUE : substitute(k, *conjunct, n, AIG_TRUE);
        aig_lit zero = kind == BIT_PATH ? AIG_TRUE : substitute(k, *conjunct, n, AIG_FALSE);
        *conjunct = aig_and(k->graph, one, zero);
        find_mentions(k);
        small = aig_size(k->graph) < limit;
    }
    vec_free(&cone);
    return small;
}

/* ---- formulas ---- */

/* The bit of a variable, as a Boolean term. */
static term bit_term(struct terms *b, term variable, uint64_t bit) {
    sort s = term_sort(b, variable);
    switch (sort_kind(b, s)) {
    case SORT_BOOL: return variable;
    case SORT_BV: return term_bit(b, variable, (uint32_t)bit);
    default: break;
    }
    sort index = sort_index(b, s);
    uint64_t width = blaster_width(b, sort_element(b, s)), element = bit / width;
    term at = sort_kind(b, index) == SORT_BOOL ? term_bool(b, element)
                                               : term_bits_ui(b, element, sort_width(b, index));
    return bit_term(b, term_select(b, variable, at), bit % width);
}

static term leaf_term(const struct back *k, uint32_t leaf) {
    const struct bit_origin *o = origin_of(k, leaf);
    const struct system *system = k->blast->system;
    term variable =
        o->kind == BIT_STATE ? system->states.data[o->position].now : system->inputs.data[o->position].now;
    return bit_term(k->bank, variable, o->bit);
}

static term literal_term(struct back *k, aig_lit l) {
    term t = k->terms.data[aig_node(l)];
    return aig_sign(l) ? term_not(k->bank, t) : t;
}

/* The literals that a gate depends on directly, as an if-then-else where it is one. */
static uint32_t fan_ins(const struct aig *g, uint32_t node, aig_lit in[3]) {
    if (aig_match_ite(g, node, &in[0], &in[1], &in[2])) return 3;
    in[0] = aig_left(g, node);
    in[1] = aig_right(g, node);
    return 2;
}

static term gate_term(struct back *k, const aig_lit *in, uint32_t n) {
    if (n == 2) return term_and2(k->bank, literal_term(k, in[0]), literal_term(k, in[1]));
    if (aig_same(in[1], aig_not(in[2])))
        return term_xor(k->bank, literal_term(k, in[0]), literal_term(k, in[2]));
    return term_ite(k->bank, literal_term(k, in[0]), literal_term(k, in[1]), literal_term(k, in[2]));
}

static term formula(struct back *k, aig_lit root) {
    u32s stack = {0};
    uint32_t known = k->terms.size;
    vec_resize(&k->terms, aig_size(k->graph));
    for (uint32_t n = known; n < k->terms.size; n++) k->terms.data[n] = TERM_NONE;
    k->terms.data[0] = term_false(k->bank);
    vec_push(&stack, aig_node(root));
    while (stack.size) {
        uint32_t n = vec_last(&stack), before = stack.size;
        if (term_is_none(k->terms.data[n])) {
            aig_lit in[3];
            uint32_t fans = aig_is_gate(k->graph, n) ? fan_ins(k->graph, n, in) : 0;
            for (uint32_t i = 0; i < fans; i++)
                if (term_is_none(k->terms.data[aig_node(in[i])])) vec_push(&stack, aig_node(in[i]));
            if (stack.size > before) continue;
            k->terms.data[n] = fans ? gate_term(k, in, fans) : leaf_term(k, n);
        }
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return literal_term(k, root);
}

/* The literals of a conjunct that is a clause: a negated tree of conjunctions over leaves. False: it is none. */
static bool clause_literals(const struct aig *g, aig_lit conjunct, aig_lits *out) {
    enum { LARGEST = 1 << 12 };
    aig_lits stack = {0};
    bool clause = aig_is_gate(g, aig_node(conjunct)) && aig_sign(conjunct);
    vec_push(&stack, aig_not(conjunct));
    while (stack.size && clause) {
        aig_lit l = vec_pop(&stack);
        if (!aig_is_gate(g, aig_node(l)))
            vec_push(out, aig_not(l));
        else if (aig_sign(l) || out->size + stack.size > LARGEST)
            clause = false;
        else {
            vec_push(&stack, aig_right(g, aig_node(l)));
            vec_push(&stack, aig_left(g, aig_node(l)));
        }
    }
    vec_free(&stack);
    return clause;
}

static term conjunct_term(struct back *k, aig_lit conjunct) {
    aig_lits literals = {0};
    term result;
    if (clause_literals(k->graph, conjunct, &literals)) {
        term_list or = {0};
        vec_each (aig_lit, l, &literals) vec_push(& or, formula(k, *l));
        result = term_or(k->bank, or.data, or.size);
        vec_free(& or);
    } else
        result = formula(k, conjunct);
    vec_free(&literals);
    return result;
}

/* ---- the whole ---- */

static bool add_conjunct(struct back *k, aig_lit conjunct, uint32_t limit, struct system_invariant *result) {
    uint8_t mentions = k->mentions.data[aig_node(conjunct)];
    if (mentions && !eliminate(k, &conjunct, limit)) return false;
    if (aig_same(conjunct, AIG_TRUE)) return true;
    term t = conjunct_term(k, conjunct);
    if (mentions & MENTIONS_FIRST) t = term_or2(k->bank, t, system_init_formula(k->blast->system));
    vec_push(&result->conjuncts, t);
    return true;
}

static void back_init(struct back *k, const struct bitblast *b, struct invariant *v) {
    *k = (struct back){.blast = b, .bank = b->system->terms, .graph = v->graph};
    find_origins(k, v);
    find_mentions(k);
}

static void back_fini(struct back *k) {
    hash_map_free(&k->origins);
    vec_free(&k->mentions);
    vec_free(&k->terms);
}

struct system_invariant *bitblast_invariant_back(const struct bitblast *b, struct invariant *v) {
    struct back k;
    struct system_invariant *result = system_invariant_new();
    uint32_t limit = aig_size(v->graph) + FORALL_NODES;
    bool small = true;
    result->depth = v->depth;
    result->simple_path = v->simple_path;
    back_init(&k, b, v);
    for (uint32_t i = 0; i < v->conjuncts.size && small; i++)
        small = add_conjunct(&k, v->conjuncts.data[i], limit, result);
    back_fini(&k);
    invariant_free(v);
    if (small) return result;
    system_invariant_free(result);
    return NULL;
}

/* p is true wherever the constraints hold. */
struct system_invariant *bitblast_lemmas_back(const struct bitblast *b, struct invariant *v) {
    struct back k;
    struct system_invariant *result = system_invariant_new();
    uint32_t limit = aig_size(v->graph) + FORALL_NODES;
    back_init(&k, b, v);
    vec_each (const aig_lit, c, &v->conjuncts)
        if (!(k.mentions.data[aig_node(*c)] & (MENTIONS_FIRST | MENTIONS_NEXT)))
            (void)add_conjunct(&k, *c, limit, result);
    back_fini(&k);
    invariant_free(v);
    return result;
}
