#include "base/text.h"

#include "base/mem.h"
#include "base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

void text_fini(struct text *text) {
    mem_free(text->data);
    *text = (struct text){0};
}

void text_clear(struct text *text) {
    text->size = 0;
    if (text->data) text->data[0] = 0;
}

static void reserve(struct text *text, size_t more) {
    size_t wanted = text->size + more + 1;
    if (wanted <= text->capacity) return;
    size_t capacity = text->capacity ? 2 * text->capacity : 64;
    if (capacity < wanted) capacity = wanted;
    text->data = mem_realloc(text->data, capacity);
    text->capacity = capacity;
}

void text_bytes(struct text *text, const void *data, size_t size) {
    reserve(text, size);
    if (size) memcpy(text->data + text->size, data, size);
    text->size += size;
    text->data[text->size] = 0;
}

void text_byte(struct text *text, unsigned char byte) {
    text_bytes(text, &byte, 1);
}

void text_add(struct text *text, const char *string) {
    text_bytes(text, string, strlen(string));
}

void text_vformat(struct text *text, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    reserve(text, (size_t)length);
    vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
    text->size += (size_t)length;
    va_end(again);
}

void text_format(struct text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_vformat(text, format, args);
    va_end(args);
}

/* The length of the UTF-8 sequence of several bytes at p; 0: none. Overlong forms and surrogates are none. */
static size_t utf8_length(const unsigned char *p) {
    size_t length = *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0)) return 0;
    if ((*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] >= 0x90)) return 0;
    return length;
}

size_t text_cut(const char *string, size_t most) {
    size_t size = strnlen(string, most + 1);
    if (size <= most) return size;
    for (size_t back = 1; back <= 3 && back <= most; back++)
        if (utf8_length((const unsigned char *)string + most - back) > back) return most - back;
    return most;
}

void text_json_string(struct text *text, const char *string) {
    text_byte(text, '"');
    for (const unsigned char *p = (const unsigned char *)string; *p; p++) {
        size_t length = utf8_length(p);
        if (length) {
            text_bytes(text, p, length);
            p += length - 1;
            continue;
        }
        if (*p == '"' || *p == '\\')
            text_format(text, "\\%c", *p);
        else if (*p < 0x20 || *p >= 0x7f)
            text_format(text, "\\u%04x", *p); /* a stray byte is read as Latin-1 */
        else
            text_byte(text, *p);
    }
    text_byte(text, '"');
}

void text_xml(struct text *text, const char *string) {
    for (const unsigned char *p = (const unsigned char *)string; *p; p++) {
        size_t length = utf8_length(p);
        bool none = length == 3 && p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe; /* U+FFFE, U+FFFF */
        if (length && !none)
            text_bytes(text, p, length);
        else if (none || (*p < 0x20 && !strchr("\t\n\r", *p)))
            text_add(text, "\xef\xbf\xbd");
        else if (*p < 0x20 || *p >= 0x7f || strchr("&<>\"'", *p))
            text_format(text, "&#%u;", *p); /* a stray byte is read as Latin-1 */
        else
            text_byte(text, *p);
        p += length ? length - 1 : 0;
    }
}

void text_c_string(struct text *text, const char *string) {
    for (const unsigned char *p = (const unsigned char *)string; *p; p++) {
        bool plain = *p >= 0x20 && *p < 0x7f && !strchr("\"\\?", *p);
        if (plain)
            text_byte(text, *p);
        else
            text_format(text, "\\%03o", *p); /* as long as it can be: what follows may be a digit */
    }
}

void text_in_line(struct text *text, const char *string) {
    for (const unsigned char *p = (const unsigned char *)string; *p; p++) {
        if (*p < 0x20 || *p == 0x7f)
            text_format(text, "\\x%02x", *p);
        else
            text_byte(text, *p);
    }
}

char *text_take(struct text *text) {
    reserve(text, 0);
    text->data[text->size] = 0;
    char *result = text->data;
    *text = (struct text){0};
    return result;
}

const char *text_file_name(const char *path) {
    return strcmp(path, "-") ? path : "<stdin>";
}

