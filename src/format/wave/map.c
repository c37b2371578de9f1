#include "format/wave/map.h"

#include "base/text.h"
#include "format/wave/map_json.h"
#include "format/wave/wave.h"

#include <ctype.h>
#include <string.h>

void map_free(struct map *map) {
    vec_each (struct map_bit, b, &map->bits) mem_free(b->path);
    vec_each (struct map_clock, c, &map->clocks) mem_free(c->path);
    vec_each (char *, p, &map->properties) mem_free(*p);
    vec_free(&map->bits);
    vec_free(&map->clocks);
    vec_free(&map->properties);
    mem_free(map->file);
    mem_free(map->top);
    *map = (struct map){0};
}

/* ---- lines ---- */

struct lines {
    const char *at, *end; /* of the line */
    uint32_t number;
    const char *start;
    struct map *map;
    struct messages *messages;
};

static bool fail(const struct lines *l, const char *expected) {
    struct position position = {
        .file = l->map->file, .line = l->number, .column = (uint32_t)(l->at - l->start) + 1};
    messages_fail(l->messages, STATUS_MALFORMED, position, "expected %s", expected);
    return false;
}

static void skip_blanks(struct lines *l) {
    while (l->at < l->end && (*l->at == ' ' || *l->at == '\t')) l->at++;
}

static bool read_number(struct lines *l, const char *what, uint64_t *value) {
    skip_blanks(l);
    const char *digits = l->at;
    *value = 0;
    while (l->at < l->end && isdigit((unsigned char)*l->at) && l->at - digits < 12)
        *value = *value * 10 + (uint64_t)(*l->at++ - '0');
    if (l->at > digits && l->at - digits < 12) return true;
    l->at = digits;
    return fail(l, what);
}

/* The rest of the line; a name, so not nothing. */
static char *read_rest(struct lines *l, const char *what) {
    skip_blanks(l);
    size_t size = (size_t)(l->end - l->at);
    while (size && isspace((unsigned char)l->at[size - 1])) size--;
    if (!size) {
        fail(l, what);
        return NULL;
    }
    char *rest = mem_format("%.*s", (int)size, l->at);
    for (char *c = rest; *c; c++)
        if (iscntrl((unsigned char)*c)) *c = '_';
    return rest;
}

static bool read_bit(struct lines *l, enum map_kind kind) {
    uint64_t index, bit;
    if (!read_number(l, "an index", &index) || !read_number(l, "the number of a bit", &bit)) return false;
    if (index >= UINT32_MAX || bit >= UINT32_MAX / 2) return fail(l, "smaller numbers");
    char *name = read_rest(l, "a name");
    if (!name) return false;
    struct map_bit b = {
        .kind = kind, .index = (uint32_t)index, .bit = (uint32_t)bit, .path = wave_path(name)};
    vec_push(&l->map->bits, b);
    mem_free(name);
    return true;
}

static bool read_clock(struct lines *l, enum design_edge edge) {
    struct map_clock clock = {.edge = edge, .input = UINT32_MAX};
    if (!read_number(l, "the id of a node", &clock.node)) return false;
    vec_push(&l->map->clocks, clock);
    return true;
}

static bool read_top(struct lines *l) {
    mem_free(l->map->top);
    l->map->top = read_rest(l, "the name of a module");
    return l->map->top != NULL;
}

static bool read_line(struct lines *l) {
    static const char *const kinds[] = {"input", "output", "latch", "invlatch", "init", "wire"};
    skip_blanks(l);
    const char *word = l->at;
    while (l->at < l->end && !isspace((unsigned char)*l->at)) l->at++;
    size_t size = (size_t)(l->at - word);
    if (!size) return true;
#define IS(w) (size == strlen(w) && !memcmp(word, w, size))
    for (int i = 0; i <= MAP_WIRE; i++)
        if (IS(kinds[i])) return read_bit(l, (enum map_kind)i);
    if (IS("posedge") || IS("event")) return read_clock(l, DESIGN_RISING);
    if (IS("negedge")) return read_clock(l, DESIGN_FALLING);
    if (IS("name")) return read_top(l);
    if (IS("bad") || IS("ninitff")) return true; /* of Yosys' own simulator; a constant in newer versions */
#undef IS
    l->at = word;
    return fail(l, "a line of a map: input, output, latch, invlatch, init, wire, name, posedge or negedge");
}

