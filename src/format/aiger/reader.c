#include "format/aiger/aiger.h"
#include "format/aiger/reader.h"

/* Literals are 32 bits and the largest one is reserved. */
enum { LARGEST_VARIABLE = INT32_MAX - 1 };

static bool read_header(struct aiger_reader *r) {
    struct aiger_scan *s = &r->scan;
    if (!aiger_recognise((const char *)s->start, aiger_scan_left(s)))
        return aiger_scan_fail(s, aiger_scan_position(s),
                               "expected 'aag ' or 'aig ', the start of an AIGER header");
    r->binary = s->start[1] == 'i';
    s->next += 4;
    struct aiger_counts *c = &r->count;
    const struct {
        uint32_t *value;
        const char *name;
    } fields[] = {{&c->variables, "the maximum variable index M"},
                  {&c->inputs, "the number of inputs I"},
                  {&c->latches, "the number of latches L"},
                  {&c->outputs, "the number of outputs O"},
                  {&c->gates, "the number of gates A"},
                  {&c->bads, "the number of bad state literals B"},
                  {&c->constraints, "the number of constraints C"},
                  {&c->justice, "the number of justice properties J"},
                  {&c->fairness, "the number of fairness literals F"}};
    enum { REQUIRED = 5, FIELDS = sizeof fields / sizeof *fields };
    for (int i = 0; i < FIELDS; i++) {
        bool more = true;
        if (i >= REQUIRED && !aiger_scan_more(s, fields[i - 1].name, &more)) return false;
        if (!more) break;
        if (i && i < REQUIRED && !aiger_scan_space(s, fields[i - 1].name)) return false;
        if (!aiger_scan_number(s, LARGEST_VARIABLE, fields[i].name, fields[i].value)) return false;
    }
    return aiger_scan_newline(s, "the header");
}

/* The counts must agree with each other, and the file must be long enough for them: memory is only reserved
 * after this check. The inputs of a binary file take no bytes; more than the bound below, and the file could
 * only be a trap. */
static bool check_header(const struct aiger_reader *r) {
    const struct aiger_scan *s = &r->scan;
    const struct aiger_counts *c = &r->count;
    const struct position at = {.file = s->file, .line = 1, .column = 1};
    uint64_t defined = (uint64_t)c->inputs + c->latches + c->gates;
    if (r->binary && defined != c->variables)
        return aiger_scan_fail(s, at, "the header must have M = I + L + A = %llu, found %u",
                               (unsigned long long)defined, c->variables);
    if (defined > c->variables)
        return aiger_scan_fail(s, at, "the header must have M of at least I + L + A = %llu, found %u",
                               (unsigned long long)defined, c->variables);
    uint64_t lines = (uint64_t)c->outputs + c->bads + c->constraints + c->justice + c->fairness;
    uint64_t bytes = 2 * lines; /* "0\n" */
    if (r->binary)
        bytes += 2 * ((uint64_t)c->latches + c->gates);
    else
        bytes += 2 * (uint64_t)c->inputs + 4 * (uint64_t)c->latches + 6 * (uint64_t)c->gates; /* "2 0 0\n" */
    if (bytes > aiger_scan_left(s) + !r->binary) /* a missing last newline is reported where it is missing */
        return aiger_scan_fail(
            s, at, "the file is too short for its header: at least %llu more bytes expected, found %llu",
            (unsigned long long)bytes, (unsigned long long)aiger_scan_left(s));
    uint64_t plausible = (1u << 20) + 8 * (uint64_t)aiger_scan_left(s);
    if (c->inputs > plausible)
        return aiger_scan_fail(
            s, at, "the header announces %u inputs; at most %llu are accepted in a file of this size",
            c->inputs, (unsigned long long)plausible);
    return true;
}

bool aiger_read_literal(struct aiger_reader *r, const char *what, aig_lit *literal) {
    return aiger_scan_number(&r->scan, 2 * r->count.variables + 1, what, &literal->code);
}

static const char *kind_of(const struct aiger_reader *r, uint32_t node) {
    if (node <= r->count.inputs) return "an input";
    return node <= r->count.inputs + r->count.latches ? "a latch" : "a gate";
}

bool aiger_read_definition(struct aiger_reader *r, const char *what, uint32_t node, aig_lit *literal) {
    struct position at = aiger_scan_position(&r->scan);
    if (!aiger_read_literal(r, what, literal)) return false;
    if (literal->code < 2 || aig_sign(*literal))
        return aiger_scan_fail(&r->scan, at, "%s must be even and at least 2, found %u", what, literal->code);
    uint32_t before = hash_map_get(&r->nodes, aig_node(*literal));
    if (before != HASH_NONE)
        return aiger_scan_fail(&r->scan, at, "literal %u is defined already, as %s", literal->code,
                               kind_of(r, before));
    hash_map_put(&r->nodes, aig_node(*literal), node);
    return true;
}

