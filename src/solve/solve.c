/* Going through the rows: build the chain, let the engine work, bring its evidence back.
 *
 *     model --stages--> what the engine sees --engine--> evidence --chain_back--> evidence about the model
 *                                                                                     | judge
 *                                                                                  verdict
 *
 * What an engine with a share of the work has learnt goes to the next: back to what the chains of both rows have in
 * common, and forward from there.
 *
 * What the reader of a program could not express is an edge to the error location at first: a proof shows that it
 * cannot be reached. Else the engine works once more without these edges, for an error that does not depend on
 * them. Beside the engine there are walks (walks.c), which look for errors in the program as read. */
#include "solve/run.h"

#include "base/deep.h"
#include "solve/correspondent.h"
#include "solve/portfolio.h"
#include "smt/smt.h"

#include <string.h>

/* ---- telling ---- */

void run_tell(struct run *r, struct event event) {
    r->c->tell(r->c->client, &event);
}

/* Events of stages and engines speak of positions in what the engine sees. */
static void translate(void *client, const struct event *event) {
    struct run *r = client;
    struct event told = *event;
    if (told.kind == EVENT_DEPTH) {
        if (chain_proves_nothing(&r->chain)) return; /* not true of the whole program */
        told.property = chain_first_position(&r->chain, event->property);
    }
    run_tell(r, told);
}

static const char *refuse(struct run *r, const char *what, const struct program_position *at) {
    char *refusal = at && at->line ? mem_format("unsupported: %s at %s:%u", what,
                                                at->file ? at->file : r->c->file, at->line)
                                   : mem_format("unsupported: %s", what);
    mem_free(r->refusal);
    r->refusal = refusal;
    return refusal;
}

static void close_property(struct run *r, uint32_t property) {
    assert(!r->decided[property]);
    r->decided[property] = true;
    r->open--;
}

/* ---- evidence ---- */

void solve_opinion_fini(struct solve_opinion *o) {
    text_fini(&o->lines);
    mem_free(o->reason);
    text_fini(&o->why);
}

bool run_conclude(struct run *r, struct evidence e, bool last) {
    struct solve_case *c = r->c;
    struct solve_opinion opinion = {0};
    uint32_t property = e.property;
    run_tell(r, (struct event){.kind = e.refutes ? EVENT_REFUTED : EVENT_PROVED,
                               .property = property,
                               .number = e.refutes ? evidence_steps(&e) - 1 : 0});
    c->judge(c->client, &e, &opinion);
    if (opinion.rejected) c->complain(c->client, property, opinion.why.data);
    if (opinion.accepted || last) close_property(r, property);
    if (opinion.accepted)
        c->accept(c->client, e, &opinion);
    else {
        evidence_free(&e);
        if (last) c->give_up(c->client, property, opinion.reason);
    }
    bool accepted = opinion.accepted;
    solve_opinion_fini(&opinion);
    return accepted;
}

/* A trace over an edge that could not be expressed says nothing about the program. */
static bool leads_over_unsupported(struct run *r, const struct evidence *e) {
    if (e->level != LEVEL_PROGRAM || !e->refutes) return false;
    uint32_t last = vec_last(&e->program_trace->edges);
    if (!r->c->model.program->edges.data[last].unsupported) return false;
    r->unsupported_edge = last;
    return true;
}

static void found(void *client, struct evidence e) {
    struct run *r = client;
    uint32_t property = chain_first_position(&r->chain, e.property);
    bool late = r->decided[property] || (r->others && correspondent_settled(r->others, property));
    if (late || (!e.refutes && chain_proves_nothing(&r->chain))) {
        evidence_free(&e);
        return;
    }
    struct text why = {0};
    enum stage_back back = chain_back(&r->chain, &e, &why);
    if (back == STAGE_CARRIED) {
        if (leads_over_unsupported(r, &e))
            evidence_free(&e);
        else
            run_conclude(r, e, true);
    } else {
        close_property(r, property);
        if (back == STAGE_WRONG) r->c->complain(r->c->client, property, why.data);
        r->c->give_up(r->c->client, property,
                      back == STAGE_WRONG ? "evidence rejected" : refuse(r, why.data, NULL));
    }
    text_fini(&why);
}

