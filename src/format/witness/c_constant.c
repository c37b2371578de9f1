/* Constants, types and other pieces of C expressions. */
#include "format/witness/c_writer.h"

void c_write(struct c_writer *w, const char *s) {
    text_add(w->out, s);
    if (w->out->size > w->end) w->failed = true;
}

const char *c_type(uint32_t width, bool is_signed) {
    switch (width) {
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned int";
    case 64: return is_signed ? "long long" : "unsigned long long";
    default: return NULL;
    }
}

const char *c_word_type(uint32_t width, bool is_signed) {
    return c_type(width <= 32 ? 32 : 64, is_signed);
}

void c_write_cast(struct c_writer *w, const char *type) {
    c_write(w, "(");
    c_write(w, type);
    c_write(w, ")");
}

void c_write_number(struct text *out, mpz_srcptr n, const char *suffix) {
    char *digits = mpz_get_str(NULL, 10, n);
    text_format(out, "%s%s", digits, suffix);
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(digits, strlen(digits) + 1);
}

static const char *suffix_of(uint32_t width, bool is_signed) {
    if (width <= 32) return is_signed ? "" : "U";
    return is_signed ? "LL" : "ULL";
}

/* The least number has no constant of its own in C: 2147483648 is no int. */
static void signed_constant(struct text *out, mpz_srcptr bits, uint32_t width) {
    mpz_t n;
    mpz_init_set(n, bits);
    bool negative = mpz_tstbit(bits, width - 1);
    if (negative) {
        mpz_t all;
        mpz_init(all);
        mpz_setbit(all, width);
        mpz_sub(n, n, all);
        mpz_clear(all);
    }
    bool least = (width == 32 || width == 64) && negative && mpz_scan1(n, 0) == width - 1;
    if (least) {
        mpz_add_ui(n, n, 1);
        text_add(out, "(");
    }
    c_write_number(out, n, suffix_of(width, true));
    if (least) text_add(out, " - 1)");
    mpz_clear(n);
}

void c_constant(struct text *out, const struct terms *b, term value, bool is_signed) {
    switch (term_op(b, value)) {
    case TERM_TRUE: text_add(out, "1"); break;
    case TERM_FALSE: text_add(out, "0"); break;
    case TERM_BITS: {
        uint32_t width = sort_width(b, term_sort(b, value));
        if (is_signed)
            signed_constant(out, term_bits(b, value), width);
        else
            c_write_number(out, term_bits(b, value), suffix_of(width, false));
        break;
    }
    case TERM_NUMBER: {
        mpq_srcptr q = term_number(b, value);
        c_write_number(out, mpq_numref(q), mpz_sizeinbase(mpq_numref(q), 2) > 31 ? "LL" : "");
        if (mpz_cmp_ui(mpq_denref(q), 1)) {
            text_add(out, "/");
            c_write_number(out, mpq_denref(q), "");
        }
        break;
    }
    default: text_add(out, "?"); break;
    }
}

void c_write_ones(struct c_writer *w, uint32_t width) {
    mpz_t n;
    mpz_init(n);
    mpz_setbit(n, width);
    mpz_sub_ui(n, n, 1);
    c_write_number(w->out, n, suffix_of(width, false));
    mpz_clear(n);
}
