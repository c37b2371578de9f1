/* libinduct: decides safety properties of circuits, transition systems and C programs, with evidence that an
 * independent checker has accepted.
 *
 * A `struct induct` is one problem: a model, settings, and after a run the verdicts. A worked example:
 *
 *     #include <induct.h>
 *     #include <stdio.h>
 *
 *     static void decided(void *client, struct induct *problem, unsigned property) {
 *         (void)client;
 *         if (induct_result(problem, property)->verdict == INDUCT_UNSAFE)
 *             induct_write_evidence(problem, property, "counterexample.vcd");
 *     }
 *
 *     int main(void) {
 *         struct induct *problem = induct_new();
 *         induct_on_verdict(problem, decided, NULL);
 *         induct_set_timeout(problem, 60);
 *         if (induct_load_file(problem, "model.aig") != INDUCT_OK || induct_run(problem) != INDUCT_OK)
 *             puts(induct_error(problem));
 *         for (unsigned i = 0; i < induct_properties(problem); i++) {
 *             enum induct_verdict verdict = induct_result(problem, i)->verdict;
 *             printf("%s %s\n", induct_verdict_word(verdict), induct_property_name(problem, i));
 *         }
 *         induct_free(problem);
 *     }
 *
 * Compile with $(pkg-config --cflags --libs induct) for the shared library. For libinduct.a name that file instead of
 * -linduct, and after it -lcadical -lstdc++ -lgmp -lz -lm -ldl -pthread. Both export the functions of this header and
 * no other name. examples/embed.c is a longer example.
 *
 * States, and the calls allowed in each:
 *
 *                        +--------- select, settings ----------+
 *                        v                                     |
 *     new -> EMPTY --> LOADED --run--> RUNNING --the end--> DONE --run--> RUNNING ...
 *              ^  load   |                |
 *              +- fails -+                +--> on_event and on_verdict are called
 *
 *     EMPTY     settings, load
 *     LOADED    also: properties and their names, select, verify, convert, run, result (not run), and
 *               can_write_evidence, evidence, write_evidence, forget_evidence (there is none yet)
 *     RUNNING   from anywhere: interrupt. From the callbacks: result, evidence, write_evidence, forget_evidence,
 *               statistic and its kin. Nothing else of this object.
 *     DONE      as LOADED, with results and evidence
 *
 * The end of a run comes when every selected property is decided, at the time limit, or by an interrupt. load
 * may be called again at any time but RUNNING.
 *
 * Ownership: the object owns every `const` pointer that is returned; it lives until the next load or run, or
 * free. `char *` results are the caller's, to be released with free(). Errors: a function that can fail
 * returns a status, and induct_error() says what is wrong, as `file:line:column: ...` when it concerns a
 * file. One object is used by one thread at a time; different objects are independent. The library never
 * prints and never installs signal handlers.
 *
 * Threads: what asks the SMT solver is done in a thread of its own, for deep formulas take a deep stack; the call waits
 * for its end. So the callbacks of a run may be called in a thread that is not the caller's, one at a time.
 *
 * Memory: when the system refuses memory the library does not return an error; it calls the handler set with
 * induct_on_exhaustion, which must not return. The default handler writes a line to standard error and ends the process
 * with status 99. Run a problem in a process of its own if yours must survive that. Memory that is refused to the `new`
 * of a host in C++, in a thread that is not working for the library, stays the host's matter.
 *
 * Processes: C programs are read, and their counterexamples run, with the help of child processes; none outlives the
 * call. Let nobody else wait for children that are not theirs, as wait() does. */
#ifndef INDUCT_H
#define INDUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version that a program was compiled with; induct_version() is the one that it runs with. */
#define INDUCT_VERSION       "0.1.0"
#define INDUCT_VERSION_MAJOR 0
#define INDUCT_VERSION_MINOR 1
#define INDUCT_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* the library hides everything else */

