#include "check/program/cutpoints.h"

struct work {
    const struct program *program;
    struct terms *bank;
    struct cutpoints *result;
    u32s number;        /* by location: >= 1 in the set, 0 else */
    u32s cuts;          /* the locations of the set; number - 1 -> location */
    u8s relevant;       /* by location */
    VEC(u32s) outgoing; /* by location: relevant edges */
    u32s order;         /* all locations, each behind those with an edge to it, edges into the set apart */
    u32s choice;        /* by location: its first choice bit among the inputs */
    struct hash_map havocs; /* edge and number of a havoc on it -> position among the inputs */
    uint32_t bits;
    VEC(term_list)
    arrivals;             /* by location of the set (number - 1): conditions under which a step leads there */
    VEC(term_list) given; /* by variable: value, condition, value, condition, ... */
};

static uint32_t bits_for(uint32_t n) {
    uint32_t k = 0;
    while ((uint64_t)1 << k < n) k++;
    return k;
}

/* ---- the graph ---- */

static uint32_t target(const struct work *w, const struct program_edge *edge) {
    return edge->unsupported ? w->program->error : edge->to;
}

/* A location matters when the error location, or one whose formula says something, can be reached from it. */
static void find_relevant(struct work *w, const struct program_invariant *invariant) {
    const struct program *program = w->program;
    VEC(u32s) sources = {0};
    u32s todo = {0};
    vec_resize(&w->relevant, program->locations.size);
    vec_resize(&w->outgoing, program->locations.size);
    vec_resize(&sources, program->locations.size);
    vec_each (const struct program_edge, e, &program->edges) vec_push(&sources.data[target(w, e)], e->from);
    vec_push(&todo, program->error);
    for (uint32_t l = 0; l < program->locations.size; l++)
        if (!term_is_none(invariant->at.data[l]) && !term_is(w->bank, invariant->at.data[l], TERM_TRUE))
            vec_push(&todo, l);
    while (todo.size) {
        uint32_t l = vec_pop(&todo);
        if (w->relevant.data[l]) continue;
        w->relevant.data[l] = 1;
        vec_append(&todo, sources.data[l].data, sources.data[l].size);
    }
    for (uint32_t i = 0; i < program->edges.size; i++) {
        const struct program_edge *e = &program->edges.data[i];
        if (w->relevant.data[target(w, e)]) vec_push(&w->outgoing.data[e->from], i);
    }
    vec_each (u32s, s, &sources) vec_free(s);
    vec_free(&sources);
    vec_free(&todo);
}

static void add_cut(struct work *w, uint32_t location) {
    if (w->number.data[location]) return;
    vec_push(&w->cuts, location);
    w->number.data[location] = w->cuts.size;
}

static void find_cuts(struct work *w, const struct program_invariant *invariant) {
    vec_resize(&w->number, w->program->locations.size);
    add_cut(w, w->program->initial);
    add_cut(w, w->program->error);
    for (uint32_t l = 0; l < w->program->locations.size; l++)
        if (w->relevant.data[l] && !term_is_none(invariant->at.data[l])) add_cut(w, l);
    w->bits = bits_for(w->cuts.size + 1);
}

/* A topological order of the edges that do not lead into the set. False: they have a cycle. */
static bool find_order(struct work *w) {
    const struct program *program = w->program;
    u32s waiting = {0}; /* by location: edges into it whose source is not in the order yet */
    vec_resize(&waiting, program->locations.size);
    for (uint32_t l = 0; l < program->locations.size; l++)
        vec_each (const uint32_t, e, &w->outgoing.data[l]) {
            uint32_t to = target(w, &program->edges.data[*e]);
            if (!w->number.data[to]) waiting.data[to]++;
        }
    for (uint32_t l = 0; l < program->locations.size; l++)
        if (!waiting.data[l]) vec_push(&w->order, l);
    for (uint32_t i = 0; i < w->order.size; i++)
        vec_each (const uint32_t, e, &w->outgoing.data[w->order.data[i]]) {
            uint32_t to = target(w, &program->edges.data[*e]);
            if (!w->number.data[to] && !--waiting.data[to]) vec_push(&w->order, to);
        }
    vec_free(&waiting);
    return w->order.size == program->locations.size;
}

/* ---- variables ---- */

