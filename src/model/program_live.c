/* Live variables: backward over edges and points to a fixpoint.
 *
 * The value of a variable matters where an assumption reads it on the way to the error location, or where it
 * flows into a variable whose value matters. So reading a variable in an assignment to a dead one does not
 * make it live. */
#include "model/program_private.h"

struct flow {
    const struct cfa *cfa;
    uint32_t words; /* of 64 variables */
    u64s at;        /* by location */
    u8s reaches;    /* location: error can be reached from it */
    u64s scratch;   /* by point of one edge */
};

static void add(uint64_t *set, uint32_t v) {
    set[v / 64] |= (uint64_t)1 << v % 64;
}
static void drop(uint64_t *set, uint32_t v) {
    set[v / 64] &= ~((uint64_t)1 << v % 64);
}
static bool has(const uint64_t *set, uint32_t v) {
    return set[v / 64] >> v % 64 & 1;
}

static void add_reads(const struct cfa *cfa, uint64_t *set, term t) {
    struct cfa_reads reads = cfa_reads(cfa, t);
    for (uint32_t i = 0; i < reads.n; i++) add(set, reads.variables[i]);
}

/* From what is live after the action to what is before; `after` is not `set`. */
static void before_action(const struct cfa *cfa, const struct cfa_action *action, const uint64_t *after,
                          uint64_t *set) {
    switch (action->kind) {
    case CFA_ASSUME: add_reads(cfa, set, action->condition); break;
    case CFA_HAVOC: drop(set, cfa->sites.data[action->site].variable); break;
    case CFA_TAG: break;
    case CFA_ASSIGN:
        for (uint32_t i = 0; i < action->n; i++) drop(set, action->assignments[i].variable);
        for (uint32_t i = 0; i < action->n; i++)
            if (has(after, action->assignments[i].variable))
                add_reads(cfa, set, action->assignments[i].value);
        break;
    }
}

/* Adds what is live before the edge to the set of its source; whether that has grown. */
static bool pull(struct flow *f, const struct cfa_edge *edge) {
    const struct cfa *cfa = f->cfa;
    struct cfa_walk walk;
    cfa_walk_init(&walk, cfa, edge->command);
    vec_clear(&f->scratch);
    vec_resize(&f->scratch, walk.points.size * f->words);
    for (uint32_t i = walk.points.size; i--;) {
        struct cfa_node node = cfa_node(cfa, walk.points.data[i]);
        uint64_t *set = f->scratch.data + (size_t)i * f->words, *after = NULL;
        if (node.kind == CFA_END && f->words) /* there may be no variable at all */
            memcpy(set, f->at.data + (size_t)edge->to * f->words, f->words * sizeof *set);
        for (uint32_t j = 0; j < node.n; j++) {
            after = f->scratch.data + (size_t)cfa_walk_position(&walk, node.next[j]) * f->words;
            for (uint32_t w = 0; w < f->words; w++) set[w] |= after[w];
        }
        if (node.kind == CFA_STEP) before_action(cfa, &node.action, after, set);
    }
    cfa_walk_fini(&walk);
    bool grown = false;
    uint64_t *at = f->at.data + (size_t)edge->from * f->words;
    for (uint32_t w = 0; w < f->words; w++) {
        grown |= (f->scratch.data[w] & ~at[w]) != 0;
        at[w] |= f->scratch.data[w];
    }
    return grown;
}

static void to_fixpoint(struct flow *f, const struct cfa *cfa) {
    u32s todo = {0};
    u8s waiting = {0};
    vec_resize(&waiting, cfa->locations.size);
    vec_push(&todo, cfa->error);
    f->reaches.data[cfa->error] = 1;
    while (todo.size) {
        uint32_t to = vec_pop(&todo);
        waiting.data[to] = 0;
        vec_each (const uint32_t, e, &cfa->incoming.data[to]) {
            const struct cfa_edge *edge = &cfa->edges.data[*e];
            bool again = pull(f, edge) || !f->reaches.data[edge->from];
            f->reaches.data[edge->from] = 1;
            if (!again || waiting.data[edge->from]) continue;
            waiting.data[edge->from] = 1;
            vec_push(&todo, edge->from);
        }
    }
    vec_free(&todo);
    vec_free(&waiting);
}

void cfa_live(const struct cfa *cfa, u8s *live) {
    assert(cfa->incoming.size == cfa->locations.size && "cfa_index first");
    uint32_t n = cfa->variables.size;
    struct flow f = {.cfa = cfa, .words = (n + 63) / 64};
    vec_resize(&f.at, cfa->locations.size * f.words);
    vec_resize(&f.reaches, cfa->locations.size);
    to_fixpoint(&f, cfa);
    vec_clear(live);
    vec_resize(live, cfa->locations.size * n);
    for (uint32_t l = 0; l < cfa->locations.size; l++)
        for (uint32_t v = 0; v < n; v++)
            live->data[(size_t)l * n + v] = has(f.at.data + (size_t)l * f.words, v);
    vec_free(&f.at);
    vec_free(&f.reaches);
    vec_free(&f.scratch);
}