static bool read_inputs(struct aiger_reader *r) {
    for (uint32_t i = 0; i < r->count.inputs; i++) {
        aig_lit file, leaf = circuit_add_input(r->circuit, NULL);
        if (r->binary) continue;
        if (!aiger_read_definition(r, "an input literal", aig_node(leaf), &file)) return false;
        if (!aiger_scan_newline(&r->scan, "an input literal")) return false;
    }
    return true;
}

/* The optional third word of a latch, whose literal in the file is `file`. */
static bool read_reset(struct aiger_reader *r, struct latch *latch, aig_lit file) {
    bool more;
    if (!aiger_scan_more(&r->scan, "a next-state literal", &more)) return false;
    if (!more) return true;
    struct position at = aiger_scan_position(&r->scan);
    aig_lit reset;
    if (!aiger_read_literal(r, "a reset literal", &reset)) return false;
    if (!aig_is_constant(reset) && !aig_same(reset, file))
        return aiger_scan_fail(&r->scan, at, "the reset must be 0, 1 or the latch %u itself, found %u",
                               file.code, reset.code);
    latch->reset = aig_is_constant(reset) ? reset : latch->lit;
    return true;
}

static bool read_latches(struct aiger_reader *r) {
    for (uint32_t i = 0; i < r->count.latches; i++) {
        aig_lit leaf = circuit_add_latch(r->circuit, NULL), file = leaf;
        struct latch *latch = &vec_last(&r->circuit->latches);
        if (!r->binary && (!aiger_read_definition(r, "a latch literal", aig_node(leaf), &file) ||
                           !aiger_scan_space(&r->scan, "a latch literal")))
            return false;
        if (!aiger_read_literal(r, "a next-state literal", &latch->next)) return false;
        if (!read_reset(r, latch, file)) return false;
        if (!aiger_scan_newline(&r->scan, "a latch")) return false;
    }
    return true;
}

static bool read_line(struct aiger_reader *r, const char *what, aig_lit *literal) {
    return aiger_read_literal(r, what, literal) && aiger_scan_newline(&r->scan, what);
}

#define READ_SIGNALS(r, n, signals, what)                                                                    \
    for (uint32_t i_ = 0; i_ < (n); i_++) {                                                                  \
        vec_push(signals, (struct signal){AIG_FALSE, NULL});                                                 \
        if (!read_line(r, what, &vec_last(signals).lit)) return false;                                       \
    }

/* First the sizes of all justice properties, one per line, then their literals. */
static bool read_justice(struct aiger_reader *r) {
    u32s sizes = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < r->count.justice; i++) {
        uint32_t size = 0;
        good = aiger_scan_number(&r->scan, LARGEST_VARIABLE, "the size of a justice property", &size) &&
               aiger_scan_newline(&r->scan, "the size of a justice property");
        vec_push(&sizes, size);
    }
    for (uint32_t i = 0; good && i < r->count.justice; i++) {
        vec_push(&r->circuit->justice, (struct justice){0});
        struct justice *justice = &vec_last(&r->circuit->justice);
        for (uint32_t j = 0; good && j < sizes.data[i]; j++) {
            vec_push(&justice->lits, AIG_FALSE);
            good = read_line(r, "a justice literal", &vec_last(&justice->lits));
        }
    }
    vec_free(&sizes);
    return good;
}

static bool read_sections(struct aiger_reader *r) {
    if (!read_inputs(r) || !read_latches(r)) return false;
    READ_SIGNALS(r, r->count.outputs, &r->circuit->outputs, "an output literal");
    READ_SIGNALS(r, r->count.bads, &r->bads, "a bad state literal");
    READ_SIGNALS(r, r->count.constraints, &r->circuit->constraints, "a constraint literal");
    if (!read_justice(r)) return false;
    READ_SIGNALS(r, r->count.fairness, &r->circuit->fairness, "a fairness literal");
    return true;
}

bool aiger_recognise(const char *data, size_t size) {
    return size >= 4 && data[0] == 'a' && (data[1] == 'a' || data[1] == 'i') && data[2] == 'g' &&
           data[3] == ' ';
}

enum status aiger_read(struct circuit **circuit, const char *data, size_t size, const char *name,
                       struct messages *messages) {
    struct aiger_reader r = {.circuit = circuit_new()};
    aiger_scan_init(&r.scan, data, size, name, messages);
    bool good = read_header(&r) && check_header(&r) && read_sections(&r) && aiger_read_gates(&r) &&
                aiger_read_symbols(&r);
    if (good)
        aiger_make_properties(&r);
    else
        circuit_free(r.circuit);
    *circuit = good ? r.circuit : NULL;
    vec_each (struct signal, b, &r.bads) mem_free(b->name);
    vec_free(&r.bads);
    hash_map_free(&r.nodes);
    return good ? STATUS_OK : STATUS_MALFORMED;
}
