/* Implicants: from a model of a formula to a cube of its literals that implies it.
 *
 * Walks the formula from above. Of a conjunction that holds, all conjuncts are needed; of a disjunction that holds, one
 * disjunct that holds, if possible one that was needed before. A term-level ite inside of an atom is replaced by the
 * branch that the model takes, whose condition is then needed, too. Everything is asked of the model's values by
 * our own evaluation (Z3's, where ours would have to guess: see model_truth). */
#include "smt/solver.h"

struct picking {
    struct smt *smt;
    struct terms *bank;
    VEC(uint32_t) work;       /* formulas that hold or do not hold in the model and must stay so */
    struct hash_map needed;   /* term ids that were put on `work` */
    struct hash_map resolved; /* term id -> the id of the term without ite */
    struct hash_map emitted;  /* ids of literals in `cube` */
    term_list *cube;
    bool failed;
};

static int truth(struct picking *p, term t) {
    int value = model_truth(p->smt, t);
    if (value < 0) p->failed = true;
    return value;
}

static void need(struct picking *p, term t) {
    if (hash_map_get(&p->needed, t.id) != HASH_NONE) return;
    hash_map_put(&p->needed, t.id, 1);
    vec_push(&p->work, t.id);
}

/* The argument that gives the conjunction (disjunction) the value it has: `wanted`. */
static void need_one(struct picking *p, term t, int wanted) {
    term chosen = TERM_NONE;
    for (uint32_t i = 0, n = term_arity(p->bank, t); i < n; i++) {
        term argument = term_arg(p->bank, t, i);
        if (truth(p, argument) != wanted) continue;
        if (hash_map_get(&p->needed, argument.id) != HASH_NONE) return;
        if (term_is_none(chosen)) chosen = argument;
    }
    if (term_is_none(chosen))
        p->failed = true;
    else
        need(p, chosen);
}

static void need_all(struct picking *p, term t) {
    for (uint32_t i = 0, n = term_arity(p->bank, t); i < n; i++) need(p, term_arg(p->bank, t, i));
}

/* The branch of an ite that the model takes; the condition becomes needed. */
static term branch(struct picking *p, term t) {
    term condition = term_arg(p->bank, t, 0);
    need(p, condition);
    return term_arg(p->bank, t, truth(p, condition) == 1 ? 1 : 2);
}

/* Whether the arguments (of an ite: the branch taken) are resolved; if not, puts them on the stack. */
static bool ready(struct picking *p, term t, term_list *stack) {
    uint32_t before = stack->size;
    for (uint32_t i = 0, n = term_arity(p->bank, t); i < n; i++) {
        term argument = term_is(p->bank, t, TERM_ITE) ? branch(p, t) : term_arg(p->bank, t, i);
        if (hash_map_get(&p->resolved, argument.id) == HASH_NONE) vec_push(stack, argument);
        if (term_is(p->bank, t, TERM_ITE)) break;
    }
    return stack->size == before;
}

static term rebuilt(struct picking *p, term t) {
    uint32_t n = term_arity(p->bank, t);
    if (!n) return t;
    if (term_is(p->bank, t, TERM_ITE)) return (term){hash_map_get(&p->resolved, branch(p, t).id)};
    term_list arguments = {0};
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        term old = term_arg(p->bank, t, i), now = {hash_map_get(&p->resolved, old.id)};
        changed |= !term_same(old, now);
        vec_push(&arguments, now);
    }
    if (changed) t = term_with_args(p->bank, t, arguments.data);
    vec_free(&arguments);
    return t;
}

/* An atom without term-level ite, equal to it under the conditions that become needed. */
static term resolve(struct picking *p, term atom) {
    term_list stack = {0};
    vec_push(&stack, atom);
    while (stack.size && !p->failed) {
        term top = vec_last(&stack);
        if (hash_map_get(&p->resolved, top.id) == HASH_NONE) {
            if (!ready(p, top, &stack)) continue;
            hash_map_put(&p->resolved, top.id, rebuilt(p, top).id);
        }
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return p->failed ? TERM_NONE : (term){hash_map_get(&p->resolved, atom.id)};
}

static void emit(struct picking *p, term atom, int value) {
    term bare = resolve(p, atom);
    if (p->failed) return;
    term literal = value ? bare : term_not(p->bank, bare);
    if (term_is(p->bank, literal, TERM_TRUE)) return;
    if (hash_map_get(&p->emitted, literal.id) != HASH_NONE) return;
    hash_map_put(&p->emitted, literal.id, 1);
    vec_push(p->cube, literal);
}

static bool boolean_arguments(struct picking *p, term t) {
    return sort_kind(p->bank, term_sort(p->bank, term_arg(p->bank, t, 0))) == SORT_BOOL;
}

static void pick(struct picking *p, term t) {
    int value = truth(p, t);
    if (p->failed) return;
    switch (term_op(p->bank, t)) {
    case TERM_TRUE:
    case TERM_FALSE: return;
    case TERM_NOT:
    case TERM_XOR: need_all(p, t); return;
    case TERM_AND: value ? need_all(p, t) : need_one(p, t, 0); return;
    case TERM_OR: value ? need_one(p, t, 1) : need_all(p, t); return;
    case TERM_ITE: need(p, branch(p, t)); return;
    case TERM_EQ:
        if (boolean_arguments(p, t))
            need_all(p, t);
        else
            emit(p, t, value);
        return;
    default: emit(p, t, value); return;
    }
}

bool smt_implicant(struct smt *s, term formula, term_list *cube) {
    if (!model_fetch(s)) return false;
    uint32_t before = cube->size;
    struct picking p = {.smt = s, .bank = s->bridge->bank, .cube = cube};
    model_load(s, &formula, 1);
    p.failed = model_truth(s, formula) != 1;
    need(&p, formula);
    while (p.work.size && !p.failed) pick(&p, (term){vec_pop(&p.work)});
    if (p.failed) vec_shrink(cube, before);
    vec_free(&p.work);
    hash_map_free(&p.needed);
    hash_map_free(&p.resolved);
    hash_map_free(&p.emitted);
    return !p.failed;
}
