/* induct check: the command, and the supervisor's side of it. */
#define _GNU_SOURCE
#include "cli/check.h"

#include "base/clock.h"
#include "cli/check_join.h"
#include "cli/commands.h"
#include "cli/join.h"
#include "cli/outlet.h"
#include "cli/outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define FIELD(name) offsetof(struct check_settings, name)
static const struct argument rows[] = {
    {"engine", 0, "NAME|auto|default", ARGUMENT_TEXT, FIELD(engine), ARGUMENT_ENGINES,
     "auto: several engines at a time, the first verdict counts (the default); default: the level's own "
     "engine alone; NAME: this one alone (see 'induct engines')"},
    {"jobs", 0, "N", ARGUMENT_COUNT, FIELD(jobs), NULL,
     "with auto: so many engines at a time, each in a process; default: the processors that induct may use; "
     "1: two engines in turns"},
    {"property", 0, "N|NAME", ARGUMENT_TEXT, FIELD(property), NULL,
     "decide only the property of this name or, if none is called so, of this number (from 0 on)"},
    {"timeout", 0, "SECONDS", ARGUMENT_SECONDS, FIELD(timeout), NULL,
     "wall time, checks included; default none"},
    {"memory", 0, "MB", ARGUMENT_COUNT, FIELD(memory_mb), NULL, "megabytes of memory; default none"},
    INPUT_ROWS(struct check_settings, input),
    {"witness", 0, "FILE", ARGUMENT_LIST, FIELD(witnesses), ARGUMENT_FILES,
     "write counterexamples: of circuits .aiw (AIGER), .vcd (waveform), .txt; of systems .wit or .btorwit "
     "(BTOR2), .vcd, .smt2, .txt; of programs .c (harness), .yml (SV-COMP), .txt; of all .json (steps), "
     ".show (as reports have it), .pack (induct's own); may be repeated"},
    {"certificate", 0, "FILE", ARGUMENT_LIST, FIELD(certificates), ARGUMENT_FILES,
     "write proofs: of circuits .aig, .aag (AIGER certificates, binary and ASCII); of systems .smt2 "
     "(obligations), .btor2 (of BTOR2), .sv (assertions for the design), .txt; of programs .smt2, .yml "
     "(SV-COMP), .txt (loop invariants); of all .show (as reports have it), .pack (induct's own); may be "
     "repeated"},
    {"stats", 0, "FILE", ARGUMENT_TEXT, FIELD(stats), ARGUMENT_FILES,
     "write verdicts and statistics as JSON, also after a time-out"},
    {"sarif", 0, "FILE", ARGUMENT_TEXT, FIELD(sarif), ARGUMENT_FILES,
     "write verdicts, and counterexamples step by step, as a SARIF 2.1.0 log, for code scanning"},
    {"junit", 0, "FILE", ARGUMENT_TEXT, FIELD(junit), ARGUMENT_FILES,
     "write verdicts as a JUnit report, a test case per property, for test summaries"},
    {"report", 0, "FILE.html", ARGUMENT_TEXT, FIELD(report), ARGUMENT_FILES,
     "write a page for a browser: verdicts, counterexamples and proofs, what happened; FILE.json: the same "
     "as "
     "data (see 'induct report')"},
    {"json", 0, NULL, ARGUMENT_FLAG, FIELD(json), NULL, "print one JSON object instead of verdict lines"},
    {"quiet", 0, NULL, ARGUMENT_FLAG, FIELD(quiet), NULL,
     "verdict lines only: no warnings, progress or statistics"},
    {"no-verify", 0, NULL, ARGUMENT_FLAG, FIELD(no_verify), NULL,
     "do not check evidence; verdicts are marked (unverified)"},
    {"verify-with", 0, "JUDGE", ARGUMENT_TEXT, FIELD(judge), "z3|cvc5",
     "who checks invariants of systems and programs: z3 or cvc5 (of circuits CaDiCaL does)"},
    {"no-replay", 0, NULL, ARGUMENT_FLAG, FIELD(no_replay), NULL,
     "C: interpret a counterexample, on the automaton as read, instead of compiling and running the program "
     "with it"},
    {"vacuity", 0, "off|warn|error", ARGUMENT_TEXT, FIELD(vacuity), "off|warn|error",
     "of a proof that holds because assumptions contradict each other, or whose condition is never true: "
     "warn "
     "(the default), call it unknown, or do not look"},
    {"shorten", 0, NULL, ARGUMENT_FLAG, FIELD(shorten), NULL,
     "circuits, systems: look for the shortest counterexample, as long as there is time"},
    {"seed", 0, "N", ARGUMENT_NUMBER, FIELD(seed), NULL, "seed of the pseudo-random choices; default 0"},
    {"as", 0, "DIALECT", ARGUMENT_WORD, FIELD(dialect), CHECK_DIALECTS,
     "whose output to imitate; default native"},
    {"cache", 0, "DIR", ARGUMENT_TEXT, FIELD(cache), ARGUMENT_FOLDERS,
     "keep evidence in this folder, and judge what is there again instead of solving"},
    JOIN_ROW(struct check_settings, join,
             "with auto: workers of other machines, who joined redis://HOST[:PORT]/JOB, work on it, too (see "
             "'induct worker')"),
    {"set", 0, "OPTION=VALUE", ARGUMENT_LIST, FIELD(sets), ARGUMENT_OPTIONS,
     "set an option of the engine (see 'induct options'); may be repeated"},
};

