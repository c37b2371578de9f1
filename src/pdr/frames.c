#include "pdr/frames.h"

struct frames *frames_new(uint32_t locations, bool subsumption) {
    struct frames *frames = mem_new(struct frames);
    frames->locations = locations;
    frames->subsumption = subsumption;
    frames->infinity = mem_new_array(lemma_list, locations);
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
    vec_free(&frames->marks);
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
static void unlink_entry(lemma_list *list, uint32_t position) {
    list->data[position] = list->data[list->size - 1];
    list->size--;
}

static void unlink_lemma(struct frames *frames, struct lemma *lemma) {
    lemma_list *list = frames_at(frames, lemma->location, lemma->level);
    uint32_t position = 0;
    while (list->data[position].lemma != lemma) position++;
    unlink_entry(list, position);
}

static uint64_t remove_subsumed_from(lemma_list *list, const struct lemma *by) {
    uint64_t removed = 0;
    for (uint32_t i = 0; i < list->size;) {
        struct lemma_entry *e = &list->data[i];
        if (!(by->cube->signature & ~e->signature) && e->lemma != by &&
            cube_subsumes(by->cube, e->lemma->cube)) {
            lemma_free(e->lemma);
            unlink_entry(list, i);
            removed++;
        } else {
            i++;
        }
    }
    return removed;
}

/* Removes what the lemma subsumes at levels from..its own. */
static void remove_subsumed(struct frames *frames, const struct lemma *lemma, uint32_t from,
                            uint64_t *removed) {
    if (!frames->subsumption) return;
    bool infinite = lemma->level == FRAMES_INFINITY;
    uint64_t count = 0;
    for (uint32_t level = from; level <= (infinite ? frames->top : lemma->level); level++)
        count += remove_subsumed_from(frames_at(frames, lemma->location, level), lemma);
    if (infinite) count += remove_subsumed_from(&frames->infinity[lemma->location], lemma);
    if (removed) *removed += count;
}

static void link_lemma(struct frames *frames, struct lemma *lemma, uint32_t level) {
    lemma->level = level;
    lemma->born = ++frames->clock;
    vec_push(frames_at(frames, lemma->location, level), (struct lemma_entry){lemma->cube->signature, lemma});
}

struct lemma *frames_add(struct frames *frames, uint32_t location, uint32_t level, struct cube *cube,
                         uint64_t *removed) {
    struct lemma *lemma = mem_new(struct lemma);
    lemma->cube = cube;
    lemma->location = location;
    link_lemma(frames, lemma, level);
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
    remove_subsumed(frames, lemma, from, removed);
}

void frames_remove(struct frames *frames, struct lemma *lemma) {
    unlink_lemma(frames, lemma);
    lemma_free(lemma);
}

/* Large cubes saturate the signature: their literals are marked once, and each lemma is tested against the
 * marks. */
enum { MARK_FROM = 24 };

static void mark(struct frames *frames, const struct cube *cube, uint8_t value) {
    if (!cube->size) return;
    uint32_t codes = cube->literals[cube->size - 1].code + 1;
    if (frames->marks.size < codes) vec_resize(&frames->marks, codes);
    for (uint32_t i = 0; i < cube->size; i++) frames->marks.data[cube->literals[i].code] = value;
}

static bool subsumes(const struct frames *frames, const struct cube *lemma, const struct cube *cube) {
    if (cube->size < MARK_FROM) return cube_subsumes(lemma, cube);
    for (uint32_t i = 0; i < lemma->size; i++) {
        uint32_t code = lemma->literals[i].code;
        if (code >= frames->marks.size || !frames->marks.data[code]) return false;
    }
    return true;
}

static struct lemma *find_subsuming(const struct frames *frames, const lemma_list *list,
                                    const struct cube *cube) {
    for (uint32_t i = 0; i < list->size; i++) {
        const struct lemma_entry *e = &list->data[i];
        if (!(e->signature & ~cube->signature) && subsumes(frames, e->lemma->cube, cube)) return e->lemma;
    }
    return NULL;
}

/* The first lemma of levels from..to, and of infinity if asked, that subsumes the cube. */
static struct lemma *find(struct frames *frames, uint32_t location, uint32_t from, uint32_t to, bool infinity,
                          const struct cube *cube) {
    struct lemma *lemma = NULL;
    bool large = cube->size >= MARK_FROM;
    if (large) mark(frames, cube, 1);
    for (uint32_t i = from; i <= to && !lemma; i++)
        lemma = find_subsuming(frames, frames_at(frames, location, i), cube);
    if (!lemma && infinity) lemma = find_subsuming(frames, &frames->infinity[location], cube);
    if (large) mark(frames, cube, 0);
    return lemma;
}

struct lemma *frames_blocking(struct frames *frames, uint32_t location, uint32_t level,
                              const struct cube *cube) {
    return find(frames, location, level ? level : 1, frames->top, true, cube);
}

struct lemma *frames_parent(struct frames *frames, uint32_t location, uint32_t level,
                            const struct cube *cube) {
    return find(frames, location, level, level, false, cube);
}

static bool touched(const struct frames *frames, const lemma_list *list, uint64_t since) {
    for (uint32_t i = 0; i < list->size; i++) {
        const struct lemma *lemma = list->data[i].lemma;
        if (lemma->born <= since) continue;
        uint32_t j = 0;
        for (; j < lemma->cube->size; j++) {
            uint32_t opposite = lemma->cube->literals[j].code ^ 1;
            if (opposite < frames->marks.size && frames->marks.data[opposite]) break;
        }
        if (j == lemma->cube->size) return true;
    }
    return false;
}

bool frames_touched_since(struct frames *frames, uint32_t location, uint32_t level, const struct cube *state,
                          uint64_t since) {
    mark(frames, state, 1);
    bool found = touched(frames, &frames->infinity[location], since);
    for (uint32_t i = level; i <= frames->top && !found; i++)
        found = touched(frames, frames_at(frames, location, i), since);
    mark(frames, state, 0);
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

static const char *check_list(const struct frames *frames, uint32_t location, uint32_t level) {
    const lemma_list *list = frames_at(frames, location, level);
    for (uint32_t i = 0; i < list->size; i++) {
        const struct lemma *lemma = list->data[i].lemma;
        if (lemma->location != location || lemma->level != level) return "(1) a lemma is in a wrong list";
        if (!cube_check(lemma->cube) || list->data[i].signature != lemma->cube->signature)
            return "(2) a lemma's cube is not well formed";
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