enum induct_status {
    INDUCT_OK,
    INDUCT_MALFORMED,   /* the input breaks its format, or has no property */
    INDUCT_UNSUPPORTED, /* well formed, but this version cannot do it; the message names what */
    INDUCT_IO,          /* a file could not be read or written */
    INDUCT_USAGE,       /* a wrong name, value or call */
    INDUCT_STOPPED      /* interrupted, or out of time, before the model was read; has no message */
};

enum induct_verdict { INDUCT_UNKNOWN, INDUCT_SAFE, INDUCT_UNSAFE };

/* Why a verdict is unknown. */
enum induct_reason {
    INDUCT_REASON_NONE,              /* it is not */
    INDUCT_REASON_NOT_RUN,           /* before a run, and of properties that are not selected */
    INDUCT_REASON_TIMEOUT,           /* the time limit */
    INDUCT_REASON_MEMORY,            /* the memory limit, which only the command line has */
    INDUCT_REASON_INTERRUPTED,       /* induct_interrupt */
    INDUCT_REASON_UNSUPPORTED,       /* what the model or the engine would need; the text names it */
    INDUCT_REASON_BOUND,             /* the engine reached a bound that an option sets */
    INDUCT_REASON_INCOMPLETE,        /* the engine, or its solver, has no answer; the text is the engine's */
    INDUCT_REASON_EVIDENCE_REJECTED, /* the checker rejected the evidence: a bug */
    INDUCT_REASON_EVIDENCE_TIMEOUT,  /* the time limit came while evidence was checked */
    INDUCT_REASON_NOT_REPRODUCED, /* a counterexample over unbounded numbers, not one of machine arithmetic */
    INDUCT_REASON_VACUOUS,        /* a proof that says nothing, and induct_set_vacuity asks for more */
    INDUCT_REASON_INTERNAL        /* a bug */
};

struct induct;

const char *induct_version(void);                     /* "0.1.0" */
const char *induct_verdict_word(enum induct_verdict); /* "unknown", "safe", "unsafe" */
struct induct_result;
/* The same, or of a cover property: "unknown", "unreachable", "covered". */
const char *induct_result_word(const struct induct_result *);
/* "timeout", "evidence rejected", ...; "" for INDUCT_REASON_NONE. */
const char *induct_reason_word(enum induct_reason);

struct induct *induct_new(void); /* default engine, options and limits; no model */
void induct_free(struct induct *);
void induct_on_exhaustion(void (*handler)(size_t bytes)); /* for the whole process; NULL: the default */

/* Messages: errors of the last call that failed, and warnings. */

const char *induct_error(const struct induct *); /* the first error, "" when there is none */
unsigned induct_messages(const struct induct *); /* errors and warnings since the last clear */
const char *induct_message(const struct induct *, unsigned index, bool *is_error); /* [0..induct_messages[ */
void induct_clear_messages(struct induct *);

/* The model. */

/* Forces the format of the files to load: "aiger", "btor2", "vmt", "verilog", "c"; NULL recognises it by content, else
 * by the name, Verilog, C and LLVM bitcode by the name first (the default). */
enum induct_status induct_set_format(struct induct *, const char *format);

/* How C programs are read; these matter for loads that follow. */

enum induct_status induct_set_data_model(struct induct *, const char *name); /* "lp64" (default), "ilp32" */
/* How integers are read: "bv" (exact, the default); "int" and "real" take them as unbounded numbers, so that
 * verdicts are not bit-precise (see struct induct_result). */
enum induct_status induct_set_theory(struct induct *, const char *name);
enum induct_status induct_set_entry(struct induct *, const char *function); /* default: main */
/* An SV-COMP property file; it names the function where the program starts and the error function. */
enum induct_status induct_set_spec(struct induct *, const char *path);
enum induct_status induct_add_include(struct induct *, const char *directory); /* of Verilog, too */
enum induct_status induct_add_define(struct induct *, const char *macro); /* NAME or NAME=VALUE; likewise */

