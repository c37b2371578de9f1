#include "engine/bit/steps.h"

enum { NONE = 0xffffffffu };

struct steps {
    const struct circuit *circuit;
    const struct encoding *encoding;
    struct sat *sat;
    struct proof *proof;
    bool reset;
    u32s latches;        /* by variable of the netlist: the position of the latch, or NONE */
    VEC(u32s) variables; /* per step, by variable of the netlist: that of the solver, or NONE */
    aig_lits leaves;     /* by variable of the solver */
    uint64_t counted_steps, counted_links; /* of the proof, in the statistics */
};

struct item {
    uint32_t step, variable; /* of the netlist */
};
typedef VEC(struct item) items;

static void fill(u32s *v, uint32_t n) {
    vec_reserve(v, n);
    while (v->size < n) vec_push(v, NONE);
}

struct steps *steps_new(const struct circuit *circuit, const struct encoding *encoding, struct sat *sat,
                        struct proof *proof, bool reset) {
    struct steps *s = mem_new(struct steps);
    s->circuit = circuit;
    s->encoding = encoding;
    s->sat = sat;
    s->proof = proof;
    s->reset = reset;
    fill(&s->latches, encoding->netlist->variables);
    for (uint32_t i = 0; i < circuit->latches.size; i++)
        s->latches.data[sat_variable_of(encoding_lit(encoding, circuit->latches.data[i].lit))] = i;
    return s;
}

void steps_free(struct steps *s) {
    if (!s) return;
    vec_each (u32s, step, &s->variables) vec_free(step);
    vec_free(&s->variables);
    vec_free(&s->latches);
    vec_free(&s->leaves);
    mem_free(s);
}

static sat_lit instance(const struct steps *s, sat_lit l, uint32_t step) {
    return sat_make(s->variables.data[step].data[sat_variable_of(l)], sat_sign(l));
}

static bool present_or_push(const struct steps *s, uint32_t variable, uint32_t step, items *stack) {
    if (s->variables.data[step].data[variable] != NONE) return true;
    vec_push(stack, (struct item){step, variable});
    return false;
}

static sat_lit make_variable(struct steps *s, struct item item, aig_lit leaf) {
    uint32_t v = sat_variable(s->sat);
    assert(v == s->leaves.size);
    vec_push(&s->leaves, leaf);
    s->variables.data[item.step].data[item.variable] = v;
    return sat_make(v, false);
}

static bool make_latch(struct steps *s, struct item item, uint32_t position, items *stack) {
    const struct latch *latch = &s->circuit->latches.data[position];
    if (!item.step) {
        sat_lit x = make_variable(s, item, AIG_NONE);
        assert(!latch_has_function(latch));
        s->proof->part = 0;
        if (s->reset && !latch_is_free(latch))
            sat_add1(s->sat, sat_not_if(x, aig_same(latch->reset, AIG_FALSE)));
        return true;
    }
    sat_lit next = encoding_lit(s->encoding, latch->next);
    if (!present_or_push(s, sat_variable_of(next), item.step - 1, stack)) return false;
    sat_lit x = make_variable(s, item, aig_make(1 + position, false));
    next = instance(s, next, item.step - 1);
    s->proof->part = item.step - 1;
    sat_add2(s->sat, sat_not(x), next);
    sat_add2(s->sat, x, sat_not(next));
    return true;
}

static void add_gate_clauses(struct steps *s, struct item item) {
    const struct netlist *n = s->encoding->netlist;
    sat_lits clause = {0};
    s->proof->part = item.step;
    for (uint32_t at = n->clause_begin.data[item.variable]; at < n->clause_begin.data[item.variable + 1];
         at += 1 + n->clauses.data[at]) {
        vec_clear(&clause);
        for (uint32_t i = 1; i <= n->clauses.data[at]; i++)
            vec_push(&clause, instance(s, (sat_lit){n->clauses.data[at + i]}, item.step));
        sat_add(s->sat, clause.data, clause.size);
    }
    vec_free(&clause);
}

/* Gives the solver a variable of the netlist in a step, once what it is made of is there. */
static bool make(struct steps *s, struct item item, items *stack) {
    const struct netlist *n = s->encoding->netlist;
    if (s->latches.data[item.variable] != NONE)
        return make_latch(s, item, s->latches.data[item.variable], stack);
    bool ready = true;
    for (uint32_t i = n->fanin_begin.data[item.variable]; i < n->fanin_begin.data[item.variable + 1]; i++)
        ready &= present_or_push(s, n->fanins.data[i], item.step, stack);
    if (!ready) return false;
    (void)make_variable(s, item, AIG_NONE);
    add_gate_clauses(s, item);
    return true;
}

