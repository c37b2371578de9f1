/* Large blocks: edges that are all ways from one remaining location to the next.
 *
 * After: Beyer, Cimatti, Griggio, Keremoglu, Sebastiani, "Software Model Checking via Large-Block Encoding",
 * FMCAD 2009, whose rules of sequence and choice are applied here all at once: when the locations that go are
 * chosen (they lie on no cycle among themselves), the command from a location l to a remaining one t is
 *
 *     block(l, t) = [] over the edges (l, c, n):   c                    if n is t
 *                                                  c ; block(n, t)      if n goes
 *
 * so that for every t each edge is copied at most once, however many ways there are. */
#include "transform/program/prepare.h"
#include "transform/program/rebuild.h"

#include <stdlib.h>

enum { MANY_COPIES = 8 }; /* `on`: a location with one entering edge and more leaving ones stays */

/* ---- which locations go ---- */

/* The graph while locations go: neighbours without repetition. */
struct graph {
    VEC(u32s) before, after;
};

static bool contains(const u32s *list, uint32_t x) {
    vec_each (const uint32_t, y, list)
        if (*y == x) return true;
    return false;
}
static void take_out(u32s *list, uint32_t x) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i] != x) list->data[n++] = list->data[i];
    list->size = n;
}
static void join(struct graph *g, uint32_t from, uint32_t to) {
    if (contains(&g->after.data[from], to)) return;
    vec_push(&g->after.data[from], to);
    vec_push(&g->before.data[to], from);
}

static void graph_init(struct graph *g, const struct program *program) {
    *g = (struct graph){0};
    vec_resize(&g->before, program->locations.size);
    vec_resize(&g->after, program->locations.size);
    vec_each (const struct program_edge, e, &program->edges) join(g, e->from, e->to);
}

static void graph_fini(struct graph *g) {
    vec_each (u32s, list, &g->before) vec_free(list);
    vec_each (u32s, list, &g->after) vec_free(list);
    vec_free(&g->before);
    vec_free(&g->after);
}

/* Takes a location out of the graph; its neighbours are appended to `todo`. */
static void bypass(struct graph *g, uint32_t l, u32s *todo) {
    u32s before = g->before.data[l], after = g->after.data[l];
    vec_append(todo, before.data, before.size);
    vec_append(todo, after.data, after.size);
    vec_each (const uint32_t, p, &before) take_out(&g->after.data[*p], l);
    vec_each (const uint32_t, s, &after) take_out(&g->before.data[*s], l);
    vec_each (const uint32_t, p, &before)
        vec_each (const uint32_t, s, &after) join(g, *p, *s);
    vec_free(&before);
    vec_free(&after);
    g->before.data[l] = g->after.data[l] = (u32s){0};
}

/* `on`: the locations that are not bypassed. */
static void keep_some(const struct program *program, u8s *keep) {
    struct graph g;
    graph_init(&g, program);
    u32s todo = {0};
    for (uint32_t l = program->locations.size; l--;) vec_push(&todo, l);
    while (todo.size) {
        uint32_t l = vec_pop(&todo), in = g.before.data[l].size, out = g.after.data[l].size;
        if (!keep->data[l] || l == program->initial || l == program->error ||
            program->locations.data[l].loop_head)
            continue;
        if (contains(&g.after.data[l], l) || !in || !out) continue;
        if (out != 1 && (in != 1 || out > MANY_COPIES)) continue;
        keep->data[l] = 0;
        bypass(&g, l, &todo);
    }
    vec_free(&todo);
    graph_fini(&g);
}

/* Takes out, one after the other, what nothing enters or nothing leaves: what is left lies on cycles or
 * between them. */
