/* Lazy predicate abstraction: the baseline KRATOS of [CG12] section 6.2, on the tree of the other engines.
 *
 * After: Henzinger, Jhala, Majumdar & Sutre, "Lazy Abstraction", POPL 2002; predicates from interpolants of spurious
 *        paths, Henzinger, Jhala, Majumdar & McMillan, "Abstractions from Proofs", POPL 2004; Boolean abstraction of
 *        large blocks, Beyer, Cimatti, Griggio, Keremoglu & Sebastiani, "Software Model Checking via Large-Block
 *        Encoding", FMCAD 2009.
 * Paper -> here:  abstract post of a block -> tree_abstract(): all values of the predicates that it can lead to, by
 *                 All-SMT;  abstract state formula -> label;  interpolation-based refinement -> find_predicates();
 *                 removing the subtree below the pivot -> redo();  unwinding, covering -> tree.c, tree_cover.c
 * Invariants:     (1) to (3) of tree.c; (4) labels are Boolean combinations of the predicates of their location, and
 *                 the strongest that follow from the parent's label; (5) interpolants I of a path found infeasible
 *                 are such combinations at its nodes, too, so that the labels of the same path, made anew, imply
 *                 them, and the last is false: every refinement gets on.
 * Departures:     - Predicates belong to locations, not to subtrees. A node keeps its label until it is the first on
 *                   an infeasible path for whose location there are more predicates than it was made with.
 *                 - Where the solver has no interpolants for a path (refine/sequence.h), IC3 blocks it (tree_block()),
 *                   whose clauses are interpolants, too; they are gone from the labels that are made anew.
 *                 - An abstraction with more than tree-models models is an end without a verdict.
 */
#include "engine/tree/tree.h"

struct tree_precision {
    VEC(term_list) at; /* by location: its predicates */
    u32s used;         /* by node: how many of them its label was made with */
    /* Of the abstraction that is being made: bytes, one per predicate, model after model. */
    u8s models;
};

void tree_precision_new(struct tree *t) {
    t->precision = mem_new(struct tree_precision);
    *t->precision = (struct tree_precision){0};
    vec_resize(&t->precision->at, t->program->locations.size);
}

void tree_precision_free(struct tree *t) {
    struct tree_precision *p = t->precision;
    if (!p) return;
    vec_each (term_list, l, &p->at) vec_free(l);
    vec_free(&p->at);
    vec_free(&p->used);
    vec_free(&p->models);
    mem_free(p);
}

/* Adds a row of values to the models, and gives the clause that excludes them. False: a value is missing. */
static bool read_model(struct tree *t, struct route *route, const term_list *predicates, term *others) {
    term_list differs = {0};
    bool complete = true;
    vec_each (const term, p, predicates) {
        term after = route_after(route, *p), value = smt_value(route->smt, after);
        bool holds = term_is(t->bank, value, TERM_TRUE);
        complete &= !term_is_none(value);
        vec_push(&t->precision->models, holds);
        vec_push(&differs, holds ? term_not(t->bank, after) : after);
    }
    *others = term_or(t->bank, differs.data, differs.size);
    vec_free(&differs);
    return complete;
}

/* label(v) & T & values of the predicates after it, all of them. False: the search ends. */
static bool find_models(struct tree *t, uint32_t v, struct route *route, const term_list *predicates,
                        bool *any) {
    uint64_t models = 0;
    enum smt_result result;
    vec_clear(&t->precision->models);
    route_begin(route);
    tree_assume_label(t, route, v);
    /* label(v) & T & not (the values so far) sat? */
    while ((result = route_ask(route)) == SMT_SAT) {
        term others;
        t->stats->tree_models++;
        *any = true;
        if (!predicates->size) return true;
        if (models++ == (uint64_t)t->options->tree_models) {
            tree_give_up(t, "All-SMT needs more models than tree-models allows");
            return false;
        }
        if (!read_model(t, route, predicates, &others)) {
            tree_give_up(t, "the SMT solver gave no values");
            return false;
        }
        route_also(route, others);
    }
    if (result == SMT_UNKNOWN) tree_give_up(t, "the SMT solver gave up");
    return result == SMT_UNSAT;
}

/* Sorts the models first..last-1, of n values each, by value number i: the first one where it is true. */
static uint32_t partition(u8s *models, uint32_t first, uint32_t last, uint32_t n, uint32_t i) {
    while (first < last) {
        uint8_t *a = models->data + (size_t)first * n, *b = models->data + (size_t)(last - 1) * n;
        if (!a[i]) {
            first++;
            continue;
        }
        last--;
        for (uint32_t k = 0; k < n; k++) {
            uint8_t value = a[k];
            a[k] = b[k];
            b[k] = value;
        }
    }
    return first;
}

/* The models first..last-1, which agree on the predicates before number i, as a formula over the others: a decision
 * tree whose equal branches are joined. */
