/* Sequence interpolants; sequence.h has the rules. The part of the proof that the refutation rests on is copied once,
 * with pivots found and parts counted; then each cut is one pass over it. */
#include "engine/bit/interpolants.h"

struct link {
    uint32_t step;  /* in the core */
    uint32_t pivot; /* variable; meaningless for the first link of a chain */
};

struct core_step {
    uint32_t origin;      /* in the proof */
    uint32_t begin, end;  /* of its chain, in links; empty for original clauses */
    uint32_t first, last; /* lowest and highest part that it rests on */
};

struct core {
    const struct itp_problem *problem;
    VEC(struct core_step) steps; /* the refutation last */
    VEC(struct link) links;
    u32s last; /* by variable: the highest part in which it occurs */
};

static const struct proof_step *origin_of(const struct core *c, const struct core_step *s) {
    return &c->problem->proof->steps.data[s->origin];
}

static bool stopped(const struct itp_problem *p) {
    return p->limits && limits_stopped(p->limits);
}

static void occurs(struct core *c, sat_lit l, uint32_t part) {
    uint32_t v = sat_variable_of(l);
    if (c->last.size <= v) vec_resize(&c->last, v + v / 2 + 1);
    if (c->last.data[v] < part) c->last.data[v] = part;
}

/* Finds the pivots by replaying the chain; `marks` has a byte per literal code, all 0 between calls. */
static void replay(struct core *c, const struct core_step *s, u8s *marks) {
    const struct proof *proof = c->problem->proof;
    sat_lits marked = {0};
    for (uint32_t i = s->begin; i < s->end; i++) {
        struct link *link = &c->links.data[i];
        const struct proof_step *clause = origin_of(c, &c->steps.data[link->step]);
        for (uint32_t k = 0; k < clause->size; k++) {
            sat_lit l = proof_literals(proof, clause)[k];
            if (i > s->begin && marks->data[sat_not(l).code]) {
                link->pivot = sat_variable_of(l);
                marks->data[sat_not(l).code] = 0;
            } else {
                marks->data[l.code] = 1;
                vec_push(&marked, l);
            }
        }
    }
    vec_each (sat_lit, l, &marked) marks->data[l->code] = 0;
    vec_free(&marked);
}

static void add_original(struct core *c, struct core_step *s) {
    const struct proof_step *clause = origin_of(c, s);
    s->first = s->last = clause->part;
    assert(clause->part <= c->problem->cuts);
    for (uint32_t i = 0; i < clause->size; i++)
        occurs(c, proof_literals(c->problem->proof, clause)[i], clause->part);
}

static void add_derived(struct core *c, struct core_step *s, const uint32_t *index) {
    const struct proof_step *clause = origin_of(c, s);
    s->first = UINT32_MAX;
    for (uint32_t i = 0; i < clause->count; i++) {
        uint32_t step = index[proof_antecedents(c->problem->proof, clause)[i]];
        const struct core_step *antecedent = &c->steps.data[step];
        vec_push(&c->links, (struct link){step, UINT32_MAX});
        if (antecedent->first < s->first) s->first = antecedent->first;
        if (antecedent->last > s->last) s->last = antecedent->last;
    }
    s->end = c->links.size;
}

static void core_init(struct core *c, const struct itp_problem *problem) {
    const struct proof *proof = problem->proof;
    *c = (struct core){.problem = problem};
    bool *needed = proof_core(proof, proof->refutation);
    uint32_t *index = mem_new_array(uint32_t, proof->refutation + 1);
    for (uint32_t i = 0; i <= proof->refutation; i++) {
        if (!needed[i]) continue;
        struct core_step s = {.origin = i, .begin = c->links.size, .end = c->links.size};
        if (proof->steps.data[i].count)
            add_derived(c, &s, index);
        else
            add_original(c, &s);
        index[i] = c->steps.size;
        vec_push(&c->steps, s);
    }
    const struct proof_step *refutation = &proof->steps.data[proof->refutation];
    for (uint32_t i = 0; i < refutation->size; i++) /* assumptions: unit clauses of the last part */
        occurs(c, proof_literals(proof, refutation)[i], problem->cuts);
    u8s marks = {0};
    vec_resize(&marks, 2 * c->last.size + 2);
    vec_each (struct core_step, s, &c->steps) replay(c, s, &marks);
    vec_free(&marks);
    mem_free(index);
    mem_free(needed);
    if (!problem->stats) return;
    problem->stats->proof_core_steps += c->steps.size;
    problem->stats->proof_core_links += c->links.size;
}

static void core_fini(struct core *c) {
    vec_free(&c->steps);
    vec_free(&c->links);
    vec_free(&c->last);
}

/* One cut. Its formulas are made in a graph of their own, because most of them are needed no longer than the pass. */
struct cut {
    const struct core *core;
    uint32_t number;
    struct aig *graph;
    u32s shared;        /* by node of the graph: the variable of the leaf, UINT32_MAX for others */
    aig_lits variables; /* by variable: its leaf in the graph, AIG_NONE before it is needed */
    aig_lits formulas;  /* by step of the core: its partial interpolant, AIG_NONE when not needed */
    aig_lits operands;  /* scratch */
};

