/* Making an automaton from parts of another: see cfa_rebuild.h. */
#include "transform/program/rebuild.h"

static void add_variables(struct cfa_rebuild *r, const u8s *keep) {
    for (uint32_t i = 0; i < r->from->variables.size; i++) {
        const struct cfa_variable *old = &r->from->variables.data[i];
        vec_push(&r->variables, CFA_NONE);
        if (keep && !keep->data[i]) continue;
        uint32_t v =
            cfa_add_variable(r->to, old->name, copier_sort(&r->copier, term_sort(r->from->terms, old->now)));
        struct cfa_variable *new = &r->to->variables.data[v];
        new->source = cfa_text(r->to, old->source);
        new->scope = cfa_text(r->to, old->scope);
        new->is_signed = old->is_signed;
        new->is_boolean = old->is_boolean;
        new->origin = old->origin;
        copier_bind(&r->copier, old->now, new->now);
        r->variables.data[i] = v;
    }
}

static void add_locations(struct cfa_rebuild *r, const u8s *keep) {
    for (uint32_t i = 0; i < r->from->locations.size; i++) {
        const struct cfa_location *old = &r->from->locations.data[i];
        vec_push(&r->locations, CFA_NONE);
        if (keep && !keep->data[i]) continue;
        uint32_t l = cfa_add_location(r->to, old->name, old->position);
        r->to->locations.data[l].loop_head = old->loop_head;
        r->to->locations.data[l].origin = old->origin;
        r->locations.data[i] = l;
    }
}

void cfa_rebuild_init(struct cfa_rebuild *r, const struct cfa *from, const u8s *keep_variable,
                      const u8s *keep_location) {
    *r = (struct cfa_rebuild){.from = from, .to = cfa_new(TERMS_SIMPLIFY)};
    copier_init(&r->copier, from->terms, r->to->terms);
    add_variables(r, keep_variable);
    add_locations(r, keep_location);
    for (uint32_t i = 0; i < from->sites.size; i++) vec_push(&r->sites, CFA_NONE);
    r->to->initial = r->locations.data[from->initial];
    r->to->error = r->locations.data[from->error];
    mem_free(r->to->property);
    r->to->property = mem_strdup(from->property);
}

static uint32_t site(struct cfa_rebuild *r, uint32_t old) {
    if (r->sites.data[old] != CFA_NONE) return r->sites.data[old];
    const struct cfa_site *s = &r->from->sites.data[old];
    uint32_t new = cfa_add_site(r->to, s->kind, r->variables.data[s->variable], s->call, s->position);
    r->to->sites.data[new].origin = s->origin;
    return r->sites.data[old] = new;
}

static cfa_command assignment(struct cfa_rebuild *r, const struct cfa_action *action) {
    VEC(struct cfa_assignment) kept = {0};
    for (uint32_t i = 0; i < action->n; i++) {
        uint32_t v = r->variables.data[action->assignments[i].variable];
        if (v == CFA_NONE) continue;
        term value = copier_apply(&r->copier, action->assignments[i].value);
        vec_push(&kept, (struct cfa_assignment){v, value});
    }
    cfa_command c = cfa_assign_all(r->to, kept.data, kept.size);
    vec_free(&kept);
    return c;
}

static cfa_command action(struct cfa_rebuild *r, const struct cfa_action *a) {
    switch (a->kind) {
    case CFA_ASSUME: return cfa_assume(r->to, copier_apply(&r->copier, a->condition));
    case CFA_ASSIGN: return assignment(r, a);
    case CFA_TAG: return cfa_tag(r->to, a->edge);
    case CFA_HAVOC:
        if (r->variables.data[r->from->sites.data[a->site].variable] == CFA_NONE) break;
        return cfa_havoc(r->to, site(r, a->site));
    }
    return cfa_skip(r->to);
}

cfa_command cfa_rebuild_command(struct cfa_rebuild *r, cfa_command command) {
    cfa_command_list points = {0}, next = {0};
    cfa_points(r->from, command, &points);
    for (uint32_t i = points.size; i--;) {
        if (hash_map_get(&r->commands, points.data[i].id) != HASH_NONE) continue;
        struct cfa_node node = cfa_node(r->from, points.data[i]);
        vec_clear(&next);
        for (uint32_t j = 0; j < node.n; j++)
            vec_push(&next, (cfa_command){hash_map_get(&r->commands, node.next[j].id)});
        cfa_command made = cfa_skip(r->to);
        if (node.kind == CFA_STEP) made = cfa_then(r->to, action(r, &node.action), next.data[0]);
        if (node.kind == CFA_CHOICE) made = cfa_choice(r->to, next.data, next.size);
        hash_map_put(&r->commands, points.data[i].id, made.id);
    }
    vec_free(&points);
    vec_free(&next);
    return (cfa_command){hash_map_get(&r->commands, command.id)};
}

struct cfa *cfa_rebuild_finish(struct cfa_rebuild *r) {
    copier_fini(&r->copier);
    vec_free(&r->variables);
    vec_free(&r->sites);
    vec_free(&r->locations);
    hash_map_free(&r->commands);
    cfa_index(r->to);
    assert(!cfa_check(r->to));
    return r->to;
}
