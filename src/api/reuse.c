/* Evidence of earlier runs (cache/cache.h), before the engines work and when they have.
 *
 * What a property's own key leads to is judged; if it is accepted, that decides. Else what is known of the property's
 * name is judged: an older version of the file may have the same proof, or counterexample. If it has not, lemmas of
 * such a proof go to the engines, which find out by themselves what holds. A judgement here has a part of the time
 * only, so that nothing found here costs a verdict. */
#include "api/context.h"

#include "cache/cache.h"

#include <errno.h>
#include <string.h>

enum { PART = 5 /* of the time that is left, for one judgement */, MOST_S = 600 };
static const uint64_t most_work = UINT64_C(1) << 32; /* in making keys: properties times parts of the model */

enum induct_status induct_set_cache(struct induct *c, const char *folder) {
    mem_free(c->cache);
    c->cache = NULL;
    if (folder && !cache_open(folder))
        return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE,
                                                 (struct position){.file = folder},
                                                 "no folder for a cache: %s", strerror(errno));
    if (folder) c->cache = mem_strdup(folder);
    return INDUCT_OK;
}

static void key_of(struct induct *c, uint32_t property, bool near, char key[SHA256_HEX]) {
    if (near)
        cache_near_key(c->file, c->entries.data[property].name, INDUCT_VERSION, key);
    else
        cache_cone_key(context_pristine(c), property, INDUCT_VERSION, key);
}

static bool find(struct induct *c, uint32_t property, bool near, struct model about, struct evidence *e) {
    char key[SHA256_HEX];
    key_of(c, property, near, key);
    return cache_find(c->cache, key, about, property, e);
}

/* With a part of the time, after which the clock goes on as before. */
static struct check_answer judge_soon(struct induct *c, struct evidence *e) {
    uint64_t start = clock_us(), deadline = c->limits.deadline_us;
    double left = deadline > start ? (double)(deadline - start) / 1e6 / PART : MOST_S;
    limits_init(&c->limits, left < MOST_S ? left : MOST_S);
    if (atomic_load(&c->interrupted)) limits_interrupt(&c->limits);
    struct check_case check = context_check_case(c);
    struct check_answer answer = check_evidence(&check, e);
    limits_init(&c->limits, 0);
    c->limits.deadline_us = deadline;
    if (atomic_load(&c->interrupted)) limits_interrupt(&c->limits);
    c->stats->verify_us += clock_us() - start;
    return answer;
}

bool context_reuse(struct induct *c, uint32_t property, struct solve_opinion *opinion, struct evidence *e) {
    for (int near = 0; near < 2; near++) {
        if (limits_stopped_slow(&c->limits) || !find(c, property, near, context_pristine(c), e)) continue;
        struct check_answer answer = judge_soon(c, e);
        bool accepted = answer.result == CHECK_ACCEPTED;
        *opinion = (struct solve_opinion){
            .accepted = accepted, .interpreted = answer.interpreted, .executed = answer.executed};
        if (accepted) text_add(&opinion->why, answer.why.data ? answer.why.data : "");
        check_answer_fini(&answer);
        c->stats->accepted += accepted;
        c->stats->cache_hits += accepted;
        if (accepted) return true;
        c->stats->cache_rejected++;
        evidence_free(e);
    }
    c->stats->cache_misses++;
    return false;
}

void context_lemmas(struct induct *c, uint32_t property, struct evidence *lemmas) {
    struct evidence old = {0};
    if (find(c, property, true, c->model, &old)) cache_join(lemmas, old);
}

bool context_reuses(const struct induct *c, uint32_t properties) {
    return c->cache && properties * cache_work(c->model) < most_work;
}

void context_keep(struct induct *c, uint32_t property) {
    for (int near = 0; near < 2; near++) {
        struct text bytes = {0};
        char key[SHA256_HEX];
        if (cache_pack(&bytes, &c->entries.data[property].evidence, context_pristine(c), near)) {
            key_of(c, property, near, key);
            c->stats->cache_stored += cache_write(c->cache, key, &bytes);
        }
        text_fini(&bytes);
    }
}
