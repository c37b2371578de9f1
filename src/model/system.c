#include "model/system.h"

#include <ctype.h>

struct ts *ts_new(enum terms_mode mode) {
    struct ts *ts = mem_new(struct ts);
    ts->terms = terms_new(mode);
    ts->init = ts->trans = term_true(ts->terms);
    return ts;
}

void ts_free(struct ts *ts) {
    if (!ts) return;
    vec_each (struct ts_state, s, &ts->states) mem_free(s->name);
    vec_each (struct ts_input, i, &ts->inputs) mem_free(i->name);
    vec_each (struct ts_property, p, &ts->properties) mem_free(p->name);
    vec_each (struct ts_unsupported, u, &ts->unsupported) {
        mem_free(u->name);
        mem_free(u->what);
    }
    vec_each (struct ts_output, o, &ts->outputs) mem_free(o->name);
    vec_free(&ts->states);
    vec_free(&ts->inputs);
    vec_free(&ts->constraints);
    vec_free(&ts->properties);
    vec_free(&ts->unsupported);
    vec_free(&ts->outputs);
    terms_free(ts->terms);
    mem_free(ts);
}

struct ts_state *ts_add_state(struct ts *ts, const char *name, sort s, const char *next_name) {
    char *primed = next_name ? mem_strdup(next_name) : mem_format("%s'", name);
    struct ts_state state = {.now = term_variable(ts->terms, name, s),
                             .next = term_variable(ts->terms, primed, s),
                             .name = mem_strdup(name)};
    mem_free(primed);
    vec_push(&ts->states, state);
    return &vec_last(&ts->states);
}

struct ts_input *ts_add_input(struct ts *ts, const char *name, sort s) {
    vec_push(&ts->inputs, (struct ts_input){term_variable(ts->terms, name, s), mem_strdup(name)});
    return &vec_last(&ts->inputs);
}

void ts_add_property(struct ts *ts, term good, const char *name, uint32_t index) {
    char *printable = name && *name ? mem_strdup(name) : mem_format("%u", index);
    for (char *c = printable; *c; c++)
        if (isspace((unsigned char)*c) || iscntrl((unsigned char)*c)) *c = '_';
    vec_push(&ts->properties, (struct ts_property){good, printable, index});
}

/* Formulas. */

term ts_init_formula(const struct ts *ts) {
    term_list list = {0};
    vec_push(&list, ts->init);
    vec_each (const struct ts_state, s, &ts->states)
        if (!term_is_none(s->first)) vec_push(&list, term_eq(ts->terms, s->now, s->first));
    term t = term_and(ts->terms, list.data, list.size);
    vec_free(&list);
    return t;
}

term ts_trans_formula(const struct ts *ts) {
    term_list list = {0};
    vec_push(&list, ts->trans);
    vec_each (const struct ts_state, s, &ts->states)
        if (!term_is_none(s->update)) vec_push(&list, term_eq(ts->terms, s->next, s->update));
    term t = term_and(ts->terms, list.data, list.size);
    vec_free(&list);
    return t;
}

term ts_constraint_formula(const struct ts *ts) {
    return term_and(ts->terms, ts->constraints.data, ts->constraints.size);
}

/* Every term of the system, variables included. */
static void collect_roots(const struct ts *ts, term_list *roots) {
    vec_push(roots, ts->init);
    vec_push(roots, ts->trans);
    vec_each (const struct ts_state, s, &ts->states) {
        vec_push(roots, s->now);
        if (!term_is_none(s->first)) vec_push(roots, s->first);
        if (!term_is_none(s->update)) vec_push(roots, s->update);
    }
    vec_each (const struct ts_input, i, &ts->inputs) vec_push(roots, i->now);
    vec_append(roots, ts->constraints.data, ts->constraints.size);
    vec_each (const struct ts_property, p, &ts->properties) vec_push(roots, p->good);
}

unsigned ts_theories(const struct ts *ts) {
    term_list roots = {0};
    collect_roots(ts, &roots);
    unsigned set = term_theories(ts->terms, roots.data, roots.size);
    vec_free(&roots);
    return set;
}

/* The validator. */

enum { ROLE_NOW = 1, ROLE_INPUT = 2, ROLE_NEXT = 4 };

static bool take_role(const struct ts *ts, struct hash_map *roles, term t, uint32_t role) {
    if (term_is_none(t) || !term_is(ts->terms, t, TERM_VARIABLE)) return false;
    if (hash_map_get(roles, t.id) != HASH_NONE) return false;
    hash_map_put(roles, t.id, role);
    return true;
}

static const char *assign_roles(const struct ts *ts, struct hash_map *roles) {
    vec_each (const struct ts_state, s, &ts->states) {
        if (!take_role(ts, roles, s->now, ROLE_NOW))
            return "a state is no variable, or one that is used twice";
        if (!take_role(ts, roles, s->next, ROLE_NEXT))
            return "a next state is no variable, or one that is used twice";
        sort sort = term_sort(ts->terms, s->now);
        if (!sort_same(sort, term_sort(ts->terms, s->next)))
            return "a next state has another sort than its state";
        if (!term_is_none(s->first) && !sort_same(sort, term_sort(ts->terms, s->first)))
            return "a first value has another sort than its state";
        if (!term_is_none(s->update) && !sort_same(sort, term_sort(ts->terms, s->update)))
            return "an update has another sort than its state";
        if (!s->name) return "a state has no name";
    }
    vec_each (const struct ts_input, i, &ts->inputs) {
        if (!take_role(ts, roles, i->now, ROLE_INPUT))
            return "an input is no variable, or one that is used twice";
        if (!i->name) return "an input has no name";
    }
    return NULL;
}

