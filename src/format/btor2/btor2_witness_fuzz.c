/* libFuzzer harness: btor2_witness_read on a small system. What is read is written and read back as the same. */
#include "format/btor2/btor2_witness.h"

#include <stdlib.h>

static struct system *model(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    sort index = sort_bv(b, 2), word = sort_bv(b, 3);
    term go = system_add_input(system, "go", sort_bool())->now,
         at = system_add_input(system, "at", index)->now;
    system_add_state(system, "count", word, NULL);
    system_add_state(system, "memory", sort_array(b, index, word), NULL);
    system_add_state(system, "free", word, NULL);
    struct system_state *count = &system->states.data[0], *memory = &system->states.data[1],
                        *free = &system->states.data[2];
    count->first = free->now;
    count->update = term_ite(b, go, term_bv2(b, TERM_BV_ADD, count->now, term_bits_ui(b, 1, 3)), count->now);
    memory->update = term_store(b, memory->now, at, count->now);
    system_add_property(system, term_not(b, term_eq(b, term_select(b, memory->now, at), free->now)), NULL, 0);
    system_add_property(system, go, "gone", 1);
    return system;
}

/* Written are the states that nothing determines; the others may have been given wrong values, which are not
 * written. */
static void show(const struct system *system, const struct system_trace *t) {
    struct text text = {0}, again = {0};
    struct system_trace *same;
    struct messages messages = {0};
    if (btor2_witness_write(&text, system, t, &messages)) abort();
    if (btor2_witness_read(&same, system, text.data, text.size, "again", &messages)) abort();
    if (same->steps != t->steps || same->property != t->property) abort();
    if (btor2_witness_write(&again, system, same, &messages)) abort();
    if (text.size != again.size || memcmp(text.data, again.data, text.size)) abort();
    system_trace_free(same);
    text_fini(&text);
    text_fini(&again);
    messages_fini(&messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct system *system;
    if (!system) system = model();
    struct messages messages = {0};
    struct system_trace *t;
    enum status status = btor2_witness_read(&t, system, (const char *)data, size, "fuzz", &messages);
    if ((status == STATUS_OK) != (t != NULL) || (status == STATUS_OK) != (messages.list.size == 0)) abort();
    if (t) show(system, t);
    system_trace_free(t);
    messages_fini(&messages);
    return 0;
}
