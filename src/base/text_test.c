#include "base/text.h"

#include "base/mem.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <cmocka.h>

static void grows_and_stays_terminated(void **state) {
    (void)state;
    struct text t = {0};
    for (int i = 0; i < 1000; i++) {
        text_format(&t, "%d,", i % 10);
        assert_int_equal(t.size, 2 * (i + 1));
        assert_int_equal(t.data[t.size], 0);
    }
    text_clear(&t);
    assert_string_equal(t.data, "");
    text_add(&t, "a");
    text_byte(&t, 0);
    text_bytes(&t, "\xff", 1);
    text_bytes(&t, NULL, 0);
    assert_int_equal(t.size, 3);
    assert_memory_equal(t.data, "a\0\xff", 4);
    char *taken = text_take(&t);
    assert_null(t.data);
    mem_free(taken);
    taken = text_take(&t); /* of an empty text: an empty string */
    assert_string_equal(taken, "");
    mem_free(taken);
}

static void names_stay_where_they_are(void **state) {
    (void)state;
    struct text t = {0};
    text_c_string(&t, "f_1 \"\\\n7?\xc3\xa9");
    assert_string_equal(t.data, "f_1 \\042\\134\\0127\\077\\303\\251");
    text_clear(&t);
    text_in_line(&t, "a\nb\x1b[1m \xc3\xa9\\");
    assert_string_equal(t.data, "a\\x0ab\\x1b[1m \xc3\xa9\\");
    text_fini(&t);
}

static void json_strings_are_escaped(void **state) {
    (void)state;
    struct text t = {0};
    text_json_string(&t, "a\"b\\c\n\x01\x7f z");
    assert_string_equal(t.data, "\"a\\\"b\\\\c\\u000a\\u0001\\u007f z\"");
    text_clear(&t);
    text_json_string(&t, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    assert_string_equal(t.data, "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"");
    text_clear(&t);
    text_json_string(&t, "\xff \xc3 \xc0\x80 \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82"); /* no UTF-8 */
    assert_string_equal(t.data, "\"\\u00ff \\u00c3 \\u00c0\\u0080 \\u00ed\\u00a0\\u0080 "
                                "\\u00f4\\u0090\\u0080\\u0080 \\u00e2\\u0082\"");
    text_fini(&t);
}

static void xml_is_escaped(void **state) {
    (void)state;
    struct text t = {0};
    text_xml(&t, "<a b=\"c\">&'\n\t\x7f");
    assert_string_equal(t.data, "&#60;a b=&#34;c&#34;&#62;&#38;&#39;&#10;&#9;&#127;");
    text_clear(&t);
    text_xml(&t, "\xc3\xa9 \xf0\x9f\x98\x80 \xef\xbf\xbd"); /* characters */
    assert_string_equal(t.data, "\xc3\xa9 \xf0\x9f\x98\x80 \xef\xbf\xbd");
    text_clear(&t);
    text_xml(&t, "\x01|\x1b|\xef\xbf\xbe|\xef\xbf\xbf|"); /* none of XML's */
    assert_string_equal(t.data, "\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd|");
    text_clear(&t);
    text_xml(&t, "\xff \xed\xa0\x80"); /* no UTF-8 */
    assert_string_equal(t.data, "&#255; &#237;&#160;&#128;");
    text_fini(&t);
}

static void cuts_keep_characters_whole(void **state) {
    (void)state;
    const char *euros = "a\xe2\x82\xac\xe2\x82\xac"; /* bytes: 1, 3, 3 */
    const size_t whole[] = {0, 1, 1, 1, 4, 4, 4, 7, 7};
    for (size_t most = 0; most < sizeof whole / sizeof *whole; most++)
        assert_int_equal(text_cut(euros, most), whole[most]);
    assert_int_equal(text_cut("\xf0\x9f\x98\x80\xc3\xa9", 3), 0);
    assert_int_equal(text_cut("\xf0\x9f\x98\x80\xc3\xa9", 5), 4);
    assert_int_equal(text_cut("\x80\x80\x80\x80\x80", 4), 4); /* no UTF-8: bytes */
    assert_int_equal(text_cut("\xe2\x82 and more", 1), 1);
    assert_int_equal(text_cut("", 3), 0);
}

/* Appends one gzip member. */
static void pack(struct text *out, const void *data, size_t size) {
    size_t room = size + size / 100 + 100;
    unsigned char *packed = mem_alloc(room);
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)data,
                       .avail_in = (uInt)size,
                       .next_out = packed,
                       .avail_out = (uInt)room};
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    text_bytes(out, packed, stream.total_out);
    deflateEnd(&stream);
    mem_free(packed);
}

static struct text random_bytes(size_t size) {
    struct text t = {0};
    struct random r;
    random_init(&r, size);
    for (size_t i = 0; i < size; i++) text_byte(&t, (unsigned char)random_below(&r, i < size / 2 ? 256 : 3));
    return t;
}

static void assert_inflates(const struct text *packed, const struct text *expected) {
    struct text out = {0};
    struct messages messages = {0};
    assert_int_equal(text_inflate(&out, packed->data, packed->size, "f", &messages), STATUS_OK);
    assert_int_equal(out.size, expected->size);
    assert_memory_equal(out.data, expected->data, expected->size + 1); /* with the NUL */
    messages_fini(&messages);
    text_fini(&out);
}