/* How Verilog is read: a design may have several files, of which the first one is loaded. Values that are not of the
 * form are INDUCT_USAGE now, names that the design does not have are that when it is loaded. */

enum induct_status induct_add_file(struct induct *, const char *path); /* after the first one */
enum induct_status induct_set_top(struct induct *,
                                  const char *module); /* default: the only one that can be */
enum induct_status induct_add_parameter(struct induct *,
                                        const char *assignment); /* NAME=NUMBER, of the top */
/* A signal at whose edges registers store. Needed where there are several, or both edges: steps are points in time
 * then, at which clocks change as they like. */
enum induct_status induct_add_clock(struct induct *, const char *signal);
/* [!]SIGNAL[:CYCLES]: the input is 1 (with `!`: 0) in the first CYCLES steps (1), and the other value later. */
enum induct_status induct_set_reset(struct induct *, const char *reset);

/* A file that says what the bits of AIGER files that follow were called in the design, or names clocks and properties
 * of BTOR2 files: Yosys' maps (.aim, .ywa, .ywb) and write_btor's .info. NULL: none. */
void induct_set_map(struct induct *, const char *path);

/* Reads a model; gzip is decompressed; path "-" is standard input. Replaces the model loaded before. A file
 * without any property is loaded, so that it can be converted; induct_run refuses it. */
enum induct_status induct_load_file(struct induct *, const char *path);
/* Likewise from memory, which is copied; `name` stands for the file in messages. */
enum induct_status induct_load_memory(struct induct *, const void *data, size_t size, const char *name);

/* The name of the one property that files of such a name, or of the format that was set, have whatever they contain:
 * "unreach-call" for C programs. NULL: the content decides. */
const char *induct_only_property(const struct induct *, const char *path);

/* Whether files of such a name, or of the format that was set, may include others. */
bool induct_may_include(const struct induct *, const char *path);
/* The name by which the loaded program or design includes the file at the path, headers of the system too; NULL: it
 * does not. */
const char *induct_included(const struct induct *, const char *path);

const char *induct_format(const struct induct *); /* of the model that is loaded; NULL: none is */

/* Properties are numbered as in the file, from 0: bad states (or, in AIGER files without a B section,
 * outputs) and invariant properties, then those that are read but not decided: justice and liveness. The name
 * is the symbol with blanks as '_', else the number (justice: "j" and its own number; "fairness", when there
 * are fairness constraints and nothing else). A C program has one property, "unreach-call": no error function
 * is called. */
unsigned induct_properties(const struct induct *);
const char *induct_property_name(const struct induct *, unsigned property);
/* How witness formats call it: "b0", "j1". */
const char *induct_property_code(const struct induct *, unsigned property);
/* By name (blanks are as good as '_'), else by decimal number; -1: there is none, -2: several have that name. */
long induct_find_property(const struct induct *, const char *name_or_number);

/* Writes the model in a format: "aiger" (binary when the path ends in .aig, else ASCII), "btor2", "vmt",
 * "chc" (Horn clauses; one predicate, of programs one per location), "smt2" (definitions to read and to
 * work with) or "dot" (of programs, a picture for Graphviz). Programs are written as engines see them, after the
 * options of group `program`. "-" is standard output. INDUCT_UNSUPPORTED when the format cannot say what the
 * model has; a picture names it and is written all the same. */
enum induct_status induct_convert(struct induct *, const char *format, const char *path);
bool induct_can_write(const char *format);

/* Up to three names of properties that are like one that nothing is called, for a message: " 'a_full', 'a_fill'". */
char *induct_near_properties(const struct induct *, const char *name);
/* Where the property comes from, FILE:LINE..., as the file tells; NULL: it does not. */
const char *induct_property_source(const struct induct *, unsigned property);

