#include "model/design.h"

#include <ctype.h>
#include <string.h>

struct design_name *design_add(struct design *design, enum design_kind kind, term value, const char *name,
                               const char *source) {
    vec_push(&design->names, (struct design_name){.kind = kind,
                                                  .value = value,
                                                  .name = mem_strdup(name),
                                                  .source = source ? mem_strdup(source) : NULL});
    return &vec_last(&design->names);
}

void design_fini(struct design *design) {
    vec_each (struct design_name, n, &design->names) {
        mem_free(n->name);
        mem_free(n->path);
        mem_free(n->source);
    }
    vec_free(&design->names);
    vec_each (design_values, values, &design->enumerations) {
        vec_each (struct design_value, v, values) {
            mem_free(v->digits);
            mem_free(v->name);
        }
        vec_free(values);
    }
    vec_free(&design->enumerations);
    mem_free(design->top);
    design->top = NULL;
}

const struct design_name *design_find(const struct design *design, enum design_kind kind, uint32_t position) {
    vec_each (const struct design_name, n, &design->names)
        if (n->kind == kind && n->position == position) return n;
    return NULL;
}

const char *design_value_name(const struct design *design, uint32_t values, const char *digits) {
    if (!values) return NULL;
    vec_each (const struct design_value, v, &design->enumerations.data[values - 1])
        if (!strcmp(v->digits, digits)) return v->name;
    return NULL;
}

/* FILE:LINE, then whatever is no blank. */
static bool is_source(const char *s, size_t size) {
    const char *end = s + size;
    for (const char *c = s; c < end; c++)
        if (isspace((unsigned char)*c) || iscntrl((unsigned char)*c)) return false;
    for (const char *c = s + 1; c + 1 < end; c++)
        if (*c == ':' && isdigit((unsigned char)c[1])) return true;
    return false;
}

bool design_source(const char **start, size_t *size) {
    const char *s = *start, *end = s + *size;
    while (s < end && isspace((unsigned char)*s)) s++;
    while (end > s && isspace((unsigned char)end[-1])) end--;
    for (const char *bar; (bar = memchr(s, '|', (size_t)(end - s)));) s = bar + 1;
    *start = s;
    *size = (size_t)(end - s);
    return *size && is_source(s, *size);
}
