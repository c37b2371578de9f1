#include "solve/portfolio.h"

#include "base/wire.h"
#include "evidence/pack.h"
#include "solve/correspondent.h"
#include "solve/engines.h"
#include "solve/spread.h"
#include "solve/team.h"

#include <stdatomic.h>
#include <sys/mman.h>

enum { LEAST_PATIENCE_US = 10000000 };

/* What members say. What they say of a property is of its position in the model. */
enum said {
    SAID_STAGE, /* bytes: the name of the stage or engine that works */
    SAID_FRAME, /* number */
    SAID_JUDGING, /* there is evidence, which is being judged; number: transitions of a counterexample, else ~0 */
    /* number: enum opinion; bytes: name of the engine, NUL, opinion's why, NUL, its lines, NUL, evidence */
    SAID_ACCEPTED,
    SAID_GAVE_UP,   /* bytes: the reason; of every open property, perhaps */
    SAID_COMPLAINED /* bytes: the engine, NUL, why */
};
enum opinion { INTERPRETED = 1, EXECUTED = 2 };
static const uint32_t every_open = UINT32_MAX;
static const uint64_t a_proof = UINT64_MAX;

/* Memory of all processes: [0..members[ and [0..n[. */
struct board {
    struct stats *stats;                 /* of each member */
    _Atomic uint64_t *got_on_us;         /* when a member last had something new to tell */
    struct exchange_properties property; /* of the model */
    void *memory;
    size_t size;
};

struct portfolio {
    struct run *run;
    const struct member *list;
    uint32_t members;
    struct board board;
    struct exchange *exchange;  /* NULL: nothing travels */
    const uint32_t *properties; /* that are asked about */
    uint32_t n;
    /* Here. */
    uint64_t started_us, patience_ends_us; /* 0: no end */
    uint32_t shown;            /* the member whose statistics are shown: the default, then who decided last */
    char **reasons;            /* by property: why it was given up; NULL: it was not */
    bool *seen, *judging;      /* by member; seen: it has said something */
    uint32_t *judged;          /* by member: the property */
    u32s told;                 /* by property: depths that were told */
    struct exchange_view view; /* of the exchange, for other machines */
    /* In a member. */
    struct solve_case outer; /* as it was, to be asked for the judge */
    uint32_t self;
    int pipe;
};

static void open_board(struct board *b, uint32_t members, uint32_t properties) {
    size_t stats = members * sizeof *b->stats, times = members * sizeof *b->got_on_us;
    size_t depths = properties * sizeof *b->property.depths;
    b->size = stats + times + 2 * depths + 2 * properties;
    b->memory = mmap(NULL, b->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b->memory == MAP_FAILED) mem_exhausted(b->size);
    b->stats = b->memory;
    b->got_on_us = (void *)((char *)b->memory + stats);
    b->property.n = properties;
    b->property.depths = (void *)((char *)b->memory + stats + times);
    b->property.hearsay = b->property.depths + properties;
    b->property.settled = (void *)(b->property.hearsay + properties);
    b->property.worker = (uint8_t *)(b->property.settled + properties);
}

/* ---- in a member ---- */

static void say(const struct portfolio *p, enum said what, uint32_t property, uint64_t number,
                const struct text *bytes) {
    wire_send(p->pipe, (struct wire_message){what, property, number, bytes ? bytes->size : 0,
                                             bytes ? bytes->data : NULL});
}

static void say_words(const struct portfolio *p, enum said what, uint32_t property, const char *words) {
    wire_send_text(p->pipe, what, property, 0, words);
}

static void note_depth(struct portfolio *p, uint32_t property, uint64_t depth) {
    exchange_raise(&p->board.property.depths[property],
                   depth < UINT32_MAX ? (uint32_t)depth + 1 : UINT32_MAX);
}

