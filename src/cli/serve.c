/* induct serve: a job for many machines. Tasks go to the server, results are judged here, what is known goes to a
 * folder. */
#include "cli/serve.h"

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/join.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define FIELD(name) offsetof(struct serve_settings, name)
static const struct argument rows[] = {
    JOIN_ROW(struct serve_settings, join, JOIN_HELP),
    {"output", 'o', "DIR", ARGUMENT_TEXT, FIELD(output), ARGUMENT_FOLDERS,
     "where results, certificates and witnesses go; the same call goes on with what is there"},
    {"manifest", 0, "MANIFEST.csv", ARGUMENT_TEXT, FIELD(manifest), ARGUMENT_FILES,
     "the files of a manifest, as 'induct bench' has them, with its columns options and data_model"},
    {"where", 0, "COLUMN=VALUE", ARGUMENT_LIST, FIELD(where), NULL,
     "only these rows of the manifest; VALUE may have the shell's * ? [...]; may be repeated"},
    {"sample", 0, "N", ARGUMENT_COUNT, FIELD(sample), NULL,
     "only N of these rows, chosen by a hash of seed and path"},
    {"strategy", 0, "'ENGINE [OPTION=VALUE]...'", ARGUMENT_LIST, FIELD(strategies), NULL,
     "how a file is tried: an engine, or auto, with options, among them seed=N; may be repeated: each is a "
     "task, and "
     "the first one whose evidence is accepted ends the others; default auto"},
    {"set", 0, "OPTION=VALUE", ARGUMENT_LIST, FIELD(sets), ARGUMENT_OPTIONS,
     "set an option for every strategy (see 'induct options'); may be repeated"},
    {"property", 0, "N|NAME", ARGUMENT_TEXT, FIELD(property), NULL, "decide only this property of each file"},
    {"timeout", 0, "SECONDS", ARGUMENT_SECONDS, FIELD(timeout), NULL,
     "wall time for each task; default none"},
    {"memory", 0, "MB", ARGUMENT_COUNT, FIELD(memory_mb), NULL,
     "megabytes of memory for each task, and for judging each result; default none"},
    {"jobs", 0, "N", ARGUMENT_COUNT, FIELD(jobs), NULL,
     "processes for each task with auto, at most; default: all that a worker has for it"},
    {"judge-time", 0, "SECONDS", ARGUMENT_SECONDS, FIELD(judge_time), NULL,
     "wall time for judging each result; default: the timeout, and 60 at least"},
    {"lease", 0, "SECONDS", ARGUMENT_SECONDS, FIELD(lease), NULL,
     "a worker that was not heard of for so long has lost its task; default 30"},
    {"seed", 0, "N", ARGUMENT_NUMBER, FIELD(seed), NULL,
     "seed of the pseudo-random choices, and of --sample; default 0"},
    INPUT_ROWS(struct serve_settings, input),
    {"verify-with", 0, "JUDGE", ARGUMENT_TEXT, FIELD(judge), "z3|cvc5",
     "who checks invariants of systems and programs: z3 or cvc5 (of circuits CaDiCaL does)"},
    {"quiet", 0, NULL, ARGUMENT_FLAG, FIELD(quiet), NULL, "verdict lines only: no progress, no warnings"},
};

enum { MOST_PROPERTIES = 1 << 20, REJECTIONS = 20 };

static volatile sig_atomic_t stop_requested;
static void request_stop(int signal) {
    (void)signal;
    stop_requested = 1;
}

static void catch_signals(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = request_stop};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}

/* ---- what is said ---- */

