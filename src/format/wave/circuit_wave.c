#include "format/wave/circuit_wave.h"

#include "evidence/playback.h"
#include "format/wave/wave_json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_PROPERTIES = 64 };
#define NO_INPUT UINT32_MAX

struct bit {
    uint32_t number; /* within its word */
    aig_lit lit;
    uint32_t first; /* the input that has its value in the first step, or NO_INPUT */
};

struct word {
    char *path;
    enum wave_type type;
    enum wave_role role;
    enum design_edge edge;
    bool selected; /* the bits have numbers */
    VEC(struct bit) bits;
    u32s signals; /* of the wave: one, or one per bit */
};

struct showing {
    const struct circuit *circuit;
    const struct map *map;
    VEC(struct word) words;
    struct hash_names index; /* type and path -> word */
    struct wave wave;
};

/* ---- words ---- */

static struct word *word_of(struct showing *s, const char *path, enum wave_type type) {
    char *key = mem_format("%d %s", type, path);
    uint32_t found = hash_names_get(&s->index, key);
    if (found == HASH_NONE) {
        found = s->words.size;
        hash_names_put(&s->index, key, found);
        vec_push(&s->words, (struct word){.path = mem_strdup(path), .type = type});
    }
    mem_free(key);
    return &s->words.data[found];
}

/* A bit of a word; the same one under a number again is no news. */
static struct bit *add_bit(struct word *w, uint32_t number, aig_lit lit) {
    vec_each (struct bit, b, &w->bits)
        if (b->number == number) return b;
    vec_push(&w->bits, (struct bit){number, lit, NO_INPUT});
    return &vec_last(&w->bits);
}

/* `sum[3]`: the length of `sum`, and 3. */
static bool bit_of_symbol(const char *name, size_t *stem, uint32_t *number) {
    size_t n = strlen(name);
    if (n < 4 || name[n - 1] != ']') return false;
    size_t at = n - 1;
    while (at && isdigit((unsigned char)name[at - 1])) at--;
    if (at < 2 || at == n - 1 || n - at > 9 || name[at - 1] != '[') return false;
    *stem = at - 1;
    *number = (uint32_t)strtoul(name + at, NULL, 10);
    return true;
}

static enum wave_role role_of(char kind) {
    return kind == 'i' ? WAVE_INPUT : kind == 'l' ? WAVE_STATE : kind == 'o' ? WAVE_OUTPUT : WAVE_INNER;
}

static void show_symbol(struct showing *s, const char *name, char kind, uint32_t number, enum wave_type type,
                        aig_lit lit, bool any) {
    size_t stem;
    uint32_t bit = 0;
    if (!name || !*name) {
        char *path = mem_format("%s%c%u", any ? "unnamed\n" : "", kind, number);
        struct word *unnamed = word_of(s, path, type);
        unnamed->role = role_of(kind);
        add_bit(unnamed, 0, lit);
        mem_free(path);
        return;
    }
    bool selected = bit_of_symbol(name, &stem, &bit);
    char *plain = selected ? mem_format("%.*s", (int)stem, name) : mem_strdup(name), *path = wave_path(plain);
    struct word *w = word_of(s, path, type);
    w->role = role_of(kind);
    w->selected = selected;
    add_bit(w, bit, lit);
    mem_free(path);
    mem_free(plain);
}

static bool any_symbol(const struct circuit *c) {
    vec_each (const struct signal, i, &c->inputs)
        if (i->name) return true;
    vec_each (const struct latch, l, &c->latches)
        if (l->name) return true;
    return false;
}

