#include "evidence/system_evidence.h"

struct system_trace *system_trace_new(uint32_t property) {
    struct system_trace *t = mem_new(struct system_trace);
    t->property = property;
    return t;
}

void system_trace_free(struct system_trace *t) {
    if (!t) return;
    vec_free(&t->states);
    vec_free(&t->inputs);
    vec_each (struct function_value, f, &t->functions) vec_free(&f->points);
    vec_free(&t->functions);
    mem_free(t);
}

struct system_invariant *system_invariant_new(void) {
    struct system_invariant *i = mem_new(struct system_invariant);
    i->depth = 1;
    return i;
}

void system_invariant_free(struct system_invariant *i) {
    if (!i) return;
    vec_free(&i->conjuncts);
    mem_free(i);
}

/* Simple paths. */

static void mark_variables(const struct system *system, const term *roots, uint32_t n,
                           const struct hash_map *position_of, u8s *marks, u32s *work) {
    term_list variables = {0};
    term_variables(system->terms, roots, n, &variables);
    vec_each (const term, v, &variables) {
        uint32_t position = hash_map_get(position_of, v->id);
        if (position == HASH_NONE || marks->data[position]) continue;
        marks->data[position] = 1;
        vec_push(work, position);
    }
    vec_free(&variables);
}

static bool init_reads_inputs(const struct system *system) {
    struct hash_map inputs = {0};
    vec_each (const struct system_input, i, &system->inputs) hash_map_put(&inputs, i->now.id, 1);
    term_list roots = {0}, variables = {0};
    vec_push(&roots, system->init);
    vec_each (const struct system_state, s, &system->states)
        if (!term_is_none(s->first)) vec_push(&roots, s->first);
    term_variables(system->terms, roots.data, roots.size, &variables);
    bool reads = false;
    vec_each (const term, v, &variables) reads |= hash_map_get(&inputs, v->id) != HASH_NONE;
    vec_free(&roots);
    vec_free(&variables);
    hash_map_free(&inputs);
    return reads;
}

bool system_simple_states(const struct system *system, const term *conjuncts, uint32_t n, u32s *positions) {
    struct hash_map position_of = {0};
    for (uint32_t i = 0; i < system->states.size; i++) {
        hash_map_put(&position_of, system->states.data[i].now.id, i);
        hash_map_put(&position_of, system->states.data[i].next.id, i);
    }
    u8s marks = {0};
    u32s work = {0};
    vec_resize(&marks, system->states.size);
    mark_variables(system, conjuncts, n, &position_of, &marks, &work);
    mark_variables(system, system->constraints.data, system->constraints.size, &position_of, &marks, &work);
    mark_variables(system, &system->trans, 1, &position_of, &marks, &work);
    while (work.size) {
        term update = system->states.data[vec_pop(&work)].update;
        if (!term_is_none(update)) mark_variables(system, &update, 1, &position_of, &marks, &work);
    }
    for (uint32_t i = 0; i < marks.size; i++)
        if (marks.data[i]) vec_push(positions, i);
    vec_free(&marks);
    vec_free(&work);
    hash_map_free(&position_of);
    return init_reads_inputs(system);
}

/* Copies. */

static void copier_for(struct term_copier *c, const struct system *from, const struct system *to) {
    assert(from->states.size == to->states.size && from->inputs.size == to->inputs.size);
    copier_init(c, from->terms, to->terms);
    for (uint32_t i = 0; i < from->states.size; i++)
        copier_bind(c, from->states.data[i].now, to->states.data[i].now);
    for (uint32_t i = 0; i < from->inputs.size; i++)
        copier_bind(c, from->inputs.data[i].now, to->inputs.data[i].now);
}

static void copy_list(struct term_copier *c, const term_list *from, term_list *to) {
    vec_each (const term, t, from) vec_push(to, copier_apply(c, *t));
}

/* Functions of the bank are found by name, which both readings of a file share; divisions by zero keep their
 * number. */
static void copy_function(struct term_copier *c, const struct function_value *from, struct system_trace *to) {
    struct function_value f = {.function = from->function, .arity = from->arity};
    if (!function_is_by_zero(f.function)) f.function = copier_function(c, f.function);
    f.otherwise = copier_apply(c, from->otherwise);
    copy_list(c, &from->points, &f.points);
    vec_push(&to->functions, f);
}

struct system_trace *system_trace_copy(const struct system_trace *trace, const struct system *from,
                                       const struct system *to) {
    struct term_copier c;
    copier_for(&c, from, to);
    struct system_trace *copy = system_trace_new(trace->property);
    copy->steps = trace->steps;
    copy_list(&c, &trace->states, &copy->states);
    copy_list(&c, &trace->inputs, &copy->inputs);
    vec_each (const struct function_value, f, &trace->functions) copy_function(&c, f, copy);
    copier_fini(&c);
    return copy;
}

struct system_invariant *system_invariant_copy(const struct system_invariant *invariant,
                                               const struct system *from, const struct system *to) {
    struct term_copier c;
    copier_for(&c, from, to);
    struct system_invariant *copy = system_invariant_new();
    copy->depth = invariant->depth;
    copy->simple_path = invariant->simple_path;
    copy_list(&c, &invariant->conjuncts, &copy->conjuncts);
    copier_fini(&c);
    return copy;
}