/* A wrong call is found before any work: options, engine, and files that could not be written. */

static bool choose_engine(struct check *check) {
    const char *name = check->settings->engine;
    if (name && strcmp(name, "auto")) return induct_set_engine(check->problem, name) == INDUCT_OK;
    uint64_t jobs = check->settings->jobs, most = 1024;
    induct_set_jobs(check->problem, !jobs ? induct_processors() : (unsigned)(jobs < most ? jobs : most));
    return true;
}

static bool configure(struct check *check) {
    const struct check_settings *settings = check->settings;
    induct_set_seed(check->problem, settings->seed);
    induct_set_verify(check->problem, !settings->no_verify);
    induct_set_replay(check->problem, !settings->no_replay);
    induct_set_shorten(check->problem, settings->shorten);
    if (!input_configure(check->problem, &settings->input, &check_command)) return false;
    bool good = (!settings->cache || induct_set_cache(check->problem, settings->cache) == INDUCT_OK) &&
                (!settings->vacuity || induct_set_vacuity(check->problem, settings->vacuity) == INDUCT_OK) &&
                (!settings->judge || induct_set_judge(check->problem, settings->judge) == INDUCT_OK) &&
                choose_engine(check) && input_set_options(check->problem, &settings->sets, &check_command);
    if (!good && *induct_error(check->problem))
        arguments_complain(&check_command, "%s", induct_error(check->problem));
    return good;
}

static bool call_is_right(const struct check_settings *settings) {
    if (settings->json && settings->dialect != DIALECT_NATIVE) {
        arguments_complain(&check_command, "--json and --as exclude each other");
        return false;
    }
    return outputs_fit(settings);
}

/* What arrives from the worker. */

static void say(struct check *check, const char *text, bool error) {
    vec_push(&check->messages, mem_strdup(text));
    if (check->settings->quiet && !error) return;
    live_erase();
    fprintf(stderr, "%s%s\n", error ? "" : "warning: ", text);
}

static void decide(struct check_row *row, char *reason) {
    row->decided = true;
    row->reason = reason;
    row->result.reason = row->reason;
}

static void take_result(struct check_row *row, const struct wire_message *message) {
    memcpy(&row->result, message->bytes, sizeof row->result);
    const char *reason = message->bytes + sizeof row->result, *witness = reason + strlen(reason) + 1;
    decide(row, mem_strdup(reason));
    if (witness < message->bytes + message->size) row->witness = mem_strdup(witness);
}

static void note_judging(struct check_row *row, const struct wire_message *message) {
    row->judging = true;
    row->refuted = message->number != 0;
    row->since_us = clock_us();
    snprintf(row->worker, sizeof row->worker, "%s", message->bytes);
}

static bool settle(struct check *check, struct check_row *row) {
    row->settled = true;
    row->since_us = clock_us();
    live_erase();
    return output_verdict(check, row);
}

static struct check_row *add_row(struct check *check, const char *name, const char *code, bool selected) {
    vec_push(&check->rows,
             (struct check_row){.name = mem_strdup(name), .code = mem_strdup(code), .selected = selected});
    return &vec_last(&check->rows);
}

