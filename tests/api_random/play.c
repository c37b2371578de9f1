#include "subject.h"

#include "base/options.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- complaints ---- */

static char complaint[1024];
static uint32_t current; /* the step that is played */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void complain(const struct subject *s, const char *format, ...) {
    pthread_mutex_lock(&lock);
    if (!*complaint) {
        int size = snprintf(complaint, sizeof complaint, "step %u, object %u: ", current, s->number);
        va_list args;
        va_start(args, format);
        vsnprintf(complaint + size, sizeof complaint - (size_t)size, format, args);
        va_end(args);
    }
    pthread_mutex_unlock(&lock);
}

/* ---- what is played on ---- */

/* A piece of evidence that was written, with the model that it is about. */
struct piece {
    const struct known *about;
    unsigned property;
    enum induct_verdict verdict;
    char format[8], path[128];
};
enum { PIECES = 4 };

static struct stage {
    struct subject subjects[SCRIPT_OBJECTS];
    struct piece pieces[PIECES];
    const char *scratch;
    unsigned files;
    bool keep; /* the models, as files */
} stage;

static const char *const engines[] = {"ic3",    "ic3-local", "imc",     "ipdr",   "bmc",
                                      "kind",   "ic3ia",     "ic3-smt", "ctigar", "tree-ic3",
                                      "ic3cfa", "tree-itp",  "none"};
enum { ENGINES = sizeof engines / sizeof *engines };
static const char *const evidence_formats[] = {"aiw",  "vcd",     "txt", "aig", "aag",
                                               "smt2", "btorwit", "yml", "c",   "none"};
enum { EVIDENCE_FORMATS = sizeof evidence_formats / sizeof *evidence_formats };

static bool put(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(data, 1, size, file) == size;
    if (file) good = !fclose(file) && good;
    return good;
}

/* A replay leaves the models behind. */
static void keep_model(const struct known *k) {
    char path[64];
    snprintf(path, sizeof path, "step-%u-%s", current, k->file);
    if (put(path, k->text.data, k->text.size)) fprintf(stderr, "   %s\n", path);
}

/* ---- the steps ---- */

static void step_load(struct subject *s, const struct step *step) {
    uint32_t dice = step->a % 40;
    enum model_kind kind = dice < 1 ? MODEL_PROGRAM : dice < 12 ? MODEL_SYSTEM : MODEL_CIRCUIT;
    /* Some often, so that objects have the same one. */
    const struct known *k = known_model(kind, step->b % (step->a & 128           ? 3
                                                         : kind == MODEL_PROGRAM ? 20
                                                                                 : 200));
    if (stage.keep) keep_model(k);
    enum induct_status status;
    if (step->a & 64) {
        char path[160];
        snprintf(path, sizeof path, "%s/%s", stage.scratch, k->file);
        if (!put(path, k->text.data, k->text.size)) complain(s, "cannot write %s", path);
        status = induct_load_file(s->object, path);
        unlink(path); /* the object has read it */
    } else {
        status = induct_load_memory(s->object, k->text.data, k->text.size, k->file);
    }
    bool fits = !s->format || !strcmp(s->format, k->format);
    bool stopped = status == INDUCT_STOPPED &&
                   (kind == MODEL_PROGRAM || (s->format && !strcmp(s->format, "c"))) &&
                   (s->interrupt || s->timeout > 0);
    if (stopped) s->interrupt = false;
    expect(s, stopped || fits == (status == INDUCT_OK), "load of a %s as %s: status %d (%s)", k->format,
           s->format ? s->format : "what it is", (int)status, induct_error(s->object));
    expect(s, stopped || (status == INDUCT_OK) == !*induct_error(s->object), "load: status %d, error '%s'",
           (int)status, induct_error(s->object));
    subject_loaded(s, status == INDUCT_OK ? k : NULL);
    if (status == INDUCT_OK)
        expect(s, !strcmp(induct_format(s->object), k->format), "a %s is called %s", k->format,
               induct_format(s->object));
}

