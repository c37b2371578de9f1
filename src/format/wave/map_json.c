#include "format/wave/map_json.h"

#include "base/json.h"
#include "base/text.h"

#include <string.h>

struct reading {
    struct json json;
    struct map *map;
    struct messages *messages;
};

static bool fail(const struct reading *r, const char *why) {
    messages_fail(r->messages, STATUS_MALFORMED, (struct position){.file = r->map->file}, "%s", why);
    return false;
}

/* ["\\u_ctrl", "\\rptr"]: names of users have a backslash before them. NULL: it is no list of names. */
static char *path_of(const struct reading *r, uint32_t node) {
    struct text path = {0};
    bool good = json_count(&r->json, node) != 0;
    json_each(&r->json, component, node) {
        const char *name = json_text(&r->json, component);
        good = good && name;
        if (!good) break;
        if (path.size) text_byte(&path, '\n');
        for (name += *name == '\\'; *name; name++)
            text_byte(&path, (unsigned char)*name < ' ' ? '_' : (unsigned char)*name);
    }
    if (good && path.size) return text_take(&path);
    text_fini(&path);
    return NULL;
}

static bool read_bit(struct reading *r, uint32_t node, enum map_kind kind) {
    uint64_t input, offset;
    char *path = path_of(r, json_member(&r->json, node, "path"));
    bool good = path &&
                json_natural(&r->json, json_member(&r->json, node, "input"), UINT32_MAX - 1, &input) &&
                json_natural(&r->json, json_member(&r->json, node, "offset"), UINT32_MAX / 2, &offset);
    if (good)
        vec_push(&r->map->bits, (struct map_bit){kind, (uint32_t)input, (uint32_t)offset, path});
    else
        mem_free(path);
    return good || fail(r, "an entry of the map has no path, input and offset");
}

static bool read_bits(struct reading *r, const char *member, enum map_kind kind) {
    json_each(&r->json, node,
              json_member(&r->json, JSON_ROOT, member)) if (!read_bit(r, node, kind)) return false;
    return true;
}

static bool read_clocks(struct reading *r) {
    json_each(&r->json, node, json_member(&r->json, JSON_ROOT, "clocks")) {
        const char *edge = json_text(&r->json, json_member(&r->json, node, "edge"));
        uint64_t input;
        struct map_clock clock = {.path = path_of(r, json_member(&r->json, node, "path")),
                                  .input = UINT32_MAX};
        if (json_natural(&r->json, json_member(&r->json, node, "input"), UINT32_MAX - 1, &input))
            clock.input = (uint32_t)input;
        if (edge) clock.edge = !strcmp(edge, "negedge") ? DESIGN_FALLING : DESIGN_RISING;
        vec_push(&r->map->clocks, clock);
        if (!clock.path || !edge) return fail(r, "a clock of the map has no path and edge");
    }
    return true;
}

static bool read_properties(struct reading *r) {
    json_each(&r->json, node, json_member(&r->json, JSON_ROOT, "asserts")) {
        char *path = path_of(r, node);
        for (char *c = path; c && *c; c++)
            if (*c == '\n') *c = '.';
        vec_push(&r->map->properties, path);
    }
    return true;
}

static bool is_map(const struct reading *r) {
    const char *version = json_text(&r->json, json_member(&r->json, JSON_ROOT, "version"));
    return version && !strncmp(version, "Yosys Witness ", 14);
}

bool map_read_json(struct map *map, const char *bytes, size_t size, struct messages *messages) {
    struct reading r = {.map = map, .messages = messages};
    if (json_read(&r.json, bytes, size, map->file, messages) != STATUS_OK) return false;
    bool good = is_map(&r) || fail(&r, "this is no map that Yosys writes with -ywmap");
    bool bits = json_member(&r.json, JSON_ROOT, "input_count") != JSON_NONE;
    if (good && bits)
        good = read_bits(&r, "inputs", MAP_INPUT) && read_bits(&r, "seqs", MAP_INPUT) &&
               read_bits(&r, "inits", MAP_INIT);
    good = good && read_clocks(&r) && read_properties(&r);
    json_free(&r.json);
    return good;
}
