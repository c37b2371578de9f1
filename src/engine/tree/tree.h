/* Abstract reachability trees: what the files tree*.c share. tree.c says what the engines do.
 *
 * A node is a location with a label, a set of conjuncts over the variables that holds whenever control
 * gets there along the node's path. Conjuncts are formulas with a number each: clauses, kept with the cube
 * that they exclude for syntactic tests, or (tree-itp) interpolants of any shape. Atoms of cubes are
 * numbered likewise.
 *
 * A node is *closed* when it, or an ancestor, is dead (its label is false) or covered; else it is open.
 * The tree is complete when no open node is a leaf: "expanded" means that every edge that leaves the
 * location was followed, whereby children that are dead from the start are not even made. */
#ifndef INDUCT_ENGINE_TREE_TREE_H
#define INDUCT_ENGINE_TREE_TREE_H

#include "engine/atoms.h"
#include "engine/route.h"

enum { TREE_NONE = 0xffffffff };

struct tree_conjunct {
    term formula;
    struct cube *cube; /* the formula is its negation; NULL: not a clause */
};

struct tree_node {
    uint32_t location;
    uint32_t parent, edge; /* how it was reached; TREE_NONE: the root */
    uint32_t depth;
    u32s children;
    u32s label;       /* conjuncts; of a dead node: whatever it had before */
    uint32_t version; /* counts changes of the label */
    bool dead;
    bool goal; /* the error location, or behind an edge that the reader could not express */
    bool expanded;
    uint32_t covered_by; /* TREE_NONE: not covered itself */
    u32s covers;         /* the nodes covered by it */
    u32s states;         /* states that were in the label when they were found, in tree.states */
    uint32_t settled;    /* version + 1 when the last attempt to cover it was made */
};

/* How an engine differs from the others. */
struct tree_mode {
    bool interpolate; /* interpolants of the path first */
    bool raw;         /* interpolants as they are, instead of their clauses */
    bool monolithic;  /* strengthening takes all conjuncts of the ancestor or none */
    bool propagate;   /* conjuncts move forward to children one by one */
    bool abstract;    /* cubes over predicates */
    bool precision;   /* labels are Boolean abstractions, over the predicates of their location */
};

struct tree_share;

struct tree {
    struct engine_task *task;
    const struct tree_mode *mode;
    const struct options *options;
    struct stats *stats;
    struct program *program;
    struct terms *bank;
    struct routes routes;
    u8s live;           /* program_live */
    u32s distance;      /* by location: edges to the error location; TREE_NONE: cannot get there */
    struct atoms atoms; /* of cubes */
    VEC(struct tree_conjunct) conjuncts;
    struct hash_map conjunct_of; /* term -> position in conjuncts */
    VEC(struct tree_node) nodes;
    VEC(u32s) at;         /* by location: its nodes, ascending */
    VEC(u32s) learnt;     /* by location: clauses that were added to some node there, each once */
    struct route **state; /* by location: a route without edges, for questions about labels; NULL: not yet */
    u32s leaves;          /* a stack of nodes to look at; stale entries are skipped */
    VEC(term_list) states;
    struct evaluation evaluation;         /* scratch */
    struct hash_map strengthened;         /* (node, ancestor) -> version of the ancestor that was tried */
    struct tree_abstraction *abstraction; /* tree_ia.c; NULL in other modes */
    struct tree_precision *precision;     /* tree_pa.c; NULL in other modes */
    uint32_t misses, pause;               /* of interpolation: failures in a row, paths to leave out */
    struct tree_share *share;             /* NULL: nobody else works on the program */
    const char *reason;                   /* why the search cannot go on; NULL: it can */
    bool stopped;                         /* by the limits */
};

static inline struct tree_node *tree_node(const struct tree *t, uint32_t v) {
    return &t->nodes.data[v];
}
static inline term tree_formula(const struct tree *t, uint32_t conjunct) {
    return t->conjuncts.data[conjunct].formula;
}
/* An empty tree; the task and the mode must live as long. */
void tree_init(struct tree *, struct engine_task *, const struct tree_mode *);
void tree_fini(struct tree *);
/* The solver gave no answer: the limits stopped it, or the search ends without a verdict. */
void tree_give_up(struct tree *, const char *reason);
static inline bool tree_over(const struct tree *t) {
    return t->stopped || t->reason;
}

/* tree_literals.c: cubes and conjuncts. */
/* Appends the literals of a formula that holds in the model of the route: conjunctions taken apart,
 * equalities of numbers as two inequalities, disequalities as the one that holds. */
void tree_add_literals(struct tree *, struct route *, term formula, pdr_lits *cube);
/* A cube of these literals, of which some may be the same; NULL when two contradict each other. */
struct cube *tree_cube(pdr_lits *);
uint32_t tree_clause(struct tree *, struct cube *);  /* the conjunct that excludes it; takes the cube */
uint32_t tree_conjunct(struct tree *, term formula); /* any other formula */
term tree_label(const struct tree *, uint32_t v);    /* the conjunction; false for a dead node */
bool tree_subsumes(const struct tree *, uint32_t stronger, uint32_t weaker); /* conjuncts; syntactically */
/* Some conjunct of the label subsumes it. */
bool tree_has(const struct tree *, uint32_t v, uint32_t conjunct);
/* The solver for questions about states of a location, without a step; borrowed. */
struct route *tree_state(struct tree *, uint32_t location);
/* The conjuncts of the label, at the start of the route. */
void tree_assume_label(struct tree *, struct route *, uint32_t v);

