/* What Yosys' JSON says of a flattened design that its BTOR2 does not: which properties there are and of what kind,
 * what clocks its registers have, and where its nets were declared. */
#ifndef INDUCT_FORMAT_VERILOG_NETLIST_H
#define INDUCT_FORMAT_VERILOG_NETLIST_H

#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"

enum netlist_kind { NETLIST_ASSERT, NETLIST_COVER, NETLIST_ASSUME, NETLIST_LIVE, NETLIST_FAIR };

/* A cell for an assertion and the like. */
struct netlist_formal {
    enum netlist_kind kind;
    char *name, *source; /* source is as Yosys has it: f0:1.2-3.4|f1:5; "" where there is none */
};

/* An edge at which something is stored. */
struct netlist_clock {
    uint64_t bit; /* the number of the net */
    bool rising, falling;
    bool is_input, is_driven; /* of the design; by something in it */
    bool is_data;             /* also read by something else than registers */
    char *name;               /* of its net; "" where there is none */
};

/* What a value of an enumeration is called. */
struct netlist_value {
    char *digits, *name; /* binary digits, most significant first */
};

struct netlist_net {
    char *name, *source;
    char *path;                       /* the components of its name with '\n' between; NULL: it has one */
    bool plain;                       /* declared as [n-1:0], or as a bit, without a sign: part i is bit i */
    VEC(struct netlist_value) values; /* of an enumeration */
};

struct netlist {
    char *top;
    VEC(struct netlist_formal) formals;
    VEC(struct netlist_clock) clocks;
    bool undefined_clock; /* something is stored at the edge of x */
    VEC(struct netlist_net) nets;
    struct hash_names nets_by_name; /* -> position in nets */
};

/* STATUS_MALFORMED, with a message: the bytes are no such JSON. STATUS_IO: there is no library to read it. */
enum status netlist_read(struct netlist *, const char *bytes, size_t size, const char *file,
                         struct messages *);
void netlist_fini(struct netlist *);
void netlist_net_fini(struct netlist_net *);

#endif