sat_lit steps_at(struct steps *s, aig_lit l, uint32_t step) {
    sat_lit encoded = encoding_lit(s->encoding, l);
    while (s->variables.size <= step) {
        vec_push(&s->variables, ((u32s){0}));
        fill(&vec_last(&s->variables), s->encoding->netlist->variables);
    }
    items stack = {0};
    vec_push(&stack, ((struct item){step, sat_variable_of(encoded)}));
    while (stack.size) {
        struct item item = vec_last(&stack);
        if (s->variables.data[item.step].data[item.variable] != NONE || make(s, item, &stack))
            (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return instance(s, encoded, step);
}

void steps_exclude(struct steps *s, const uint32_t *cube, uint32_t n, uint32_t step) {
    sat_lits clause = {0};
    for (uint32_t i = 0; i < n; i++) {
        sat_lit x = steps_at(s, s->circuit->latches.data[cube[i] >> 1].lit, step);
        vec_push(&clause, sat_not_if(x, !(cube[i] & 1)));
    }
    s->proof->part = step;
    sat_add(s->sat, clause.data, clause.size);
    vec_free(&clause);
}

void steps_assert_constraints(struct steps *s, uint32_t step) {
    vec_each (const struct signal, c, &s->circuit->constraints) {
        sat_lit l = steps_at(s, c->lit, step);
        s->proof->part = step;
        sat_add1(s->sat, l);
    }
}

struct aig *steps_graph(const struct circuit *circuit) {
    struct aig *graph = aig_new();
    for (uint32_t i = 0; i < circuit->latches.size; i++) (void)aig_leaf(graph);
    return graph;
}

static void count_proof(struct steps *s, struct stats *stats) {
    stats->proof_steps += s->proof->total_steps - s->counted_steps;
    stats->proof_links += s->proof->total_links - s->counted_links;
    s->counted_steps = s->proof->total_steps;
    s->counted_links = s->proof->total_links;
}

static uint32_t gates_of(const struct aig *graph, aig_lit formula) {
    bool *cone = mem_new_array(bool, aig_size(graph));
    uint32_t gates = 0;
    aig_mark_cone(graph, formula, cone);
    for (uint32_t node = 1; node < aig_size(graph); node++) gates += cone[node] && aig_is_gate(graph, node);
    mem_free(cone);
    return gates;
}

/* A sentence when the proof or the sequence is wrong. */
static const char *verify(const struct steps *s, const struct itp_problem *problem, const aig_lit *sequence) {
    const char *wrong = proof_check(s->proof, s->proof->refutation, NULL);
    return wrong ? wrong : itp_verify(problem, sequence);
}

bool steps_interpolate(struct steps *s, const struct engine_task *task, uint32_t last, struct aig *graph,
                       aig_lits *sequence, const char **broken) {
#ifdef NDEBUG
    bool check = task->options->check_interpolants;
#else
    bool check = true;
#endif
    struct itp_problem problem = {.proof = s->proof,
                                  .cuts = last,
                                  .graph = graph,
                                  .leaves = s->leaves,
                                  .limits = task->limits,
                                  .stats = task->stats};
    uint32_t before = sequence->size;
    count_proof(s, task->stats);
    if (!itp_sequence(&problem, sequence)) return false;
    if (check) *broken = verify(s, &problem, sequence->data + before);
    if (*broken) vec_shrink(sequence, before);
    for (uint32_t i = before; i < sequence->size; i++)
        task->stats->interpolant_ands += gates_of(graph, sequence->data[i]);
    return !*broken;
}

/* What was never asked for does not matter, but a latch without its reset value would be none of the circuit's. */
struct trace *steps_trace(const struct steps *s, uint32_t property, uint32_t last) {
    assert(s->reset);
    struct trace *trace = trace_new(s->circuit, property);
    for (uint32_t i = 0; i < s->circuit->latches.size; i++) {
        const struct latch *l = &s->circuit->latches.data[i];
        sat_lit x = encoding_lit(s->encoding, l->lit);
        bool known = s->variables.data[0].data[sat_variable_of(x)] != NONE;
        trace->initial.data[i] = !latch_is_free(l) ? aig_same(l->reset, AIG_TRUE)
                                 : known           ? sat_value(s->sat, instance(s, x, 0))
                                                   : TRACE_X;
    }
    for (uint32_t step = 0; step <= last; step++) {
        uint8_t *values = trace_add_step(trace);
        for (uint32_t i = 0; i < s->circuit->inputs.size; i++) {
            sat_lit x = encoding_lit(s->encoding, s->circuit->inputs.data[i].lit);
            bool known = s->variables.data[step].data[sat_variable_of(x)] != NONE;
            values[i] = known ? sat_value(s->sat, instance(s, x, step)) : TRACE_X;
        }
    }
    return trace;
}