static char *unused_name(const struct terms *bank, const char *letters, uint32_t number) {
    char *name = mem_format("%s%u", letters, number);
    while (!term_is_none(term_find_variable(bank, name))) {
        char *longer = mem_format("%s_", name);
        mem_free(name);
        name = longer;
    }
    return name;
}

static void add_states(struct work *w) {
    struct system *system = w->result->system;
    for (uint32_t j = 0; j < w->bits; j++) {
        char *name = unused_name(w->bank, "cut", j), *next = unused_name(w->bank, "cut.next", j);
        struct system_state *s = system_add_state(system, name, sort_bool(), next);
        s->first = term_bool(w->bank, w->number.data[w->program->initial] >> j & 1);
        mem_free(name);
        mem_free(next);
    }
    vec_each (const struct program_variable, v, &w->program->variables)
        vec_push(&system->states,
                 (struct system_state){v->now, v->next, TERM_NONE, TERM_NONE, mem_strdup(v->name), 0});
}

static void add_choices(struct work *w) {
    struct system *system = w->result->system;
    for (uint32_t l = 0; l < w->program->locations.size; l++) {
        vec_push(&w->choice, system->inputs.size);
        for (uint32_t b = bits_for(w->outgoing.data[l].size); b > 0; b--) {
            char *name = unused_name(w->bank, "edge", system->inputs.size);
            system_add_input(system, name, sort_bool());
            mem_free(name);
        }
    }
}

/* Boolean variables spell the number, lowest bit first. */
static term spells(struct work *w, const term *bits, uint32_t n, uint32_t number) {
    term_list literals = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&literals, number >> i & 1 ? bits[i] : term_not(w->bank, bits[i]));
    term t = term_and(w->bank, literals.data, literals.size);
    vec_free(&literals);
    return t;
}

static term at(struct work *w, uint32_t location) {
    term bits[32];
    for (uint32_t j = 0; j < w->bits; j++) bits[j] = w->result->system->states.data[j].now;
    return spells(w, bits, w->bits, w->number.data[location]);
}

static term picked(struct work *w, uint32_t location, uint32_t i) {
    term bits[32];
    uint32_t n = bits_for(w->outgoing.data[location].size);
    for (uint32_t b = 0; b < n; b++)
        bits[b] = w->result->system->inputs.data[w->choice.data[location] + b].now;
    return spells(w, bits, n, i);
}

/* ---- symbolic execution ---- */

/* What is known at a location between two of the set: when it is reached, and the variables' values then. */
struct meeting {
    term reached; /* TERM_NONE: never */
    term_list values;
};

static void values_bind(const struct work *w, struct substitution *s, const term_list *values) {
    substitution_init(s, w->bank);
    for (uint32_t v = 0; v < values->size; v++)
        substitution_bind(s, w->program->variables.data[v].now, values->data[v]);
}

/* The input for havoc number n of an edge: each has its own, whatever site it names. */
static term input_for(struct work *w, uint32_t edge, uint32_t n, uint32_t variable) {
    uint64_t key = (uint64_t)edge << 32 | n;
    uint32_t position = hash_map_get(&w->havocs, key);
    if (position == HASH_NONE) {
        position = w->result->system->inputs.size;
        char *name = unused_name(w->bank, "any", position);
        system_add_input(w->result->system, name,
                         term_sort(w->bank, w->program->variables.data[variable].now));
        mem_free(name);
        hash_map_put(&w->havocs, key, position);
    }
    return w->result->system->inputs.data[position].now;
}

/* One action; the condition grows by what it assumes, `havocs` counts. */
static void act(struct work *w, uint32_t edge, const struct program_action *action, term_list *values,
                term_list *condition, uint32_t *havocs) {
    struct substitution now;
    switch (action->kind) {
    case PROGRAM_ASSUME:
        values_bind(w, &now, values);
        vec_push(condition, substitution_apply(&now, action->condition));
        substitution_fini(&now);
        break;
    case PROGRAM_ASSIGN:
        values_bind(w, &now, values);
        for (uint32_t i = 0; i < action->n; i++)
            values->data[action->assignments[i].variable] =
                substitution_apply(&now, action->assignments[i].value);
        substitution_fini(&now);
        break;
    case PROGRAM_HAVOC: {
        uint32_t variable = w->program->sites.data[action->site].variable;
        values->data[variable] = input_for(w, edge, (*havocs)++, variable);
        break;
    }
    case PROGRAM_TAG: break;
    }
}

