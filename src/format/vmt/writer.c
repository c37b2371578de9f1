/* Writing VMT-LIB. */
#include "format/vmt/vmt.h"

#include "logic/print.h"

#include <ctype.h>

/* A symbol for a definition that the system does not use: the prefix and a number. */
static char *definition_name(const struct ts *ts, const char *prefix, uint32_t *counter) {
    for (;;) {
        char *name = mem_format("%s%u", prefix, (*counter)++);
        if (term_is_none(term_find_variable(ts->terms, name)) && function_find(ts->terms, name) == UINT32_MAX)
            return name;
        mem_free(name);
    }
}

static void define(struct text *out, const struct ts *ts, const char *prefix, uint32_t *counter, term t,
                   const char *annotation) {
    char *name = definition_name(ts, prefix, counter);
    text_format(out, "(define-fun %s () ", name);
    print_sort(out, ts->terms, term_sort(ts->terms, t));
    text_add(out, " (! ");
    print_term(out, ts->terms, t);
    text_format(out, " %s))\n", annotation);
    mem_free(name);
}

static void write_states(struct text *out, const struct ts *ts) {
    uint32_t counter = 0;
    vec_each (const struct ts_state, s, &ts->states) {
        struct text next = {0};
        text_add(&next, ":next ");
        print_symbol(&next, term_name(ts->terms, s->next));
        define(out, ts, ".state", &counter, s->now, next.data);
        text_fini(&next);
    }
}

/* Everything is declared: states and inputs whether used or not, then sorts and functions. */
static void write_declarations(struct text *out, const struct ts *ts, const term_list *formulas) {
    term_list roots = {0};
    vec_each (const struct ts_state, s, &ts->states) {
        vec_push(&roots, s->now);
        vec_push(&roots, s->next);
    }
    vec_each (const struct ts_input, i, &ts->inputs) vec_push(&roots, i->now);
    vec_append(&roots, formulas->data, formulas->size);
    print_declarations(out, ts->terms, roots.data, roots.size);
    vec_free(&roots);
}

static bool numbered(const struct ts *ts) {
    vec_each (const struct ts_property, p, &ts->properties)
        for (const char *c = p->name; *c; c++)
            if (!isdigit((unsigned char)*c)) return false;
    return true;
}

static void write_properties(struct text *out, const struct ts *ts, const term *formulas) {
    bool by_name = numbered(ts);
    uint32_t counter = 0;
    for (uint32_t i = 0; i < ts->properties.size; i++) {
        const struct ts_property *p = &ts->properties.data[i];
        char *annotation =
            by_name ? mem_format(":invar-property %s", p->name) : mem_format(":invar-property %u", i);
        if (!by_name) text_format(out, "; property %s\n", p->name);
        define(out, ts, ".good", &counter, formulas[i], annotation);
        mem_free(annotation);
    }
    vec_each (const struct ts_unsupported, u, &ts->unsupported)
        text_format(out, "; not written: %s %s\n", u->what, u->name);
}

void vmt_write(struct text *out, const struct ts *ts) {
    term_list formulas = {0}; /* init, trans, then the properties */
    term constraint = ts_constraint_formula(ts);
    vec_push(&formulas, ts_init_formula(ts));
    vec_push(&formulas, ts_trans_formula(ts));
    vec_each (const struct ts_property, p, &ts->properties) vec_push(&formulas, p->good);
    if (ts->constraints.size) {
        formulas.data[1] = term_and2(ts->terms, constraint, formulas.data[1]);
        for (uint32_t i = 2; i < formulas.size; i++)
            formulas.data[i] = term_implies(ts->terms, constraint, formulas.data[i]);
    }
    uint32_t counter = 0;
    write_declarations(out, ts, &formulas);
    write_states(out, ts);
    define(out, ts, ".init", &counter, formulas.data[0], ":init true");
    define(out, ts, ".trans", &counter, formulas.data[1], ":trans true");
    write_properties(out, ts, formulas.data + 2);
    vec_free(&formulas);
}