static void member_tells(void *client, const struct event *event) {
    struct portfolio *p = client;
    if (event->kind != EVENT_LEMMA) atomic_store(&p->board.got_on_us[p->self], clock_us());
    switch (event->kind) {
    case EVENT_STAGE: say_words(p, SAID_STAGE, 0, event->text); break;
    case EVENT_FRAME: say(p, SAID_FRAME, 0, event->number, NULL); break;
    case EVENT_DEPTH: note_depth(p, event->property, event->number); break;
    case EVENT_PROVED: say(p, SAID_JUDGING, event->property, a_proof, NULL); break;
    case EVENT_REFUTED: say(p, SAID_JUDGING, event->property, event->number, NULL); break;
    case EVENT_LEMMA: /* the statistics count them */
    case EVENT_WORKER: /* a portfolio has no portfolio */ break;
    }
}

/* Nobody else's turn comes until it is over: the verdict may be there. */
static void member_judges(void *client, struct evidence *e, struct solve_opinion *o) {
    const struct solve_case *outer = &((struct portfolio *)client)->outer;
    struct turn *turn = outer->limits->turn;
    outer->limits->turn = NULL;
    outer->judge(outer->client, e, o);
    outer->limits->turn = turn;
}

static struct model member_as_judged(void *client) {
    const struct solve_case *outer = &((struct portfolio *)client)->outer;
    return outer->as_judged(outer->client);
}

static void member_accepts(void *client, struct evidence e, const struct solve_opinion *o) {
    struct portfolio *p = client;
    struct text bytes = {0};
    const char *engine = *p->outer.engine;
    const char *why = o->why.size ? o->why.data : "", *lines = o->lines.size ? o->lines.data : "";
    text_bytes(&bytes, engine, strlen(engine) + 1);
    text_bytes(&bytes, why, strlen(why) + 1);
    text_bytes(&bytes, lines, strlen(lines) + 1);
    if (evidence_pack(&bytes, &e, member_as_judged(p)))
        say(p, SAID_ACCEPTED, e.property, (o->interpreted ? INTERPRETED : 0) | (o->executed ? EXECUTED : 0),
            &bytes);
    else
        say_words(p, SAID_GAVE_UP, e.property, "unsupported: evidence that no process can tell another one");
    text_fini(&bytes);
    evidence_free(&e);
}

static void member_gives_up(void *client, uint32_t property, const char *reason) {
    say_words(client, SAID_GAVE_UP, property, reason);
}

static void member_complains(void *client, uint32_t property, const char *why) {
    struct portfolio *p = client;
    struct text bytes = {0};
    const char *engine = *p->outer.engine;
    text_bytes(&bytes, engine, strlen(engine) + 1);
    text_add(&bytes, why ? why : "");
    say(p, SAID_COMPLAINED, property, 0, &bytes);
    text_fini(&bytes);
}

/* The options of its row, and another seed where that makes a difference. */
static void suit(struct portfolio *p, struct options *options) {
    const struct member *row = &p->list[p->self];
    options_suggest(options, row->options);
    if (row->differently) options->seed += p->self;
}

static void member_works(void *client, uint32_t member, int pipe) {
    struct portfolio *p = client;
    struct run *r = p->run;
    struct solve_case *c = r->c;
    struct options options = *c->options;
    p->self = member;
    p->pipe = pipe;
    p->outer = *c;
    c->stats = &p->board.stats[member];
    if (c->copied) c->copied(c->client, c->stats);
    if (member == 0 && c->prepare) c->prepare(c->client);
    suit(p, &options);
    c->options = &options;
    if (p->list[member].engine) (void)solve_choose(&c->choice, p->list[member].engine);
    c->judge = member_judges;
    c->as_judged = member_as_judged;
    c->accept = member_accepts;
    c->give_up = member_gives_up;
    c->complain = member_complains;
    c->tell = member_tells;
    c->client = p;
    struct correspondent others;
    correspondent_init(&others, r, p->exchange, member, c->jobs, p->board.property);
    r->others = &others;
    const char *gave_up = run_all(r);
    if (r->open) member_gives_up(p, every_open, gave_up);
}

