#define _GNU_SOURCE /* qsort_r */
#include "format/wave/system_wave.h"

#include "format/wave/wave_json.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_WORDS = 16, ALL_PROPERTIES = 64, INTEGER_BITS = 32 };

/* Something that is shown: a value in every step, or, of a memory, several. */
struct shown {
    char *path;
    term value;
    enum wave_type type;
    enum design_edge edge;
    enum wave_role role;
    const char *source;         /* borrowed; NULL: not known */
    const design_values *names; /* of its values; NULL: none */
    uint64_t size;              /* of a memory: how many words it has, 0: as many as indices */
    bool truth;                 /* the value is negated: of a property, whether it is violated */
    term_list words;            /* of a memory: the indices that are shown */
    u32s signals;               /* of the wave; one, or one per word */
};

/* A read or a write of memories, which are variables. */
struct access {
    term index;
    term_list memories;
};

struct showing {
    const struct system *system;
    const struct system_trace *trace;
    uint32_t first, steps; /* the first step of the trace that is shown, and how many are */
    VEC(struct shown) shown;
    term_list values; /* [0..steps * shown.size[, step by step */
    VEC(struct access) accesses;
    struct hash_names touched; /* "<memory variable> <index>" -> index: words that are read or written */
    struct wave wave;
};

/* ---- what is shown ---- */

static struct shown *show(struct showing *s, char *path, term value) {
    vec_push(&s->shown, (struct shown){.path = path, .value = value});
    return &vec_last(&s->shown);
}

/* A path that nothing cuts, below a scope. */
static char *below(const char *scope, const char *name) {
    return mem_format("%s\n%s", scope, *name ? name : "_");
}

static void show_design(struct showing *s, struct hash_map *named) {
    struct hash_names seen = {0}; /* path -> term: what two lines of the file call the same is shown once */
    static const enum wave_role roles[] = {
        [DESIGN_INPUT] = WAVE_INPUT,   [DESIGN_REGISTER] = WAVE_STATE,   [DESIGN_WIRE] = WAVE_INNER,
        [DESIGN_OUTPUT] = WAVE_OUTPUT, [DESIGN_ASSUMPTION] = WAVE_INNER, [DESIGN_PROPERTY] = WAVE_INNER};
    vec_each (const struct design_name, n, &s->system->design.names) {
        if (term_is_none(n->value) || !*n->name) continue;
        char *path = n->path ? mem_strdup(n->path) : wave_path(n->name);
        hash_map_put(named, n->value.id, 1);
        if (hash_names_get(&seen, path) == n->value.id) {
            mem_free(path);
            continue;
        }
        hash_names_put(&seen, path, n->value.id);
        struct shown *shown = show(s, path, n->value);
        shown->type = n->kind == DESIGN_REGISTER ? WAVE_REG : WAVE_WIRE;
        shown->role = roles[n->kind];
        shown->source = n->source;
        shown->names = n->values ? &s->system->design.enumerations.data[n->values - 1] : NULL;
        shown->edge = n->edge;
        shown->size = n->words;
    }
    hash_names_free(&seen);
}

static void show_variable(struct showing *s, const struct hash_map *named, term value, const char *name,
                          enum wave_type type) {
    if (hash_map_get(named, value.id) != HASH_NONE) return;
    bool unnamed = s->system->design.names.size;
    struct shown *shown = show(s, unnamed ? below("unnamed", name) : wave_path(name), value);
    shown->type = type;
    shown->role = type == WAVE_REG ? WAVE_STATE : WAVE_INPUT;
}

static void show_property(struct showing *s, uint32_t position) {
    const struct system_property *p = &s->system->properties.data[position];
    struct shown *shown = show(s, below(p->cover ? "covered" : "violated", p->name), p->good);
    const struct design_name *name = design_find(&s->system->design, DESIGN_PROPERTY, position);
    shown->truth = true;
    shown->role = WAVE_PROPERTY;
    shown->source = name ? name->source : NULL;
}

static void choose(struct showing *s) {
    struct hash_map named = {0};
    show_property(s, s->trace->property);
    for (uint32_t i = 0; i < s->system->properties.size && s->system->properties.size <= ALL_PROPERTIES; i++)
        if (i != s->trace->property) show_property(s, i);
    show_design(s, &named);
    vec_each (const struct system_input, i, &s->system->inputs)
        show_variable(s, &named, i->now, i->name, WAVE_WIRE);
    vec_each (const struct system_state, v, &s->system->states)
        show_variable(s, &named, v->now, v->name, WAVE_REG);
    hash_map_free(&named);
}

/* ---- accesses ---- */

