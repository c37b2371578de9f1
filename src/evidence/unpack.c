/* Reading evidence that nobody vouches for. */
#include "evidence/pack.h"
#include "evidence/pack_shape.h"

struct unpacking {
    struct bytes_reader r;
    struct model about;
    struct evidence *evidence;
    term_list roots;
};

static void refuse(struct unpacking *u, const char *why) {
    bytes_refuse(&u->r, why);
}

static bool good(const struct unpacking *u) {
    return !u->r.wrong;
}

static uint32_t read_below(struct unpacking *u, uint32_t bound, const char *why) {
    uint64_t n = bytes_read_number(&u->r, UINT64_MAX);
    if (n >= bound) refuse(u, why);
    return good(u) ? (uint32_t)n : 0;
}

static uint32_t read_depth(struct unpacking *u) {
    uint64_t depth = bytes_read_number(&u->r, EVIDENCE_PACK_DEPTH);
    if (!depth) refuse(u, "the induction depth is zero");
    return (uint32_t)depth;
}

static bool read_flag(struct unpacking *u, uint8_t flag) {
    uint8_t flags = bytes_read_byte(&u->r);
    if (flags & ~flag) refuse(u, "flags that are not known");
    return flags & flag;
}

/* Circuits. */

static void read_trits(struct unpacking *u, uint8_t *values, uint32_t n) {
    const unsigned char *block = bytes_read_block(&u->r, n / PACK_TRITS + (n % PACK_TRITS != 0));
    for (uint32_t i = 0; block && i < n; i += PACK_TRITS) {
        unsigned byte = block[i / PACK_TRITS];
        for (uint32_t k = 0; k < PACK_TRITS; k++, byte /= 3) {
            if (i + k < n)
                values[i + k] = (uint8_t)(byte % 3);
            else if (byte % 3)
                refuse(u, "a value behind the last one");
        }
        if (byte) refuse(u, "a byte that is not five values");
    }
}

static void read_trace(struct unpacking *u, struct trace *t) {
    const struct circuit *c = u->about.circuit;
    uint64_t most = (uint64_t)PACK_TRITS * bytes_left(&u->r) / pack_columns(c);
    uint32_t steps = (uint32_t)bytes_read_number(&u->r, most < UINT32_MAX ? most : UINT32_MAX);
    if (good(u) && !steps) refuse(u, "the trace has no steps");
    if ((uint64_t)steps * pack_columns(c) > UINT32_MAX) refuse(u, "the trace is too long");
    read_trits(u, t->initial.data, t->latches);
    if (!good(u)) return;
    u8s values = {0};
    vec_resize(&values, steps * pack_columns(c));
    read_trits(u, values.data, values.size);
    t->steps = steps;
    if (c->inputs.size)
        t->values = values;
    else
        vec_free(&values);
}

static void read_gates(struct unpacking *u, struct invariant *i) {
    for (uint32_t n = bytes_read_count(&u->r); n && good(u); n--) {
        uint64_t own = 2 * (uint64_t)aig_size(i->graph);
        uint64_t left = bytes_read_number(&u->r, own), right = bytes_read_number(&u->r, own);
        if (!left || !right) refuse(u, "a gate that reads itself");
        if (own >= UINT32_MAX - 2) refuse(u, "more gates than fit");
        if (!good(u)) return;
        aig_raw_and(i->graph, (aig_lit){(uint32_t)(own - left)}, (aig_lit){(uint32_t)(own - right)});
    }
}

static void read_clause(struct unpacking *u, struct invariant *i, uint32_t n, u32s *literals) {
    uint32_t codes = 2 * i->latches.size, last = 0;
    if (n > bytes_left(&u->r)) refuse(u, "more is announced than follows");
    vec_clear(literals);
    for (uint32_t k = 0; k < n && good(u); k++) {
        uint32_t step = read_below(u, codes - last, "a latch that is not there");
        if (k && !step) refuse(u, "a literal for the second time");
        last += step;
        vec_push(literals, last);
    }
    if (good(u)) invariant_add_clause(i, literals->data, literals->size);
}

