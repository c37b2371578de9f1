#include "aig/aig.h"

#include <stdlib.h>

struct aig *aig_new(void) {
    struct aig *g = mem_new(struct aig);
    vec_push(&g->nodes, (struct aig_gate){AIG_NONE, AIG_NONE});
    return g;
}

void aig_free(struct aig *g) {
    if (!g) return;
    vec_free(&g->nodes);
    hash_map_free(&g->unique);
    mem_free(g);
}

struct aig *aig_copy(const struct aig *g) {
    struct aig *copy = mem_new(struct aig);
    vec_append(&copy->nodes, g->nodes.data, g->nodes.size);
    copy->gates = g->gates;
    if (g->unique.capacity) {
        copy->unique = g->unique;
        copy->unique.keys = mem_dup(g->unique.keys, g->unique.capacity * sizeof *g->unique.keys);
        copy->unique.values = mem_dup(g->unique.values, g->unique.capacity * sizeof *g->unique.values);
    }
    return copy;
}

aig_lit aig_leaf(struct aig *g) {
    vec_push(&g->nodes, (struct aig_gate){AIG_NONE, AIG_NONE});
    return aig_make(g->nodes.size - 1, false);
}

aig_lit aig_raw_and(struct aig *g, aig_lit a, aig_lit b) {
    assert(aig_node(a) < g->nodes.size && aig_node(b) < g->nodes.size);
    vec_push(&g->nodes, (struct aig_gate){a, b});
    g->gates++;
    return aig_make(g->nodes.size - 1, false);
}

static bool gate_of(const struct aig *g, aig_lit l, struct aig_gate *gate) {
    if (!aig_is_gate(g, aig_node(l))) return false;
    *gate = g->nodes.data[aig_node(l)];
    return true;
}

/* Rules that look into one fan-in `a` of a & b; returns AIG_NONE when none applies. */
static aig_lit simplify_with(struct aig *g, aig_lit a, aig_lit b) {
    struct aig_gate x;
    if (!gate_of(g, a, &x)) return AIG_NONE;
    if (!aig_sign(a)) { /* (l & r) & b */
        if (aig_same(x.left, b) || aig_same(x.right, b)) return a;
        if (aig_same(x.left, aig_not(b)) || aig_same(x.right, aig_not(b))) return AIG_FALSE;
    } else { /* !(l & r) & b */
        if (aig_same(x.left, aig_not(b)) || aig_same(x.right, aig_not(b))) return b;
        if (aig_same(x.left, b)) return aig_and(g, aig_not(x.right), b);
        if (aig_same(x.right, b)) return aig_and(g, aig_not(x.left), b);
    }
    return AIG_NONE;
}

/* Rules that look into both fan-ins. */
static aig_lit simplify_pair(struct aig *g, aig_lit a, aig_lit b) {
    struct aig_gate x, y;
    if (!gate_of(g, a, &x) || !gate_of(g, b, &y)) return AIG_NONE;
    const aig_lit xs[2] = {x.left, x.right}, ys[2] = {y.left, y.right};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            bool same = aig_same(xs[i], ys[j]), opposite = aig_same(xs[i], aig_not(ys[j]));
            if (!same && !opposite) continue;
            if (!aig_sign(a) && !aig_sign(b) && opposite) return AIG_FALSE;
            if (!aig_sign(a) && aig_sign(b) && opposite) return a; /* (p&q) & !(!p&r) */
            if (!aig_sign(a) && aig_sign(b) && same) return aig_and(g, a, aig_not(ys[1 - j]));
            if (aig_sign(a) && !aig_sign(b) && opposite) return b;
            if (aig_sign(a) && !aig_sign(b) && same) return aig_and(g, b, aig_not(xs[1 - i]));
            if (aig_sign(a) && aig_sign(b) && opposite && aig_same(xs[1 - i], ys[1 - j]))
                return aig_not(xs[1 - i]); /* !(p&q) & !(!p&q) */
        }
    }
    return AIG_NONE;
}

aig_lit aig_and(struct aig *g, aig_lit a, aig_lit b) {
    if (a.code < b.code) {
        aig_lit t = a;
        a = b;
        b = t;
    }
    if (aig_same(b, AIG_FALSE) || aig_same(a, aig_not(b))) return AIG_FALSE;
    if (aig_same(b, AIG_TRUE) || aig_same(a, b)) return a;
    uint64_t key = (uint64_t)a.code << 32 | b.code;
    uint32_t known = hash_map_get(&g->unique, key);
    if (known != HASH_NONE) return aig_make(known, false);
    aig_lit simple = simplify_with(g, a, b);
    if (simple.code == UINT32_MAX) simple = simplify_with(g, b, a);
    if (simple.code == UINT32_MAX) simple = simplify_pair(g, a, b);
    if (simple.code != UINT32_MAX) return simple;
    aig_lit fresh = aig_raw_and(g, a, b);
    hash_map_put(&g->unique, key, aig_node(fresh));
    return fresh;
}

