#include "transform/system/names.h"

#include "logic/print.h"
#include "transform/system/view.h"

/* True: the variable has a new one. */
static bool rename_variable(struct terms *bank, struct substitution *names, term *variable) {
    const char *name = term_name(bank, *variable);
    if (!print_hides_operator(name)) return false;
    term renamed = term_fresh(bank, name, term_sort(bank, *variable));
    substitution_bind(names, *variable, renamed);
    *variable = renamed;
    return true;
}

static void apply(struct substitution *names, term *t) {
    if (!term_is_none(*t)) *t = substitution_apply(names, *t);
}

struct system *system_rename_operators(const struct system *from) {
    struct system *to = system_view_new(from);
    struct substitution names;
    substitution_init(&names, from->terms);
    bool renamed = false;
    vec_each (struct system_state, s, &to->states) {
        renamed |= rename_variable(to->terms, &names, &s->now);
        renamed |= rename_variable(to->terms, &names, &s->next);
    }
    vec_each (struct system_input, i, &to->inputs) renamed |= rename_variable(to->terms, &names, &i->now);
    if (renamed) {
        apply(&names, &to->init);
        apply(&names, &to->trans);
        vec_each (term, t, &to->constraints) apply(&names, t);
        vec_each (struct system_property, p, &to->properties) apply(&names, &p->good);
        vec_each (struct system_state, s, &to->states) {
            apply(&names, &s->first);
            apply(&names, &s->update);
        }
    }
    substitution_fini(&names);
    if (renamed) return to;
    system_view_free(to);
    return NULL;
}
