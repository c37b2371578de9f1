/* The automaton: its parts, names and index. */
#include "logic/print.h"
#include "model/program_private.h"

struct cfa *cfa_new(enum terms_mode mode) {
    struct cfa *cfa = mem_new(struct cfa);
    cfa->terms = terms_new(mode);
    cfa->initial = cfa->error = CFA_NONE;
    cfa->property = mem_strdup(CFA_UNREACH_CALL);
    cfa_commands_init(cfa);
    return cfa;
}

static void clear_index(struct cfa *cfa) {
    vec_each (u32s, list, &cfa->outgoing) vec_free(list);
    vec_each (u32s, list, &cfa->incoming) vec_free(list);
    vec_free(&cfa->outgoing);
    vec_free(&cfa->incoming);
}

void cfa_free(struct cfa *cfa) {
    if (!cfa) return;
    vec_each (struct cfa_variable, v, &cfa->variables) mem_free(v->name);
    vec_each (struct cfa_location, l, &cfa->locations) mem_free(l->name);
    vec_free(&cfa->variables);
    vec_free(&cfa->sites);
    vec_free(&cfa->violations);
    vec_free(&cfa->parameters);
    vec_free(&cfa->locations);
    vec_free(&cfa->edges);
    clear_index(cfa);
    cfa_commands_fini(cfa);
    terms_free(cfa->terms);
    mem_free(cfa->property);
    mem_free(cfa);
}

const char *cfa_text(struct cfa *cfa, const char *text) {
    return text ? arena_strndup(&cfa->commands->texts, text, strlen(text)) : NULL;
}

static struct cfa_position own_position(struct cfa *cfa, struct cfa_position p) {
    p.file = cfa_text(cfa, p.file);
    p.function = cfa_text(cfa, p.function);
    return p;
}

/* Names. The tables hold every name given, with the number at which the search for the next one goes on, so
 * that a thousand namesakes take a thousand steps. */

static bool name_is_free(const struct cfa *cfa, const struct hash_names *taken, const char *name,
                         bool symbol) {
    if (hash_names_get(taken, name) != HASH_NONE) return false;
    if (!symbol) return true;
    if (print_hides_operator(name)) return false; /* programs are written as Horn clauses */
    char *next = mem_format("%s'", name);
    const struct terms *b = cfa->terms;
    bool is_free = term_is_none(term_find_variable(b, name)) && term_is_none(term_find_variable(b, next)) &&
                   function_find(b, name) == UINT32_MAX;
    mem_free(next);
    return is_free;
}

/* The name, or with ".1", ".2", .. behind it; `symbol`: it names variables of the bank. */
static char *free_name(const struct cfa *cfa, struct hash_names *taken, const char *wanted, bool symbol) {
    char *name = mem_strdup(wanted);
    uint32_t number = hash_names_get(taken, wanted);
    if (number == HASH_NONE) number = 0;
    while (!name_is_free(cfa, taken, name, symbol)) {
        mem_free(name);
        name = mem_format("%s.%u", wanted, ++number);
    }
    hash_names_put(taken, wanted, number);
    if (strcmp(name, wanted) != 0) hash_names_put(taken, name, 0);
    return name;
}

uint32_t cfa_add_variable(struct cfa *cfa, const char *wanted, sort s) {
    struct cfa_commands *c = cfa->commands;
    char *name = free_name(cfa, &c->variables, wanted, true), *next = mem_format("%s'", name);
    uint32_t position = cfa->variables.size;
    struct cfa_variable v = {.name = name, .origin = position};
    v.now = term_variable(cfa->terms, name, s);
    v.next = term_variable(cfa->terms, next, s);
    mem_free(next);
    vec_push(&cfa->variables, v);
    hash_map_put(&c->by_now, v.now.id, position);
    return position;
}

uint32_t cfa_find_variable(const struct cfa *cfa, term now) {
    return hash_map_get(&cfa->commands->by_now, now.id);
}

