/* Shared libraries, opened when they are first needed: who does not need them does not pay for them.
 *
 *     static struct shared library = SHARED("libyaml", "install libyaml-0-2");
 *     static void open_once(void) {
 *         shared_open(&library, "libyaml-0.so.2");
 *         shared_find(&library, "yaml_parser_parse", &parse);  ...
 *     }
 *     if (!shared_ready(&library, open_once, &why)) ...    from any thread
 *
 * A library once opened stays open. */
#ifndef INDUCT_BASE_SHARED_H
#define INDUCT_BASE_SHARED_H

#include "base/text.h"

#include <pthread.h>

struct shared {
    const char *name, *advice;
    pthread_once_t once;
    void *handle; /* of dlopen */
    char *why;    /* it cannot be used; stays for the life of the process */
};
#define SHARED(name_, advice_)                                                                               \
    { .name = name_, .advice = advice_, .once = PTHREAD_ONCE_INIT }

/* Within the function that is called once: the library by its file name, with another name as the next thing to try
 * where that is not there; then its functions, each into a pointer of its type. Failures are kept in `why`. */
void shared_open(struct shared *, const char *file);
void shared_find(struct shared *, const char *name, void *function);

/* Whether all was there; `why` (may be NULL) says what was not. */
bool shared_ready(struct shared *, void (*open_once)(void), struct text *why);

#endif
