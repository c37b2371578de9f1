/* Models in other formats.
 *
 * A circuit becomes a system of Booleans for the formats of systems; a system of bit vectors becomes a
 * circuit for AIGER. A program becomes Horn clauses location by location, and a system with a program counter for
 * the other formats; what is written is the program prepared as for an engine. */
#include "solve/convert.h"

#include "format/aiger/aiger.h"
#include "format/btor2/btor2.h"
#include "format/export/export.h"
#include "format/vmt/vmt.h"
#include "transform/between/bitblast.h"
#include "transform/program/prepare.h"
#include "transform/between/program_to_system.h"
#include "transform/between/circuit_to_system.h"
#include "transform/circuit/transform.h"
#include "transform/system/names.h"
#include "transform/system/view.h"

#include <string.h>

static bool ends_in(const char *name, const char *extension) {
    size_t n = strlen(name), m = strlen(extension);
    return n >= m && !strcmp(name + n - m, extension);
}

/* Nothing is left out: arrays are expanded whatever their size, as long as the circuit fits. AIGER resets latches to
 * constants only, so that a state which starts with a function of others needs a latch that marks the first step. */
static enum status blast_aiger(const struct system *system, bool binary, struct text *text,
                               struct messages *messages) {
    struct bitblast *blast = NULL;
    struct limits limits;
    limits_init(&limits, 0);
    enum status status = bitblast_run(&blast, system, UINT64_MAX, &limits, messages);
    if (status != STATUS_OK) return status;
    const struct circuit *circuit = bitblast_circuit(blast);
    struct transform *resets = transform_resets(circuit, &(struct stage_context){.limits = &limits});
    aiger_write(text, resets ? resets->to : circuit, binary);
    if (resets) transform_free(resets);
    bitblast_free(blast);
    return STATUS_OK;
}

static enum status write_vmt(const struct system *system, struct text *text, struct messages *messages) {
    (void)messages;
    vmt_write(text, system);
    return STATUS_OK;
}

static enum status write_btor2(const struct system *system, struct text *text, struct messages *messages) {
    return btor2_write(text, system, messages);
}

static enum status write_smtlib(const struct system *system, struct text *text, struct messages *messages) {
    (void)messages;
    export_smtlib(text, system);
    return STATUS_OK;
}

static enum status write_chc(const struct system *system, struct text *text, struct messages *messages) {
    (void)messages;
    export_chc(text, system, EXPORT_ALL);
    return STATUS_OK;
}

static const struct {
    const char *name;
    enum status (*write)(const struct system *, struct text *, struct messages *);
} formats[] = {{"btor2", write_btor2}, {"vmt", write_vmt}, {"chc", write_chc}, {"smt2", write_smtlib}};
enum { FORMATS = sizeof formats / sizeof *formats };

static int find(const char *format) {
    int i = 0;
    while (i < FORMATS && strcmp(formats[i].name, format)) i++;
    return i;
}

bool convert_knows(const char *format) {
    return !strcmp(format, "aiger") || !strcmp(format, "dot") || find(format) < FORMATS;
}

static enum status write_system(const struct conversion *c, const struct system *system, const char *format,
                                const char *path, struct text *text) {
    vec_each (const struct system_unsupported, u, &system->unsupported)
        messages_warn(c->messages, (struct position){.file = c->file}, "not written: %s%s%s",
                      u->fairness ? "fairness constraints" : u->what, u->fairness ? "" : " ",
                      u->fairness ? "" : u->name);
    vec_each (const struct system_property, p, &system->properties)
        if (p->cover)
            messages_warn(c->messages, (struct position){.file = c->file},
                          "written as a property that is violated where it is covered: %s", p->name);
    struct messages refusal = {0};
    bool smtlib = strcmp(format, "aiger") && strcmp(format, "btor2");
    struct system *renamed = smtlib ? system_rename_operators(system) : NULL;
    enum status status = !strcmp(format, "aiger")
                             ? blast_aiger(system, ends_in(path, ".aig"), text, &refusal)
                             : formats[find(format)].write(renamed ? renamed : system, text, &refusal);
    system_view_free(renamed);
    if (status != STATUS_OK)
        messages_fail(c->messages, status, (struct position){.file = c->file}, "%s",
                      messages_first_error(&refusal));
    messages_fini(&refusal);
    return status;
}

