/* Strategy `lift`: bit vectors read as integers.
 *
 * The system and the cubes of the path are translated to integers with the bounds of their width, wrap-around ignored
 * and what has no linear meaning replaced by free inputs. Predicates that refute the path there (strategies `proof` and
 * `interpolants`) are mapped back: each inequality becomes two equalities of bit vectors (at its bound and just
 * beyond), an unsigned and a signed comparison. Nothing about this needs to be sound: candidates that do not help are
 * dropped when the glued path is reduced, and what is missing is separated by cores. */
#include "refine/strategy.h"

struct lifting {
    struct system view;     /* over the same bank; states by position */
    bool is_signed;         /* how words are read */
    struct hash_map lifted; /* term -> its translation */
    uint32_t opaque;        /* free inputs made */
};

void lifting_free(struct lifting *l) {
    if (!l) return;
    vec_each (struct system_state, s, &l->view.states) mem_free(s->name);
    vec_each (struct system_input, in, &l->view.inputs) mem_free(in->name);
    vec_free(&l->view.states);
    vec_free(&l->view.inputs);
    vec_free(&l->view.properties);
    vec_free(&l->view.constraints);
    hash_map_free(&l->lifted);
    mem_free(l);
}

static bool is_word(const struct terms *b, term t) {
    return sort_kind(b, term_sort(b, t)) == SORT_BV;
}

/* Unsigned comparisons, unless the system has only signed ones. */
static bool reads_signed(const struct system *system) {
    term_list parts = {0}, roots = {0};
    vec_push(&roots, system_init_formula(system));
    vec_push(&roots, system_trans_formula(system));
    vec_push(&roots, system_constraint_formula(system));
    vec_each (const struct system_property, p, &system->properties) vec_push(&roots, p->good);
    term_collect(system->terms, roots.data, roots.size, &parts);
    bool is_signed = false, is_unsigned = false;
    vec_each (const term, t, &parts) {
        enum term_op op = term_op(system->terms, *t);
        is_signed |= op == TERM_BV_SLT || op == TERM_BV_SLE;
        is_unsigned |= op == TERM_BV_ULT || op == TERM_BV_ULE;
    }
    vec_free(&parts);
    vec_free(&roots);
    return is_signed && !is_unsigned;
}

static term integer_of(struct lifting *l, struct terms *b, term bits) {
    mpq_t value;
    mpq_init(value);
    mpq_set_z(value, term_bits(b, bits));
    uint32_t width = sort_width(b, term_sort(b, bits));
    if (l->is_signed && mpz_tstbit(term_bits(b, bits), width - 1)) {
        mpz_t modulus;
        mpz_init(modulus);
        mpz_setbit(modulus, width);
        mpz_sub(mpq_numref(value), mpq_numref(value), modulus);
        mpz_clear(modulus);
    }
    term t = term_number_of(b, value, sort_int());
    mpq_clear(value);
    return t;
}

/* The range of a word of that width, as a formula about its integer. */
static term in_range(struct lifting *l, struct terms *b, term integer, uint32_t width) {
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    uint32_t bits = l->is_signed ? width - 1 : width;
    mpz_setbit(mpq_numref(high), bits);
    if (l->is_signed) mpz_neg(mpq_numref(low), mpq_numref(high));
    mpz_sub_ui(mpq_numref(high), mpq_numref(high), 1);
    term bottom = term_number_of(b, low, sort_int()), top = term_number_of(b, high, sort_int());
    mpq_clears(low, high, NULL);
    return term_and2(b, term_le(b, bottom, integer), term_le(b, integer, top));
}

static term opaque(struct lifting *l, struct terms *b, term t) {
    char *name = mem_format("lift!%u", l->opaque++);
    term fresh = term_fresh(b, name, is_word(b, t) ? sort_int() : sort_bool());
    vec_push(&l->view.inputs, (struct system_input){.now = fresh, .name = name});
    return fresh;
}

static term lifted_arg(struct lifting *l, const struct terms *b, term t, uint32_t i) {
    return (term){hash_map_get(&l->lifted, term_arg(b, t, i).id)};
}

