/* Maps from variables to terms that share: see program_private.h. */
#include "model/program_private.h"

void program_environments_init(struct program_environments *e, uint32_t variables) {
    *e = (struct program_environments){.variables = variables, .levels = 1};
    while (e->levels < 32 && (variables - 1) >> e->levels && variables) e->levels++;
}

void program_environments_fini(struct program_environments *e) {
    hash_map_free(&e->by_pair);
    vec_free(&e->pairs);
}

static uint32_t pair(struct program_environments *e, uint32_t left, uint32_t right) {
    uint64_t key = (uint64_t)left << 32 | right;
    uint32_t found = hash_map_get(&e->by_pair, key);
    if (found != HASH_NONE) return found;
    hash_map_put(&e->by_pair, key, e->pairs.size);
    vec_push(&e->pairs, key);
    return e->pairs.size - 1;
}

static uint32_t left(const struct program_environments *e, uint32_t node) {
    return (uint32_t)(e->pairs.data[node] >> 32);
}
static uint32_t right(const struct program_environments *e, uint32_t node) {
    return (uint32_t)e->pairs.data[node];
}

program_environment program_environment_of(struct program_environments *e, const term *values) {
    u32s row = {0};
    for (uint32_t v = 0; v < e->variables; v++) vec_push(&row, values[v].id);
    if (!row.size) vec_push(&row, 0);
    for (uint32_t level = 0; level < e->levels; level++) { /* joins neighbours until one is left */
        uint32_t n = 0;
        for (uint32_t i = 0; i < row.size; i += 2, n++)
            row.data[n] = pair(e, row.data[i], i + 1 < row.size ? row.data[i + 1] : row.data[i]);
        row.size = n;
    }
    program_environment root = {row.data[0]};
    vec_free(&row);
    return root;
}

term program_environment_get(const struct program_environments *e, program_environment from,
                             uint32_t variable) {
    uint32_t node = from.id;
    for (uint32_t bit = e->levels; bit--;) node = variable >> bit & 1 ? right(e, node) : left(e, node);
    return (term){node};
}

static uint32_t set_below(struct program_environments *e, uint32_t node, uint32_t bits, uint32_t variable,
                          term t) {
    if (!bits) return t.id;
    uint32_t l = left(e, node), r = right(e, node);
    if (variable >> (bits - 1) & 1)
        r = set_below(e, r, bits - 1, variable, t);
    else
        l = set_below(e, l, bits - 1, variable, t);
    return pair(e, l, r);
}

program_environment program_environment_set(struct program_environments *e, program_environment from,
                                            uint32_t variable, term t) {
    assert(variable < e->variables);
    return (program_environment){set_below(e, from.id, e->levels, variable, t)};
}

static uint32_t ite_below(struct program_environments *e, struct terms *b, term condition, uint32_t x,
                          uint32_t y, uint32_t bits) {
    if (x == y) return x;
    if (!bits) return term_ite(b, condition, (term){x}, (term){y}).id;
    uint32_t l = ite_below(e, b, condition, left(e, x), left(e, y), bits - 1);
    uint32_t r = ite_below(e, b, condition, right(e, x), right(e, y), bits - 1);
    return pair(e, l, r);
}

program_environment program_environment_ite(struct program_environments *e, struct terms *b, term condition,
                                            program_environment then, program_environment otherwise) {
    return (program_environment){ite_below(e, b, condition, then.id, otherwise.id, e->levels)};
}

term program_environment_apply(const struct program_environments *e, const struct program *program,
                               program_environment from, term t) {
    struct program_reads reads = program_reads(program, t);
    struct substitution s;
    bool changed = false;
    for (uint32_t i = 0; i < reads.n; i++) {
        uint32_t v = reads.variables[i];
        term now = program->variables.data[v].now, value = program_environment_get(e, from, v);
        if (term_same(now, value)) continue;
        if (!changed) substitution_init(&s, program->terms);
        changed = true;
        substitution_bind(&s, now, value);
    }
    if (!changed) return t;
    t = substitution_apply(&s, t);
    substitution_fini(&s);
    return t;
}
