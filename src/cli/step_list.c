#include "cli/step_list.h"

static uint64_t natural(const struct json *j, uint32_t object, const char *key) {
    uint64_t value = 0;
    return json_natural(j, json_member(j, object, key), UINT32_MAX, &value) ? value : 0;
}

void steps_open(struct steps_read *s, const char *json) {
    struct messages messages = {0};
    *s = (struct steps_read){0};
    if (json && json_read(&s->json, json, strlen(json), "steps", &messages) == STATUS_OK) {
        json_each(&s->json, node, json_member(&s->json, JSON_ROOT, "steps")) vec_push(&s->nodes, node);
        s->omitted = natural(&s->json, JSON_ROOT, "omitted");
    }
    messages_fini(&messages);
}

void steps_close(struct steps_read *s) {
    if (s->json.nodes.size) json_free(&s->json);
    vec_free(&s->nodes);
}

struct step steps_get(const struct steps_read *s, uint32_t i) {
    const struct json *j = &s->json;
    uint32_t node = s->nodes.data[i];
    return (struct step){.number = natural(j, node, "step"),
                         .line = natural(j, node, "line"),
                         .column = natural(j, node, "column"),
                         .file = json_text(j, json_member(j, node, "file")),
                         .function = json_text(j, json_member(j, node, "function")),
                         .text = json_text(j, json_member(j, node, "text")),
                         .values = json_member(j, node, "values")};
}

void steps_describe(struct text *out, const struct steps_read *s, const struct step *step, uint32_t most) {
    const struct json *j = &s->json;
    uint32_t told = 0;
    if (step->text) text_add(out, step->text);
    json_each(j, pair, step->values) {
        if (told == most) {
            text_add(out, ", ...");
            break;
        }
        const char *name = json_text(j, json_member(j, pair, "name")),
                   *value = json_text(j, json_member(j, pair, "value"));
        text_format(out, "%s%s = %s",
                    told         ? ", "
                    : step->text ? "; "
                                 : "",
                    name ? name : "", value ? value : "");
        told++;
    }
}
