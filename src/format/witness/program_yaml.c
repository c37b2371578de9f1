#include "format/witness/program_yaml.h"

#include "base/sha256.h"

#include <stdlib.h>
#include <time.h>

static time_t now(void) {
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    return fixed && *fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
}

static void add_time(struct text *out) {
    time_t t = now();
    struct tm parts;
    char buffer[32] = "1970-01-01T00:00:00Z";
    if (gmtime_r(&t, &parts)) strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%SZ", &parts);
    text_json_string(out, buffer);
}

/* In the form of a version 8 identifier: bits of our own choice. */
static void add_identifier(struct text *out, const char *hash, const struct text *content) {
    struct text all = {0};
    char own[SHA256_HEX];
    text_add(&all, hash);
    add_time(&all);
    text_bytes(&all, content->data, content->size);
    sha256_hex(all.data, all.size, own);
    text_format(out, "\"%.8s-%.4s-8%.3s-a%.3s-%.12s\"", own, own + 8, own + 12, own + 15, own + 18);
    text_fini(&all);
}

static void add_specification(struct text *out, const struct program_origin *origin, const char *error) {
    char *text =
        mem_format("CHECK( init(%s()), LTL(G ! call(%s())) )", origin->entry ? origin->entry : "main", error);
    text_json_string(out, text);
    mem_free(text);
}

void yaml_heading(struct text *out, const char *type, const struct program_origin *origin, const char *error,
                  const struct text *content) {
    char hash[SHA256_HEX];
    sha256_hex(origin->bytes, origin->size, hash);
    text_format(out, "- entry_type: %s\n  metadata:\n    format_version: \"2.0\"\n    uuid: ", type);
    add_identifier(out, hash, content);
    text_add(out, "\n    creation_time: ");
    add_time(out);
    text_add(out, "\n    producer:\n      name: \"induct\"\n      version: ");
    text_json_string(out, origin->version ? origin->version : "");
    text_add(out, "\n    task:\n      input_files:\n      - ");
    text_json_string(out, origin->file);
    text_add(out, "\n      input_file_hashes:\n        ");
    text_json_string(out, origin->file);
    text_format(out, ": \"%s\"\n      specification: ", hash);
    add_specification(out, origin, error);
    text_format(out,
                "\n      data_model: %s\n      language: C\n  content:", origin->ilp32 ? "ILP32" : "LP64");
    text_add(out, content->size ? "\n" : " []\n");
    text_bytes(out, content->data, content->size);
}

void yaml_location(struct text *out, int indentation, const struct program_position *at,
                   const struct program_origin *origin) {
    text_format(out, "%*slocation:\n%*sfile_name: ", indentation, "", indentation + 2, "");
    text_json_string(out, at->file ? at->file : origin->file);
    text_format(out, "\n%*sline: %u\n", indentation + 2, "", at->line ? at->line : 1); /* there must be one */
    if (at->column) text_format(out, "%*scolumn: %u\n", indentation + 2, "", at->column);
    if (!at->function) return;
    text_format(out, "%*sfunction: ", indentation + 2, "");
    text_json_string(out, at->function);
    text_byte(out, '\n');
}
