/* Commands that declare and define. */
#include "format/smtlib/scope.h"

/* The members of a command after its name. */
struct arguments {
    sexpr at[4];
};

static enum status take(struct smtlib_reader *r, sexpr command, uint32_t n, const char *form,
                        struct arguments *out) {
    const struct sexprs *d = r->document;
    if (sexpr_length(d, command) != n + 1) return smtlib_fail(r, command, "expected %s", form);
    sexpr e = sexpr_next(d, sexpr_child(d, command));
    for (uint32_t i = 0; i < n; i++, e = sexpr_next(d, e)) out->at[i] = e;
    return STATUS_OK;
}

static enum status declare_constant(struct smtlib_reader *r, sexpr name, sort s) {
    const struct sexprs *d = r->document;
    if (sexpr_kind(d, name) == SEXPR_SYMBOL) {
        struct meaning *m = &r->scope->meanings.data[sexpr_symbol(d, name)];
        if (m->kind == MEANING_TERM && m->implicit && sort_same(term_sort(r->bank, (term){m->id}), s)) {
            m->implicit = false;
            m->at = name;
            return STATUS_OK;
        }
    }
    term variable;
    enum status status = smtlib_declare(r, name, s, &variable);
    if (status == STATUS_OK) r->scope->meanings.data[sexpr_symbol(d, name)].implicit = false;
    return status;
}

static enum status read_sorts(struct smtlib_reader *r, sexpr list, sort_list *out) {
    const struct sexprs *d = r->document;
    enum status status = STATUS_OK;
    for (sexpr e = sexpr_child(d, list); !sexpr_is_none(e) && status == STATUS_OK; e = sexpr_next(d, e)) {
        sort s;
        status = smtlib_sort(r, e, &s);
        if (status == STATUS_OK) vec_push(out, s);
    }
    return status;
}

static enum status declare_fun(struct smtlib_reader *r, sexpr command) {
    const struct sexprs *d = r->document;
    struct arguments a;
    enum status status = take(r, command, 3, "(declare-fun name (sort ...) sort)", &a);
    if (status == STATUS_OK && sexpr_kind(d, a.at[1]) != SEXPR_LIST)
        status = smtlib_fail(r, a.at[1], "expected the sorts of the arguments in parentheses, found %s",
                             sexpr_shown(d, a.at[1]).text);
    if (status != STATUS_OK) return status;
    sort_list domain = {0};
    sort range;
    status = read_sorts(r, a.at[1], &domain);
    if (status == STATUS_OK) status = smtlib_sort(r, a.at[2], &range);
    if (status == STATUS_OK && !domain.size) status = declare_constant(r, a.at[0], range);
    if (status == STATUS_OK && domain.size) {
        status = scope_define(r, a.at[0], (struct meaning){.kind = MEANING_FUNCTION});
        if (status == STATUS_OK)
            r->scope->meanings.data[sexpr_symbol(d, a.at[0])].id =
                function_declare(r->bank, sexpr_text(d, a.at[0]), domain.data, domain.size, range);
    }
    vec_free(&domain);
    return status;
}

static enum status declare_const(struct smtlib_reader *r, sexpr command) {
    struct arguments a;
    sort s;
    enum status status = take(r, command, 2, "(declare-const name sort)", &a);
    if (status == STATUS_OK) status = smtlib_sort(r, a.at[1], &s);
    return status == STATUS_OK ? declare_constant(r, a.at[0], s) : status;
}

/* A name for a new sort. */
static enum status sort_symbol(struct smtlib_reader *r, sexpr e, uint32_t *symbol) {
    const struct sexprs *d = r->document;
    if (sexpr_kind(d, e) != SEXPR_SYMBOL || scope_reserved(d, e))
        return smtlib_fail(r, e, "expected a symbol, the name of a sort, found %s", sexpr_shown(d, e).text);
    *symbol = sexpr_symbol(d, e);
    if (r->scope->sorts.data[*symbol].kind != SORT_MEANING_NONE || sexpr_is(d, e, "Array") ||
        sexpr_is(d, e, "BitVec"))
        return smtlib_fail(r, e, "the sort '%s' exists already", sexpr_shown(d, e).text);
    return STATUS_OK;
}

