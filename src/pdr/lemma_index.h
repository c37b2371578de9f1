/* Lemmas of one location by their literals and by their arrival, whatever their level: so that questions of
 * subsumption, and about what is new, look at few of them.
 *
 * A lemma that subsumes a cube has all its literals in it, hence the one under which it is filed. Those that a
 * cube subsumes contain all its literals, hence the rarest of them. */
#ifndef INDUCT_PDR_LEMMA_INDEX_H
#define INDUCT_PDR_LEMMA_INDEX_H

#include "pdr/cube.h"

struct lemma;

/* An entry repeats the signature, so that scans run over one array. */
struct lemma_entry {
    uint64_t signature;
    struct lemma *lemma;
};
typedef VEC(struct lemma_entry) lemma_list;
typedef VEC(struct lemma *) lemmas;

struct lemma_index {
    /* By slot: each lemma once. A slot is 1 + the code of a literal; 0: the empty cube. */
    VEC(lemma_list) filed;
    VEC(lemma_list) containing; /* by literal code: each lemma under all of its literals */
    lemmas arrivals;            /* by time, the latest last; NULL where a lemma has left */
    uint32_t left;              /* the number of those */
};

void lemma_index_fini(struct lemma_index *);

void lemma_index_add(struct lemma_index *, struct lemma *);
void lemma_index_remove(struct lemma_index *, struct lemma *);

/* The lemma is the latest arrival: at its first level, or at a higher one. */
void lemma_index_arrive(struct lemma_index *, struct lemma *);

/* Of the lemmas of levels from..to that subsume the cube, one of the highest level; NULL when there is none.
 * `marks` (scratch, by literal code, all zero) may grow. */
struct lemma *lemma_index_subsuming(const struct lemma_index *, const struct cube *, uint32_t from,
                                    uint32_t to, u8s *marks);
/* Appends the lemmas of levels from..to that the cube subsumes, but for `but`. */
void lemma_index_subsumed(const struct lemma_index *, const struct cube *, uint32_t from, uint32_t to,
                          const struct lemma *but, lemmas *);

/* Sets the marks of the cube's literals to the value. */
void lemma_index_mark(u8s *marks, const struct cube *, uint8_t value);

#endif
