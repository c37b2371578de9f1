#include "evidence/steps.h"

void steps_begin(struct steps *s, struct text *out, uint32_t n) {
    *s = (struct steps){.out = out, .n = n};
    text_add(out, "{\"steps\": [");
}

static void close_step(struct steps *s) {
    if (s->valued) text_byte(s->out, ']');
    if (s->any) text_byte(s->out, '}');
    s->valued = false;
}

static uint32_t omitted(const struct steps *s) {
    return s->n > 2 * STEPS_SHOWN ? s->n - 2 * STEPS_SHOWN : 0;
}

bool steps_next(struct steps *s, uint32_t number) {
    if (omitted(s) && number >= STEPS_SHOWN && number < s->n - STEPS_SHOWN) return false;
    close_step(s);
    text_format(s->out, "%s\n{\"step\": %u", s->any ? "," : "", number);
    s->any = true;
    return true;
}

void steps_place(struct steps *s, const char *file, const char *function, uint32_t line, uint32_t column) {
    if (!line) return;
    if (file) {
        text_add(s->out, ", \"file\": ");
        text_json_string(s->out, file);
    }
    text_format(s->out, ", \"line\": %u", line);
    if (column) text_format(s->out, ", \"column\": %u", column);
    if (function) {
        text_add(s->out, ", \"function\": ");
        text_json_string(s->out, function);
    }
}

void steps_say(struct steps *s, const char *text) {
    text_add(s->out, ", \"text\": ");
    text_json_string(s->out, text);
}

void steps_value(struct steps *s, const char *name, const char *value) {
    text_add(s->out, s->valued ? ", {\"name\": " : ", \"values\": [{\"name\": ");
    s->valued = true;
    text_json_string(s->out, name);
    text_add(s->out, ", \"value\": ");
    text_json_string(s->out, value);
    text_byte(s->out, '}');
}

void steps_end(struct steps *s) {
    close_step(s);
    text_format(s->out, "%s], \"omitted\": %u}\n", s->any ? "\n" : "", omitted(s));
}
