/* Rebuilding terms: substitution in a bank, and copies to another bank. Both keep a stack of terms that wait for their
 * arguments, and a memo. */
#include "logic/bank.h"
#include "logic/walk.h"

struct frame {
    term t;
    uint32_t next; /* the arguments before this one are rebuilt */
};
typedef VEC(struct frame) frames;

/* Advances to the next argument that has no entry in the memo and is no leaf to be kept; TERM_NONE: there is none. */
static term next_argument(const struct terms *b, const struct hash_map *memo, struct frame *f, bool leaves) {
    for (uint32_t n = bank_node(b, f->t)->arity; f->next < n; f->next++) {
        term a = bank_arg(b, f->t, f->next);
        if ((leaves || bank_node(b, a)->arity) && hash_map_get(memo, a.id) == HASH_NONE) return a;
    }
    return TERM_NONE;
}

static void parameters_of(const struct terms *b, term t, uint32_t p[2]) {
    uint32_t count = operator_rows[bank_op(b, t)].parameters;
    p[0] = count > 0 ? bank_parameter(b, t, 0) : 0;
    p[1] = count > 1 ? bank_parameter(b, t, 1) : 0;
}

/* Substitution. */

void substitution_init(struct substitution *s, struct terms *bank) {
    *s = (struct substitution){.bank = bank};
}

void substitution_fini(struct substitution *s) {
    hash_map_free(&s->memo);
}

void substitution_bind(struct substitution *s, term from, term to) {
    assert(sort_same(bank_sort(s->bank, from), bank_sort(s->bank, to)));
    hash_map_put(&s->memo, from.id, to.id);
}

static term replaced(const struct substitution *s, term t) {
    uint32_t id = hash_map_get(&s->memo, t.id);
    return id == HASH_NONE ? t : (term){id};
}

/* t with its arguments replaced; itself when none changes. */
static term rebuild(struct substitution *s, term t, term_list *args) {
    bool changed = false;
    uint32_t n = bank_node(s->bank, t)->arity, p[2];
    vec_clear(args);
    for (uint32_t i = 0; i < n; i++) {
        term old = bank_arg(s->bank, t, i), new = replaced(s, old);
        changed |= !term_same(old, new);
        vec_push(args, new);
    }
    if (!changed) return t;
    parameters_of(s->bank, t, p);
    return term_make(s->bank, bank_op(s->bank, t), args->data, n, p[0], p[1]);
}

term substitution_apply(struct substitution *s, term root) {
    if (!bank_node(s->bank, root)->arity || hash_map_get(&s->memo, root.id) != HASH_NONE)
        return replaced(s, root);
    frames stack = {0};
    term_list args = {0};
    vec_push(&stack, (struct frame){root, 0});
    while (stack.size) {
        term next = next_argument(s->bank, &s->memo, &vec_last(&stack), false);
        if (!term_is_none(next)) {
            vec_push(&stack, (struct frame){next, 0});
            continue;
        }
        term t = vec_pop(&stack).t;
        term result = rebuild(s, t, &args); /* may grow the bank */
        hash_map_put(&s->memo, t.id, result.id);
    }
    vec_free(&args);
    vec_free(&stack);
    return replaced(s, root);
}

/* Copies. */

void copier_init(struct term_copier *c, const struct terms *from, struct terms *to) {
    *c = (struct term_copier){.from = from, .to = to};
}

void copier_fini(struct term_copier *c) {
    hash_map_free(&c->memo);
    hash_map_free(&c->sorts);
}

void copier_bind(struct term_copier *c, term from, term to) {
    assert(sort_same(copier_sort(c, bank_sort(c->from, from)), bank_sort(c->to, to)));
    hash_map_put(&c->memo, from.id, to.id);
}