/* The translation of one term whose arguments are translated. */
static term lift_node(struct lifting *l, struct terms *b, term t) {
    term x = term_arity(b, t) > 0 ? lifted_arg(l, b, t, 0) : TERM_NONE;
    term y = term_arity(b, t) > 1 ? lifted_arg(l, b, t, 1) : TERM_NONE;
    switch (term_op(b, t)) {
    case TERM_TRUE:
    case TERM_FALSE: return t;
    case TERM_BITS: return integer_of(l, b, t);
    case TERM_BV_ADD: return term_add2(b, x, y);
    case TERM_BV_SUB: return term_sub(b, x, y);
    case TERM_BV_NEG: return term_neg(b, x);
    case TERM_BV_MUL:
        return term_is(b, x, TERM_NUMBER) || term_is(b, y, TERM_NUMBER) ? term_mul2(b, x, y)
                                                                        : opaque(l, b, t);
    case TERM_BV_ZERO_EXTEND: return l->is_signed ? opaque(l, b, t) : x;
    case TERM_BV_SIGN_EXTEND: return l->is_signed ? x : opaque(l, b, t);
    case TERM_BV_ULT: return l->is_signed ? opaque(l, b, t) : term_lt(b, x, y);
    case TERM_BV_ULE: return l->is_signed ? opaque(l, b, t) : term_le(b, x, y);
    case TERM_BV_SLT: return l->is_signed ? term_lt(b, x, y) : opaque(l, b, t);
    case TERM_BV_SLE: return l->is_signed ? term_le(b, x, y) : opaque(l, b, t);
    case TERM_EQ:
        if (sort_kind(b, term_sort(b, term_arg(b, t, 0))) > SORT_BV) return opaque(l, b, t);
        return term_eq(b, x, y);
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_ITE: {
        term_list args = {0};
        for (uint32_t i = 0; i < term_arity(b, t); i++) vec_push(&args, lifted_arg(l, b, t, i));
        term result = term_make(b, term_op(b, t), args.data, args.size, 0, 0);
        vec_free(&args);
        return result;
    }
    default: return opaque(l, b, t);
    }
}

static term lift(struct lifting *l, struct terms *b, term formula) {
    term_list parts = {0};
    term_collect(b, &formula, 1, &parts);
    vec_each (const term, t, &parts)
        if (hash_map_get(&l->lifted, t->id) == HASH_NONE) {
            enum sort_kind kind = sort_kind(b, term_sort(b, *t));
            term result = kind == SORT_BOOL || kind == SORT_BV ? lift_node(l, b, *t) : *t;
            hash_map_put(&l->lifted, t->id, result.id);
        }
    vec_free(&parts);
    return (term){hash_map_get(&l->lifted, formula.id)};
}

static term lift_variable(struct lifting *l, struct terms *b, term variable, const char *name,
                          const char *suffix) {
    term result = variable;
    if (is_word(b, variable)) {
        char *text = mem_format("%s!int%s", name, suffix);
        result = term_variable(b, text, sort_int());
        mem_free(text);
    }
    hash_map_put(&l->lifted, variable.id, result.id);
    return result;
}

static struct lifting *lifting_new(const struct system *system) {
    struct lifting *l = mem_new(struct lifting);
    struct terms *b = system->terms;
    l->view.terms = b;
    l->is_signed = reads_signed(system);
    term_list now = {0}, next = {0};
    vec_each (const struct system_state, s, &system->states) {
        struct system_state copy = {.now = lift_variable(l, b, s->now, s->name, ""),
                                    .next = lift_variable(l, b, s->next, s->name, "'"),
                                    .name = mem_strdup(s->name)};
        if (is_word(b, s->now)) {
            uint32_t width = sort_width(b, term_sort(b, s->now));
            vec_push(&now, in_range(l, b, copy.now, width));
            vec_push(&next, in_range(l, b, copy.next, width));
        }
        vec_push(&l->view.states, copy);
    }
    vec_each (const struct system_input, in, &system->inputs) {
        term copy = lift_variable(l, b, in->now, in->name, "");
        vec_push(&l->view.inputs, (struct system_input){.now = copy, .name = mem_strdup(in->name)});
        if (is_word(b, in->now)) vec_push(&next, in_range(l, b, copy, sort_width(b, term_sort(b, in->now))));
    }
    vec_push(&now, lift(l, b, system_init_formula(system)));
    vec_push(&next, lift(l, b, system_trans_formula(system)));
    l->view.init = term_and(b, now.data, now.size);
    l->view.trans = term_and(b, next.data, next.size);
    vec_push(&l->view.constraints, lift(l, b, system_constraint_formula(system)));
    vec_each (const struct system_property, p, &system->properties)
        vec_push(&l->view.properties, (struct system_property){.good = lift(l, b, p->good)});
    vec_free(&now);
    vec_free(&next);
    return l;
}