/* What symbols, or the lack of them, say; `taken`: leaves that the map has named. */
static void show_symbols(struct showing *s, const bool *taken) {
    const struct circuit *c = s->circuit;
    bool any = s->map || any_symbol(c);
    for (uint32_t i = 0; i < c->inputs.size; i++)
        if (!taken[aig_node(c->inputs.data[i].lit)])
            show_symbol(s, c->inputs.data[i].name, 'i', i, WAVE_WIRE, c->inputs.data[i].lit, any);
    for (uint32_t i = 0; i < c->latches.size; i++)
        if (!taken[aig_node(c->latches.data[i].lit)])
            show_symbol(s, c->latches.data[i].name, 'l', i, WAVE_REG, c->latches.data[i].lit, any);
    for (uint32_t i = 0; i < c->outputs.size && !s->map; i++)
        show_symbol(s, c->outputs.data[i].name, 'o', i, WAVE_WIRE, c->outputs.data[i].lit, any);
    for (uint32_t i = 0; i < c->constraints.size; i++)
        show_symbol(s, c->constraints.data[i].name, 'c', i, WAVE_WIRE, c->constraints.data[i].lit, any);
}

/* An output of the map may be a property of the model, when bad states are outputs. */
static bool output_literal(const struct circuit *c, uint32_t index, aig_lit *lit) {
    if (c->properties.size && !c->bad_section) {
        vec_each (const struct property, p, &c->properties) {
            if (p->index != index) continue;
            *lit = p->bad;
            return true;
        }
        return false;
    }
    if (index >= c->outputs.size) return false;
    *lit = c->outputs.data[index].lit;
    return true;
}

static bool literal_of(const struct circuit *c, const struct map_bit *b, aig_lit *lit) {
    switch (b->kind) {
    case MAP_INPUT: *lit = c->inputs.data[b->index].lit; return true;
    case MAP_LATCH: *lit = c->latches.data[b->index].lit; return true;
    case MAP_INVERTED: *lit = aig_not(c->latches.data[b->index].lit); return true;
    case MAP_WIRE: *lit = (aig_lit){b->index}; return true;
    case MAP_OUTPUT: return output_literal(c, b->index, lit);
    default: return false;
    }
}

static void show_map(struct showing *s, bool *taken) {
    const struct map *map = s->map;
    vec_each (const struct map_bit, b, &map->bits) {
        aig_lit lit;
        if (!literal_of(s->circuit, b, &lit)) continue;
        bool latch = b->kind == MAP_LATCH || b->kind == MAP_INVERTED;
        struct word *w = word_of(s, b->path, latch ? WAVE_REG : WAVE_WIRE);
        w->selected = true;
        w->role = b->kind == MAP_INPUT ? WAVE_INPUT : latch ? WAVE_STATE : WAVE_INNER;
        add_bit(w, b->bit, lit);
        taken[aig_node(lit)] = true;
        vec_each (const struct map_clock, clock, &map->clocks)
            if (b->kind == MAP_INPUT && clock->input == b->index) w->edge = clock->edge;
    }
    vec_each (const struct map_bit, b, &map->bits) {
        if (b->kind != MAP_INIT) continue;
        struct word *w = word_of(s, b->path, WAVE_REG);
        taken[aig_node(s->circuit->inputs.data[b->index].lit)] = true;
        vec_each (struct bit, bit, &w->bits)
            if (bit->number == b->bit) bit->first = b->index;
    }
}

static void show_property(struct showing *s, uint32_t position) {
    const struct property *p = &s->circuit->properties.data[position];
    char *path = mem_format("%s\n%s", p->cover ? "covered" : "violated", p->name);
    struct word *w = word_of(s, path, WAVE_WIRE);
    w->role = WAVE_PROPERTY;
    add_bit(w, 0, p->bad);
    mem_free(path);
}

static void choose(struct showing *s, uint32_t property) {
    const struct circuit *c = s->circuit;
    bool *taken = mem_new_array(bool, aig_size(c->graph));
    show_property(s, property);
    for (uint32_t i = 0; i < c->properties.size && c->properties.size <= ALL_PROPERTIES; i++)
        if (i != property) show_property(s, i);
    if (s->map) show_map(s, taken);
    show_symbols(s, taken);
    mem_free(taken);
}

/* ---- signals ---- */

static int compare_bits(const void *left, const void *right) {
    const struct bit *a = left, *b = right;
    return a->number < b->number ? -1 : a->number > b->number;
}

static bool is_range(const struct word *w) {
    return vec_last(&w->bits).number - w->bits.data[0].number + 1 == w->bits.size;
}

