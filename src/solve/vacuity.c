#include "solve/vacuity.h"

#include "solve/solve.h"
#include "transform/between/circuit_to_system.h"

#include <string.h>

enum { COUNTER_BITS = 5 }; /* for VACUITY_STEPS */

/* Work that is left, and whom its end stops. */
struct budget {
    struct turn turn; /* first: over() gets it */
    struct limits *question, *all;
};

static void budget_is_over(struct turn *turn) {
    struct budget *budget = (struct budget *)turn;
    turn->left = UINT64_MAX;
    limits_interrupt(budget->question);
    if (budget->all) limits_interrupt(budget->all);
}

static uint64_t budget_spent(const struct budget *budget, uint64_t work) {
    return budget->turn.left > work ? work : work + 1 - budget->turn.left;
}

static void budget_init(struct budget *budget, uint64_t work) {
    *budget = (struct budget){.turn = {.left = work + 1, .over = budget_is_over}};
}

/* A question that is being asked. */
struct probe {
    const struct vacuity_case *c;
    struct system *system; /* the copy */
    struct term_copier copier;
    struct limits limits;
    struct stats stats;
    const char *engine;
    bool violated[VACUITY_STEPS + 1]; /* by property */
    bool proved, complete;            /* the one property; all that is not violated is so up to the bound */
};

/* ---- what solve() asks of its client ---- */

static void judge(void *client, struct evidence *e, struct solve_opinion *opinion) {
    struct probe *p = client;
    opinion->accepted =
        e->refutes || (e->level == LEVEL_SYSTEM &&
                       p->c->confirm(p->c->client, p->system, e->property, e->system_invariant, &p->limits));
    if (!opinion->accepted) opinion->reason = mem_strdup("evidence rejected");
}

static struct model as_judged(void *client) {
    return model_of_system(((struct probe *)client)->system);
}

static void accept(void *client, struct evidence e, const struct solve_opinion *opinion) {
    struct probe *p = client;
    (void)opinion;
    if (e.refutes)
        p->violated[e.property] = true;
    else
        p->proved = true;
    evidence_free(&e);
}

static void give_up(void *client, uint32_t property, const char *reason) {
    struct probe *p = client;
    (void)property;
    if (strcmp(reason, "bound reached")) p->complete = false;
}

static void ignore(void *client, uint32_t property, const char *why) {
    (void)client, (void)property, (void)why;
}

static void hear(void *client, const struct event *event) {
    (void)client, (void)event;
}

static void ask(struct probe *p, const char *engine, const struct options *options) {
    u32s all = {0};
    struct solve_case run = {.model = model_of_system(p->system),
                             .file = p->c->file,
                             .options = options,
                             .stats = &p->stats,
                             .limits = &p->limits,
                             .judge = judge,
                             .as_judged = as_judged,
                             .accept = accept,
                             .give_up = give_up,
                             .complain = ignore,
                             .tell = hear,
                             .client = p,
                             .engine = &p->engine};
    if (engine) solve_choose(&run.choice, engine);
    for (uint32_t i = 0; i < p->system->properties.size; i++) vec_push(&all, i);
    p->complete = true;
    solve(&run, all.data, all.size);
    vec_free(&all);
}

/* ---- copies ---- */

/* The system without its properties, in a bank of its own, which simplifies: engines that are at work know nothing of
 * it. `kept`: the constraints that it has; NULL: all. */
static void begin(struct probe *p, const struct vacuity_case *c, const bool *kept) {
    const struct system *from = c->system;
    *p = (struct probe){.c = c, .system = system_new(TERMS_SIMPLIFY)};
    struct term_copier *copier = &p->copier;
    copier_init(copier, from->terms, p->system->terms);
    vec_each (const struct system_state, s, &from->states)
        system_add_state(p->system, term_name(from->terms, s->now),
                         copier_sort(copier, term_sort(from->terms, s->now)),
                         term_name(from->terms, s->next));
    vec_each (const struct system_input, i, &from->inputs)
        system_add_input(p->system, term_name(from->terms, i->now),
                         copier_sort(copier, term_sort(from->terms, i->now)));
    for (uint32_t i = 0; i < from->states.size; i++) {
        const struct system_state *s = &from->states.data[i];
        struct system_state *to = &p->system->states.data[i];
        if (!term_is_none(s->first)) to->first = copier_apply(copier, s->first);
        if (!term_is_none(s->update)) to->update = copier_apply(copier, s->update);
    }
    p->system->init = copier_apply(copier, from->init);
    p->system->trans = copier_apply(copier, from->trans);
    for (uint32_t i = 0; i < from->constraints.size; i++)
        if (!kept || kept[i])
            vec_push(&p->system->constraints, copier_apply(copier, from->constraints.data[i]));
    limits_init(&p->limits, c->seconds);
}

