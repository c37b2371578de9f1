/* The decision order: variable activities that decay exponentially, and two queues over them.
 *
 * Most queries are so small that keeping a heap costs more than a good order gains. They use buckets:
 * variables whose activities lie within a factor of sqrt(2) share one, newest first; push and pop take
 * constant time. Because activities grow by a constant factor per conflict, the exponent is in effect a
 * logarithmic rank that needs no sorting to stay up to date. Variables of the last bucket, which conflicts
 * never or long ago involved, are not even queued but taken in the order of the domain, roots before their
 * fan-in. A query that has restarted several times is worth a binary heap. */
#include "sat/cdcl/cdcl_internal.h"

enum { LAST_BUCKET = BUCKETS - 1 };

/* Half octaves below the highest activity that is possible: the sum of all bumps, 20 times the present one.
 */
static inline uint32_t bucket_of(const struct cdcl *s, uint32_t variable) {
    uint64_t activity, top;
    memcpy(&activity, &s->activities[variable], sizeof activity);
    if (!activity) return LAST_BUCKET;
    memcpy(&top, &s->increment, sizeof top);
    int64_t distance = (int64_t)(top >> 51) + 9 - (int64_t)(activity >> 51);
    return distance < 0 ? 0 : distance > LAST_BUCKET ? LAST_BUCKET : (uint32_t)distance;
}

static bool before(const struct cdcl *s, uint32_t a, uint32_t b) {
    return s->activities[a] > s->activities[b];
}

static void heap_place(struct cdcl *s, uint32_t at, uint32_t variable) {
    s->heap.data[at] = variable;
    s->heap_index[variable] = at + 1;
}

static void heap_up(struct cdcl *s, uint32_t at) {
    uint32_t v = s->heap.data[at];
    while (at && before(s, v, s->heap.data[(at - 1) / 2])) {
        heap_place(s, at, s->heap.data[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    heap_place(s, at, v);
}

static void heap_down(struct cdcl *s, uint32_t at) {
    uint32_t v = s->heap.data[at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= s->heap.size) break;
        if (child + 1 < s->heap.size && before(s, s->heap.data[child + 1], s->heap.data[child])) child++;
        if (!before(s, s->heap.data[child], v)) break;
        heap_place(s, at, s->heap.data[child]);
        at = child;
    }
    heap_place(s, at, v);
}

static uint32_t heap_pop(struct cdcl *s) {
    uint32_t v = s->heap.data[0], last = vec_pop(&s->heap);
    s->heap_index[v] = 0;
    if (s->heap.size) {
        heap_place(s, 0, last);
        heap_down(s, 0);
    }
    return v;
}

static inline void bucket_push(struct cdcl *s, uint32_t variable, uint32_t bucket) {
    s->queued[variable] = s->queue_stamp;
    vec_push(&s->buckets[bucket], variable);
    s->nonempty |= UINT64_C(1) << bucket;
}

void cdcl_queue_push(struct cdcl *s, uint32_t variable) {
    if (s->use_heap) {
        if (s->heap_index[variable]) return;
        vec_push(&s->heap, variable);
        heap_up(s, s->heap.size - 1);
        return;
    }
    if (s->queued[variable] != s->queue_stamp) bucket_push(s, variable, bucket_of(s, variable));
}

static uint32_t pop(struct cdcl *s) {
    if (s->use_heap) return s->heap.size ? heap_pop(s) : NO_VARIABLE;
    if (!s->nonempty) return NO_VARIABLE;
    uint32_t bucket = (uint32_t)__builtin_ctzll(s->nonempty);
    uint32_t v = vec_pop(&s->buckets[bucket]);
    if (!s->buckets[bucket].size) s->nonempty &= s->nonempty - 1;
    s->queued[v] = 0;
    return v;
}

/* The next free variable of the domain in its own order, from the cursors on. Variables before a cursor are
 * assigned, or a backtrack has queued them. */
static uint32_t next_of_domain(struct cdcl *s) {
    const u32s *parts[DOMAIN_PARTS] = {&s->permanent_part, &s->held_part, &s->query_part};
    for (uint32_t i = 0; i < DOMAIN_PARTS; i++)
        while (s->cursors[i] < parts[i]->size) {
            uint32_t v = parts[i]->data[s->cursors[i]++];
            if (s->values[2 * v] == FREE) return v;
        }
    return NO_VARIABLE;
}

uint32_t cdcl_queue_pop(struct cdcl *s) {
    for (;;) {
        uint32_t v = pop(s);
        if (v == NO_VARIABLE) return next_of_domain(s);
        if (s->values[2 * v] == FREE) return v;
    }
}

static void push_part(struct cdcl *s, const u32s *part) {
    for (uint32_t i = 0; i < part->size; i++) {
        uint32_t v = part->data[i];
        if (s->values[2 * v] != FREE) continue;
        uint32_t bucket = bucket_of(s, v);
        if (bucket != LAST_BUCKET) bucket_push(s, v, bucket);
    }
}

void cdcl_queue_start(struct cdcl *s) {
    s->deciding = true;
    if (!++s->queue_stamp) {
        memset(s->queued, 0, s->capacity * sizeof *s->queued);
        s->queue_stamp = 1;
    }
    memset(s->cursors, 0, sizeof s->cursors);
    push_part(s, &s->permanent_part);
    push_part(s, &s->held_part);
    push_part(s, &s->query_part);
    for (uint32_t v = 0; !s->restricted && v < s->netlist->variables; v++)
        if (s->values[2 * v] == FREE) cdcl_queue_push(s, v);
}

static void empty_buckets(struct cdcl *s) {
    for (; s->nonempty; s->nonempty &= s->nonempty - 1) vec_clear(&s->buckets[__builtin_ctzll(s->nonempty)]);
}

void cdcl_queue_use_heap(struct cdcl *s) {
    if (s->use_heap) return;
    if (!s->heap_index) s->heap_index = mem_new_array(uint32_t, s->capacity);
    empty_buckets(s);
    s->use_heap = true;
    for (uint32_t v = 0; v < s->netlist->variables; v++)
        if (s->values[2 * v] == FREE) cdcl_queue_push(s, v);
}

void cdcl_queue_stop(struct cdcl *s) {
    s->deciding = false;
    empty_buckets(s);
    vec_each (uint32_t, v, &s->heap) s->heap_index[*v] = 0;
    vec_clear(&s->heap);
    s->use_heap = false;
}

void cdcl_bump(struct cdcl *s, uint32_t variable) {
    s->activities[variable] += s->increment;
    if (s->use_heap && s->heap_index[variable]) heap_up(s, s->heap_index[variable] - 1);
}

void cdcl_decay(struct cdcl *s) {
    s->increment *= 1 / 0.95;
    if (s->increment < 1e100) return;
    vec_each (uint32_t, v, &s->touched) s->activities[*v] *= 1e-100;
    if (s->activation != NO_VARIABLE) s->activities[s->activation] = 0;
    s->increment *= 1e-100;
}
