/* References to nodes, and whether operands and results have the sorts that an operator asks for. */
#include "format/btor2/reader.h"

#include <stdio.h>
#include <string.h>

enum { ID_LIMIT_BITS = 40 };
static const uint64_t id_limit = UINT64_C(1) << ID_LIMIT_BITS;

static const struct btor2_node *find(const struct btor2_reader *r, uint64_t id) {
    uint32_t position = hash_map_get(&r->ids, id);
    return position == HASH_NONE ? NULL : &r->nodes.data[position];
}

bool btor2_read_sort(struct btor2_reader *r, uint32_t word, sort *s) {
    uint64_t id;
    if (!btor2_lines_number(&r->lines, word, id_limit, "the id of a sort", &id)) return false;
    const struct btor2_node *node = find(r, id);
    if (!node) return btor2_lines_fail(&r->lines, word, "sort %llu is not defined", (unsigned long long)id);
    if (node->kind != BTOR2_SORT)
        return btor2_lines_fail(&r->lines, word, "expected a sort, but node %llu is none",
                                (unsigned long long)id);
    *s = node->sort;
    return true;
}

bool btor2_read_operand(struct btor2_reader *r, uint32_t word, const char *what, struct btor2_operand *o) {
    struct btor2_lines *l = &r->lines;
    uint64_t id;
    bool negated;
    if (!btor2_lines_signed(l, word, id_limit, what, &id, &negated)) return false;
    const struct btor2_node *node = find(r, id);
    if (!node) return btor2_lines_fail(l, word, "node %llu is not defined", (unsigned long long)id);
    if (node->kind == BTOR2_SORT || node->kind == BTOR2_STATEMENT)
        return btor2_lines_fail(l, word, "node %llu is a %s and has no value", (unsigned long long)id,
                                node->kind == BTOR2_SORT ? "sort" : "statement");
    if (negated && sort_kind(r->bank, node->sort) == SORT_ARRAY)
        return btor2_lines_fail(l, word, "node %llu is an array, which cannot be negated",
                                (unsigned long long)id);
    term value = negated ? btor2_negate(r->bank, node->value) : node->value;
    *o = (struct btor2_operand){node, value, node->sort};
    return true;
}

const char *btor2_describe(const struct btor2_reader *r, sort s, char buffer[48]) {
    if (sort_kind(r->bank, s) == SORT_ARRAY) return "an array";
    snprintf(buffer, 48, "a bit vector of width %u", sort_width(r->bank, s));
    return buffer;
}

static bool is_word(const struct btor2_reader *r, sort s) {
    return sort_kind(r->bank, s) == SORT_BV;
}

/* That what a word of the line refers to has the sort that is wanted. */
static bool expect_sort(const struct btor2_reader *r, uint32_t word, sort found, sort wanted,
                        const char *whose) {
    if (sort_same(found, wanted)) return true;
    char one[48], other[48];
    if (!is_word(r, found) && !is_word(r, wanted))
        return btor2_lines_fail(&r->lines, word, "%s is an array of another sort", whose);
    return btor2_lines_fail(&r->lines, word, "%s must be %s, found %s", whose, btor2_describe(r, wanted, one),
                            btor2_describe(r, found, other));
}

static bool expect_word(const struct btor2_reader *r, uint32_t word, sort found) {
    if (is_word(r, found)) return true;
    return btor2_lines_fail(&r->lines, word, "expected a bit vector, found an array");
}

static const char *const operand_names[] = {"the first operand", "the second operand", "the third operand"};

/* Operands of the word shapes are bit vectors; those of two operands have equal widths. */
static bool check_words(const struct btor2_reader *r, uint32_t n, const struct btor2_operand *o) {
    for (uint32_t i = 0; i < n; i++)
        if (!expect_word(r, BTOR2_WORD_FIRST + i, o[i].sort)) return false;
    return n < 2 || expect_sort(r, BTOR2_WORD_FIRST + 1, o[1].sort, o[0].sort, operand_names[1]);
}

static bool check_array(const struct btor2_reader *r, const struct btor2_operand *o, bool write) {
    if (is_word(r, o[0].sort))
        return btor2_lines_fail(&r->lines, BTOR2_WORD_FIRST, "expected an array, found a bit vector");
    return expect_sort(r, BTOR2_WORD_FIRST + 1, o[1].sort, sort_index(r->bank, o[0].sort), "the index") &&
           (!write ||
            expect_sort(r, BTOR2_WORD_FIRST + 2, o[2].sort, sort_element(r->bank, o[0].sort), "the element"));
}

static bool check_slice(const struct btor2_reader *r, const struct btor2_operand *o, uint64_t high,
                        uint64_t low) {
    uint32_t width = sort_width(r->bank, o->sort);
    if (high >= width)
        return btor2_lines_fail(&r->lines, BTOR2_WORD_FIRST + 1,
                                "the upper bit %llu is outside the operand of width %u",
                                (unsigned long long)high, width);
    if (low > high)
        return btor2_lines_fail(&r->lines, BTOR2_WORD_FIRST + 2,
                                "the lower bit %llu is above the upper bit %llu", (unsigned long long)low,
                                (unsigned long long)high);
    return true;
}

/* A width that a concatenation or extension makes; the sort of the line, known already, bounds it. */
static bool sort_of_width(struct btor2_reader *r, uint64_t width, sort *s) {
    if (width > BTOR2_WIDTH)
        return btor2_lines_fail(&r->lines, BTOR2_WORD_SORT, "the result has width %llu, which no sort has",
                                (unsigned long long)width);
    *s = sort_bv(r->bank, (uint32_t)width);
    return true;
}

