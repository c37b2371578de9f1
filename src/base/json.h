/* Reading JSON (RFC 8259), for the files that tools of hardware designers write.
 *
 *     struct json j;
 *     if (json_read(&j, bytes, size, "design.json", messages) != STATUS_OK) return ...;
 *     uint32_t modules = json_member(&j, JSON_ROOT, "modules");
 *     json_each (&j, m, modules) printf("%s\n", j.nodes.data[m].key);
 *     json_free(&j);
 *
 * A document is an array of nodes in the order of the text, node 0 being the whole; children are linked. Numbers stay
 * text. Where an object has a key twice, the first one counts. Escapes are decoded to UTF-8; half of a surrogate pair
 * becomes U+FFFD, and so does \u0000, which no string here can hold. */
#ifndef INDUCT_BASE_JSON_H
#define INDUCT_BASE_JSON_H

#include "base/status.h"
#include "base/vec.h"

#include <stddef.h>

enum json_kind { JSON_NULL, JSON_TRUE, JSON_FALSE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
enum { JSON_ROOT = 0, JSON_NONE = 0xffffffffu, JSON_DEPTH = 1000 /* that is read */ };

struct json_node {
    enum json_kind kind;
    char *key;            /* of a member of an object; else NULL */
    char *text;           /* of a string: decoded; of a number: as written; else NULL */
    uint32_t first, next; /* child, sibling; JSON_NONE: there is none */
    uint32_t count;       /* of children */
};

struct json {
    VEC(struct json_node) nodes;
};

/* STATUS_MALFORMED with a positioned message; then there is nothing to free. */
enum status json_read(struct json *, const char *bytes, size_t size, const char *file, struct messages *);
void json_free(struct json *);

/* JSON_NONE is a node without members, children, text or number. */
uint32_t json_member(const struct json *, uint32_t object, const char *key);
const char *json_text(const struct json *, uint32_t node); /* of a string, else NULL */
/* A number that is an integer in [0..limit]; false: it is none. */
bool json_natural(const struct json *, uint32_t node, uint64_t limit, uint64_t *value);
static inline uint32_t json_first(const struct json *j, uint32_t node) {
    return node == JSON_NONE ? JSON_NONE : j->nodes.data[node].first;
}
static inline uint32_t json_count(const struct json *j, uint32_t node) {
    return node == JSON_NONE ? 0 : j->nodes.data[node].count;
}
/* Over the children of an array or object. */
#define json_each(j, child, node)                                                                            \
    for (uint32_t child = json_first(j, node); child != JSON_NONE; child = (j)->nodes.data[child].next)

#endif
