#include "refine/sequence.h"

#include "base/hash.h"
#include "logic/walk.h"
#include "refine/images.h"
#include "refine/resolution.h"

static bool speaks_of(struct terms *bank, term formula, const struct smt_link *shared) {
    struct hash_map allowed = {0};
    term_list used = {0};
    for (uint32_t i = 0; i < shared->n; i++) hash_map_put(&allowed, shared->shared[i].id, 1);
    term_variables(bank, &formula, 1, &used);
    bool good = true;
    vec_each (const term, v, &used) good = good && hash_map_get(&allowed, v->id) != HASH_NONE;
    vec_free(&used);
    hash_map_free(&allowed);
    return good;
}

/* a & b |= c */
static bool follows(struct smt *smt, struct terms *bank, term a, term b, term c) {
    smt_push(smt);
    smt_assert(smt, a);
    smt_assert(smt, b);
    smt_assert(smt, term_not(bank, c));
    bool good = smt_check(smt, NULL, 0) == SMT_UNSAT;
    smt_pop(smt);
    return good;
}

/* One solver for all steps: making one takes longer than most of these questions. */
bool sequence_check(struct terms *bank, struct smt_context *context, const term *formulas, uint32_t n,
                    const struct smt_link *shared, struct limits *limits, const term *interpolants) {
    unsigned theories = term_theories(bank, formulas, n) | term_theories(bank, interpolants, n ? n - 1 : 0);
    struct smt *smt =
        smt_new(bank, &(struct smt_settings){
                          .context = context, .theories = theories, .purpose = SMT_BATCH, .limits = limits});
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        term before = i ? interpolants[i - 1] : term_true(bank);
        term after = i + 1 < n ? interpolants[i] : term_false(bank);
        good = (i + 1 == n || speaks_of(bank, after, &shared[i])) &&
               follows(smt, bank, before, formulas[i], after);
    }
    smt_free(smt);
    return good;
}

enum status sequence_interpolants(struct terms *bank, struct smt_context *context, const term *formulas,
                                  uint32_t n, const struct smt_link *shared, struct limits *limits,
                                  struct stats *stats, term *out) {
    enum { LONGEST_CHAIN = 6 }; /* Spacer takes seconds for longer ones, and nothing but time can stop it */
    stats->sequences++;
    bool found = resolution_sequence(bank, formulas, n, limits, out) &&
                 sequence_check(bank, context, formulas, n, shared, limits, out);
    stats->sequences_resolution += found;
    if (!found) {
        found = images_sequence(bank, context, formulas, n, limits, stats, out) &&
                sequence_check(bank, context, formulas, n, shared, limits, out);
        stats->sequences_images += found;
    }
    if (!found && n <= LONGEST_CHAIN)
        found = smt_horn_chain(bank, formulas, n, shared, limits, out) &&
                sequence_check(bank, context, formulas, n, shared, limits, out);
    if (found) return STATUS_OK;
    return limits_stopped_slow(limits) ? STATUS_STOPPED : STATUS_UNSUPPORTED;
}
