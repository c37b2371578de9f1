/* Slicing: what cannot matter for getting to the error location goes.
 *
 * Locations and edges by the graph; variables by data dependence, whatever the order of execution: a variable
 * matters when an assumption reads it, or an assignment to a variable that matters. Assumptions stay, for
 * they may block. A variable goes everywhere or nowhere, so what is proved about the others is true of the
 * given automaton, too.
 *
 * Edges without behaviour between locations that stay do stay: a proof must cut their cycles as well, because
 * the judge does not look at what edges do when it looks for cycles. Large blocks drop them. */
#include "transform/program/prepare.h"
#include "transform/program/rebuild.h"

/* Marks the locations on edges with behaviour from `start`, against their direction if `backward`. */
static void reach(const struct program *program, uint32_t start, bool backward, u8s *marks) {
    u32s todo = {0};
    vec_resize(marks, program->locations.size);
    marks->data[start] = 1;
    vec_push(&todo, start);
    while (todo.size) {
        uint32_t l = vec_pop(&todo);
        vec_each (const uint32_t, i, backward ? &program->incoming.data[l] : &program->outgoing.data[l]) {
            const struct program_edge *e = &program->edges.data[*i];
            uint32_t next = backward ? e->from : e->to;
            if (marks->data[next] || program_is_blocked(program, e->command)) continue;
            marks->data[next] = 1;
            vec_push(&todo, next);
        }
    }
    vec_free(&todo);
}

/* ---- variables ---- */

/* Which variables flow into which: by variable the ones that its assignments read. */
struct flow {
    const struct program *program;
    VEC(u32s) reads;
    u8s matters;
    u32s todo;
    struct hash_map seen; /* points */
};

static void read_by_assumption(struct flow *f, uint32_t v) {
    if (f->matters.data[v]) return;
    f->matters.data[v] = 1;
    vec_push(&f->todo, v);
}

static void note_action(struct flow *f, const struct program_action *action) {
    term_list read = {0};
    if (action->kind == PROGRAM_ASSUME) {
        term_variables(f->program->terms, &action->condition, 1, &read);
        vec_each (const term, t, &read) read_by_assumption(f, program_find_variable(f->program, *t));
    }
    if (action->kind == PROGRAM_ASSIGN)
        for (uint32_t i = 0; i < action->n; i++) {
            vec_clear(&read);
            term_variables(f->program->terms, &action->assignments[i].value, 1, &read);
            vec_each (const term, t, &read)
                vec_push(&f->reads.data[action->assignments[i].variable],
                         program_find_variable(f->program, *t));
        }
    vec_free(&read);
}

static void note_command(struct flow *f, program_command command) {
    program_command_list points = {0};
    program_points(f->program, command, &points);
    vec_each (const program_command, c, &points) {
        if (hash_map_get(&f->seen, c->id) != HASH_NONE) continue;
        hash_map_put(&f->seen, c->id, 0);
        struct program_node node = program_node(f->program, *c);
        if (node.kind == PROGRAM_STEP) note_action(f, &node.action);
    }
    vec_free(&points);
}

/* Marks the variables that matter on the edges between locations that are kept. */
static void find_variables(const struct program *program, const u8s *keep_edge, u8s *matters) {
    struct flow f = {.program = program};
    vec_resize(&f.reads, program->variables.size);
    vec_resize(&f.matters, program->variables.size);
    for (uint32_t i = 0; i < program->edges.size; i++)
        if (keep_edge->data[i]) note_command(&f, program->edges.data[i].command);
    while (f.todo.size) {
        uint32_t v = vec_pop(&f.todo);
        vec_each (const uint32_t, u, &f.reads.data[v]) read_by_assumption(&f, *u);
    }
    *matters = f.matters;
    vec_each (u32s, list, &f.reads) vec_free(list);
    vec_free(&f.reads);
    vec_free(&f.todo);
    hash_map_free(&f.seen);
}

struct program *program_slice(const struct program *program) {
    u8s reached = {0}, reaching = {0}, keep_location = {0}, keep_edge = {0}, matters = {0};
    reach(program, program->initial, false, &reached);
    reach(program, program->error, true, &reaching);
    vec_resize(&keep_location, program->locations.size);
    vec_resize(&keep_edge, program->edges.size);
    for (uint32_t l = 0; l < program->locations.size; l++)
        keep_location.data[l] =
            (reached.data[l] && reaching.data[l]) || l == program->initial || l == program->error;
    for (uint32_t i = 0; i < program->edges.size; i++) {
        const struct program_edge *e = &program->edges.data[i];
        keep_edge.data[i] = keep_location.data[e->from] && keep_location.data[e->to];
    }
    find_variables(program, &keep_edge, &matters);
    struct program_rebuild r;
    program_rebuild_init(&r, program, &matters, &keep_location);
    for (uint32_t i = 0; i < program->edges.size; i++) {
        const struct program_edge *e = &program->edges.data[i];
        if (!keep_edge.data[i]) continue;
        program_add_edge(r.to, r.locations.data[e->from], program_rebuild_command(&r, e->command),
                         r.locations.data[e->to], e->position);
    }
    vec_free(&reached);
    vec_free(&reaching);
    vec_free(&keep_location);
    vec_free(&keep_edge);
    vec_free(&matters);
    return program_rebuild_finish(&r);
}
