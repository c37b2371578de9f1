#include "refine/sequence.h"

#include "base/hash.h"
#include "logic/walk.h"

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

/* a & b |= c, in a solver of its own. */
static bool follows(struct terms *bank, term a, term b, term c, struct limits *limits) {
    term all[] = {a, b, term_not(bank, c)};
    struct smt *smt =
        smt_new(bank, &(struct smt_settings){
                          .theories = term_theories(bank, all, 3), .purpose = SMT_JUDGE, .limits = limits});
    for (int i = 0; i < 3; i++) smt_assert(smt, all[i]);
    bool good = smt_check(smt, NULL, 0) == SMT_UNSAT;
    smt_free(smt);
    return good;
}

bool sequence_check(struct terms *bank, const term *formulas, uint32_t n, const struct smt_link *shared,
                    struct limits *limits, const term *interpolants) {
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        term before = i ? interpolants[i - 1] : term_true(bank);
        term after = i + 1 < n ? interpolants[i] : term_false(bank);
        good = (i + 1 == n || speaks_of(bank, after, &shared[i])) &&
               follows(bank, before, formulas[i], after, limits);
    }
    return good;
}

enum status sequence_interpolants(struct terms *bank, const term *formulas, uint32_t n,
                                  const struct smt_link *shared, struct limits *limits, struct stats *stats,
                                  term *out) {
    stats->sequences++;
    if (smt_horn_chain(bank, formulas, n, shared, limits, out) &&
        sequence_check(bank, formulas, n, shared, limits, out))
        return STATUS_OK;
    return limits_stopped_slow(limits) ? STATUS_STOPPED : STATUS_UNSUPPORTED;
}
