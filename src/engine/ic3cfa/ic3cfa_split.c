/* Steps: the edges of the automaton, split into their paths ([LPNNK18] Definition 6).
 *
 * A path is executed symbolically from the start of the edge to its end: values of the variables and
 * conditions, over the variables at the start and the inputs. Where a condition becomes false, or the
 * negation of one that was passed, there is no such path. An edge is split when no more than split-limit
 * paths are left and no more than a fixed multiple of that many points were visited; else it stays one step
 * with choices. The same executor, led by the values of a model instead of trying every branch, finds the
 * path that a model takes through such a step. */
#include "engine/ic3cfa/ic3cfa.h"

#include "logic/value.h"

enum { VISITS_PER_PATH = 64, DEAD_ENDS = 2000 };

/* How to take back an assignment. */
struct undo {
    uint32_t variable;
    term before;
};

/* A choice that was passed, with what was there then. */
struct fork {
    program_command choice;
    uint32_t next; /* branch to try next */
    uint32_t actions, undos, guards;
};

struct walk {
    struct ic3cfa *g;
    term_list values; /* by variable: symbolic, or values when led by a model */
    VEC(struct undo) undos;
    program_command_list actions; /* the points of the path so far whose action it takes */
    term_list guards;             /* symbolic: conjuncts, each once */
    VEC(struct fork) forks;
    struct smt *smt; /* whose model leads; NULL: symbolic */
    struct evaluation evaluation;
    uint64_t visits;
};

static void walk_init(struct walk *w, struct ic3cfa *g, struct smt *smt) {
    *w = (struct walk){.g = g, .smt = smt};
    evaluation_init(&w->evaluation, g->bank);
    vec_each (const struct program_variable, v, &g->program->variables)
        vec_push(&w->values, smt ? smt_value(smt, v->now) : v->now);
}

static void walk_fini(struct walk *w) {
    vec_free(&w->values);
    vec_free(&w->undos);
    vec_free(&w->actions);
    vec_free(&w->guards);
    vec_free(&w->forks);
    evaluation_fini(&w->evaluation);
}

/* A term over now at the present point of the path: symbolic, or its value. */
static term concrete(struct walk *w, term t) {
    struct ic3cfa *g = w->g;
    term_list variables = {0};
    term_variables(g->bank, &t, 1, &variables);
    evaluation_reset(&w->evaluation);
    vec_each (const term, v, &variables) {
        uint32_t i = program_find_variable(g->program, *v);
        term value = i == PROGRAM_NONE ? smt_value(w->smt, *v) : w->values.data[i];
        if (!term_is_none(value)) evaluation_set(&w->evaluation, *v, value);
    }
    vec_free(&variables);
    return evaluate(&w->evaluation, t);
}

static term symbolic(struct walk *w, term t) {
    struct substitution s;
    substitution_init(&s, w->g->bank);
    for (uint32_t i = 0; i < w->values.size; i++) {
        term now = w->g->program->variables.data[i].now;
        if (!term_same(now, w->values.data[i])) substitution_bind(&s, now, w->values.data[i]);
    }
    t = substitution_apply(&s, t);
    substitution_fini(&s);
    return t;
}

static term at_point(struct walk *w, term t) {
    return w->smt ? concrete(w, t) : symbolic(w, t);
}

static void set(struct walk *w, uint32_t variable, term value) {
    vec_push(&w->undos, (struct undo){variable, w->values.data[variable]});
    w->values.data[variable] = value;
}

/* False: the condition cannot hold here. */
static bool pass(struct walk *w, term condition) {
    struct terms *b = w->g->bank;
    condition = at_point(w, condition);
    if (w->smt) return term_is(b, condition, TERM_TRUE);
    term_list conjuncts = {0};
    term_conjuncts(b, condition, &conjuncts);
    bool possible = true;
    vec_each (const term, c, &conjuncts) {
        term opposite = term_not(b, *c);
        bool known = false;
        possible &= !term_is(b, *c, TERM_FALSE);
        vec_each (const term, guard, &w->guards) {
            known |= term_same(*guard, *c);
            possible &= !term_same(*guard, opposite);
        }
        if (!known) vec_push(&w->guards, *c);
    }
    vec_free(&conjuncts);
    return possible;
}

static void assign(struct walk *w, const struct program_action *action) {
    term_list values = {0}; /* simultaneous: all are read before one is written */
    for (uint32_t i = 0; i < action->n; i++) vec_push(&values, action->assignments[i].value);
    for (uint32_t i = 0; i < action->n; i++) values.data[i] = at_point(w, values.data[i]);
    for (uint32_t i = 0; i < action->n; i++) set(w, action->assignments[i].variable, values.data[i]);
    vec_free(&values);
}

