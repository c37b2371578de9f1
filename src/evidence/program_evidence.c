/* Evidence about programs: in memory, and its way back to the automaton as read. */
#include "evidence/program_evidence.h"

struct program_trace *program_trace_new(void) {
    return mem_new(struct program_trace);
}

void program_trace_free(struct program_trace *t) {
    if (!t) return;
    vec_free(&t->initial);
    vec_free(&t->edges);
    vec_free(&t->inputs);
    mem_free(t);
}

struct program_invariant *program_invariant_new(const struct program *program) {
    struct program_invariant *i = mem_new(struct program_invariant);
    i->depth = 1;
    vec_resize(&i->at, program->locations.size);
    return i;
}

void program_invariant_free(struct program_invariant *i) {
    if (!i) return;
    vec_free(&i->at);
    mem_free(i);
}

/* ---- traces ----
 *
 * A step of the trace names an edge, not the branches that are taken on it. They are found by running the
 * trace: a depth-first search over the steps, in which program_execute finds a way through one edge. When the
 * next edge cannot be taken from the state reached, that state is excluded, and the edge is tried again. */

struct step {
    term_list state;    /* before it */
    term_list excluded; /* formulas: not this state before the step */
    term_list inputs;   /* by site */
    u32s tags, sites;   /* passed on it */
};

struct replay {
    const struct program_trace *trace;
    struct program *program;
    VEC(struct step) steps; /* one more than edges: the last one is the end */
};

static bool edges_fit(const struct program_trace *trace, const struct program *program) {
    uint32_t at = program->initial;
    vec_each (const uint32_t, e, &trace->edges) {
        if (*e >= program->edges.size || program->edges.data[*e].from != at) return false;
        at = program->edges.data[*e].to;
    }
    if (at != program->error || trace->initial.size != program->variables.size) return false;
    vec_each (const struct program_input_value, i, &trace->inputs)
        if (i->step >= trace->edges.size || i->site >= program->sites.size) return false;
    return true;
}

static void replay_init(struct replay *r, const struct program_trace *trace, struct program *program) {
    *r = (struct replay){.trace = trace, .program = program};
    vec_resize(&r->steps, trace->edges.size + 1);
    vec_each (struct step, s, &r->steps) vec_resize(&s->state, program->variables.size);
    vec_each (struct step, s, &r->steps) vec_resize(&s->inputs, program->sites.size);
    vec_each (const struct program_input_value, i, &trace->inputs)
        r->steps.data[i->step].inputs.data[i->site] = i->value;
    for (uint32_t v = 0; v < program->variables.size; v++) {
        term t = trace->initial.data[v];
        if (term_is_none(t))
            t = value_default(program->terms, term_sort(program->terms, program->variables.data[v].now));
        r->steps.data[0].state.data[v] = t;
    }
}

static void replay_fini(struct replay *r) {
    vec_each (struct step, s, &r->steps) {
        vec_free(&s->state);
        vec_free(&s->excluded);
        vec_free(&s->inputs);
        vec_free(&s->tags);
        vec_free(&s->sites);
    }
    vec_free(&r->steps);
}

static void exclude(struct replay *r, struct step *s) {
    struct terms *b = r->program->terms;
    term_list same = {0};
    for (uint32_t v = 0; v < r->program->variables.size; v++)
        vec_push(&same, term_eq(b, r->program->variables.data[v].now, s->state.data[v]));
    vec_push(&s->excluded, term_not(b, term_and(b, same.data, same.size)));
    vec_free(&same);
}

/* Takes edge i from the state before it to a state that is not excluded after it. */
static bool take(struct replay *r, uint32_t i) {
    struct step *s = &r->steps.data[i], *next = s + 1;
    vec_clear(&s->tags);
    vec_clear(&s->sites);
    vec_clear(&next->state);
    vec_append(&next->state, s->state.data, s->state.size);
    term post = term_and(r->program->terms, next->excluded.data, next->excluded.size);
    program_command command = r->program->edges.data[r->trace->edges.data[i]].command;
    return program_execute(r->program, command, next->state.data, s->inputs.data, post, &s->tags, &s->sites);
}

static bool replay_run(struct replay *r) {
    for (uint32_t i = 0; i < r->trace->edges.size;) {
        if (take(r, i)) {
            i++;
            continue;
        }
        if (!i) return false;
        exclude(r, &r->steps.data[i]);
        i--;
    }
    return true;
}

/* The values for one edge of `to`: those that entered at the sites with its sites as origin, in order of
 * execution. `passed` are the sites of `from` on this step that no edge has claimed yet (PROGRAM_NONE: claimed). */