/* ---- lemmas ---- */

static void learnt(void *client, struct evidence lemmas) {
    struct run *r = client;
    evidence_free(&r->lemmas);
    r->lemmas = lemmas;
    r->lemmas_at = r->chain.stages.size;
}

/* To the model behind so many stages. */
static void carry_lemmas(struct run *r, uint32_t stages) {
    if (r->lemmas.any) chain_lemmas(&r->chain, &r->lemmas, r->lemmas_at, stages);
    r->lemmas_at = stages;
}

/* Drops the stages behind the first so many; what was learnt stays. */
static void cut(struct run *r, uint32_t stages) {
    if (r->lemmas_at > stages) carry_lemmas(r, stages);
    chain_cut(&r->chain, stages);
}

/* ---- rows ---- */

struct engine_call {
    const struct engine *engine;
    struct engine_task task;
    const char *gave_up;
};

static void call_engine(void *argument) {
    struct engine_call *call = argument;
    call->gave_up = call->engine->run(&call->task);
}

/* Lets the engine of the last model's level work. Why it gave up on the rest, or NULL. */
static const char *work(struct run *r, uint64_t share) {
    struct model model = chain_last(&r->chain);
    struct text missing = {0};
    if (limits_stopped_slow(r->c->limits)) return NULL;
    if (model.level != LEVEL_CIRCUIT && !smt_available(&missing)) {
        const char *refusal = refuse(r, missing.data, NULL);
        text_fini(&missing);
        return refusal;
    }
    struct engine_call call = {.engine = run_engine(r, model.level),
                               .task = {.model = model,
                                        .options = &r->options,
                                        .stats = r->c->stats,
                                        .limits = r->c->limits,
                                        .events = &r->events,
                                        .found = found,
                                        .meanwhile = run_walks_meanwhile,
                                        .client = r,
                                        .learnt = share ? learnt : NULL,
                                        .port = correspondent_port(r->others),
                                        .work = share}};
    carry_lemmas(r, r->chain.stages.size);
    if (r->lemmas.any) call.task.lemmas = &r->lemmas;
    run_tell(r, (struct event){.kind = EVENT_STAGE, .text = call.engine->name});
    if (model.level == LEVEL_CIRCUIT)
        call_engine(&call);
    else
        deep_call(call_engine, &call); /* solvers of terms need room for their recursion */
    return call.gave_up;
}

/* How many of the row's stages the chain has already, behind the first `base`. */
static uint32_t shared(const struct run *r, const struct row *row, uint32_t base) {
    uint32_t n = 0;
    while (row->stages[n] && base + n < r->chain.stages.size &&
           r->chain.stages.data[base + n]->kind == row->stages[n])
        n++;
    return n;
}

static bool apply(struct run *r, const struct row *row, uint32_t base, struct messages *why_not) {
    struct stage_context context = {.options = &r->options,
                                    .stats = r->c->stats,
                                    .limits = r->c->limits,
                                    .events = &r->events,
                                    .leave_out = r->leave_out};
    uint32_t n = shared(r, row, base);
    cut(r, base + n);
    for (; row->stages[n]; n++)
        if (chain_apply(&r->chain, row->stages[n], &context, why_not) != STATUS_OK) return false;
    return true;
}

/* The user's options as the row has them. Simple paths are for engines that read the option, and programs have no
 * such evidence. */
static void set_options(struct run *r, const struct row *row) {
    r->options = *r->c->options;
    if (r->c->model.level == LEVEL_PROGRAM || (!row->deeper && !run_engine(r, row->level)->simple_paths))
        r->options.simple_path = false;
}

/* Follows the rows of the level of the model behind so many stages. Why what is open was given up; NULL: the limits, or
 * nothing is. */
