/* An invariant over given predicates: the loop of IC3 in an abstraction that is known to be safe. There every
 * abstract state that can reach a violation is blocked by clauses over the predicates ([CGMT14] Theorem 3), and
 * no counterexample is found. */
#include "engine/system/cegar.h"
#include "engine/system/loop.h"
#include "engine/system/predicates.h"

struct certificate {
    struct cegar *cegar;
    uint32_t property;
    struct system_invariant *invariant;
};

static void begin(struct loop *l, uint32_t property) {
    (void)property;
    const struct certificate *c = l->data;
    (void)predicates_add(l, c->cegar->predicates.formulas.data, c->cegar->predicates.formulas.size);
}

static void bad(struct loop *l, uint32_t property, uint32_t level) {
    pdr_lits cube = {0};
    loop_minterm(l, false, &cube);
    (void)loop_oblige(l, level, &cube, NULL, property, 0);
    vec_free(&cube);
}

static bool predecessors(struct loop *l, struct obligation *o) {
    pdr_lits cube = {0};
    loop_minterm(l, true, &cube);
    loop_end(l);
    bool going = loop_oblige(l, o->level - 1, &cube, o, o->goal, 0);
    vec_free(&cube);
    return going;
}

static void spurious(struct loop *l, const struct obligation *o) {
    (void)o;
    loop_give_up(l, "a proof in the abstraction was wrong");
}

static const struct domain domain = {
    .predicates = true, .begin = begin, .bad = bad, .predecessors = predecessors, .spurious = spurious};

static void found(void *client, struct evidence e) {
    struct certificate *c = client;
    if (e.refutes || e.property != c->property) {
        evidence_free(&e);
        return;
    }
    c->invariant = e.system_invariant;
}

struct system_invariant *cegar_certify(struct cegar *cegar, uint32_t property) {
    struct certificate c = {cegar, property, NULL};
    struct engine_task *outer = cegar->pending->task;
    struct engine_task task = {.model = outer->model,
                               .options = outer->options,
                               .stats = outer->stats,
                               .limits = outer->limits,
                               .found = found,
                               .client = &c};
    uint64_t frames = outer->stats->frames;
    struct loop *l = loop_new(&task, &domain);
    l->data = &c;
    for (uint32_t p = 0; p < l->system->properties.size; p++) { /* the loop decides constants by itself */
        bool constant = term_is(l->bank, l->system->properties.data[p].good, TERM_TRUE);
        if (p != property && !constant) goals_decide(&l->goals, p);
    }
    const char *reason = loop_run(l);
    loop_free(l);
    outer->stats->frames = frames; /* the depth of the engine that asked */
    if (!c.invariant) cegar->pending->reason = reason;
    return c.invariant;
}
