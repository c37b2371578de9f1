#include "pdr/frames.h"

struct frames *frames_new(uint32_t locations, bool subsumption) {
    struct frames *frames = mem_new(struct frames);
    frames->locations = locations;
    frames->subsumption = subsumption;
    frames->infinity = mem_new_array(lemma_list, locations);
    frames->index = mem_new_array(struct lemma_index, locations);
    vec_push(&frames->levels, mem_new_array(lemma_list, locations));
    return frames;
}

static void lemma_free(struct lemma *lemma) {
    cube_free(lemma->cube);
    cube_free(lemma->obstacle);
    mem_free(lemma);
}

static void lists_free(struct frames *frames, lemma_list *lists) {
    for (uint32_t l = 0; l < frames->locations; l++) {
        vec_each (struct lemma_entry, e, &lists[l]) lemma_free(e->lemma);
        vec_free(&lists[l]);
    }
    mem_free(lists);
}

void frames_free(struct frames *frames) {
    if (!frames) return;
    lists_free(frames, frames->infinity);
    vec_each (lemma_list *, lists, &frames->levels) lists_free(frames, *lists);
    vec_free(&frames->levels);
    for (uint32_t l = 0; l < frames->locations; l++) lemma_index_fini(&frames->index[l]);
    mem_free(frames->index);
    vec_free(&frames->marks);
    vec_free(&frames->found);
    mem_free(frames);
}

void frames_extend(struct frames *frames) {
    frames->top++;
    vec_push(&frames->levels, mem_new_array(lemma_list, frames->locations));
}

lemma_list *frames_at(const struct frames *frames, uint32_t location, uint32_t level) {
    assert(location < frames->locations);
    if (level == FRAMES_INFINITY) return &frames->infinity[location];
    assert(level <= frames->top);
    return &frames->levels.data[level][location];
}

/* Unlinks by moving the last entry: order within a level has no meaning. */
static void unlink_lemma(struct frames *frames, struct lemma *lemma) {
    lemma_list *list = frames_at(frames, lemma->location, lemma->level);
    list->data[lemma->position] = list->data[list->size - 1];
    list->data[lemma->position].lemma->position = lemma->position;
    list->size--;
}

static void link_lemma(struct frames *frames, struct lemma *lemma, uint32_t level) {
    lemma_list *list = frames_at(frames, lemma->location, level);
    lemma->level = level;
    lemma->born = ++frames->clock;
    lemma->position = list->size;
    vec_push(list, (struct lemma_entry){lemma->cube->signature, lemma});
}

/* Removes what the lemma subsumes at levels from..its own. */
static void remove_subsumed(struct frames *frames, const struct lemma *lemma, uint32_t from,
                            uint64_t *removed) {
    if (!frames->subsumption) return;
    vec_clear(&frames->found);
    lemma_index_subsumed(&frames->index[lemma->location], lemma->cube, from, lemma->level, lemma,
                         &frames->found);
    vec_each (struct lemma *, l, &frames->found) frames_remove(frames, *l);
    if (removed) *removed += frames->found.size;
}

struct lemma *frames_add(struct frames *frames, uint32_t location, uint32_t level, struct cube *cube,
                         uint64_t *removed) {
    struct lemma *lemma = mem_new(struct lemma);
    lemma->cube = cube;
    lemma->location = location;
    link_lemma(frames, lemma, level);
    lemma_index_add(&frames->index[location], lemma);
    remove_subsumed(frames, lemma, 1, removed);
    return lemma;
}

void frames_raise(struct frames *frames, struct lemma *lemma, uint32_t level, uint64_t *removed) {
    assert(level > lemma->level);
    uint32_t from = lemma->level + 1;
    unlink_lemma(frames, lemma);
    cube_free(lemma->obstacle);
    lemma->obstacle = NULL;
    link_lemma(frames, lemma, level);
    lemma_index_arrive(&frames->index[lemma->location], lemma);
    remove_subsumed(frames, lemma, from, removed);
}

void frames_remove(struct frames *frames, struct lemma *lemma) {
    unlink_lemma(frames, lemma);
    lemma_index_remove(&frames->index[lemma->location], lemma);
    lemma_free(lemma);
}

