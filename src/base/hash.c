#include "base/hash.h"

#include "base/mem.h"

#include <assert.h>
#include <string.h>

uint64_t hash_bytes(const void *data, size_t bytes) {
    const unsigned char *p = data;
    uint64_t h = 0xcbf29ce484222325u ^ bytes;
    for (; bytes >= 8; bytes -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = hash_mix(h ^ word);
    }
    uint64_t tail = 0;
    memcpy(&tail, p, bytes);
    return hash_mix(h ^ tail);
}

enum { FIRST_CAPACITY = 16 };

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t map_slot(const struct hash_map *map, uint64_t key) {
    uint32_t mask = map->capacity - 1, slot = (uint32_t)hash_mix(key) & mask;
    while (map->values[slot] != HASH_NONE && map->keys[slot] != key) slot = (slot + 1) & mask;
    return slot;
}

static void map_grow(struct hash_map *map) {
    struct hash_map old = *map;
    map->capacity = old.capacity ? 2 * old.capacity : FIRST_CAPACITY;
    map->keys = mem_new_array(uint64_t, map->capacity);
    map->values = mem_alloc(map->capacity * sizeof *map->values);
    memset(map->values, 0xff, map->capacity * sizeof *map->values);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (old.values[i] == HASH_NONE) continue;
        uint32_t slot = map_slot(map, old.keys[i]);
        map->keys[slot] = old.keys[i];
        map->values[slot] = old.values[i];
    }
    mem_free(old.keys);
    mem_free(old.values);
}

void hash_map_free(struct hash_map *map) {
    mem_free(map->keys);
    mem_free(map->values);
    *map = (struct hash_map){0};
}

void hash_map_clear(struct hash_map *map) {
    if (map->capacity) memset(map->values, 0xff, map->capacity * sizeof *map->values);
    map->size = 0;
}

uint32_t hash_map_get(const struct hash_map *map, uint64_t key) {
    return map->size ? map->values[map_slot(map, key)] : HASH_NONE;
}

void hash_map_put(struct hash_map *map, uint64_t key, uint32_t value) {
    assert(value != HASH_NONE);
    if (2 * (map->size + 1) > map->capacity) map_grow(map);
    uint32_t slot = map_slot(map, key);
    if (map->values[slot] == HASH_NONE) map->size++;
    map->keys[slot] = key;
    map->values[slot] = value;
}

static uint32_t names_slot(const struct hash_names *names, const char *name) {
    uint32_t mask = names->capacity - 1, slot = (uint32_t)hash_bytes(name, strlen(name)) & mask;
    while (names->keys[slot] && strcmp(names->keys[slot], name)) slot = (slot + 1) & mask;
    return slot;
}

void hash_names_free(struct hash_names *names) {
    for (uint32_t i = 0; i < names->capacity; i++) mem_free(names->keys[i]);
    mem_free(names->keys);
    mem_free(names->values);
    *names = (struct hash_names){0};
}

uint32_t hash_names_get(const struct hash_names *names, const char *name) {
    if (!names->size) return HASH_NONE;
    uint32_t slot = names_slot(names, name);
    return names->keys[slot] ? names->values[slot] : HASH_NONE;
}

void hash_names_put(struct hash_names *names, const char *name, uint32_t value) {
    if (2 * (names->size + 1) > names->capacity) {
        struct hash_names old = *names;
        names->capacity = old.capacity ? 2 * old.capacity : FIRST_CAPACITY;
        names->keys = mem_new_array(char *, names->capacity);
        names->values = mem_new_array(uint32_t, names->capacity);
        for (uint32_t i = 0; i < old.capacity; i++) {
            if (!old.keys[i]) continue;
            uint32_t slot = names_slot(names, old.keys[i]);
            names->keys[slot] = old.keys[i];
            names->values[slot] = old.values[i];
        }
        mem_free(old.keys);
        mem_free(old.values);
    }
    uint32_t slot = names_slot(names, name);
    if (!names->keys[slot]) {
        names->keys[slot] = mem_strdup(name);
        names->size++;
    }
    names->values[slot] = value;
}

void hash_names_claim(struct hash_names *names, char **name, uint32_t number) {
    while (hash_names_get(names, *name) != HASH_NONE) {
        char *longer = mem_format("%s_%u", *name, number);
        mem_free(*name);
        *name = longer;
    }
    hash_names_put(names, *name, number);
}
