/* The cone is rebuilt bottom up in a graph of its own, `work`. A gate that is new there is simulated; an earlier node
 * with the same values (up to sign) is a candidate, and a query about both cones decides. A query that finds a
 * difference leaves a pattern; 64 of them make a new word of values for every node, so that no pair is proposed twice
 * for long. */
#include "engine/bit/itp_sweep.h"

#include "base/random.h"
#include "engine/bit/itp_cones.h"

enum {
    RANDOM_WORDS = 4,
    MOST_WORDS = 12,
    QUERY_CONFLICTS = 20,
    MOST_CANDIDATES = 4 /* per node */
};

struct sweep {
    struct limits *limits;
    struct stats *stats;
    struct aig *work;
    VEC(u64s) words;       /* each by node of work: values of 64 patterns */
    struct hash_map heads; /* hash of a node's values -> the last node that has it */
    u32s previous;         /* by node: the one before it with the same hash, or HASH_NONE */
    u8s listed;            /* by node: it is in the lists; merged nodes are not */
    struct cones cones;    /* of work */
    struct random random;
    u64s pattern; /* by node: for leaves, the patterns found so far, one per bit */
    uint32_t patterns;
    struct stats work_done; /* of the solver */
    uint64_t work_limit;
};

/* Values. The sign is chosen so that the first pattern gives 0. */

static uint64_t value(const struct sweep *s, uint32_t word, aig_lit l) {
    return s->words.data[word].data[aig_node(l)] ^ (aig_sign(l) ? ~UINT64_C(0) : 0);
}

static bool phase(const struct sweep *s, uint32_t node) {
    return s->words.data[0].data[node] & 1;
}

static uint64_t signature(const struct sweep *s, uint32_t node) {
    uint64_t hash = 0;
    for (uint32_t w = 0; w < s->words.size; w++)
        hash = hash_mix(hash ^ value(s, w, aig_make(node, phase(s, node))));
    return hash;
}

static bool same_values(const struct sweep *s, uint32_t a, uint32_t b) {
    for (uint32_t w = 0; w < s->words.size; w++)
        if (value(s, w, aig_make(a, phase(s, a))) != value(s, w, aig_make(b, phase(s, b)))) return false;
    return true;
}

static void simulate(struct sweep *s, uint32_t word, uint32_t node) {
    const struct aig *g = s->work;
    uint64_t result = aig_is_gate(g, node)
                          ? value(s, word, aig_left(g, node)) & value(s, word, aig_right(g, node))
                      : !node               ? 0
                      : word < RANDOM_WORDS ? random_word(&s->random)
                                            : s->pattern.data[node];
    vec_push(&s->words.data[word], result);
}

static void list_node(struct sweep *s, uint32_t node) {
    uint64_t hash = signature(s, node);
    s->previous.data[node] = hash_map_get(&s->heads, hash);
    s->listed.data[node] = 1;
    hash_map_put(&s->heads, hash, node);
}

/* A node that work has got. */
static void enter(struct sweep *s, uint32_t node) {
    vec_push(&s->previous, HASH_NONE);
    vec_push(&s->listed, 0);
    vec_push(&s->pattern, 0);
    for (uint32_t w = 0; w < s->words.size; w++) simulate(s, w, node);
}

/* A full word of patterns: every node gets values, and new lists are made. */
static void refine(struct sweep *s) {
    s->patterns = 0;
    if (s->words.size == MOST_WORDS) return;
    vec_push(&s->words, ((u64s){0}));
    for (uint32_t node = 0; node < aig_size(s->work); node++) simulate(s, s->words.size - 1, node);
    hash_map_clear(&s->heads);
    for (uint32_t node = 0; node < aig_size(s->work); node++)
        if (s->listed.data[node]) list_node(s, node);
}

static void record(struct sweep *s) {
    uint64_t bit = UINT64_C(1) << s->patterns;
    for (uint32_t node = 1; node < aig_size(s->work); node++) {
        if (aig_is_gate(s->work, node)) continue;
        bool on = cones_value(&s->cones, node);
        s->pattern.data[node] = (s->pattern.data[node] & ~bit) | (on ? bit : 0);
    }
    s->patterns++;
}

/* a & not b unsatisfiable? */
static enum sat_result differ(struct sweep *s, aig_lit a, aig_lit b) {
    const sat_lit query[] = {cones_lit(&s->cones, a), sat_not(cones_lit(&s->cones, b))};
    cdcl_set_conflicts(s->cones.solver, QUERY_CONFLICTS);
    enum sat_result result = cones_solve(&s->cones, query, 2);
    if (result == SAT_SATISFIED) record(s);
    return result;
}

static bool tired(const struct sweep *s) {
    return s->work_done.domain_variables + s->work_done.propagations > s->work_limit;
}