aig_lit aig_or(struct aig *g, aig_lit a, aig_lit b) {
    return aig_not(aig_and(g, aig_not(a), aig_not(b)));
}

aig_lit aig_implies(struct aig *g, aig_lit a, aig_lit b) {
    return aig_not(aig_and(g, a, aig_not(b)));
}

aig_lit aig_ite(struct aig *g, aig_lit c, aig_lit t, aig_lit e) {
    if (aig_same(t, e)) return t;
    return aig_not(aig_and(g, aig_not(aig_and(g, c, t)), aig_not(aig_and(g, aig_not(c), e))));
}

aig_lit aig_xor(struct aig *g, aig_lit a, aig_lit b) {
    return aig_ite(g, a, aig_not(b), b);
}

aig_lit aig_equal(struct aig *g, aig_lit a, aig_lit b) {
    return aig_not(aig_xor(g, a, b));
}

aig_lit aig_and_all(struct aig *g, const aig_lit *literals, uint32_t n) {
    if (!n) return AIG_TRUE;
    aig_lit *work = mem_dup(literals, n * sizeof *literals);
    while (n > 1) {
        uint32_t half = 0;
        for (uint32_t i = 0; i + 1 < n; i += 2) work[half++] = aig_and(g, work[i], work[i + 1]);
        if (n & 1) work[half++] = work[n - 1];
        n = half;
    }
    aig_lit result = work[0];
    mem_free(work);
    return result;
}

aig_lit aig_or_all(struct aig *g, const aig_lit *literals, uint32_t n) {
    aig_lit *negated = mem_alloc((n + 1) * sizeof *negated);
    for (uint32_t i = 0; i < n; i++) negated[i] = aig_not(literals[i]);
    aig_lit result = aig_not(aig_and_all(g, negated, n));
    mem_free(negated);
    return result;
}

aig_lit aig_copy_cone(struct aig *to, const struct aig *from, aig_lit root, aig_lit *map) {
    u32s stack = {0};
    vec_push(&stack, aig_node(root));
    while (stack.size) {
        uint32_t node = vec_last(&stack);
        if (map[node].code != UINT32_MAX) {
            (void)vec_pop(&stack);
            continue;
        }
        assert(aig_is_gate(from, node)); /* leaves were mapped by the caller */
        aig_lit l = aig_left(from, node), r = aig_right(from, node);
        bool ready = true;
        if (map[aig_node(l)].code == UINT32_MAX) {
            vec_push(&stack, aig_node(l));
            ready = false;
        }
        if (map[aig_node(r)].code == UINT32_MAX) {
            vec_push(&stack, aig_node(r));
            ready = false;
        }
        if (!ready) continue;
        map[node] = aig_and(to, aig_mapped(map, l), aig_mapped(map, r));
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return aig_mapped(map, root);
}

void aig_mark_cone(const struct aig *g, aig_lit root, bool *marks) {
    u32s stack = {0};
    vec_push(&stack, aig_node(root));
    while (stack.size) {
        uint32_t node = vec_pop(&stack);
        if (marks[node]) continue;
        marks[node] = true;
        if (!aig_is_gate(g, node)) continue;
        vec_push(&stack, aig_node(aig_left(g, node)));
        vec_push(&stack, aig_node(aig_right(g, node)));
    }
    vec_free(&stack);
}

bool aig_match_ite(const struct aig *g, uint32_t node, aig_lit *condition, aig_lit *then,
                   aig_lit *otherwise) {
    /* !(c & t) & !(!c & e)  =  if c then !t else !e */
    struct aig_gate x, y;
    aig_lit l = aig_left(g, node), r = aig_right(g, node);
    if (!aig_sign(l) || !aig_sign(r) || !gate_of(g, l, &x) || !gate_of(g, r, &y)) return false;
    const aig_lit xs[2] = {x.left, x.right}, ys[2] = {y.left, y.right};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            if (!aig_same(xs[i], aig_not(ys[j]))) continue;
            *condition = xs[i];
            *then = aig_not(xs[1 - i]);
            *otherwise = aig_not(ys[1 - j]);
            return true;
        }
    }
    return false;
}

bool aig_check(const struct aig *g, uint32_t *bad) {
    uint32_t gates = 0;
    for (uint32_t i = 0; i < g->nodes.size; i++) {
        if (!aig_is_gate(g, i)) continue;
        gates++;
        *bad = i;
        if (i == 0 || aig_node(aig_left(g, i)) >= i || aig_node(aig_right(g, i)) >= i) return false;
    }
    *bad = 0;
    return gates == g->gates;
}
