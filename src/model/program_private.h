/* What the files of the automaton share: tables of commands, walks, and environments. */
#ifndef INDUCT_MODEL_PROGRAM_PRIVATE_H
#define INDUCT_MODEL_PROGRAM_PRIVATE_H

#include "base/mem.h"
#include "model/program.h"

/* ---- tables ---- */

/* A point: what follows it has smaller ids, for it was made earlier. */
struct cfa_point {
    enum cfa_node_kind kind;
    enum cfa_action_kind action;
    uint32_t operand;           /* term of CFA_ASSUME, site, or edge of a tag */
    uint32_t assignments, size; /* CFA_ASSIGN: where they begin in the pool, and how many */
    uint32_t next, n;           /* where the followers begin in their pool, and how many */
    uint32_t chain;             /* the next point with the same hash; HASH_NONE: none */
};

/* Names in use, and for each the number that its next namesake gets. */
struct cfa_commands {
    VEC(struct cfa_point) points;
    VEC(struct cfa_assignment) assignments;
    cfa_command_list next;
    struct hash_map by_hash; /* hash -> first point of a chain */
    struct hash_map choices; /* point (and number of the branch) -> its selector, a term */
    struct hash_map by_now;  /* term -> variable */
    struct hash_names variables, locations;
    struct arena texts;
    /* term -> where its list begins in `reads`: number of variables, then these, ascending */
    struct hash_map reads_of;
    u32s reads;
};

void cfa_commands_init(struct cfa *);
void cfa_commands_fini(struct cfa *);
/* The command without behaviour. */
bool cfa_is_dead(const struct cfa *, cfa_command);
/* The Boolean input that selects branch i of a choice rather than a later one. */
term cfa_selector(struct cfa *, cfa_command choice, uint32_t i);

/* The variables of the automaton in a term; dies with the next call. */
struct cfa_reads {
    const uint32_t *variables; /* ascending */
    uint32_t n;
};
struct cfa_reads cfa_reads(const struct cfa *, term);

/* ---- walks ---- */

/* The points of a command in the order of cfa_points, and back from a point to its position. */
struct cfa_walk {
    cfa_command_list points;
    struct hash_map positions; /* private */
};
void cfa_walk_init(struct cfa_walk *, const struct cfa *, cfa_command);
void cfa_walk_fini(struct cfa_walk *);
uint32_t cfa_walk_position(const struct cfa_walk *, cfa_command);

/* ---- choices ---- */

/* Whether assumptions at the beginnings of its branches decide the choice at a position of the walk: then
 * branch i is taken rather than any other only where tests[i] holds, a formula over the state before the
 * choice, and each branch assumes its own. `meets`, by position: more than one way leads to the point. */
bool cfa_tests(struct cfa *, const struct cfa_walk *, const u8s *meets, uint32_t position, term_list *tests);

/* ---- environments ----
 *
 * A map from variables to terms that never changes: setting a variable makes a new map that shares all but
 * logarithmically much with the old one. Maps are binary trees over the bits of the variable's number, and
 * hash-consed: equal maps are equal handles, and what two maps have in common is seen at once. */
typedef struct cfa_environment {
    uint32_t id;
} cfa_environment;

struct cfa_environments {
    uint32_t levels, variables;
    struct hash_map by_pair;
    u64s pairs; /* left << 32 | right; in the lowest level terms, above it pairs */
};
void cfa_environments_init(struct cfa_environments *, uint32_t variables);
void cfa_environments_fini(struct cfa_environments *);
cfa_environment cfa_environment_of(struct cfa_environments *, const term *values); /* by variable */
term cfa_environment_get(const struct cfa_environments *, cfa_environment, uint32_t variable);
cfa_environment cfa_environment_set(struct cfa_environments *, cfa_environment, uint32_t variable, term);
/* Where they differ: if-then-else. */
cfa_environment cfa_environment_ite(struct cfa_environments *, struct terms *, term condition,
                                    cfa_environment then, cfa_environment otherwise);
/* The term with every variable of the automaton replaced by its value. */
term cfa_environment_apply(const struct cfa_environments *, const struct cfa *, cfa_environment, term);

#endif
