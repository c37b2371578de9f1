#include "engine/pending.h"

static bool is_constant(struct model model, uint32_t property) {
    if (model.level == LEVEL_CIRCUIT)
        return aig_same(model.circuit->properties.data[property].bad, AIG_FALSE);
    return term_is(model.system->terms, model.system->properties.data[property].good, TERM_TRUE);
}

void pending_init(struct pending *p, struct engine_task *task) {
    uint32_t n = model_properties(task->model);
    *p = (struct pending){.task = task, .open = mem_new_array(bool, n + 1), .count = n};
    for (uint32_t i = 0; i < n; i++) p->open[i] = true;
    for (uint32_t i = 0; i < n; i++)
        if (is_constant(task->model, i)) {
            struct evidence all = evidence_of_nothing(task->model);
            all.property = i;
            pending_decide(p, all);
        }
}

void pending_fini(struct pending *p) {
    mem_free(p->open);
}

void pending_decide(struct pending *p, struct evidence evidence) {
    assert(p->open[evidence.property]);
    p->open[evidence.property] = false;
    p->count--;
    p->task->found(p->task->client, evidence);
}

void pending_settle(struct pending *p) {
    const struct port *port = p->task->port;
    for (uint32_t i = 0; port && i < model_properties(p->task->model); i++) {
        if (!p->open[i] || !port->settled(port->client, i)) continue;
        p->open[i] = false;
        p->count--;
    }
}

uint32_t pending_heard(const struct pending *p) {
    const struct port *port = p->task->port;
    uint32_t least = UINT32_MAX;
    if (!port || !p->count) return 0;
    for (uint32_t i = 0; i < model_properties(p->task->model) && least; i++) {
        if (!p->open[i]) continue;
        uint32_t depth = port->depth(port->client, i);
        if (depth < least) least = depth;
    }
    return least;
}

void pending_clear(const struct pending *p, uint32_t step) {
    for (uint32_t i = 0; i < model_properties(p->task->model); i++)
        if (p->open[i])
            events_send(p->task->events, (struct event){.kind = EVENT_DEPTH, .property = i, .number = step});
}
