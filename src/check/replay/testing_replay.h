/* For tests: C as LLVM's text, compiled as the front end does (format/c/clang.c), which this layer does not see. Tests
 * include it after cmocka.h. */
#ifndef INDUCT_CHECK_REPLAY_TESTING_REPLAY_H
#define INDUCT_CHECK_REPLAY_TESTING_REPLAY_H

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Owned by the caller. `options` are further ones for clang. The source must compile. */
static inline char *testing_llvm(const char *source, bool ilp32, const char *options) {
    char path[] = "/tmp/replay-test-XXXXXX.c";
    int file = mkstemps(path, 2);
    assert_true(file >= 0 && write(file, source, strlen(source)) == (ssize_t)strlen(source));
    close(file);
    char *command = mem_format(
        "clang-19 -m%d -S -emit-llvm -o - -std=gnu11 -O0 -Xclang -disable-O0-optnone -fwrapv -fno-builtin "
        "-fno-strict-aliasing -fno-delete-null-pointer-checks -fno-stack-protector -fcommon "
        "-ftrivial-auto-var-init=zero -w -Wno-error=implicit-function-declaration %s %s",
        ilp32 ? 32 : 64, options, path);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    struct text out = {0};
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, output)) > 0;) text_bytes(&out, buffer, n);
    if (pclose(output) != 0) fail_msg("does not compile: %s", source);
    mem_free(command);
    remove(path);
    return text_take(&out);
}

#endif
