/* Calls that may recurse deeply.
 *
 * Our own walks over terms and graphs are loops, but solver libraries recurse over the formulas that they are given: a
 * chain of 20,000 conditionals in a model needs more stack than the 8 MiB that a process usually has. The stack of a
 * running process cannot be made larger reliably (whatever is mapped below it ends it), so such work is done in a
 * thread whose stack is large from the start. It costs address space; memory is used as far as the recursion really
 * goes. */
#ifndef INDUCT_BASE_DEEP_H
#define INDUCT_BASE_DEEP_H

#include <stdint.h>

#define DEEP_STACK (UINT64_C(1) << 30) /* bytes of address space */

/* Calls work(argument) where there are DEEP_STACK bytes of stack, or as many as the system gives, and waits for its
 * end. A call within such a call is a plain call, and so is one for which the system has no thread. The caller sees
 * everything that the work did, as after a plain call; but it was done in another thread. */
void deep_call(void (*work)(void *argument), void *argument);

#endif
