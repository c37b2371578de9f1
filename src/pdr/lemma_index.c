#include "pdr/lemma_index.h"

#include "pdr/frames.h"

static void free_lists(lemma_list *lists, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) vec_free(&lists[i]);
}

void lemma_index_fini(struct lemma_index *x) {
    free_lists(x->filed.data, x->filed.size);
    free_lists(x->containing.data, x->containing.size);
    vec_free(&x->filed);
    vec_free(&x->containing);
    vec_free(&x->arrivals);
}

static void make_room(struct lemma_index *x, const struct cube *cube) {
    uint32_t codes = cube->size ? cube->literals[cube->size - 1].code + 1 : 0;
    if (x->filed.size < codes + 1) vec_resize(&x->filed, codes + 1);
    if (x->containing.size < codes) vec_resize(&x->containing, codes);
}

/* The slot of the fewest lemmas so far. */
static uint32_t best_slot(const struct lemma_index *x, const struct cube *cube) {
    uint32_t best = cube->size ? cube->literals[0].code + 1 : 0;
    for (uint32_t i = 1; i < cube->size; i++)
        if (x->filed.data[cube->literals[i].code + 1].size < x->filed.data[best].size)
            best = cube->literals[i].code + 1;
    return best;
}

static void arrive(struct lemma_index *x, struct lemma *lemma) {
    lemma->arrival = x->arrivals.size;
    vec_push(&x->arrivals, lemma);
}

void lemma_index_add(struct lemma_index *x, struct lemma *lemma) {
    const struct cube *cube = lemma->cube;
    struct lemma_entry entry = {cube->signature, lemma};
    make_room(x, cube);
    lemma->slot = best_slot(x, cube);
    vec_push(&x->filed.data[lemma->slot], entry);
    for (uint32_t i = 0; i < cube->size; i++) vec_push(&x->containing.data[cube->literals[i].code], entry);
    arrive(x, lemma);
}

/* Lemmas that leave are mostly young, and near the end. */
static void unlink_from(lemma_list *list, const struct lemma *lemma) {
    uint32_t i = list->size - 1;
    while (list->data[i].lemma != lemma) i--;
    list->data[i] = list->data[--list->size];
}

static void close_gaps(struct lemma_index *x) {
    uint32_t kept = 0;
    vec_each (struct lemma *, l, &x->arrivals) {
        if (!*l) continue;
        (*l)->arrival = kept;
        x->arrivals.data[kept++] = *l;
    }
    vec_shrink(&x->arrivals, kept);
    x->left = 0;
}

static void leave(struct lemma_index *x, const struct lemma *lemma) {
    enum { FEW = 64 };
    x->arrivals.data[lemma->arrival] = NULL;
    x->left++;
    if (x->left > FEW && x->left > x->arrivals.size / 2) close_gaps(x);
}

void lemma_index_remove(struct lemma_index *x, struct lemma *lemma) {
    const struct cube *cube = lemma->cube;
    unlink_from(&x->filed.data[lemma->slot], lemma);
    for (uint32_t i = 0; i < cube->size; i++) unlink_from(&x->containing.data[cube->literals[i].code], lemma);
    leave(x, lemma);
}

void lemma_index_arrive(struct lemma_index *x, struct lemma *lemma) {
    leave(x, lemma);
    arrive(x, lemma);
}

void lemma_index_mark(u8s *marks, const struct cube *cube, uint8_t value) {
    if (!cube->size) return;
    uint32_t codes = cube->literals[cube->size - 1].code + 1;
    if (marks->size < codes) vec_resize(marks, codes);
    for (uint32_t i = 0; i < cube->size; i++) marks->data[cube->literals[i].code] = value;
}

/* Large cubes saturate the signature: their literals are marked once, and each lemma is tested against the
 * marks. */
enum { MARK_FROM = 24 };

static bool subsumes(const struct cube *lemma, const struct cube *cube, const u8s *marks) {
    if (cube->size < MARK_FROM) return cube_subsumes(lemma, cube);
    for (uint32_t i = 0; i < lemma->size; i++) {
        uint32_t code = lemma->literals[i].code;
        if (code >= marks->size || !marks->data[code]) return false;
    }
    return true;
}

static struct lemma *highest_subsuming(const lemma_list *list, const struct cube *cube, uint32_t from,
                                       uint32_t to, const u8s *marks, struct lemma *best) {
    vec_each (const struct lemma_entry, e, list) {
        if (e->signature & ~cube->signature) continue;
        uint32_t level = e->lemma->level;
        if (level < from || level > to || (best && level <= best->level)) continue;
        if (subsumes(e->lemma->cube, cube, marks)) best = e->lemma;
    }
    return best;
}

struct lemma *lemma_index_subsuming(const struct lemma_index *x, const struct cube *cube, uint32_t from,
                                    uint32_t to, u8s *marks) {
    struct lemma *best = NULL;
    bool large = cube->size >= MARK_FROM;
    if (large) lemma_index_mark(marks, cube, 1);
    for (uint32_t i = 0; i <= cube->size && (!best || best->level < to); i++) {
        uint32_t slot = i ? cube->literals[i - 1].code + 1 : 0;
        if (slot < x->filed.size) best = highest_subsuming(&x->filed.data[slot], cube, from, to, marks, best);
    }
    if (large) lemma_index_mark(marks, cube, 0);
    return best;
}

static void collect(const lemma_list *list, const struct cube *cube, uint32_t from, uint32_t to,
                    const struct lemma *but, lemmas *out) {
    vec_each (const struct lemma_entry, e, list) {
        if (cube->signature & ~e->signature || e->lemma == but) continue;
        if (e->lemma->level >= from && e->lemma->level <= to && cube_subsumes(cube, e->lemma->cube))
            vec_push(out, e->lemma);
    }
}

void lemma_index_subsumed(const struct lemma_index *x, const struct cube *cube, uint32_t from, uint32_t to,
                          const struct lemma *but, lemmas *out) {
    if (!cube->size) { /* all of them */
        vec_each (const lemma_list, list, &x->filed) collect(list, cube, from, to, but, out);
        return;
    }
    const lemma_list *rarest = NULL;
    for (uint32_t i = 0; i < cube->size; i++) {
        if (cube->literals[i].code >= x->containing.size) return;
        const lemma_list *list = &x->containing.data[cube->literals[i].code];
        if (!rarest || list->size < rarest->size) rarest = list;
    }
    collect(rarest, cube, from, to, but, out);
}
