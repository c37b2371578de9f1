#include "format/files/evidence_files.h"

#include "check/program/program_harness.h"
#include "check/program/program_induction.h"
#include "check/program/program_replay.h"
#include "check/program/program_script.h"
#include "evidence/pack.h"
#include "format/aiger/aiger.h"
#include "format/aiger/certificate.h"
#include "format/aiger/witness.h"
#include "format/btor2/btor2_certificate.h"
#include "format/btor2/btor2_witness.h"
#include "format/proof/proof.h"
#include "format/script/obligations.h"
#include "format/script/system_witness.h"
#include "format/show/show.h"
#include "format/wave/circuit_wave.h"
#include "format/wave/system_wave.h"
#include "format/witness/program_witness.h"

#include <string.h>

static enum status write_aiw(const struct writing *w, struct text *text) {
    witness_write_aiger(text, w->model.circuit, w->evidence->trace);
    return STATUS_OK;
}

static enum status write_vcd(const struct writing *w, struct text *text) {
    circuit_wave_vcd(text, w->model.circuit, w->evidence->trace, w->map);
    return STATUS_OK;
}

static enum status write_txt(const struct writing *w, struct text *text) {
    witness_write_text(text, w->model.circuit, w->evidence->trace);
    return STATUS_OK;
}

static enum status write_steps(const struct writing *w, struct text *text) {
    witness_write_steps(text, w->model.circuit, w->evidence->trace);
    return STATUS_OK;
}

static enum status write_certificate(const struct writing *w, bool binary, struct text *text) {
    struct circuit *certificate =
        certificate_build(w->model.circuit, w->evidence->property, w->evidence->invariant);
    if (!certificate)
        return messages_fail(w->messages, STATUS_UNSUPPORTED, (struct position){.file = w->file},
                             "property %s: a simple-path proof has no AIGER certificate", w->property);
    aiger_write(text, certificate, binary);
    circuit_free(certificate);
    return STATUS_OK;
}

static enum status write_aig(const struct writing *w, struct text *text) {
    return write_certificate(w, true, text);
}

static enum status write_aag(const struct writing *w, struct text *text) {
    return write_certificate(w, false, text);
}

static enum status write_btorwit(const struct writing *w, struct text *text) {
    return btor2_witness_write(text, w->model.system, w->evidence->system_trace, w->messages);
}

static enum status write_system_vcd(const struct writing *w, struct text *text) {
    system_wave_vcd(text, w->model.system, w->evidence->system_trace);
    return STATUS_OK;
}

static enum status write_system_txt(const struct writing *w, struct text *text) {
    system_witness_text(text, w->model.system, w->evidence->system_trace);
    return STATUS_OK;
}

static enum status write_system_steps(const struct writing *w, struct text *text) {
    system_witness_steps(text, w->model.system, w->evidence->system_trace);
    return STATUS_OK;
}

static enum status write_script(const struct writing *w, struct text *text) {
    system_witness_script(text, w->model.system, w->evidence->system_trace);
    return STATUS_OK;
}

static enum status write_obligations(const struct writing *w, struct text *text) {
    obligations_write(text, w->model.system, w->evidence->property, w->evidence->system_invariant);
    return STATUS_OK;
}

static enum status write_words(const struct writing *w, struct text *text) {
    return btor2_certificate_write(text, w->model.system, w->evidence->property,
                                   w->evidence->system_invariant, w->messages);
}

static enum status write_sv(const struct writing *w, struct text *text) {
    struct text why = {0};
    enum status status = STATUS_OK;
    if (!proof_verilog(text, w->model.system, w->evidence->property, w->evidence->system_invariant, &why))
        status = messages_fail(w->messages, STATUS_UNSUPPORTED, (struct position){.file = w->file},
                               "property %s: no proof in SystemVerilog: %s", w->property, why.data);
    text_fini(&why);
    return status;
}

static enum status write_proof_txt(const struct writing *w, struct text *text) {
    proof_text(text, w->model.system, w->evidence->property, w->evidence->system_invariant);
    return STATUS_OK;
}

static enum status write_program_obligations(const struct writing *w, struct text *text) {
    if (w->evidence->program_invariant->only_run)
        return messages_fail(
            w->messages, STATUS_UNSUPPORTED, (struct position){.file = w->file},
            "property %s: no certificate: the proof is the program's only run, without formulas",
            w->property);
    if (w->evidence->program_invariant->depth > 1) {
        program_induction_script(text, w->model.program, w->evidence->program_invariant);
        return STATUS_OK;
    }
    struct text why = {0};
    enum status status = STATUS_OK;
    if (!program_script_write(text, w->model.program, w->evidence->program_invariant, &why))
        status = messages_fail(w->messages, STATUS_UNSUPPORTED, (struct position){.file = w->file},
                               "property %s: no certificate: %s", w->property, why.data);
    text_fini(&why);
    return status;
}

/* Both parties agree that an accepted trace runs. */
static enum status written(const struct writing *w, bool good) {
    if (good) return STATUS_OK;
    return messages_fail(w->messages, STATUS_UNSUPPORTED, (struct position){.file = w->file},
                         "property %s: the trace does not run", w->property);
}

static enum status write_program_txt(const struct writing *w, struct text *text) {
    bool good =
        program_witness_text(text, w->model.program, w->evidence->program_trace, w->origin(w->client, false));
    return written(w, good);
}

static enum status write_program_yml(const struct writing *w, struct text *text) {
    bool good =
        program_witness_yaml(text, w->model.program, w->evidence->program_trace, w->origin(w->client, false));
    return written(w, good);
}

