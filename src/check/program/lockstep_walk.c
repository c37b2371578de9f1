/* One run of the automaton beside one of the program. Of the edges at a location the first is taken whose conditions
 * hold and that passes what the program's run tells next. */
#include "check/program/lockstep_internal.h"

#include "check/program/program_dependence.h"
#include "check/program/program_walk.h"

#include <inttypes.h>

enum { MOST_STEPS = 4000 /* edges of a run */, MOST_STATES = 64 /* of a run, held against the invariant */ };

/* What became of an edge. */
enum outcome {
    TAKEN,
    IMPOSSIBLE, /* a condition is false */
    OPEN,       /* one is that depends on what is open */
    CONTRARY,   /* the program does something else next */
    SILENT      /* nobody knows what the program does next: its run was cut off */
};

struct beside {
    struct lockstep_walk *w;
    struct program_tracker *state;
    struct text *where; /* the last difference */
    uint32_t location;
    uint32_t at;    /* the next event */
    bool tentative; /* a condition was passed that depends on what is open */
    bool broken;    /* the edge that was taken breaks a rule of the language, or may */
    bool barred;    /* what entered was not what the automaton takes */
    uint64_t values,
        most;        /* compared; also on edges that were not taken, for where the run ends on one of these */
    uint32_t states; /* in which the invariant holds */
};

/* ---- what the program's run tells ---- */

/* The next event that the automaton must have, too: a place or an input. NULL: there is none. */
static const struct observed_event *next_event(const struct beside *b, uint32_t *at) {
    const struct observed_run *run = b->w->run;
    while (*at < run->n && run->events[*at].kind != OBSERVED_PLACE && run->events[*at].kind != OBSERVED_INPUT)
        ++*at;
    return *at < run->n ? &run->events[*at] : NULL;
}

/* Whether the program's run came to an end by itself, so that nothing else would have come. */
static bool is_complete(const struct observed_run *run) {
    return (run->outcome == REPLAY_ENDED || run->outcome == REPLAY_REACHED) && !run->cut;
}

static const char *word(const struct observed_run *run) {
    return run->outcome == REPLAY_REACHED ? "calls an error function" : "ends";
}

static const struct program_position *place(const struct beside *b, uint32_t edge) {
    const struct program *p = b->w->program;
    bool known = edge < p->edges.size && p->edges.data[edge].position.line;
    return known ? &p->edges.data[edge].position : &p->locations.data[b->location].position;
}

static enum outcome contrary(struct beside *b, uint32_t edge, const char *automaton) {
    const struct observed_event *e = next_event(b, &b->at);
    text_clear(b->where);
    text_format(b->where, "at line %u it %s, and the program ", place(b, edge)->line, automaton);
    if (!e)
        text_add(b->where, word(b->w->run));
    else if (e->kind == OBSERVED_PLACE)
        text_format(b->where, "comes to place %u", e->number);
    else
        text_add(b->where, "takes another input");
    return CONTRARY;
}

/* ---- places ---- */

/* What the automaton has, as a term, against what the run tells. `variable`: which one the term is, or PROGRAM_NONE. */
static bool differs(struct beside *b, uint32_t edge, term has, uint32_t variable, uint64_t bits) {
    struct program *program = b->w->program;
    term told = program_value_of_bits(program->terms, term_sort(program->terms, has), bits, false);
    const struct program_variable *v = variable == PROGRAM_NONE ? NULL : &program->variables.data[variable];
    if (program_tracker_site(b->state, has) != PROGRAM_NONE) { /* open, so it is what the run says */
        if (v) program_tracker_set(b->state, variable, told, PROGRAM_NONE);
        return false;
    }
    b->values++;
    if (term_same(told, program_tracker_value(b->state, has))) return false;
    text_clear(b->where);
    text_format(b->where, "at line %u ", place(b, edge)->line);
    if (v && v->source)
        text_format(b->where, "'%s'", v->source);
    else
        text_add(b->where, "an operand");
    text_format(b->where, " has another value than in the program, where it is %" PRIu64, bits);
    return true;
}

static const struct observed_event *find_value(const struct beside *b, uint32_t from, uint32_t key) {
    const struct observed_run *run = b->w->run;
    for (uint32_t i = from; i < run->n && run->events[i].kind == OBSERVED_VALUE; i++)
        if (run->events[i].number == key) return &run->events[i];
    return NULL;
}

