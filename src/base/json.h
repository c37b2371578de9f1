/* Reading JSON (RFC 8259), by jansson, which is opened when the first text is read.
 *
 *     json_t *design;
 *     if (json_read(&design, bytes, size, "design.json", messages) != STATUS_OK) return ...;
 *     const char *name;
 *     const json_t *module;
 *     for (json_each (json_member(design, "modules"), name, module)) puts(name);
 *     json_free(design);
 *
 * NULL is a value without members, elements, text or number. Refused are, besides what is no JSON: nesting beyond
 * JSON_DEPTH, text that is not UTF-8, \u0000, integers beyond 63 bits and a sign, and a member that an object has
 * twice. */
#ifndef INDUCT_BASE_JSON_H
#define INDUCT_BASE_JSON_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH = 2048 /* that is read: jansson's own bound */ };

typedef struct json_t json_t;

/* STATUS_MALFORMED after a positioned message, STATUS_IO where jansson is missing; then there is nothing to free. */
enum status json_read(json_t **, const char *bytes, size_t size, const char *file, struct messages *);
void json_free(json_t *); /* NULL: nothing */

const json_t *json_member(const json_t *object, const char *key);
const char *json_text(const json_t *); /* of a string, else NULL */
/* A number that is an integer in [0..limit]; false: it is none. */
bool json_natural(const json_t *, uint64_t limit, uint64_t *value);

bool json_is_list(const json_t *); /* an array */
size_t json_count(const json_t *array);
const json_t *json_element(const json_t *array, size_t); /* NULL beyond the end */

/* Where one stands among the members of an object, in the order of the text; NULL: after the last. */
void *json_first(const json_t *object);
void *json_next(const json_t *object, void *at);
const char *json_key(void *at);
const json_t *json_value(void *at);
/* for (json_each (object, key, value)) */
#define json_each(object, key, value)                                                                        \
    void *value##_at_ = json_first(object);                                                                  \
    value##_at_ && (key = json_key(value##_at_), value = json_value(value##_at_), true);                     \
    value##_at_ = json_next(object, value##_at_)

#endif
