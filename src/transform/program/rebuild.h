/* Making an automaton from parts of another: what slicing and large blocks share.
 *
 *     struct program_rebuild r;
 *     program_rebuild_init(&r, from, keep_variable, keep_location);   // r.to: variables, locations
 *     program_add_edge(r.to, r.locations.data[e->from], program_rebuild_command(&r, e->command), ...);
 *     struct program *to = program_rebuild_finish(&r);                    // indexed
 *
 * Sites are added when a command that passes them is. */
#ifndef INDUCT_TRANSFORM_PROGRAM_REBUILD_H
#define INDUCT_TRANSFORM_PROGRAM_REBUILD_H

#include "model/program.h"

struct program_rebuild {
    const struct program *from;
    struct program *to;
    struct term_copier copier;
    u32s variables, sites, locations; /* old -> new; PROGRAM_NONE: not kept, or (sites) not yet */
    struct hash_map commands;         /* old point -> new command */
};

/* Bitmaps by variable and location; NULL: all. The initial and the error location must be kept. */
void program_rebuild_init(struct program_rebuild *, const struct program *from, const u8s *keep_variable,
                          const u8s *keep_location);
/* The command without assignments and havocs of variables that are not kept. */
program_command program_rebuild_command(struct program_rebuild *, program_command);
struct program *program_rebuild_finish(struct program_rebuild *);

/* Whether it is the command without behaviour: what can only run into `assume false` is that itself. */
static inline bool program_is_blocked(const struct program *program, program_command command) {
    struct program_node node = program_node(program, command);
    return node.kind == PROGRAM_STEP && node.action.kind == PROGRAM_ASSUME &&
           term_is(program->terms, node.action.condition, TERM_FALSE);
}

#endif
