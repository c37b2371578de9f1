/* Lemmas to and from other engines that work on the circuit at the same time (engine/port.h).
 *
 * What is told: clauses that are learnt, with their level, and those that have become lemmas of the infinity frame.
 *
 * What is heard is a candidate. It becomes a lemma of level i after no initial state was found in its cube, and after
 * F[i-1] & C & not c & T & c' was found unsatisfiable; so the invariants of ic3.c hold whatever comes. Of a clause that
 * does not hold up to where it was said to, half of that is tried. One that was said to hold always may need others
 * that come after it: those of a message are tried again as long as that helps. */
#include "engine/bit/ic3_internal.h"

#include <stdlib.h>

enum {
    LONGEST = 200, /* literals of clauses that are told */
    MOST_BUFFERED = 4096,
    MOST_PER_MESSAGE = 4096 /* literals */
};

struct told {
    uint32_t level, at, n; /* literals [at, at + n[ */
};

struct ic3_share {
    VEC(struct told) told; /* since the last time */
    pdr_lits literals;
    bool importing;
    u32s clause; /* scratch */
};

/* What others begin with has to wait until what is ours is decided, or hard. */
static void begin_with_ours(struct ic3 *s) {
    const struct port *port = s->task->port;
    for (uint32_t p = 0; p < s->goals.count; p++) s->goals.list[p].postponed = !port->mine(port->client, p);
}

void ic3_share_begin(struct ic3 *s) {
    if (!s->task->port) return;
    s->share = mem_new(struct ic3_share);
    if (s->goals.count > 1) begin_with_ours(s);
}

/* What comes from others is not told again. */
void ic3_share_lemma(struct ic3 *s, const pdr_lit *cube, uint32_t n, uint32_t level) {
    struct ic3_share *b = s->share;
    if (!b || b->importing || n > LONGEST || b->told.size >= MOST_BUFFERED) return;
    vec_push(&b->told, ((struct told){level, b->literals.size, n}));
    vec_append(&b->literals, cube, n);
}

/* ---- telling ---- */

static int by_level(const void *a, const void *b) {
    uint32_t x = ((const struct told *)a)->level, y = ((const struct told *)b)->level;
    return (x < y) - (x > y); /* those that hold longest first */
}

static void add_clause(struct ic3_share *b, struct invariant *v, const struct told *t) {
    vec_clear(&b->clause);
    for (uint32_t i = 0; i < t->n; i++) vec_push(&b->clause, b->literals.data[t->at + i].code ^ 1);
    invariant_add_clause(v, b->clause.data, t->n);
}

static void tell(struct ic3 *s) {
    struct ic3_share *b = s->share;
    const struct port *port = s->task->port;
    if (b->told.size) qsort(b->told.data, b->told.size, sizeof *b->told.data, by_level);
    for (uint32_t i = 0; i < b->told.size;) {
        struct invariant *v = invariant_new(s->circuit);
        uint32_t level = b->told.data[i].level, literals = 0;
        for (; i < b->told.size && b->told.data[i].level == level && literals < MOST_PER_MESSAGE; i++) {
            add_clause(b, v, &b->told.data[i]);
            literals += b->told.data[i].n;
        }
        port->send(port->client, evidence_of_invariant(0, v), level == FRAMES_INFINITY ? PORT_ALWAYS : level);
    }
    vec_clear(&b->told);
    vec_clear(&b->literals);
}

/* ---- hearing ---- */

static bool hold(struct ic3 *s, pdr_lits *cube, struct cdcl *solver, uint32_t level) {
    if (!ic3_inductive(s, solver, cube->data, cube->size, true)) return false;
    ic3_core(s, solver, cube);
    ic3_add_lemma(s, level, cube->data, cube->size);
    return true;
}

static bool blocked(struct ic3 *s, uint32_t level, const struct cube *cube) {
    bool known = frames_blocking(s->frames, 0, level, cube) != NULL;
    s->stats->lemmas_duplicate += known;
    return known;
}