static aig_lit leaf(struct cut *cut, sat_lit l) {
    uint32_t v = sat_variable_of(l);
    while (cut->variables.size <= v) vec_push(&cut->variables, AIG_NONE);
    if (cut->variables.data[v].code == UINT32_MAX) {
        cut->variables.data[v] = aig_leaf(cut->graph);
        while (cut->shared.size < aig_size(cut->graph)) vec_push(&cut->shared, UINT32_MAX);
        vec_last(&cut->shared) = v;
    }
    return aig_not_if(cut->variables.data[v], sat_sign(l));
}

/* For a clause that rests on parts before the cut only: its literals that occur after the cut. */
static aig_lit formula_of_clause(struct cut *cut, const struct proof_step *clause) {
    vec_clear(&cut->operands);
    for (uint32_t i = 0; i < clause->size; i++) {
        sat_lit l = proof_literals(cut->core->problem->proof, clause)[i];
        if (cut->core->last.data[sat_variable_of(l)] >= cut->number) vec_push(&cut->operands, leaf(cut, l));
    }
    return aig_or_all(cut->graph, cut->operands.data, cut->operands.size);
}

static aig_lit formula_of_chain(struct cut *cut, const struct core_step *s) {
    const struct core *c = cut->core;
    aig_lit formula = cut->formulas.data[c->links.data[s->begin].step];
    for (uint32_t i = s->begin + 1; i < s->end; i++) {
        struct link link = c->links.data[i];
        bool local = c->last.data[link.pivot] < cut->number;
        formula = (local ? aig_or : aig_and)(cut->graph, formula, cut->formulas.data[link.step]);
    }
    return formula;
}

static bool mixed(const struct cut *cut, const struct core_step *s) {
    return s->first < cut->number && s->last >= cut->number;
}

/* The steps whose formulas the refutation's one is made of; from the back, as chains point backwards. */
static bool *needed_steps(const struct cut *cut) {
    const struct core *c = cut->core;
    bool *needed = mem_new_array(bool, c->steps.size);
    needed[c->steps.size - 1] = true;
    for (uint32_t i = c->steps.size; i-- > 0;) {
        const struct core_step *s = &c->steps.data[i];
        if (!needed[i] || !mixed(cut, s)) continue;
        for (uint32_t k = s->begin; k < s->end; k++) needed[c->links.data[k].step] = true;
    }
    return needed;
}

static bool make_formulas(struct cut *cut) {
    const struct core *c = cut->core;
    bool *needed = needed_steps(cut), done = true;
    for (uint32_t i = 0; i < c->steps.size && done; i++) {
        const struct core_step *s = &c->steps.data[i];
        aig_lit formula = AIG_NONE;
        if (needed[i])
            formula = s->first >= cut->number ? AIG_TRUE
                      : s->last < cut->number ? formula_of_clause(cut, origin_of(c, s))
                                              : formula_of_chain(cut, s);
        vec_push(&cut->formulas, formula);
        done = !stopped(c->problem);
    }
    mem_free(needed);
    return done;
}

/* Copies the result into the problem's graph. */
static aig_lit deliver(const struct cut *cut, aig_lit formula) {
    const struct itp_problem *p = cut->core->problem;
    aig_lits map = {0};
    vec_push(&map, AIG_FALSE);
    for (uint32_t node = 1; node < aig_size(cut->graph); node++) {
        uint32_t v = node < cut->shared.size ? cut->shared.data[node] : UINT32_MAX;
        assert(v == UINT32_MAX || (v < p->leaves.size && p->leaves.data[v].code != UINT32_MAX));
        vec_push(&map, v == UINT32_MAX ? AIG_NONE : p->leaves.data[v]);
    }
    aig_lit copy = aig_copy_cone(p->graph, cut->graph, formula, map.data);
    vec_free(&map);
    return copy;
}

static bool interpolate(const struct core *c, uint32_t number, aig_lits *sequence) {
    struct cut cut = {.core = c, .number = number, .graph = aig_new()};
    bool done = make_formulas(&cut);
    if (done) vec_push(sequence, deliver(&cut, vec_last(&cut.formulas)));
    vec_free(&cut.shared);
    vec_free(&cut.variables);
    vec_free(&cut.formulas);
    vec_free(&cut.operands);
    aig_free(cut.graph);
    return done;
}

bool itp_sequence(const struct itp_problem *problem, aig_lits *sequence) {
    struct core core;
    uint32_t before = sequence->size;
    core_init(&core, problem);
    bool done = true;
    for (uint32_t i = 1; i <= problem->cuts && done; i++) done = interpolate(&core, i, sequence);
    core_fini(&core);
    if (!done) vec_shrink(sequence, before);
    if (done && problem->stats) problem->stats->interpolants += problem->cuts;
    return done;
}
