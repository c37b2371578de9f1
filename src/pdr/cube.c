#include "pdr/cube.h"

#include "base/hash.h"

#include <stdlib.h>

static int by_code(const void *a, const void *b) {
    uint32_t x = ((const pdr_lit *)a)->code, y = ((const pdr_lit *)b)->code;
    return (x > y) - (x < y);
}

static void sort(pdr_lit *literals, uint32_t n) {
    if (n > 24) {
        qsort(literals, n, sizeof *literals, by_code);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        pdr_lit l = literals[i];
        uint32_t j = i;
        for (; j && literals[j - 1].code > l.code; j--) literals[j] = literals[j - 1];
        literals[j] = l;
    }
}

bool pdr_tidy(pdr_lits *lits) {
    uint32_t kept = 0;
    sort(lits->data, lits->size);
    for (uint32_t i = 0; i < lits->size; i++) {
        pdr_lit l = lits->data[i];
        if (kept && l.code == lits->data[kept - 1].code) continue;
        if (kept && pdr_index(l) == pdr_index(lits->data[kept - 1])) return false;
        lits->data[kept++] = l;
    }
    vec_shrink(lits, kept);
    return true;
}

bool pdr_contains(const pdr_lits *lits, pdr_lit lit) {
    vec_each (const pdr_lit, l, lits)
        if (l->code == lit.code) return true;
    return false;
}

void pdr_merge(pdr_lits *into, const pdr_lits *literals) {
    vec_each (const pdr_lit, l, literals)
        if (!pdr_contains(into, *l)) vec_push(into, *l);
}

static uint64_t signature_bit(pdr_lit l) {
    return UINT64_C(1) << (hash_mix(l.code) & 63);
}

struct cube *cube_new(const pdr_lit *literals, uint32_t n) {
    struct cube *cube = mem_alloc(sizeof *cube + n * sizeof *literals);
    cube->size = n;
    cube->signature = 0;
    if (n) memcpy(cube->literals, literals, n * sizeof *literals);
    sort(cube->literals, n);
    for (uint32_t i = 0; i < n; i++) cube->signature |= signature_bit(literals[i]);
    assert(cube_check(cube));
    return cube;
}

void cube_free(struct cube *cube) {
    mem_free(cube);
}

bool cube_subsumes(const struct cube *a, const struct cube *b) {
    if (a->size > b->size || (a->signature & ~b->signature)) return false;
    if (b->size > 16 * a->size) { /* a clause against a whole state */
        for (uint32_t i = 0; i < a->size; i++)
            if (!cube_contains(b, a->literals[i])) return false;
        return true;
    }
    uint32_t j = 0;
    for (uint32_t i = 0; i < a->size; i++) {
        while (j < b->size && b->literals[j].code < a->literals[i].code) j++;
        if (j == b->size || b->literals[j].code != a->literals[i].code) return false;
        j++;
    }
    return true;
}

bool cube_equal(const struct cube *a, const struct cube *b) {
    return a->size == b->size && a->signature == b->signature &&
           !memcmp(a->literals, b->literals, a->size * sizeof *a->literals);
}

bool cube_contains(const struct cube *cube, pdr_lit l) {
    if (!(cube->signature & signature_bit(l))) return false;
    uint32_t low = 0, high = cube->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (cube->literals[middle].code < l.code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < cube->size && cube->literals[low].code == l.code;
}

bool cube_check(const struct cube *cube) {
    uint64_t signature = 0;
    for (uint32_t i = 0; i < cube->size; i++) {
        if (i && pdr_index(cube->literals[i - 1]) >= pdr_index(cube->literals[i])) return false;
        signature |= signature_bit(cube->literals[i]);
    }
    return signature == cube->signature;
}
