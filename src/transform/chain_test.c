/* Chains of stages that do nothing but leave marks on the evidence that passes them. */
#include "transform/chain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* The stage owns a copy of the system with the properties that are asked about, in reverse order. */
static enum status reverse(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)messages;
    struct system *to = mem_new(struct system);
    *to = *s->from.system;
    memset(&to->properties, 0, sizeof to->properties);
    for (uint32_t i = asked->size; i-- > 0;) {
        vec_push(&to->properties, s->from.system->properties.data[asked->data[i]]);
        vec_push(&s->properties, asked->data[i]);
    }
    s->own = to;
    s->to = model_of_system(to);
    return STATUS_OK;
}

static void release(struct stage *s) {
    struct system *to = s->own;
    vec_free(&to->properties);
    mem_free(to);
}

static void mark(struct stage *s, struct evidence *e) {
    vec_push(&e->system_invariant->conjuncts, s->from.system->properties.data[0].good);
}

static enum stage_back mark_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)why;
    mark(s, e);
    return STAGE_CARRIED;
}

static enum stage_back fail_back(struct stage *s, struct evidence *e, struct text *why) {
    (void)s, (void)e;
    return stage_fail(STAGE_UNSAYABLE, why, "no words");
}

static enum status rest(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)asked, (void)messages;
    return stage_rest(s);
}

static enum status refuse(struct stage *s, const u32s *asked, struct messages *messages) {
    (void)s, (void)asked, (void)messages;
    return STATUS_UNSUPPORTED;
}

#define SYSTEMS .from = LEVEL_SYSTEM, .to = LEVEL_SYSTEM
static const struct stage_kind reversing = {.name = "reversing",
                                            SYSTEMS,
                                            .apply = reverse,
                                            .invariant_back = mark_back,
                                            .lemmas_back = mark,
                                            .free = release};
static const struct stage_kind speechless = {
    .name = "speechless", SYSTEMS, .apply = reverse, .invariant_back = fail_back, .free = release};
static const struct stage_kind resting = {
    .name = "resting", SYSTEMS, .apply = rest, .invariant_back = fail_back, .lemmas_back = mark};
static const struct stage_kind refusing = {.name = "refusing", SYSTEMS, .apply = refuse};

enum { PROPERTIES = 4 };

static struct system *problem(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        char name[] = {(char)('a' + i), 0};
        term x = system_add_state(system, name, sort_bool(), NULL)->now;
        system_add_property(system, x, name, i);
    }
    return system;
}

static void apply(struct chain *c, const struct stage_kind *kind, enum status expected) {
    struct stage_context context = {0};
    assert_int_equal(chain_apply(c, kind, &context, NULL), expected);
}

static void evidence_walks_back(void **state) {
    (void)state;
    struct system *system = problem();
    struct chain c;
    chain_init(&c, model_of_system(system), (uint32_t[]){0, 2, 3}, 3);
    apply(&c, &reversing, STATUS_OK); /* 3 2 0 */
    apply(&c, &resting, STATUS_OK);
    apply(&c, &refusing, STATUS_UNSUPPORTED);
    apply(&c, &reversing, STATUS_OK); /* 0 2 3 */
    assert_int_equal(c.stages.size, 3);
    assert_int_equal(chain_last(&c).system->properties.size, 3);
    assert_int_equal(chain_first_position(&c, 0), 0);
    assert_int_equal(chain_first_position(&c, 1), 2);
    assert_int_equal(chain_first_position(&c, 2), 3);
    struct text why = {0};
    struct evidence e = evidence_of_system_invariant(2, system_invariant_new());
    assert_int_equal(chain_back(&c, &e, &why), STAGE_CARRIED);
    assert_int_equal(e.property, 3);
    /* The second stage's source begins with property 3, the first one's with 0: in this order they were passed. */
    assert_int_equal(e.system_invariant->conjuncts.size, 2);
    assert_true(term_same(e.system_invariant->conjuncts.data[0], system->properties.data[3].good));
    assert_true(term_same(e.system_invariant->conjuncts.data[1], system->properties.data[0].good));
    evidence_free(&e);
    struct system_trace *trace = system_trace_new(1);
    trace->steps = 1;
    e = evidence_of_system_trace(trace);
    assert_int_equal(chain_back(&c, &e, &why), STAGE_CARRIED);
    assert_int_equal(e.system_trace->property, 2);
    evidence_free(&e);
    chain_fini(&c);
    system_free(system);
}

static void what_cannot_be_said_is_gone(void **state) {
    (void)state;
    struct system *system = problem();
    struct chain c;
    chain_init(&c, model_of_system(system), (uint32_t[]){1}, 1);
    apply(&c, &speechless, STATUS_OK);
    struct text why = {0};
    struct evidence e = evidence_of_system_invariant(0, system_invariant_new());
    assert_int_equal(chain_back(&c, &e, &why), STAGE_UNSAYABLE);
    assert_null(e.any);
    assert_string_equal(why.data, "no words");
    text_fini(&why);
    assert_false(chain_proves_nothing(&c));
    c.stages.data[0]->proves_nothing = true;
    assert_true(chain_proves_nothing(&c));
    chain_fini(&c);
    system_free(system);
}

static void lemmas_are_mapped_or_dropped(void **state) {
    (void)state;
    struct system *system = problem();
    struct chain c;
    chain_init(&c, model_of_system(system), (uint32_t[]){0, 1}, 2);
    apply(&c, &reversing, STATUS_OK);
    apply(&c, &resting, STATUS_OK);
    struct evidence lemmas = evidence_of_system_invariant(0, system_invariant_new());
    chain_lemmas(&c, &lemmas, 2, 0);
    assert_int_equal(lemmas.system_invariant->conjuncts.size, 1); /* one that rests marks nothing */
    chain_lemmas(&c, &lemmas, 0, 2);
    assert_int_equal(lemmas.system_invariant->conjuncts.size, 0); /* there is no way forward */
    evidence_free(&lemmas);
    chain_fini(&c);
    system_free(system);
}

static void nobody_asks_about_what_is_decided(void **state) {
    (void)state;
    struct system *system = problem();
    struct chain c;
    const bool decided[PROPERTIES] = {false, true, false, true};
    chain_init(&c, model_of_system(system), (uint32_t[]){0, 1, 2, 3}, 4);
    apply(&c, &reversing, STATUS_OK); /* 3 2 1 0 */
    apply(&c, &reversing, STATUS_OK); /* 0 1 2 3 */
    chain_cut(&c, 1);
    chain_ask(&c, decided);
    apply(&c, &reversing, STATUS_OK);
    assert_int_equal(chain_last(&c).system->properties.size, 2);
    assert_int_equal(chain_first_position(&c, 0), 0);
    assert_int_equal(chain_first_position(&c, 1), 2);
    chain_fini(&c);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evidence_walks_back),
        cmocka_unit_test(what_cannot_be_said_is_gone),
        cmocka_unit_test(lemmas_are_mapped_or_dropped),
        cmocka_unit_test(nobody_asks_about_what_is_decided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
