/* The properties of a model as its users know them, and how large it is. */
#ifndef INDUCT_FORMAT_FILES_PROPERTIES_H
#define INDUCT_FORMAT_FILES_PROPERTIES_H

#include "base/stats.h"
#include "model/model.h"

/* Calls `add` for every property: safety properties in the order of the model, then what is not decided, with what
 * stands in the way. `kind` and `index` are those of the file: b0, j1. The name changes hands. */
void properties_list(struct model,
                     void (*add)(void *client, char *name, char kind, uint32_t index,
                                 const char *unsupported),
                     void *client);

/* Whether a property of that name is asked for: names have `_` for the blanks, backslashes and bars of a symbol, who
 * asks may use either. */
bool properties_is_called(const char *name, const char *asked);

/* Where the property at that position comes from: FILE:LINE...; NULL: the file does not say. */
const char *properties_source(struct model, uint32_t position);

/* Cover properties. The safety properties whose name matches the pattern (`*`: anything), or the one of that number,
 * become some. STATUS_USAGE with a message when there is none. */
enum status properties_cover(struct model, const char *pattern, const char *file, struct messages *);
bool properties_is_cover(struct model, uint32_t position); /* of whatever properties_list lists */

/* Adds a property called `*` that is violated where any safety property is, but covers; its position, or NO_PROPERTY
 * where there are less than two to join. */
#define NO_PROPERTY UINT32_MAX
uint32_t properties_join(struct model);

void model_count(struct model, struct stats *);

#endif
