/* Constants: numerals, decimals, #x, #b and (_ bvN width). */
#include "format/smtlib/scope.h"

#include <stdlib.h>

enum status literal_index(struct smtlib_reader *r, sexpr e, const char *what, uint32_t *out) {
    const struct sexprs *d = r->document;
    if (sexpr_is_none(e) || sexpr_kind(d, e) != SEXPR_NUMERAL)
        return smtlib_fail(r, e, "expected %s, a numeral, found %s", what, sexpr_shown(d, e).text);
    uint64_t value = 0;
    for (const char *p = sexpr_text(d, e); *p; p++) {
        value = 10 * value + (uint64_t)(*p - '0');
        if (value > INT32_MAX) return smtlib_unsupported(r, e, "%s must be below 2147483648", what);
    }
    *out = (uint32_t)value;
    return STATUS_OK;
}

bool literal_is_bv_name(const char *symbol) {
    if (strncmp(symbol, "bv", 2) || !symbol[2]) return false;
    return strspn(symbol + 2, "0123456789") == strlen(symbol + 2);
}

static enum status read_bits(struct smtlib_reader *r, sexpr e, const char *digits, int base, uint32_t width,
                             term *out) {
    if (!width) return smtlib_fail(r, e, "the width of a bit vector must be positive");
    if (width > SMTLIB_WIDTH) return smtlib_unsupported(r, e, "the bit vector is wider than 1048576 bits");
    mpz_t value;
    mpz_init_set_str(value, digits, base);
    bool fits = mpz_sizeinbase(value, 2) <= width;
    if (fits) *out = term_bits_of(r->bank, value, width);
    mpz_clear(value);
    return fits ? STATUS_OK : smtlib_fail(r, e, "the number does not fit into %u bits", width);
}

/* (_ bvN width) */
static enum status read_bv(struct smtlib_reader *r, sexpr e, term *out) {
    const struct sexprs *d = r->document;
    sexpr name = sexpr_next(d, sexpr_child(d, e));
    if (sexpr_is_none(name) || sexpr_kind(d, name) != SEXPR_SYMBOL ||
        !literal_is_bv_name(sexpr_text(d, name)))
        return smtlib_fail(r, e, "expected a constant (_ bvN width), found (_ %s ...)",
                           sexpr_shown(d, name).text);
    if (sexpr_length(d, e) != 3) return smtlib_fail(r, e, "expected (_ bvN width)");
    uint32_t width;
    enum status status = literal_index(r, sexpr_next(d, name), "the width of a bit vector", &width);
    return status == STATUS_OK ? read_bits(r, e, sexpr_text(d, name) + 2, 10, width, out) : status;
}

static term read_number(struct terms *bank, const char *text, sort s) {
    mpq_t value;
    mpq_init(value);
    const char *dot = strchr(text, '.');
    if (!dot) {
        mpz_set_str(mpq_numref(value), text, 10);
    } else { /* without the dot, divided by a power of ten */
        char *digits = mem_strdup(text);
        memmove(digits + (dot - text), dot + 1, strlen(dot));
        mpz_set_str(mpq_numref(value), digits, 10);
        mem_free(digits);
        mpz_ui_pow_ui(mpq_denref(value), 10, strlen(dot + 1));
        mpq_canonicalize(value);
    }
    term result = term_number_of(bank, value, s);
    mpq_clear(value);
    return result;
}

enum status literal_read(struct smtlib_reader *r, sexpr e, term *out) {
    const struct sexprs *d = r->document;
    const char *text = sexpr_text(d, e);
    size_t length = strlen(text);
    switch (sexpr_kind(d, e)) {
    case SEXPR_NUMERAL: *out = read_number(r->bank, text, sort_int()); return STATUS_OK;
    case SEXPR_DECIMAL: *out = read_number(r->bank, text, sort_real()); return STATUS_OK;
    case SEXPR_HEX:
    case SEXPR_BINARY: {
        bool hex = sexpr_kind(d, e) == SEXPR_HEX;
        if (length > SMTLIB_WIDTH) length = SMTLIB_WIDTH + 1;
        return read_bits(r, e, text, hex ? 16 : 2, (uint32_t)(hex ? 4 * length : length), out);
    }
    case SEXPR_STRING: return smtlib_unsupported(r, e, "strings are not supported");
    case SEXPR_KEYWORD:
        return smtlib_fail(r, e, "expected a term, found the keyword %s", sexpr_shown(d, e).text);
    case SEXPR_LIST: return read_bv(r, e, out);
    case SEXPR_SYMBOL: break;
    }
    assert(false);
    return STATUS_MALFORMED;
}
