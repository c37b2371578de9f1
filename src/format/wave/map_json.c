#include "format/wave/map_json.h"

#include "base/json.h"
#include "base/text.h"

#include <string.h>

struct reading {
    const json_t *root;
    struct map *map;
    struct messages *messages;
};

static bool fail(const struct reading *r, const char *why) {
    messages_fail(r->messages, STATUS_MALFORMED, (struct position){.file = r->map->file}, "%s", why);
    return false;
}

/* ["\\u_ctrl", "\\rptr"]: names of users have a backslash before them. NULL: it is no list of names. */
static char *path_of(const json_t *names) {
    struct text path = {0};
    bool good = true;
    for (size_t i = 0; i < json_count(names) && good; i++) {
        const char *name = json_text(json_element(names, i));
        good = name;
        if (!good) break;
        if (path.size) text_byte(&path, '\n');
        for (name += *name == '\\'; *name; name++)
            text_byte(&path, (unsigned char)*name < ' ' ? '_' : (unsigned char)*name);
    }
    if (good && path.size) return text_take(&path);
    text_fini(&path);
    return NULL;
}

static bool read_bit(struct reading *r, const json_t *entry, enum map_kind kind) {
    uint64_t input, offset;
    char *path = path_of(json_member(entry, "path"));
    bool good = path && json_natural(json_member(entry, "input"), UINT32_MAX - 1, &input) &&
                json_natural(json_member(entry, "offset"), UINT32_MAX / 2, &offset);
    if (good)
        vec_push(&r->map->bits, (struct map_bit){kind, (uint32_t)input, (uint32_t)offset, path});
    else
        mem_free(path);
    return good || fail(r, "an entry of the map has no path, input and offset");
}

static bool read_bits(struct reading *r, const char *member, enum map_kind kind) {
    const json_t *entries = json_member(r->root, member);
    for (size_t i = 0; i < json_count(entries); i++)
        if (!read_bit(r, json_element(entries, i), kind)) return false;
    return true;
}

static bool read_clocks(struct reading *r) {
    const json_t *clocks = json_member(r->root, "clocks");
    for (size_t i = 0; i < json_count(clocks); i++) {
        const json_t *entry = json_element(clocks, i);
        const char *edge = json_text(json_member(entry, "edge"));
        uint64_t input;
        struct map_clock clock = {.path = path_of(json_member(entry, "path")), .input = UINT32_MAX};
        if (json_natural(json_member(entry, "input"), UINT32_MAX - 1, &input)) clock.input = (uint32_t)input;
        if (edge) clock.edge = !strcmp(edge, "negedge") ? DESIGN_FALLING : DESIGN_RISING;
        vec_push(&r->map->clocks, clock);
        if (!clock.path || !edge) return fail(r, "a clock of the map has no path and edge");
    }
    return true;
}

static void read_properties(struct reading *r) {
    const json_t *properties = json_member(r->root, "asserts");
    for (size_t i = 0; i < json_count(properties); i++) {
        char *path = path_of(json_element(properties, i));
        for (char *c = path; c && *c; c++)
            if (*c == '\n') *c = '.';
        vec_push(&r->map->properties, path);
    }
}

static bool is_map(const struct reading *r) {
    const char *version = json_text(json_member(r->root, "version"));
    return version && !strncmp(version, "Yosys Witness ", 14);
}

bool map_read_json(struct map *map, const char *bytes, size_t size, struct messages *messages) {
    json_t *root;
    if (json_read(&root, bytes, size, map->file, messages) != STATUS_OK) return false;
    struct reading r = {.root = root, .map = map, .messages = messages};
    bool good = is_map(&r) || fail(&r, "this is no map that Yosys writes with -ywmap");
    if (good && json_member(root, "input_count"))
        good = read_bits(&r, "inputs", MAP_INPUT) && read_bits(&r, "seqs", MAP_INPUT) &&
               read_bits(&r, "inits", MAP_INIT);
    good = good && read_clocks(&r);
    if (good) read_properties(&r);
    json_free(root);
    return good;
}
