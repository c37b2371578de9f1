/* The solver's state, shared by the files of this folder.
 *
 * Values. Each literal has a byte: TRUE, FALSE, FREE (unassigned, in the domain) or OUTSIDE (unassigned, not
 * in the domain of the current query). Coding OUTSIDE as a value makes the domain restriction free of charge:
 * propagation skips a watcher whose blocker is `>= 0`, that is true or outside, by the one load that every
 * solver needs anyway. Level 0 holds for every query, so there OUTSIDE literals are treated as unassigned
 * ones.
 *
 * Levels. Level 0: facts. Level 1: all assumptions together, assigned one by one and propagated in between,
 * so that the core prefers earlier ones; a conflict there ends the query. Levels 2...: decisions.
 *
 * Clauses. A clause reference is the index of its first literal in `arena`; the word before holds size and
 * flags, learnt clauses have two more words (glue, activity) before that. The first two literals are watched.
 * Clauses of two literals live in the watch lists only. A watcher's `ref` is twice the clause reference, or
 * REF_BINARY; a reason is twice the clause reference, or twice the other literal plus one, or 0 for none.
 *
 * Blockers. A watcher's blocker is the clause's other watched literal, or was when that watcher was last
 * touched. Of a clause's two watchers the one that moved last names the other correctly; hence when
 * propagation ends with every literal of a clause assigned, a *watched* literal is true, which the flip test
 * relies on.
 *
 * Temporary clause. It gets the positive literal of the activation variable, which level 1 makes false first.
 * A learnt clause depends on it exactly when it contains that literal: such clauses go to `tainted`. */
#ifndef INDUCT_SAT_CDCL_CDCL_INTERNAL_H
#define INDUCT_SAT_CDCL_CDCL_INTERNAL_H

#include "sat/cdcl/cdcl.h"

enum value { FALSE = -2, FREE = -1, OUTSIDE = 0, TRUE = 1 };

enum {
    NO_REASON = 0,
    REF_BINARY = 1,
    REF_TERNARY = 2,
    REF_KIND = 3,
    NO_LITERAL = 0xffffffffu,
    NO_VARIABLE = 0xffffffffu
};

enum clause_flag { CLAUSE_LEARNT = 1, CLAUSE_TAINTED = 2, CLAUSE_REMOVED = 4, CLAUSE_SIZE_SHIFT = 3 };

/* Why a variable is in the domain; and what was done for it. */
enum variable_flag {
    IN_QUERY = 1,     /* cone of this query's literals */
    IN_HELD = 2,      /* cone of held literals */
    IN_PERMANENT = 4, /* cone of a clause added for good */
    IN_DOMAIN = IN_QUERY | IN_HELD | IN_PERMANENT,
    LOADED = 8,   /* its defining clauses are in the solver */
    TOUCHED = 16, /* it may have watchers */
    ASSUMED = 32  /* an assumption of this query */
};

enum { BUCKETS = 64, TEMPORARY_REF = 1, DOMAIN_PARTS = 3 };

struct watch {
    uint32_t blocker, ref;
};
typedef VEC(struct watch) watches;

struct assignment {
    uint32_t reason, second, level;
};

/* The gate clauses of two and three literals, by each of their literals; the same for all solvers of a
 * netlist. */
struct implications {
    uint32_t variables;
    struct span {
        uint32_t begin; /* of the literals of which one is true when this literal is false: binary clauses; */
        uint32_t ternaries; /* then, up to the next span, pairs of literals: ternary clauses */
    } * spans;              /* [0..2 * variables + 2], into pool; the last three are empty: activation, end */
    uint32_t *pool;
    uint32_t *rest_begin; /* [0..variables], into rest */
    u32s rest;            /* the gate's other clauses, each as its size and its literals */
};

struct cdcl {
    const struct netlist *netlist;
    struct limits *limits;
    struct stats *stats;
    const struct span *spans; /* of the netlist's implications */
    const uint32_t *pool;
    struct span *own_spans; /* all empty, for a netlist that grows */
    uint32_t variables;     /* including the activation variable, if any */
    uint32_t capacity;      /* of the arrays per variable */
    uint32_t activation;    /* NO_VARIABLE: temporary clauses are not available */
    bool restricted, inconsistent, satisfied;

    /* per literal */
    int8_t *values;
    uint8_t *core;
    watches *watches;

    /* per variable */
    struct assignment *assignments;
    uint8_t *phases; /* 1: last true */
    uint64_t seed;   /* of what they are first; 0: false */
    uint8_t *seen;
    uint8_t *flags;
    double *activities;
    uint32_t *queued;     /* == queue_stamp: in a bucket */
    uint32_t *heap_index; /* position + 1; allocated on first use */
    uint32_t *trail;
    uint32_t *level_stamps; /* per level, for counting glue */

    uint32_t trail_size, propagated;
    u32s levels; /* trail size where level i+1 begins */
    uint32_t level_stamp;
    uint32_t conflict_literals[3]; /* of a binary or ternary conflict */

