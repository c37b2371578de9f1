/* A control-flow automaton: a program as locations joined by guarded commands ([LPNNK18] Definition 1).
 *
 * A state is a location and a value for every variable. Runs start at `initial` with arbitrary values and
 * take edges: an edge (from, command, to) leads from any state before the command to any state after it. The
 * program is safe when no run gets to `error`. The initial location has no incoming edge, the error location
 * no outgoing one ([LPNNK18] relies on both).
 *
 * Commands are those of the paper, and `havoc`:
 *
 *     skip     assume b     x1, .., xn := e1, .., en     havoc x (site)     c1 ; c2     c1 [] c2
 *
 * They are hash-consed and kept in right-nested form, so that a node of the DAG is a *point* of the program
 * and the command what may happen from there on until the end of the edge:
 *
 *     PROGRAM_END                     nothing more
 *     PROGRAM_STEP (action, next)     one action (assume, assignment, havoc, tag), then `next`
 *     PROGRAM_CHOICE (next ...)       one of two or more
 *
 * program_then(c1, c2) puts c2 behind every end of c1; what follows a choice is shared, never copied.
 * So everything that walks a command is linear in the number of its points: forward (program_transition, values
 * of branches meet in if-then-else) as well as backward (program_wp).
 *
 * Every input has its own *site*: one place of the program where an arbitrary value enters. A command has a
 * site at most once on each path from its root to an end. Therefore one variable per site (`input` below)
 * stands for the value in every formula about one execution of one edge, without confusion.
 *
 * An automaton made from another says where its parts come from: `origin` of variables, locations and sites,
 * and tags, actions without effect that name the edge of the automaton that was read from the file. A path
 * can so be traced back whatever was done to the automaton in between, and so can a formula at a location, as
 * long as variables keep their sorts. In the automaton as read, origin i is i and commands have no choice and
 * no tag.
 *
 * Invariants of the structure: program_check(). */
#ifndef INDUCT_MODEL_PROGRAM_H
#define INDUCT_MODEL_PROGRAM_H

#include "base/hash.h"
#include "base/status.h"
#include "logic/term.h"
#include "logic/walk.h"

enum { PROGRAM_NONE = 0xffffffff };
#define PROGRAM_UNREACH_CALL "unreach-call" /* the property of C programs */

/* A place in the source; line 0: unknown. The strings are owned by the automaton (program_text). */
struct program_position {
    const char *file, *function; /* NULL: unknown */
    uint32_t line, column;
    /* The calls that led to the function, the last one first, a line "FUNCTION:LINE" each, of who called and where; for
     * people. NULL: none, or not known. */
    const char *calls;
};

struct program_variable {
    term now, next;
    char *name; /* unique: a source name, with a suffix where that is not unique */
    /* The expression of the source language that it holds, "x" or "a[3]"; NULL: a temporary. */
    const char *source;
    const char *scope; /* function in which `source` means that; NULL: global */
    bool is_signed;    /* how the source reads its bits */
    bool is_boolean;   /* of the source type _Bool, though its sort may be a bit vector */
    uint32_t origin;
};

/* What sources call the arbitrary value at a site; decides whether a run can be replayed. */
enum program_site_kind {
    PROGRAM_INPUT,         /* __VERIFIER_nondet_*() or a function like it: supplied by the environment */
    PROGRAM_UNINITIALIZED, /* a variable read before it was written */
    PROGRAM_UNDEFINED,     /* the result of an operation that the language leaves open (division by zero) */
    PROGRAM_OUTSIDE,       /* what an access outside of all objects reads */
    PROGRAM_LIBRARY, /* what a function of the language's library returns or writes: not any value, but unknown to us */
    PROGRAM_UNSPECIFIED, /* what the machine or the compiler decides: whether unrelated addresses are equal */
    PROGRAM_RETURNED, /* what another function without body returns: supplied by whoever runs the program */
    PROGRAM_EXTERNAL, /* what such a function writes, or an external variable has at the start */
    PROGRAM_ENVIRONMENT /* what the system or a device decides: that an allocation fails, what a volatile read gives */
};
/* Whether whoever runs the program can supply the value. */
static inline bool program_is_supplied(enum program_site_kind kind) {
    return kind == PROGRAM_INPUT || kind == PROGRAM_RETURNED;
}

struct program_site {
    enum program_site_kind kind;
    uint32_t variable; /* the variable that the havoc sets */
    term input;        /* stands for the value in formulas; of the variable's sort, unique to the site */
    const char *call;  /* the function that supplies it; NULL: none */
    bool returned;     /* what that function returns, and not what it writes */
    struct program_position position;
    uint32_t origin;
};

struct program_location {
    char *name; /* unique, printable */
    struct program_position position;
    bool loop_head;  /* of the source: where loop invariants are stated */
    bool by_goto;    /* a loop head, but of no loop statement; known of programs as read only */
    uint32_t origin; /* PROGRAM_NONE: none (made by a transformation) */
};