/* ---- here ---- */

static const char *engine_name(const char *name) {
    struct solve_choice choice = {{0}};
    return solve_choose(&choice, name) ? solve_choice_name(&choice) : run_walks_engine();
}

static void show_statistics(struct portfolio *p) {
    struct stats *stats = p->run->c->stats;
    const struct stats here = *stats;
    *stats = p->board.stats[p->shown];
    stats->accepted = stats->rejected = 0;
    stats->lemmas_sent = stats->lemmas_received = stats->lemmas_duplicate = 0;
    stats->lemmas_accepted = stats->lemmas_lowered = stats->lemmas_rejected = stats->lemmas_garbled = 0;
    for (uint32_t i = 0; i < p->members; i++) {
        const struct stats *m = &p->board.stats[i];
        stats->accepted += m->accepted;
        stats->rejected += m->rejected;
        stats->lemmas_sent += m->lemmas_sent;
        stats->lemmas_received += m->lemmas_received;
        stats->lemmas_duplicate += m->lemmas_duplicate;
        stats->lemmas_accepted += m->lemmas_accepted;
        stats->lemmas_lowered += m->lemmas_lowered;
        stats->lemmas_rejected += m->lemmas_rejected;
        stats->lemmas_garbled += m->lemmas_garbled;
    }
    stats->portfolio_lost = here.portfolio_lost;
    stats->portfolio_turns = here.portfolio_turns;
    stats->portfolio_interrupted = here.portfolio_interrupted;
}

static void tell_of(struct portfolio *p, uint32_t member, const char *what) {
    run_tell(p->run, (struct event){.kind = EVENT_WORKER, .number = member, .text = what});
}

static void introduce(struct portfolio *p, uint32_t member) {
    const struct member *row = &p->list[member];
    char *what = row->engine ? mem_format("works: %s (%s)", row->name, row->engine)
                             : mem_format("works: %s", row->name);
    p->seen[member] = true;
    tell_of(p, member, what);
    mem_free(what);
}

/* False: what a member has packed cannot be read, which is a bug. */
static bool take_evidence(struct portfolio *p, const struct wire_message *message) {
    struct solve_case *c = p->run->c;
    const char *why_accepted = message->bytes + strlen(message->bytes) + 1,
               *lines = why_accepted + strlen(why_accepted) + 1, *packed = lines + strlen(lines) + 1;
    struct solve_opinion opinion = {.accepted = true,
                                    .interpreted = message->number & INTERPRETED,
                                    .executed = message->number & EXECUTED};
    struct evidence e = {0};
    struct text why = {0};
    text_add(&opinion.why, why_accepted);
    text_add(&opinion.lines, lines);
    bool good = evidence_unpack(packed, (size_t)(message->bytes + message->size - packed),
                                c->as_judged(c->client), &e, &why) == STATUS_OK;
    if (good)
        c->accept(c->client, e, &opinion);
    else
        c->complain(c->client, message->property, why.data);
    solve_opinion_fini(&opinion);
    text_fini(&why);
    return good;
}

static void take_verdict(struct portfolio *p, uint32_t member, const struct wire_message *message) {
    struct run *r = p->run;
    if (r->decided[message->property]) return; /* somebody was faster */
    p->shown = member;
    show_statistics(p);
    *r->c->engine = engine_name(message->bytes);
    if (!take_evidence(p, message)) return;
    tell_of(p, member, "wins");
    r->decided[message->property] = true;
    r->open--;
    atomic_store(&p->board.property.settled[message->property], 1);
}

/* The default's reason is the one that counts; else the first one. */
static void note_reason(struct portfolio *p, uint32_t member, uint32_t property, const char *reason) {
    if (p->reasons[property] && member != 0) return;
    mem_free(p->reasons[property]);
    p->reasons[property] = mem_strdup(reason);
}

