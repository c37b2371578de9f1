/* Maps in JSON, as Yosys' -ywmap writes them. Internal to the folder. */
#ifndef INDUCT_FORMAT_WAVE_MAP_JSON_H
#define INDUCT_FORMAT_WAVE_MAP_JSON_H

#include "format/wave/map.h"

bool map_read_json(struct map *, const char *bytes, size_t size,
                   struct messages *); /* false after a message */

#endif
