#include "base/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void known_answers(void **state) {
    (void)state;
    static const struct {
        const char *text, *hash;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    char hash[SHA256_HEX];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sha256_hex(rows[i].text, strlen(rows[i].text), hash);
        assert_string_equal(hash, rows[i].hash);
    }
    char *million = malloc(1000000);
    memset(million, 'a', 1000000);
    sha256_hex(million, 1000000, hash);
    assert_string_equal(hash, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}

/* Every length around the ends of blocks, as coreutils has it. */
static void as_sha256sum(void **state) {
    (void)state;
    char path[] = "/tmp/sha256-test-XXXXXX", bytes[200], command[64], hash[SHA256_HEX], line[128];
    int file = mkstemp(path);
    assert_true(file >= 0);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 7 + 1);
    for (size_t n = 0; n < sizeof bytes; n += n < 52 || n > 70 ? 13 : 1) {
        assert_int_equal(ftruncate(file, 0), 0);
        assert_int_equal(pwrite(file, bytes, n, 0), n);
        snprintf(command, sizeof command, "sha256sum < %s", path);
        FILE *answer = popen(command, "r");
        assert_non_null(fgets(line, sizeof line, answer));
        pclose(answer);
        sha256_hex(bytes, n, hash);
        assert_memory_equal(hash, line, 64);
    }
    close(file);
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_answers), cmocka_unit_test(as_sha256sum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
