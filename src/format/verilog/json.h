/* jansson as a table of functions, opened when the first Verilog file is read. json.object_get(o, key) is
 * json_object_get(o, key). */
#ifndef INDUCT_FORMAT_VERILOG_JSON_H
#define INDUCT_FORMAT_VERILOG_JSON_H

#include "base/text.h"

#include <jansson.h>

struct json_library {
    __typeof__(json_loadb) *loadb;
    __typeof__(json_delete) *delete;
    __typeof__(json_object_get) *object_get;
    __typeof__(json_object_iter) *object_iter;
    __typeof__(json_object_iter_next) *object_iter_next;
    __typeof__(json_object_iter_key) *object_iter_key;
    __typeof__(json_object_iter_value) *object_iter_value;
    __typeof__(json_array_size) *array_size;
    __typeof__(json_array_get) *array_get;
    __typeof__(json_string_value) *string_value;
    __typeof__(json_integer_value) *integer_value;
};
extern struct json_library json; /* valid once json_open returned true */

/* False: it is not there; `why` says so. */
bool json_open(struct text *why);

/* for (json_each(object, key, value)) */
#define json_each(object, name, value)                                                                       \
    void *value##_at_ = json.object_iter(object);                                                            \
    value##_at_ &&                                                                                           \
        (name = json.object_iter_key(value##_at_), value = json.object_iter_value(value##_at_), true);       \
    value##_at_ = json.object_iter_next(object, value##_at_)

#endif
