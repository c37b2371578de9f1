/* Waveforms: signals with a value in every step of a counterexample, written as value change dumps (IEEE 1364, 18.2),
 * which every waveform viewer reads, or as JSON for reports.
 *
 *     struct wave w;  wave_init(&w, "top");
 *     uint32_t q = wave_declare(&w, &(struct wave_signal){.path = "u_ctrl\nq", .width = 8, .bits = true});
 *     wave_begin(&w, out, "property a_full is violated in step 3");
 *     for each step { wave_step(&w, out); wave_set(&w, out, q, "00000101"); ... }
 *     wave_end(&w, out);  wave_fini(&w);
 *
 * For JSON the calls are wave_init, wave_declare, and per step wave_step and wave_set, with `out` NULL; then wave_json.
 *
 * A step takes 10 units of time. A clock has its active edge at the step's beginning, when registers have taken the
 * values of that step, and its other one in the middle; the last step has its full length.
 *
 * A component of a path that is no identifier is written with a backslash before it, as Verilog's escaped identifiers
 * are, blanks as '_'; one with a selection behind an identifier (`g[0]`) is left as it is. Where two signals have the
 * same path, the later one gets `_2`, `_3`, ... appended. */
#ifndef INDUCT_FORMAT_WAVE_WAVE_H
#define INDUCT_FORMAT_WAVE_WAVE_H

#include "base/hash.h"
#include "base/text.h"
#include "base/vec.h"
#include "model/design.h"

#include <stdbool.h>
#include <stdint.h>

enum wave_type { WAVE_WIRE, WAVE_REG, WAVE_INTEGER, WAVE_REAL };
/* What the signal is in the model; dumps do not say it. */
enum wave_role { WAVE_INNER, WAVE_INPUT, WAVE_STATE, WAVE_OUTPUT, WAVE_PROPERTY, WAVE_MEMORY };

struct wave_signal {
    const char *path;    /* components, outermost scope first, with '\n' between */
    enum wave_type type; /* integers are bits in two's complement, reals decimal numbers */
    uint32_t width;
    bool range; /* shown with [msb:lsb], or [msb] where they are the same */
    uint32_t msb, lsb;
    enum design_edge edge; /* a clock: whatever is set, it toggles */
    enum wave_role role;
    const char *source;         /* FILE:LINE..., or NULL; lives as long as the wave */
    const design_values *names; /* of its values; NULL: they are numbers; likewise */
};

struct wave_variable {
    struct wave_signal signal;
    char *path;
    char *last;          /* what was written last, or NULL */
    struct text history; /* for JSON: the values so far */
};

struct wave {
    char *top;
    VEC(struct wave_variable) variables;
    struct hash_names paths;
    uint32_t step; /* the next one */
};

void wave_init(struct wave *, const char *top); /* the name of the outermost scope */
void wave_fini(struct wave *);
/* Its number, for wave_set. All signals are declared before wave_begin. The path is copied. */
uint32_t wave_declare(struct wave *, const struct wave_signal *);
void wave_begin(struct wave *, struct text *out, const char *comment);
void wave_step(struct wave *, struct text *out);
/* The value in the step that began last: `width` digits 0, 1 or x, most significant first, or a decimal number. Every
 * signal but clocks has to be set in the first step; afterwards it keeps its value until it is set. */
void wave_set(struct wave *, struct text *out, uint32_t signal, const char *value);
void wave_end(struct wave *, struct text *out);

/* Instead of a dump: an array of the signals, in the order of their declaration,
 *
 *     {"path": ["u_ctrl", "q"], "role": "state", "width": 8, "lsb": 0, "source": "a.sv:3.5-3.9", "values": "5  6 7"}
 *
 * With `names`, what values are called, by their digits as in `values`, `type` "integer" and "real", and `clock`
 * "rising" or "falling", of signals that have these. Of a signal of one bit `values` has a letter per step: 0, 1 or x.
 * Of others it has a value per step, with one blank between: nothing where it is as before, else hexadecimal digits
 * without leading zeros (of integers in two's complement), `b` and binary digits where some are x, or a decimal number
 * of a real. Clocks have no values. */
void wave_json(const struct wave *, struct text *out);

/* The path of a name: its components, cut at dots but those within brackets, with '\n' between. Caller frees. */
char *wave_path(const char *name);

#endif
