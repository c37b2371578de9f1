/* Equivalent CNF by distribution, given up when it grows too much ([CG12] section 6.1 and footnote 7). */
#include "engine/tree/tree.h"

/* A formula under an even or odd number of negations, as a node of its negation normal form. */
struct polar {
    term formula;
    bool negated;
};
enum shape { LITERAL, CONJUNCTION, DISJUNCTION };

/* What the formula is when negations are moved inwards; its parts are appended. */
static enum shape take_apart(struct terms *b, struct polar p, term_list *parts) {
    while (term_is(b, p.formula, TERM_NOT)) p = (struct polar){term_arg(b, p.formula, 0), !p.negated};
    enum term_op op = term_op(b, p.formula);
    bool boolean = (op == TERM_EQ && sort_kind(b, term_sort(b, term_arg(b, p.formula, 0))) == SORT_BOOL) ||
                   op == TERM_XOR;
    if (op == TERM_AND || op == TERM_OR) {
        for (uint32_t i = 0, n = term_arity(b, p.formula); i < n; i++) {
            term argument = term_arg(b, p.formula, i);
            vec_push(parts, p.negated ? term_not(b, argument) : argument);
        }
        return (op == TERM_AND) != p.negated ? CONJUNCTION : DISJUNCTION;
    }
    if (boolean || op == TERM_ITE) {
        /* c ? x : y is (not c or x) and (c or y); its negation has x and y negated */
        term c = term_arg(b, p.formula, 0), x = term_arg(b, p.formula, 1);
        term y = op == TERM_ITE ? term_arg(b, p.formula, 2) : term_not(b, x);
        if (p.negated != (op == TERM_XOR)) {
            x = term_not(b, x);
            y = term_not(b, y);
        }
        vec_push(parts, term_or2(b, term_not(b, c), x));
        vec_push(parts, term_or2(b, c, y));
        return CONJUNCTION;
    }
    vec_push(parts, p.negated ? term_not(b, p.formula) : p.formula);
    return LITERAL;
}

static uint64_t add(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t tree_size(const struct tree *t, term formula) {
    term_list parts = {0};
    term_collect(t->bank, &formula, 1, &parts);
    u64s sizes = {0};
    struct hash_map position = {0};
    vec_each (const term, p, &parts) {
        uint64_t size = 0;
        switch (term_op(t->bank, *p)) {
        case TERM_NOT:
        case TERM_AND:
        case TERM_OR:
        case TERM_XOR:
        case TERM_ITE:
        case TERM_EQ:
            for (uint32_t i = 0; i < term_arity(t->bank, *p); i++)
                size = add(size, sizes.data[hash_map_get(&position, term_arg(t->bank, *p, i).id)]);
            break;
        default: break;
        }
        if (sort_kind(t->bank, term_sort(t->bank, *p)) != SORT_BOOL) size = 0;
        if (sort_kind(t->bank, term_sort(t->bank, *p)) == SORT_BOOL && !size) size = 1;
        hash_map_put(&position, p->id, sizes.size);
        vec_push(&sizes, size);
    }
    uint64_t size = vec_last(&sizes);
    vec_free(&parts);
    vec_free(&sizes);
    hash_map_free(&position);
    return size;
}

/* A set of clauses under construction: each the literals of a disjunction, not yet numbered. */
typedef VEC(term_list) clauses;

static void clauses_free(clauses *cs) {
    vec_each (term_list, c, cs) vec_free(c);
    vec_free(cs);
}

/* Takes one clause that has a part which is no literal, and replaces it by clauses that are simpler.
 * False: all are literals. */
static bool simplify_clause(struct terms *b, clauses *cs, uint32_t i, uint64_t *size) {
    for (uint32_t k = 0; k < cs->data[i].size; k++) {
        term_list parts = {0};
        enum shape shape = take_apart(b, (struct polar){cs->data[i].data[k], false}, &parts);
        if (shape == LITERAL) {
            cs->data[i].data[k] = parts.data[0];
            vec_free(&parts);
            continue;
        }
        cs->data[i].data[k] = vec_last(&cs->data[i]);
        (void)vec_pop(&cs->data[i]);
        if (shape == DISJUNCTION) {
            vec_append(&cs->data[i], parts.data, parts.size);
            *size = add(*size, parts.size - 1);
        } else {
            for (uint32_t p = 1; p < parts.size; p++) {
                term_list copy = {0};
                vec_append(&copy, cs->data[i].data, cs->data[i].size);
                vec_push(&copy, parts.data[p]);
                *size = add(*size, copy.size);
                vec_push(cs, copy);
            }
            vec_push(&cs->data[i], parts.data[0]);
        }
        vec_free(&parts);
        return true;
    }
    return false;
}

/* The clause as a conjunct; a tautology is none. */
static void finish(struct tree *t, const term_list *clause, u32s *conjuncts) {
    pdr_lits literals = {0};
    bool valid = false;
    vec_each (const term, l, clause) {
        if (term_is(t->bank, *l, TERM_TRUE)) valid = true;
        if (valid || term_is(t->bank, *l, TERM_FALSE)) continue;
        pdr_lit lit = pdr_not(atoms_literal(&t->atoms, *l));
        term atom = t->atoms.formulas.data[pdr_index(lit)];
        bool constant = term_is(t->bank, atom, TERM_TRUE) || term_is(t->bank, atom, TERM_FALSE);
        if (!constant)
            vec_push(&literals, lit);
        else if (term_is(t->bank, atom, TERM_TRUE) == pdr_sign(lit))
            valid = true;
    }
    struct cube *cube = valid ? NULL : tree_cube(&literals);
    if (cube) vec_push(conjuncts, tree_clause(t, cube));
    vec_free(&literals);
}

bool tree_cnf(struct tree *t, term formula, uint64_t most, u32s *conjuncts) {
    clauses cs = {0};
    term_list first = {0};
    uint64_t size = 1;
    vec_push(&first, formula);
    vec_push(&cs, first);
    uint32_t i = 0;
    while (i < cs.size && size <= most && cs.size <= most)
        if (!simplify_clause(t->bank, &cs, i, &size)) i++;
    bool done = i == cs.size;
    for (i = 0; done && i < cs.size; i++) finish(t, &cs.data[i], conjuncts);
    clauses_free(&cs);
    return done;
}
