/* Model-based projection of a cube.
 *
 *   1. literals `v = t` with v to be eliminated, and not in t, are solved: t replaces v. Exact, and all that functional
 *      next states need. A Boolean v that is a literal by itself is dropped.
 *   2. what is left of arithmetic and arrays goes to Z3 (Loos-Weispfenning, Cooper, and select-store elimination,
 *      guided by the model), but for arrays that are accessed at several places whose indices are no numbers;
 *   3. everything else is replaced by its value in the model: sound, and as weak as one state.
 *
 * What Z3 gives is used only if it holds in the model and is free of the variables; otherwise step 3 is taken. */
#include "smt/solver.h"

struct projecting {
    struct smt *smt;
    struct terms *bank;
    struct hash_map eliminated; /* ids of variables still to go */
    term_list literals;
};

static bool is_eliminated(const struct projecting *p, term t) {
    return hash_map_get(&p->eliminated, t.id) == 1;
}

/* The variables of t that are to be eliminated. */
static void doomed(const struct projecting *p, term t, term_list *out) {
    uint32_t first = out->size;
    term_variables(p->bank, &t, 1, out);
    uint32_t kept = first;
    for (uint32_t i = first; i < out->size; i++)
        if (is_eliminated(p, out->data[i])) out->data[kept++] = out->data[i];
    vec_shrink(out, kept);
}

/* Step 1 goes in rounds. In a round, no variable that is solved occurs in a solution of the round. */
struct round {
    struct substitution substitution;
    struct hash_map solved, used;
    uint32_t size;
};

static bool may_bind(const struct projecting *p, struct round *r, term variable, term solution,
                     term_list *scratch) {
    if (!is_eliminated(p, variable) || hash_map_get(&r->solved, variable.id) != HASH_NONE ||
        hash_map_get(&r->used, variable.id) != HASH_NONE)
        return false;
    vec_clear(scratch);
    doomed(p, solution, scratch);
    vec_each (term, v, scratch)
        if (term_same(*v, variable) || hash_map_get(&r->solved, v->id) != HASH_NONE) return false;
    return true;
}

static bool bind(const struct projecting *p, struct round *r, term variable, term solution,
                 term_list *scratch) {
    if (!may_bind(p, r, variable, solution, scratch)) return false;
    vec_each (term, v, scratch) hash_map_put(&r->used, v->id, 1);
    hash_map_put(&r->solved, variable.id, 1);
    substitution_bind(&r->substitution, variable, solution);
    r->size++;
    return true;
}

/* Whether the literal defines a variable in this round, and so is not needed any more. */
static bool defines(const struct projecting *p, struct round *r, term literal, term_list *scratch) {
    bool negated = term_is(p->bank, literal, TERM_NOT);
    term atom = negated ? term_arg(p->bank, literal, 0) : literal;
    if (term_is(p->bank, atom, TERM_VARIABLE)) return bind(p, r, atom, term_bool(p->bank, !negated), scratch);
    if (!term_is(p->bank, atom, TERM_EQ)) return false;
    term x = term_arg(p->bank, atom, 0), y = term_arg(p->bank, atom, 1);
    if (negated) {
        if (sort_kind(p->bank, term_sort(p->bank, x)) != SORT_BOOL) return false;
        return bind(p, r, x, term_not(p->bank, y), scratch) || bind(p, r, y, term_not(p->bank, x), scratch);
    }
    return bind(p, r, x, y, scratch) || bind(p, r, y, x, scratch);
}

static void substitute(struct projecting *p, struct substitution *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->literals.size; i++) {
        term t = substitution_apply(s, p->literals.data[i]);
        if (!term_is(p->bank, t, TERM_TRUE)) p->literals.data[kept++] = t;
    }
    vec_shrink(&p->literals, kept);
}

static bool solve_round(struct projecting *p) {
    struct round r = {0};
    term_list scratch = {0};
    substitution_init(&r.substitution, p->bank);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->literals.size; i++)
        if (!defines(p, &r, p->literals.data[i], &scratch)) p->literals.data[kept++] = p->literals.data[i];
    vec_shrink(&p->literals, kept);
    if (r.size) substitute(p, &r.substitution);
    substitution_fini(&r.substitution);
    hash_map_free(&r.solved);
    hash_map_free(&r.used);
    vec_free(&scratch);
    return r.size != 0;
}

/* Replaces variables by their values. False: some value is not known. */
static bool assign(struct projecting *p, const term_list *variables) {
    struct substitution s;
    bool complete = true;
    substitution_init(&s, p->bank);
    vec_each (term, v, variables) {
        term value = smt_value(p->smt, *v);
        if (term_is_none(value))
            complete = false;
        else
            substitution_bind(&s, *v, value);
    }
    if (complete) substitute(p, &s);
    substitution_fini(&s);
    return complete;
}

static void remaining(const struct projecting *p, term_list *out) {
    term_variables(p->bank, p->literals.data, p->literals.size, out);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->size; i++)
        if (is_eliminated(p, out->data[i])) out->data[kept++] = out->data[i];
    vec_shrink(out, kept);
}

static bool is_number(const struct terms *b, sort s) {
    return sort_kind(b, s) == SORT_INT || sort_kind(b, s) == SORT_REAL;
}

