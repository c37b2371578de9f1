/* What a printed term needs around it: declarations, and the name of a logic. */
#include "logic/bank.h"
#include "logic/print.h"
#include "logic/walk.h"

static void declare_sorts(struct text *out, const struct terms *b, const term_list *all,
                          const u32s *functions) {
    u8s used = {0};
    vec_resize(&used, b->sorts.size);
    vec_each (const term, t, all) bank_mark_sorts(b, bank_sort(b, *t), &used);
    vec_each (const uint32_t, f, functions)
        for (uint32_t i = 0; i < function_arity(b, *f); i++)
            bank_mark_sorts(b, function_domain(b, *f, i), &used);
    for (uint32_t s = 1; s < used.size; s++) {
        if (!used.data[s] || sort_kind(b, (sort){s}) != SORT_UNINTERPRETED) continue;
        text_add(out, "(declare-sort ");
        print_sort(out, b, (sort){s});
        text_add(out, " 0)\n");
    }
    vec_free(&used);
}

static void declare_function(struct text *out, const struct terms *b, uint32_t f) {
    text_add(out, "(declare-fun ");
    print_symbol(out, function_name(b, f));
    text_add(out, " (");
    for (uint32_t i = 0; i < function_arity(b, f); i++) {
        if (i) text_byte(out, ' ');
        print_sort(out, b, function_domain(b, f, i));
    }
    text_add(out, ") ");
    print_sort(out, b, function_range(b, f));
    text_add(out, ")\n");
}

/* Elements of one sort differ: they are constants in the text, so this has to be said. */
static void declare_distinct(struct text *out, const struct terms *b, const term_list *all) {
    for (uint32_t s = 1; s < b->sorts.size; s++) {
        if (sort_kind(b, (sort){s}) != SORT_UNINTERPRETED) continue;
        struct text list = {0};
        uint32_t count = 0;
        vec_each (const term, t, all) {
            if (bank_op(b, *t) != TERM_ELEMENT || bank_sort(b, *t).id != s) continue;
            text_byte(&list, ' ');
            print_term(&list, b, *t);
            count++;
        }
        if (count > 1) text_format(out, "(assert (distinct%s))\n", list.data);
        text_fini(&list);
    }
}

void print_declarations(struct text *out, const struct terms *b, const term *roots, uint32_t n) {
    term_list all = {0};
    u32s functions = {0};
    term_collect(b, roots, n, &all);
    term_functions(b, roots, n, &functions);
    declare_sorts(out, b, &all, &functions);
    vec_each (term, t, &all) {
        if (bank_op(b, *t) != TERM_VARIABLE && bank_op(b, *t) != TERM_ELEMENT) continue;
        text_add(out, "(declare-fun ");
        print_term(out, b, *t);
        text_add(out, " () ");
        print_sort(out, b, bank_sort(b, *t));
        text_add(out, ")\n");
    }
    vec_each (uint32_t, f, &functions) declare_function(out, b, *f);
    declare_distinct(out, b, &all);
    vec_free(&functions);
    vec_free(&all);
}

/* Constant arrays and int2bv are in no named logic. */
static bool has_extensions(const struct terms *b, const term *roots, uint32_t n) {
    term_list all = {0};
    term_collect(b, roots, n, &all);
    bool found = false;
    vec_each (term, t, &all) {
        enum term_op op = bank_op(b, *t);
        found |= op == TERM_CONST_ARRAY || op == TERM_BV_TO_NAT || op == TERM_INT_TO_BV;
    }
    vec_free(&all);
    return found;
}

/* Whether all arrays among the terms are from words to words, or from integers to integers: what z3 takes under the
 * names of such logics. */
static bool has_named_arrays(const struct terms *b, const term *roots, uint32_t n) {
    term_list all = {0};
    term_collect(b, roots, n, &all);
    bool named = true;
    enum sort_kind common = SORT_ARRAY;
    vec_each (term, t, &all) {
        sort s = term_sort(b, *t);
        if (sort_kind(b, s) != SORT_ARRAY) continue;
        enum sort_kind index = sort_kind(b, sort_index(b, s)), element = sort_kind(b, sort_element(b, s));
        if (common == SORT_ARRAY) common = index;
        named = named && index == common && element == common && (index == SORT_BV || index == SORT_INT);
    }
    vec_free(&all);
    return named;
}

const char *print_logic(const struct terms *b, const term *roots, uint32_t n) {
    static const struct {
        unsigned theories;
        const char *name;
    } logics[] = {
        {0, "QF_UF"},
        {THEORY_UF, "QF_UF"},
        {THEORY_INT | THEORY_DIVISION, "QF_LIA"},
        {THEORY_REAL, "QF_LRA"},
        {THEORY_BV, "QF_BV"},
        {THEORY_INT | THEORY_REAL | THEORY_DIVISION, "QF_LIRA"},
        {THEORY_INT | THEORY_DIVISION | THEORY_UF, "QF_UFLIA"},
        {THEORY_REAL | THEORY_UF, "QF_UFLRA"},
        {THEORY_BV | THEORY_UF, "QF_UFBV"},
        {THEORY_BV | THEORY_ARRAY, "QF_ABV"},
        {THEORY_BV | THEORY_ARRAY | THEORY_UF, "QF_AUFBV"},
        {THEORY_INT | THEORY_DIVISION | THEORY_NONLINEAR, "QF_NIA"},
        {THEORY_REAL | THEORY_NONLINEAR, "QF_NRA"},
        {THEORY_INT | THEORY_REAL | THEORY_DIVISION | THEORY_NONLINEAR, "QF_NIRA"},
        {THEORY_INT | THEORY_DIVISION | THEORY_UF | THEORY_NONLINEAR, "QF_UFNIA"},
        {THEORY_REAL | THEORY_UF | THEORY_NONLINEAR, "QF_UFNRA"},
        {THEORY_INT | THEORY_DIVISION | THEORY_ARRAY | THEORY_UF, "QF_AUFLIA"},
    };
    if (has_extensions(b, roots, n)) return "ALL";
    unsigned wanted = term_theories(b, roots, n);
    if (wanted & THEORY_ARRAY && !has_named_arrays(b, roots, n)) return "ALL";
    for (size_t i = 0; i < sizeof logics / sizeof *logics; i++)
        if (!(wanted & ~logics[i].theories)) return logics[i].name;
    return "ALL";
}
