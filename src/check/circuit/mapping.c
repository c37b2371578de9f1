#include "check/circuit/mapping.h"

#include <ctype.h>

void mapping_fini(struct mapping *m) {
    mem_free(m->model);
    mem_free(m->shared);
}

/* A number in [0..UINT32_MAX[ after blanks; NULL when there is none, else where it ends. */
static const char *number(const char *s, uint32_t *value) {
    uint64_t n = 0;
    while (isspace((unsigned char)*s)) s++;
    if (!isdigit((unsigned char)*s)) return NULL;
    for (; isdigit((unsigned char)*s); s++) {
        n = n * 10 + (uint64_t)(*s - '0');
        if (n >= UINT32_MAX) return NULL;
    }
    *value = (uint32_t)n;
    return s;
}

/* The leaf of a circuit that a literal of the file means; AIG_NONE when it is none. */
static aig_lit leaf_of(const struct circuit *c, uint32_t literal) {
    uint32_t variable = literal / 2;
    if (!variable || variable > c->inputs.size + c->latches.size) return AIG_NONE;
    aig_lit leaf = variable <= c->inputs.size ? c->inputs.data[variable - 1].lit
                                              : c->latches.data[variable - 1 - c->inputs.size].lit;
    return aig_not_if(leaf, literal & 1);
}

static bool share(struct mapping *m, const struct circuit *model, aig_lit witness, uint32_t literal,
                  struct text *why) {
    aig_lit leaf = leaf_of(model, literal);
    if (leaf.code == UINT32_MAX) {
        text_format(why, "mapping: literal %u is not an input or latch of the model", literal);
        return false;
    }
    if (m->shared[aig_node(leaf)] || m->model[aig_node(witness)].code != UINT32_MAX) {
        text_format(why, "mapping: literal %u of the model is mapped twice, or with another one", literal);
        return false;
    }
    m->shared[aig_node(leaf)] = true;
    m->model[aig_node(witness)] = aig_not_if(leaf, aig_sign(witness));
    return true;
}

static const char *next_line(const char *s) {
    s += strcspn(s, "\n");
    return *s ? s + 1 : s;
}

/* The comment: 1 read, 0 there is none, -1 wrong. */
static int read_comment(struct mapping *m, const struct circuit *model, const struct circuit *witness,
                        struct text *why) {
    static const char keyword[] = "MAPPING ";
    const char *s = witness->comment ? witness->comment : "";
    while (*s && strncmp(s, keyword, sizeof keyword - 1)) s = next_line(s);
    uint32_t count, from, to;
    if (!*s || !number(s + sizeof keyword - 1, &count)) return 0;
    for (uint32_t i = 0; i < count; i++) {
        s = next_line(s);
        const char *second = number(s, &from);
        aig_lit leaf = second ? leaf_of(witness, from) : AIG_NONE;
        if (leaf.code == UINT32_MAX || !number(second, &to)) {
            text_format(why, "mapping: line %u of the comment does not map an input or latch of the witness",
                        i + 1);
            return -1;
        }
        if (!share(m, model, leaf, to, why)) return -1;
    }
    return 1;
}

/* One symbol: `= <literal>` somewhere in it. */
static int read_symbol(struct mapping *m, const struct circuit *model, aig_lit leaf, const char *name,
                       struct text *why) {
    const char *sign = name ? strchr(name, '=') : NULL;
    uint32_t literal;
    if (!sign || !number(sign + 1, &literal)) return 0;
    return share(m, model, leaf, literal, why) ? 1 : -1;
}

static int read_symbols(struct mapping *m, const struct circuit *model, const struct circuit *witness,
                        struct text *why) {
    int found = 0;
    for (uint32_t i = 0; i < witness->inputs.size && found >= 0; i++) {
        int one = read_symbol(m, model, witness->inputs.data[i].lit, witness->inputs.data[i].name, why);
        if (one) found = one;
    }
    for (uint32_t i = 0; i < witness->latches.size && found >= 0; i++) {
        int one = read_symbol(m, model, witness->latches.data[i].lit, witness->latches.data[i].name, why);
        if (one) found = one;
    }
    return found;
}

static void share_by_order(struct mapping *m, const struct circuit *model, const struct circuit *witness) {
    for (uint32_t i = 0; i < witness->inputs.size && i < model->inputs.size; i++) {
        m->model[aig_node(witness->inputs.data[i].lit)] = model->inputs.data[i].lit;
        m->shared[aig_node(model->inputs.data[i].lit)] = true;
    }
    for (uint32_t i = 0; i < witness->latches.size && i < model->latches.size; i++) {
        m->model[aig_node(witness->latches.data[i].lit)] = model->latches.data[i].lit;
        m->shared[aig_node(model->latches.data[i].lit)] = true;
    }
}

bool mapping_read(struct mapping *m, const struct circuit *model, const struct circuit *witness,
                  struct text *why) {
    m->model = mem_alloc(aig_size(witness->graph) * sizeof *m->model);
    for (uint32_t i = 0; i < aig_size(witness->graph); i++) m->model[i] = AIG_NONE;
    m->shared = mem_new_array(bool, aig_size(model->graph));
    int found = read_comment(m, model, witness, why);
    if (!found) found = read_symbols(m, model, witness, why);
    if (!found) share_by_order(m, model, witness);
    return found >= 0;
}