static void step_load_broken(struct subject *s, const struct step *step) {
    static const struct {
        const char *text, *file;
        enum induct_status status;
    } broken[] = {{"aag 1", "m.aag", INDUCT_MALFORMED},
                  {"1 sort bitvec\n", "m.btor2", INDUCT_MALFORMED},
                  {"(declare-fun x () Int", "m.vmt", INDUCT_MALFORMED},
                  {"", "m", INDUCT_MALFORMED},
                  {NULL, "/nowhere/at/all.aag", INDUCT_IO}};
    unsigned i = step->a % 5;
    enum induct_status status =
        broken[i].text ? induct_load_memory(s->object, broken[i].text, strlen(broken[i].text), broken[i].file)
                       : induct_load_file(s->object, broken[i].file);
    if (status == INDUCT_STOPPED && s->format && !strcmp(s->format, "c"))
        s->interrupt = false; /* read as a program */
    else if (!s->format || status == INDUCT_OK)
        expect(s, status == broken[i].status, "'%s' gives status %d", broken[i].file, (int)status);
    expect(s, *induct_error(s->object), "'%s' is refused without a message", broken[i].file);
    subject_loaded(s, NULL);
}

static void step_free(struct subject *s, const struct step *step) {
    (void)step;
    unsigned number = s->number;
    struct tally *tally = s->tally;
    subject_fini(s);
    subject_init(s, number, tally);
}

static void step_format(struct subject *s, const struct step *step) {
    static const char *const names[] = {NULL, NULL, NULL, "aiger", "btor2", "vmt", "lustre"};
    const char *name = names[step->a % 7];
    bool wrong = name && !strcmp(name, "lustre");
    subject_status(s, induct_set_format(s->object, name), wrong, "set_format");
    if (!wrong) s->format = name; /* what is refused changes nothing */
}

/* The programs mean the same over the integers. What is set now matters for the next load. */
static void step_source(struct subject *s, const struct step *step) {
    static const char *const theories[] = {"bv", "bv", "int", "complex"}, *const models[] = {"lp64", "ilp32",
                                                                                             "vax"};
    bool wrong = step->a % 4 == 3;
    subject_status(s, induct_set_theory(s->object, theories[step->a % 4]), wrong, "set_theory");
    if (!wrong) s->numbers = step->a % 4 == 2;
    subject_status(s, induct_set_data_model(s->object, models[step->b % 3]), step->b % 3 == 2,
                   "set_data_model");
    subject_status(s, induct_set_entry(s->object, step->b & 8 ? "main" : "2main"), !(step->b & 8),
                   "set_entry");
    subject_status(s, induct_add_define(s->object, step->b & 16 ? "UNUSED=1" : "=1"), !(step->b & 16),
                   "add_define");
}

static void step_engine(struct subject *s, const struct step *step) {
    const char *name = engines[step->a % ENGINES];
    bool wrong = !strcmp(name, "none");
    subject_status(s, induct_set_engine(s->object, name), wrong, "set_engine");
    if (wrong) return;
    s->engine = name;
    expect(s, !strcmp(induct_engine(s->object), name), "the engine that was set is %s",
           induct_engine(s->object));
}

/* Values at the ends of what is allowed, and beyond. Numbers that are large only take long. */
static void step_option(struct subject *s, const struct step *step) {
    const struct option_row *row = &option_rows[step->a % option_count];
    char value[64];
    bool wrong = step->b % 8 == 0;
    if (wrong)
        snprintf(value, sizeof value, row->kind == OPTION_NUMBER ? "%lld" : "nonsense",
                 (long long)row->low - 1);
    else if (row->kind == OPTION_BOOL)
        strcpy(value, step->b & 16 ? "on" : "off");
    else if (row->kind == OPTION_NUMBER)
        snprintf(value, sizeof value, "%lld",
                 (long long)(step->b & 16 ? row->initial : row->low + (row->low < row->high)));
    else
        snprintf(value, sizeof value, "%.*s", (int)strcspn(row->words, "|:"), row->words);
    subject_status(s, induct_set_option(s->object, row->name, value), wrong, row->name);
    if (!wrong) s->options = true;
    if (step->b % 16 == 1)
        subject_status(s, induct_set_option(s->object, "no-such-option", "on"), true, "no-such-option");
}

static void step_limits(struct subject *s, const struct step *step) {
    static const double timeouts[] = {20, 20, 20, 1e-9, 0.002, 0.05};
    s->timeout = timeouts[step->a % 6];
    s->elapsed = step->b % 5 ? 0 : 100;
    induct_set_timeout(s->object, s->timeout);
    induct_set_elapsed(s->object, s->elapsed);
    if (s->elapsed > s->timeout) s->timeout = 1e-9; /* likewise none is left */
    induct_set_seed(s->object, step->b);
}

static void step_checks(struct subject *s, const struct step *step) {
    induct_set_verify(s->object, s->verify = step->a % 3 != 0);
    induct_set_replay(s->object, s->replay = step->b % 2 != 0);
}

static void step_judge(struct subject *s, const struct step *step) {
    static const char *const names[] = {"default", "z3", "oracle"};
    subject_status(s, induct_set_judge(s->object, names[step->a % 3]), step->a % 3 == 2, "set_judge");
}

