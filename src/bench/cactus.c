#include "bench/plot.h"
#include "bench/score.h"
#include "bench/svg.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 760, HEIGHT = 520, LEFT = 74, RIGHT = 734, TOP = 56, BOTTOM = 452, LEGEND_ROW = 20 };

struct curve {
    uint32_t tool;
    times times;
};

struct picture {
    struct text *text;
    struct svg_axis y;
    double most; /* the right end of the x axis, instances */
};

static double x_of(const struct picture *picture, double solved) {
    return LEFT + (RIGHT - LEFT) * solved / picture->most;
}

static void draw_tick(void *context, double seconds, enum svg_tick kind) {
    struct picture *picture = context;
    svg_tick_y(picture->text, &picture->y, seconds, kind, LEFT, RIGHT);
}

/* The smallest of 1, 2, 5 times a power of ten that divides the axis into at most ten parts. */
static double step_for(double most) {
    double step = pow(10, floor(log10(most > 10 ? most / 10 : 1)));
    for (int i = 0; most / step > 10; i++) step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

static void draw_x_axis(struct picture *picture, uint32_t instances) {
    double step = step_for(picture->most);
    for (double solved = 0; solved <= picture->most + 1e-9; solved += step) {
        double x = x_of(picture, solved);
        char *string = mem_format("%g", solved);
        svg_line(picture->text, x, TOP, x, BOTTOM, "grid");
        svg_line(picture->text, x, BOTTOM, x, BOTTOM + 6, "tick");
        svg_label(picture->text, x, BOTTOM + 21, SVG_MIDDLE, "number", string);
        mem_free(string);
    }
    char *string = mem_format("files solved (of %u)", instances);
    svg_label(picture->text, (LEFT + RIGHT) / 2.0, HEIGHT - 18, SVG_MIDDLE, "axis", string);
    mem_free(string);
}

static void begin_stroke(struct text *text, uint32_t tool) {
    text_format(text, "stroke=\"%s\"", svg_colour(tool));
    if (*svg_dashes(tool)) text_format(text, " stroke-dasharray=\"%s\"", svg_dashes(tool));
}

static void draw_curve(struct picture *picture, const struct curve *curve, const char *name) {
    if (!curve->times.size) return;
    struct text *text = picture->text;
    text_add(text, "<g><title>");
    svg_escape(text, name);
    text_format(text, ": %u solved</title>\n<path class=\"curve\" ", curve->times.size);
    begin_stroke(text, curve->tool);
    text_add(text, " d=\"");
    for (uint32_t i = 0; i < curve->times.size; i++)
        text_format(text, "%s%.1f %.1f", i ? "L" : "M", x_of(picture, i + 1),
                    svg_position(&picture->y, curve->times.data[i]));
    text_add(text, "\"/>\n");
    for (uint32_t i = 0; i < curve->times.size; i++)
        text_format(text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\" fill=\"%s\"/>\n", x_of(picture, i + 1),
                    svg_position(&picture->y, curve->times.data[i]), svg_colour(curve->tool));
    text_add(text, "</g>\n");
}

/* Curves rise to the right, so the upper left corner is free. */
static void draw_legend(struct picture *picture, const struct plan *plan, const struct curve *curves) {
    uint32_t longest = 0;
    vec_each (const struct tool, tool, &plan->tools)
        if (strlen(tool->name) > longest) longest = (uint32_t)strlen(tool->name);
    double width = 76 + 7.6 * (longest + 5), height = 10 + LEGEND_ROW * (double)plan->tools.size;
    svg_rectangle(picture->text, LEFT + 14, TOP + 14, width, height, "box");
    for (uint32_t i = 0; i < plan->tools.size; i++) {
        double y = TOP + 29 + LEGEND_ROW * (double)i;
        char *string = mem_format("%s (%u)", plan->tools.data[curves[i].tool].name, curves[i].times.size);
        text_format(picture->text, "<path class=\"curve\" ");
        begin_stroke(picture->text, curves[i].tool);
        text_format(picture->text,
                    " d=\"M%d %.1fh34\"/>\n<circle cx=\"%d\" cy=\"%.1f\" r=\"2.6\" fill=\"%s\"/>\n",
                    LEFT + 24, y, LEFT + 41, y, svg_colour(curves[i].tool));
        svg_label(picture->text, LEFT + 68, y + 4.5, SVG_START, "name", string);
        mem_free(string);
    }
}

static int by_solved(const void *left, const void *right) {
    const struct curve *a = left, *b = right;
    if (a->times.size != b->times.size) return a->times.size > b->times.size ? -1 : 1;
    return (a->tool > b->tool) - (a->tool < b->tool);
}

void plot_cactus(const struct plan *plan, const struct results *results, struct text *text) {
    VEC(struct curve) curves = {0};
    vec_resize(&curves, plan->tools.size);
    double shortest = score_limit(plan);
    uint32_t most = 1;
    for (uint32_t t = 0; t < plan->tools.size; t++) {
        struct curve *curve = &curves.data[t];
        curve->tool = t;
        score_times(plan, results, t, &curve->times);
        if (curve->times.size && curve->times.data[0] < shortest) shortest = curve->times.data[0];
        if (curve->times.size > most) most = curve->times.size;
    }
    qsort(curves.data, curves.size, sizeof *curves.data, by_solved);
    struct picture picture = {text, svg_axis_for(shortest, score_limit(plan), BOTTOM, TOP), most};
    svg_begin(text, WIDTH, HEIGHT, "Files solved within a time limit per file");
    svg_label(text, (LEFT + RIGHT) / 2.0, 34, SVG_MIDDLE, "title",
              "Files solved within a time limit per file");
    draw_x_axis(&picture, plan->instances.size);
    svg_ticks(&picture.y, draw_tick, &picture);
    char *axis = mem_format("%s time per file (s)", score_clock(plan));
    svg_label_up(text, 22, (TOP + BOTTOM) / 2.0, SVG_MIDDLE, "axis", axis);
    mem_free(axis);
    for (uint32_t i = curves.size; i-- > 0;) /* the best on top */
        draw_curve(&picture, &curves.data[i], plan->tools.data[curves.data[i].tool].name);
    svg_rectangle(text, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, "frame");
    draw_legend(&picture, plan, curves.data);
    svg_end(text);
    vec_each (struct curve, curve, &curves) vec_free(&curve->times);
    vec_free(&curves);
}