static void read_invariant(struct unpacking *u, struct invariant *i) {
    i->depth = read_depth(u);
    i->simple_path = read_flag(u, PACK_SIMPLE_PATH);
    read_gates(u, i);
    uint32_t nodes = aig_size(i->graph); /* clauses add gates that nobody can name */
    u32s literals = {0};
    for (uint32_t n = bytes_read_count(&u->r); n && good(u); n--) {
        uint32_t kind = (uint32_t)bytes_read_number(&u->r, UINT32_MAX);
        if (kind) {
            read_clause(u, i, kind - 1, &literals);
        } else {
            uint32_t code = read_below(u, 2 * nodes, "a gate that is not there");
            if (good(u)) invariant_add(i, (aig_lit){code});
        }
        if (aig_size(i->graph) > UINT32_MAX / 4) refuse(u, "more gates than fit");
    }
    vec_free(&literals);
}

/* Terms. */

static void read_terms(struct unpacking *u) {
    term_list table = {0};
    pack_table(u->about, &table);
    (void)term_unpack(&u->r, pack_bank(u->about), &table, &u->roots);
    vec_free(&table);
}

static void need_value(struct unpacking *u, term t, sort s) {
    const struct terms *b = pack_bank(u->about);
    if (term_is_none(t) || !term_is_value(b, t)) {
        refuse(u, "something that is no value");
        return;
    }
    if (!sort_same(term_sort(b, t), s)) refuse(u, "a value of another sort");
}

static void need_formula(struct unpacking *u, term t) {
    if (!sort_same(term_sort(pack_bank(u->about), t), sort_bool()))
        refuse(u, "a formula that is not Boolean");
}

/* Systems. */

static void read_function(struct unpacking *u, struct system_trace *t, u32s *points) {
    static const enum term_op divisions[] = {
        [PACK_FUNCTION_DIVIDE] = TERM_DIVIDE, [PACK_FUNCTION_DIV] = TERM_DIV, [PACK_FUNCTION_MOD] = TERM_MOD};
    const struct terms *b = u->about.system->terms;
    struct function_value f = {.arity = 1};
    uint8_t kind = bytes_read_byte(&u->r);
    if (kind == PACK_FUNCTION_NAMED) {
        char *name = bytes_read_string(&u->r);
        f.function = name ? function_find(b, name) : UINT32_MAX;
        if (f.function == UINT32_MAX)
            refuse(u, "a function that the model does not have");
        else
            f.arity = function_arity(b, f.function);
        mem_free(name);
    } else if (kind < PACK_FUNCTION_KINDS) {
        f.function = function_by_zero(divisions[kind]);
    } else {
        refuse(u, "a function of an unknown kind");
    }
    uint32_t n = bytes_read_count(&u->r);
    vec_each (const struct function_value, g, &t->functions)
        if (g->function == f.function) refuse(u, "a function for the second time");
    if (!good(u)) return;
    vec_push(&t->functions, f);
    vec_push(points, n);
}

static sort function_sort(const struct unpacking *u, const struct function_value *f, uint32_t column) {
    const struct terms *b = u->about.system->terms;
    if (function_is_by_zero(f->function))
        return f->function == function_by_zero(TERM_DIVIDE) ? sort_real() : sort_int();
    return column == f->arity ? function_range(b, f->function) : function_domain(b, f->function, column);
}

/* Takes the points from the roots; they are counted. */
static void take_points(struct unpacking *u, struct function_value *f, const term *roots, uint32_t points) {
    uint32_t n = points * (f->arity + 1);
    vec_append(&f->points, roots, n);
    f->otherwise = roots[n];
    for (uint32_t i = 0; i < n && good(u); i++)
        need_value(u, roots[i], function_sort(u, f, i % (f->arity + 1)));
    need_value(u, f->otherwise, function_sort(u, f, f->arity));
}

static void take_states(struct unpacking *u, struct system_trace *t) {
    const struct system *system = u->about.system;
    uint32_t states = t->steps * system->states.size, inputs = t->steps * system->inputs.size;
    vec_append(&t->states, u->roots.data, states);
    vec_append(&t->inputs, u->roots.data + states, inputs);
    for (uint32_t i = 0; i < states && good(u); i++)
        need_value(u, t->states.data[i],
                   term_sort(system->terms, system->states.data[i % system->states.size].now));
    for (uint32_t i = 0; i < inputs && good(u); i++)
        need_value(u, t->inputs.data[i],
                   term_sort(system->terms, system->inputs.data[i % system->inputs.size].now));
}

