/* Formulas about the system as conjuncts about the circuit: blasted over the leaves of an invariant, where every
 * variable has its bits side by side. */
#include "transform/between/bitblast_internal.h"

#include "logic/walk.h"

/* Binds the variables of states and inputs whose bits are among these leaves; `known`: their ids. */
static void bind(const struct bitblast *b, struct blaster *k, const struct bit_origin *origins,
                 const aig_lits *leaves, struct hash_map *known) {
    for (uint32_t i = 0; i < leaves->size; i++) {
        if (origins[i].bit || (origins[i].kind != BIT_STATE && origins[i].kind != BIT_INPUT)) continue;
        uint32_t position = origins[i].position;
        term now = origins[i].kind == BIT_STATE ? b->system->states.data[position].now
                                                : b->system->inputs.data[position].now;
        blaster_bind(k, now, leaves->data + i);
        hash_map_put(known, now.id, 1);
    }
}

static bool can_be_blasted(const struct bitblast *b, const struct hash_map *known, term t) {
    const struct terms *bank = b->system->terms;
    term_list parts = {0};
    bool can = true;
    term_collect(bank, &t, 1, &parts);
    for (uint32_t i = 0; i < parts.size && can; i++) {
        char *reason = blaster_refuses(bank, parts.data[i], b->array_bits);
        can = !reason && (!term_is(bank, parts.data[i], TERM_VARIABLE) ||
                          hash_map_get(known, parts.data[i].id) != HASH_NONE);
        mem_free(reason);
    }
    vec_free(&parts);
    return can;
}

/* The literal, or what it is a conjunction of. */
static void add_parts(struct invariant *v, aig_lit literal) {
    struct hash_map seen = {0};
    aig_lits stack = {0};
    vec_push(&stack, literal);
    while (stack.size) {
        aig_lit l = vec_pop(&stack);
        if (hash_map_get(&seen, l.code) != HASH_NONE) continue;
        hash_map_put(&seen, l.code, 1);
        if (aig_sign(l) || !aig_is_gate(v->graph, aig_node(l))) {
            invariant_add(v, l);
        } else {
            vec_push(&stack, aig_right(v->graph, aig_node(l)));
            vec_push(&stack, aig_left(v->graph, aig_node(l)));
        }
    }
    vec_free(&stack);
    hash_map_free(&seen);
}

struct invariant *bitblast_lemmas_forward(const struct bitblast *b, const struct system_invariant *lemmas,
                                          struct limits *limits) {
    struct invariant *v = invariant_new(b->circuit);
    struct blaster k;
    struct hash_map known = {0};
    blaster_init(&k, b->system->terms, v->graph, limits);
    bind(b, &k, b->inputs.data, &v->inputs, &known);
    bind(b, &k, b->latches.data, &v->latches, &known);
    vec_each (const term, t, &lemmas->conjuncts) {
        const aig_lit *bits = can_be_blasted(b, &known, *t) ? blaster_run(&k, *t) : NULL;
        if (bits) add_parts(v, bits[0]);
    }
    blaster_fini(&k);
    hash_map_free(&known);
    return v;
}
