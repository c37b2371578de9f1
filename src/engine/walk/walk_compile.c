/* From an automaton to a compiled program that can be walked. */
#include "engine/walk/walk_internal.h"

#include "transform/program/prepare.h"

struct compiler {
    struct walk_program *compiled;
    struct program *program;
    struct terms *bank;
    struct hash_map input_of;      /* a site's variable -> position in `inputs` */
    struct hash_map zeroed;        /* the arrays among them */
    struct substitution unwritten; /* these are all zero */
    struct hash_map constants;
    u8s live; /* of program_live */
};

void walk_program_fini(struct walk_program *p) {
    code_fini(&p->code);
    vec_free(&p->locations);
    vec_free(&p->edges);
    vec_free(&p->inputs);
    vec_free(&p->choices);
    vec_free(&p->constants);
    program_free(p->program);
}

static uint32_t bits_of(const struct terms *b, term t) {
    sort s = term_sort(b, t);
    return sort_kind(b, s) == SORT_BV ? sort_width(b, s) : 1;
}

/* ---- variables and inputs ---- */

static uint32_t add_input(struct compiler *c, term variable, uint32_t origin) {
    struct walk_program *p = c->compiled;
    uint32_t place = code_register(&p->code, variable);
    assert(place != CODE_NONE);
    vec_push(&p->inputs, (struct walk_input){place, bits_of(c->bank, variable), origin});
    return p->inputs.size - 1;
}

static bool is_live(const struct compiler *c, uint32_t location, uint32_t variable) {
    return c->live.data[location * c->program->variables.size + variable];
}

/* What a walk may choose at the start: values that can matter. Arrays are zero. */
static void add_starts(struct compiler *c) {
    struct walk_program *p = c->compiled;
    for (uint32_t v = 0; v < c->program->variables.size; v++) {
        const struct program_variable *variable = &c->program->variables.data[v];
        if (!is_live(c, c->program->initial, v)) continue;
        if (code_register(&p->code, variable->now) != CODE_NONE)
            (void)add_input(c, variable->now, variable->origin);
    }
    p->starts = p->inputs.size;
}

/* A site, or the variable of a choice on an edge, is given its register when it is first met. Arrays are
 * taken as zero. False: a walk cannot choose its value. */
static bool meet_input(struct compiler *c, term variable, uint32_t origin) {
    struct walk_program *p = c->compiled;
    if (hash_map_get(&c->input_of, variable.id) != HASH_NONE) return true;
    if (hash_map_get(&c->zeroed, variable.id) != HASH_NONE) return true;
    if (sort_kind(c->bank, term_sort(c->bank, variable)) == SORT_ARRAY) {
        hash_map_put(&c->zeroed, variable.id, 0);
        substitution_bind(&c->unwritten, variable, value_default(c->bank, term_sort(c->bank, variable)));
        return true;
    }
    if (!code_variable(&p->code, variable)) return false;
    hash_map_put(&c->input_of, variable.id, add_input(c, variable, origin));
    return true;
}

/* The inputs of an edge as positions. False: it has one that is none for a walk. */
static bool find_inputs(struct compiler *c, program_command command, const term_list *inputs) {
    u32s sites = {0};
    bool good = true;
    program_sites(c->program, command, &sites);
    vec_each (const uint32_t, s, &sites) {
        const struct program_site *site = &c->program->sites.data[*s];
        if (site->kind == PROGRAM_OUTSIDE)
            code_unwanted(&c->compiled->code, site->input);
        else
            good = good && site->kind != PROGRAM_LIBRARY && site->kind != PROGRAM_UNSPECIFIED &&
                   meet_input(c, site->input, site->origin);
    }
    vec_free(&sites);
    vec_each (const term, t, inputs) {
        if (hash_map_get(&c->compiled->code.unwanted, t->id) != HASH_NONE) continue;
        good = good && meet_input(c, *t, PROGRAM_NONE);
        uint32_t position = hash_map_get(&c->input_of, t->id);
        if (good && position != HASH_NONE) vec_push(&c->compiled->choices, position);
    }
    return good;
}

/* ---- edges ---- */

