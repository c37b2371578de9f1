#include "format/files/properties.h"

#include <stdlib.h>
#include <string.h>

typedef void add_property(void *client, char *name, char kind, uint32_t index, const char *unsupported);

static void list_circuit(const struct circuit *c, add_property *add, void *client) {
    bool fair = c->fairness.size;
    vec_each (const struct property, p, &c->properties) add(client, mem_strdup(p->name), 'b', p->index, NULL);
    for (uint32_t i = 0; i < c->justice.size; i++)
        add(client, circuit_justice_name(c, i), 'j', i,
            fair ? "justice property with fairness constraints" : "justice property");
    if (fair && !c->properties.size && !c->justice.size)
        add(client, mem_strdup("fairness"), 'f', 0, "fairness constraints, and nothing else");
}

static void list_system(const struct system *s, add_property *add, void *client) {
    vec_each (const struct system_property, p, &s->properties)
        add(client, mem_strdup(p->name), 'b', p->index, NULL);
    for (uint32_t i = 0; i < s->unsupported.size; i++) {
        const struct system_unsupported *u = &s->unsupported.data[i];
        add(client, mem_strdup(u->name), u->fairness ? 'f' : 'j', i, u->what);
    }
}

void properties_list(struct model model, add_property *add, void *client) {
    switch (model.level) {
    case LEVEL_CIRCUIT: list_circuit(model.circuit, add, client); break;
    case LEVEL_SYSTEM: list_system(model.system, add, client); break;
    default: add(client, mem_strdup(model.program->property), 'b', 0, NULL);
    }
}

void model_count(struct model model, struct stats *stats) {
    switch (model.level) {
    case LEVEL_CIRCUIT:
        stats->inputs = model.circuit->inputs.size;
        stats->latches = model.circuit->latches.size;
        stats->ands = model.circuit->graph->gates;
        break;
    case LEVEL_SYSTEM:
        stats->inputs = model.system->inputs.size;
        stats->states = model.system->states.size;
        stats->terms = terms_size(model.system->terms);
        break;
    default:
        stats->inputs = model.program->sites.size;
        stats->variables = model.program->variables.size;
        stats->locations = model.program->locations.size;
        stats->edges = model.program->edges.size;
        stats->terms = terms_size(model.program->terms);
    }
}

bool properties_is_called(const char *name, const char *asked) {
    for (; *name && (*name == *asked || (*name == '_' && *asked && strchr(" \t\\|", *asked))); name++)
        asked++;
    return *name == *asked;
}

/* ---- covers ---- */

const char *properties_source(struct model model, uint32_t position) {
    if (model.level != LEVEL_SYSTEM || position >= model.system->properties.size) return NULL;
    const struct design_name *name = design_find(&model.system->design, DESIGN_PROPERTY, position);
    return name ? name->source : NULL;
}

/* With one `*` open at a time, which suffices: the last one takes what the ones before it could have. */
static bool matches(const char *pattern, const char *name) {
    const char *star = NULL, *from = NULL;
    while (*name) {
        bool blank = *name == '_' && (*pattern == ' ' || *pattern == '\t');
        if (*pattern == '*') {
            star = ++pattern;
            from = name;
        } else if (*pattern && (*pattern == *name || blank)) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++from;
        } else
            return false;
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}

/* What is covered is a flag of the property; NULL: there is no such property. */
static bool *cover_flag(struct model model, uint32_t position, const char **name) {
    if (model.level == LEVEL_CIRCUIT && position < model.circuit->properties.size) {
        struct property *p = &((struct circuit *)model.circuit)->properties.data[position];
        *name = p->name;
        return &p->cover;
    }
    if (model.level == LEVEL_SYSTEM && position < model.system->properties.size) {
        struct system_property *p = &((struct system *)model.system)->properties.data[position];
        *name = p->name;
        return &p->cover;
    }
    return NULL;
}

bool properties_is_cover(struct model model, uint32_t position) {
    const char *name;
    const bool *flag = cover_flag(model, position, &name);
    return flag && *flag;
}

static bool is_number(const char *text, uint32_t *number) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *number = (uint32_t)value;
    return *text >= '0' && *text <= '9' && !*end && value < UINT32_MAX;
}

enum status properties_cover(struct model model, const char *pattern, const char *file,
                             struct messages *messages) {
    const char *name;
    bool found = false, *flag;
    uint32_t number;
    for (uint32_t i = 0; (flag = cover_flag(model, i, &name)); i++) {
        if (!matches(pattern, name)) continue;
        *flag = true;
        found = true;
    }
    if (!found && is_number(pattern, &number) && (flag = cover_flag(model, number, &name)))
        *flag = found = true;
    if (found) return STATUS_OK;
    return messages_fail(messages, STATUS_USAGE, (struct position){.file = file},
                         "no property is called '%s', which is to be covered", pattern);
}

/* ---- all of them at once ---- */

static uint32_t join_circuit(struct circuit *c) {
    aig_lits bads = {0};
    vec_each (const struct property, p, &c->properties)
        if (!p->cover) vec_push(&bads, p->bad);
    uint32_t n = bads.size, at = c->properties.size;
    aig_lit any = aig_or_all(c->graph, bads.data, bads.size);
    if (n > 1) circuit_add_property(c, any, "*", at);
    vec_free(&bads);
    return n > 1 ? at : NO_PROPERTY;
}

static uint32_t join_system(struct system *s) {
    term_list goods = {0};
    vec_each (const struct system_property, p, &s->properties)
        if (!p->cover) vec_push(&goods, p->good);
    uint32_t n = goods.size, at = s->properties.size;
    if (n > 1) system_add_property(s, term_and(s->terms, goods.data, goods.size), "*", at);
    vec_free(&goods);
    return n > 1 ? at : NO_PROPERTY;
}

uint32_t properties_join(struct model model) {
    switch (model.level) {
    case LEVEL_CIRCUIT: return join_circuit((struct circuit *)model.circuit);
    case LEVEL_SYSTEM: return join_system((struct system *)model.system);
    default: return NO_PROPERTY;
    }
}
