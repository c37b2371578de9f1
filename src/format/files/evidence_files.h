/* The formats that evidence is written in, by file extension: one row each. */
#ifndef INDUCT_FORMAT_FILES_EVIDENCE_FILES_H
#define INDUCT_FORMAT_FILES_EVIDENCE_FILES_H

#include "check/program/program_inputs.h"
#include "evidence/evidence.h"
#include "format/wave/map.h"

/* Evidence that is being written. */
struct writing {
    struct model model; /* that it is about: as read */
    const struct evidence *evidence;
    const char *file, *property; /* their names, for messages */
    /* Of a program, where it comes from: for those who run it, too. */
    const struct program_origin *(*origin)(void *client, bool to_run);
    void *client;
    const struct map *map; /* names of a circuit; NULL: none */
    uint64_t effort;       /* about how many terms showing it may evaluate */
    struct messages *messages;
};

typedef enum status write_evidence(const struct writing *, struct text *);

const char *evidence_extension(const char *path); /* what follows the last dot of the name, or "" */
/* How files with that extension are written; NULL: there is no such format for such evidence. */
write_evidence *evidence_writer(const char *extension, bool refutes, struct model);
bool evidence_format_exists(const char *extension, bool refutes); /* for models of some level */
void evidence_formats(struct text *, bool refutes, struct model); /* ".aig, .aag" */

#endif
