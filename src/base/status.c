#include "base/status.h"

#include "base/text.h"

static void add(struct messages *messages, enum severity severity, struct position at, const char *format,
                va_list args) {
    struct text text = {0};
    if (at.file) {
        text_format(&text, "%s:", at.file);
        if (at.line) text_format(&text, "%u:%u:", at.line, at.column ? at.column : 1);
        if (at.offset) text_format(&text, " byte %llu:", (unsigned long long)at.offset);
        text_add(&text, " ");
    }
    text_vformat(&text, format, args);
    vec_push(&messages->list, (struct message){severity, text_take(&text)});
}

void messages_clear(struct messages *messages) {
    vec_each (struct message, m, &messages->list) mem_free(m->text);
    vec_clear(&messages->list);
}

void messages_fini(struct messages *messages) {
    messages_clear(messages);
    vec_free(&messages->list);
}

enum status messages_fail(struct messages *messages, enum status status, struct position at,
                          const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(messages, SEVERITY_ERROR, at, format, args);
    va_end(args);
    return status;
}

void messages_warn(struct messages *messages, struct position at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(messages, SEVERITY_WARNING, at, format, args);
    va_end(args);
}

const char *messages_first_error(const struct messages *messages) {
    vec_each (const struct message, m, &messages->list)
        if (m->severity == SEVERITY_ERROR) return m->text;
    return "";
}

char *messages_take_last(struct messages *messages) {
    char *text = vec_last(&messages->list).text;
    vec_shrink(&messages->list, messages->list.size - 1);
    return text;
}
