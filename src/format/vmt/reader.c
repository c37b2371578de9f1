/* Reading VMT-LIB: the annotations are collected while the terms are read, and made a system at the end, when
 * it is known which constants are states, next states and inputs. */
#include "format/vmt/vmt.h"

#include "format/smtlib/smtlib.h"

/* A constant of the file. */
struct constant {
    term variable;
    sexpr at;
    uint32_t next; /* index of the constant that is its next state, or HASH_NONE */
    bool is_next;
};

enum role { ROLE_INIT, ROLE_TRANS, ROLE_PROPERTY, ROLE_LIVE };
struct annotation {
    enum role role;
    term formula;
    sexpr at, value;
};

struct vmt {
    struct smtlib_reader smtlib;
    const struct sexprs *document;
    struct messages *messages;
    VEC(struct constant) constants;
    struct hash_map constant_of; /* variable -> index in constants */
    VEC(struct annotation) annotations;
    /* Next-state symbol -> its variable's place in the first (! variable :next symbol). Filled for the first
     * undeclared symbol. */
    struct hash_map announced;
    bool announced_known;
};

#define fail(v, e, ...)                                                                                      \
    messages_fail((v)->messages, STATUS_MALFORMED, sexpr_position((v)->document, e), __VA_ARGS__)

static void declared(void *client, term variable, sexpr at) {
    struct vmt *v = client;
    hash_map_put(&v->constant_of, variable.id, v->constants.size);
    vec_push(&v->constants, (struct constant){.variable = variable, .at = at, .next = HASH_NONE});
}

/* Looks through the whole document for (! symbol ... :next symbol ...). */
static void find_announced(struct vmt *v) {
    const struct sexprs *d = v->document;
    v->announced_known = true;
    for (uint32_t id = 1; id < sexprs_size(d); id++) {
        sexpr list = {id}, mark = sexpr_child(d, list);
        if (!sexpr_is(d, mark, "!")) continue;
        sexpr subject = sexpr_next(d, mark);
        for (sexpr e = subject; !sexpr_is_none(e); e = sexpr_next(d, e)) {
            sexpr value = sexpr_next(d, e);
            if (!sexpr_is(d, e, ":next") || sexpr_is_none(value) || sexpr_kind(d, value) != SEXPR_SYMBOL)
                continue;
            if (sexpr_kind(d, subject) != SEXPR_SYMBOL) continue;
            if (hash_map_get(&v->announced, sexpr_symbol(d, value)) == HASH_NONE)
                hash_map_put(&v->announced, sexpr_symbol(d, value), subject.id);
        }
    }
}

/* A symbol that is the next state of a declared variable somewhere in the file need not be declared. */
static term undeclared(void *client, sexpr at) {
    struct vmt *v = client;
    if (!v->announced_known) find_announced(v);
    uint32_t subject = hash_map_get(&v->announced, sexpr_symbol(v->document, at));
    if (subject == HASH_NONE) return TERM_NONE;
    term variable = smtlib_meaning(&v->smtlib, sexpr_symbol(v->document, (sexpr){subject}));
    if (term_is_none(variable)) return TERM_NONE;
    term next = TERM_NONE;
    smtlib_declare(&v->smtlib, at, term_sort(v->smtlib.bank, variable), &next);
    return next;
}

/* The constant that a :next names, declared now if nobody did. */
static enum status next_constant(struct vmt *v, term variable, sexpr keyword, sexpr value, uint32_t *out) {
    const struct sexprs *d = v->document;
    struct terms *bank = v->smtlib.bank;
    if (sexpr_is_none(value) || sexpr_kind(d, value) != SEXPR_SYMBOL)
        return fail(v, sexpr_is_none(value) ? keyword : value,
                    "expected a symbol, the next state, after :next");
    term next = smtlib_meaning(&v->smtlib, sexpr_symbol(d, value));
    if (term_is_none(next)) {
        enum status status = smtlib_declare(&v->smtlib, value, term_sort(bank, variable), &next);
        if (status != STATUS_OK) return status;
    }
    *out = hash_map_get(&v->constant_of, next.id);
    if (*out == HASH_NONE)
        return fail(v, value, "the next state must be a declared constant; '%s' is defined as a term",
                    sexpr_shown(d, value).text);
    if (!sort_same(term_sort(bank, next), term_sort(bank, variable)))
        return fail(v, value, "the next state '%s' has another sort than its variable",
                    sexpr_shown(d, value).text);
    return STATUS_OK;
}

static enum status annotate_next(struct vmt *v, term variable, sexpr at, sexpr keyword, sexpr value) {
    const struct sexprs *d = v->document;
    uint32_t now = hash_map_get(&v->constant_of, variable.id), next = HASH_NONE;
    if (now == HASH_NONE) return fail(v, at, ":next must annotate a declared constant");
    enum status status = next_constant(v, variable, keyword, value, &next);
    if (status != STATUS_OK) return status;
    struct constant *c = &v->constants.data[now], *n = &v->constants.data[next];
    if (c->next != HASH_NONE)
        return fail(v, value, "'%s' has a next state already", sexpr_shown(d, c->at).text);
    if (n->is_next)
        return fail(v, value, "'%s' is the next state of another variable already",
                    sexpr_shown(d, value).text);
    if (c->is_next) return fail(v, at, "'%s' is a next state itself", sexpr_shown(d, c->at).text);
    if (n->next != HASH_NONE || now == next)
        return fail(v, value, "'%s' is a current variable; a next state must be another constant",
                    sexpr_shown(d, value).text);
    c->next = next;
    n->is_next = true;
    return STATUS_OK;
}