static void take_property(struct check *check, const struct wire_message *message) {
    const char *name = message->bytes, *code = name + strlen(name) + 1, *source = code + strlen(code) + 1;
    struct check_row *row = add_row(check, name, code, message->number != 0);
    if (source < message->bytes + message->size) row->source = mem_strdup(source);
}

static bool receive(void *client, const struct wire_message *message) {
    struct check *check = client;
    switch (message->kind) {
    case WIRE_LOG: say(check, message->bytes, message->number != 0); break;
    case WIRE_NOTE:
        if (check->settings->quiet) break;
        live_erase();
        fputs(message->bytes, stderr);
        break;
    case WIRE_PROPERTY: take_property(check, message); break;
    case WIRE_STAGE: snprintf(check->stage, sizeof check->stage, "%s", message->bytes); break;
    case WIRE_JUDGING: note_judging(&check->rows.data[message->property], message); break;
    case WIRE_FILE: vec_push(&check->rows.data[message->property].files, mem_strdup(message->bytes)); break;
    case WIRE_STEPS: check->rows.data[message->property].steps = mem_strdup(message->bytes); break;
    case WIRE_DECIDED: take_result(&check->rows.data[message->property], message); break;
    case WIRE_CLEARED: check->cleared = true; break;
    case WIRE_FORMAT:
    case WIRE_SHOWN:
    case WIRE_WORKER:
    case WIRE_SOURCE: check_report_receive(check, message); break;
    case WIRE_VERDICT: return settle(check, &check->rows.data[message->property]);
    case WIRE_FAILED:
        if (message->number == INDUCT_UNSUPPORTED)
            check->unsupported = true;
        else if (message->number == INDUCT_STOPPED)
            check->stopped = true;
        else
            check->failed = true;
        break;
    default: break;
    }
    return true;
}

static void tick(void *client) {
    struct check *check = client;
    if (live_wanted(check)) live_show(check);
    output_depth(check);
    if (check->settings->report) check_report_sample(check);
}

/* The end. */

/* The reason for the properties that a worker left undecided. */
static enum induct_reason cause_of(const struct check *check, const struct check_row *row) {
    if (check->unsupported) return INDUCT_REASON_UNSUPPORTED;
    if (check->ending.kind == ENDING_TIMEOUT && row->judging) return INDUCT_REASON_EVIDENCE_TIMEOUT;
    return ending_cause(&check->ending);
}

static void decide_by_ending(struct check *check, uint32_t i) {
    struct check_row *row = &check->rows.data[i];
    const char *what = check->messages.size ? vec_last(&check->messages) : "the input";
    row->result.cause = cause_of(check, row);
    row->result.depth = i < CHECK_DEPTHS ? (int64_t)check->shared->depths[i] - 1 : -1;
    row->result.time_us = clock_us() - check->started_us;
    const char *word = induct_reason_word(row->result.cause);
    decide(row, row->result.cause == INDUCT_REASON_UNSUPPORTED ? mem_format("%s: %s", word, what)
                : row->result.cause == INDUCT_REASON_INTERNAL  ? ending_reason(&check->ending)
                                                               : mem_strdup(word));
}

/* A verdict whose evidence was accepted stands, also when the worker was ended while it wrote that to
 * files. */
static void warn_of_missing_files(struct check *check, const struct check_row *row) {
    struct text text = {0};
    text_format(&text, "property %s: not all of its evidence was written", row->name);
    say(check, text.data, true);
    text_fini(&text);
}

static void settle_rest(struct check *check) {
    if (check->failed) return;
    const char *name = check->settings->property;
    if (!name && !check->rows.size) name = induct_only_property(check->problem, check->settings->file);
    if (!check->rows.size) add_row(check, name ? name : "*", "*", true); /* the model was not even read */
    for (uint32_t i = 0; i < check->rows.size; i++) {
        struct check_row *row = &check->rows.data[i];
        if (!row->selected || row->settled) continue;
        if (row->decided)
            warn_of_missing_files(check, row);
        else
            decide_by_ending(check, i);
        if (!settle(check, row)) return;
    }
}

static int exit_status(const struct check *check) {
    if (check->failed) return EXIT_WRONG;
    int status = EXIT_SAFE;
    vec_each (const struct check_row, row, &check->rows) {
        if (!row->selected || !row->settled) continue;
        if (row->result.verdict == INDUCT_UNSAFE && !row->result.cover) return EXIT_UNSAFE;
        if (row->result.verdict == INDUCT_UNKNOWN) status = EXIT_UNKNOWN;
    }
    return status;
}

