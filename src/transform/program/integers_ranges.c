/* Ranges of variables at locations: abstract interpretation with intervals.
 *
 * Ascending first, with widening at the targets of edges that go back: to the constants of the program a few times,
 * then to the range of the type. Then a few rounds of narrowing: the row of a location is met with what enters it. Each
 * such change by itself keeps the rows inductive, whatever the order. */
#include "transform/program/integers_internal.h"

#include <stdlib.h>

enum {
    EXACT = 2,       /* changes through edges back that are taken as they are */
    THRESHOLDS = 12, /* and how many more stop at constants of the program */
    NARROWINGS = 2,
    CONSTANTS = 400, /* more of them are left out */
    EFFORT = 4000000 /* points times columns; beyond, every location has the ranges of the types */
};

void ranges_fini(struct ranges *r) {
    vec_free(&r->rows);
    vec_free(&r->reached);
}

void flow_fini(struct flow *f) {
    vec_free(&f->points);
    hash_map_free(&f->position);
    vec_free(&f->variables);
    vec_free(&f->columns);
    vec_free(&f->rows);
    vec_free(&f->reached);
}

static void choose_columns(struct flow *f, const struct program *program, program_command command) {
    u8s reads = {0}, writes = {0};
    vec_resize(&reads, program->variables.size);
    vec_resize(&writes, program->variables.size);
    program_uses(program, command, &reads, &writes);
    vec_clear(&f->columns);
    vec_clear(&f->variables);
    for (uint32_t v = 0; v < program->variables.size; v++) {
        bool used = reads.data[v] || writes.data[v];
        vec_push(&f->columns, used ? f->variables.size : PROGRAM_NONE);
        if (used) vec_push(&f->variables, v);
    }
    vec_free(&reads);
    vec_free(&writes);
}

static void enter(struct flow *f, program_command next, const struct interval *row) {
    uint32_t point = hash_map_get(&f->position, next.id), n = f->variables.size;
    struct interval *to = f->rows.data + (size_t)point * n;
    for (uint32_t i = 0; i < n; i++) to[i] = f->reached.data[point] ? interval_hull(to[i], row[i]) : row[i];
    f->reached.data[point] = 1;
}

/* Changes a row as the action does. False: the action is impossible. */
static bool act(struct flow *f, struct encoder *e, const struct program *program,
                const struct program_action *a, struct interval *row) {
    uint32_t n = f->variables.size;
    switch (a->kind) {
    case PROGRAM_TAG: return true;
    case PROGRAM_ASSUME: return encoder_refine(e, row, n, a->condition, true);
    case PROGRAM_HAVOC: {
        uint32_t v = program->sites.data[a->site].variable;
        row[f->columns.data[v]] = reading_range(&e->readings[v]);
        return true;
    }
    case PROGRAM_ASSIGN: {
        VEC(struct interval) values = {0};
        encoder_at(e, row);
        for (uint32_t i = 0; i < a->n; i++) {
            const struct reading *r = &e->readings[a->assignments[i].variable];
            struct residue value = encoder_apply(e, a->assignments[i].value);
            vec_push(&values, r->width ? residue_reduce(e, value, r->is_signed).range : value.range);
        }
        for (uint32_t i = 0; i < a->n; i++) row[f->columns.data[a->assignments[i].variable]] = values.data[i];
        vec_free(&values);
        return true;
    }
    }
    return true;
}

void flow_run(struct flow *f, struct encoder *e, const struct program *program, program_command command,
              const struct interval *row) {
    vec_clear(&f->points);
    program_points(program, command, &f->points);
    choose_columns(f, program, command);
    uint32_t n = f->variables.size;
    hash_map_clear(&f->position);
    for (uint32_t i = 0; i < f->points.size; i++) hash_map_put(&f->position, f->points.data[i].id, i);
    vec_clear(&f->reached);
    vec_resize(&f->reached, f->points.size);
    vec_clear(&f->rows);
    vec_resize(&f->rows, f->points.size * n + 1);
    f->reached.data[0] = 1;
    for (uint32_t i = 0; i < n; i++) f->rows.data[i] = row[f->variables.data[i]];
    e->column = f->columns.data;
    struct interval *after = mem_new_array(struct interval, n + 1);
    for (uint32_t i = 0; i < f->points.size; i++) {
        struct program_node node = program_node(program, f->points.data[i]);
        if (!f->reached.data[i]) continue;
        memcpy(after, flow_at(f, i), n * sizeof *after);
        if (node.kind == PROGRAM_STEP && !act(f, e, program, &node.action, after)) continue;
        for (uint32_t k = 0; k < node.n; k++) enter(f, node.next[k], after);
    }
    mem_free(after);
}