/* Up to `level`, or half of it. */
static void adopt_below(struct ic3 *s, const struct cube *cube, pdr_lits *work, uint32_t level,
                        bool as_said) {
    uint32_t want = level < s->frames->top ? level : s->frames->top;
    for (uint32_t i = want, tries = 0; i && tries < 2 && !s->stopped; i /= 2, tries++) {
        if (blocked(s, i, cube)) return;
        /* F[i-1] & C & not c & T & c' unsatisfiable? */
        if (!hold(s, work, s->solvers.data[i - 1], i)) continue;
        if (as_said && i == want)
            s->stats->lemmas_accepted++;
        else
            s->stats->lemmas_lowered++;
        return;
    }
    s->stats->lemmas_rejected += !s->stopped;
}

/* The cubes of the clauses among the lemmas that are not known, and have no initial state. */
static void candidates(struct ic3 *s, const struct invariant *lemmas, uint32_t level, cubes *list) {
    pdr_lits cube = {0};
    vec_each (const aig_lit, c, &lemmas->conjuncts) {
        vec_clear(&cube);
        if (!invariant_clause(lemmas, *c, &s->share->clause) || !s->share->clause.size) continue;
        vec_each (const uint32_t, l, &s->share->clause) vec_push(&cube, (pdr_lit){*l ^ 1});
        if (!pdr_tidy(&cube)) continue; /* it holds by its form */
        struct cube *candidate = cube_new(cube.data, cube.size);
        uint32_t first = level < s->frames->top ? level
                         : level == PORT_ALWAYS ? FRAMES_INFINITY
                                                : s->frames->top;
        bool initial = ic3_initial(s, candidate->literals, candidate->size);
        s->stats->lemmas_rejected += initial;
        if (initial || !first || blocked(s, first, candidate))
            cube_free(candidate);
        else
            vec_push(list, candidate);
    }
    vec_free(&cube);
}

static void order(struct ic3 *s, const struct cube *cube, pdr_lits *work) {
    vec_clear(work);
    vec_append(work, cube->literals, cube->size);
    ic3_sort(s, work->data, work->size, true);
}

/* Those that are inductive relative to the infinity frame join it, and make others so. */
static void adopt_always(struct ic3 *s, cubes *list, pdr_lits *work) {
    bool again = s->options->infinity;
    while (again && !s->stopped) {
        again = false;
        for (uint32_t i = 0; i < list->size && !s->stopped;) {
            order(s, list->data[i], work);
            /* F[infinity] & C & not c & T & c' unsatisfiable? */
            if (!hold(s, work, s->infinity, FRAMES_INFINITY)) {
                i++;
                continue;
            }
            s->stats->lemmas_accepted++;
            cube_free(list->data[i]);
            list->data[i] = vec_pop(list);
            again = true;
        }
    }
}

static void hear(struct ic3 *s, const struct invariant *lemmas, uint32_t level) {
    cubes list = {0};
    pdr_lits work = {0};
    candidates(s, lemmas, level, &list);
    if (level == PORT_ALWAYS) adopt_always(s, &list, &work);
    for (uint32_t i = 0; i < list.size && !s->stopped; i++) {
        order(s, list.data[i], &work);
        adopt_below(s, list.data[i], &work, level, level != PORT_ALWAYS);
    }
    vec_each (struct cube *, cube, &list) cube_free(*cube);
    vec_free(&list);
    vec_free(&work);
}

/* ---- both ---- */

void ic3_share_end(struct ic3 *s) {
    if (!s->share) return;
    tell(s);
    vec_free(&s->share->told);
    vec_free(&s->share->literals);
    vec_free(&s->share->clause);
    mem_free(s->share);
}

static void forget_settled(struct ic3 *s) {
    const struct port *port = s->task->port;
    for (uint32_t p = 0; p < s->goals.count; p++)
        if (!s->goals.list[p].decided && port->settled(port->client, p)) {
            goals_decide(&s->goals, p);
            obligations_drop_goal(&s->obligations, p);
        }
}

void ic3_share(struct ic3 *s) {
    const struct port *port = s->task->port;
    if (!port_is_due(port)) return;
    struct evidence lemmas;
    uint32_t level;
    forget_settled(s);
    tell(s);
    s->share->importing = true;
    while (!s->stopped && s->frames->top && port->receive(port->client, &lemmas, &level)) {
        if (lemmas.level == LEVEL_CIRCUIT && !lemmas.refutes) hear(s, lemmas.invariant, level);
        evidence_free(&lemmas);
    }
    s->share->importing = false;
    port->done(port->client);
}
