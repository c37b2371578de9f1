/* Sequences and properties by name: with the arguments in the place of formals. */
#include "format/verilog/sva_reader.h"

bool sva_refuse(struct sva_reader *r, const char *format, const char *what) {
    if (!*r->why) {
        struct text text = {0};
        const char *mark = strstr(format, "%s");
        text_bytes(&text, format, mark ? (size_t)(mark - format) : strlen(format));
        if (mark) text_format(&text, "%s%s", what, mark + 2);
        *r->why = text_take(&text);
    }
    return false;
}

const struct sva_definition *sva_find_definition(const struct sva_reader *r, const struct verilog_token *t) {
    if (t->kind != VERILOG_WORD) return NULL;
    char *name = verilog_copy(t);
    uint32_t at = hash_names_get(&r->scope->names, name);
    mem_free(name);
    return at == HASH_NONE ? NULL : &r->scope->definitions.data[at];
}

const struct sva_definition *sva_is_instance(const struct sva_reader *r, struct sva_slice s) {
    const struct sva_definition *d = slice_length(s) ? sva_find_definition(r, s.begin) : NULL;
    return d && (slice_length(s) == 1 || slice_is_bracketed((struct sva_slice){s.begin + 1, s.end})) ? d
                                                                                                     : NULL;
}

static bool read_arguments(struct sva_reader *r, const struct sva_definition *d, struct sva_slice s,
                           struct sva_slice *arguments) {
    uint32_t n = 0;
    for (struct sva_slice rest = slice_length(s) > 3 ? slice_inner((struct sva_slice){s.begin + 1, s.end})
                                                     : (struct sva_slice){s.end, s.end};
         slice_length(rest);) {
        const struct verilog_token *stop = slice_find(rest, ",", ",");
        if (stop == rest.begin) return sva_refuse(r, "an argument that is left out%s", "");
        if (verilog_is(rest.begin, ".")) return sva_refuse(r, "arguments by name%s", "");
        if (n == d->formals.size) return sva_refuse(r, "too many arguments%s", "");
        arguments[n++] = (struct sva_slice){rest.begin, stop};
        rest.begin = stop < rest.end ? stop + 1 : stop;
    }
    return n == d->formals.size || sva_refuse(r, "too few arguments%s", "");
}

static const struct sva_slice *argument_of(const struct sva_definition *d, const struct sva_slice *arguments,
                                           const struct verilog_token *t) {
    for (uint32_t i = 0; i < d->formals.size; i++) {
        const struct verilog_token *f = d->formals.data[i].begin;
        if (f->length == t->length && !memcmp(f->start, t->start, t->length)) return &arguments[i];
    }
    return NULL;
}

static const struct verilog_token open_bracket = {.start = "(", .length = 1, .kind = VERILOG_OPERATOR};
static const struct verilog_token close_bracket = {.start = ")", .length = 1, .kind = VERILOG_OPERATOR};

static void substitute(verilog_tokens *out, const struct sva_definition *d,
                       const struct sva_slice *arguments) {
    for (const struct verilog_token *t = d->body.begin; t < d->body.end; t++) {
        bool member = t > d->body.begin && verilog_is(t - 1, ".");
        const struct sva_slice *a = t->kind == VERILOG_WORD && !member ? argument_of(d, arguments, t) : NULL;
        if (!a) {
            vec_push(out, *t);
            continue;
        }
        bool number = slice_length(*a) == 1 && a->begin->kind == VERILOG_NUMBER; /* may stand after ## */
        if (!number) vec_push(out, open_bracket);
        vec_append(out, a->begin, (uint32_t)slice_length(*a));
        if (!number) vec_push(out, close_bracket);
    }
}

bool sva_replace_instance(struct sva_reader *r, const struct sva_definition *d, struct sva_slice *s) {
    char *name = verilog_copy(s->begin);
    bool good = (!d->twice || sva_refuse(r, "'%s', which is declared twice", name)) &&
                (!d->wrong || sva_refuse(r, d->wrong, name)) &&
                (r->depth < SVA_DEEPEST || sva_refuse(r, "'%s', which refers to itself", name));
    mem_free(name);
    if (!good) return false;
    struct sva_slice *arguments = mem_new_array(struct sva_slice, d->formals.size + 1);
    good = read_arguments(r, d, *s, arguments);
    if (good) {
        verilog_tokens *copy = mem_new(verilog_tokens);
        substitute(copy, d, arguments);
        vec_push(&r->copies, copy);
        r->copied += copy->size;
        *s = (struct sva_slice){copy->data, copy->data + copy->size};
        good = r->copied < SVA_MOST_TOKENS || sva_refuse(r, "sequences that stand for too much%s", "");
    }
    mem_free(arguments);
    return good;
}
