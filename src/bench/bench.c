#include "bench/bench.h"

#include "bench/campaign.h"
#include "bench/page.h"
#include "bench/plot.h"
#include "bench/score.h"
#include "bench/summary.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { EXIT_DONE = 0, EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 3 };

const char bench_help[] =
    "usage: induct bench MANIFEST.csv [--tool NAME=COMMAND]... [OPTION]... -o DIR\n"
    "\n"
    "Runs every tool on every file of the manifest, interleaved, under limits; checks every verdict\n"
    "against the manifest's `expected` column (safe, unsafe, not-safe: anything but safe; unknown; rows of\n"
    "convention are skipped) and the PROPERTIES.csv beside it; writes results.csv, summary.md, "
    "campaign.html\n"
    "(a page for a browser; campaign.json is its data), cactus.svg and scatter-A-B.svg to DIR. The same call "
    "continues a campaign that was interrupted, and rewrites the\n"
    "summary of one that is complete.\n"
    "\n"
    "  --tool NAME[:ADAPTER]=COMMAND   a command for /bin/sh; {} is the file, {column} a field of the\n"
    "                         manifest ({options}: its words, {files}: its files, in the row's folder), "
    "{timeout} and "
    "{memory}\n"
    "                         the limits. ADAPTER says how to read its\n"
    "                         output: induct, abc, chc (z3, cvc5), hwmcc or generic (lines that begin\n"
    "                         with safe, unsafe or unknown); by default it follows from the program.\n"
    "                         Without --tool, this induct runs, with the files, top, data_model and options "
    "of\n"
    "                         the manifest where it has these columns.\n"
    "  --timeout SECONDS      wall time per run (60)\n"
    "  --cpu SECONDS          CPU time per run, all its processes together; 0: no limit (0)\n"
    "  --memory MB            memory per run, all its processes together; 0: no limit (4096)\n"
    "  --jobs N               runs at a time (1)\n"
    "  --where COLUMN=VALUE   only these rows; VALUE may have the shell's * ? [...]; COLUMN!=VALUE "
    "excludes;\n"
    "                         with several, all must hold\n"
    "  --sample N             only N of these rows, chosen by a hash of seed and path (0: all)\n"
    "  --seed N               for --sample (0)\n"
    "  --shard I/N            only the I-th of N parts of these rows: for N machines, each with a DIR of its "
    "own\n"
    "  --merge DIR            runs nothing: takes the results of another DIR of the same campaign, as of a "
    "shard;\n"
    "                         may be repeated\n"
    "  --against DIR          campaign.html says what was lost and what gained since the campaign in DIR\n"
    "  -o, --output DIR       where the results go\n"
    "  --help, --version      this text, or the version\n"
    "\n"
    "exit status: 0 done, no wrong verdict; 1 a wrong verdict, or tools contradict each other; 2 the call\n"
    "or the manifest is wrong; 3 interrupted, or not all results are there after --merge\n";

struct call {
    struct plan plan;
    const char *manifest, *output, *against; /* borrowed from argv; against may be NULL */
    VEC(const char *) merged;                /* folders; likewise */
    bool help;
};

static enum status wrong_value(const char *option, const char *value, const char *expected,
                               struct messages *messages) {
    return messages_fail(messages, STATUS_USAGE, (struct position){0}, "--%s %s: expected %s", option, value,
                         expected);
}

static enum status parse_count(const char *option, const char *value, uint64_t low, uint64_t high,
                               uint64_t *number, struct messages *messages) {
    char *end;
    errno = 0;
    *number = strtoull(value, &end, 10);
    if (*value >= '0' && *value <= '9' && !*end && !errno && *number >= low && *number <= high)
        return STATUS_OK;
    return wrong_value(option, value, low ? "a positive number" : "a number", messages);
}

static enum status parse_seconds(const char *option, const char *value, double *seconds,
                                 struct messages *messages) {
    char *end;
    *seconds = strtod(value, &end);
    if (*value && !*end && *seconds > 0 && *seconds < 1e7) return STATUS_OK;
    return wrong_value(option, value, "a positive number of seconds", messages);
}