static bool uses_only(const struct ts *ts, const struct hash_map *roles, const term_list *roots,
                      uint32_t allowed) {
    term_list variables = {0};
    term_variables(ts->terms, roots->data, roots->size, &variables);
    bool fine = true;
    vec_each (term, v, &variables) {
        uint32_t role = hash_map_get(roles, v->id);
        if (role == HASH_NONE || !(role & allowed)) fine = false;
    }
    vec_free(&variables);
    return fine;
}

static const char *check_formulas(const struct ts *ts, const struct hash_map *roles) {
    term_list now = {0}, next = {0};
    bool boolean = true;
    vec_push(&now, ts->init);
    vec_push(&next, ts->trans);
    vec_append(&now, ts->constraints.data, ts->constraints.size);
    vec_each (const struct ts_property, p, &ts->properties) vec_push(&now, p->good);
    vec_each (term, t, &now) boolean &= sort_same(term_sort(ts->terms, *t), sort_bool());
    boolean &= sort_same(term_sort(ts->terms, ts->trans), sort_bool());
    vec_each (const struct ts_state, s, &ts->states) {
        if (!term_is_none(s->first)) vec_push(&now, s->first);
        if (!term_is_none(s->update)) vec_push(&now, s->update);
    }
    const char *wrong = NULL;
    if (!boolean)
        wrong = "init, trans, a constraint or a property is not of sort Bool";
    else if (!uses_only(ts, roles, &now, ROLE_NOW | ROLE_INPUT))
        wrong = "something other than trans uses a variable that is neither state nor input";
    else if (!uses_only(ts, roles, &next, ROLE_NOW | ROLE_INPUT | ROLE_NEXT))
        wrong = "trans uses a variable that is no state, next state or input";
    vec_free(&now);
    vec_free(&next);
    return wrong;
}

const char *ts_check(const struct ts *ts) {
    struct hash_map roles = {0};
    const char *wrong = assign_roles(ts, &roles);
    if (!wrong) wrong = check_formulas(ts, &roles);
    hash_map_free(&roles);
    return wrong;
}

/* Unrolling. */

/* Whether a name ends with the prefix and a number, so that it could be a copy's. */
static bool looks_like_copy(const char *name, const char *prefix) {
    size_t length = strlen(name), digits = length, width = strlen(prefix);
    while (digits && isdigit((unsigned char)name[digits - 1])) digits--;
    return digits < length && digits >= width && memcmp(name + digits - width, prefix, width) == 0;
}

static bool prefix_is_free(const struct ts *ts, const char *prefix) {
    vec_each (const struct ts_state, s, &ts->states)
        if (looks_like_copy(term_name(ts->terms, s->now), prefix) ||
            looks_like_copy(term_name(ts->terms, s->next), prefix))
            return false;
    vec_each (const struct ts_input, i, &ts->inputs)
        if (looks_like_copy(term_name(ts->terms, i->now), prefix)) return false;
    return true;
}

void ts_unrolling_init(struct ts_unrolling *u, const struct ts *ts, const char *prefix) {
    *u = (struct ts_unrolling){.ts = ts, .prefix = mem_strdup(prefix)};
    while (!prefix_is_free(ts, u->prefix)) {
        char *longer = mem_format("%s@", u->prefix);
        mem_free(u->prefix);
        u->prefix = longer;
    }
    substitution_init(&u->primed, ts->terms);
    vec_each (const struct ts_state, s, &ts->states) substitution_bind(&u->primed, s->now, s->next);
}

void ts_unrolling_fini(struct ts_unrolling *u) {
    vec_each (struct substitution, s, &u->steps) substitution_fini(s);
    vec_free(&u->steps);
    substitution_fini(&u->primed);
    mem_free(u->prefix);
}

static term copy_at(const struct ts_unrolling *u, term variable, uint32_t step) {
    struct terms *b = u->ts->terms;
    char *name = mem_format("%s%s%u", term_name(b, variable), u->prefix, step);
    term t = term_variable(b, name, term_sort(b, variable));
    mem_free(name);
    return t;
}

/* The substitution of a step, made when it is first asked for. */
static struct substitution *step_at(struct ts_unrolling *u, uint32_t step) {
    const struct ts *ts = u->ts;
    if (step >= u->steps.size) vec_resize(&u->steps, step + 1);
    struct substitution *s = &u->steps.data[step];
    if (s->bank) return s;
    substitution_init(s, ts->terms);
    vec_each (const struct ts_state, v, &ts->states) {
        substitution_bind(s, v->now, copy_at(u, v->now, step));
        substitution_bind(s, v->next, copy_at(u, v->now, step + 1));
    }
    vec_each (const struct ts_input, i, &ts->inputs) substitution_bind(s, i->now, copy_at(u, i->now, step));
    return s;
}

term ts_at(struct ts_unrolling *u, term t, uint32_t step) {
    return substitution_apply(step_at(u, step), t);
}
term ts_state_at(struct ts_unrolling *u, uint32_t position, uint32_t step) {
    assert(position < u->ts->states.size);
    return ts_at(u, u->ts->states.data[position].now, step);
}
term ts_input_at(struct ts_unrolling *u, uint32_t position, uint32_t step) {
    assert(position < u->ts->inputs.size);
    return ts_at(u, u->ts->inputs.data[position].now, step);
}
term ts_primed(struct ts_unrolling *u, term t) {
    return substitution_apply(&u->primed, t);
}
