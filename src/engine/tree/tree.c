/* The TreeIC3 family: IC3 along the paths of an abstract reachability tree.
 *
 * After: Cimatti & Griggio, "Software Model Checking via IC3", CAV 2012 [CG12], sections 2 and 4 to 6; for
 *        tree-itp, McMillan, "Lazy Abstraction with Interpolants", CAV 2006; for tree-ic3ia, Cimatti,
 *        Griggio, Mover & Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction", TACAS 2014
 *        [CGMT14], section 5.
 * Paper -> here:  ART UNWINDING -> look_at(), tree_expand();  TREE-IC3-BLOCK-PATH (Fig. 2) -> tree_block();
 *                 PATH BLOCKING -> refute();  APPROX-PREIMAGE -> tree_preimage();  NODE COVERING ->
 *                 tree_close();  STRENGTHENING -> tree_strengthen();  forward propagation -> tree_expand();
 *                 interpolants, equivalent CNF (section 5) -> tree_interpolate(), tree_cnf();  abstract state
 *                 formula -> label;  unique identifier h -> position of the node;  KRATOS (section 6.2) ->
 *                 tree-pa, tree_pa.c.
 * Invariants:     (1) the root's label is true; (2) label(parent) & T |= label(child)', where the label of a
 *                 dead child is false, and so is that of a child that was not made; below a dead node nothing
 *                 is promised; (3) a covered node implies the label of the node that covers it, which is of
 *                 the same location, earlier, and open. Checked by tree_check(), option tree-check. Labels
 *                 only become stronger; strengthening a node keeps (1) and (2) below it, and uncovers what it
 *                 covered.
 * Departures:     - Labels hold no X': route.h.
 *                 - A child whose edge cannot be taken from the parent's label is found when the parent is
 *                   expanded (option tree-feasible), not when a path to the error location runs through it.
 *                 - Cubes of a preimage come from models (implicant, model-based projection), for all theories
 *                   alike: the first as in section 6.1, or as many as the option preimage says. They are reduced by
 *                   unsatisfiable cores with the inputs of the model (option tree-lift), not by dual-rail simulation.
 *                 - A clause that another node of the location has is tried before a new one is made
 *                   (tree-reuse).
 *                 - STRENGTHENING in Fig. 3 refutes not C along the path, where C are all clauses that hold
 *                   at its end. tree-ic3 and tree-ic3ia refute not c for one clause c of C after the other,
 *                   each a cube as other obligations are; when the solver gives up on one, it is left out and
 *                   the others stay. The engines with interpolants refute not C as a whole, by one sequence
 *                   of interpolants, or by blocking where none is found.
 *                 - Z3 gives no interpolants: refine/sequence.h. Where it finds none, tree-itp takes the
 *                   clauses of IC3, which are interpolants, too (section 5).
 *                 - STRENGTHENING is tried from ancestors of the same location only, as in section 6.1. For tree-itp
 *                   McMillan's forced covering would also try nodes of other branches, by the path from the
 *                   nearest common ancestor; like the paper's "-MONO", which mimics it, tree-itp does not.
 *                 - In tree-ic3-itp-mono conjuncts move forward one by one between different locations; along
 *                   an edge from a location to itself, which is a loop, only all together.
 *                 - tree-ic3ia: when refinement fails on a path, or strengthening with the predicates that there are,
 *                   the clauses of concrete blocking take its place, and their atoms become predicates.
 */
#include "engine/program_engines.h"
#include "engine/tree/tree.h"

void tree_give_up(struct tree *t, const char *reason) {
    if (limits_stopped_slow(t->task->limits))
        t->stopped = true;
    else if (!t->reason)
        t->reason = reason;
}

