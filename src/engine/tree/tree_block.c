/* TREE-IC3-BLOCK-PATH ([CG12] Fig. 2): the blocking phase of IC3 along one path of the tree, whose labels
 * are the frames.
 *
 * An obligation (cube, j) says that the states of the cube, at node j of the path, lead into the target at
 * its end. It is blocked when label(j-1) & T_j excludes it, never by relative induction (section 4: the
 * steps have different T). The cubes are under-approximations of the exact preimage; with implicit
 * abstraction they are over-approximations, and one that gets to the first node means nothing yet. */
#include "engine/tree/tree.h"

struct duty {
    struct cube *cube;
    uint32_t j; /* its node, by position on the path */
};

struct blocking {
    struct tree *t;
    const u32s *path;
    VEC(struct duty) stack; /* obligations */
    pdr_lits literals;      /* scratch */
};

static struct route *step(struct blocking *b, uint32_t j) {
    return routes_get(&b->t->routes, &tree_node(b->t, b->path->data[j])->edge, 1);
}

/* label(j-1) & T_j & cube' sat? The literals of the cube are the first assumptions. */
static enum smt_result ask(struct blocking *b, uint32_t j, const pdr_lit *cube, uint32_t n, bool needed) {
    struct route *route = step(b, j);
    route_begin(route);
    for (uint32_t i = 0; i < n; i++) route_assume_after(route, atoms_term(&b->t->atoms, cube[i]));
    tree_assume_label(b->t, route, b->path->data[j - 1]);
    b->t->stats->tree_queries++;
    return needed ? route_ask(route) : route_try(route);
}

/* After an unsatisfiable ask: the literals in the core. */
static void shrink_to_core(struct blocking *b, uint32_t j, pdr_lits *cube) {
    struct route *route = step(b, j);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (route_in_core(route, i)) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
}

/* A clause of another node of the location that excludes the cube and holds here is better than a new one:
 * labels become alike, and nodes are covered sooner. */
static bool reuse(struct blocking *b, uint32_t j, const struct cube *cube) {
    enum { TRIES = 3 };
    struct tree *t = b->t;
    uint32_t v = b->path->data[j], tries = 0;
    const u32s *learnt = &t->learnt.data[tree_node(t, v)->location];
    for (uint32_t i = learnt->size; i-- > 0 && tries < TRIES;) {
        uint32_t c = learnt->data[i];
        const struct cube *known = t->conjuncts.data[c].cube;
        if (!cube_subsumes(known, cube)) continue;
        tries++;
        if (ask(b, j, known->literals, known->size, false) != SMT_UNSAT) continue;
        t->stats->tree_reused++;
        tree_add(t, v, c);
        return true;
    }
    return false;
}

/* Fig. 2, line 11: fewer literals, as long as label(j-1) & T_j excludes what is left. Newest atoms go
 * first: old ones are more likely to stand in other labels. */
static void generalize(struct blocking *b, uint32_t j, pdr_lits *cube) {
    uint64_t most = (uint64_t)b->t->options->tree_drops, tries = 0;
    pdr_lits fewer = {0};
    for (uint32_t i = cube->size; i-- > 0 && cube->size > 1 && tries < most; tries++) {
        if (i >= cube->size) continue;
        vec_clear(&fewer);
        for (uint32_t k = 0; k < cube->size; k++)
            if (k != i) vec_push(&fewer, cube->data[k]);
        enum smt_result result = ask(b, j, fewer.data, fewer.size, false);
        if (result != SMT_UNSAT) continue;
        shrink_to_core(b, j, &fewer);
        vec_clear(cube);
        vec_append(cube, fewer.data, fewer.size);
    }
    vec_free(&fewer);
}

/* The cube is excluded at node j, as the last query says: Fig. 2, lines 10-12. */
static void learn(struct blocking *b, uint32_t j, const struct cube *cube) {
    struct tree *t = b->t;
    pdr_lits *literals = &b->literals;
    vec_clear(literals);
    vec_append(literals, cube->literals, cube->size);
    shrink_to_core(b, j, literals);
    if (literals->size && t->options->tree_reuse && reuse(b, j, cube)) return;
    if (t->options->tree_generalize) generalize(b, j, literals);
    if (!literals->size) {
        tree_prune(t, b->path->data[j]); /* the edge cannot be taken */
        return;
    }
    tree_add(t, b->path->data[j], tree_clause(t, cube_new(literals->data, literals->size)));
    events_send(t->task->events, (struct event){.kind = EVENT_LEMMA, .number = literals->size});
}

