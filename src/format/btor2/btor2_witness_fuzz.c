/* libFuzzer harness: btor2_witness_read on a small system. What is read is written and read back as the same.
 * */
#include "format/btor2/btor2_witness.h"

#include <stdlib.h>

static struct ts *model(void) {
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    sort index = sort_bv(b, 2), word = sort_bv(b, 3);
    term go = ts_add_input(ts, "go", sort_bool())->now, at = ts_add_input(ts, "at", index)->now;
    ts_add_state(ts, "count", word, NULL);
    ts_add_state(ts, "memory", sort_array(b, index, word), NULL);
    ts_add_state(ts, "free", word, NULL);
    struct ts_state *count = &ts->states.data[0], *memory = &ts->states.data[1], *free = &ts->states.data[2];
    count->first = free->now;
    count->update = term_ite(b, go, term_bv2(b, TERM_BV_ADD, count->now, term_bits_ui(b, 1, 3)), count->now);
    memory->update = term_store(b, memory->now, at, count->now);
    ts_add_property(ts, term_not(b, term_eq(b, term_select(b, memory->now, at), free->now)), NULL, 0);
    ts_add_property(ts, go, "gone", 1);
    return ts;
}

/* Written are the states that nothing determines; the others may have been given wrong values, which are not
 * written. */
static void show(const struct ts *ts, const struct ts_trace *t) {
    struct text text = {0}, again = {0};
    struct ts_trace *same;
    struct messages messages = {0};
    if (btor2_witness_write(&text, ts, t, &messages)) abort();
    if (btor2_witness_read(&same, ts, text.data, text.size, "again", &messages)) abort();
    if (same->steps != t->steps || same->property != t->property) abort();
    if (btor2_witness_write(&again, ts, same, &messages)) abort();
    if (text.size != again.size || memcmp(text.data, again.data, text.size)) abort();
    ts_trace_free(same);
    text_fini(&text);
    text_fini(&again);
    messages_fini(&messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct ts *ts;
    if (!ts) ts = model();
    struct messages messages = {0};
    struct ts_trace *t;
    enum status status = btor2_witness_read(&t, ts, (const char *)data, size, "fuzz", &messages);
    if ((status == STATUS_OK) != (t != NULL) || (status == STATUS_OK) != (messages.list.size == 0)) abort();
    if (t) show(ts, t);
    ts_trace_free(t);
    messages_fini(&messages);
    return 0;
}
