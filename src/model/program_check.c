/* The validator of automata. */
#include "model/program_private.h"

/* What a variable of the bank is to the automaton. */
enum role { ROLE_NOW, ROLE_NEXT, ROLE_INPUT };

struct checker {
    const struct program *program;
    struct hash_map roles; /* term -> role */
    struct hash_map done;  /* points that were looked at */
};

static const char *claim(struct checker *c, term t, enum role role) {
    if (term_is_none(t) || !term_is(c->program->terms, t, TERM_VARIABLE))
        return "a variable of the automaton is no variable of its bank";
    if (hash_map_get(&c->roles, t.id) != HASH_NONE) return "two variables or inputs of the automaton are one";
    hash_map_put(&c->roles, t.id, role);
    return NULL;
}

static const char *check_symbols(struct checker *c) {
    const struct program *program = c->program;
    const char *wrong = NULL;
    for (uint32_t i = 0; i < program->variables.size && !wrong; i++) {
        const struct program_variable *v = &program->variables.data[i];
        wrong = claim(c, v->now, ROLE_NOW);
        if (!wrong) wrong = claim(c, v->next, ROLE_NEXT);
        if (wrong) break;
        if (!sort_same(term_sort(program->terms, v->now), term_sort(program->terms, v->next)))
            wrong = "the next value of a variable has another sort";
        else if (program_find_variable(program, v->now) != i)
            wrong = "a variable is not found by its term";
        else if (!v->name)
            wrong = "a variable has no name";
    }
    for (uint32_t i = 0; i < program->sites.size && !wrong; i++) {
        const struct program_site *s = &program->sites.data[i];
        wrong = claim(c, s->input, ROLE_INPUT);
        if (wrong) break;
        if (s->variable >= program->variables.size)
            wrong = "a site sets a variable that there is not";
        else if (!sort_same(term_sort(program->terms, s->input),
                            term_sort(program->terms, program->variables.data[s->variable].now)))
            wrong = "the input of a site has not the sort of its variable";
    }
    return wrong;
}

static const char *check_term(const struct checker *c, term t, sort wanted) {
    const struct terms *b = c->program->terms;
    if (term_is_none(t) || t.id >= terms_size(b)) return "a command has a term that there is not";
    if (!sort_same(term_sort(b, t), wanted)) return "a condition or value in a command has the wrong sort";
    term_list variables = {0};
    const char *wrong = NULL;
    term_variables(b, &t, 1, &variables);
    vec_each (const term, v, &variables)
        if (hash_map_get(&c->roles, v->id) != ROLE_NOW)
            wrong = "a command reads something else than current values of the automaton's variables";
    vec_free(&variables);
    return wrong;
}

static const char *check_action(const struct checker *c, const struct program_action *action) {
    const struct program *program = c->program;
    if (action->kind == PROGRAM_ASSUME) return check_term(c, action->condition, sort_bool());
    if (action->kind == PROGRAM_HAVOC && action->site >= program->sites.size)
        return "a command has a site that there is not";
    if (action->kind != PROGRAM_ASSIGN) return NULL;
    const char *wrong = action->n ? NULL : "an assignment is empty";
    for (uint32_t i = 0; i < action->n && !wrong; i++) {
        const struct program_assignment *a = &action->assignments[i];
        if (a->variable >= program->variables.size) return "a command sets a variable that there is not";
        if (i && action->assignments[i - 1].variable >= a->variable)
            return "the variables of an assignment do not ascend";
        wrong = check_term(c, a->value, term_sort(program->terms, program->variables.data[a->variable].now));
    }
    return wrong;
}

static const char *check_points(struct checker *c, const struct program_descent *walk) {
    for (uint32_t i = 0; i < walk->points.size; i++) {
        if (hash_map_get(&c->done, walk->points.data[i].id) != HASH_NONE) continue;
        hash_map_put(&c->done, walk->points.data[i].id, 0);
        struct program_node node = program_node(c->program, walk->points.data[i]);
        if (node.kind == PROGRAM_CHOICE && node.n < 2) return "a choice has less than two branches";
        const char *wrong = node.kind == PROGRAM_STEP ? check_action(c, &node.action) : NULL;
        if (wrong) return wrong;
    }
    return NULL;
}

