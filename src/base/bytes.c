#include "base/bytes.h"

#include "base/mem.h"

#include <string.h>

void bytes_number(struct text *out, uint64_t n) {
    for (; n >= 0x80; n >>= 7) text_byte(out, (unsigned char)(n | 0x80));
    text_byte(out, (unsigned char)n);
}

void bytes_fixed(struct text *out, uint64_t n) {
    for (uint32_t i = 0; i < 8; i++) text_byte(out, (unsigned char)(n >> (8 * i)));
}

void bytes_string(struct text *out, const char *string) {
    size_t length = strlen(string);
    bytes_number(out, length);
    text_bytes(out, string, length);
}

void bytes_refuse(struct bytes_reader *r, const char *why) {
    if (!r->wrong) r->wrong = why;
}

uint8_t bytes_read_byte(struct bytes_reader *r) {
    const unsigned char *byte = bytes_read_block(r, 1);
    return byte ? *byte : 0;
}

uint64_t bytes_read_fixed(struct bytes_reader *r) {
    const unsigned char *block = bytes_read_block(r, 8);
    uint64_t n = 0;
    for (uint32_t i = 0; block && i < 8; i++) n |= (uint64_t)block[i] << (8 * i);
    return n;
}

uint64_t bytes_read_number(struct bytes_reader *r, uint64_t most) {
    uint64_t n = 0;
    for (uint32_t shift = 0;; shift += 7) {
        uint8_t byte = bytes_read_byte(r);
        if (r->wrong) return 0;
        bool last = !(byte & 0x80);
        if (shift == 63 && byte > 1) bytes_refuse(r, "a number of more than 64 bits");
        if (shift && last && !byte) bytes_refuse(r, "a number that is longer than it need be");
        if (r->wrong) return 0;
        n |= (uint64_t)(byte & 0x7f) << shift;
        if (last) break;
    }
    if (n <= most) return n;
    bytes_refuse(r, "a number that is too large");
    return 0;
}

uint32_t bytes_read_count(struct bytes_reader *r) {
    uint64_t n = bytes_read_number(r, UINT32_MAX);
    if (n > bytes_left(r)) bytes_refuse(r, "more is announced than follows");
    return r->wrong ? 0 : (uint32_t)n;
}

const unsigned char *bytes_read_block(struct bytes_reader *r, size_t size) {
    if (size > bytes_left(r)) bytes_refuse(r, "the bytes end too early");
    if (r->wrong) return NULL;
    const unsigned char *block = r->data + r->at;
    r->at += size;
    return block;
}

char *bytes_read_string(struct bytes_reader *r) {
    uint32_t length = bytes_read_count(r);
    const unsigned char *block = bytes_read_block(r, length);
    if (block && length && memchr(block, 0, length)) bytes_refuse(r, "a name with a NUL in it");
    if (r->wrong) return NULL;
    char *string = mem_alloc((size_t)length + 1);
    if (length) memcpy(string, block, length);
    string[length] = 0;
    return string;
}
