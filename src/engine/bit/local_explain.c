/* What an abstract counterexample depends on ([BIMM12] section IV: trace minimization by ternary and SAT analysis).
 *
 * Ternary analysis walks back from the violation and the constraints through simulated values. A conjunction that is
 * true needs both its fan-ins, one that is false needs one of those that are false; the walk takes the cheaper one,
 * where the cost of a value estimates how many more cutpoints it needs. What it meets at inputs and cutpoints forces
 * the violation in ternary simulation with everything else unknown.
 *
 * SAT analysis then asks whether the violation is forced without some of the cutpoints: the values that are left are
 * assumptions, the target is negated, and an unsatisfiable core says which were needed. */
#include "engine/bit/local_internal.h"

#include "aig/simulate.h"

enum { COST_MOST = 1u << 30 };

struct walk {
    const struct abstraction *abstraction;
    const struct circuit *circuit; /* the abstraction's */
    const struct trace *trace;
    u8s states;       /* per step: per latch, its value */
    u32s state_costs; /* likewise */
    uint8_t *values;  /* per node, of the step at hand */
    uint32_t *costs;  /* likewise */
    bool *required;   /* likewise */
    bool *used;       /* per input: a cutpoint that is needed anyway, in a later step */
    bool *needed;     /* per latch, at the beginning of the step after the one at hand */
};

/* Values and costs of all nodes in a step, from those of its state. */
static void simulate_step(struct walk *w, uint32_t step) {
    const struct circuit *c = w->circuit;
    for (uint32_t i = 0; i < c->latches.size; i++) {
        uint32_t node = aig_node(c->latches.data[i].lit), at = step * c->latches.size + i;
        w->values[node] = w->states.data[at];
        w->costs[node] = w->state_costs.data[at];
    }
    for (uint32_t i = 0; i < c->inputs.size; i++) {
        uint32_t node = aig_node(c->inputs.data[i].lit);
        w->values[node] = trace_inputs(w->trace, step)[i] == 1;
        w->costs[node] = w->abstraction->inputs.data[i].kind == LEAF_LATCH && !w->used[i];
    }
    simulate_ternary(c->graph, w->values); /* all values are known: plain simulation */
    w->costs[0] = 0;
    for (uint32_t n = 1; n < aig_size(c->graph); n++) {
        if (!aig_is_gate(c->graph, n)) continue;
        aig_lit l = aig_left(c->graph, n), r = aig_right(c->graph, n);
        uint32_t left = w->costs[aig_node(l)], right = w->costs[aig_node(r)];
        if (w->values[n])
            w->costs[n] = left + right < COST_MOST ? left + right : COST_MOST;
        else if (simulate_ternary_value(w->values, l) == TERNARY_TRUE)
            w->costs[n] = right;
        else if (simulate_ternary_value(w->values, r) == TERNARY_TRUE)
            w->costs[n] = left;
        else
            w->costs[n] = left < right ? left : right;
    }
}

static void simulate_forward(struct walk *w) {
    const struct circuit *c = w->circuit;
    uint32_t n = c->latches.size;
    vec_resize(&w->states, w->trace->steps * n);
    vec_resize(&w->state_costs, w->trace->steps * n);
    for (uint32_t i = 0; i < n; i++) w->states.data[i] = w->trace->initial.data[i] == 1;
    for (uint32_t step = 0; step + 1 < w->trace->steps; step++) {
        simulate_step(w, step);
        for (uint32_t i = 0; i < n; i++) {
            aig_lit next = c->latches.data[i].next;
            w->states.data[(step + 1) * n + i] = (uint8_t)simulate_ternary_value(w->values, next);
            w->state_costs.data[(step + 1) * n + i] = w->costs[aig_node(next)];
        }
    }
}

/* The gate is required: so are enough of its fan-ins. */
static void require_fanins(struct walk *w, uint32_t gate) {
    aig_lit l = aig_left(w->circuit->graph, gate), r = aig_right(w->circuit->graph, gate);
    uint32_t left = aig_node(l), right = aig_node(r);
    if (w->values[gate]) {
        w->required[left] = w->required[right] = true;
    } else if (simulate_ternary_value(w->values, l) == TERNARY_TRUE) {
        w->required[right] = true;
    } else if (simulate_ternary_value(w->values, r) == TERNARY_TRUE) {
        w->required[left] = true;
    } else if (!w->required[left] && !w->required[right]) {
        w->required[w->costs[left] <= w->costs[right] ? left : right] = true;
    }
}

static void walk_step(struct walk *w, uint32_t step, assigned_list *result) {
    const struct circuit *c = w->circuit;
    simulate_step(w, step);
    memset(w->required, 0, aig_size(c->graph) * sizeof *w->required);
    vec_each (const struct signal, s, &c->constraints) w->required[aig_node(s->lit)] = true;
    if (step + 1 == w->trace->steps) w->required[aig_node(c->properties.data[w->trace->property].bad)] = true;
    for (uint32_t i = 0; i < c->latches.size; i++)
        if (w->needed[i]) w->required[aig_node(c->latches.data[i].next)] = true;
    for (uint32_t n = aig_size(c->graph); n-- > 1;)
        if (w->required[n] && aig_is_gate(c->graph, n)) require_fanins(w, n);
    for (uint32_t i = 0; i < c->latches.size; i++)
        w->needed[i] = w->required[aig_node(c->latches.data[i].lit)];
    for (uint32_t i = 0; i < c->inputs.size; i++) {
        uint32_t node = aig_node(c->inputs.data[i].lit);
        if (!w->required[node]) continue;
        vec_push(result, (struct assigned){i, step, w->values[node]});
        w->used[i] = true;
    }
}

