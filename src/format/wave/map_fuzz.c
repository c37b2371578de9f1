/* libFuzzer harness: map_read, and whatever it reads applied to a small circuit and used for a waveform. */
#include "format/wave/circuit_wave.h"

#include <stdlib.h>

static struct circuit *model(void) {
    struct circuit *c = circuit_new();
    aig_lit go = circuit_add_input(c, "go"), low = circuit_add_latch(c, "low"),
            high = circuit_add_latch(c, NULL);
    circuit_add_input(c, NULL);
    c->latches.data[0].next = aig_xor(c->graph, low, go);
    c->latches.data[1].next = aig_xor(c->graph, high, aig_and(c->graph, low, go));
    circuit_add_property(c, aig_and(c->graph, low, high), "overflow", 0);
    circuit_add_property(c, high, NULL, 1);
    c->bad_section = true;
    return c;
}

static void show(const struct circuit *c, const struct map *map) {
    struct trace *t = trace_new(c, 0);
    struct text out = {0};
    trace_add_step(t)[0] = 1;
    trace_add_step(t);
    circuit_wave_vcd(&out, c, t, map);
    if (!out.size || out.data[out.size - 1] != '\n') abort();
    text_fini(&out);
    trace_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct circuit *c = model();
    struct messages messages = {0};
    struct map map;
    if (map_read(&map, (const char *)data, size, "fuzz", &messages) == STATUS_OK) {
        if (map_apply(&map, model_of_circuit(c), &messages) == STATUS_OK) show(c, &map);
        map_free(&map);
    } else if (!messages.list.size)
        abort();
    circuit_free(c);
    messages_fini(&messages);
    return 0;
}
