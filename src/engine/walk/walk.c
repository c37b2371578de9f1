/* Walks over a program: see walk.h.
 *
 * How far a walk may go follows Luby's sequence: most walks are short, and every now and then there is a long
 * one, so that no guess about the depth of the error costs more than a logarithmic factor. The first walk,
 * all inputs zero, may go further: it is the only one of a program without inputs.
 *
 * A walk that repeats a state goes round for ever if all that it chose in between was to follow a plan of
 * constants. The state is compared with one remembered state, which is renewed after twice as many edges each
 * time (Brent). */
#include "engine/walk/walk_internal.h"

enum {
    MOST_EDGES = 16000000, /* of a walk: what there is memory for to record */
    EDGES = 20000,         /* of the shortest walk */
    ZERO_EDGES = 1000000,  /* of the first walk, once it had something to choose */
    MEMORIES = 16,         /* places that a walk can go back to */
    RETURNS = 4,           /* how often it goes back to one of these before it goes to one before */
    MOST_RETURNS = 100,    /* in a walk */
    TRIES = 8              /* values for inputs when they lead nowhere */
};

/* A state to go back to. */
struct memory {
    uint32_t at, edges, inputs;
    uint32_t log;     /* size of the machine's log */
    uint32_t returns; /* how often the walk came back */
    uint64_t *state;  /* by variable */
};
struct input_value {
    uint32_t step, input;
    uint64_t value;
};
enum outcome { WENT_ON, REACHED, STUCK, CIRCLED, TIRED };

struct walker {
    struct walk_program compiled;
    struct walk_values values;
    struct code_machine machine;
    uint64_t walks;
    bool finished; /* more walks would find nothing */
    bool only_run; /* because the first one ended by itself, and had nothing to choose */
    /* The walk under way. */
    bool walking;
    uint32_t at, returns;
    bool choices; /* there were some */
    uint32_t most_edges;
    bool constant; /* the plan says the same value at every time */
    bool astray;   /* has just gone back: the plan led nowhere */
    u64s start;    /* values of the inputs of the start */
    u32s edges;    /* positions in compiled.edges */
    VEC(struct input_value) inputs;
    struct memory memories[MEMORIES];
    uint32_t oldest, kept; /* memories[(oldest + i) % MEMORIES], i < kept */
    /* The state that is looked out for. */
    struct memory seen;
    uint64_t seen_for; /* edges until the next one */
    bool seen_valid;   /* nothing was chosen since */
};

struct walker *walker_new(struct program *program, uint64_t seed) {
    struct walker *w = mem_new(struct walker);
    walk_compile(&w->compiled, program);
    walk_values_init(&w->values, &w->compiled, seed);
    code_machine_init(&w->machine, &w->compiled.code);
    for (uint32_t i = 0; i < MEMORIES; i++)
        w->memories[i].state = mem_new_array(uint64_t, w->compiled.variables + 1);
    w->seen.state = mem_new_array(uint64_t, w->compiled.variables + 1);
    return w;
}

void walker_free(struct walker *w) {
    if (!w) return;
    for (uint32_t i = 0; i < MEMORIES; i++) mem_free(w->memories[i].state);
    mem_free(w->seen.state);
    vec_free(&w->start);
    vec_free(&w->edges);
    vec_free(&w->inputs);
    code_machine_fini(&w->machine);
    walk_values_fini(&w->values);
    walk_program_fini(&w->compiled);
    mem_free(w);
}

bool walker_has_more(const struct walker *w) {
    return !w->finished;
}

/* ---- states ---- */

static size_t state_bytes(const struct walker *w) {
    return w->compiled.variables * sizeof *w->machine.registers;
}

static void forget_memories(struct walker *w) {
    w->kept = 0;
    w->machine.logging = w->machine.lost = false;
    vec_clear(&w->machine.log);
}

static void remember(struct walker *w) {
    if (w->machine.lost) forget_memories(w);
    if (w->kept == MEMORIES)
        w->oldest = (w->oldest + 1) % MEMORIES;
    else
        w->kept++;
    struct memory *m = &w->memories[(w->oldest + w->kept - 1) % MEMORIES];
    m->at = w->at;
    m->edges = w->edges.size;
    m->inputs = w->inputs.size;

    m->log = w->machine.log.size;
    m->returns = 0;
    memcpy(m->state, w->machine.registers, state_bytes(w));
    w->machine.logging = true;
}

