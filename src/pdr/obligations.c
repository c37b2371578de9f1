#include "pdr/obligations.h"

#include "pdr/frames.h"

#include <math.h>

struct obligation *obligation_new(uint32_t location, uint32_t level, struct cube *cube, struct cube *step,
                                  struct obligation *successor, uint32_t goal) {
    struct obligation *o = mem_new(struct obligation);
    o->references = 1;
    o->location = location;
    o->level = level;
    o->depth = successor ? successor->depth + 1 : 0;
    o->goal = goal;
    o->cube = cube;
    o->step = step;
    o->successor = successor ? obligation_ref(successor) : NULL;
    return o;
}

struct obligation *obligation_ref(struct obligation *o) {
    o->references++;
    return o;
}

void obligation_unref(struct obligation *o) {
    while (o && !--o->references) {
        struct obligation *successor = o->successor;
        cube_free(o->cube);
        cube_free(o->step);
        mem_free(o);
        o = successor;
    }
}

void obligations_fini(struct obligations *queue) {
    vec_each (struct obligation_entry, e, &queue->heap) obligation_unref(e->obligation);
    vec_free(&queue->heap);
}

static bool before(const struct obligation_entry *a, const struct obligation_entry *b) {
    if (a->level != b->level) return a->level < b->level;
    if (a->depth != b->depth) return a->depth < b->depth;
    return a->order < b->order;
}

static void sift_up(struct obligation_entry *heap, uint32_t i) {
    struct obligation_entry moving = heap[i];
    for (; i && before(&moving, &heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = moving;
}

static void sift_down(struct obligation_entry *heap, uint32_t size, uint32_t i) {
    struct obligation_entry moving = heap[i];
    for (uint32_t child; (child = 2 * i + 1) < size; i = child) {
        if (child + 1 < size && before(&heap[child + 1], &heap[child])) child++;
        if (!before(&heap[child], &moving)) break;
        heap[i] = heap[child];
    }
    heap[i] = moving;
}

void obligations_push(struct obligations *queue, struct obligation *o) {
    vec_push(&queue->heap, (struct obligation_entry){o->level, o->depth, queue->order++, o});
    sift_up(queue->heap.data, queue->heap.size - 1);
}

void obligations_requeue(struct obligations *queue, struct obligation *o, uint32_t level,
                         const struct options *options, struct stats *stats) {
    const double decay = 0.6; /* of its activity, per level that it moves up */
    if (!options->requeue || level == FRAMES_INFINITY) {
        obligation_unref(o);
        return;
    }
    o->activity *= pow(decay, level + 1 - o->level);
    o->level = level + 1;
    stats->requeued++;
    obligations_push(queue, o);
}

struct obligation *obligations_pop(struct obligations *queue, uint32_t level) {
    if (!queue->heap.size || queue->heap.data[0].level > level) return NULL;
    struct obligation *first = queue->heap.data[0].obligation;
    struct obligation_entry last = vec_pop(&queue->heap);
    if (queue->heap.size) {
        queue->heap.data[0] = last;
        sift_down(queue->heap.data, queue->heap.size, 0);
    }
    return first;
}

void obligations_drop_goal(struct obligations *queue, uint32_t goal) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < queue->heap.size; i++) {
        struct obligation_entry e = queue->heap.data[i];
        if (e.obligation->goal == goal)
            obligation_unref(e.obligation);
        else
            queue->heap.data[kept++] = e;
    }
    vec_shrink(&queue->heap, kept);
    for (uint32_t i = kept / 2; i-- > 0;) sift_down(queue->heap.data, kept, i);
}
