/* The strategies. Of the rows of a model's level the first whose stages apply decides; one with a share of the work
 * leaves what it does not decide to the next.
 *
 * Circuits. Sweeping and signal correspondence cost about as much as several hundred propagations per gate; an engine
 * that decides within that time need not wait for them.
 *
 * Systems. One of bits and bit vectors whose arrays are small enough goes to an engine for circuits, any other to one
 * for systems. An engine that works on both levels gets the circuit when there is one, because SAT queries are much
 * cheaper than SMT queries; option `bitblast` can say otherwise.
 *
 * Programs. SMT solvers are faster on integers than on bits, where these can say the same. Bits that integers cannot
 * say are too slow for them: the default is then the one of bit-vector systems, the circuit engine. */
#include "solve/run.h"

#include "solve/engines.h"
#include "transform/between/between_stages.h"
#include "transform/circuit/circuit_stages.h"
#include "transform/program/program_stages.h"
#include "transform/system/system_stages.h"

const struct engine *run_engine(const struct run *r, enum level level) {
    const struct engine *chosen = r->c->choice.at[level];
    return chosen ? chosen : engines_default(level);
}

bool run_by_default(const struct run *r) {
    return !solve_choice_name(&r->c->choice);
}

static bool chose(const struct run *r, enum level level) {
    return r->c->choice.at[level] != NULL;
}

/* ---- circuits ---- */

static bool pays_before_merging(const struct run *r) {
    const struct options *o = r->c->options;
    return run_engine(r, LEVEL_CIRCUIT)->presearch && o->presearch && o->preprocess && (o->sweep || o->scorr);
}

static uint64_t as_merging_would_take(struct model model) {
    enum { PER_GATE = 600, LEAST = 1000000, MOST = 20000000 };
    uint64_t work = LEAST + (uint64_t)PER_GATE * model.circuit->graph->gates;
    return work < MOST ? work : MOST;
}

/* ---- systems ---- */

/* By default, or because the name stands for engines of both levels. */
static bool either_will_do(const struct run *r) {
    return chose(r, LEVEL_CIRCUIT) == chose(r, LEVEL_SYSTEM);
}

static bool circuit_wanted(const struct run *r) {
    return either_will_do(r) ? r->c->options->bitblast : chose(r, LEVEL_CIRCUIT);
}

static bool circuit_required(const struct run *r) {
    return !either_will_do(r);
}

static bool words_over_states_wanted(const struct run *r) {
    return (either_will_do(r) || chose(r, LEVEL_SYSTEM)) && run_engine(r, LEVEL_SYSTEM)->over_states;
}

static bool words_wanted(const struct run *r) {
    return either_will_do(r) || chose(r, LEVEL_SYSTEM);
}

/* ---- programs ---- */

static bool program_engine_wanted(const struct run *r) {
    return run_by_default(r) || chose(r, LEVEL_PROGRAM);
}

static bool system_engine_wanted(const struct run *r) {
    return !program_engine_wanted(r) && chose(r, LEVEL_SYSTEM) && !chose(r, LEVEL_CIRCUIT);
}

static bool integers_required(const struct run *r) {
    enum { ENCODING_INTEGERS = 1 }; /* as the words of the option `encoding` */
    return r->c->options->encoding == ENCODING_INTEGERS;
}

static bool program_engine_chosen(const struct run *r) {
    return chose(r, LEVEL_PROGRAM);
}

static bool has_no_bits(struct model model) {
    return !(program_theories(model.program) & THEORY_BV);
}

/* ---- the table ---- */

#define FOR_CIRCUITS &stage_bits, &stage_functional, &stage_cone, &stage_bitblast
#define FOR_LOOPS    &stage_cone, &stage_select, &stage_needed, &stage_definitions, &stage_states

/* clang-format off */
const struct row rows[] = {
    {"circuit-quick", LEVEL_CIRCUIT, {&stage_simplify}, .wanted = pays_before_merging, .share = as_merging_would_take},
    {"circuit", LEVEL_CIRCUIT, {&stage_simplify, &stage_merge}, .common = 1, .last = true},

    {"bits", LEVEL_SYSTEM, {FOR_CIRCUITS}, .deeper = true, .last = true,
     .wanted = circuit_wanted, .insists = circuit_required},
    {"words-over-states", LEVEL_SYSTEM, {FOR_LOOPS}, .last = true, .wanted = words_over_states_wanted},
    {"words", LEVEL_SYSTEM, {&stage_cone, &stage_select}, .last = true, .wanted = words_wanted},

    {"integers", LEVEL_PROGRAM, {&stage_blocks, &stage_integers}, .common = 1, .last = true,
     .wanted = program_engine_wanted, .insists = integers_required},
    {"integers-counter", LEVEL_PROGRAM, {&stage_blocks, &stage_integers, &stage_counter}, .deeper = true, .last = true,
     .wanted = system_engine_wanted, .insists = integers_required},
    {"numbers", LEVEL_PROGRAM, {&stage_blocks}, .last = true, .wanted = run_by_default, .fits = has_no_bits},
    {"as-is", LEVEL_PROGRAM, {&stage_blocks}, .last = true, .wanted = program_engine_chosen},
    {"counter", LEVEL_PROGRAM, {&stage_blocks, &stage_counter}, .deeper = true, .last = true, .wanted = system_engine_wanted},
    {"whole-counter", LEVEL_PROGRAM, {&stage_whole_blocks, &stage_counter}, .deeper = true, .last = true},
};
/* clang-format on */
const unsigned row_count = sizeof rows / sizeof *rows;
