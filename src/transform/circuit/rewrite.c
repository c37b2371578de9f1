/* Rewriting: fewer gates for the same functions.
 *
 * After hashing, gates are visited in topological order. Two things are tried:
 *   - the and-tree below a gate is rebuilt without repeated or contradictory operands and from gates that
 *     exist already;
 *   - for each of its cuts of at most four leaves, the gates that only this one needs above the cut are
 *     compared with the gates that a small structure for the cut's function (synthesis.h) would add, given
 *     those that exist.
 * The change that saves most is made if it saves at least one gate, so that the number of gates never grows.
 * In spirit: Mishchenko, Chatterjee & Brayton, "DAG-aware AIG rewriting", DAC 2006; without its tables.
 *
 * Functions stay what they are: no facts. */
#include "transform/circuit/cuts.h"
#include "transform/circuit/synthesis.h"
#include "transform/circuit/transform.h"

enum { WORK_LIMIT = 4000000 }; /* structures looked at, of cuts and trees: about a microsecond each */

struct rewriting {
    struct network network;
    struct cuts cuts;
    struct synthesis *synthesis;
    bool *inner; /* per node at the beginning: in an and-tree, as its only use is as an operand of a gate */
    uint64_t work;
};

/* ---- structures for cuts ---- */

enum { MOST_PARTS = 64 };

/* A structure being looked at, or made. Unknown gates (AIG_NONE) are those that would have to be made. */
struct structure {
    struct rewriting *rewriting;
    const struct cut *cut;
    uint32_t root; /* the gate to be replaced; not to be used */
    bool make;
    uint32_t added, limit;
    uint32_t parts; /* functions already looked at, with their literals */
    uint16_t part[MOST_PARTS];
    aig_lit literal[MOST_PARTS];
};

static aig_lit join(struct structure *s, aig_lit a, aig_lit b) {
    struct network *w = &s->rewriting->network;
    aig_lit found = AIG_NONE;
    if (s->make) return network_and(w, a, b);
    if (a.code != UINT32_MAX && b.code != UINT32_MAX) found = network_find(w, a, b);
    if (found.code == UINT32_MAX)
        s->added++;
    else if (aig_node(found) == s->root)
        s->added = s->limit;
    else if (aig_is_gate(w->graph, aig_node(found)) && !w->references.data[aig_node(found)])
        s->added++;
    return found;
}

static aig_lit negate(aig_lit l, bool negated) {
    return l.code == UINT32_MAX ? l : aig_not_if(l, negated);
}

static aig_lit realize(struct structure *s, uint16_t f);

static aig_lit realize_step(struct structure *s, const struct synthesis_step *step) {
    if (step->kind == SYNTHESIS_CONSTANT) return AIG_FALSE;
    if (step->kind == SYNTHESIS_VARIABLE) return aig_make(s->cut->leaves[step->variable], false);
    aig_lit left = realize(s, step->left), right = realize(s, step->right);
    if (step->kind == SYNTHESIS_AND) return join(s, left, right);
    /* x ? left : right; the sum is left ? !right : right */
    bool sum = step->kind == SYNTHESIS_XOR;
    aig_lit x = sum ? left : aig_make(s->cut->leaves[step->variable], false);
    aig_lit high = join(s, x, sum ? negate(right, true) : left), low = join(s, negate(x, true), right);
    return negate(join(s, negate(high, true), negate(low, true)), true);
}

static aig_lit realize(struct structure *s, uint16_t f) {
    bool negated = synthesis_is_negated(f);
    if (negated) f = (uint16_t)~f;
    for (uint32_t i = 0; i < s->parts; i++)
        if (s->part[i] == f) return negate(s->literal[i], negated);
    if (!s->make && s->added >= s->limit) return AIG_NONE;
    const struct synthesis_step *step = synthesis_of(s->rewriting->synthesis, f);
    aig_lit l = negate(realize_step(s, step), step->negated);
    if (s->parts < MOST_PARTS) {
        s->part[s->parts] = f;
        s->literal[s->parts++] = l;
    }
    return negate(l, negated);
}

