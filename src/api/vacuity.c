/* What is said of a proof that may be vacuous. The looks together cost at most a twentieth of the time so far, or a
 * tenth of a second. */
#include "api/context.h"

#include "check/system/check_system.h"
#include "solve/vacuity.h"

#include <string.h>

enum induct_status induct_set_vacuity(struct induct *c, const char *word) {
    static const char *const words[] = {"warn", "off", "error"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(words[i], word)) continue;
        c->vacuity = (enum context_vacuity)i;
        return INDUCT_OK;
    }
    return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                             "vacuity is one of off, warn, error, not '%s'", word);
}

static bool confirm(void *client, const struct system *system, uint32_t property,
                    const struct system_invariant *invariant, struct limits *limits) {
    struct text why = {0};
    (void)client;
    bool good =
        check_system_invariant(system, property, invariant, CHECK_BY_DEFAULT, limits, &why) == CHECK_ACCEPTED;
    text_fini(&why);
    return good;
}

/* The work that is left for looking, in all of the run. */
static uint64_t budget(const struct induct *c) {
    uint64_t all = c->options.vacuity_ms * 1000;
    return c->vacuity_work < all ? all - c->vacuity_work : 0;
}

static struct vacuity_case vacuity_case(struct induct *c, const struct system *system) {
    enum { PATIENCE = 5 }; /* a machine that has other things to do, too */
    return (struct vacuity_case){.system = system,
                                 .file = c->file,
                                 .options = &c->options,
                                 .work = budget(c),
                                 .spent = &c->vacuity_work,
                                 .seconds = PATIENCE * (double)c->options.vacuity_ms / 1e3,
                                 .confirm = confirm};
}

/* What an assumption is called: its symbol or label, and where it is. */
static void name_assumption(struct text *out, const struct induct *c, uint32_t position) {
    bool system = c->model.level == LEVEL_SYSTEM;
    const struct design_name *n =
        system ? design_find(&c->model.system->design, DESIGN_ASSUMPTION, position) : NULL;
    const char *name = n ? n->name : system ? NULL : c->model.circuit->constraints.data[position].name;
    if (name && *name && n && n->source)
        text_format(out, "%s (%s)", name, n->source);
    else if (name && *name)
        text_add(out, name);
    else if (n && n->source)
        text_add(out, n->source);
    else
        text_format(out, "constraint %u", position);
}

/* Once in a run: whether there are runs. */
static void look_at_runs(struct induct *c, const struct system *system) {
    enum { MANY = 8 };
    u32s conflict = {0};
    struct vacuity_case v = vacuity_case(c, system);
    c->dead_end = vacuity_of_runs(&v, &conflict);
    if (c->dead_end != VACUITY_UNKNOWN) {
        struct text names = {0};
        for (uint32_t i = 0; i < conflict.size && i < MANY; i++) {
            if (i) text_add(&names, ", ");
            name_assumption(&names, c, conflict.data[i]);
        }
        if (conflict.size > MANY) text_format(&names, " and %u more", conflict.size - MANY);
        messages_warn(&c->messages, (struct position){.file = c->file},
                      "assumptions contradict each other in step %d: %s; nothing is checked from there on",
                      c->dead_end, names.data ? names.data : "");
        text_fini(&names);
    }
    vec_free(&conflict);
}

static void look_at_condition(struct induct *c, const struct system *system, struct entry *entry,
                              uint32_t number) {
    struct vacuity_case v = vacuity_case(c, system);
    entry->result.idle = vacuity_of_condition(&v, number);
    if (!entry->result.idle) return;
    const char *source = induct_property_source(c, number);
    messages_warn(&c->messages, (struct position){.file = c->file},
                  "property %s: its condition is never true%s%s%s, so that nothing is asserted", entry->name,
                  source ? " (" : "", source ? source : "", source ? ")" : "");
}

static void look(struct induct *c, struct entry *entry, uint32_t number) {
    bool circuit = c->model.level == LEVEL_CIRCUIT;
    uint32_t constraints = circuit ? c->model.circuit->constraints.size : c->model.system->constraints.size;
    bool runs = constraints && !c->vacuity_looked && budget(c) > 0;
    if (runs) {
        c->vacuity_looked = true;
        struct system *system = circuit ? vacuity_system(c->model.circuit) : NULL;
        look_at_runs(c, circuit ? system : c->model.system);
        system_free(system);
    }
    if (!circuit && !term_is_none(c->model.system->properties.data[number].condition) && budget(c) > 0 &&
        c->dead_end != 0)
        look_at_condition(c, c->model.system, entry, number);
}

void context_look_for_vacuity(struct induct *c, uint32_t number) {
    struct entry *entry = &c->entries.data[number];
    if (c->vacuity == CONTEXT_VACUITY_OFF || c->model.level == LEVEL_PROGRAM) return;
    look(c, entry, number);
    entry->result.vacuous = c->dead_end == 0;
    entry->result.dead_end = c->dead_end;
    if (c->vacuity != CONTEXT_VACUITY_ERROR || (c->dead_end == VACUITY_UNKNOWN && !entry->result.idle))
        return;
    entry->result.verdict = INDUCT_UNKNOWN;
    reason_set(&entry->result, c->dead_end != VACUITY_UNKNOWN
                                   ? "vacuous: the assumptions contradict each other"
                                   : "vacuous: the condition is never true");
}