/* Cover properties: what would violate the property is what the user wants to see. Those are meant whose name matches
 * the pattern, in which `*` stands for anything, in models that are loaded from now on; or of that number. May be
 * called several times. A load fails with INDUCT_USAGE when a pattern matches nothing. */
void induct_add_cover(struct induct *, const char *pattern);
bool induct_is_cover(const struct induct *, unsigned property);

/* Settings. They stay until changed. */

/* See induct_engines_text; "default": the level's own. */
enum induct_status induct_set_engine(struct induct *, const char *name);
/* 0 (the default): one engine, in the process that calls. Else, where no engine was set: a portfolio of engines, so
 * many at a time, in copies of the process made by fork(). So the host must not have threads then that hold locks which
 * the library may need, of the allocator for instance; a host with threads should leave this alone, or run induct
 * itself. With 1 two engines take turns by amounts of work, the same each time; with more, verdicts are the same, and
 * evidence may be another one each time. */
void induct_set_jobs(struct induct *, unsigned jobs);
unsigned induct_processors(void); /* that this process may use: a good number of jobs */
enum induct_status induct_set_option(struct induct *, const char *name, const char *value);
/* The engine of the last run, else the one that was set, else "default". */
const char *induct_engine(const struct induct *);
void induct_set_seed(struct induct *, uint64_t seed);
/* Wall time of a run, checks included; and of reading C and Verilog (INDUCT_STOPPED); 0: none. */
void induct_set_timeout(struct induct *, double seconds);
/* So much of the timeout has passed before the run, or the reading, starts. Engines that divide their time go by the
 * timeout, so that runs stay reproducible. */
void induct_set_elapsed(struct induct *, double seconds);
/* On: a counterexample of a circuit or a system is told only when bounded search has found none that is shorter, or the
 * time is over. */
void induct_set_shorten(struct induct *, bool on);
void induct_set_verify(struct induct *, bool on); /* off: verdicts are given without checking evidence */
/* Whether a counterexample of a C program is compiled with the program and run, confined (the default), or
 * only interpreted: then the steps are executed on the automaton that the front end made of the program. That
 * is clang's unoptimised bitcode with functions inlined, globals made local, and LLVM's local passes applied
 * (format/c/README.md), before anything that induct itself does to automata: large blocks, slicing, encodings.
 * So where the program is not run, a counterexample relies on clang, the front end and these passes, as
 * proofs do. */
void induct_set_replay(struct induct *, bool on);
/* Who judges invariants of systems and programs: "z3", "cvc5" (which must be installed), or "default": CaDiCaL
 * for bit vectors (by turns with Z3 over the integers where it takes long), else Z3. Invariants of circuits are
 * judged by CaDiCaL always; a warning says so. */
enum induct_status induct_set_judge(struct induct *, const char *name);
/* What becomes of a proof when the assumptions of the model (constraints) allow no run, or none beyond some step, or
 * when the condition of a conditional assertion is never true: "warn" (the default) leaves a warning, with "error" the
 * property is unknown, with "off" nobody looks. The look is bounded by work, of
 * about a tenth of a second (option vacuity-ms). */
enum induct_status induct_set_vacuity(struct induct *, const char *word);
/* A folder in which evidence is kept between runs; it is made unless it is there, and may be shared by any number of
 * processes. What is found there is judged before it decides anything, whatever induct_set_verify() says, so who writes
 * to the folder can cost time, not change a verdict. NULL (the default): none. INDUCT_USAGE: it cannot be used. */
enum induct_status induct_set_cache(struct induct *, const char *folder);
/* Decide this property only; called again, this one too. A load selects all. */
enum induct_status induct_select(struct induct *, unsigned property);
void induct_select_all(struct induct *);
bool induct_is_selected(const struct induct *, unsigned property);

/* Puts the statistics into the caller's memory (induct_statistics_size() bytes, aligned as uint64_t), so that
 * another process that shares it can read them at any time. It must outlive the object. */
