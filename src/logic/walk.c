/* Walks over the DAG.
 *
 * A walk marks the terms it has seen in the bank's scratch marks: numbers that only grow, so that a new walk starts
 * by taking numbers that are greater than all before, and nothing is ever cleared. */
#include "logic/walk.h"
#include "logic/bank.h"

#include <stdlib.h>

uint32_t marks_reserve(const struct terms *b, uint32_t n) {
    struct marks *m = b->marks;
    if (m->of.size < b->nodes.size) {
        if (b->nodes.size > m->of.capacity) vec_reserve(&m->of, vec_grown(b->nodes.size));
        vec_resize(&m->of, b->nodes.size);
    }
    if (m->last > UINT32_MAX - n - 1) {
        memset(m->of.data, 0, m->of.size * sizeof *m->of.data);
        m->last = 0;
    }
    uint32_t first = m->last + 1;
    m->last += n;
    return first;
}

static int by_id(const void *x, const void *y) {
    uint32_t a = ((const term *)x)->id, b = ((const term *)y)->id;
    return (a > b) - (a < b);
}

/* Sorts the terms from `start` on, which are exactly those with this mark, by a scan of the marks when they are
 * dense. */
static void sort_marked(const struct terms *b, term_list *out, uint32_t start, uint32_t mark) {
    uint32_t n = out->size - start, low = UINT32_MAX, high = 0;
    term *list = out->data + start;
    for (uint32_t i = 0; i < n; i++) {
        if (list[i].id < low) low = list[i].id;
        if (list[i].id > high) high = list[i].id;
    }
    if (n < 2) return;
    if ((high - low) / 16 > n) {
        qsort(list, n, sizeof *list, by_id);
        return;
    }
    const uint32_t *marks = b->marks->of.data;
    for (uint32_t id = low, at = 0; id <= high; id++)
        if (marks[id] == mark) list[at++].id = id;
}

void term_collect(const struct terms *b, const term *roots, uint32_t n, term_list *out) {
    uint32_t start = out->size, mark = marks_reserve(b, 1), *marks = b->marks->of.data;
    for (uint32_t i = 0; i < n; i++) {
        if (marks[roots[i].id] == mark) continue;
        marks[roots[i].id] = mark;
        vec_push(out, roots[i]);
    }
    for (uint32_t next = start; next < out->size; next++) { /* breadth first: the list is the queue */
        const struct node *node = bank_node(b, out->data[next]);
        for (uint32_t i = 0; i < node->arity; i++) {
            term a = b->args.data[node->args + i];
            if (marks[a.id] == mark) continue;
            marks[a.id] = mark;
            vec_push(out, a);
        }
    }
    sort_marked(b, out, start, mark);
}

void term_variables(const struct terms *b, const term *roots, uint32_t n, term_list *out) {
    uint32_t start = out->size, kept = start;
    term_collect(b, roots, n, out);
    for (uint32_t i = start; i < out->size; i++)
        if (bank_op(b, out->data[i]) == TERM_VARIABLE) out->data[kept++] = out->data[i];
    vec_shrink(out, kept);
}

void term_functions(const struct terms *b, const term *roots, uint32_t n, u32s *out) {
    term_list all = {0};
    u8s seen = {0};
    vec_resize(&seen, b->functions.size);
    term_collect(b, roots, n, &all);
    vec_each (term, t, &all)
        if (bank_op(b, *t) == TERM_APPLY) seen.data[bank_parameter(b, *t, 0)] = 1;
    for (uint32_t f = 0; f < seen.size; f++)
        if (seen.data[f]) vec_push(out, f);
    vec_free(&seen);
    vec_free(&all);
}

static bool is_connective(const struct terms *b, term t) {
    switch (bank_op(b, t)) {
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return true;
    case TERM_EQ: return bank_sort(b, bank_arg(b, t, 0)).id == SORT_ID_BOOL;
    case TERM_ITE: return bank_sort(b, t).id == SORT_ID_BOOL;
    default: return false;
    }
}

void term_atoms(const struct terms *b, const term *roots, uint32_t n, term_list *out) {
    uint32_t start = out->size, kept = start;
    term_collect(b, roots, n, out);
    for (uint32_t i = start; i < out->size; i++) {
        term t = out->data[i];
        bool constant = t.id == ID_TRUE || t.id == ID_FALSE;
        if (bank_sort(b, t).id == SORT_ID_BOOL && !constant && !is_connective(b, t)) out->data[kept++] = t;
    }
    vec_shrink(out, kept);
}