const struct cfa_parameter *cfa_find_parameter(const struct cfa *cfa, uint32_t site) {
    vec_each (const struct cfa_parameter, p, &cfa->parameters)
        if (p->site == site && site != CFA_NONE) return p;
    return NULL;
}

bool cfa_can_be_called(const struct cfa *cfa) {
    vec_each (const struct cfa_parameter, p, &cfa->parameters)
        if (p->kind == CFA_PARAMETER_OTHER) return false;
    return true;
}

uint32_t cfa_add_site(struct cfa *cfa, enum cfa_site_kind kind, uint32_t variable, const char *call,
                      struct cfa_position position) {
    assert(variable < cfa->variables.size);
    const struct cfa_variable *v = &cfa->variables.data[variable];
    struct cfa_site site = {.kind = kind, .variable = variable, .origin = cfa->sites.size};
    site.input = term_fresh(cfa->terms, call ? call : v->name, term_sort(cfa->terms, v->now));
    site.call = cfa_text(cfa, call);
    site.position = own_position(cfa, position);
    vec_push(&cfa->sites, site);
    return cfa->sites.size - 1;
}

uint32_t cfa_add_location(struct cfa *cfa, const char *name, struct cfa_position position) {
    struct cfa_location l = {.origin = cfa->locations.size};
    l.name = free_name(cfa, &cfa->commands->locations, name, false);
    l.position = own_position(cfa, position);
    vec_push(&cfa->locations, l);
    clear_index(cfa);
    return cfa->locations.size - 1;
}

uint32_t cfa_add_edge(struct cfa *cfa, uint32_t from, cfa_command command, uint32_t to,
                      struct cfa_position position) {
    assert(from < cfa->locations.size && to < cfa->locations.size);
    struct cfa_edge edge = {.from = from, .to = to, .command = command};
    edge.position = own_position(cfa, position);
    vec_push(&cfa->edges, edge);
    clear_index(cfa);
    return cfa->edges.size - 1;
}

void cfa_index(struct cfa *cfa) {
    clear_index(cfa);
    vec_resize(&cfa->outgoing, cfa->locations.size);
    vec_resize(&cfa->incoming, cfa->locations.size);
    for (uint32_t i = 0; i < cfa->edges.size; i++) {
        vec_push(&cfa->outgoing.data[cfa->edges.data[i].from], i);
        vec_push(&cfa->incoming.data[cfa->edges.data[i].to], i);
    }
}

/* Every point of every edge, each once. */
static void all_points(const struct cfa *cfa, cfa_command_list *out) {
    struct hash_map seen = {0};
    cfa_command_list stack = {0};
    vec_each (const struct cfa_edge, e, &cfa->edges) {
        vec_push(&stack, e->command);
        while (stack.size) {
            cfa_command c = vec_pop(&stack);
            if (hash_map_get(&seen, c.id) != HASH_NONE) continue;
            hash_map_put(&seen, c.id, 0);
            vec_push(out, c);
            struct cfa_node node = cfa_node(cfa, c);
            vec_append(&stack, node.next, node.n);
        }
    }
    vec_free(&stack);
    hash_map_free(&seen);
}

unsigned cfa_theories(const struct cfa *cfa) {
    cfa_command_list points = {0};
    term_list roots = {0};
    all_points(cfa, &points);
    vec_each (const cfa_command, c, &points) {
        struct cfa_node node = cfa_node(cfa, *c);
        if (node.kind != CFA_STEP) continue;
        if (node.action.kind == CFA_ASSUME) vec_push(&roots, node.action.condition);
        if (node.action.kind == CFA_ASSIGN)
            for (uint32_t i = 0; i < node.action.n; i++) vec_push(&roots, node.action.assignments[i].value);
    }
    vec_each (const struct cfa_variable, v, &cfa->variables) vec_push(&roots, v->now);
    unsigned theories = term_theories(cfa->terms, roots.data, roots.size);
    vec_free(&roots);
    vec_free(&points);
    return theories;
}
