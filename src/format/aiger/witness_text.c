/* Counterexamples of circuits step by step, for people and for programs. */
#include "format/aiger/witness.h"

#include "evidence/playback.h"
#include "evidence/steps.h"

static char digit(uint8_t value) {
    return value == TRACE_X ? 'x' : (char)('0' + value);
}

struct shown {
    const char *name, *kind;
    uint32_t number;
    aig_lit lit;
    int last; /* the value shown last; -1: none */
};
typedef VEC(struct shown) shown_signals;

/* Symbols come from a file that nobody has vouched for: control bytes do not reach a terminal. */
static void write_signal(void *client, const char *name, char value) {
    struct text *out = client;
    text_add(out, "  ");
    for (; *name; name++)
        text_byte(out, (unsigned char)*name < ' ' || *name == 0x7f ? '?' : (unsigned char)*name);
    text_format(out, " = %c\n", value);
}

/* The signals for people: those with names, or all of them when nothing has a name. */
static shown_signals choose_signals(const struct circuit *c) {
    shown_signals all = {0};
#define CHOOSE(field, what)                                                                                  \
    for (uint32_t i = 0; i < c->field.size; i++)                                                             \
    vec_push(&all, (struct shown){c->field.data[i].name, what, i, c->field.data[i].lit, -1})
    CHOOSE(inputs, "input");
    CHOOSE(latches, "latch");
    CHOOSE(outputs, "output");
    CHOOSE(constraints, "constraint");
#undef CHOOSE
    uint32_t named = 0;
    vec_each (const struct shown, s, &all) named += s->name != NULL;
    if (!named) return all;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all.size; i++)
        if (all.data[i].name) all.data[kept++] = all.data[i];
    vec_shrink(&all, kept);
    return all;
}

/* The signals that change in the step: `tell` gets each with a name. */
static void each_change(const struct playback *p, shown_signals *signals,
                        void (*tell)(void *client, const char *name, char value), void *client) {
    vec_each (struct shown, s, signals) {
        int value = playback_value(p, s->lit);
        if (value == s->last) continue;
        s->last = value;
        char *made = s->name ? NULL : mem_format("%s %u", s->kind, s->number);
        tell(client, s->name ? s->name : made, digit((uint8_t)value));
        mem_free(made);
    }
}

void witness_write_text(struct text *out, const struct circuit *c, const struct trace *t) {
    const struct property *property = &c->properties.data[t->property];
    shown_signals signals = choose_signals(c);
    struct playback p;
    text_format(out, "property %s (b%u) is violated after %u steps\n", property->name, property->index,
                t->steps - 1);
    playback_init(&p, c, t);
    do {
        text_format(out, "step %u%s\n", p.step, p.step + 1 == t->steps ? " (bad)" : "");
        each_change(&p, &signals, write_signal, out);
    } while (playback_next(&p));
    playback_fini(&p);
    vec_free(&signals);
}

static void write_step_value(void *steps, const char *name, char value) {
    steps_value(steps, name, (char[]){value, 0});
}

void witness_write_steps(struct text *out, const struct circuit *c, const struct trace *t) {
    shown_signals signals = choose_signals(c);
    struct playback p;
    struct steps s;
    steps_begin(&s, out, t->steps);
    playback_init(&p, c, t);
    do
        if (steps_next(&s, p.step)) each_change(&p, &signals, write_step_value, &s);
    while (playback_next(&p));
    playback_fini(&p);
    steps_end(&s);
    vec_free(&signals);
}
