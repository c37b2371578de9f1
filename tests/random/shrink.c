#include "shrink.h"

#include "format/aiger/aiger.h"

#include <stdio.h>

static struct circuit *copy_circuit(const struct circuit *c) {
    struct circuit *copy = mem_new(struct circuit);
    copy->graph = aig_copy(c->graph);
#define COPY_NAMED(field)                                                                                    \
    vec_append(&copy->field, c->field.data, c->field.size);                                                  \
    for (uint32_t i = 0; i < copy->field.size; i++)                                                          \
    copy->field.data[i].name = mem_strdup(c->field.data[i].name)
    COPY_NAMED(inputs);
    COPY_NAMED(latches);
    COPY_NAMED(outputs);
    COPY_NAMED(constraints);
    COPY_NAMED(properties);
    COPY_NAMED(fairness);
#undef COPY_NAMED
    vec_each (const struct justice, j, &c->justice) {
        struct justice fresh = {.name = mem_strdup(j->name)};
        vec_append(&fresh.lits, j->lits.data, j->lits.size);
        vec_push(&copy->justice, fresh);
    }
    copy->bad_section = c->bad_section;
    copy->comment = mem_strdup(c->comment);
    return copy;
}

/* How evidence is tampered with depends on the random numbers and the evidence, and a change of the circuit
 * changes the latter; so that it need not hide the failure, each candidate is tried more than once. */
enum { TRIES = 3 };

static bool fails(const struct circuit *c, const struct trial *trial, uint64_t seed) {
    if (!c->properties.size || circuit_check(c)) return false;
    struct oracle oracle;
    struct tally tally = {0};
    struct text why = {0};
    oracle_init(&oracle, c);
    bool failed = false;
    for (uint64_t i = 0; i < TRIES && !failed; i++) {
        struct random random;
        random_init(&random, seed + i);
        failed = !trial_run(trial, c, &oracle, &random, &tally, &why);
    }
    text_fini(&why);
    oracle_fini(&oracle);
    return failed;
}

enum change { CHANGED, UNCHANGED, NO_MORE };

static enum change set(aig_lit *where, aig_lit value) {
    if (aig_same(*where, value)) return UNCHANGED;
    *where = value;
    return CHANGED;
}

static enum change simplify_latch(struct latch *l, uint32_t how) {
    if (how == 0) return set(&l->next, AIG_FALSE);
    if (how == 1) return set(&l->reset, AIG_FALSE);
    return aig_same(l->next, AIG_FALSE) ? UNCHANGED : set(&l->next, l->lit);
}

static enum change simplify_gate(struct aig *g, uint32_t node, uint32_t how) {
    if (!aig_is_gate(g, node)) return UNCHANGED;
    struct aig_gate *gate = &g->nodes.data[node];
    if (how == 0) {
        enum change left = set(&gate->left, AIG_FALSE), right = set(&gate->right, AIG_FALSE);
        return left == CHANGED ? left : right;
    }
    aig_lit *fanin = how == 1 ? &gate->left : &gate->right;
    return aig_is_constant(*fanin) ? UNCHANGED : set(fanin, AIG_TRUE);
}

/* One simplification by number; none undoes another, so there is an end to them. */
static enum change simplify(struct circuit *c, uint32_t number) {
    if (number < c->properties.size) {
        mem_free(c->properties.data[number].name);
        c->properties.data[number] = vec_pop(&c->properties);
        return CHANGED;
    }
    number -= c->properties.size;
    if (number < c->constraints.size) {
        mem_free(c->constraints.data[number].name);
        c->constraints.data[number] = vec_pop(&c->constraints);
        return CHANGED;
    }
    number -= c->constraints.size;
    if (number < 3 * c->latches.size) return simplify_latch(&c->latches.data[number / 3], number % 3);
    number -= 3 * c->latches.size;
    if (number < 3 * aig_size(c->graph)) return simplify_gate(c->graph, number / 3, number % 3);
    return NO_MORE;
}

/* One pass over all simplifications; true when some were made. */
static bool shrink(struct circuit **best, const struct trial *trial, uint64_t seed) {
    bool smaller = false;
    for (uint32_t number = 0;; number++) {
        struct circuit *candidate = copy_circuit(*best);
        enum change change = simplify(candidate, number);
        if (change == CHANGED && fails(candidate, trial, seed)) {
            circuit_free(*best);
            *best = candidate;
            smaller = true;
        } else {
            circuit_free(candidate);
        }
        if (change == NO_MORE) return smaller;
    }
}

/* AIGER has no reset functions: they become a comment. */
static void write_circuit(struct circuit *c, const char *path) {
    struct text file = {0}, comment = {0};
    struct messages messages = {0};
    for (uint32_t i = 0; i < c->latches.size; i++) {
        struct latch *l = &c->latches.data[i];
        if (!latch_has_function(l)) continue;
        text_format(&comment, "the reset of latch %u is node %u%s of the generated circuit\n", i,
                    aig_node(l->reset), aig_sign(l->reset) ? ", negated," : "");
        l->reset = l->lit;
    }
    mem_free(c->comment);
    c->comment = comment.size ? text_take(&comment) : NULL;
    aiger_write(&file, c, false);
    if (text_write_file(&file, path, &messages) != STATUS_OK)
        fprintf(stderr, "%s\n", messages_first_error(&messages));
    messages_fini(&messages);
    text_fini(&file);
}

void shrink_and_write(const struct circuit *c, uint64_t seed, const struct trial *trial, const char *path) {
    struct circuit *best = copy_circuit(c);
    while (trial && shrink(&best, trial, seed)) continue;
    write_circuit(best, path);
    circuit_free(best);
}
