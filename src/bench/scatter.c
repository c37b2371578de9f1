#include "bench/plot.h"
#include "bench/score.h"
#include "bench/svg.h"

#include <math.h>

/* The plot proper is a square; the rim for unsolved files lies beyond its upper and right sides. */
enum { LEFT = 78, SIDE = 470, RIM = 34, TOP = 92, LIMIT_X = LEFT + SIDE, RIGHT = LIMIT_X + RIM };
enum { LIMIT_Y = TOP + RIM, BOTTOM = LIMIT_Y + SIDE, WIDTH = RIGHT + 34, HEIGHT = BOTTOM + 62 };

struct picture {
    struct text *text;
    const struct plan *plan;
    struct svg_axis x, y;
    uint32_t marks[2]; /* safe and unsafe ones drawn */
    uint32_t neither;
};

static void draw_x_tick(void *context, double seconds, enum svg_tick kind) {
    struct picture *picture = context;
    double x = svg_position(&picture->x, seconds);
    svg_line(picture->text, x, TOP, x, BOTTOM, svg_tick_class(kind));
    svg_line(picture->text, x, BOTTOM, x, BOTTOM + (kind == SVG_MINOR ? 3 : 6), "tick");
    if (kind == SVG_MINOR) return;
    char *string = mem_format("%g", seconds);
    svg_label(picture->text, x, BOTTOM + 21, SVG_MIDDLE, "number", string);
    mem_free(string);
}

static void draw_y_tick(void *context, double seconds, enum svg_tick kind) {
    struct picture *picture = context;
    svg_tick_y(picture->text, &picture->y, seconds, kind, LEFT, RIGHT);
}

/* The line on which the right tool needs `factor` times as long as the left, and its mirror image. */
static void draw_factor(struct picture *picture, double factor) {
    double low = picture->x.low, high = picture->x.high;
    if (low * factor >= high) return;
    svg_line(picture->text, svg_position(&picture->x, low), svg_position(&picture->y, low * factor),
             svg_position(&picture->x, high / factor), svg_position(&picture->y, high), "factor");
    svg_line(picture->text, svg_position(&picture->x, low * factor), svg_position(&picture->y, low),
             svg_position(&picture->x, high), svg_position(&picture->y, high / factor), "factor");
    char *string = mem_format("%g\u00d7", factor);
    svg_label(picture->text, svg_position(&picture->x, high / factor) - 14, LIMIT_Y + 14, SVG_END, "small",
              string);
    svg_label(picture->text, LIMIT_X - 6, svg_position(&picture->y, high / factor) + 22, SVG_END, "small",
              string);
    mem_free(string);
}

static void draw_background(struct picture *picture) {
    svg_rectangle(picture->text, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, "rim");
    svg_rectangle(picture->text, LEFT, LIMIT_Y, SIDE, SIDE, "plot");
    svg_ticks(&picture->x, draw_x_tick, picture);
    svg_ticks(&picture->y, draw_y_tick, picture);
    svg_line(picture->text, LEFT, BOTTOM, LIMIT_X, LIMIT_Y, "diagonal");
    draw_factor(picture, 10);
    svg_rectangle(picture->text, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, "frame");
}

static void draw_mark(struct text *text, double x, double y, bool unsafe) {
    if (unsafe)
        text_format(text, "<path class=\"unsafe\" d=\"M%.1f %.1fl4.6 8h-9.2z\">", x, y - 5.2);
    else
        text_format(text, "<circle class=\"safe\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\">", x, y);
}

static void end_mark(struct text *text, bool unsafe) {
    text_add(text, unsafe ? "</path>\n" : "</circle>\n");
}

static void describe(struct picture *picture, const struct result *result) {
    svg_escape(picture->text, picture->plan->tools.data[result->tool].name);
    text_format(picture->text, " %s %.3f s", outcome_name(result->outcome),
                score_time(picture->plan, result));
}

