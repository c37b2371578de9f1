/* Memory: checked allocation and arenas.
 *
 * Checked allocation never returns NULL: when the system refuses, the out-of-memory handler runs and must not
 * return (the default one prints a line and exits with status MEM_EXIT, which the supervising process reads
 * as `unknown (memory)`). So no caller checks a pointer, and no engine carries untested clean-up paths.
 *
 * An arena is a list of blocks from which memory is cut and released only all together, or back to a mark:
 *
 *     struct arena a;  arena_init(&a);
 *     struct arena_mark m = arena_mark(&a);
 *     int *x = arena_alloc(&a, 100 * sizeof *x);      // 16-byte aligned, not cleared
 *     arena_release(&a, m);                           // x and everything after the mark is gone
 *     arena_fini(&a);
 */
#ifndef INDUCT_BASE_MEM_H
#define INDUCT_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

enum { MEM_EXIT = 99 }; /* exit status of a process that ran out of memory */

void *mem_alloc(size_t bytes);                   /* contents undefined */
void *mem_zalloc(size_t bytes);                  /* contents zero */
void *mem_realloc(void *old, size_t bytes);      /* old may be NULL */
void *mem_dup(const void *source, size_t bytes); /* a copy */
char *mem_strdup(const char *source);            /* a copy of a string; NULL gives NULL */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2))); /* a fresh string */
void mem_free(void *pointer);                                                    /* NULL is fine */

#define mem_new(type)          ((type *)mem_zalloc(sizeof(type)))
#define mem_new_array(type, n) ((type *)mem_zalloc((size_t)(n) * sizeof(type)))

/* Replaces the handler that runs when memory is refused; it must not return. NULL restores the default. */
void mem_on_exhaustion(void (*handler)(size_t bytes));
/* Runs that handler: for libraries that notice by themselves that memory is refused. */
_Noreturn void mem_exhausted(size_t bytes);

struct arena_block;
struct arena {
    struct arena_block *block; /* the block that is being cut, newest first */
};
struct arena_mark {
    struct arena_block *block;
    size_t used;
};

void arena_init(struct arena *);
void arena_fini(struct arena *);
void *arena_alloc(struct arena *, size_t bytes);
char *arena_strndup(struct arena *, const char *source, size_t length);
struct arena_mark arena_mark(const struct arena *);
void arena_release(struct arena *, struct arena_mark);

#endif