/* The variables that an array term may have its words from. */
static void find_memories(const struct terms *b, term array, term_list *memories) {
    term_list stack = {0};
    struct hash_map seen = {0};
    vec_push(&stack, array);
    while (stack.size) {
        term t = vec_pop(&stack);
        if (hash_map_get(&seen, t.id) != HASH_NONE) continue;
        hash_map_put(&seen, t.id, 1);
        if (term_is(b, t, TERM_VARIABLE)) vec_push(memories, t);
        if (term_is(b, t, TERM_STORE)) vec_push(&stack, term_arg(b, t, 0));
        if (!term_is(b, t, TERM_ITE)) continue;
        vec_push(&stack, term_arg(b, t, 1));
        vec_push(&stack, term_arg(b, t, 2));
    }
    hash_map_free(&seen);
    vec_free(&stack);
}

static bool any_memory(const struct system *system) {
    vec_each (const struct system_state, v, &system->states)
        if (sort_kind(system->terms, term_sort(system->terms, v->now)) == SORT_ARRAY) return true;
    return false;
}

static void find_accesses(struct showing *s) {
    const struct terms *b = s->system->terms;
    term_list roots = {0}, all = {0};
    if (!any_memory(s->system)) return;
    vec_each (const struct system_state, v, &s->system->states)
        if (!term_is_none(v->update)) vec_push(&roots, v->update);
    vec_each (const struct shown, shown, &s->shown) vec_push(&roots, shown->value);
    term_collect(b, roots.data, roots.size, &all);
    vec_each (const term, t, &all) {
        if (!term_is(b, *t, TERM_SELECT) && !term_is(b, *t, TERM_STORE)) continue;
        struct access access = {.index = term_arg(b, *t, 1)};
        find_memories(b, term_arg(b, *t, 0), &access.memories);
        vec_push(&s->accesses, access);
    }
    vec_free(&roots);
    vec_free(&all);
}

static void note_accesses(struct showing *s, struct evaluation *e) {
    vec_each (const struct access, a, &s->accesses) {
        term index = evaluate(e, a->index);
        vec_each (const term, memory, &a->memories) {
            char *key = mem_format("%u %u", memory->id, index.id);
            hash_names_put(&s->touched, key, index.id);
            mem_free(key);
        }
    }
}

/* ---- values ---- */

static void enter(const struct showing *s, struct evaluation *e, uint32_t step) {
    const struct system *system = s->system;
    const size_t at = (size_t)s->first + step;
    const term *states = s->trace->states.data + at * system->states.size,
               *inputs = s->trace->inputs.data + at * system->inputs.size;
    evaluation_reset(e);
    for (uint32_t i = 0; i < system->states.size; i++)
        evaluation_set(e, system->states.data[i].now, states[i]);
    for (uint32_t i = 0; i < system->inputs.size; i++)
        evaluation_set(e, system->inputs.data[i].now, inputs[i]);
}

static void evaluate_all(struct showing *s) {
    struct evaluation e;
    evaluation_init(&e, s->system->terms);
    vec_each (const struct function_value, f, &s->trace->functions) evaluation_define(&e, f);
    for (uint32_t step = 0; step < s->steps; step++) {
        enter(s, &e, step);
        vec_each (const struct shown, shown, &s->shown) vec_push(&s->values, evaluate(&e, shown->value));
        note_accesses(s, &e);
    }
    evaluation_fini(&e);
}

static term value_at(const struct showing *s, uint32_t step, const struct shown *shown) {
    return s->values.data[(size_t)step * s->shown.size + (size_t)(shown - s->shown.data)];
}

/* ---- memories ---- */

static bool is_memory(const struct showing *s, const struct shown *shown) {
    const struct terms *b = s->system->terms;
    return sort_kind(b, term_sort(b, shown->value)) == SORT_ARRAY;
}

static int compare_values(const void *left, const void *right, void *bank) {
    return value_compare(bank, *(const term *)left, *(const term *)right);
}

static void touch(struct shown *memory, struct hash_map *seen, uint32_t index) {
    if (hash_map_get(seen, index) != HASH_NONE) return;
    hash_map_put(seen, index, 1);
    vec_push(&memory->words, (term){index});
}

/* Words that are read or written, or hold something other than the rest. */
static void touched_words(const struct showing *s, struct shown *memory) {
    struct terms *b = s->system->terms;
    struct hash_map seen = {0};
    for (uint32_t step = 0; step < s->steps; step++)
        for (term a = value_at(s, step, memory); term_is(b, a, TERM_STORE); a = term_arg(b, a, 0))
            touch(memory, &seen, term_arg(b, a, 1).id);
    char *prefix = mem_format("%u ", memory->value.id);
    for (uint32_t i = 0; i < s->touched.capacity; i++)
        if (s->touched.keys[i] && !strncmp(s->touched.keys[i], prefix, strlen(prefix)))
            touch(memory, &seen, s->touched.values[i]);
    mem_free(prefix);
    hash_map_free(&seen);
    if (memory->words.size) qsort_r(memory->words.data, memory->words.size, sizeof(term), compare_values, b);
}

