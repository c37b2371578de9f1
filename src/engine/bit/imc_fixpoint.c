/* Comparing the frames of imc.
 *
 * Nearly always the answer is no: there is a state of F_i outside the frames before. Two things keep that cheap. States
 * that earlier questions found are tried first, by simulation, on all frames at once: frames shrink from bound to
 * bound, but such a state is often in some frame still, or outside one now. And a question starts with F_i alone; a
 * state that turns out to be in F_j adds "not F_j" to it, so that frames which do not matter stay out of the query's
 * cones. The same states often show that a frame does not imply an interpolant. */
#include "aig/simulate.h"
#include "engine/bit/imc.h"

enum { FIXPOINT_UNION = 0, FIXPOINT_PAIR = 1 }; /* values of the option imc-fixpoint */
enum { MOST_WORDS = 8 };                        /* of witnesses */

void witnesses_fini(struct witnesses *w) {
    vec_each (u64s, word, &w->words) vec_free(word);
    vec_free(&w->words);
}

/* After SAT_SATISFIED: the state of the model replaces the oldest. */
static void record(struct imc *s) {
    struct witnesses *w = &s->witnesses;
    uint32_t latches = s->task->model.circuit->latches.size, at = w->found++ % (64 * MOST_WORDS);
    if (at / 64 == w->words.size) {
        vec_push(&w->words, ((u64s){0}));
        vec_resize(&vec_last(&w->words), latches + 1);
    }
    uint64_t *values = w->words.data[at / 64].data, bit = UINT64_C(1) << at % 64;
    for (uint32_t i = 0; i < latches; i++)
        values[i] = (values[i] & ~bit) | (cones_value(&s->cones, 1 + i) ? bit : 0);
}

/* The witnesses of a word in every node of the graph, and which there are. */
static uint64_t simulate(const struct imc *s, uint32_t word, uint64_t *values) {
    const struct witnesses *w = &s->witnesses;
    uint32_t latches = s->task->model.circuit->latches.size;
    if (latches) memcpy(values + 1, w->words.data[word].data, latches * sizeof *values);
    simulate_words(s->graph, values);
    return w->found < 64 * (word + 1) ? (UINT64_C(1) << w->found % 64) - 1 : ~UINT64_C(0);
}

/* inside[i] becomes the witnesses of the word that are in F_i. */
static void locate(const struct imc *s, uint32_t word, const aig_lits *frames, uint64_t *inside) {
    uint64_t *values = mem_new_array(uint64_t, aig_size(s->graph));
    uint64_t present = simulate(s, word, values);
    for (uint32_t i = 0; i < frames->size; i++) inside[i] = simulate_word(values, frames->data[i]) & present;
    mem_free(values);
}

bool *imc_separated(const struct imc *s, const aig_lit *frames, const aig_lit *interpolants, uint32_t n) {
    bool *separated = mem_new_array(bool, n + 1);
    uint64_t *values = mem_new_array(uint64_t, aig_size(s->graph));
    for (uint32_t word = 0; word < s->witnesses.words.size; word++) {
        uint64_t present = simulate(s, word, values);
        for (uint32_t i = 0; i < n; i++) {
            uint64_t inside = simulate_word(values, frames[i]) & present;
            separated[i] |= (inside & ~simulate_word(values, interpolants[i])) != 0;
        }
    }
    mem_free(values);
    return separated;
}

/* The state of the model is in a frame before F_i: which one; else i. */
static uint32_t containing(const struct imc *s, const aig_lits *frames, uint32_t i) {
    uint32_t at = (s->witnesses.found - 1) % (64 * MOST_WORDS), j = 0;
    uint64_t *values = mem_new_array(uint64_t, aig_size(s->graph));
    (void)simulate(s, at / 64, values);
    while (j < i && !(simulate_word(values, frames->data[j]) >> at % 64 & 1)) j++;
    mem_free(values);
    return j;
}

/* F_i & C & not F_0 & ... & not F_i-1 unsatisfiable? */
static bool within_union(struct imc *s, const aig_lits *frames, uint32_t i) {
    sat_lits query = {0};
    vec_push(&query, cones_lit(&s->cones, frames->data[i]));
    enum sat_result result;
    while ((result = cones_solve(&s->cones, query.data, query.size)) == SAT_SATISFIED) {
        record(s);
        uint32_t j = containing(s, frames, i);
        if (j == i) break;
        vec_push(&query, sat_not(cones_lit(&s->cones, frames->data[j])));
    }
    vec_free(&query);
    return result == SAT_REFUTED;
}

static uint32_t find_union(struct imc *s, const aig_lits *frames) {
    bool *refuted = mem_new_array(bool, frames->size);
    uint64_t *inside = mem_new_array(uint64_t, frames->size);
    for (uint32_t word = 0; word < s->witnesses.words.size; word++) {
        uint64_t before = 0; /* in the frames before F_i */
        locate(s, word, frames, inside);
        for (uint32_t i = 0; i < frames->size; i++) {
            refuted[i] |= (inside[i] & ~before) != 0;
            before |= inside[i];
        }
    }
    uint32_t found = 0;
    for (uint32_t i = 1; i < frames->size && !found && !limits_stopped(s->task->limits); i++)
        if (!refuted[i] && within_union(s, frames, i)) found = i;
    mem_free(refuted);
    mem_free(inside);
    return found;
}

/* F_i & C & not F_j unsatisfiable? */
static bool within(struct imc *s, const aig_lits *frames, uint32_t i, uint32_t j) {
    const sat_lit query[] = {cones_lit(&s->cones, frames->data[i]),
                             sat_not(cones_lit(&s->cones, frames->data[j]))};
    enum sat_result result = cones_solve(&s->cones, query, 2);
    if (result == SAT_SATISFIED) record(s);
    return result == SAT_REFUTED;
}

static uint32_t find_pair(struct imc *s, const aig_lits *frames) {
    uint32_t n = frames->size, found = 0;
    bool *refuted = mem_new_array(bool, (size_t)n *n);
    uint64_t *inside = mem_new_array(uint64_t, n);
    for (uint32_t word = 0; word < s->witnesses.words.size; word++) {
        locate(s, word, frames, inside);
        for (uint32_t i = 1; i < n; i++)
            for (uint32_t j = 0; j < i; j++) refuted[(size_t)i * n + j] |= (inside[i] & ~inside[j]) != 0;
    }
    for (uint32_t i = 1; i < n && !found; i++)
        for (uint32_t j = 0; j < i && !found && !limits_stopped(s->task->limits); j++)
            if (!refuted[(size_t)i * n + j] && within(s, frames, i, j)) found = i;
    mem_free(refuted);
    mem_free(inside);
    return found;
}

uint32_t imc_fixpoint(struct imc *s, const aig_lits *frames) {
    return s->task->options->imc_fixpoint == FIXPOINT_PAIR ? find_pair(s, frames) : find_union(s, frames);
}
