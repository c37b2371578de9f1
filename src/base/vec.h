/* The typed vector: a growing array, as a struct that the caller embeds and names.
 *
 *     typedef VEC(struct edge) edges;          // one typedef per element type that crosses a function
 *     edges v = {0};                           // empty; zero bytes are a valid empty vector
 *     vec_push(&v, e);
 *     for (uint32_t i = 0; i < v.size; i++) use(v.data[i]);
 *     vec_each(struct edge, e, &v) use(e);     // e: pointer to each element, [0..size[ in order
 *     vec_free(&v);
 *
 * Pointers into `data` die with the next push. Macros evaluate the vector argument more than once.
 */
#ifndef INDUCT_BASE_VEC_H
#define INDUCT_BASE_VEC_H

#include "base/mem.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define VEC(type)                                                                                            \
    struct {                                                                                                 \
        type *data;                                                                                          \
        uint32_t size, capacity;                                                                             \
    }

#define vec_reserve(v, n)                                                                                    \
    do {                                                                                                     \
        uint32_t vec_wanted_ = (n);                                                                          \
        if (vec_wanted_ > (v)->capacity) {                                                                   \
            (v)->data = mem_realloc((v)->data, (size_t)vec_wanted_ * sizeof *(v)->data);                     \
            (v)->capacity = vec_wanted_;                                                                     \
        }                                                                                                    \
    } while (0)

#define vec_push(v, ...)                                                                                     \
    do {                                                                                                     \
        if ((v)->size == (v)->capacity) vec_reserve((v), (v)->capacity ? vec_grown((v)->capacity) : 4);      \
        (v)->data[(v)->size++] = (__VA_ARGS__);                                                              \
    } while (0)

#define vec_pop(v)       (assert((v)->size), (v)->data[--(v)->size])
#define vec_last(v)      (*(assert((v)->size), &(v)->data[(v)->size - 1])) /* assignable */
#define vec_clear(v)     ((void)((v)->size = 0))
#define vec_free(v)      (mem_free((v)->data), (v)->data = NULL, (v)->size = (v)->capacity = 0)
#define vec_shrink(v, n) (assert((n) <= (v)->size), (void)((v)->size = (n)))

/* Grows or shrinks to n elements; new ones are zero bytes. */
#define vec_resize(v, n)                                                                                     \
    do {                                                                                                     \
        uint32_t vec_size_ = (n);                                                                            \
        vec_reserve((v), vec_size_);                                                                         \
        if (vec_size_ > (v)->size)                                                                           \
            memset((v)->data + (v)->size, 0, (size_t)(vec_size_ - (v)->size) * sizeof *(v)->data);           \
        (v)->size = vec_size_;                                                                               \
    } while (0)

/* Appends n elements copied from an array (which must not be the vector's own). */
#define vec_append(v, array, n)                                                                              \
    do {                                                                                                     \
        uint32_t vec_more_ = (n);                                                                            \
        if (vec_more_) {                                                                                     \
            if ((v)->capacity - (v)->size < vec_more_) vec_reserve((v), vec_grown((v)->size + vec_more_));   \
            memcpy((v)->data + (v)->size, (array), (size_t)vec_more_ * sizeof *(v)->data);                   \
            (v)->size += vec_more_;                                                                          \
        }                                                                                                    \
    } while (0)

#define vec_each(type, name, v)                                                                              \
    for (__typeof__(type) *name = (v)->data, *name##_end_ = (v)->size ? name + (v)->size : name;             \
         name != name##_end_; name++) /* an empty vector has no array to point into */

/* The next capacity after a full one; vectors are limited to 2^32-1 elements. */
static inline uint32_t vec_grown(uint32_t capacity) {
    assert(capacity < UINT32_MAX);
    return capacity > UINT32_MAX / 2 ? UINT32_MAX : capacity * 2;
}

typedef VEC(uint32_t) u32s;
typedef VEC(uint64_t) u64s;
typedef VEC(uint8_t) u8s;
typedef VEC(char *) strings;

#endif
