#include "format/show/parts.h"

#include "model/program.h"

static uint32_t file_of(struct show_places *p, const char *file) {
    if (!file) return UINT32_MAX;
    uint32_t found = hash_names_get(&p->files_index, file);
    if (found != HASH_NONE) return found;
    hash_names_put(&p->files_index, file, p->files.size);
    vec_push(&p->files, mem_strdup(file));
    return p->files.size - 1;
}

uint32_t show_place(struct show_places *p, const struct program_position *at) {
    char *key = mem_format("%u %u %s\n%s\n%s", at->line, at->column, at->file ? at->file : "",
                           at->function ? at->function : "", at->calls ? at->calls : "");
    uint32_t found = hash_names_get(&p->index, key);
    if (found == HASH_NONE) {
        found = p->list.size;
        hash_names_put(&p->index, key, found);
        vec_push(&p->list, (struct show_place){file_of(p, at->file), at->line, at->column,
                                               at->function ? mem_strdup(at->function) : NULL,
                                               at->calls ? mem_strdup(at->calls) : NULL});
    }
    mem_free(key);
    return found;
}

void show_place_json(struct text *out, const struct show_place *place) {
    text_format(out, "[%d,%u,%u,", place->file == UINT32_MAX ? -1 : (int)place->file, place->line,
                place->column);
    if (place->function)
        text_json_string(out, place->function);
    else
        text_add(out, "null");
    if (place->calls) {
        text_byte(out, ',');
        text_json_string(out, place->calls);
    }
    text_byte(out, ']');
}

void show_cut(struct text *out, const struct text *text) {
    const char *all = text->data ? text->data : "";
    size_t size = text_cut(all, SHOW_LETTERS);
    char *some = mem_format("%.*s%s", (int)size, all, all[size] ? ".." : "");
    text_json_string(out, some);
    mem_free(some);
}

void show_names(struct text *out, const strings *names) {
    text_byte(out, '[');
    for (uint32_t i = 0; i < names->size; i++) {
        if (i) text_byte(out, ',');
        text_json_string(out, names->data[i]);
    }
    text_byte(out, ']');
}

void show_files_json(struct text *out, const struct show_places *p) {
    text_add(out, "\"files\":");
    show_names(out, &p->files);
}

void show_places_json(struct text *out, const struct show_places *p) {
    text_add(out, "\"places\":[");
    for (uint32_t i = 0; i < p->list.size; i++) {
        if (i) text_byte(out, ',');
        show_place_json(out, &p->list.data[i]);
    }
    text_byte(out, ']');
}

void show_places_fini(struct show_places *p) {
    vec_each (char *, file, &p->files) mem_free(*file);
    vec_each (struct show_place, place, &p->list) {
        mem_free(place->function);
        mem_free(place->calls);
    }
    vec_free(&p->files);
    vec_free(&p->list);
    hash_names_free(&p->files_index);
    hash_names_free(&p->index);
}

void show_marked(struct text *out, const bool *marks, uint32_t n) {
    bool first = true;
    text_byte(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        if (!marks[i]) continue;
        text_format(out, first ? "%u" : ",%u", i);
        first = false;
    }
    text_byte(out, ']');
}