static void add_inputs(struct program_trace *back, struct program *to, uint32_t edge,
                       const struct program *from, const struct step *s, u32s *passed,
                       struct term_copier *copier) {
    program_command_list points = {0};
    program_points(to, to->edges.data[edge].command, &points);
    vec_each (const program_command, c, &points) {
        struct program_node node = program_node(to, *c);
        if (node.kind != PROGRAM_STEP || node.action.kind != PROGRAM_HAVOC) continue;
        uint32_t site = node.action.site;
        term value = TERM_NONE;
        for (uint32_t i = 0; i < passed->size && term_is_none(value); i++) {
            uint32_t p = passed->data[i];
            if (p == PROGRAM_NONE || from->sites.data[p].origin != site) continue;
            passed->data[i] = PROGRAM_NONE;
            if (term_is_none(s->inputs.data[p])) break;
            value = copier_apply(copier, s->inputs.data[p]);
        }
        if (term_is_none(value))
            value = value_default(to->terms, term_sort(to->terms, to->sites.data[site].input));
        vec_push(&back->inputs, (struct program_input_value){back->edges.size, site, value});
    }
    vec_free(&points);
    vec_push(&back->edges, edge);
}

static bool has_tags(const struct program *program) {
    bool found = false;
    program_command_list points = {0};
    for (uint32_t e = 0; e < program->edges.size && !found; e++) {
        vec_clear(&points);
        program_points(program, program->edges.data[e].command, &points);
        for (uint32_t i = 0; i < points.size && !found; i++) {
            struct program_node node = program_node(program, points.data[i]);
            found = node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_TAG;
        }
    }
    vec_free(&points);
    return found;
}

static struct program_trace *carry_back(const struct replay *r, struct program *to) {
    const struct program *from = r->program;
    struct program_trace *back = program_trace_new();
    struct term_copier copier;
    copier_init(&copier, from->terms, to->terms);
    vec_each (const struct program_variable, v, &to->variables)
        vec_push(&back->initial, value_default(to->terms, term_sort(to->terms, v->now)));
    for (uint32_t v = 0; v < from->variables.size; v++) {
        uint32_t origin = from->variables.data[v].origin;
        if (origin < to->variables.size)
            back->initial.data[origin] = copier_apply(&copier, r->steps.data[0].state.data[v]);
    }
    bool tagged = has_tags(from);
    for (uint32_t i = 0; i < r->trace->edges.size; i++) {
        const struct step *s = &r->steps.data[i];
        u32s passed = {0}, edges = {0};
        vec_append(&passed, s->sites.data, s->sites.size);
        vec_append(&edges, s->tags.data, s->tags.size);
        if (!tagged) vec_push(&edges, r->trace->edges.data[i]);
        vec_each (const uint32_t, e, &edges) {
            assert(*e < to->edges.size);
            add_inputs(back, to, *e, from, s, &passed, &copier);
        }
        vec_free(&passed);
        vec_free(&edges);
    }
    copier_fini(&copier);
    return back;
}

struct program_trace *program_trace_back(const struct program_trace *trace, struct program *from,
                                         struct program *to) {
    if (!edges_fit(trace, from)) return NULL;
    struct replay r;
    replay_init(&r, trace, from);
    struct program_trace *back = replay_run(&r) ? carry_back(&r, to) : NULL;
    replay_fini(&r);
    return back;
}

/* ---- invariants ---- */

/* Edges that need no formula: an assumption on them simplifies to false. */
static void find_blocked(const struct program *program, u8s *blocked) {
    struct terms *bank = terms_new(TERMS_SIMPLIFY);
    struct term_copier copier;
    copier_init(&copier, program->terms, bank);
    program_command_list points = {0};
    vec_resize(blocked, program->edges.size);
    for (uint32_t e = 0; e < program->edges.size; e++) {
        vec_clear(&points);
        program_points(program, program->edges.data[e].command, &points);
        bool has_choice = false;
        vec_each (const program_command, c, &points) {
            struct program_node node = program_node(program, *c);
            has_choice |= node.kind == PROGRAM_CHOICE;
            if (node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_ASSUME && !has_choice)
                blocked->data[e] |= term_is(bank, copier_apply(&copier, node.action.condition), TERM_FALSE);
        }
    }
    vec_free(&points);
    copier_fini(&copier);
    terms_free(bank);
}

/* Marks what can be reached in the graph from a location, along the edges or against them. Edges that the
 * reader could not express lead to the error location and nowhere else. */