static enum status read_descriptor(struct text *text, int descriptor, const char *path,
                                   struct messages *messages) {
    struct stat info;
    if (!fstat(descriptor, &info)) {
        if (S_ISDIR(info.st_mode))
            return messages_fail(messages, STATUS_IO, (struct position){.file = path}, "is a directory");
        if (S_ISREG(info.st_mode)) reserve(text, (size_t)info.st_size + 1);
    }
    for (;;) {
        reserve(text, 1 << 16);
        ssize_t got = read(descriptor, text->data + text->size, text->capacity - text->size - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return messages_fail(messages, STATUS_IO, (struct position){.file = path}, "cannot read: %s",
                                 strerror(errno));
        if (!got) break;
        text->size += (size_t)got;
    }
    text->data[text->size] = 0;
    return STATUS_OK;
}

static bool is_gzip(const void *data, size_t size) {
    const unsigned char *bytes = data;
    return size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

enum status text_inflate(struct text *text, const void *data, size_t size, const char *name,
                         struct messages *messages) {
    struct position at = {.file = name};
    if (!is_gzip(data, size)) {
        text_bytes(text, data, size);
        return STATUS_OK;
    }
    const uint64_t limit = UINT64_C(1) << 32;
    z_stream stream = {0};
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
        return messages_fail(messages, STATUS_IO, at, "cannot start the gzip decoder");
    enum status status = STATUS_OK;
    const unsigned char *next = data;
    size_t left = size;
    int code = Z_OK;
    for (;;) {
        uInt chunk = left > (1u << 30) ? 1u << 30 : (uInt)left;
        stream.next_in = (Bytef *)(uintptr_t)next;
        stream.avail_in = chunk;
        reserve(text, 1 << 16);
        size_t room = text->capacity - text->size - 1;
        if (room > (1u << 30)) room = 1u << 30;
        stream.next_out = (Bytef *)text->data + text->size;
        stream.avail_out = (uInt)room;
        code = inflate(&stream, Z_NO_FLUSH);
        next += chunk - stream.avail_in;
        left -= chunk - stream.avail_in;
        text->size += room - stream.avail_out;
        text->data[text->size] = 0;
        if (text->size > limit) {
            status = messages_fail(messages, STATUS_MALFORMED, at, "decompresses to more than 4 GiB");
            break;
        }
        if (code == Z_STREAM_END) {
            if (!is_gzip(next, left))
                break; /* trailing bytes that are no further member are ignored, as gzip does */
            inflateReset(&stream);
        } else if (code != Z_OK) {
            at.offset = size - left;
            at.line = 1;
            at.column = at.offset < UINT32_MAX ? (uint32_t)at.offset + 1 : UINT32_MAX;
            status = messages_fail(messages, STATUS_MALFORMED, at, "broken or truncated gzip data");
            break;
        }
    }
    inflateEnd(&stream);
    return status;
}

enum status text_read_file(struct text *text, const char *path, struct messages *messages) {
    bool standard_input = !strcmp(path, "-");
    int descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return messages_fail(messages, STATUS_IO, (struct position){.file = path}, "cannot open: %s",
                             strerror(errno));
    struct text raw = {0};
    const char *name = text_file_name(path);
    enum status status = read_descriptor(&raw, descriptor, name, messages);
    if (!standard_input) close(descriptor);
    if (status == STATUS_OK && is_gzip(raw.data, raw.size)) {
        status = text_inflate(text, raw.data, raw.size, name, messages);
        text_fini(&raw);
    } else {
        text_fini(text);
        *text = raw;
    }
    return status;
}

/* Devices, pipes, and what links point to. */
static bool write_in_place(const struct text *text, const char *path) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return false;
    bool good = replace_write(descriptor, text->data, text->size);
    int reason = errno;
    if (close(descriptor) && good) return false;
    errno = reason;
    return good;
}

enum status text_write_file(const struct text *text, const char *path, struct messages *messages) {
    struct position at = {.file = path}, nowhere = {0};
    if (!strcmp(path, "-")) {
        fflush(stdout);
        if (replace_write(STDOUT_FILENO, text->data, text->size)) return STATUS_OK;
        return messages_fail(messages, STATUS_IO, nowhere, "cannot write to standard output: %s",
                             strerror(errno));
    }
    struct stat info; /* of a link itself: renaming would replace it, be it /dev/stdout, not what it means */
    bool in_place = !lstat(path, &info) && !S_ISREG(info.st_mode);
    if (in_place ? write_in_place(text, path) : replace_file(path, text->data, text->size)) return STATUS_OK;
    return messages_fail(messages, STATUS_IO, at, "cannot write: %s", strerror(errno));
}