/* The copy of a sort whose parts, if any, are copied. */
static sort copy_sort_node(struct term_copier *c, const struct sort_node *node) {
    switch (node->kind) {
    case SORT_BOOL: return sort_bool();
    case SORT_INT: return sort_int();
    case SORT_REAL: return sort_real();
    case SORT_BV: return sort_bv(c->to, node->a);
    case SORT_UNINTERPRETED: return sort_uninterpreted(c->to, node->name);
    case SORT_ARRAY: break;
    }
    sort index = {hash_map_get(&c->sorts, node->a)}, element = {hash_map_get(&c->sorts, node->b)};
    return sort_array(c->to, index, element);
}

sort copier_sort(struct term_copier *c, sort root) {
    u32s stack = {0};
    vec_push(&stack, root.id);
    while (stack.size) {
        uint32_t id = vec_last(&stack);
        const struct sort_node *node = bank_sort_node(c->from, (sort){id});
        uint32_t size = stack.size;
        if (node->kind == SORT_ARRAY && hash_map_get(&c->sorts, node->a) == HASH_NONE)
            vec_push(&stack, node->a);
        if (node->kind == SORT_ARRAY && hash_map_get(&c->sorts, node->b) == HASH_NONE)
            vec_push(&stack, node->b);
        if (stack.size > size) continue;
        hash_map_put(&c->sorts, id, copy_sort_node(c, node).id);
        stack.size--;
    }
    vec_free(&stack);
    return (sort){hash_map_get(&c->sorts, root.id)};
}

uint32_t copier_function(struct term_copier *c, uint32_t f) {
    VEC(sort) domain = {0};
    const struct function *function = &c->from->functions.data[f];
    for (uint32_t i = 0; i < function->arity; i++) vec_push(&domain, copier_sort(c, function->domain[i]));
    uint32_t copy = function_declare(c->to, function->name, domain.data, function->arity,
                                     copier_sort(c, function->range));
    vec_free(&domain);
    return copy;
}

static term copy_leaf(struct term_copier *c, term t) {
    sort s = copier_sort(c, bank_sort(c->from, t));
    switch (bank_op(c->from, t)) {
    case TERM_TRUE: return term_true(c->to);
    case TERM_FALSE: return term_false(c->to);
    case TERM_NUMBER: return term_number_of(c->to, term_number(c->from, t), s);
    case TERM_BITS: return term_bits_of(c->to, term_bits(c->from, t), sort_width(c->to, s));
    case TERM_ELEMENT: return term_element(c->to, s, bank_parameter(c->from, t, 0));
    default:
        assert(bank_op(c->from, t) == TERM_VARIABLE);
        return term_variable(c->to, term_name(c->from, t), s);
    }
}

static term copy_node(struct term_copier *c, term t, term_list *args) {
    uint32_t n = bank_node(c->from, t)->arity, p[2];
    if (!n) return copy_leaf(c, t);
    vec_clear(args);
    for (uint32_t i = 0; i < n; i++)
        vec_push(args, (term){hash_map_get(&c->memo, bank_arg(c->from, t, i).id)});
    enum term_op op = bank_op(c->from, t);
    parameters_of(c->from, t, p);
    if (op == TERM_APPLY) p[0] = copier_function(c, p[0]);
    if (op == TERM_CONST_ARRAY) p[0] = copier_sort(c, (sort){p[0]}).id;
    return term_make(c->to, op, args->data, n, p[0], p[1]);
}

term copier_apply(struct term_copier *c, term root) {
    uint32_t known = hash_map_get(&c->memo, root.id);
    if (known != HASH_NONE) return (term){known};
    frames stack = {0};
    term_list args = {0};
    vec_push(&stack, (struct frame){root, 0});
    while (stack.size) {
        term next = next_argument(c->from, &c->memo, &vec_last(&stack), true);
        if (!term_is_none(next)) {
            vec_push(&stack, (struct frame){next, 0});
            continue;
        }
        term t = vec_pop(&stack).t;
        hash_map_put(&c->memo, t.id, copy_node(c, t, &args).id);
    }
    vec_free(&args);
    vec_free(&stack);
    return (term){hash_map_get(&c->memo, root.id)};
}