static void find_distances(struct tree *t) {
    for (uint32_t l = 0; l < t->program->locations.size; l++) vec_push(&t->distance, TREE_NONE);
    u32s queue = {0};
    t->distance.data[t->program->error] = 0;
    vec_push(&queue, t->program->error);
    vec_each (const struct program_edge, e, &t->program->edges) {
        if (!e->unsupported || t->distance.data[e->from] != TREE_NONE) continue;
        t->distance.data[e->from] = 1;
        vec_push(&queue, e->from);
    }
    for (uint32_t i = 0; i < queue.size; i++)
        vec_each (const uint32_t, e, &t->program->incoming.data[queue.data[i]]) {
            uint32_t from = t->program->edges.data[*e].from;
            if (t->distance.data[from] != TREE_NONE) continue;
            t->distance.data[from] = t->distance.data[queue.data[i]] + 1;
            vec_push(&queue, from);
        }
    vec_free(&queue);
}

void tree_init(struct tree *t, struct engine_task *task, const struct tree_mode *mode) {
    *t = (struct tree){.task = task,
                       .mode = mode,
                       .options = task->options,
                       .stats = task->stats,
                       .program = task->model.program,
                       .bank = task->model.program->terms};
    atoms_init(&t->atoms, t->bank);
    routes_init(&t->routes, task);
    program_live(t->program, &t->live);
    find_distances(t);
    vec_resize(&t->at, t->program->locations.size);
    vec_resize(&t->learnt, t->program->locations.size);
    t->state = mem_new_array(struct route *, t->program->locations.size);
    evaluation_init(&t->evaluation, t->bank);
    if (mode->abstract) tree_abstraction_new(t);
    if (mode->precision) tree_precision_new(t);
    tree_share_begin(t);
}

void tree_fini(struct tree *t) {
    tree_share_end(t);
    tree_abstraction_free(t);
    tree_precision_free(t);
    for (uint32_t l = 0; l < t->program->locations.size; l++) {
        vec_free(&t->at.data[l]);
        vec_free(&t->learnt.data[l]);
        route_free(t->state[l]);
    }
    vec_each (struct tree_node, n, &t->nodes) {
        vec_free(&n->children);
        vec_free(&n->label);
        vec_free(&n->covers);
        vec_free(&n->states);
    }
    vec_each (struct tree_conjunct, c, &t->conjuncts) cube_free(c->cube);
    vec_each (term_list, s, &t->states) vec_free(s);
    vec_free(&t->live);
    vec_free(&t->distance);
    atoms_fini(&t->atoms);
    vec_free(&t->conjuncts);
    vec_free(&t->nodes);
    vec_free(&t->at);
    vec_free(&t->learnt);
    vec_free(&t->leaves);
    vec_free(&t->states);
    mem_free(t->state);
    hash_map_free(&t->conjunct_of);
    hash_map_free(&t->strengthened);
    evaluation_fini(&t->evaluation);
    routes_fini(&t->routes);
}

/* The path as it is: a counterexample? */
static enum smt_result try_path(struct tree *t, const u32s *path, struct program_trace **trace) {
    u32s edges = {0};
    for (uint32_t i = 1; i < path->size; i++) vec_push(&edges, tree_node(t, path->data[i])->edge);
    struct route *route = route_new(&t->routes, edges.data, edges.size, SMT_BATCH);
    enum smt_result result = route_ask(route);
    if (result == SMT_SAT) *trace = tree_trace(t, route);
    if (result == SMT_UNKNOWN) tree_give_up(t, "the SMT solver gave up");
    if (result == SMT_SAT && !*trace) tree_give_up(t, "the SMT solver gave no values");
    route_free(route);
    vec_free(&edges);
    return result;
}

/* Blocks the path in the abstraction, refining it; true: blocked. False, without the end of the search: a
 * counterexample. */