/* The variables at the head, whose values follow it. */
static bool compare(struct beside *b, uint32_t edge, uint32_t from) {
    const struct program *program = b->w->program;
    for (uint32_t i = 0; i < program->bindings.size; i++) {
        const struct program_binding *binding = &program->bindings.data[i];
        if (b->w->keys.data[i] == PROGRAM_NONE ||
            (binding->location != PROGRAM_NONE && binding->location != b->location))
            continue;
        const struct observed_event *value = find_value(b, from, b->w->keys.data[i]);
        term has = program->variables.data[binding->variable].now;
        if (value && differs(b, edge, has, binding->variable, value->value)) return false;
    }
    return true;
}

/* The operands at a point, likewise. */
static bool compare_operands(struct beside *b, uint32_t edge, const struct program_probe *probe,
                             uint32_t from) {
    const struct program *program = b->w->program;
    for (uint32_t i = probe->told; i < probe->told + probe->n_told; i++) {
        uint32_t key = b->w->told.data[i];
        term has = program->told.data[i].value;
        const struct observed_event *value = key == PROGRAM_NONE ? NULL : find_value(b, from, key);
        if (value && differs(b, edge, has, program_find_variable(program, has), value->value)) return false;
    }
    return true;
}

static enum outcome pass_probe(struct beside *b, uint32_t edge, const struct program_probe *probe,
                               bool first) {
    const struct observed_event *e = next_event(b, &b->at);
    if (!e && !is_complete(b->w->run)) return SILENT;
    if (!e || e->kind != OBSERVED_PLACE || e->number != probe->place) {
        char *what = mem_format("comes to place %u", probe->place);
        enum outcome outcome = contrary(b, edge, what);
        mem_free(what);
        return outcome;
    }
    b->at++;
    bool same = compare_operands(b, edge, probe, b->at) && (!first || compare(b, edge, b->at));
    return same ? TAKEN : CONTRARY;
}

/* ---- values that enter ---- */

static enum outcome take_input(struct beside *b, uint32_t edge, uint32_t site, term *value) {
    const struct program_site *s = &b->w->program->sites.data[site];
    const struct observed_event *e = next_event(b, &b->at);
    if (!e && !is_complete(b->w->run)) return SILENT;
    if (!e || e->kind != OBSERVED_INPUT || e->number != b->w->inputs.data[site]) {
        char *what = mem_format("takes an input of '%s'", s->call);
        enum outcome outcome = contrary(b, edge, what);
        mem_free(what);
        return outcome;
    }
    struct terms *bank = b->w->program->terms;
    *value = program_value_of_bits(bank, term_sort(bank, s->input), e->value,
                                   program_returns_signed(b->w->program, s));
    b->at++;
    return TAKEN;
}

/* What a function has returned, if the run tells it before anything else happens. */
static bool find_result(struct beside *b, uint32_t key, uint64_t *bits) {
    const struct observed_run *run = b->w->run;
    for (uint32_t i = b->at; i < run->n; i++) {
        const struct observed_event *e = &run->events[i];
        if (e->kind == OBSERVED_PLACE || e->kind == OBSERVED_INPUT) return false;
        if (e->kind != OBSERVED_RESULT || e->number != key) continue;
        *bits = e->value;
        b->at = i + 1;
        return true;
    }
    return false;
}

static enum outcome enter(struct beside *b, uint32_t edge, uint32_t site) {
    struct program *program = b->w->program;
    const struct program_site *s = &program->sites.data[site];
    const struct program_parameter *parameter = program_find_parameter(program, site);
    sort wanted = term_sort(program->terms, s->input);
    term value = value_default(program->terms, wanted);
    uint32_t open = site;
    uint64_t bits;
    if (parameter) {
        if (observe_argument(program, b->w->origin, parameter, &bits)) {
            value = program_value_of_bits(program->terms, wanted, bits, parameter->is_signed);
            open = PROGRAM_NONE;
        }
    } else if (b->w->inputs.data[site]) {
        enum outcome outcome = take_input(b, edge, site, &value);
        if (outcome != TAKEN) return outcome;
        open = PROGRAM_NONE;
    } else if (b->w->results.data[site] != PROGRAM_NONE && find_result(b, b->w->results.data[site], &bits)) {
        value = program_value_of_bits(program->terms, wanted, bits, false);
        open = PROGRAM_NONE;
    }
    program_tracker_set(b->state, s->variable, value, open);
    return TAKEN;
}

