/* Terms, without recursion. Lists that are being read are frames; their arguments so far are values above the frame's
 * base. A list is opened (what is its head?), its members are read one after the other, and it is closed: the values above its
 * base are replaced by one. */
#include "front/smtlib/scope.h"

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

static enum status undeclared(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    const char *name = sexpr_text(d, e);
    if (name[0] == '-' && name[1] >= '0' && name[1] <= '9' && !sexpr_quoted(d, e))
        return smtlib_fail(r, e, "'%s' is not a number in SMT-LIB; write (- %s)", sexpr_shown(d, e).text,
                           sexpr_shown(d, e).text + 1);
    if (scope_reserved(d, e)) return smtlib_fail(r, e, "expected a term, found the word '%s'", name);
    return smtlib_fail(r, e, "'%s' is not declared; declare it before its first use", sexpr_shown(d, e).text);
}

static const struct smtlib_operator *operator_of(const struct smtlib_reader *r, sexpr e) {
    return r->scope->operators.data[sexpr_symbol(r->document, e)];
}

static enum status read_symbol(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    struct meaning m = r->scope->meanings.data[sexpr_symbol(d, e)];
    if (m.kind == MEANING_TERM) {
        push_value(r, (term){m.id});
        return STATUS_OK;
    }
    const struct smtlib_operator *row = operator_of(r, e);
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
    if (term_is_none(t)) return undeclared(r, e);
    push_value(r, t);
    return STATUS_OK;
}

/* What a symbol means in the place of a function. A constant of the user's does not hide an operator. */
static enum status head_symbol(struct smtlib_reader *r, sexpr e, struct head *head) {
    const struct sexprs *d = r->document;
    struct meaning m = r->scope->meanings.data[sexpr_symbol(d, e)];
    const struct smtlib_operator *row = operator_of(r, e);
    if (r->bank_symbols && m.kind == MEANING_NONE && !row) {
        m.id = function_find(r->bank, sexpr_text(d, e));
        if (m.id != UINT32_MAX) m.kind = MEANING_FUNCTION;
    }
    *head = (struct head){.kind = HEAD_FUNCTION, .id = m.id};
    if (m.kind == MEANING_FUNCTION) return STATUS_OK;
    head->kind = HEAD_MACRO;
    if (m.kind == MEANING_MACRO) return STATUS_OK;
    head->kind = HEAD_OPERATOR;
    head->row = row;
    if (row && row->indices)
        return smtlib_fail(r, e, "'%s' takes %u %s: ((_ %s ...) ...)", row->name, row->indices,
                           row->indices == 1 ? "index" : "indices", row->name);
    if (row && row->high) return STATUS_OK;
    if (m.kind == MEANING_TERM || row)
        return smtlib_fail(r, e, "'%s' takes no arguments", sexpr_shown(d, e).text);
    return undeclared(r, e);
}

/* (_ name index ...) */
static enum status head_indexed(struct smtlib_reader *r, sexpr e, struct head *head) {
    const struct sexprs *d = r->document;
    sexpr name = sexpr_next(d, sexpr_child(d, e));
    const struct smtlib_operator *row = NULL;
    if (!sexpr_is_none(name) && sexpr_kind(d, name) == SEXPR_SYMBOL) row = operator_of(r, name);
    if (!row || !row->indices)
        return smtlib_fail(r, e, "'%s' is no operator with indices", sexpr_shown(d, name).text);
    *head = (struct head){.kind = HEAD_OPERATOR, .row = row};
    if (sexpr_length(d, e) != row->indices + 2)
        return smtlib_fail(r, e, "'%s' takes %u %s, found %u", row->name, row->indices,
                           row->indices == 1 ? "index" : "indices", sexpr_length(d, e) - 2);
    enum status status = STATUS_OK;
    sexpr index = sexpr_next(d, name);
    for (uint32_t i = 0; i < row->indices && status == STATUS_OK; i++, index = sexpr_next(d, index))
        status = literal_index(r, index, "an index", &head->index[i]);
    return status;
}

