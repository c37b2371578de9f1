#include "format/script/script_read.h"

#include "format/script/script.h"
#include "format/smtlib/smtlib.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

struct reading {
    const struct system *system;
    struct sexprs *document;
    struct smtlib_reader reader;
    struct messages *messages;
    sexpr command;         /* the one being read */
    struct script script;  /* for the names */
    uint32_t property;     /* its position; UINT32_MAX: not said */
    uint32_t depth, steps; /* steps 0: not said */
    bool simple_path;
    struct system_invariant *invariant;
    struct system_trace *trace;
    /* Copy of a variable -> its place in the trace's states, or TRACE_INPUT + in its inputs. */
    struct hash_map places;
    struct evaluation evaluation;
};
#define TRACE_INPUT 0x80000000u

/* Points at the command when there is nothing to point at. */
static enum status wrong(struct reading *r, sexpr at, const char *what) {
    if (sexpr_is_none(at)) at = r->command;
    return messages_fail(r->messages, STATUS_MALFORMED, sexpr_position(r->document, at), "%s", what);
}

static enum status foreign(struct reading *r, sexpr at, const char *what) {
    return messages_fail(r->messages, STATUS_FOREIGN, sexpr_position(r->document, at), "%s", what);
}

/* The n-th member of a list; none when there is no such. */
static sexpr member(const struct reading *r, sexpr list, uint32_t n) {
    if (sexpr_is_none(list) || sexpr_kind(r->document, list) != SEXPR_LIST) return (sexpr){0};
    sexpr e = sexpr_child(r->document, list);
    while (n-- && !sexpr_is_none(e)) e = sexpr_next(r->document, e);
    return e;
}

static bool is_symbol(const struct reading *r, sexpr e, const char *text) {
    return !sexpr_is_none(e) && sexpr_kind(r->document, e) == SEXPR_SYMBOL &&
           !strcmp(sexpr_text(r->document, e), text);
}

static bool is_command(const struct reading *r, sexpr e, const char *name) {
    return is_symbol(r, member(r, e, 0), name);
}

static enum status read_number(struct reading *r, sexpr at, uint32_t *out) {
    errno = 0;
    bool numeral = !sexpr_is_none(at) && sexpr_kind(r->document, at) == SEXPR_NUMERAL;
    unsigned long value = numeral ? strtoul(sexpr_text(r->document, at), NULL, 10) : 0;
    if (!numeral || errno || value >= UINT32_MAX) return wrong(r, at, "expected a number below 2^32");
    *out = (uint32_t)value;
    return STATUS_OK;
}

static enum status read_property(struct reading *r, sexpr at) {
    uint32_t index;
    enum status status = read_number(r, at, &index);
    if (status != STATUS_OK) return status;
    for (uint32_t i = 0; i < r->system->properties.size; i++)
        if (r->system->properties.data[i].index == index) r->property = i;
    return r->property == UINT32_MAX ? foreign(r, at, "the model has no such property") : STATUS_OK;
}

/* (set-info :keyword value) */
static enum status read_info(struct reading *r, sexpr command) {
    sexpr keyword = member(r, command, 1), value = member(r, command, 2);
    if (sexpr_is_none(keyword) || sexpr_kind(r->document, keyword) != SEXPR_KEYWORD) return STATUS_OK;
    const char *name = sexpr_text(r->document, keyword);
    if (!strcmp(name, ":induct-property")) return read_property(r, value);
    if (!strcmp(name, ":induct-depth")) return read_number(r, value, &r->depth);
    if (!strcmp(name, ":induct-steps")) {
        enum status status = read_number(r, value, &r->steps);
        return status == STATUS_OK && !r->steps ? wrong(r, value, "a counterexample has at least one step")
                                                : status;
    }
    if (!strcmp(name, ":induct-simple-path")) r->simple_path = is_symbol(r, value, "true");
    return STATUS_OK;
}

/* Certificates. */

static bool is_now(const struct system *system, term variable) {
    vec_each (const struct system_state, s, &system->states)
        if (term_same(s->now, variable)) return true;
    vec_each (const struct system_input, i, &system->inputs)
        if (term_same(i->now, variable)) return true;
    return false;
}

/* ((name sort) ...): variables of the system under their names. */
static enum status read_parameters(struct reading *r, sexpr list) {
    if (sexpr_is_none(list) || sexpr_kind(r->document, list) != SEXPR_LIST)
        return wrong(r, list, "expected parameters");
    for (sexpr p = sexpr_child(r->document, list); !sexpr_is_none(p); p = sexpr_next(r->document, p)) {
        sexpr name = member(r, p, 0), type = member(r, p, 1);
        if (sexpr_is_none(name) || sexpr_is_none(type) || sexpr_kind(r->document, name) != SEXPR_SYMBOL)
            return wrong(r, p, "expected a parameter (name sort)");
        term variable = term_find_variable(r->system->terms, sexpr_text(r->document, name));
        if (!term_is_none(variable)) variable = substitution_apply(&r->script.naming, variable);
        if (term_is_none(variable) || !is_now(r->system, variable))
            return foreign(r, name, "the model has no such state or input");
        sort s;
        enum status status = smtlib_sort(&r->reader, type, &s);
        if (status != STATUS_OK) return status;
        if (!sort_same(s, term_sort(r->system->terms, variable)))
            return foreign(r, type, "the model has it with another sort");
    }
    return STATUS_OK;
}