static enum status write_circuit(const struct conversion *c, const char *format, const char *path,
                                 struct text *text) {
    if (!strcmp(format, "aiger")) {
        aiger_write(text, c->model.circuit, ends_in(path, ".aig"));
        return STATUS_OK;
    }
    if (c->model.circuit->fairness.size)
        messages_warn(c->messages, (struct position){.file = c->file}, "not written: fairness constraints");
    struct system *system = circuit_to_system(c->model.circuit, TERMS_SIMPLIFY);
    enum status status = write_system(c, system, format, path, text);
    system_free(system);
    return status;
}

/* The first edge of the program as read that is part of the prepared one and could not be expressed; PROGRAM_NONE: all
 * could. */
static uint32_t unsupported_edge(const struct program *prepared, const struct program *as_read) {
    program_command_list points = {0};
    uint32_t found = PROGRAM_NONE;
    vec_each (const struct program_edge, e, &prepared->edges) {
        vec_clear(&points);
        program_points(prepared, e->command, &points);
        vec_each (const program_command, point, &points) {
            struct program_node node = program_node(prepared, *point);
            if (node.kind != PROGRAM_STEP || node.action.kind != PROGRAM_TAG) continue;
            if (as_read->edges.data[node.action.edge].unsupported && node.action.edge < found)
                found = node.action.edge;
        }
    }
    vec_free(&points);
    return found;
}

static enum status refuse_edge(const struct conversion *c, const struct program_edge *edge) {
    struct position at = {.file = edge->position.file ? edge->position.file : c->file,
                          .line = edge->position.line,
                          .column = edge->position.column};
    return messages_fail(c->messages, STATUS_UNSUPPORTED, at, "unsupported: %s", edge->unsupported);
}

static enum status write_program(const struct conversion *c, const char *format, const char *path,
                                 struct text *text) {
    struct program *prepared =
        program_prepare(c->model.program, PROGRAM_UNSUPPORTED_FAILS, c->options, c->stats);
    enum status status = STATUS_OK;
    uint32_t unsupported = unsupported_edge(prepared, c->model.program);
    if (unsupported != PROGRAM_NONE) status = refuse_edge(c, &c->model.program->edges.data[unsupported]);
    if (!strcmp(format, "dot")) { /* shows what there is, also what is not supported */
        export_program_dot(text, prepared, c->model.program);
    } else if (unsupported == PROGRAM_NONE && !strcmp(format, "chc")) {
        export_program_chc(text, prepared);
    } else if (unsupported == PROGRAM_NONE) {
        struct program_encoding *encoding = program_encode(prepared);
        status = write_system(c, encoding->system, format, path, text);
        program_encoding_free(encoding);
    }
    program_free(prepared);
    return status;
}

static enum status write_model(const struct conversion *c, struct text *text) {
    const char *format = c->format, *path = c->path;
    if (c->model.level == LEVEL_PROGRAM) return write_program(c, format, path, text);
    if (!strcmp(format, "dot"))
        return messages_fail(c->messages, STATUS_UNSUPPORTED, (struct position){.file = c->file},
                             "only programs can be drawn");
    return c->model.level == LEVEL_CIRCUIT ? write_circuit(c, format, path, text)
                                           : write_system(c, c->model.system, format, path, text);
}

enum status convert(const struct conversion *c) {
    struct text text = {0};
    enum status status = write_model(c, &text);
    bool drawn = status == STATUS_UNSUPPORTED && !strcmp(c->format, "dot") && text.size;
    if (status == STATUS_OK || drawn) {
        enum status written = text_write_file(&text, c->path, c->messages);
        if (written != STATUS_OK) status = written;
    }
    text_fini(&text);
    return status;
}
