#include "format/proof/speech.h"

#include "logic/walk.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static bool is_users(const struct design_name *n) {
    return !term_is_none(n->value) && *n->name && *n->name != '$' && !n->invented && !strstr(n->name, ".$");
}

static uint32_t dots(const char *name) {
    uint32_t n = 0;
    for (; *name; name++) n += *name == '.';
    return n;
}

/* Of two names of one thing: registers and inputs before wires, the outer one before the inner one. */
static bool is_better(const struct design_name *a, const struct design_name *b) {
    bool own_a = a->kind == DESIGN_REGISTER || a->kind == DESIGN_INPUT,
         own_b = b->kind == DESIGN_REGISTER || b->kind == DESIGN_INPUT;
    if (own_a != own_b) return own_a;
    if (dots(a->name) != dots(b->name)) return dots(a->name) < dots(b->name);
    return strlen(a->name) < strlen(b->name);
}

static void note_name(struct speech *s, term t, uint32_t position) {
    if (term_is_value(s->bank, t)) return;
    const struct design_name *names = s->system->design.names.data;
    uint32_t known = hash_map_get(&s->names, t.id);
    if (known == HASH_NONE || is_better(&names[position], &names[known]))
        hash_map_put(&s->names, t.id, position);
}

static bool is_bit(const struct speech *s, term t) {
    sort sort = term_sort(s->bank, t);
    return sort_kind(s->bank, sort) == SORT_BV && sort_width(s->bank, sort) == 1;
}

/* A bit is also a truth, and the other way round. */
static void note_both(struct speech *s, term t, uint32_t position) {
    note_name(s, t, position);
    term one = term_bits_ui(s->bank, 1, 1);
    if (is_bit(s, t))
        note_name(s, term_eq(s->bank, t, one), position);
    else if (sort_kind(s->bank, term_sort(s->bank, t)) == SORT_BOOL)
        note_name(s, term_ite(s->bank, t, one, term_bits_ui(s->bank, 0, 1)), position);
}

/* The variables that a named concatenation consists of, from its lowest bit on. */
static void note_parts(struct speech *s, term whole, const struct design_name *name) {
    term_list stack = {0};
    uint32_t low = 0;
    vec_push(&stack, whole);
    while (stack.size) {
        term t = vec_pop(&stack);
        if (term_is(s->bank, t, TERM_BV_CONCAT)) {
            vec_push(&stack, term_arg(s->bank, t, 0));
            vec_push(&stack, term_arg(s->bank, t, 1));
            continue;
        }
        uint32_t width = sort_kind(s->bank, term_sort(s->bank, t)) == SORT_BV
                             ? sort_width(s->bank, term_sort(s->bank, t))
                             : 1;
        if (term_is(s->bank, t, TERM_VARIABLE) && hash_map_get(&s->slices, t.id) == HASH_NONE) {
            hash_map_put(&s->slices, t.id, s->parts.size);
            vec_push(&s->parts, (struct speech_name){name, false, low + width - 1, low});
        }
        low += width;
    }
    vec_free(&stack);
}

void speech_init(struct speech *s, const struct system *system, bool declared) {
    *s = (struct speech){.system = system, .bank = terms_new(TERMS_SIMPLIFY)};
    copier_init(&s->copier, system->terms, s->bank);
    for (uint32_t i = 0; i < system->states.size; i++)
        hash_map_put(&s->states, speech_term(s, system->states.data[i].now).id, i);
    for (uint32_t i = 0; i < system->inputs.size; i++)
        hash_map_put(&s->inputs, speech_term(s, system->inputs.data[i].now).id, i);
    for (uint32_t i = 0; i < system->design.names.size; i++) {
        const struct design_name *n = &system->design.names.data[i];
        if (!is_users(n)) continue;
        term t = speech_term(s, n->value);
        note_both(s, t, i);
        if (term_is(s->bank, t, TERM_BV_CONCAT) && (n->plain || !declared)) note_parts(s, t, n);
    }
}