static void warn(const struct serve *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void warn(const struct serve *s, const char *format, ...) {
    if (s->settings->quiet) return;
    struct text line = {0}, shown = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vformat(&line, format, arguments);
    va_end(arguments);
    text_in_line(&shown, line.data);
    fprintf(stderr, "induct serve: %s\n", shown.data);
    text_fini(&line);
    text_fini(&shown);
}

/* "safe FILE NAME": the verdict first, as everywhere. Of what nobody proved no depth is told: it would be a worker's
 * word. */
static void print_property(struct serve *s, const struct serve_problem *p,
                           const struct serve_property *property, uint32_t position) {
    if (s->accepted) {
        if (property->verdict != INDUCT_UNKNOWN) s->accepted(s, p, position);
        return;
    }
    struct text line = {0};
    text_format(&line, "%s ", induct_verdict_word(property->verdict));
    text_in_line(&line, p->shown);
    text_add(&line, " ");
    if (property->name && *property->name)
        text_in_line(&line, property->name);
    else
        text_format(&line, "%u", position);
    if (property->verdict == INDUCT_UNKNOWN) {
        text_add(&line, " (");
        text_in_line(&line, property->reason ? property->reason : "");
        text_add(&line, ")");
    }
    puts(line.data);
    fflush(stdout);
    text_fini(&line);
}

static void print_failure(const struct serve *s, const struct serve_problem *p) {
    if (s->accepted) return;
    struct text line = {0};
    text_add(&line, "unknown ");
    text_in_line(&line, p->shown);
    text_add(&line, " * (");
    text_in_line(&line, p->failure);
    text_add(&line, ")");
    puts(line.data);
    fflush(stdout);
    text_fini(&line);
}

static uint32_t problems_over(const struct serve *s) {
    uint32_t over = 0;
    vec_each (const struct serve_problem, p, &s->problems) over += s->problems.data[p->same].over;
    return over;
}

static void show_progress(struct serve *s, uint64_t *next_us) {
    enum { EVERY_US = 5000000 };
    const uint64_t now = clock_us();
    if (s->settings->quiet || now < *next_us) return;
    *next_us = now + EVERY_US;
    uint64_t workers, memory;
    queue_look(&s->queue, &workers, &memory);
    warn(s, "%u of %u files done, %llu workers so far, %llu MB at the server", problems_over(s),
         s->problems.size, (unsigned long long)workers, (unsigned long long)memory >> 20);
}

/* ---- what results say ---- */

static struct serve_property *property_of(struct serve_problem *p, uint32_t position) {
    if (position >= MOST_PROPERTIES) return NULL;
    if (position >= p->properties.size) vec_resize(&p->properties, position + 1);
    return &p->properties.data[position];
}

static void replace(char **word, const char *value) {
    mem_free(*word);
    *word = mem_strdup(value);
}

/* False: nothing can be written any more. */
static bool take_accepted(struct serve *s, struct serve_problem *p, const struct serve_task *t,
                          const struct task_result *result, const struct serve_judgement *judgement) {
    const struct message_answer *answer = &result->answers.data[judgement->answer];
    struct serve_property *property = property_of(p, answer->property);
    if (!property || property->known) return true;
    property->known = true;
    property->verdict = (enum induct_verdict)answer->verdict;
    replace(&property->name, judgement->name);
    replace(&property->reason, "");
    const bool good =
        serve_folder_property(s, p, answer->property, t, result->worker, result->engine, judgement->evidence);
    print_property(s, p, property, answer->property);
    return good;
}

/* What nobody decided, of the last task; the first reason counts. */
static void note_unknown(struct serve_problem *p, uint32_t position, const char *reason) {
    struct serve_property *property = property_of(p, position);
    if (property && !property->known && !property->reason) property->reason = mem_strdup(reason);
}

static void note_unknowns(struct serve_problem *p, const struct task_result *result,
                          const serve_judgements *judgements) {
    vec_each (const struct message_answer, answer, &result->answers)
        if (answer->verdict == MESSAGE_UNKNOWN) note_unknown(p, answer->property, answer->reason);
    vec_each (const struct serve_judgement, judgement, judgements)
        if (judgement->judgement != INDUCT_ACCEPTED)
            note_unknown(p, result->answers.data[judgement->answer].property,
                         judgement->judgement == INDUCT_REJECTED ? "evidence rejected" : judgement->reason);
    if (!p->failure && *result->failure) p->failure = mem_strdup(result->failure);
}

static bool all_known(const struct serve_problem *p) {
    vec_each (const struct serve_property, property, &p->properties)
        if (!property->known) return false;
    return p->properties.size;
}

/* Whether the result says all that there is to know: every property was decided. */
static bool is_complete(const struct serve_problem *p, const struct task_result *result) {
    return !*result->failure && result->answers.size && all_known(p);
}

static bool tasks_over(const struct serve *s, const struct serve_problem *p) {
    vec_each (const uint32_t, t, &p->tasks)
        if (!s->tasks.data[*t].over) return false;
    return true;
}

/* The last task of the problem is over: what is not known now never will be. */
static bool conclude(struct serve *s, struct serve_problem *p, const struct serve_task *t,
                     const char *worker) {
    bool good = true;
    for (uint32_t i = 0; good && i < p->properties.size; i++) {
        struct serve_property *property = &p->properties.data[i];
        if (property->known) continue;
        property->known = true;
        property->verdict = INDUCT_UNKNOWN;
        if (!property->reason) property->reason = mem_strdup(p->failure ? p->failure : "");
        print_property(s, p, property, i);
        good = serve_folder_property(s, p, i, t, worker, "", NULL);
    }
    if (!p->properties.size) {
        if (!p->failure) p->failure = mem_strdup("internal error: no answer");
        print_failure(s, p);
        good = serve_folder_failure(s, t, worker);
    }
    p->over = true;
    return good;
}

/* The other strategies need not go on. */
static bool cancel(struct serve *s, struct serve_problem *p) {
    bool good = true;
    vec_each (const uint32_t, number, &p->tasks) {
        struct serve_task *t = &s->tasks.data[*number];
        if (t->over) continue;
        if (s->accepted) continue; /* all at once, at the end */
        t->over = true;
        good = good && serve_folder_task(s, t, "", "no longer wanted");
        (void)queue_settle(&s->queue, t->name);
    }
    return good;
}

/* Whose evidence is not good gets no more tasks, and this one goes to somebody else. */
static void reject(struct serve *s, struct serve_task *t, const char *worker, const char *why) {
    warn(s, "%s: %s is barred: %s", s->problems.data[t->problem].shown, *worker ? worker : "a worker", why);
    (void)queue_reject(&s->queue, t->name, worker);
    if (++t->rejections <= REJECTIONS) (void)queue_submit(&s->queue, t->name, &t->task);
}

static const struct serve_judgement *rejected_one(const serve_judgements *judgements) {
    vec_each (const struct serve_judgement, judgement, judgements)
        if (judgement->judgement == INDUCT_REJECTED ||
            (judgement->judgement == INDUCT_ACCEPTED && !judgement->same))
            return judgement;
    return NULL;
}

/* False: nothing can be written any more, or a signal came. */
static bool take_result(struct serve *s, struct serve_task *t, const struct task_result *result) {
    struct serve_problem *p = &s->problems.data[t->problem];
    serve_judgements judgements = {0};
    bool good = serve_judge(s, p, result, &judgements);
    catch_signals(); /* they were the judge's meanwhile */
    if (!good) stop_requested = 1;
    vec_each (const struct serve_judgement, judgement, &judgements)
        if (judgement->judgement == INDUCT_ACCEPTED && judgement->same)
            good = good && take_accepted(s, p, t, result, judgement);
    const struct serve_judgement *bad = rejected_one(&judgements);
    if (good && bad && t->rejections < REJECTIONS) {
        reject(s, t, result->worker,
               bad->judgement == INDUCT_REJECTED ? bad->reason : "its evidence is about something else");
    } else if (good) {
        note_unknowns(p, result, &judgements);
        t->over = true;
        if (is_complete(p, result)) {
            good = cancel(s, p);
            p->over = true;
        } else if (tasks_over(s, p)) {
            good = conclude(s, p, t, result->worker);
        }
        good = good && serve_folder_task(s, t, result->worker, result->failure);
        if (good) (void)queue_settle(&s->queue, t->name);
    }
    serve_judgements_fini(&judgements);
    return good;
}

/* ---- the loop ---- */

/* Models and tasks that are not over go to the server, unless it has them. */
static enum queue_answer submit_all(struct serve *s) {
    enum queue_answer answer = queue_open(&s->queue, (uint64_t)(s->settings->lease * 1000));
    struct text model = {0}, why = {0};
    for (uint32_t i = 0; answer == QUEUE_OK && i < s->problems.size && !stop_requested; i++) {
        const struct serve_problem *p = &s->problems.data[i];
        if (p->over || p->same != i) continue;
        if (!serve_read_model(p, &model, &why)) {
            warn(s, "%s", why.data);
            text_clear(&why);
            continue;
        }
        answer = queue_put_model(&s->queue, p->model, model.data, model.size);
        vec_each (const uint32_t, number, &p->tasks) {
            const struct serve_task *t = &s->tasks.data[*number];
            if (answer == QUEUE_OK && !t->over) answer = queue_submit(&s->queue, t->name, &t->task);
        }
    }
    text_fini(&model);
    text_fini(&why);
    return answer;
}

static bool all_over(const struct serve *s) {
    return problems_over(s) == s->problems.size;
}

/* Whether to go on after the answer to a call. */
static bool heed(struct serve *s, enum queue_answer answer, bool *submitted) {
    if (answer == QUEUE_AWAY) {
        *submitted = false; /* what comes back may have forgotten something */
        usleep(100000);
    }
    if (answer == QUEUE_WRONG && !*submitted) {
        fprintf(stderr, "induct serve: %s\n", s->queue.error.data);
        return false;
    }
    return true;
}

static struct serve_task *find_task(struct serve *s, const char *name) {
    uint32_t number = hash_names_get(s->by_name, name);
    return number == HASH_NONE ? NULL : &s->tasks.data[number];
}

/* False: the call was wrong, or the folder cannot be written to. */
static bool collect_all(struct serve *s, struct carrier *carrier) {
    const double wait = carrier ? BRIDGE_WAIT_US / 1e6 : 1;
    bool submitted = false;
    uint64_t progress_us = clock_us(), away_us = 0;
    while (!all_over(s) && !stop_requested) {
        if (!submitted) {
            enum queue_answer answer = submit_all(s);
            submitted = answer == QUEUE_OK;
            if (!heed(s, answer, &submitted)) return false;
            if (answer == QUEUE_AWAY && clock_us() >= away_us) {
                away_us = clock_us() + 5000000;
                if (*redis_error(s->queue.redis)) warn(s, "no server: %s", redis_error(s->queue.redis));
            }
            if (!submitted) continue;
        }
        char name[SHA256_HEX];
        struct task_result result;
        enum queue_answer answer = queue_collect(&s->queue, wait, name, &result);
        struct serve_task *t = answer == QUEUE_OK || answer == QUEUE_WRONG ? find_task(s, name) : NULL;
        if (answer == QUEUE_OK) {
            bool good = !t || t->over || take_result(s, t, &result);
            task_result_fini(&result);
            if (!good) return stop_requested; /* else nothing can be written any more */
        } else if (answer == QUEUE_WRONG && t && !t->over) {
            reject(s, t, "", s->queue.error.data);
        } else if (!heed(s, answer, &submitted)) {
            return false;
        }
        if (carrier) carrier_work(carrier);
        show_progress(s, &progress_us);
    }
    return true;
}

/* What the folder already knows. */
static void recall(struct serve *s) {
    for (uint32_t i = 0; i < s->problems.size; i++) {
        struct serve_problem *p = &s->problems.data[i];
        if (p->same == i) p->over = tasks_over(s, p);
    }
}

static void close_job(struct serve *s) {
    strings models = {0};
    vec_each (struct serve_problem, p, &s->problems) vec_push(&models, p->model);
    for (int attempt = 0; attempt < 20; attempt++) {
        if (queue_close(&s->queue, &models) == QUEUE_OK) break;
        usleep(100000);
    }
    vec_free(&models);
}

/* Those that are listed twice, and the exit status. */
static int summarize(struct serve *s) {
    uint32_t counts[3] = {0};
    bool open = !all_over(s);
    for (uint32_t i = 0; i < s->problems.size; i++) {
        const struct serve_problem *p = &s->problems.data[i], *known = &s->problems.data[p->same];
        for (uint32_t k = 0; k < known->properties.size; k++) {
            const struct serve_property *property = &known->properties.data[k];
            if (!property->known) continue;
            counts[property->verdict]++;
            if (known != p) print_property(s, p, property, k);
        }
        if (known->over && !known->properties.size) {
            counts[INDUCT_UNKNOWN]++;
            if (known != p && known->failure)
                print_failure(s, &(struct serve_problem){.shown = p->shown, .failure = known->failure});
        }
    }
    struct redis_traffic traffic = redis_traffic(s->queue.redis);
    warn(s, "%u safe, %u unsafe, %u unknown; %llu calls, %llu kB sent, %llu kB received%s",
         counts[INDUCT_SAFE], counts[INDUCT_UNSAFE], counts[INDUCT_UNKNOWN],
         (unsigned long long)traffic.calls, (unsigned long long)traffic.sent >> 10,
         (unsigned long long)traffic.received >> 10, open ? "; the same call goes on" : "");
    return counts[INDUCT_UNSAFE] ? EXIT_UNSAFE : counts[INDUCT_UNKNOWN] || open ? EXIT_UNKNOWN : EXIT_SAFE;
}

/* ---- the call ---- */

static bool call_is_right(struct serve_settings *settings, const struct command *command) {
    const double least = 60;
    if (!settings->lease) settings->lease = 30;
    if (!settings->judge_time)
        settings->judge_time = settings->timeout && settings->timeout < least ? least : settings->timeout;
    const char *wrong =
        !settings->join                                ? JOIN_MISSING
        : !settings->output                            ? "no folder is given: -o DIR"
        : !settings->files.size && !settings->manifest ? "no file is given, and no --manifest"
        : settings->input.spec ? "--spec cannot be sent to workers in this version; --entry can"
        : settings->lease < 0.1 || settings->lease > 86400 ? "--lease takes 0.1 to 86400 seconds"
        : settings->timeout * 1000 > MESSAGE_MILLISECONDS  ? "--timeout is more than twelve days"
        : settings->memory_mb > MESSAGE_MEMORY             ? "--memory is more than a petabyte"
        : settings->jobs > 1024                            ? "--jobs is more than 1024"
        : settings->sample > UINT32_MAX                    ? "--sample is too large"
                                                           : NULL;
    if (wrong) arguments_complain(command, "%s", wrong);
    return !wrong;
}

/* Workers are told that nobody waits any more. */
static void withdraw(struct serve *s) {
    enum { AT_A_TIME = 8 };
    const char *names[AT_A_TIME];
    unsigned n = 0;
    for (uint32_t i = 0; i <= s->tasks.size; i++) {
        const struct serve_task *t = i < s->tasks.size ? &s->tasks.data[i] : NULL;
        if (t && !t->over) names[n++] = t->name;
        if (n && (n == AT_A_TIME || !t)) {
            if (queue_settle_all(&s->queue, names, n) != QUEUE_OK) return;
            n = 0;
        }
    }
}

static int work(struct serve *s) {
    struct carrier carrier = {0};
    int status = EXIT_WRONG;
    if (s->bridge)
        carrier_open(&carrier, s->bridge, &s->queue, s->problems.data[0].model,
                     clock_us() ^ (uint64_t)getpid());
    if (collect_all(s, s->bridge ? &carrier : NULL)) {
        status = summarize(s);
        if (s->accepted)
            withdraw(s);
        else if (all_over(s))
            close_job(s);
    }
    if (s->bridge) carrier_close(&carrier);
    return status;
}

int serve_go(struct serve *s, struct address *address, const struct command *command) {
    int status = EXIT_WRONG;
    s->results = -1;
    if (serve_folder_prepare(s) && serve_list(s, command) && serve_folder_open(s)) {
        recall(s);
        queue_init(&s->queue, address, "", induct_version());
        catch_signals();
        status = work(s);
        queue_fini(&s->queue);
    }
    if (s->results >= 0) close(s->results);
    serve_list_fini(s);
    return status;
}

static int start(struct serve_settings *settings, const struct command *command) {
    struct address address;
    if (!call_is_right(settings, command) || !join_address(&address, settings->join, command))
        return EXIT_WRONG;
    int status = serve_go(&(struct serve){.settings = settings}, &address, command);
    address_fini(&address);
    return status;
}

static int run(int argc, char **argv, const struct command *command) {
    struct serve_settings settings = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &settings.files);
    int status = parsed == ARGUMENTS_SHOWN ? 0 : EXIT_WRONG;
    if (parsed == ARGUMENTS_RUN) status = start(&settings, command);
    vec_free(&settings.files);
    vec_free(&settings.strategies);
    vec_free(&settings.sets);
    vec_free(&settings.where);
    input_fini(&settings.input);
    return status;
}

