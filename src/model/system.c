#include "model/system.h"

#include <ctype.h>

struct system *system_new(enum terms_mode mode) {
    struct system *system = mem_new(struct system);
    system->terms = terms_new(mode);
    system->init = system->trans = term_true(system->terms);
    return system;
}

void system_free(struct system *system) {
    if (!system) return;
    vec_each (struct system_state, s, &system->states) mem_free(s->name);
    vec_each (struct system_input, i, &system->inputs) mem_free(i->name);
    vec_each (struct system_property, p, &system->properties) mem_free(p->name);
    vec_each (struct system_unsupported, u, &system->unsupported) {
        mem_free(u->name);
        mem_free(u->what);
    }
    vec_each (struct system_output, o, &system->outputs) mem_free(o->name);
    vec_free(&system->states);
    vec_free(&system->inputs);
    vec_free(&system->constraints);
    vec_free(&system->properties);
    vec_free(&system->unsupported);
    vec_free(&system->outputs);
    design_fini(&system->design);
    terms_free(system->terms);
    mem_free(system);
}

struct system_state *system_add_state(struct system *system, const char *name, sort s,
                                      const char *next_name) {
    char *primed = next_name ? mem_strdup(next_name) : mem_format("%s'", name);
    struct system_state state = {.now = term_variable(system->terms, name, s),
                                 .next = term_variable(system->terms, primed, s),
                                 .name = mem_strdup(name)};
    mem_free(primed);
    vec_push(&system->states, state);
    return &vec_last(&system->states);
}

struct system_input *system_add_input(struct system *system, const char *name, sort s) {
    vec_push(&system->inputs,
             (struct system_input){.now = term_variable(system->terms, name, s), .name = mem_strdup(name)});
    return &vec_last(&system->inputs);
}

void system_add_property(struct system *system, term good, const char *name, uint32_t index) {
    char *printable = name && *name ? mem_strdup(name) : mem_format("%u", index);
    for (char *c = printable; *c; c++)
        if (isspace((unsigned char)*c) || iscntrl((unsigned char)*c)) *c = '_';
    vec_push(&system->properties, (struct system_property){.good = good, .name = printable, .index = index});
}

/* Formulas. */

term system_init_formula(const struct system *system) {
    term_list list = {0};
    vec_push(&list, system->init);
    vec_each (const struct system_state, s, &system->states)
        if (!term_is_none(s->first)) vec_push(&list, term_eq(system->terms, s->now, s->first));
    term t = term_and(system->terms, list.data, list.size);
    vec_free(&list);
    return t;
}

term system_trans_formula(const struct system *system) {
    term_list list = {0};
    vec_push(&list, system->trans);
    vec_each (const struct system_state, s, &system->states)
        if (!term_is_none(s->update)) vec_push(&list, term_eq(system->terms, s->next, s->update));
    term t = term_and(system->terms, list.data, list.size);
    vec_free(&list);
    return t;
}

term system_constraint_formula(const struct system *system) {
    return term_and(system->terms, system->constraints.data, system->constraints.size);
}

/* Every term of the system, variables included. */
static void collect_roots(const struct system *system, term_list *roots) {
    vec_push(roots, system->init);
    vec_push(roots, system->trans);
    vec_each (const struct system_state, s, &system->states) {
        vec_push(roots, s->now);
        if (!term_is_none(s->first)) vec_push(roots, s->first);
        if (!term_is_none(s->update)) vec_push(roots, s->update);
    }
    vec_each (const struct system_input, i, &system->inputs) vec_push(roots, i->now);
    vec_append(roots, system->constraints.data, system->constraints.size);
    vec_each (const struct system_property, p, &system->properties) vec_push(roots, p->good);
}

unsigned system_theories(const struct system *system) {
    term_list roots = {0};
    collect_roots(system, &roots);
    unsigned set = term_theories(system->terms, roots.data, roots.size);
    vec_free(&roots);
    return set;
}

/* The validator. */

enum { ROLE_NOW = 1, ROLE_INPUT = 2, ROLE_NEXT = 4 };

static bool take_role(const struct system *system, struct hash_map *roles, term t, uint32_t role) {
    if (term_is_none(t) || !term_is(system->terms, t, TERM_VARIABLE)) return false;
    if (hash_map_get(roles, t.id) != HASH_NONE) return false;
    hash_map_put(roles, t.id, role);
    return true;
}

static const char *assign_roles(const struct system *system, struct hash_map *roles) {
    vec_each (const struct system_state, s, &system->states) {
        if (!take_role(system, roles, s->now, ROLE_NOW))
            return "a state is no variable, or one that is used twice";
        if (!take_role(system, roles, s->next, ROLE_NEXT))
            return "a next state is no variable, or one that is used twice";
        sort sort = term_sort(system->terms, s->now);
        if (!sort_same(sort, term_sort(system->terms, s->next)))
            return "a next state has another sort than its state";
        if (!term_is_none(s->first) && !sort_same(sort, term_sort(system->terms, s->first)))
            return "a first value has another sort than its state";
        if (!term_is_none(s->update) && !sort_same(sort, term_sort(system->terms, s->update)))
            return "an update has another sort than its state";
        if (!s->name) return "a state has no name";
    }
    vec_each (const struct system_input, i, &system->inputs) {
        if (!take_role(system, roles, i->now, ROLE_INPUT))
            return "an input is no variable, or one that is used twice";
        if (!i->name) return "an input has no name";
    }
    return NULL;
}

