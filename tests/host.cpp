// A host in C++: induct.h is a header of C++, too, and what the host's own `new` does when memory is refused stays as
// it was.
//   host DIRECTORY own-handler|no-handler          with the models of examples/
#include "induct.h"

#include <cstdio>
#include <new>
#include <string>

static int count, failed;

static void ok(const char *name, bool good) {
    failed += !good;
    std::printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, name);
}

static void *refused() {
    return ::operator new(std::size_t(1) << 60);
}

static bool throws() {
    try {
        ::operator delete(refused());
        return false;
    } catch (const std::bad_alloc &) {
        return true;
    }
}

struct asked {};

static void handler() {
    throw asked();
}

static bool asks() {
    try {
        ::operator delete(refused());
        return false;
    } catch (const asked &) {
        return true;
    }
}

// Opens the solver, which loads the same C++ runtime.
static bool decides(const std::string &path) {
    struct induct *problem = induct_new();
    bool good = induct_load_file(problem, path.c_str()) == INDUCT_OK && induct_run(problem) == INDUCT_OK &&
                induct_result(problem, 0)->verdict == INDUCT_SAFE;
    induct_free(problem);
    return good;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    bool own = std::string(argv[2]) == "own-handler";
    if (own) std::set_new_handler(handler);
    ok("a system is decided", decides(std::string(argv[1]) + "/thermostat-safe.vmt"));
    if (own)
        ok("the host's own handler hears of memory that the host is refused", asks());
    else
        ok("memory that the host is refused is std::bad_alloc", throws());
    ok("and the next system is decided", decides(std::string(argv[1]) + "/mutual-increase-safe.vmt"));
    std::printf("1..%d\n", count);
    return failed > 0;
}