static void step_select(struct subject *s, const struct step *step) {
    unsigned n = s->model ? s->model->properties : 0, i = step->a % (n + 1);
    subject_status(s, induct_select(s->object, i), i >= n, "select");
    if (i >= n) return;
    if (!s->narrowed) memset(s->selected, 0, sizeof s->selected);
    s->narrowed = s->selected[i] = true;
}

static void step_select_all(struct subject *s, const struct step *step) {
    (void)step;
    induct_select_all(s->object);
    s->narrowed = false;
    for (unsigned i = 0; i < MODEL_PROPERTIES; i++) s->selected[i] = true;
}

/* To memory of ours, or back; the numbers go with it. */
static void step_statistics(struct subject *s, const struct step *step) {
    uint64_t before = 0, after = 1, *old = s->memory;
    expect(s, induct_statistic(s->object, "properties", &before), "no statistic 'properties'");
    s->memory = step->a % 3 ? calloc(1, induct_statistics_size()) : NULL;
    induct_set_statistics(s->object, s->memory);
    free(old);
    expect(s, induct_statistic(s->object, "properties", &after) && before == after,
           "%llu properties have become %llu", (unsigned long long)before, (unsigned long long)after);
    if (s->model)
        expect(s, after == s->model->properties, "the statistics know %llu properties",
               (unsigned long long)after);
    expect(s, !induct_statistic(s->object, "no-such-number", &after), "there is a statistic of no name");
    char *text = induct_statistics_text(s->object), *json = induct_statistics_json(s->object);
    expect(s, text && json && json[0] == '{' && json[strlen(json) - 1] == '}',
           "the statistics are no object");
    free(text);
    free(json);
}

static void step_listen(struct subject *s, const struct step *step) {
    s->listener = (enum listener)(step->a % LISTENERS);
    s->at = step->b;
    s->other = &stage.subjects[step->b % SCRIPT_OBJECTS];
}

static void step_interrupt(struct subject *s, const struct step *step) {
    (void)step;
    induct_interrupt(s->object);
    s->interrupt = true;
}

static void step_run(struct subject *s, const struct step *step) {
    (void)step;
    subject_run(s);
}

static void *run_thread(void *subject) {
    subject_run(subject);
    return NULL;
}

/* All objects at the same time, each in a thread. */
static void step_run_all(struct subject *s, const struct step *step) {
    (void)s, (void)step;
    pthread_t threads[SCRIPT_OBJECTS];
    enum listener kept[SCRIPT_OBJECTS];
    for (int i = 0; i < SCRIPT_OBJECTS; i++) {
        struct subject *each = &stage.subjects[i];
        kept[i] = each->listener;
        if (each->listener == LISTEN_RUN) each->listener = LISTEN_ONLY;
        pthread_create(&threads[i], NULL, run_thread, each);
    }
    for (int i = 0; i < SCRIPT_OBJECTS; i++) {
        pthread_join(threads[i], NULL);
        stage.subjects[i].listener = kept[i];
    }
}

/* One that the model has for the verdict. */
static const char *fitting_format(struct subject *s, unsigned property, uint32_t from) {
    enum induct_verdict verdict = induct_result(s->object, property)->verdict;
    for (unsigned i = 0; i < EVIDENCE_FORMATS; i++) {
        char path[16];
        const char *format = evidence_formats[(from + i) % EVIDENCE_FORMATS];
        snprintf(path, sizeof path, "x.%s", format);
        if (verdict != INDUCT_UNKNOWN && induct_can_write_evidence(s->object, path, verdict) == INDUCT_OK)
            return format;
    }
    return "txt";
}

