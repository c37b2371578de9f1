/* Making an automaton from parts of another: what the stages of cfa.h share.
 *
 *     struct cfa_rebuild r;
 *     cfa_rebuild_init(&r, from, keep_variable, keep_location);   // r.to: variables, locations
 *     cfa_add_edge(r.to, r.locations.data[e->from], cfa_rebuild_command(&r, e->command), ...);
 *     struct cfa *to = cfa_rebuild_finish(&r);                    // indexed
 *
 * Sites are added when a command that passes them is. */
#ifndef INDUCT_TRANSFORM_PROGRAM_REBUILD_H
#define INDUCT_TRANSFORM_PROGRAM_REBUILD_H

#include "model/program.h"

struct cfa_rebuild {
    const struct cfa *from;
    struct cfa *to;
    struct term_copier copier;
    u32s variables, sites, locations; /* old -> new; CFA_NONE: not kept, or (sites) not yet */
    struct hash_map commands;         /* old point -> new command */
};

/* Bitmaps by variable and location; NULL: all. The initial and the error location must be kept. */
void cfa_rebuild_init(struct cfa_rebuild *, const struct cfa *from, const u8s *keep_variable,
                      const u8s *keep_location);
/* The command without assignments and havocs of variables that are not kept. */
cfa_command cfa_rebuild_command(struct cfa_rebuild *, cfa_command);
struct cfa *cfa_rebuild_finish(struct cfa_rebuild *);

/* Whether it is the command without behaviour: what can only run into `assume false` is that itself. */
static inline bool cfa_is_blocked(const struct cfa *cfa, cfa_command command) {
    struct cfa_node node = cfa_node(cfa, command);
    return node.kind == CFA_STEP && node.action.kind == CFA_ASSUME &&
           term_is(cfa->terms, node.action.condition, TERM_FALSE);
}

#endif
