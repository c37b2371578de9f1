#include "transform/system/definitions.h"

#include "transform/system/definition.h"
#include "transform/system/view.h"

enum kind { KIND_NOW = 1, KIND_NEXT = 2, KIND_INPUT = 4 };

struct inliner {
    struct system_inlined *result;
    const struct system *from;
    struct terms *bank;
    struct hash_map now, next, inputs; /* variable -> position */
    struct substitution prime;         /* now -> next */
    struct substitution step;          /* now -> update, or next */
    term_list init;                    /* conjuncts, first values included */
    term_list trans;                   /* conjuncts, with updates in the place of next states */
    struct hash_map in_trans;          /* trans as a set */
    struct hash_map is_fact;           /* facts as a set */
    struct hash_map enforced; /* conjuncts of trans that need not be kept, because a fact is kept instead */
    u8s latch;            /* per state: a conjunct of trans computes its next value from the current step */
    term_list definition; /* per state: its value over other states, some of them defined; or none */
    bool lasting;         /* scratch: what is being looked at stays true by itself */
    struct substitution inline_now, inline_both;
};

static void bind_variables(struct inliner *n, struct substitution *update) {
    const struct system *system = n->from;
    for (uint32_t i = 0; i < system->states.size; i++) {
        const struct system_state *s = &system->states.data[i];
        hash_map_put(&n->now, s->now.id, i);
        hash_map_put(&n->next, s->next.id, i);
        substitution_bind(&n->prime, s->now, s->next);
        substitution_bind(&n->step, s->now, term_is_none(s->update) ? s->next : s->update);
        if (!term_is_none(s->update)) substitution_bind(update, s->next, s->update);
        vec_push(&n->latch, false);
        vec_push(&n->definition, TERM_NONE);
    }
    for (uint32_t i = 0; i < system->inputs.size; i++)
        hash_map_put(&n->inputs, system->inputs.data[i].now.id, i);
}

static void setup(struct inliner *n, struct system_inlined *result) {
    const struct system *system = result->from;
    *n = (struct inliner){.result = result, .from = system, .bank = system->terms};
    struct substitution update; /* next -> update */
    substitution_init(&update, n->bank);
    substitution_init(&n->prime, n->bank);
    substitution_init(&n->step, n->bank);
    substitution_init(&n->inline_now, n->bank);
    substitution_init(&n->inline_both, n->bank);
    bind_variables(n, &update);
    term_conjuncts(n->bank, system_init_formula(system), &n->init);
    term_conjuncts(n->bank, substitution_apply(&update, system->trans), &n->trans);
    vec_each (const term, c, &n->trans) hash_map_put(&n->in_trans, c->id, 1);
    substitution_fini(&update);
}

static void teardown(struct inliner *n) {
    substitution_fini(&n->prime);
    substitution_fini(&n->step);
    substitution_fini(&n->inline_now);
    substitution_fini(&n->inline_both);
    hash_map_free(&n->now);
    hash_map_free(&n->next);
    hash_map_free(&n->inputs);
    hash_map_free(&n->in_trans);
    hash_map_free(&n->is_fact);
    hash_map_free(&n->enforced);
    vec_free(&n->init);
    vec_free(&n->trans);
    vec_free(&n->latch);
    vec_free(&n->definition);
}

static bool in(const struct hash_map *set, term t) {
    return hash_map_get(set, t.id) == 1;
}

/* Which kinds of variables a term has. */
static unsigned kinds(const struct inliner *n, term t) {
    term_list variables = {0};
    term_variables(n->bank, &t, 1, &variables);
    unsigned result = 0;
    vec_each (const term, v, &variables) {
        if (hash_map_get(&n->now, v->id) != HASH_NONE) result |= KIND_NOW;
        if (hash_map_get(&n->next, v->id) != HASH_NONE) result |= KIND_NEXT;
        if (hash_map_get(&n->inputs, v->id) != HASH_NONE) result |= KIND_INPUT;
    }
    vec_free(&variables);
    return result;
}

/* The fact holds after every step from a state where the facts hold, whatever trans says. */
static bool is_lasting(struct inliner *n, term fact) {
    term after = substitution_apply(&n->step, fact);
    return term_is(n->bank, after, TERM_TRUE) || in(&n->is_fact, after);
}

/* The greatest set of conjuncts of init that are conjuncts of trans after a step, or follow from the set by
 * rewriting. */