/* The word behind an integer state variable, TERM_NONE if it is none. */
static term word_of(const struct refiner *r, term integer) {
    for (uint32_t i = 0; i < r->lifting->view.states.size; i++)
        if (term_same(r->lifting->view.states.data[i].now, integer)) return r->system->states.data[i].now;
    return TERM_NONE;
}

/* One side of an inequality: the sum of the monomials with that sign, in words. False: a coefficient or
 * variable does not fit. */
static bool side_of(struct refiner *r, const struct linear *form, int sign, uint32_t *width, term *out) {
    struct terms *b = r->bank;
    vec_each (const struct monomial, m, &form->monomials) {
        if (mpq_sgn(m->coefficient) != sign) continue;
        term word = word_of(r, m->subject);
        if (term_is_none(word) || !is_word(b, word) || mpz_cmp_ui(mpq_denref(m->coefficient), 1))
            return false;
        uint32_t w = sort_width(b, term_sort(b, word));
        if (*width && w != *width) return false;
        *width = w;
        mpz_t factor;
        mpz_init(factor);
        mpz_abs(factor, mpq_numref(m->coefficient));
        term part = mpz_cmp_ui(factor, 1) ? term_bv2(b, TERM_BV_MUL, term_bits_of(b, factor, w), word) : word;
        mpz_clear(factor);
        *out = term_is_none(*out) ? part : term_bv2(b, TERM_BV_ADD, *out, part);
    }
    return true;
}

/* form <= 0 as `left <= right` with only additions on either side; the constant goes where it is positive. */
static void words_of(struct refiner *r, term predicate, term_list *out) {
    struct terms *b = r->bank;
    struct linear form;
    enum linear_relation relation;
    linear_init(&form, sort_int());
    uint32_t width = 0;
    term sides[2] = {TERM_NONE, TERM_NONE};
    if (linear_atom(b, predicate, &form, &relation) && side_of(r, &form, 1, &width, &sides[0]) &&
        side_of(r, &form, -1, &width, &sides[1]) && width) {
        int sign = mpq_sgn(form.constant);
        mpz_t constant;
        mpz_init(constant);
        mpz_abs(constant, mpq_numref(form.constant));
        term extra = term_bits_of(b, constant, width);
        mpz_clear(constant);
        term *side = &sides[sign > 0 ? 0 : 1];
        *side = term_is_none(*side) ? extra : sign ? term_bv2(b, TERM_BV_ADD, *side, extra) : *side;
        for (int i = 0; i < 2; i++)
            if (term_is_none(sides[i])) sides[i] = term_bits_ui(b, 0, width);
        term next = term_bv2(b, TERM_BV_ADD, sides[1], term_bits_ui(b, 1, width));
        refine_atoms(r, term_eq(b, sides[0], sides[1]), out);
        refine_atoms(r, term_eq(b, sides[0], next), out);
        refine_atoms(r, term_bv2(b, TERM_BV_ULE, sides[0], sides[1]), out);
        refine_atoms(r, term_bv2(b, TERM_BV_SLE, sides[0], sides[1]), out);
    }
    linear_fini(&form);
}

/* The cubes of the path, about integers. */
static void lifted_cubes(struct refiner *r, const struct spurious_path *path, term_list *cubes) {
    for (uint32_t i = 0; i < path->steps; i++)
        vec_each (const term, literal, &path->cubes[i])
            vec_push(&cubes[i], lift(r->lifting, r->bank, *literal));
}

void lift_candidates(struct refiner *r, const struct spurious_path *path,
                     void (*find)(struct refiner *, const struct system *, const struct spurious_path *,
                                  term_list *out),
                     term_list *out) {
    if (!r->lifting) r->lifting = lifting_new(r->system);
    struct spurious_path lifted = *path;
    term_list integers = {0}, *cubes = path->cubes ? mem_new_array(term_list, path->steps) : NULL;
    if (cubes) lifted_cubes(r, path, cubes);
    lifted.cubes = cubes;
    find(r, &r->lifting->view, &lifted, &integers);
    vec_each (const term, predicate, &integers) words_of(r, *predicate, out);
    for (uint32_t i = 0; cubes && i < path->steps; i++) vec_free(&cubes[i]);
    mem_free(cubes);
    vec_free(&integers);
}

static void candidates(struct refiner *r, const struct spurious_path *path, term_list *out) {
    lift_candidates(r, path, proof_candidates, out);
}

const struct strategy strategy_lift = {
    .name = "lift", .candidates = candidates, .separator = separate_by_core, .part = true};