    /* clauses */
    u32s arena;
    u32s originals, learnts; /* long clauses; originals may contain removed ones until the next collection */
    u32s tainted;            /* long learnt clauses that depend on the temporary clause */
    u32s tainted_binaries;   /* their other literal */
    uint32_t wasted;         /* words of removed clauses in the arena */
    uint32_t temporary_capacity; /* words at the bottom of the arena for the temporary clause */
    uint32_t temporary_size;     /* literals of the attached temporary clause, 0: none */
    uint32_t simplified;         /* level-0 literals whose clauses have been removed */
    /* reduce above base + originals / share + reductions * growth learnt clauses (tests set these) */
    uint32_t learnt_base, learnt_share, learnt_growth;
    uint32_t reductions, collections;
    uint32_t collect_minimum; /* wasted words that are worth a collection */
    float clause_increment;

    struct log *log; /* NULL: no proof is logged */

    /* domain */
    u32s query_part, held_part, permanent_part; /* variables, by why they are in */
    u32s touched;                               /* every variable that may have watchers */
    bool release_pending;
    uint32_t *
        islands; /* a variable -> the next one of its island, in a ring, as the difference in bits; NULL: none */
    uint32_t largest_island;

    /* the query */
    const sat_lit *assumptions;
    uint32_t assumption_count;
    u32s assumed;       /* variables flagged ASSUMED */
    u32s core_literals; /* literals flagged in core */
    uint32_t hidden;    /* literal of level 1 that is not an assumption: activation off, or temporary unit */
    int64_t conflict_limit;
    uint32_t restart_unit; /* conflicts per element of the Luby sequence */
    uint64_t conflicts, decisions, propagations, next_poll;
    uint64_t flushed_conflicts, flushed_decisions, flushed_propagations;
    uint64_t charged_propagations; /* to the limits' turn */

    /* decisions */
    bool deciding, use_heap;
    uint32_t cursors[DOMAIN_PARTS]; /* into permanent_part, held_part, query_part */
    double increment;
    u32s buckets[BUCKETS];
    uint64_t nonempty; /* bit i: buckets[i] has elements */
    uint32_t queue_stamp;
    u32s heap;

    /* scratch */
    u32s stack, learnt, analyzed, minimize_stack, literals;
};

static inline uint32_t cdcl_level(const struct cdcl *s) {
    return s->levels.size;
}
static inline uint32_t clause_size(const struct cdcl *s, uint32_t ref) {
    return s->arena.data[ref - 1] >> CLAUSE_SIZE_SHIFT;
}
static inline uint32_t clause_flags(const struct cdcl *s, uint32_t ref) {
    return s->arena.data[ref - 1];
}
static inline uint32_t *clause_literals(const struct cdcl *s, uint32_t ref) {
    return s->arena.data + ref;
}
static inline uint32_t clause_glue(const struct cdcl *s, uint32_t ref) {
    return s->arena.data[ref - 2];
}
static inline float clause_activity(const struct cdcl *s, uint32_t ref) {
    float activity;
    memcpy(&activity, &s->arena.data[ref - 3], sizeof activity);
    return activity;
}
static inline void clause_set_activity(struct cdcl *s, uint32_t ref, float activity) {
    memcpy(&s->arena.data[ref - 3], &activity, sizeof activity);
}
static inline uint32_t clause_words(uint32_t header) {
    return (header >> CLAUSE_SIZE_SHIFT) + (header & CLAUSE_LEARNT ? 3 : 1);
}
static inline uint32_t reason_clause(uint32_t ref) {
    return ref << 2;
}
static inline uint32_t reason_binary(uint32_t other) {
    return other << 2 | REF_BINARY;
}
static inline uint32_t reason_kind(uint32_t reason) {
    return reason & REF_KIND;
}

static inline bool cdcl_assigned(const struct cdcl *s, uint32_t variable) {
    int8_t value = s->values[2 * variable];
    return value == TRUE || value == FALSE;
}

static inline void cdcl_assign(struct cdcl *s, uint32_t literal, uint32_t reason) {
    s->values[literal] = TRUE;
    s->values[literal ^ 1] = FALSE;
    s->assignments[literal >> 1].reason = reason;
    s->assignments[literal >> 1].level = cdcl_level(s);
    s->trail[s->trail_size++] = literal;
    __builtin_prefetch(
        &s->spans[literal ^ 1]); /* propagation will visit these, after what is queued already */
    __builtin_prefetch(&s->watches[literal ^ 1]);
}

/* netlist.c */
const struct implications *netlist_implications(const struct netlist *);

/* clause.c */
uint32_t cdcl_new_clause(struct cdcl *, const uint32_t *literals, uint32_t size, uint32_t flags,
                         uint32_t glue);