/* What replacing the gate over the cut would save. */
static uint32_t gain(struct rewriting *r, uint32_t n, const struct cut *c) {
    struct network *w = &r->network;
    for (uint32_t i = 0; i < c->size; i++)
        if (!w->references.data[c->leaves[i]] || network_is_replaced(w, c->leaves[i])) return 0;
    for (uint32_t i = 0; i < c->size; i++) w->references.data[c->leaves[i]]++;
    uint32_t saved = network_kill(w, n);
    struct structure s = {.rewriting = r, .cut = c, .root = n, .limit = saved};
    if (saved > 1 || c->size <= 1) { /* an equal gate that exists already is rare: hashing has found most */
        aig_lit result = realize(&s, c->truth);
        if (result.code != UINT32_MAX && aig_node(result) == n) s.added = saved;
        r->work++;
    } else
        s.added = saved;
    network_revive(w, n);
    for (uint32_t i = 0; i < c->size; i++) w->references.data[c->leaves[i]]--;
    return s.added < saved ? saved - s.added : 0;
}

static void improve_by_cuts(struct rewriting *r, uint32_t n) {
    struct cut_set set = *cuts_find(&r->cuts, &r->network, n);
    uint32_t best = 0, most = 0;
    for (uint32_t i = 0; i < set.size; i++) {
        uint32_t g = gain(r, n, &set.cuts[i]);
        if (g > most) most = g, best = i;
    }
    if (!most) return;
    struct structure s = {.rewriting = r, .cut = &set.cuts[best], .root = n, .make = true};
    network_replace(&r->network, n, realize(&s, set.cuts[best].truth));
}

/* ---- and-trees ---- */

enum { MOST_OPERANDS = 16 };

/* The operands of the largest and-tree below n whose inner gates nothing else uses. Returns their number, or
 * 0 if there are too many. */
static uint32_t operands(const struct network *w, uint32_t n, aig_lit out[MOST_OPERANDS]) {
    aig_lit stack[MOST_OPERANDS];
    uint32_t open = 0, count = 0;
    stack[open++] = aig_right(w->graph, n);
    stack[open++] = aig_left(w->graph, n);
    while (open) {
        aig_lit l = stack[--open];
        uint32_t node = aig_node(l);
        bool inner = !aig_sign(l) && aig_is_gate(w->graph, node) && w->references.data[node] == 1 &&
                     !network_is_replaced(w, aig_node(aig_left(w->graph, node))) &&
                     !network_is_replaced(w, aig_node(aig_right(w->graph, node)));
        if (open + count + 2 > MOST_OPERANDS) return 0;
        if (!inner) {
            out[count++] = l;
            continue;
        }
        stack[open++] = aig_right(w->graph, node);
        stack[open++] = aig_left(w->graph, node);
    }
    return count;
}

/* Sorts, removes repetitions; 0 operands are left of a contradiction. */
static uint32_t normalize(aig_lit *l, uint32_t n) {
    uint32_t kept = 0;
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k && l[k - 1].code > l[k].code; k--) {
            aig_lit t = l[k];
            l[k] = l[k - 1];
            l[k - 1] = t;
        }
    for (uint32_t i = 0; i < n; i++) {
        if (kept && aig_same(l[kept - 1], aig_not(l[i]))) return 0;
        if (!kept || !aig_same(l[kept - 1], l[i])) l[kept++] = l[i];
    }
    return kept;
}

/* Pairs of operands that are live gates already, while there are any, become one operand. 0: a
 * contradiction. */
static uint32_t pair_up(struct rewriting *r, uint32_t root, aig_lit *l, uint32_t n) {
    struct network *w = &r->network;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = i + 1; k < n; k++) {
            aig_lit found = network_find(w, l[i], l[k]);
            if (aig_same(found, AIG_FALSE)) return 0;
            if (found.code == UINT32_MAX || aig_node(found) == root || !w->references.data[aig_node(found)])
                continue;
            l[i] = found;
            l[k] = l[--n];
            k = i; /* the new operand may pair up again */
        }
    }
    return n;
}

