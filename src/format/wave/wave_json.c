#include "format/wave/wave_json.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES = 1 << 20 /* of signals in steps, that one page shows */ };

uint32_t wave_first(uint32_t steps, uint64_t signals, uint64_t size, uint64_t effort) {
    uint64_t by_values = VALUES / (signals ? signals : 1), by_work = effort / (size ? size : 1);
    uint64_t most = by_values < by_work ? by_values : by_work;
    if (!most) most = 1;
    return steps > most ? steps - (uint32_t)most : 0;
}

static bool is_scalar(const struct wave_signal *s) {
    return s->width == 1 && s->type < WAVE_INTEGER;
}

/* Hexadecimal, without leading zeros; what has an x stays binary. */
static void add_bits(struct text *out, const char *digits) {
    size_t n = strlen(digits);
    if (strspn(digits, "01") < n) {
        text_byte(out, 'b');
        text_add(out, digits);
        return;
    }
    unsigned nibble = 0;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        nibble = nibble << 1 | (digits[i] == '1');
        if ((n - 1 - i) % 4) continue;
        if (nibble || any || i == n - 1) text_byte(out, (unsigned char)"0123456789abcdef"[nibble]);
        any = any || nibble;
        nibble = 0;
    }
}

void wave_note(struct wave_variable *v, const char *value, bool same) {
    struct text *out = &v->history;
    if (is_scalar(&v->signal)) {
        text_byte(out, (unsigned char)*value);
        return;
    }
    if (v->last) text_byte(out, ' ');
    if (same) return;
    if (v->signal.type == WAVE_REAL)
        text_add(out, value);
    else
        add_bits(out, value);
}

static void add_path(struct text *out, const char *path) {
    char *copy = mem_strdup(path), *rest = copy;
    text_byte(out, '[');
    for (char *next; rest; rest = next) {
        next = strchr(rest, '\n');
        if (next) *next++ = 0;
        text_json_string(out, rest);
        if (next) text_byte(out, ',');
    }
    text_byte(out, ']');
    mem_free(copy);
}

static void add_signal(struct text *out, const struct wave_variable *v) {
    static const char *const roles[] = {
        [WAVE_INNER] = "wire",    [WAVE_INPUT] = "input",  [WAVE_STATE] = "state",
        [WAVE_OUTPUT] = "output", [WAVE_PROPERTY] = "bad", [WAVE_MEMORY] = "memory"};
    const struct wave_signal *s = &v->signal;
    text_add(out, "{\"path\":");
    add_path(out, v->path);
    text_format(out, ",\"role\":\"%s\",\"width\":%u", roles[s->role], s->width);
    if (s->range) text_format(out, ",\"lsb\":%u", s->lsb);
    if (s->type == WAVE_INTEGER) text_add(out, ",\"type\":\"integer\"");
    if (s->type == WAVE_REAL) text_add(out, ",\"type\":\"real\"");
    if (s->source) {
        text_add(out, ",\"source\":");
        text_json_string(out, s->source);
    }
    if (s->edge != DESIGN_NO_CLOCK)
        text_format(out, ",\"clock\":\"%s\"", s->edge == DESIGN_RISING ? "rising" : "falling");
    if (s->names) {
        text_add(out, ",\"names\":{");
        vec_each (const struct design_value, value, s->names) {
            text_add(out, value == s->names->data ? "\"" : ",\"");
            add_bits(out, value->digits);
            text_add(out, "\":");
            text_json_string(out, value->name);
        }
        text_byte(out, '}');
    }
    text_add(out, ",\"values\":\"");
    if (v->history.size) text_add(out, v->history.data); /* digits and blanks */
    text_add(out, "\"}");
}

void wave_json(const struct wave *w, struct text *out) {
    text_byte(out, '[');
    for (uint32_t i = 0; i < w->variables.size; i++) {
        if (i) text_add(out, ",\n");
        add_signal(out, &w->variables.data[i]);
    }
    text_byte(out, ']');
}

/* The files that sources name, each once. */
static void add_files(struct text *out, const struct wave *w, const char *source) {
    struct hash_names seen = {0};
    bool first = true;
    text_add(out, "\"files\":[");
    for (uint32_t i = 0; i <= w->variables.size; i++) {
        const char *at = i ? w->variables.data[i - 1].signal.source : source;
        const char *colon = at ? strrchr(at, ':') : NULL;
        if (!colon) continue;
        char *file = mem_format("%.*s", (int)(colon - at), at);
        if (hash_names_get(&seen, file) == HASH_NONE) {
            hash_names_put(&seen, file, 1);
            if (!first) text_byte(out, ',');
            first = false;
            text_json_string(out, file);
        }
        mem_free(file);
    }
    text_add(out, "]");
    hash_names_free(&seen);
}

void wave_json_whole(const struct wave *w, const struct wave_facts *facts, struct text *out) {
    text_add(out, "{\"kind\":\"wave\",");
    add_files(out, w, facts->source);
    text_add(out, ",\"property\":");
    text_json_string(out, facts->property);
    if (facts->source) {
        text_add(out, ",\"source\":");
        text_json_string(out, facts->source);
    }
    if (facts->cover) text_add(out, ",\"cover\":true");
    text_format(out, ",\"steps\":%u,\"first\":%u,\"top\":", facts->steps, facts->first);
    text_json_string(out, w->top);
    text_add(out, ",\"signals\":");
    wave_json(w, out);
    text_add(out, "}");
}
