/* Traces of the circuit as traces of the system: the circuit is played, and the values of its leaves are put together
 * to words. */
#include "evidence/playback.h"
#include "transform/between/bitblast_internal.h"

/* Where the bits of each variable begin: positions of leaves, in the order of the circuit's. */
struct placement {
    bool latches; /* else inputs */
    uint32_t leaf;
};

static struct placement *place(const struct bitblast *b, enum bit_kind kind, uint32_t n) {
    struct placement *places = mem_new_array(struct placement, n + 1);
    for (uint32_t i = 0; i < b->inputs.size; i++)
        if (b->inputs.data[i].kind == kind && !b->inputs.data[i].bit)
            places[b->inputs.data[i].position] = (struct placement){false, i};
    for (uint32_t i = 0; i < b->latches.size; i++)
        if (b->latches.data[i].kind == kind && !b->latches.data[i].bit)
            places[b->latches.data[i].position] = (struct placement){true, i};
    return places;
}

static bool leaf_value(const struct bitblast *b, const struct playback *p, struct placement place,
                       uint64_t bit) {
    const struct circuit *c = b->circuit;
    aig_lit lit =
        place.latches ? c->latches.data[place.leaf + bit].lit : c->inputs.data[place.leaf + bit].lit;
    return playback_value(p, lit) == TERNARY_TRUE;
}

static term wires_value(const struct bitblast *b, const struct playback *p, struct placement place,
                        uint64_t from, sort s) {
    struct terms *bank = b->system->terms;
    if (sort_kind(bank, s) == SORT_BOOL) return term_bool(bank, leaf_value(b, p, place, from));
    mpz_t bits;
    mpz_init(bits);
    uint32_t width = sort_width(bank, s);
    for (uint32_t i = 0; i < width; i++)
        if (leaf_value(b, p, place, from + i)) mpz_setbit(bits, i);
    term value = term_bits_of(bank, bits, width);
    mpz_clear(bits);
    return value;
}

static term index_value(struct terms *b, sort s, uint32_t index) {
    return sort_kind(b, s) == SORT_BOOL ? term_bool(b, index) : term_bits_ui(b, index, sort_width(b, s));
}

/* The value that most elements have: fewest stores. */
static term most_frequent(const term_list *elements) {
    struct hash_map counts = {0};
    term best = elements->data[0];
    uint32_t most = 0;
    vec_each (const term, e, elements) {
        uint32_t count = hash_map_get(&counts, e->id);
        count = count == HASH_NONE ? 1 : count + 1;
        hash_map_put(&counts, e->id, count);
        if (count > most) {
            most = count;
            best = *e;
        }
    }
    hash_map_free(&counts);
    return best;
}

/* The value of a variable from bit `from` on. Recursion is as deep as arrays are nested. */
static term variable_value(const struct bitblast *b, const struct playback *p, struct placement place,
                           uint64_t from, sort s) {
    struct terms *bank = b->system->terms;
    if (sort_kind(bank, s) != SORT_ARRAY) return wires_value(b, p, place, from, s);
    sort index = sort_index(bank, s), element = sort_element(bank, s);
    uint32_t size = UINT32_C(1) << blaster_width(bank, index);
    uint64_t width = blaster_width(bank, element);
    term_list elements = {0};
    for (uint32_t i = 0; i < size; i++)
        vec_push(&elements, variable_value(b, p, place, from + i * width, element));
    term array = value_apply(bank, TERM_CONST_ARRAY, &(term){most_frequent(&elements).id}, 1, s.id, 0);
    for (uint32_t i = 0; i < size; i++)
        array = value_store(bank, array, index_value(bank, index, i), elements.data[i]);
    vec_free(&elements);
    return array;
}

/* Everything that nothing determines and the trace leaves open is 0; what resets determine is left to the playback. */
static void close_trace(const struct circuit *c, struct trace *t) {
    for (uint32_t i = 0; i < t->values.size; i++)
        if (t->values.data[i] == TRACE_X) t->values.data[i] = 0;
    for (uint32_t i = 0; i < t->latches; i++)
        if (!latch_is_free(&c->latches.data[i]))
            t->initial.data[i] = TRACE_X;
        else if (t->initial.data[i] == TRACE_X)
            t->initial.data[i] = 0;
}

struct system_trace *bitblast_trace_back(const struct bitblast *b, struct trace *t) {
    const struct system *system = b->system;
    struct placement *states = place(b, BIT_STATE, system->states.size),
                     *inputs = place(b, BIT_INPUT, system->inputs.size);
    struct system_trace *result = system_trace_new(t->property);
    struct playback p;
    close_trace(b->circuit, t);
    playback_init(&p, b->circuit, t);
    do {
        for (uint32_t i = 0; i < system->states.size; i++)
            vec_push(&result->states, variable_value(b, &p, states[i], 0,
                                                     term_sort(system->terms, system->states.data[i].now)));
        for (uint32_t i = 0; i < system->inputs.size; i++)
            vec_push(&result->inputs, variable_value(b, &p, inputs[i], 0,
                                                     term_sort(system->terms, system->inputs.data[i].now)));
        result->steps++;
    } while (playback_next(&p));
    playback_fini(&p);
    mem_free(states);
    mem_free(inputs);
    trace_free(t);
    return result;
}