struct ranging {
    const struct program *program;
    const readings *readings;
    struct encoder encoder;
    struct ranges *ranges;
    struct flow flow;
    u32s order, place; /* locations in reverse postorder, and their places in it */
    u32s changes;      /* by location: through edges back */
    u8s dirty;
    VEC(wide) constants; /* ascending */
    uint64_t effort;
};

/* What comes out of an edge, over all variables; false: nothing. */
static bool pass(struct ranging *r, const struct program_edge *edge, struct interval *out) {
    uint32_t n = r->ranges->variables;
    const struct interval *row = ranges_at(r->ranges, edge->from);
    flow_run(&r->flow, &r->encoder, r->program, edge->command, row);
    r->effort += (uint64_t)r->flow.points.size * (r->flow.variables.size + 1);
    uint32_t end = r->flow.points.size; /* the end is a point like others; without one nothing comes out */
    for (uint32_t i = 0; i < r->flow.points.size; i++)
        if (program_node(r->program, r->flow.points.data[i]).kind == PROGRAM_END) end = i;
    if (end == r->flow.points.size || !r->flow.reached.data[end]) return false;
    memcpy(out, row, n * sizeof *out);
    for (uint32_t i = 0; i < r->flow.variables.size; i++)
        out[r->flow.variables.data[i]] = flow_at(&r->flow, end)[i];
    return true;
}

/* The bound to go to when a range grows at a location again and again. */
static wide widened(const struct ranging *r, wide bound, bool up, struct interval type, bool to_type) {
    wide result = up ? type.high : type.low;
    if (to_type) return result;
    vec_each (const wide, c, &r->constants) {
        if (up && *c >= bound && *c < result) result = *c;
        if (!up && *c <= bound && *c > result) result = *c;
    }
    return result;
}

/* Joins a row into a location; whether that changed it. */
static bool join(struct ranging *r, uint32_t location, const struct interval *row, bool back) {
    uint32_t n = r->ranges->variables;
    struct interval *at = r->ranges->rows.data + (size_t)location * n;
    if (!r->ranges->reached.data[location]) {
        r->ranges->reached.data[location] = 1;
        memcpy(at, row, n * sizeof *at);
        return true;
    }
    bool changed = false;
    bool widen = back && r->changes.data[location] >= EXACT;
    bool to_type = r->changes.data[location] >= EXACT + THRESHOLDS;
    for (uint32_t v = 0; v < n; v++) {
        struct interval old = at[v], type = reading_range(&r->readings->data[v]);
        at[v] = interval_hull(old, row[v]);
        if (widen && at[v].low < old.low) at[v].low = widened(r, at[v].low, false, type, to_type);
        if (widen && at[v].high > old.high) at[v].high = widened(r, at[v].high, true, type, to_type);
        changed |= !interval_same(at[v], old);
    }
    if (changed && back) r->changes.data[location]++;
    return changed;
}

static void ascend(struct ranging *r) {
    struct interval *out = mem_new_array(struct interval, r->ranges->variables + 1);
    for (bool again = true; again && r->effort < EFFORT;) {
        again = false;
        for (uint32_t i = 0; i < r->order.size; i++) {
            uint32_t location = r->order.data[i];
            if (!r->dirty.data[location]) continue;
            r->dirty.data[location] = 0;
            vec_each (const uint32_t, e, &r->program->outgoing.data[location]) {
                const struct program_edge *edge = &r->program->edges.data[*e];
                bool back = r->place.data[edge->to] <= i;
                if (pass(r, edge, out) && join(r, edge->to, out, back)) {
                    r->dirty.data[edge->to] = 1;
                    again |= back;
                }
            }
        }
    }
    mem_free(out);
}

/* Meets the row of a location with what enters it. */
static void narrow_location(struct ranging *r, uint32_t location, struct interval *in,
                            struct interval *hull) {
    uint32_t n = r->ranges->variables;
    bool any = false;
    vec_each (const uint32_t, e, &r->program->incoming.data[location]) {
        const struct program_edge *edge = &r->program->edges.data[*e];
        if (!r->ranges->reached.data[edge->from] || !pass(r, edge, in)) continue;
        for (uint32_t v = 0; v < n; v++) hull[v] = any ? interval_hull(hull[v], in[v]) : in[v];
        any = true;
    }
    struct interval *at = r->ranges->rows.data + (size_t)location * n;
    if (!any) r->ranges->reached.data[location] = 0;
    for (uint32_t v = 0; any && v < n; v++)
        if (!interval_meet(&at[v], hull[v])) r->ranges->reached.data[location] = 0;
}