static enum status annotate_formula(struct vmt *v, enum role role, term formula, sexpr at, sexpr keyword,
                                    sexpr value) {
    const struct sexprs *d = v->document;
    if (!sort_same(term_sort(v->smtlib.bank, formula), sort_bool()))
        return fail(v, at, "the term annotated with %s must be Boolean", sexpr_text(d, keyword));
    bool numbered = role == ROLE_PROPERTY || role == ROLE_LIVE;
    if (!numbered && sexpr_is(d, value, "false"))
        return fail(v, value, "the value of %s must be 'true' or absent", sexpr_text(d, keyword));
    if (numbered && !sexpr_is_none(value) && sexpr_kind(d, value) != SEXPR_NUMERAL &&
        sexpr_kind(d, value) != SEXPR_SYMBOL)
        return fail(v, value, "expected the number of the property after %s, found %s",
                    sexpr_text(d, keyword), sexpr_shown(d, value).text);
    vec_push(&v->annotations, (struct annotation){role, formula, at, value});
    return STATUS_OK;
}

static enum status attribute(void *client, term subject, sexpr at, sexpr keyword, sexpr value,
                             bool in_definition) {
    static const struct {
        const char *keyword;
        enum role role;
    } roles[] = {{":init", ROLE_INIT},
                 {":trans", ROLE_TRANS},
                 {":invar-property", ROLE_PROPERTY},
                 {":live-property", ROLE_LIVE}};
    struct vmt *v = client;
    const struct sexprs *d = v->document;
    enum { OTHER = sizeof roles / sizeof *roles };
    bool next = sexpr_is(d, keyword, ":next");
    uint32_t i = 0;
    while (i < OTHER && !sexpr_is(d, keyword, roles[i].keyword)) i++;
    if (!next && i == OTHER) {
        if (!sexpr_is(d, keyword, ":pattern") && !sexpr_is(d, keyword, ":predicate"))
            messages_warn(v->messages, sexpr_position(d, keyword),
                          "%s has no meaning in VMT-LIB and is ignored", sexpr_shown(d, keyword).text);
        return STATUS_OK;
    }
    if (in_definition)
        return fail(v, keyword, "%s cannot be used in a definition with parameters", sexpr_text(d, keyword));
    return next ? annotate_next(v, subject, at, keyword, value)
                : annotate_formula(v, roles[i].role, subject, at, keyword, value);
}

static enum status run_assert(struct vmt *v, sexpr command) {
    const struct sexprs *d = v->document;
    uint32_t annotations = v->annotations.size;
    term t;
    if (sexpr_length(d, command) != 2) return fail(v, command, "expected (assert term)");
    enum status status = smtlib_term(&v->smtlib, sexpr_next(d, sexpr_child(d, command)), &t);
    if (status != STATUS_OK || term_is(v->smtlib.bank, t, TERM_TRUE) || annotations != v->annotations.size)
        return status;
    return messages_fail(v->messages, STATUS_UNSUPPORTED, sexpr_position(d, command),
                         "assert has no meaning in VMT-LIB, except (assert true)");
}

static enum status run_command(struct vmt *v, sexpr command) {
    static const char *const ignored[] = {"check-sat",  "get-model", "get-value", "get-info",
                                          "get-option", "echo",      "exit"};
    const struct sexprs *d = v->document;
    bool handled;
    enum status status = smtlib_command(&v->smtlib, command, &handled);
    if (status != STATUS_OK) return status;
    sexpr name = sexpr_child(d, command);
    if (sexpr_is(d, name, "set-logic") && sexpr_is(d, sexpr_next(d, name), "HORN"))
        return fail(v, command, "these are Horn clauses, not VMT-LIB");
    if (handled) return STATUS_OK;
    if (sexpr_is(d, name, "assert")) return run_assert(v, command);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (sexpr_is(d, name, ignored[i])) return STATUS_OK;
    return fail(v, name, "the command '%s' is unknown or has no place in VMT-LIB", sexpr_shown(d, name).text);
}

/* Next-state variables belong into transitions only. */
static enum status check_variables(struct vmt *v, const struct annotation *a) {
    if (a->role == ROLE_TRANS) return STATUS_OK;
    term_list variables = {0};
    enum status status = STATUS_OK;
    term_variables(v->smtlib.bank, &a->formula, 1, &variables);
    for (uint32_t i = 0; i < variables.size && status == STATUS_OK; i++) {
        const struct constant *c = &v->constants.data[hash_map_get(&v->constant_of, variables.data[i].id)];
        if (c->is_next)
            status = fail(v, a->at, "the next state '%s' occurs in %s; only :trans may use it",
                          sexpr_shown(v->document, c->at).text,
                          a->role == ROLE_INIT ? "an initial condition" : "a property");
    }
    vec_free(&variables);
    return status;
}