void speech_fini(struct speech *s) {
    copier_fini(&s->copier);
    hash_map_free(&s->names);
    hash_map_free(&s->slices);
    hash_map_free(&s->states);
    hash_map_free(&s->inputs);
    vec_free(&s->parts);
    terms_free(s->bank);
}

term speech_term(struct speech *s, term t) {
    return copier_apply(&s->copier, t);
}

struct speech_name speech_name(const struct speech *s, term t) {
    uint32_t at = hash_map_get(&s->names, t.id);
    if (at != HASH_NONE)
        return (struct speech_name){.name = &s->system->design.names.data[at], .whole = true};
    at = hash_map_get(&s->slices, t.id);
    return at == HASH_NONE ? (struct speech_name){0} : s->parts.data[at];
}

uint32_t speech_state(const struct speech *s, term t) {
    uint32_t at = hash_map_get(&s->states, t.id);
    return at == HASH_NONE ? SPEECH_NONE : at;
}

bool speech_is_input(const struct speech *s, term t) {
    return hash_map_get(&s->inputs, t.id) != HASH_NONE;
}

/* ---- words ---- */

/* A literal about one bit of a variable: `x[i]`, or its negation. */
struct bit_literal {
    term variable;
    uint32_t index;
    bool value;
};

static bool as_bit(const struct speech *s, term t, struct bit_literal *out) {
    bool value = true;
    if (term_is(s->bank, t, TERM_NOT)) value = false, t = term_arg(s->bank, t, 0);
    if (!term_is(s->bank, t, TERM_EQ)) return false;
    for (uint32_t i = 0; i < 2; i++) {
        term constant = term_arg(s->bank, t, i), bit = term_arg(s->bank, t, 1 - i);
        if (!term_is(s->bank, constant, TERM_BITS) || !is_bit(s, constant)) continue;
        if (!mpz_sgn(term_bits(s->bank, constant))) value = !value;
        bool part = term_is(s->bank, bit, TERM_BV_EXTRACT);
        *out = (struct bit_literal){part ? term_arg(s->bank, bit, 0) : bit,
                                    part ? term_parameter(s->bank, bit, 1) : 0, value};
        return part && term_is(s->bank, out->variable, TERM_VARIABLE);
    }
    return false;
}

/* The literals about the variable, when they are about all of its bits: the value that they exclude. */
static bool excluded(const struct speech *s, term clause, term variable, mpz_t value) {
    uint32_t width = sort_width(s->bank, term_sort(s->bank, variable)), seen = 0;
    mpz_t bits;
    mpz_init(bits);
    mpz_set_ui(value, 0);
    for (uint32_t i = 0; i < term_arity(s->bank, clause); i++) {
        struct bit_literal l;
        if (!as_bit(s, term_arg(s->bank, clause, i), &l) || !term_same(l.variable, variable)) continue;
        seen += !mpz_tstbit(bits, l.index);
        mpz_setbit(bits, l.index);
        if (!l.value) mpz_setbit(value, l.index);
    }
    mpz_clear(bits);
    return seen == width;
}

/* `!(a && b)` as `!a || !b`. */
static term as_clause(struct speech *s, term t) {
    if (!term_is(s->bank, t, TERM_NOT) || !term_is(s->bank, term_arg(s->bank, t, 0), TERM_AND)) return t;
    term conjunction = term_arg(s->bank, t, 0);
    term_list parts = {0};
    for (uint32_t i = 0; i < term_arity(s->bank, conjunction); i++)
        vec_push(&parts, term_not(s->bank, term_arg(s->bank, conjunction, i)));
    term clause = term_or(s->bank, parts.data, parts.size);
    vec_free(&parts);
    return clause;
}