static void end(struct probe *p) {
    copier_fini(&p->copier);
    system_free(p->system);
}

/* A state that counts the steps up to the last that is looked at; property k is violated in step k by every run that
 * gets there. */
static void count_steps(struct system *s) {
    struct terms *b = s->terms;
    sort word = sort_bv(b, COUNTER_BITS);
    term fresh = term_fresh(b, "induct.step", word);
    struct system_state *state = system_add_state(s, term_name(b, fresh), word, NULL);
    term now = state->now, last = term_bits_ui(b, VACUITY_STEPS, COUNTER_BITS);
    state->first = term_bits_ui(b, 0, COUNTER_BITS);
    state->update = term_ite(b, term_eq(b, now, last), now,
                             term_bv2(b, TERM_BV_ADD, now, term_bits_ui(b, 1, COUNTER_BITS)));
    for (uint32_t k = 0; k <= VACUITY_STEPS; k++)
        system_add_property(s, term_not(b, term_eq(b, now, term_bits_ui(b, k, COUNTER_BITS))), NULL, k);
}

struct system *vacuity_system(const struct circuit *circuit) {
    return circuit_to_system(circuit, TERMS_SIMPLIFY);
}

/* ---- runs ---- */

/* The first step that no run gets to, under the constraints that are kept. */
static int first_missing(const struct vacuity_case *c, const bool *kept, struct options *options,
                         struct limits *limits, struct budget *budget) {
    struct probe p;
    int missing = VACUITY_UNKNOWN;
    begin(&p, c, kept);
    p.limits = *limits;
    p.limits.turn = &budget->turn;
    budget->question = &p.limits;
    budget->all = limits;
    count_steps(p.system);
    ask(&p, "bmc", options);
    if (p.complete)
        for (int k = VACUITY_STEPS; k >= 0; k--)
            if (!p.violated[k]) missing = k;
    end(&p);
    return missing;
}

/* Leaves out one after the other what is not needed for the contradiction. */
static void reduce(const struct vacuity_case *c, int missing, bool *kept, struct options *options,
                   struct limits *limits, struct budget *budget) {
    enum { MANY = 200 };
    uint32_t n = c->system->constraints.size;
    for (uint32_t i = 0; i < n && n <= MANY && !limits_stopped_slow(limits); i++) {
        kept[i] = false;
        int without = first_missing(c, kept, options, limits, budget);
        kept[i] = without == VACUITY_UNKNOWN || without > missing;
    }
}

int vacuity_of_runs(const struct vacuity_case *c, u32s *conflict) {
    struct options options = *c->options;
    struct limits limits;
    struct budget budget;
    uint32_t n = c->system->constraints.size;
    bool *kept = mem_new_array(bool, n + 1);
    budget_init(&budget, c->work);
    limits_init(&limits, c->seconds);
    options.bmc_bound = VACUITY_STEPS;
    memset(kept, true, n);
    int missing = first_missing(c, kept, &options, &limits, &budget);
    if (missing != VACUITY_UNKNOWN) {
        limits_init(&limits, c->seconds); /* who learns of this wants to know why */
        budget_init(&budget, c->work);
        reduce(c, missing, kept, &options, &limits, &budget);
        for (uint32_t i = 0; i < n; i++)
            if (kept[i]) vec_push(conflict, i);
    }
    *c->spent += budget_spent(&budget, c->work);
    mem_free(kept);
    return missing;
}

/* ---- conditions ---- */

bool vacuity_of_condition(const struct vacuity_case *c, uint32_t property) {
    struct probe p;
    struct budget budget;
    begin(&p, c, NULL);
    budget_init(&budget, c->work);
    budget.question = &p.limits;
    p.limits.turn = &budget.turn;
    term condition = copier_apply(&p.copier, c->system->properties.data[property].condition);
    system_add_property(p.system, term_not(p.system->terms, condition), NULL, 0);
    ask(&p, NULL, c->options);
    bool proved = p.proved;
    *c->spent += budget_spent(&budget, c->work);
    end(&p);
    return proved;
}