static void read_system_trace(struct unpacking *u, struct system_trace *t) {
    uint64_t columns = (uint64_t)u->about.system->states.size + u->about.system->inputs.size, expected;
    u32s points = {0};
    t->steps = bytes_read_count(&u->r);
    if (good(u) && !t->steps) refuse(u, "the trace has no steps");
    for (uint32_t n = bytes_read_count(&u->r); n && good(u); n--) read_function(u, t, &points);
    read_terms(u);
    expected = t->steps * (columns ? columns : 1);
    for (uint32_t i = 0; i < points.size; i++)
        expected += (uint64_t)points.data[i] * (t->functions.data[i].arity + 1) + 1;
    if (good(u) && expected != u->roots.size) refuse(u, "not as many values as the trace has");
    if (good(u)) take_states(u, t);
    uint64_t at = t->steps * (columns ? columns : 1);
    for (uint32_t i = 0; i < points.size && good(u); i++) {
        take_points(u, &t->functions.data[i], u->roots.data + at, points.data[i]);
        at += t->functions.data[i].points.size + 1;
    }
    vec_free(&points);
}

static void read_system_invariant(struct unpacking *u, struct system_invariant *i) {
    i->depth = read_depth(u);
    i->simple_path = read_flag(u, PACK_SIMPLE_PATH);
    read_terms(u);
    vec_each (const term, t, &u->roots) {
        if (term_is_none(*t)) refuse(u, "a conjunct that is not there");
        if (good(u)) need_formula(u, *t);
        if (good(u)) vec_push(&i->conjuncts, *t);
    }
}

/* Programs. */

static void read_edges(struct unpacking *u, struct program_trace *t) {
    const struct program *program = u->about.program;
    uint32_t at = program->initial;
    for (uint32_t n = bytes_read_count(&u->r); n && good(u); n--) {
        uint32_t e = read_below(u, program->edges.size, "an edge that is not there");
        if (!good(u)) return;
        if (program->edges.data[e].from != at)
            refuse(u, "an edge that does not start where the last one ends");
        vec_push(&t->edges, e);
        at = program->edges.data[e].to;
    }
    if (good(u) && !t->edges.size) refuse(u, "the trace has no steps");
    if (good(u) && at != program->error) refuse(u, "the trace does not end at the error location");
}

static void read_inputs(struct unpacking *u, struct program_trace *t) {
    struct hash_map given = {0};
    uint32_t step = 0;
    for (uint32_t n = bytes_read_count(&u->r); n && good(u); n--) {
        step += read_below(u, t->edges.size - step, "an input behind the last step");
        uint32_t site = read_below(u, u->about.program->sites.size, "a site that is not there");
        uint64_t key = (uint64_t)step << 32 | site;
        if (hash_map_get(&given, key) != HASH_NONE) refuse(u, "an input that has two values in one step");
        if (!good(u)) break;
        hash_map_put(&given, key, 1);
        vec_push(&t->inputs, (struct program_input_value){.step = step, .site = site});
    }
    hash_map_free(&given);
}

static void read_program_trace(struct unpacking *u, struct program_trace *t) {
    const struct program *program = u->about.program;
    read_edges(u, t);
    read_inputs(u, t);
    read_terms(u);
    uint32_t variables = program->variables.size;
    if (good(u) && u->roots.size != (uint64_t)variables + t->inputs.size)
        refuse(u, "not as many values as the trace has");
    if (!good(u)) return;
    vec_append(&t->initial, u->roots.data, variables);
    for (uint32_t v = 0; v < variables && good(u); v++)
        need_value(u, t->initial.data[v], term_sort(program->terms, program->variables.data[v].now));
    for (uint32_t i = 0; i < t->inputs.size && good(u); i++) {
        struct program_input_value *input = &t->inputs.data[i];
        input->value = u->roots.data[variables + i];
        need_value(u, input->value, term_sort(program->terms, program->sites.data[input->site].input));
    }
}

