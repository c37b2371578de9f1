/* Labels from interpolants ([CG12] section 5; without clauses, [McMillan, CAV 2006]).
 *
 * The path is written with a new version of a variable at each assignment, as
 *
 *     start(X) & T_1,  T_2,  ...,  T_n & target
 *
 * and a sequence of interpolants is asked for (refine/sequence.h, which checks it): of those conjuncts of
 * the formulas that an unsatisfiable core has, so that interpolants speak of little more than what makes
 * the path infeasible. A variable that occurs on both sides of a cut has there the version that is
 * current, so interpolants are formulas over the variables at their node. */
#include "engine/tree/tree.h"

#include "refine/sequence.h"

struct ssa {
    struct tree *t;
    const u32s *path;
    u8s in_target;                 /* by variable: it occurs in the target */
    term_list current;             /* by variable: its version */
    term_list parts;               /* conjuncts of all steps */
    u32s step_of;                  /* per part */
    term_list formulas;            /* per step: the conjunction of its parts in the core */
    VEC(struct substitution) back; /* per step: current versions behind it -> now */
    struct hash_map first, last;   /* variable of a formula -> first and last step with it */
    VEC(term_list) shared;         /* per cut */
};

/* Whether the value at a node can matter for the rest of the path. */
static bool matters(const struct ssa *s, uint32_t v, uint32_t variable) {
    const struct tree *t = s->t;
    return s->in_target.data[variable] ||
           t->live.data[tree_node(t, v)->location * t->program->variables.size + variable];
}

static void substitution_of(struct ssa *s, const struct route_edge *e, uint32_t step,
                            struct substitution *out) {
    struct tree *t = s->t;
    substitution_init(out, t->bank);
    for (uint32_t v = 0; v < s->current.size; v++)
        substitution_bind(out, t->program->variables.data[v].now, s->current.data[v]);
    for (uint32_t i = 0; e && i < e->inputs.size; i++)
        substitution_bind(out, e->inputs.data[i], routes_copy(&t->routes, e->inputs.data[i], step + 1));
}

static void add_part(struct ssa *s, uint32_t step, term formula) {
    uint32_t before = s->parts.size;
    term_conjuncts(s->t->bank, formula, &s->parts);
    for (uint32_t i = before; i < s->parts.size; i++) vec_push(&s->step_of, step);
}

/* T of step i, from node i to node i+1; makes the new versions. */
static void add_step(struct ssa *s, uint32_t i) {
    struct tree *t = s->t;
    uint32_t to = s->path->data[i + 1];
    const struct route_edge *e = routes_edge(&t->routes, tree_node(t, to)->edge);
    struct substitution before, back;
    substitution_of(s, e, i, &before);
    add_part(s, i, substitution_apply(&before, e->effect.guard));
    for (uint32_t v = 0; v < s->current.size; v++) {
        term now = t->program->variables.data[v].now, value = e->effect.values.data[v];
        if (term_same(value, now) || !matters(s, to, v)) continue;
        /* a copy of the variable, numbered by the step; inputs have copies of their own */
        s->current.data[v] = routes_copy(&t->routes, now, i + 1);
        add_part(s, i, term_eq(t->bank, s->current.data[v], substitution_apply(&before, value)));
    }
    substitution_fini(&before);
    substitution_init(&back, t->bank);
    for (uint32_t v = 0; v < s->current.size; v++)
        substitution_bind(&back, s->current.data[v], t->program->variables.data[v].now);
    vec_push(&s->back, back);
}

static void add_ends(struct ssa *s, term target) {
    struct tree *t = s->t;
    struct substitution last;
    substitution_of(s, NULL, 0, &last);
    add_part(s, s->path->size - 2, substitution_apply(&last, target));
    add_part(s, 0, tree_label(t, s->path->data[0]));
    substitution_fini(&last);
}

/* The path is infeasible because of some of its conjuncts: the formulas are made of these. False: it is
 * not known to be infeasible. */
static bool reduce(struct ssa *s) {
    struct tree *t = s->t;
    struct smt *smt = smt_new(t->bank, &(struct smt_settings){.context = t->routes.context,
                                                              .theories = t->routes.theories,
                                                              .purpose = SMT_BATCH,
                                                              .limits = t->task->limits,
                                                              .stats = t->stats,
                                                              .seed = (uint32_t)t->options->seed});
    enum { WORK = 5000000 }; /* about a second: a path that is harder than that has no small interpolants */
    smt_lits labels = {0};
    vec_each (const term, p, &s->parts) vec_push(&labels, smt_label(smt, *p));
    smt_work_limit(smt, WORK);
    bool infeasible = smt_check(smt, labels.data, labels.size) == SMT_UNSAT;
    VEC(term_list) needed = {0};
    vec_resize(&needed, s->path->size - 1);
    for (uint32_t i = 0; infeasible && i < s->parts.size; i++)
        if (smt_in_core(smt, i)) vec_push(&needed.data[s->step_of.data[i]], s->parts.data[i]);
    vec_each (term_list, n, &needed) {
        vec_push(&s->formulas, term_and(t->bank, n->data, n->size));
        vec_free(n);
    }
    vec_free(&needed);
    vec_free(&labels);
    smt_free(smt);
    return infeasible;
}

