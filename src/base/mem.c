#include "base/mem.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void default_exhaustion(size_t bytes) {
    (void)bytes;
    static const char text[] = "induct: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    _exit(MEM_EXIT);
}

static void (*_Atomic exhaustion)(size_t) = default_exhaustion; /* any thread may run out of memory */

void mem_on_exhaustion(void (*handler)(size_t bytes)) {
    exhaustion = handler ? handler : default_exhaustion;
}

void mem_exhausted(size_t bytes) {
    atomic_load (&exhaustion)(bytes);
    abort(); /* the handler broke its promise */
}

static void *checked(void *pointer, size_t bytes) {
    if (!pointer) mem_exhausted(bytes);
    return pointer;
}

void *mem_alloc(size_t bytes) {
    return checked(malloc(bytes ? bytes : 1), bytes);
}

void *mem_zalloc(size_t bytes) {
    return checked(calloc(1, bytes ? bytes : 1), bytes);
}

void *mem_realloc(void *old, size_t bytes) {
    return checked(realloc(old, bytes ? bytes : 1), bytes);
}

void *mem_dup(const void *source, size_t bytes) {
    void *copy = mem_alloc(bytes);
    if (bytes) memcpy(copy, source, bytes);
    return copy;
}

char *mem_strdup(const char *source) {
    return source ? mem_dup(source, strlen(source) + 1) : NULL;
}

char *mem_format(const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = mem_alloc((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void mem_free(void *pointer) {
    free(pointer);
}

enum { ARENA_ALIGN = 16, ARENA_FIRST = 1 << 12, ARENA_LARGEST = 1 << 22 };

struct arena_block {
    struct arena_block *older;
    size_t used, capacity;
    _Alignas(ARENA_ALIGN) unsigned char data[];
};

void arena_init(struct arena *arena) {
    arena->block = NULL;
}

void arena_fini(struct arena *arena) {
    arena_release(arena, (struct arena_mark){NULL, 0});
}

void *arena_alloc(struct arena *arena, size_t bytes) {
    bytes = (bytes + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
    struct arena_block *block = arena->block;
    if (!block || block->capacity - block->used < bytes) {
        size_t capacity = block ? 2 * block->capacity : ARENA_FIRST;
        if (capacity > ARENA_LARGEST) capacity = ARENA_LARGEST;
        if (capacity < bytes) capacity = bytes;
        struct arena_block *fresh = mem_alloc(sizeof *fresh + capacity);
        *fresh = (struct arena_block){.older = block, .used = 0, .capacity = capacity};
        arena->block = block = fresh;
    }
    void *result = block->data + block->used;
    block->used += bytes;
    return result;
}

char *arena_strndup(struct arena *arena, const char *source, size_t length) {
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, source, length);
    copy[length] = 0;
    return copy;
}

struct arena_mark arena_mark(const struct arena *arena) {
    return (struct arena_mark){arena->block, arena->block ? arena->block->used : 0};
}

void arena_release(struct arena *arena, struct arena_mark mark) {
    while (arena->block != mark.block) {
        struct arena_block *older = arena->block->older;
        mem_free(arena->block);
        arena->block = older;
    }
    if (arena->block) arena->block->used = mark.used;
}
