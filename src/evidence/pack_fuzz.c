/* libFuzzer harness: evidence_unpack. The first byte says which kind of evidence it is, the rest is what follows the
 * header. What is read is packed again, and read back as the same; the judge may say of it what he likes. */
#include "evidence/testing_pack.h"

#include "base/bytes.h"

#include <stdlib.h>

enum { HEADER = 15, KIND = 5 };

static struct text pack(const struct evidence *e, struct model m) {
    struct text bytes = {0};
    if (!evidence_pack(&bytes, e, m)) abort();
    return bytes;
}

static struct evidence unpack(const struct text *bytes, struct model m) {
    struct evidence e;
    struct text why = {0};
    if (evidence_unpack(bytes->data, bytes->size, m, &e, &why) != STATUS_OK) abort();
    text_fini(&why);
    return e;
}

/* Once packed and read, nothing changes any more: tautologies are gone, and clauses are written as such. */
static void require_stable(const struct evidence *e, struct model m) {
    struct text first = pack(e, m);
    struct evidence again = unpack(&first, m);
    struct text second = pack(&again, m);
    struct evidence last = unpack(&second, m);
    struct text third = pack(&last, m);
    if (second.size != third.size || memcmp(second.data, third.data, third.size) != 0) abort();
    text_fini(&first);
    text_fini(&second);
    text_fini(&third);
    evidence_free(&again);
    evidence_free(&last);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    uint8_t kind = data[0] % (2 * LEVELS);
    struct model m = testing_pack_model((enum level)(kind / 2));
    struct evidence e = evidence_of_nothing(m);
    struct text bytes = pack(&e, m), why = {0};
    evidence_free(&e);
    bytes.size = HEADER;
    bytes.data[KIND] = (char)kind;
    text_bytes(&bytes, data + 1, size - 1);
    if (evidence_unpack(bytes.data, bytes.size, m, &e, &why) == STATUS_OK) {
        require_stable(&e, m);
        if (hash_bytes(data, size) % 8 == 0) (void)testing_pack_judge(&e, m, 0.01); /* that takes time */
        evidence_free(&e);
    } else if (!why.size || e.any) {
        abort();
    }
    text_fini(&bytes);
    text_fini(&why);
    model_free(&m);
    return 0;
}
