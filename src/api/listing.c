/* What this version has: engines and their options. The one list of engines is here. */
#include "api/context.h"

#include "engine/bit/bit.h"
#include "engine/smt/smt_engines.h"

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

/* The engines of each level; the first is its default. */
static const struct engine *const engines[] = {&engine_ic3,  &engine_ic3_local, &engine_imc,
                                               &engine_ipdr, &engine_bmc,       &engine_kind};
static const struct engine *const systems[] = {&engine_ic3ia, &engine_ic3_smt, &engine_ctigar,
                                               &engine_smt_bmc, &engine_smt_kind};
enum { ENGINES = sizeof engines / sizeof *engines, SYSTEMS = sizeof systems / sizeof *systems };

const struct engine *engines_find(const char *name) {
    for (int i = 0; i < ENGINES; i++)
        if (!strcmp(engines[i]->name, name)) return engines[i];
    return NULL;
}

const struct engine *engines_find_system(const char *name) {
    for (int i = 0; i < SYSTEMS; i++)
        if (!strcmp(systems[i]->name, name)) return systems[i];
    return NULL;
}

const struct engine *engines_default(void) {
    return engines[0];
}

const struct engine *engines_default_system(void) {
    return systems[0];
}

/* Engine number i of both lists, each name once, with what is to be said about it; false behind the last. */
struct listed {
    const struct engine *engine;
    const char *level;
    bool is_default;
};

static bool listed(int i, struct listed *out) {
    if (i < ENGINES) {
        bool both = engines_find_system(engines[i]->name);
        *out = (struct listed){engines[i], both ? "circuit, system" : "circuit", i == 0};
        return true;
    }
    int rest = i - ENGINES;
    for (int k = 0; k < SYSTEMS; k++) {
        if (engines_find(systems[k]->name) || rest-- > 0) continue;
        *out = (struct listed){systems[k], "system", k == 0};
        return true;
    }
    return false;
}

char *induct_engines_text(void) {
    struct text text = {0};
    struct listed l;
    for (int i = 0; listed(i, &l); i++)
        text_format(&text, "%-10s %-15s %s\n%26s %s%s%s\n", l.engine->name, l.level, l.engine->summary,
                    "after", l.engine->paper, l.is_default ? "; the default for a " : "",
                    l.is_default ? l.level : "");
    return text_take(&text);
}

char *induct_engines_json(void) {
    struct text text = {0};
    struct listed l;
    text_add(&text, "[");
    for (int i = 0; listed(i, &l); i++) {
        text_add(&text, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        text_json_string(&text, l.engine->name);
        text_add(&text, ", \"level\": ");
        text_json_string(&text, l.level);
        text_add(&text, ", \"paper\": ");
        text_json_string(&text, l.engine->paper);
        text_add(&text, ", \"summary\": ");
        text_json_string(&text, l.engine->summary);
        text_format(&text, ", \"default\": %s}", l.is_default ? "true" : "false");
    }
    text_add(&text, "\n]\n");
    return text_take(&text);
}

static char *options(const char *engine, void (*list)(struct text *, const char *)) {
    const struct engine *circuit = engine ? engines_find(engine) : NULL;
    const struct engine *system = engine ? engines_find_system(engine) : NULL;
    if (engine && !circuit && !system) return NULL;
    struct text text = {0};
    char *groups =
        engine ? mem_format("%s %s evidence", circuit ? circuit->groups : "", system ? system->groups : "")
               : NULL;
    list(&text, groups);
    mem_free(groups);
    return text_take(&text);
}

char *induct_options_text(const char *engine) {
    return options(engine, options_list);
}

char *induct_options_json(const char *engine) {
    return options(engine, options_json);
}