/* No path has a site twice. By point the set of sites from there on, as bits. */
static const char *check_sites(const struct program *program, const struct program_descent *walk) {
    u32s sites = {0};
    program_sites(program, walk->points.data[0], &sites);
    struct hash_map number = {0};
    for (uint32_t i = 0; i < sites.size; i++) hash_map_put(&number, sites.data[i], i);
    uint32_t words = (sites.size + 63) / 64;
    u64s after = {0};
    vec_resize(&after, words * walk->points.size);
    const char *wrong = NULL;
    for (uint32_t i = walk->points.size; i-- && words;) {
        struct program_node node = program_node(program, walk->points.data[i]);
        uint64_t *set = after.data + (size_t)i * words;
        for (uint32_t j = 0; j < node.n; j++) {
            const uint64_t *next = after.data + (size_t)program_walk_position(walk, node.next[j]) * words;
            for (uint32_t w = 0; w < words; w++) set[w] |= next[w];
        }
        if (node.kind != PROGRAM_STEP || node.action.kind != PROGRAM_HAVOC) continue;
        uint32_t site = hash_map_get(&number, node.action.site);
        uint64_t bit = (uint64_t)1 << site % 64;
        if (set[site / 64] & bit) wrong = "a command passes the same site twice";
        set[site / 64] |= bit;
    }
    vec_free(&sites);
    vec_free(&after);
    hash_map_free(&number);
    return wrong;
}

static const char *check_edges(struct checker *c) {
    const struct program *program = c->program;
    const char *wrong = NULL;
    for (uint32_t i = 0; i < program->edges.size && !wrong; i++) {
        const struct program_edge *e = &program->edges.data[i];
        if (e->from >= program->locations.size || e->to >= program->locations.size)
            return "an edge joins a location that there is not";
        if (e->to == program->initial) return "an edge enters the initial location";
        if (e->from == program->error) return "an edge leaves the error location";
        if (e->command.id >= program->commands->points.size) return "an edge has a command that there is not";
        struct program_descent walk;
        program_descent_init(&walk, program, e->command);
        wrong = check_points(c, &walk);
        if (!wrong) wrong = check_sites(program, &walk);
        program_walk_fini(&walk);
    }
    return wrong;
}

static const char *check_parameters(const struct program *program) {
    vec_each (const struct program_parameter, p, &program->parameters) {
        if (!p->name) return "a parameter has no name";
        if (p->site != PROGRAM_NONE && p->site >= program->sites.size)
            return "a parameter has a site that there is not";
    }
    return NULL;
}

static const char *check_index(const struct program *program) {
    if (!program->outgoing.size && !program->incoming.size) return NULL;
    if (program->outgoing.size != program->locations.size ||
        program->incoming.size != program->locations.size)
        return "the index does not cover the locations";
    uint32_t leaving = 0, entering = 0;
    for (uint32_t l = 0; l < program->locations.size; l++) {
        leaving += program->outgoing.data[l].size;
        entering += program->incoming.data[l].size;
        vec_each (const uint32_t, e, &program->outgoing.data[l])
            if (*e >= program->edges.size || program->edges.data[*e].from != l) return "the index is wrong";
        vec_each (const uint32_t, e, &program->incoming.data[l])
            if (*e >= program->edges.size || program->edges.data[*e].to != l) return "the index is wrong";
    }
    return leaving == program->edges.size && entering == program->edges.size ? NULL
                                                                             : "the index misses edges";
}

const char *program_check(const struct program *program) {
    if (program->initial >= program->locations.size) return "there is no initial location";
    if (program->error >= program->locations.size) return "there is no error location";
    if (program->initial == program->error) return "the initial location is the error location";
    struct checker c = {.program = program};
    const char *wrong = check_symbols(&c);
    if (!wrong) wrong = check_edges(&c);
    if (!wrong) wrong = check_parameters(program);
    if (!wrong) wrong = check_index(program);
    hash_map_free(&c.roles);
    hash_map_free(&c.done);
    return wrong;
}
