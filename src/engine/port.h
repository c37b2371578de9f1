/* Ports: what an engine hears from others that work on the same problem at the same time, and what it tells them.
 *
 *     if (port_is_due(task->port)) {                    now and then, between two queries
 *         ... task->port->send(client, lemmas, level) for what is new
 *         ... while (task->port->receive(client, &lemmas, &level)) look at each
 *         task->port->done(client);
 *     }
 *
 * Lemmas are invariants in the sense of evidence.h, about the task's model, whose conjuncts count one by one; each is
 * said to hold in every state that `level` transitions or fewer lead to, or always. What is received is no more than
 * that: somebody said so, who may be wrong or lie. An engine uses a lemma after it has found by itself that it holds
 * in the initial states and is inductive relative to what it knows. Depths received from others only steer a search:
 * what an engine reports comes from its own work. */
#ifndef INDUCT_ENGINE_PORT_H
#define INDUCT_ENGINE_PORT_H

#include "evidence/evidence.h"

enum { PORT_ALWAYS = 0x7fffffff };

struct port {
    void *client;
    bool (*due)(void *client); /* it is time for what follows; `done` is called then, too */
    void (*send)(void *client, struct evidence lemmas, uint32_t level); /* they change hands */
    /* The next lemmas of others; the caller owns them. False: there are none now. */
    bool (*receive)(void *client, struct evidence *lemmas, uint32_t *level);
    void (*done)(void *client);
    /* Somebody else has decided the property, with accepted evidence: nobody asks about it any more. */
    bool (*settled)(void *client, uint32_t property);
    /* Whether to begin with the property: others begin with other ones. */
    bool (*mine)(void *client, uint32_t property);
    /* How many transitions somebody says no counterexample of the property has: 0, 1, ... below this number. */
    uint32_t (*depth)(void *client, uint32_t property);
};

static inline bool port_is_due(const struct port *port) {
    return port && port->due(port->client);
}

#endif