/* Commands and actions: handles into the automaton's tables. */
typedef struct program_command {
    uint32_t id;
} program_command;
typedef VEC(program_command) program_command_list;

enum program_action_kind { PROGRAM_ASSUME, PROGRAM_ASSIGN, PROGRAM_HAVOC, PROGRAM_TAG };
struct program_assignment {
    uint32_t variable;
    term value; /* over now */
};
struct program_action {
    enum program_action_kind kind;
    term condition; /* PROGRAM_ASSUME: over now */
    uint32_t n;     /* PROGRAM_ASSIGN: simultaneous, variables ascending and different */
    const struct program_assignment *assignments;
    uint32_t site; /* PROGRAM_HAVOC */
    uint32_t edge; /* PROGRAM_TAG: of the automaton as read */
};
enum program_node_kind { PROGRAM_END, PROGRAM_STEP, PROGRAM_CHOICE };
struct program_node {
    enum program_node_kind kind;
    struct program_action action; /* PROGRAM_STEP */
    uint32_t n;                   /* number of `next`: 0, 1, or >= 2 */
    const program_command *next;
};

struct program_edge {
    uint32_t from, to;
    program_command command;
    struct program_position position;
    const char *unsupported; /* what on this edge the reader could not express; NULL: nothing */
    const char *call; /* of an edge to the error location, as read: the error function; NULL: not known */
};

/* Of the automaton as read: a condition under which an edge breaks a rule of the language, so that what a real program
 * then does need not be what the edge does. It speaks of the values before the edge, with those that enter at its
 * sites. */
struct program_violation {
    uint32_t edge;
    term condition;
    const char *rule; /* "write outside of all objects" */
    struct program_position position;
};

/* Of the automaton as read: probes, by which a run of it can be held against a run of the program
 * (check/program/lockstep.h). Both pass the same places, which are numbered in the program as it was compiled. Some are
 * loop heads; there it is known which variables of the source the automaton still has. At others operands are told. */
struct program_probe {
    uint32_t edge;
    uint32_t place;        /* the number of the place that the edge passes */
    uint32_t after;        /* how many steps of its command come before */
    bool head;             /* it is a loop head, and nothing was written on the edge before */
    uint32_t told, n_told; /* operands, in the list of the automaton */
};
struct program_told {
    const char *key; /* the operand, as program_observed has it */
    term value;      /* over the values before the edge, and those that have entered on it */
};
struct program_binding {
    uint32_t location; /* PROGRAM_NONE: everywhere */
    uint32_t variable;
    const char *key; /* the variable of the source, as program_observed has it */
};

/* Of the automaton as read: how its runs end at a location, other than at the error: by a command, which no edge has.
 * Probes and violations of the end of number i have edges.size + i for an edge. In an automaton that has ends, a run
 * that nothing of `assumed` bars can always take an edge or an end. */
struct program_end {
    uint32_t from;
    program_command command;
    bool last; /* the program ends there, too; else no error can come any more */
};

/* Of the automaton as read: a parameter of the function where runs start, as whoever calls it has to pass
 * it. */
enum program_parameter_kind {
    PROGRAM_PARAMETER_INTEGER,
    PROGRAM_PARAMETER_POINTER,
    PROGRAM_PARAMETER_FLOAT,
    PROGRAM_PARAMETER_BYTES, /* an object, as a copy in memory */
    PROGRAM_PARAMETER_OTHER  /* there is no saying how */
};
struct program_parameter {
    enum program_parameter_kind kind;
    /* An identifier of the source; with a dot when it is a part of the source's parameter; "#2": the second
     * one, without name. */
    const char *name;
    uint32_t width; /* in bits */
    uint32_t align; /* PROGRAM_PARAMETER_BYTES: in bytes */
    bool is_signed; /* PROGRAM_PARAMETER_INTEGER */
    uint32_t site;  /* where its value enters; PROGRAM_NONE: nobody asks for it */
};

struct program {
    struct terms *terms; /* owned */
    VEC(struct program_variable) variables;
    VEC(struct program_site) sites;
    VEC(struct program_location) locations;
    VEC(struct program_edge) edges;
    /* Edges ascending; automata that others are made into have none. */
    VEC(struct program_violation) violations;
    VEC(struct program_parameter) parameters; /* likewise */
    VEC(struct program_probe) probes;         /* likewise; of an edge in the order in which it passes them */
    VEC(struct program_told) told;            /* likewise; at probes */
    VEC(struct program_end) ends;             /* likewise */
    term_list assumed; /* likewise: conditions that restrict what enters, not the program's own */
    VEC(struct program_binding) bindings; /* likewise */
    struct program_position body; /* of the first statement of the function where runs start, likewise */
    uint32_t initial, error;
    char *property; /* its name: PROGRAM_UNREACH_CALL for C */
    bool long_sums; /* of an automaton as read: it has sums over many choices, too many for one edge */
    /* Filled by program_index, empty after changes: the edges that leave and enter each location. */
    VEC(u32s) outgoing, incoming;
    struct program_commands *commands; /* private */
};

