/* Constants: zero, one, ones, and numbers in binary, decimal and hexadecimal. */
#include "format/btor2/reader.h"

bool btor2_is_constant_tag(const struct btor2_word *tag) {
    static const char *const tags[] = {"zero", "one", "ones", "const", "constd", "consth"};
    for (uint32_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (btor2_word_is(tag, tags[i])) return true;
    return false;
}

static bool is_digit(char c, int base) {
    if (c >= '0' && c <= '9') return c - '0' < base;
    return base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}

/* Reads digits, after a minus sign if the base is 10. */
static bool read_digits(const struct btor2_reader *r, int base, mpz_t value) {
    static const char expected[3][16] = {"binary", "decimal", "hexadecimal"};
    const char *name = expected[base == 2 ? 0 : base == 10 ? 1 : 2];
    if (BTOR2_WORD_FIRST >= r->lines.words.size)
        return btor2_lines_fail(&r->lines, BTOR2_WORD_FIRST,
                                "expected a %s number, found the end of the line", name);
    const struct btor2_word *w = &r->lines.words.data[BTOR2_WORD_FIRST];
    uint32_t first = base == 10 && w->start[0] == '-';
    bool good = first < w->length;
    for (uint32_t i = first; i < w->length; i++) good = good && is_digit(w->start[i], base);
    if (!good)
        return btor2_lines_fail(&r->lines, BTOR2_WORD_FIRST, "expected a %s number, found '%.*s'", name,
                                BTOR2_WORD(w));
    char *digits = mem_alloc((size_t)w->length + 1);
    memcpy(digits, w->start, w->length);
    digits[w->length] = 0;
    mpz_set_str(value, digits, base);
    mem_free(digits);
    return true;
}

/* From -2^(width-1) to 2^width - 1. */
static bool fits(const mpz_t value, uint32_t width) {
    if (mpz_sgn(value) >= 0) return mpz_sizeinbase(value, 2) <= width;
    mpz_t beyond; /* -value - 1 < 2^(width-1) */
    mpz_init(beyond);
    mpz_com(beyond, value);
    bool good = mpz_sgn(beyond) == 0 || mpz_sizeinbase(beyond, 2) <= width - 1;
    mpz_clear(beyond);
    return good;
}

static bool read_number(const struct btor2_reader *r, const struct btor2_word *tag, uint32_t width,
                        mpz_t value) {
    int base = btor2_word_is(tag, "const") ? 2 : btor2_word_is(tag, "constd") ? 10 : 16;
    if (!read_digits(r, base, value)) return false;
    uint32_t length = r->lines.words.data[BTOR2_WORD_FIRST].length;
    if (base == 2 && length != width)
        return btor2_lines_fail(&r->lines, BTOR2_WORD_FIRST, "expected %u binary digits, found %u", width,
                                length);
    if (!fits(value, width))
        return btor2_lines_fail(&r->lines, BTOR2_WORD_FIRST, "the number does not fit into %u bit%s", width,
                                width == 1 ? "" : "s");
    return true;
}

bool btor2_read_constant(struct btor2_reader *r, struct btor2_node *node, uint32_t *words) {
    const struct btor2_word *tag = &r->lines.words.data[BTOR2_WORD_TAG];
    if (!btor2_read_sort(r, BTOR2_WORD_SORT, &node->sort)) return false;
    if (sort_kind(r->bank, node->sort) != SORT_BV)
        return btor2_lines_fail(&r->lines, BTOR2_WORD_SORT,
                                "a constant must be a bit vector, found an array");
    uint32_t width = sort_width(r->bank, node->sort);
    mpz_t value;
    mpz_init(value);
    bool good = true;
    *words = BTOR2_WORD_FIRST;
    if (btor2_word_is(tag, "one") || btor2_word_is(tag, "ones"))
        mpz_set_si(value, tag->length == 3 ? 1 : -1);
    else if (!btor2_word_is(tag, "zero")) {
        ++*words;
        good = read_number(r, tag, width, value);
    }
    if (good) node->value = term_bits_of(r->bank, value, width);
    mpz_clear(value);
    node->kind = BTOR2_VALUE;
    node->constant = true;
    return good;
}
