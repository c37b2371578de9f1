/* Sorts, without recursion: (Array s t) and defined sorts with arguments nest to any depth. */
#include "format/smtlib/scope.h"

/* A sort that is being read: (Array ...) or (name ...) with its arguments so far above `base`, or the body of
 * a definition. */
struct sort_frame {
    sexpr list, child;
    uint32_t base;
    uint32_t hidden; /* in a body: how many sorts were hidden before */
    bool body;
};

struct sort_stack {
    VEC(struct sort_frame) frames;
    sort_list values;
};

/* Definitions of sorts may double the size of what they are used on: this many expansions are accepted, and
 * sorts that take this many words to write. */
enum { SORT_EXPANSIONS = 100000, SORT_WORDS = 10000 };

/* Sorts of SMT-LIB theories that we do not have. */
static bool is_foreign(const struct sexprs *d, sexpr e) {
    static const char *const names[] = {"String",  "RegLan",  "RoundingMode", "FloatingPoint",
                                        "Float16", "Float32", "Float64",      "Float128"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sexpr_is(d, e, names[i])) return true;
    return false;
}

static enum status read_bitvec(struct smtlib_reader *r, sexpr e, sort *out) {
    const struct sexprs *d = r->document;
    sexpr name = sexpr_next(d, sexpr_child(d, e));
    if (is_foreign(d, name))
        return smtlib_unsupported(r, e, "the sort %s is not supported", sexpr_text(d, name));
    if (sexpr_length(d, e) != 3 || !sexpr_is(d, name, "BitVec"))
        return smtlib_fail(r, e, "expected the sort (_ BitVec width)");
    uint32_t width;
    enum status status = literal_index(r, sexpr_next(d, name), "the width of a bit vector", &width);
    if (status != STATUS_OK) return status;
    if (!width) return smtlib_fail(r, e, "the width of a bit vector must be positive");
    if (width > SMTLIB_WIDTH) return smtlib_unsupported(r, e, "the bit vector is wider than 1048576 bits");
    *out = sort_bv(r->bank, width);
    return STATUS_OK;
}

/* Starts on a sort: pushes its value, or a frame. */
static enum status begin(struct smtlib_reader *r, struct sort_stack *k, sexpr e) {
    const struct sexprs *d = r->document;
    if (sexpr_kind(d, e) == SEXPR_SYMBOL) {
        struct sort_meaning m = r->scope->sorts.data[sexpr_symbol(d, e)];
        if (m.kind == SORT_MEANING_SORT) {
            vec_push(&k->values, m.sort);
            return STATUS_OK;
        }
        if (m.kind == SORT_MEANING_DEFINITION)
            return smtlib_fail(r, e, "the sort %s takes arguments: (%s ...)", sexpr_shown(d, e).text,
                               sexpr_shown(d, e).text);
        if (is_foreign(d, e))
            return smtlib_unsupported(r, e, "the sort %s is not supported", sexpr_text(d, e));
        return smtlib_fail(r, e, "unknown sort '%s'; declare it with declare-sort or define-sort",
                           sexpr_shown(d, e).text);
    }
    sexpr head = sexpr_child(d, e);
    if (sexpr_is_none(head) || sexpr_kind(d, head) != SEXPR_SYMBOL)
        return smtlib_fail(r, e, "expected a sort, found %s", sexpr_shown(d, e).text);
    if (sexpr_is(d, head, "_")) {
        sort s;
        enum status status = read_bitvec(r, e, &s);
        if (status == STATUS_OK) vec_push(&k->values, s);
        return status;
    }
    vec_push(&k->frames,
             (struct sort_frame){.list = e, .child = sexpr_next(d, head), .base = k->values.size});
    return STATUS_OK;
}

static void hide_sort(struct smtlib_scope *s, uint32_t symbol, sort meaning) {
    vec_push(&s->hidden_sorts, (struct hidden_sort){symbol, s->sorts.data[symbol]});
    s->sorts.data[symbol] = (struct sort_meaning){.kind = SORT_MEANING_SORT, .sort = meaning};
}

