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

/* Whether a property of that name is asked for: names have `_` for the blanks of a symbol, who asks may use either. */
bool properties_is_called(const char *name, const char *asked);

void model_count(struct model, struct stats *);

#endif