static void draw_instance(struct picture *picture, const struct result *left, const struct result *right) {
    bool left_solved = result_solved(left), right_solved = result_solved(right);
    if (!left_solved && !right_solved) {
        picture->neither++;
        return;
    }
    double x = left_solved ? svg_position(&picture->x, score_time(picture->plan, left)) : LIMIT_X + RIM / 2.0;
    double y =
        right_solved ? svg_position(&picture->y, score_time(picture->plan, right)) : LIMIT_Y - RIM / 2.0;
    bool unsafe = (left_solved ? left : right)->outcome == OUTCOME_UNSAFE;
    picture->marks[unsafe]++;
    draw_mark(picture->text, x, y, unsafe);
    text_add(picture->text, "<title>");
    svg_escape(picture->text, picture->plan->instances.data[left->instance].name);
    text_add(picture->text, ": ");
    describe(picture, left);
    text_add(picture->text, ", ");
    describe(picture, right);
    text_add(picture->text, "</title>");
    end_mark(picture->text, unsafe);
}

static void draw_legend(struct picture *picture) {
    char *safe = mem_format("safe (%u)", picture->marks[0]),
         *unsafe = mem_format("unsafe (%u)", picture->marks[1]);
    char *neither = mem_format("solved by neither: %u", picture->neither);
    double y = 62;
    draw_mark(picture->text, LEFT + 10, y - 4, false);
    end_mark(picture->text, false);
    svg_label(picture->text, LEFT + 20, y, SVG_START, "name", safe);
    draw_mark(picture->text, LEFT + 120, y - 4, true);
    end_mark(picture->text, true);
    svg_label(picture->text, LEFT + 130, y, SVG_START, "name", unsafe);
    svg_label(picture->text, RIGHT, y, SVG_END, "small", neither);
    mem_free(safe);
    mem_free(unsafe);
    mem_free(neither);
}

static void draw_names(struct picture *picture, uint32_t left, uint32_t right) {
    const char *a = picture->plan->tools.data[left].name, *b = picture->plan->tools.data[right].name;
    const char *clock = score_clock(picture->plan);
    char *x_axis = mem_format("%s: %s time (s)", a, clock), *y_axis = mem_format("%s: %s time (s)", b, clock);
    char *x_rim = mem_format("not solved by %s", a), *y_rim = mem_format("not solved by %s", b);
    svg_label(picture->text, LEFT + SIDE / 2.0, HEIGHT - 16, SVG_MIDDLE, "axis", x_axis);
    svg_label_up(picture->text, 24, LIMIT_Y + SIDE / 2.0, SVG_MIDDLE, "axis", y_axis);
    svg_label(picture->text, LEFT, TOP - 7, SVG_START, "small", y_rim);
    svg_label_up(picture->text, RIGHT + 16, BOTTOM, SVG_START, "small", x_rim);
    mem_free(x_axis);
    mem_free(y_axis);
    mem_free(x_rim);
    mem_free(y_rim);
}

static double shortest_time(const struct plan *plan, const struct results *results, const uint32_t *tools) {
    double shortest = score_limit(plan);
    for (uint32_t i = 0; i < plan->instances.size; i++)
        for (int t = 0; t < 2; t++) {
            const struct result *result = results_find(results, i, tools[t]);
            if (result && result_solved(result) && score_time(plan, result) < shortest)
                shortest = score_time(plan, result);
        }
    return shortest;
}

void plot_scatter(const struct plan *plan, const struct results *results, uint32_t left, uint32_t right,
                  struct text *text) {
    double shortest = shortest_time(plan, results, (const uint32_t[]){left, right}),
           limit = score_limit(plan);
    struct picture picture = {.text = text,
                              .plan = plan,
                              .x = svg_axis_for(shortest, limit, LEFT, LIMIT_X),
                              .y = svg_axis_for(shortest, limit, BOTTOM, LIMIT_Y)};
    char *title = mem_format("%s (x) and %s (y)", plan->tools.data[left].name, plan->tools.data[right].name);
    svg_begin(text, WIDTH, HEIGHT, title);
    svg_label(text, (LEFT + RIGHT) / 2.0, 32, SVG_MIDDLE, "title", title);
    draw_background(&picture);
    for (uint32_t i = 0; i < plan->instances.size; i++) {
        const struct result *a = results_find(results, i, left), *b = results_find(results, i, right);
        if (a && b) draw_instance(&picture, a, b);
    }
    draw_legend(&picture);
    draw_names(&picture, left, right);
    svg_end(text);
    mem_free(title);
}
