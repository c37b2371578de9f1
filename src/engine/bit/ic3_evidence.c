/* What ic3 found, as evidence about its circuit. */
#include "engine/bit/ic3_internal.h"

#include <stdlib.h>

/* Every state of an obligation's cube leads, with its recorded inputs, into the successor's cube; so the
 * trace starts in any initial state of the first cube, and inputs that were not recorded may be anything. */
struct trace *ic3_trace(struct ic3 *s, const struct obligation *initial) {
    struct trace *trace = trace_new(s->circuit, initial->goal);
    for (uint32_t i = 0; i < s->circuit->latches.size; i++)
        trace->initial.data[i] = s->reset[i] > 1 ? 0 : s->reset[i];
    for (uint32_t i = 0; i < initial->cube->size; i++) {
        pdr_lit l = initial->cube->literals[i];
        trace->initial.data[pdr_index(l)] = !pdr_sign(l);
    }
    for (const struct obligation *o = initial; o; o = o->successor) {
        uint8_t *values = trace_add_step(trace);
        if (trace->inputs) memset(values, 0, trace->inputs);
        for (uint32_t i = 0; i < o->step->size; i++) {
            pdr_lit l = o->step->literals[i];
            values[pdr_index(l)] = !pdr_sign(l);
        }
    }
    return trace;
}

void ic3_add_clause(struct invariant *invariant, const struct cube *cube) {
    u32s clause = {0};
    for (uint32_t i = 0; i < cube->size; i++) vec_push(&clause, cube->literals[i].code ^ 1);
    invariant_add_clause(invariant, clause.data, clause.size);
    vec_free(&clause);
}

/* ---- which lemmas a property needs ----
 *
 * Those that share latches with its cone of influence and that of the constraints, directly or over other lemmas and
 * their cones. What is left out speaks of other latches, and holds of them whatever these do. So with many properties
 * each has a proof of its own size, not of the whole file's. */

struct ic3_relevance {
    uint64_t clock; /* of the frames when the index was made */
    uint32_t level; /* of the least lemmas in it */
    VEC(const struct cube *) lemmas;
    u32s begin, mentions; /* latch -> positions of the lemmas that mention it: [begin[i]..begin[i + 1][ */
    struct leaf *leaves;  /* of the circuit */
    uint32_t stamp;       /* of the question at hand */
    uint32_t *nodes, *lemma_at; /* the last question that met the node, the lemma */
    uint32_t lemma_capacity;
    u32s stack, needed; /* nodes to look at; positions of lemmas */
};

void ic3_relevance_free(struct ic3 *s) {
    struct ic3_relevance *r = s->relevance;
    if (!r) return;
    vec_free(&r->lemmas);
    vec_free(&r->begin);
    vec_free(&r->mentions);
    vec_free(&r->stack);
    vec_free(&r->needed);
    mem_free(r->leaves);
    mem_free(r->nodes);
    mem_free(r->lemma_at);
    mem_free(r);
    s->relevance = NULL;
}

static void add_lemmas(struct ic3_relevance *r, const lemma_list *list) {
    vec_each (const struct lemma_entry, e, list) vec_push(&r->lemmas, e->lemma->cube);
}

/* Counts, sums up, and fills from the back. */
static void index_mentions(struct ic3_relevance *r, uint32_t latches) {
    vec_clear(&r->begin);
    vec_resize(&r->begin, latches + 1);
    vec_each (const struct cube *const, c, &r->lemmas)
        for (uint32_t i = 0; i < (*c)->size; i++) r->begin.data[pdr_index((*c)->literals[i])]++;
    for (uint32_t i = 0, sum = 0; i <= latches; i++) sum = r->begin.data[i] += sum;
    vec_resize(&r->mentions, r->begin.data[latches]);
    for (uint32_t l = r->lemmas.size; l-- > 0;) {
        const struct cube *cube = r->lemmas.data[l];
        for (uint32_t i = 0; i < cube->size; i++)
            r->mentions.data[--r->begin.data[pdr_index(cube->literals[i])]] = l;
    }
}

static struct ic3_relevance *relevance(struct ic3 *s, uint32_t level) {
    struct ic3_relevance *r = s->relevance;
    if (!r) {
        r = s->relevance = mem_new(struct ic3_relevance);
        r->leaves = circuit_leaves(s->circuit);
        r->nodes = mem_new_array(uint32_t, aig_size(s->circuit->graph));
    }
    if (r->stamp && r->clock == s->frames->clock && r->level == level) return r;
    r->clock = s->frames->clock;
    r->level = level;
    vec_clear(&r->lemmas);
    for (uint32_t i = level; i <= s->frames->top; i++) add_lemmas(r, frames_at(s->frames, 0, i));
    add_lemmas(r, frames_at(s->frames, 0, FRAMES_INFINITY));
    index_mentions(r, s->circuit->latches.size);
    mem_free(r->lemma_at);
    r->lemma_at = mem_new_array(uint32_t, r->lemmas.size + 1);
    return r;
}

static void look_at(struct ic3_relevance *r, aig_lit l) {
    if (r->nodes[aig_node(l)] == r->stamp) return;
    r->nodes[aig_node(l)] = r->stamp;
    vec_push(&r->stack, aig_node(l));
}

static void take_mentioned(struct ic3 *s, struct ic3_relevance *r, uint32_t latch) {
    for (uint32_t i = r->begin.data[latch]; i < r->begin.data[latch + 1]; i++) {
        uint32_t l = r->mentions.data[i];
        if (r->lemma_at[l] == r->stamp) continue;
        r->lemma_at[l] = r->stamp;
        vec_push(&r->needed, l);
        const struct cube *cube = r->lemmas.data[l];
        for (uint32_t k = 0; k < cube->size; k++)
            look_at(r, s->circuit->latches.data[pdr_index(cube->literals[k])].lit);
    }
}

static void find_needed(struct ic3 *s, struct ic3_relevance *r, uint32_t property) {
    const struct circuit *c = s->circuit;
    r->stamp++;
    vec_clear(&r->needed);
    look_at(r, c->properties.data[property].bad);
    vec_each (const struct signal, constraint, &c->constraints) look_at(r, constraint->lit);
    while (r->stack.size) {
        uint32_t node = vec_pop(&r->stack);
        if (aig_is_gate(c->graph, node)) {
            look_at(r, aig_left(c->graph, node));
            look_at(r, aig_right(c->graph, node));
        } else if (r->leaves[node].kind == LEAF_LATCH) {
            look_at(r, c->latches.data[r->leaves[node].index].next);
            take_mentioned(s, r, r->leaves[node].index);
        }
    }
}

static int by_position(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* In the order of the frames, whatever the order in which they were found to be needed. */
struct invariant *ic3_invariant(struct ic3 *s, uint32_t level, uint32_t property) {
    struct invariant *invariant = invariant_new(s->circuit);
    struct ic3_relevance *r = relevance(s, level);
    find_needed(s, r, property);
    if (r->needed.size) qsort(r->needed.data, r->needed.size, sizeof *r->needed.data, by_position);
    vec_each (const uint32_t, l, &r->needed) ic3_add_clause(invariant, r->lemmas.data[*l]);
    return invariant;
}