size_t induct_statistics_size(void);
void induct_set_statistics(struct induct *, void *memory);

/* Running. */

enum induct_event_kind {
    INDUCT_EVENT_STAGE, /* a stage began: `text` names it */
    INDUCT_EVENT_FRAME, /* a frame was opened: number */
    INDUCT_EVENT_DEPTH, /* `property` has no counterexample of depth `number` or less */
    INDUCT_EVENT_LEMMA, /* a lemma of `number` literals was learnt */
    INDUCT_EVENT_PROVED, /* an engine proved `property` (`text`: that of a portfolio); its evidence is being checked */
    INDUCT_EVENT_REFUTED, /* an engine refuted `property` at depth `number`; likewise */
    /* Process `number` of a portfolio: `text` is "works: NAME (ENGINE)", "wins" (its verdict on some property counts),
     * "ended", "broke off" or "lacks memory". */
    INDUCT_EVENT_WORKER
};

struct induct_event {
    enum induct_event_kind kind;
    unsigned property;
    uint64_t number;
    const char *text; /* for the call only; may be NULL */
};

/* NULL: nobody listens. */
void induct_on_event(struct induct *, void (*)(void *client, struct induct *, const struct induct_event *),
                     void *client);
/* Called once per selected property, as soon as its verdict is final: decided and checked, or given up. */
void induct_on_verdict(struct induct *, void (*)(void *client, struct induct *, unsigned property),
                       void *client);

/* Decides the selected properties. INDUCT_OK says that the run took place, whatever the verdicts. */
enum induct_status induct_run(struct induct *);

/* Other machines that work on the same model. While a portfolio works the function is called every 20 ms or so, in the
 * process that called induct_run(): it takes what processes here tell each other to others, and brings what those say.
 * What it brings may be any bytes: lemmas are proved before they are used, evidence is judged. NULL: there are none. */
struct induct_exchange;
void induct_on_exchange(struct induct *, void (*)(void *client, struct induct_exchange *), void *client);
/* The next packet, for that call only; false: there is none. `lasting`: still good for those who come later. */
bool induct_exchange_next(struct induct_exchange *, const void **packet, size_t *size, bool *lasting);
void induct_exchange_put(struct induct_exchange *, const void *packet, size_t size);
/* Evidence, as induct_evidence() gives it in the format "pack". Whether it decided its property. */
bool induct_exchange_decide(struct induct_exchange *, const void *evidence, size_t size);

/* Stops a run, a check or a minimization soon; what is undecided becomes unknown (interrupted). Safe from any
 * thread and from signal handlers. Called before a run, it stops that run at once; the end of a run forgets
 * it. */
void induct_interrupt(struct induct *);

/* Results. */

/* Depth counts transitions: a violation in an initial state has depth 0. */
struct induct_result {
    enum induct_verdict verdict;
    enum induct_reason cause; /* why it is INDUCT_UNKNOWN */
    /* The same for people: the word of the cause, where there is more to say followed by ": " and that; or, of
     * INDUCT_REASON_INCOMPLETE, what the engine says. */
    const char *reason;
    bool cover;    /* of a cover property: unsafe is covered, safe is unreachable */
    bool vacuous;  /* safe: the assumptions allow no run at all */
    bool idle;     /* safe: what the property asserts has a condition that is never true */
    int dead_end;  /* safe: the first step that the assumptions allow no run to get to, -1: none is known */
    bool verified; /* the checker accepted the evidence */
    bool approximate; /* of a program whose integers were read as unbounded numbers: not bit-precise */
    /* Unsafe program: the counterexample was interpreted (induct_set_replay); the program itself was not run,
     * or its run was another one because it depends on values that no input decides, as of uninitialised
     * variables. */
    bool interpreted;
    /* Program: no run of it was compared with the automaton that the verdict is about. */
    bool not_executed;
    int64_t depth; /* unsafe: of the counterexample; else up to which there is none, -1: not known */
    unsigned
        violated; /* unsafe: the property that the counterexample violates: with any-property that of `*` */
    uint32_t conjuncts; /* safe: conjuncts of the invariant, as it was found */
    uint32_t induction; /* safe: the k for which it is k-inductive */
    bool simple_path; /* safe: inductive over paths without repeated states only; has no AIGER certificate */
    uint64_t time_us; /* from the start of the run to the verdict, microseconds */
};