/* The others get as much time again, and so much at least. */
static void begin_patience(struct portfolio *p, uint64_t least_us) {
    uint64_t now = clock_us(), more = now - p->started_us;
    if (!p->patience_ends_us) p->patience_ends_us = now + (more > least_us ? more : least_us);
}

static bool is_unsupported(const char *reason) {
    return !strncmp(reason, "unsupported", strlen("unsupported"));
}

static bool hear(void *client, uint32_t member, const struct wire_message *message) {
    struct portfolio *p = client;
    struct solve_case *c = p->run->c;
    if (!p->seen[member]) introduce(p, member);
    p->judging[member] = message->kind == SAID_JUDGING;
    switch ((enum said)message->kind) {
    case SAID_STAGE:
        if (member != p->shown) break;
        *c->engine = engine_name(message->bytes);
        run_tell(p->run, (struct event){.kind = EVENT_STAGE, .text = message->bytes});
        break;
    case SAID_FRAME:
        if (member == p->shown)
            run_tell(p->run, (struct event){.kind = EVENT_FRAME, .number = message->number});
        break;
    case SAID_JUDGING:
        p->judged[member] = message->property;
        if (p->run->decided[message->property]) break;
        run_tell(p->run, (struct event){.kind = message->number == a_proof ? EVENT_PROVED : EVENT_REFUTED,
                                        .property = message->property,
                                        .number = message->number == a_proof ? 0 : message->number,
                                        .text = p->list[member].name});
        break;
    case SAID_ACCEPTED: take_verdict(p, member, message); break;
    case SAID_GAVE_UP:
        for (uint32_t i = 0; i < p->n; i++)
            if (message->property == every_open || message->property == p->properties[i])
                note_reason(p, member, p->properties[i], message->bytes);
        if (member == 0 && is_unsupported(message->bytes)) begin_patience(p, 0);
        break;
    case SAID_COMPLAINED: {
        const char *before = *c->engine;
        *c->engine = engine_name(message->bytes);
        c->complain(c->client, message->property, message->bytes + strlen(message->bytes) + 1);
        *c->engine = before;
        break;
    }
    }
    return !p->run->open;
}

static bool bid_farewell(void *client, uint32_t member, enum team_end end) {
    struct portfolio *p = client;
    static const char *const ends[] = {
        [TEAM_ENDED] = "ended", [TEAM_FAILED] = "broke off", [TEAM_MEMORY] = "lacks memory"};
    p->judging[member] = false;
    if (p->seen[member]) tell_of(p, member, ends[end]);
    if (end != TEAM_ENDED) {
        p->run->c->stats->portfolio_lost++;
        for (uint32_t i = 0; i < p->n; i++)
            if (!p->run->decided[p->properties[i]])
                note_reason(p, member, p->properties[i],
                            end == TEAM_MEMORY ? "memory"
                                               : "internal error: a process of the portfolio died");
    }
    if (member == 0 && end == TEAM_ENDED) begin_patience(p, LEAST_PATIENCE_US);
    return false;
}

/* Found by processes of this machine. */
static void tell_depths(struct portfolio *p) {
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t depth = atomic_load(&p->board.property.depths[p->properties[i]]);
        if (depth == p->told.data[i]) continue;
        p->told.data[i] = depth;
        run_tell(p->run,
                 (struct event){.kind = EVENT_DEPTH, .property = p->properties[i], .number = depth - 1});
    }
}

/* What another machine has found is judged by this process. */
static bool decide(void *client, const void *evidence, size_t size) {
    struct portfolio *p = client;
    struct solve_case *c = p->run->c;
    struct evidence e = {0};
    struct text why = {0};
    struct solve_opinion opinion = {0};
    bool good = evidence_unpack(evidence, size, c->model, &e, &why) == STATUS_OK, asked = false;
    for (uint32_t i = 0; i < p->n; i++) asked = asked || p->properties[i] == e.property;
    good = good && asked && !p->run->decided[e.property];
    if (good) c->judge(c->client, &e, &opinion);
    if (good && opinion.accepted) {
        const uint32_t property = e.property;
        c->accept(c->client, e, &opinion);
        p->run->decided[property] = true;
        p->run->open--;
        atomic_store(&p->board.property.settled[property], 1);
    } else {
        evidence_free(&e);
    }
    good = good && opinion.accepted;
    solve_opinion_fini(&opinion);
    text_fini(&why);
    return good;
}

