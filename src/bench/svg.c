#include "bench/svg.h"

#include <math.h>

/* The palette of Okabe and Ito, the yellow darkened for white paper. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000", "#a6761d"};
enum { COLOURS = sizeof colours / sizeof *colours };

const char *svg_colour(uint32_t i) {
    return colours[i % COLOURS];
}

const char *svg_dashes(uint32_t i) {
    static const char *const dashes[] = {"", "7 3", "2 3", "9 3 2 3"};
    return dashes[i / COLOURS % 4];
}

static const char style[] =
    "text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;font-size:13px;fill:#222}"
    ".title{font-size:17px;font-weight:bold}"
    ".small{font-size:11.5px;fill:#555}"
    ".paper{fill:#fff}"
    ".plot{fill:#fff}"
    ".rim{fill:#f1f1ee}"
    ".box{fill:#fff;fill-opacity:.88;stroke:#bbb}"
    ".frame{fill:none;stroke:#333;stroke-width:1.2}"
    ".grid{stroke:#dcdcdc;stroke-width:1}"
    ".faint{stroke:#f0f0f0;stroke-width:1}"
    ".tick{stroke:#333;stroke-width:1}"
    ".limit{stroke:#888;stroke-width:1.2;stroke-dasharray:5 4}"
    ".diagonal{stroke:#777;stroke-width:1.2}"
    ".factor{stroke:#aaa;stroke-width:1;stroke-dasharray:3 4}"
    ".curve{fill:none;stroke-width:2;stroke-linejoin:round}"
    ".safe{fill:#0072b2;fill-opacity:.6;stroke:#00517f;stroke-width:.8}"
    ".unsafe{fill:#d55e00;fill-opacity:.6;stroke:#964200;stroke-width:.8}";

void svg_escape(struct text *text, const char *string) {
    for (const unsigned char *p = (const unsigned char *)string; *p; p++) {
        if (*p == '&')
            text_add(text, "&amp;");
        else if (*p == '<')
            text_add(text, "&lt;");
        else if (*p == '>')
            text_add(text, "&gt;");
        else if (*p == '"')
            text_add(text, "&quot;");
        else if (*p < 0x20)
            text_byte(text, ' '); /* control characters are not allowed in XML */
        else
            text_byte(text, *p);
    }
}

void svg_begin(struct text *text, double width, double height, const char *title) {
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
                "role=\"img\">\n<title>",
                width, height, width, height);
    svg_escape(text, title);
    text_format(text, "</title>\n<style>%s</style>\n", style);
    svg_rectangle(text, 0, 0, width, height, "paper");
}

void svg_end(struct text *text) {
    text_add(text, "</svg>\n");
}

void svg_line(struct text *text, double x1, double y1, double x2, double y2, const char *class) {
    text_format(text, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class, x1, y1,
                x2, y2);
}

void svg_rectangle(struct text *text, double x, double y, double width, double height, const char *class) {
    text_format(text, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", class, x,
                y, width, height);
}

static void label(struct text *text, double x, double y, enum svg_anchor anchor, const char *class,
                  const char *turn, const char *string) {
    static const char *const anchors[] = {"start", "middle", "end"};
    text_format(text, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", class, x, y,
                anchors[anchor], turn);
    svg_escape(text, string);
    text_add(text, "</text>\n");
}

void svg_label(struct text *text, double x, double y, enum svg_anchor anchor, const char *class,
               const char *string) {
    label(text, x, y, anchor, class, "", string);
}

void svg_label_up(struct text *text, double x, double y, enum svg_anchor anchor, const char *class,
                  const char *string) {
    char *turn = mem_format(" transform=\"rotate(-90 %.1f %.1f)\"", x, y);
    label(text, x, y, anchor, class, turn, string);
    mem_free(turn);
}

struct svg_axis svg_axis_for(double shortest, double limit, double from, double to) {
    double low = pow(10, floor(log10(shortest > 1e-3 ? shortest : 1e-3) + 1e-9));
    if (low > limit / 10) low = limit / 10;
    return (struct svg_axis){low, limit, from, to};
}

double svg_position(const struct svg_axis *axis, double seconds) {
    double inside = seconds < axis->low ? axis->low : seconds > axis->high ? axis->high : seconds;
    return axis->from + (axis->to - axis->from) * log(inside / axis->low) / log(axis->high / axis->low);
}

void svg_ticks(const struct svg_axis *axis, void (*draw)(void *, double, enum svg_tick), void *context) {
    const double near = 1.6; /* labels closer than this factor would overlap */
    for (int power = (int)floor(log10(axis->low)); pow(10, power) < axis->high; power++)
        for (int digit = 1; digit <= 9; digit++) {
            double seconds = digit * pow(10, power);
            if (seconds < axis->low * 0.999 || seconds > axis->high * 0.999) continue;
            bool major = digit == 1 && seconds * near <= axis->high;
            draw(context, seconds, major ? SVG_MAJOR : SVG_MINOR);
        }
    draw(context, axis->high, SVG_LIMIT);
}

const char *svg_tick_class(enum svg_tick kind) {
    return kind == SVG_MINOR ? "faint" : kind == SVG_MAJOR ? "grid" : "limit";
}

void svg_tick_y(struct text *text, const struct svg_axis *axis, double seconds, enum svg_tick kind,
                double left, double right) {
    double y = svg_position(axis, seconds);
    svg_line(text, left, y, right, y, svg_tick_class(kind));
    svg_line(text, left - (kind == SVG_MINOR ? 3 : 6), y, left, y, "tick");
    if (kind == SVG_MINOR) return;
    char *string = mem_format("%g", seconds);
    svg_label(text, left - 10, y + 4.5, SVG_END, "number", string);
    mem_free(string);
}