static void read_program_invariant(struct unpacking *u, struct program_invariant *i) {
    i->depth = read_depth(u);
    i->only_run = read_flag(u, PACK_ONLY_RUN);
    read_terms(u);
    if (good(u) && u->roots.size != i->at.size)
        refuse(u, "not as many formulas as the program has locations");
    for (uint32_t l = 0; l < i->at.size && good(u); l++) {
        i->at.data[l] = u->roots.data[l];
        if (!term_is_none(i->at.data[l])) need_formula(u, i->at.data[l]);
        if (i->only_run && !term_is_none(i->at.data[l])) refuse(u, "a formula where there should be none");
    }
}

/* All. */

static void read_body(struct unpacking *u, bool refutes, uint32_t property) {
    struct model about = u->about;
    switch (about.level) {
    case LEVEL_CIRCUIT:
        *u->evidence = refutes ? evidence_of_trace(trace_new(about.circuit, property))
                               : evidence_of_invariant(property, invariant_new(about.circuit));
        refutes ? read_trace(u, u->evidence->trace) : read_invariant(u, u->evidence->invariant);
        break;
    case LEVEL_SYSTEM:
        *u->evidence = refutes ? evidence_of_system_trace(system_trace_new(property))
                               : evidence_of_system_invariant(property, system_invariant_new());
        refutes ? read_system_trace(u, u->evidence->system_trace)
                : read_system_invariant(u, u->evidence->system_invariant);
        break;
    default:
        *u->evidence = refutes ? evidence_of_program_trace(program_trace_new())
                               : evidence_of_program_invariant(program_invariant_new(about.program));
        refutes ? read_program_trace(u, u->evidence->program_trace)
                : read_program_invariant(u, u->evidence->program_invariant);
    }
    if (good(u) && bytes_left(&u->r)) refuse(u, "more bytes than the evidence has");
}

static enum status read_header(struct unpacking *u, bool *refutes, uint32_t *property) {
    enum { MAGIC = sizeof EVIDENCE_PACK_MAGIC - 1 };
    const unsigned char *magic = bytes_read_block(&u->r, MAGIC);
    if (magic && memcmp(magic, EVIDENCE_PACK_MAGIC, MAGIC) != 0) refuse(u, "no packed evidence");
    uint8_t version = bytes_read_byte(&u->r);
    if (!good(u)) return STATUS_MALFORMED;
    if (version != EVIDENCE_PACK_VERSION) {
        refuse(u, "evidence of another version");
        return STATUS_UNSUPPORTED;
    }
    uint8_t kind = bytes_read_byte(&u->r);
    uint64_t number = bytes_read_number(&u->r, UINT32_MAX), shape = bytes_read_fixed(&u->r);
    if (kind >= 2 * LEVELS) refuse(u, "evidence of an unknown kind");
    if (!good(u)) return STATUS_MALFORMED;
    *refutes = kind & 1;
    *property = (uint32_t)number;
    if (kind / 2 == (uint8_t)u->about.level && shape == pack_shape(u->about)) {
        if (number >= model_properties(u->about)) refuse(u, "a property that the model does not have");
        return good(u) ? STATUS_OK : STATUS_MALFORMED;
    }
    refuse(u, "evidence about another model");
    return STATUS_UNSUPPORTED;
}

enum status evidence_unpack(const void *bytes, size_t size, struct model about, struct evidence *e,
                            struct text *why) {
    struct unpacking u = {.r = bytes_reader(bytes, size), .about = about, .evidence = e};
    bool refutes = false;
    uint32_t property = 0;
    *e = (struct evidence){0};
    enum status status = read_header(&u, &refutes, &property);
    if (status == STATUS_OK) read_body(&u, refutes, property);
    if (status == STATUS_OK && !good(&u)) status = STATUS_MALFORMED;
    if (status != STATUS_OK) {
        text_format(why, "byte %zu: %s", u.r.at, u.r.wrong);
        if (e->any) evidence_free(e);
    }
    vec_free(&u.roots);
    return status;
}
