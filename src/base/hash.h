/* Hashing: mixing functions, a table from 64-bit keys to 32-bit values, and a table from strings to values.
 *
 * Open addressing with linear probing, power-of-two capacity, load at most 1/2; no removal (no user needs
 * it). */
#ifndef INDUCT_BASE_HASH_H
#define INDUCT_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ (x >> 32);
}
uint64_t hash_bytes(const void *data, size_t bytes);

enum { HASH_NONE = 0xffffffffu }; /* the value that means "absent" */

/* 64-bit key -> 32-bit value other than HASH_NONE. Zero bytes are a valid empty table. */
struct hash_map {
    uint64_t *keys;
    uint32_t *values; /* HASH_NONE marks a free slot */
    uint32_t size, capacity;
};
void hash_map_free(struct hash_map *);
void hash_map_clear(struct hash_map *);                             /* keeps the capacity */
uint32_t hash_map_get(const struct hash_map *, uint64_t key);       /* HASH_NONE when absent */
void hash_map_put(struct hash_map *, uint64_t key, uint32_t value); /* inserts or overwrites */

/* string -> 32-bit value. The table copies its keys. */
struct hash_names {
    char **keys;
    uint32_t *values;
    uint32_t size, capacity;
};
void hash_names_free(struct hash_names *);
uint32_t hash_names_get(const struct hash_names *, const char *name);
void hash_names_put(struct hash_names *, const char *name, uint32_t value);
/* For names that must differ: a name that is taken gets "_<number>" appended, more than once if need be; then it is
 * put, with the number as its value. *name is owned by the caller and replaced. */
void hash_names_claim(struct hash_names *, char **name, uint32_t number);

#endif