static void restore_sorts(struct smtlib_scope *s, uint32_t mark) {
    while (s->hidden_sorts.size > mark) {
        struct hidden_sort h = vec_pop(&s->hidden_sorts);
        s->sorts.data[h.symbol] = h.meaning;
    }
}

/* Goes on with the body of a definition, its parameters bound to the arguments. */
static enum status expand(struct smtlib_reader *r, struct sort_stack *k, const struct sort_meaning *m) {
    struct smtlib_scope *s = r->scope;
    const struct sexprs *d = r->document;
    struct sort_frame *f = &vec_last(&k->frames);
    uint32_t n = k->values.size - f->base, wanted = sexpr_length(d, m->parameters);
    if (n != wanted)
        return smtlib_fail(r, f->list, "the sort %s takes %u argument%s, found %u",
                           sexpr_shown(d, sexpr_child(d, f->list)).text, wanted, wanted == 1 ? "" : "s", n);
    if (++s->sort_expansions > SORT_EXPANSIONS)
        return smtlib_unsupported(r, f->list, "the definitions of sorts expand to more than %u sorts",
                                  (unsigned)SORT_EXPANSIONS);
    f->body = true;
    f->hidden = s->hidden_sorts.size;
    sexpr p = sexpr_child(d, m->parameters);
    for (uint32_t i = 0; i < n; i++, p = sexpr_next(d, p))
        hide_sort(s, sexpr_symbol(d, p), k->values.data[f->base + i]);
    vec_shrink(&k->values, f->base);
    return begin(r, k, m->body);
}

static uint32_t words(const struct smtlib_scope *s, sort element) {
    uint32_t n = hash_map_get(&s->sort_words, element.id);
    return n == HASH_NONE ? 1 : n;
}

static enum status finish_array(struct smtlib_reader *r, struct sort_stack *k, const struct sort_frame *f) {
    if (k->values.size - f->base != 2)
        return smtlib_fail(r, f->list, "an array sort is written (Array index element)");
    sort element = vec_pop(&k->values), index = vec_pop(&k->values);
    uint32_t size = 1 + words(r->scope, index) + words(r->scope, element);
    if (size > SORT_WORDS)
        return smtlib_unsupported(r, f->list, "the sort takes more than %u words to write",
                                  (unsigned)SORT_WORDS);
    sort array = sort_array(r->bank, index, element);
    hash_map_put(&r->scope->sort_words, array.id, size);
    vec_push(&k->values, array);
    (void)vec_pop(&k->frames);
    return STATUS_OK;
}

/* All arguments of the top frame are read. */
static enum status finish(struct smtlib_reader *r, struct sort_stack *k) {
    const struct sexprs *d = r->document;
    struct sort_frame f = vec_last(&k->frames);
    sexpr head = sexpr_child(d, f.list);
    struct sort_meaning m = r->scope->sorts.data[sexpr_symbol(d, head)];
    if (f.body) {
        restore_sorts(r->scope, f.hidden);
        (void)vec_pop(&k->frames);
        return STATUS_OK;
    }
    if (m.kind == SORT_MEANING_DEFINITION) return expand(r, k, &m);
    if (m.kind == SORT_MEANING_SORT)
        return smtlib_fail(r, f.list, "the sort %s takes no arguments", sexpr_shown(d, head).text);
    if (!sexpr_is(d, head, "Array"))
        return smtlib_fail(r, f.list, "unknown sort '%s'; declare it with define-sort",
                           sexpr_shown(d, head).text);
    return finish_array(r, k, &f);
}

enum status smtlib_sort(struct smtlib_reader *r, sexpr e, sort *out) {
    struct sort_stack k = {0};
    uint32_t hidden = r->scope->hidden_sorts.size;
    enum status status = begin(r, &k, e);
    while (status == STATUS_OK && k.frames.size) {
        struct sort_frame *f = &vec_last(&k.frames);
        sexpr child = f->child;
        if (f->body || sexpr_is_none(child)) {
            status = finish(r, &k);
        } else {
            f->child = sexpr_next(r->document, child);
            status = begin(r, &k, child);
        }
    }
    if (status == STATUS_OK)
        *out = k.values.data[0];
    else
        restore_sorts(r->scope, hidden);
    vec_free(&k.frames);
    vec_free(&k.values);
    return status;
}