static void trim(const struct program *program, u8s *left) {
    struct graph g;
    graph_init(&g, program);
    u32s todo = {0};
    vec_resize(left, program->locations.size);
    memset(left->data, 1, left->size);
    for (uint32_t l = 0; l < program->locations.size; l++) vec_push(&todo, l);
    while (todo.size) {
        uint32_t l = vec_pop(&todo);
        if (!left->data[l] || (g.before.data[l].size && g.after.data[l].size)) continue;
        left->data[l] = 0;
        vec_append(&todo, g.before.data[l].data, g.before.data[l].size);
        vec_append(&todo, g.after.data[l].data, g.after.data[l].size);
        vec_each (const uint32_t, p, &g.before.data[l]) take_out(&g.after.data[*p], l);
        vec_each (const uint32_t, s, &g.after.data[l]) take_out(&g.before.data[*s], l);
        vec_clear(&g.before.data[l]);
        vec_clear(&g.after.data[l]);
    }
    vec_free(&todo);
    graph_fini(&g);
}

/* `maximal`: loop heads of the source; order_rest adds what cuts the other cycles. */
static void keep_loop_heads(const struct program *program, u8s *keep) {
    u8s left = {0};
    trim(program, &left);
    for (uint32_t l = 0; l < program->locations.size; l++)
        keep->data[l] = (left.data[l] && program->locations.data[l].loop_head) || l == program->initial ||
                        l == program->error;
    vec_free(&left);
}

/* Depth-first search over the locations that go; those that close a cycle stay instead. `rank` numbers the
 * others so that each comes after those that its edges lead to. */
static void order_rest(const struct program *program, u8s *keep, u32s *rank) {
    struct frame {
        uint32_t location, next;
    };
    enum { NEW, OPEN, DONE };
    VEC(struct frame) stack = {0};
    u8s mark = {0};
    uint32_t number = 0;
    vec_resize(&mark, program->locations.size);
    vec_resize(rank, program->locations.size);
    for (uint32_t l = 0; l < program->locations.size; l++) {
        if (!keep->data[l] && mark.data[l] == NEW) {
            mark.data[l] = OPEN;
            vec_push(&stack, (struct frame){l, 0});
        }
        while (stack.size) {
            struct frame *top = &vec_last(&stack);
            const u32s *out = &program->outgoing.data[top->location];
            if (top->next == out->size) {
                mark.data[top->location] = DONE;
                rank->data[top->location] = number++;
                (void)vec_pop(&stack);
                continue;
            }
            uint32_t to = program->edges.data[out->data[top->next++]].to;
            if (keep->data[to]) continue;
            if (mark.data[to] == OPEN) keep->data[to] = 1;
            if (mark.data[to] != NEW) continue;
            mark.data[to] = OPEN;
            vec_push(&stack, (struct frame){to, 0});
        }
    }
    vec_free(&mark);
    vec_free(&stack);
}

/* ---- which stay because there would be too many paths ---- */

/* An edge has an explosion of paths when it has so many times more paths than it is made of edges. One that is as long
 * as it has paths, a large switch, say, is none. */
enum { EXPLOSION = 8 };
#define MOST_COUNTED (UINT64_C(1) << 60) /* paths, and this many for more */

struct paths {
    const struct program *program;
    u8s *keep;
    u32s order;     /* the locations that go, each after those that its edges lead to */
    u64s count;     /* by location: paths from it to locations that stay */
    u8s limited;    /* by location: paths from it are part of an explosion */
    uint64_t limit; /* of paths from a limited location */
};

/* Counts the paths from a location, and says which of its successors that go has most of them; PROGRAM_NONE: none
 * goes. */
static uint32_t count_paths(struct paths *p, uint32_t l) {
    uint64_t sum = 0, most = 0;
    uint32_t fullest = PROGRAM_NONE;
    vec_each (const uint32_t, e, &p->program->outgoing.data[l]) {
        uint32_t to = p->program->edges.data[*e].to;
        uint64_t n = p->keep->data[to] ? 1 : p->count.data[to];
        sum += n;
        if (p->keep->data[to] || n <= most) continue;
        most = n;
        fullest = to;
    }
    p->count.data[l] = sum < MOST_COUNTED ? sum : MOST_COUNTED;
    return fullest;
}

