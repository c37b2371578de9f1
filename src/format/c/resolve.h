/* Which leaves an address can mean: the case distinction behind every access to memory. */
#ifndef INDUCT_FORMAT_C_RESOLVE_H
#define INDUCT_FORMAT_C_RESOLVE_H

#include "format/c/translate.h"

struct c_candidate {
    const struct c_object *object;
    const struct c_leaf *leaf;
    term inside; /* when the access is to this leaf; TERM_NONE: always */
    term index;  /* into the array; TERM_NONE: the leaf is a scalar */
};
struct c_access {
    VEC(struct c_candidate) candidates; /* at most one of them is meant */
    bool total;                         /* one of them is, whatever the values are */
    bool other;                         /* the address can be that of memory that we do not know */
    term confusion;  /* the address is inside of an object in which no candidate is meant; TERM_NONE: never */
    const char *why; /* not supported at all; NULL: it is */
};

/* Finds the candidates for an access of so many bytes by an instruction, and ends the path (c_unsupported)
 * where the access is not supported. False: it never is; nothing is left to be freed. */
bool c_resolve(struct c_translation *, LLVMValueRef x, const struct c_address *, uint64_t width,
               struct c_access *);
void c_access_fini(struct c_access *);
/* Whether the sum of the terms and the constant can be seen to be in [0..count[. GEPs take indices as signed
 * numbers. */
bool c_surely_below(const struct c_translation *, const struct c_index *terms, uint32_t n, int64_t constant,
                    uint64_t count);

/* access.c: what the address holds, and writing there; false: the path ended. `as_number`: addresses may not
 * be seen as such. A value that is TERM_NONE is a floating-point number's. */
bool c_access_read(struct c_translation *, LLVMValueRef x, const struct c_address *, uint64_t width,
                   bool as_number, term *value);
bool c_access_write(struct c_translation *, LLVMValueRef x, const struct c_address *, uint64_t width,
                    term value);

#endif
