#include "cache/cache.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[] = "/tmp/induct-cache-XXXXXX";
static const char key[] = "0123";

static int begin(void **state) {
    (void)state;
    return !mkdtemp(folder);
}

static int end(void **state) {
    (void)state;
    char *command = mem_format("rm -rf %s", folder);
    int status = system(command);
    mem_free(command);
    return status;
}

static void put(const char *bytes, size_t size) {
    char *path = mem_format("%s/%s", folder, key);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    mem_free(path);
}

static struct text whole_entry(void) {
    struct text text = {0};
    struct messages messages = {0};
    char *path = mem_format("%s/%s", folder, key);
    assert_int_equal(text_read_file(&text, path, &messages), STATUS_OK);
    mem_free(path);
    return text;
}

static bool reads(struct text *out) {
    text_clear(out);
    return cache_read(folder, key, out);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    struct text bytes = {0}, back = {0};
    text_bytes(&bytes, "a\0b", 3);
    assert_false(reads(&back));
    assert_true(cache_write(folder, key, &bytes));
    assert_true(reads(&back));
    assert_int_equal(back.size, 3);
    assert_memory_equal(back.data, "a\0b", 3);
    text_fini(&bytes);
    text_fini(&back);
}

/* Every byte that differs, every length that is shorter, and one that is longer. */
static void damage_is_seen(void **state) {
    (void)state;
    struct text bytes = {0}, out = {0};
    text_add(&bytes, "evidence");
    assert_true(cache_write(folder, key, &bytes));
    struct text entry = whole_entry();
    for (size_t i = 0; i < entry.size; i++) {
        entry.data[i] ^= 1;
        put(entry.data, entry.size);
        assert_false(reads(&out));
        entry.data[i] ^= 1;
        put(entry.data, i);
        assert_false(reads(&out));
    }
    text_byte(&entry, 'x');
    put(entry.data, entry.size);
    assert_false(reads(&out));
    put(entry.data, entry.size - 1);
    assert_true(reads(&out));
    text_fini(&entry);
    text_fini(&bytes);
    text_fini(&out);
}

static void folders_are_made_once(void **state) {
    (void)state;
    char *inner = mem_format("%s/inner", folder), *deep = mem_format("%s/none/inner", folder),
         *file = mem_format("%s/%s", folder, key);
    assert_true(cache_open(inner));
    assert_true(cache_open(inner));
    assert_false(cache_open(deep));
    assert_false(cache_open(file));
    mem_free(inner);
    mem_free(deep);
    mem_free(file);
}

/* Two latches, each a property; the second's next state is `second`. */
static struct circuit *circuit_of(bool toggles) {
    struct circuit *c = circuit_new();
    aig_lit latches[2];
    for (int i = 0; i < 2; i++) {
        latches[i] = aig_leaf(c->graph);
        aig_lit next = i && toggles ? aig_not(latches[i]) : latches[i];
        vec_push(&c->latches, ((struct latch){.lit = latches[i], .next = next, .reset = AIG_FALSE}));
        vec_push(&c->properties,
                 ((struct property){.bad = latches[i], .name = mem_strdup("p"), .index = (uint32_t)i}));
    }
    return c;
}

static void key_of(const struct circuit *c, uint32_t property, char out[SHA256_HEX]) {
    cache_cone_key((struct model){.level = LEVEL_CIRCUIT, .circuit = c}, property, "1", out);
}

static void keys_are_about_cones(void **state) {
    (void)state;
    struct circuit *a = circuit_of(false), *b = circuit_of(true);
    char of_a[2][SHA256_HEX], of_b[2][SHA256_HEX], other[SHA256_HEX];
    for (uint32_t i = 0; i < 2; i++) {
        key_of(a, i, of_a[i]);
        key_of(b, i, of_b[i]);
    }
    assert_string_equal(of_a[0], of_b[0]); /* it does not depend on the second latch */
    assert_string_not_equal(of_a[1], of_b[1]);
    assert_string_not_equal(of_a[0], of_a[1]);
    cache_cone_key((struct model){.level = LEVEL_CIRCUIT, .circuit = a}, 0, "2", other);
    assert_string_not_equal(of_a[0], other); /* another version */
    cache_near_key("ab", "c", "1", of_a[0]);
    cache_near_key("a", "bc", "1", other);
    assert_string_not_equal(of_a[0], other);
    circuit_free(a);
    circuit_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(damage_is_seen),
        cmocka_unit_test(folders_are_made_once),
        cmocka_unit_test(keys_are_about_cones),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
