/* Other machines: what a portfolio here and those elsewhere tell each other (solve/exchange.h), for the caller to
 * carry. */
#include "api/context.h"

#include "solve/exchange.h"

struct induct_exchange {
    struct exchange_view *view;
    struct text packet;
};

void induct_on_exchange(struct induct *c, void (*carry)(void *, struct induct_exchange *), void *client) {
    c->on_exchange = carry;
    c->exchange_client = client;
}

void context_carry(void *induct, struct exchange_view *view) {
    struct induct *c = induct;
    struct induct_exchange x = {.view = view};
    c->on_exchange(c->exchange_client, &x);
    text_fini(&x.packet);
}

bool induct_exchange_next(struct induct_exchange *x, const void **packet, size_t *size, bool *lasting) {
    if (!exchange_next(x->view, &x->packet)) return false;
    *packet = x->packet.data;
    *size = x->packet.size;
    *lasting = packet_lasts(x->packet.data, x->packet.size);
    return true;
}

void induct_exchange_put(struct induct_exchange *x, const void *packet, size_t size) {
    exchange_put(x->view, packet, size);
}

bool induct_exchange_decide(struct induct_exchange *x, const void *evidence, size_t size) {
    return exchange_decide(x->view, evidence, size);
}