static bool is_excluded(struct blocking *b, uint32_t j, const struct cube *cube) {
    const struct tree *t = b->t;
    if (tree_node(t, b->path->data[j])->dead) return true;
    vec_each (const uint32_t, c, &tree_node(t, b->path->data[j])->label) {
        const struct cube *known = t->conjuncts.data[*c].cube;
        if (known && cube_subsumes(known, cube)) return true;
    }
    return false;
}

/* After a satisfiable query about node j: new obligations at j-1. */
static bool descend(struct blocking *b, uint32_t j, term target, bool abstract) {
    struct tree *t = b->t;
    struct route *route = step(b, j);
    uint32_t location = tree_node(t, b->path->data[j - 1])->location;
    uint64_t more = abstract ? 1 : tree_preimage_cubes(t);
    enum smt_result result = SMT_SAT;
    while (result == SMT_SAT) {
        struct cube *cube = abstract ? tree_minterm(t, route, location) : tree_preimage(t, route, target);
        if (abstract) tree_reduce(t, route, location, target, &cube);
        if (!cube) {
            tree_give_up(t, "the SMT solver gave no values");
            return false;
        }
        t->stats->tree_obligations++;
        vec_push(&b->stack, (struct duty){cube, j - 1});
        if (!--more) break;
        /* the query & not (the cubes so far) sat? */
        route_also(route, term_not(t->bank, atoms_cube(&t->atoms, cube->literals, cube->size)));
        t->stats->tree_queries++;
        result = route_ask(route);
    }
    return result != SMT_UNKNOWN;
}

/* The obligation on top. */
static enum tree_answer work(struct blocking *b, bool abstract) {
    struct cube *cube = vec_last(&b->stack).cube;
    uint32_t j = vec_last(&b->stack).j;
    if (!j) return TREE_REACHED;
    enum smt_result result =
        is_excluded(b, j, cube) ? SMT_UNSAT : ask(b, j, cube->literals, cube->size, true);
    if (result == SMT_UNKNOWN) return TREE_UNDECIDED;
    if (result == SMT_SAT)
        return descend(b, j, atoms_cube(&b->t->atoms, cube->literals, cube->size), abstract) ? TREE_BLOCKED
                                                                                             : TREE_UNDECIDED;
    if (!is_excluded(b, j, cube)) learn(b, j, cube);
    cube_free(vec_pop(&b->stack).cube);
    return TREE_BLOCKED;
}

/* label(last-1) & T_last & target sat? */
static enum smt_result ask_target(struct blocking *b, term target) {
    struct route *route = step(b, b->path->size - 1);
    route_begin(route);
    tree_assume_label(b->t, route, b->path->data[b->path->size - 2]);
    if (!term_is(b->t->bank, target, TERM_TRUE)) route_also(route, route_after(route, target));
    b->t->stats->tree_queries++;
    return route_ask(route);
}

/* Something on the path is dead, so the rest needs no more. */
static bool is_cut(const struct blocking *b) {
    for (uint32_t i = 1; i + 1 < b->path->size; i++)
        if (tree_node(b->t, b->path->data[i])->dead) return true;
    return false;
}

enum tree_answer tree_block(struct tree *t, const u32s *path, term target, bool abstract) {
    struct blocking b = {.t = t, .path = path};
    enum tree_answer answer = TREE_BLOCKED;
    while (answer == TREE_BLOCKED && !is_cut(&b)) {
        if (b.stack.size) {
            answer = work(&b, abstract);
            continue;
        }
        enum smt_result result = ask_target(&b, target);
        if (result == SMT_UNSAT) break;
        if (result == SMT_UNKNOWN || !descend(&b, path->size - 1, target, abstract)) answer = TREE_UNDECIDED;
    }
    vec_each (struct duty, o, &b.stack) cube_free(o->cube);
    vec_free(&b.stack);
    vec_free(&b.literals);
    return answer;
}
