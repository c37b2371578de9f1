/* What this version has: engines and their options. The one list of engines is here. */
#include "solve/engines.h"

#include "solve/solve.h"

#include "engine/bit/bit.h"
#include "engine/explicit/explicit.h"
#include "engine/program_engines.h"
#include "engine/system/system_engines.h"

#include <string.h>

/* The engines of each level, the default of circuits and of systems first. Programs are also given to the engines
 * of the other levels, by their symbolic encoding. */
static const struct engine *const circuits[] = {&engine_ic3, &engine_ic3_local, &engine_imc, &engine_ipdr,
                                                &engine_bmc, &engine_kind,      NULL};
static const struct engine *const systems[] = {
    &engine_ic3ia,    &engine_ic3_smt, &engine_ctigar,   &engine_smt_bmc,
    &engine_smt_kind, &engine_kind_ia, &engine_cegar_pa, NULL};
static const struct engine *const programs[] = {&engine_tree_ic3,
                                                &engine_tree_ic3_itp,
                                                &engine_tree_ic3_itp_mono,
                                                &engine_tree_itp,
                                                &engine_tree_ic3ia,
                                                &engine_tree_pa,
                                                &engine_ic3cfa,
                                                NULL};
static const struct engine *const *const lists[LEVELS] = {circuits, systems, programs};

const struct engine *engines_find(enum level level, const char *name) {
    const struct engine *const *e = lists[level];
    while (*e && strcmp((*e)->name, name)) e++;
    return *e;
}

/* Of programs: chosen by measurement. Those over bits that integers cannot say go to the default of bit-vector
 * systems instead (rows.c). */
const struct engine *engines_default(enum level level) {
    return level == LEVEL_PROGRAM ? &engine_ic3cfa : lists[level][0];
}

bool solve_choose(struct solve_choice *choice, const char *name) {
    struct solve_choice found;
    bool any = false;
    for (int level = 0; level < LEVELS; level++) {
        found.at[level] = engines_find((enum level)level, name);
        any |= found.at[level] != NULL;
    }
    if (any) *choice = found;
    return any;
}

const char *solve_choice_name(const struct solve_choice *choice) {
    for (int level = 0; level < LEVELS; level++)
        if (choice->at[level]) return choice->at[level]->name;
    return NULL;
}

/* An engine with what is to be said about it: names are listed once, where they come first. */
struct listed {
    const struct engine *engine;
    struct text level;       /* "circuit, system" */
    struct text default_for; /* likewise; empty: none */
};

static void add_word(struct text *list, const char *word) {
    text_format(list, "%s%s", list->size ? ", " : "", word);
}

/* Says what there is to say; false: the name was listed at an earlier level. */
static bool describe(struct listed *l, int level, const struct engine *engine) {
    *l = (struct listed){.engine = engine};
    for (int i = 0; i < level; i++)
        if (engines_find((enum level)i, engine->name)) return false;
    for (int i = 0; i < LEVELS; i++) {
        if (engines_find((enum level)i, engine->name)) add_word(&l->level, level_name((enum level)i));
        if (!strcmp(engines_default((enum level)i)->name, engine->name))
            add_word(&l->default_for, level_name((enum level)i));
    }
    return true;
}

/* Calls `add` for every engine. */
static void each(struct text *out, void (*add)(struct text *, const struct listed *)) {
    for (int level = 0; level < LEVELS; level++)
        for (const struct engine *const *e = lists[level]; *e; e++) {
            struct listed l;
            if (describe(&l, level, *e)) add(out, &l);
            text_fini(&l.level);
            text_fini(&l.default_for);
        }
}

static void add_text(struct text *out, const struct listed *l) {
    text_format(out, "%-18s %-15s %s\n%34s %s%s%s\n", l->engine->name, l->level.data, l->engine->summary,
                "after", l->engine->paper, l->default_for.size ? "; the default for a " : "",
                l->default_for.size ? l->default_for.data : "");
}

static void add_pair(struct text *out, const char *key, const char *value) {
    text_format(out, "\"%s\": ", key);
    text_json_string(out, value);
    text_add(out, ", ");
}

static void add_json(struct text *out, const struct listed *l) {
    text_add(out, out->size > 1 ? ",\n  {" : "\n  {");
    add_pair(out, "name", l->engine->name);
    add_pair(out, "level", l->level.data);
    add_pair(out, "paper", l->engine->paper);
    add_pair(out, "summary", l->engine->summary);
    add_pair(out, "default_for", l->default_for.size ? l->default_for.data : "");
    text_format(out, "\"default\": %s}", l->default_for.size ? "true" : "false");
}

void engines_text(struct text *text) {
    each(text, add_text);
    text_format(text, "\n%29s%s\n", "", "docs/PAPERS.md has the papers whose keys are in brackets");
}

void engines_json(struct text *text) {
    text_add(text, "[");
    each(text, add_json);
    text_add(text, "\n]\n");
}

bool engines_options(struct text *text, const char *engine, bool json) {
    struct text groups = {0};
    struct solve_choice choice = {{0}};
    bool known = !engine || solve_choose(&choice, engine);
    for (int i = 0; i < LEVELS; i++)
        if (choice.at[i]) text_format(&groups, "%s ", choice.at[i]->groups);
    text_add(&groups, "program evidence");
    if (known) (json ? options_json : options_list)(text, engine ? groups.data : NULL);
    text_fini(&groups);
    return known;
}