static bool block_abstractly(struct tree *t, const u32s *path, struct program_trace **trace) {
    term everything = term_true(t->bank);
    bool feasible = true; /* as far as is known */
    while (!tree_over(t)) {
        enum tree_answer answer = tree_block(t, path, everything, true);
        if (answer == TREE_BLOCKED) return true;
        if (answer == TREE_UNDECIDED) tree_give_up(t, "the SMT solver gave up");
        if (tree_over(t)) break;
        if (feasible && try_path(t, path, trace) != SMT_UNSAT) return false;
        feasible = false;
        if (tree_refine(t, path)) continue;
        if (tree_over(t) || tree_block(t, path, everything, false) != TREE_BLOCKED) break;
        t->stats->tree_fallbacks++;
        tree_adopt_predicates(t, path);
        return true;
    }
    tree_give_up(t, "the SMT solver gave up");
    return false;
}

/* Blocks the path by interpolants, or else by IC3; as above. */
static bool block_concretely(struct tree *t, const u32s *path, struct program_trace **trace) {
    term everything = term_true(t->bank);
    if (t->mode->interpolate) {
        if (try_path(t, path, trace) != SMT_UNSAT) return false;
        if (tree_interpolate(t, path, everything)) return true;
        if (tree_over(t)) return false;
    }
    switch (tree_block(t, path, everything, false)) {
    case TREE_BLOCKED: return true;
    case TREE_REACHED:
        if (try_path(t, path, trace) == SMT_UNSAT) tree_give_up(t, "the SMT solver gave up");
        break;
    case TREE_UNDECIDED: tree_give_up(t, "the SMT solver gave up"); break;
    }
    return false;
}

/* Makes labels anew with more predicates; as above. */
static bool block_by_predicates(struct tree *t, const u32s *path, struct program_trace **trace) {
    if (try_path(t, path, trace) != SMT_UNSAT) return false;
    if (tree_refine_precision(t, path)) return true;
    tree_give_up(t, "the SMT solver gave up");
    return false;
}

/* PATH BLOCKING in the way of the mode. */
static bool block(struct tree *t, const u32s *path, struct program_trace **trace) {
    if (t->mode->precision) return block_by_predicates(t, path, trace);
    return t->mode->abstract ? block_abstractly(t, path, trace) : block_concretely(t, path, trace);
}

/* Strengthens and covers a node if its label or that of the ancestor it is strengthened from changed since
 * the last attempt. */
static void settle(struct tree *t, uint32_t v) {
    if (tree_node(t, v)->parent == TREE_NONE) return;
    tree_strengthen(t, v);
    if (tree_over(t) || !tree_is_open(t, v) || tree_node(t, v)->settled == tree_node(t, v)->version + 1)
        return;
    tree_node(t, v)->settled = tree_node(t, v)->version + 1;
    (void)tree_close(t, v);
}

/* PATH BLOCKING, for a node at the error location; then its ancestors may be covered. */
static void refute(struct tree *t, uint32_t v) {
    u32s path = {0};
    struct program_trace *trace = NULL;
    tree_path(t, 0, v, &path);
    t->stats->tree_paths++;
    bool blocked = block(t, &path, &trace);
    const char *unsupported = t->program->edges.data[tree_node(t, v)->edge].unsupported;
    if (trace && unsupported) {
        program_trace_free(trace);
        t->reason = unsupported;
    } else if (trace) {
        t->task->found(t->task->client, evidence_of_program_trace(trace));
        t->stopped = true;
    } else if (blocked) {
        t->stats->tree_blocked++;
        tree_prune(t, v);
        for (uint32_t i = 1; i + 1 < path.size && !tree_over(t) && tree_is_open(t, path.data[i]); i++)
            settle(t, path.data[i]);
    }
    vec_free(&path);
}

static void look_at(struct tree *t, uint32_t v) {
    if (tree_node(t, v)->expanded || !tree_is_open(t, v)) return;
    if (tree_node(t, v)->goal) {
        refute(t, v);
        return;
    }
    settle(t, v);
    if (!tree_over(t) && tree_is_open(t, v)) tree_expand(t, v);
}

/* Leaves that became open again because an ancestor was uncovered. */
static void find_leaves(struct tree *t) {
    for (uint32_t v = 0; v < t->nodes.size; v++)
        if (!tree_node(t, v)->expanded && tree_is_open(t, v)) vec_push(&t->leaves, v);
}