term speech_words(struct speech *s, term formula) {
    term clause = as_clause(s, formula);
    if (!term_is(s->bank, clause, TERM_OR)) return clause;
    term_list parts = {0};
    struct hash_map done = {0}; /* variable -> 1: said as a word, 0: in bits */
    mpz_t value;
    mpz_init(value);
    uint32_t n = term_arity(s->bank, clause);
    for (uint32_t i = 0; i < n; i++) {
        struct bit_literal l;
        term part = term_arg(s->bank, clause, i);
        if (!as_bit(s, part, &l)) {
            vec_push(&parts, part);
            continue;
        }
        uint32_t as_word = hash_map_get(&done, l.variable.id);
        if (as_word == HASH_NONE) {
            as_word = excluded(s, clause, l.variable, value);
            hash_map_put(&done, l.variable.id, as_word);
            uint32_t width = sort_width(s->bank, term_sort(s->bank, l.variable));
            if (as_word)
                vec_push(&parts, term_not(s->bank,
                                          term_eq(s->bank, l.variable, term_bits_of(s->bank, value, width))));
        }
        if (!as_word) vec_push(&parts, part);
    }
    term words = term_or(s->bank, parts.data, parts.size);
    mpz_clear(value);
    hash_map_free(&done);
    vec_free(&parts);
    return words;
}

/* ---- conditions ---- */

/* A condition that is simple enough to be looked for in others: a truth about a variable. */
static bool is_condition(const struct speech *s, term t) {
    if (term_is(s->bank, t, TERM_NOT)) t = term_arg(s->bank, t, 0);
    if (term_is(s->bank, t, TERM_VARIABLE)) return true;
    return term_is(s->bank, t, TERM_EQ) && (term_is(s->bank, term_arg(s->bank, t, 0), TERM_VARIABLE) ||
                                            term_is(s->bank, term_arg(s->bank, t, 1), TERM_VARIABLE));
}

/* The term where the condition has that value. */
static term under(struct speech *s, term t, term condition, bool value) {
    struct substitution known;
    if (term_is(s->bank, condition, TERM_NOT)) condition = term_arg(s->bank, condition, 0), value = !value;
    substitution_init(&known, s->bank);
    substitution_bind(&known, condition, term_bool(s->bank, value));
    term result = substitution_apply(&known, t);
    substitution_fini(&known);
    return result;
}

term speech_condition(struct speech *s, term t) {
    bool negated = term_is(s->bank, t, TERM_NOT);
    term inner = negated ? term_arg(s->bank, t, 0) : t;
    bool all = term_is(s->bank, inner, TERM_AND); /* the others matter where the condition is true */
    if (!all && !term_is(s->bank, inner, TERM_OR)) return t;
    term_list parts = {0};
    vec_append(&parts, term_args(s->bank, inner), term_arity(s->bank, inner));
    for (uint32_t i = 0; i < parts.size; i++)
        for (uint32_t k = 0; k < parts.size && is_condition(s, parts.data[i]); k++)
            if (k != i) parts.data[k] = under(s, parts.data[k], parts.data[i], all);
    term result = all ? term_and(s->bank, parts.data, parts.size) : term_or(s->bank, parts.data, parts.size);
    vec_free(&parts);
    return as_clause(s, negated ? term_not(s->bank, result) : result);
}

/* ---- what is mentioned ---- */

static int compare_terms(const void *a, const void *b) {
    uint32_t x = ((const term *)a)->id, y = ((const term *)b)->id;
    return x < y ? -1 : x > y;
}

void speech_collect(const struct speech *s, const term *roots, uint32_t n, term_list *out) {
    struct hash_map seen = {0};
    term_list stack = {0};
    uint32_t start = out->size;
    for (uint32_t i = 0; i < n; i++) vec_push(&stack, roots[i]);
    while (stack.size) {
        term t = vec_pop(&stack);
        if (hash_map_get(&seen, t.id) != HASH_NONE) continue;
        hash_map_put(&seen, t.id, 1);
        vec_push(out, t);
        if (speech_name(s, t).name) continue;
        for (uint32_t i = 0; i < term_arity(s->bank, t); i++) vec_push(&stack, term_arg(s->bank, t, i));
    }
    if (out->size > start) qsort(out->data + start, out->size - start, sizeof(term), compare_terms);
    hash_map_free(&seen);
    vec_free(&stack);
}
