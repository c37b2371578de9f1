/* Evidence of earlier runs, in a folder: what proved or refuted a property, by the hash of what decides about it.
 *
 * An entry is "induct-cache 1\n", the SHA-256 of the rest in hexadecimal, "\n", and evidence (evidence/pack.h). The
 * hash finds accidents. Whoever can write to the folder can write anything: evidence that comes from here is judged
 * like any other before it counts, and what is refused or rejected is as if it were not there.
 *
 * Entries appear complete, or not at all (base/replace.h), so any number of processes may share the folder. Links are
 * not followed when entries are read, and replaced when they are written. */
#ifndef INDUCT_CACHE_CACHE_H
#define INDUCT_CACHE_CACHE_H

#include "base/sha256.h"
#include "base/text.h"
#include "evidence/evidence.h"

/* Makes the folder unless it is there. False: errno says why entries cannot be kept there. */
bool cache_open(const char *folder);

/* The version of the program is part of both: evidence of another one means nothing. */
void cache_cone_key(struct model, uint32_t property, const char *version, char key[SHA256_HEX]);
void cache_near_key(const char *file, const char *property, const char *version, char key[SHA256_HEX]);

/* What an entry of such a key has for the evidence, appended: with a cone key no conjuncts of a system's invariant that
 * speak of what is outside, which may change, and of which the proof most often has no need. False: it cannot be said.
 */
bool cache_pack(struct text *, const struct evidence *, struct model about, bool near);

/* How much work a cone key is, about. */
uint64_t cache_work(struct model);

/* The evidence of an entry, about the property of the model; the caller's. False: there is none that is well formed. */
bool cache_find(const char *folder, const char *key, struct model about, uint32_t property,
                struct evidence *);
/* Lemmas of older evidence, which is taken over, join others about the same model: of circuits all clauses of proofs,
 * of other models the first proof. */
void cache_join(struct evidence *lemmas, struct evidence older);

/* Appends the evidence of an entry; false: there is none, or it is damaged. */
bool cache_read(const char *folder, const char *key, struct text *evidence);
/* False: errno says why. */
bool cache_write(const char *folder, const char *key, const struct text *evidence);

#endif