static void count_all(struct paths *p) {
    vec_each (const uint32_t, l, &p->order)
        if (!p->keep->data[*l]) (void)count_paths(p, *l);
}

/* The locations that go and are reached from one that stays among such, in `found`; the number of edges on the way. */
static uint64_t find_block(const struct paths *p, uint32_t source, u8s *seen, u32s *found) {
    uint64_t edges = 0;
    vec_clear(found);
    for (uint32_t i = 0; i <= found->size; i++) {
        uint32_t l = i ? found->data[i - 1] : source;
        edges += p->program->outgoing.data[l].size;
        vec_each (const uint32_t, e, &p->program->outgoing.data[l]) {
            uint32_t to = p->program->edges.data[*e].to;
            if (p->keep->data[to] || seen->data[to]) continue;
            seen->data[to] = 1;
            vec_push(found, to);
        }
    }
    vec_each (const uint32_t, l, found) seen->data[*l] = 0;
    return edges;
}

static void find_explosions(struct paths *p) {
    u32s block = {0};
    u8s seen = {0};
    vec_resize(&seen, p->program->locations.size);
    count_all(p);
    for (uint32_t l = 0; l < p->program->locations.size; l++) {
        if (!p->keep->data[l]) continue;
        (void)count_paths(p, l);
        if (p->count.data[l] <= EXPLOSION * find_block(p, l, &seen, &block)) continue;
        p->limited.data[l] = 1;
        vec_each (const uint32_t, m, &block) p->limited.data[*m] = 1;
    }
    vec_free(&seen);
    vec_free(&block);
}

/* Where the paths from here meet others, or part. */
static uint32_t next_join(const struct paths *p, uint32_t l) {
    while (p->program->incoming.data[l].size < 2 && p->program->outgoing.data[l].size == 1) {
        uint32_t to = p->program->edges.data[p->program->outgoing.data[l].data[0]].to;
        if (p->keep->data[to]) break;
        l = to;
    }
    return l;
}

/* Lets locations stay until there are not too many paths from this one. */
static void limit_paths_from(struct paths *p, uint32_t l) {
    uint32_t fullest;
    while (fullest = count_paths(p, l), p->count.data[l] > p->limit && fullest != PROGRAM_NONE) {
        p->keep->data[next_join(p, fullest)] = 1;
        count_all(p);
    }
}

/* Where paths explode, more locations stay: backwards from those that do, the last join before they are too many. */
static void limit_paths(const struct program *program, u8s *keep, const u32s *rank, uint64_t limit) {
    struct paths p = {.program = program, .keep = keep, .limit = limit};
    vec_resize(&p.order, program->locations.size);
    vec_resize(&p.count, program->locations.size);
    vec_resize(&p.limited, program->locations.size);
    uint32_t going = 0;
    for (uint32_t l = 0; l < program->locations.size; l++) {
        if (keep->data[l]) continue;
        p.order.data[rank->data[l]] = l;
        going++;
    }
    vec_shrink(&p.order, going);
    find_explosions(&p);
    vec_each (const uint32_t, l, &p.order)
        if (p.limited.data[*l] && !keep->data[*l]) limit_paths_from(&p, *l);
    for (uint32_t l = 0; l < program->locations.size; l++)
        if (p.limited.data[l] && keep->data[l]) limit_paths_from(&p, l);
    vec_free(&p.order);
    vec_free(&p.count);
    vec_free(&p.limited);
}

/* ---- blocks ---- */

struct builder {
    const struct program *program;
    struct program_rebuild rebuild;
    u8s keep;
    u32s rank;
    program_command_list commands; /* new, by old edge */
    /* For the target at hand: */
    u32s visited; /* by location, the target plus 1 */
    u32s going;   /* locations that go, from which the target is reached among such */
    u32s sources; /* locations that stay, from which it is reached so */
    program_command_list block;
};