static void add_variables(struct vmt *v, struct system *system) {
    struct terms *bank = system->terms;
    vec_each (struct constant, c, &v->constants) {
        const char *name = term_name(bank, c->variable);
        if (c->next != HASH_NONE)
            system_add_state(system, name, term_sort(bank, c->variable),
                             term_name(bank, v->constants.data[c->next].variable));
        else if (!c->is_next)
            system_add_input(system, name, term_sort(bank, c->variable));
    }
}

/* The conjunction of the formulas with a role. */
static term conjunction(struct vmt *v, enum role role) {
    term_list formulas = {0};
    vec_each (struct annotation, a, &v->annotations)
        if (a->role == role) vec_push(&formulas, a->formula);
    term t = formulas.size == 1 ? formulas.data[0] : term_and(v->smtlib.bank, formulas.data, formulas.size);
    vec_free(&formulas);
    return t;
}

/* The name of a property: the value of its annotation, else its position. A name that is taken gets a suffix,
 * because names select properties. The caller frees. */
static char *property_name(struct vmt *v, const struct annotation *a, uint32_t index,
                           struct hash_names *taken) {
    const struct sexprs *d = v->document;
    char *name = sexpr_is_none(a->value) ? mem_format("%u", index) : mem_strdup(sexpr_text(d, a->value));
    if (hash_names_get(taken, name) != HASH_NONE) {
        char *unique = NULL;
        for (uint32_t i = 2; !unique || hash_names_get(taken, unique) != HASH_NONE; i++) {
            mem_free(unique);
            unique = mem_format("%s_%u", name, i);
        }
        messages_warn(v->messages, sexpr_position(d, a->at),
                      "there is a property '%s' already; this one is called '%s'",
                      sexpr_shown(d, a->value).text, unique);
        mem_free(name);
        name = unique;
    }
    hash_names_put(taken, name, index);
    return name;
}

static void add_properties(struct vmt *v, struct system *system) {
    struct hash_names taken = {0};
    uint32_t index = 0;
    vec_each (struct annotation, a, &v->annotations) {
        if (a->role != ROLE_PROPERTY && a->role != ROLE_LIVE) continue;
        char *name = property_name(v, a, index, &taken);
        if (a->role == ROLE_PROPERTY)
            system_add_property(system, a->formula, name, index);
        else
            vec_push(&system->unsupported, (struct system_unsupported){.name = mem_strdup(name),
                                                                       .what = mem_strdup("live-property")});
        mem_free(name);
        index++;
    }
    hash_names_free(&taken);
}

static enum status make_system(struct vmt *v, struct system *system) {
    enum status status = STATUS_OK;
    bool trans = false;
    for (uint32_t i = 0; i < v->annotations.size && status == STATUS_OK; i++) {
        status = check_variables(v, &v->annotations.data[i]);
        trans |= v->annotations.data[i].role == ROLE_TRANS;
    }
    if (status != STATUS_OK) return status;
    if (!trans && v->annotations.size)
        messages_warn(v->messages, sexpr_position(v->document, sexprs_first(v->document)),
                      "there is no :trans; every step is allowed");
    add_variables(v, system);
    system->init = conjunction(v, ROLE_INIT);
    system->trans = conjunction(v, ROLE_TRANS);
    add_properties(v, system);
    return STATUS_OK;
}

static enum status read_document(struct vmt *v, struct system *system) {
    const struct sexprs *d = v->document;
    enum status status = STATUS_OK;
    smtlib_init(&v->smtlib, d, system->terms, v->messages);
    v->smtlib.client = v;
    v->smtlib.attribute = attribute;
    v->smtlib.undeclared = undeclared;
    v->smtlib.declared = declared;
    for (sexpr e = sexprs_first(d); !sexpr_is_none(e) && status == STATUS_OK; e = sexpr_next(d, e)) {
        status = run_command(v, e);
        if (sexpr_is(d, sexpr_child(d, e), "exit")) break;
    }
    if (status == STATUS_OK) status = make_system(v, system);
    smtlib_fini(&v->smtlib);
    vec_free(&v->constants);
    vec_free(&v->annotations);
    hash_map_free(&v->constant_of);
    hash_map_free(&v->announced);
    return status;
}

enum status vmt_read(struct system **out, enum terms_mode mode, const char *bytes, size_t size,
                     const char *file, struct messages *messages) {
    struct sexprs *document;
    struct system *system = NULL;
    enum status status = sexprs_read(&document, bytes, size, file, messages);
    if (status == STATUS_OK) {
        struct vmt v = {.document = document, .messages = messages};
        system = system_new(mode);
        status = read_document(&v, system);
        sexprs_free(document);
    }
    if (status != STATUS_OK && system) {
        system_free(system);
        system = NULL;
    }
    assert(!system || !system_check(system));
    *out = system;
    return status;
}