static enum status read_invariant(struct reading *r, sexpr command) {
    sexpr body = member(r, command, 4);
    term formula;
    if (r->invariant) return wrong(r, command, "the invariant is defined twice");
    enum status status = read_parameters(r, member(r, command, 2));
    if (status != STATUS_OK) return status;
    if (sexpr_is_none(body)) return wrong(r, command, "expected (define-fun name (parameters) Bool formula)");
    status = smtlib_term(&r->reader, body, &formula);
    if (status != STATUS_OK) return status;
    if (sort_kind(r->system->terms, term_sort(r->system->terms, formula)) != SORT_BOOL)
        return wrong(r, body, "the invariant is not Boolean");
    formula = substitution_apply(&r->script.naming, formula);
    r->invariant = system_invariant_new();
    term_conjuncts(r->system->terms, formula, &r->invariant->conjuncts);
    return STATUS_OK;
}

static bool defines_invariant(const struct reading *r, sexpr command) {
    sexpr name = member(r, command, 1);
    if (!is_command(r, command, "define-fun") || sexpr_is_none(name)) return false;
    if (sexpr_kind(r->document, name) != SEXPR_SYMBOL) return false;
    const char *text = sexpr_text(r->document, name);
    size_t n = strlen(r->script.prefix);
    return !strncmp(text, r->script.prefix, n) && !strcmp(text + n, "invariant");
}

/* Witnesses. */

/* The copies of the variables, so that the reader of terms finds them. Every value needs a command, so a number of
 * steps that the file cannot fill is refused before anything is made for it. */
static enum status prepare_trace(struct reading *r, sexpr at) {
    const struct system *system = r->system;
    uint64_t values = (uint64_t)r->steps * (system->states.size + (uint64_t)system->inputs.size),
             commands = 0;
    for (sexpr e = sexprs_first(r->document); !sexpr_is_none(e); e = sexpr_next(r->document, e)) commands++;
    if (values > commands || r->steps > commands + 1 || values >= TRACE_INPUT)
        return wrong(r, at, "there are more steps than values");
    r->trace = system_trace_new(r->property);
    r->trace->steps = r->steps;
    vec_resize(&r->trace->states, r->steps * system->states.size);
    vec_resize(&r->trace->inputs, r->steps * system->inputs.size);
    for (uint32_t step = 0; step < r->steps; step++) {
        for (uint32_t i = 0; i < system->states.size; i++)
            hash_map_put(&r->places, system_state_at(&r->script.unrolling, i, step).id,
                         step * system->states.size + i);
        for (uint32_t i = 0; i < system->inputs.size; i++)
            hash_map_put(&r->places, system_input_at(&r->script.unrolling, i, step).id,
                         TRACE_INPUT + step * system->inputs.size + i);
    }
    return STATUS_OK;
}

static struct function_value *function_of(struct reading *r, uint32_t function, uint32_t arity, sort range) {
    vec_each (struct function_value, f, &r->trace->functions)
        if (f->function == function) return f;
    struct function_value fresh = {
        .function = function, .arity = arity, .otherwise = value_default(r->system->terms, range)};
    vec_push(&r->trace->functions, fresh);
    return &vec_last(&r->trace->functions);
}

/* (= (f values) value), or a division by zero */
static enum status read_point(struct reading *r, sexpr at, term operation, term value) {
    struct terms *b = r->system->terms;
    enum term_op op = term_op(b, operation);
    bool applies = op == TERM_APPLY;
    if (!applies && op != TERM_DIVIDE && op != TERM_DIV && op != TERM_MOD)
        return wrong(r, at, "expected the value of a variable or function");
    uint32_t arity = applies ? term_arity(b, operation) : 1;
    uint32_t number = applies ? term_parameter(b, operation, 0) : function_by_zero(op);
    struct function_value *f = function_of(r, number, arity, term_sort(b, operation));
    for (uint32_t i = 0; i < arity; i++)
        vec_push(&f->points, evaluate(&r->evaluation, term_arg(b, operation, i)));
    vec_push(&f->points, value);
    return STATUS_OK;
}