static int by_rank_and_location(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

/* Sorts the going locations so that each comes after those that its edges lead to. */
static void sort_going(struct builder *b) {
    u64s keys = {0};
    vec_each (const uint32_t, l, &b->going) vec_push(&keys, (uint64_t)b->rank.data[*l] << 32 | *l);
    if (keys.size) qsort(keys.data, keys.size, sizeof *keys.data, by_rank_and_location);
    for (uint32_t i = 0; i < keys.size; i++) b->going.data[i] = (uint32_t)keys.data[i];
    vec_free(&keys);
}

/* Against the edges from the target, through locations that go. */
static void find_sources(struct builder *b, uint32_t target) {
    vec_clear(&b->going);
    vec_clear(&b->sources);
    u32s todo = {0};
    vec_push(&todo, target);
    while (todo.size) {
        uint32_t l = vec_pop(&todo);
        vec_each (const uint32_t, e, &b->program->incoming.data[l]) {
            uint32_t from = b->program->edges.data[*e].from;
            if (b->visited.data[from] == target + 1) continue;
            b->visited.data[from] = target + 1;
            if (b->keep.data[from]) {
                vec_push(&b->sources, from);
            } else {
                vec_push(&b->going, from);
                vec_push(&todo, from);
            }
        }
    }
    vec_free(&todo);
    sort_going(b);
}

/* block(l, target), when it is known for the locations after l that go. */
static program_command make_block(struct builder *b, uint32_t l, uint32_t target) {
    program_command_list ways = {0};
    vec_each (const uint32_t, i, &b->program->outgoing.data[l]) {
        uint32_t next = b->program->edges.data[*i].to;
        program_command way = b->commands.data[*i];
        if (next != target) {
            if (b->keep.data[next] || b->visited.data[next] != target + 1) continue;
            way = program_then(b->rebuild.to, way, b->block.data[next]);
        }
        vec_push(&ways, way);
    }
    program_command block = program_choice(b->rebuild.to, ways.data, ways.size);
    vec_free(&ways);
    return block;
}

static void add_blocks(struct builder *b, uint32_t target) {
    find_sources(b, target);
    vec_each (const uint32_t, l, &b->going) b->block.data[*l] = make_block(b, *l, target);
    vec_each (const uint32_t, source, &b->sources) {
        const struct program_edge *first =
            &b->program->edges.data[b->program->outgoing.data[*source].data[0]];
        program_command block = make_block(b, *source, target);
        if (!program_is_blocked(b->rebuild.to, block))
            program_add_edge(b->rebuild.to, b->rebuild.locations.data[*source], block,
                             b->rebuild.locations.data[target], first->position);
    }
}

struct program *program_blocks(const struct program *program, enum program_blocks mode, uint64_t most_paths) {
    struct builder b = {.program = program};
    vec_resize(&b.keep, program->locations.size);
    memset(b.keep.data, 1, b.keep.size);
    if (mode == PROGRAM_BLOCKS_ON) keep_some(program, &b.keep);
    if (mode == PROGRAM_BLOCKS_MAXIMAL) keep_loop_heads(program, &b.keep);
    order_rest(program, &b.keep, &b.rank);
    if (most_paths) limit_paths(program, &b.keep, &b.rank, most_paths);
    program_rebuild_init(&b.rebuild, program, NULL, &b.keep);
    vec_each (const struct program_edge, e, &program->edges)
        vec_push(&b.commands, program_rebuild_command(&b.rebuild, e->command));
    vec_resize(&b.visited, program->locations.size);
    vec_resize(&b.block, program->locations.size);
    for (uint32_t l = 0; l < program->locations.size; l++)
        if (b.keep.data[l]) add_blocks(&b, l);
    vec_free(&b.keep);
    vec_free(&b.rank);
    vec_free(&b.commands);
    vec_free(&b.visited);
    vec_free(&b.going);
    vec_free(&b.sources);
    vec_free(&b.block);
    return program_rebuild_finish(&b.rebuild);
}
