/* Applications (head argument ...): what the head is, and the term that it makes of its arguments. */
#include "format/smtlib/scope.h"

enum status application_undeclared(struct smtlib_reader *r, sexpr e) {
    const struct sexprs *d = r->document;
    const char *name = sexpr_text(d, e);
    if (name[0] == '-' && name[1] >= '0' && name[1] <= '9' && !sexpr_quoted(d, e))
        return smtlib_fail(r, e, "'%s' is not a number in SMT-LIB; write (- %s)", sexpr_shown(d, e).text,
                           sexpr_shown(d, e).text + 1);
    if (scope_reserved(d, e)) return smtlib_fail(r, e, "expected a term, found the word '%s'", name);
    return smtlib_fail(r, e, "'%s' is not declared; declare it before its first use", sexpr_shown(d, e).text);
}

const struct smtlib_operator *application_operator(const struct smtlib_reader *r, sexpr e) {
    return r->scope->operators.data[sexpr_symbol(r->document, e)];
}

/* What a symbol means in the place of a function. A constant of the user's does not hide an operator. */
static enum status head_symbol(struct smtlib_reader *r, sexpr e, struct head *head) {
    const struct sexprs *d = r->document;
    struct meaning m = r->scope->meanings.data[sexpr_symbol(d, e)];
    const struct smtlib_operator *row = application_operator(r, e);
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
    return application_undeclared(r, e);
}

/* (_ name index ...) */
static enum status head_indexed(struct smtlib_reader *r, sexpr e, struct head *head) {
    const struct sexprs *d = r->document;
    sexpr name = sexpr_next(d, sexpr_child(d, e));
    const struct smtlib_operator *row = NULL;
    if (!sexpr_is_none(name) && sexpr_kind(d, name) == SEXPR_SYMBOL) row = application_operator(r, name);
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

enum status application_head(struct smtlib_reader *r, sexpr first, struct head *head) {
    const struct sexprs *d = r->document;
    *head = (struct head){0};
    if (sexpr_kind(d, first) == SEXPR_SYMBOL && !scope_reserved(d, first)) return head_symbol(r, first, head);
    if (sexpr_is(d, sexpr_child(d, first), "_")) return head_indexed(r, first, head);
    if (sexpr_is(d, sexpr_child(d, first), "as")) return head_qualified(r, first, head);
    return smtlib_fail(r, first, "expected a function or operator, found %s", sexpr_shown(d, first).text);
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

enum status application_apply(struct smtlib_reader *r, const struct frame *f, term *out) {
    term result = TERM_NONE;
    uint32_t n = r->scope->values.size - f->base;
    enum status status = STATUS_OK;
    if (!n)
        return smtlib_fail(r, f->list,
                           "expected arguments after '%s'; a constant is written without parentheses",
                           sexpr_shown(r->document, sexpr_child(r->document, f->list)).text);
    if (terms_size(r->bank) > SMTLIB_TERMS)
        return smtlib_unsupported(r, f->list, "the definitions expand to more than %u terms",
                                  (unsigned)SMTLIB_TERMS);
    term *args = r->scope->values.data + f->base;
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
    *out = result;
    return STATUS_OK;
}