/* Checks the operands and computes the sort of the result. */
static bool check_shape(struct btor2_reader *r, const struct btor2_operator *op,
                        const struct btor2_operand *o, const uint64_t *numbers, sort *result) {
    sort bit = sort_bv(r->bank, 1);
    uint32_t n = btor2_operator_arity(op);
    *result = bit;
    switch (op->shape) {
    case BTOR2_WORD_TO_WORD:
    case BTOR2_WORDS_TO_WORD: *result = o[0].sort; return check_words(r, n, o);
    case BTOR2_WORD_TO_BIT:
    case BTOR2_WORDS_TO_BIT: return check_words(r, n, o);
    case BTOR2_BITS_TO_BIT:
        return expect_sort(r, BTOR2_WORD_FIRST, o[0].sort, bit, operand_names[0]) &&
               expect_sort(r, BTOR2_WORD_FIRST + 1, o[1].sort, bit, operand_names[1]);
    case BTOR2_ALIKE_TO_BIT:
        return expect_sort(r, BTOR2_WORD_FIRST + 1, o[1].sort, o[0].sort, operand_names[1]);
    case BTOR2_CONCATENATION:
        return check_words(r, 1, o) && expect_word(r, BTOR2_WORD_FIRST + 1, o[1].sort) &&
               sort_of_width(r, (uint64_t)sort_width(r->bank, o[0].sort) + sort_width(r->bank, o[1].sort),
                             result);
    case BTOR2_CHOICE:
        *result = o[1].sort;
        return expect_sort(r, BTOR2_WORD_FIRST, o[0].sort, bit, "the condition") &&
               expect_sort(r, BTOR2_WORD_FIRST + 2, o[2].sort, o[1].sort, operand_names[2]);
    case BTOR2_READ:
        if (!check_array(r, o, false)) return false;
        *result = sort_element(r->bank, o[0].sort);
        return true;
    case BTOR2_WRITE: *result = o[0].sort; return check_array(r, o, true);
    case BTOR2_SLICE:
        return check_words(r, 1, o) && check_slice(r, o, numbers[0], numbers[1]) &&
               sort_of_width(r, numbers[0] - numbers[1] + 1, result);
    case BTOR2_EXTENSION:
        return check_words(r, 1, o) && sort_of_width(r, sort_width(r->bank, o[0].sort) + numbers[0], result);
    }
    return false;
}

static bool is_negated(const struct btor2_reader *r, uint32_t word, const struct btor2_operand *o) {
    return o->node->negation || r->lines.words.data[word].start[0] == '-';
}

/* Yosys writes an assertion under a condition as `and condition (not claim)`; of two negations the second one is the
 * claim's. */
static term condition_of(struct btor2_reader *r, const struct btor2_operator *op,
                         const struct btor2_operand *o, const struct btor2_node *node) {
    if (!is_word(r, o[0].sort) || sort_width(r->bank, o[0].sort) != 1) return TERM_NONE;
    bool direct = r->lines.words.data[BTOR2_WORD_FIRST].start[0] != '-';
    if (node->negation) return o[0].node->implication && direct ? o[0].node->condition : TERM_NONE;
    if (node->implication) return o[0].node->constant ? TERM_NONE : btor2_truth(r->bank, o[0].value);
    if (strcmp(op->name, "and")) return TERM_NONE;
    for (int claim = 1; claim >= 0; claim--) {
        const struct btor2_operand *condition = &o[1 - claim];
        if (is_negated(r, BTOR2_WORD_FIRST + (uint32_t)claim, &o[claim]))
            return condition->node->constant ? TERM_NONE : btor2_truth(r->bank, condition->value);
    }
    return TERM_NONE;
}

bool btor2_read_operation(struct btor2_reader *r, const struct btor2_operator *op, struct btor2_node *node) {
    struct btor2_operand operands[3];
    term values[3];
    uint64_t numbers[2] = {0, 0};
    uint32_t n = btor2_operator_arity(op), more = op->shape == BTOR2_SLICE ? 2 : op->shape == BTOR2_EXTENSION;
    static const char *const number_names[] = {"the upper bit", "the lower bit"};
    if (!btor2_read_sort(r, BTOR2_WORD_SORT, &node->sort)) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!btor2_read_operand(r, BTOR2_WORD_FIRST + i, "the id of an operand", &operands[i])) return false;
        values[i] = operands[i].value;
        node->uses_input |= operands[i].node->uses_input;
    }
    for (uint32_t i = 0; i < more; i++)
        if (!btor2_lines_number(&r->lines, BTOR2_WORD_FIRST + 1 + i, UINT32_MAX / 2,
                                more == 1 ? "the number of new bits" : number_names[i], &numbers[i]))
            return false;
    sort result;
    if (!check_shape(r, op, operands, numbers, &result)) return false;
    if (!expect_sort(r, BTOR2_WORD_SORT, node->sort, result, "the sort of this line")) return false;
    node->kind = BTOR2_VALUE;
    node->negation = !strcmp(op->name, "not");
    node->implication = !strcmp(op->name, "implies");
    node->condition = condition_of(r, op, operands, node);
    node->value = btor2_operator_apply(op, r->bank, values, (uint32_t)numbers[0], (uint32_t)numbers[1]);
    return true;
}