static void gzip_is_inflated(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 1000, 65535, 65536, 65537, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct text plain = random_bytes(sizes[i]), packed = {0};
        text_bytes(&plain, "", 0);
        pack(&packed, plain.data, plain.size);
        assert_inflates(&packed, &plain);
        text_add(&packed, "trailing padding"); /* ignored, as gzip does */
        assert_inflates(&packed, &plain);
        text_fini(&packed);
        pack(&packed, plain.data, plain.size / 3); /* two members */
        pack(&packed, plain.data + plain.size / 3, plain.size - plain.size / 3);
        assert_inflates(&packed, &plain);
        text_fini(&plain);
        text_fini(&packed);
    }
}

static void other_bytes_are_copied(void **state) {
    (void)state;
    struct text plain = {0};
    text_add(&plain, "\x1f");
    assert_inflates(&plain, &plain);
    text_add(&plain, "aag 0 0 0 0 0\n");
    assert_inflates(&plain, &plain);
    text_fini(&plain);
}

static void assert_broken(const struct text *packed, size_t size) {
    struct text out = {0};
    struct messages messages = {0};
    assert_int_equal(text_inflate(&out, packed->data, size, "f", &messages), STATUS_MALFORMED);
    unsigned column, byte;
    char rest[64] = "";
    assert_int_equal(
        sscanf(messages_first_error(&messages), "f:1:%u: byte %u: %63[^\n]", &column, &byte, rest), 3);
    assert_string_equal(rest, "broken or truncated gzip data");
    assert_int_equal(column, byte + 1);
    messages_fini(&messages);
    text_fini(&out);
}

static void broken_gzip_is_an_error(void **state) {
    (void)state;
    struct text plain = random_bytes(3000), packed = {0};
    pack(&packed, plain.data, plain.size);
    for (size_t size = 2; size < packed.size; size++) assert_broken(&packed, size);
    packed.data[packed.size - 5] ^= 1; /* the checksum */
    assert_broken(&packed, packed.size);
    packed.data[packed.size - 5] ^= 1;
    packed.data[2] = 99; /* the compression method */
    assert_broken(&packed, packed.size);
    text_fini(&plain);
    text_fini(&packed);
}

static void files_are_written_whole_and_read_back(void **state) {
    (void)state;
    char directory[] = "/tmp/induct-text-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *path = mem_format("%s/file", directory), *missing = mem_format("%s/none/file", directory);
    struct messages messages = {0};
    struct text plain = random_bytes(100000), packed = {0}, back = {0};
    assert_int_equal(text_write_file(&plain, path, &messages), STATUS_OK);
    assert_int_equal(text_read_file(&back, path, &messages), STATUS_OK);
    assert_int_equal(back.size, plain.size);
    assert_memory_equal(back.data, plain.data, plain.size);
    pack(&packed, plain.data, plain.size); /* replaces the file; reading inflates it */
    assert_int_equal(text_write_file(&packed, path, &messages), STATUS_OK);
    text_fini(&back);
    assert_int_equal(text_read_file(&back, path, &messages), STATUS_OK);
    assert_int_equal(back.size, plain.size);
    assert_memory_equal(back.data, plain.data, plain.size);
    assert_int_equal(messages.list.size, 0);
    assert_int_equal(text_write_file(&plain, missing, &messages), STATUS_IO);
    char *expected = mem_format("%s: cannot write: No such file or directory", missing);
    assert_string_equal(messages_first_error(&messages), expected);
    messages_clear(&messages);
    mem_free(expected);
    assert_int_equal(text_read_file(&back, missing, &messages), STATUS_IO);
    expected = mem_format("%s: cannot open: No such file or directory", missing);
    assert_string_equal(messages_first_error(&messages), expected);
    mem_free(expected);
    messages_clear(&messages);
    assert_int_equal(text_read_file(&back, directory, &messages), STATUS_IO); /* a directory is no file */
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(directory), 0); /* no temporary file was left behind */
    messages_fini(&messages);
    text_fini(&plain);
    text_fini(&packed);
    text_fini(&back);
    mem_free(path);
    mem_free(missing);
}

static void links_stay_links(void **state) {
    (void)state;
    char directory[] = "/tmp/induct-text-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *path = mem_format("%s/file", directory), *link = mem_format("%s/link", directory);
    struct messages messages = {0};
    struct text text = {0}, back = {0};
    assert_int_equal(symlink("file", link), 0);
    for (int round = 0; round < 2; round++) { /* dangling, then not */
        text_clear(&text);
        text_format(&text, "%d", 10 - round);
        assert_int_equal(text_write_file(&text, link, &messages), STATUS_OK);
        text_fini(&back);
        assert_int_equal(text_read_file(&back, path, &messages), STATUS_OK);
        assert_string_equal(back.data, text.data);
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(rmdir(directory), 0);
    messages_fini(&messages);
    text_fini(&text);
    text_fini(&back);
    mem_free(path);
    mem_free(link);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_stay_links),
        cmocka_unit_test(grows_and_stays_terminated),
        cmocka_unit_test(names_stay_where_they_are),
        cmocka_unit_test(json_strings_are_escaped),
        cmocka_unit_test(xml_is_escaped),
        cmocka_unit_test(cuts_keep_characters_whole),
        cmocka_unit_test(gzip_is_inflated),
        cmocka_unit_test(other_bytes_are_copied),
        cmocka_unit_test(broken_gzip_is_an_error),
        cmocka_unit_test(files_are_written_whole_and_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