/* Whether the arrays of the literals are accessed at different indices that are no numbers. Z3 puts the indices into an
 * order, which it knows of numbers only: it ends the process otherwise. */
static bool has_unordered_indices(struct projecting *p) {
    term_list all = {0};
    term_collect(p->bank, p->literals.data, p->literals.size, &all);
    term first = TERM_NONE;
    bool found = false;
    for (uint32_t i = 0; i < all.size && !found; i++) {
        if (!term_is(p->bank, all.data[i], TERM_SELECT) && !term_is(p->bank, all.data[i], TERM_STORE))
            continue;
        term index = term_arg(p->bank, all.data[i], 1);
        if (is_number(p->bank, term_sort(p->bank, index))) continue;
        term value = smt_value(p->smt, index);
        if (term_is_none(first)) first = value;
        found = term_is_none(value) || !term_same(value, first);
    }
    vec_free(&all);
    return found;
}

static bool for_z3(const struct projecting *p, term v, bool unordered) {
    sort s = term_sort(p->bank, v);
    if (sort_kind(p->bank, s) != SORT_ARRAY) return is_number(p->bank, s);
    return !unordered || is_number(p->bank, sort_index(p->bank, s));
}

/* Literals that hold, and none of them with a variable that had to go? */
static bool acceptable(struct projecting *p, const term_list *literals) {
    bool good = true;
    term_list left = {0};
    model_load(p->smt, literals->data, literals->size);
    vec_each (term, l, literals) {
        good = good && model_truth(p->smt, *l) == 1;
        doomed(p, *l, &left);
    }
    good &= left.size == 0;
    vec_free(&left);
    return good;
}

static Z3_ast z3_projection(struct smt *s, term cube, const term_list *variables) {
    struct bridge *b = s->bridge;
    Z3_ast body = bridge_ast(b, cube);
    VEC(Z3_app) bound = {0};
    bool complete = body != NULL;
    vec_each (term, v, variables) {
        Z3_ast a = bridge_ast(b, *v);
        complete &= a != NULL;
        vec_push(&bound, a ? z3.to_app(b->context, a) : NULL);
    }
    Z3_ast result = NULL;
    if (complete && watch_begin(&b->watch)) {
        result = z3.qe_model_project(b->context, s->model, bound.size, bound.data, body);
        watch_end(&b->watch);
    }
    vec_free(&bound);
    return bridge_hold(b, result);
}

/* Step 2, on the literals that contain the variables. False: nothing changed. */
static bool ask_z3(struct projecting *p, const term_list *variables) {
    struct bridge *b = p->smt->bridge;
    bool failed = b->failed;
    uint32_t mark = bridge_mark(b);
    term_list touched = {0}, others = {0}, scratch = {0};
    vec_each (term, l, &p->literals) {
        vec_clear(&scratch);
        doomed(p, *l, &scratch);
        if (scratch.size)
            vec_push(&touched, *l);
        else
            vec_push(&others, *l);
    }
    Z3_ast result = z3_projection(p->smt, term_and(p->bank, touched.data, touched.size), variables);
    term read = result ? bridge_term(b, result, NULL, 0) : TERM_NONE;
    bridge_release(b, mark);
    bridge_forgive(b, failed);
    vec_clear(&scratch);
    if (!term_is_none(read)) term_conjuncts(p->bank, read, &scratch);
    bool good = !term_is_none(read) && acceptable(p, &scratch);
    if (good) {
        vec_clear(&p->literals);
        vec_append(&p->literals, others.data, others.size);
        vec_append(&p->literals, scratch.data, scratch.size);
    }
    vec_free(&touched);
    vec_free(&others);
    vec_free(&scratch);
    return good;
}

static bool eliminate_rest(struct projecting *p) {
    term_list rest = {0}, plain = {0}, hard = {0};
    remaining(p, &rest);
    bool arrays = false;
    vec_each (term, v, &rest) arrays |= sort_kind(p->bank, term_sort(p->bank, *v)) == SORT_ARRAY;
    bool unordered = arrays && has_unordered_indices(p);
    vec_each (term, v, &rest) {
        if (for_z3(p, *v, unordered))
            vec_push(&hard, *v);
        else
            vec_push(&plain, *v);
    }
    bool good = !plain.size || assign(p, &plain);
    if (good && hard.size && !ask_z3(p, &hard)) good = assign(p, &hard);
    vec_free(&rest);
    vec_free(&plain);
    vec_free(&hard);
    return good;
}

bool smt_project(struct smt *s, const term_list *cube, const term *eliminated, uint32_t n, term_list *out) {
    if (!model_fetch(s)) return false;
    struct projecting p = {.smt = s, .bank = s->bridge->bank};
    for (uint32_t i = 0; i < n; i++) hash_map_put(&p.eliminated, eliminated[i].id, 1);
    vec_append(&p.literals, cube->data, cube->size);
    while (solve_round(&p)) {
    }
    bool good = eliminate_rest(&p);
    if (good) {
        struct hash_map seen = {0};
        vec_each (term, l, &p.literals) {
            if (term_is(p.bank, *l, TERM_TRUE) || hash_map_get(&seen, l->id) != HASH_NONE) continue;
            hash_map_put(&seen, l->id, 1);
            vec_push(out, *l);
        }
        hash_map_free(&seen);
    }
    vec_free(&p.literals);
    hash_map_free(&p.eliminated);
    return good;
}