/* (as const sort), (as function sort) */
static enum status head_qualified(struct smtlib_reader *r, sexpr e, struct head *head) {
    const struct sexprs *d = r->document;
    sexpr name = sexpr_next(d, sexpr_child(d, e));
    if (sexpr_length(d, e) != 3 || sexpr_kind(d, name) != SEXPR_SYMBOL)
        return smtlib_fail(r, e, "expected (as name sort)");
    sort s;
    enum status status = smtlib_sort(r, sexpr_next(d, name), &s);
    if (status != STATUS_OK) return status;
    if (!sexpr_is(d, name, "const")) {
        status = head_symbol(r, name, head);
    } else if (sort_kind(r->bank, s) == SORT_ARRAY) {
        *head = (struct head){.kind = HEAD_CONST_ARRAY};
    } else {
        status = smtlib_fail(r, e, "expected an array sort in (as const sort)");
    }
    head->sort = s;
    return status;
}

static enum status open_application(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    sexpr first = sexpr_child(d, e);
    struct head head = {0};
    enum status status;
    if (sexpr_kind(d, first) == SEXPR_SYMBOL && !scope_reserved(d, first))
        status = head_symbol(r, first, &head);
    else if (sexpr_is(d, sexpr_child(d, first), "_"))
        status = head_indexed(r, first, &head);
    else if (sexpr_is(d, sexpr_child(d, first), "as"))
        status = head_qualified(r, first, &head);
    else
        status =
            smtlib_fail(r, first, "expected a function or operator, found %s", sexpr_shown(d, first).text);
    if (status == STATUS_OK)
        vec_push(&r->scope->frames, (struct frame){.kind = FRAME_APPLY,
                                                   .list = e,
                                                   .child = sexpr_next(d, first),
                                                   .base = r->scope->values.size,
                                                   .head = head});
    return status;
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

/* "; the arguments have the sorts A, B" for messages; the caller frees. */
static char *sorts_shown(const struct smtlib_reader *r, const term *args, uint32_t n) {
    enum { SHOWN = 4 };
    struct text text = {0};
    text_add(&text, n == 1 ? "the argument has the sort " : "the arguments have the sorts ");
    for (uint32_t i = 0; i < n && i < SHOWN; i++) {
        char *s = sort_shown(r->bank, term_sort(r->bank, args[i]));
        text_format(&text, "%s%s", i ? ", " : "", s);
        mem_free(s);
    }
    if (n > SHOWN) text_add(&text, ", ...");
    return text_take(&text);
}

static enum status wrong_count(struct smtlib_reader *r, sexpr list, uint32_t low, uint32_t high, uint32_t n) {
    const struct sexprs *d = r->document;
    sexpr name = sexpr_child(d, list);
    if (sexpr_kind(d, name) == SEXPR_LIST) name = sexpr_next(d, sexpr_child(d, name)); /* (_ name ...) */
    return smtlib_fail(r, list, "'%s' takes %s%u argument%s, found %u", sexpr_shown(d, name).text,
                       high > low ? "at least " : "", low, low == 1 ? "" : "s", n);
}

static enum status apply_operator(struct smtlib_reader *r, const struct frame *f, term *args, uint32_t n,
                                  term *out) {
    const struct smtlib_operator *row = f->head.row;
    if (n < row->low || n > row->high) return wrong_count(r, f->list, row->low, row->high, n);
    struct application a = {
        .bank = r->bank, .args = args, .n = n, .index = {f->head.index[0], f->head.index[1]}};
    *out = operator_apply(row, &a);
    if (!a.problem) return STATUS_OK;
    if (a.unsupported) return smtlib_unsupported(r, f->list, "%s", a.problem);
    char *sorts = sorts_shown(r, args, n);
    smtlib_fail(r, f->list, "%s: %s; %s", row->name, a.problem, sorts);
    mem_free(sorts);
    return STATUS_MALFORMED;
}

/* Converts an argument, and checks that it has the sort that was declared. */
static enum status fit(struct smtlib_reader *r, const struct frame *f, uint32_t position, sort wanted) {
    term *arg = &r->scope->values.data[f->base + position];
    *arg = operator_convert(r->bank, *arg, wanted);
    if (sort_same(term_sort(r->bank, *arg), wanted)) return STATUS_OK;
    char *found = sort_shown(r->bank, term_sort(r->bank, *arg)), *expected = sort_shown(r->bank, wanted);
    sexpr at = sexpr_next(r->document, sexpr_child(r->document, f->list));
    for (uint32_t i = 0; i < position; i++) at = sexpr_next(r->document, at);
    smtlib_fail(r, at, "argument %u must have the sort %s, found %s", position + 1, expected, found);
    mem_free(found);
    mem_free(expected);
    return STATUS_MALFORMED;
}

static enum status apply_function(struct smtlib_reader *r, const struct frame *f, uint32_t n, term *out) {
    uint32_t arity = function_arity(r->bank, f->head.id);
    if (n != arity) return wrong_count(r, f->list, arity, arity, n);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < n && status == STATUS_OK; i++)
        status = fit(r, f, i, function_domain(r->bank, f->head.id, i));
    if (status == STATUS_OK) *out = term_apply(r->bank, f->head.id, &r->scope->values.data[f->base]);
    return status;
}

