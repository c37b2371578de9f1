/* BTOR2 certificates: which variables of the model those of the witness stand for. */
#include "check/judge/verify.h"

#include "check/system/system_certificate.h"
#include "format/btor2/btor2.h"
#include "format/btor2/btor2_certificate.h"

struct mapping {
    const struct system *model, *witness;
    struct hash_map ids;  /* line of the model -> 1 + position of the variable: states, then inputs */
    struct hash_map used; /* variables that one stands for */
    term_list states, inputs;
    struct text *why;
};

static term variable_at(const struct system *s, uint32_t position) {
    return position < s->states.size ? s->states.data[position].now
                                     : s->inputs.data[position - s->states.size].now;
}

/* Sorts of two banks. */
static bool same_sort(const struct terms *a, sort x, const struct terms *b, sort y) {
    if (sort_kind(a, x) != sort_kind(b, y)) return false;
    if (sort_kind(a, x) == SORT_BV) return sort_width(a, x) == sort_width(b, y);
    return sort_kind(a, x) != SORT_ARRAY || (same_sort(a, sort_index(a, x), b, sort_index(b, y)) &&
                                             same_sort(a, sort_element(a, x), b, sort_element(b, y)));
}

static bool take(struct mapping *m, const char *name, term own, term model, term_list *out) {
    if (!term_is_none(model)) {
        if (!same_sort(m->witness->terms, term_sort(m->witness->terms, own), m->model->terms,
                       term_sort(m->model->terms, model)))
            text_format(m->why, "'%s' has another sort than what it stands for", name);
        else if (hash_map_get(&m->used, model.id) != HASH_NONE)
            text_format(m->why, "'%s' stands for what another one stands for", name);
        hash_map_put(&m->used, model.id, 1);
    }
    vec_push(out, model);
    return !m->why->size;
}

static bool take_named(struct mapping *m, const char *name, term own, term_list *out) {
    uint64_t id;
    term model = TERM_NONE;
    if (!btor2_certificate_id(name, &id))
        text_format(m->why, "'%s' is no line of the model, and no other name begins with '='", name);
    else if (id && hash_map_get(&m->ids, id) == HASH_NONE)
        text_format(m->why, "'%s': the model has no input or state in that line", name);
    else if (id)
        model = variable_at(m->model, hash_map_get(&m->ids, id));
    return !m->why->size && take(m, name, own, model, out);
}

static bool has_names(const struct system *witness) {
    vec_each (const struct system_state, s, &witness->states)
        if (*s->name == '=') return true;
    vec_each (const struct system_input, i, &witness->inputs)
        if (*i->name == '=') return true;
    return false;
}

/* By names; where there are none, the first of either kind stand for the first of the model. */
static bool map_variables(struct mapping *m) {
    bool named = has_names(m->witness), good = true;
    uint32_t states = m->model->states.size, inputs = m->model->inputs.size;
    for (uint32_t i = 0; i < states; i++) hash_map_put(&m->ids, m->model->states.data[i].node, i);
    for (uint32_t i = 0; i < inputs; i++) hash_map_put(&m->ids, m->model->inputs.data[i].node, states + i);
    for (uint32_t i = 0; i < m->witness->states.size && good; i++) {
        const struct system_state *s = &m->witness->states.data[i];
        term model = i < states ? variable_at(m->model, i) : TERM_NONE;
        good =
            named ? take_named(m, s->name, s->now, &m->states) : take(m, s->name, s->now, model, &m->states);
    }
    for (uint32_t i = 0; i < m->witness->inputs.size && good; i++) {
        const struct system_input *in = &m->witness->inputs.data[i];
        term model = i < inputs ? variable_at(m->model, states + i) : TERM_NONE;
        good = named ? take_named(m, in->name, in->now, &m->inputs)
                     : take(m, in->name, in->now, model, &m->inputs);
    }
    return good;
}

/* The first property that it is accepted for; else what is said about the first one. */
static void judge_all(const struct verify_case *c, const struct mapping *m, struct verified *v) {
    const struct certificate_map map = {m->states.data, m->inputs.data};
    uint32_t tried = 0;
    for (uint32_t i = 0; i < m->model->properties.size && v->result == CHECK_REJECTED; i++) {
        if (!c->selected[i]) continue;
        struct text why = {0};
        v->property = i;
        v->result = check_system_certificate(m->model, i, m->witness, &map, c->check.limits, &why);
        if (!tried++) text_add(&v->why, why.data ? why.data : "");
        text_fini(&why);
    }
    if (tried < 2 || v->result != CHECK_REJECTED) return;
    struct text all = {0};
    text_format(&all, "it proves none of the %u properties; for the first one: %s", tried, v->why.data);
    text_fini(&v->why);
    v->why = all;
}

enum status verify_words(const struct verify_case *c, const struct text *bytes, const char *name,
                         struct verified *v) {
    const struct system *model = c->check.model.system;
    struct system *witness = NULL;
    *v = (struct verified){.result = CHECK_REJECTED};
    if (!btor2_certificate_fits(model))
        return messages_fail(
            c->messages, STATUS_MALFORMED, (struct position){.file = name, .line = 1, .column = 1},
            "a BTOR2 certificate is about the lines of a BTOR2 file, which the model is not");
    enum status status = btor2_read(&witness, TERMS_PLAIN, bytes->data, bytes->size, name, c->messages);
    if (status != STATUS_OK) return status;
    struct mapping m = {.model = model, .witness = witness, .why = &v->why};
    if (!witness->properties.size)
        text_add(&v->why, "the certificate has no property");
    else if (map_variables(&m))
        judge_all(c, &m, v);
    hash_map_free(&m.ids);
    hash_map_free(&m.used);
    vec_free(&m.states);
    vec_free(&m.inputs);
    system_free(witness);
    return STATUS_OK;
}