static enum status declare_sort(struct smtlib_reader *r, sexpr command) {
    const struct sexprs *d = r->document;
    struct arguments a = {0};
    uint32_t symbol, arity = 0;
    enum status status;
    if (sexpr_length(d, command) == 2) /* without its arity: common enough */
        status = take(r, command, 1, "", &a);
    else
        status = take(r, command, 2, "(declare-sort name 0)", &a);
    if (status == STATUS_OK) status = sort_symbol(r, a.at[0], &symbol);
    if (status == STATUS_OK && a.at[1].id) status = literal_index(r, a.at[1], "the arity of a sort", &arity);
    if (status != STATUS_OK) return status;
    if (arity) return smtlib_unsupported(r, command, "declared sorts with arguments are not supported");
    r->scope->sorts.data[symbol] = (struct sort_meaning){
        .kind = SORT_MEANING_SORT, .sort = sort_uninterpreted(r->bank, sexpr_text(d, a.at[0]))};
    return STATUS_OK;
}

/* The body of a definition with parameters is read at every use; here, once, with Bool for every parameter,
 * so that its errors are reported. */
static enum status try_sort(struct smtlib_reader *r, sexpr parameters, sexpr body, sort *out) {
    const struct sexprs *d = r->document;
    VEC(struct sort_meaning) old = {0};
    enum status status = STATUS_OK;
    sexpr p;
    for (p = sexpr_child(d, parameters); !sexpr_is_none(p) && status == STATUS_OK; p = sexpr_next(d, p)) {
        uint32_t symbol;
        status = sort_symbol(r, p, &symbol); /* also refuses one that was bound just now */
        if (status != STATUS_OK) break;
        vec_push(&old, r->scope->sorts.data[symbol]);
        r->scope->sorts.data[symbol] = (struct sort_meaning){.kind = SORT_MEANING_SORT, .sort = sort_bool()};
    }
    if (status == STATUS_OK) status = smtlib_sort(r, body, out);
    p = sexpr_child(d, parameters);
    for (uint32_t i = 0; i < old.size; i++, p = sexpr_next(d, p))
        r->scope->sorts.data[sexpr_symbol(d, p)] = old.data[i];
    vec_free(&old);
    return status;
}

static enum status define_sort(struct smtlib_reader *r, sexpr command) {
    const struct sexprs *d = r->document;
    struct arguments a;
    uint32_t symbol;
    sort s;
    enum status status = take(r, command, 3, "(define-sort name (parameter ...) sort)", &a);
    if (status == STATUS_OK) status = sort_symbol(r, a.at[0], &symbol);
    if (status == STATUS_OK && sexpr_kind(d, a.at[1]) != SEXPR_LIST)
        status = smtlib_fail(r, a.at[1], "expected the parameters in parentheses, found %s",
                             sexpr_shown(d, a.at[1]).text);
    if (status == STATUS_OK) status = try_sort(r, a.at[1], a.at[2], &s);
    if (status != STATUS_OK) return status;
    bool parametric = sexpr_length(d, a.at[1]) > 0;
    r->scope->sorts.data[symbol] =
        (struct sort_meaning){.kind = parametric ? SORT_MEANING_DEFINITION : SORT_MEANING_SORT,
                              .sort = parametric ? SORT_NONE : s,
                              .parameters = a.at[1],
                              .body = a.at[2]};
    return STATUS_OK;
}

/* Binds ((name sort) ...) to placeholders. */
static enum status bind_parameters(struct smtlib_reader *r, sexpr list, sort_list *out) {
    const struct sexprs *d = r->document;
    if (sexpr_kind(d, list) != SEXPR_LIST)
        return smtlib_fail(r, list, "expected the parameters in parentheses, found %s",
                           sexpr_shown(d, list).text);
    for (sexpr p = sexpr_child(d, list); !sexpr_is_none(p); p = sexpr_next(d, p)) {
        sexpr name = sexpr_child(d, p);
        if (sexpr_length(d, p) != 2 || sexpr_kind(d, name) != SEXPR_SYMBOL || scope_reserved(d, name))
            return smtlib_fail(r, p, "expected a parameter (name sort)");
        uint32_t symbol = sexpr_symbol(d, name);
        sort s;
        enum status status = smtlib_sort(r, sexpr_next(d, name), &s);
        if (status != STATUS_OK) return status;
        if (r->scope->meanings.data[symbol].at.id > list.id)
            return smtlib_fail(r, name, "there is a parameter '%s' already", sexpr_shown(d, name).text);
        term placeholder = macro_placeholder(r, out->size, s);
        scope_hide(r->scope, symbol,
                   (struct meaning){.kind = MEANING_TERM, .id = placeholder.id, .at = name});
        vec_push(out, s);
    }
    return STATUS_OK;
}

