/* YAML documents as trees: what witnesses of programs are written in. The syntax is libyaml's business.
 *
 * Read are mappings, lists and scalars in any style (so JSON, too), as UTF-8. What witnesses do without is refused:
 * anchors, aliases and tags, keys that are not text, the same key twice, several documents. So is what is too deep or
 * too large, for witnesses come from anywhere.
 *
 * A node is a position in `nodes`; [0] is the document. Children of a node are linked in order. */
#ifndef INDUCT_FORMAT_WITNESS_YAML_H
#define INDUCT_FORMAT_WITNESS_YAML_H

#include "base/text.h"

enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAPPING };
enum { YAML_NONE = 0xffffffff };
struct yaml_node {
    enum yaml_kind kind;
    char *key;             /* of a member of a mapping; else NULL */
    char *text;            /* of a scalar, without quotes; "" when there is nothing */
    uint32_t line, column; /* where it starts, from 1 on */
    uint32_t first, next;  /* child, and next child of the same parent; YAML_NONE: none */
};
struct yaml {
    VEC(struct yaml_node) nodes;
};

/* STATUS_MALFORMED with a positioned message: it is no YAML of this kind, and *out is empty. STATUS_IO: libyaml, which
 * is opened on first use, is not there. */
enum status yaml_read(struct yaml *out, const char *bytes, size_t size, const char *file, struct messages *);
void yaml_fini(struct yaml *);

/* The member of a mapping; YAML_NONE: there is none, or the node is no mapping (YAML_NONE, say). */
uint32_t yaml_member(const struct yaml *, uint32_t node, const char *key);
/* The text of a scalar; NULL: the node is none. */
const char *yaml_text(const struct yaml *, uint32_t node);
/* The first child of a list; YAML_NONE: it is empty, or the node is no list. */
uint32_t yaml_first(const struct yaml *, uint32_t node);

#endif
