/* induct verify: judges a witness or a certificate, without any engine. */
#include "cli/commands.h"

#include "api/induct.h"
#include "base/clock.h"
#include "cli/input.h"
#include "cli/loading.h"
#include "cli/supervise.h"

#include <stdio.h>

struct settings {
    struct input_settings input;
    const char *file, *evidence, *property, *judge;
    double timeout;
    uint64_t memory_mb;
    bool quiet;
};

struct verification {
    const struct settings *settings;
    struct induct *problem;
    uint64_t started_us;
    bool judged, failed, unsupported, stopped; /* stopped: the model was not read in time */
    enum induct_judgement judgement;
    char *reason;
};

#define FIELD(name) offsetof(struct settings, name)
static const struct argument rows[] = {
    {"property", 0, "N|NAME", ARGUMENT_TEXT, FIELD(property), NULL,
     "what the evidence must be about: a name or, if none is called so, a number (from 0 on); default any"},
    INPUT_ROWS(struct settings, input),
    {"verify-with", 0, "JUDGE", ARGUMENT_TEXT, FIELD(judge), "z3|cvc5",
     "who checks invariants of systems and programs: z3 or cvc5 (of circuits CaDiCaL does)"},
    {"timeout", 0, "SECONDS", ARGUMENT_SECONDS, FIELD(timeout), NULL, "wall time; default none"},
    {"memory", 0, "MB", ARGUMENT_COUNT, FIELD(memory_mb), NULL, "megabytes of memory; default none"},
    {"quiet", 0, NULL, ARGUMENT_FLAG, FIELD(quiet), NULL, "the judgement only"},
};

/* The worker. */

static enum induct_status judge(struct verification *v, int pipe) {
    struct induct_verification result;
    loading_set_time(v->problem, v->settings->timeout, v->started_us);
    enum induct_status status =
        loading_read(v->problem, pipe, &v->settings->input, v->settings->file, v->settings->property);
    if (status != INDUCT_OK) return status;
    loading_set_time(v->problem, v->settings->timeout, v->started_us);
    status = induct_verify(v->problem, v->settings->evidence, &result);
    if (status != INDUCT_OK) return status;
    if (result.judgement == INDUCT_ACCEPTED) {
        struct text text = {0};
        text_format(&text, "%s: property %s is %s", text_file_name(v->settings->evidence),
                    induct_property_name(v->problem, result.property), induct_verdict_word(result.verdict));
        wire_send_text(pipe, WIRE_LOG, 0, 0, text.data);
        text_fini(&text);
    }
    wire_send_text(pipe, WIRE_JUDGED, 0, result.judgement, result.reason);
    return INDUCT_OK;
}

static void work(void *client, int pipe) {
    struct verification *v = client;
    loading_end(v->problem, pipe, judge(v, pipe));
}

static void interrupt(void *client) {
    struct verification *v = client;
    induct_interrupt(v->problem);
}

/* The supervisor. */

static bool receive(void *client, const struct wire_message *message) {
    struct verification *v = client;
    if (message->kind == WIRE_LOG && (message->number || !v->settings->quiet))
        fprintf(stderr, "%s\n", message->bytes);
    if (message->kind == WIRE_JUDGED) {
        v->judged = true;
        v->judgement = (enum induct_judgement)message->number;
        v->reason = mem_strdup(message->bytes);
    }
    if (message->kind == WIRE_FAILED) {
        v->stopped = message->number == INDUCT_STOPPED;
        v->failed = !v->stopped;
        v->unsupported = message->number == INDUCT_UNSUPPORTED;
    }
    return true;
}

/* One line, whatever names of the input are in it. */
static void say(const char *word, const char *reason) {
    struct text line = {0};
    text_format(&line, "%s: ", word);
    text_in_line(&line, reason);
    puts(line.data);
    text_fini(&line);
}

static int conclude(const struct verification *v, const struct ending *ending) {
    if (v->failed && !v->unsupported) return EXIT_WRONG;
    if (v->judged && v->judgement == INDUCT_ACCEPTED) {
        puts("accepted");
        return 0;
    }
    if (v->judged && v->judgement == INDUCT_REJECTED) {
        say("rejected", v->reason);
        return 1;
    }
    char *reason = v->judged        ? mem_strdup(v->reason)
                   : v->unsupported ? mem_strdup("unsupported")
                                    : ending_reason(ending);
    say("undecided", reason);
    mem_free(reason);
    return EXIT_UNKNOWN;
}

static bool configure(const struct verification *v, const struct command *command) {
    const struct settings *settings = v->settings;
    if (!input_configure(v->problem, &settings->input, command)) return false;
    if (!settings->judge || induct_set_judge(v->problem, settings->judge) == INDUCT_OK) return true;
    arguments_complain(command, "%s", induct_error(v->problem));
    return false;
}

static int verify(const struct settings *settings, const struct command *command, uint64_t started_us) {
    struct verification v = {.settings = settings, .started_us = started_us, .problem = induct_new()};
    int status = EXIT_WRONG;
    if (configure(&v, command)) {
        struct supervision plan = {.timeout = settings->timeout,
                                   .started_us = v.started_us,
                                   .memory_mb = settings->memory_mb,
                                   .client = &v,
                                   .work = work,
                                   .interrupt = interrupt,
                                   .receive = receive,
                                   .prints = true};
        struct ending ending = supervise(&plan);
        if (v.stopped) ending_stop(&ending);
        status = conclude(&v, &ending);
    }
    mem_free(v.reason);
    induct_free(v.problem);
    return status;
}

static int run(int argc, char **argv, const struct command *command) {
    uint64_t started_us = clock_us();
    struct settings settings = {0};
    arguments_list positional = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &positional);
    int status = parsed == ARGUMENTS_SHOWN ? 0 : EXIT_WRONG;
    if (parsed == ARGUMENTS_RUN) {
        settings.file = positional.data[0];
        settings.evidence = vec_last(&positional);
        vec_append(&settings.input.more, positional.data + 1, positional.size - 2);
        status = verify(&settings, command, started_us);
    }
    vec_free(&positional);
    input_fini(&settings.input);
    return status;
}

const struct command verify_command = {
    .name = "verify",
    .usage = "FILE... EVIDENCE [option]...",
    .summary = "Judges a witness or certificate about FILE, independently of the engines.",
    .details =
        "Prints 'accepted', 'rejected: WHY' or 'undecided: WHY'; EVIDENCE is told apart by content.\n"
        "\n"
        "Exit status: 0 accepted; 1 rejected, also when it names what FILE does not have; 2 FILE or EVIDENCE "
        "is unreadable,\n"
        "or the call is wrong; 3 undecided within the limits.\n",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .least = 2,
    .most = INPUT_FILES + 1,
    .run = run,
};
