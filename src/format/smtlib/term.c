/* Terms, without recursion. Lists that are being read are frames; their arguments so far are values above the
 * frame's base. A list is opened (what is its head?), its members are read one after the other, and it is
 * closed: the values above its base are replaced by one. */
#include "format/smtlib/scope.h"

#include <stdlib.h>

static void push_value(struct smtlib_reader *r, term t) {
    assert(!term_is_none(t));
    vec_push(&r->scope->values, t);
}

/* Takes the values from `base` on away, puts one in their place, and leaves the frame. */
static enum status leave(struct smtlib_reader *r, uint32_t base, term t) {
    vec_shrink(&r->scope->values, base);
    push_value(r, t);
    (void)vec_pop(&r->scope->frames);
    return STATUS_OK;
}

static enum status read_symbol(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    struct meaning m = r->scope->meanings.data[sexpr_symbol(d, e)];
    if (m.kind == MEANING_TERM) {
        push_value(r, (term){m.id});
        return STATUS_OK;
    }
    const struct smtlib_operator *row = application_operator(r, e);
    if (m.kind != MEANING_NONE || (row && row->high))
        return smtlib_fail(r, e, "'%s' takes arguments: (%s ...)", sexpr_shown(d, e).text,
                           sexpr_shown(d, e).text);
    if (row) {
        struct application a = {.bank = r->bank};
        push_value(r, operator_apply(row, &a));
        return STATUS_OK;
    }
    term t = r->bank_symbols ? term_find_variable(r->bank, sexpr_text(d, e)) : TERM_NONE;
    if (term_is_none(t) && r->undeclared && !scope_reserved(d, e)) t = r->undeclared(r->client, e);
    if (term_is_none(t)) return application_undeclared(r, e);
    push_value(r, t);
    return STATUS_OK;
}

static enum status open_application(struct smtlib_reader *r, sexpr e) {
    sexpr first = sexpr_child(r->document, e);
    struct frame frame = {.kind = FRAME_APPLY,
                          .list = e,
                          .child = sexpr_next(r->document, first),
                          .base = r->scope->values.size};
    enum status status = application_head(r, first, &frame.head);
    if (status == STATUS_OK) vec_push(&r->scope->frames, frame);
    return status;
}

static enum status close_application(struct smtlib_reader *r, const struct frame *f) {
    term result;
    enum status status = application_apply(r, f, &result);
    return status == STATUS_OK ? leave(r, f->base, result) : status;
}

/* (as name sort) as a term of its own: the constant, which must have the sort. */
static enum status read_qualified(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    sexpr name = sexpr_next(d, sexpr_child(d, e));
    if (sexpr_length(d, e) != 3 || sexpr_kind(d, name) != SEXPR_SYMBOL)
        return smtlib_fail(r, e, "expected (as name sort)");
    if (sexpr_is(d, name, "const"))
        return smtlib_fail(r, e, "a constant array needs its element: ((as const sort) element)");
    sort s;
    enum status status = smtlib_sort(r, sexpr_next(d, name), &s);
    if (status == STATUS_OK) status = read_symbol(r, name);
    if (status != STATUS_OK || sort_same(term_sort(r->bank, vec_last(&r->scope->values)), s)) return status;
    return smtlib_fail(r, e, "'%s' is of another sort", sexpr_shown(d, name).text);
}

static enum status open_let(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    sexpr bindings = sexpr_next(d, sexpr_child(d, e));
    if (sexpr_length(d, e) != 3 || sexpr_kind(d, bindings) != SEXPR_LIST || !sexpr_length(d, bindings))
        return smtlib_fail(r, e, "expected (let ((name term) ...) term)");
    for (sexpr b = sexpr_child(d, bindings); !sexpr_is_none(b); b = sexpr_next(d, b))
        if (sexpr_length(d, b) != 2 || sexpr_kind(d, sexpr_child(d, b)) != SEXPR_SYMBOL ||
            scope_reserved(d, sexpr_child(d, b)))
            return smtlib_fail(r, b, "expected a binding (name term)");
    vec_push(&r->scope->frames, (struct frame){.kind = FRAME_LET,
                                               .list = e,
                                               .child = sexpr_child(d, bindings),
                                               .base = r->scope->values.size});
    return STATUS_OK;
}

static enum status open_annotation(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    sexpr subject = sexpr_next(d, sexpr_child(d, e));
    if (sexpr_length(d, e) < 3 || sexpr_kind(d, sexpr_next(d, subject)) != SEXPR_KEYWORD)
        return smtlib_fail(r, e, "expected (! term :keyword ...)");
    vec_push(
        &r->scope->frames,
        (struct frame){.kind = FRAME_ANNOTATION, .list = e, .child = subject, .base = r->scope->values.size});
    return STATUS_OK;
}

