/* The automaton: its parts, names and index. */
#include "logic/print.h"
#include "model/program_private.h"

struct program *program_new(enum terms_mode mode) {
    struct program *program = mem_new(struct program);
    program->terms = terms_new(mode);
    program->initial = program->error = PROGRAM_NONE;
    program->property = mem_strdup(PROGRAM_UNREACH_CALL);
    program_commands_init(program);
    return program;
}

static void clear_index(struct program *program) {
    vec_each (u32s, list, &program->outgoing) vec_free(list);
    vec_each (u32s, list, &program->incoming) vec_free(list);
    vec_free(&program->outgoing);
    vec_free(&program->incoming);
}

void program_free(struct program *program) {
    if (!program) return;
    vec_each (struct program_variable, v, &program->variables) mem_free(v->name);
    vec_each (struct program_location, l, &program->locations) mem_free(l->name);
    vec_free(&program->variables);
    vec_free(&program->sites);
    vec_free(&program->violations);
    vec_free(&program->parameters);
    vec_free(&program->probes);
    vec_free(&program->told);
    vec_free(&program->ends);
    vec_free(&program->assumed);
    vec_free(&program->bindings);
    vec_free(&program->locations);
    vec_free(&program->edges);
    clear_index(program);
    program_commands_fini(program);
    terms_free(program->terms);
    mem_free(program->property);
    mem_free(program);
}

const char *program_text(struct program *program, const char *text) {
    return text ? arena_strndup(&program->commands->texts, text, strlen(text)) : NULL;
}

static struct program_position own_position(struct program *program, struct program_position p) {
    p.file = program_text(program, p.file);
    p.function = program_text(program, p.function);
    p.calls = program_text(program, p.calls);
    return p;
}

/* Names. The tables hold every name given, with the number at which the search for the next one goes on, so
 * that a thousand namesakes take a thousand steps. */

static bool name_is_free(const struct program *program, const struct hash_names *taken, const char *name,
                         bool symbol) {
    if (hash_names_get(taken, name) != HASH_NONE) return false;
    if (!symbol) return true;
    if (print_hides_operator(name)) return false; /* programs are written as Horn clauses */
    char *next = mem_format("%s'", name);
    const struct terms *b = program->terms;
    bool is_free = term_is_none(term_find_variable(b, name)) && term_is_none(term_find_variable(b, next)) &&
                   function_find(b, name) == UINT32_MAX;
    mem_free(next);
    return is_free;
}

/* The name, or with ".1", ".2", .. behind it; `symbol`: it names variables of the bank. */
static char *free_name(const struct program *program, struct hash_names *taken, const char *wanted,
                       bool symbol) {
    char *name = mem_strdup(wanted);
    uint32_t number = hash_names_get(taken, wanted);
    if (number == HASH_NONE) number = 0;
    while (!name_is_free(program, taken, name, symbol)) {
        mem_free(name);
        name = mem_format("%s.%u", wanted, ++number);
    }
    hash_names_put(taken, wanted, number);
    if (strcmp(name, wanted) != 0) hash_names_put(taken, name, 0);
    return name;
}

uint32_t program_add_variable(struct program *program, const char *wanted, sort s) {
    struct program_commands *c = program->commands;
    char *name = free_name(program, &c->variables, wanted, true), *next = mem_format("%s'", name);
    uint32_t position = program->variables.size;
    struct program_variable v = {.name = name, .origin = position};
    v.now = term_variable(program->terms, name, s);
    v.next = term_variable(program->terms, next, s);
    mem_free(next);
    vec_push(&program->variables, v);
    hash_map_put(&c->by_now, v.now.id, position);
    return position;
}

uint32_t program_find_variable(const struct program *program, term now) {
    return hash_map_get(&program->commands->by_now, now.id);
}

const struct program_parameter *program_find_parameter(const struct program *program, uint32_t site) {
    vec_each (const struct program_parameter, p, &program->parameters)
        if (p->site == site && site != PROGRAM_NONE) return p;
    return NULL;
}

bool program_can_be_called(const struct program *program) {
    vec_each (const struct program_parameter, p, &program->parameters)
        if (p->kind == PROGRAM_PARAMETER_OTHER) return false;
    return true;
}

uint32_t program_add_site(struct program *program, enum program_site_kind kind, uint32_t variable,
                          const char *call, struct program_position position) {
    assert(variable < program->variables.size);
    const struct program_variable *v = &program->variables.data[variable];
    struct program_site site = {.kind = kind, .variable = variable, .origin = program->sites.size};
    site.input = term_fresh(program->terms, call ? call : v->name, term_sort(program->terms, v->now));
    site.call = program_text(program, call);
    site.position = own_position(program, position);
    vec_push(&program->sites, site);
    return program->sites.size - 1;
}

uint32_t program_add_location(struct program *program, const char *name, struct program_position position) {
    struct program_location l = {.origin = program->locations.size};
    l.name = free_name(program, &program->commands->locations, name, false);
    l.position = own_position(program, position);
    vec_push(&program->locations, l);
    clear_index(program);
    return program->locations.size - 1;
}

uint32_t program_add_edge(struct program *program, uint32_t from, program_command command, uint32_t to,
                          struct program_position position) {
    assert(from < program->locations.size && to < program->locations.size);
    struct program_edge edge = {.from = from, .to = to, .command = command};
    edge.position = own_position(program, position);
    vec_push(&program->edges, edge);
    clear_index(program);
    return program->edges.size - 1;
}

void program_index(struct program *program) {
    clear_index(program);
    vec_resize(&program->outgoing, program->locations.size);
    vec_resize(&program->incoming, program->locations.size);
    for (uint32_t i = 0; i < program->edges.size; i++) {
        vec_push(&program->outgoing.data[program->edges.data[i].from], i);
        vec_push(&program->incoming.data[program->edges.data[i].to], i);
    }
}

/* Every point of every edge, each once. */
static void all_points(const struct program *program, program_command_list *out) {
    struct hash_map seen = {0};
    program_command_list stack = {0};
    vec_each (const struct program_edge, e, &program->edges) {
        vec_push(&stack, e->command);
        while (stack.size) {
            program_command c = vec_pop(&stack);
            if (hash_map_get(&seen, c.id) != HASH_NONE) continue;
            hash_map_put(&seen, c.id, 0);
            vec_push(out, c);
            struct program_node node = program_node(program, c);
            vec_append(&stack, node.next, node.n);
        }
    }
    vec_free(&stack);
    hash_map_free(&seen);
}

unsigned program_theories(const struct program *program) {
    program_command_list points = {0};
    term_list roots = {0};
    all_points(program, &points);
    vec_each (const program_command, c, &points) {
        struct program_node node = program_node(program, *c);
        if (node.kind != PROGRAM_STEP) continue;
        if (node.action.kind == PROGRAM_ASSUME) vec_push(&roots, node.action.condition);
        if (node.action.kind == PROGRAM_ASSIGN)
            for (uint32_t i = 0; i < node.action.n; i++) vec_push(&roots, node.action.assignments[i].value);
    }
    vec_each (const struct program_variable, v, &program->variables) vec_push(&roots, v->now);
    unsigned theories = term_theories(program->terms, roots.data, roots.size);
    vec_free(&roots);
    vec_free(&points);
    return theories;
}
