/* Writing evidence. */
#include "evidence/pack.h"
#include "evidence/pack_shape.h"

#include <stdlib.h>

/* The model. */

void pack_table(struct model model, term_list *table) {
    if (model.level == LEVEL_SYSTEM) {
        vec_each (const struct system_state, s, &model.system->states) vec_push(table, s->now);
        vec_each (const struct system_input, i, &model.system->inputs) vec_push(table, i->now);
    } else if (model.level == LEVEL_PROGRAM) {
        vec_each (const struct program_variable, v, &model.program->variables) vec_push(table, v->now);
    }
}

struct terms *pack_bank(struct model model) {
    return model.level == LEVEL_SYSTEM    ? model.system->terms
           : model.level == LEVEL_PROGRAM ? model.program->terms
                                          : NULL;
}

static void write_program_shape(struct text *out, const struct program *program) {
    bytes_number(out, program->locations.size);
    bytes_number(out, program->initial);
    bytes_number(out, program->error);
    bytes_number(out, program->sites.size);
    vec_each (const struct program_site, s, &program->sites) bytes_number(out, s->variable);
    bytes_number(out, program->edges.size);
    vec_each (const struct program_edge, e, &program->edges) {
        bytes_number(out, e->from);
        bytes_number(out, e->to);
    }
}

uint64_t pack_shape(struct model model) {
    struct text shape = {0};
    bytes_number(&shape, model_properties(model));
    if (model.level == LEVEL_CIRCUIT) {
        bytes_number(&shape, model.circuit->inputs.size);
        bytes_number(&shape, model.circuit->latches.size);
        bytes_number(&shape, model.circuit->constraints.size);
    } else {
        term_list table = {0};
        pack_table(model, &table);
        term_pack_shape(&shape, pack_bank(model), &table);
        vec_free(&table);
    }
    if (model.level == LEVEL_SYSTEM) {
        bytes_number(&shape, model.system->states.size);
        bytes_number(&shape, model.system->constraints.size);
    } else if (model.level == LEVEL_PROGRAM) {
        write_program_shape(&shape, model.program);
    }
    uint64_t hash = hash_bytes(shape.data, shape.size);
    text_fini(&shape);
    return hash;
}

/* Circuits. */

static void write_trits(struct text *out, const uint8_t *values, uint32_t n) {
    for (uint32_t i = 0; i < n; i += PACK_TRITS) {
        unsigned byte = 0;
        for (uint32_t k = PACK_TRITS; k-- > 0;) byte = 3 * byte + (i + k < n ? values[i + k] : 0);
        text_byte(out, (unsigned char)byte);
    }
}

static bool write_trace(struct text *out, const struct trace *t, const struct circuit *c) {
    u8s nothing = {0};
    bytes_number(out, t->steps);
    write_trits(out, t->initial.data, t->initial.size);
    if (!c->inputs.size) vec_resize(&nothing, t->steps);
    const u8s *values = c->inputs.size ? &t->values : &nothing;
    write_trits(out, values->data, values->size);
    vec_free(&nothing);
    return true;
}

