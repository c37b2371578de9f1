/* With `strict`: when objects are there. Marker functions (ir.h) say where a variable begins to be and ends,
 * or where allocated memory is freed; an object that may be accessed after its end has a Boolean variable in
 * the automaton (c_object.ended), no other has. */
#ifndef INDUCT_FORMAT_C_LIFETIME_H
#define INDUCT_FORMAT_C_LIFETIME_H

#include "format/c/memory.h"

/* Before the passes of LLVM: marks ends of scopes and functions, and of what is freed. */
void c_lifetimes_mark(struct c_unit *);
/* In the entry function, with all calls inlined: the markers of accesses, by the name of the variable, that
 * may come after its end. */
void c_lifetimes_late(struct c_unit *, struct hash_map *accesses);
/* Erases the markers of variables that are only accessed by their names. */
void c_lifetimes_settle(struct c_unit *);
/* Finds the objects that may be accessed after their end (c_object.is_mortal), given what pointers point to. */
void c_lifetimes_find(struct c_memory *);

/* Whether the pointer is one into a local variable that is declared const. */
bool c_is_marked_constant(struct c_unit *, LLVMValueRef pointer);

/* strict.c: whether the instruction is the marker of an access. */
bool c_is_access(LLVMValueRef, bool *writes);
/* strict.c: marks an access by an instruction, before it. */
void c_check_access(struct c_unit *, LLVMValueRef x, LLVMValueRef pointer, LLVMValueRef size, bool writes);
/* accesses.c: marks what a call accesses, as c_libc_bounds says. */
void c_check_library(struct c_unit *, LLVMValueRef x, const char *arguments);
/* strict.c: marks a write of that type, at the builder. */
void c_mark_write(struct c_unit *, LLVMValueRef pointer, LLVMTypeRef);

#endif