enum {
    OPTION_TOOL = 256,
    OPTION_TIMEOUT,
    OPTION_CPU,
    OPTION_MEMORY,
    OPTION_JOBS,
    OPTION_WHERE,
    OPTION_SAMPLE,
    OPTION_SEED,
    OPTION_SHARD,
    OPTION_MERGE,
    OPTION_AGAINST
};

static const struct option options[] = {{"tool", required_argument, NULL, OPTION_TOOL},
                                        {"timeout", required_argument, NULL, OPTION_TIMEOUT},
                                        {"cpu", required_argument, NULL, OPTION_CPU},
                                        {"memory", required_argument, NULL, OPTION_MEMORY},
                                        {"jobs", required_argument, NULL, OPTION_JOBS},
                                        {"where", required_argument, NULL, OPTION_WHERE},
                                        {"sample", required_argument, NULL, OPTION_SAMPLE},
                                        {"seed", required_argument, NULL, OPTION_SEED},
                                        {"shard", required_argument, NULL, OPTION_SHARD},
                                        {"merge", required_argument, NULL, OPTION_MERGE},
                                        {"against", required_argument, NULL, OPTION_AGAINST},
                                        {"output", required_argument, NULL, 'o'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};

static enum status parse_shard(const char *value, struct plan *plan, struct messages *messages) {
    const char *slash = strchr(value, '/');
    char *first = mem_format("%.*s", slash ? (int)(slash - value) : 0, value);
    struct messages ignored = {0};
    uint64_t shard = 0, shards = 0;
    bool good = slash && !parse_count("shard", first, 1, UINT32_MAX, &shard, &ignored) &&
                !parse_count("shard", slash + 1, 1, UINT32_MAX, &shards, &ignored) && shard <= shards;
    mem_free(first);
    messages_fini(&ignored);
    if (!good) return wrong_value("shard", value, "I/N, with I from 1 to N", messages);
    plan->shard = (uint32_t)shard;
    plan->shards = (uint32_t)shards;
    return STATUS_OK;
}

static enum status parse_option(struct call *call, int option, struct messages *messages) {
    struct plan *plan = &call->plan;
    enum status status = STATUS_OK;
    uint64_t number = 0;
    struct tool tool;
    switch (option) {
    case OPTION_TOOL:
        status = tool_parse(optarg, &tool, messages);
        if (!status) vec_push(&plan->tools, tool);
        return status;
    case OPTION_TIMEOUT: return parse_seconds("timeout", optarg, &plan->limits.seconds, messages);
    case OPTION_CPU:
        plan->limits.cpu_seconds = 0;
        return strcmp(optarg, "0") ? parse_seconds("cpu", optarg, &plan->limits.cpu_seconds, messages)
                                   : STATUS_OK;
    case OPTION_MEMORY: return parse_count("memory", optarg, 0, 1u << 30, &plan->limits.megabytes, messages);
    case OPTION_JOBS:
        status = parse_count("jobs", optarg, 1, 1024, &number, messages);
        plan->jobs = (uint32_t)number;
        return status;
    case OPTION_WHERE: vec_push(&plan->where, mem_strdup(optarg)); return STATUS_OK;
    case OPTION_SAMPLE:
        status = parse_count("sample", optarg, 0, UINT32_MAX, &number, messages);
        plan->sample = (uint32_t)number;
        return status;
    case OPTION_SEED: return parse_count("seed", optarg, 0, UINT64_MAX, &plan->seed, messages);
    case OPTION_SHARD: return parse_shard(optarg, plan, messages);
    case OPTION_MERGE: vec_push(&call->merged, optarg); return STATUS_OK;
    case OPTION_AGAINST: call->against = optarg; return STATUS_OK;
    case 'o': call->output = optarg; return STATUS_OK;
    case 'h': call->help = true; return STATUS_OK;
    default: return STATUS_USAGE; /* getopt has said what is wrong */
    }
}

/* This program, for /bin/sh, as the loaded manifest's rows want it; /proc/self would be the shell there. */
static enum status add_default_tool(struct plan *plan, struct messages *messages) {
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return messages_fail(messages, STATUS_IO, (struct position){0},
                             "cannot find this program; give a --tool");
    program[length] = 0;
    struct text command = {0};
    command_quote(&command, program);
    bool files = csv_column(&plan->manifest, "files") >= 0;
    text_format(&command, " check %s --timeout {timeout}%s", files ? "{files}" : "{}",
                plan->limits.megabytes ? " --memory {memory}" : "");
    if (csv_column(&plan->manifest, "top") >= 0) text_add(&command, " $(test -z {top} || echo --top {top})");
    if (csv_column(&plan->manifest, "data_model") >= 0)
        text_add(&command, " $(test -z {data_model} || echo --data-model {data_model})");
    if (csv_column(&plan->manifest, "options") >= 0) text_add(&command, " {options}");
    vec_push(&plan->tools, (struct tool){mem_strdup("induct"), text_take(&command), ADAPTER_INDUCT});
    return STATUS_OK;
}

static enum status parse_call(struct call *call, int argc, char **argv, struct messages *messages) {
    call->plan.limits = (struct run_limits){.seconds = 60, .megabytes = 4096};
    call->plan.jobs = 1;
    optind = 0; /* start anew: the caller may have parsed options of its own */
    for (int option; (option = getopt_long(argc, argv, "o:h", options, NULL)) != -1;) {
        enum status status = parse_option(call, option, messages);
        if (status || call->help) return status;
    }
    const struct position nowhere = {0};
    if (optind == argc) return messages_fail(messages, STATUS_USAGE, nowhere, "no manifest is given");
    if (optind + 1 < argc)
        return messages_fail(messages, STATUS_USAGE, nowhere, "more than one manifest: %s", argv[optind + 1]);
    if (!call->output) return messages_fail(messages, STATUS_USAGE, nowhere, "no folder is given: -o DIR");
    if (call->merged.size && call->plan.shards)
        return messages_fail(messages, STATUS_USAGE, nowhere, "--shard runs, --merge does not: one of them");
    call->manifest = argv[optind];
    return STATUS_OK;
}

static enum status write_to(const struct text *text, const char *directory, const char *name,
                            struct messages *messages) {
    char *path = mem_format("%s/%s", directory, name);
    enum status status = text_write_file(text, path, messages);
    mem_free(path);
    return status;
}

static enum status write_scatters(const struct plan *plan, const struct results *results,
                                  const char *directory, struct messages *messages) {
    enum status status = STATUS_OK;
    for (uint32_t a = 0; a < plan->tools.size; a++)
        for (uint32_t b = a + 1; b < plan->tools.size; b++) {
            if (status || !summary_has_pair(plan, a, b)) continue;
            struct text text = {0};
            char *name = mem_format("scatter-%s-%s.svg", plan->tools.data[a].name, plan->tools.data[b].name);
            plot_scatter(plan, results, a, b, &text);
            status = write_to(&text, directory, name, messages);
            mem_free(name);
            text_fini(&text);
        }
    return status;
}

static enum status write_page(const struct call *call, const struct results *results,
                              struct messages *messages) {
    struct text data = {0}, page = {0};
    enum status status = page_data(&call->plan, results, call->against, &data, messages);
    if (!status) status = write_to(&data, call->output, "campaign.json", messages);
    page_write(&call->plan, &data, &page);
    if (!status) status = write_to(&page, call->output, "campaign.html", messages);
    text_fini(&data);
    text_fini(&page);
    return status;
}

static enum status write_reports(const struct call *call, const struct results *results,
                                 struct messages *messages) {
    const struct plan *plan = &call->plan;
    struct text text = {0};
    summary_write(plan, results, &text);
    enum status status = write_to(&text, call->output, "summary.md", messages);
    text_clear(&text);
    plot_cactus(plan, results, &text);
    if (!status) status = write_to(&text, call->output, "cactus.svg", messages);
    text_fini(&text);
    if (!status) status = write_scatters(plan, results, call->output, messages);
    return status ? status : write_page(call, results, messages);
}

/* One line per tool, and the number of wrong verdicts and contradictions. */
static uint32_t print_scores(const struct plan *plan, const struct results *results, const char *directory) {
    u32s contradictions = {0};
    score_contradictions(plan, results, &contradictions);
    uint32_t wrong = 0;
    for (uint32_t t = 0; t < plan->tools.size; t++) {
        struct score score = score_tool(plan, results, t, NULL);
        printf("%s: %u of %u solved (%u safe, %u unsafe), PAR-2 %.2f s", plan->tools.data[t].name,
               score.solved, score.runs, score.outcomes[OUTCOME_SAFE], score.outcomes[OUTCOME_UNSAFE],
               score.par2);
        uint32_t decided = score.outcomes[OUTCOME_SAFE] + score.outcomes[OUTCOME_UNSAFE];
        if (score.solved > decided) printf(", %u rightly unknown", score.solved - decided);
        if (score.outcomes[OUTCOME_ERROR]) printf(", %u errors", score.outcomes[OUTCOME_ERROR]);
        if (score.wrong) printf(", %u WRONG", score.wrong);
        putchar('\n');
        wrong += score.wrong;
    }
    if (contradictions.size) printf("tools contradict each other on %u files\n", contradictions.size);
    if (plan->conventions) printf("%u rows of convention skipped\n", plan->conventions);
    printf("see %s/summary.md\n", directory);
    wrong += contradictions.size;
    vec_free(&contradictions);
    return wrong;
}

static void warn_of_memory(const struct plan *plan) {
    double installed = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
    if (plan->limits.megabytes * (double)plan->jobs > installed)
        fprintf(stderr, "bench: warning: %u runs of %llu MB do not fit into this machine's %.0f MB\n",
                plan->jobs, (unsigned long long)plan->limits.megabytes, installed);
}

static enum status merge_all(const struct call *call, struct results *results, struct messages *messages) {
    enum status status = STATUS_OK;
    if (results->list.size)
        status = messages_fail(messages, STATUS_USAGE, (struct position){.file = call->output},
                               "has results already; --merge needs a new folder");
    vec_each (const char *const, directory, &call->merged)
        if (!status) status = results_merge(results, &call->plan, *directory, messages);
    return status;
}

/* What runs, or is merged; STATUS_STOPPED: there is more to come. */
static enum status fill(struct call *call, struct results *results, struct messages *messages) {
    const struct plan *plan = &call->plan;
    if (!call->merged.size) return campaign_run(plan, results, call->output, messages);
    enum status status = merge_all(call, results, messages);
    return !status && results->list.size < plan_runs(plan) ? STATUS_STOPPED : status;
}

static int run_call(struct call *call, struct messages *messages) {
    struct plan *plan = &call->plan;
    if (plan_load(plan, call->manifest, messages)) return EXIT_USAGE;
    if (!plan->tools.size && add_default_tool(plan, messages)) return EXIT_USAGE;
    if (call->against && page_check(call->against, messages)) return EXIT_USAGE;
    warn_of_memory(plan);
    struct results results;
    int code = EXIT_USAGE;
    enum status status = results_open(&results, plan, call->output, messages);
    if (!status) {
        enum status run = fill(call, &results, messages);
        status = write_reports(call, &results, messages);
        uint32_t wrong = print_scores(plan, &results, call->output);
        if (run == STATUS_STOPPED && call->merged.size)
            fprintf(stderr, "bench: %u of %u results are there\n", results.list.size, plan_runs(plan));
        else if (run == STATUS_STOPPED)
            fprintf(stderr, "bench: interrupted; the same call continues\n");
        if (!status && !run)
            code = wrong ? EXIT_WRONG : EXIT_DONE;
        else if (!status && run == STATUS_STOPPED)
            code = EXIT_INTERRUPTED;
    }
    results_fini(&results);
    return code;
}

int bench_main(int argc, char **argv) {
    struct call call = {0};
    struct messages messages = {0};
    int code = EXIT_USAGE;
    enum status status = parse_call(&call, argc, argv, &messages);
    if (!status && call.help) {
        fputs(bench_help, stdout);
        code = EXIT_DONE;
    } else if (!status)
        code = run_call(&call, &messages);
    vec_each (struct message, message, &messages.list) fprintf(stderr, "bench: %s\n", message->text);
    if (status) fprintf(stderr, "bench: see induct bench --help\n");
    messages_fini(&messages);
    vec_free(&call.merged);
    plan_fini(&call.plan);
    return code;
}