/* Constants that something is compared with, and their neighbours: where programs change their mind. */
static void note_constants(struct compiler *c, const term *roots, uint32_t n) {
    term_list terms = {0};
    term_collect(c->bank, roots, n, &terms);
    vec_each (const term, t, &terms) {
        enum term_op op = term_op(c->bank, *t);
        bool compares =
            op == TERM_EQ || op == TERM_BV_ULT || op == TERM_BV_ULE || op == TERM_BV_SLT || op == TERM_BV_SLE;
        for (uint32_t i = 0; compares && i < 2; i++) {
            term argument = term_arg(c->bank, *t, i);
            if (!term_is(c->bank, argument, TERM_BITS)) continue;
            uint64_t value = mpz_get_ui(term_bits(c->bank, argument));
            for (uint64_t near = value - 1; near != value + 2; near++) {
                if (hash_map_get(&c->constants, near) != HASH_NONE) continue;
                hash_map_put(&c->constants, near, 0);
                vec_push(&c->compiled->constants, near);
            }
        }
    }
    vec_free(&terms);
}

static uint32_t tag_of(const struct program *program, program_command command) {
    program_command_list points = {0};
    program_points(program, command, &points);
    uint32_t tag = PROGRAM_NONE;
    vec_each (const program_command, p, &points) {
        struct program_node node = program_node(program, *p);
        if (tag == PROGRAM_NONE && node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_TAG)
            tag = node.action.edge;
    }
    vec_free(&points);
    return tag;
}

/* The code of an edge. Variables that nobody reads after it keep what they have, and those without registers
 * are left out. */
static uint32_t edge_code(struct compiler *c, uint32_t to, const struct program_effect *effect) {
    VEC(struct code_assignment) assignments = {0};
    term_list roots = {0};
    vec_push(&roots, substitution_apply(&c->unwritten, effect->guard));
    for (uint32_t v = 0; v < c->program->variables.size; v++) {
        term now = c->program->variables.data[v].now, value = effect->values.data[v];
        if (term_same(now, value) || !is_live(c, to, v)) continue;
        if (code_register(&c->compiled->code, now) == CODE_NONE && !code_array(&c->compiled->code, now))
            continue;
        value = substitution_apply(&c->unwritten, value);
        vec_push(&assignments, (struct code_assignment){now, value});
        vec_push(&roots, value);
    }
    uint32_t code = code_edge(&c->compiled->code, roots.data[0], assignments.data, assignments.size);
    if (code != CODE_NONE) note_constants(c, roots.data, roots.size);
    vec_free(&assignments);
    vec_free(&roots);
    return code;
}

/* The guard goes to `guards`, one per edge that is open. */
static void compile_edge(struct compiler *c, uint32_t number, term_list *guards) {
    struct walk_program *p = c->compiled;
    program_command command = c->program->edges.data[number].command;
    struct program_effect effect = {0};
    term_list inputs = {0};
    program_effect(c->program, command, &effect, &inputs);
    struct walk_edge edge = {.to = c->program->edges.data[number].to,
                             .tag = tag_of(c->program, command),
                             .inputs = p->choices.size};
    bool dead = term_is(c->bank, effect.guard, TERM_FALSE);
    edge.code = !dead && edge.tag != PROGRAM_NONE && find_inputs(c, command, &inputs)
                    ? edge_code(c, edge.to, &effect)
                    : CODE_NONE;
    if (edge.code != CODE_NONE) {
        edge.count = p->choices.size - edge.inputs;
        edge.cost = p->code.steps.size - edge.code;
        vec_push(&p->edges, edge);
        vec_push(guards, effect.guard);
    } else {
        vec_shrink(&p->choices, edge.inputs);
        p->closed += !dead;
    }
    program_effect_fini(&effect);
    vec_free(&inputs);
}

/* ---- locations ---- */

/* t = k and t = l for different constants. */
static bool different_cases(const struct terms *b, term x, term y) {
    if (!term_is(b, x, TERM_EQ) || !term_is(b, y, TERM_EQ)) return false;
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t j = 0; j < 2; j++) {
            term k = term_arg(b, x, i), l = term_arg(b, y, j);
            bool same = term_same(term_arg(b, x, 1 - i), term_arg(b, y, 1 - j));
            if (same && term_is_value(b, k) && term_is_value(b, l) && !term_same(k, l)) return true;
        }
    return false;
}

