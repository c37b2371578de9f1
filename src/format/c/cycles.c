#include "format/c/cycles.h"

struct node {
    uint32_t number, low; /* Tarjan's; 0: not visited */
    uint32_t next;        /* successor to visit */
    uint8_t on_stack;
};

struct search {
    const c_graph *graph;
    VEC(struct node) nodes;
    u32s stack; /* nodes whose component is not complete */
    u32s path;  /* from the root to the current node */
    uint32_t number;
    u32s *order;
    u8s *cyclic;
    u32s *component; /* NULL: not wanted */
};

static void enter(struct search *s, uint32_t i) {
    struct node *n = &s->nodes.data[i];
    n->number = n->low = ++s->number;
    n->on_stack = true;
    vec_push(&s->stack, i);
    vec_push(&s->path, i);
}

static void complete(struct search *s, uint32_t i) {
    vec_push(s->order, i);
    if (s->nodes.data[i].low != s->nodes.data[i].number) return;
    bool several = vec_last(&s->stack) != i;
    uint32_t member;
    do {
        member = vec_pop(&s->stack);
        s->nodes.data[member].on_stack = false;
        if (several) s->cyclic->data[member] = true;
        if (s->component) s->component->data[member] = i;
    } while (member != i);
}

static void visit(struct search *s, uint32_t root) {
    enter(s, root);
    while (s->path.size) {
        uint32_t i = vec_last(&s->path);
        struct node *n = &s->nodes.data[i];
        const u32s *successors = &s->graph->data[i];
        if (n->next < successors->size) {
            uint32_t j = successors->data[n->next++];
            struct node *to = &s->nodes.data[j];
            if (j == i) s->cyclic->data[i] = true;
            if (!to->number)
                enter(s, j);
            else if (to->on_stack && to->number < n->low)
                n->low = to->number;
            continue;
        }
        complete(s, i);
        (void)vec_pop(&s->path);
        if (!s->path.size) break;
        struct node *before = &s->nodes.data[vec_last(&s->path)];
        if (n->low < before->low) before->low = n->low;
    }
}

void c_cycles(const c_graph *graph, uint32_t roots, u32s *order, u8s *cyclic, u32s *component) {
    struct search s = {.graph = graph, .order = order, .cyclic = cyclic, .component = component};
    vec_resize(&s.nodes, graph->size);
    vec_resize(cyclic, graph->size);
    if (component) vec_resize(component, graph->size);
    for (uint32_t i = 0; i < roots; i++)
        if (!s.nodes.data[i].number) visit(&s, i);
    vec_free(&s.nodes);
    vec_free(&s.stack);
    vec_free(&s.path);
}