static term formula_of(struct tree *t, const term_list *predicates, uint32_t first, uint32_t last,
                       uint32_t i) {
    if (first == last) return term_false(t->bank);
    if (i == predicates->size) return term_true(t->bank);
    uint32_t middle = partition(&t->precision->models, first, last, predicates->size, i);
    term p = predicates->data[i], no = formula_of(t, predicates, first, middle, i + 1),
         yes = formula_of(t, predicates, middle, last, i + 1);
    if (term_same(yes, no)) return yes;
    return term_or2(t->bank, term_and2(t->bank, p, yes), term_and2(t->bank, term_not(t->bank, p), no));
}

bool tree_abstract(struct tree *t, uint32_t v, uint32_t edge, term *label) {
    uint32_t to = t->program->edges.data[edge].to;
    const term_list *predicates = &t->precision->at.data[to];
    struct route *route = routes_get(&t->routes, &edge, 1);
    bool any = false;
    *label = term_true(t->bank);
    if (!find_models(t, v, route, predicates, &any)) return false;
    uint32_t n = predicates->size, models = n ? t->precision->models.size / n : 0;
    if (!any)
        *label = term_false(t->bank);
    else if (n)
        *label = formula_of(t, predicates, 0, models, 0);
    return true;
}

static void set_used(struct tree *t, uint32_t v) {
    u32s *used = &t->precision->used;
    if (used->size <= v) vec_resize(used, v + 1);
    used->data[v] = t->precision->at.data[tree_node(t, v)->location].size;
}

void tree_label_with(struct tree *t, uint32_t v, term label) {
    term_list conjuncts = {0};
    term_conjuncts(t->bank, label, &conjuncts);
    vec_clear(&tree_node(t, v)->label);
    tree_node(t, v)->version++;
    vec_each (const term, c, &conjuncts) tree_add(t, v, tree_conjunct(t, *c));
    set_used(t, v);
    vec_free(&conjuncts);
}

static void add_predicate(struct tree *t, uint32_t location, term formula) {
    term_list *known = &t->precision->at.data[location], variables = {0};
    bool negated, own = true;
    term predicate = term_predicate(t->bank, formula, &negated);
    term_variables(t->bank, &predicate, 1, &variables);
    vec_each (const term, x, &variables) own &= program_find_variable(t->program, *x) != PROGRAM_NONE;
    own &= variables.size > 0;
    vec_free(&variables);
    vec_each (const term, p, known) own &= !term_same(*p, predicate);
    if (!own) return;
    vec_push(known, predicate);
    t->stats->predicates++;
}

static void add_atoms(struct tree *t, uint32_t v, term formula) {
    term_list atoms = {0};
    term_atoms(t->bank, &formula, 1, &atoms);
    vec_each (const term, a, &atoms) add_predicate(t, tree_node(t, v)->location, *a);
    vec_free(&atoms);
}

/* Atoms of interpolants of the infeasible path, at the locations of its nodes. False: there are none. */
static bool find_predicates(struct tree *t, const u32s *path) {
    term_list sequence = {0};
    t->misses = t->pause = 0; /* a refinement has no other way that is as good */
    bool found = tree_sequence(t, path, term_true(t->bank), &sequence);
    for (uint32_t i = 0; found && i < sequence.size; i++) add_atoms(t, path->data[i + 1], sequence.data[i]);
    t->stats->tree_sequences_used += found;
    if (!found && !tree_over(t) && tree_block(t, path, term_true(t->bank), false) == TREE_BLOCKED) {
        found = true;
        t->stats->tree_fallbacks++;
        for (uint32_t i = 1; i + 1 < path->size; i++)
            add_atoms(t, path->data[i], tree_label(t, path->data[i]));
    }
    vec_free(&sequence);
    return found;
}

/* The first node on the path that was made with fewer predicates than there are, if no node before it is dead; the end
 * of the path: none. */
static uint32_t find_pivot(struct tree *t, const u32s *path) {
    uint32_t i = 1;
    for (; i + 1 < path->size; i++) {
        uint32_t v = path->data[i];
        if (tree_node(t, v)->dead) return path->size;
        if (t->precision->used.data[v] < t->precision->at.data[tree_node(t, v)->location].size) break;
    }
    return i + 1 < path->size ? i : path->size;
}

/* Makes the label anew, and leaves it to be expanded again: what was below is no part of the tree any more. */
static bool redo(struct tree *t, uint32_t v) {
    struct tree_node *n = tree_node(t, v);
    term label;
    if (!tree_abstract(t, n->parent, n->edge, &label)) return false;
    vec_each (const uint32_t, child, &n->children) tree_prune(t, *child);
    vec_clear(&n->children);
    n->expanded = false;
    tree_label_with(t, v, label);
    vec_push(&t->leaves, v);
    return true;
}

bool tree_refine_precision(struct tree *t, const u32s *path) {
    t->stats->refinements++;
    if (path->size == 2) return true; /* the edge alone cannot be taken, and its end is dead from now on */
    if (!find_predicates(t, path)) return false;
    uint32_t pivot = find_pivot(t, path);
    if (pivot < path->size) return redo(t, path->data[pivot]);
    bool dead = false;
    for (uint32_t i = 1; i + 1 < path->size; i++) dead |= tree_node(t, path->data[i])->dead;
    return dead;
}