static bool has(const term_list *list, term t) {
    vec_each (const term, u, list)
        if (term_same(t, *u)) return true;
    return false;
}

/* Whether the conjuncts of `others` say that t is false: every part of a disjunction by its opposite. */
static bool refuted_by(struct compiler *c, term t, const term_list *others) {
    struct terms *b = c->bank;
    term inner = term_is(b, t, TERM_NOT) ? term_arg(b, t, 0) : t;
    bool negated_and = term_is(b, t, TERM_NOT) && term_is(b, inner, TERM_AND);
    if (!negated_and && !term_is(b, t, TERM_OR)) return has(others, term_not(b, t));
    for (uint32_t i = 0; i < term_arity(b, inner); i++) {
        term part = term_arg(b, inner, i);
        if (!has(others, negated_and ? part : term_not(b, part))) return false;
    }
    return true;
}

static bool exclude_each_other(struct compiler *c, const term_list *x, const term_list *y) {
    vec_each (const term, s, x) {
        if (refuted_by(c, *s, y)) return true;
        vec_each (const term, t, y)
            if (different_cases(c->bank, *s, *t)) return true;
    }
    vec_each (const term, t, y)
        if (refuted_by(c, *t, x)) return true;
    return false;
}

static bool are_exclusive(struct compiler *c, const term_list *guards) {
    enum { MOST = 256 };
    if (guards->size > MOST) return false;
    VEC(term_list) conjuncts = {0};
    vec_resize(&conjuncts, guards->size);
    for (uint32_t i = 0; i < guards->size; i++) term_conjuncts(c->bank, guards->data[i], &conjuncts.data[i]);
    bool exclusive = true;
    for (uint32_t i = 0; i < guards->size && exclusive; i++)
        for (uint32_t j = 0; j < i && exclusive; j++)
            exclusive = exclude_each_other(c, &conjuncts.data[i], &conjuncts.data[j]);
    vec_each (term_list, list, &conjuncts) vec_free(list);
    vec_free(&conjuncts);
    return exclusive;
}

/* Edges may share sites: what enters there is chosen before the edge. */
static void join_inputs(struct walk_program *p, struct walk_location *location) {
    location->inputs = p->choices.size;
    for (uint32_t e = location->edges; e < location->edges + location->count; e++)
        for (uint32_t i = 0; i < p->edges.data[e].count; i++) {
            uint32_t input = p->choices.data[p->edges.data[e].inputs + i];
            bool known = false;
            for (uint32_t j = location->inputs; j < p->choices.size && !known; j++)
                known = p->choices.data[j] == input;
            if (!known) vec_push(&p->choices, input);
        }
    location->values = p->choices.size - location->inputs;
}

static void compile_location(struct compiler *c, uint32_t number) {
    struct walk_program *p = c->compiled;
    struct walk_location location = {.edges = p->edges.size};
    term_list guards = {0};
    vec_each (const uint32_t, e, &c->program->outgoing.data[number]) compile_edge(c, *e, &guards);
    location.count = p->edges.size - location.edges;
    location.exclusive = are_exclusive(c, &guards);
    join_inputs(p, &location);
    vec_push(&p->locations, location);
    vec_free(&guards);
}

void walk_compile(struct walk_program *p, struct program *read) {
    struct program *copy = program_copy(read, PROGRAM_UNSUPPORTED_LEFT_OUT);
    *p = (struct walk_program){.read = read, .program = program_slice(copy)};
    program_free(copy);
    struct compiler c = {.compiled = p, .program = p->program, .bank = p->program->terms};
    code_init(&p->code, c.bank);
    substitution_init(&c.unwritten, c.bank);
    vec_each (const struct program_variable, v, &c.program->variables) (void)code_variable(&p->code, v->now);
    p->variables = p->code.registers.size;
    program_live(c.program, &c.live);
    add_starts(&c);
    for (uint32_t l = 0; l < c.program->locations.size; l++) compile_location(&c, l);
    substitution_fini(&c.unwritten);
    hash_map_free(&c.input_of);
    hash_map_free(&c.zeroed);
    hash_map_free(&c.constants);
    vec_free(&c.live);
}