/* (assert (= left value)); other assertions are none of ours. */
static enum status read_equation(struct reading *r, sexpr command) {
    sexpr equation = member(r, command, 1), left_at = member(r, equation, 1),
          right_at = member(r, equation, 2);
    if (!is_symbol(r, member(r, equation, 0), "=") || sexpr_is_none(right_at)) return STATUS_OK;
    term left, right;
    enum status status = smtlib_term(&r->reader, left_at, &left);
    if (status == STATUS_OK) status = smtlib_term(&r->reader, right_at, &right);
    if (status != STATUS_OK) return status;
    struct terms *b = r->system->terms;
    if (!sort_same(term_sort(b, left), term_sort(b, right)))
        return wrong(r, right_at, "the value is of another sort");
    term_list variables = {0};
    term_variables(b, &right, 1, &variables);
    bool constant = !variables.size;
    vec_free(&variables);
    if (!constant) return wrong(r, right_at, "expected a value");
    right = evaluate(&r->evaluation, right);
    if (!term_is(b, left, TERM_VARIABLE)) return read_point(r, left_at, left, right);
    uint32_t place = hash_map_get(&r->places, left.id);
    if (place == HASH_NONE) return wrong(r, left_at, "the counterexample has no such variable");
    term *slot =
        place >= TRACE_INPUT ? &r->trace->inputs.data[place - TRACE_INPUT] : &r->trace->states.data[place];
    if (!term_is_none(*slot)) return wrong(r, left_at, "this variable has a value already");
    *slot = right;
    return STATUS_OK;
}

static enum status complete_trace(struct reading *r, sexpr at) {
    vec_each (const term, t, &r->trace->states)
        if (term_is_none(*t)) return wrong(r, at, "a state has no value in some step");
    vec_each (const term, t, &r->trace->inputs)
        if (term_is_none(*t)) return wrong(r, at, "an input has no value in some step");
    return STATUS_OK;
}

/* Elements of uninterpreted sorts are written as sort!number. */
static term read_element(void *client, sexpr at) {
    struct reading *r = client;
    const char *name = sexpr_text(r->document, at), *mark = strrchr(name, '!');
    char *end = NULL;
    unsigned long number = mark && mark[1] >= '0' && mark[1] <= '9' ? strtoul(mark + 1, &end, 10) : ULONG_MAX;
    if (!end || *end || number >= UINT32_MAX) return TERM_NONE;
    char *sort_called = mem_dup(name, (size_t)(mark - name) + 1);
    sort_called[mark - name] = 0;
    term t =
        term_element(r->system->terms, sort_uninterpreted(r->system->terms, sort_called), (uint32_t)number);
    mem_free(sort_called);
    return t;
}

/* The whole file: facts about it first, then what they are about. */

static enum status read_commands(struct reading *r) {
    enum status status = STATUS_OK;
    sexpr first = r->command = sexprs_first(r->document);
    for (sexpr e = first; !sexpr_is_none(e) && status == STATUS_OK; e = sexpr_next(r->document, e)) {
        r->command = e;
        if (is_command(r, e, "set-info")) status = read_info(r, e);
    }
    if (status == STATUS_OK && r->property == UINT32_MAX)
        status = wrong(r, first, "expected a certificate or witness of ours");
    if (status == STATUS_OK && r->steps) status = prepare_trace(r, first);
    for (sexpr e = first; !sexpr_is_none(e) && status == STATUS_OK; e = sexpr_next(r->document, e)) {
        bool handled;
        r->command = e;
        if (is_command(r, e, "declare-sort"))
            status = smtlib_command(&r->reader, e, &handled);
        else if (r->steps && is_command(r, e, "assert"))
            status = read_equation(r, e);
        else if (!r->steps && defines_invariant(r, e))
            status = read_invariant(r, e);
    }
    if (status != STATUS_OK) return status;
    if (r->steps) return complete_trace(r, first);
    return r->invariant ? STATUS_OK : wrong(r, first, "the invariant is not defined");
}

enum status script_evidence_read(struct script_evidence *out, const struct system *system, const char *bytes,
                                 size_t size, const char *file, struct messages *messages) {
    *out = (struct script_evidence){0};
    struct reading r = {.system = system, .messages = messages, .property = UINT32_MAX, .depth = 1};
    enum status status = sexprs_read(&r.document, bytes, size, file, messages);
    if (status != STATUS_OK) return status;
    smtlib_init(&r.reader, r.document, system->terms, messages);
    r.reader.bank_symbols = true;
    r.reader.client = &r;
    r.reader.undeclared = read_element;
    script_init(&r.script, system, NULL);
    evaluation_init(&r.evaluation, system->terms);
    if (sexpr_is_none(sexprs_first(r.document)))
        status =
            messages_fail(messages, STATUS_MALFORMED, (struct position){.file = file}, "the file is empty");
    else
        status = read_commands(&r);
    if (status == STATUS_OK) {
        *out = (struct script_evidence){r.property, r.invariant, r.trace};
        if (r.invariant) {
            r.invariant->depth = r.depth;
            r.invariant->simple_path = r.simple_path;
        }
    } else {
        system_invariant_free(r.invariant);
        system_trace_free(r.trace);
    }
    evaluation_fini(&r.evaluation);
    script_fini(&r.script);
    smtlib_fini(&r.reader);
    sexprs_free(r.document);
    hash_map_free(&r.places);
    return status;
}
