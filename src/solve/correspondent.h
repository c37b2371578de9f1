/* Who stands between an engine in a process of the portfolio and the others: the port of engines (engine/port.h) on one
 * side, packets of the exchange on the other.
 *
 * Lemmas travel in the words of the model behind the first stages of the chain that all members have in common. They
 * are carried there from what the engine sees, and from there to it, by the stages. While the chain begins otherwise,
 * because the process has gone on to another row of the table, nothing travels.
 *
 * What all of this may cost is a share of the time: the longer it took, the later it is due again. */
#ifndef INDUCT_SOLVE_CORRESPONDENT_H
#define INDUCT_SOLVE_CORRESPONDENT_H

#include "solve/exchange.h"
#include "solve/run.h"

struct correspondent {
    struct port port;
    struct run *run;
    struct exchange_properties all;
    uint32_t self;   /* the writer */
    uint32_t worker; /* of those that work at a time: begins with such properties */
    struct exchange_reader reader;
    uint32_t words;  /* lemmas travel in the words behind so many stages */
    uint64_t number; /* of the last of these stages */
    uint64_t due_us, began_us;
    struct text packet;
};

/* In the process, before its chain grows. The exchange may be NULL; so many work at a time. */
void correspondent_init(struct correspondent *, struct run *, struct exchange *, uint32_t self, uint32_t jobs,
                        struct exchange_properties);
void correspondent_fini(struct correspondent *);
/* What the engine that works on the last model of the chain is given. */
const struct port *correspondent_port(struct correspondent *);
/* Somebody else has decided the property of the model as read. */
bool correspondent_settled(struct correspondent *, uint32_t property);

#endif
