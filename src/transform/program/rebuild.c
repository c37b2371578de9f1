/* Making an automaton from parts of another: see rebuild.h. */
#include "transform/program/rebuild.h"

static void add_variables(struct program_rebuild *r, const u8s *keep) {
    for (uint32_t i = 0; i < r->from->variables.size; i++) {
        const struct program_variable *old = &r->from->variables.data[i];
        vec_push(&r->variables, PROGRAM_NONE);
        if (keep && !keep->data[i]) continue;
        uint32_t v = program_add_variable(r->to, old->name,
                                          copier_sort(&r->copier, term_sort(r->from->terms, old->now)));
        struct program_variable *new = &r->to->variables.data[v];
        new->source = program_text(r->to, old->source);
        new->scope = program_text(r->to, old->scope);
        new->is_signed = old->is_signed;
        new->is_boolean = old->is_boolean;
        new->origin = old->origin;
        copier_bind(&r->copier, old->now, new->now);
        r->variables.data[i] = v;
    }
}

static void add_locations(struct program_rebuild *r, const u8s *keep) {
    for (uint32_t i = 0; i < r->from->locations.size; i++) {
        const struct program_location *old = &r->from->locations.data[i];
        vec_push(&r->locations, PROGRAM_NONE);
        if (keep && !keep->data[i]) continue;
        uint32_t l = program_add_location(r->to, old->name, old->position);
        r->to->locations.data[l].loop_head = old->loop_head;
        r->to->locations.data[l].origin = old->origin;
        r->locations.data[i] = l;
    }
}

void program_rebuild_init(struct program_rebuild *r, const struct program *from, const u8s *keep_variable,
                          const u8s *keep_location) {
    *r = (struct program_rebuild){.from = from, .to = program_new(TERMS_SIMPLIFY)};
    copier_init(&r->copier, from->terms, r->to->terms);
    add_variables(r, keep_variable);
    add_locations(r, keep_location);
    for (uint32_t i = 0; i < from->sites.size; i++) vec_push(&r->sites, PROGRAM_NONE);
    r->to->initial = r->locations.data[from->initial];
    r->to->error = r->locations.data[from->error];
    mem_free(r->to->property);
    r->to->property = mem_strdup(from->property);
}

static uint32_t site(struct program_rebuild *r, uint32_t old) {
    if (r->sites.data[old] != PROGRAM_NONE) return r->sites.data[old];
    const struct program_site *s = &r->from->sites.data[old];
    uint32_t new = program_add_site(r->to, s->kind, r->variables.data[s->variable], s->call, s->position);
    r->to->sites.data[new].origin = s->origin;
    return r->sites.data[old] = new;
}

static program_command assignment(struct program_rebuild *r, const struct program_action *action) {
    VEC(struct program_assignment) kept = {0};
    for (uint32_t i = 0; i < action->n; i++) {
        uint32_t v = r->variables.data[action->assignments[i].variable];
        if (v == PROGRAM_NONE) continue;
        term value = copier_apply(&r->copier, action->assignments[i].value);
        vec_push(&kept, (struct program_assignment){v, value});
    }
    program_command c = program_assign_all(r->to, kept.data, kept.size);
    vec_free(&kept);
    return c;
}

static program_command action(struct program_rebuild *r, const struct program_action *a) {
    switch (a->kind) {
    case PROGRAM_ASSUME: return program_assume(r->to, copier_apply(&r->copier, a->condition));
    case PROGRAM_ASSIGN: return assignment(r, a);
    case PROGRAM_TAG: return program_tag(r->to, a->edge);
    case PROGRAM_HAVOC:
        if (r->variables.data[r->from->sites.data[a->site].variable] == PROGRAM_NONE) break;
        return program_havoc(r->to, site(r, a->site));
    }
    return program_skip(r->to);
}

program_command program_rebuild_command(struct program_rebuild *r, program_command command) {
    program_command_list points = {0}, next = {0};
    program_points(r->from, command, &points);
    for (uint32_t i = points.size; i--;) {
        if (hash_map_get(&r->commands, points.data[i].id) != HASH_NONE) continue;
        struct program_node node = program_node(r->from, points.data[i]);
        vec_clear(&next);
        for (uint32_t j = 0; j < node.n; j++)
            vec_push(&next, (program_command){hash_map_get(&r->commands, node.next[j].id)});
        program_command made = program_skip(r->to);
        if (node.kind == PROGRAM_STEP) made = program_then(r->to, action(r, &node.action), next.data[0]);
        if (node.kind == PROGRAM_CHOICE) made = program_choice(r->to, next.data, next.size);
        hash_map_put(&r->commands, points.data[i].id, made.id);
    }
    vec_free(&points);
    vec_free(&next);
    return (program_command){hash_map_get(&r->commands, command.id)};
}

struct program *program_rebuild_finish(struct program_rebuild *r) {
    copier_fini(&r->copier);
    vec_free(&r->variables);
    vec_free(&r->sites);
    vec_free(&r->locations);
    hash_map_free(&r->commands);
    program_index(r->to);
    assert(!program_check(r->to));
    return r->to;
}
