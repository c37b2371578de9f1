/* What SV-COMP witnesses have in common. Scalars are written as JSON strings, which are YAML. */
#ifndef INDUCT_FORMAT_WITNESS_PROGRAM_YAML_H
#define INDUCT_FORMAT_WITNESS_PROGRAM_YAML_H

#include "check/program/program_inputs.h"

/* "- entry_type: TYPE", the metadata, and "  content:". The specification is that `error` is not called. The time is
 * that of the environment's SOURCE_DATE_EPOCH if it is set, the identifier is made from the program and `content`. */
void yaml_heading(struct text *, const char *type, const struct program_origin *, const char *error,
                  const struct text *content);
/* "location:" and what is known of it, at an indentation. */
void yaml_location(struct text *, int indentation, const struct program_position *,
                   const struct program_origin *);

#endif