const struct command serve_command = {
    .name = "serve",
    .usage = "FILE... --join redis://HOST[:PORT]/JOB -o DIR [option]...",
    .summary = "Has files checked by any number of 'induct worker', through a Redis server.",
    .details =
        "Every file becomes a task, or one per strategy. Workers take tasks; what they say is judged here, "
        "by the\n"
        "evidence that comes with it: standard output has a line per property whose evidence was accepted,\n"
        "  safe FILE NAME, unsafe FILE NAME, or unknown FILE NAME (REASON)\n"
        "and a worker whose evidence was rejected gets no more tasks. DIR has results.csv, and certificates "
        "and\n"
        "witnesses in evidence/, for 'induct verify'. C programs are preprocessed here and sent as they are "
        "then.\n"
        "\n"
        "The call can be killed at any time; the same call goes on, and so does the job when the server was "
        "away.\n"
        "SIGINT and SIGTERM end the call and leave the job to the workers. When all files are done the job "
        "is closed:\n"
        "workers end, and the server forgets it.\n"
        "\n"
        "Exit status: 0 every property is safe; 1 some property is unsafe; 2 the call or a file is wrong, or "
        "the\n"
        "server does not permit what is needed; 3 nothing is unsafe but something is unknown, or the job "
        "goes on.\n",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .most = 1u << 30,
    .run = run,
};
