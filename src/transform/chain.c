#include "transform/chain.h"

void chain_init(struct chain *c, struct model model, const uint32_t *asked, uint32_t n) {
    *c = (struct chain){.first = model};
    u32s all = {0};
    vec_append(&all, asked, n);
    vec_push(&c->asked, all);
}

static void free_stage(struct stage *s) {
    if (!s->idle && s->kind->free) s->kind->free(s);
    vec_free(&s->properties);
    mem_free(s);
}

void chain_cut(struct chain *c, uint32_t stages) {
    while (c->stages.size > stages) {
        free_stage(vec_pop(&c->stages));
        u32s asked = vec_pop(&c->asked);
        vec_free(&asked);
    }
}

void chain_fini(struct chain *c) {
    chain_cut(c, 0);
    vec_each (u32s, asked, &c->asked) vec_free(asked);
    vec_free(&c->asked);
    vec_free(&c->stages);
}

struct model chain_model(const struct chain *c, uint32_t stages) {
    assert(stages <= c->stages.size);
    return stages ? c->stages.data[stages - 1]->to : c->first;
}

struct model chain_last(const struct chain *c) {
    return chain_model(c, c->stages.size);
}

static uint32_t source_of(const struct stage *s, uint32_t property) {
    return s->properties.size ? s->properties.data[property] : property;
}

/* Of a property behind so many stages. */
static uint32_t first_position(const struct chain *c, uint32_t stages, uint32_t property) {
    while (stages-- > 0) property = source_of(c->stages.data[stages], property);
    return property;
}

uint32_t chain_first_position(const struct chain *c, uint32_t property) {
    return first_position(c, c->stages.size, property);
}

void chain_ask(struct chain *c, const bool *decided) {
    for (uint32_t i = 0; i < c->asked.size; i++) {
        u32s *asked = &c->asked.data[i];
        uint32_t open = 0;
        vec_each (const uint32_t, property, asked)
            if (!decided[first_position(c, i, *property)]) asked->data[open++] = *property;
        vec_shrink(asked, open);
    }
}

/* Where the properties that were asked about stand behind the stage. */
static void push_asked(struct chain *c, const struct stage *s) {
    u32s asked = {0};
    const u32s *before = &vec_last(&c->asked);
    if (!s->properties.size)
        vec_append(&asked, before->data, before->size);
    else
        for (uint32_t i = 0; i < s->properties.size; i++) vec_push(&asked, i);
    vec_push(&c->asked, asked);
}

enum status chain_apply(struct chain *c, const struct stage_kind *kind, const struct stage_context *context,
                        struct messages *messages) {
    struct stage *s = mem_new(struct stage);
    *s = (struct stage){.kind = kind, .context = *context, .from = chain_last(c), .to = chain_last(c)};
    s->context.of_program = c->first.level == LEVEL_PROGRAM;
    s->number = ++c->applied;
    assert(s->from.level == kind->from);
    enum status status = kind->apply(s, &vec_last(&c->asked), messages);
    if (status != STATUS_OK) {
        s->idle = true;
        free_stage(s);
        return status;
    }
    assert(s->to.level == kind->to);
    push_asked(c, s);
    vec_push(&c->stages, s);
    return STATUS_OK;
}

bool chain_proves_nothing(const struct chain *c) {
    vec_each (struct stage *const, s, &c->stages)
        if ((*s)->proves_nothing) return true;
    return false;
}

/* Traces say of which property they are. */
static void name_property(struct evidence *e, uint32_t property) {
    e->property = property;
    if (!e->refutes) return;
    if (e->level == LEVEL_CIRCUIT) e->trace->property = property;
    if (e->level == LEVEL_SYSTEM) e->system_trace->property = property;
}

static enum stage_back back(struct stage *s, struct evidence *e, struct text *why) {
    enum stage_back (*map)(struct stage *, struct evidence *, struct text *) =
        e->refutes ? s->kind->trace_back : s->kind->invariant_back;
    return map && !s->idle ? map(s, e, why) : STAGE_CARRIED;
}

enum stage_back chain_back(struct chain *c, struct evidence *e, struct text *why) {
    for (uint32_t i = c->stages.size; i-- > 0;) {
        struct stage *s = c->stages.data[i];
        uint32_t property = source_of(s, e->property);
        enum stage_back result = back(s, e, why);
        if (result != STAGE_CARRIED) {
            evidence_free(e);
            return result;
        }
        name_property(e, property);
    }
    return STAGE_CARRIED;
}

static void map_lemmas(struct stage *s, bool forward, struct evidence *lemmas) {
    void (*map)(struct stage *, struct evidence *) = forward ? s->kind->lemmas_forward : s->kind->lemmas_back;
    if (s->idle) return;
    if (map) {
        map(s, lemmas);
    } else {
        evidence_free(lemmas);
        *lemmas = evidence_of_nothing(forward ? s->to : s->from);
    }
}

void chain_lemmas(struct chain *c, struct evidence *lemmas, uint32_t from, uint32_t to) {
    while (from > to) map_lemmas(c->stages.data[--from], false, lemmas);
    while (from < to) map_lemmas(c->stages.data[from++], true, lemmas);
}