/* ---- edges ---- */

static bool breaks_rule(struct beside *b, uint32_t edge) {
    struct program *program = b->w->program;
    vec_each (const struct program_violation, v, &program->violations)
        if (v->edge == edge &&
            (program_tracker_site(b->state, v->condition) != PROGRAM_NONE ||
             term_is(program->terms, program_tracker_value(b->state, v->condition), TERM_TRUE)))
            return true;
    return false;
}

static enum outcome pass_condition(struct beside *b, term condition, bool boldly) {
    if (program_tracker_site(b->state, condition) != PROGRAM_NONE) {
        if (!boldly && !term_is(b->w->program->terms, program_tracker_value(b->state, condition), TERM_TRUE))
            return OPEN;
        b->tentative = true;
        return TAKEN;
    }
    if (term_is(b->w->program->terms, program_tracker_value(b->state, condition), TERM_TRUE)) return TAKEN;
    b->barred |= hash_map_get(&b->w->assumed, condition.id) != HASH_NONE;
    return IMPOSSIBLE;
}

/* Passes the probes that come before the step of that number. */
static enum outcome pass_probes(struct beside *b, uint32_t edge, uint32_t *next, uint32_t step) {
    const struct program *program = b->w->program;
    uint32_t first = b->w->probes.data[edge];
    enum outcome outcome = TAKEN;
    for (;
         outcome == TAKEN && *next < b->w->probes.data[edge + 1] && program->probes.data[*next].after <= step;
         ++*next) {
        const struct program_probe *probe = &program->probes.data[*next];
        outcome = pass_probe(b, edge, probe, *next == first && probe->head && !probe->after);
    }
    return outcome == CONTRARY && breaks_rule(b, edge) ? SILENT : outcome;
}

static program_command command(const struct program *program, uint32_t edge) {
    uint32_t n = program->edges.size;
    return edge < n ? program->edges.data[edge].command : program->ends.data[edge - n].command;
}

/* Goes along the edge, or the end; with `boldly` past conditions that depend on what is open, as if they held. */
static enum outcome follow(struct beside *b, uint32_t edge, bool boldly) {
    struct program *program = b->w->program;
    program_command point = command(program, edge);
    uint32_t next = b->w->probes.data[edge], step = 0;
    enum outcome outcome = pass_probes(b, edge, &next, 0);
    for (struct program_node n = program_node(program, point); n.kind == PROGRAM_STEP && outcome == TAKEN;
         n = program_node(program, n.next[0])) {
        switch (n.action.kind) {
        case PROGRAM_ASSUME: outcome = pass_condition(b, n.action.condition, boldly); break;
        case PROGRAM_HAVOC: outcome = enter(b, edge, n.action.site); break;
        case PROGRAM_ASSIGN:
            b->broken |= breaks_rule(b, edge);
            program_tracker_assign(b->state, &n.action);
            break;
        case PROGRAM_TAG: break;
        }
        if (outcome == TAKEN) outcome = pass_probes(b, edge, &next, ++step);
    }
    return outcome;
}

static enum outcome attempt(struct beside *b, uint32_t edge, bool boldly) {
    struct beside before = *b;
    program_tracker_keep(b->state);
    enum outcome outcome = follow(b, edge, boldly);
    if (outcome == TAKEN) return TAKEN;
    program_tracker_return(b->state);
    uint64_t values = b->values > before.most ? b->values : before.most;
    before.barred = b->barred;
    *b = before;
    b->most = values;
    return outcome;
}

/* The one that is taken, or PROGRAM_NONE and why none is: CONTRARY before SILENT before OPEN before IMPOSSIBLE. */
static uint32_t choose(struct beside *b, const u32s *edges, bool boldly, enum outcome *why) {
    vec_each (const uint32_t, e, edges) {
        enum outcome outcome = attempt(b, *e, boldly);
        if (outcome == TAKEN) return *e;
        if (outcome == CONTRARY || (outcome == SILENT && *why != CONTRARY) ||
            (outcome == OPEN && *why == IMPOSSIBLE))
            *why = outcome;
    }
    return PROGRAM_NONE;
}