static void choose_words(const struct showing *s, struct shown *memory) {
    struct terms *b = s->system->terms;
    sort index = sort_index(b, term_sort(b, memory->value));
    uint64_t size = memory->size;
    if (sort_kind(b, index) == SORT_BV && sort_width(b, index) < 32) {
        uint64_t all = UINT64_C(1) << sort_width(b, index);
        size = size && size < all ? size : all;
    } else if (sort_kind(b, index) != SORT_BV)
        size = 0;
    if (!size || size > ALL_WORDS) {
        touched_words(s, memory);
        return;
    }
    for (uint64_t i = 0; i < size; i++) vec_push(&memory->words, term_bits_ui(b, i, sort_width(b, index)));
}

/* `<7>`: for people, so whatever is no number is what SMT-LIB calls it, without blanks. */
static void word_name(struct text *out, const struct terms *b, term index) {
    if (term_is(b, index, TERM_BITS)) {
        char *digits = mpz_get_str(NULL, 10, term_bits(b, index));
        text_format(out, "<%s>", digits);
        free(digits);
    } else if (term_is(b, index, TERM_NUMBER)) {
        char *digits = mpq_get_str(NULL, 10, term_number(b, index));
        text_format(out, "<%s>", digits);
        free(digits);
    } else
        text_format(out, "<%u>",
                    term_is(b, index, TERM_ELEMENT) ? term_parameter(b, index, 0)
                                                    : term_is(b, index, TERM_TRUE));
}

/* ---- signals ---- */

/* Digits of an integer in two's complement, least significant first, that have all of it. */
static uint32_t integer_bits(mpz_srcptr z) {
    size_t bits = mpz_sizeinbase(z, 2) + 1;
    return bits > UINT32_MAX ? UINT32_MAX : (uint32_t)bits;
}

/* The value of a shown thing, or of a word of it, in a step. */
static term value_of(const struct showing *s, uint32_t step, const struct shown *shown, uint32_t word) {
    term value = value_at(s, step, shown);
    return is_memory(s, shown) ? value_select(s->system->terms, value, shown->words.data[word]) : value;
}

static uint32_t integer_width(const struct showing *s, const struct shown *shown, uint32_t word) {
    const struct terms *b = s->system->terms;
    uint32_t width = INTEGER_BITS;
    for (uint32_t step = 0; step < s->steps; step++) {
        term value = value_of(s, step, shown, word);
        uint32_t bits = term_is(b, value, TERM_NUMBER) ? integer_bits(mpq_numref(term_number(b, value))) : 0;
        if (bits > width) width = bits;
    }
    return width;
}

static void declare(struct showing *s, struct shown *shown, const char *path, uint32_t word) {
    const struct terms *b = s->system->terms;
    sort sort = term_sort(b, shown->value);
    if (is_memory(s, shown)) sort = sort_element(b, sort);
    struct wave_signal signal = {.path = path,
                                 .type = shown->type,
                                 .width = 1,
                                 .edge = shown->edge,
                                 .role = is_memory(s, shown) ? WAVE_MEMORY : shown->role,
                                 .source = shown->source,
                                 .names = shown->names};
    switch (sort_kind(b, sort)) {
    case SORT_BV:
        signal.width = sort_width(b, sort);
        signal.range = signal.width > 1;
        signal.msb = signal.width - 1;
        break;
    case SORT_INT:
    case SORT_UNINTERPRETED:
        signal.type = WAVE_INTEGER;
        signal.width = integer_width(s, shown, word);
        break;
    case SORT_REAL:
        signal.type = WAVE_REAL;
        signal.width = 64;
        break;
    default: break;
    }
    if (signal.width > 1) signal.edge = DESIGN_NO_CLOCK;
    vec_push(&shown->signals, wave_declare(&s->wave, &signal));
}

static void declare_all(struct showing *s) {
    vec_each (struct shown, shown, &s->shown) {
        if (!is_memory(s, shown)) {
            declare(s, shown, shown->path, 0);
            continue;
        }
        const struct terms *b = s->system->terms;
        if (sort_kind(b, sort_element(b, term_sort(b, shown->value))) == SORT_ARRAY) continue;
        choose_words(s, shown);
        for (uint32_t i = 0; i < shown->words.size; i++) {
            struct text path = {0};
            text_add(&path, shown->path);
            word_name(&path, b, shown->words.data[i]);
            declare(s, shown, path.data, i);
            text_fini(&path);
        }
    }
}