struct literal {
    term t;
    bool negated;
};

void term_conjuncts(struct terms *b, term root, term_list *out) {
    VEC(struct literal) stack = {0};
    struct hash_map seen = {0};
    vec_push(&stack, (struct literal){root, false});
    while (stack.size) {
        struct literal l = vec_pop(&stack);
        uint64_t key = (uint64_t)l.t.id << 1 | l.negated;
        if (hash_map_get(&seen, key) != HASH_NONE) continue;
        hash_map_put(&seen, key, 1);
        enum term_op op = bank_op(b, l.t);
        if (op == TERM_NOT)
            vec_push(&stack, (struct literal){bank_arg(b, l.t, 0), !l.negated});
        else if (op == (l.negated ? TERM_OR : TERM_AND))
            for (uint32_t i = bank_node(b, l.t)->arity; i-- > 0;)
                vec_push(&stack, (struct literal){bank_arg(b, l.t, i), l.negated});
        else if (l.t.id != (l.negated ? ID_FALSE : ID_TRUE))
            vec_push(out, l.negated ? term_not(b, l.t) : l.t);
    }
    hash_map_free(&seen);
    vec_free(&stack);
}

/* Theories. */

static unsigned sort_theories(const struct terms *b, sort s) {
    unsigned set = 0;
    u32s stack = {0};
    vec_push(&stack, s.id);
    while (stack.size) {
        const struct sort_node *node = bank_sort_node(b, (sort){vec_pop(&stack)});
        switch (node->kind) {
        case SORT_BOOL: break;
        case SORT_INT: set |= THEORY_INT; break;
        case SORT_REAL: set |= THEORY_REAL; break;
        case SORT_BV: set |= THEORY_BV; break;
        case SORT_UNINTERPRETED: set |= THEORY_UF; break;
        case SORT_ARRAY:
            set |= THEORY_ARRAY;
            vec_push(&stack, node->a);
            vec_push(&stack, node->b);
            break;
        }
    }
    vec_free(&stack);
    return set;
}

/* Whether the operator makes a product or quotient of terms of which `ground` says which are constant. */
static bool is_nonlinear(const struct terms *b, term t, const uint32_t *marks, uint32_t ground) {
    enum term_op op = bank_op(b, t);
    if (op == TERM_DIVIDE || op == TERM_DIV || op == TERM_MOD) return marks[bank_arg(b, t, 1).id] != ground;
    if (op != TERM_MUL) return false;
    uint32_t open = 0;
    for (uint32_t i = 0; i < bank_node(b, t)->arity; i++) open += marks[bank_arg(b, t, i).id] != ground;
    return open > 1;
}

unsigned term_theories(const struct terms *b, const term *roots, uint32_t n) {
    unsigned set = 0;
    term_list all = {0};
    u8s sorts = {0};
    vec_resize(&sorts, b->sorts.size);
    term_collect(b, roots, n, &all);
    uint32_t ground = marks_reserve(b, 1), *marks = b->marks->of.data;
    vec_each (term, t, &all) {
        const struct node *node = bank_node(b, *t);
        sorts.data[node->sort] = 1;
        bool constant = node->op != TERM_VARIABLE && node->op != TERM_APPLY;
        for (uint32_t i = 0; i < node->arity && constant; i++)
            constant = marks[bank_arg(b, *t, i).id] == ground;
        if (constant) marks[t->id] = ground;
        if (node->op == TERM_APPLY) set |= THEORY_UF;
        if (is_nonlinear(b, *t, marks, ground)) set |= THEORY_NONLINEAR;
        if (node->op == TERM_DIV || node->op == TERM_MOD || node->op == TERM_TO_INT ||
            node->op == TERM_BV_TO_NAT || node->op == TERM_INT_TO_BV)
            set |= THEORY_DIVISION;
    }
    for (uint32_t s = 1; s < sorts.size; s++)
        if (sorts.data[s]) set |= sort_theories(b, (sort){s});
    vec_free(&sorts);
    vec_free(&all);
    return set;
}