static bool read_lines(struct map *map, const char *bytes, size_t size, struct messages *messages) {
    struct lines l = {.map = map, .messages = messages};
    for (const char *at = bytes, *end = bytes + size; at < end; at = l.end + 1) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        l.start = l.at = at;
        l.end = stop ? stop : end;
        l.number++;
        if (!read_line(&l)) return false;
    }
    return true;
}

enum status map_read(struct map *map, const char *bytes, size_t size, const char *file,
                     struct messages *messages) {
    *map = (struct map){.file = mem_strdup(file)};
    size_t blanks = 0;
    while (blanks < size && isspace((unsigned char)bytes[blanks])) blanks++;
    bool json = blanks < size && bytes[blanks] == '{';
    bool good = json ? map_read_json(map, bytes, size, messages) : read_lines(map, bytes, size, messages);
    if (!good) map_free(map);
    return good ? STATUS_OK : STATUS_MALFORMED;
}

/* ---- models ---- */

static enum status refuse(const struct map *map, struct messages *messages, const char *why) {
    return messages_fail(messages, STATUS_MALFORMED, (struct position){.file = map->file},
                         "the map is about another file: %s", why);
}

static const char *wrong_bit(const struct map *map, const struct circuit *c) {
    vec_each (const struct map_bit, b, &map->bits) {
        if ((b->kind == MAP_INPUT || b->kind == MAP_INIT) && b->index >= c->inputs.size)
            return "it names an input that this one does not have";
        if ((b->kind == MAP_LATCH || b->kind == MAP_INVERTED) && b->index >= c->latches.size)
            return "it names a latch that this one does not have";
        if (b->kind == MAP_WIRE && b->index / 2 >= aig_size(c->graph))
            return "it names a literal that this one does not have";
    }
    vec_each (const struct map_clock, k, &map->clocks)
        if (k->input != UINT32_MAX && k->input >= c->inputs.size)
            return "it names a clock that is no input of this one";
    return NULL;
}

/* A name may be taken, and has blanks as '_'. */
static void rename_property(struct hash_names *taken, char **name, const char *as, uint32_t position) {
    if (as && *as) {
        mem_free(*name);
        *name = mem_strdup(as);
        for (char *c = *name; *c; c++)
            if (isspace((unsigned char)*c) || iscntrl((unsigned char)*c)) *c = '_';
    }
    hash_names_claim(taken, name, position);
}

static enum status apply_to_circuit(const struct map *map, struct circuit *c, struct messages *messages) {
    const char *wrong = wrong_bit(map, c);
    if (wrong) return refuse(map, messages, wrong);
    if (!map->properties.size) return STATUS_OK;
    struct hash_names taken = {0};
    for (uint32_t i = 0; i < c->properties.size; i++)
        rename_property(&taken, &c->properties.data[i].name,
                        i < map->properties.size ? map->properties.data[i] : NULL, i);
    hash_names_free(&taken);
    return STATUS_OK;
}

static bool is_clock(const struct map_clock *clock, const struct design_name *n) {
    if (clock->node) return clock->node == n->node;
    if (!clock->path) return false;
    char *path = n->path ? mem_strdup(n->path) : wave_path(n->name);
    bool same = !strcmp(path, clock->path);
    mem_free(path);
    return same;
}

static enum status apply_to_system(const struct map *map, struct system *s, struct messages *messages) {
    if (map->bits.size) return refuse(map, messages, "it maps bits, which is for AIGER files");
    vec_each (const struct map_clock, clock, &map->clocks) {
        bool found = false;
        vec_each (struct design_name, n, &s->design.names) {
            if (!is_clock(clock, n) || term_is_none(n->value)) continue;
            n->edge = clock->edge;
            found = true;
        }
        if (!found) return refuse(map, messages, "it has a clock that no node of this one is called");
    }
    if (map->top) {
        mem_free(s->design.top);
        s->design.top = mem_strdup(map->top);
    }
    struct hash_names taken = {0};
    for (uint32_t i = 0; map->properties.size && i < s->properties.size; i++)
        rename_property(&taken, &s->properties.data[i].name,
                        i < map->properties.size ? map->properties.data[i] : NULL, i);
    hash_names_free(&taken);
    return STATUS_OK;
}

enum status map_apply(const struct map *map, struct model model, struct messages *messages) {
    if (model.level == LEVEL_CIRCUIT) return apply_to_circuit(map, (struct circuit *)model.circuit, messages);
    if (model.level == LEVEL_SYSTEM) return apply_to_system(map, (struct system *)model.system, messages);
    return messages_fail(messages, STATUS_USAGE, (struct position){.file = map->file},
                         "maps are for AIGER and BTOR2 files");
}
