/* Drawing: SVG elements appended to a text, and a logarithmic axis for running times. Text is escaped here,
 * so no caller can make a file that is not well formed. Coordinates are pixels, y grows downwards. */
#ifndef INDUCT_BENCH_SVG_H
#define INDUCT_BENCH_SVG_H

#include "base/text.h"

#include <stdint.h>

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* The colour of the i-th tool: distinguishable with the usual colour blindnesses; they repeat after eight. */
const char *svg_colour(uint32_t i);
/* Dashes that tell tools of the same colour apart: "" for the first eight. */
const char *svg_dashes(uint32_t i);

void svg_begin(struct text *, double width, double height, const char *title);
void svg_end(struct text *);
void svg_line(struct text *, double x1, double y1, double x2, double y2, const char *class);
void svg_rectangle(struct text *, double x, double y, double width, double height, const char *class);
void svg_label(struct text *, double x, double y, enum svg_anchor, const char *class, const char *string);
/* The same, turned a quarter anticlockwise around (x, y). */
void svg_label_up(struct text *, double x, double y, enum svg_anchor, const char *class, const char *string);
void svg_escape(struct text *, const char *string);

/* A logarithmic axis from `low` to `high` seconds, drawn between two coordinates. */
struct svg_axis {
    double low, high;
    double from, to;
};
/* An axis that ends at the limit and begins at a power of ten at or below the shortest time, 1 ms at least.
 */
struct svg_axis svg_axis_for(double shortest, double limit, double from, double to);
double svg_position(const struct svg_axis *, double seconds); /* times outside are moved to the ends */

enum svg_tick { SVG_MINOR, SVG_MAJOR, SVG_LIMIT };
/* Calls `draw` for 1, 2, ... 9 times each power of ten on the axis (major: the powers) and for the limit.
 * Powers too close to the limit for both labels are minor. */
void svg_ticks(const struct svg_axis *, void (*draw)(void *context, double seconds, enum svg_tick),
               void *context);

/* The class of a grid line at a tick. */
const char *svg_tick_class(enum svg_tick);
/* A tick of a vertical axis: the grid line from left to right, the mark, and the number unless it is
 * minor. */
void svg_tick_y(struct text *, const struct svg_axis *, double seconds, enum svg_tick, double left,
                double right);

#endif
