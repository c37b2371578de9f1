/* What decides between the branches of a choice: assumptions at their beginnings that exclude each other.
 *
 * Beginnings end where other ways come in: from there on an assumption is about values that depend on the
 * choice, and no longer about those before it. Two forms are recognised, behind tags, in conjuncts of the
 * leading assumptions:
 *
 *     cases   every branch says that one term t is among certain values (t = 1 or t = 2), no value occurs in
 *             two branches; one branch may instead say of all these values that t is none of them
 *     pairs   any two branches have a conjunct and its negation, or t = v and t = w with different values */
#include "model/program_private.h"

/* The assumptions that a branch begins with, as conjuncts; appended. */
static void leads_of(struct program *program, const struct program_descent *walk, const u8s *meets,
                     program_command branch, term_list *out) {
    while (!meets->data[program_walk_position(walk, branch)]) {
        struct program_node node = program_node(program, branch);
        if (node.kind != PROGRAM_STEP ||
            (node.action.kind != PROGRAM_TAG && node.action.kind != PROGRAM_ASSUME))
            return;
        branch = node.next[0];
        if (node.action.kind == PROGRAM_ASSUME) term_conjuncts(program->terms, node.action.condition, out);
    }
}

/* t = v with a value v. */
static bool is_pinned(const struct terms *b, term t, term *what, term *value) {
    if (!term_is(b, t, TERM_EQ)) return false;
    term x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    bool first = term_is_value(b, x);
    if (first == term_is_value(b, y)) return false;
    *what = first ? y : x;
    *value = first ? x : y;
    return true;
}

/* ---- cases ---- */

/* t is among values: t = v, or a disjunction of such. Appends the values. */
static bool is_among(const struct terms *b, term t, term *what, term_list *values) {
    term value, subject;
    if (is_pinned(b, t, what, &value)) {
        vec_push(values, value);
        return true;
    }
    if (!term_is(b, t, TERM_OR)) return false;
    term_list todo = {0};
    bool all = true, first = true;
    vec_push(&todo, t);
    while (todo.size && all) {
        t = vec_pop(&todo);
        if (term_is(b, t, TERM_OR)) {
            vec_append(&todo, term_args(b, t), term_arity(b, t));
            continue;
        }
        all = is_pinned(b, t, &subject, &value) && (first || term_same(subject, *what));
        if (!all) continue;
        *what = subject;
        first = false;
        vec_push(values, value);
    }
    vec_free(&todo);
    return all;
}

/* The conjunct by which a branch says that `what` is among values, which are appended; TERM_NONE: none does. */
static term among_of(const struct terms *b, const term_list *leads, term what, term_list *values) {
    vec_each (const term, t, leads) {
        term subject;
        uint32_t begin = values->size;
        if (is_among(b, *t, &subject, values) && term_same(subject, what)) return *t;
        vec_shrink(values, begin);
    }
    return TERM_NONE;
}

/* Whether a branch says of all the values that `what` is none of them. */
static bool is_none_of(struct terms *b, const term_list *leads, term what, const struct hash_map *values) {
    struct hash_map different = {0};
    vec_each (const term, t, leads) {
        term subject, value;
        if (!term_is(b, *t, TERM_NOT) || !is_pinned(b, term_arg(b, *t, 0), &subject, &value)) continue;
        if (term_same(subject, what) && hash_map_get(values, value.id) != HASH_NONE)
            hash_map_put(&different, value.id, 0);
    }
    bool all = different.size == values->size;
    hash_map_free(&different);
    return all;
}

/* Branches by the values of `what`. */
static bool cases_of(struct terms *b, const term_list *leads, uint32_t n, term what, term_list *tests) {
    struct hash_map seen = {0};
    term_list values = {0};
    uint32_t rest = n; /* the branch for other values */
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        vec_clear(&values);
        term test = among_of(b, &leads[i], what, &values);
        if (term_is_none(test)) {
            good = rest == n;
            rest = i;
            test = term_and(b, leads[i].data, leads[i].size);
        }
        for (uint32_t j = 0; j < values.size && good; j++) {
            uint32_t owner = hash_map_get(&seen, values.data[j].id);
            good = owner == HASH_NONE || owner == i;
            hash_map_put(&seen, values.data[j].id, i);
        }
        vec_push(tests, test);
    }
    if (good && rest < n) good = is_none_of(b, &leads[rest], what, &seen);
    vec_free(&values);
    hash_map_free(&seen);
    return good;
}

/* Any term that one of the first two branches says something about. */
static bool by_cases(struct terms *b, const term_list *leads, uint32_t n, term_list *tests) {
    term_list values = {0};
    bool found = false;
    for (uint32_t i = 0; i < 2 && !found; i++)
        for (uint32_t j = 0; j < leads[i].size && !found; j++) {
            term what;
            vec_clear(&values);
            vec_clear(tests);
            if (is_among(b, leads[i].data[j], &what, &values)) found = cases_of(b, leads, n, what, tests);
        }
    vec_free(&values);
    return found;
}

/* ---- pairs ---- */

static bool exclude(struct terms *b, term x, term y) {
    if (term_same(term_not(b, x), y) || term_same(x, term_not(b, y))) return true;
    term t, u, v, w;
    return is_pinned(b, x, &t, &v) && is_pinned(b, y, &u, &w) && term_same(t, u) && !term_same(v, w);
}

/* A conjunct of xs that excludes one of ys; TERM_NONE: there is none. */
static term excluding(struct terms *b, const term_list *xs, const term_list *ys) {
    vec_each (const term, x, xs)
        vec_each (const term, y, ys)
            if (exclude(b, *x, *y)) return *x;
    return TERM_NONE;
}

static bool by_pairs(struct terms *b, const term_list *leads, uint32_t n, term_list *tests) {
    enum { MANY_BRANCHES = 16, MANY_CONJUNCTS = 16 };
    vec_clear(tests);
    bool good = n <= MANY_BRANCHES;
    for (uint32_t i = 0; i < n && good; i++) good = leads[i].size <= MANY_CONJUNCTS;
    for (uint32_t i = 0; i < n && good; i++) {
        term test = TERM_NONE;
        for (uint32_t j = i + 1; j < n && good; j++)
            good = !term_is_none(test = excluding(b, &leads[i], &leads[j]));
        vec_push(tests, n == 2 && !i ? test : term_and(b, leads[i].data, leads[i].size));
    }
    return good;
}

bool program_tests(struct program *program, const struct program_descent *walk, const u8s *meets,
                   uint32_t position, term_list *tests) {
    struct program_node choice = program_node(program, walk->points.data[position]);
    term_list *leads = mem_new_array(term_list, choice.n);
    for (uint32_t i = 0; i < choice.n; i++) leads_of(program, walk, meets, choice.next[i], &leads[i]);
    bool decided =
        by_pairs(program->terms, leads, choice.n, tests) || by_cases(program->terms, leads, choice.n, tests);
    for (uint32_t i = 0; i < choice.n; i++) vec_free(&leads[i]);
    mem_free(leads);
    return decided;
}