/* Reads the body, as a term of the sort. */
static enum status read_body(struct smtlib_reader *r, sexpr body, sort s, term *out) {
    enum status status = smtlib_term(r, body, out);
    if (status != STATUS_OK) return status;
    *out = operator_convert(r->bank, *out, s);
    if (sort_same(term_sort(r->bank, *out), s)) return STATUS_OK;
    char *declared = sort_shown(r->bank, s), *found = sort_shown(r->bank, term_sort(r->bank, *out));
    smtlib_fail(r, body, "the definition is declared to have the sort %s, but its body has the sort %s",
                declared, found);
    mem_free(declared);
    mem_free(found);
    return STATUS_MALFORMED;
}

static enum status define_fun(struct smtlib_reader *r, sexpr command) {
    struct smtlib_scope *scope = r->scope;
    struct arguments a;
    enum status status = take(r, command, 4, "(define-fun name ((name sort) ...) sort term)", &a);
    if (status != STATUS_OK) return status;
    struct macro macro = {0};
    sort range;
    uint32_t hidden = scope->hidden.size;
    status = bind_parameters(r, a.at[1], &macro.parameters);
    if (status == STATUS_OK) status = smtlib_sort(r, a.at[2], &range);
    scope->in_definition = macro.parameters.size > 0;
    if (status == STATUS_OK) status = read_body(r, a.at[3], range, &macro.body);
    scope->in_definition = false;
    scope_restore(scope, hidden);
    struct meaning meaning = {.kind = MEANING_TERM, .id = macro.body.id};
    if (macro.parameters.size) meaning = (struct meaning){.kind = MEANING_MACRO, .id = scope->macros.size};
    if (status == STATUS_OK) status = scope_define(r, a.at[0], meaning);
    if (status == STATUS_OK && macro.parameters.size)
        vec_push(&scope->macros, macro);
    else
        vec_free(&macro.parameters);
    return status;
}

static enum status define_const(struct smtlib_reader *r, sexpr command) {
    struct arguments a;
    sort s;
    term body;
    enum status status = take(r, command, 3, "(define-const name sort term)", &a);
    if (status == STATUS_OK) status = smtlib_sort(r, a.at[1], &s);
    if (status == STATUS_OK) status = read_body(r, a.at[2], s, &body);
    if (status == STATUS_OK)
        status = scope_define(r, a.at[0], (struct meaning){.kind = MEANING_TERM, .id = body.id});
    return status;
}

/* Logics, information and options change nothing here. */
static enum status ignore(struct smtlib_reader *r, sexpr command) {
    (void)r, (void)command;
    return STATUS_OK;
}

static enum status no_datatypes(struct smtlib_reader *r, sexpr command) {
    return smtlib_unsupported(r, command, "datatypes are not supported");
}

static enum status no_recursion(struct smtlib_reader *r, sexpr command) {
    return smtlib_unsupported(r, command, "recursive definitions are not supported");
}

enum status smtlib_command(struct smtlib_reader *r, sexpr command, bool *handled) {
    static const struct {
        const char *name;
        enum status (*run)(struct smtlib_reader *, sexpr);
    } commands[] = {
        {"define-fun", define_fun},
        {"declare-fun", declare_fun},
        {"declare-const", declare_const},
        {"define-const", define_const},
        {"declare-sort", declare_sort},
        {"define-sort", define_sort},
        {"set-logic", ignore},
        {"set-info", ignore},
        {"set-option", ignore},
        {"declare-datatypes", no_datatypes},
        {"declare-datatype", no_datatypes},
        {"define-fun-rec", no_recursion},
        {"define-funs-rec", no_recursion},
    };
    const struct sexprs *d = r->document;
    sexpr name = sexpr_child(d, command);
    *handled = true;
    if (sexpr_is_none(name) || sexpr_kind(d, name) != SEXPR_SYMBOL)
        return smtlib_fail(r, command, "expected a command, a list that starts with its name, found %s",
                           sexpr_shown(d, command).text);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (sexpr_is(d, name, commands[i].name)) return commands[i].run(r, command);
    *handled = false;
    return STATUS_OK;
}