void local_justify(const struct abstraction *a, const struct trace *trace, assigned_list *result) {
    uint32_t size = aig_size(a->circuit->graph);
    struct walk w = {.abstraction = a, .circuit = a->circuit, .trace = trace};
    w.values = mem_new_array(uint8_t, size);
    w.costs = mem_new_array(uint32_t, size);
    w.required = mem_new_array(bool, size);
    w.used = mem_new_array(bool, a->inputs.size + 1);
    w.needed = mem_new_array(bool, a->latches.size + 1);
    simulate_forward(&w);
    for (uint32_t step = trace->steps; step-- > 0;) walk_step(&w, step, result);
    vec_free(&w.states);
    vec_free(&w.state_costs);
    mem_free(w.values);
    mem_free(w.costs);
    mem_free(w.required);
    mem_free(w.used);
    mem_free(w.needed);
}

/* SAT analysis. */

struct reduction {
    struct local *local;
    const struct abstraction *abstraction;
    const assigned_list *values;
    sat_lits literals; /* of the values */
    sat_lit target;
    bool *active; /* per input of the abstraction: a cutpoint that is still assigned */
};

static bool is_cutpoint(const struct reduction *r, uint32_t value) {
    return r->abstraction->inputs.data[r->values->data[value].input].kind == LEAF_LATCH;
}

/* abstraction & inputs & active cutpoints & not target  unsatisfiable? Then what is not in the core is active no
 * more. Cores prefer what was assumed first. */
static bool forced(struct reduction *r, bool backwards) {
    enum { CONFLICTS = 1000 };
    struct local *s = r->local;
    struct sat *sat = switched_solver(s->formula);
    uint32_t n = r->values->size;
    local_bmc_assume_abstraction(s);
    for (uint32_t i = 0; i < n; i++)
        if (!is_cutpoint(r, i)) vec_push(&s->assumptions, r->literals.data[i]);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = backwards ? n - 1 - i : i;
        if (is_cutpoint(r, at) && r->active[r->values->data[at].input])
            vec_push(&s->assumptions, r->literals.data[at]);
    }
    vec_push(&s->assumptions, sat_not(r->target));
    if (switched_solve(s->formula, s->assumptions.data, s->assumptions.size, CONFLICTS, &s->left) !=
        SAT_REFUTED)
        return false;
    bool *core = mem_new_array(bool, r->abstraction->inputs.size + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t input = r->values->data[i].input;
        if (is_cutpoint(r, i) && r->active[input] && sat_failed(sat, r->literals.data[i])) core[input] = true;
    }
    mem_free(r->active);
    r->active = core;
    return true;
}

static uint32_t count_active(const struct reduction *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->abstraction->inputs.size; i++) count += r->active[i];
    return count;
}

/* Cores of both orders in turn while they shrink, then one cutpoint after the other until too many in a row are needed.
 * That a core exists is clear, unless the work is used up; to find that a single cutpoint is needed takes a model of
 * the whole formula, which is dear. */
static void reduce(struct reduction *r) {
    struct local *s = r->local;
    uint32_t all = count_active(r), before = all + 1, now = all;
    for (bool backwards = false; now < before && now > 1; backwards = !backwards) {
        if (!forced(r, backwards)) return;
        before = now;
        now = count_active(r);
    }
    int64_t failures = 0;
    for (uint32_t i = 0; i < r->abstraction->inputs.size && failures < s->options->local_tries; i++) {
        if (!r->active[i] || !s->left || local_stopped(s)) continue;
        r->active[i] = false;
        failures++;
        if (forced(r, false))
            failures = 0;
        else
            r->active[i] = true;
    }
    s->stats->local_sat_dropped += all - count_active(r);
}

static sat_lit literal_of(struct local *s, const struct abstraction *a, struct assigned value) {
    struct leaf leaf = a->inputs.data[value.input];
    aig_lit lit = leaf.kind == LEAF_INPUT ? s->circuit->inputs.data[leaf.index].lit
                                          : s->circuit->latches.data[leaf.index].lit;
    return sat_not_if(switched_at(s->formula, lit, value.step), !value.value);
}

void local_explain(struct local *s, const struct abstraction *a, const struct trace *trace, u32s *cutpoints) {
    assigned_list values = {0};
    local_justify(a, trace, &values);
    struct reduction r = {.local = s, .abstraction = a, .values = &values};
    r.active = mem_new_array(bool, a->inputs.size + 1);
    vec_each (const struct assigned, v, &values)
        r.active[v->input] |= a->inputs.data[v->input].kind == LEAF_LATCH;
    /* A long counterexample of ic3 may be far beyond what the formula covers: what it would take counts, too. */
    uint64_t size = (uint64_t)aig_size(a->circuit->graph) * trace->steps;
    if (s->options->local_sat && s->left / 4 > size) {
        r.target = local_bmc_target(s, a->properties.data[trace->property], trace->steps - 1);
        vec_each (const struct assigned, v, &values) vec_push(&r.literals, literal_of(s, a, *v));
        reduce(&r);
    }
    for (uint32_t i = 0; i < a->inputs.size; i++)
        if (r.active[i]) vec_push(cutpoints, a->inputs.data[i].index);
    mem_free(r.active);
    vec_free(&r.literals);
    vec_free(&values);
}