static void find_facts(struct inliner *n) {
    term_list *facts = &n->result->facts;
    vec_each (const term, c, &n->init)
        if (kinds(n, *c) == KIND_NOW && !in(&n->is_fact, *c)) {
            hash_map_put(&n->is_fact, c->id, 1);
            vec_push(facts, *c);
        }
    for (bool stable = false; !stable;) {
        stable = true;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < facts->size; i++) {
            term fact = facts->data[i];
            if (is_lasting(n, fact) || in(&n->in_trans, substitution_apply(&n->step, fact))) {
                facts->data[kept++] = fact;
            } else {
                hash_map_put(&n->is_fact, fact.id, 0);
                stable = false;
            }
        }
        vec_shrink(facts, kept);
    }
}

static bool is_next_of_now(const void *client, term variable, term value) {
    const struct inliner *n = client;
    return hash_map_get(&n->next, variable.id) != HASH_NONE && !(kinds(n, value) & KIND_NEXT);
}

static void find_latches(struct inliner *n) {
    const struct definition_scope scope = {n->bank, is_next_of_now, n};
    struct definition d;
    vec_each (const term, c, &n->trans) {
        unsigned k = kinds(n, *c);
        if (k & KIND_NEXT && k != KIND_NEXT && definition_find(&scope, *c, &d))
            n->latch.data[hash_map_get(&n->next, d.variable.id)] = true;
    }
}

/* Whether the value depends on the state, through definitions made so far. */
static bool depends(const struct inliner *n, term value, uint32_t state) {
    u8s seen = {0};
    u32s stack = {0};
    vec_resize(&seen, n->from->states.size);
    bool found = false;
    for (term t = value; !found;) {
        term_list variables = {0};
        term_variables(n->bank, &t, 1, &variables);
        vec_each (const term, v, &variables) {
            uint32_t position = hash_map_get(&n->now, v->id);
            if (position == HASH_NONE || seen.data[position]) continue;
            seen.data[position] = true;
            found |= position == state;
            if (!term_is_none(n->definition.data[position])) vec_push(&stack, position);
        }
        vec_free(&variables);
        if (!stack.size) break;
        t = n->definition.data[vec_pop(&stack)];
    }
    vec_free(&seen);
    vec_free(&stack);
    return found;
}

/* What the system remembers stays, unless the definition makes it superfluous. */
static bool may_define(const void *client, term variable, term value) {
    const struct inliner *n = client;
    uint32_t position = hash_map_get(&n->now, variable.id);
    if (position == HASH_NONE || !term_is_none(n->definition.data[position])) return false;
    bool remembered = n->latch.data[position] || !term_is_none(n->from->states.data[position].update);
    return (!remembered || n->lasting) && !depends(n, value, position);
}

/* Turns facts into definitions; the others are to be constraints. Either way trans need not say them any
 * more. */
static void find_definitions(struct inliner *n, term_list *others) {
    const struct definition_scope scope = {n->bank, may_define, n};
    struct definition d;
    vec_each (const term, fact, &n->result->facts) {
        n->lasting = is_lasting(n, *fact);
        if (definition_find(&scope, *fact, &d))
            n->definition.data[hash_map_get(&n->now, d.variable.id)] = d.value;
        else
            vec_push(others, *fact);
        hash_map_put(&n->enforced, substitution_apply(&n->step, *fact).id, 1);
        hash_map_put(&n->enforced, fact->id, 1);
    }
}

/* The value of a defined state over states that stay; what it is made of comes first. An explicit stack:
 * definitions may be deep. */
static void resolve(struct inliner *n, uint32_t start, u8s *resolved) {
    u32s stack = {0};
    vec_push(&stack, start);
    while (stack.size) {
        uint32_t top = vec_last(&stack);
        term_list variables = {0};
        term_variables(n->bank, &n->definition.data[top], 1, &variables);
        bool ready = true;
        vec_each (const term, v, &variables) {
            uint32_t position = hash_map_get(&n->now, v->id);
            if (position == HASH_NONE || term_is_none(n->definition.data[position]) ||
                resolved->data[position])
                continue;
            vec_push(&stack, position);
            ready = false;
        }
        vec_free(&variables);
        if (!ready) continue;
        (void)vec_pop(&stack);
        if (resolved->data[top]) continue;
        resolved->data[top] = true;
        const struct system_state *s = &n->from->states.data[top];
        term value = substitution_apply(&n->inline_now, n->definition.data[top]);
        substitution_bind(&n->inline_now, s->now, value);
        substitution_bind(&n->inline_both, s->now, value);
        substitution_bind(&n->inline_both, s->next, substitution_apply(&n->prime, value));
        vec_push(&n->result->dropped, top);
        vec_push(&n->result->values, value);
    }
    vec_free(&stack);
}