static enum status apply_macro(struct smtlib_reader *r, const struct frame *f, uint32_t n, term *out) {
    const struct macro *macro = &r->scope->macros.data[f->head.id];
    if (n != macro->parameters.size)
        return wrong_count(r, f->list, macro->parameters.size, macro->parameters.size, n);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < n && status == STATUS_OK; i++) status = fit(r, f, i, macro->parameters.data[i]);
    if (status == STATUS_OK) *out = macro_expand(r, macro, &r->scope->values.data[f->base]);
    return status;
}

static enum status close_application(struct smtlib_reader *r, const struct frame *f) {
    term *args = r->scope->values.data + f->base, result = TERM_NONE;
    uint32_t n = r->scope->values.size - f->base;
    enum status status = STATUS_OK;
    if (!n)
        return smtlib_fail(r, f->list,
                           "expected arguments after '%s'; a constant is written without parentheses",
                           sexpr_shown(r->document, sexpr_child(r->document, f->list)).text);
    if (terms_size(r->bank) > SMTLIB_TERMS)
        return smtlib_unsupported(r, f->list, "the definitions expand to more than %u terms",
                                  (unsigned)SMTLIB_TERMS);
    switch (f->head.kind) {
    case HEAD_OPERATOR: status = apply_operator(r, f, args, n, &result); break;
    case HEAD_FUNCTION: status = apply_function(r, f, n, &result); break;
    case HEAD_MACRO: status = apply_macro(r, f, n, &result); break;
    case HEAD_CONST_ARRAY:
        if (n != 1) return smtlib_fail(r, f->list, "a constant array has one element, found %u", n);
        status = fit(r, f, 0, sort_element(r->bank, f->head.sort));
        if (status == STATUS_OK) result = term_const_array(r->bank, f->head.sort, args[0]);
        break;
    }
    if (status != STATUS_OK) return status;
    if (f->head.sort.id && !sort_same(term_sort(r->bank, result), f->head.sort))
        return smtlib_fail(r, f->list, "the result has another sort than (as ...) says");
    return leave(r, f->base, result);
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

enum status smtlib_read_term(struct terms *bank, const char *text, const char *file,
                             struct messages *messages, term *out) {
    struct sexprs *d;
    enum status status = sexprs_read(&d, text, strlen(text), file, messages);
    if (status != STATUS_OK) return status;
    struct smtlib_reader r;
    smtlib_init(&r, d, bank, messages);
    r.bank_symbols = true;
    sexpr first = sexprs_first(d);
    struct position start = {.file = file, .line = 1, .column = 1};
    if (sexpr_is_none(first))
        status = messages_fail(messages, STATUS_MALFORMED, start, "expected a term, found nothing");
    else if (!sexpr_is_none(sexpr_next(d, first)))
        status = smtlib_fail(&r, sexpr_next(d, first), "expected one term, found another one after it");
    else
        status = smtlib_term(&r, first, out);
    smtlib_fini(&r);
    sexprs_free(d);
    return status;
}
