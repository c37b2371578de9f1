/* Models in other formats.
 *
 * A circuit becomes a system of Booleans for the formats of systems; a system of bit vectors becomes a
 * circuit for AIGER. */
#include "api/context.h"

#include "front/aiger/aiger.h"
#include "front/btor2/btor2.h"
#include "front/export/export.h"
#include "front/vmt/vmt.h"
#include "transform/bitblast.h"
#include "transform/circuit_to_ts.h"

#include <string.h>

static bool ends_in(const char *name, const char *extension) {
    size_t n = strlen(name), m = strlen(extension);
    return n >= m && !strcmp(name + n - m, extension);
}

/* Nothing is left out: arrays are expanded whatever their size, as long as the circuit fits. */
static enum status write_aiger(struct induct *c, const char *path, struct text *text) {
    bool binary = ends_in(path, ".aig");
    if (c->circuit) {
        aiger_write(text, c->circuit, binary);
        return STATUS_OK;
    }
    struct bitblast *blast = NULL;
    struct limits limits;
    limits_init(&limits, 0);
    enum status status = bitblast_run(&blast, c->ts, UINT64_MAX, &limits, &c->messages);
    if (status != STATUS_OK) return status;
    aiger_write(text, bitblast_circuit(blast), binary);
    bitblast_free(blast);
    return STATUS_OK;
}

static enum status write_vmt(struct induct *c, const struct ts *ts, struct text *text) {
    (void)c;
    vmt_write(text, ts);
    return STATUS_OK;
}

static enum status write_btor2(struct induct *c, const struct ts *ts, struct text *text) {
    return btor2_write(text, ts, &c->messages);
}

static enum status write_smtlib(struct induct *c, const struct ts *ts, struct text *text) {
    (void)c;
    export_smtlib(text, ts);
    return STATUS_OK;
}

static enum status write_chc(struct induct *c, const struct ts *ts, struct text *text) {
    (void)c;
    export_chc(text, ts, EXPORT_ALL);
    return STATUS_OK;
}

static const struct {
    const char *name;
    enum status (*write)(struct induct *, const struct ts *, struct text *);
} formats[] = {{"btor2", write_btor2}, {"vmt", write_vmt}, {"chc", write_chc}, {"smt2", write_smtlib}};
enum { FORMATS = sizeof formats / sizeof *formats };

/* As a system; a circuit is turned into one. */
static enum status write_system(struct induct *c, int format, struct text *text) {
    struct ts *made = c->ts ? NULL : circuit_to_ts(c->circuit, TERMS_SIMPLIFY);
    enum status status = formats[format].write(c, made ? made : c->ts, text);
    ts_free(made);
    return status;
}

static int find(const char *format) {
    int i = 0;
    while (i < FORMATS && strcmp(formats[i].name, format)) i++;
    return i;
}

bool induct_can_write(const char *format) {
    return !strcmp(format, "aiger") || find(format) < FORMATS;
}

enum induct_status induct_convert(struct induct *c, const char *format, const char *path) {
    if (!context_has_model(c)) return INDUCT_USAGE;
    if (!induct_can_write(format))
        return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                                 "this version does not write the format '%s'", format);
    struct text text = {0};
    enum status status =
        strcmp(format, "aiger") ? write_system(c, find(format), &text) : write_aiger(c, path, &text);
    if (status == STATUS_OK) status = text_write_file(&text, path, &c->messages);
    text_fini(&text);
    return (enum induct_status)status;
}