static void resolve_all(struct inliner *n) {
    u8s resolved = {0};
    vec_resize(&resolved, n->from->states.size);
    for (uint32_t i = 0; i < n->from->states.size; i++)
        if (!term_is_none(n->definition.data[i]) && !resolved.data[i]) resolve(n, i, &resolved);
    vec_free(&resolved);
}

/* The conjuncts outside the set, rewritten. */
static term rewrite(struct inliner *n, const term_list *conjuncts, const struct hash_map *without,
                    struct substitution *inlined) {
    term_list rest = {0};
    vec_each (const term, c, conjuncts)
        if (!in(without, *c)) vec_push(&rest, substitution_apply(inlined, *c));
    term result = term_and(n->bank, rest.data, rest.size);
    vec_free(&rest);
    return result;
}

/* Initial values are part of init now: that of a dropped state speaks of its definition. */
static void keep_states(struct inliner *n) {
    struct system *to = n->result->to;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < to->states.size; i++) {
        struct system_state s = to->states.data[i];
        if (!term_is_none(n->definition.data[i])) {
            mem_free(s.name);
            continue;
        }
        s.first = TERM_NONE;
        if (!term_is_none(s.update)) s.update = substitution_apply(&n->inline_now, s.update);
        to->states.data[kept++] = s;
        vec_push(&n->result->kept, i);
    }
    vec_shrink(&to->states, kept);
}

static void build(struct inliner *n, const term_list *constraints) {
    struct system *to = n->result->to;
    to->init = rewrite(n, &n->init, &n->is_fact, &n->inline_now);
    to->trans = rewrite(n, &n->trans, &n->enforced, &n->inline_both);
    vec_each (term, c, &to->constraints) *c = substitution_apply(&n->inline_now, *c);
    vec_each (const term, c, constraints) vec_push(&to->constraints, substitution_apply(&n->inline_now, *c));
    vec_each (struct system_property, p, &to->properties)
        p->good = substitution_apply(&n->inline_now, p->good);
    keep_states(n);
}

struct system_inlined *system_inline_definitions(const struct system *from) {
    struct system_inlined *result = mem_new(struct system_inlined);
    *result = (struct system_inlined){.from = from, .to = system_view_new(from)};
    struct inliner n;
    term_list constraints = {0};
    setup(&n, result);
    find_facts(&n);
    find_latches(&n);
    find_definitions(&n, &constraints);
    resolve_all(&n);
    build(&n, &constraints);
    vec_free(&constraints);
    teardown(&n);
    return result;
}

void system_inlined_free(struct system_inlined *l) {
    if (!l) return;
    system_view_free(l->to);
    vec_free(&l->facts);
    vec_free(&l->kept);
    vec_free(&l->dropped);
    vec_free(&l->values);
    mem_free(l);
}

/* One step of the old system from one of the new: kept states in their places, dropped ones evaluated. */
static void restore_step(const struct system_inlined *l, struct evaluation *e,
                         const struct system_trace *trace, uint32_t step, term_list *states) {
    uint32_t base = states->size, width = l->to->states.size;
    vec_resize(states, base + l->from->states.size);
    evaluation_reset(e);
    for (uint32_t i = 0; i < width; i++) {
        term value = trace->states.data[step * width + i];
        evaluation_set(e, l->to->states.data[i].now, value);
        states->data[base + l->kept.data[i]] = value;
    }
    for (uint32_t i = 0; i < l->dropped.size; i++)
        states->data[base + l->dropped.data[i]] = evaluate(e, l->values.data[i]);
}

struct system_trace *system_inlined_trace(const struct system_inlined *l, struct system_trace *trace) {
    term_list states = {0};
    struct evaluation e;
    evaluation_init(&e, l->from->terms);
    vec_each (const struct function_value, f, &trace->functions) evaluation_define(&e, f);
    for (uint32_t step = 0; step < trace->steps; step++) restore_step(l, &e, trace, step, &states);
    evaluation_fini(&e);
    vec_free(&trace->states);
    trace->states = states;
    return trace;
}

void system_inlined_conjuncts(const struct system_inlined *l, term_list *conjuncts) {
    vec_append(conjuncts, l->facts.data, l->facts.size);
}
