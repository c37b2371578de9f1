/* Writing circuits as AIGER files, ASCII and binary. */
#include "format/aiger/aiger.h"

struct writer {
    struct text *out;
    const struct circuit *circuit;
    bool binary;
    bool as_outputs;    /* the properties are written as outputs */
    uint32_t *variable; /* of each node */
};

/* Digit by digit: a million gates go through here. */
static void put_number(struct text *out, uint32_t number) {
    char digits[10], *first = digits + sizeof digits;
    do *--first = (char)('0' + number % 10);
    while (number /= 10);
    text_bytes(out, first, (size_t)(digits + sizeof digits - first));
}

static uint32_t file_literal(const struct writer *w, aig_lit l) {
    return 2 * w->variable[aig_node(l)] + aig_sign(l);
}

static void put_line(const struct writer *w, aig_lit l) {
    put_number(w->out, file_literal(w, l));
    text_byte(w->out, '\n');
}

/* Inputs, latches, gates: as the binary format numbers them. */
static void number_nodes(struct writer *w) {
    const struct circuit *c = w->circuit;
    uint32_t next = 1;
    w->variable = mem_new_array(uint32_t, aig_size(c->graph));
    vec_each (const struct signal, s, &c->inputs) w->variable[aig_node(s->lit)] = next++;
    vec_each (const struct latch, l, &c->latches) w->variable[aig_node(l->lit)] = next++;
    for (uint32_t i = 1; i < aig_size(c->graph); i++)
        if (aig_is_gate(c->graph, i)) w->variable[i] = next++;
}

static void put_header(const struct writer *w) {
    const struct circuit *c = w->circuit;
    const uint32_t counts[] = {c->inputs.size + c->latches.size + c->graph->gates,
                               c->inputs.size,
                               c->latches.size,
                               w->as_outputs ? c->properties.size : c->outputs.size,
                               c->graph->gates,
                               w->as_outputs ? 0 : c->properties.size,
                               c->constraints.size,
                               c->justice.size,
                               c->fairness.size};
    unsigned n = sizeof counts / sizeof *counts;
    while (n > 5 && !counts[n - 1]) n--; /* files without 1.9 sections are readable by older tools */
    text_add(w->out, w->binary ? "aig" : "aag");
    for (unsigned i = 0; i < n; i++) {
        text_byte(w->out, ' ');
        put_number(w->out, counts[i]);
    }
    text_byte(w->out, '\n');
}

static void put_latch(const struct writer *w, const struct latch *latch) {
    assert(!latch_has_function(latch));
    if (!w->binary) {
        put_number(w->out, file_literal(w, latch->lit));
        text_byte(w->out, ' ');
    }
    put_number(w->out, file_literal(w, latch->next));
    if (!aig_same(latch->reset, AIG_FALSE)) {
        text_byte(w->out, ' ');
        put_number(w->out, file_literal(w, latch->reset));
    }
    text_byte(w->out, '\n');
}

static void put_sections(const struct writer *w) {
    const struct circuit *c = w->circuit;
    if (!w->binary)
        vec_each (const struct signal, s, &c->inputs) put_line(w, s->lit);
    vec_each (const struct latch, l, &c->latches) put_latch(w, l);
    vec_each (const struct signal, s, &c->outputs) put_line(w, s->lit);
    vec_each (const struct property, p, &c->properties) put_line(w, p->bad);
    vec_each (const struct signal, s, &c->constraints) put_line(w, s->lit);
    vec_each (const struct justice, j, &c->justice) {
        put_number(w->out, j->lits.size);
        text_byte(w->out, '\n');
    }
    vec_each (const struct justice, j, &c->justice)
        vec_each (const aig_lit, l, &j->lits) put_line(w, *l);
    vec_each (const struct signal, s, &c->fairness) put_line(w, s->lit);
}

static void put_delta(struct text *out, uint32_t delta) {
    for (; delta > 0x7f; delta >>= 7) text_byte(out, (unsigned char)(0x80 | (delta & 0x7f)));
    text_byte(out, (unsigned char)delta);
}

static void put_gate(const struct writer *w, uint32_t node) {
    uint32_t gate = 2 * w->variable[node], left = file_literal(w, aig_left(w->circuit->graph, node)),
             right = file_literal(w, aig_right(w->circuit->graph, node));
    if (w->binary) { /* gate > greater >= smaller */
        uint32_t greater = left > right ? left : right, smaller = left > right ? right : left;
        put_delta(w->out, gate - greater);
        put_delta(w->out, greater - smaller);
        return;
    }
    put_number(w->out, gate);
    text_byte(w->out, ' ');
    put_number(w->out, left);
    text_byte(w->out, ' ');
    put_number(w->out, right);
    text_byte(w->out, '\n');
}

static void put_symbol(const struct writer *w, char kind, uint32_t index, const char *name) {
    if (!name) return;
    assert(!strchr(name, '\n'));
    text_format(w->out, "%c%u %s\n", kind, index, name);
}

#define PUT_SYMBOLS(w, kind, section)                                                                        \
    for (uint32_t i_ = 0; i_ < (section).size; i_++) put_symbol(w, kind, i_, (section).data[i_].name)

static void put_symbols(const struct writer *w) {
    const struct circuit *c = w->circuit;
    PUT_SYMBOLS(w, 'i', c->inputs);
    PUT_SYMBOLS(w, 'l', c->latches);
    PUT_SYMBOLS(w, 'o', c->outputs);
    for (uint32_t i = 0; i < c->properties.size; i++) {
        const char *name = c->properties.data[i].name;
        char *plain = mem_format("%u", i); /* what a reader calls it anyway */
        if (strcmp(name, plain)) put_symbol(w, w->as_outputs ? 'o' : 'b', i, name);
        mem_free(plain);
    }
    PUT_SYMBOLS(w, 'c', c->constraints);
    PUT_SYMBOLS(w, 'j', c->justice);
    PUT_SYMBOLS(w, 'f', c->fairness);
}

static void put_comment(const struct writer *w) {
    const char *comment = w->circuit->comment;
    if (!comment) return;
    text_format(w->out, "c\n%s", comment);
    if (*comment && comment[strlen(comment) - 1] != '\n') text_byte(w->out, '\n');
}

void aiger_write(struct text *out, const struct circuit *c, bool binary) {
    assert(!circuit_check(c));
    bool as_outputs = !c->bad_section && !c->outputs.size && !c->justice.size;
    struct writer w = {.out = out, .circuit = c, .binary = binary, .as_outputs = as_outputs};
    number_nodes(&w);
    put_header(&w);
    put_sections(&w);
    for (uint32_t i = 1; i < aig_size(c->graph); i++)
        if (aig_is_gate(c->graph, i)) put_gate(&w, i);
    put_symbols(&w);
    put_comment(&w);
    mem_free(w.variable);
}
