/* What the files of the automaton share: tables of commands, walks, and environments. */
#ifndef INDUCT_MODEL_PROGRAM_PRIVATE_H
#define INDUCT_MODEL_PROGRAM_PRIVATE_H

#include "base/mem.h"
#include "model/program.h"

/* ---- tables ---- */

/* A point: what follows it has smaller ids, for it was made earlier. */
struct program_point {
    enum program_node_kind kind;
    enum program_action_kind action;
    uint32_t operand;           /* term of PROGRAM_ASSUME, site, or edge of a tag */
    uint32_t assignments, size; /* PROGRAM_ASSIGN: where they begin in the pool, and how many */
    uint32_t next, n;           /* where the followers begin in their pool, and how many */
    uint32_t chain;             /* the next point with the same hash; HASH_NONE: none */
};

/* Names in use, and for each the number that its next namesake gets. */
struct program_commands {
    VEC(struct program_point) points;
    VEC(struct program_assignment) assignments;
    program_command_list next;
    struct hash_map by_hash; /* hash -> first point of a chain */
    struct hash_map choices; /* point (and number of the branch) -> its selector, a term */
    struct hash_map by_now;  /* term -> variable */
    struct hash_names variables, locations;
    struct arena texts;
    /* term -> where its list begins in `reads`: number of variables, then these, ascending */
    struct hash_map reads_of;
    u32s reads;
};

void program_commands_init(struct program *);
void program_commands_fini(struct program *);
/* The command without behaviour. */
bool program_is_dead(const struct program *, program_command);
/* The Boolean input that selects branch i of a choice rather than a later one. */
term program_selector(struct program *, program_command choice, uint32_t i);

/* The variables of the automaton in a term; dies with the next call. */
struct program_reads {
    const uint32_t *variables; /* ascending */
    uint32_t n;
};
struct program_reads program_reads(const struct program *, term);

/* ---- walks ---- */

/* The points of a command in the order of program_points, and back from a point to its position. */
struct program_descent {
    program_command_list points;
    struct hash_map positions; /* private */
};
void program_descent_init(struct program_descent *, const struct program *, program_command);
void program_walk_fini(struct program_descent *);
uint32_t program_walk_position(const struct program_descent *, program_command);

/* ---- choices ---- */

/* Whether assumptions at the beginnings of its branches decide the choice at a position of the walk: then
 * branch i is taken rather than any other only where tests[i] holds, a formula over the state before the
 * choice, and each branch assumes its own. `meets`, by position: more than one way leads to the point. */
bool program_tests(struct program *, const struct program_descent *, const u8s *meets, uint32_t position,
                   term_list *tests);

/* ---- environments ----
 *
 * A map from variables to terms that never changes: setting a variable makes a new map that shares all but
 * logarithmically much with the old one. Maps are binary trees over the bits of the variable's number, and
 * hash-consed: equal maps are equal handles, and what two maps have in common is seen at once. */
typedef struct program_environment {
    uint32_t id;
} program_environment;

struct program_environments {
    uint32_t levels, variables;
    struct hash_map by_pair;
    u64s pairs; /* left << 32 | right; in the lowest level terms, above it pairs */
};
void program_environments_init(struct program_environments *, uint32_t variables);
void program_environments_fini(struct program_environments *);
program_environment program_environment_of(struct program_environments *,
                                           const term *values); /* by variable */
term program_environment_get(const struct program_environments *, program_environment, uint32_t variable);
program_environment program_environment_set(struct program_environments *, program_environment,
                                            uint32_t variable, term);
/* Where they differ: if-then-else. */
program_environment program_environment_ite(struct program_environments *, struct terms *, term condition,
                                            program_environment then, program_environment otherwise);
/* The term with every variable of the automaton replaced by its value. */
term program_environment_apply(const struct program_environments *, const struct program *,
                               program_environment, term);

#endif
