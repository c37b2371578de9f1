/* What this version has: engines and their options. The one list of engines is here. */
#include "api/context.h"

#include "engine/bit/bit.h"
#include "engine/program_engines.h"
#include "engine/system/system_engines.h"

#include <string.h>

/* Two names stand for an engine at each level; the rows for systems are here because neither level knows the
 * other. */
static const struct engine engine_smt_bmc = {
    .name = "bmc",
    .paper = "Biere, Cimatti, Clarke & Zhu, TACAS 1999",
    .groups = "bmc",
    .run_system = smt_bmc_run,
};
static const struct engine engine_smt_kind = {
    .name = "kind",
    .paper = "Sheeran, Singh & Stalmarck, FMCAD 2000",
    .groups = "kind",
    .run_system = smt_kind_run,
};

/* The engines of each level; the first is its default. Programs are also given to the engines of the other
 * levels, by their symbolic encoding. */
static const struct engine *const circuits[] = {&engine_ic3, &engine_ic3_local, &engine_imc, &engine_ipdr,
                                                &engine_bmc, &engine_kind,      NULL};
static const struct engine *const systems[] = {&engine_ic3ia,   &engine_ic3_smt,  &engine_ctigar,
                                               &engine_smt_bmc, &engine_smt_kind, NULL};
static const struct engine *const programs[] = {&engine_tree_ic3,
                                                &engine_tree_ic3_itp,
                                                &engine_tree_ic3_itp_mono,
                                                &engine_tree_itp,
                                                &engine_tree_ic3ia,
                                                &engine_ic3cfa,
                                                NULL};

/* What programs are given to by default, chosen by measurement; programs over bits that integers cannot say go to the
 * default of bit-vector systems instead (run_program.c). */
static const char default_for_programs[] = "ic3cfa";

static const struct level {
    const char *name;
    const struct engine *const *engines;
} levels[] = {{"circuit", circuits}, {"system", systems}, {"program", programs}};
enum { CIRCUIT, SYSTEM, PROGRAM, LEVELS };

static const struct engine *find(int level, const char *name) {
    const struct engine *const *e = levels[level].engines;
    while (*e && strcmp((*e)->name, name)) e++;
    return *e;
}

const struct engine *engines_find(const char *name) {
    return find(CIRCUIT, name);
}

const struct engine *engines_find_system(const char *name) {
    return find(SYSTEM, name);
}

const struct engine *engines_find_program(const char *name) {
    return find(PROGRAM, name);
}

const struct engine *engines_default(void) {
    return circuits[0];
}

const struct engine *engines_default_system(void) {
    return systems[0];
}

const char *engines_default_program(void) {
    return default_for_programs;
}

static bool is_default(int level, const char *name) {
    return !strcmp(name, level == PROGRAM ? default_for_programs : levels[level].engines[0]->name);
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
        if (find(i, engine->name)) return false;
    for (int i = 0; i < LEVELS; i++) {
        if (find(i, engine->name)) add_word(&l->level, levels[i].name);
        if (is_default(i, engine->name)) add_word(&l->default_for, levels[i].name);
    }
    return true;
}

/* Calls `add` for every engine. */
static void each(struct text *out, void (*add)(struct text *, const struct listed *)) {
    for (int level = 0; level < LEVELS; level++)
        for (const struct engine *const *e = levels[level].engines; *e; e++) {
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

char *induct_engines_text(void) {
    struct text text = {0};
    each(&text, add_text);
    return text_take(&text);
}

char *induct_engines_json(void) {
    struct text text = {0};
    text_add(&text, "[");
    each(&text, add_json);
    text_add(&text, "\n]\n");
    return text_take(&text);
}

static char *options(const char *engine, void (*list)(struct text *, const char *)) {
    struct text text = {0}, groups = {0};
    bool known = !engine;
    for (int i = 0; engine && i < LEVELS; i++) {
        const struct engine *e = find(i, engine);
        if (e) text_format(&groups, "%s ", e->groups);
        known |= e != NULL;
    }
    text_add(&groups, "program evidence");
    if (known) list(&text, engine ? groups.data : NULL);
    text_fini(&groups);
    return known ? text_take(&text) : NULL;
}

char *induct_options_text(const char *engine) {
    return options(engine, options_list);
}

char *induct_options_json(const char *engine) {
    return options(engine, options_json);
}