static const char *go_through(struct run *r, uint32_t base) {
    const struct model model = chain_model(&r->chain, base);
    const enum level level = model.level;
    const char *gave_up = NULL;
    bool done = false;
    for (const struct row *row = rows; row < rows + row_count && r->open && !done; row++) {
        if (row->level != level || (row->wanted && !row->wanted(r))) continue;
        struct messages why_not = {0};
        uint32_t before = r->open;
        set_options(r, row);
        if (!row->deeper) *r->c->engine = run_engine(r, level)->name;
        bool applies = apply(r, row, base, &why_not);
        if (limits_stopped_slow(r->c->limits)) {
            done = true;
        } else if (applies && (!row->fits || row->fits(chain_last(&r->chain)))) {
            gave_up = row->deeper ? go_through(r, r->chain.stages.size)
                                  : work(r, row->share ? row->share(model) : 0);
            done = row->last;
        } else if (why_not.list.size && row->insists && row->insists(r)) {
            gave_up = refuse(r, messages_first_error(&why_not), NULL);
            done = true;
        }
        if (row->share) r->c->stats->presearch_decided += before - r->open;
        if (r->open != before) { /* the rest may need less of the model */
            cut(r, base);
            chain_ask(&r->chain, r->decided);
        }
        messages_fini(&why_not);
    }
    evidence_free(&r->lemmas);
    cut(r, base);
    return gave_up;
}

static const char *solve_program(struct run *r) {
    const struct program *program = r->c->model.program;
    r->unsupported_edge = PROGRAM_NONE;
    run_walks_first(r);
    const char *gave_up = go_through(r, 0);
    if (r->unsupported_edge != PROGRAM_NONE && r->open) {
        r->leave_out = true;
        (void)go_through(r, 0);
        const struct program_edge *edge = &program->edges.data[r->unsupported_edge];
        gave_up = refuse(r, edge->unsupported, &edge->position);
    }
    run_walks_decide(r);
    run_walks_last(r);
    return gave_up;
}

/* Models are only ever made into ones of lower levels. */
static const char *wrong_level(const struct solve_case *c) {
    const struct solve_choice *choice = &c->choice;
    for (int level = 0; level <= (int)c->model.level; level++)
        if (choice->at[level]) return NULL;
    if (!solve_choice_name(choice)) return NULL;
    return choice->at[LEVEL_SYSTEM] ? "unsupported: the engine is for transition systems, not for circuits"
                                    : "unsupported: the engine is for programs";
}

const char *run_all(struct run *r) {
    const char *gave_up = wrong_level(r->c);
    if (!gave_up) gave_up = r->c->model.level == LEVEL_PROGRAM ? solve_program(r) : go_through(r, 0);
    if (gave_up) return gave_up;
    switch (limits_reason(r->c->limits)) {
    case STOP_TIMEOUT: return "timeout";
    case STOP_INTERRUPTED: return "interrupted";
    default: return "internal error: the engine ended without a verdict";
    }
}

void run_begin_chain(struct run *r) {
    const enum level level = r->c->model.level;
    for (const struct row *row = rows; row < rows + row_count; row++) {
        if (row->level != level || !row->common) continue;
        struct messages why_not = {0};
        struct row beginning = {.level = level};
        memcpy(beginning.stages, row->stages, row->common * sizeof *row->stages);
        set_options(r, row);
        (void)apply(r, &beginning, 0, &why_not);
        messages_fini(&why_not);
        return;
    }
}

static void decide_here(struct run *r, const uint32_t *properties, uint32_t n) {
    struct solve_case *c = r->c;
    if (c->prepare) c->prepare(c->client);
    const char *gave_up = run_all(r);
    for (uint32_t i = 0; i < n; i++)
        if (!r->decided[properties[i]]) c->give_up(c->client, properties[i], gave_up);
}

void solve(struct solve_case *c, const uint32_t *properties, uint32_t n) {
    struct run r = {.c = c, .open = n};
    r.events = (struct events){translate, &r};
    if (c->lemmas) r.lemmas = *c->lemmas, *c->lemmas = (struct evidence){0};
    r.decided = mem_new_array(bool, model_properties(c->model) + 1);
    chain_init(&r.chain, c->model, properties, n);
    *c->engine = NULL;
    if (n && c->jobs && run_by_default(&r))
        portfolio_decide(&r, properties, n);
    else if (n)
        decide_here(&r, properties, n);
    evidence_free(&r.lemmas);
    chain_fini(&r.chain);
    mem_free(r.decided);
    mem_free(r.refusal);
}