static void reach(const struct program *program, const u8s *blocked, uint32_t start, bool backward,
                  u8s *marks) {
    u32s todo = {0};
    VEC(u32s) next = {0};
    vec_resize(&next, program->locations.size);
    for (uint32_t e = 0; e < program->edges.size; e++) {
        const struct program_edge *edge = &program->edges.data[e];
        if (blocked->data[e]) continue;
        uint32_t to = edge->unsupported ? program->error : edge->to;
        vec_push(&next.data[backward ? to : edge->from], backward ? edge->from : to);
    }
    vec_resize(marks, program->locations.size);
    marks->data[start] = 1;
    vec_push(&todo, start);
    while (todo.size) {
        uint32_t l = vec_pop(&todo);
        vec_each (const uint32_t, n, &next.data[l]) {
            if (marks->data[*n]) continue;
            marks->data[*n] = 1;
            vec_push(&todo, *n);
        }
    }
    vec_each (u32s, list, &next) vec_free(list);
    vec_free(&next);
    vec_free(&todo);
}

/* The formulas at locations with an origin. Several with the same one (copies) are alternatives; when one of
 * them has no formula, the others do not help. */
static void carry_formulas(const struct program_invariant *invariant, const struct program *from,
                           struct program *to, struct program_invariant *back) {
    struct term_copier copier;
    copier_init(&copier, from->terms, to->terms);
    vec_each (const struct program_variable, v, &from->variables)
        copier_bind(&copier, v->now, to->variables.data[v->origin].now);
    u8s missing = {0};
    vec_resize(&missing, to->locations.size);
    for (uint32_t l = 0; l < from->locations.size; l++) {
        uint32_t origin = from->locations.data[l].origin;
        if (origin == PROGRAM_NONE) continue;
        if (term_is_none(invariant->at.data[l])) {
            missing.data[origin] = 1;
            continue;
        }
        term t = copier_apply(&copier, invariant->at.data[l]), *at = &back->at.data[origin];
        *at = term_is_none(*at) ? t : term_or2(to->terms, *at, t);
    }
    for (uint32_t l = 0; l < to->locations.size; l++)
        if (missing.data[l]) back->at.data[l] = TERM_NONE;
    vec_free(&missing);
    copier_fini(&copier);
}

struct program_invariant *program_invariant_back(const struct program_invariant *invariant,
                                                 const struct program *from, struct program *to) {
    assert(invariant->at.size == from->locations.size);
    struct program_invariant *back = program_invariant_new(to);
    back->depth = invariant->depth;
    carry_formulas(invariant, from, to, back);
    u8s blocked = {0}, reached = {0}, reaching = {0};
    find_blocked(to, &blocked);
    reach(to, &blocked, to->initial, false, &reached);
    reach(to, &blocked, to->error, true, &reaching);
    for (uint32_t l = 0; l < to->locations.size; l++) {
        if (!reached.data[l])
            back->at.data[l] = term_false(to->terms);
        else if (!reaching.data[l])
            back->at.data[l] = term_true(to->terms);
    }
    vec_free(&blocked);
    vec_free(&reached);
    vec_free(&reaching);
    return back;
}

struct program_invariant *program_lemmas_back(const struct program_invariant *lemmas,
                                              const struct program *made, struct program *of) {
    struct program_invariant *back = program_invariant_new(of);
    carry_formulas(lemmas, made, of, back);
    return back;
}

/* The conjuncts of a formula of `of` that bindings have all variables for, of which there are some; or TERM_NONE. */
static term sayable_part(struct term_copier *copier, struct terms *of, const struct hash_map *bound,
                         term formula) {
    term_list conjuncts = {0}, said = {0}, variables = {0};
    term_conjuncts(of, formula, &conjuncts);
    vec_each (const term, c, &conjuncts) {
        bool sayable = true;
        vec_clear(&variables);
        term_variables(of, c, 1, &variables);
        vec_each (const term, v, &variables) sayable &= hash_map_get(bound, v->id) != HASH_NONE;
        if (sayable) vec_push(&said, copier_apply(copier, *c));
    }
    term part = said.size ? term_and(copier->to, said.data, said.size) : TERM_NONE;
    vec_free(&conjuncts);
    vec_free(&said);
    vec_free(&variables);
    return part;
}

struct program_invariant *program_lemmas_forward(const struct program_invariant *lemmas, struct program *of,
                                                 struct program *made) {
    struct program_invariant *forward = program_invariant_new(made);
    struct term_copier copier;
    struct hash_map bound = {0};
    copier_init(&copier, of->terms, made->terms);
    vec_each (const struct program_variable, v, &made->variables) {
        copier_bind(&copier, of->variables.data[v->origin].now, v->now);
        hash_map_put(&bound, of->variables.data[v->origin].now.id, 1);
    }
    for (uint32_t l = 0; l < made->locations.size; l++) {
        uint32_t origin = made->locations.data[l].origin;
        if (origin != PROGRAM_NONE && !term_is_none(lemmas->at.data[origin]))
            forward->at.data[l] = sayable_part(&copier, of->terms, &bound, lemmas->at.data[origin]);
    }
    hash_map_free(&bound);
    copier_fini(&copier);
    return forward;
}