struct program *program_new(enum terms_mode);
void program_free(struct program *);
const char *program_text(struct program *,
                         const char *); /* a copy that lives as long as the automaton; NULL for NULL */

/* Adding parts. Names that are taken get a suffix. The returned number is the position; origin is the
 * position, too, unless changed. */
uint32_t program_add_variable(struct program *, const char *name, sort);
uint32_t program_add_site(struct program *, enum program_site_kind, uint32_t variable, const char *call,
                          struct program_position);
uint32_t program_add_location(struct program *, const char *name, struct program_position);
uint32_t program_add_edge(struct program *, uint32_t from, program_command, uint32_t to,
                          struct program_position);
uint32_t program_find_variable(const struct program *,
                               term now); /* PROGRAM_NONE: no variable of the automaton */
/* The parameter whose value enters at a site; NULL: it is another input. */
const struct program_parameter *program_find_parameter(const struct program *, uint32_t site);
/* Whether it is known how to pass all parameters. */
bool program_can_be_called(const struct program *);

/* Commands. assume true is skip, assume false a command without behaviour; choice of none likewise, of ones
 * that differ in tags at most the first. Actions with which all branches begin are taken out of a choice. */
program_command program_skip(struct program *);
program_command program_assume(struct program *, term condition);
program_command program_assign(struct program *, uint32_t variable, term value);
program_command program_assign_all(struct program *, const struct program_assignment *,
                                   uint32_t n); /* simultaneous */
program_command program_havoc(struct program *, uint32_t site);
program_command program_tag(struct program *, uint32_t edge);
program_command program_then(struct program *, program_command first, program_command second);
program_command program_choice(struct program *, const program_command *, uint32_t n);
program_command program_choice2(struct program *, program_command, program_command);

/* One point of a command; pointers in it die with the next new command. */
struct program_node program_node(const struct program *, program_command);
/* All points of a command, root first, every point before those that follow it. Appended. */
void program_points(const struct program *, program_command, program_command_list *out);
void program_sites(const struct program *, program_command, u32s *out); /* sites in it, ascending; appended */
/* Variables that it reads (in conditions and values) and writes; bitmaps by variable, or-ed into. */
void program_uses(const struct program *, program_command, u8s *reads, u8s *writes);
/* The number of paths from the root to ends, saturating. */
uint64_t program_paths(const struct program *, program_command);
static inline bool program_command_same(program_command a, program_command b) {
    return a.id == b.id;
}

void program_index(struct program *); /* fills outgoing and incoming */
const char *
program_check(const struct program *); /* NULL when the structure is right, else a static sentence */
unsigned program_theories(const struct program *); /* bits of enum theory */

/* Formulas: program_formula.c.
 *
 * The transition formula of a command, T(X, X', inputs): satisfied by exactly the pairs of states before and
 * after, for some values of the inputs. A variable that the command does not write has X' = X when `frame`
 * says so for it (by variable; NULL: for all); else X' does not occur. Inputs are the sites' variables and,
 * where branches do not exclude each other, a Boolean per choice, appended to `inputs` (each once). */
term program_transition(struct program *, program_command, const u8s *frame, term_list *inputs);

/* The same as a function: values of the variables after the command, over X and inputs, where `guard` (over X
 * and inputs) holds. */
struct program_effect {
    term guard;
    term_list values; /* by variable */
};
void program_effect(struct program *, program_command, struct program_effect *out,
                    term_list *inputs); /* out: zero bytes at first */
void program_effect_fini(struct program_effect *);

/* The angelic weakest precondition ([LPNNK18] section 3.1): holds in the states from which some execution of
 * the command ends in a state where `post` (over X; may mention inputs of other edges) holds; values that
 * enter at sites are the sites' inputs: exact, existential. Memoised on the points of the command for one
 * post. Branches stay disjuncts as long as that takes a moderate number of terms (where branches assign
 * differently, there may be as many as paths); beyond it is `guard and post[values]` of program_effect, linear in
 * points, with its inputs. */
term program_wp(struct program *, program_command, term post);

/* Liveness: program_live.c. live->data[location * variables + v]: whether the value of v at the location can
 * matter for getting to the error location. */
void program_live(const struct program *, u8s *live);

/* Execution: program_execute.c; program_state.h is for long runs. Runs a command from `state` (values by variable,
 * changed in place) with the values of `inputs` by site (TERM_NONE: any, taken as zero) and appends the tags that it
 * passes and the sites in the order in which their values entered (each may be NULL). Where it has a choice it takes
 * the first branch that gets to the end and satisfies `post` (over X; TERM_NONE: true). False: none does, state
 * unchanged. */
bool program_execute(struct program *, program_command, term *state, const term *inputs, term post,
                     u32s *tags, u32s *sites);

#endif
