/* The formats that models are read from: one row each. */
#ifndef INDUCT_FORMAT_FILES_FORMATS_H
#define INDUCT_FORMAT_FILES_FORMATS_H

#include "base/clock.h"
#include "base/options.h"
#include "format/files/source.h"
#include "model/model.h"

/* A file that is being read. */
struct reading {
    const char *file; /* its name, for messages */
    const struct text *bytes;
    struct source *source; /* how programs and designs are read */
    const struct options *options;
    struct limits *limits;
    struct messages *messages;
};

struct format {
    const char *name;       /* what --format calls it */
    const char *extensions; /* blank-separated; ".gz" may follow each */
    enum level level;       /* of what it describes */
    bool named;             /* the extension decides, whatever the content looks like */
    bool compiled;          /* reading starts other programs: it takes its time, and has limits */
    bool (*recognise)(const char *bytes, size_t size);
    enum status (*read)(struct model *, enum terms_mode, const struct reading *);
};

const struct format *formats_named(const char *name,
                                   struct messages *); /* NULL: there is none, as a message says */
/* By content, else by the name of the file, whose reader then has something to complain about; NULL: neither. */
const struct format *formats_recognise(const char *file, const char *bytes, size_t size);
/* The one that is forced, if there is one, else the one that is recognised. NULL: as a message says. */
const struct format *formats_of(const struct format *forced, const char *file, const struct text *bytes,
                                struct messages *);

#endif