static bool improve_by_tree(struct rewriting *r, uint32_t n) {
    struct network *w = &r->network;
    aig_lit all[MOST_OPERANDS], l[MOST_OPERANDS];
    uint32_t count = operands(w, n, all);
    if (count < 3) return false;
    r->work++;
    memcpy(l, all, count * sizeof *l);
    /* The tree's own gates are not there to be found. */
    for (uint32_t i = 0; i < count; i++) w->references.data[aig_node(all[i])]++;
    network_kill(w, n);
    uint32_t left = pair_up(r, n, l, normalize(l, count));
    network_revive(w, n);
    for (uint32_t i = 0; i < count; i++) w->references.data[aig_node(all[i])]--;
    if (left >= count) return false;
    aig_lit result = left ? l[0] : AIG_FALSE;
    for (uint32_t i = 1; i < left; i++) result = network_and(w, result, l[i]);
    if (aig_node(result) == n) return false;
    network_replace(w, n, result);
    return true;
}

/* ---- the whole ---- */

/* Brings a gate up to date with the replacements of its fan-ins; false when it became another node. */
static bool refresh(struct network *w, uint32_t n) {
    aig_lit left = network_resolve(w, aig_left(w->graph, n)),
            right = network_resolve(w, aig_right(w->graph, n));
    if (aig_same(left, aig_left(w->graph, n)) && aig_same(right, aig_right(w->graph, n))) return true;
    aig_lit found = network_find(w, left, right);
    if (found.code != UINT32_MAX && aig_node(found) != n) {
        network_replace(w, n, found);
        return false;
    }
    w->graph->nodes.data[n] = (struct aig_gate){left, right};
    uint64_t key = left.code > right.code ? (uint64_t)left.code << 32 | right.code
                                          : (uint64_t)right.code << 32 | left.code;
    hash_map_put(&w->graph->unique, key, n);
    return true;
}

static void visit(struct rewriting *r, uint32_t n) {
    struct network *w = &r->network;
    uint32_t fresh = aig_size(w->graph);
    if (!aig_is_gate(w->graph, n) || !w->references.data[n] || !refresh(w, n)) return;
    if (r->inner[n] || !improve_by_tree(r, n)) improve_by_cuts(r, n);
    for (; fresh < aig_size(w->graph); fresh++) (void)cuts_find(&r->cuts, w, fresh);
}

/* Makes the graph plain again: every fan-in is what it forwards to. */
static void settle(struct network *w, aig_lit *image, uint32_t size) {
    for (uint32_t n = 1; n < aig_size(w->graph); n++) {
        if (!aig_is_gate(w->graph, n)) continue;
        struct aig_gate *gate = &w->graph->nodes.data[n];
        gate->left = network_resolve(w, gate->left);
        gate->right = network_resolve(w, gate->right);
    }
    for (uint32_t n = 0; n < size; n++)
        if (image[n].code != UINT32_MAX) image[n] = network_resolve(w, image[n]);
}

static bool *find_inner(const struct network *w) {
    uint32_t size = aig_size(w->graph);
    bool *inner = mem_new_array(bool, size);
    for (uint32_t n = 1; n < size; n++) {
        if (!aig_is_gate(w->graph, n) || !w->references.data[n]) continue;
        aig_lit fanins[2] = {aig_left(w->graph, n), aig_right(w->graph, n)};
        for (int i = 0; i < 2; i++)
            if (!aig_sign(fanins[i]))
                inner[aig_node(fanins[i])] = w->references.data[aig_node(fanins[i])] == 1;
    }
    return inner;
}

struct transform *transform_rewrite(const struct circuit *c, const struct stage_context *context) {
    uint32_t size = aig_size(c->graph);
    struct rewriting r = {.synthesis = synthesis_new()};
    aig_lit *image = mem_alloc(size * sizeof *image);
    network_init(&r.network, c, image);
    r.inner = find_inner(&r.network);
    uint32_t first = aig_size(r.network.graph);
    for (uint32_t n = 1; n < first && r.work < WORK_LIMIT && !limits_stopped(context->limits); n++)
        visit(&r, n);
    assert(network_check(&r.network, c, image));
    settle(&r.network, image, size);
    struct transform *t = transform_by_rebuilding("rewrite", c, r.network.graph, image);
    network_fini(&r.network);
    cuts_fini(&r.cuts);
    synthesis_free(r.synthesis);
    mem_free(r.inner);
    mem_free(image);
    if (t->to->graph->gates >= c->graph->gates) {
        transform_free(t);
        return NULL;
    }
    context->stats->rewrite_ands += c->graph->gates - t->to->graph->gates;
    return t;
}
