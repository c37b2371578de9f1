/* What the writers of format/show/ share. Internal to the folder. */
#ifndef INDUCT_FORMAT_SHOW_PARTS_H
#define INDUCT_FORMAT_SHOW_PARTS_H

#include "base/hash.h"
#include "base/text.h"
#include "base/vec.h"
#include "logic/term.h"

enum {
    SHOW_CONJUNCTS = 4000, /* of one proof */
    SHOW_LETTERS = 1000    /* of one conjunct, give or take a name */
};

/* Positions in a source, each once: a table of them, and of their files. Starts as zero bytes. */
struct show_place {
    uint32_t file; /* UINT32_MAX: unknown */
    uint32_t line, column;
    char *function, *calls; /* or NULL */
};
struct show_places {
    strings files;
    VEC(struct show_place) list;
    struct hash_names files_index, index;
};
struct program_position;
uint32_t show_place(struct show_places *, const struct program_position *);
void show_place_json(struct text *, const struct show_place *);
/* "files": [...] and "places": [...], without what separates members. */
void show_files_json(struct text *, const struct show_places *);
void show_places_json(struct text *, const struct show_places *);
void show_places_fini(struct show_places *);

/* [1,2,3] of what is marked among the first n. */
void show_marked(struct text *, const bool *marks, uint32_t n);
/* As a JSON string, of at most SHOW_LETTERS bytes. */
void show_cut(struct text *, const struct text *);
/* A list of names as JSON. */
void show_names(struct text *, const strings *);

#endif
