#include "format/verilog/json.h"

#include "base/shared.h"

struct json_library json;
static struct shared library_file = SHARED("jansson", "install libjansson4");

static void open_once(void) {
    shared_open(&library_file, "libjansson.so.4");
    shared_find(&library_file, "json_loadb", &json.loadb);
    shared_find(&library_file, "json_delete", &json.delete);
    shared_find(&library_file, "json_object_get", &json.object_get);
    shared_find(&library_file, "json_object_iter", &json.object_iter);
    shared_find(&library_file, "json_object_iter_next", &json.object_iter_next);
    shared_find(&library_file, "json_object_iter_key", &json.object_iter_key);
    shared_find(&library_file, "json_object_iter_value", &json.object_iter_value);
    shared_find(&library_file, "json_array_size", &json.array_size);
    shared_find(&library_file, "json_array_get", &json.array_get);
    shared_find(&library_file, "json_string_value", &json.string_value);
    shared_find(&library_file, "json_integer_value", &json.integer_value);
}

bool json_open(struct text *why) {
    return shared_ready(&library_file, open_once, why);
}
