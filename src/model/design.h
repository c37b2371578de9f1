/* What the user calls things: the names of a design beside its model, for those who show it.
 *
 * A system has variables and formulas; a designer knows wires, ports of modules, memories, labels of assertions, and
 * lines of source. Readers keep both: the model, and for every name of the file an entry here. One term may have
 * several names (a port and the wire it is connected to), one name has one entry. Nothing that decides looks at it, and
 * transformations do not keep it: it belongs to the system as read.
 *
 * Names are hierarchical, outermost module first, with dots between: `u_ctrl.rptr` is rptr in the instance u_ctrl. A
 * component may have any other byte in it but control bytes. Where dots are part of a component, as in escaped names,
 * `path` has the components. */
#ifndef INDUCT_MODEL_DESIGN_H
#define INDUCT_MODEL_DESIGN_H

#include "logic/term.h"

enum design_kind {
    DESIGN_INPUT,
    DESIGN_REGISTER, /* a state; of an array sort: a memory */
    DESIGN_WIRE,     /* any other named term, other names of inputs and states among them */
    DESIGN_OUTPUT,
    DESIGN_ASSUMPTION, /* `position` among the constraints of the system */
    DESIGN_PROPERTY    /* `position` among its properties */
};

/* Of a clock: where registers take their values. Between steps it is at the other level; within the model it often is
 * an input that nobody reads. */
enum design_edge { DESIGN_NO_CLOCK, DESIGN_RISING, DESIGN_FALLING };

struct design_name {
    enum design_kind kind;
    enum design_edge edge;
    term value;        /* over states and inputs; TERM_NONE for assumptions and properties */
    uint32_t position; /* of assumptions and properties */
    uint64_t words;    /* of a memory: how many it has, 0: as many as its index can name */
    uint64_t node;     /* the id of its line in a BTOR2 file, else 0 */
    /* The file says that it was declared as [n-1:0], or as one bit, without a sign: bit i of the value is what Verilog
     * calls name[i], and comparisons are those of numbers without a sign. */
    bool plain;
    bool invented;   /* no name of the user's: a register of what a reader made of an assertion */
    uint32_t values; /* what its values are called: position in `enumerations` and one; 0: they are numbers */
    char *name;      /* "": the file gives none (assumptions and properties only) */
    char *path;      /* the components of the name with '\n' between, or NULL: cut it at dots */
    char *source;    /* FILE:LINE or FILE:LINE.COLUMN-LINE.COLUMN as the file has it, or NULL */
};

/* An enumeration: names of values, which are bit vectors written in binary digits. */
struct design_value {
    char *digits, *name;
};
typedef VEC(struct design_value) design_values;

struct design {
    char *top; /* the name of the outermost module, or NULL */
    VEC(struct design_name) names;
    VEC(design_values) enumerations;
};

/* A new entry; both strings are copied and `source` may be NULL. Until the next call. */
struct design_name *design_add(struct design *, enum design_kind, term value, const char *name,
                               const char *source);
void design_fini(struct design *);
/* The entry of an assumption or a property; NULL: it has none. */
const struct design_name *design_find(const struct design *, enum design_kind, uint32_t position);

/* What a value is called, as binary digits; NULL: it has no name, or `values` is 0. */
const char *design_value_name(const struct design *, uint32_t values, const char *digits);

/* The source in a comment or an attribute, as Yosys writes them: `a.sv:3.5-3.9|b.sv:7.1-7.4`, instance before
 * declaration; the last one counts. [start..start + *size[; false: there is none, the text is something else. */
bool design_source(const char **start, size_t *size);

#endif
