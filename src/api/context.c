/* The object itself: creation, settings, messages. */
#include "api/context.h"

#include "solve/team.h"

#include <string.h>
#include <sys/resource.h>

_Static_assert((int)INDUCT_OK == (int)STATUS_OK && (int)INDUCT_MALFORMED == (int)STATUS_MALFORMED &&
                   (int)INDUCT_UNSUPPORTED == (int)STATUS_UNSUPPORTED && (int)INDUCT_IO == (int)STATUS_IO &&
                   (int)INDUCT_STOPPED == (int)STATUS_STOPPED && (int)INDUCT_USAGE == (int)STATUS_USAGE,
               "public and internal status agree");

const char *induct_version(void) {
    return INDUCT_VERSION;
}

const char *induct_verdict_word(enum induct_verdict verdict) {
    static const char *const words[] = {"unknown", "safe", "unsafe"};
    return words[verdict];
}

const char *induct_result_word(const struct induct_result *result) {
    static const char *const words[] = {"unknown", "unreachable", "covered"};
    return result->cover ? words[result->verdict] : induct_verdict_word(result->verdict);
}

struct induct *induct_new(void) {
    struct induct *c = mem_new(struct induct);
    options_init(&c->options);
    c->verify = c->replay = true;
    c->stats = &c->own_stats;
    c->joined = NO_PROPERTY;
    return c;
}

void induct_free(struct induct *c) {
    if (!c) return;
    context_unload(c);
    vec_free(&c->entries);
    source_fini(&c->source);
    mem_free(c->map_path);
    mem_free(c->cache);
    vec_each (char *, pattern, &c->covers) mem_free(*pattern);
    vec_free(&c->covers);
    mem_free(c->judgement);
    messages_fini(&c->messages);
    mem_free(c);
}

void induct_on_exhaustion(void (*handler)(size_t bytes)) {
    mem_on_exhaustion(handler);
}

const char *induct_error(const struct induct *c) {
    return messages_first_error(&c->messages);
}

unsigned induct_messages(const struct induct *c) {
    return c->messages.list.size;
}

const char *induct_message(const struct induct *c, unsigned index, bool *is_error) {
    assert(index < c->messages.list.size);
    const struct message *message = &c->messages.list.data[index];
    if (is_error) *is_error = message->severity == SEVERITY_ERROR;
    return message->text;
}

void induct_clear_messages(struct induct *c) {
    messages_clear(&c->messages);
}

enum induct_status induct_set_engine(struct induct *c, const char *name) {
    if (!strcmp(name, "default"))
        c->choice = (struct solve_choice){{0}};
    else if (!solve_choose(&c->choice, name))
        return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                                 "no engine is called '%s'; 'induct engines' lists them",
                                                 name);
    c->running = NULL;
    return INDUCT_OK;
}

const char *induct_engine(const struct induct *c) {
    const char *chosen = solve_choice_name(&c->choice);
    return c->running ? c->running : chosen ? chosen : "default";
}

static char *list(void (*add)(struct text *)) {
    struct text text = {0};
    add(&text);
    return text_take(&text);
}

char *induct_engines_text(void) {
    return list(engines_text);
}

char *induct_engines_json(void) {
    return list(engines_json);
}

static char *list_options(const char *engine, bool json) {
    struct text text = {0};
    if (engines_options(&text, engine, json)) return text_take(&text);
    text_fini(&text);
    return NULL;
}

char *induct_options_text(const char *engine) {
    return list_options(engine, false);
}

char *induct_options_json(const char *engine) {
    return list_options(engine, true);
}

void induct_set_jobs(struct induct *c, unsigned jobs) {
    c->jobs = jobs;
}

unsigned induct_processors(void) {
    return team_processors();
}

enum induct_status induct_set_option(struct induct *c, const char *name, const char *value) {
    return (enum induct_status)options_set(&c->options, name, value, &c->messages);
}

void induct_set_seed(struct induct *c, uint64_t seed) {
    c->options.seed = seed;
}

void induct_set_timeout(struct induct *c, double seconds) {
    c->timeout = seconds;
    c->options.timeout_ms = (uint64_t)(seconds < 1e12 ? seconds * 1e3 : 1e15);
}

void induct_set_elapsed(struct induct *c, double seconds) {
    c->elapsed = seconds;
}

void induct_set_shorten(struct induct *c, bool on) {
    c->shorten = on;
}

void induct_set_verify(struct induct *c, bool on) {
    c->verify = on;
}

enum induct_status induct_set_judge(struct induct *c, const char *name) {
    static const char *const names[] = {"default", "z3", "cvc5"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, names[i])) continue;
        c->judge = (enum check_judge)i;
        return INDUCT_OK;
    }
    return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                             "no judge is called '%s'; there are z3 and cvc5", name);
}

void context_warn_of_judge(struct induct *c) {
    if (c->model.level == LEVEL_CIRCUIT && c->judge != CHECK_BY_DEFAULT)
        messages_warn(&c->messages, (struct position){.file = c->file},
                      "the chosen judge is for systems and programs; CaDiCaL judges invariants of circuits");
}

size_t induct_statistics_size(void) {
    return sizeof(struct stats);
}

void induct_set_statistics(struct induct *c, void *memory) {
    struct stats *stats = memory ? memory : &c->own_stats;
    if (stats != c->stats) *stats = *c->stats;
    c->stats = stats;
}

bool induct_statistic(const struct induct *c, const char *name, uint64_t *value) {
    return stats_find(c->stats, name, value);
}

char *induct_statistics_text(const struct induct *c) {
    struct text text = {0};
    stats_text(&text, c->stats);
    return text_take(&text);
}

char *induct_statistics_json(const struct induct *c) {
    struct text text = {0};
    stats_json(&text, c->stats);
    return text_take(&text);
}

void induct_on_event(struct induct *c, void (*listen)(void *, struct induct *, const struct induct_event *),
                     void *client) {
    c->on_event = listen;
    c->event_client = client;
}

void induct_on_verdict(struct induct *c, void (*listen)(void *, struct induct *, unsigned), void *client) {
    c->on_verdict = listen;
    c->verdict_client = client;
}

/* The flag comes first: a run that starts between the two stores sees the flag, one that has started sees the
 * limits. */
void induct_interrupt(struct induct *c) {
    atomic_store(&c->interrupted, true);
    limits_interrupt(&c->limits);
}

void context_start(struct induct *c) {
    c->started_us = clock_us();
    double left = c->timeout - c->elapsed, least = 1e-6; /* 0 would mean no limit */
    limits_init(&c->limits, c->timeout > 0 ? left > least ? left : least : 0);
    if (atomic_load(&c->interrupted)) limits_interrupt(&c->limits);
}

void context_stop(struct induct *c) {
    struct rusage usage;
    if (!getrusage(RUSAGE_SELF, &usage)) c->stats->memory_kb = (uint64_t)usage.ru_maxrss;
    c->stats->total_us = clock_us() - c->started_us;
    atomic_store(&c->interrupted, false);
}