static bool uses_only(const struct system *system, const struct hash_map *roles, const term_list *roots,
                      uint32_t allowed) {
    term_list variables = {0};
    term_variables(system->terms, roots->data, roots->size, &variables);
    bool fine = true;
    vec_each (term, v, &variables) {
        uint32_t role = hash_map_get(roles, v->id);
        if (role == HASH_NONE || !(role & allowed)) fine = false;
    }
    vec_free(&variables);
    return fine;
}

static const char *check_formulas(const struct system *system, const struct hash_map *roles) {
    term_list now = {0}, next = {0};
    bool boolean = true;
    vec_push(&now, system->init);
    vec_push(&next, system->trans);
    vec_append(&now, system->constraints.data, system->constraints.size);
    vec_each (const struct system_property, p, &system->properties) vec_push(&now, p->good);
    vec_each (term, t, &now) boolean &= sort_same(term_sort(system->terms, *t), sort_bool());
    boolean &= sort_same(term_sort(system->terms, system->trans), sort_bool());
    vec_each (const struct system_state, s, &system->states) {
        if (!term_is_none(s->first)) vec_push(&now, s->first);
        if (!term_is_none(s->update)) vec_push(&now, s->update);
    }
    const char *wrong = NULL;
    if (!boolean)
        wrong = "init, trans, a constraint or a property is not of sort Bool";
    else if (!uses_only(system, roles, &now, ROLE_NOW | ROLE_INPUT))
        wrong = "something other than trans uses a variable that is neither state nor input";
    else if (!uses_only(system, roles, &next, ROLE_NOW | ROLE_INPUT | ROLE_NEXT))
        wrong = "trans uses a variable that is no state, next state or input";
    vec_free(&now);
    vec_free(&next);
    return wrong;
}

const char *system_check(const struct system *system) {
    struct hash_map roles = {0};
    const char *wrong = assign_roles(system, &roles);
    if (!wrong) wrong = check_formulas(system, &roles);
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

static bool prefix_is_free(const struct system *system, const char *prefix) {
    vec_each (const struct system_state, s, &system->states)
        if (looks_like_copy(term_name(system->terms, s->now), prefix) ||
            looks_like_copy(term_name(system->terms, s->next), prefix))
            return false;
    vec_each (const struct system_input, i, &system->inputs)
        if (looks_like_copy(term_name(system->terms, i->now), prefix)) return false;
    return true;
}

void system_unrolling_init(struct system_unrolling *u, const struct system *system, const char *prefix) {
    *u = (struct system_unrolling){.system = system, .prefix = mem_strdup(prefix)};
    while (!prefix_is_free(system, u->prefix)) {
        char *longer = mem_format("%s@", u->prefix);
        mem_free(u->prefix);
        u->prefix = longer;
    }
    substitution_init(&u->primed, system->terms);
    vec_each (const struct system_state, s, &system->states) substitution_bind(&u->primed, s->now, s->next);
}

void system_unrolling_fini(struct system_unrolling *u) {
    vec_each (struct substitution, s, &u->steps) substitution_fini(s);
    vec_free(&u->steps);
    substitution_fini(&u->primed);
    mem_free(u->prefix);
}

static term copy_at(const struct system_unrolling *u, term variable, uint32_t step) {
    struct terms *b = u->system->terms;
    char *name = mem_format("%s%s%u", term_name(b, variable), u->prefix, step);
    term t = term_variable(b, name, term_sort(b, variable));
    mem_free(name);
    return t;
}

/* The substitution of a step, made when it is first asked for. */
static struct substitution *step_at(struct system_unrolling *u, uint32_t step) {
    const struct system *system = u->system;
    if (step >= u->steps.size) vec_resize(&u->steps, step + 1);
    struct substitution *s = &u->steps.data[step];
    if (s->bank) return s;
    substitution_init(s, system->terms);
    vec_each (const struct system_state, v, &system->states) {
        substitution_bind(s, v->now, copy_at(u, v->now, step));
        substitution_bind(s, v->next, copy_at(u, v->now, step + 1));
    }
    vec_each (const struct system_input, i, &system->inputs)
        substitution_bind(s, i->now, copy_at(u, i->now, step));
    return s;
}

term system_at(struct system_unrolling *u, term t, uint32_t step) {
    return substitution_apply(step_at(u, step), t);
}
term system_state_at(struct system_unrolling *u, uint32_t position, uint32_t step) {
    assert(position < u->system->states.size);
    return system_at(u, u->system->states.data[position].now, step);
}
term system_input_at(struct system_unrolling *u, uint32_t position, uint32_t step) {
    assert(position < u->system->inputs.size);
    return system_at(u, u->system->inputs.data[position].now, step);
}
term system_primed(struct system_unrolling *u, term t) {
    return substitution_apply(&u->primed, t);
}