/* ---- writing ---- */

/* Two's complement: of a negative number the complement of what is one less than its size. */
static void write_bits(struct text *out, mpz_srcptr number, uint32_t width) {
    mpz_t rest;
    mpz_init(rest);
    bool negative = mpz_sgn(number) < 0;
    if (negative)
        mpz_com(rest, number);
    else
        mpz_set(rest, number);
    for (uint32_t i = width; i--;) text_byte(out, (mpz_tstbit(rest, i) != 0) == negative ? '0' : '1');
    mpz_clear(rest);
}

static void write_value(const struct showing *s, struct text *out, const struct shown *shown, uint32_t signal,
                        term value) {
    const struct terms *b = s->system->terms;
    const struct wave_signal *as = &s->wave.variables.data[signal].signal;
    mpz_t element;
    switch (term_op(b, value)) {
    case TERM_TRUE:
    case TERM_FALSE: text_byte(out, term_is(b, value, TERM_TRUE) == shown->truth ? '0' : '1'); break;
    case TERM_BITS: write_bits(out, term_bits(b, value), as->width); break;
    case TERM_ELEMENT:
        mpz_init_set_ui(element, term_parameter(b, value, 0));
        write_bits(out, element, as->width);
        mpz_clear(element);
        break;
    default:
        if (as->type == WAVE_REAL)
            text_format(out, "%.16g", mpq_get_d(term_number(b, value)));
        else
            write_bits(out, mpq_numref(term_number(b, value)), as->width);
    }
}

static void write_step(struct showing *s, struct text *out, uint32_t step) {
    struct text digits = {0};
    wave_step(&s->wave, out);
    vec_each (const struct shown, shown, &s->shown)
        for (uint32_t i = 0; i < shown->signals.size; i++) {
            text_clear(&digits);
            write_value(s, &digits, shown, shown->signals.data[i], value_of(s, step, shown, i));
            wave_set(&s->wave, out, shown->signals.data[i], digits.data);
        }
    text_fini(&digits);
}

static void begin(struct showing *s) {
    wave_init(&s->wave, s->system->design.top ? s->system->design.top : "top");
    choose(s);
}

static void gather(struct showing *s) {
    find_accesses(s);
    evaluate_all(s);
    declare_all(s);
}

static void end(struct showing *s) {
    vec_each (struct shown, shown, &s->shown) {
        mem_free(shown->path);
        vec_free(&shown->words);
        vec_free(&shown->signals);
    }
    vec_each (struct access, a, &s->accesses) vec_free(&a->memories);
    vec_free(&s->accesses);
    hash_names_free(&s->touched);
    vec_free(&s->shown);
    vec_free(&s->values);
    wave_fini(&s->wave);
}

void system_wave_vcd(struct text *out, const struct system *system, const struct system_trace *trace) {
    struct showing s = {.system = system, .trace = trace, .steps = trace->steps};
    begin(&s);
    gather(&s);
    const struct system_property *p = &system->properties.data[trace->property];
    char *comment = mem_format("property %s is %s in step %u", p->name, p->cover ? "covered" : "violated",
                               trace->steps - 1);
    wave_begin(&s.wave, out, comment);
    mem_free(comment);
    for (uint32_t step = 0; step < s.steps; step++) write_step(&s, out, step);
    wave_end(&s.wave, out);
    end(&s);
}

/* How many terms a step evaluates. */
static uint64_t step_size(const struct showing *s) {
    term_list roots = {0}, all = {0};
    vec_each (const struct shown, shown, &s->shown) vec_push(&roots, shown->value);
    term_collect(s->system->terms, roots.data, roots.size, &all);
    uint64_t size = all.size;
    vec_free(&roots);
    vec_free(&all);
    return size;
}

void system_wave_json(struct text *out, const struct system *system, const struct system_trace *trace,
                      uint64_t effort) {
    struct showing s = {.system = system, .trace = trace};
    const struct system_property *p = &system->properties.data[trace->property];
    const struct design_name *name = design_find(&system->design, DESIGN_PROPERTY, trace->property);
    begin(&s);
    s.first = wave_first(trace->steps, s.shown.size, step_size(&s), effort);
    s.steps = trace->steps - s.first;
    gather(&s);
    for (uint32_t step = 0; step < s.steps; step++) write_step(&s, NULL, step);
    const struct wave_facts facts = {.property = p->name,
                                     .source = name ? name->source : NULL,
                                     .cover = p->cover,
                                     .steps = trace->steps,
                                     .first = s.first};
    wave_json_whole(&s.wave, &facts, out);
    end(&s);
}