void cdcl_attach(struct cdcl *, uint32_t ref);
void cdcl_attach_binary(struct cdcl *, uint32_t a, uint32_t b);
void cdcl_detach(struct cdcl *, uint32_t ref);
void cdcl_detach_watch(struct cdcl *, uint32_t literal, uint32_t ref, uint32_t blocker);
void cdcl_remove(struct cdcl *, uint32_t ref); /* detaches and frees */
/* Adds a clause that holds at level 0; literals is scratch and may be changed. Does not propagate. The reference, if
 * the clause is a long one. */
uint32_t cdcl_add_simplified(struct cdcl *, uint32_t *literals, uint32_t size);
/* Sorts out duplicates, and literals decided at level 0; returns the new size or NO_LITERAL when satisfied.
 */
uint32_t cdcl_simplify_literals(struct cdcl *, uint32_t *literals, uint32_t size);

/* domain.c */
void cdcl_load(struct cdcl *, uint32_t variable); /* the clauses that define it; at level 0 */
void cdcl_domain_add(struct cdcl *, uint32_t variable, enum variable_flag kind);
static inline uint32_t cdcl_next_of_island(const struct cdcl *s, uint32_t variable) {
    return s->islands ? variable ^ s->islands[variable] : variable;
}
bool cdcl_join_island(struct cdcl *, const uint32_t *clause,
                      uint32_t n); /* false: the clause belongs to no island */
void cdcl_domain_leave(struct cdcl *, u32s *part, enum variable_flag kind);

/* propagate.c. A reason-coded conflict, or NO_REASON. Binary conflicts are in conflict_literals. */
uint32_t cdcl_propagate(struct cdcl *);
bool cdcl_propagate_facts(struct cdcl *); /* at level 0; false: inconsistent */
void cdcl_backtrack(struct cdcl *, uint32_t level);

/* analyze.c */
/* Puts the clause learnt from the conflict into s->learnt, the asserting literal first, one of the backjump
 * level second; returns that level and sets *glue. */
uint32_t cdcl_analyze(struct cdcl *, uint32_t conflict, uint32_t *glue);
void cdcl_core_of_conflict(struct cdcl *, uint32_t conflict);
void cdcl_core_of_assumption(struct cdcl *, uint32_t literal); /* an assumption that is false */

/* decide.c */
void cdcl_queue_start(struct cdcl *); /* takes in the domain's free variables */
void cdcl_queue_stop(struct cdcl *);
void cdcl_queue_use_heap(struct cdcl *);
void cdcl_queue_push(struct cdcl *, uint32_t variable);
uint32_t cdcl_queue_pop(struct cdcl *); /* a free variable, or NO_VARIABLE */
void cdcl_bump(struct cdcl *, uint32_t variable);
void cdcl_decay(struct cdcl *);

/* reduce.c */
void cdcl_retract(struct cdcl *);  /* removes the temporary clause and what depends on it */
void cdcl_simplify(struct cdcl *); /* removes clauses that new facts satisfy; at level 0 */
bool cdcl_reduce_due(const struct cdcl *);
void cdcl_reduce(struct cdcl *);
void cdcl_collect_if_due(struct cdcl *);
void cdcl_collect(struct cdcl *, uint32_t temporary_capacity); /* compacts the arena */

/* log.c; all but the first require s->log. See there. */
struct proof;
void cdcl_log_start(struct cdcl *,
                    struct proof *); /* before the first clause; unrestricted, growing, no gates */
void cdcl_log_free(struct cdcl *);
void cdcl_log_add_clause(struct cdcl *, const sat_lit *literals,
                         uint32_t n);                   /* in place of cdcl_add_clause */
void cdcl_log_learnt(struct cdcl *, uint32_t conflict); /* s->learnt follows from the conflict */
/* The step derived last is that of this unit, binary, or long clause. */
void cdcl_log_name_unit(struct cdcl *, uint32_t literal);
void cdcl_log_name_binary(struct cdcl *, uint32_t a, uint32_t b);
void cdcl_log_name_clause(struct cdcl *, uint32_t ref);
void cdcl_log_facts(struct cdcl *,
                    uint32_t conflict); /* what was propagated at level 0; conflict or NO_REASON */
/* Why the query is refuted: a conflict of level 1, an assumption that is false, or the clauses alone. */
void cdcl_log_refuted_by_conflict(struct cdcl *, uint32_t conflict);
void cdcl_log_refuted_by_assumption(struct cdcl *, uint32_t literal);
void cdcl_log_inconsistent(struct cdcl *);
void cdcl_log_moved(struct cdcl *, const u32s *from); /* after a collection */
void cdcl_log_trim_if_due(struct cdcl *);
void cdcl_log_trim_from(struct cdcl *, uint32_t antecedents); /* for tests: the size that is due next */

/* search.c */
enum sat_result cdcl_search(struct cdcl *); /* the query that cdcl.c has set up */
bool cdcl_stopped(struct cdcl *);           /* asks the limits */
void cdcl_charge(struct cdcl *);            /* tells them what work was done */

#endif
