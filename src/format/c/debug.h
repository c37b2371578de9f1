/* The debug information: positions in the source, and which expression of the source a value stands for.
 *
 * llvm-c has no accessors for most of it, so nodes are taken apart by their operands:
 *
 *     variable     scope, name, file, type          scope (lexical block, function)     file, scope, name
 *     type         file, scope, name, base type, elements
 *
 * and the kind of a derived type is told by what it has: members are elements, pointers have a size, the rest
 * (typedef, const, volatile) has none. */
#ifndef INDUCT_FORMAT_C_DEBUG_H
#define INDUCT_FORMAT_C_DEBUG_H

#include "format/c/ir.h"
#include "model/program.h"

/* The place of an instruction, or of a location node of the debug information; strings belong to the
 * automaton. */
struct program_position c_debug_position(struct c_unit *, struct program *, LLVMValueRef instruction);
struct program_position c_debug_place(struct c_unit *, struct program *, LLVMMetadataRef location);
struct program_position c_debug_function(struct program *, LLVMValueRef function);
/* Where a loop starts, from the metadata of a branch back to its head; NULL: not said. */
LLVMMetadataRef c_debug_loop(struct c_unit *, LLVMValueRef branch);

/* A variable of the source, or a part of one: from a dbg.value or dbg.declare call. */
struct c_debug_variable {
    LLVMMetadataRef variable, inlined; /* its node, and where its function was inlined; NULL: was not */
    uint32_t offset, size;             /* of the part, in bits; size 0: all of it */
};
/* False when the call says nothing that we understand. *value: NULL when the variable has no value from there
 * on. */
bool c_debug_read(struct c_unit *, LLVMValueRef call, struct c_debug_variable *, LLVMValueRef *value);
/* The variable of a global; variable NULL: not known. */
struct c_debug_variable c_debug_global(LLVMValueRef global);
/* The variable or constant call, a dbg.declare, that names an alloca is looked for among its metadata users. */
bool c_debug_is_value(LLVMValueRef call);
bool c_debug_is_declare(LLVMValueRef call);

struct c_debug_source {
    char *text;  /* "x", "s.f", "a[3]"; NULL: not an expression. Owned by the caller */
    char *scope; /* the function; NULL: global. Owned by the caller */
    bool is_signed, is_boolean;
};
/* What the part of the variable is called; offset and size in bits are added to its own. An array as a whole
 * is named when the part is all of it. */
struct c_debug_source c_debug_source(struct c_unit *, const struct c_debug_variable *, uint32_t offset,
                                     uint32_t size);
void c_debug_source_fini(struct c_debug_source *);
/* Whether the name of the variable has its meaning at the place (a location node; NULL: unknown, no). */
bool c_debug_visible(struct c_unit *, const struct c_debug_variable *, LLVMMetadataRef place);

/* The value that a dbg.value call gives to an operand of that key (probes.h), inlined there; NULL: it gives none. */
LLVMValueRef c_debug_operand(struct c_unit *, LLVMValueRef call, const char *key, LLVMMetadataRef inlined);
/* Whether a function returns a number of the source. */
bool c_debug_returns_number(const struct c_unit *, LLVMValueRef function);

/* Which variable it is, also after inlining: see probes.h. NULL: not known. Owned by the caller. */
char *c_debug_key(struct c_unit *, const struct c_debug_variable *);

/* Whether the variable is declared const. */
bool c_debug_is_constant(struct c_unit *, const struct c_debug_variable *);

/* Declares a local variable that a global became, see globals.c. */
void c_debug_declare_promoted(struct c_unit *, LLVMDIBuilderRef, LLVMValueRef global, LLVMValueRef local,
                              LLVMValueRef before);

#endif