/* tree_share.c: clauses from and to others that work at the same time, if there are any. */
void tree_share_begin(struct tree *);
void tree_share_end(struct tree *);
void tree_share(struct tree *); /* when it is due: tells what is new, and takes what others say */
void tree_share_clause(struct tree *, uint32_t location, uint32_t conjunct); /* to be told */

/* tree_nodes.c: the tree itself. */
/* Whether expansion follows the edge: it leads towards the error location, or the reader could not express
 * it. */
bool tree_follows(const struct tree *, uint32_t edge);
uint32_t tree_add_node(struct tree *, uint32_t location, uint32_t parent, uint32_t edge);
bool tree_is_open(const struct tree *, uint32_t v);
/* Adds a conjunct to a label; false when it was there. Nodes that were covered by v and do not obviously
 * imply it are not any more. */
bool tree_add(struct tree *, uint32_t v, uint32_t conjunct);
/* The clause may be worth trying at nodes of the location; false: it is no clause, or is known. */
bool tree_note_learnt(struct tree *, uint32_t location, uint32_t conjunct);
void tree_prune(struct tree *, uint32_t v);
void tree_cover(struct tree *, uint32_t v, uint32_t by);
/* From an ancestor down, both included. */
void tree_path(const struct tree *, uint32_t from, uint32_t to, u32s *nodes);
uint32_t tree_same_location(const struct tree *, uint32_t v); /* the nearest proper ancestor; TREE_NONE */
/* States as witnesses: from the model of a route, at its start or its end; whether one satisfies a
 * formula. */
void tree_note_state(struct tree *, uint32_t v, struct route *, bool end);
bool tree_holds(struct tree *, const term_list *state, term formula);
const char *tree_check(struct tree *); /* the invariants of tree.c; NULL or a static sentence. Slow */

/* tree_cover.c: covered by an earlier node of the location? */
bool tree_close(struct tree *, uint32_t v);

/* tree_push.c: expansion with forward propagation, strengthening along loops. */
void tree_expand(struct tree *, uint32_t v);
void tree_strengthen(struct tree *, uint32_t v);

/* tree_block.c: [CG12] Fig. 2 along the path, so that no state of `target` (over X) is left at its last
 * node: every conjunct that this needs is added to the nodes between the first and the last. TREE_REACHED:
 * a cube got to the first node. */
enum tree_answer { TREE_BLOCKED, TREE_REACHED, TREE_UNDECIDED };
enum tree_answer tree_block(struct tree *, const u32s *path, term target, bool abstract);
/* tree_preimage.c: after a satisfiable query of the route, one edge, with `target` at its end, a cube of states that
 * lead there; NULL: none can be had. And how many such cubes the option asks for. */
struct cube *tree_preimage(struct tree *, struct route *, term target);
uint64_t tree_preimage_cubes(const struct tree *);

/* tree_itp.c: interpolants of an infeasible path that ends in the target, one formula over the variables
 * per node between the first and the last. */
bool tree_sequence(struct tree *, const u32s *path, term target, term_list *out);
/* The same as tree_block by interpolants. The path is known to be infeasible. False: none were found, or
 * they were not used. */
bool tree_interpolate(struct tree *, const u32s *path, term target);
/* The conjuncts that an interpolant becomes: itself (raw), or else its clauses; false, and nothing appended,
 * when these have more than tree-cnf times as many literals as it has. */
bool tree_conjuncts_of(struct tree *, term interpolant, u32s *conjuncts);
/* tree_cnf.c: appends the clauses of an equivalent CNF, as conjuncts; false, and nothing appended, when it
 * has more than `most` literals. */
bool tree_cnf(struct tree *, term formula, uint64_t most, u32s *conjuncts);
uint64_t tree_size(const struct tree *, term formula); /* literals, as a tree; saturating */

/* tree_ia.c: implicit abstraction. */
void tree_abstraction_new(struct tree *);
void tree_abstraction_free(struct tree *);
/* The predicates' values in the model, at the start. */
struct cube *tree_minterm(struct tree *, struct route *, uint32_t location);
/* Drops literals of that minterm that are not needed for the route to lead into the target by the model's inputs. */
void tree_reduce(struct tree *, struct route *, uint32_t location, term target, struct cube **);
void tree_adopt_predicates(struct tree *, const u32s *path); /* the atoms of the labels on the path */
/* tree_refine.c: new predicates that rule the path out; false: none were found. */
bool tree_refine(struct tree *, const u32s *path);

/* tree_pa.c: labels that are Boolean abstractions. */
void tree_precision_new(struct tree *);
void tree_precision_free(struct tree *);
/* The strongest formula over the predicates of the location that holds behind the edge. False: the search ends. */
bool tree_abstract(struct tree *, uint32_t v, uint32_t edge, term *label);
void tree_label_with(struct tree *, uint32_t v,
                     term label); /* instead of the label it had, which was no stronger */
/* New predicates that rule out the infeasible path; what they change in the tree is made anew. False: none were found,
 * or the search ends. */
bool tree_refine_precision(struct tree *, const u32s *path);

/* tree_evidence.c */
struct program_trace *tree_trace(struct tree *,
                                 struct route *path);    /* from the model; NULL: a value is missing */
struct program_invariant *tree_invariant(struct tree *); /* of a complete tree */

#endif
