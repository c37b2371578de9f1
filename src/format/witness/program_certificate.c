#include "format/witness/program_certificate.h"

#include "check/program/program_script.h"
#include "format/smtlib/smtlib.h"

#include <errno.h>
#include <stdlib.h>

struct reading {
    const struct program *program;
    struct sexprs *document;
    struct smtlib_reader reader;
    struct messages *messages;
    struct program_names names;
    struct hash_names locations;
    struct program_invariant *invariant;
    uint32_t definitions;
    bool named; /* it says of which property it is: ours does */
};

static enum status wrong(struct reading *r, sexpr at, const char *what) {
    return messages_fail(r->messages, STATUS_MALFORMED, sexpr_position(r->document, at), "%s", what);
}

static enum status foreign(struct reading *r, sexpr at, const char *what) {
    return messages_fail(r->messages, STATUS_FOREIGN, sexpr_position(r->document, at), "%s", what);
}

/* The n-th member of a list; none when there is no such. */
static sexpr member(const struct reading *r, sexpr list, uint32_t n) {
    if (sexpr_is_none(list) || sexpr_kind(r->document, list) != SEXPR_LIST) return SEXPR_NONE;
    sexpr e = sexpr_child(r->document, list);
    while (n-- && !sexpr_is_none(e)) e = sexpr_next(r->document, e);
    return e;
}

static bool is_symbol(const struct reading *r, sexpr e) {
    return !sexpr_is_none(e) && sexpr_kind(r->document, e) == SEXPR_SYMBOL;
}

static bool is_variable(const struct reading *r, term t) {
    vec_each (const term, v, &r->names.variables)
        if (term_same(*v, t)) return true;
    return false;
}

/* ((name sort) ...): variables of the program under their names. */
static enum status read_parameters(struct reading *r, sexpr list) {
    for (sexpr p = sexpr_child(r->document, list); !sexpr_is_none(p); p = sexpr_next(r->document, p)) {
        sexpr name = member(r, p, 0), type = member(r, p, 1);
        if (!is_symbol(r, name) || sexpr_is_none(type))
            return wrong(r, p, "expected a parameter (name sort)");
        term variable = term_find_variable(r->program->terms, sexpr_text(r->document, name));
        if (term_is_none(variable) || !is_variable(r, variable))
            return foreign(r, name, "the program has no such variable");
        sort s;
        enum status status = smtlib_sort(&r->reader, type, &s);
        if (status != STATUS_OK) return status;
        if (!sort_same(s, term_sort(r->program->terms, variable)))
            return foreign(r, type, "the program has it with another sort");
    }
    return STATUS_OK;
}

/* (define-fun |induct.at NAME| (parameters) Bool formula) */
static enum status read_definition(struct reading *r, sexpr command) {
    sexpr name = member(r, command, 1), parameters = member(r, command, 2), body = member(r, command, 4);
    uint32_t location =
        hash_names_get(&r->locations, sexpr_text(r->document, name) + strlen(PROGRAM_SCRIPT_AT));
    if (location == HASH_NONE) return foreign(r, name, "the program has no such location");
    if (!term_is_none(r->invariant->at.data[location]))
        return wrong(r, name, "the location has a formula already");
    if (sexpr_is_none(body) || sexpr_kind(r->document, parameters) != SEXPR_LIST)
        return wrong(r, command, "expected (define-fun name (parameters) Bool formula)");
    term formula;
    enum status status = read_parameters(r, parameters);
    if (status == STATUS_OK) status = smtlib_term(&r->reader, body, &formula);
    if (status != STATUS_OK) return status;
    if (sort_kind(r->program->terms, term_sort(r->program->terms, formula)) != SORT_BOOL)
        return wrong(r, body, "the formula is not Boolean");
    r->invariant->at.data[location] = substitution_apply(&r->names.reading, formula);
    r->definitions++;
    return STATUS_OK;
}

static bool defines_formula(const struct reading *r, sexpr command) {
    sexpr word = member(r, command, 0), name = member(r, command, 1);
    return is_symbol(r, word) && !strcmp(sexpr_text(r->document, word), "define-fun") && is_symbol(r, name) &&
           !strncmp(sexpr_text(r->document, name), PROGRAM_SCRIPT_AT, strlen(PROGRAM_SCRIPT_AT));
}

static bool tells_depth(const struct reading *r, sexpr command) {
    sexpr word = member(r, command, 0), name = member(r, command, 1);
    return !sexpr_is_none(name) && sexpr_is(r->document, word, "set-info") &&
           sexpr_is(r->document, name, ":induct-depth");
}

static bool tells_property(const struct reading *r, sexpr command) {
    sexpr word = member(r, command, 0), name = member(r, command, 1);
    return !sexpr_is_none(name) && sexpr_is(r->document, word, "set-info") &&
           sexpr_is(r->document, name, ":induct-property-name");
}

/* (set-info :induct-depth k) */
static enum status read_depth(struct reading *r, sexpr command) {
    sexpr value = member(r, command, 2);
    bool numeral = !sexpr_is_none(value) && sexpr_kind(r->document, value) == SEXPR_NUMERAL;
    errno = 0;
    unsigned long depth = numeral ? strtoul(sexpr_text(r->document, value), NULL, 10) : 0;
    if (!depth || errno || depth >= UINT32_MAX) return wrong(r, command, "expected a depth of at least 1");
    r->invariant->depth = (uint32_t)depth;
    return STATUS_OK;
}

static enum status read_commands(struct reading *r, const char *file) {
    enum status status = STATUS_OK;
    for (sexpr e = sexprs_first(r->document); !sexpr_is_none(e) && status == STATUS_OK;
         e = sexpr_next(r->document, e)) {
        r->named |= tells_property(r, e);
        if (tells_depth(r, e)) status = read_depth(r, e);
        if (defines_formula(r, e)) status = read_definition(r, e);
    }
    if (status == STATUS_OK && !r->definitions && !r->named) /* without loops there need be none */
        status = messages_fail(r->messages, STATUS_MALFORMED, (struct position){.file = file},
                               "expected a proof of ours: there is no formula at any location");
    return status;
}

enum status program_certificate_read(struct program_invariant **out, const struct program *program,
                                     const char *bytes, size_t size, const char *file,
                                     struct messages *messages) {
    struct reading r = {.program = program, .messages = messages};
    *out = NULL;
    enum status status = sexprs_read(&r.document, bytes, size, file, messages);
    if (status != STATUS_OK) return status;
    smtlib_init(&r.reader, r.document, program->terms, messages);
    r.reader.bank_symbols = true;
    program_names_init(&r.names, program);
    for (uint32_t l = 0; l < program->locations.size; l++)
        hash_names_put(&r.locations, program->locations.data[l].name, l);
    r.invariant = program_invariant_new(program);
    status = read_commands(&r, file);
    if (status == STATUS_OK)
        *out = r.invariant;
    else
        program_invariant_free(r.invariant);
    hash_names_free(&r.locations);
    program_names_fini(&r.names);
    smtlib_fini(&r.reader);
    sexprs_free(r.document);
    return status;
}
