/* A growing text or byte buffer, JSON and file contents (plain or gzip).
 *
 *     struct text t = {0};
 *     text_format(&t, "%u latches", n);
 *     text_json_string(&t, name);          // quoted and escaped
 *     char *s = text_take(&t);             // the caller frees it; t is empty again
 */
#ifndef INDUCT_BASE_TEXT_H
#define INDUCT_BASE_TEXT_H

#include "base/status.h"

#include <stdarg.h>
#include <stddef.h>

struct text {
    char *data; /* NUL-terminated when not NULL; may contain NULs when used for bytes */
    size_t size, capacity;
};

void text_fini(struct text *);
void text_clear(struct text *);
void text_bytes(struct text *, const void *data, size_t size);
void text_byte(struct text *, unsigned char byte);
void text_add(struct text *, const char *string);
void text_format(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vformat(struct text *, const char *format, va_list args);
void text_json_string(struct text *, const char *string); /* UTF-8 stays as it is */
/* As text of an XML document, or as the value of an attribute; what no document may have becomes U+FFFD. */
void text_xml(struct text *, const char *string);
/* What is between the quotes of a C string that has these bytes: letters, digits and harmless signs, and octal numbers
 * for the rest. */
void text_c_string(struct text *, const char *string);
/* As part of a line: control bytes become \xNN, so that nothing ends the line, a comment that the line is, or what a
 * terminal shows. */
void text_in_line(struct text *, const char *string);
char *text_take(struct text *); /* never NULL; the caller frees */

/* The length of the longest beginning of at most `most` bytes that does not end within a UTF-8 character. Bytes
 * that are no UTF-8 count as characters. */
size_t text_cut(const char *string, size_t most);

/* What messages call the file of that path: "<stdin>" for "-". */
const char *text_file_name(const char *path);
/* Reads a whole file, decompressing it when it starts with the gzip magic. Input that decompresses to more
 * than 4 GiB is refused. On failure a message says which file and why. "-" is standard input. */
enum status text_read_file(struct text *, const char *path, struct messages *);
/* Decompresses gzip bytes, or copies bytes that are not gzip. `name` is for messages. */
enum status text_inflate(struct text *, const void *data, size_t size, const char *name, struct messages *);
/* Writes the whole buffer to a file ("-": standard output), replacing it; the file appears complete or not at
 * all. Devices, pipes and what symbolic links point to are written in place. */
enum status text_write_file(const struct text *, const char *path, struct messages *);

#endif
