/* What other machines bring is judged: a portfolio is told by the caller of the library. */
#include "api/induct.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs those above */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A counter that is bad at a value. */
static char *counter(unsigned bits, uint32_t bad) {
    char *text = NULL, *gates = NULL;
    size_t size, gates_size;
    unsigned v = bits, count = 0, next[64], carry = 1, all = 1;
    FILE *out = open_memstream(&text, &size), *ands = open_memstream(&gates, &gates_size);
#define AND(a, b) (count++, v++, fprintf(ands, "%u %u %u\n", 2 * v, (a), (b)), 2 * v)
    for (unsigned i = 1; i <= bits; i++) {
        unsigned one = AND(2 * i, carry ^ 1), other = AND(2 * i ^ 1, carry);
        next[i] = AND(one ^ 1, other ^ 1) ^ 1;
        carry = AND(2 * i, carry);
    }
    for (unsigned i = 1; i <= bits; i++) all = AND(all, 2 * i ^ (~bad >> (i - 1) & 1));
#undef AND
    fclose(ands);
    fprintf(out, "aag %u 0 %u 0 %u 1\n", v, bits, count);
    for (unsigned i = 1; i <= bits; i++) fprintf(out, "%u %u\n", 2 * i, next[i]);
    fprintf(out, "%u\n%s", all, gates);
    fclose(out);
    free(gates);
    return text;
}

struct give {
    char *evidence, *wrong; /* evidence: may be NULL */
    size_t size, wrong_size;
    unsigned calls, refused, decided;
};

static void carry(void *client, struct induct_exchange *x) {
    struct give *g = client;
    const void *packet;
    size_t size;
    bool lasting;
    while (induct_exchange_next(x, &packet, &size, &lasting)) assert_true(size);
    if (g->calls++) return;
    induct_exchange_put(x, "nonsense", 8);
    g->refused += !induct_exchange_decide(x, "nonsense", 8);
    g->refused += !induct_exchange_decide(x, "", 0);
    g->refused += !induct_exchange_decide(x, g->wrong, g->wrong_size);
    if (g->evidence) g->decided += induct_exchange_decide(x, g->evidence, g->size);
}

/* The evidence of one model, found by itself. */
static void find(const char *model, char **evidence, size_t *size) {
    struct induct *p = induct_new();
    assert_int_equal(induct_load_memory(p, model, strlen(model), "m.aag"), INDUCT_OK);
    assert_int_equal(induct_run(p), INDUCT_OK);
    assert_int_equal(induct_evidence(p, 0, "pack", evidence, size), INDUCT_OK);
    induct_free(p);
}

static enum induct_verdict run(const char *model, struct give *g, double seconds) {
    struct induct *p = induct_new();
    assert_int_equal(induct_load_memory(p, model, strlen(model), "m.aag"), INDUCT_OK);
    induct_set_jobs(p, 1);
    induct_set_timeout(p, seconds);
    induct_on_exchange(p, carry, g);
    assert_int_equal(induct_run(p), INDUCT_OK);
    enum induct_verdict verdict = induct_result(p, 0)->verdict;
    if (verdict == INDUCT_UNSAFE) assert_true(induct_result(p, 0)->verified);
    induct_free(p);
    return verdict;
}

/* Nobody here finds the counterexample of four billion steps; somebody may say that there is one without any. */
static void wrong_evidence_is_refused(void **state) {
    (void)state;
    struct give g = {0};
    char *hard = counter(32, 0xffffffff), *easy = counter(32, 0);
    find(easy, &g.wrong, &g.wrong_size);
    assert_int_equal(run(hard, &g, 1.5), INDUCT_UNKNOWN);
    assert_true(g.calls > 0);
    assert_int_equal(g.refused, 3);
    free(hard);
    free(easy);
    free(g.wrong);
}

static void good_evidence_decides(void **state) {
    (void)state;
    struct give g = {0};
    char *model = counter(12, 0xfff), *easy = counter(12, 0);
    find(easy, &g.wrong, &g.wrong_size);
    find(model, &g.evidence, &g.size);
    assert_int_equal(run(model, &g, 60), INDUCT_UNSAFE);
    assert_true(g.calls > 0);
    assert_int_equal(g.refused, 3);
    assert_int_equal(g.decided, 1);
    free(model);
    free(easy);
    free(g.wrong);
    free(g.evidence);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_evidence_is_refused),
                                       cmocka_unit_test(good_evidence_decides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