/* An earlier literal that the node is equivalent to, or the node itself. */
static aig_lit representative(struct sweep *s, uint32_t node) {
    aig_lit self = aig_make(node, false);
    uint32_t other = hash_map_get(&s->heads, signature(s, node));
    for (uint32_t tries = 0; other != HASH_NONE && tries < MOST_CANDIDATES && !tired(s);
         tries++, other = s->previous.data[other]) {
        if (!same_values(s, node, other)) continue;
        aig_lit candidate = aig_make(other, phase(s, node) != phase(s, other));
        if (differ(s, self, candidate) == SAT_REFUTED && differ(s, candidate, self) == SAT_REFUTED)
            return candidate;
        if (s->patterns == 64) break;
    }
    list_node(s, node);
    if (s->patterns == 64) refine(s);
    return self;
}

static void init(struct sweep *s, uint64_t work_limit, struct limits *limits, struct stats *stats) {
    *s = (struct sweep){.limits = limits, .stats = stats, .work = aig_new()};
    random_init(&s->random, 1);
    for (uint32_t w = 0; w < RANDOM_WORDS; w++) vec_push(&s->words, ((u64s){0}));
    s->work_limit = work_limit;
    cones_init(&s->cones, s->work, limits, &s->work_done);
    enter(s, 0);
    list_node(s, 0);
}

static void fini(struct sweep *s) {
    vec_each (u64s, word, &s->words) vec_free(word);
    vec_free(&s->words);
    hash_map_free(&s->heads);
    vec_free(&s->previous);
    vec_free(&s->listed);
    vec_free(&s->pattern);
    cones_fini(&s->cones);
    aig_free(s->work);
}

/* The image of a gate; `image` has those of its fan-ins. */
static aig_lit sweep_gate(struct sweep *s, const struct aig *from, uint32_t node, const aig_lit *image) {
    uint32_t size = aig_size(s->work);
    aig_lit made =
        aig_and(s->work, aig_mapped(image, aig_left(from, node)), aig_mapped(image, aig_right(from, node)));
    if (aig_node(made) < size) return made;
    assert(aig_size(s->work) == size + 1);
    enter(s, size);
    aig_lit merged = representative(s, size);
    if (s->stats) s->stats->itp_merged += !aig_same(merged, made);
    return merged;
}

static aig_lit sweep_leaf(struct sweep *s) {
    aig_lit leaf = aig_leaf(s->work);
    enter(s, aig_node(leaf));
    list_node(s, aig_node(leaf));
    return leaf;
}

static aig_lit sweep(struct sweep *s, struct aig *to, const struct aig *from, aig_lit root, const bool *cone,
                     const aig_lit *map) {
    aig_lit *image = mem_alloc(aig_size(from) * sizeof *image);
    aig_lits back = {0}; /* by node of work: where its leaves are in `to` */
    vec_push(&back, AIG_FALSE);
    image[0] = AIG_FALSE;
    for (uint32_t node = 1; node <= aig_node(root); node++) {
        if (!cone[node]) continue;
        image[node] = aig_is_gate(from, node) ? sweep_gate(s, from, node, image) : sweep_leaf(s);
        while (back.size < aig_size(s->work)) vec_push(&back, AIG_NONE);
        if (!aig_is_gate(from, node)) back.data[aig_node(image[node])] = map[node];
    }
    aig_lit result = aig_copy_cone(to, s->work, aig_mapped(image, root), back.data);
    vec_free(&back);
    mem_free(image);
    return result;
}

static aig_lit plain_copy(struct aig *to, const struct aig *from, aig_lit root, const aig_lit *map) {
    aig_lit *copy = mem_dup(map, aig_size(from) * sizeof *map);
    for (uint32_t node = 1; node < aig_size(from); node++)
        if (aig_is_gate(from, node)) copy[node] = AIG_NONE;
    aig_lit result = aig_copy_cone(to, from, root, copy);
    mem_free(copy);
    return result;
}

aig_lit sweep_copy_cone(struct aig *to, const struct aig *from, aig_lit root, const aig_lit *map,
                        uint32_t effort, struct limits *limits, struct stats *stats) {
    bool *cone = mem_new_array(bool, aig_size(from));
    uint32_t gates = 0;
    aig_mark_cone(from, root, cone);
    for (uint32_t node = 1; node <= aig_node(root); node++) gates += cone[node] && aig_is_gate(from, node);
    aig_lit result;
    if (gates < 2 || !effort) {
        result = plain_copy(to, from, root, map);
    } else {
        struct sweep s;
        init(&s, (uint64_t)gates * effort, limits, stats);
        result = sweep(&s, to, from, root, cone, map);
        fini(&s);
    }
    mem_free(cone);
    return result;
}
