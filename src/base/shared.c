#include "base/shared.h"

#include <dlfcn.h>
#include <string.h>

static void fail(struct shared *s) {
    mem_free(s->why);
    s->why = mem_format("%s cannot be opened (%s): %s", s->name, s->advice, dlerror());
}

void shared_open(struct shared *s, const char *file) {
    if (s->handle) return;
    s->handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!s->handle) {
        fail(s);
        return;
    }
    mem_free(s->why);
    s->why = NULL;
}

void shared_find(struct shared *s, const char *name, void *function) {
    if (s->why) return;
    void *address = dlsym(s->handle, name);
    if (!address) fail(s);
    memcpy(function, &address, sizeof address); /* ISO C has no cast from object to function pointers */
}

bool shared_ready(struct shared *s, void (*open_once)(void), struct text *why) {
    pthread_once(&s->once, open_once);
    if (s->why && why) text_add(why, s->why);
    return !s->why;
}