/* What occurs up to step i and behind it. */
static void find_shared(struct ssa *s) {
    term_list all = {0};
    for (uint32_t i = 0; i < s->formulas.size; i++) {
        term_list used = {0};
        term_variables(s->t->bank, &s->formulas.data[i], 1, &used);
        vec_each (const term, x, &used) {
            if (hash_map_get(&s->first, x->id) == HASH_NONE) {
                hash_map_put(&s->first, x->id, i);
                vec_push(&all, *x);
            }
            hash_map_put(&s->last, x->id, i);
        }
        vec_free(&used);
    }
    for (uint32_t cut = 0; cut + 1 < s->formulas.size; cut++) {
        term_list shared = {0};
        vec_each (const term, x, &all)
            if (hash_map_get(&s->first, x->id) <= cut && hash_map_get(&s->last, x->id) > cut)
                vec_push(&shared, *x);
        vec_push(&s->shared, shared);
    }
    vec_free(&all);
}

static bool ssa_init(struct ssa *s, struct tree *t, const u32s *path, term target) {
    *s = (struct ssa){.t = t, .path = path};
    vec_each (const struct program_variable, v, &t->program->variables) vec_push(&s->current, v->now);
    vec_resize(&s->in_target, t->program->variables.size);
    term_list used = {0};
    term_variables(t->bank, &target, 1, &used);
    vec_each (const term, x, &used) s->in_target.data[program_find_variable(t->program, *x)] = 1;
    vec_free(&used);
    for (uint32_t i = 0; i + 1 < path->size; i++) add_step(s, i);
    add_ends(s, target);
    bool infeasible = reduce(s);
    if (infeasible) find_shared(s);
    return infeasible;
}

static void ssa_fini(struct ssa *s) {
    vec_free(&s->in_target);
    vec_free(&s->current);
    vec_free(&s->parts);
    vec_free(&s->step_of);
    vec_free(&s->formulas);
    vec_each (struct substitution, b, &s->back) substitution_fini(b);
    vec_free(&s->back);
    vec_each (term_list, l, &s->shared) vec_free(l);
    vec_free(&s->shared);
    hash_map_free(&s->first);
    hash_map_free(&s->last);
}

/* Where interpolants are not found, they are seldom found for the next paths, which are longer: after each
 * failure twice as many paths are left out. */
static bool is_worth_trying(struct tree *t) {
    if (!t->pause || t->mode->abstract) return true; /* a refinement has no other way that is as good */
    t->pause--;
    return false;
}

static void note_result(struct tree *t, bool found) {
    enum { MOST = 6 };
    t->misses = found ? 0 : t->misses + 1;
    if (t->misses) t->pause = (1u << (t->misses < MOST ? t->misses : MOST)) - 1;
}

bool tree_sequence(struct tree *t, const u32s *path, term target, term_list *out) {
    struct ssa s;
    enum status status = STATUS_UNSUPPORTED;
    VEC(struct smt_link) links = {0};
    if (!is_worth_trying(t)) return false;
    t->stats->tree_sequences++;
    if (ssa_init(&s, t, path, target)) {
        vec_each (const term_list, l, &s.shared) vec_push(&links, (struct smt_link){l->data, l->size});
        vec_resize(out, path->size - 2);
        status = sequence_interpolants(t->bank, t->routes.context, s.formulas.data, s.formulas.size,
                                       links.data, t->task->limits, t->stats, out->data);
    }
    for (uint32_t i = 0; status == STATUS_OK && i < out->size; i++)
        out->data[i] = substitution_apply(&s.back.data[i], out->data[i]);
    if (limits_stopped_slow(t->task->limits)) t->stopped = true;
    vec_free(&links);
    ssa_fini(&s);
    note_result(t, status == STATUS_OK);
    return status == STATUS_OK;
}

bool tree_conjuncts_of(struct tree *t, term formula, u32s *out) {
    if (t->mode->raw) {
        vec_push(out, tree_conjunct(t, formula));
        return true;
    }
    /* A formula that shares much of itself counts for as often as it occurs: its clauses may be few beside that, and
     * still more than any label should have. */
    enum { MOST = 4000 };
    uint64_t size = tree_size(t, formula), factor = (uint64_t)t->options->tree_cnf;
    return tree_cnf(t, formula, size > MOST / factor ? MOST : factor * size, out);
}

bool tree_interpolate(struct tree *t, const u32s *path, term target) {
    if (path->size == 2) return true;
    term_list sequence = {0};
    VEC(u32s) labels = {0};
    bool done = tree_sequence(t, path, target, &sequence);
    for (uint32_t i = 0; done && i < sequence.size; i++) {
        u32s label = {0};
        done = tree_conjuncts_of(t, sequence.data[i], &label);
        vec_push(&labels, label);
    }
    for (uint32_t i = 0; done && i < labels.size; i++)
        vec_each (const uint32_t, c, &labels.data[i]) tree_add(t, path->data[i + 1], *c);
    t->stats->tree_sequences_used += done;
    vec_each (u32s, l, &labels) vec_free(l);
    vec_free(&labels);
    vec_free(&sequence);
    return done;
}
