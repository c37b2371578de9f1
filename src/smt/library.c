#include "smt/library.h"

#include "base/shared.h"

#include <assert.h>
#include <dlfcn.h>

struct z3_library z3;
static struct shared library_file = SHARED("Z3", "install libz3-4, 4.8.12 or later");

/* Z3 reports a refused allocation of its own allocator as an error code, but its C++ containers use `new`, and an
 * exception of theirs would end the process in an unforeseen way. So ours becomes the new-handler of the C++ runtime
 * that libz3 loaded. A host in C++ may have the same runtime: what its own threads are refused goes to the handler that
 * was there before or, as if there were none, becomes std::bad_alloc. Ours are those that have a context of Z3. */
static _Thread_local int contexts;
static struct {
    void (*before)(void);
    void (*throw_bad_alloc)(void);
} host;

static void no_memory(void) {
    if (contexts) mem_exhausted(0);
    if (host.before)
        host.before();
    else
        host.throw_bad_alloc();
}

static void guard_memory(void *library) {
    typedef void handler(void);
    handler *(*set_new_handler)(handler *);
    *(void **)&set_new_handler = dlsym(library, "_ZSt15set_new_handlerPFvvE");    /* std::set_new_handler */
    *(void **)&host.throw_bad_alloc = dlsym(library, "_ZSt17__throw_bad_allocv"); /* std::__throw_bad_alloc */
    if (set_new_handler && host.throw_bad_alloc) host.before = set_new_handler(no_memory);
}

static void open_once(void) {
    shared_open(&library_file, "libz3.so.4");
#define Z3_FUNCTION(name) shared_find(&library_file, "Z3_" #name, &z3.name);
#include "smt/z3.def"
#undef Z3_FUNCTION
    if (library_file.why) return;
    guard_memory(library_file.handle);
    z3.toggle_warning_messages(false); /* the command line owns standard error */
}

bool library_open(struct text *why) {
    return shared_ready(&library_file, open_once, why);
}

Z3_context library_new_context(Z3_config config) {
    contexts++;
    return z3.mk_context_rc(config);
}

void library_free_context(Z3_context context) {
    assert(contexts > 0);
    z3.del_context(context);
    contexts--;
}