/* One step: the edge or the end that is taken. */
static uint32_t step(struct beside *b, enum outcome *why) {
    uint32_t taken = PROGRAM_NONE;
    *why = IMPOSSIBLE;
    b->barred = false;
    for (int boldly = 0; boldly < 2 && (!boldly || *why == OPEN) && taken == PROGRAM_NONE; boldly++) {
        taken = choose(b, &b->w->program->outgoing.data[b->location], boldly, why);
        if (taken == PROGRAM_NONE) taken = choose(b, &b->w->ends.data[b->location], boldly, why);
    }
    if (taken != PROGRAM_NONE) b->most = b->values;
    return taken;
}

/* ---- runs ---- */

/* The automaton ends; at its error location or not. */
static enum lockstep_end conclude(struct beside *b, bool error) {
    const struct observed_run *run = b->w->run;
    b->w->n_probes++;
    if (b->tentative || b->broken) return LOCKSTEP_AGREES;
    if (!error && run->outcome == REPLAY_REACHED) {
        text_clear(b->where);
        text_add(b->where, "it ends, and the program calls an error function");
        return LOCKSTEP_DIFFERS;
    }
    if (error && is_complete(run) && (run->outcome != REPLAY_REACHED || next_event(b, &b->at))) {
        text_clear(b->where);
        text_format(b->where, "it comes to an error, and the program %s",
                    next_event(b, &b->at) ? "goes on" : word(run));
        return LOCKSTEP_DIFFERS;
    }
    return LOCKSTEP_AGREES;
}

/* Where it ends the program does, too, unless no error can come any more. */
static enum lockstep_end conclude_end(struct beside *b, const struct program_end *end) {
    uint32_t number = b->w->program->edges.size + (uint32_t)(end - b->w->program->ends.data);
    b->broken |= breaks_rule(b, number);
    if (conclude(b, false) == LOCKSTEP_DIFFERS) return LOCKSTEP_DIFFERS;
    if (b->tentative || b->broken || !end->last || !next_event(b, &b->at)) return LOCKSTEP_AGREES;
    text_clear(b->where);
    text_add(b->where, "it ends, and the program goes on");
    return LOCKSTEP_DIFFERS;
}

/* No edge can be taken, and no end, whatever is open: what the program does there is missing. */
static enum lockstep_end conclude_stuck(struct beside *b) {
    vec_each (const uint32_t, e, &b->w->program->outgoing.data[b->location]) b->broken |= breaks_rule(b, *e);
    vec_each (const uint32_t, e, &b->w->ends.data[b->location]) b->broken |= breaks_rule(b, *e);
    if (conclude(b, false) == LOCKSTEP_DIFFERS) return LOCKSTEP_DIFFERS;
    bool goes_on = next_event(b, &b->at) || is_complete(b->w->run);
    if (!b->w->program->ends.size || b->barred || b->tentative || b->broken || !goes_on)
        return LOCKSTEP_AGREES;
    text_clear(b->where);
    text_format(b->where, "behind line %u it has no way to go on, and the program %s",
                b->w->program->locations.data[b->location].position.line,
                next_event(b, &b->at) ? "goes on" : word(b->w->run));
    return LOCKSTEP_DIFFERS;
}

/* Whether what was proved holds at the location, where nothing that it speaks of is open. */
static bool holds(struct beside *b) {
    const struct program_invariant *invariant = b->w->invariant;
    term formula = invariant && !invariant->only_run ? invariant->at.data[b->location] : TERM_NONE;
    if (term_is_none(formula) || b->tentative || b->states == MOST_STATES ||
        program_tracker_site(b->state, formula) != PROGRAM_NONE)
        return true;
    if (term_is(b->w->program->terms, program_tracker_value(b->state, formula), TERM_TRUE)) {
        b->states++;
        return true;
    }
    text_clear(b->where);
    text_format(b->where, "at line %u what was proved does not hold",
                b->w->program->locations.data[b->location].position.line);
    return false;
}

