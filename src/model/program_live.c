/* Live variables: backward over edges and points to a fixpoint.
 *
 * The value of a variable matters where an assumption reads it on the way to the error location, or where it
 * flows into a variable whose value matters. So reading a variable in an assignment to a dead one does not
 * make it live. */
#include "model/program_private.h"

struct flow {
    const struct program *program;
    uint32_t words; /* of 64 variables */
    u64s at;        /* by location */
    u8s reaches;    /* location: error can be reached from it */
    u64s scratch;   /* by point of one edge */
};

static void add(uint64_t *set, uint32_t v) {
    set[v / 64] |= (uint64_t)1 << v % 64;
}
static void drop(uint64_t *set, uint32_t v) {
    set[v / 64] &= ~((uint64_t)1 << v % 64);
}
static bool has(const uint64_t *set, uint32_t v) {
    return set[v / 64] >> v % 64 & 1;
}

static void add_reads(const struct program *program, uint64_t *set, term t) {
    struct program_reads reads = program_reads(program, t);
    for (uint32_t i = 0; i < reads.n; i++) add(set, reads.variables[i]);
}

/* From what is live after the action to what is before; `after` is not `set`. */
static void before_action(const struct program *program, const struct program_action *action,
                          const uint64_t *after, uint64_t *set) {
    switch (action->kind) {
    case PROGRAM_ASSUME: add_reads(program, set, action->condition); break;
    case PROGRAM_HAVOC: drop(set, program->sites.data[action->site].variable); break;
    case PROGRAM_TAG: break;
    case PROGRAM_ASSIGN:
        for (uint32_t i = 0; i < action->n; i++) drop(set, action->assignments[i].variable);
        for (uint32_t i = 0; i < action->n; i++)
            if (has(after, action->assignments[i].variable))
                add_reads(program, set, action->assignments[i].value);
        break;
    }
}

/* Adds what is live before the edge to the set of its source; whether that has grown. */
static bool pull(struct flow *f, const struct program_edge *edge) {
    const struct program *program = f->program;
    struct program_descent walk;
    program_descent_init(&walk, program, edge->command);
    vec_clear(&f->scratch);
    vec_resize(&f->scratch, walk.points.size * f->words);
    for (uint32_t i = walk.points.size; i--;) {
        struct program_node node = program_node(program, walk.points.data[i]);
        uint64_t *set = f->scratch.data + (size_t)i * f->words, *after = NULL;
        if (node.kind == PROGRAM_END && f->words) /* there may be no variable at all */
            memcpy(set, f->at.data + (size_t)edge->to * f->words, f->words * sizeof *set);
        for (uint32_t j = 0; j < node.n; j++) {
            after = f->scratch.data + (size_t)program_walk_position(&walk, node.next[j]) * f->words;
            for (uint32_t w = 0; w < f->words; w++) set[w] |= after[w];
        }
        if (node.kind == PROGRAM_STEP) before_action(program, &node.action, after, set);
    }
    program_walk_fini(&walk);
    bool grown = false;
    uint64_t *at = f->at.data + (size_t)edge->from * f->words;
    for (uint32_t w = 0; w < f->words; w++) {
        grown |= (f->scratch.data[w] & ~at[w]) != 0;
        at[w] |= f->scratch.data[w];
    }
    return grown;
}

static void to_fixpoint(struct flow *f, const struct program *program) {
    u32s todo = {0};
    u8s waiting = {0};
    vec_resize(&waiting, program->locations.size);
    vec_push(&todo, program->error);
    f->reaches.data[program->error] = 1;
    while (todo.size) {
        uint32_t to = vec_pop(&todo);
        waiting.data[to] = 0;
        vec_each (const uint32_t, e, &program->incoming.data[to]) {
            const struct program_edge *edge = &program->edges.data[*e];
            bool again = pull(f, edge) || !f->reaches.data[edge->from];
            f->reaches.data[edge->from] = 1;
            if (!again || waiting.data[edge->from]) continue;
            waiting.data[edge->from] = 1;
            vec_push(&todo, edge->from);
        }
    }
    vec_free(&todo);
    vec_free(&waiting);
}

void program_live(const struct program *program, u8s *live) {
    assert(program->incoming.size == program->locations.size && "program_index first");
    uint32_t n = program->variables.size;
    struct flow f = {.program = program, .words = (n + 63) / 64};
    vec_resize(&f.at, program->locations.size * f.words);
    vec_resize(&f.reaches, program->locations.size);
    to_fixpoint(&f, program);
    vec_clear(live);
    vec_resize(live, program->locations.size * n);
    for (uint32_t l = 0; l < program->locations.size; l++)
        for (uint32_t v = 0; v < n; v++)
            live->data[(size_t)l * n + v] = has(f.at.data + (size_t)l * f.words, v);
    vec_free(&f.at);
    vec_free(&f.reaches);
    vec_free(&f.scratch);
}
