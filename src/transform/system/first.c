#include "transform/system/first.h"

struct search {
    const struct system *system;
    struct hash_map positions; /* variable -> state */
    u8s mark;
    u32s stack;
    term_list variables; /* scratch */
    u32s *order;
    u8s *circular;
};
enum { UNSEEN, OPEN, DONE };

static void open_state(struct search *s, uint32_t i) {
    const struct system_state *state = &s->system->states.data[i];
    s->mark.data[i] = OPEN;
    vec_clear(&s->variables);
    if (!term_is_none(state->first) && !term_is_value(s->system->terms, state->first))
        term_variables(s->system->terms, &state->first, 1, &s->variables);
    vec_each (term, v, &s->variables) {
        uint32_t other = hash_map_get(&s->positions, v->id);
        if (other == HASH_NONE) continue;
        if (s->mark.data[other] == OPEN) s->circular->data[i] = 1;
        if (s->mark.data[other] == UNSEEN) vec_push(&s->stack, other);
    }
}

/* Depth first. What is open is on the way from the root to the state at hand. */
static void search_from(struct search *s, uint32_t root) {
    vec_push(&s->stack, root);
    while (s->stack.size) {
        uint32_t i = vec_last(&s->stack);
        if (s->mark.data[i] == UNSEEN) {
            open_state(s, i);
            continue;
        }
        if (s->mark.data[i] == OPEN) vec_push(s->order, i);
        s->mark.data[i] = DONE;
        (void)vec_pop(&s->stack);
    }
}

void system_first_order(const struct system *system, u32s *order, u8s *circular) {
    struct search s = {.system = system, .order = order, .circular = circular};
    for (uint32_t i = 0; i < system->states.size; i++)
        hash_map_put(&s.positions, system->states.data[i].now.id, i);
    vec_resize(&s.mark, system->states.size);
    vec_resize(circular, system->states.size);
    for (uint32_t i = 0; i < system->states.size; i++) search_from(&s, i);
    vec_free(&s.variables);
    vec_free(&s.stack);
    vec_free(&s.mark);
    hash_map_free(&s.positions);
}