static enum lockstep_end walk(struct beside *b, struct limits *limits) {
    struct program *program = b->w->program;
    for (uint32_t i = 0; i < MOST_STEPS; i++) {
        enum outcome why;
        uint32_t from = b->at, edge = step(b, &why);
        if (limits && limits_stopped(limits)) return LOCKSTEP_AGREES;
        if (edge == PROGRAM_NONE) {
            if (why == IMPOSSIBLE) return conclude_stuck(b);
            return why == CONTRARY && !b->tentative ? LOCKSTEP_DIFFERS : LOCKSTEP_AGREES;
        }
        if (edge >= program->edges.size)
            return conclude_end(b, &program->ends.data[edge - program->edges.size]);
        if (program->edges.data[edge].unsupported || b->broken) return LOCKSTEP_AGREES;
        b->w->n_probes += b->at > from;
        b->w->passed.data[edge] = true;
        b->location = program->edges.data[edge].to;
        if (b->location == program->error) return conclude(b, true);
        if (!holds(b)) return LOCKSTEP_DIFFERS;
    }
    return LOCKSTEP_AGREES;
}

enum lockstep_end lockstep_walk(struct lockstep_walk *w, const struct observed_run *run,
                                struct limits *limits, struct text *where) {
    struct program *program = w->program;
    w->run = run;
    struct beside b = {
        .w = w, .state = program_tracker_new(program, NULL), .where = where, .location = program->initial};
    enum lockstep_end end = walk(&b, limits);
    w->n_values += b.most;
    w->n_states += b.states;
    program_tracker_free(b.state);
    return end;
}

/* ---- tables ---- */

/* Of what is as wide as what is told of it; _Bool is told as a byte. */
static uint32_t find_fitting(const struct lockstep_walk *w, const struct hash_names *keys, term has,
                             const char *name) {
    const struct terms *bank = w->program->terms;
    sort s = term_sort(bank, has);
    uint32_t key = hash_names_get(keys, name);
    if (key == HASH_NONE) return PROGRAM_NONE;
    bool fits = sort_kind(bank, s) == SORT_BOOL ||
                (sort_kind(bank, s) == SORT_BV && (sort_width(bank, s) <= w->origin->widths[key]));
    return fits ? key : PROGRAM_NONE;
}

static uint32_t find_site(const struct hash_names *keys, const struct program_site *s) {
    if (!s->call || !s->returned) return PROGRAM_NONE;
    char *key = mem_format("%s()", s->call);
    uint32_t found = hash_names_get(keys, key);
    mem_free(key);
    return found == HASH_NONE ? PROGRAM_NONE : found;
}

void lockstep_walk_init(struct lockstep_walk *w, struct program *program,
                        const struct program_origin *origin) {
    *w = (struct lockstep_walk){.program = program, .origin = origin};
    if (program->outgoing.size != program->locations.size) program_index(program);
    struct hash_names keys = {0};
    for (uint32_t i = 0; i < origin->n_observed; i++) hash_names_put(&keys, origin->observed[i], i);
    vec_each (const struct program_binding, b, &program->bindings)
        vec_push(&w->keys, find_fitting(w, &keys, program->variables.data[b->variable].now, b->key));
    vec_each (const struct program_told, t, &program->told)
        vec_push(&w->told, find_fitting(w, &keys, t->value, t->key));
    for (uint32_t e = 0, next = 0; e <= program->edges.size + program->ends.size; e++) {
        while (next < program->probes.size && program->probes.data[next].edge < e) next++;
        vec_push(&w->probes, next);
    }
    vec_each (const struct program_site, s, &program->sites) {
        vec_push(&w->inputs, program_is_given(s) ? observe_name(s->call) : 0);
        vec_push(&w->results, find_site(&keys, s));
    }
    vec_resize(&w->passed, program->edges.size);
    vec_resize(&w->ends, program->locations.size);
    for (uint32_t i = 0; i < program->ends.size; i++)
        vec_push(&w->ends.data[program->ends.data[i].from], program->edges.size + i);
    vec_each (const term, t, &program->assumed) hash_map_put(&w->assumed, t->id, 1);
    hash_names_free(&keys);
}

void lockstep_walk_fini(struct lockstep_walk *w) {
    vec_free(&w->keys);
    vec_free(&w->told);
    vec_free(&w->probes);
    vec_free(&w->inputs);
    vec_free(&w->results);
    vec_free(&w->passed);
    vec_each (u32s, e, &w->ends) vec_free(e);
    vec_free(&w->ends);
    hash_map_free(&w->assumed);
}
