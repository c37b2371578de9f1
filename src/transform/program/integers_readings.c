/* Signed or unsigned: votes of the operations that read a variable's value, directly or through sums. A variable
 * without votes does as those do that it is assigned from or to; then as the source declares it. */
#include "transform/program/integers_internal.h"

enum { REACH = 32, ROUNDS = 3 };

struct voting {
    const struct program *program;
    VEC(int32_t) votes; /* by variable; positive: signed */
    u32s links;         /* pairs of variables */
    term_list stack;
    u32s leaves;
};

void integers_roots(const struct program *program, term_list *out) {
    struct hash_map seen = {0};
    program_command_list points = {0};
    vec_each (const struct program_edge, edge, &program->edges) {
        vec_clear(&points);
        program_points(program, edge->command, &points);
        vec_each (const program_command, p, &points) {
            if (hash_map_get(&seen, p->id) != HASH_NONE) continue;
            hash_map_put(&seen, p->id, 1);
            struct program_node node = program_node(program, *p);
            if (node.kind != PROGRAM_STEP) continue;
            if (node.action.kind == PROGRAM_ASSUME) vec_push(out, node.action.condition);
            if (node.action.kind == PROGRAM_ASSIGN)
                for (uint32_t i = 0; i < node.action.n; i++) vec_push(out, node.action.assignments[i].value);
        }
    }
    vec_free(&points);
    hash_map_free(&seen);
}

/* The variables whose multiples t is a sum of, or a choice between such; the first few. */
static void find_leaves(struct voting *v, term t) {
    const struct terms *b = v->program->terms;
    vec_clear(&v->leaves);
    vec_clear(&v->stack);
    vec_push(&v->stack, t);
    for (uint32_t steps = 0; v->stack.size && steps < REACH; steps++) {
        term top = vec_pop(&v->stack);
        uint32_t variable;
        switch (term_op(b, top)) {
        case TERM_VARIABLE:
            variable = program_find_variable(v->program, top);
            if (variable != PROGRAM_NONE) vec_push(&v->leaves, variable);
            break;
        case TERM_ITE:
            vec_push(&v->stack, term_arg(b, top, 1));
            vec_push(&v->stack, term_arg(b, top, 2));
            break;
        case TERM_BV_ADD:
        case TERM_BV_SUB:
        case TERM_BV_MUL:
        case TERM_BV_NEG:
        case TERM_BV_NOT:
            for (uint32_t i = 0; i < term_arity(b, top); i++) vec_push(&v->stack, term_arg(b, top, i));
            break;
        default: break;
        }
    }
}

static void vote(struct voting *v, term t, uint32_t args, int32_t vote) {
    for (uint32_t i = 0; i < args; i++) {
        find_leaves(v, term_arg(v->program->terms, t, i));
        vec_each (const uint32_t, leaf, &v->leaves) v->votes.data[*leaf] += vote;
    }
}

static void vote_by(struct voting *v, term t) {
    switch (term_op(v->program->terms, t)) {
    case TERM_BV_SLT:
    case TERM_BV_SLE:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD: vote(v, t, 2, 2); break;
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_UDIV:
    case TERM_BV_UREM: vote(v, t, 2, -2); break;
    case TERM_BV_ASHR:
    case TERM_BV_SIGN_EXTEND: vote(v, t, 1, 2); break;
    case TERM_BV_LSHR:
    case TERM_BV_ZERO_EXTEND: vote(v, t, 1, -2); break;
    default: break;
    }
}

static void link_assignments(struct voting *v) {
    program_command_list points = {0};
    vec_each (const struct program_edge, edge, &v->program->edges) {
        vec_clear(&points);
        program_points(v->program, edge->command, &points);
        vec_each (const program_command, p, &points) {
            struct program_node node = program_node(v->program, *p);
            if (node.kind != PROGRAM_STEP || node.action.kind != PROGRAM_ASSIGN) continue;
            for (uint32_t i = 0; i < node.action.n; i++) {
                find_leaves(v, node.action.assignments[i].value);
                vec_each (const uint32_t, leaf, &v->leaves) {
                    vec_push(&v->links, node.action.assignments[i].variable);
                    vec_push(&v->links, *leaf);
                }
            }
        }
    }
    vec_free(&points);
}

static int32_t sign_of(int32_t x) {
    return (x > 0) - (x < 0);
}

/* Those without an opinion take that of their neighbours. */
static void spread(struct voting *v) {
    VEC(int32_t) heard = {0};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        vec_clear(&heard);
        vec_resize(&heard, v->votes.size);
        for (uint32_t i = 0; i < v->links.size; i += 2) {
            uint32_t a = v->links.data[i], b = v->links.data[i + 1];
            heard.data[a] += sign_of(v->votes.data[b]);
            heard.data[b] += sign_of(v->votes.data[a]);
        }
        for (uint32_t i = 0; i < v->votes.size; i++)
            if (!v->votes.data[i]) v->votes.data[i] = sign_of(heard.data[i]);
    }
    vec_free(&heard);
}

static const char *shape(const struct program *program, readings *out) {
    for (uint32_t i = 0; i < program->variables.size; i++) {
        term now = program->variables.data[i].now;
        sort s = term_sort(program->terms, now);
        enum sort_kind kind = sort_kind(program->terms, s);
        if (kind == SORT_ARRAY) return "an array";
        if (kind != SORT_BOOL && kind != SORT_BV) return "a variable that is no bit vector";
        uint32_t width = kind == SORT_BV ? sort_width(program->terms, s) : 0;
        if (width > 64) return "a word of more than 64 bits";
        vec_push(out, (struct reading){.width = width});
    }
    return NULL;
}

const char *integers_readings(const struct program *program, readings *out) {
    const char *declined = shape(program, out);
    if (declined) return declined;
    struct voting v = {.program = program};
    vec_each (const struct program_variable, x, &program->variables) vec_push(&v.votes, x->is_signed ? 1 : 0);
    term_list roots = {0}, parts = {0};
    integers_roots(program, &roots);
    term_collect(program->terms, roots.data, roots.size, &parts);
    vec_each (const term, t, &parts) vote_by(&v, *t);
    link_assignments(&v);
    spread(&v);
    for (uint32_t i = 0; i < out->size; i++) out->data[i].is_signed = v.votes.data[i] > 0;
    vec_free(&roots);
    vec_free(&parts);
    vec_free(&v.votes);
    vec_free(&v.links);
    vec_free(&v.stack);
    vec_free(&v.leaves);
    return NULL;
}