struct lemma *frames_blocking(struct frames *frames, uint32_t location, uint32_t level,
                              const struct cube *cube) {
    return lemma_index_subsuming(&frames->index[location], cube, level, FRAMES_INFINITY, &frames->marks);
}

struct lemma *frames_parent(struct frames *frames, uint32_t location, uint32_t level,
                            const struct cube *cube) {
    return lemma_index_subsuming(&frames->index[location], cube, level, level, &frames->marks);
}

static bool contradicts_marks(const struct frames *frames, const struct cube *cube) {
    for (uint32_t i = 0; i < cube->size; i++) {
        uint32_t opposite = cube->literals[i].code ^ 1;
        if (opposite < frames->marks.size && frames->marks.data[opposite]) return true;
    }
    return false;
}

bool frames_touched_since(struct frames *frames, uint32_t location, uint32_t level, const struct cube *state,
                          uint64_t since) {
    const lemmas *arrivals = frames_arrivals(frames, location);
    bool found = false;
    lemma_index_mark(&frames->marks, state, 1);
    for (uint32_t i = arrivals->size; i-- > 0 && !found;) {
        const struct lemma *lemma = arrivals->data[i];
        if (!lemma) continue;
        if (lemma->born <= since) break;
        found = lemma->level >= level && !contradicts_marks(frames, lemma->cube);
    }
    lemma_index_mark(&frames->marks, state, 0);
    return found;
}

void frames_sweep(struct frames *f, uint32_t location, uint32_t level,
                  bool (*visit)(void *client, struct lemma *), void *client) {
    const lemma_list *list = frames_at(f, location, level);
    for (uint32_t i = list->size; i-- > 0;)
        if (i < list->size && !visit(client, list->data[i].lemma)) return;
}

static bool is_fixpoint(const struct frames *f, uint32_t level) {
    for (uint32_t l = 0; l < f->locations; l++)
        if (frames_at(f, l, level)->size) return false;
    return true;
}

uint32_t frames_fixpoint(const struct frames *f, uint32_t from) {
    for (uint32_t level = from; level < f->top; level++)
        if (is_fixpoint(f, level)) return level;
    return 0;
}

uint32_t frames_count(const struct frames *frames) {
    uint32_t count = 0;
    for (uint32_t l = 0; l < frames->locations; l++) {
        count += frames->infinity[l].size;
        for (uint32_t i = 1; i <= frames->top; i++) count += frames->levels.data[i][l].size;
    }
    return count;
}

/* The index finds the lemma under its cube, unless there is another one for that. */
static bool is_indexed(const struct frames *frames, const struct lemma *lemma) {
    u8s marks = {0};
    const struct lemma_index *index = &frames->index[lemma->location];
    const struct lemma *found = lemma_index_subsuming(index, lemma->cube, lemma->level, lemma->level, &marks);
    vec_free(&marks);
    return index->arrivals.data[lemma->arrival] == lemma && found && (found == lemma || !frames->subsumption);
}

static const char *check_list(const struct frames *frames, uint32_t location, uint32_t level) {
    const lemma_list *list = frames_at(frames, location, level);
    for (uint32_t i = 0; i < list->size; i++) {
        const struct lemma *lemma = list->data[i].lemma;
        if (lemma->location != location || lemma->level != level) return "(1) a lemma is in a wrong list";
        if (lemma->position != i) return "(1) a lemma does not know its place";
        if (!cube_check(lemma->cube) || list->data[i].signature != lemma->cube->signature)
            return "(2) a lemma's cube is not well formed";
        if (!is_indexed(frames, lemma)) return "(4) a lemma is not in the index";
        for (uint32_t j = 0; frames->subsumption && j < list->size; j++)
            if (j != i && cube_subsumes(list->data[j].lemma->cube, lemma->cube))
                return "(3) a lemma is subsumed by another of its level";
    }
    return NULL;
}

const char *frames_check(const struct frames *frames) {
    for (uint32_t l = 0; l < frames->locations; l++) {
        if (frames->levels.data[0][l].size) return "(1) level 0 has lemmas";
        for (uint32_t i = 1; i <= frames->top; i++) {
            const char *problem = check_list(frames, l, i);
            if (problem) return problem;
        }
        const char *problem = check_list(frames, l, FRAMES_INFINITY);
        if (problem) return problem;
    }
    return NULL;
}