/* To the last place with a choice that was not come back to too often. False: there is none. */
static bool go_back(struct walker *w) {
    if (w->machine.lost) forget_memories(w);
    while (w->kept && w->returns < MOST_RETURNS) {
        struct memory *m = &w->memories[(w->oldest + w->kept - 1) % MEMORIES];
        if (m->returns == RETURNS) {
            w->kept--;
            continue;
        }
        m->returns++;
        w->returns++;
        w->at = m->at;
        vec_shrink(&w->edges, m->edges);
        vec_shrink(&w->inputs, m->inputs);

        code_undo(&w->machine, m->log);
        memcpy(w->machine.registers, m->state, state_bytes(w));
        w->astray = true;
        w->seen_valid = false;
        return true;
    }
    return false;
}

/* Whether the walk has come round. Else it may remember the state. */
static bool circles(struct walker *w) {
    bool same = w->seen_valid && w->at == w->seen.at && !w->machine.changed &&
                !memcmp(w->seen.state, w->machine.registers, state_bytes(w));
    if (same && w->edges.size > w->seen.edges) return true;
    if (w->seen_valid && w->edges.size - w->seen.edges < w->seen_for) return false;
    w->seen_for = w->seen_valid ? 2 * w->seen_for : 16;
    w->seen_valid = true;
    w->seen.at = w->at;
    w->seen.edges = w->edges.size;
    w->machine.changed = false;
    memcpy(w->seen.state, w->machine.registers, state_bytes(w));
    return false;
}

/* ---- one edge ---- */

static void choose_inputs(struct walker *w, const struct walk_location *location, bool planned) {
    for (uint32_t i = 0; i < location->values; i++) {
        uint32_t input = w->compiled.choices.data[location->inputs + i];
        w->machine.registers[w->compiled.inputs.data[input].place] =
            planned ? walk_value(&w->values, input) : walk_value_any(&w->values, input);
    }
}

static void note_inputs(struct walker *w, const struct walk_edge *edge) {
    for (uint32_t i = 0; i < edge->count; i++) {
        uint32_t input = w->compiled.choices.data[edge->inputs + i];
        const struct walk_input *row = &w->compiled.inputs.data[input];
        if (row->origin != PROGRAM_NONE)
            vec_push(&w->inputs,
                     (struct input_value){w->edges.size, input, w->machine.registers[row->place]});
    }
}

static bool take(struct walker *w, uint32_t number, uint64_t *work) {
    const struct walk_edge *edge = &w->compiled.edges.data[number];
    *work += 2 + edge->cost;
    if (!code_run(&w->machine, edge->code)) return false;
    note_inputs(w, edge);
    vec_push(&w->edges, number);
    w->at = edge->to;
    w->astray = false;
    return true;
}

/* Takes the first edge that can be taken. */
static bool take_some(struct walker *w, const struct walk_location *location, uint64_t *work) {
    uint32_t n = location->count, first = location->exclusive ? 0 : random_below(&w->values.random, n);
    for (uint32_t i = 0; i < n; i++)
        if (take(w, location->edges + (first + i < n ? first + i : first + i - n), work)) return true;
    return false;
}

static enum outcome go_on(struct walker *w, uint64_t *work) {
    const struct walk_location *location = &w->compiled.locations.data[w->at];
    if (w->at == w->compiled.program->error) return REACHED;
    if (w->edges.size >= (w->choices ? w->most_edges : MOST_EDGES)) return TIRED;
    bool chooses = location->values || !location->exclusive;
    if (chooses) {
        w->choices = true;
        if (!w->astray) remember(w);
    }
    if (w->astray || (chooses && !(w->constant && location->exclusive)))
        w->seen_valid = false;
    else if (circles(w))
        return CIRCLED;
    for (uint32_t i = 0; i < (location->values ? TRIES : 1); i++) {
        choose_inputs(w, location, !w->astray && !i);
        if (i) w->seen_valid = false;
        if (take_some(w, location, work)) return w->machine.outside ? TIRED : WENT_ON;
    }
    return STUCK;
}

