#include "cluster/address.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs those above */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void parts(const char *url, const char *user, const char *host, unsigned port, const char *job) {
    struct address a;
    struct text why = {0};
    assert_true(address_parse(&a, url, &why));
    assert_string_equal(a.host, host);
    assert_string_equal(a.job, job);
    assert_int_equal(a.port, port);
    assert_string_equal(a.user ? a.user : "", user);
    assert_null(a.password);
    address_fini(&a);
}

static void good_ones(void **state) {
    (void)state;
    parts("redis://localhost/j", "", "localhost", 6379, "j");
    parts("redis://10.0.0.1:1/my-job_2.x", "", "10.0.0.1", 1, "my-job_2.x");
    parts("redis://[::1]:7000/j", "", "::1", 7000, "j");
    parts("redis://[fe80::1]/j", "", "fe80::1", 6379, "j");
    parts("redis://worker@host:65535/j", "worker", "host", 65535, "j");
}

static void bad_ones(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "redis://",
        "redis://host",
        "redis://host/",
        "redis:///j",
        "http://host/j",
        "redis://host:/j",
        "redis://host:0/j",
        "redis://host:65536/j",
        "redis://host:12x/j",
        "redis://host:123456/j",
        "redis://host:-1/j",
        "redis://host/a/b",
        "redis://host/a b",
        "redis://host/j\n",
        "redis://ho st/j",
        "redis://[::1/j",
        "redis://[::1]x/j",
        "redis://user:secret@host/j",
        "redis://:secret@host/j",
        "redis://host/*",
        "redis://host/a:b",
        "redis://host/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct address a;
        struct text why = {0};
        if (address_parse(&a, bad[i], &why)) fail_msg("accepted: %s", bad[i]);
        assert_true(why.size && !a.host && !a.job);
        assert_null(strstr(why.data, "secret")); /* what was refused is not printed */
        text_fini(&why);
    }
}

static struct address some(void) {
    struct address a;
    struct text why = {0};
    assert_true(address_parse(&a, "redis://host/j", &why));
    return a;
}

static void secrets(void **state) {
    (void)state;
    struct text why = {0};
    setenv("INDUCT_REDIS_PASSWORD", "p", 1);
    setenv("INDUCT_REDIS_USER", "u", 1);
    struct address a = some();
    assert_true(address_secrets(&a, &why));
    assert_string_equal(a.password, "p");
    assert_string_equal(a.user, "u");
    assert_null(getenv("INDUCT_REDIS_PASSWORD"));
    address_fini(&a);
    unsetenv("INDUCT_REDIS_USER");
    char path[] = "/tmp/address-test-XXXXXX";
    int file = mkstemp(path);
    assert_true(write(file, "from a file\nsecond line\n", 24) == 24);
    close(file);
    setenv("INDUCT_REDIS_PASSWORD_FILE", path, 1);
    a = some();
    assert_true(address_secrets(&a, &why));
    assert_string_equal(a.password, "from a file");
    assert_null(a.user);
    address_fini(&a);
    unlink(path);
    a = some();
    assert_false(address_secrets(&a, &why));
    assert_true(why.size);
    address_fini(&a);
    text_fini(&why);
    unsetenv("INDUCT_REDIS_PASSWORD_FILE");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(good_ones), cmocka_unit_test(bad_ones),
                                       cmocka_unit_test(secrets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
