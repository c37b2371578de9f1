#include "evidence/system.h"

struct ts_trace *ts_trace_new(uint32_t property) {
    struct ts_trace *t = mem_new(struct ts_trace);
    t->property = property;
    return t;
}

void ts_trace_free(struct ts_trace *t) {
    if (!t) return;
    vec_free(&t->states);
    vec_free(&t->inputs);
    vec_each (struct function_value, f, &t->functions) vec_free(&f->points);
    vec_free(&t->functions);
    mem_free(t);
}

struct ts_invariant *ts_invariant_new(void) {
    struct ts_invariant *i = mem_new(struct ts_invariant);
    i->depth = 1;
    return i;
}

void ts_invariant_free(struct ts_invariant *i) {
    if (!i) return;
    vec_free(&i->conjuncts);
    mem_free(i);
}

/* Copies. */

static void copier_for(struct term_copier *c, const struct ts *from, const struct ts *to) {
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

/* Functions of the bank are found by name, which both readings of a file share; divisions by zero keep their number. */
static void copy_function(struct term_copier *c, const struct function_value *from, struct ts_trace *to) {
    struct function_value f = {.function = from->function, .arity = from->arity};
    if (!function_is_by_zero(f.function)) f.function = copier_function(c, f.function);
    f.otherwise = copier_apply(c, from->otherwise);
    copy_list(c, &from->points, &f.points);
    vec_push(&to->functions, f);
}

struct ts_trace *ts_trace_copy(const struct ts_trace *trace, const struct ts *from, const struct ts *to) {
    struct term_copier c;
    copier_for(&c, from, to);
    struct ts_trace *copy = ts_trace_new(trace->property);
    copy->steps = trace->steps;
    copy_list(&c, &trace->states, &copy->states);
    copy_list(&c, &trace->inputs, &copy->inputs);
    vec_each (const struct function_value, f, &trace->functions) copy_function(&c, f, copy);
    copier_fini(&c);
    return copy;
}

struct ts_invariant *ts_invariant_copy(const struct ts_invariant *invariant, const struct ts *from,
                                       const struct ts *to) {
    struct term_copier c;
    copier_for(&c, from, to);
    struct ts_invariant *copy = ts_invariant_new();
    copy->depth = invariant->depth;
    copy->simple_path = invariant->simple_path;
    copy_list(&c, &invariant->conjuncts, &copy->conjuncts);
    copier_fini(&c);
    return copy;
}