/* The paths of one edge; in the automaton as read there is one. False: it has a choice. */
static bool execute(struct work *w, uint32_t edge, term_list *values, term_list *condition) {
    uint32_t havocs = 0;
    for (struct program_node node = program_node(w->program, w->program->edges.data[edge].command);
         node.kind != PROGRAM_END; node = program_node(w->program, node.next[0])) {
        if (node.kind == PROGRAM_CHOICE) return false;
        act(w, edge, &node.action, values, condition, &havocs);
    }
    return true;
}

/* Another way to a location. The ways exclude each other because choice bits pick the edges. */
static void meet(struct work *w, struct meeting *m, term condition, const term_list *values) {
    if (term_is_none(m->reached)) {
        m->reached = condition;
        vec_append(&m->values, values->data, values->size);
        return;
    }
    m->reached = term_or2(w->bank, m->reached, condition);
    for (uint32_t v = 0; v < values->size; v++)
        if (!term_same(m->values.data[v], values->data[v]))
            m->values.data[v] = term_ite(w->bank, condition, values->data[v], m->values.data[v]);
}

static bool follow_edges(struct work *w, uint32_t location, const struct meeting *here,
                         struct meeting *meetings) {
    const u32s *edges = &w->outgoing.data[location];
    bool good = true;
    for (uint32_t i = 0; good && i < edges->size; i++) {
        const struct program_edge *edge = &w->program->edges.data[edges->data[i]];
        term_list values = {0}, condition = {0};
        vec_append(&values, here->values.data, here->values.size);
        vec_push(&condition, here->reached);
        vec_push(&condition, picked(w, location, i));
        good = execute(w, edges->data[i], &values, &condition);
        if (good)
            meet(w, &meetings[target(w, edge)], term_and(w->bank, condition.data, condition.size), &values);
        vec_free(&values);
        vec_free(&condition);
    }
    return good;
}

/* Takes what arrives in the set from one of its locations into the next-state functions. */
static void arrive(struct work *w, struct meeting *meetings) {
    vec_each (const uint32_t, cut, &w->cuts) {
        struct meeting *m = &meetings[*cut];
        if (term_is_none(m->reached)) continue;
        vec_push(&w->arrivals.data[w->number.data[*cut] - 1], m->reached);
        for (uint32_t v = 0; v < m->values.size; v++) {
            if (term_same(m->values.data[v], w->program->variables.data[v].now)) continue;
            vec_push(&w->given.data[v], m->values.data[v]);
            vec_push(&w->given.data[v], m->reached);
        }
    }
}

/* All paths from a location of the set to the next. Values that a path leaves alone stay the variables. */
static bool execute_from(struct work *w, uint32_t cut) {
    uint32_t n = w->program->locations.size;
    struct meeting *meetings = mem_new_array(struct meeting, n), start = {.reached = at(w, cut)};
    vec_each (const struct program_variable, v, &w->program->variables) vec_push(&start.values, v->now);
    bool good = follow_edges(w, cut, &start, meetings);
    for (uint32_t i = 0; good && i < n; i++) {
        uint32_t l = w->order.data[i];
        if (!w->number.data[l] && !term_is_none(meetings[l].reached))
            good = follow_edges(w, l, &meetings[l], meetings);
    }
    arrive(w, meetings);
    for (uint32_t l = 0; l < n; l++) vec_free(&meetings[l].values);
    vec_free(&start.values);
    mem_free(meetings);
    return good;
}

static bool execute_all(struct work *w) {
    vec_resize(&w->arrivals, w->cuts.size);
    vec_resize(&w->given, w->program->variables.size);
    vec_each (const uint32_t, cut, &w->cuts)
        if (*cut != w->program->error && !execute_from(w, *cut)) return false;
    return true;
}

/* ---- the whole ---- */