static void supervise_check(struct check *check) {
    const struct check_settings *settings = check->settings;
    bool ticks = live_wanted(check) || settings->dialect == DIALECT_SBY || settings->report;
    struct supervision plan = {.timeout = settings->timeout,
                               .started_us = check->started_us,
                               .memory_mb = settings->memory_mb,
                               .client = check,
                               .work = check_work,
                               .interrupt = check_interrupt,
                               .receive = receive,
                               .prints = true,
                               .tick = ticks ? tick : NULL,
                               .tick_us = 100000};
    check->ending = supervise(&plan);
    if (check->stopped) ending_stop(&check->ending);
    live_erase();
    if (check->ending.memory_kb) check->shared->stats.memory_kb = check->ending.memory_kb;
    check->shared->stats.total_us = clock_us() - check->started_us;
}

static int conclude(struct check *check) {
    settle_rest(check);
    int status = exit_status(check), answer = status;
    if (check->settings->dialect == DIALECT_SBY && status != EXIT_WRONG) answer = 0;
    outlet_settle(answer);
    output_end(check, status);
    outputs_write(check, status);
    return answer;
}

static void release(struct check *check) {
    vec_each (struct check_row, row, &check->rows) {
        mem_free(row->name);
        mem_free(row->code);
        mem_free(row->reason);
        mem_free(row->witness);
        mem_free(row->source);
        mem_free(row->steps);
        mem_free(row->engine);
        mem_free(row->lines);
        mem_free(row->shown);
        vec_each (char *, file, &row->files) mem_free(*file);
        vec_free(&row->files);
    }
    vec_free(&check->rows);
    vec_each (char *, text, &check->messages) mem_free(*text);
    vec_free(&check->messages);
    check_report_fini(&check->report);
    induct_free(check->problem);
    munmap(check->shared, sizeof *check->shared);
}

static int check_file(const struct check_settings *settings, uint64_t started_us) {
    struct check check = {.settings = settings, .started_us = started_us, .problem = induct_new()};
    check.shared =
        mmap(NULL, sizeof *check.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (check.shared == MAP_FAILED) {
        perror("induct check: shared memory");
        exit(EXIT_UNKNOWN);
    }
    int status = EXIT_WRONG;
    if (call_is_right(settings) && configure(&check) && check_join_start(&check.join, settings)) {
        induct_set_statistics(check.problem, &check.shared->stats);
        supervise_check(&check);
        status = conclude(&check);
        check_join_end(check.join);
    }
    release(&check);
    return status;
}

static int run(int argc, char **argv, const struct command *command) {
    uint64_t started_us = clock_us();
    struct check_settings settings = {0};
    arguments_list positional = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &positional);
    int status = parsed == ARGUMENTS_SHOWN ? 0 : EXIT_WRONG;
    if (parsed == ARGUMENTS_RUN) {
        settings.file = positional.data[0];
        vec_append(&settings.input.more, positional.data + 1, positional.size - 1);
        status = check_file(&settings, started_us);
    }
    vec_free(&positional);
    vec_free(&settings.witnesses);
    vec_free(&settings.certificates);
    vec_free(&settings.sets);
    input_fini(&settings.input);
    return status;
}

const struct command check_command = {
    .name = "check",
    .usage = "FILE... [option]...",
    .summary =
        "Decides every safety property of FILE, with evidence that an independent checker has accepted.",
    .details =
        "Standard output has a line per property, as soon as it is decided:\n"
        "  safe NAME ...                      no reachable state violates it; there is an inductive "
        "invariant\n"
        "  unsafe NAME depth=K ...            there is a counterexample, violating it after K transitions\n"
        "  unknown NAME (REASON) depth=K      undecided; no counterexample has depth K or less (-1: none "
        "was ruled out)\n"
        "With several properties, '-NAME' goes before the extension of the files of --witness and "
        "--certificate.\n"
        "\n"
        "Exit status: 0 every property is safe; 1 some property is unsafe; 2 the input is malformed "
        "or has no property,\n"
        "or the call is wrong; 3 nothing is unsafe but something is unknown. (--as sby: 0 instead of "
        "1 and 3.)\n",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .least = 1,
    .most = INPUT_FILES,
    .run = run,
};
