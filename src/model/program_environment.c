/* Maps from variables to terms that share: see cfa_private.h. */
#include "model/program_private.h"

void cfa_environments_init(struct cfa_environments *e, uint32_t variables) {
    *e = (struct cfa_environments){.variables = variables, .levels = 1};
    while (e->levels < 32 && (variables - 1) >> e->levels && variables) e->levels++;
}

void cfa_environments_fini(struct cfa_environments *e) {
    hash_map_free(&e->by_pair);
    vec_free(&e->pairs);
}

static uint32_t pair(struct cfa_environments *e, uint32_t left, uint32_t right) {
    uint64_t key = (uint64_t)left << 32 | right;
    uint32_t found = hash_map_get(&e->by_pair, key);
    if (found != HASH_NONE) return found;
    hash_map_put(&e->by_pair, key, e->pairs.size);
    vec_push(&e->pairs, key);
    return e->pairs.size - 1;
}

static uint32_t left(const struct cfa_environments *e, uint32_t node) {
    return (uint32_t)(e->pairs.data[node] >> 32);
}
static uint32_t right(const struct cfa_environments *e, uint32_t node) {
    return (uint32_t)e->pairs.data[node];
}

cfa_environment cfa_environment_of(struct cfa_environments *e, const term *values) {
    u32s row = {0};
    for (uint32_t v = 0; v < e->variables; v++) vec_push(&row, values[v].id);
    if (!row.size) vec_push(&row, 0);
    for (uint32_t level = 0; level < e->levels; level++) { /* joins neighbours until one is left */
        uint32_t n = 0;
        for (uint32_t i = 0; i < row.size; i += 2, n++)
            row.data[n] = pair(e, row.data[i], i + 1 < row.size ? row.data[i + 1] : row.data[i]);
        row.size = n;
    }
    cfa_environment root = {row.data[0]};
    vec_free(&row);
    return root;
}

term cfa_environment_get(const struct cfa_environments *e, cfa_environment from, uint32_t variable) {
    uint32_t node = from.id;
    for (uint32_t bit = e->levels; bit--;) node = variable >> bit & 1 ? right(e, node) : left(e, node);
    return (term){node};
}

static uint32_t set_below(struct cfa_environments *e, uint32_t node, uint32_t bits, uint32_t variable,
                          term t) {
    if (!bits) return t.id;
    uint32_t l = left(e, node), r = right(e, node);
    if (variable >> (bits - 1) & 1)
        r = set_below(e, r, bits - 1, variable, t);
    else
        l = set_below(e, l, bits - 1, variable, t);
    return pair(e, l, r);
}

cfa_environment cfa_environment_set(struct cfa_environments *e, cfa_environment from, uint32_t variable,
                                    term t) {
    assert(variable < e->variables);
    return (cfa_environment){set_below(e, from.id, e->levels, variable, t)};
}

static uint32_t ite_below(struct cfa_environments *e, struct terms *b, term condition, uint32_t x, uint32_t y,
                          uint32_t bits) {
    if (x == y) return x;
    if (!bits) return term_ite(b, condition, (term){x}, (term){y}).id;
    uint32_t l = ite_below(e, b, condition, left(e, x), left(e, y), bits - 1);
    uint32_t r = ite_below(e, b, condition, right(e, x), right(e, y), bits - 1);
    return pair(e, l, r);
}

cfa_environment cfa_environment_ite(struct cfa_environments *e, struct terms *b, term condition,
                                    cfa_environment then, cfa_environment otherwise) {
    return (cfa_environment){ite_below(e, b, condition, then.id, otherwise.id, e->levels)};
}

term cfa_environment_apply(const struct cfa_environments *e, const struct cfa *cfa, cfa_environment from,
                           term t) {
    struct cfa_reads reads = cfa_reads(cfa, t);
    struct substitution s;
    bool changed = false;
    for (uint32_t i = 0; i < reads.n; i++) {
        uint32_t v = reads.variables[i];
        term now = cfa->variables.data[v].now, value = cfa_environment_get(e, from, v);
        if (term_same(now, value)) continue;
        if (!changed) substitution_init(&s, cfa->terms);
        changed = true;
        substitution_bind(&s, now, value);
    }
    if (!changed) return t;
    t = substitution_apply(&s, t);
    substitution_fini(&s);
    return t;
}
