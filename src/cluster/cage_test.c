#include "cluster/cage.h"

#include "base/folder.h"
#include "base/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs those above */
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder, *elsewhere;

/* Runs the work in a caged child; its exit status. */
static int caged(int (*work)(void)) {
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        struct text why = {0};
        if (!cage_enter(folder, &why)) {
            fprintf(stderr, "%s\n", why.data);
            _exit(100);
        }
        _exit(work());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static bool writes(const char *directory) {
    char *path = mem_format("%s/file", directory);
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    if (file >= 0) close(file);
    mem_free(path);
    return file >= 0;
}

static bool reads(const char *path) {
    int file = open(path, O_RDONLY);
    if (file >= 0) close(file);
    return file >= 0;
}

static int write_here(void) {
    return !writes(folder);
}
static int write_elsewhere(void) {
    return writes(elsewhere) || writes("/tmp") || writes("/usr") || writes("/etc");
}
static int read_secrets(void) {
    char *path = mem_format("%s/secret", elsewhere);
    return reads(path) || reads("/etc/shadow") || reads("/etc/passwd") || reads("/root");
}
static int read_environment_of_parent(void) {
    char *path = mem_format("/proc/%d/environ", (int)getppid()), byte;
    int file = open(path, O_RDONLY);
    return file >= 0 && read(file, &byte, 1) == 1;
}
static int read_libraries(void) {
    return !reads("/usr/include/stdio.h") || !reads("/dev/null");
}
static int use_network(void) {
    return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ||
           socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}
static int trace_parent(void) {
    return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0;
}

/* A compiler works, with a program as it comes and as its child; what it writes goes to the folder. */
static int compile(void) {
    char *path = mem_format("%s/program", folder);
    struct text output = {0};
    const char *const words[] = {"clang-19", "-x", "c", "-o", path, "/dev/fd/3", NULL};
    static const char source[] = "#include <stdio.h>\nint main(void) { return puts(\"x\") < 0; }\n";
    struct process_result end = process_run(
        &(struct process){
            .arguments = words, .output = &output, .extra = {process_file("s", source, sizeof source - 1)}},
        NULL);
    const char *const run[] = {path, NULL};
    struct process_result ran = process_run(&(struct process){.arguments = run}, NULL);
    if (end.code) fprintf(stderr, "%s\n", output.data);
    return end.end != PROCESS_EXITED || end.code || ran.end != PROCESS_EXITED || ran.code;
}
/* And a compiler cannot be made to read what the process may not. */
static int include_secret(void) {
    char *source = mem_format("#include \"%s/secret\"\n", elsewhere);
    const char *const words[] = {"clang-19", "-E", "-x", "c", "/dev/fd/3", NULL};
    struct text output = {0};
    (void)process_run(&(struct process){.arguments = words,
                                        .output = &output,
                                        .extra = {process_file("s", source, strlen(source))}},
                      NULL);
    return output.data && strstr(output.data, "hidden");
}

#define IN_CAGE(work)                                                                                        \
    static void test_##work(void **state) {                                                                  \
        (void)state;                                                                                         \
        assert_int_equal(caged(work), 0);                                                                    \
    }
IN_CAGE(write_here)
IN_CAGE(write_elsewhere)
IN_CAGE(read_secrets)
IN_CAGE(read_environment_of_parent)
IN_CAGE(read_libraries)
IN_CAGE(use_network)
IN_CAGE(trace_parent)
IN_CAGE(compile)
IN_CAGE(include_secret)

/* What must fail in the cage works outside of it, so that these tests can fail. */
static void test_outside(void **state) {
    (void)state;
    char *path = mem_format("%s/secret", elsewhere);
    assert_true(writes(elsewhere));
    assert_true(reads(path));
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(s >= 0);
    close(s);
    mem_free(path);
}

int main(void) {
    if (!cage_ready(NULL)) {
        puts("this kernel has no cage: skipped");
        return 0;
    }
    folder = folder_make("cage-test");
    elsewhere = folder_make("cage-secret");
    char *path = mem_format("%s/secret", elsewhere);
    FILE *file = fopen(path, "w");
    fputs("hidden\n", file);
    fclose(file);
    mem_free(path);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write_here),     cmocka_unit_test(test_write_elsewhere),
        cmocka_unit_test(test_read_secrets),   cmocka_unit_test(test_read_environment_of_parent),
        cmocka_unit_test(test_read_libraries), cmocka_unit_test(test_use_network),
        cmocka_unit_test(test_trace_parent),   cmocka_unit_test(test_compile),
        cmocka_unit_test(test_include_secret), cmocka_unit_test(test_outside),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    folder_remove(folder);
    folder_remove(elsewhere);
    mem_free(folder);
    mem_free(elsewhere);
    return failed;
}