/* To and from other machines. */
static void carry(struct portfolio *p) {
    const struct exchange_bridge *bridge = p->run->c->bridge;
    if (bridge && p->exchange) bridge->carry(bridge->client, &p->view);
}

static bool look_around(void *client) {
    struct portfolio *p = client;
    tell_depths(p);
    carry(p);
    show_statistics(p);
    return !p->run->open || (p->patience_ends_us && clock_us() >= p->patience_ends_us);
}

static bool is_judging(void *client, uint32_t member) {
    return ((struct portfolio *)client)->judging[member];
}

static uint64_t got_on(void *client, uint32_t member) {
    return atomic_load(&((struct portfolio *)client)->board.got_on_us[member]);
}

static const char *reason_for(const struct portfolio *p, uint32_t property) {
    enum stop_reason stopped = limits_reason(p->run->c->limits);
    if (p->reasons[property] && !stopped) return p->reasons[property];
    if (stopped == STOP_INTERRUPTED) return "interrupted";
    for (uint32_t i = 0; i < p->members; i++)
        if (p->judging[i] && p->judged[i] == property) return "evidence check timeout";
    return p->reasons[property] && is_unsupported(p->reasons[property]) ? p->reasons[property] : "timeout";
}

static void open_here(struct portfolio *p) {
    const uint32_t all = model_properties(p->run->c->model);
    open_board(&p->board, p->members, all);
    for (uint32_t i = 0; i < p->members; i++) p->board.stats[i] = *p->run->c->stats;
    p->reasons = mem_new_array(char *, all);
    p->seen = mem_new_array(bool, p->members);
    p->judging = mem_new_array(bool, p->members);
    p->judged = mem_new_array(uint32_t, p->members);
    vec_resize(&p->told, p->n);
    if (p->run->c->jobs > 1 || p->run->c->bridge) p->exchange = exchange_new(p->members);
    if (p->exchange) exchange_view_init(&p->view, p->exchange, p->board.property);
    p->view.decide = decide;
    p->view.portfolio = p;
}

static void close_here(struct portfolio *p) {
    for (uint32_t i = 0; i < model_properties(p->run->c->model); i++) mem_free(p->reasons[i]);
    mem_free(p->reasons);
    mem_free(p->seen);
    mem_free(p->judging);
    mem_free(p->judged);
    vec_free(&p->told);
    exchange_view_fini(&p->view);
    exchange_free(p->exchange);
    munmap(p->board.memory, p->board.size);
}

void portfolio_decide(struct run *r, const uint32_t *properties, uint32_t n) {
    struct portfolio p = {.run = r, .properties = properties, .n = n, .started_us = clock_us()};
    p.members = members_for(r->c->model, &p.list);
    r->c->stats->portfolio_jobs = r->c->jobs;
    run_begin_chain(r);
    open_here(&p);
    spread(r->c->model, properties, n, r->c->jobs, p.board.property.worker);
    struct team team = {.members = p.members,
                        .jobs = r->c->jobs,
                        .limits = r->c->limits,
                        .stats = r->c->stats,
                        .client = &p,
                        .work = member_works,
                        .receive = hear,
                        .ended = bid_farewell,
                        .tick = look_around,
                        .is_concluding = is_judging,
                        .got_on = got_on};
    (void)team_run(&team);
    tell_depths(&p);
    show_statistics(&p);
    for (uint32_t i = 0; i < n; i++)
        if (!r->decided[properties[i]])
            r->c->give_up(r->c->client, properties[i], reason_for(&p, properties[i]));
    close_here(&p);
}