static int by_number(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static void write_clause(struct text *out, u32s *literals) {
    uint32_t kept = 0;
    if (literals->size) qsort(literals->data, literals->size, sizeof *literals->data, by_number);
    for (uint32_t i = 0; i < literals->size; i++)
        if (!kept || literals->data[kept - 1] != literals->data[i])
            literals->data[kept++] = literals->data[i];
    bytes_number(out, (uint64_t)kept + 1);
    for (uint32_t i = 0; i < kept; i++)
        bytes_number(out, i ? literals->data[i] - literals->data[i - 1] : literals->data[0]);
}

struct gates {
    const struct invariant *invariant;
    bool *needed;     /* by node: by conjuncts that are no clauses */
    uint32_t *number; /* by node: constant, inputs, latches, gates that are needed */
    uint32_t leaves, size;
};

static void gates_init(struct gates *g, const struct invariant *i) {
    uint32_t nodes = aig_size(i->graph);
    *g = (struct gates){.invariant = i,
                        .needed = mem_new_array(bool, nodes),
                        .number = mem_new_array(uint32_t, nodes),
                        .leaves = 1 + i->inputs.size + i->latches.size};
    for (uint32_t n = 0; n < i->inputs.size; n++) g->number[aig_node(i->inputs.data[n])] = 1 + n;
    for (uint32_t n = 0; n < i->latches.size; n++)
        g->number[aig_node(i->latches.data[n])] = 1 + i->inputs.size + n;
    u32s literals = {0};
    vec_each (const aig_lit, c, &i->conjuncts)
        if (!invariant_clause(i, *c, &literals)) aig_mark_cone(i->graph, *c, g->needed);
    vec_free(&literals);
    g->size = g->leaves;
    for (uint32_t n = 0; n < nodes; n++)
        if (g->needed[n] && aig_is_gate(i->graph, n)) g->number[n] = g->size++;
}

static uint64_t gates_code(const struct gates *g, aig_lit l) {
    return 2 * (uint64_t)g->number[aig_node(l)] + aig_sign(l);
}

static void gates_write(struct text *out, const struct gates *g) {
    const struct aig *graph = g->invariant->graph;
    bytes_number(out, g->size - g->leaves);
    for (uint32_t n = 0; n < aig_size(graph); n++) {
        if (!g->needed[n] || !aig_is_gate(graph, n)) continue;
        uint64_t own = 2 * (uint64_t)g->number[n];
        bytes_number(out, own - gates_code(g, aig_left(graph, n)));
        bytes_number(out, own - gates_code(g, aig_right(graph, n)));
    }
}

static bool write_invariant(struct text *out, const struct invariant *i) {
    struct gates gates;
    u32s literals = {0};
    bytes_number(out, i->depth);
    text_byte(out, i->simple_path ? PACK_SIMPLE_PATH : 0);
    gates_init(&gates, i);
    gates_write(out, &gates);
    bytes_number(out, i->conjuncts.size);
    vec_each (const aig_lit, c, &i->conjuncts) {
        if (invariant_clause(i, *c, &literals)) {
            write_clause(out, &literals);
            continue;
        }
        bytes_number(out, 0);
        bytes_number(out, gates_code(&gates, *c));
    }
    vec_free(&literals);
    mem_free(gates.needed);
    mem_free(gates.number);
    return i->depth <= EVIDENCE_PACK_DEPTH;
}

/* Terms. */

static bool write_terms(struct text *out, struct model about, const term_list *roots) {
    term_list table = {0};
    pack_table(about, &table);
    bool known = term_pack(out, pack_bank(about), &table, roots);
    vec_free(&table);
    return known;
}

/* Systems. */

static void write_function(struct text *out, const struct terms *b, const struct function_value *f) {
    uint32_t kind = f->function == function_by_zero(TERM_DIVIDE) ? PACK_FUNCTION_DIVIDE
                    : f->function == function_by_zero(TERM_DIV)  ? PACK_FUNCTION_DIV
                    : f->function == function_by_zero(TERM_MOD)  ? PACK_FUNCTION_MOD
                                                                 : PACK_FUNCTION_NAMED;
    text_byte(out, (unsigned char)kind);
    if (kind == PACK_FUNCTION_NAMED) bytes_string(out, function_name(b, f->function));
    bytes_number(out, f->points.size / (f->arity + 1));
}

static bool write_system_trace(struct text *out, const struct system_trace *t, struct model about) {
    term_list values = {0};
    bytes_number(out, t->steps);
    vec_append(&values, t->states.data, t->states.size);
    vec_append(&values, t->inputs.data, t->inputs.size);
    if (!values.size) vec_resize(&values, t->steps); /* a byte for every step */
    bytes_number(out, t->functions.size);
    vec_each (const struct function_value, f, &t->functions) {
        write_function(out, about.system->terms, f);
        vec_append(&values, f->points.data, f->points.size);
        vec_push(&values, f->otherwise);
    }
    bool known = write_terms(out, about, &values);
    vec_free(&values);
    return known;
}

static bool write_system_invariant(struct text *out, const struct system_invariant *i, struct model about) {
    bytes_number(out, i->depth);
    text_byte(out, i->simple_path ? PACK_SIMPLE_PATH : 0);
    return write_terms(out, about, &i->conjuncts) && i->depth <= EVIDENCE_PACK_DEPTH;
}

/* Programs. */

static bool write_program_trace(struct text *out, const struct program_trace *t, struct model about) {
    term_list values = {0};
    vec_append(&values, t->initial.data, t->initial.size);
    bytes_number(out, t->edges.size);
    vec_each (const uint32_t, e, &t->edges) bytes_number(out, *e);
    bytes_number(out, t->inputs.size);
    uint32_t step = 0;
    vec_each (const struct program_input_value, i, &t->inputs) {
        assert(i->step >= step);
        bytes_number(out, i->step - step);
        bytes_number(out, i->site);
        vec_push(&values, i->value);
        step = i->step;
    }
    bool known = write_terms(out, about, &values);
    vec_free(&values);
    return known;
}

static bool write_program_invariant(struct text *out, const struct program_invariant *i, struct model about) {
    bytes_number(out, i->depth);
    text_byte(out, i->only_run ? PACK_ONLY_RUN : 0);
    return write_terms(out, about, &i->at) && i->depth <= EVIDENCE_PACK_DEPTH;
}

static bool write_body(struct text *out, const struct evidence *e, struct model about) {
    switch (e->level) {
    case LEVEL_CIRCUIT:
        return e->refutes ? write_trace(out, e->trace, about.circuit) : write_invariant(out, e->invariant);
    case LEVEL_SYSTEM:
        return e->refutes ? write_system_trace(out, e->system_trace, about)
                          : write_system_invariant(out, e->system_invariant, about);
    default:
        return e->refutes ? write_program_trace(out, e->program_trace, about)
                          : write_program_invariant(out, e->program_invariant, about);
    }
}

bool evidence_pack(struct text *out, const struct evidence *e, struct model about) {
    assert(e->any && e->level == about.level);
    struct text bytes = {0};
    text_add(&bytes, EVIDENCE_PACK_MAGIC);
    text_byte(&bytes, EVIDENCE_PACK_VERSION);
    text_byte(&bytes, (unsigned char)(2 * e->level + e->refutes));
    bytes_number(&bytes, e->property);
    bytes_fixed(&bytes, pack_shape(about));
    bool said = write_body(&bytes, e, about);
    if (said) text_bytes(out, bytes.data, bytes.size);
    text_fini(&bytes);
    return said;
}