/* Starts on a term: pushes its value, or a frame. */
static enum status begin(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    if (sexpr_kind(d, e) == SEXPR_SYMBOL) return read_symbol(r, e);
    sexpr first = sexpr_child(d, e);
    if (sexpr_kind(d, e) != SEXPR_LIST || sexpr_is(d, first, "_")) {
        term t;
        enum status status = literal_read(r, e, &t);
        if (status == STATUS_OK) push_value(r, t);
        return status;
    }
    if (sexpr_is_none(first)) return smtlib_fail(r, e, "expected a term, found ()");
    if (sexpr_is(d, first, "let")) return open_let(r, e);
    if (sexpr_is(d, first, "!")) return open_annotation(r, e);
    if (sexpr_is(d, first, "as")) return read_qualified(r, e);
    if (sexpr_is(d, first, "forall") || sexpr_is(d, first, "exists"))
        return smtlib_unsupported(r, e, "quantifiers are not supported");
    if (sexpr_is(d, first, "match")) return smtlib_unsupported(r, e, "datatypes are not supported");
    return open_application(r, e);
}

/* All bindings are read: they hide what the names meant, until the body is read. */
static enum status open_body(struct smtlib_reader *r, struct frame *f) {
    struct smtlib_scope *s = r->scope;
    const struct sexprs *d = r->document;
    uint32_t mark = s->hidden.size, i = f->base;
    sexpr bindings = sexpr_next(d, sexpr_child(d, f->list));
    for (sexpr b = sexpr_child(d, bindings); !sexpr_is_none(b); b = sexpr_next(d, b), i++) {
        sexpr name = sexpr_child(d, b);
        uint32_t symbol = sexpr_symbol(d, name);
        struct meaning *old = &s->meanings.data[symbol];
        /* Bindings of this let are the only meanings whose place lies in its own list of bindings. */
        if (old->kind == MEANING_TERM && old->at.id > bindings.id && old->at.id < name.id)
            return smtlib_fail(r, name, "'%s' is bound twice in one let", sexpr_shown(d, name).text);
        scope_hide(s, symbol, (struct meaning){.kind = MEANING_TERM, .id = s->values.data[i].id, .at = name});
    }
    f->kind = FRAME_BODY;
    f->hidden = mark;
    return begin(r, sexpr_next(d, bindings));
}

static enum status name_term(struct smtlib_reader *r, sexpr value, term subject) {
    if (sexpr_is_none(value)) return STATUS_OK;
    if (r->scope->in_definition)
        return smtlib_fail(r, value, ":named cannot be used in a definition with parameters");
    return scope_define(r, value, (struct meaning){.kind = MEANING_TERM, .id = subject.id});
}

/* The term of (! term :keyword value ...) is read: its attributes are for the client. */
static enum status close_annotation(struct smtlib_reader *r, const struct frame *f) {
    const struct sexprs *d = r->document;
    term subject = vec_last(&r->scope->values);
    sexpr term_at = sexpr_next(d, sexpr_child(d, f->list));
    enum status status = STATUS_OK;
    for (sexpr keyword = sexpr_next(d, term_at); !sexpr_is_none(keyword) && status == STATUS_OK;) {
        if (sexpr_kind(d, keyword) != SEXPR_KEYWORD)
            return smtlib_fail(r, keyword, "expected a keyword, found %s", sexpr_shown(d, keyword).text);
        sexpr value = sexpr_next(d, keyword);
        if (!sexpr_is_none(value) && sexpr_kind(d, value) == SEXPR_KEYWORD) value = SEXPR_NONE;
        if (sexpr_is(d, keyword, ":named"))
            status = name_term(r, value, subject);
        else if (r->attribute)
            status = r->attribute(r->client, subject, term_at, keyword, value, r->scope->in_definition);
        keyword = sexpr_next(d, sexpr_is_none(value) ? keyword : value);
    }
    return status == STATUS_OK ? leave(r, f->base, subject) : status;
}

/* Goes on with the innermost list. */
static enum status step(struct smtlib_reader *r) {
    const struct sexprs *d = r->document;
    struct frame *f = &vec_last(&r->scope->frames);
    sexpr child = f->child;
    switch (f->kind) {
    case FRAME_APPLY:
        if (sexpr_is_none(child)) {
            struct frame closing = *f;
            return close_application(r, &closing);
        }
        f->child = sexpr_next(d, child);
        return begin(r, child);
    case FRAME_LET:
        if (sexpr_is_none(child)) return open_body(r, f);
        f->child = sexpr_next(d, child);
        return begin(r, sexpr_next(d, sexpr_child(d, child)));
    case FRAME_BODY:
        scope_restore(r->scope, f->hidden);
        return leave(r, f->base, vec_last(&r->scope->values));
    case FRAME_ANNOTATION:
        if (sexpr_is_none(child))
            return close_annotation(r, &(struct frame){.list = f->list, .base = f->base});
        f->child = SEXPR_NONE;
        return begin(r, child);
    }
    assert(false);
    return STATUS_MALFORMED;
}

enum status smtlib_term(struct smtlib_reader *r, sexpr e, term *out) {
    struct smtlib_scope *s = r->scope;
    uint32_t hidden = s->hidden.size;
    assert(!s->frames.size && !s->values.size);
    enum status status = begin(r, e);
    while (status == STATUS_OK && s->frames.size) status = step(r);
    if (status == STATUS_OK) *out = s->values.data[0];
    scope_restore(s, hidden);
    vec_clear(&s->frames);
    vec_clear(&s->values);
    return status;
}
