/* The life of a reader, its symbols, and the expansion of defined functions. */
#include "format/smtlib/scope.h"

#include "logic/print.h"

void smtlib_init(struct smtlib_reader *r, const struct sexprs *document, struct terms *bank,
                 struct messages *messages) {
    *r = (struct smtlib_reader){.document = document, .bank = bank, .messages = messages};
    struct smtlib_scope *s = r->scope = mem_new(struct smtlib_scope);
    uint32_t symbols = sexprs_symbols(document), n;
    vec_resize(&s->meanings, symbols);
    vec_resize(&s->sorts, symbols);
    vec_resize(&s->operators, symbols);
    const struct smtlib_operator *all = operators_all(&n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t symbol = sexprs_symbol(document, all[i].name);
        if (symbol != HASH_NONE) s->operators.data[symbol] = &all[i];
    }
    static const char *const names[] = {"Bool", "Int", "Real"};
    const sort sorts[] = {sort_bool(), sort_int(), sort_real()};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t symbol = sexprs_symbol(document, names[i]);
        if (symbol != HASH_NONE)
            s->sorts.data[symbol] = (struct sort_meaning){.kind = SORT_MEANING_SORT, .sort = sorts[i]};
    }
    vec_push(&s->instance_of, HASH_NONE); /* node 0: the empty list of arguments */
}

void smtlib_fini(struct smtlib_reader *r) {
    struct smtlib_scope *s = r->scope;
    vec_each (struct macro, m, &s->macros) vec_free(&m->parameters);
    vec_each (struct substitution, i, &s->instances) substitution_fini(i);
    vec_free(&s->meanings);
    vec_free(&s->sorts);
    vec_free(&s->operators);
    vec_free(&s->macros);
    vec_free(&s->hidden);
    vec_free(&s->hidden_sorts);
    hash_map_free(&s->sort_words);
    hash_map_free(&s->placeholders);
    hash_map_free(&s->argument_lists);
    vec_free(&s->instance_of);
    vec_free(&s->instances);
    vec_free(&s->frames);
    vec_free(&s->values);
    mem_free(s);
    r->scope = NULL;
}

void scope_hide(struct smtlib_scope *s, uint32_t symbol, struct meaning meaning) {
    vec_push(&s->hidden, (struct hidden){symbol, s->meanings.data[symbol]});
    s->meanings.data[symbol] = meaning;
}

void scope_restore(struct smtlib_scope *s, uint32_t mark) {
    while (s->hidden.size > mark) {
        struct hidden h = vec_pop(&s->hidden);
        s->meanings.data[h.symbol] = h.meaning;
    }
}

bool scope_reserved(const struct sexprs *d, sexpr e) {
    static const char *const words[] = {"let", "!", "_", "as", "forall", "exists", "match", "par"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sexpr_is(d, e, words[i])) return true;
    return false;
}

/* The operators that no file may use as names of its own: there is no logic without them. */
static bool is_core(const struct smtlib_operator *row) {
    static const char *const names[] = {"true", "false", "not", "and",      "or",
                                        "xor",  "=>",    "=",   "distinct", "ite"};
    for (size_t i = 0; row && i < sizeof names / sizeof *names; i++)
        if (!strcmp(row->name, names[i])) return true;
    return false;
}

enum status scope_define(struct smtlib_reader *r, sexpr at, struct meaning meaning) {
    struct smtlib_scope *s = r->scope;
    const struct sexprs *d = r->document;
    if (sexpr_is_none(at) || sexpr_kind(d, at) != SEXPR_SYMBOL || scope_reserved(d, at))
        return smtlib_fail(r, at, "expected a symbol to be declared, found %s", sexpr_shown(d, at).text);
    uint32_t symbol = sexpr_symbol(d, at);
    struct meaning *old = &s->meanings.data[symbol];
    if (old->kind != MEANING_NONE)
        return smtlib_fail(r, at, "'%s' is declared already, in line %u", sexpr_shown(d, at).text,
                           sexpr_position(d, old->at).line);
    const struct smtlib_operator *row = s->operators.data[symbol];
    if (is_core(row) || (row && meaning.kind == MEANING_FUNCTION))
        return smtlib_fail(r, at, "'%s' is an operator of SMT-LIB; choose another name", row->name);
    meaning.at = at;
    *old = meaning;
    return STATUS_OK;
}

term smtlib_meaning(const struct smtlib_reader *r, uint32_t symbol) {
    struct meaning m = r->scope->meanings.data[symbol];
    return m.kind == MEANING_TERM ? (term){m.id} : TERM_NONE;
}

enum status smtlib_declare(struct smtlib_reader *r, sexpr at, sort s, term *out) {
    enum status status = scope_define(r, at, (struct meaning){.kind = MEANING_TERM, .implicit = true});
    if (status != STATUS_OK) return status;
    *out = term_variable(r->bank, sexpr_text(r->document, at), s);
    r->scope->meanings.data[sexpr_symbol(r->document, at)].id = out->id;
    if (r->declared) r->declared(r->client, *out, at);
    return STATUS_OK;
}

/* Placeholders have a bar in their names, which no symbol of a file can have. */
term macro_placeholder(struct smtlib_reader *r, uint32_t position, sort s) {
    uint64_t key = (uint64_t)position << 32 | s.id;
    uint32_t id = hash_map_get(&r->scope->placeholders, key);
    if (id == HASH_NONE) {
        id = term_fresh(r->bank, "|parameter", s).id;
        hash_map_put(&r->scope->placeholders, key, id);
    }
    return (term){id};
}

/* Expansion is substitution. Because parameters are the same variables everywhere, the substitution depends
 * on the arguments alone: it is kept, with its memo, and serves every definition that is used with these
 * arguments; so a chain of definitions where each uses the one before costs as much as its terms. Lists of
 * arguments are found as paths in a tree whose edges are (node, argument). */
term macro_expand(struct smtlib_reader *r, const struct macro *macro, const term *args) {
    struct smtlib_scope *s = r->scope;
    uint32_t node = 0;
    bool identity = true;
    for (uint32_t i = 0; i < macro->parameters.size; i++) {
        identity &= term_same(args[i], macro_placeholder(r, i, macro->parameters.data[i]));
        uint64_t edge = (uint64_t)node << 32 | args[i].id;
        uint32_t next = hash_map_get(&s->argument_lists, edge);
        if (next == HASH_NONE) {
            next = s->instance_of.size;
            hash_map_put(&s->argument_lists, edge, next);
            vec_push(&s->instance_of, HASH_NONE);
        }
        node = next;
    }
    if (identity) return macro->body;
    if (s->instance_of.data[node] == HASH_NONE) {
        struct substitution instance;
        substitution_init(&instance, r->bank);
        for (uint32_t i = 0; i < macro->parameters.size; i++)
            substitution_bind(&instance, macro_placeholder(r, i, macro->parameters.data[i]), args[i]);
        s->instance_of.data[node] = s->instances.size;
        vec_push(&s->instances, instance);
    }
    return substitution_apply(&s->instances.data[s->instance_of.data[node]], macro->body);
}

char *sort_shown(const struct terms *bank, sort s) {
    struct text text = {0};
    print_sort(&text, bank, s);
    enum { SHOWN = 60 };
    if (text.size > SHOWN) memcpy(text.data + SHOWN - 3, "...", 4);
    return text_take(&text);
}
