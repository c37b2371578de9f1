#include "format/verilog/sva.h"

/* The steps of an assertion of which the antecedent has n are numbered through: t[0] begins at every tick, t[n] (or
 * t[n - 1], where the last one of the antecedent is the first one of the consequent) is the first of the consequent.
 * A register r[i] says that t[0..i[ have held, one tick after the other, up to the last tick. */
struct chain {
    const struct sva *sva;
    const char *prefix;
    uint32_t ticks, first; /* how many there are, where the consequent begins */
};

static struct chain chain_of(const struct sva *sva, const char *prefix) {
    uint32_t first = sva->implies ? sva->before.size - sva->overlaps : 0;
    return (struct chain){sva, prefix, first + sva->after.size, first};
}

static void write_conditions(struct text *out, const sva_conditions *conditions) {
    vec_each (char *const, condition, conditions) text_format(out, " && %s", *condition);
}

/* An attempt is in tick i, and the antecedent's condition holds, if there is one for this tick. */
static void write_reached(struct text *out, const struct chain *c, uint32_t i) {
    if (i)
        text_format(out, "%s$%u", c->prefix, i);
    else
        text_add(out, "1'b1");
    if (i < c->sva->before.size) write_conditions(out, &c->sva->before.data[i]);
}

/* The same, and the consequent's condition. */
static void write_passed(struct text *out, const struct chain *c, uint32_t i) {
    write_reached(out, c, i);
    if (i >= c->first) write_conditions(out, &c->sva->after.data[i - c->first]);
}

/* Some attempt fails now. */
static void write_failure(struct text *out, const struct chain *c) {
    if (c->sva->negated) {
        write_passed(out, c, c->ticks - 1);
        return;
    }
    text_add(out, "1'b0");
    for (uint32_t i = c->first; i < c->ticks; i++) {
        const sva_conditions *conditions = &c->sva->after.data[i - c->first];
        if (!conditions->size) continue; /* any value is fine in this tick */
        text_add(out, " || (");
        write_reached(out, c, i);
        text_add(out, " && !(1'b1");
        write_conditions(out, conditions);
        text_add(out, "))");
    }
}

static void write_condition(struct text *out, const struct chain *c, bool covered) {
    if (!covered) text_add(out, "!(");
    if (covered)
        write_passed(out, c, c->ticks - 1);
    else
        write_failure(out, c);
    if (!covered) text_byte(out, ')');
}

bool sva_is_momentary(const struct sva *sva) {
    return chain_of(sva, "").ticks == 1 && !sva->clock && !sva->disable;
}

void sva_write_momentary(struct text *out, const struct sva *sva, bool covered) {
    struct chain c = chain_of(sva, "");
    write_condition(out, &c, covered);
}

static void write_registers(struct text *out, const struct chain *c) {
    for (uint32_t i = 1; i < c->ticks; i++) text_format(out, "reg %s$%u = 1'b0; ", c->prefix, i);
}

static void write_updates(struct text *out, const struct chain *c) {
    const char *disable = c->sva->disable;
    for (uint32_t i = 1; i < c->ticks; i++) {
        text_format(out, "%s$%u <= ", c->prefix, i);
        if (disable) text_format(out, "!%s && ", disable);
        text_byte(out, '(');
        write_passed(out, c, i - 1);
        text_add(out, "); ");
    }
}

void sva_write(struct text *out, const struct sva *sva, const char *kind, const char *label,
               const char *prefix) {
    struct chain c = chain_of(sva, prefix);
    write_registers(out, &c);
    text_format(out, "always @(%s) begin ", sva->clock);
    write_updates(out, &c);
    if (sva->disable) text_format(out, "if (!%s) ", sva->disable);
    if (label) text_format(out, "%s : ", label);
    text_format(out, "%s (", kind);
    write_condition(out, &c, !strcmp(kind, "cover"));
    text_add(out, "); end ");
}
