#include "cli/step_list.h"

static uint64_t natural(const json_t *object, const char *key) {
    uint64_t value = 0;
    return json_natural(json_member(object, key), UINT32_MAX, &value) ? value : 0;
}

void steps_open(struct steps_read *s, const char *json) {
    struct messages messages = {0};
    *s = (struct steps_read){0};
    if (json && json_read(&s->json, json, strlen(json), "steps", &messages) == STATUS_OK) {
        s->told = json_member(s->json, "steps");
        s->n = (uint32_t)json_count(s->told);
        s->omitted = natural(s->json, "omitted");
    }
    messages_fini(&messages);
}

void steps_close(struct steps_read *s) {
    json_free(s->json);
}

struct step steps_get(const struct steps_read *s, uint32_t i) {
    const json_t *step = json_element(s->told, i);
    return (struct step){.number = natural(step, "step"),
                         .line = natural(step, "line"),
                         .column = natural(step, "column"),
                         .file = json_text(json_member(step, "file")),
                         .function = json_text(json_member(step, "function")),
                         .text = json_text(json_member(step, "text")),
                         .values = json_member(step, "values")};
}

void steps_describe(struct text *out, const struct step *step, uint32_t most) {
    if (step->text) text_add(out, step->text);
    for (uint32_t i = 0; i < json_count(step->values); i++) {
        if (i == most) {
            text_add(out, ", ...");
            break;
        }
        const json_t *pair = json_element(step->values, i);
        const char *name = json_text(json_member(pair, "name")),
                   *value = json_text(json_member(pair, "value"));
        text_format(out, "%s%s = %s",
                    i            ? ", "
                    : step->text ? "; "
                                 : "",
                    name ? name : "", value ? value : "");
    }
}
