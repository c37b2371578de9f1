#include "format/files/properties.h"

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
    for (; *name && (*name == *asked || (*name == '_' && (*asked == ' ' || *asked == '\t'))); name++) asked++;
    return *name == *asked;
}