static void declare(struct showing *s, struct word *w) {
    if (!w->bits.size) return; /* only its first value has a name */
    qsort(w->bits.data, w->bits.size, sizeof *w->bits.data, compare_bits);
    struct wave_signal signal = {
        .path = w->path, .type = w->type, .width = w->bits.size, .edge = w->edge, .role = w->role};
    if (w->bits.size == 1 && (!w->selected || (s->map && !w->bits.data[0].number))) {
        vec_push(&w->signals, wave_declare(&s->wave, &signal));
        return;
    }
    signal.range = true;
    signal.edge = DESIGN_NO_CLOCK;
    signal.lsb = w->bits.data[0].number;
    signal.msb = vec_last(&w->bits).number;
    if (is_range(w)) {
        vec_push(&w->signals, wave_declare(&s->wave, &signal));
        return;
    }
    vec_each (const struct bit, b, &w->bits) {
        char *path = mem_format("%s[%u]", w->path, b->number);
        struct wave_signal one = {.path = path, .type = w->type, .width = 1, .role = w->role};
        vec_push(&w->signals, wave_declare(&s->wave, &one));
        mem_free(path);
    }
}

static char digit(const struct playback *p, const struct bit *b) {
    if (!p->step && b->first != NO_INPUT)
        return "01x"[playback_value(p, p->circuit->inputs.data[b->first].lit)];
    return "01x"[playback_value(p, b->lit)];
}

static void write_word(struct showing *s, struct text *out, const struct playback *p, const struct word *w) {
    struct text digits = {0};
    if (w->signals.size == 1) {
        for (uint32_t i = w->bits.size; i--;) text_byte(&digits, (unsigned char)digit(p, &w->bits.data[i]));
        wave_set(&s->wave, out, w->signals.data[0], digits.data);
    }
    for (uint32_t i = 0; i < w->signals.size && w->signals.size > 1; i++) {
        text_clear(&digits);
        text_byte(&digits, (unsigned char)digit(p, &w->bits.data[i]));
        wave_set(&s->wave, out, w->signals.data[i], digits.data);
    }
    text_fini(&digits);
}

static void begin(struct showing *s, uint32_t property) {
    wave_init(&s->wave, s->map && s->map->top ? s->map->top : "circuit");
    choose(s, property);
    vec_each (struct word, w, &s->words) declare(s, w);
}

static void end(struct showing *s) {
    wave_fini(&s->wave);
    hash_names_free(&s->index);
    vec_each (struct word, w, &s->words) {
        mem_free(w->path);
        vec_free(&w->bits);
        vec_free(&w->signals);
    }
    vec_free(&s->words);
}

/* From a step of the trace on; out: NULL for JSON. */
static void play(struct showing *s, const struct trace *t, uint32_t first, struct text *out) {
    struct playback p;
    playback_init(&p, s->circuit, t);
    do {
        if (p.step < first) continue;
        wave_step(&s->wave, out);
        vec_each (const struct word, w, &s->words) write_word(s, out, &p, w);
    } while (playback_next(&p));
    playback_fini(&p);
}

void circuit_wave_vcd(struct text *out, const struct circuit *c, const struct trace *t,
                      const struct map *map) {
    struct showing s = {.circuit = c, .map = map};
    const struct property *property = &c->properties.data[t->property];
    begin(&s, t->property);
    char *comment = mem_format("property %s is %s in step %u", property->name,
                               property->cover ? "covered" : "violated", t->steps - 1);
    wave_begin(&s.wave, out, comment);
    mem_free(comment);
    play(&s, t, 0, out);
    wave_end(&s.wave, out);
    end(&s);
}

void circuit_wave_json(struct text *out, const struct circuit *c, const struct trace *t,
                       const struct map *map) {
    struct showing s = {.circuit = c, .map = map};
    const struct property *p = &c->properties.data[t->property];
    begin(&s, t->property);
    struct wave_facts facts = {.property = p->name, .cover = p->cover, .steps = t->steps};
    facts.first = wave_first(t->steps, s.words.size, 1, UINT64_MAX);
    play(&s, t, facts.first, NULL);
    wave_json_whole(&s.wave, &facts, out);
    end(&s);
}