const struct induct_result *induct_result(const struct induct *, unsigned property); /* never NULL */

/* Of a proof of a program: its lines, "+FILE:LINE" for one that was executed in agreement with the automaton and
 * "-FILE:LINE" for one that never was, and so was never compared; each on a line. NULL: nothing was executed. */
const char *induct_executed_lines(const struct induct *, unsigned property);

/* Whether the extension of the path is a format of evidence for that verdict: INDUCT_UNSAFE for counterexamples (.aiw
 * AIGER witness, .wit and .btorwit BTOR2 witness, .vcd waveform, .smt2 values, .txt for people, .json the same for
 * programs, .c a harness that replays it, .yml SV-COMP), INDUCT_SAFE for certificates (.aig binary and .aag ASCII
 * AIGER, .btor2 circuits of BTOR2, .smt2 proof obligations, .sv assertions for a design, .yml SV-COMP, .txt for
 * people), and .pack for both: all of it, as one induct tells another of this version. Not every model has every other
 * format. */
bool induct_evidence_fits(const char *path, enum induct_verdict);
/* The same for the model that is loaded. INDUCT_USAGE, with a message that says which formats there are. */
enum induct_status induct_can_write_evidence(struct induct *, const char *path, enum induct_verdict);

/* Writes the evidence of a decided property, in the format of the extension. An invariant is minimized first
 * (option `minimize`) and the smaller one checked again; if that does not fit in the time limit the one
 * already checked is written. INDUCT_USAGE when the extension does not fit the verdict, INDUCT_UNSUPPORTED
 * for a simple-path proof. */
enum induct_status induct_write_evidence(struct induct *, unsigned property, const char *path);
/* The same as bytes, without a file; `format` is an extension without the dot. NUL-terminated beyond *size.
 */
enum induct_status induct_evidence(struct induct *, unsigned property, const char *format, char **data,
                                   size_t *size);
/* Releases the memory of the evidence; the result stays. */
void induct_forget_evidence(struct induct *, unsigned property);

/* Statistics. */

bool induct_statistic(const struct induct *, const char *name, uint64_t *value); /* false: no such name */
char *induct_statistics_text(const struct induct *); /* a table of what is not 0 */
char *induct_statistics_json(const struct induct *); /* one object */

/* Judging evidence from files, without any engine. */

enum induct_judgement { INDUCT_ACCEPTED, INDUCT_REJECTED, INDUCT_UNDECIDED };

struct induct_verification {
    enum induct_judgement judgement;
    enum induct_reason cause; /* undecided: a limit, an interrupt, else INDUCT_REASON_INCOMPLETE */
    const char *reason;       /* a sentence; "" when accepted */
    unsigned property;        /* what was accepted: the property that it proves or refutes */
    enum induct_verdict verdict;
};

/* Judges a witness or certificate (told apart by content) about the loaded model. A witness names its
 * property; a certificate is tried for each selected one until one is accepted. A status other than INDUCT_OK
 * means that the evidence could not be read; then *verification is not set. What is accepted of a .pack can be
 * written in other formats. */
enum induct_status induct_verify(struct induct *, const char *path, struct induct_verification *verification);

/* What this version has. */

char *induct_engines_text(void);
char *induct_engines_json(void);
/* The options that an engine reads (NULL: all options); NULL when there is no such engine. */
char *induct_options_text(const char *engine);
char *induct_options_json(const char *engine);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
