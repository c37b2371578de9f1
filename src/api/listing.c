/* What this version has: engines and their options. The one list of engines is here; the first is the
 * default. */
#include "api/context.h"

#include "engine/bit/bit.h"

#include <string.h>

static const struct engine *const engines[] = {&engine_ic3,  &engine_ic3_local, &engine_imc,
                                               &engine_ipdr, &engine_bmc,       &engine_kind};
enum { ENGINES = sizeof engines / sizeof *engines };

const struct engine *engines_find(const char *name) {
    for (int i = 0; i < ENGINES; i++)
        if (!strcmp(engines[i]->name, name)) return engines[i];
    return NULL;
}

const struct engine *engines_default(void) {
    return engines[0];
}

char *induct_engines_text(void) {
    struct text text = {0};
    for (int i = 0; i < ENGINES; i++)
        text_format(&text, "%-10s %-9s %s\n%20s %s%s\n", engines[i]->name, engines[i]->level,
                    engines[i]->summary, "after", engines[i]->paper, i ? "" : "; the default");
    return text_take(&text);
}

char *induct_engines_json(void) {
    struct text text = {0};
    text_add(&text, "[");
    for (int i = 0; i < ENGINES; i++) {
        text_add(&text, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        text_json_string(&text, engines[i]->name);
        text_add(&text, ", \"level\": ");
        text_json_string(&text, engines[i]->level);
        text_add(&text, ", \"paper\": ");
        text_json_string(&text, engines[i]->paper);
        text_add(&text, ", \"summary\": ");
        text_json_string(&text, engines[i]->summary);
        text_format(&text, ", \"default\": %s}", i ? "false" : "true");
    }
    text_add(&text, "\n]\n");
    return text_take(&text);
}

static char *options(const char *engine, void (*list)(struct text *, const char *)) {
    const struct engine *found = engine ? engines_find(engine) : NULL;
    if (engine && !found) return NULL;
    struct text text = {0};
    char *groups = found ? mem_format("%s evidence", found->groups) : NULL;
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