static const char *run(struct engine_task *task, const struct tree_mode *mode) {
    struct tree t;
    tree_init(&t, task, mode);
    if (t.distance.data[t.program->initial] != TREE_NONE)
        vec_push(&t.leaves, tree_add_node(&t, t.program->initial, TREE_NONE, TREE_NONE));
    while (!tree_over(&t)) {
        if (!t.leaves.size) find_leaves(&t);
        if (!t.leaves.size) break;
        tree_share(&t);
        if (tree_over(&t)) break;
        look_at(&t, vec_pop(&t.leaves));
        if (limits_stopped(task->limits)) t.stopped = true;
        if (t.options->tree_check && !tree_over(&t)) {
            const char *broken = tree_check(&t);
            assert(!broken);
            if (broken) tree_give_up(&t, broken);
        }
    }
    if (!tree_over(&t)) task->found(task->client, evidence_of_program_invariant(tree_invariant(&t)));
    const char *reason = t.reason;
    tree_fini(&t);
    return reason;
}

static const struct tree_mode ic3 = {.propagate = true};
static const struct tree_mode hybrid = {.propagate = true, .interpolate = true};
static const struct tree_mode monolithic = {.propagate = true, .interpolate = true, .monolithic = true};
static const struct tree_mode interpolants = {.interpolate = true, .raw = true, .monolithic = true};
static const struct tree_mode abstract = {.propagate = true, .abstract = true};
static const struct tree_mode precision = {.precision = true};

static const char *run_ic3(struct engine_task *task) {
    return run(task, &ic3);
}
static const char *run_hybrid(struct engine_task *task) {
    return run(task, &hybrid);
}
static const char *run_monolithic(struct engine_task *task) {
    return run(task, &monolithic);
}
static const char *run_interpolants(struct engine_task *task) {
    return run(task, &interpolants);
}
static const char *run_abstract(struct engine_task *task) {
    return run(task, &abstract);
}
static const char *run_precision(struct engine_task *task) {
    return run(task, &precision);
}

const struct engine engine_tree_ic3 = {
    .name = "tree-ic3",
    .level = LEVEL_PROGRAM,
    .paper = "[CG12] section 4",
    .summary = "IC3 along the paths of an abstract reachability tree",
    .groups = "tree preimage",
    .run = run_ic3,
};
const struct engine engine_tree_ic3_itp = {
    .name = "tree-ic3-itp",
    .level = LEVEL_PROGRAM,
    .paper = "[CG12] section 5",
    .summary = "tree-ic3 with clauses from interpolants where these are small",
    .groups = "tree preimage",
    .run = run_hybrid,
};
const struct engine engine_tree_ic3_itp_mono = {
    .name = "tree-ic3-itp-mono",
    .level = LEVEL_PROGRAM,
    .paper = "[CG12] section 6.2",
    .summary = "tree-ic3-itp that strengthens labels by all clauses of an ancestor or none",
    .groups = "tree preimage",
    .run = run_monolithic,
};
const struct engine engine_tree_itp = {
    .name = "tree-itp",
    .level = LEVEL_PROGRAM,
    .paper = "McMillan, CAV 2006",
    .summary = "lazy abstraction with interpolants",
    .groups = "tree preimage",
    .run = run_interpolants,
};
const struct engine engine_tree_ic3ia = {
    .name = "tree-ic3ia",
    .level = LEVEL_PROGRAM,
    .paper = "[CGMT14] section 5",
    .summary = "tree-ic3 with implicit predicate abstraction",
    .groups = "tree preimage refine lifting",
    .run = run_abstract,
};
const struct engine engine_tree_pa = {
    .name = "tree-pa",
    .level = LEVEL_PROGRAM,
    .paper = "[CG12] section 6.2",
    .summary = "lazy predicate abstraction: Boolean abstraction of blocks, predicates from interpolants",
    .groups = "tree preimage",
    .run = run_precision,
};