static void descend(struct ranging *r) {
    uint32_t n = r->ranges->variables;
    struct interval *in = mem_new_array(struct interval, n + 1),
                    *hull = mem_new_array(struct interval, n + 1);
    for (uint32_t round = 0; round < NARROWINGS; round++)
        for (uint32_t i = 0; i < r->order.size && r->effort < EFFORT; i++) {
            uint32_t location = r->order.data[i];
            if (location != r->program->initial && r->ranges->reached.data[location])
                narrow_location(r, location, in, hull);
        }
    mem_free(in);
    mem_free(hull);
}

/* Locations that the initial one leads to, in reverse postorder. */
static void order_locations(struct ranging *r) {
    uint32_t n = r->program->locations.size;
    u32s stack = {0}, next = {0}, post = {0};
    u8s seen = {0};
    vec_resize(&seen, n);
    vec_resize(&next, n);
    vec_push(&stack, r->program->initial);
    seen.data[r->program->initial] = 1;
    while (stack.size) {
        uint32_t location = vec_last(&stack);
        if (next.data[location] == r->program->outgoing.data[location].size) {
            vec_push(&post, vec_pop(&stack));
            continue;
        }
        uint32_t edge = r->program->outgoing.data[location].data[next.data[location]++];
        uint32_t to = r->program->edges.data[edge].to;
        if (seen.data[to]) continue;
        seen.data[to] = 1;
        vec_push(&stack, to);
    }
    vec_resize(&r->place, n);
    while (post.size) {
        r->place.data[vec_last(&post)] = r->order.size;
        vec_push(&r->order, vec_pop(&post));
    }
    vec_free(&stack);
    vec_free(&next);
    vec_free(&post);
    vec_free(&seen);
}

static int ascending(const void *a, const void *b) {
    wide x = *(const wide *)a, y = *(const wide *)b;
    return (x > y) - (x < y);
}

/* Constants of the program and their neighbours, as bounds to stop at. */
static void collect_constants(struct ranging *r) {
    struct terms *bank = r->program->terms;
    term_list roots = {0}, parts = {0};
    integers_roots(r->program, &roots);
    term_collect(bank, roots.data, roots.size, &parts);
    vec_each (const term, t, &parts) {
        if (!term_is(bank, *t, TERM_BITS) || sort_width(bank, term_sort(bank, *t)) > 64) continue;
        if (r->constants.size >= CONSTANTS) break;
        for (int is_signed = 0; is_signed < 2; is_signed++)
            for (wide around = -1; around <= 1; around++)
                vec_push(&r->constants, wide_of_bits(bank, *t, is_signed) + around);
    }
    for (uint32_t bits = 0; bits <= 32; bits += 8) {
        vec_push(&r->constants, wide_power(bits) - 1);
        vec_push(&r->constants, wide_power(bits + 7) - 1);
    }
    qsort(r->constants.data, r->constants.size, sizeof *r->constants.data, ascending);
    vec_free(&roots);
    vec_free(&parts);
}

static void types_everywhere(struct ranging *r) {
    for (uint32_t i = 0; i < r->program->locations.size; i++) {
        r->ranges->reached.data[i] = 1;
        for (uint32_t v = 0; v < r->ranges->variables; v++)
            r->ranges->rows.data[(size_t)i * r->ranges->variables + v] = reading_range(&r->readings->data[v]);
    }
}

const char *ranges_find(const struct program *program, const readings *readings, struct ranges *out) {
    struct ranging r = {.program = program, .readings = readings, .ranges = out};
    r.encoder = (struct encoder){.bits = program, .from = program->terms, .readings = readings->data};
    out->variables = program->variables.size;
    vec_resize(&out->rows, program->locations.size * out->variables + 1);
    vec_resize(&out->reached, program->locations.size);
    vec_resize(&r.changes, program->locations.size);
    vec_resize(&r.dirty, program->locations.size);
    order_locations(&r);
    collect_constants(&r);
    out->reached.data[program->initial] = 1;
    r.dirty.data[program->initial] = 1;
    for (uint32_t v = 0; v < out->variables; v++)
        out->rows.data[(size_t)program->initial * out->variables + v] = reading_range(&readings->data[v]);
    ascend(&r);
    if (r.effort >= EFFORT)
        types_everywhere(&r);
    else
        descend(&r);
    const char *declined = r.encoder.declined;
    encoder_fini(&r.encoder);
    flow_fini(&r.flow);
    vec_free(&r.order);
    vec_free(&r.place);
    vec_free(&r.changes);
    vec_free(&r.dirty);
    vec_free(&r.constants);
    return declined;
}
