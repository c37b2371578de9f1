/* Reading BTOR2, line by line: each line makes one node. */
#include "format/btor2/reader.h"

#include <stdlib.h>

#define LINE(r) (&(r)->lines)

static const struct btor2_word *word(const struct btor2_reader *r, uint32_t i) {
    return i < r->lines.words.size ? &r->lines.words.data[i] : NULL;
}

/* ---- names ---- */

char *btor2_symbol(const struct btor2_word *w) {
    if (!w) return NULL;
    char *name = mem_alloc((size_t)w->length + 1);
    for (uint32_t i = 0; i < w->length; i++) {
        unsigned char c = (unsigned char)w->start[i];
        /* what SMT-LIB cannot quote, and what a terminal should not get */
        name[i] = c < ' ' || c == 0x7f || c == '|' || c == '\\' ? '_' : (char)c;
    }
    name[w->length] = 0;
    return name;
}

/* In a word or a comment, which may have any byte. */
static char *without_control(const char *start, size_t size) {
    char *copy = mem_format("%.*s", (int)size, start);
    for (char *c = copy; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '_';
    return copy;
}

struct design_name *btor2_note(struct btor2_reader *r, enum design_kind kind, const struct btor2_word *symbol,
                               term value) {
    const char *comment = LINE(r)->comment;
    size_t size = LINE(r)->comment_size;
    char *name = without_control(symbol ? symbol->start : "", symbol ? symbol->length : 0);
    char *source = comment && design_source(&comment, &size) ? without_control(comment, size) : NULL;
    struct design_name *entry = design_add(&r->system->design, kind, value, name, source);
    entry->node = strtoull(word(r, BTOR2_WORD_ID)->start, NULL, 10); /* that it is a number has been seen */
    mem_free(name);
    mem_free(source);
    return entry;
}

/* Neither the name nor its primed form, which the next-state variable gets, is taken. */
static bool is_free(const struct btor2_reader *r, const char *name) {
    char *primed = mem_format("%s'", name);
    bool result =
        term_is_none(term_find_variable(r->bank, name)) && term_is_none(term_find_variable(r->bank, primed));
    mem_free(primed);
    return result;
}

char *btor2_variable_name(const struct btor2_reader *r, const struct btor2_word *symbol, uint64_t id) {
    char *name = symbol ? btor2_symbol(symbol) : mem_format("node%llu", (unsigned long long)id);
    if (is_free(r, name)) return name;
    char *longer = mem_format("%s#%llu", name, (unsigned long long)id);
    mem_free(name);
    while (!is_free(r, longer)) {
        name = longer;
        longer = mem_format("%s#", name);
        mem_free(name);
    }
    return longer;
}

/* ---- lines ---- */

/* After the last word that means something there may be a symbol; nothing more. */
static bool read_symbol(struct btor2_reader *r, uint32_t words, const struct btor2_word **symbol) {
    *symbol = word(r, words);
    if (word(r, words + 1))
        return btor2_lines_fail(LINE(r), words + 1,
                                "expected the end of the line after the symbol, found '%.*s'",
                                BTOR2_WORD(word(r, words + 1)));
    return true;
}

static bool read_bitvec_sort(struct btor2_reader *r, struct btor2_node *node) {
    uint64_t width;
    if (!btor2_lines_number(LINE(r), 3, UINT32_MAX / 2, "the width of a bit vector", &width)) return false;
    if (!width) return btor2_lines_fail(LINE(r), 3, "a bit vector has at least one bit");
    if (width > BTOR2_WIDTH) {
        r->unsupported = true;
        return btor2_lines_fail(LINE(r), 3, "bit vectors of more than %u bits are not supported",
                                BTOR2_WIDTH);
    }
    node->sort = sort_bv(r->bank, (uint32_t)width);
    return true;
}

static bool read_array_sort(struct btor2_reader *r, struct btor2_node *node) {
    sort index, element;
    if (!btor2_read_sort(r, 3, &index) || !btor2_read_sort(r, 4, &element)) return false;
    if (sort_kind(r->bank, index) == SORT_ARRAY || sort_kind(r->bank, element) == SORT_ARRAY) {
        r->unsupported = true;
        return btor2_lines_fail(LINE(r), sort_kind(r->bank, index) == SORT_ARRAY ? 3 : 4,
                                "arrays of arrays are not supported");
    }
    node->sort = sort_array(r->bank, index, element);
    return true;
}

static bool read_sort_line(struct btor2_reader *r, struct btor2_node *node) {
    const struct btor2_word *kind = word(r, 2), *symbol;
    node->kind = BTOR2_SORT;
    if (!kind) return btor2_lines_expected(LINE(r), 2, "'bitvec' or 'array'");
    if (btor2_word_is(kind, "bitvec")) return read_bitvec_sort(r, node) && read_symbol(r, 4, &symbol);
    if (btor2_word_is(kind, "array")) return read_array_sort(r, node) && read_symbol(r, 5, &symbol);
    return btor2_lines_expected(LINE(r), 2, "'bitvec' or 'array'");
}

static bool read_variable(struct btor2_reader *r, struct btor2_node *node, bool state) {
    const struct btor2_word *symbol;
    if (!btor2_read_sort(r, BTOR2_WORD_SORT, &node->sort) || !read_symbol(r, BTOR2_WORD_FIRST, &symbol))
        return false;
    char *name = btor2_variable_name(r, symbol, node->id);
    node->kind = state ? BTOR2_STATE : BTOR2_INPUT;
    node->position = state ? r->system->states.size : r->system->inputs.size;
    node->uses_input = !state;
    node->value = state ? system_add_state(r->system, name, node->sort, NULL)->now
                        : system_add_input(r->system, name, node->sort)->now;
    mem_free(name);
    *(state ? &vec_last(&r->system->states).node : &vec_last(&r->system->inputs).node) = node->id;
    if (symbol) btor2_note(r, state ? DESIGN_REGISTER : DESIGN_INPUT, symbol, node->value);
    return true;
}

/* The state and the value of a line `id init|next sort state value [symbol]`. */
static bool read_assignment(struct btor2_reader *r, sort *declared, struct btor2_operand *state,
                            struct btor2_operand *value) {
    const struct btor2_word *symbol;
    if (!btor2_read_sort(r, BTOR2_WORD_SORT, declared) ||
        !btor2_read_operand(r, BTOR2_WORD_FIRST, "the id of a state", state) ||
        !btor2_read_operand(r, BTOR2_WORD_FIRST + 1, "the id of a value", value) ||
        !read_symbol(r, BTOR2_WORD_FIRST + 2, &symbol))
        return false;
    if (state->node->kind != BTOR2_STATE || word(r, BTOR2_WORD_FIRST)->start[0] == '-')
        return btor2_lines_expected(LINE(r), BTOR2_WORD_FIRST, "a state");
    if (!sort_same(*declared, state->sort))
        return btor2_lines_fail(LINE(r), BTOR2_WORD_SORT, "the sort of this line is not that of the state");
    return true;
}

static bool fail_value_sort(const struct btor2_reader *r, sort value) {
    char buffer[48];
    return btor2_lines_fail(LINE(r), BTOR2_WORD_FIRST + 1,
                            "the value does not have the sort of the state, it is %s",
                            btor2_describe(r, value, buffer));
}

static bool read_init(struct btor2_reader *r) {
    sort declared;
    struct btor2_operand state, value;
    if (!read_assignment(r, &declared, &state, &value)) return false;
    struct system_state *s = &r->system->states.data[state.node->position];
    if (!term_is_none(s->first))
        return btor2_lines_fail(LINE(r), BTOR2_WORD_FIRST, "the state has an initial value already");
    if (value.node->uses_input)
        return btor2_lines_fail(LINE(r), BTOR2_WORD_FIRST + 1,
                                "an initial value must not depend on an input (use a state without next)");
    if (value.node->id >= state.node->id)
        return btor2_lines_fail(LINE(r), BTOR2_WORD_FIRST + 1,
                                "the initial value must be defined before the state");
    if (sort_same(value.sort, declared)) {
        s->first = sort_kind(r->bank, declared) == SORT_BV ? btor2_bits(r->bank, value.value) : value.value;
        return true;
    }
    /* every element starts with the same value */
    if (sort_kind(r->bank, declared) != SORT_ARRAY || !sort_same(value.sort, sort_element(r->bank, declared)))
        return fail_value_sort(r, value.sort);
    if (!value.node->constant)
        return btor2_lines_fail(LINE(r), BTOR2_WORD_FIRST + 1,
                                "the initial value of all elements of an array must be a constant");
    s->first = term_const_array(r->bank, declared, btor2_bits(r->bank, value.value));
    return true;
}

static bool read_next(struct btor2_reader *r) {
    sort declared;
    struct btor2_operand state, value;
    if (!read_assignment(r, &declared, &state, &value)) return false;
    struct system_state *s = &r->system->states.data[state.node->position];
    if (!term_is_none(s->update))
        return btor2_lines_fail(LINE(r), BTOR2_WORD_FIRST, "the state has a next value already");
    if (!sort_same(value.sort, declared)) return fail_value_sort(r, value.sort);
    s->update = sort_kind(r->bank, declared) == SORT_BV ? btor2_bits(r->bank, value.value) : value.value;
    return true;
}

/* A bit as a Boolean, for properties and constraints. */
static bool read_truth(struct btor2_reader *r, uint32_t w, term *truth, term *condition) {
    struct btor2_operand operand;
    if (!btor2_read_operand(r, w, "the id of a node of width 1", &operand)) return false;
    if (!sort_same(operand.sort, sort_bv(r->bank, 1))) {
        char buffer[48];
        return btor2_lines_fail(LINE(r), w, "expected a bit vector of width 1, found %s",
                                btor2_describe(r, operand.sort, buffer));
    }
    *truth = btor2_truth(r->bank, operand.value);
    bool negated = word(r, w)->start[0] == '-';
    if (condition) *condition = operand.node->implication == negated ? operand.node->condition : TERM_NONE;
    return true;
}

/* What an assumption or a property is called; where the file says nothing, an assumption is its line. */
static void note_statement(struct btor2_reader *r, enum design_kind kind, const struct btor2_word *symbol,
                           uint32_t position) {
    struct design_name *entry = btor2_note(r, kind, symbol, TERM_NONE);
    entry->position = position;
    if (!symbol && !entry->source && kind == DESIGN_ASSUMPTION)
        entry->source = mem_format("%s:%u", LINE(r)->file ? LINE(r)->file : "", LINE(r)->number);
}

static bool read_bad(struct btor2_reader *r) {
    const struct btor2_word *symbol;
    term bad, condition = TERM_NONE;
    if (!read_truth(r, 2, &bad, &condition) || !read_symbol(r, 3, &symbol)) return false;
    char *name = btor2_symbol(symbol);
    system_add_property(r->system, btor2_negate(r->bank, bad), name, r->bads);
    hash_names_claim(&r->property_names, &vec_last(&r->system->properties).name, r->bads++);
    vec_last(&r->system->properties).condition = condition;
    note_statement(r, DESIGN_PROPERTY, symbol, r->system->properties.size - 1);
    mem_free(name);
    return true;
}

static bool read_constraint(struct btor2_reader *r) {
    const struct btor2_word *symbol;
    term truth;
    if (!read_truth(r, 2, &truth, NULL) || !read_symbol(r, 3, &symbol)) return false;
    vec_push(&r->system->constraints, truth);
    note_statement(r, DESIGN_ASSUMPTION, symbol, r->system->constraints.size - 1);
    return true;
}

static bool read_output(struct btor2_reader *r) {
    const struct btor2_word *symbol;
    struct btor2_operand operand;
    if (!btor2_read_operand(r, 2, "the id of a node", &operand) || !read_symbol(r, 3, &symbol)) return false;
    char *name = symbol ? btor2_symbol(symbol) : mem_format("output%u", r->system->outputs.size);
    vec_push(&r->system->outputs, (struct system_output){operand.value, name});
    if (symbol) btor2_note(r, DESIGN_OUTPUT, symbol, operand.value);
    return true;
}

static bool read_justice(struct btor2_reader *r) {
    uint64_t n;
    const struct btor2_word *symbol;
    if (!btor2_lines_number(LINE(r), 2, UINT32_MAX / 2, "the number of conditions", &n)) return false;
    if (!n) return btor2_lines_fail(LINE(r), 2, "a justice property has at least one condition");
    for (uint32_t i = 0; i < n; i++) {
        term truth;
        if (!read_truth(r, 3 + i, &truth, NULL)) return false;
    }
    if (!read_symbol(r, 3 + (uint32_t)n, &symbol)) return false;
    char *name = symbol ? btor2_symbol(symbol) : mem_format("j%u", r->justices);
    vec_push(&r->system->unsupported,
             (struct system_unsupported){.name = name, .what = mem_strdup("justice property")});
    r->justices++;
    return true;
}

static bool read_fair(struct btor2_reader *r) {
    const struct btor2_word *symbol;
    term truth;
    if (!read_truth(r, 2, &truth, NULL) || !read_symbol(r, 3, &symbol)) return false;
    if (!r->fair_line) r->fair_line = r->lines.number;
    return true;
}

/* At the end, when it is known what else there is. */
static void settle_fairness(struct btor2_reader *r) {
    static const char of_justice[] = "justice property with fairness constraints",
                      alone[] = "fairness constraints, and nothing else";
    if (!r->fair_line) return;
    vec_each (struct system_unsupported, u, &r->system->unsupported) {
        mem_free(u->what);
        u->what = mem_strdup(of_justice);
    }
    if (!r->bads && !r->justices)
        vec_push(&r->system->unsupported, (struct system_unsupported){.name = mem_strdup("fairness"),
                                                                      .what = mem_strdup(alone),
                                                                      .fairness = true});
    if (r->bads)
        messages_warn(r->lines.messages,
                      (struct position){.file = r->lines.file, .line = r->fair_line, .column = 1},
                      "fairness constraints are ignored: they do not influence safety");
}

static const struct {
    const char *tag;
    bool (*read)(struct btor2_reader *);
} statements[] = {
    {"init", read_init},     {"next", read_next},       {"bad", read_bad},   {"constraint", read_constraint},
    {"output", read_output}, {"justice", read_justice}, {"fair", read_fair},
};

/* The end of the line of a value, which may have a name. */
static bool read_wire(struct btor2_reader *r, const struct btor2_node *node, uint32_t words) {
    const struct btor2_word *symbol;
    if (!read_symbol(r, words, &symbol)) return false;
    if (symbol) btor2_note(r, DESIGN_WIRE, symbol, node->value);
    return true;
}

/* Everything after the id. */
static bool read_body(struct btor2_reader *r, struct btor2_node *node) {
    const struct btor2_word *tag = word(r, BTOR2_WORD_TAG);
    uint32_t words;
    if (!tag) return btor2_lines_expected(LINE(r), BTOR2_WORD_TAG, "an operator or keyword");
    if (btor2_word_is(tag, "sort")) return read_sort_line(r, node);
    if (btor2_word_is(tag, "input")) return read_variable(r, node, false);
    if (btor2_word_is(tag, "state")) return read_variable(r, node, true);
    if (btor2_is_constant_tag(tag)) return btor2_read_constant(r, node, &words) && read_wire(r, node, words);
    for (uint32_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (btor2_word_is(tag, statements[i].tag)) return statements[i].read(r);
    const struct btor2_operator *op = btor2_operator_find(tag->start, tag->length);
    if (!op) return btor2_lines_expected(LINE(r), BTOR2_WORD_TAG, "an operator or keyword");
    words = BTOR2_WORD_FIRST + btor2_operator_arity(op);
    words += op->shape == BTOR2_SLICE ? 2 : op->shape == BTOR2_EXTENSION;
    return btor2_read_operation(r, op, node) && read_wire(r, node, words);
}

static bool read_line(struct btor2_reader *r) {
    struct btor2_node node = {.kind = BTOR2_STATEMENT};
    if (!btor2_lines_number(LINE(r), BTOR2_WORD_ID, UINT64_C(1) << 40, "the id of a node", &node.id))
        return false;
    uint64_t last = r->nodes.size ? vec_last(&r->nodes).id : 0;
    if (node.id <= last)
        return btor2_lines_fail(LINE(r), BTOR2_WORD_ID,
                                "ids must ascend from line to line, found %llu after %llu",
                                (unsigned long long)node.id, (unsigned long long)last);
    if (!read_body(r, &node)) return false;
    hash_map_put(&r->ids, node.id, r->nodes.size);
    vec_push(&r->nodes, node);
    return true;
}

static enum status read_lines(struct btor2_reader *r) {
    while (btor2_lines_next(LINE(r)))
        if (!read_line(r)) return r->unsupported ? STATUS_UNSUPPORTED : STATUS_MALFORMED;
    settle_fairness(r);
    if (r->nodes.size) return STATUS_OK;
    return messages_fail(r->lines.messages, STATUS_MALFORMED,
                         (struct position){.file = r->lines.file, .line = 1, .column = 1},
                         "the file has no line");
}

enum status btor2_read(struct system **result, enum terms_mode mode, const char *bytes, size_t size,
                       const char *file, struct messages *messages) {
    *result = NULL;
    if (size > UINT32_MAX / 2)
        return messages_fail(messages, STATUS_UNSUPPORTED, (struct position){.file = file},
                             "BTOR2 files of more than 2 GiB are not supported");
    struct btor2_reader r = {.system = system_new(mode)};
    r.bank = r.system->terms;
    btor2_lines_init(&r.lines, bytes, size, file, messages);
    enum status status = read_lines(&r);
    btor2_lines_fini(&r.lines);
    hash_map_free(&r.ids);
    hash_names_free(&r.property_names);
    vec_free(&r.nodes);
    if (status)
        system_free(r.system);
    else
        *result = r.system;
    assert(status || !system_check(*result));
    return status;
}

bool btor2_recognise(const char *bytes, size_t size) {
    struct btor2_lines lines;
    btor2_lines_init(&lines, bytes, size, NULL, NULL);
    bool found = btor2_lines_next(&lines) && lines.words.size >= 3 &&
                 btor2_word_is(&lines.words.data[1], "sort") && lines.words.data[0].start[0] >= '1' &&
                 lines.words.data[0].start[0] <= '9';
    btor2_lines_fini(&lines);
    return found;
}
