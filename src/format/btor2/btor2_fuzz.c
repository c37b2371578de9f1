/* Fuzzing of the BTOR2 reader and writer: both modes of the bank agree on what is a file; what is read is a
 * valid system, and means the same after writing and reading it again; what is refused leaves one message. */
#include "format/btor2/btor2.h"

#include "base/random.h"
#include "logic/value.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static uint32_t errors(const struct messages *messages) {
    uint32_t n = 0;
    vec_each (const struct message, m, &messages->list) n += m->severity == SEVERITY_ERROR;
    return n;
}

static struct system *read(const char *data, size_t size, enum terms_mode mode) {
    struct messages messages = {0};
    struct system *system;
    enum status status = btor2_read(&system, mode, data, size, "input", &messages);
    if (status == STATUS_OK) {
        const char *problem = system_check(system);
        require(!problem, problem);
        require(errors(&messages) == 0, "read with an error");
    } else {
        require(status == STATUS_MALFORMED || status == STATUS_UNSUPPORTED, "another status");
        require(!system && errors(&messages) == 1, "refused without one message");
    }
    messages_fini(&messages);
    return system;
}

/* A value that depends on the position and the round alone, so that two systems get the same. */
static term some_value(struct terms *b, sort s, struct random *r) {
    if (sort_kind(b, s) == SORT_BV) return term_bits_ui(b, random_word(r), sort_width(b, s));
    term array = value_default(b, s);
    term index = some_value(b, sort_index(b, s), r);
    return value_store(b, array, index, some_value(b, sort_element(b, s), r));
}

static void assign(struct evaluation *e, const struct system *system, uint32_t round) {
    struct random r;
    random_init(&r, round);
    evaluation_reset(e);
    vec_each (const struct system_state, s, &system->states)
        evaluation_set(e, s->now, some_value(system->terms, term_sort(system->terms, s->now), &r));
    vec_each (const struct system_input, i, &system->inputs)
        evaluation_set(e, i->now, some_value(system->terms, term_sort(system->terms, i->now), &r));
}

static bool holds(struct evaluation *e, term t) {
    return term_is(e->bank, evaluate(e, t), TERM_TRUE);
}

/* Properties, constraints and next bits have the same values. */
static void require_same(const struct system *one, const struct system *two) {
    require(one->states.size == two->states.size && one->inputs.size == two->inputs.size &&
                one->properties.size == two->properties.size &&
                one->constraints.size == two->constraints.size,
            "another number of states, inputs, properties or constraints");
    struct evaluation e, f;
    evaluation_init(&e, one->terms);
    evaluation_init(&f, two->terms);
    for (uint32_t round = 0; round < 2; round++) {
        assign(&e, one, round);
        assign(&f, two, round);
        for (uint32_t i = 0; i < one->properties.size; i++)
            require(holds(&e, one->properties.data[i].good) == holds(&f, two->properties.data[i].good),
                    "a property has changed");
        for (uint32_t i = 0; i < one->constraints.size; i++)
            require(holds(&e, one->constraints.data[i]) == holds(&f, two->constraints.data[i]),
                    "a constraint has changed");
        for (uint32_t i = 0; i < one->states.size; i++) {
            term a = one->states.data[i].update, b = two->states.data[i].update;
            require(term_is_none(a) == term_is_none(b), "a next value came or went");
            if (term_is_none(a) || sort_kind(one->terms, term_sort(one->terms, a)) != SORT_BV) continue;
            require(!mpz_cmp(term_bits(one->terms, evaluate(&e, a)), term_bits(two->terms, evaluate(&f, b))),
                    "a next value has changed");
        }
    }
    evaluation_fini(&e);
    evaluation_fini(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct system *simplified = read((const char *)data, size, TERMS_SIMPLIFY),
                  *plain = read((const char *)data, size, TERMS_PLAIN);
    require(!simplified == !plain, "read in one mode only");
    if (plain) {
        struct text text = {0};
        struct messages messages = {0};
        require(btor2_write(&text, simplified, &messages) == STATUS_OK, "not written");
        struct system *again = text.size ? read(text.data, text.size, TERMS_PLAIN) : NULL;
        require_same(plain, simplified);
        if (again) require_same(plain, again);
        require(again || !text.size, "written but not read");
        system_free(again);
        text_fini(&text);
        messages_fini(&messages);
    }
    system_free(simplified);
    system_free(plain);
    return 0;
}