static void step_evidence(struct subject *s, const struct step *step) {
    for (unsigned i = 0; i < SCRIPT_OBJECTS && step->b & 64; i++) /* often an object that has run */
        if (stage.subjects[i].done && (stage.subjects[i].evidence[0] || !s->done)) s = &stage.subjects[i];
    if (!s->model) {
        subject_status(s, induct_can_write_evidence(s->object, "x.txt", INDUCT_SAFE), true,
                       "can_write_evidence");
        return;
    }
    unsigned property = step->a % s->model->properties;
    for (unsigned i = 0; i < s->model->properties && step->a & 256; i++) /* often one that has evidence */
        if (s->evidence[i]) property = i;
    const char *format = evidence_formats[step->b % EVIDENCE_FORMATS];
    if (step->a & 128) format = fitting_format(s, property, step->b);
    size_t size;
    char *data = subject_evidence(s, property, format, &size);
    if (!data) return;
    struct piece *piece = &stage.pieces[(step->a >> 8) % PIECES];
    if (piece->about) unlink(piece->path);
    *piece = (struct piece){s->model, property, induct_result(s->object, property)->verdict, "", ""};
    snprintf(piece->format, sizeof piece->format, "%s", format);
    snprintf(piece->path, sizeof piece->path, "%s/evidence-%u.%s", stage.scratch, stage.files++, format);
    /* The file is what the bytes are; of programs, but for the names of auxiliary variables. */
    enum induct_status status = induct_write_evidence(s->object, property, piece->path);
    expect(s, status == INDUCT_OK, "write_evidence: %s", induct_error(s->object));
    struct text written = {0};
    struct messages messages = {0};
    if (text_read_file(&written, piece->path, &messages) != STATUS_OK)
        complain(s, "no file %s", piece->path);
    else if (s->model->kind != MODEL_PROGRAM)
        expect(s, written.size == size && !memcmp(written.data, data, size),
               "the file is not what the bytes are (.%s)", format);
    messages_fini(&messages);
    text_fini(&written);
    free(data);
}

/* Formats that say all that a judge needs. */
static bool must_convince(const struct piece *p) {
    return !strcmp(p->format, "aiw") || !strcmp(p->format, "aag") || !strcmp(p->format, "aig") ||
           !strcmp(p->format, "btorwit") || (!strcmp(p->format, "smt2") && p->verdict == INDUCT_SAFE);
}

static void step_verify(struct subject *s, const struct step *step) {
    const struct piece *piece = &stage.pieces[step->a % PIECES];
    if (!piece->about && step->b & 4) /* often a new one, if some object has evidence */
        step_evidence(s, &(struct step){.a = step->a | 128 | 256, .b = step->b | 64});
    for (unsigned i = 0; i < PIECES && step->b & 2; i++) /* often one that is there */
        if (stage.pieces[i].about && (i >= step->a % PIECES || !piece->about)) piece = &stage.pieces[i];
    struct induct_verification v = {.property = UINT32_MAX};
    for (unsigned i = 0; i < SCRIPT_OBJECTS && step->b & 1; i++) /* often one that it is about */
        if (piece->about && stage.subjects[i].model == piece->about) s = &stage.subjects[i];
    if (!s->model) {
        subject_status(s, induct_verify(s->object, piece->about ? piece->path : "/nowhere", &v), true,
                       "verify");
        return;
    }
    if (!piece->about) {
        enum induct_status status = induct_verify(s->object, "/nowhere", &v);
        expect(s, status == INDUCT_IO && *induct_error(s->object), "verify of no file: status %d",
               (int)status);
        s->interrupt = false;
        return;
    }
    enum induct_status status = induct_verify(s->object, piece->path, &v);
    s->tally->judged++;
    bool fits = piece->about == s->model && must_convince(piece) && s->selected[piece->property];
    if (fits)
        expect(s, status == INDUCT_OK, "its own .%s cannot be read: %s", piece->format,
               induct_error(s->object));
    if (status == INDUCT_OK) {
        bool accepted = v.judgement == INDUCT_ACCEPTED, undecided = v.judgement == INDUCT_UNDECIDED;
        expect(s, accepted == !*v.reason, "judgement %d for the reason '%s'", (int)v.judgement, v.reason);
        expect(s, undecided == (v.cause != INDUCT_REASON_NONE), "judgement %d has cause %d", (int)v.judgement,
               (int)v.cause);
        if (accepted) {
            expect(s, v.property < s->model->properties, "evidence about no property is accepted");
            expect(s,
                   (v.verdict == INDUCT_SAFE) ==
                       (s->model->depth[v.property % MODEL_PROPERTIES] == MODEL_SAFE),
                   "a .%s proves property %u to be %s", piece->format, v.property,
                   induct_verdict_word(v.verdict));
            s->tally->accepted++;
        }
        if (fits && !accepted)
            expect(s,
                   undecided && (v.cause == INDUCT_REASON_TIMEOUT ||
                                 (s->interrupt && v.cause == INDUCT_REASON_INTERRUPTED)),
                   "its own .%s is not accepted: %s", piece->format, v.reason);
    } else {
        expect(s, *induct_error(s->object), "verify fails without a message");
    }
    s->interrupt = false;
}

static void step_forget(struct subject *s, const struct step *step) {
    if (!s->model) return;
    unsigned property = step->a % s->model->properties;
    induct_forget_evidence(s->object, property);
    s->evidence[property] = false;
}