static void set_updates(struct work *w) {
    struct system *system = w->result->system;
    term_list some = {0};
    for (uint32_t j = 0; j < w->bits; j++) {
        vec_clear(&some);
        for (uint32_t c = 0; c < w->cuts.size; c++)
            if ((c + 1) >> j & 1) vec_append(&some, w->arrivals.data[c].data, w->arrivals.data[c].size);
        system->states.data[j].update = term_or(w->bank, some.data, some.size);
    }
    vec_free(&some);
    for (uint32_t v = 0; v < w->given.size; v++) {
        const term_list *given = &w->given.data[v];
        term update = system->states.data[w->bits + v].now;
        for (uint32_t i = 0; i < given->size; i += 2)
            update = term_ite(w->bank, given->data[i + 1], given->data[i], update);
        system->states.data[w->bits + v].update = update;
    }
}

static void set_claims(struct work *w, const struct program_invariant *invariant) {
    struct cutpoints *c = w->result;
    term good = term_not(w->bank, at(w, w->program->error));
    system_add_property(c->system, good, w->program->property, 0);
    c->invariant = system_invariant_new();
    vec_push(&c->invariant->conjuncts, good);
    for (uint32_t l = 0; l < invariant->at.size; l++)
        if (w->number.data[l] && !term_is_none(invariant->at.data[l]))
            vec_push(&c->invariant->conjuncts, term_implies(w->bank, at(w, l), invariant->at.data[l]));
}

static const char *malformed(const struct program *program, const struct program_invariant *invariant) {
    if (invariant->at.size != program->locations.size)
        return "the invariant does not have the program's locations";
    struct hash_map allowed = {0};
    vec_each (const struct program_variable, v, &program->variables) hash_map_put(&allowed, v->now.id, 1);
    const char *wrong = NULL;
    vec_each (const term, t, &invariant->at) {
        if (wrong || term_is_none(*t)) continue;
        if (t->id >= terms_size(program->terms) ||
            sort_kind(program->terms, term_sort(program->terms, *t)) != SORT_BOOL) {
            wrong = "the invariant has something that is no formula";
            continue;
        }
        term_list variables = {0};
        term_variables(program->terms, t, 1, &variables);
        vec_each (const term, v, &variables)
            if (hash_map_get(&allowed, v->id) == HASH_NONE)
                wrong = "the invariant uses variables that the program does not have";
        vec_free(&variables);
    }
    hash_map_free(&allowed);
    return wrong;
}

static const char *build(struct work *w, const struct program_invariant *invariant) {
    const char *wrong = malformed(w->program, invariant);
    if (wrong) return wrong;
    find_relevant(w, invariant);
    find_cuts(w, invariant);
    if (!find_order(w)) return "a cycle of the program has no location with a formula";
    add_states(w);
    add_choices(w);
    if (!execute_all(w)) return "an edge has a choice, which no program has as it is read";
    set_updates(w);
    set_claims(w, invariant);
    assert(!system_check(w->result->system));
    return NULL;
}

static void work_fini(struct work *w) {
    vec_free(&w->number);
    vec_free(&w->cuts);
    vec_free(&w->relevant);
    vec_each (u32s, o, &w->outgoing) vec_free(o);
    vec_free(&w->outgoing);
    vec_free(&w->order);
    vec_free(&w->choice);
    hash_map_free(&w->havocs);
    vec_each (term_list, l, &w->arrivals) vec_free(l);
    vec_free(&w->arrivals);
    vec_each (term_list, l, &w->given) vec_free(l);
    vec_free(&w->given);
}

struct cutpoints *cutpoints_new(const struct program *program, const struct program_invariant *invariant,
                                struct text *why) {
    struct cutpoints *c = mem_new(struct cutpoints);
    c->system = mem_new(struct system);
    c->system->terms = program->terms;
    c->system->init = c->system->trans = term_true(program->terms);
    struct work w = {.program = program, .bank = program->terms, .result = c};
    const char *wrong = build(&w, invariant);
    work_fini(&w);
    if (!wrong) return c;
    text_add(why, wrong);
    cutpoints_free(c);
    return NULL;
}

void cutpoints_free(struct cutpoints *c) {
    if (!c) return;
    vec_each (struct system_state, s, &c->system->states) mem_free(s->name);
    vec_each (struct system_input, i, &c->system->inputs) mem_free(i->name);
    vec_each (struct system_property, p, &c->system->properties) mem_free(p->name);
    vec_free(&c->system->states);
    vec_free(&c->system->inputs);
    vec_free(&c->system->properties);
    mem_free(c->system);
    system_invariant_free(c->invariant);
    mem_free(c);
}
