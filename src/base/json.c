#include <jansson.h>

#include "base/json.h"

#include "base/shared.h"

static struct {
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
} library;
static struct shared library_file = SHARED("jansson", "install libjansson4");

static void open_once(void) {
    shared_open(&library_file, "libjansson.so.4");
    shared_find(&library_file, "json_loadb", &library.loadb);
    shared_find(&library_file, "json_delete", &library.delete);
    shared_find(&library_file, "json_object_get", &library.object_get);
    shared_find(&library_file, "json_object_iter", &library.object_iter);
    shared_find(&library_file, "json_object_iter_next", &library.object_iter_next);
    shared_find(&library_file, "json_object_iter_key", &library.object_iter_key);
    shared_find(&library_file, "json_object_iter_value", &library.object_iter_value);
    shared_find(&library_file, "json_array_size", &library.array_size);
    shared_find(&library_file, "json_array_get", &library.array_get);
    shared_find(&library_file, "json_string_value", &library.string_value);
    shared_find(&library_file, "json_integer_value", &library.integer_value);
}

enum status json_read(json_t **document, const char *bytes, size_t size, const char *file,
                      struct messages *messages) {
    struct text why = {0};
    *document = NULL;
    if (!shared_ready(&library_file, open_once, &why)) {
        messages_fail(messages, STATUS_IO, (struct position){.file = file}, "%s", why.data);
        text_fini(&why);
        return STATUS_IO;
    }
    json_error_t error;
    *document = library.loadb(bytes, size, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (*document) return STATUS_OK;
    struct position at = {.file = file,
                          .line = error.line > 0 ? (uint32_t)error.line : 0,
                          .column = error.column > 0 ? (uint32_t)error.column : 0};
    return messages_fail(messages, STATUS_MALFORMED, at, "%s", error.text);
}

void json_free(json_t *document) {
    if (document) library.delete(document);
}

const json_t *json_member(const json_t *object, const char *key) {
    return object ? library.object_get(object, key) : NULL;
}

const char *json_text(const json_t *value) {
    return value ? library.string_value(value) : NULL;
}

bool json_natural(const json_t *value, uint64_t limit, uint64_t *number) {
    if (!json_is_integer(value)) return false;
    json_int_t integer = library.integer_value(value);
    *number = (uint64_t)integer;
    return integer >= 0 && *number <= limit;
}

bool json_is_list(const json_t *value) {
    return json_is_array(value);
}

size_t json_count(const json_t *array) {
    return array ? library.array_size(array) : 0;
}

const json_t *json_element(const json_t *array, size_t i) {
    return array ? library.array_get(array, i) : NULL;
}

void *json_first(const json_t *object) {
    return object ? library.object_iter((json_t *)object) : NULL;
}

void *json_next(const json_t *object, void *at) {
    return library.object_iter_next((json_t *)object, at);
}

const char *json_key(void *at) {
    return library.object_iter_key(at);
}

const json_t *json_value(void *at) {
    return library.object_iter_value(at);
}
