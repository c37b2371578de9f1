/* Probes: where a run of the program and a run of the automaton are held against each other
 * (check/program/lockstep.h).
 *
 * Places are numbered in the bitcode as clang made it, before anything is changed there. They are
 *
 *     heads     of loops, where variables of the source are compared that the automaton still has
 *     points    before a function of the program returns a number, before a branch that leads to an error function, and
 *               before a call of a function that calls one: where the operands are compared that decide
 *
 * since a value that is used between two heads is gone at both. The automaton is made of a module with calls of
 * induct.probe(number, whether it is a head) there, which no pass moves, drops or invents. What is run is the same
 * bitcode with calls that also tell what variables and operands hold:
 *
 *     induct_observe_place(number)         the run is at a place
 *     induct_observe_value(key, value)    there: an integer variable of the source, local or global; an operand
 *     induct_observe_result(key, value)   what a function without body has returned
 *
 * Keys stand for names: "function:variable:line" for local variables, "@function:variable" for static and
 * "@:variable" for global ones, "function()" for results, "#place:number" for operands. In the automaton's module
 * operands are variables of the debug information of those names: nothing stays alive for their sake. */
#ifndef INDUCT_FORMAT_C_PROBES_H
#define INDUCT_FORMAT_C_PROBES_H

#include "format/c/debug.h"
#include "format/c/ir.h"

enum { C_PROBE_WIDEST = 64 /* bits that are told */, C_MOST_OPERANDS = 4 /* of a point */ };

struct c_spot {
    LLVMValueRef at; /* the instruction that comes next */
    bool head;
    value_list operands; /* of a point */
};
typedef VEC(struct c_spot) c_spots;

/* The places of a function in both modules: heads in the order of its blocks, then points. `failing`: the functions of
 * c_failing_functions(). */
void c_spots_find(const struct c_unit *, const struct hash_map *failing, LLVMValueRef function, c_spots *out);
void c_spots_free(c_spots *);
/* Functions of the program that call an error function themselves. */
void c_failing_functions(const struct c_unit *, struct hash_map *out);
/* The key of an operand; owned by the caller. */
char *c_operand_key(uint32_t place, uint32_t operand);

static inline bool c_is_told(LLVMTypeRef type) {
    return c_ir_is_integer(type) && llvm.GetIntTypeWidth(type) <= C_PROBE_WIDEST;
}

#endif