/* Takes one action. False: it cannot be taken. */
static bool act(struct walk *w, const struct program_action *action) {
    switch (action->kind) {
    case PROGRAM_ASSUME: return pass(w, action->condition);
    case PROGRAM_ASSIGN: assign(w, action); break;
    case PROGRAM_HAVOC: {
        const struct program_site *site = &w->g->program->sites.data[action->site];
        set(w, site->variable, w->smt ? smt_value(w->smt, site->input) : site->input);
        break;
    }
    case PROGRAM_TAG: break;
    }
    return true;
}

/* Runs on until the end (true), or into a dead end (false); choices leave a fork and take the first branch.
 */
static bool run(struct walk *w, program_command point) {
    for (;;) {
        struct program_node node = program_node(w->g->program, point);
        w->visits++;
        if (node.kind == PROGRAM_END) return true;
        if (!node.n) return false;
        if (node.kind == PROGRAM_CHOICE)
            vec_push(&w->forks, (struct fork){point, 1, w->actions.size, w->undos.size, w->guards.size});
        else
            vec_push(&w->actions, point);
        program_command next = node.next[0];
        if (node.kind == PROGRAM_STEP && !act(w, &node.action)) return false;
        point = next;
    }
}

/* Goes back to the last choice with a branch that was not tried. False: there is none. */
static bool back(struct walk *w, program_command *point) {
    while (w->forks.size) {
        struct fork *f = &vec_last(&w->forks);
        struct program_node node = program_node(w->g->program, f->choice);
        for (; w->undos.size > f->undos; (void)vec_pop(&w->undos))
            w->values.data[vec_last(&w->undos).variable] = vec_last(&w->undos).before;
        vec_shrink(&w->actions, f->actions);
        vec_shrink(&w->guards, f->guards);
        if (f->next < node.n) {
            *point = node.next[f->next++];
            return true;
        }
        (void)vec_pop(&w->forks);
    }
    return false;
}

static program_command of_action(struct program *program, const struct program_action *action) {
    switch (action->kind) {
    case PROGRAM_ASSUME: return program_assume(program, action->condition);
    case PROGRAM_ASSIGN: return program_assign_all(program, action->assignments, action->n);
    case PROGRAM_HAVOC: return program_havoc(program, action->site);
    case PROGRAM_TAG: break;
    }
    return program_tag(program, action->edge);
}

/* The path as a command without choice. */
static program_command path_command(struct walk *w) {
    program_command command = program_skip(w->g->program);
    for (uint32_t i = w->actions.size; i-- > 0;) {
        struct program_action action = program_node(w->g->program, w->actions.data[i]).action;
        struct program_assignment *copy =
            action.n ? mem_dup(action.assignments, action.n * sizeof *copy) : NULL;
        action.assignments = copy; /* the node's own dies with a new command */
        command = program_then(w->g->program, of_action(w->g->program, &action), command);
        mem_free(copy);
    }
    return command;
}

static struct step *new_step(struct ic3cfa *g, uint32_t edge, program_command command, bool plain) {
    const struct program_edge *e = &g->program->edges.data[edge];
    vec_push(&g->steps, (struct step){.edge = edge,
                                      .from = e->from,
                                      .to = e->unsupported ? g->program->error : e->to,
                                      .command = command,
                                      .plain = plain,
                                      .transition = LABEL_NONE});
    struct step *s = &vec_last(&g->steps);
    u32s sites = {0};
    program_command_list points = {0};
    program_points(g->program, command, &points);
    s->points = points.size;
    vec_free(&points);
    program_sites(g->program, command, &sites);
    vec_each (const uint32_t, site, &sites) vec_push(&s->inputs, g->program->sites.data[*site].input);
    vec_free(&sites);
    substitution_init(&s->values, g->bank);
    return s;
}

/* The plain step of the path that a symbolic walk has come to the end of. HASH_NONE: its guard is false. */
static uint32_t plain_step(struct walk *w, uint32_t edge) {
    struct ic3cfa *g = w->g;
    pdr_lits guard = {0};
    bool possible = true;
    vec_each (const term, t, &w->guards) possible = possible && ic3cfa_add_formula(g, *t, &guard);
    if (!possible || !pdr_tidy(&guard)) {
        vec_free(&guard);
        return HASH_NONE;
    }
    struct step *s = new_step(g, edge, path_command(w), true);
    s->paths = 1;
    s->guard = guard;
    for (uint32_t i = 0; i < w->values.size; i++) {
        term now = g->program->variables.data[i].now;
        if (!term_same(now, w->values.data[i])) substitution_bind(&s->values, now, w->values.data[i]);
    }
    return g->steps.size - 1;
}