/* What is written has the same properties with the same answers. */
static void step_convert(struct subject *s, const struct step *step) {
    static const char *const formats[] = {"aiger", "btor2", "vmt", "chc", "smt2", "dot", "none"};
    const char *format = formats[step->a % 7];
    char path[160];
    snprintf(path, sizeof path, "%s/converted", stage.scratch);
    bool known = strcmp(format, "none");
    expect(s, induct_can_write(format) == known, "can_write(%s)", format);
    enum induct_status status = induct_convert(s->object, format, path);
    if (!s->model || !known) {
        subject_status(s, status, true, "convert");
        return;
    }
    expect(s, status == INDUCT_OK || status == INDUCT_UNSUPPORTED, "convert to %s: status %d (%s)", format,
           (int)status, induct_error(s->object));
    if (status == INDUCT_OK && step->a % 7 < 3 && s->model->kind != MODEL_PROGRAM) {
        struct subject other;
        subject_init(&other, s->number, s->tally);
        status = induct_load_file(other.object, path);
        expect(s, status == INDUCT_OK, "its own %s cannot be read: %s", format, induct_error(other.object));
        subject_loaded(&other, status == INDUCT_OK ? s->model : NULL);
        if (status == INDUCT_OK) {
            subject_check(&other);
            subject_run(&other);
        }
        subject_fini(&other);
    }
    unlink(path);
}

static void step_names(struct subject *s, const struct step *step) {
    (void)step;
    unsigned n = s->model ? s->model->properties : 0;
    for (unsigned i = 0; i < n; i++) {
        const char *name = induct_property_name(s->object, i), *code = induct_property_code(s->object, i);
        long found = induct_find_property(s->object, name);
        expect(s, found == (long)i || found == -2, "property %u, %s, is found at %ld", i, name, found);
        expect(s, *name && *code, "property %u has no name or code", i);
    }
    char number[16];
    snprintf(number, sizeof number, "%u", n);
    expect(s, induct_find_property(s->object, number) == -1, "there is a property %u", n);
    expect(s, induct_find_property(s->object, "") == -1, "there is a property without a name");
    expect(s, !induct_included(s->object, "/nowhere"), "the model includes a file that is not there");
    const char *only = induct_only_property(s->object, "x.c");
    expect(s, (only != NULL) == (!s->format || !strcmp(s->format, "c")), "the only property of x.c is %s",
           only ? only : "none");
}

static void step_messages(struct subject *s, const struct step *step) {
    (void)step;
    induct_clear_messages(s->object);
    expect(s, !induct_messages(s->object) && !*induct_error(s->object), "messages stay after clear");
}

static void step_lists(struct subject *s, const struct step *step) {
    const char *engine = step->a % 3 ? engines[step->b % ENGINES] : NULL;
    char *texts[] = {induct_engines_text(), induct_engines_json(), induct_options_text(engine),
                     induct_options_json(engine)};
    bool known = !engine || strcmp(engine, "none");
    expect(s, texts[0] && texts[1] && known == (texts[2] != NULL) && known == (texts[3] != NULL),
           "lists of %s", engine ? engine : "all");
    for (int i = 0; i < 4; i++) free(texts[i]);
    induct_free(NULL);
}

static void (*const steps[])(struct subject *, const struct step *) = {
#define STEP(name, weight) step_##name,
    SCRIPT_STEPS(STEP)
#undef STEP
};

const char *play(const script *s, const char *scratch, bool verbose, bool keep, struct tally *tally) {
    *complaint = 0;
    stage = (struct stage){.scratch = scratch, .keep = keep};
    for (unsigned i = 0; i < SCRIPT_OBJECTS; i++) subject_init(&stage.subjects[i], i, tally);
    for (current = 0; current < s->size && !*complaint; current++) {
        const struct step *step = &s->data[current];
        tally->at = current;
        if (verbose) {
            script one = {.data = (struct step *)step, .size = 1};
            struct text line = {0};
            script_text(&line, &one);
            fprintf(stderr, "%u: %s", current, line.data);
            text_fini(&line);
        }
        steps[step->kind](&stage.subjects[step->object], step);
        for (unsigned i = 0; i < SCRIPT_OBJECTS; i++) subject_check(&stage.subjects[i]);
        tally->steps++;
    }
    for (unsigned i = 0; i < SCRIPT_OBJECTS; i++) subject_fini(&stage.subjects[i]);
    for (unsigned i = 0; i < PIECES; i++)
        if (stage.pieces[i].about) unlink(stage.pieces[i].path);
    return *complaint ? complaint : NULL;
}
