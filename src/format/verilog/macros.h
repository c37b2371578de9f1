/* Macros of the preprocessor: definitions, and the text that a use stands for. */
#ifndef INDUCT_FORMAT_VERILOG_MACROS_H
#define INDUCT_FORMAT_VERILOG_MACROS_H

#include "base/hash.h"
#include "format/verilog/tokens.h"

struct verilog_macro {
    char *name, *body;
    bool has_formals;
    strings formals, defaults; /* a default is NULL where there is none */
    bool gone;                 /* by `undef */
};

struct verilog_macros {
    VEC(struct verilog_macro) list;
    struct hash_names names; /* -> the last one of that name in the list */
};

void verilog_macros_free(struct verilog_macros *);
/* NULL: there is none. */
const struct verilog_macro *verilog_macros_find(const struct verilog_macros *, const char *name);
void verilog_macros_undefine(struct verilog_macros *, const char *name);
void verilog_macros_undefine_all(struct verilog_macros *);
/* What follows `define on its line. A sentence that says what is wrong, or NULL. */
const char *verilog_macros_define(struct verilog_macros *, const char *definition);

/* The arguments of a use, from the bracket at the cursor on; false: there is no closing one. */
bool verilog_macro_arguments(struct verilog_cursor *, strings *arguments);
/* The text that it stands for, the caller's; NULL, and a sentence: the arguments do not fit. */
char *verilog_macro_expand(const struct verilog_macro *, const strings *arguments, const char **wrong);

#endif