static void choice_step(struct ic3cfa *g, uint32_t edge, program_command command) {
    new_step(g, edge, command, false)->paths = program_paths(g->program, command);
}

/* Makes a step of every path. False: more than the limit, none was made. */
static bool split(struct ic3cfa *g, uint32_t edge, program_command command, uint64_t limit) {
    program_command_list points = {0};
    program_points(g->program, command, &points);
    uint64_t most_visits = VISITS_PER_PATH * limit + 2 * (uint64_t)points.size;
    vec_free(&points);
    struct walk w;
    walk_init(&w, g, NULL);
    uint32_t before = g->steps.size;
    bool more = true;
    program_command point = command;
    while (more && g->steps.size - before <= limit && w.visits <= most_visits) {
        if (run(&w, point)) (void)plain_step(&w, edge);
        more = back(&w, &point);
    }
    walk_fini(&w);
    if (!more && g->steps.size - before <= limit) return true;
    for (; g->steps.size > before; (void)vec_pop(&g->steps)) ic3cfa_step_fini(&vec_last(&g->steps));
    return false;
}

void ic3cfa_make_steps(struct ic3cfa *g) {
    for (uint32_t e = 0; e < g->program->edges.size; e++) {
        /* What the reader could not express may do anything: the proof must show that it is not taken. */
        program_command command = g->program->edges.data[e].unsupported ? program_skip(g->program)
                                                                        : g->program->edges.data[e].command;
        uint32_t before = g->steps.size;
        if (!split(g, e, command, g->options->split ? (uint64_t)g->options->split_limit : 1)) {
            choice_step(g, e, command);
            g->stats->split_refused++;
        }
        g->stats->split_steps += g->steps.size - before;
        for (uint32_t s = before; s < g->steps.size; s++)
            vec_push(&g->places[g->steps.data[s].to].incoming, s);
    }
}

void ic3cfa_step_fini(struct step *s) {
    substitution_fini(&s->values);
    vec_free(&s->guard);
    vec_free(&s->inputs);
    hash_map_free(&s->known);
    hash_map_free(&s->taken);
    vec_free(&s->parts);
    ic3cfa_contexts_fini(&s->contexts);
}

/* At the end of a path that a model leads: the cube holds there. */
static bool holds(struct walk *w, const pdr_lits *cube) {
    vec_each (const pdr_lit, lit, cube)
        if (!term_is(w->g->bank, concrete(w, atoms_term(&w->g->atoms, *lit)), TERM_TRUE)) return false;
    return true;
}

/* The plain step of a command without choice. */
static uint32_t step_of_path(struct ic3cfa *g, uint32_t step, program_command command) {
    uint32_t known = hash_map_get(&g->steps.data[step].taken, command.id);
    if (known != HASH_NONE) return known;
    struct walk w;
    walk_init(&w, g, NULL);
    uint32_t made = run(&w, command) ? plain_step(&w, g->steps.data[step].edge) : HASH_NONE;
    walk_fini(&w);
    if (made != HASH_NONE) hash_map_put(&g->steps.data[step].taken, command.id, made);
    return made;
}

uint32_t ic3cfa_taken_path(struct ic3cfa *g, uint32_t step, const pdr_lits *cube) {
    struct walk w;
    walk_init(&w, g, ic3cfa_solver(g, g->steps.data[step].from));
    program_command point = g->steps.data[step].command, path = {0};
    uint32_t dead_ends = 0;
    bool found = false, more = true;
    for (; more && !found && dead_ends < DEAD_ENDS; dead_ends++) {
        found = run(&w, point) && holds(&w, cube);
        if (found)
            path = path_command(&w);
        else
            more = back(&w, &point);
    }
    walk_fini(&w);
    return found ? step_of_path(g, step, path) : HASH_NONE;
}

const u32s *ic3cfa_parts(struct ic3cfa *g, uint32_t step) {
    struct step *s = &g->steps.data[step];
    uint64_t limit = (uint64_t)g->options->split_limit;
    uint32_t before = g->steps.size;
    if (!s->parts.size && s->paths <= limit && split(g, s->edge, s->command, limit)) {
        s = &g->steps.data[step]; /* the list of steps has grown */
        for (uint32_t part = before; part < g->steps.size; part++) vec_push(&s->parts, part);
    }
    return &s->parts;
}