/* ---- walks ---- */

/* 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., for i = 1, 2, ... */
static uint32_t luby(uint64_t i) {
    uint64_t size = 1;
    while (size < i) size = 2 * size + 1;
    while (size != i) {
        size /= 2;
        if (i > size) i -= size;
    }
    return (uint32_t)((size + 1) / 2);
}

static void set_out(struct walker *w) {
    struct walk_program *p = &w->compiled;
    uint64_t turn = luby(w->walks + 1);
    w->most_edges = !w->walks ? ZERO_EDGES : turn * EDGES < MOST_EDGES ? (uint32_t)turn * EDGES : MOST_EDGES;
    w->constant = w->walks < 2;
    w->walking = true;
    w->at = p->program->initial;
    w->choices = p->starts > 0;
    w->returns = 0;
    w->astray = w->seen_valid = false;
    forget_memories(w);
    vec_clear(&w->edges);
    vec_clear(&w->inputs);
    vec_clear(&w->start);
    memset(w->machine.registers, 0, state_bytes(w));
    w->machine.outside = false;
    memset(w->machine.beyond, 0, p->code.arrays.size * sizeof *w->machine.beyond);
    memset(w->machine.cells, 0, p->code.cells * sizeof *w->machine.cells);
    w->machine.moved += p->code.cells;
    walk_values_plan(&w->values, w->walks);
    for (uint32_t i = 0; i < p->starts; i++) {
        uint64_t value = walk_value(&w->values, i);
        w->machine.registers[p->inputs.data[i].place] = value;
        vec_push(&w->start, value);
    }
    w->walks++;
}

/* A walk that had nothing to choose is the only one there is. */
static void end_walk(struct walker *w) {
    w->walking = false;
    if (!w->choices) w->finished = true;
}

bool walker_found_only_run(const struct walker *w) {
    return w->only_run;
}

bool walker_is_forced(const struct walker *w) {
    return w->walks < 2 && !w->choices && !w->finished;
}

static term value_term(struct terms *b, term variable, uint64_t value) {
    sort s = term_sort(b, variable);
    return sort_kind(b, s) == SORT_BOOL ? term_bool(b, value) : term_bits_ui(b, value, sort_width(b, s));
}

static struct program_trace *make_trace(const struct walker *w) {
    struct program *read = w->compiled.read;
    struct program_trace *t = program_trace_new();
    vec_each (const struct program_variable, v, &read->variables)
        vec_push(&t->initial, value_default(read->terms, term_sort(read->terms, v->now)));
    for (uint32_t i = 0; i < w->start.size; i++) {
        uint32_t v = w->compiled.inputs.data[i].origin;
        t->initial.data[v] = value_term(read->terms, read->variables.data[v].now, w->start.data[i]);
    }
    vec_reserve(&t->edges, w->edges.size);
    vec_each (const uint32_t, e, &w->edges) vec_push(&t->edges, w->compiled.edges.data[*e].tag);
    vec_each (const struct input_value, i, &w->inputs) {
        uint32_t site = w->compiled.inputs.data[i->input].origin;
        term value = value_term(read->terms, read->sites.data[site].input, i->value);
        vec_push(&t->inputs, (struct program_input_value){i->step, site, value});
    }
    return t;
}

struct program_trace *walker_run(struct walker *w, uint64_t work, struct limits *limits,
                                 struct stats *stats) {
    struct program_trace *trace = NULL;
    uint64_t spent = 0, walks = w->walks;
    while (!trace && !w->finished && spent < work && !limits_stopped(limits)) {
        uint64_t moved = w->machine.moved;
        if (!w->walking) set_out(w);
        enum outcome outcome = go_on(w, &spent);
        spent += (w->machine.moved - moved) / 4;
        limits_spend(limits, 1 + (w->machine.moved - moved) / 64);
        stats->walk_steps += outcome == WENT_ON;
        if (outcome == REACHED) trace = make_trace(w);
        if (outcome == STUCK && go_back(w)) outcome = WENT_ON;
        w->only_run = outcome == STUCK && !w->choices;
        if (outcome != WENT_ON) end_walk(w);
    }
    stats->walks += w->walks - walks;
    stats->walk_closed = w->compiled.closed;
    return trace;
}