static enum status write_program_steps(const struct writing *w, struct text *text) {
    return written(w, program_witness_steps(text, w->model.program, w->evidence->program_trace));
}

static enum status write_harness(const struct writing *w, struct text *text) {
    const struct program_origin *origin = w->origin(w->client, true);
    struct program_inputs inputs;
    bool good = program_inputs_of(&inputs, w->model.program, w->evidence->program_trace);
    if (good) {
        program_inputs_settle(&inputs, w->model.program, w->evidence->program_trace);
        struct program_externals externals;
        check_program_externals(origin, &externals);
        program_harness(text, w->model.program, &inputs, origin, &externals);
        program_externals_fini(&externals);
        program_inputs_fini(&inputs);
    }
    return written(w, good);
}

static enum status write_invariants_txt(const struct writing *w, struct text *text) {
    program_invariants_text(text, w->model.program, w->evidence->program_invariant);
    if (!text->size) text_add(text, PROGRAM_NO_INVARIANTS "\n");
    return STATUS_OK;
}

static enum status write_invariants_yml(const struct writing *w, struct text *text) {
    program_certificate_yaml(text, w->model.program, w->evidence->program_invariant,
                             w->origin(w->client, false));
    return STATUS_OK;
}

/* All that the judge was given, as processes tell each other (evidence/pack.h). */
static enum status write_packed(const struct writing *w, struct text *text) {
    if (evidence_pack(text, w->evidence, w->model)) return STATUS_OK;
    return messages_fail(w->messages, STATUS_UNSUPPORTED, (struct position){.file = w->file},
                         "property %s: its evidence cannot be packed", w->property);
}

/* For those who show it, reports among them. */
static enum status show_trace(const struct writing *w, struct text *text) {
    circuit_wave_json(text, w->model.circuit, w->evidence->trace, w->map);
    return STATUS_OK;
}

static enum status show_system_trace(const struct writing *w, struct text *text) {
    system_wave_json(text, w->model.system, w->evidence->system_trace, w->effort);
    return STATUS_OK;
}

static enum status show_run(const struct writing *w, struct text *text) {
    return written(w, show_program_trace(text, w->model.program, w->evidence->program_trace));
}

static enum status show_invariant(const struct writing *w, struct text *text) {
    show_circuit_invariant(text, w->model.circuit, w->evidence->invariant, w->evidence->property, w->map);
    return STATUS_OK;
}

static enum status show_system(const struct writing *w, struct text *text) {
    show_system_invariant(text, w->model.system, w->evidence->system_invariant, w->evidence->property);
    return STATUS_OK;
}

static enum status show_program(const struct writing *w, struct text *text) {
    show_program_invariant(text, w->model.program, w->evidence->program_invariant);
    return STATUS_OK;
}

/* The formats of evidence, by file extension: for counterexamples or proofs, and how the models of each
 * level have it (NULL: not at all). */
static const struct writer {
    const char *extension;
    bool refutes;
    write_evidence *at[LEVELS];
} writers[] = {
    {"aiw", true, {write_aiw, NULL, NULL}},
    {"btorwit", true, {NULL, write_btorwit, NULL}},
    {"wit", true, {NULL, write_btorwit, NULL}},
    {"vcd", true, {write_vcd, write_system_vcd, NULL}},
    {"txt", true, {write_txt, write_system_txt, write_program_txt}},
    {"json", true, {write_steps, write_system_steps, write_program_steps}},
    {"yml", true, {NULL, NULL, write_program_yml}},
    {"c", true, {NULL, NULL, write_harness}},
    {"smt2", true, {NULL, write_script, NULL}},
    {"show", true, {show_trace, show_system_trace, show_run}},
    {"pack", true, {write_packed, write_packed, write_packed}},
    {"aig", false, {write_aig, NULL, NULL}},
    {"aag", false, {write_aag, NULL, NULL}},
    {"smt2", false, {NULL, write_obligations, write_program_obligations}},
    {"yml", false, {NULL, NULL, write_invariants_yml}},
    {"txt", false, {NULL, write_proof_txt, write_invariants_txt}},
    {"btor2", false, {NULL, write_words, NULL}},
    {"sv", false, {NULL, write_sv, NULL}},
    {"show", false, {show_invariant, show_system, show_program}},
    {"pack", false, {write_packed, write_packed, write_packed}},
};
enum { WRITERS = sizeof writers / sizeof *writers };

const char *evidence_extension(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash + 1 : path, '.');
    return dot ? dot + 1 : "";
}

static const struct writer *find(const char *extension, bool refutes) {
    for (int i = 0; i < WRITERS; i++)
        if (!strcmp(extension, writers[i].extension) && writers[i].refutes == refutes) return &writers[i];
    return NULL;
}

/* How the model has the format. */
static write_evidence *fitting(const struct writer *writer, struct model model) {
    write_evidence *write = writer->at[model.level];
    if (write == write_sv && !model.system->design.names.size) return NULL;
    if (write == write_words && !btor2_certificate_fits(model.system)) return NULL;
    return write == write_btorwit && !btor2_witness_fits(model.system) ? NULL : write;
}

write_evidence *evidence_writer(const char *extension, bool refutes, struct model model) {
    const struct writer *writer = find(extension, refutes);
    return writer ? fitting(writer, model) : NULL;
}

bool evidence_format_exists(const char *extension, bool refutes) {
    return find(extension, refutes);
}

void evidence_formats(struct text *out, bool refutes, struct model model) {
    for (int i = 0; i < WRITERS; i++)
        if (writers[i].refutes == refutes && fitting(&writers[i], model))
            text_format(out, "%s.%s", out->size ? ", " : "", writers[i].extension);
}
