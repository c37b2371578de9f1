/* SV-COMP witnesses (YAML, format 2.0 and 2.1), read: what they claim about which program. Nothing is believed. */
#ifndef INDUCT_FORMAT_WITNESS_PROGRAM_CLAIMS_H
#define INDUCT_FORMAT_WITNESS_PROGRAM_CLAIMS_H

#include "check/program/program_inputs.h"
#include "format/witness/yaml.h"

struct claimed_waypoint {
    const char *type, *action;
    const char *value; /* of its constraint; NULL: it has none */
    struct program_position position;
    uint32_t at; /* the line in the witness */
};
struct claimed_invariant {
    bool loop;         /* holds when the loop's condition is about to be evaluated; else at a location */
    const char *value; /* an expression */
    const char *format;
    struct program_position position;
    uint32_t at;
};
/* Strings belong to the document. */
struct program_claims {
    struct yaml document;
    bool violation; /* a violation_sequence; else an invariant_set */
    const char *version, *specification, *data_model;
    VEC(const char *) hashes; /* of the files of the task */
    VEC(struct claimed_waypoint) waypoints;
    struct program_position target; /* of a violation; line 0: not said. Files are as the witness has them */
    VEC(struct claimed_invariant) invariants;
};
/* The first entry of a kind that we know. STATUS_MALFORMED: there is none, or something that the format demands is
 * missing. */
enum status program_claims_read(struct program_claims *, const char *bytes, size_t size, const char *file,
                                struct messages *);
void program_claims_fini(struct program_claims *);
/* Whether a file is such a witness, as far as one can tell without reading it. */
bool program_claims_recognise(const char *bytes, size_t size);

/* What is wrong about the task: another version, file or data model than these. False: `why` gets a sentence. */
bool program_claims_fit(const struct program_claims *, const struct program_origin *, struct text *why);

#endif
